"""Prices of the second box: the amounts that its rulebook shows, in their order.

A price is printed as wood, iron and gold, and what is not asked for is left out. Which
resources one or two numbers stand for is lost; that a later one never comes first is not.
"""

import pytest

from p2p_heroes.games.conquer import CONQUER

PRINTED: dict[str, dict[str, tuple[int, ...]]] = {
    "gremlins": {
        "bazaar": (2, 2, 2),
        "blasting-kegs": (5,),
        "slums": (4,),
        "business-plan": (2, 2),
        "flea-market": (2, 3),
        "kvass-brewery": (2, 4, 2),
        "pawnshop": (2, 3),
        "gaming-club": (5,),
        "trade-chamber": (5, 2),
        "dragon-track": (6, 9),
    },
    "mechanisms": {
        "first-server": (3,),
        "second-server": (4,),
        "third-server": (5,),
        "fourth-server": (6,),
        "locator": (2, 3),
        "technopark": (4,),
        "proxy-server": (3, 3),
        "pneumatic-mail": (6, 3),
        "capsule": (3, 1),
        "bunker": (2, 4),
        "generators": (7, 5),
        "hangar": (7,),
    },
    "elementals": {
        "sands-of-time": (3, 1),
        "guiding-thread": (2, 2, 2),
        "crooked-mirror": (4, 4),
        "magic-lamp": (15,),
        "bottomless-bag": (4, 1),
        "flying-carpet": (4,),
        "cap-of-invisibility": (7,),
        "floating-towers": (2, 4),
        "green-terraces": (4, 2),
        "fire-palace": (7, 3),
        "crystal-halls": (3, 7),
    },
    "demons": {
        "purgatory": (1, 2, 1),
        "bones": (1, 2, 2),
        "sins": (4, 2),
        "flesh": (2, 4, 1),
        "summoning-circle": (2, 2),
        "boudoir": (1, 2, 2),
        "hells-kitchen": (6, 5),
        "pantry": (9,),
        "brand": (2, 2),
        "kennel": (1, 1, 1),
        "contract": (2, 4),
        "carriage": (7, 3),
    },
    "cultists": {
        "breath-of-the-lord": (3, 3),
        "gifts-of-the-lord": (1, 2, 1),
        "eye-of-the-lord": (2, 2, 2),
        "sanctuary": (2, 3, 1),
        "altar": (4, 2),
        "temple-of-the-lord": (2, 4),
        "symbol-of-faith": (1, 2, 3),
        "advent": (4, 4, 2),
        "initiation": (3, 3, 2),
    },
}


@pytest.mark.parametrize("faction", PRINTED)
def test_prices_have_the_printed_amounts_in_the_printed_order(faction: str) -> None:
    structures = [structure for structure in CONQUER.boards[faction].structures if any(structure.price)]
    paid = {structure.name: tuple(filter(None, structure.price)) for structure in structures}
    assert paid == PRINTED[faction]


def test_the_halflings_have_the_printed_prices_whichever_structure_costs_what() -> None:
    """Six prices, each for three levels; which goes with which structure is reconstructed."""
    structures = CONQUER.boards["halflings"].structures
    paid = [tuple(filter(None, structure.price)) for structure in structures]
    printed = [(5, 2), (2, 5), (2, 5), (3, 2, 2), (2, 3, 2), (2, 2, 3)]
    assert sorted(paid) == sorted(printed * 3)
