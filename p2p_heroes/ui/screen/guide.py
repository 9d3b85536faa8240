"""F1: the question that stands and the rule behind it, the keys, the signs; or the rules, looked up."""

from collections.abc import Callable, Sequence

from p2p_heroes.ui.kit.text import Line, folded
from p2p_heroes.ui.screen.screen_state import ScreenState

HELP = (
    "Type a choice, or its beginning, and the list is narrowed; Tab completes it. Up and Down mark a choice, "
    "Enter picks it, Enter again makes it final; Esc takes it back, and closes this help. Left and Right "
    "change a number, or go through what there is of one kind; Home and End go as far as possible.",
    "",
    "F1 help   F2 map   F3 board (again: the next player's)   F4 table and story   F5 fairness",
    "Tab on an empty line turns to the next of them, Shift-Tab back. PgUp and PgDn scroll. The mouse works, "
    "too: click a choice, click it again to pick it, click a tab, turn the wheel. Ctrl-P and Ctrl-N bring "
    "back typed lines. On a board or the map Ctrl-Up and Ctrl-Down, or a click, choose what is explained.",
    "",
    "Words that are understood at any time:",
    "  say TEXT        talk to the others",
    "  who             who is here, and whom the table waits for",
    "  board NAME      somebody's board",
    "  rules WORDS     look something up in the rules; rules alone lists the topics",
    "  leave           go now; your seat waits, and the game can be resumed",
    "  resign          give up your seat for good; asks back",
    "  forfeit NAME    ask to go on without NAME once the table's patience is over; asks back",
    "  keep NAME       take that back",
    "",
    "Nobody can cheat here: before anybody opens a sealed choice, everybody has signed which seals they "
    "hold. F5 shows it as it happens.",
)

WALK = (
    "This is a recorded game, checked once more from its first message to its last. Left and Right go a step "
    "back or on, PgUp and PgDn a round, Home and End to the beginning or the end, a number and Enter to that "
    "round. Map and boards are shown as they were after the step, the story as far as it had come; F5 has "
    "the seals of the step. Up, Down and the wheel scroll. q leaves, Ctrl-Z stops until fg.",
    "",
    "F1 help   F2 map   F3 board (again: the next player's)   F4 table and story   F5 fairness",
    "Tab turns to the next of them, Shift-Tab back. On a board or the map Ctrl-Up and Ctrl-Down, or a click, "
    "choose what is explained.",
)
"""How to look at a recorded game."""

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
    lines += _paragraphs(WALK if scene.replayed else HELP, width)
    signs = scene.face.signs if scene.face is not None else ()
    return [*lines, *_paragraphs(["", *signs] if signs else [], width)]


def _rule(scene: ScreenState) -> list[str]:
    """What is behind the question, and a line between it and the keys."""
    said = scene.face.rule(scene.kind) if scene.face is not None else []
    return [*said, ""] if said else []


def _paragraphs(texts: Sequence[str], width: int) -> list[Line]:
    return [line for text in texts for line in _styled("", text, width)]


def _styled(style: str, text: str, width: int) -> list[Line]:
    return [[(style, line)] for line in folded(text, width)]
