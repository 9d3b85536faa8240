"""Where two values part, and which wrong state somebody claimed."""

import pytest

from p2p_heroes.lab.difference import Claim, Difference, find_claim, first_difference
from protocol.canonical import Value, decode
from protocol.faults import Proof, check
from protocol.judgement import encode_state, state_digest
from protocol.messages import Lock
from scripts.vectors.game import OVER, THROW, hand_before, played, said, states
from tests.pair import RULES


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
MESH = played(SEATS)


def claiming(state: bytes) -> Proof:
    """That the liar signed the end of the fair game on this state."""
    last = said(SEATS, LIAR, OVER, Lock)
    hand = hand_before(SEATS, last)
    hand.enter(last.message, state=state_digest(state))
    others = [e for seat in (0, 2) for e in MESH.sessions[0].log.chains[seat] if e.step == THROW]
    own = hand.chain[-5:]
    evidence = tuple(envelope.wire for envelope in (*others, *own))
    proof = Proof(MESH.genesis.table, "WrongState", LIAR, evidence, states(SEATS)[THROW])
    check(proof, MESH.genesis, RULES)
    return proof


def test_a_claim_that_stayed_behind_is_found() -> None:
    claim = find_claim(claiming(states(SEATS)[THROW]), MESH.genesis, RULES)
    assert claim is not None
    assert claim.without == ()
    assert claim.difference.place == ("called",)
    assert claim.difference.one == (None,)


def test_a_claim_that_left_a_choice_out_is_found_with_whose_it_was() -> None:
    """In the fair game they threw rock, paper and paper; without seat 2's choice the default stands: rock."""
    before = RULES.decode(decode(states(SEATS)[THROW]))
    after = RULES.settle(before, {0: ("throw", "rock"), 1: ("throw", "paper"), 2: ("throw", "rock")})
    claim = find_claim(claiming(encode_state(RULES, after)), MESH.genesis, RULES)
    assert claim == Claim((2,), Difference(("scores", 1), (6,), (12,)))


def test_a_claim_that_fits_nothing_is_not_guessed_at() -> None:
    assert find_claim(claiming(b"anything"), MESH.genesis, RULES) is None
