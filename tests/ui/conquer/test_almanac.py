"""A page per faction, made of its board."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.monsters import MONSTERS, Monster
from p2p_heroes.games.conquer.resources import bundle
from p2p_heroes.games.conquer.world import PLACES, Fortress, Region
from p2p_heroes.ui.conquer import almanac
from p2p_heroes.ui.conquer.names import name_of
from protocol.frozen import replace


def lines_of(board: Board) -> list[str]:
    return almanac.page(board).lines


@pytest.mark.parametrize("board", CONQUER.boards.values(), ids=CONQUER.boards)
def test_a_page_names_everything_on_the_board(board: Board) -> None:
    lines = lines_of(board)
    names = [*(unit.name for unit in board.units), *(structure.name for structure in board.structures)]
    for name in names:
        assert any(line.startswith(f"- {name_of(name)}: ") for line in lines)
    assert all(lines)


def test_a_page_tells_prices_needs_and_effects() -> None:
    lines = lines_of(CONQUER.boards["undead"])
    assert "- Lich: power 5; price 4 gold; recruited with Chapel" in lines
    assert "- Shrine: level 2; price 4 iron; points 1; needs Barrow or Graveyard or Hearse; " in "\n".join(
        lines
    )
    assert "- Vurt: for 12 iron; Liches cost 3 gold" in lines
    assert "Movement points to enter: forest 1, lake 3, meadow 2, mountain 2." in lines


def test_units_that_are_a_price_are_told() -> None:
    assert any(
        line.startswith("- Feeder: level 1; price 1 Serpent; ") for line in lines_of(CONQUER.boards["nagas"])
    )


def test_what_is_printed_otherwise_is_told() -> None:
    board = replace(
        CONQUER.boards["elves"],
        milestones=(),
        monsters=(*MONSTERS, Monster(80, 9, bundle(gold=1))),
        places={
            **PLACES,
            Region.LOX: replace(
                PLACES[Region.LOX], foundation=False, fortress=Fortress(29, 6, bundle(wood=2, gold=4))
            ),
            Region.ZORO: replace(PLACES[Region.ZORO], fortress=None, portal=True, artefact=True),
            Region.WERS: replace(PLACES[Region.WERS], fortress=None),
        },
    )
    assert lines_of(board)[-6:] == [
        "Printed otherwise",
        "- having had so many of a resource counts at no number",
        "- a monster of power 80: 9 points and 1 gold",
        "- Lox holds 2 iron and a fortress of power 29 (6 points, 2 wood, 4 gold)",
        "- Wers holds nothing",
        "- Zoro holds an artefact and a portal",
    ]


def test_a_structure_that_stands_from_the_start_has_no_price() -> None:
    board = replace(CONQUER.boards["undead"], standing=("graveyard",))
    assert "- Graveyard: level 1; price stands from the start; recruit Skeletons" in lines_of(board)
