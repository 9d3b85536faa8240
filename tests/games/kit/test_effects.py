"""Whom a question reaches, in what order."""

from collections.abc import Callable
from typing import ClassVar

import pytest

from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Structure, Unit
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.agenda import copied
from p2p_heroes.games.kit.effects import at_work, does_another, fold, overriding, tell, tell_all
from p2p_heroes.games.kit.forms import Form
from tests.support.conquer import FOOT, at_table, seat, small_board


class Told(Event):
    seat: int
    by: str


class Lent(Own):
    """The artefact of Paskaar is at work."""

    form: ClassVar[Form] = Form("lent")

    @property
    def lent(self) -> int:
        return 1


class Digit(Effect):
    """Writes one digit behind the number, so that the order shows."""

    digit: int

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        return 10 * power + self.digit

    def building_ended(self, turn: Turn, seat: int) -> None:
        turn.tell(Told(seat, str(self.digit)))


ORDERED = small_board(
    "ordered",
    structures=(Structure("hut", 1, effects=(Digit(2), Digit(3))), Structure("inn", 1, effects=(Digit(4),))),
    artefacts={Region.PASKAAR: (Digit(5),), Region.TOGEED: (Digit(6),)},
    nature=(Digit(1),),
)


@pytest.mark.parametrize(
    ("built", "artefacts", "digits"),
    [
        ((), (), "1"),
        (("hut",), (), "123"),
        (("inn",), (), "14"),
        ((), (Region.TOGEED,), "16"),
        (("hut", "inn"), (Region.PASKAAR, Region.TOGEED), "123456"),
    ],
)
def test_effects_are_asked_in_the_order_of_the_board_while_they_are_at_work(
    built: tuple[str, ...], artefacts: tuple[Region, ...], digits: str
) -> None:
    """Nature first, then structures, then artefacts; never those of another seat."""
    table = at_table(seat(ORDERED, built=built, artefacts=artefacts), seat(small_board("others")))
    assert str(fold(Effect.unit_power, table, 0, 0, FOOT)) == digits
    assert fold(Effect.unit_power, table, 1, 7, FOOT) == 7
    turn = Turn(table)
    tell(Effect.building_ended, turn, 0)
    tell(Effect.building_ended, turn, 1)
    assert turn.events == [Told(0, digit) for digit in digits]


def test_what_is_at_work_is_kept_until_it_changes() -> None:
    table = at_table(seat(ORDERED), seat(small_board("others")))
    kept, player = at_work(table, 0), table.players[0]
    assert at_work(table, 0) is kept is copied(player).at_work
    assert Effect.unit_price not in kept
    changes: list[tuple[Callable[[], None], str]] = [
        (lambda: player.build(0), "123"),
        (lambda: player.gain(Region.TOGEED), "1236"),
        (lambda: player.rewrite(Lent()), "12356"),
        (lambda: player.lose(Region.TOGEED), "1235"),
    ]
    for change, digits in changes:
        change()
        assert str(fold(Effect.unit_power, table, 0, 0, FOOT)) == digits


def test_a_moment_is_told_to_one_seat_after_the_other() -> None:
    turn = Turn(at_table(seat(ORDERED), seat(small_board("others")), seat(ORDERED)))
    tell_all(Effect.building_ended, turn, (2, 1, 0))
    assert turn.events == [Told(2, "1"), Told(0, "1")]
    tell_all(Effect.round_ended, turn, (2, 1, 0))
    assert len(turn.events) == 2


class Lifts(Effect):
    """For one other only."""

    whom: int

    def lifts_level(self, table: Table, seat: int, lifted: bool, other: int) -> bool:
        return lifted or other == self.whom


def test_what_others_do_to_a_seat_is_asked_of_all_but_itself() -> None:
    lifts = small_board("lifts", nature=(Lifts(1),))
    table = at_table(seat(lifts), seat(lifts), seat(small_board("others")))
    assert [does_another(Effect.lifts_level, table, at) for at in range(3)] == [False, True, False]
    assert overriding(Effect.lifts_level, table.boards) == (0, 1)
    assert overriding(Effect.withholds, table.boards) == ()


def test_a_question_that_nobody_overrides_is_answered_with_the_value() -> None:
    table = at_table(seat(ORDERED, built=("hut", "inn")), seat(small_board("others")))
    assert fold(Effect.unit_price, table, 0, 2, FOOT) == 2
