"""A game of cards at a table where every card is masked: played, and followed by an oracle."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import pytest

from p2p_heroes.games.errors import IllegalChoice, MalformedDecision
from p2p_heroes.games.game import Open, Step
from p2p_heroes.games.kit.cards.dealer import ANOTHER_CARD
from p2p_heroes.games.kit.cards.needs import Deal, Seal
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.refusals import because
from p2p_heroes.games.magpies.decisions import KEEP, PASS, PlayTrinket
from p2p_heroes.games.magpies.game import Magpies
from p2p_heroes.games.magpies.state import Phase
from p2p_heroes.node.cards.dealer import DUTY, UNASKED_OPENING, MaskedDealer, PlayedDecision
from p2p_heroes.node.cards.keeper import CardKeeper
from p2p_heroes.tabletest.entropy import seed_of
from p2p_heroes.tabletest.session_table import SessionTable
from protocol.canonical import encode
from protocol.cards.group import pack
from tests.support.masked import (
    check_oracle,
    check_whole,
    dealer_of,
    faces_of,
    lie,
    magpies_at,
    settled,
    state_of,
    until,
)


@cache
def fair(seats: int) -> SessionTable:
    """A game from its first key to its end; the same one for all who ask."""
    return magpies_at(seats, rounds=2).run()


@cache
def bidding() -> SessionTable:
    """Three magpies who are about to bid."""
    mesh = magpies_at(3)
    return until(mesh, lambda state: state.game.phase is Phase.BID)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_game_is_played_to_its_end_and_every_state_is_that_of_a_plain_dealer(seats: int) -> None:
    check_whole(fair(seats))
    assert check_oracle(fair(seats), seats - 1).state.game.phase is Phase.OVER


@pytest.mark.slow
def test_nobody_is_told_a_face_that_it_may_not_know() -> None:
    """Neither the agreed states nor a spectator's view hold a face of a card that lies hidden."""
    mesh = fair(3)
    dealer = dealer_of(mesh)
    points = [dealer.family.point(face) for face in range(dealer.rules.faces)]
    for step in settled(mesh, 0):
        state = cast(Any, step.after).state
        written = encode(mesh.rules.encode(cast(Any, step.after)))
        assert not any(point in written for point in points)
        assert cast(Any, dealer.view(state, 1)).faces == ()
        known, holders = faces_of(dealer, state), state.holders()
        for seat, keeper in mesh.keepers.items():
            own = {handle: face for handle, face in known.items() if holders[handle] == seat}
            assert dict(cast(Any, keeper.view(state)).faces) == own


@pytest.mark.slow
def test_points_are_those_of_the_game() -> None:
    mesh = fair(3)
    state = state_of(mesh, 0)
    assert dealer_of(mesh).points(state) == state.game.scores


def test_before_anything_else_every_seat_says_its_key() -> None:
    mesh = magpies_at(3)
    mesh.deliver_all()
    need = dealer_of(mesh).pending(state_of(mesh, 0))
    assert isinstance(need, Open)
    assert [(ask.seat, ask.kind) for ask in need.requests] == [(seat, DUTY) for seat in range(3)]
    assert dealer_of(mesh).default(state_of(mesh, 0), 1) is None


def test_of_whom_nothing_is_asked_nothing_is_taken() -> None:
    mesh = magpies_at(3)
    until(mesh, lambda state: state.game.phase is Phase.SHUFFLE)
    dealer, state = dealer_of(mesh), state_of(mesh, 0)
    with pytest.raises(IllegalChoice):
        dealer.check(state, 1, b"")
    assert dealer.refusal(state, 0, b"") == because("WrongLength")
    assert dealer.refusal(state, 0, None) == because("WrongLength"), "nil is for who is not there"
    assert dealer.refusal(state, 0, PlayedDecision(PASS)) == because("WrongLength")


# What players decide.


def test_who_is_away_shows_no_card() -> None:
    dealer, state = dealer_of(bidding()), state_of(bidding(), 0)
    assert dealer.default(state, 1) == PlayedDecision(PASS)
    assert dealer.refusal(state, 1, PlayedDecision(PASS)) is None


def bid(mesh: SessionTable, seat: int) -> tuple[PlayedDecision, PlayedDecision]:
    """Two different bids that are lawful, as the seat signs them: each shows a trinket."""
    keeper, state = mesh.keepers[seat], state_of(mesh, seat)
    _, request = keeper.question(state)
    plays = [one for one in request.choices if isinstance(one, PlayTrinket) and one.feather is None]
    values = [dealer_of(mesh).decode_decision(keeper.value(state, one)) for one in plays[:2]]
    first, second = (value for value in values if isinstance(value, PlayedDecision))
    return first, second


def test_a_card_is_shown_with_what_opens_it_and_nothing_else() -> None:
    mesh = bidding()
    dealer, state = dealer_of(mesh), state_of(mesh, 0)
    one, other = bid(mesh, 0)
    assert dealer.refusal(state, 0, one) is None
    assert dealer.refusal(state, 0, PlayedDecision(one.decision)) == because("WrongLength"), "no opening"
    swapped = PlayedDecision(one.decision, other.opening)
    assert dealer.refusal(state, 0, swapped) == because("FalseShare"), "that of another card"
    false = one.opening[:-32] + pack(7)
    assert dealer.refusal(state, 0, PlayedDecision(one.decision, false)) == because("FalseShare")
    assert dealer.refusal(state, 0, PlayedDecision(PASS, one.opening)) == UNASKED_OPENING


def test_a_face_is_claimed_of_the_card_that_has_it() -> None:
    mesh = bidding()
    dealer, state = dealer_of(mesh), state_of(mesh, 0)
    one, _ = bid(mesh, 0)
    handle, face = one.decision.trinket
    wrong = PlayTrinket((handle, (face + 1) % 20))
    assert dealer.refusal(state, 0, PlayedDecision(wrong, one.opening)) == ANOTHER_CARD
    assert mesh.keepers[0].refusal(state, wrong) == ANOTHER_CARD
    assert mesh.keepers[0].refusal(state, one.decision) is None
    assert mesh.keepers[0].refusal(state, KEEP) == because("not-now", asked="bid")


def test_what_was_opened_for_one_seat_or_step_is_worth_nothing_elsewhere() -> None:
    mesh = bidding()
    dealer, state = dealer_of(mesh), state_of(mesh, 0)
    one, _ = bid(mesh, 0)
    assert dealer.where_opened(state, 0) != dealer.where_opened(state, 1)
    assert dealer.refusal(replace(state, number=99), 0, one) == because("FalseShare")


class Twice(Magpies):
    """Rules that would let a card be shown twice, or the card of somebody else."""

    shown: tuple[tuple[int, int], ...] = ()

    def opens(self, state: Any, seat: int, decision: Any) -> tuple[tuple[int, int], ...]:
        return self.shown


@pytest.mark.parametrize("whose", ["twice", "another's", "nobody's"])
def test_no_card_is_opened_twice_and_none_that_the_seat_does_not_hold(whose: str) -> None:
    mesh = bidding()
    state = state_of(mesh, 0)
    rules = Twice()
    mine, theirs = state.game.claws[0][0], state.game.claws[1][0]
    rules.shown = {"twice": ((mine, 1), (mine, 1)), "another's": ((theirs, 1),), "nobody's": ((999, 1),)}[
        whose
    ]
    dealer = MaskedDealer(rules, mesh.genesis.table)
    assert dealer.refusal(state, 0, PlayedDecision(PASS, b"")) == ANOTHER_CARD


@pytest.mark.slow
def test_a_false_opening_in_a_secret_bid_is_proven_when_it_is_revealed() -> None:
    mesh = until(magpies_at(3), lambda state: state.game.phase is Phase.BID)
    one, other = bid(mesh, 1)
    value = dealer_of(mesh).encode_decision(PlayedDecision(one.decision, other.opening))
    for seat in (0, 2):
        mesh.choose(seat)
    assert lie(mesh, 1, value) == {"FalseShare"}


def test_decisions_come_back_from_what_is_signed() -> None:
    dealer = dealer_of(bidding())
    for said in (None, b"abc", PlayedDecision(KEEP), PlayedDecision(PlayTrinket((1, 2)), b"opening")):
        assert dealer.decode_decision(dealer.encode_decision(said)) == said
    for plain in (7, "pass", (), (("pass",),), (("pass",), b"", b""), (("pass",), "")):
        with pytest.raises(MalformedDecision):
            dealer.decode_decision(plain)
    with pytest.raises(MalformedDecision):
        dealer.refusal(state_of(bidding(), 0), 0, b"bytes where a player is asked")


def test_decisions_are_written_and_read_as_those_of_the_game() -> None:
    dealer = dealer_of(bidding())
    assert dealer.notate(b"share") == dealer.notate(None) == DUTY
    assert dealer.notate(dealer.parse("pass")) == "pass"


# Mistakes of the rules are found before anybody answers.


def test_a_need_that_nobody_can_meet_is_a_mistake_of_the_game() -> None:
    mesh = bidding()
    state = state_of(mesh, 0)

    class Confused(Twice):
        def pending(self, state: Any) -> Any:
            return Deal(((state.claws[0][0], 1),))

    dealer = MaskedDealer(Confused(), mesh.genesis.table)
    with pytest.raises(AssertionError, match="somebody holds a card that is dealt"):
        dealer.pending(state)


def test_nothing_is_passed_to_a_seat_that_is_gone_and_no_keeper_helps_with_it() -> None:
    """It has no key: whatever is sealed for it lies open."""
    mesh = bidding()
    state = state_of(mesh, 0).missing((2,)).losing(2)

    class Confused(Twice):
        def pending(self, state: Any) -> Any:
            return Seal(((state.claws[0][0], 2),))

        def holdings(self, state: Any) -> Any:
            return {handle: seat for handle, seat in super().holdings(state).items() if seat in (0, 1)}

    dealer = MaskedDealer(Confused(), mesh.genesis.table)
    keeper = CardKeeper(dealer, 0, seed_of(mesh.genesis.table, 0))
    for ask in (dealer.pending, keeper.duty):
        with pytest.raises(AssertionError, match="to a seat that is not there"):
            ask(state)


def test_a_need_for_nothing_takes_no_step() -> None:
    """Nobody could answer it: there is no proof of no cards."""
    mesh = bidding()

    class Idle(Twice):
        def pending(self, state: Any) -> Any:
            return Seal(()) if state.played < 3 else super().pending(state)

        def apply(self, state: Any, answers: Any) -> Any:
            assert answers == ()
            return Step(replace(state, played=state.played + 1), ())

    dealer = MaskedDealer(Idle(), mesh.genesis.table)
    state = state_of(mesh, 0)
    after = dealer.apply(replace(state, keys=()), dict.fromkeys(range(3), bytes(96)))
    assert after.state.game.played == 3


def test_a_mistake_of_our_own_convicts_nobody() -> None:
    """Only what is refused by name is a verdict; anything else comes out as it is."""
    mesh = bidding()

    class Broken(Twice):
        def opens(self, state: Any, seat: int, decision: Any) -> Any:
            raise KeyError("a slip")

    dealer = MaskedDealer(Broken(), mesh.genesis.table)
    with pytest.raises(KeyError, match="a slip"):
        dealer.refusal(state_of(mesh, 0), 0, PlayedDecision(PASS))
