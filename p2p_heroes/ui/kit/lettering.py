"""Signs written into the room that a region has: in words where they fit, else short, else the first ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_heroes.ui.kit.text import cut, width_of

LEAST_OF_A_NAME = 3

Text = tuple[str, str]
"""A style and what is written in it."""
Written = list[Text]


@dataclass(frozen=True, slots=True)
class MapSign:
    """One thing. `style` is the name of a class of the screen's style."""

    short: str
    long: str
    style: str = "map.thing"


def seat_letters(names: Sequence[str]) -> list[str]:
    """A letter for each player: the first of the own name that nobody before has, or the number."""
    taken: list[str] = []
    for number, name in enumerate(names, 1):
        own = [letter.upper() for letter in name if letter.isascii() and letter.isalpha()]
        taken.append(next((letter for letter in own if letter not in taken), str(number)))
    return taken


def seat_style(seat: int) -> str:
    return f"map.seat{seat}"


def owner_style(seat: int) -> str:
    """For what somebody has taken."""
    return f"map.of{seat}"


@dataclass(frozen=True, slots=True)
class Label:
    """All that can be written into one region. `lead`: a sign before the name; `cost`: what follows it."""

    name: str
    name_style: str
    terrain: MapSign
    things: tuple[MapSign, ...] = ()
    people: tuple[MapSign, ...] = ()
    lead: str = ""
    cost: str = ""


def lettered(label: Label, width: int, height: int) -> list[Written]:
    """So many rows, none wider than the room; without blanks at their ends."""
    if height <= 1:
        return [_one_row(label, width)]
    signs = [*label.people, *label.things]
    rows: list[Written] = []
    for in_words in range(len(signs), -1, -1):
        rows = _flow(signs, width, in_words)
        if len(rows) < height:
            break
    return [_heading(label, width), *rows[: height - 1]]


def _one_row(label: Label, width: int) -> Written:
    """The name gives way first, then the blank behind it, then what comes last."""
    fixed = len(label.lead) + len(label.cost)
    kept: list[MapSign] = []
    for sign in (*label.people, label.terrain, *label.things):
        if fixed + LEAST_OF_A_NAME + _width([*kept, sign]) <= width:
            kept.append(sign)
    room = max(0, width - fixed - _width(kept))
    gap = 1 if room > LEAST_OF_A_NAME else 0
    name = label.name[: room - gap].rstrip(" '")
    here = [sign for sign in kept if sign in label.people]
    there = [sign for sign in kept if sign not in label.people]
    texts: Written = [(label.name_style, f"{label.lead}{name}{label.cost}"), ("", " " * gap)]
    texts += [(sign.style, sign.short) for sign in there]
    if here:
        texts += [("", " " * (room - gap - len(name))), *((sign.style, sign.short) for sign in here)]
    return _within(texts, width)


def _width(signs: Sequence[MapSign]) -> int:
    return sum(width_of(sign.short) for sign in signs)


def _heading(label: Label, width: int) -> Written:
    """The name on the left, the terrain on the right: in a word, as a sign, or not at all."""
    name = f"{label.lead}{label.name}"
    left = cut(name, max(1, width - len(label.cost))) + label.cost
    for word in (label.terrain.long, label.terrain.short):
        gap = width - width_of(left) - width_of(word)
        if gap >= 1:
            return [(label.name_style, left), ("", " " * gap), (label.terrain.style, word)]
    left = name[: max(1, width - len(label.cost) - 1)] + label.cost
    return _within([(label.name_style, left), (label.terrain.style, label.terrain.short)], width)


def _flow(signs: Sequence[MapSign], width: int, in_words: int) -> list[Written]:
    """One after the other, the first so many in words, on as many rows as it takes."""
    rows: list[Written] = []
    left = 0
    for at, sign in enumerate(signs):
        text = cut(sign.long if at < in_words and width_of(sign.long) <= width else sign.short, width)
        if rows and width_of(text) + 1 <= left:
            rows[-1] += [("", " "), (sign.style, text)]
            left -= width_of(text) + 1
        else:
            rows.append([(sign.style, text)])
            left = width - width_of(text)
    return rows


def _within(texts: Written, width: int) -> Written:
    kept: Written = []
    for style, text in texts:
        part = cut(text, width)
        width -= width_of(part)
        kept.append((style, part))
    return kept
