"""Roshambo as a table sees it, and a record that becomes a position again."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from p2p_heroes.games.roshambo import (
    CHOICES,
    Decision,
    GameEnded,
    Kind,
    RoundPlayed,
    Sign,
    SignCalled,
    StakeDrawn,
    State,
)
from p2p_heroes.node.table import AT_ONCE, Position, read_result, restore, rules_for
from protocol.errors import BadGenesis, BrokenTranscript
from protocol.events import Finished, Hid
from protocol.genesis import Seat
from protocol.rules import Chance, Open, Over, Secret
from protocol.transcript import MAGIC, Founded, Proven, Record, Spoken, Writer
from tests.pair import RULES, Mesh, genesis_of, seeded, session_of

GENESIS = genesis_of(2, rounds=1)
START = RULES.initial(GENESIS)
CALLED = RULES.settle(START, {0: ("call", "rock")})
STAKED = RULES.settle(CALLED, (1,))
ENDED = RULES.settle(STAKED, {0: ("throw", "rock"), 1: ("throw", "scissors")})


def test_a_table_begins_where_its_game_begins() -> None:
    assert Position(State(rounds=1, scores=(0, 0))) == START


@pytest.mark.parametrize(
    "genesis",
    [
        replace(GENESIS, game="halma"),
        replace(GENESIS, rules_version=2),
        replace(GENESIS, options=MappingProxyType({"rounds": 0})),
        replace(GENESIS, options=MappingProxyType({"colour": 1})),
        replace(GENESIS, seats=tuple(replace(seat, choice="undead") for seat in GENESIS.seats)),
        replace(GENESIS, seats=GENESIS.seats[:1]),
    ],
)
def test_a_table_that_we_cannot_play_is_refused(genesis: object) -> None:
    with pytest.raises(BadGenesis):
        rules_for(genesis)  # type: ignore[arg-type]


def test_the_rules_of_a_table_are_those_of_its_game() -> None:
    assert rules_for(GENESIS).game is RULES.game


def test_each_need_of_the_game_is_one_of_the_table() -> None:
    needs = [RULES.need(position) for position in (START, CALLED, STAKED, ENDED)]
    assert needs == [Open((0,)), Chance("stake of round 1", (3,)), Secret((0, 1)), Over()]


def test_a_position_knows_what_led_to_it() -> None:
    assert CALLED.events == (SignCalled(1, 0, Sign.ROCK),)
    assert STAKED.events == (StakeDrawn(1, 2),)
    assert [type(event) for event in ENDED.events] == [RoundPlayed, GameEnded]


def test_what_is_signed_does_not_depend_on_the_story() -> None:
    again = RULES.decode(RULES.encode(CALLED))
    assert again == Position(CALLED.state)
    assert RULES.encode(again) == RULES.encode(CALLED)


def test_a_decision_is_refused_with_the_reason_of_the_rules() -> None:
    assert RULES.refusal(START, 0, ("call", "rock")) is None
    assert RULES.refusal(START, 0, ("call", "lizard")) is not None
    assert RULES.refusal(START, 0, ("throw", "rock")) is not None
    assert RULES.refusal(START, 1, ("call", "rock")) is not None


def test_an_absent_seat_does_what_the_rules_say() -> None:
    assert RULES.default(START, 0) == ("call", "rock")
    assert RULES.default(STAKED, 1) == ("throw", "rock")


def test_a_question_shows_what_a_seat_sees_and_may_choose() -> None:
    view, request = RULES.question(STAKED, 1)
    assert view == STAKED.state
    assert (request.seat, request.kind, request.choices) == (1, "throw", CHOICES[Kind.THROW])
    assert RULES.value(Decision(Kind.THROW, Sign.PAPER)) == ("throw", "paper")


def test_places_are_known_at_the_end_and_not_before() -> None:
    assert RULES.places(STAKED) == ()
    assert RULES.places(ENDED) == (1, 2)


# From a record.


def record_of(mesh: Mesh, seat: int) -> list[Record]:
    records: list[Record] = [Founded(mesh.genesis.encoded)]
    records += [event for event in mesh.events[seat] if isinstance(event, Hid)]
    records += [Spoken(envelope.wire) for envelope in mesh.sessions[seat].log.order]
    return records + [Proven(proof.encode()) for proof in mesh.sessions[seat].proofs.values()]


def file_of(records: list[Record]) -> bytes:
    writer = Writer()
    return MAGIC + b"".join(map(writer.append, records))


def test_a_record_leads_to_the_same_position() -> None:
    mesh = Mesh(3).begin().run()
    for seat, session in mesh.sessions.items():
        again = session_of(mesh.genesis, seat)
        restore(again, record_of(mesh, seat))
        assert again.quiet, "it must not speak before it was told what it said"
        assert again.play.ground == session.play.ground
        assert again.play.outcome == session.play.outcome
        assert again.heads() == session.heads()


def test_a_record_gives_back_the_secrets_behind_commitments() -> None:
    mesh = Mesh(2).begin()
    mesh.mute = {1}
    mesh.run()
    again = session_of(mesh.genesis, 0)
    restore(again, record_of(mesh, 0))
    assert again._secrets == mesh.sessions[0]._secrets


def test_the_result_of_a_file_is_replayed_from_nothing() -> None:
    mesh = Mesh(2).begin().run()
    play = read_result(file_of(record_of(mesh, 1)))
    assert isinstance(play.outcome, Finished)
    assert play.ground == mesh.sessions[0].play.ground


@pytest.mark.parametrize("record", [Spoken(b"nothing"), Proven(b"nothing"), Spoken(seeded("noise"))])
def test_a_record_that_nobody_would_have_accepted_breaks_the_file(record: Record) -> None:
    with pytest.raises(BrokenTranscript, match="record 1: "):
        restore(session_of(GENESIS, 0), [Founded(GENESIS.encoded), record])


@pytest.mark.parametrize("place", [1, 2, AT_ONCE, AT_ONCE + 1])
def test_the_first_record_that_cannot_be_used_is_named(place: int) -> None:
    """However many are opened together, and whatever is wrong further on."""
    records: list[Record] = [Founded(GENESIS.encoded)]
    records += [Hid(0, 0, bytes(32), None)] * (place - 1)
    with pytest.raises(BrokenTranscript, match=f"record {place}: BadField"):
        restore(session_of(GENESIS, 0), [*records, Spoken(b"nothing"), Spoken(seeded("noise")), Proven(b"")])


def test_a_record_with_a_gap_breaks_the_file() -> None:
    records = record_of(Mesh(2).begin().run(), 0)
    spoken = next(i for i, record in enumerate(records) if isinstance(record, Spoken))
    with pytest.raises(BrokenTranscript):
        restore(session_of(GENESIS, 0), records[:spoken] + records[spoken + 1 :])


def test_a_file_of_a_game_that_we_do_not_have_is_refused() -> None:
    strange = replace(
        GENESIS, game="halma", seats=tuple(Seat(s.key, s.name, "", s.nonce) for s in GENESIS.seats)
    )
    with pytest.raises(BadGenesis):
        read_result(file_of([Founded(strange.encoded)]))
