"""What the rules say: who may send what in which step, what is lawful, and which answers settle a step."""

from collections.abc import Mapping

import pytest

from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import RULES, genesis_of
from protocol.canonical import Value, decode, encode
from protocol.chance import SHARE_SIZE, draw
from protocol.envelope import Envelope
from protocol.errors import Fault, IllegalDecision, OutOfTurn
from protocol.hashing import digest
from protocol.messages import Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Reveal
from protocol.rule_checks import answers, check_message, encode_state, refusal, state_digest
from protocol.rules import AskChance, AskOpen, AskSecret, GameOver, Need

TABLE = genesis_of(3, rounds=1)
SALT, ENTRY = noise("salt"), noise("entry")
CALL, THROW, SHARE = ("call", "rock"), ("throw", "rock"), noise("share")

CALLING = RULES.initial(TABLE)
DRAWING = RULES.settle(CALLING, {0: CALL})
THROWING = RULES.settle(DRAWING, (1,))
ENDED = RULES.settle(THROWING, dict.fromkeys(range(3), THROW))


def locked(*seats: int) -> Lock:
    """A lock with an entry for each of these seats."""
    return Lock(tuple(ENTRY if seat in seats else None for seat in range(3)))


def said(seat: int, message: Message) -> Envelope:
    hand = Forger(TABLE, seat)
    hand.accept()
    return hand.draft(message)


def check(state: Position, seat: int, message: Message, need: Need | None = None) -> None:
    check_message(RULES, state, RULES.need(state) if need is None else need, said(seat, message))


def test_the_small_game_asks_for_every_kind_of_step() -> None:
    needs = [RULES.need(state) for state in (CALLING, DRAWING, THROWING, ENDED)]
    assert needs == [AskOpen((0,)), AskChance("stake of round 1", (3,)), AskSecret((0, 1, 2)), GameOver()]


# Messages.


@pytest.mark.parametrize(
    ("state", "seat", "message"),
    [
        (CALLING, 0, Decide(CALL)),
        (CALLING, 1, locked(0)),
        (CALLING, 1, locked()),
        (DRAWING, 1, Commit(ENTRY)),
        (DRAWING, 1, Reveal(SALT, SHARE)),
        (DRAWING, 1, locked(0, 1, 2)),
        (THROWING, 2, Commit(ENTRY)),
        (THROWING, 2, Reveal(SALT, THROW)),
        (THROWING, 2, locked(0, 1, 2)),
        (ENDED, 0, locked()),
    ],
)
def test_what_a_step_asks_for_is_fine(state: Position, seat: int, message: Message) -> None:
    check(state, seat, message)


@pytest.mark.parametrize("state", [CALLING, DRAWING, THROWING, ENDED])
@pytest.mark.parametrize("message", [Accept(), Forfeit(((1, 1),)), Keep(1, 1)])
def test_the_rules_say_nothing_of_votes(state: Position, message: Message) -> None:
    check(state, 0, message)


@pytest.mark.parametrize(
    ("state", "seat", "message"),
    [
        (CALLING, 1, Decide(CALL)),
        (CALLING, 0, Commit(ENTRY)),
        (CALLING, 0, Reveal(SALT, CALL)),
        (CALLING, 0, locked(0, 1)),
        (CALLING, 2, locked(1)),
        (DRAWING, 0, Decide(SHARE)),
        (THROWING, 0, Decide(THROW)),
        (ENDED, 0, Decide(CALL)),
        (ENDED, 0, Commit(ENTRY)),
        (ENDED, 0, Reveal(SALT, THROW)),
        (ENDED, 0, locked(0)),
    ],
)
def test_what_a_step_does_not_ask_for_is_out_of_turn(state: Position, seat: int, message: Message) -> None:
    with pytest.raises(OutOfTurn) as caught:
        check(state, seat, message)
    assert caught.value.evidence == (said(seat, message).wire,)
    assert (caught.value.seat, caught.value.number) == (seat, 1)


@pytest.mark.parametrize("message", [Commit(ENTRY), Reveal(SALT, THROW)])
def test_a_secret_is_asked_of_its_seats_only(message: Message) -> None:
    check(THROWING, 1, message, AskSecret((1, 2)))
    with pytest.raises(OutOfTurn):
        check(THROWING, 0, message, AskSecret((1, 2)))


@pytest.mark.parametrize(
    ("state", "seat", "message"),
    [
        (CALLING, 0, Decide(THROW)),
        (CALLING, 0, Decide(None)),
        (DRAWING, 0, Reveal(SALT, SHARE[:-1])),
        (DRAWING, 0, Reveal(SALT, SHARE + b"\0")),
        (DRAWING, 0, Reveal(SALT, 7)),
        (DRAWING, 0, Reveal(SALT, "x" * SHARE_SIZE)),
        (THROWING, 1, Reveal(SALT, CALL)),
        (THROWING, 1, Reveal(SALT, SHARE)),
    ],
)
def test_what_the_rules_refuse_is_an_illegal_decision(state: Position, seat: int, message: Message) -> None:
    with pytest.raises(IllegalDecision) as caught:
        check(state, seat, message)
    assert caught.value.evidence == (said(seat, message).wire,)
    assert (caught.value.seat, caught.value.number) == (seat, 1)


def test_whose_turn_it_is_comes_before_what_is_lawful() -> None:
    with pytest.raises(Fault) as caught:
        check(CALLING, 1, Decide("nonsense"))
    assert caught.value.name == "OutOfTurn"


# Values.


def test_a_seat_is_told_why_it_may_not_choose_a_value() -> None:
    assert refusal(RULES, CALLING, AskOpen((0,)), 0, CALL) is None
    assert refusal(RULES, CALLING, AskOpen((0,)), 0, THROW)
    assert refusal(RULES, THROWING, AskSecret((0, 1, 2)), 1, THROW) is None
    assert refusal(RULES, THROWING, AskSecret((0, 1, 2)), 1, "lizard")


def test_a_share_of_chance_is_32_bytes_whatever_the_game_says() -> None:
    need = RULES.need(DRAWING)
    assert refusal(RULES, DRAWING, need, 1, SHARE) is None
    odd: list[Value] = [b"", SHARE * 2, "x" * 32, (1,) * 32, None, THROW]
    assert all(refusal(RULES, DRAWING, need, 1, value) for value in odd)


# Answers.


def settle(state: Position, values: Mapping[int, Value], *, step: int = 2) -> object:
    return answers(RULES, state, RULES.need(state), values, genesis=TABLE, step=step)


def test_the_values_that_count_are_the_answers() -> None:
    assert settle(CALLING, {0: ("call", "paper")}) == {0: ("call", "paper")}
    thrown: dict[int, Value] = {2: ("throw", "paper"), 0: ("throw", "scissors"), 1: THROW}
    assert settle(THROWING, thrown) == thrown


def test_a_seat_without_a_value_gets_the_default_of_the_rules() -> None:
    assert settle(CALLING, {}) == {0: RULES.default(CALLING, 0)} == {0: CALL}
    thrown = ("throw", "paper")
    assert settle(THROWING, {1: thrown}) == {0: THROW, 1: thrown, 2: THROW}


def test_answers_come_in_seat_order_and_from_seats_that_are_asked() -> None:
    given = answers(RULES, THROWING, AskSecret((2, 0)), {1: CALL, 0: THROW}, genesis=TABLE, step=3)
    assert isinstance(given, Mapping)
    assert list(given) == [0, 2]


def test_a_value_of_nothing_is_a_value() -> None:
    assert answers(RULES, CALLING, AskOpen((0,)), {0: None}, genesis=TABLE, step=1) == {0: None}


def test_chance_is_drawn_from_the_shares_that_were_revealed() -> None:
    shares = {0: SHARE, 2: bytes(SHARE_SIZE)}
    drawn = draw(table=TABLE.table, step=2, use="stake of round 1", shares=shares, bounds=(3,))
    assert settle(DRAWING, shares) == drawn
    many = AskChance("many", (2**32,) * 4)

    def roll(values: Mapping[int, Value], step: int = 2) -> object:
        return answers(RULES, DRAWING, many, values, genesis=TABLE, step=step)

    assert roll(shares) != roll({0: SHARE})
    assert roll(shares) != roll(shares, step=3)
    assert roll(shares | {1: "no share"}) == roll(shares)


def test_the_end_needs_no_answers() -> None:
    assert settle(ENDED, {0: THROW}) == {}


# States.


def test_a_state_is_signed_as_the_digest_of_its_canonical_bytes() -> None:
    encoded = encode_state(RULES, THROWING)
    assert encoded == encode(RULES.encode(THROWING))
    assert RULES.encode(RULES.decode(decode(encoded))) == RULES.encode(THROWING)
    assert state_digest(encoded) == digest("state", encoded)
