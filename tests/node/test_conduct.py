"""What a node does, without doing it: order of acts, asking once, waking, voting, leaving."""

from dataclasses import replace
from typing import get_args

import pytest

from p2p_heroes.node import conduct as module
from p2p_heroes.node.conduct import ANSWERS, CHATS, Acts, Conduct
from p2p_heroes.node.news import Left, Named, Spoke, WaitingFor
from p2p_heroes.node.table import Position
from protocol.envelope import open_envelope
from protocol.errors import BadField, NotDue, Unexpected
from protocol.events import Claimed, Finished, Hid, Proved, Said
from protocol.faults import Proof
from protocol.framing import MAX_FRAME
from protocol.link import pack
from protocol.messages import Forfeit, Lock
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
from tests.pair import Mesh, genesis_of, have, have_of, session_of

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


def test_a_proof_is_written_and_shown_or_its_messages_if_no_frame_can_carry_it() -> None:
    one = conducted()
    short = Proof(one.session.genesis.table, "Equivocation", 1, (b"a", b"b"))
    wires = tuple(bytes([number]) * 8000 for number in range(9))
    long = Proof(one.session.genesis.table, "Repeated", 1, wires)
    acts = one.absorb([Proved(short, ""), Proved(long, "")], 0.0)
    assert acts.records == (Proven(short.encode()), Proven(long.encode()))
    assert acts.parcels == (Accuse(short.encode()), *map(Deliver, wires))
    assert all(len(pack(parcel)) <= MAX_FRAME for parcel in acts.parcels)
    assert not acts.sync


@pytest.mark.parametrize("end", [Finished(7, bytes(32)), Claimed(7, (0,))], ids=["finished", "claimed"])
def test_the_end_is_synced_because_the_others_leave_when_we_hold_it(end: Finished | Claimed) -> None:
    assert conducted().absorb([end], 0.0).sync


def test_whoever_comes_back_is_quiet_until_all_have_told_it_what_it_said() -> None:
    one, *_ = seated(3)
    back = Conduct(one.session, 100.0)
    back.session.quiet = True
    assert back.begin(100.0) == Acts()
    assert not back.hear(1, "line", have_of(one.session), 100.0).changed
    assert back.session.quiet
    assert back.hear(2, "line", have_of(one.session), 100.0).changed
    assert not back.session.quiet


def test_whoever_knows_more_of_us_than_we_do_keeps_us_quiet() -> None:
    one, *_ = seated(2)
    back = Conduct(one.session, 100.0)
    back.session.quiet = True
    assert not back.hear(1, "line", have(2, 1), 100.0).changed
    assert not back.beat(100.0 + PATIENCE - 1, {1}, patient=False).changed
    assert back.beat(100.0 + PATIENCE, {1}, patient=False).changed


def test_what_is_lacking_is_asked_for_once_on_each_connection() -> None:
    one, other = conducted(0), conducted(1)
    accept = other.begin(0.0).parcels[0]
    ahead = Mesh(2, rounds=1).begin().run().sessions[1].log.chains[1][-1]
    early = Deliver(ahead.wire)
    assert one.hear(1, "first", early, 0.0).replies == (have_of(one.session),)
    assert one.hear(1, "first", early, 0.0).replies == ()
    assert one.hear(1, "second", early, 0.0).replies == (have_of(one.session),)
    one.hear(1, "second", accept, 0.0)
    assert one.hear(1, "second", early, 0.0).replies == (have_of(one.session),)


def test_who_lacks_something_gets_it_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Mesh(2, rounds=1).begin().run().sessions[0]
    one = Conduct(session, 0.0)
    assert len(one.hear(1, "line", have(0, 0), 0.0).replies) == sum(session.heads())
    assert one.hear(1, "line", have_of(session), 0.0).replies == ()
    monkeypatch.setattr(module, "CATCH_UP", 1000)
    assert 0 < len(one.hear(1, "line", have(0, 0), 0.0).replies) < 5
    with pytest.raises(BadField):
        one.hear(1, "line", have(0), 0.0)


def test_who_asks_without_end_is_answered_a_few_times_a_second() -> None:
    """A question of ten bytes may cost thousands; what a seat needs it gets with its next one."""
    session = Mesh(3, rounds=1).begin().run().sessions[0]
    one = Conduct(session, 0.0)
    answers = [one.hear(1, "line", have(0, 0, 0), 0.0).replies for _ in range(ANSWERS + 5)]
    assert [bool(replies) for replies in answers] == [True] * ANSWERS + [False] * 5
    assert one.hear(2, "line", have(0, 0, 0), 0.0).replies == answers[0], "the others do not suffer"
    one.beat(1.0, {1, 2}, patient=True)
    assert one.hear(1, "line", have(0, 0, 0), 1.0).replies == answers[0]


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
    assert acts == Acts(parcels=(have_of(one.session),), news=(WaitingFor(((0, 10),), ()),))


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
    (proposal,) = voted(one.beat(late, (), patient=False))
    assert not proposal.signed
    assert voted(one.beat(late, (), patient=True)) == [replace(proposal, signed=True)]
    assert one.session.play.outcome == Claimed(1, (1,))


def voted(acts: Acts, seats: int = 2) -> list[Forfeit]:
    """The votes that it has written down and sends."""
    wires = [parcel.wire for parcel in acts.parcels if isinstance(parcel, Deliver)]
    assert acts.records == tuple(map(Spoken, wires))
    assert acts.sync is bool(wires)
    messages = [open_envelope(wire, genesis_of(seats, rounds=1, patience=PATIENCE)).message for wire in wires]
    return [message for message in messages if isinstance(message, Forfeit)]


def pass_on(acts: Acts, author: int, readers: list[Conduct[Position]], now: float) -> list[Acts]:
    """Everybody else hears what one of them sends, and what that makes them send, until nobody says more."""
    heard: list[Acts] = []
    queue = [(author, parcel) for parcel in acts.parcels]
    while queue:
        seat, parcel = queue.pop(0)
        for reader, one in enumerate(readers):
            if reader != seat:
                heard.append(one.hear(seat, "line", parcel, now))
                queue += [(reader, said) for said in heard[-1].parcels]
    return heard


def test_nobody_is_voted_out_before_patience_is_over_whoever_asks_for_it() -> None:
    table = seated(3)
    _first, second, third = table
    pass_on(second.forfeit([0], 5.0), 1, table, 5.0)
    pass_on(third.forfeit([0], 6.0), 2, table, 6.0)
    for one in (second, third):
        assert [len(votes) for votes in one.session.play.ballot(one.session.log).votes.values()] == [0, 1, 1]
        assert not voted(one.beat(float(PATIENCE) - 1, {0}, patient=True))
    signed = second.beat(float(PATIENCE), {0}, patient=True)
    assert [vote.signed for vote in voted(signed, 3)] == [True]
    pass_on(signed, 1, table, float(PATIENCE))
    pass_on(third.beat(float(PATIENCE), {0}, patient=True), 2, table, float(PATIENCE))
    # Nobody locks before the others have told that they hold the votes too.
    assert [one.session.play.step for one in table] == [1, 1, 1]
    for seat in (1, 2, 1, 2):
        pass_on(table[seat].beat(PATIENCE + 1.0, {0}, patient=True), seat, table, PATIENCE + 1.0)
    for one in table:
        assert one.session.play.step == 2
        assert one.session.play.settled[1].cuts == {0: 1}


def test_what_was_asked_for_can_be_taken_back_until_it_takes_effect() -> None:
    table = seated(3)
    _, second, third = table
    pass_on(second.forfeit([0], 5.0), 1, table, 5.0)
    pass_on(third.forfeit([0], 6.0), 2, table, 6.0)
    second.spare([0])
    assert not voted(second.beat(float(PATIENCE), {0}, patient=True), 3)
    assert [vote.signed for vote in voted(second.forfeit([0], float(PATIENCE)), 3)] == [True]


def test_who_is_named_is_told_by_whom_and_how_long_it_has() -> None:
    table = seated(3)
    first, second, _ = table
    pass_on(second.forfeit([0], 5.0), 1, table, 5.0)
    news = first.beat(20.0, {1, 2}, patient=True).news
    assert [item for item in news if isinstance(item, Named)] == [Named(0, (1,), PATIENCE - 20)]
    assert not any(isinstance(item, Named) for item in second.beat(20.0, {0, 2}, patient=True).news)
    news = first.beat(PATIENCE + 20.0, {1, 2}, patient=True).news
    assert [item.left for item in news if isinstance(item, Named)] == [0]


def test_who_resigns_says_so_and_the_others_go_on_at_once() -> None:
    table = seated(3)
    acts = table[0].resign(0, 5.0)
    assert [type(parcel) for parcel in acts.parcels] == [Deliver]
    pass_on(acts, 0, table, 5.0)
    for one in table:
        assert one.session.play.step == 2
        assert one.session.play.active == {1, 2}
    with pytest.raises(NotDue):
        table[0].resign(0, 6.0)


def test_who_holds_another_branch_is_shown_ours() -> None:
    mesh = Mesh(3, rounds=1).begin().run()
    one = Conduct(mesh.sessions[0], 0.0)
    heads = list(have_of(mesh.sessions[0]).heads)
    heads[1] = replace(heads[1], previous=bytes(32))
    shown = one.hear(2, "line", Have(tuple(heads)), 0.0).replies
    last = mesh.sessions[0].log.chains[1][-1]
    assert Deliver(last.wire) in shown
    assert one.hear(2, "line", have_of(mesh.sessions[0]), 0.0).replies == ()


def test_after_a_vote_it_goes_on_when_the_others_have_told_what_they_hold_or_in_half_of_the_patience() -> (
    None
):
    """Seat 0 is gone; of seats 1 and 2 neither says a word before it knows what the other holds."""
    for told in (True, False):
        table = seated(3)
        _, second, third = table
        for one in table:
            for seat, other in enumerate(table):
                if other is not one:
                    one.hear(seat, "line", have_of(other.session), 0.0)
        late = float(PATIENCE)
        pass_on(second.beat(late, (), patient=False), 1, table, late)
        pass_on(third.beat(late, (), patient=False), 2, table, late)
        for now in (late + 1, late + 2):
            for seat in (1, 2):
                sent = table[seat].beat(now, (), patient=True)
                delivered = tuple(parcel for parcel in sent.parcels if isinstance(parcel, Deliver))
                pass_on(Acts(parcels=delivered), seat, table, now)
        assert second.session.play.exchange is not None
        assert second.session.play.exchange.present == {1, 2}
        assert second.session.unsure() == {2}
        assert second.session.log.chains[1][-1].message == Forfeit(((0, 1),), signed=True)
        if told:
            second.hear(2, "line", have_of(third.session), late + 3)
        else:
            # The others count the whole, and it owes them a lock.
            second.beat(late + 0.49 * PATIENCE, (), patient=True)
            assert second.session.unsure() == {2}
            second.beat(late + 2 + 0.5 * PATIENCE, (), patient=True)
        assert second.session.unsure() == frozenset()
        assert isinstance(second.session.log.chains[1][-1].message, Lock)


def test_nobody_is_voted_out_who_owes_nothing() -> None:
    _, one = seated(2)
    with pytest.raises(NotDue):
        one.forfeit([1], 0.0)


def test_it_may_leave_when_the_others_hold_what_it_holds_or_one_who_did_has_left() -> None:
    mesh = Mesh(3, rounds=1).begin().run()
    session = mesh.sessions[0]
    one = Conduct(session, 0.0)
    assert not one.is_known_to_all()
    one.hear(1, "line", have_of(session), 0.0)
    assert not one.is_known_to_all()
    assert one.hear(1, "line", Farewell(), 0.0).news == (Left(1),)
    assert one.is_known_to_all()
    one.hear(1, "line", Addresses(()), 0.0)
    assert not one.is_known_to_all()
    one.hear(2, "line", have_of(session), 0.0)
    assert one.is_known_to_all()


def test_it_greets_with_what_it_holds_and_what_was_proven() -> None:
    one = conducted()
    proof = Proof(one.session.genesis.table, "Equivocation", 1, (b"a", b"b"))
    one.session.proofs[1] = proof
    assert one.greeting() == [have_of(one.session), Accuse(proof.encode())]


def test_who_is_named_is_told_how_long_it_has_and_no_more_once_it_has_moved() -> None:
    zero, one = seated(2)
    (vote,) = one.forfeit([0], 20.0).parcels
    zero.hear(1, "line", vote, 21.0)
    named = [news for news in zero.beat(22.0, (1,), patient=True).news if isinstance(news, Named)]
    assert named == [Named(0, (1,), PATIENCE - 22)]
    value = zero.session.rules.default(zero.session.play.state, 0)
    zero.choose(0, value, bytes(32), 23.0)
    assert not [news for news in zero.beat(24.0, (1,), patient=True).news if isinstance(news, Named)]


def test_a_proposal_is_signed_when_patience_is_over_unless_it_was_taken_back() -> None:
    for spared in (True, False):
        _, one = seated(2)
        assert not one.may_spare(0)
        assert one.ends_without(0)
        one.forfeit([0], 20.0)
        assert one.may_spare(0)
        if spared:
            one.spare([0])
            assert not one.may_spare(0)
        one.beat(PATIENCE - 1.0, (), patient=True)
        assert one.session.play.outcome is None
        one.beat(float(PATIENCE), (), patient=True)
        assert (one.session.play.outcome is None) is spared
        if spared:
            one.forfeit([0], PATIENCE + 1.0)
            one.beat(PATIENCE + 2.0, (), patient=True)
        assert isinstance(one.session.play.outcome, Claimed)
        assert not one.may_spare(0)


def test_too_few_cannot_go_on() -> None:
    _, one, _, _ = seated(4)
    assert not one.ends_without(0)
    one.session.forfeit([0])
    assert one.ends_without(2), "two of four are not more than half"
