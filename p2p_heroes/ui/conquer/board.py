"""A player's own board as text: what there is, what can be had, and the points so far."""

from collections.abc import Iterator, Sequence
from statistics import mode

from p2p_heroes.games.conquer.army import unit_power
from p2p_heroes.games.conquer.building import has_units, is_built, missing
from p2p_heroes.games.conquer.collecting import terms_of
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import HIGHEST_LEVEL, Structure
from p2p_heroes.games.conquer.moving import entry_costs
from p2p_heroes.games.conquer.recruiting import recruitable, unit_price
from p2p_heroes.games.conquer.resources import covers
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, REGIONS
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.ui.conquer.effects import effect, of_artefact, of_structure, terms
from p2p_heroes.ui.conquer.explain import worth
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import name_of, some, units
from p2p_heroes.ui.conquer.scores import score_rows
from p2p_heroes.ui.conquer.words import place, places, resources
from p2p_heroes.ui.kit.words import joined, points


def status(table: Table, seat: int) -> str:
    """What a seat needs to know before any choice, in one line."""
    player = table.players[seat]
    where = f" in {place(player.region)}" if player.region is not None else ""
    army, total = units(_army(table, seat), none="no units"), points(score_of(table, seat).total)
    return f"You{where} have {resources(player.stock)}; {army}; {total}.{_company(table, seat)}"


def _company(table: Table, seat: int) -> str:
    """Who else is in the region, and with what: they may want to fight."""
    here = table.players[seat].region
    others = [
        at for at, player in enumerate(table.players) if at != seat and player.region is here is not None
    ]
    told = [
        f"{name_of(table.boards[at].name)} with {units(_army(table, at), none='no units')}" for at in others
    ]
    return f" Also here: {joined(told)}." if told else ""


def _army(table: Table, seat: int) -> tuple[tuple[str, int], ...]:
    counted = zip(table.boards[seat].units, table.players[seat].units, strict=True)
    return tuple((unit.name, count) for unit, count in counted if count)


def board(table: Table, seat: int, names: Sequence[str]) -> list[str]:
    """The whole board of a seat."""
    faction, player = table.boards[seat], table.players[seat]
    lore = LORE[faction.name]
    where = f"in {place(player.region)}" if player.region is not None else "nowhere yet"
    return [
        f"{names[seat]}: {name_of(faction.name)}, {where}",
        f"  {lore.idea}",
        *(f"  - {effect(one)}" for one in faction.nature),
        f"Resources: {resources(player.stock)}",
        *own_block(table, seat),
        "Units:",
        *(f"  {line}" for line in _units(table, seat)),
        f"Movement points to enter: {entering(table, seat)}",
        "Structures (* built, + affordable now if the level allows):",
        *(f"  {_structure(table, seat, structure)}" for structure in faction.structures),
        f"Foundations: {_foundations(table, seat)}",
        f"Fortresses: {_fortresses(table, seat)}",
        "Artefacts:",
        *(f"  {line}" for line in _artefacts(table, seat)),
        f"Monsters by power (* beaten): {_monsters(table, seat)}",
        f"Points so far: {score_of(table, seat).total}",
    ]


def own_block(table: Table, seat: int) -> list[str]:
    """What only this faction has."""
    lore = LORE[table.boards[seat].name]
    return [*lore.own(table.players[seat].own), *lore.shows(table, seat)]


def _units(table: Table, seat: int) -> Iterator[str]:
    can_recruit = recruitable(table, seat)
    for at, unit in enumerate(table.boards[seat].units):
        army = some(unit.name, table.players[seat].units[at])
        price = f", {unit_price(table, seat, unit.name)} gold each" if unit.name in can_recruit else ""
        yield f"{army}, power {unit_power(table, seat, at)}{price}"


def _structure(table: Table, seat: int, structure: Structure) -> str:
    cost = [resources(structure.price)] if any(structure.price) else []
    cost += [some(*part) for part in structure.tribute]
    facts = [*([joined(cost)] if cost else []), *([points(structure.points)] if structure.points else [])]
    facts += [f"needs {' or '.join(map(name_of, structure.needs))}"] if structure.needs else []
    mark, does = _mark(table, seat, structure), of_structure(table.boards[seat], structure)
    told = f" ({'; '.join(facts)})" if facts else ""
    return f"{mark} {name_of(structure.name)}, level {structure.level}{told}: {does}"


def _mark(table: Table, seat: int, structure: Structure) -> str:
    if is_built(table, seat, structure.name):
        return "*"
    met = not missing(table, seat, structure, HIGHEST_LEVEL)
    prices = fold(Effect.structure_prices, table, seat, (structure.price,), structure, None)
    stock = table.players[seat].stock
    paid = has_units(table, seat, structure.tribute) and any(covers(stock, price) for price in prices)
    return "+" if met and paid else "-"


def entering(table: Table, seat: int) -> str:
    """The cost of every terrain, through portals or not; then where it is another."""
    costs, regions = entry_costs(table, seat, by_portal=False), table.realm.regions
    usual = {
        terrain: mode(costs[region] for region in regions if table.terrain[region] is terrain)
        for terrain in {table.terrain[region] for region in regions}
    }
    told = [f"{terrain} {cost}" for cost, terrain in sorted((cost, str(one)) for one, cost in usual.items())]
    odd = [region for region in regions if costs[region] != usual[table.terrain[region]]]
    for cost in sorted({costs[region] for region in odd}):
        told.append(f"{cost} in {places(region for region in odd if costs[region] == cost)}")
    return ", ".join(told)


def _foundations(table: Table, seat: int) -> str:
    return joined([f"{place(r)} {level}" for r, level in table.players[seat].foundations]) or "none"


def _fortresses(table: Table, seat: int) -> str:
    seized = [region for region in REGIONS if table.players[seat].fortresses >> region & 1]
    return joined([place(region) for region in seized]) or "none"


def _artefacts(table: Table, seat: int) -> Iterator[str]:
    board = table.boards[seat]
    deeds = LORE[board.name].deeds
    for at, region in enumerate(ARTEFACT_REGIONS):
        owner = next((who for who, player in enumerate(table.players) if player.owns(region)), None)
        ways = " or ".join(terms(asked, deeds) for asked in terms_of(table, seat, region))
        state = {None: f"for {ways}", seat: "yours"}.get(owner, "somebody else's")
        yield f"{place(region)}, {state}: {of_artefact(board, board.artefacts[at])}"


def _monsters(table: Table, seat: int) -> str:
    board, beaten = table.boards[seat], table.players[seat].monsters
    return "; ".join(
        f"{'*' if beaten >> at & 1 else ''}{monster.power} for {worth(board.name, monster)}"
        for at, monster in enumerate(board.monsters)
    )


def score(table: Table, seat: int, names: Sequence[str]) -> list[str]:
    """The boxes of every seat if the game ended now."""
    return score_rows([score_of(table, who) for who in range(len(names))], names)
