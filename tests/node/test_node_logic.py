"""What a node does, without doing it: order of acts, asking once, waking, voting, leaving."""

from collections.abc import Iterable
from contextlib import nullcontext
from typing import get_args

import pytest

from p2p_heroes.node import node_logic as module
from p2p_heroes.node.acts import Acts
from p2p_heroes.node.liveness import LATE_SECONDS, PASSED_ON
from p2p_heroes.node.news import (
    Alone,
    Apart,
    ForfeitProposed,
    Forgotten,
    Left,
    Spoke,
    Unanswered,
    Unlinked,
    WaitingFor,
)
from p2p_heroes.node.node_logic import ANSWERS, CHATS, DEAF_SECONDS, THINKING, NodeLogic
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import SessionTable, genesis_of, session_of
from protocol.envelope import open_envelope, seal
from protocol.errors import BadField, BadProof, BadSignature, NotDue, Unexpected
from protocol.events import Claimed, Event, Finished, Heard, Hid, Proved, Said
from protocol.faults import Proof
from protocol.framing import MAX_FRAME
from protocol.frozen import replace
from protocol.lifesign import sign_have
from protocol.link import pack
from protocol.messages import Forfeit, Keep, Lock, Resign, Reveal
from protocol.peer_messages import (
    Accuse,
    Addresses,
    Chat,
    CodeNeeded,
    Confirm,
    Deliver,
    Farewell,
    Found,
    Have,
    Head,
    Hello,
    Nonce,
    PeerMessage,
    Propose,
    Ready,
    Refuse,
    Seats,
    Share,
    SignHello,
    Sit,
)
from protocol.transcript import Proven, Spoken
from tests.support.said import have, have_of

PATIENCE = 60


def conducted(seat: int = 0, *, seats: int = 2) -> NodeLogic[Position]:
    return NodeLogic(session_of(genesis_of(seats, rounds=1, patience=PATIENCE), seat), 0.0)


def seated(seats: int = 2) -> list[NodeLogic[Position]]:
    """Nodes that have sat down and know it of each other."""
    all_of_them = [conducted(seat, seats=seats) for seat in range(seats)]
    accepts = [one.begin(0.0).peer_messages for one in all_of_them]
    for one in all_of_them:
        for seat, (other, peer_messages) in enumerate(zip(all_of_them, accepts, strict=True)):
            if other is not one:
                for peer_message in peer_messages:
                    one.hear(seat, "line", peer_message, 0.0)
    return all_of_them


def lived(
    one: NodeLogic[Position], start: float, end: float, linked: Iterable[int] = (), *, patient: bool = True
) -> Acts:
    """Every second from the start to the end; what the last one brings, all others having brought no vote."""
    now = start
    while now < end:
        assert not any(
            isinstance(peer_message, Deliver)
            for peer_message in one.beat(now, set(linked), patient=patient).peer_messages
        )
        now += 1
    return one.beat(end, set(linked), patient=patient)


def awake(table: list[NodeLogic[Position]]) -> list[NodeLogic[Position]]:
    """All connected with each other for some seconds."""
    for seat, one in enumerate(table):
        lived(one, 1.0, 4.0, {0, 1, 2} - {seat})
    return table


def told(*peer_messages: PeerMessage) -> list[tuple[Head, ...]]:
    """What they say to hold, whoever has signed it, and when."""
    return [peer_message.heads for peer_message in peer_messages if isinstance(peer_message, Have)]


def test_what_is_said_is_written_and_synced_before_it_is_sent() -> None:
    acts = conducted().begin(0.0)
    (record,) = acts.records
    (peer_message,) = acts.peer_messages
    assert isinstance(record, Spoken)
    assert peer_message == Deliver(record.wire)
    assert acts.sync
    assert acts.changed


def test_a_secret_is_written_before_its_commitment_and_told_to_nobody() -> None:
    mesh = SessionTable(2, rounds=1).begin()
    while mesh.sessions[0].play.step < 2:
        if mesh.packets:
            mesh.deliver(mesh.packets.pop(0))
        else:
            mesh.choose(next(seat for seat, session in mesh.sessions.items() if session.duties()))
    acts = NodeLogic(mesh.sessions[0], 0.0).choose(0, bytes(32), bytes(32), 0.0)
    assert [type(record) for record in acts.records] == [Hid, Spoken]
    assert [type(peer_message) for peer_message in acts.peer_messages] == [Deliver]
    assert [type(item) for item in acts.news] == [Said]


def test_a_proof_is_written_and_shown_or_its_messages_if_no_frame_can_carry_it() -> None:
    one = conducted()
    short = Proof(one.session.genesis.table, "Equivocation", 1, (b"a", b"b"))
    wires = tuple(bytes([number]) * 8000 for number in range(9))
    long = Proof(one.session.genesis.table, "Repeated", 1, wires)
    acts = one.absorb([Proved(short, ""), Proved(long, "")], 0.0)
    assert acts.records == (Proven(short.encode()), Proven(long.encode()))
    assert acts.peer_messages == (Accuse(short.encode()), *map(Deliver, wires))
    assert all(len(pack(peer_message)) <= MAX_FRAME for peer_message in acts.peer_messages)
    assert not acts.sync


def test_what_is_heard_goes_at_once_to_those_without_a_link_to_its_author() -> None:
    """Seat 1 is connected to seat 0 alone; seat 2 and 3 are connected to each other, too."""
    one, author = conducted(seats=4), conducted(2, seats=4)
    for seat, linked in ((1, (0,)), (2, (0, 3)), (3, (0, 2))):
        one.hear(seat, "line", have_of(conducted(seat, seats=4).session, linked=linked), 0.0)
    (accept,) = author.begin(0.0).peer_messages
    assert one.hear(2, "line", accept, 0.0).forwarded == ((1, accept),)
    assert one.hear(3, "line", accept, 0.0).forwarded == (), "it is known already"
    other, again = conducted(seats=4), last_heard(one)
    assert other.absorb([again], 0.0, 2).forwarded == (), "nobody has told whom it is connected to"
    assert one.absorb([again], 0.0, 1).forwarded == (), "from whom we have it"
    assert one.absorb([again], 0.0).forwarded == ((1, accept),)


def test_what_somebody_has_lacked_for_a_while_is_pushed_though_its_connection_should_bring_it() -> None:
    """Seats 1 and 2 say that they are connected; what seat 2 says does not come to seat 1 any more."""
    one, author = conducted(seats=3), conducted(2, seats=3)
    (accept,) = author.begin(0.0).peer_messages
    assert one.hear(2, "line", accept, 1.0).forwarded == ()

    def lacks(count: int, now: float) -> Acts:
        asks = have_of(conducted(1, seats=3).session, linked=(0, 2), count=count)
        return one.hear(1, "line", asks, now)

    again = last_heard(one)
    assert accept in lacks(1, 1.0 + LATE_SECONDS / 2).replies
    assert one.absorb([again], 1.4).forwarded == ()
    lacks(2, 1.4 + LATE_SECONDS)
    assert one.absorb([again], 2.0, 2).forwarded == ((1, accept),)


def test_whoever_loses_a_connection_says_so_at_once() -> None:
    one = conducted(seats=3)
    one.beat(1.0, {1, 2}, patient=True)
    acts = one.unlink({2})
    assert [peer_message.linked for peer_message in acts.peer_messages if isinstance(peer_message, Have)] == [
        (2,)
    ]
    assert not acts.changed


def last_heard(one: NodeLogic[Position]) -> Heard:
    """The last message of seat 2, as news."""
    return Heard(one.session.log.chains[2][-1])


@pytest.mark.parametrize("end", [Finished(7, bytes(32)), Claimed(7, (0,))], ids=["finished", "claimed"])
def test_the_end_is_synced_because_the_others_leave_when_we_hold_it(end: Finished | Claimed) -> None:
    assert conducted().absorb([end], 0.0).sync


def test_whoever_comes_back_is_quiet_until_all_have_told_it_what_it_said() -> None:
    one, *_ = seated(3)
    back = NodeLogic(one.session, 100.0)
    back.session.quiet = True
    assert back.begin(100.0) == Acts()
    back.beat(100.0, {1, 2}, patient=True)
    assert not back.hear(1, "line", have_of(one.session, 1), 100.0).changed
    assert back.session.quiet
    assert back.hear(2, "line", have_of(one.session, 2), 100.0).changed
    assert not back.session.quiet


def test_who_comes_back_hears_through_others_what_it_said() -> None:
    """Seat 0 is connected to seat 1 alone, which is connected to seat 2."""
    one, *_ = seated(3)
    back = NodeLogic(one.session, 100.0)
    back.session.quiet = True
    back.beat(100.0, {1}, patient=True)
    assert not back.hear(1, "line", have_of(one.session, 1, linked=(0, 2)), 100.0).changed
    assert back.session.quiet, "seat 2 is there, too"
    old = have_of(one.session, 2, count=7, heard=(back.contact.count + 1, 0, 0))
    assert not back.hear(1, "line", old, 100.0).changed
    assert back.session.quiet, "what a seat has said once anybody can repeat"
    fresh = have_of(one.session, 2, count=8, heard=(back.contact.count, 0, 0))
    assert back.hear(1, "line", fresh, 100.0).changed
    assert not back.session.quiet


@pytest.mark.parametrize(("seats", "awake"), [(2, True), (3, False), (4, False), (5, False)])
def test_who_comes_back_needs_more_than_half_of_the_others(seats: int, awake: bool) -> None:
    """One who lies keeps from it what others would tell."""
    one, *_ = seated(seats)
    back = NodeLogic(one.session, 100.0)
    back.session.quiet = True
    back.beat(100.0, {1}, patient=True)
    back.hear(1, "line", have_of(one.session, 1, linked=(0,)), 100.0)
    assert back.session.quiet is not awake


def test_whoever_knows_more_of_us_than_we_do_keeps_us_quiet() -> None:
    one, *_ = seated(2)
    back = NodeLogic(one.session, 100.0)
    back.session.quiet = True
    assert not back.hear(1, "line", have(2, 1, genesis=one.session.genesis), 100.0).changed
    assert not back.beat(100.0 + PATIENCE - 1, {1}, patient=False).changed
    assert back.beat(100.0 + PATIENCE, {1}, patient=False).changed


def test_who_tells_of_a_link_that_is_none_keeps_us_quiet_for_the_patience() -> None:
    one, *_ = seated(3)
    back = NodeLogic(one.session, 100.0)
    back.session.quiet = True
    for late in range(PATIENCE):
        now = 100.0 + late
        back.hear(1, "line", have_of(one.session, 1, count=late, linked=(0, 2)), now)
        assert not back.beat(now, {1}, patient=True).changed
    assert back.session.quiet
    assert back.beat(100.0 + PATIENCE, {1}, patient=True).changed


def test_who_lacks_what_others_said_is_not_asked_yet() -> None:
    """They may have gone on without us, and a question would be taken back at once."""
    one, *_ = seated(2)
    back = NodeLogic(one.session, 100.0)
    back.session.quiet = True
    assert not back.hear(1, "line", have(1, 2, genesis=one.session.genesis), 100.0).changed
    assert back.session.duties() == ()
    back.session.proofs[1] = Proof(one.session.genesis.table, "Equivocation", 1, (b"a", b"b"))
    assert back.beat(101.0, {1}, patient=True).changed, "of the guilty others may hold more for good"


def test_what_is_lacking_is_asked_for_once_on_each_connection() -> None:
    one, other = conducted(0), conducted(1)
    accept = other.begin(0.0).peer_messages[0]
    ahead = SessionTable(2, rounds=1).begin().run().sessions[1].log.chains[1][-1]
    early = Deliver(ahead.wire)
    held = told(have_of(one.session))
    assert told(*one.hear(1, "first", early, 0.0).replies) == held
    assert one.hear(1, "first", early, 0.0).replies == ()
    assert told(*one.hear(1, "second", early, 0.0).replies) == held
    one.hear(1, "second", accept, 0.0)
    assert told(*one.hear(1, "second", early, 0.0).replies) == told(have_of(one.session)) != held


def test_who_lacks_something_gets_it_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    session = SessionTable(2, rounds=1).begin().run().sessions[0]
    one = NodeLogic(session, 0.0)
    nothing = have(0, 0, genesis=session.genesis)
    assert len(one.hear(1, "line", nothing, 0.0).replies) == sum(session.heads())
    assert one.hear(1, "line", have_of(session, 1), 0.0).replies == ()
    monkeypatch.setattr(module, "CATCH_UP", 1000)
    assert 0 < len(one.hear(1, "line", nothing, 0.0).replies) < 5
    with pytest.raises(BadField):
        one.hear(1, "line", have(0, genesis=session.genesis), 0.0)
    with pytest.raises(BadSignature):
        one.hear(1, "line", have(0, 0), 0.0)


def test_who_asks_without_end_is_answered_a_few_times_a_second() -> None:
    """A question of ten bytes may cost thousands; what a seat needs it gets with its next one."""
    session = SessionTable(3, rounds=1).begin().run().sessions[0]
    one = NodeLogic(session, 0.0)
    first, second = (have(0, 0, 0, seat=seat, genesis=session.genesis) for seat in (1, 2))
    answers = [one.hear(1, "line", first, 0.0).replies for _ in range(ANSWERS + 5)]
    assert [bool(replies) for replies in answers] == [True] * ANSWERS + [False] * 5
    assert one.hear(2, "line", second, 0.0).replies == answers[0], "the others do not suffer"
    one.beat(1.0, {1, 2}, patient=True)
    assert one.hear(1, "line", first, 1.0).replies == answers[0]


def test_talk_is_told_as_long_as_it_can_be_read() -> None:
    one = conducted()
    told = [one.hear(1, "line", Chat("hi"), 0.0).news for _ in range(CHATS + 2)]
    assert told == [(Spoke(1, "hi"),)] * CHATS + [()] * 2
    one.beat(1.0, {1}, patient=True)
    assert one.hear(1, "line", Chat("hi"), 1.0).news == (Spoke(1, "hi"),)


ELSEWHERE: list[PeerMessage] = [
    Hello(bytes(32), bytes(32), None),
    SignHello(bytes(64)),
    CodeNeeded(False),
    Share(bytes(33)),
    Confirm(bytes(32)),
    Sit("Bo", 1),
    Ready("", True, bytes(32)),
    Seats("roshambo", 1, (), 60, 2, ()),
    Propose(b""),
    Nonce(bytes(32)),
    Found(genesis_of(2).encoded),
    Refuse("Flood"),
]


def test_who_has_accused_falsely_is_not_judged_again_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time it may come with a new connection; the others are judged all the same."""
    one, judged = conducted(seats=3), list[bytes]()

    def judge(data: bytes) -> list[Event]:
        judged.append(data)
        raise BadProof("shows nothing")

    monkeypatch.setattr(one.session, "accuse", judge)
    for line in range(20):
        for seat in (1, 2):
            with nullcontext() if line else pytest.raises(BadProof):
                assert one.hear(seat, line, Accuse(b"%d" % seat), line / 4) == Acts()
    assert judged == [b"1", b"2"]
    with pytest.raises(BadProof):
        one.hear(1, "line", Accuse(b"again"), DEAF_SECONDS)


@pytest.mark.parametrize("peer_message", ELSEWHERE, ids=lambda peer_message: type(peer_message).__name__)
def test_what_belongs_elsewhere_is_refused(peer_message: PeerMessage) -> None:
    """The words of handshake and lobby; that a peer hangs up is for whoever holds the connection to hear."""
    one = conducted()
    with pytest.raises(Unexpected):
        one.hear(1, "line", peer_message, 0.0)
    assert one.session.heads() == (0, 0)


def test_the_words_of_a_table_and_those_of_other_places_are_all_there_are() -> None:
    here = {Deliver, Accuse, Have, Addresses, Farewell, Chat}
    assert here | {type(peer_message) for peer_message in ELSEWHERE} == set(get_args(PeerMessage))


def test_every_second_it_says_what_it_holds_and_whom_it_waits_for() -> None:
    _, one = seated(2)
    acts = lived(one, 1.0, 10.0, {0}, patient=False)
    assert acts._replace(peer_messages=()) == Acts(news=(WaitingFor(((0, 10),), ()),))
    assert told(*acts.peer_messages) == told(have_of(one.session))


def test_who_has_come_is_waited_for_no_more_and_the_others_since_the_same_moment() -> None:
    first, second, third = seated(3)
    value = first.session.rules.default(first.session.play.state, 0)
    choice, _ = first.choose(0, value, bytes(32), 5.0).peer_messages
    (lock,) = second.hear(0, "line", choice, 6.0).peer_messages
    lived(third, 1.0, 6.0)
    third.hear(0, "line", choice, 7.0)
    assert third.beat(10.0, (), patient=True).news == (WaitingFor(((0, 3), (1, 3)), ()),)
    lived(third, 11.0, 19.0)
    third.hear(1, "line", lock, 20.0)
    assert lived(third, 20.0, 30.0).news == (WaitingFor(((0, 23),), ()),)
    assert third.overdue(7.0 + PATIENCE) == [0]


def test_who_is_gone_for_too_long_is_voted_against() -> None:
    _, one = seated(2)
    late = float(PATIENCE)
    assert one.overdue(late - 1) == []
    assert one.overdue(late) == [0]
    assert not voted(lived(one, 1.0, late - 1, patient=False))
    (proposal,) = voted(one.beat(late, (), patient=False))
    assert not proposal.signed
    assert voted(one.beat(late + 1, (), patient=True)) == [replace(proposal, signed=True)]
    assert one.session.play.outcome == Claimed(1, (1,))


def test_who_is_asked_and_alone_is_told_so_once_until_somebody_is_heard() -> None:
    caller, other, _ = awake(seated(3))

    def told_at(start: int, end: int) -> list[int]:
        """At which seconds; nobody is connected."""
        beats = ((now, caller.beat(float(now), (), patient=True)) for now in range(start, end))
        return [now for now, acts in beats if Alone((1, 2), PATIENCE) in acts.news]

    assert told_at(5, 100) == [4 + PATIENCE]
    caller.hear(1, "line", other.have(), 100.0)
    assert told_at(100, 200) == [100 + PATIENCE]
    value = caller.session.rules.default(caller.session.play.state, 0)
    caller.choose(0, value, bytes(32), 200.0)
    caller.hear(1, "line", other.have(), 200.0)
    assert told_at(200, 300) == [], "now it is told how long they have been awaited"


def test_a_person_is_not_hurried_by_a_bots_patience() -> None:
    _, one = seated(2)
    assert not voted(lived(one, 1.0, 3.0 * PATIENCE, patient=True))


def test_who_thinks_is_not_away_however_long_it_takes() -> None:
    """Patience counts from the loss of the connection: seat 0 thinks for three times that, then is lost."""
    _, one = seated(2)
    assert not voted(lived(one, 1.0, 3.0 * PATIENCE, {0}, patient=False))
    assert not voted(lived(one, 3.0 * PATIENCE + 1, 4.0 * PATIENCE - 1, patient=False))
    assert not voted(lived(one, 4.0 * PATIENCE, 4.0 * PATIENCE + 20, {0}, patient=False)), "back in time"
    assert voted(lived(one, 4.0 * PATIENCE + 21, 5.0 * PATIENCE + 20, patient=False))


def test_who_is_heard_through_others_is_not_away() -> None:
    """Seat 2 has lost seat 0, which tells of itself through seat 1; then that ends, too."""
    zero, _, one = seated(3)
    late, words = 2 * PATIENCE, []
    for second in range(1, late):
        now = float(second)
        echo = (0, 0, one.contact.count)
        words.append(have_of(zero.session, 0, count=second, linked=(1,), heard=echo))
        heard = one.hear(1, "line", words[-1], now)
        assert not voted(heard, 3)
        assert not voted(one.beat(now, {1}, patient=False), 3)
    for second in range(late, late + PATIENCE - 1):
        one.hear(1, "line", words[-2], float(second))
        assert not voted(one.beat(float(second), {1}, patient=False), 3)
    assert voted(one.beat(float(late + PATIENCE - 1), {1}, patient=False), 3), (
        "what is old is no sign of life"
    )


def word_of(author: NodeLogic[Position], count: int, reader: NodeLogic[Position]) -> Have:
    """Seat 0's, through seat 1, for seat 2."""
    return have_of(author.session, 0, count=count, linked=(1,), heard=(0, 0, reader.contact.count))


def unlinked(one: NodeLogic[Position], now: float, linked: Iterable[int]) -> list[Unlinked]:
    return [item for item in one.beat(now, set(linked), patient=True).news if isinstance(item, Unlinked)]


def test_who_is_heard_through_others_is_told_once_and_who_is_not_heard_since_when() -> None:
    zero, first, one = seated(3)
    assert unlinked(one, 1.0, {0, 1}) == []
    one.hear(1, "line", have_of(first.session, 1, count=1, linked=(0, 2)), 1.0)
    told = []
    for second in range(2, 6):
        one.hear(1, "line", word_of(zero, second, one), float(second))
        told += unlinked(one, float(second), {1})
    assert told == [Unlinked((0,), ())]
    one.hear(1, "line", have_of(first.session, 1, count=2, linked=(2,)), 6.0)
    told = [item for second in range(6, 20) for item in unlinked(one, float(second), {1})]
    assert told == [Unlinked((), ()), Unlinked((), ((0, 3),))]
    assert unlinked(one, 20.0, {0, 1}) == [Unlinked((), ())]


def test_which_two_have_no_direct_connection_is_told_when_it_lasts_and_when_it_is_over() -> None:
    """Seats 1 and 2 lose each other for a second, then for longer, twice; then one of them is gone."""
    first = seated(3)[0]
    together: dict[int, tuple[int, ...]] = {1: (0, 2), 2: (0, 1)}
    severed: dict[int, tuple[int, ...]] = {1: (0,), 2: (0,)}
    told = [apart(first, second, severed if second == 3 else together) for second in range(1, 7)]
    assert told == [[]] * 6, "what lasts no longer than a second is not told"
    told = [apart(first, second, severed) for second in range(7, 11)]
    assert told == [[], [Apart(((1, 2),))], [], []]
    told = [apart(first, second, together) for second in range(11, 14)]
    assert told == [[], [Apart((), ((1, 2),))], []]
    told = [apart(first, second, severed) for second in range(14, 17)]
    assert told == [[], [Apart(((1, 2),))], []]
    told = [apart(first, second, {1: (0,)}) for second in range(17, 20)]
    assert told == [[], [Apart(())], []], "they have no connection because seat 2 is not there"


def apart(one: NodeLogic[Position], second: int, links: dict[int, tuple[int, ...]]) -> list[Apart]:
    """Seats that are connected tell their links; then a second is over."""
    for seat, linked in links.items():
        one.hear(seat, "line", have_of(one.session, seat, count=second, linked=linked), float(second))
    news = one.beat(float(second), links, patient=True).news
    return [item for item in news if isinstance(item, Apart)]


def test_who_is_waited_for_is_told_to_be_away_only_when_nobody_has_heard_it_for_the_patience() -> None:
    """Seat 0 thinks for twice the patience, connected, then through seat 1; then it is gone."""
    zero, first, one = seated(3)
    late = 2 * PATIENCE
    for second in range(1, late):
        linked = {0, 1} if second < PATIENCE else {1}
        one.hear(1, "line", have_of(first.session, 1, count=second, linked=(0, 2)), float(second))
        one.hear(1, "line", word_of(zero, second, one), float(second))
        assert away(one.beat(float(second), linked, patient=True)) == ()
    assert away(lived(one, float(late), late + PATIENCE - 2.0, {1})) == ()
    assert away(one.beat(late + PATIENCE - 1.0, {1}, patient=True)) == (0,)


def away(acts: Acts) -> tuple[int, ...]:
    [waiting] = [item for item in acts.news if isinstance(item, WaitingFor)]
    return waiting.away


LONG = float(THINKING * PATIENCE)
"""When a bot gives in that waits from the beginning."""


def asked_for(table: list[NodeLogic[Position]]) -> NodeLogic[Position]:
    """Seat 1's person has asked to go on without seat 0, and seat 2, a bot, heard both of them until then."""
    _, second, third = awake(table)
    pass_on(second.forfeit([0], 5.0), 1, table, 5.0)
    assert third.hear(1, "line", second.have(), 6.0).peer_messages == ()
    assert not voted(lived(third, 6.0, LONG - 1, {0, 1}, patient=False), 3)
    return third


def test_what_somebody_else_says_of_a_seat_does_not_make_it_away() -> None:
    """Seat 1 wants to go on without seat 0, which seat 2, a bot, still hears; after a long time it agrees."""
    assert voted(asked_for(seated(3)).beat(LONG, {0, 1}, patient=False), 3)


def test_against_who_owes_nothing_it_takes_the_word_of_more_than_half_of_the_table() -> None:
    """Of five, the person at seat 4 wants to go on without seat 0, which owes its choice."""
    table = seated(5)
    last = awake(table)[4]
    pass_on(last.forfeit([0], 5.0), 4, table, 5.0)
    for teller, enough in ((0, False), (1, False), (2, True)):
        assert not last._is_wanted(3, 6.0)
        told = replace(table[teller].have(), wanted=(0, 3))
        last.contact.told[teller] = told
        assert last._is_wanted(3, 6.0) is enough
    assert last._is_wanted(0, 6.0), "it owes its choice"
    lost = last.session.proofs
    lost[1] = Proof(last.session.genesis.table, "Equivocation", 1, (b"a", b"b"))
    assert not last._is_wanted(3, 6.0)


def test_who_takes_a_wish_back_or_is_gone_wants_nothing_any_more() -> None:
    table = seated(3)
    third = asked_for(table)
    table[1].spare([0])
    third.hear(1, "line", table[1].have(), LONG)
    assert not voted(lived(third, LONG, LONG + 10, {0, 1}, patient=False), 3)
    third = asked_for(seated(3))
    lost = replace(third.contact.told[1], linked=())
    third.contact.told[1] = lost
    third.contact.hear(1, LONG - PATIENCE)
    assert not third._is_wanted(0, LONG)
    third.contact.hear(1, LONG)
    assert third._is_wanted(0, LONG)


def test_what_somebody_guilty_wants_moves_nobody() -> None:
    third = asked_for(seated(3))
    assert third._is_wanted(0, LONG)
    third.session.proofs[1] = Proof(third.session.genesis.table, "Equivocation", 1, (b"a", b"b"))
    assert not third._is_wanted(0, LONG)


def test_when_somebody_becomes_guilty_all_waits_begin_anew() -> None:
    """Who had not agreed to what was asked before is not late for what is asked now."""
    first, second, third = table = seated(3)
    awake(table)
    assert first.session.waiting()
    lived(second, 1.0, PATIENCE + 1.0, {0, 2}, patient=True)
    assert second.overdue(PATIENCE + 1.0) == [0]
    accept = third.session.log.chains[2][0]
    twin = seal(key_of(2), accept.header, Keep(0, 9))
    second.hear(2, "line", Deliver(twin.wire), PATIENCE + 1.0)
    assert second.session.proofs.keys() == {2}
    assert second.overdue(PATIENCE + 1.0) == []
    assert 0 in second._protected(PATIENCE + 1.0)
    assert 0 in second.overdue(2 * PATIENCE + 1.0)


def test_what_a_person_wants_is_told_until_it_is_taken_back_or_the_step_is_over() -> None:
    table = seated(3)
    first, second, _ = awake(table)
    with pytest.raises(NotDue):
        second.forfeit([2], 5.0)
    assert second.have().wanted == (), "nobody waits for seat 2"
    second.forfeit([0], 5.0)
    assert second.have().wanted == (0,)
    second.spare([0])
    assert second.have().wanted == ()
    second.forfeit([0], 6.0)
    assert second.have().wanted == (0,)
    value = first.session.rules.default(first.session.play.state, 0)
    pass_on(only_votes(first.choose(0, value, bytes(32), 7.0)), 0, table, 7.0)
    assert second.session.play.step == 2
    assert second.have().wanted == ()


@pytest.mark.slow
def test_the_vote_of_one_that_was_cut_off_makes_nobody_away_for_the_others() -> None:
    """Bot 1 lost everybody for the patience, proposed without seat 0, and is back; seat 0 thinks on."""
    table = seated(3)
    _, second, third = awake(table)
    proposals: list[Acts] = []
    for second_ in range(5, PATIENCE + 10):
        now = float(second_)
        acts = second.beat(now, (), patient=False)
        proposals += [acts] if voted(acts, 3) else []
        assert not voted(third.beat(now, {0}, patient=False), 3)
    (proposal,) = proposals
    for late in range(PATIENCE + 10, int(LONG + PATIENCE)):
        now = float(late)
        said = [one.beat(now, {0, 1, 2} - {seat}, patient=seat == 0) for seat, one in enumerate(table)]
        if late == PATIENCE + 10:
            pass_on(only_votes(proposal), 1, table, now)
        for seat, acts in enumerate(said):
            assert not voted(acts, 3)
            pass_on(acts, seat, table, now)
    assert second._named_by(0) == (1,), "its vote stands"
    assert [one.session.play.step for one in table] == [1, 1, 1]


def test_nobody_makes_us_check_more_words_in_a_second_than_an_honest_seat_passes_on() -> None:
    _, one = seated(2)
    words = [have_of(one.session, 0, count=count) for count in range(1, 2 * PASSED_ON + 2)]
    for word in words:
        one.hear(0, "line", word, 1.0)
    assert one.contact.told[0] == words[-2]
    one.beat(2.0, {0}, patient=True)
    one.hear(0, "line", words[-1], 2.0)
    assert one.contact.told[0] == words[-1]


def test_whom_others_only_call_linked_is_away() -> None:
    """Seat 1 tells every second that it is connected to seat 0, of which nothing comes."""
    _, second, third = awake(seated(3))
    for late in range(5, PATIENCE + 4):
        third.hear(1, "line", have_of(second.session, 1, count=late, linked=(0, 2)), float(late))
        assert not voted(third.beat(float(late), {1}, patient=False), 3), late
    assert voted(third.beat(PATIENCE + 4.0, {1}, patient=False), 3)


def test_who_has_slept_does_not_say_that_others_were_away() -> None:
    _, one = seated(2)
    lived(one, 1.0, 10.0, {0}, patient=False)
    awake = 10.0 + 5 * PATIENCE
    assert not voted(one.beat(awake, (), patient=False))
    assert not voted(lived(one, awake + 1, awake + PATIENCE - 1, patient=False))
    assert voted(one.beat(awake + PATIENCE, (), patient=False))


def test_a_table_that_has_not_begun_is_waited_for_as_long_as_somebody_comes() -> None:
    waiting = conducted(0, seats=3)
    waiting.begin(0.0)
    assert not waiting.is_in_vain(PATIENCE - 1)
    waiting.hear(1, "line", Addresses(()), PATIENCE - 1)
    assert not waiting.is_in_vain(2 * PATIENCE - 2)
    assert waiting.is_in_vain(2 * PATIENCE - 1)


def test_nobody_keeps_us_at_a_table_that_does_not_begin_by_coming_again_and_again() -> None:
    """Seat 1 never signs that it accepts."""
    waiting = conducted(0, seats=3)
    waiting.begin(0.0)
    for now in range(1, PATIENCE + 1):
        waiting.hear(1, "line", Addresses(()), float(now))
    assert not waiting.is_in_vain(PATIENCE)
    assert waiting.is_in_vain(PATIENCE + 1)


def without_its_secret() -> NodeLogic[Position]:
    """Seat 0 came back from a copy that is older than what it has hidden."""
    mesh = SessionTable(3, rounds=1).begin().run()
    back = NodeLogic(session_of(mesh.genesis, 0), 0.0)
    for envelope in mesh.sessions[0].log.order:
        if envelope.step < 3 and not (envelope.seat == 0 and isinstance(envelope.message, Reveal)):
            back.session.receive(envelope.wire)
    return back


def test_a_program_that_cannot_reveal_any_more_gives_up_its_seat() -> None:
    back = without_its_secret()
    said = [n.envelope.message for n in back.beat(1.0, {1, 2}, patient=False).news if isinstance(n, Said)]
    assert said == [Resign()]
    assert back.session.forgetful() == ()


def test_a_person_who_cannot_reveal_any_more_is_told_so_once() -> None:
    back = without_its_secret()
    told = [item for now in (1.0, 2.0) for item in back.beat(now, {1, 2}, patient=True).news]
    assert [item for item in told if isinstance(item, Forgotten)] == [Forgotten(0)]


def voted(acts: Acts, seats: int = 2) -> list[Forfeit]:
    """The votes that it has written down and sends."""
    wires = [peer_message.wire for peer_message in acts.peer_messages if isinstance(peer_message, Deliver)]
    assert acts.records == tuple(map(Spoken, wires))
    assert acts.sync is bool(wires)
    messages = [open_envelope(wire, genesis_of(seats, rounds=1, patience=PATIENCE)).message for wire in wires]
    return [message for message in messages if isinstance(message, Forfeit)]


def only_votes(acts: Acts) -> Acts:
    """Without what it says to hold."""
    return Acts(
        peer_messages=tuple(
            peer_message for peer_message in acts.peer_messages if isinstance(peer_message, Deliver)
        )
    )


def pass_on(
    acts: Acts, author: int, readers: list[NodeLogic[Position]], now: float, *, gone: int | None = None
) -> list[Acts]:
    """Everybody else hears what one of them sends, and what that makes them send, until nobody says more."""
    heard: list[Acts] = []
    queue = [(author, peer_message) for peer_message in acts.peer_messages]
    while queue:
        seat, peer_message = queue.pop(0)
        for reader, one in enumerate(readers):
            if reader not in (seat, gone):
                heard.append(one.hear(seat, "line", peer_message, now))
                queue += [(reader, said) for said in heard[-1].peer_messages]
    return heard


def test_nobody_is_voted_out_before_patience_is_over_whoever_asks_for_it() -> None:
    table = seated(3)
    _first, second, third = awake(table)
    pass_on(second.forfeit([0], 5.0), 1, table, 5.0)
    pass_on(third.forfeit([0], 6.0), 2, table, 6.0)
    for one in (second, third):
        assert [len(votes) for votes in one.session.play.ballot(one.session.log).votes.values()] == [0, 1, 1]
        assert not voted(lived(one, 7.0, float(PATIENCE) - 1, {0}))
    signed = second.beat(float(PATIENCE), {0}, patient=True)
    assert [vote.signed for vote in voted(signed, 3)] == [True]
    pass_on(signed, 1, table, float(PATIENCE))
    pass_on(third.beat(float(PATIENCE), {0}, patient=True), 2, table, float(PATIENCE))
    # Nobody locks before the others have told that they hold the votes too.
    assert [one.session.play.step for one in table] == [1, 1, 1]
    for seat in (1, 2, 1, 2):
        others = {0, 1, 2} - {seat}
        pass_on(table[seat].beat(PATIENCE + 1.0, others, patient=True), seat, table, PATIENCE + 1.0)
    for one in table:
        assert one.session.play.step == 2
        assert one.session.play.settled[1].cuts == {0: 1}


def test_what_was_asked_for_can_be_taken_back_until_it_takes_effect() -> None:
    table = seated(3)
    _, second, third = awake(table)
    pass_on(second.forfeit([0], 5.0), 1, table, 5.0)
    pass_on(third.forfeit([0], 6.0), 2, table, 6.0)
    second.spare([0])
    assert not voted(lived(second, 7.0, float(PATIENCE), {0}), 3)
    assert [vote.signed for vote in voted(second.forfeit([0], float(PATIENCE)), 3)] == [True]


def told_of(acts: Acts, kind: type) -> list[object]:
    return [item for item in acts.news if isinstance(item, kind)]


def test_who_is_only_asked_to_agree_is_not_awaited() -> None:
    table = seated(3)
    _, second, _ = awake(table)
    pass_on(second.forfeit([0], 5.0), 1, table, 5.0)
    assert [waiting.seat for waiting in second.session.waiting()] == [0, 2]
    assert [waiting.seat for waiting in second.awaited()] == [0]
    acts = lived(second, 6.0, 45.0, {0, 2})
    assert told_of(acts, WaitingFor) == [WaitingFor(((0, 45),), ())]
    assert told_of(acts, Unanswered) == [Unanswered((0,), ((2, 40),), ())]
    acts = lived(second, 46.0, 110.0, {0})
    assert told_of(acts, WaitingFor) == [WaitingFor(((0, 110),), ())]
    assert told_of(acts, Unanswered) == [Unanswered((0,), ((2, 105),), (2,))]
    second.spare([0])
    assert second.unanswered(111.0) is None
    assert [waiting.seat for waiting in second.awaited()] == [0]


def test_a_vote_that_was_refused_leaves_nothing_behind() -> None:
    table = seated(3)
    _, second, third = awake(table)
    third.resign(2, 5.0)
    pass_on(second.forfeit([0], 5.0), 1, table, 5.0)
    with pytest.raises(NotDue):
        third.forfeit([0, 1], 6.0)
    third.hear(1, "line", Farewell(), 7.0)
    third.beat(8.0, {0}, patient=True)
    assert not third.is_deserted(9.0)
    third.hear(0, "line", Farewell(), 10.0)
    assert third.is_deserted(11.0)


def test_an_end_can_be_taken_back_while_one_who_signed_it_is_there() -> None:
    table = seated(3)
    _, second, third = awake(table)
    pass_on(third.resign(2, 5.0), 2, table, 5.0)
    pass_on(second.forfeit([0], 6.0), 1, table, 6.0)
    lived(second, 7.0, PATIENCE - 1.0, {0, 2})
    pass_on(second.beat(float(PATIENCE), {0, 2}, patient=True), 1, table, float(PATIENCE))
    assert isinstance(third.session.play.outcome, Claimed)
    assert third.session.play.outcome.seats == (1,)
    assert not third.is_closed(PATIENCE + 1.0)
    third.hear(1, "line", Farewell(), PATIENCE + 2.0)
    assert third.is_closed(PATIENCE + 3.0)
    assert second.is_closed(PATIENCE + 3.0), "nobody else signed it"


def test_who_is_named_is_told_by_whom_and_how_long_it_has() -> None:
    table = seated(3)
    first, second, _ = awake(table)
    pass_on(second.forfeit([0], 5.0), 1, table, 5.0)
    news = lived(first, 6.0, 20.0, {1, 2}).news
    assert [item for item in news if isinstance(item, ForfeitProposed)] == [
        ForfeitProposed(0, (1,), PATIENCE - 20)
    ]
    assert not any(isinstance(item, ForfeitProposed) for item in second.beat(20.0, {0, 2}, patient=True).news)
    news = lived(first, 21.0, PATIENCE + 20.0, {1, 2}).news
    assert [item.left for item in news if isinstance(item, ForfeitProposed)] == [0]


def test_who_resigns_says_so_and_the_others_go_on_at_once() -> None:
    table = seated(3)
    acts = table[0].resign(0, 5.0)
    assert [type(peer_message) for peer_message in acts.peer_messages] == [Deliver]
    pass_on(acts, 0, table, 5.0)
    for one in table:
        assert one.session.play.step == 2
        assert one.session.play.active == {1, 2}
    with pytest.raises(NotDue):
        table[0].resign(0, 6.0)


def test_who_holds_another_branch_is_shown_ours() -> None:
    mesh = SessionTable(3, rounds=1).begin().run()
    one = NodeLogic(mesh.sessions[0], 0.0)
    heads = list(have_of(mesh.sessions[0]).heads)
    heads[1] = replace(heads[1], previous=bytes(32))
    table = mesh.genesis.table
    other = sign_have(key_of(2), table, 2, count=1, linked=(), heads=tuple(heads))
    shown = one.hear(2, "line", other, 0.0).replies
    last = mesh.sessions[0].log.chains[1][-1]
    assert Deliver(last.wire) in shown
    assert one.hear(2, "line", have_of(mesh.sessions[0], 2), 0.0).replies == ()


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
        pass_on(only_votes(lived(second, 1.0, late, patient=False)), 1, table, late, gone=0)
        pass_on(only_votes(lived(third, 1.0, late, patient=False)), 2, table, late, gone=0)
        for now in (late + 1, late + 2):
            for seat in (1, 2):
                pass_on(only_votes(table[seat].beat(now, (), patient=False)), seat, table, now, gone=0)
        assert second.session.play.exchange is not None
        assert second.session.play.exchange.present == {1, 2}
        assert second.session.unsure() == {2}
        assert second.session.log.chains[1][-1].message == Forfeit(((0, 1),), signed=True)
        if told:
            second.hear(2, "line", have_of(third.session, count=99), late + 3)
        else:
            # The others count the whole, and it owes them a lock.
            lived(second, late + 3, late + 0.49 * PATIENCE)
            assert second.session.unsure() == {2}
            for now in range(int(late + 0.5 * PATIENCE), int(late + 3 + 0.5 * PATIENCE)):
                second.beat(float(now), (), patient=True)
        assert second.session.unsure() == frozenset()
        assert isinstance(second.session.log.chains[1][-1].message, Lock)


def test_nobody_is_voted_out_who_owes_nothing() -> None:
    _, one = seated(2)
    with pytest.raises(NotDue):
        one.forfeit([1], 0.0)


def test_it_may_leave_when_the_others_hold_what_it_holds_or_one_who_did_has_left() -> None:
    mesh = SessionTable(3, rounds=1).begin().run()
    session = mesh.sessions[0]
    one = NodeLogic(session, 0.0)
    assert not one.is_known_to_all()
    one.hear(1, "line", have_of(session, 1), 0.0)
    assert not one.is_known_to_all()
    assert one.hear(1, "line", Farewell(), 0.0).news == (Left(1),)
    assert one.is_known_to_all()
    one.hear(1, "line", Addresses(()), 0.0)
    assert not one.is_known_to_all()
    one.hear(1, "line", have_of(session, 2), 0.0)
    assert one.is_known_to_all(), "of seat 2 through seat 1"


def test_nobody_vouches_for_a_seat_to_which_there_is_a_way_from_here() -> None:
    """Seat 1 shows its last lock to seat 0 alone, and leaves."""
    mesh = SessionTable(3, rounds=1).begin().run()
    session = mesh.sessions[0]
    one = NodeLogic(session, 0.0)
    one.beat(1.0, {1, 2}, patient=False)
    one.hear(1, "line", have_of(session, 1), 1.0)
    one.hear(1, "line", Farewell(), 1.0)
    assert not one.is_known_to_all()
    one.beat(2.0, {2}, patient=False)
    assert not one.is_known_to_all()
    one.hear(2, "line", have_of(session, 2), 2.0)
    assert one.is_known_to_all()


def test_it_greets_with_what_it_holds_and_what_was_proven() -> None:
    one = conducted()
    proof = Proof(one.session.genesis.table, "Equivocation", 1, (b"a", b"b"))
    one.session.proofs[1] = proof
    held, accusation = one.greeting()
    assert told(held) == told(have_of(one.session))
    assert accusation == Accuse(proof.encode())


def test_who_is_named_is_told_how_long_it_has_and_no_more_once_it_has_moved() -> None:
    zero, one = seated(2)
    lived(zero, 1.0, 20.0, {1})
    (vote,) = one.forfeit([0], 20.0).peer_messages
    zero.hear(1, "line", vote, 21.0)
    named = [news for news in zero.beat(22.0, (1,), patient=True).news if isinstance(news, ForfeitProposed)]
    assert named == [ForfeitProposed(0, (1,), PATIENCE - 22)]
    value = zero.session.rules.default(zero.session.play.state, 0)
    zero.choose(0, value, bytes(32), 23.0)
    assert not [
        news for news in zero.beat(24.0, (1,), patient=True).news if isinstance(news, ForfeitProposed)
    ]


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
        lived(one, 1.0, PATIENCE - 1.0)
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


def names(acts: Acts) -> list[tuple[int, ...]]:
    """Whom each vote names."""
    return [tuple(seat for seat, _ in vote.absences) for vote in voted(acts, 5)]


def left_with(*linked: int) -> NodeLogic[Position]:
    """Seat 1 of five, which has heard nobody but these for twice the patience; seat 0 owes its choice."""
    one = seated(5)[1]
    now, late = 1.0, 2.0 * PATIENCE
    lists: list[tuple[int, ...]] = []
    while now <= late:
        lists += names(one.beat(now, linked, patient=False))
        now += 1
    gone = tuple(seat for seat in (0, 2, 3, 4) if seat not in linked)
    assert lists == [(0,), gone]
    return one


@pytest.mark.slow
def test_who_was_named_while_it_was_away_and_is_there_again_is_left_out_once_in_a_step() -> None:
    one, now = left_with(2), 2.0 * PATIENCE + 1
    assert names(one.beat(now, {2, 3}, patient=False)) == [(0, 4)]
    lists = [
        vote for second in range(3 * PATIENCE) for vote in names(one.beat(now + second, {2}, patient=False))
    ]
    assert lists == [(0, 3, 4)]
    assert names(one.beat(now + 3 * PATIENCE, {2, 3}, patient=False)) == []


def test_whom_a_person_wants_to_go_on_without_is_not_left_out() -> None:
    one, now = left_with(2), 2.0 * PATIENCE + 1
    one.forfeit([3], now)
    assert names(one.beat(now + 1, {2, 3}, patient=False)) == []
    assert names(one.beat(now + 2, {2, 3, 4}, patient=False)) == [(0, 3)]


def test_who_owes_something_is_not_left_out_because_it_is_back() -> None:
    one, now = left_with(2), 2.0 * PATIENCE + 1
    assert names(one.beat(now, {0, 2}, patient=False)) == []
    assert names(one.beat(now + 1, {0, 2, 4}, patient=False)) == [(0, 3)]


@pytest.mark.slow
def test_where_too_few_are_there_to_go_on_the_table_is_claimed_without_who_does_not_agree() -> None:
    one, now = left_with(2), 2.0 * PATIENCE + 1
    waited = int(LONG) - PATIENCE - 1
    for second in range(waited):
        assert names(one.beat(now + second, {2}, patient=False)) == []
    assert names(one.beat(now + waited, {2}, patient=False)) == [(0, 2, 3, 4), (0, 2, 3, 4)]
    assert one.session.play.outcome == Claimed(1, (1,))


@pytest.mark.slow
def test_where_enough_are_there_to_go_on_who_does_not_agree_is_waited_for() -> None:
    one, now = left_with(2, 3), 2.0 * PATIENCE + 1
    for second in range(2 * int(LONG)):
        assert names(one.beat(now + second, {2, 3}, patient=False)) == []
    assert one.session.play.outcome is None
