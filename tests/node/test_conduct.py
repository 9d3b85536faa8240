"""What a node does, without doing it: order of acts, asking once, waking, voting, leaving."""

from typing import get_args

import pytest

from p2p_heroes.node import conduct as module
from p2p_heroes.node.conduct import ANSWERS, CHATS, Acts, Conduct
from p2p_heroes.node.news import Left, Spoke, WaitingFor
from p2p_heroes.node.table import Position
from protocol.errors import BadField, NotDue, Unexpected
from protocol.events import Claimed, Finished, Hid, Proved, Said
from protocol.faults import Proof
from protocol.parcels import (
    Accuse,
    Addresses,
    Chat,
    Confirm,
    Deliver,
    Door,
    Farewell,
    Found,
    Have,
    Hello,
    Nonce,
    Parcel,
    Propose,
    Ready,
    Refused,
    Seats,
    Share,
    Sign,
    Sit,
)
from protocol.transcript import Proven, Spoken
from tests.pair import Mesh, genesis_of, session_of

PATIENCE = 60


def conducted(seat: int = 0, *, seats: int = 2) -> Conduct[Position]:
    return Conduct(session_of(genesis_of(seats, rounds=1, patience=PATIENCE), seat), 0.0)


def seated(seats: int = 2) -> list[Conduct[Position]]:
    """Conducts that have sat down and know it of each other."""
    all_of_them = [conducted(seat, seats=seats) for seat in range(seats)]
    accepts = [one.begin(0.0).parcels for one in all_of_them]
    for one in all_of_them:
        for other, parcels in zip(all_of_them, accepts, strict=True):
            if other is not one:
                for parcel in parcels:
                    one.hear(0, "line", parcel, 0.0)
    return all_of_them


def test_what_is_said_is_written_and_synced_before_it_is_sent() -> None:
    acts = conducted().begin(0.0)
    (record,) = acts.records
    (parcel,) = acts.parcels
    assert isinstance(record, Spoken)
    assert parcel == Deliver(record.wire)
    assert acts.sync
    assert acts.changed


def test_a_secret_is_written_before_its_commitment_and_told_to_nobody() -> None:
    mesh = Mesh(2, rounds=1).begin()
    while mesh.sessions[0].play.step < 2:
        if mesh.letters:
            mesh.deliver(mesh.letters.pop(0))
        else:
            mesh.choose(next(seat for seat, session in mesh.sessions.items() if session.duties()))
    acts = Conduct(mesh.sessions[0], 0.0).choose(0, bytes(32), bytes(32), 0.0)
    assert [type(record) for record in acts.records] == [Hid, Spoken]
    assert [type(parcel) for parcel in acts.parcels] == [Deliver]
    assert [type(item) for item in acts.news] == [Said]


def test_a_proof_is_written_and_shown_unless_no_frame_can_carry_it() -> None:
    one = conducted()
    short = Proof(one.session.genesis.table, "Equivocation", 1, (b"a", b"b"))
    long = Proof(one.session.genesis.table, "Equivocation", 1, (bytes(70_000), b"b"))
    acts = one.absorb([Proved(short, ""), Proved(long, "")], 0.0)
    assert acts.records == (Proven(short.encode()), Proven(long.encode()))
    assert acts.parcels == (Accuse(short.encode()),)
    assert not acts.sync


@pytest.mark.parametrize("end", [Finished(7, bytes(32)), Claimed(7, (0,))], ids=["finished", "claimed"])
def test_the_end_is_synced_because_the_others_leave_when_we_hold_it(end: Finished | Claimed) -> None:
    assert conducted().absorb([end], 0.0).sync


def test_whoever_comes_back_is_quiet_until_all_have_told_it_what_it_said() -> None:
    one, *_ = seated(3)
    back = Conduct(one.session, 100.0)
    back.session.quiet = True
    assert back.begin(100.0) == Acts()
    assert not back.hear(1, "line", Have((1, 1, 1)), 100.0).changed
    assert back.session.quiet
    assert back.hear(2, "line", Have((1, 1, 1)), 100.0).changed
    assert not back.session.quiet


def test_whoever_knows_more_of_us_than_we_do_keeps_us_quiet() -> None:
    one, *_ = seated(2)
    back = Conduct(one.session, 100.0)
    back.session.quiet = True
    assert not back.hear(1, "line", Have((2, 1)), 100.0).changed
    assert not back.beat(100.0 + PATIENCE - 1, {1}, patient=False).changed
    assert back.beat(100.0 + PATIENCE, {1}, patient=False).changed


def test_what_is_lacking_is_asked_for_once_on_each_connection() -> None:
    one, other = conducted(0), conducted(1)
    accept = other.begin(0.0).parcels[0]
    ahead = Mesh(2, rounds=1).begin().run().sessions[1].log.chains[1][-1]
    early = Deliver(ahead.wire)
    assert one.hear(1, "first", early, 0.0).replies == (Have((0, 0)),)
    assert one.hear(1, "first", early, 0.0).replies == ()
    assert one.hear(1, "second", early, 0.0).replies == (Have((0, 0)),)
    one.hear(1, "second", accept, 0.0)
    assert one.hear(1, "second", early, 0.0).replies == (Have((0, 1)),)


def test_who_lacks_something_gets_it_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Mesh(2, rounds=1).begin().run().sessions[0]
    one = Conduct(session, 0.0)
    assert len(one.hear(1, "line", Have((0, 0)), 0.0).replies) == sum(session.heads())
    assert one.hear(1, "line", Have(session.heads()), 0.0).replies == ()
    monkeypatch.setattr(module, "CATCH_UP", 1000)
    assert 0 < len(one.hear(1, "line", Have((0, 0)), 0.0).replies) < 5
    with pytest.raises(BadField):
        one.hear(1, "line", Have((0,)), 0.0)


def test_who_asks_without_end_is_answered_a_few_times_a_second() -> None:
    """A question of ten bytes may cost thousands; what a seat needs it gets with its next one."""
    session = Mesh(3, rounds=1).begin().run().sessions[0]
    one = Conduct(session, 0.0)
    answers = [one.hear(1, "line", Have((0, 0, 0)), 0.0).replies for _ in range(ANSWERS + 5)]
    assert [bool(replies) for replies in answers] == [True] * ANSWERS + [False] * 5
    assert one.hear(2, "line", Have((0, 0, 0)), 0.0).replies == answers[0], "the others do not suffer"
    one.beat(1.0, {1, 2}, patient=True)
    assert one.hear(1, "line", Have((0, 0, 0)), 1.0).replies == answers[0]


def test_talk_is_told_as_long_as_it_can_be_read() -> None:
    one = conducted()
    told = [one.hear(1, "line", Chat("hi"), 0.0).news for _ in range(CHATS + 2)]
    assert told == [(Spoke(1, "hi"),)] * CHATS + [()] * 2
    one.beat(1.0, {1}, patient=True)
    assert one.hear(1, "line", Chat("hi"), 1.0).news == (Spoke(1, "hi"),)


ELSEWHERE: list[Parcel] = [
    Hello(bytes(32), bytes(32), None),
    Sign(bytes(64)),
    Door(False),
    Share(bytes(33)),
    Confirm(bytes(32)),
    Sit("Bo", 1),
    Ready("", True, bytes(32)),
    Seats("roshambo", 1, (), 60, 2, ()),
    Propose(b""),
    Nonce(bytes(32)),
    Found(genesis_of(2).encoded),
    Refused("Flood"),
]


@pytest.mark.parametrize("parcel", ELSEWHERE, ids=lambda parcel: type(parcel).__name__)
def test_what_belongs_elsewhere_is_refused(parcel: Parcel) -> None:
    """The words of handshake and lobby; that a peer hangs up is for whoever holds the connection to hear."""
    one = conducted()
    with pytest.raises(Unexpected):
        one.hear(1, "line", parcel, 0.0)
    assert one.session.heads() == (0, 0)


def test_the_words_of_a_table_and_those_of_other_places_are_all_there_are() -> None:
    here = {Deliver, Accuse, Have, Addresses, Farewell, Chat}
    assert here | {type(parcel) for parcel in ELSEWHERE} == set(get_args(Parcel))


def test_every_second_it_says_what_it_holds_and_whom_it_waits_for() -> None:
    _, one = seated(2)
    acts = one.beat(10.0, {0}, patient=False)
    assert acts == Acts(parcels=(Have((1, 1)),), news=(WaitingFor(((0, 10),), ()),))


def test_who_has_come_is_waited_for_no_more_and_the_others_since_the_same_moment() -> None:
    first, second, third = seated(3)
    value = first.session.rules.default(first.session.play.state, 0)
    choice, _ = first.choose(0, value, bytes(32), 5.0).parcels
    (lock,) = second.hear(0, "line", choice, 6.0).parcels
    third.hear(0, "line", choice, 7.0)
    assert third.beat(10.0, (), patient=True).news == (WaitingFor(((0, 3), (1, 3)), ()),)
    third.hear(1, "line", lock, 20.0)
    assert third.beat(30.0, (), patient=True).news == (WaitingFor(((0, 23),), ()),)
    assert third.overdue(7.0 + PATIENCE) == [0]


def test_who_is_gone_for_too_long_is_voted_against_but_not_who_only_thinks() -> None:
    _, one = seated(2)
    late = float(PATIENCE)
    assert one.overdue(late - 1) == []
    assert one.overdue(late) == [0]
    assert len(one.beat(late, {0}, patient=False).parcels) == 1, "what it holds"
    assert len(one.beat(late, (), patient=True).parcels) == 1
    acts = one.beat(late, (), patient=False)
    assert [type(parcel) for parcel in acts.parcels] == [Have, Deliver, Deliver]
    assert acts.sync


def test_nobody_is_voted_out_who_owes_nothing() -> None:
    _, one = seated(2)
    with pytest.raises(NotDue):
        one.forfeit([1], 0.0)


def test_it_may_leave_when_the_others_hold_what_it_holds_or_one_who_did_has_left() -> None:
    mesh = Mesh(3, rounds=1).begin().run()
    session = mesh.sessions[0]
    one = Conduct(session, 0.0)
    assert not one.is_known_to_all()
    one.hear(1, "line", Have(session.heads()), 0.0)
    assert not one.is_known_to_all()
    assert one.hear(1, "line", Farewell(), 0.0).news == (Left(1),)
    assert one.is_known_to_all()
    one.hear(1, "line", Addresses(()), 0.0)
    assert not one.is_known_to_all()
    one.hear(2, "line", Have(session.heads()), 0.0)
    assert one.is_known_to_all()


def test_it_greets_with_what_it_holds_and_what_was_proven() -> None:
    one = conducted()
    proof = Proof(one.session.genesis.table, "Equivocation", 1, (b"a", b"b"))
    one.session.proofs[1] = proof
    assert one.greeting() == [Have((0, 0)), Accuse(proof.encode())]
