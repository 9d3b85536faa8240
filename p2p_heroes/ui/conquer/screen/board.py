"""A player's board on the full screen: everything on it with a mark, and what is pointed at explained.

Marks: `*` is had, `+` could be had now, `-` is locked and says why, `x` is somebody
else's. Where there is room every structure and artefact has a line of its own with what
it does; else they stand side by side, and the explanation of one is at the foot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from p2p_heroes.games.conquer.decisions import Collect, Decision, Hunt, Seize
from p2p_heroes.games.conquer.resources import RESOURCES
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS
from p2p_heroes.ui.conquer import explain
from p2p_heroes.ui.conquer.names import name_of
from p2p_heroes.ui.conquer.screen.entries import Key, Row, rows_of
from p2p_heroes.ui.conquer.words import place
from p2p_heroes.ui.kit.text import Line, clipped, cut, fitted, folded, width_of

if TYPE_CHECKING:
    from p2p_heroes.ui.screen.screen_state import ScreenState

ROOMY = 72
"""From so many columns on a line can also say what a thing does."""

EXPLAINED = (
    "On a board: * stands or is yours, + can be had now, - cannot yet, and why, x is somebody else's; 2p is "
    "2 points; in the line of monsters > is the next one. A number in brackets behind a resource is how many "
    "you must have had at once for the next points.",
)


def pane(scene: ScreenState, width: int, height: int) -> list[Line]:
    """The board of the player who is watched."""
    table, seat = scene.view, scene.watched
    assert isinstance(table, Table)
    rows = list(rows_of(scene, table, width, is_long=width >= ROOMY))
    if len(rows) + 1 > height:
        rows = list(rows_of(scene, table, width, is_long=False))
    keys = list(dict.fromkeys(entry.key for row in rows for entry in row if entry.key is not None))
    marked = _marked(scene, table, keys)
    foot = _foot(table, seat, marked, width, height)
    room = max(1, height - 1 - len(foot))
    start = _start(scene, rows, marked, room)
    shown = [_line(scene, row, keys, marked, width) for row in rows[start : start + room]]
    blank: list[Line] = [[] for _ in range(room - len(shown))] if foot else []
    return [_heading(scene, table, width, start, room, len(rows)), *shown, *blank, *foot][:height]


def _heading(scene: ScreenState, table: Table, width: int, start: int, room: int, rows: int) -> Line:
    seat = scene.watched
    region = table.players[seat].region
    where = f"in {place(region)}" if region is not None else "nowhere yet"
    whose = " (you)" if seat == scene.own else ""
    name = f"{scene.names[seat]}{whose}: {name_of(table.boards[seat].name)}, {where}"
    further = f"PgDn {min(start + room, rows)}/{rows}" if rows > room else ""
    for hint in (f"F3 next player  {further}".rstrip(), further):
        left = width - width_of(hint) - 2
        if width_of(name) <= left:
            return [("class:heading", fitted(name, left)), ("class:meaning", f"  {hint}")]
    return [("class:heading", cut(name, width))]


def _start(scene: ScreenState, rows: Sequence[Row], marked: Key | None, room: int) -> int:
    """Where the person has scrolled to; else so that what is marked can be seen."""
    last = max(0, len(rows) - room)
    scene.scrolled = min(scene.scrolled, last)
    if scene.scrolled or marked is None:
        return scene.scrolled
    at = next((at for at, row in enumerate(rows) if any(entry.key == marked for entry in row)), 0)
    return 0 if at < room else min(at - room // 2, last)


def _line(scene: ScreenState, row: Row, keys: Sequence[Key], marked: Key | None, width: int) -> Line:
    line: Line = []
    for entry in row:
        if entry.key is None:
            line.append((entry.style, entry.text))
            continue

        def point(at: int = keys.index(entry.key)) -> None:
            scene.pointed = at

        style = "class:marked" if entry.key == marked else entry.style
        line.append((style, entry.text, point))
    return clipped(line, width)


def _foot(table: Table, seat: int, marked: Key | None, width: int, height: int) -> list[Line]:
    """What is marked, in full; never more than a third of the pane."""
    if marked is None:
        return []
    lines = folded(about(table, seat, marked), width)
    most = max(2, height // 3)
    if len(lines) > most:
        lines = [*lines[: most - 1], cut(" ".join(line.strip() for line in lines[most - 1 :]), width)]
    rule: list[Line] = [[("class:meaning", "-" * width)]] if height >= 16 else []
    told: list[Line] = [[("", line)] for line in lines]
    return [*rule, *told]


# What is marked.


def _marked(scene: ScreenState, table: Table, keys: Sequence[Key]) -> Key | None:
    """What was pointed at, or what the choice under the cursor of the form is about."""
    if scene.pointed is not None and keys:
        return keys[scene.pointed % len(keys)]
    if scene.form is None or scene.watched != scene.own:
        return None
    decision = scene.form.marked
    key = meant(table, scene.watched, decision) if isinstance(decision, Decision) else None
    return key if key in keys else None


def meant(table: Table, seat: int, decision: Decision) -> Key | None:
    """Which entry of the board a decision is about, if one."""
    match decision:
        case Hunt(power, _):
            return ("monster", str(power))
        case Collect():
            return ("artefact", str(table.players[seat].region))
        case Seize(region):
            return ("artefact", str(region))
    board = table.boards[seat]
    for part in decision.form.parts:
        value = getattr(decision, part.name)
        if isinstance(value, str) and value in board.structure_index:
            return ("structure", value)
        if isinstance(value, str) and value in board.unit_index:
            return ("unit", value)
    return None


def about(table: Table, seat: int, key: Key) -> str:
    """An entry explained in full."""
    kind, name = key
    match kind:
        case "structure":
            return explain.structure(table, seat, name)
        case "unit":
            return explain.unit(table, seat, name)
        case "artefact":
            return explain.artefact(table, seat, BY_WORD[name])
        case "monster":
            return explain.monster(table, seat, int(name))
    return explain.resource(table, seat, next(one for one in RESOURCES if str(one) == name))


BY_WORD = {str(region): region for region in ARTEFACT_REGIONS}
