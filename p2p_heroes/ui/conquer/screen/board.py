"""A player's board on the full screen: everything on it with a mark, and what is pointed at explained.

Marks: `*` is had, `+` could be had now, `-` is locked and says why, `x` is somebody
else's. Where there is room every structure and artefact has a line of its own with what
it does; else they stand side by side, and the explanation of one is at the foot.
"""

from __future__ import annotations

from functools import partial

from p2p_heroes.games.conquer.decisions import Collect, Decision, Hunt, Seize
from p2p_heroes.games.conquer.resources import RESOURCES
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS
from p2p_heroes.ui.conquer import explain
from p2p_heroes.ui.conquer.names import name_of
from p2p_heroes.ui.conquer.screen.entries import rows_of
from p2p_heroes.ui.conquer.words import place
from p2p_heroes.ui.kit.entries import EntryBoard, Key
from p2p_heroes.ui.kit.scene import Scene
from p2p_heroes.ui.kit.text import Line

ROOMY = 72
"""From so many columns on a line can also say what a thing does."""

EXPLAINED = (
    "On a board: * stands or is yours, + can be had now, - cannot yet, and why, x is somebody else's; 2p is "
    "2 points; in the line of monsters > is the next one. A number in brackets behind a resource is how many "
    "you must have had at once for the next points.",
)


NEXT = "F3 next player"


def draw(scene: Scene[Decision], table: Table, width: int, height: int) -> list[Line]:
    """The board of the player who is watched."""
    seat = scene.watched
    rows = list(rows_of(table, seat, scene.names, width, is_long=width >= ROOMY))
    if len(rows) + 1 > height:
        rows = list(rows_of(table, seat, scene.names, width, is_long=False))
    marked = scene.form.marked if scene.form is not None and seat == scene.own else None
    about = meant(table, seat, marked) if marked is not None else None
    board = EntryBoard(_name(scene, table), NEXT, rows, partial(explained, table, seat), about)
    return board.draw(scene, width, height)


def _name(scene: Scene[Decision], table: Table) -> str:
    seat = scene.watched
    region = table.players[seat].region
    where = f"in {place(region)}" if region is not None else "nowhere yet"
    whose = " (you)" if seat == scene.own else ""
    return f"{scene.names[seat]}{whose}: {name_of(table.boards[seat].name)}, {where}"


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


def explained(table: Table, seat: int, key: Key) -> str:
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
