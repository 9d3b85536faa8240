"""The hook points: what they answer by themselves, and whom a question reaches in what order."""

import inspect
from collections.abc import Callable

import pytest

from p2p_heroes.games.conquer.effect import HOOKS, Effect, Score, Source, fold, tell
from p2p_heroes.games.conquer.faction import Structure, Unit
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.turn import Turn
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Event
from p2p_heroes.games.record import record
from tests.conquer import FOOT, at_table, seat, small_board

by_name = [hook.__name__ for hook in HOOKS]


@pytest.mark.parametrize("hook", HOOKS, ids=by_name)
def test_an_effect_changes_nothing_by_itself(hook: Callable[..., object]) -> None:
    """A value hook hands the value back that it was given, a moment hook does nothing."""
    signature = inspect.signature(hook)
    given = [object() for _ in signature.parameters][1:]
    expected = None if signature.return_annotation == "None" else given[2]
    assert hook(Effect(), *given) is expected


def test_every_hook_is_asked_by_name_and_says_what_it_is_for() -> None:
    assert by_name == [name for name in vars(Effect) if not name.startswith("_")]
    assert all(hook.__doc__ for hook in HOOKS)
    assert all(list(inspect.signature(hook).parameters)[2] == "seat" for hook in HOOKS)


@record(frozen=True, slots=True)
class Told(Event):
    seat: int
    by: str


@record(frozen=True, slots=True)
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


def test_a_question_that_nobody_overrides_is_answered_with_the_value() -> None:
    table = at_table(seat(ORDERED, built=("hut", "inn")), seat(small_board("others")))
    assert fold(Effect.unit_price, table, 0, 2, FOOT) == 2


def test_the_score_is_the_sum_of_five_boxes() -> None:
    """Rulebook p. 13."""
    assert Score().total == 0
    assert Score(structures=20, foundations=5, resources=6, victories=18, artefacts=0).total == 49


def test_sources_are_named_in_words() -> None:
    assert [str(source) for source in Source] == [
        *("start", "gathering", "region", "monster", "fortress", "plunder", "effect")
    ]
