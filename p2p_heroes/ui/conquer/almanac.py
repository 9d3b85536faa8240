"""One page per faction, made of its board and its lore: what the printed board would tell."""

from __future__ import annotations

from p2p_heroes.games.conquer.faction import MILESTONES, USUAL_TERMS, Board, Structure, Unit
from p2p_heroes.games.conquer.monsters import MONSTERS
from p2p_heroes.games.conquer.world import PLACES, TERRAINS, Place
from p2p_heroes.ui.conquer.effects import effect, of_artefact, of_structure, terms
from p2p_heroes.ui.conquer.explain import recruited_with, worth
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import goods, name_of, some
from p2p_heroes.ui.conquer.words import place, resources
from p2p_heroes.ui.kit.pages import EFFECT, Block, Page, Points, TextTable
from p2p_heroes.ui.kit.words import joined, points


def page(board: Board) -> Page:
    """Everything that is special about a faction."""
    lore = LORE[board.name]
    blocks: list[Block] = [lore.idea]
    if board.nature:
        blocks.append(Points("Always", tuple(map(effect, board.nature))))
    blocks += [_units(board), _movement(board), _structures(board), _artefacts(board)]
    blocks += _differences(board)
    if lore.rules:
        blocks.append(Points("Own questions", tuple(f"{kind}: {rule}" for kind, rule in lore.rules.items())))
    return Page(board.name, name_of(board.name), tuple(blocks), lore.source)


def _units(board: Board) -> TextTable:
    head = ("unit", "power", "price", "at the start", "recruited with")
    return TextTable("Units", head, tuple(_unit(board, unit) for unit in board.units))


def _unit(board: Board, unit: Unit) -> tuple[str, ...]:
    sources = " or ".join(map(name_of, recruited_with(board, unit.name)))
    price = f"{unit.price} gold" if sources else ""
    return (name_of(unit.name), str(unit.power), price, str(unit.start or ""), sources)


def _movement(board: Board) -> str:
    costs = zip(TERRAINS, board.costs.by_terrain, strict=True)
    return f"Movement points to enter: {', '.join(f'{terrain} {cost}' for terrain, cost in costs)}."


def _structures(board: Board) -> TextTable:
    head = ("structure", "level", "price", "points", "needs", EFFECT)
    return TextTable("Structures", head, tuple(_structure(board, one) for one in board.structures))


def _structure(board: Board, one: Structure) -> tuple[str, ...]:
    price = [resources(one.price)] if any(one.price) else []
    price += [some(*part) for part in one.tribute]
    if one.name in board.standing:
        price = ["stands from the start"]
    needs = " or ".join(map(name_of, one.needs))
    does = of_structure(board, one)
    return (name_of(one.name), str(one.level), joined(price), str(one.points or ""), needs, does)


def _artefacts(board: Board) -> TextTable:
    deeds = LORE[board.name].deeds
    rows = tuple(
        (place(one.region), terms(one.terms or USUAL_TERMS[one.region], deeds), of_artefact(board, one))
        for one in board.artefacts
    )
    return TextTable("Artefacts", ("artefact of", "for", EFFECT), rows)


def _differences(board: Board) -> list[Block]:
    """What other boards print in the same way, and this one does not."""
    found = []
    if board.milestones != MILESTONES:
        values = joined([f"{value} ({points(more)})" for value, more in board.milestones])
        found.append(f"having had so many of a resource counts at {values or 'no number'}")
    if board.monsters != MONSTERS:
        unusual = [one for one in board.monsters if one not in MONSTERS]
        found += [f"a monster of power {one.power}: {worth(board.name, one)}" for one in unusual]
    for region, printed in board.places.items():
        if printed != PLACES[region]:
            found.append(f"{place(region)} holds {_holds(board, printed)}")
    return [Points("Printed otherwise", tuple(found))] if found else []


def _holds(board: Board, printed: Place) -> str:
    held = goods(board.name, printed.resources)
    if printed.fortress is not None:
        spoils = [points(printed.fortress.points), *goods(board.name, printed.fortress.resources)]
        held.append(f"a fortress of power {printed.fortress.power} ({', '.join(spoils)})")
    held += ["a foundation"] if printed.foundation else []
    held += ["an artefact"] if printed.artefact else []
    held += ["a portal"] if printed.portal else []
    return joined(held) or "nothing"
