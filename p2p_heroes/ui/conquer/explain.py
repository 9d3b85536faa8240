"""Whatever stands on a board, explained in full: its price, what it does, and how far its player is."""

from __future__ import annotations

from p2p_heroes.games.conquer.army import unit_power
from p2p_heroes.games.conquer.collecting import terms_of
from p2p_heroes.games.conquer.effects import Recruits
from p2p_heroes.games.conquer.faction import Board, Structure
from p2p_heroes.games.conquer.monsters import Monster
from p2p_heroes.games.conquer.recruiting import recruit_prices, recruitable
from p2p_heroes.games.conquer.resources import Resource
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, Region
from p2p_heroes.ui.conquer import standing
from p2p_heroes.ui.conquer.effects import of_artefact, of_structure, terms
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import beneath, name_of, some
from p2p_heroes.ui.conquer.standing import StandingMark
from p2p_heroes.ui.conquer.words import place, resources
from p2p_heroes.ui.kit.words import joined, points


def structure(table: Table, seat: int, name: str) -> str:
    board = table.boards[seat]
    one = board.structures[board.structure_index[name]]
    where = standing.of_structure(table, seat, one)
    facts = [f"level {one.level}", *facts_of(one)]
    if where.mark is not StandingMark.HELD and where.price != one.price:
        facts.append(f"now for {resources(where.price)}")
    state = {StandingMark.HELD: "Built", StandingMark.WITHIN_REACH: "Can be paid"}.get(
        where.mark, f"Not yet: {where.why}"
    )
    return f"{name_of(name)} ({'; '.join(facts)}): {of_structure(board, one)}. {state}."


def facts_of(one: Structure) -> list[str]:
    """What is printed on a structure besides its level and effect."""
    price = [resources(one.price)] if any(one.price) else []
    price += [some(*part) for part in one.tribute]
    facts = [joined(price)] if price else []
    facts += [points(one.points)] if one.points else []
    return facts + ([f"needs {' or '.join(map(name_of, one.needs))}"] if one.needs else [])


def unit(table: Table, seat: int, name: str) -> str:
    board = table.boards[seat]
    at = board.unit_index[name]
    power, printed = unit_power(table, seat, at), board.units[at].power
    facts = [f"power {power}" + (f", {printed} as printed" if power != printed else "")]
    if name in recruitable(table, seat):
        facts.append(f"{prices_of(table, seat, name)} each")
    elif sources := recruited_with(board, name):
        facts.append(f"not to be recruited before {' or '.join(map(name_of, sources))} is built")
    return f"{name_of(name)}: {'; '.join(facts)}. In the army: {table.players[seat].units[at]}."


def prices_of(table: Table, seat: int, name: str) -> str:
    """For what one can be recruited now."""
    return " or ".join(map(resources, recruit_prices(table, seat, name)))


def recruited_with(board: Board, unit: str) -> list[str]:
    """The structures that let one recruit a unit."""
    return [one.name for one in board.structures if Recruits(unit) in one.effects]


def artefact(table: Table, seat: int, region: Region) -> str:
    board = table.boards[seat]
    does = of_artefact(board, board.artefacts[ARTEFACT_REGIONS.index(region)])
    where = standing.of_artefact(table, seat, region)
    deeds = LORE[board.name].deeds
    ways = " or ".join(terms(asked, deeds) for asked in terms_of(table, seat, region))
    state = {
        StandingMark.HELD: "It is held",
        StandingMark.GONE: f"Not free: {where.why or 'somebody else has it, and may lose it in battle'}",
        StandingMark.WITHIN_REACH: f"To be collected there for {ways}, and all of it is fulfilled",
    }.get(where.mark, f"To be collected there for {ways}; so far {where.why}")
    return f"The artefact of {place(region)}: {does}. {state}."


def monster(table: Table, seat: int, power: int) -> str:
    player, board = table.players[seat], table.boards[seat]
    [(at, one)] = [(at, one) for at, one in enumerate(board.monsters) if one.power == power]
    state = " Beaten." if player.monsters >> at & 1 else ""
    return f"The monster of power {power}: {worth(board.name, one)} for whoever has more power.{state}"


def worth(faction: str, one: Monster) -> str:
    return joined([points(one.points), *beneath(faction, one)])


def resource(table: Table, seat: int, kind: Resource) -> str:
    player, values = table.players[seat], table.boards[seat].milestones
    reached = player.milestones[kind]
    told = [
        f"{value} ({points(more)}{', reached' if at < reached else ''})"
        for at, (value, more) in enumerate(values)
    ]
    counts = f" Having had so many at once counts at the end: {', '.join(told)}." if told else ""
    return f"{player.stock[kind]} {kind} in stock.{counts}"
