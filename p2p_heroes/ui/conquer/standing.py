"""How far a player is with everything on a board: what stands, what can be had now, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from p2p_heroes.games.conquer.building import (
    Building,
    BuildingStarts,
    has_units,
    is_built,
    is_level_lifted,
    ways_to_build,
)
from p2p_heroes.games.conquer.collecting import deeds_done, fulfils, terms_of
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import HIGHEST_LEVEL, ArtefactTerms, Deed, Structure
from p2p_heroes.games.conquer.planning import ActionStarts
from p2p_heroes.games.conquer.resources import NOTHING, Bundle, bundle, covers, minus, named
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.visiting import is_artefact_free
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.games.kit.refusals import Reason
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import name_of, names_of, some
from p2p_heroes.ui.conquer.refusals import refused
from p2p_heroes.ui.kit.words import joined


class StandingMark(Enum):
    """The sign is shown, and says the same as the colour."""

    HELD = "*"
    WITHIN_REACH = "+"
    LOCKED = "-"
    GONE = "x"


@dataclass(frozen=True, slots=True)
class Standing:
    """`why`: what keeps a thing from being had, in a few words; nothing if nothing does."""

    mark: StandingMark
    why: str = ""
    price: Bundle = NOTHING


def of_structure(table: Table, seat: int, structure: Structure) -> Standing:
    """Whatever the level of an action is; `building_level` tells that."""
    if is_built(table, seat, structure.name):
        return Standing(StandingMark.HELD, price=structure.price)
    price = _price(table, seat, structure)
    why = _obstacle(table, seat, structure) or _lacking(table, seat, structure, price)
    return Standing(StandingMark.LOCKED if why else StandingMark.WITHIN_REACH, why, price)


def _obstacle(table: Table, seat: int, structure: Structure) -> str:
    met = not structure.needs or any(is_built(table, seat, name) for name in structure.needs)
    if not fold(Effect.needs_met, table, seat, met, structure):
        return f"needs {' or '.join(map(name_of, structure.needs))}"
    barred: Reason | None = fold(Effect.structure_barred, table, seat, None, structure)
    return refused(barred) if barred else ""


def _price(table: Table, seat: int, structure: Structure) -> Bundle:
    """The cheapest there is, of those that can be paid if any can."""
    is_somewhere = table.players[seat].region is not None
    prices = [price for _, price in ways_to_build(table, seat, structure)] if is_somewhere else []
    if not prices:
        usual: tuple[Bundle, ...] = (structure.price,)
        prices = [*fold(Effect.structure_prices, table, seat, usual, structure, None)]
    stock = table.players[seat].stock
    return min(prices, key=lambda price: (not covers(stock, price), sum(price)))


def _lacking(table: Table, seat: int, structure: Structure, price: Bundle) -> str:
    player, board = table.players[seat], table.boards[seat]
    wood, iron, gold = minus(price, player.stock)
    short = bundle(wood=max(0, wood), iron=max(0, iron), gold=max(0, gold))
    missing = [f"{count} {name}" for name, count in named(short)]
    missing += [
        some(name, count - player.units[board.unit_index[name]])
        for name, count in structure.tribute
        if not has_units(table, seat, ((name, count),))
    ]
    if missing:
        return f"lacks {', '.join(missing)}"
    # What is not paid for in resources may be had in a way of its own.
    is_here = not any(structure.price) or player.region is None or ways_to_build(table, seat, structure)
    return "" if is_here else "not in this region"


def building_level(table: Table, seat: int) -> int | None:
    """Up to which level the seat can build in this round's action, if there is one now or to come."""
    for stage in table.agenda:
        match stage:
            case Building():
                return stage.level_for(table, seat)
            case BuildingStarts(level):
                return _raised(table, seat, level + table.players[seat].raised)
            case ActionStarts("build", level):
                return _raised(table, seat, level)
    return None


def _raised(table: Table, seat: int, level: int) -> int:
    return HIGHEST_LEVEL if is_level_lifted(table, seat) else level


def of_artefact(table: Table, seat: int, region: Region) -> Standing:
    """Whether the seat has it, could have it, or what it still has to do."""
    owner = next((who for who, player in enumerate(table.players) if player.owns(region)), None)
    if owner is not None:
        return Standing(StandingMark.HELD if owner == seat else StandingMark.GONE)
    if not is_artefact_free(table, region, seat):
        return Standing(StandingMark.GONE, "kept from you")
    is_fulfilled = any(fulfils(table, seat, way) for way in terms_of(table, seat, region))
    return Standing(
        StandingMark.WITHIN_REACH if is_fulfilled else StandingMark.LOCKED, progress_of(table, seat, region)
    )


DEEDS = {
    Deed.FOUNDATIONS: "{} foundations",
    Deed.VICTORIES: "{} victories",
    Deed.MOUNTAINS: "{} mountains",
}


def progress_of(table: Table, seat: int, region: Region) -> str:
    """How far the seat is with the artefact of a region, whatever way it takes."""
    return " or ".join(progress(table, seat, way) for way in terms_of(table, seat, region))


def progress(table: Table, seat: int, terms: ArtefactTerms) -> str:
    """How much of what an artefact asks for is there: "2/4 mountains"."""
    player, board = table.players[seat], table.boards[seat]
    stock = dict(named(player.stock))
    parts = [f"{stock.get(name, 0)}/{count} {name}" for name, count in named(terms.price)]
    parts += [
        f"{player.units[board.unit_index[name]]}/{count} {names_of(name)}" for name, count in terms.tribute
    ]
    if terms.deed is not None:
        asked = LORE[board.name].deeds.get(terms.deed, DEEDS[terms.deed])
        parts.append(asked.format(f"{deeds_done(table, seat, terms.deed)}/{terms.times}"))
    return joined(parts)
