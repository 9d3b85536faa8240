"""List every value of Write & Conquer that is not printed in the rulebooks but reconstructed.

    python -m scripts.tools.conquer.list_reconstructed

prints a table for the map, one for the monster line, and one per faction. The
values are read from the boards themselves, so the list is never out of date;
docs/rulings.md tells what the reconstruction had to fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import TypeAlias

from p2p_heroes.games.conquer.faction import Artefact, Board, Costs, Detail, Structure, Unit
from p2p_heroes.games.conquer.factions import FACTIONS
from p2p_heroes.games.conquer.monsters import MONSTERS, Monster
from p2p_heroes.games.conquer.resources import named
from p2p_heroes.games.conquer.world import PLACES, Fortress, Place
from p2p_heroes.games.kit.effects import Hooks

Entry: TypeAlias = Artefact | Costs | Detail | Monster | Place | Structure | Unit

MAP = "map"
COINED = "coined"
"""Stands for a whole entry that is ours."""

BUNDLES = ("price", "resources")


@dataclass(frozen=True, slots=True)
class Marked:
    """One entry that can say what about it is reconstructed: where it is printed, and what it is called."""

    sheet: str
    name: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """One value that is ours."""

    sheet: str
    name: str
    field: str
    value: str


def entries() -> Iterator[Marked]:
    """Everything that carries `guessed`, in the order in which it is printed."""
    for region, place in PLACES.items():
        yield Marked(MAP, str(region), place)
    for monster in MONSTERS:
        yield Marked("monsters", f"power {monster.power}", monster)
    for board in FACTIONS:
        yield from _of_board(board)


def _of_board(board: Board) -> Iterator[Marked]:
    for unit in board.units:
        yield Marked(board.name, unit.name, unit)
    for structure in board.structures:
        yield Marked(board.name, structure.name, structure)
    for artefact in board.artefacts:
        yield Marked(board.name, f"artefact of {artefact.region}", artefact)
    yield Marked(board.name, "movement", board.costs)
    # The line and the map of all boards are listed by themselves.
    for monster in board.monsters:
        if monster not in MONSTERS:
            yield Marked(board.name, f"monster of power {monster.power}", monster)
    for region, place in board.places.items():
        if place is not PLACES[region]:
            yield Marked(board.name, f"map: {region}", place)
    for detail in board.details:
        yield Marked(board.name, detail.name, detail)


def reconstructed() -> Iterator[Reconstruction]:
    """Every value marked as reconstructed. All borders of the map are, so no region says it."""
    for marked in entries():
        borders = ("borders",) if marked.sheet == MAP else ()
        for field in (*marked.entry.guessed, *borders):
            yield Reconstruction(marked.sheet, marked.name, field, _value(marked.entry, field))


def misnamed(marked: Marked) -> list[str]:
    """What an entry calls reconstructed and does not have."""
    known = set(marked.entry.__struct_fields__) - {"guessed"} | {COINED}
    return [field for field in marked.entry.guessed if field not in known]


def _value(entry: Entry, field: str) -> str:
    if field == COINED:
        return "all of it"
    value = getattr(entry, field)
    if field in BUNDLES and isinstance(value, tuple):
        return _amounts(named(value))
    if isinstance(entry, Artefact | Structure) and field == "effects":
        return ", ".join(map(_effect, entry.effects)) or "in the rules of its faction"
    return _plain(value)


def _effect(effect: Hooks) -> str:
    name = type(effect).__name__
    if not effect.__struct_fields__:
        return name
    parts = (getattr(effect, name) for name in effect.__struct_fields__)
    return f"{name}({', '.join(map(_plain, parts))})"


def _plain(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Fortress():
            return f"power {value.power}, {value.points} points, {_amounts(named(value.resources))}"
        case (str(name), int(count)):
            return f"{count} {name}"
        case tuple():
            return " or ".join(map(_plain, value)) or "none"
        case Enum() if not isinstance(value, int):
            return str(value.value)
    return str(value)


def _amounts(amounts: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{count} {name}" for name, count in amounts) or "nothing"


def table(found: list[Reconstruction]) -> Iterator[str]:
    """The lines of one sheet; a name is said once."""
    widths = max(len(one.name) for one in found), max(len(one.field) for one in found)
    last = ""
    for one in found:
        name = "" if one.name == last else one.name
        last = one.name
        yield f"  {name:<{widths[0]}}  {one.field:<{widths[1]}}  {one.value}".rstrip()


def main() -> None:
    for sheet, group in groupby(reconstructed(), key=lambda one: one.sheet):
        found = list(group)
        print(f"{sheet}: {len(found)} values", *table(found), "", sep="\n")


if __name__ == "__main__":
    main()
