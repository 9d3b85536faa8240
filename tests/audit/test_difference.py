"""Where two values part, and which wrong state somebody claimed."""

import pytest

from p2p_heroes.audit.difference import ClaimedState, Difference, find_claim, first_difference
from p2p_heroes.tabletest.session_table import RULES
from protocol.canonical import Value, decode
from protocol.faults import Locked
from protocol.rule_checks import encode_state, state_digest
from scripts.tools.vectors.game import OVER, THROW, played, states


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [
        (1, 2, Difference((), (1,), (2,))),
        (1, True, Difference((), (1,), (True,))),
        ("a", b"a", Difference((), ("a",), (b"a",))),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, Difference(("b",), (2,), (3,))),
        ({"b": 1, "a": 1}, {"b": 2, "a": 2}, Difference(("a",), (1,), (2,))),
        ({"a": 1}, {"b": 1}, Difference(("a",), (1,), ())),
        ({"b": 1}, {"a": 1, "b": 1}, Difference(("a",), (), (1,))),
        ((1, 2, 3), (1, 2, 4), Difference((2,), (3,), (4,))),
        ((1, 2), (1, 2, 4), Difference((2,), (), (4,))),
        ((1, 2, 4), (1, 2), Difference((2,), (4,), ())),
        ((), (1,), Difference((), ((),), ((1,),))),
        ({}, (), Difference((), ({},), ((),))),
        ({"a": 1}, (1,), Difference((), ({"a": 1},), ((1,),))),
        ({"p": (1, {"x": 2})}, {"p": (1, {"x": None})}, Difference(("p", 1, "x"), (2,), (None,))),
    ],
)
def test_the_first_difference_is_found_with_its_place(
    one: Value, other: Value, difference: Difference
) -> None:
    assert first_difference(one, other) == difference


@pytest.mark.parametrize("value", [None, 0, (), {}, {"a": ({"b": (1, 2)}, "c")}])
def test_equal_values_do_not_differ(value: Value) -> None:
    assert first_difference(value, value) is None


# A wrong state.

SEATS, LIAR = 3, 1
GENESIS = played(SEATS).genesis
BEFORE, RIGHT = states(SEATS)[THROW], states(SEATS)[OVER]
THREW: dict[int, Value] = {0: ("throw", "rock"), 1: ("throw", "paper"), 2: ("throw", "paper")}
LOCKED = Locked(THROW, RULES.decode(decode(BEFORE)), THREW)


def claim_of(state: bytes) -> ClaimedState | None:
    """What is found of somebody who signed this state after the throws of the fair game."""
    return find_claim(state_digest(state), LOCKED, RIGHT, GENESIS, RULES)


def after(throws: dict[int, Value]) -> bytes:
    return encode_state(RULES, RULES.settle(LOCKED.state, throws))


def test_the_fair_game_is_what_these_tests_say() -> None:
    assert after(THREW) == RIGHT


def test_a_claim_that_stayed_behind_is_found() -> None:
    assert claim_of(BEFORE) == ClaimedState(None, Difference(("called",), (None,), ("paper",)))


def test_a_claim_that_left_a_choice_out_is_found_with_those_that_count() -> None:
    """Where a choice is left out, the default stands: rock."""
    rock = ("throw", "rock")
    assert claim_of(after(THREW | {2: rock})) == ClaimedState((0, 1), Difference(("scores", 1), (4,), (8,)))
    found = claim_of(after({0: rock, 1: rock, 2: rock}))
    assert found is not None
    assert found.difference == Difference(("scores", 1), (4,), (0,))


def test_a_claim_that_fits_nothing_is_not_guessed_at() -> None:
    assert claim_of(b"anything") is None


def test_the_right_state_is_no_wrong_claim() -> None:
    assert claim_of(RIGHT) is None
