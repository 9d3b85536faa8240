"""F1: the question that stands and the rule behind it, the keys, the signs; or the rules, looked up."""

from collections.abc import Callable, Sequence

from p2p_heroes.ui.kit.text import Line, folded
from p2p_heroes.ui.screen.screen_state import ScreenState

CHOOSING = (
    "Type a choice, or its beginning, and the list is narrowed; Tab completes it. Up and Down mark a choice, "
    "Enter picks it, Enter again makes it final; Esc takes it back, and closes this help. Left and Right "
    "change a number, or go through what there is of one kind; Home and End go as far as possible."
)
TURNING = (
    "Tab on an empty line turns to the next of them, Shift-Tab back. PgUp and PgDn scroll. The mouse works, "
    "too: click a choice, click it again to pick it, click a tab, turn the wheel. Ctrl-P and Ctrl-N bring "
    "back typed lines."
)
WORDS = (
    "  rules WORDS     look something up in the rules; rules alone lists the topics",
    "  leave           go now; your seat waits, and the game can be resumed",
    "  resign          give up your seat for good; asks back",
    "  forfeit NAME    ask to go on without NAME once the table's patience is over; asks back",
    "  keep NAME       take that back",
)
FAIR = (
    "Nobody can cheat here: before anybody opens a sealed choice, everybody has signed which seals they "
    "hold. F5 shows it as it happens."
)
WALK = (
    "This is a recorded game, checked once more from its first message to its last. Left and Right go a step "
    "back or on, PgUp and PgDn a round, Home and End to the beginning or the end, a number and Enter to that "
    "round. All is shown as it was after the step, the story as far as it had come; F5 has the seals of the "
    "step. Up, Down and the wheel scroll. q leaves, Ctrl-Z stops until fg."
)
"""How to look at a recorded game."""
POINTING = " On {} Ctrl-Up and Ctrl-Down, or a click, choose what is explained."

READABLE = 100
"""Columns of what is looked up in the rules, at most."""

BACK = "F1: the help. Esc closes it."


def guide(scene: ScreenState, width: int, height: int) -> list[Line]:
    """Scrolled down by as much as the person wants."""
    lines = _explained(scene, width) if scene.looked_up is None else _read(scene.looked_up, width)
    scene.scrolled = max(0, min(scene.scrolled, len(lines) - height))
    return lines[scene.scrolled : scene.scrolled + height]


def _read(looked_up: Callable[[int], Sequence[str]], width: int) -> list[Line]:
    """What was looked up in the rules, wrapped once: for this very width, and none that is hard to read."""
    title, *lines = looked_up(min(width, READABLE))
    told = _styled("class:question", title, width)
    return [*told, *_paragraphs(lines, width), [], *_styled("class:meaning", BACK, width)]


def _explained(scene: ScreenState, width: int) -> list[Line]:
    lines: list[Line] = []
    if scene.form is not None:
        asked, *about = scene.form.question.split("\n")
        lines += [*_styled("class:question", asked, width), *_paragraphs(about, width)]
        marked = scene.form.rows[scene.form.at] if scene.form.rows else None
        if marked is not None and marked.meaning:
            lines += _styled("class:meaning", f"Marked: {marked.text}: {marked.meaning}", width)
        lines.append([])
        lines += _paragraphs(_rule(scene), width)
    lines += _paragraphs(_keys(scene), width)
    signs = scene.ui.signs if scene.ui is not None else ()
    return [*lines, *_paragraphs(["", *signs] if signs else [], width)]


def _keys(scene: ScreenState) -> list[str]:
    """What the keys do and which words are understood, with the game's own tabs."""
    pointing = POINTING.format(" and ".join(scene.panes)) if scene.panes else ""
    if scene.replayed:
        return [WALK, "", _tabs(scene), f"Tab turns to the next of them, Shift-Tab back.{pointing}"]
    return [
        *(CHOOSING, "", _tabs(scene), f"{TURNING}{pointing}", ""),
        "Words that are understood at any time:",
        "  say TEXT        talk to the others",
        "  who             who is here, and whom the table waits for",
        *(f"  {f'{tab} NAME':16}somebody's {tab}" for tab, pane in scene.panes.items() if pane.is_of_seat),
        *(*WORDS, "", FAIR),
    ]


def _tabs(scene: ScreenState) -> str:
    """Which key turns to which tab, help first."""
    more = {tab: " (again: the next player's)" for tab, pane in scene.panes.items() if pane.is_of_seat}
    more["table"] = " and story"
    keys = sorted(scene.tabs.items(), key=lambda item: item[1])
    return "   ".join(f"F{key} {tab}{more.get(tab, '')}" for tab, key in keys)


def _rule(scene: ScreenState) -> list[str]:
    """What is behind the question, and a line between it and the keys."""
    said = scene.ui.rule(scene.kind) if scene.ui is not None else []
    return [*said, ""] if said else []


def _paragraphs(texts: Sequence[str], width: int) -> list[Line]:
    return [line for text in texts for line in _styled("", text, width)]


def _styled(style: str, text: str, width: int) -> list[Line]:
    return [[(style, line)] for line in folded(text, width)]
