"""Resources chosen unit by unit, and taken from others (rulebook p. 10)."""

import pytest

from p2p_heroes.games.conquer.decisions import Plunder, Take
from p2p_heroes.games.conquer.events import Plundered, Received, ResourcesChosen
from p2p_heroes.games.conquer.factions.gremlins import Discard
from p2p_heroes.games.conquer.sharing import Taking, goods_in_reach, of_any_kind, plunder, plunders, portions
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.conquer.world import Region
from tests.support.conquer import asking, at_table, offered, seat, settle, small_board, started, why_not

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


def test_so_many_resources_of_any_kind_are_taken() -> None:
    asked = asking(table(), of_any_kind(0, 2))
    assert offered(asked, 0) == [
        *("take gold 2", "take iron 1 gold 1", "take iron 2"),
        *("take wood 1 gold 1", "take wood 1 iron 1", "take wood 2"),
    ]
    step = settle(asked, {0: "take wood 1 iron 1"})
    assert step.events == (Received(0, 1, 1, 0, Source.EFFECT),)
    assert step.state.players[0].stock == (1, 1, 0)


def test_where_only_some_are_to_be_had_the_limit_is_told() -> None:
    asked = asking(table(), Taking(0, (1, 3, 0), 3))
    assert offered(asked, 0) == ["take iron 3", "take wood 1 iron 2"]
    for text in ("take wood 2 iron 1", "take gold 3", "take iron 2", "take rage 3", "decline"):
        assert why_not(asked, 0, text) == "take-together count=3 most=((wood,1),(iron,3))"


def test_nobody_is_asked_for_a_choice_of_one() -> None:
    assert started(table(), Taking(0, (0, 3, 0), 2)).events == (Received(0, 0, 2, 0, Source.EFFECT),)


def test_what_one_cannot_keep_is_not_taken() -> None:
    """docs/rulings.md 116: iron is of no use to Mechanisms."""
    mechanisms = at_table(seat("mechanisms"), seat(BLUES))
    assert offered(asking(mechanisms, of_any_kind(0, 1)), 0) == ["take gold 1", "take wood 1"]
    assert started(mechanisms, Taking(0, (0, 2, 0), 2)).events == ()


def test_what_is_not_stored_at_once_is_told_as_chosen() -> None:
    """Every answer leads to an event, also where an effect asks what becomes of the wood."""
    humans = at_table(seat("humans", artefacts=(Region.PASKAAR,)), seat(BLUES))
    step = settle(asking(humans, of_any_kind(0, 2)), {0: "take wood 2"})
    assert step.events == (ResourcesChosen(0, 2, 0, 0),)
    assert offered(step.state, 0)[0] == "exchange wood 2"


@pytest.mark.parametrize(
    ("stage", "is_coherent"),
    [
        (Taking(1, (4, 4, 0), 3), True),
        (Taking(3, (4, 4, 0), 3), False),
        (Taking(0, (4, 4), 3), False),
        (Taking(0, (4, 4, 0), 0), False),
        (Taking(0, (1, 1, 0), 3), False),
        (Taking(0, (200, 4, 0), 3), False),
        (Taking(0, (199, 199, 0), 200), False),
    ],
)
def test_more_than_a_game_can_give_is_not_taken(stage: Taking, is_coherent: bool) -> None:
    assert stage.is_coherent(table()) is is_coherent


def test_from_whom_and_which_is_free_and_the_sum_has_a_limit() -> None:
    """Rulebook p. 10: in any combination from any of them; docs/rulings.md 92: the most comes first."""
    ways = plunders(table(), 0, (1, 2), 2)
    assert [way for way in ways if isinstance(way, Plunder)] == list(ways)
    assert list(ways)[4:] == [
        Plunder((("greens", (("iron", 1),)),)),
        Plunder((("blues", (("gold", 1),)),)),
        Plunder((("blues", (("wood", 1),)),)),
    ]
    assert list(ways)[:4] == [
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
        (),
        (("blues", (("wood", 2), ("gold", 1))),),
        (("blues", (("gold", 2),)),),
        (("blues", (("rage", 2),)),),
    ):
        assert Plunder(spoils) not in ways
    assert Take((("wood", 2),)) not in ways


def test_nobody_gives_more_than_there_is() -> None:
    assert goods_in_reach(table(), 0, (1, 2)) == (2, 0, 1, 0, 1, 0)
    everything, *_ = plunders(table(), 0, (1, 2), 9)
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
