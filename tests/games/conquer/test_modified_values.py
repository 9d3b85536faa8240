"""Only what a board prints with the sign of modification, as in 3»5, can be modified.

"The values that can be modified are indicated on the board with a symbol" (rulebook p. 6).

Powers and prices of units, movement costs and rates of exchange, on all boards: each value with every single
structure and artefact at work, and with all of them.
"""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.army import unit_power
from p2p_heroes.games.conquer.effects import Price
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.factions.elves import ELVES
from p2p_heroes.games.conquer.factions.nagas import exchange_rates
from p2p_heroes.games.conquer.moving import entry_costs
from p2p_heroes.games.conquer.recruiting import unit_price
from p2p_heroes.games.conquer.resources import RESOURCES
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, PRINTED_TERRAIN, Region, Terrain
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import at_table, bystander, seat

PRINTED = {
    "humans": {"forest", "mountain"},
    "undead": {"power of skeleton"},
    "gnomes": {"power of automaton"},
    "orcs": set(),
    "elves": {"mountain"},
    "nagas": {"wood for a serpent", "iron for a serpent"},
    "gremlins": set(),
    "mechanisms": {"power of core", "price of crusher", "power of crusher"},
    "elementals": {"forest", "power of jazir"},
    "demons": {"power of succubus", "power of butcher"},
    "halflings": {"power of gladiator", "price of gladiator", "power of legionary", "price of legionary"},
    "cultists": {"power of preacher", "meadow"},
}
"""What the rulebooks show with more than one number or with a plus, or tell to be modified.

With a plus: Crushers and Jazirs. Told: Humans' terrains, Skeletons, Automatons, the price of Legionaries.
"""

OURS = {
    "humans": {"power of militia", "power of warrior", "power of knight"},
    "undead": {"power of lich", "price of lich", "mountain"},
    "gnomes": {"lake"},
    "orcs": {"power of charger", "mountain"},
    "nagas": {"mountain"},
}
"""Of the first box, where the boards are not shown: nothing that the rulebook shows with one number only."""


def values(table: Table) -> dict[str, int]:
    """What the board of seat 0 can be asked for, as it is now."""
    board = table.boards[0]
    costs = entry_costs(table, 0, by_portal=False)
    found = {terrain.name.lower(): costs[PRINTED_TERRAIN.index(terrain)] for terrain in Terrain}
    for at, unit in enumerate(board.units):
        found[f"power of {unit.name}"] = unit_power(table, 0, at)
        found[f"price of {unit.name}"] = unit_price(table, 0, unit.name)
    if board.name == "nagas":
        rates = zip(RESOURCES, exchange_rates(table, 0), strict=True)
        found |= {f"{resource} for a serpent": rate for resource, rate in rates}
    return found


def modified(board: Board) -> set[str]:
    """What any structure or artefact, or all of them together, make another value than the first one."""
    structures = [structure.name for structure in board.structures if structure.name not in board.standing]
    works: list[tuple[list[str], tuple[Region, ...]]] = [(structures, ARTEFACT_REGIONS)]
    works += [([name], ()) for name in structures]
    works += [([], (region,)) for region in ARTEFACT_REGIONS]
    plain = values(at_table(seat(board), bystander()))
    tables = [at_table(seat(board, built=built, artefacts=owned), bystander()) for built, owned in works]
    return {name for table in tables for name, value in values(table).items() if value != plain[name]}


@pytest.mark.parametrize("faction", PRINTED)
def test_only_what_is_printed_with_two_numbers_is_modified(faction: str) -> None:
    assert modified(CONQUER.boards[faction]) == PRINTED[faction] | OURS.get(faction, set())


def test_every_board_is_looked_at() -> None:
    assert PRINTED.keys() == CONQUER.boards.keys()


def test_a_price_that_is_printed_with_one_number_would_be_found() -> None:
    """A Griffin costs 3, an Ent 5 (rulebook p. 7)."""
    *structures, last = ELVES.structures
    cheaper = replace(last, effects=(Price("griffin", 2), Price("ent", 4)))
    board = Board(ELVES.name, ELVES.units, (*structures, cheaper), ELVES.artefacts, ELVES.costs)
    assert modified(board) == {"mountain", "price of griffin", "price of ent"}
