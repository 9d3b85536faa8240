"""Resources chosen unit by unit, and taken from others (rulebook p. 10)."""

from p2p_heroes.games.conquer.decisions import Plunder
from p2p_heroes.games.conquer.effect import Source
from p2p_heroes.games.conquer.events import Plundered, Received
from p2p_heroes.games.conquer.factions.gremlins import Discard, Take
from p2p_heroes.games.conquer.sharing import goods_in_reach, plunder, plunders, portions
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.turn import Turn
from tests.conquer import at_table, seat, small_board

REDS, BLUES, GREENS = small_board("reds"), small_board("blues"), small_board("greens")


def table() -> Table:
    """Reds with nothing, blues with two wood and a gold, greens with an iron."""
    return at_table(seat(REDS), seat(BLUES, stock=(2, 0, 1)), seat(GREENS, stock=(0, 1, 0)))


def test_a_portion_is_so_many_resources_out_of_a_stock() -> None:
    ways = portions(Discard, (2, 1, 0), 2)
    assert list(ways) == [Discard((("wood", 1), ("iron", 1))), Discard((("wood", 2),))]


def test_where_there_is_less_the_portion_is_all_there_is() -> None:
    assert list(portions(Discard, (1, 0, 1), 5)) == [Discard((("wood", 1), ("gold", 1)))]
    assert list(portions(Discard, (0, 0, 0), 5)) == [Discard(())]


def test_only_portions_of_their_kind_are_among_them() -> None:
    ways = portions(Discard, (2, 1, 0), 2)
    assert all(way in ways for way in ways)
    for other in (
        Discard((("wood", 1),)),
        Discard((("gold", 2),)),
        Discard((("iron", 1), ("wood", 1))),
        Discard((("wood", 2), ("rage", 1))),
        Take((("wood", 2),)),
        Discard(()),
    ):
        assert other not in ways


def test_from_whom_and_which_is_free_and_the_sum_is_not() -> None:
    """Rulebook p. 10: in any combination from any of them."""
    ways = plunders(table(), 0, (1, 2), 2)
    assert [way for way in ways if isinstance(way, Plunder)] == list(ways)
    assert list(ways) == [
        Plunder((("blues", (("gold", 1),)), ("greens", (("iron", 1),)))),
        Plunder((("blues", (("wood", 1),)), ("greens", (("iron", 1),)))),
        Plunder((("blues", (("wood", 1), ("gold", 1))),)),
        Plunder((("blues", (("wood", 2),)),)),
    ]
    assert all(way in ways for way in ways)


def test_nothing_else_is_plundered() -> None:
    ways = plunders(table(), 0, (1,), 2)
    for spoils in (
        (("greens", (("iron", 1),)), ("blues", (("wood", 1),))),
        (("blues", (("wood", 1),)),),
        (("blues", (("gold", 2),)),),
        (("blues", (("rage", 2),)),),
    ):
        assert Plunder(spoils) not in ways
    assert Take((("wood", 2),)) not in ways


def test_nobody_gives_more_than_there_is() -> None:
    assert goods_in_reach(table(), 0, (1, 2)) == (2, 0, 1, 0, 1, 0)
    [everything] = plunders(table(), 0, (1, 2), 9)
    assert everything == Plunder((("blues", (("wood", 2), ("gold", 1))), ("greens", (("iron", 1),))))


def test_what_one_cannot_keep_is_out_of_reach() -> None:
    """docs/rulings.md 116: Mechanisms plunder no iron."""
    mechanisms = at_table(seat("mechanisms"), seat(BLUES, stock=(2, 3, 1)))
    assert goods_in_reach(mechanisms, 0, (1,)) == (2, 0, 1)


def test_plunder_goes_from_one_inventory_to_the_other() -> None:
    turn = Turn(table())
    plunder(turn, 0, (("blues", (("wood", 2),)), ("greens", (("iron", 1),))))
    assert turn.events == [
        Plundered(0, 1, 2, 0, 0),
        Received(0, 2, 0, 0, Source.PLUNDER),
        Plundered(0, 2, 0, 1, 0),
        Received(0, 0, 1, 0, Source.PLUNDER),
    ]
    assert [player.stock for player in turn.table.players] == [(2, 1, 0), (0, 0, 1), (0, 0, 0)]
