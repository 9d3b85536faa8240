"""Units in the building action: where, how many, and for what (rulebook p. 7)."""

from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import Price, Recruits
from p2p_heroes.games.conquer.events import Paid, UnitsJoined, UnitsRecruited
from p2p_heroes.games.conquer.faction import Structure, Unit
from p2p_heroes.games.conquer.holdings import gain_units
from p2p_heroes.games.conquer.resources import Bundle, bundle
from p2p_heroes.games.conquer.state import Table, Turn
from tests.games.conquer.test_building import BREWERS, HUT, IDLE, alone
from tests.support.conquer import (
    asking,
    at_table,
    offered,
    play_on,
    seat,
    settle,
    small_board,
    units_of,
    why_not,
)


def test_units_are_recruited_where_a_structure_allows_it() -> None:
    """Rulebook p. 7: any number, each at its price, whatever the level."""
    table = alone(built=("hut",), stock=(0, 0, 5), level=1)
    assert offered(table, 0) == ["done", "recruit foot 1", "recruit foot 2"]
    step = settle(table, {0: "recruit foot 2"})
    assert units_of(step.state, 0) == {"foot": 5}
    assert step.state.players[0].stock == (0, 0, 1)
    assert step.events[0] == UnitsRecruited(0, "foot", 2, 4)


def test_why_a_recruitment_is_refused() -> None:
    table = alone(built=("hut",), stock=(3, 9, 5))
    assert why_not(table, 0, "recruit skeleton 1") == "no-unit faction=townsfolk unit=skeleton"
    assert why_not(table, 0, "recruit knight 1") == "not-recruited-yet unit=knight"
    assert (
        why_not(table, 0, "recruit foot 3")
        == "unit-price unit=foot costs=(((gold,2))) held=5 example=((gold,2))"
    )
    assert (
        why_not(table, 0, "recruit foot 0")
        == "unit-price unit=foot costs=(((gold,2))) held=5 example=((gold,2))"
    )


def test_recruiting_three_for_six_gold() -> None:
    """The second box: 3 units and 3 more at a price of 2 are 6."""
    step = play_on(alone(BREWERS, stock=(4, 0, 6)), {0: "build slums"}, {0: "recruit bouncer 3"})
    assert units_of(step.state, 0) == {"bouncer": 6}
    assert step.state.players[0].stock == (0, 0, 0)


def test_a_structure_just_built_recruits_at_once() -> None:
    """Rulebook p. 7."""
    table = settle(alone(), {0: "build hut"}).state
    assert "recruit foot 4" in offered(table, 0)


def test_a_modified_price_is_the_price() -> None:
    """Rulebook p. 6."""
    board = small_board(
        "hirers", structures=(Structure("inn", 1, effects=(Recruits("foot"), Price("foot", 1))),)
    )
    assert offered(alone(board, built=("inn",), stock=(0, 0, 2)), 0) == [
        "done",
        "recruit foot 1",
        "recruit foot 2",
    ]


class Counts(Effect):
    """One knight joins for each recruitment of three or more; `recruited` counts within the action."""

    def units_recruited(self, turn: Turn, seat: int, unit: Unit, count: int) -> None:
        if count >= 3:
            gain_units(turn, seat, "knight", turn.player(seat).recruited + 1)


def test_what_was_recruited_in_the_action_is_counted() -> None:
    board = small_board("crowds", structures=(Structure("inn", 1, effects=(Recruits("foot"), Counts())),))
    step = play_on(
        alone(board, built=("inn",), stock=(0, 0, 9)), {0: "recruit foot 1"}, {0: "recruit foot 3"}
    )
    assert UnitsJoined(0, "knight", 2) in step.events
    assert settle(alone(board, built=("inn",), recruited=7), {0: "done"}).state.players[0].recruited == 0


class AlsoForWood(Effect):
    def recruit_prices(
        self, table: Table, seat: int, prices: tuple[Bundle, ...], unit: Unit
    ) -> tuple[Bundle, ...]:
        return (*prices, bundle(wood=3))


def test_units_can_have_several_prices() -> None:
    board = small_board("barterers", structures=(HUT,), nature=(AlsoForWood(),))
    table = asking(at_table(seat(board, stock=(6, 0, 2), built=("hut",)), IDLE), BuildingStarts(1))
    assert offered(table, 0)[1:] == [
        "recruit foot 1 for gold 2",
        "recruit foot 1 for wood 3",
        "recruit foot 2 for wood 6",
    ]
    step = settle(table, {0: "recruit foot 2 for wood 6"})
    assert step.events == (Paid(0, 6, 0, 0, ()), UnitsRecruited(0, "foot", 2, 0))
    assert step.state.players[0].stock == (0, 0, 2)
