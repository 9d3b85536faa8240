"""Sessions: a table of nodes through calm, absence, restarts and bad company."""

from contextlib import suppress
from itertools import pairwise, permutations

import pytest

from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import (
    MESSAGE,
    Packet,
    SessionTable,
    genesis_of,
    recorded,
    restored,
    session_of,
)
from protocol.canonical import Value
from protocol.chain import MAX_KEEPS, MAX_VOTES
from protocol.envelope import open_envelope, seal
from protocol.errors import Ahead, BadDecision, BadProof, BadSignature, Gap, NotDue
from protocol.events import Absent, Claimed, Event, Finished, Heard, Hid, Proved, Rebuilt, Said, Shown
from protocol.exchange import ExchangeStage
from protocol.faults import Proof
from protocol.genesis import Genesis
from protocol.messages import (
    MAX_DECISION,
    MAX_DUTY,
    Accept,
    Commit,
    Decide,
    Forfeit,
    Keep,
    Lock,
    Message,
    Resign,
    Reveal,
)
from protocol.rules import Answers, AskOpen, GameOver, Need
from protocol.session import End, Session, Waiting
from protocol.transcript import MAGIC as TRANSCRIPT
from protocol.transcript import Founded, Writer, read_transcript
from tests.support.cheats import HARMLESS, PROVABLE, SILENT, Arena, vote_all, wait_out

CHEATS = {cheat.name: cheat for cheat in (*PROVABLE, *HARMLESS, *SILENT)}


def pump(mesh: SessionTable) -> None:
    """Deliver what is under way; nobody chooses."""
    while mesh.packets:
        mesh.deliver(mesh.packets.pop(0))


def reach(
    mesh: SessionTable, step: int, stage: ExchangeStage = ExchangeStage.CHOOSING, *, of: int = 0
) -> SessionTable:
    """Play until all are in this step, and this seat's session waits for this."""
    session = mesh.sessions[of]
    while (
        min(other.play.step for other in mesh.sessions.values()) < step
        or session.play.exchange is None
        or session.play.exchange.stage is not stage
    ):
        if mesh.packets:
            mesh.deliver(mesh.packets.pop(0))
        else:
            mesh.choose(next(seat for seat, other in mesh.sessions.items() if other.duties()))
    return mesh


def withhold(mesh: SessionTable, author: int, kind: type) -> None:
    """Messages of one kind of this author reach nobody."""

    def bend(packet: Packet) -> list[Packet]:
        if packet[0] == author and packet[2][:1] == MESSAGE:
            envelope = open_envelope(packet[2][1:], mesh.genesis)
            if envelope.seat == author and isinstance(envelope.message, kind):
                return []
        return [packet]

    mesh.bend = bend


def told(events: list[Event], kind: type) -> list[Message]:
    """The messages in these events, of one kind of event."""
    spoken = [event for event in events if isinstance(event, Said | Heard | Shown)]
    return [event.envelope.message for event in spoken if isinstance(event, kind)]


def message_in(packet: Packet, mesh: SessionTable) -> Message:
    return open_envelope(packet[2][1:], mesh.genesis).message


def votes(mesh: SessionTable, seat: int) -> list[object]:
    return [e.message.absences for e in mesh.said(seat, Forfeit)]  # type: ignore[union-attr]


# Sitting down.


def test_everybody_accepts_and_the_first_step_opens() -> None:
    mesh = SessionTable(3)
    assert mesh.sessions[0].waiting() == tuple(Waiting(seat, ExchangeStage.LOCKING) for seat in range(3))
    mesh.begin()
    assert mesh.sessions[0].waiting() == (
        Waiting(1, ExchangeStage.LOCKING),
        Waiting(2, ExchangeStage.LOCKING),
    )
    pump(mesh)
    assert {session.play.step for session in mesh.sessions.values()} == {1}
    assert mesh.sessions[0].waiting() == (Waiting(0, ExchangeStage.CHOOSING),)
    assert mesh.sessions[0].duties() == (0,)
    assert mesh.sessions[1].duties() == ()


def test_whoever_has_sat_down_does_not_sit_down_again() -> None:
    session = session_of(genesis_of(2), 0)
    assert told(session.begin(), Said) == [Accept()]
    assert session.begin() == []


def test_nobody_votes_before_the_first_step() -> None:
    session = session_of(genesis_of(2), 0)
    session.begin()
    with pytest.raises(NotDue):
        session.forfeit([1])


def test_one_node_may_hold_several_seats_or_none() -> None:
    genesis = genesis_of(3, rounds=1)
    session, watcher = session_of(genesis, 0, 1, 2), session_of(genesis)
    events = session.begin()
    while session.play.outcome is None:
        seat = session.duties()[0]
        need = session.play.exchange.need if session.play.exchange else None
        value: Value = (
            noise(seat)
            if session.play.step == 2
            else ("call" if isinstance(need, AskOpen) else "throw", "rock")
        )
        events += session.choose(seat, value, noise("salt", seat))
    for event in events:
        if isinstance(event, Said):
            watcher.receive(event.envelope.wire)
    assert watcher.play.outcome == session.play.outcome
    assert isinstance(watcher.play.outcome, Finished)
    assert watcher.duties() == ()


# Choosing.


def test_a_choice_is_refused_before_it_is_signed() -> None:
    mesh = SessionTable(3).begin()
    pump(mesh)
    session = mesh.sessions[0]
    for value in (("throw", "rock"), ("call", "well"), None, 7):
        with pytest.raises(BadDecision):
            session.choose(0, value, bytes(32))
    with pytest.raises(NotDue):
        session.choose(1, ("call", "rock"), bytes(32))
    with pytest.raises(NotDue):
        mesh.sessions[1].choose(1, ("call", "rock"), bytes(32))
    assert len(session.log.chains[0]) == 1
    mesh.choose(0)
    with pytest.raises(NotDue):
        mesh.choose(0)


class Guestbook:
    """Everybody writes what it likes, once."""

    def initial(self, genesis: Genesis) -> int:
        return 0

    def need(self, state: int) -> Need:
        return AskOpen((0, 1)) if state == 0 else GameOver()

    def refusal(self, state: int, seat: int, value: Value) -> str | None:
        return None

    def default(self, state: int, seat: int) -> Value:
        return ""

    def settle(self, state: int, answers: Answers) -> int:
        return state + 1

    def encode(self, state: int) -> Value:
        return state

    def decode(self, value: Value) -> int:
        return int(value)  # type: ignore[arg-type]


def test_a_choice_that_no_message_can_hold_is_refused() -> None:
    genesis = genesis_of(2)
    session = Session(genesis, Guestbook(), {0: key_of(0), 1: key_of(1)})
    session.begin()
    with pytest.raises(BadDecision):
        session.choose(0, "x" * MAX_DECISION, bytes(32))
    with pytest.raises(BadDecision):
        session.choose(0, bytes(MAX_DUTY), bytes(32))
    session.choose(0, "x" * (MAX_DECISION - 3), bytes(32))
    session.choose(1, "hello", bytes(32))
    assert isinstance(session.play.outcome, Finished)


def test_a_secret_is_told_before_its_commitment_and_kept_until_all_have_locked() -> None:
    mesh = reach(SessionTable(3).begin(), 2)
    events = mesh.sessions[0].choose(0, noise("share"), noise("salt"))
    assert [type(event) for event in events] == [Hid, Said]
    assert told(events, Said)[0] == Commit(mesh.sessions[0].log.chains[0][-1].message.commitment)  # type: ignore[union-attr]
    mesh.absorb(0, events)
    reach(mesh, 2, ExchangeStage.LOCKING)
    assert not mesh.said(0, Reveal)
    mesh.run()
    assert mesh.said(0, Reveal)[0].message == Reveal(noise("salt"), noise("share"))


# Listening.


def test_what_we_hold_is_not_news() -> None:
    mesh = SessionTable(2).begin()
    pump(mesh)
    for envelope in list(mesh.sessions[0].log.order):
        assert mesh.sessions[1].receive(envelope.wire) == []


def test_what_we_hold_is_not_news_of_a_step_ahead_either() -> None:
    """A late vote can put the fold back behind what we hold; a record may then hold a copy of that."""
    mesh = SessionTable(2).begin().run()
    session = mesh.sessions[0]
    session.play = session._new_play()
    for envelope in list(session.log.order):
        assert session.receive(envelope.wire) == session.take(envelope) == []


def test_a_second_signature_under_the_same_message_is_no_news() -> None:
    """Nobody but the seat itself can make one, and it says nothing new."""
    mesh = SessionTable(2).begin()
    pump(mesh)
    session = mesh.sessions[1]
    session._wires.clear()
    assert session.receive(mesh.sessions[0].log.chains[0][0].wire) == []


def test_what_comes_too_soon_is_refused_and_comes_again() -> None:
    mesh = SessionTable(2).begin().run()
    chain = mesh.sessions[0].log.chains[0]
    late = session_of(mesh.genesis, 1)
    late.begin()
    with pytest.raises(Gap):
        late.receive(chain[1].wire)
    late.receive(chain[0].wire)
    with pytest.raises(Ahead):
        late.receive(chain[-1].wire)
    assert late.receive(chain[1].wire)


def test_forged_bytes_change_nothing() -> None:
    mesh = SessionTable(2).begin()
    pump(mesh)
    wire = mesh.sessions[0].log.chains[0][0].wire
    with pytest.raises(BadSignature):
        mesh.sessions[1].receive(wire[:-64] + noise("R") + bytes(32))
    assert mesh.sessions[1].heads() == (1, 1)


def test_whoever_has_spoken_of_the_next_step_says_nothing_more_of_this_one() -> None:
    """What a restart gives back of our own may lead further than what it gives back of the others."""
    mesh = SessionTable(2).begin().run()
    back = session_of(mesh.genesis, 0)
    lacking = [envelope for envelope in mesh.sessions[0].log.chains[1] if envelope.step == 1][-1]
    for envelope in mesh.sessions[0].log.order:
        if envelope.step < 3 - envelope.seat and envelope is not lacking:
            back.receive(envelope.wire)
    assert (back.play.step, back.log.chains[0][-1].step) == (1, 2)
    assert [waiting.seat for waiting in back.waiting()] == [1]
    with pytest.raises(NotDue):
        back.forfeit([1])


def test_heads_say_what_is_lacking() -> None:
    mesh = reach(SessionTable(3).begin(), 2)
    late = session_of(mesh.genesis)
    for envelope in mesh.sessions[0].missing(late.heads()):
        late.receive(envelope.wire)
    assert late.heads() == mesh.sessions[0].heads()
    assert list(mesh.sessions[0].missing(late.heads())) == []
    assert late.play.ground == mesh.sessions[0].play.ground


def test_an_accusation_without_proof_is_refused() -> None:
    session = session_of(genesis_of(2), 0)
    with pytest.raises(BadProof):
        session.accuse(b"guilty")


def test_a_proof_that_does_not_hold_blames_nobody() -> None:
    """Well written, with messages that are well signed: they just show nothing of the kind."""
    mesh = SessionTable(3, rounds=1).begin().run()
    honest = mesh.sessions[1].log.chains[1]
    proof = Proof(mesh.genesis.table, "Equivocation", 1, (honest[0].wire, honest[1].wire))
    for session in mesh.sessions.values():
        with pytest.raises(BadProof):
            session.accuse(proof.encode())
        assert session.proofs == {}


def test_a_proof_counts_once() -> None:
    arena = Arena(3, CHEATS["broken chain"], liar=2)
    wait_out(arena.begin())
    proof = arena.sessions[0].proofs[2]
    watcher = session_of(arena.genesis)
    assert [type(event) for event in watcher.accuse(proof.encode())] == [Proved]
    assert watcher.accuse(proof.encode()) == []
    assert watcher.proofs == {2: proof}


# Showing.


def test_a_vote_is_passed_on_so_that_nobody_votes_two_ways() -> None:
    mesh = reach(SessionTable(3).begin(), 2)
    mesh.choose(0)
    pump(mesh)
    cast = mesh.sessions[0].forfeit([1])
    heard = mesh.sessions[2].receive(cast[-1].envelope.wire)  # type: ignore[union-attr]
    assert [type(event) for event in heard] == [Heard, Shown]


def test_what_a_vote_says_is_missing_is_shown_to_its_author() -> None:
    mesh = reach(SessionTable(3).begin(), 2)
    mesh.bend = lambda packet: [] if packet[:2] == (1, 0) else [packet]
    mesh.choose(0)
    mesh.choose(1)
    pump(mesh)
    assert mesh.sessions[0].waiting() == (
        Waiting(1, ExchangeStage.CHOOSING),
        Waiting(2, ExchangeStage.CHOOSING),
    )
    cast = mesh.sessions[0].forfeit([1])
    heard = mesh.sessions[2].receive(cast[-1].envelope.wire)  # type: ignore[union-attr]
    (commit,) = mesh.said(1, Commit)
    assert heard[-1] == Shown(commit)
    assert told(mesh.sessions[0].receive(commit.wire), Said) == [Keep(1, commit.number)]


def test_who_is_quiet_shows_nothing_but_passes_votes_on() -> None:
    mesh = reach(SessionTable(3).begin(), 2)
    mesh.bend = lambda packet: [] if packet[:2] == (1, 0) else [packet]
    mesh.choose(0)
    mesh.choose(1)
    pump(mesh)
    (vote,) = told(mesh.sessions[0].forfeit([1]), Said)
    mesh.sessions[2].quiet = True
    heard = mesh.sessions[2].receive(mesh.sessions[0].log.chains[0][-1].wire)
    assert told(heard, Shown) == [vote]


def test_nothing_is_shown_that_the_vote_does_not_miss() -> None:
    """Seat 0 has the choice of seat 1, and lacks its lock."""
    mesh = reach(SessionTable(3).begin(), 2)
    mesh.choose(0)
    mesh.choose(1)
    pump(mesh)
    mesh.bend = lambda packet: [] if packet[:2] == (1, 0) else [packet]
    mesh.choose(2)
    pump(mesh)
    assert mesh.sessions[0].waiting() == (Waiting(1, ExchangeStage.LOCKING),)
    cast = mesh.sessions[0].forfeit([1])
    heard = mesh.sessions[2].receive(cast[-1].envelope.wire)  # type: ignore[union-attr]
    (choice, *lacking) = [envelope for envelope in mesh.sessions[2].log.chains[1] if envelope.step == 2]
    assert isinstance(choice.message, Commit)
    assert [event.envelope for event in heard if isinstance(event, Shown)][1:] == lacking


def test_nobody_is_voted_out_while_one_is_there_who_heard_it() -> None:
    mesh = reach(SessionTable(3).begin(), 2)
    mesh.bend = lambda packet: [] if packet[:2] == (1, 0) else [packet]
    for seat in range(3):
        mesh.choose(seat)
    pump(mesh)
    mesh.absorb(0, mesh.sessions[0].forfeit([1]))
    mesh.run()
    assert not any(mesh.happened(seat, Absent) for seat in mesh.sessions)
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}


# Absence.


def silence(mesh: SessionTable, *seats: int) -> None:
    mesh.dead.update(seats)
    mesh.mute.update(seats)


STAGES = (
    (1, ExchangeStage.LOCKING),
    (2, ExchangeStage.CHOOSING),
    (2, ExchangeStage.LOCKING),
    (2, ExchangeStage.REVEALING),
    (3, ExchangeStage.CHOOSING),
    (3, ExchangeStage.REVEALING),
    (4, ExchangeStage.LOCKING),
)


@pytest.mark.parametrize(("step", "stage"), STAGES)
@pytest.mark.parametrize("seats", [2, 3, 4, 7])
def test_an_absent_seat_is_voted_out_at_any_stage(seats: int, step: int, stage: ExchangeStage) -> None:
    absent = seats - 1
    mesh = reach(SessionTable(seats, rounds=1).begin(), step, stage)
    silence(mesh, absent)
    mesh.packets = [packet for packet in mesh.packets if packet[0] != absent]
    wait_out(mesh)
    outcomes = {mesh.sessions[seat].play.outcome for seat in mesh.alive()}
    if seats == 2:
        assert outcomes == {Claimed(mesh.sessions[0].play.step, (0,))}
    else:
        assert len(outcomes) == 1
        assert isinstance(outcomes.pop(), Finished)
        assert {event.seat for event in mesh.happened(0, Absent)} == {absent}  # type: ignore[union-attr]
    assert not any(session.proofs for session in mesh.sessions.values())


def test_a_list_is_proposed_by_all_and_then_signed_by_all() -> None:
    mesh = reach(SessionTable(4).begin(), 2)
    silence(mesh, 3)
    for seat in range(3):
        mesh.choose(seat)
    pump(mesh)
    number = mesh.sessions[0].play.owed_number(3)
    for seat in range(3):
        mesh.absorb(seat, mesh.sessions[seat].forfeit([3]))
        assert votes(mesh, seat) == [((3, number),)]
    pump(mesh)
    for seat in range(3):
        assert votes(mesh, seat) == [((3, number),)] * 2
        assert mesh.happened(seat, Absent) == [Absent(2, 3, number)]


def test_whoever_has_to_choose_itself_cannot_complain() -> None:
    mesh = reach(SessionTable(3).begin(), 2)
    with pytest.raises(NotDue):
        mesh.sessions[0].forfeit([1])
    mesh.choose(0)
    assert told(mesh.sessions[0].forfeit([1]), Said)


@pytest.mark.parametrize("absent", [[], [0], [1, 0], [9]])
def test_only_those_can_be_named_who_are_waited_for(absent: list[int]) -> None:
    mesh = reach(SessionTable(3).begin(), 1, ExchangeStage.CHOOSING)
    with pytest.raises(NotDue):
        mesh.sessions[1].forfeit([seat for seat in absent if seat])
    with pytest.raises(NotDue):
        mesh.sessions[0].forfeit(absent)


def test_saying_other_things_puts_off_nothing() -> None:
    """Seat 2 votes and keeps without end, but does not commit."""
    arena = Arena(3, CHEATS["fill its chain"], liar=2)
    wait_out(arena.begin())
    for seat in (0, 1):
        assert len(votes(arena, seat)) == 2
        assert isinstance(arena.sessions[seat].play.outcome, Finished)


@pytest.mark.parametrize(("away", "left"), [((2, 3), (0, 1)), ((0, 1), (2, 3)), ((1, 3), (0, 2))])
def test_two_of_four_are_too_few_to_go_on(away: tuple[int, ...], left: tuple[int, ...]) -> None:
    mesh = reach(SessionTable(4, rounds=1).begin(), 2)
    silence(mesh, *away)
    wait_out(mesh)
    assert [mesh.sessions[seat].play.outcome for seat in left] == [Claimed(2, left)] * 2


def test_two_of_four_friends_may_go_on_if_the_lowest_seat_is_among_them() -> None:
    for away, going_on in (((2, 3), True), ((0, 1), False)):
        mesh = reach(SessionTable(4, rounds=1, half=True).begin(), 2)
        silence(mesh, *away)
        wait_out(mesh)
        outcomes = {mesh.sessions[seat].play.outcome for seat in mesh.alive()}
        assert len(outcomes) == 1
        outcome = outcomes.pop()
        assert isinstance(outcome, Finished) if going_on else outcome == Claimed(2, (2, 3))


def test_two_who_left_one_after_the_other_are_named_together() -> None:
    mesh = reach(SessionTable(5, rounds=1).begin(), 2)
    silence(mesh, 4)
    for seat in (0, 1, 2):
        mesh.choose(seat)
    pump(mesh)
    mesh.absorb(0, mesh.sessions[0].forfeit([4]))
    silence(mesh, 3)
    wait_out(mesh)
    assert {event.seat for event in mesh.happened(0, Absent)} == {3, 4}  # type: ignore[union-attr]
    assert isinstance(mesh.sessions[1].play.outcome, Finished)


@pytest.mark.parametrize(
    ("half", "most", "rest"), [(False, (1, 2, 4), (0, 3)), (True, (1, 2, 4), (0, 3)), (True, (0, 3), (1, 2))]
)
def test_when_a_network_heals_one_part_has_gone_on_and_the_other_follows(
    half: bool, most: tuple[int, ...], rest: tuple[int, ...]
) -> None:
    mesh = reach(SessionTable(len(most) + len(rest), rounds=1, half=half).begin(), 2)
    parts = (set(most), set(rest))
    mesh.bend = lambda packet: [packet] if any(set(packet[:2]) <= part for part in parts) else []
    gossip, mesh.gossip = mesh.gossip, lambda: False  # type: ignore[method-assign]
    wait_out(mesh)
    assert isinstance(mesh.sessions[most[0]].play.outcome, Finished)
    assert mesh.sessions[rest[0]].play.outcome == Claimed(2, rest)
    mesh.gossip = gossip  # type: ignore[method-assign]
    mesh.bend = lambda packet: [packet]
    mesh.run()
    ends = {(session.play.outcome, session.play.state) for session in mesh.sessions.values()}
    assert len(ends) == 1
    assert isinstance(ends.pop()[0], Finished)


def test_when_a_network_heals_of_two_equal_halves_none_has_gone_on_and_all_go_on_together() -> None:
    mesh = reach(SessionTable(4, rounds=1).begin(), 2)
    halves = ({0, 3}, {1, 2})
    mesh.bend = lambda packet: [packet] if any(set(packet[:2]) <= half for half in halves) else []
    gossip, mesh.gossip = mesh.gossip, lambda: False  # type: ignore[method-assign]
    wait_out(mesh)
    assert [mesh.sessions[seat].play.outcome for seat in (0, 1)] == [Claimed(2, (0, 3)), Claimed(2, (1, 2))]
    mesh.gossip = gossip  # type: ignore[method-assign]
    mesh.bend = lambda packet: [packet]
    mesh.run()
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}
    assert not any(mesh.happened(seat, Absent) for seat in mesh.sessions)


def test_whoever_was_voted_out_unawares_learns_of_it_and_tells_the_same_story() -> None:
    """Seat 2 holds everybody's reveal and has gone on; its own never arrived."""
    mesh = reach(SessionTable(3, rounds=1).begin(), 2, ExchangeStage.REVEALING, of=2)
    mesh.bend = lambda packet: [] if packet[0] == 2 else [packet]
    gossip, mesh.gossip = mesh.gossip, lambda: False  # type: ignore[method-assign]
    mesh.packets = [packet for packet in mesh.packets if packet[0] != 2]
    mesh.run()
    assert mesh.sessions[2].play.step == 3
    vote_all(mesh, (0, 1))
    mesh.run()
    assert mesh.happened(2, Rebuilt)
    mesh.gossip = gossip  # type: ignore[method-assign]
    mesh.bend = lambda packet: [packet]
    mesh.run()
    assert len({session.play.outcome for session in mesh.sessions.values()}) == 1
    assert isinstance(mesh.sessions[2].play.outcome, Finished)
    assert not any(session.proofs for session in mesh.sessions.values())


def test_a_seat_that_comes_back_in_time_is_not_voted_out() -> None:
    """Its message arrives when one has proposed: that one takes it back, and says so."""
    mesh = reach(SessionTable(3).begin(), 2)
    for seat in (0, 1):
        mesh.choose(seat)
    pump(mesh)
    mesh.absorb(0, mesh.sessions[0].forfeit([2]))
    mesh.choose(2)
    mesh.run()
    assert [e.message for e in mesh.said(0, Keep)] == [Keep(2, mesh.said(2, Commit)[0].number)]
    assert not mesh.happened(1, Absent)
    assert isinstance(mesh.sessions[2].play.outcome, Finished)


def test_who_came_back_and_is_gone_again_is_named_for_what_it_owes_now() -> None:
    mesh = reach(SessionTable(3).begin(), 2)
    mesh.choose(0)
    mesh.choose(1)
    pump(mesh)
    mesh.absorb(0, mesh.sessions[0].forfeit([2]))
    pump(mesh)
    mesh.choose(2)
    # Of what seat 2 says, the choice arrives and the lock does not.
    mesh.packets = [packet for packet in mesh.packets if not isinstance(message_in(packet, mesh), Lock)]
    pump(mesh)
    (commit,) = mesh.said(2, Commit)
    assert mesh.sessions[0].waiting() == (Waiting(2, ExchangeStage.LOCKING),)
    assert [e.message for e in mesh.said(0, Keep)] == [Keep(2, commit.number)]
    assert told(mesh.sessions[0].forfeit([2]), Said) == [Forfeit(((2, commit.number + 1),))]


def test_what_was_taken_back_is_not_named_again() -> None:
    mesh = reach(SessionTable(4).begin(), 2)
    mesh.choose(0)
    mesh.absorb(0, mesh.sessions[0].forfeit([1]))
    mesh.choose(1)
    pump(mesh)
    assert len(mesh.said(0, Keep)) == 1
    mesh.absorb(0, mesh.sessions[0].forfeit([2]))
    mesh.absorb(0, mesh.sessions[0].forfeit([3]))
    named = [[seat for seat, _ in vote] for vote in votes(mesh, 0)]  # type: ignore[attr-defined]
    assert named == [[1], [2], [2, 3]]


def test_what_has_come_is_left_out_of_the_next_vote() -> None:
    """Two of four without the lowest seat are too few to go on, so nothing binds seat 2 to its first list."""
    mesh = reach(SessionTable(4).begin(), 2)
    mesh.choose(2)
    mesh.absorb(2, mesh.sessions[2].forfeit([0, 1]))
    mesh.choose(0)
    pump(mesh)
    assert not mesh.said(2, Keep)
    mesh.absorb(2, mesh.sessions[2].forfeit([1]))
    number = mesh.said(0, Commit)[0].number
    assert [e.message for e in mesh.said(2, Keep)] == [Keep(0, number)]
    assert [[seat for seat, _ in vote] for vote in votes(mesh, 2)] == [[0, 1], [1]]  # type: ignore[attr-defined]


def test_a_seat_that_signed_waits_for_what_the_others_do() -> None:
    """Seats 0 and 1 have proposed; seat 0 signs; seat 2's message reaches seat 1 before it can sign."""
    mesh = reach(SessionTable(3).begin(), 2)
    for seat in (0, 1):
        mesh.choose(seat)
    pump(mesh)
    vote_all(mesh, (0, 1))
    mesh.deliver(next(packet for packet in mesh.packets if packet[:2] == (1, 0)))
    assert len(votes(mesh, 0)) == 2
    mesh.packets = [packet for packet in mesh.packets if packet[:2] != (0, 1)]
    mesh.choose(2)
    pump_to = [packet for packet in mesh.packets if packet[0] == 2]
    mesh.packets = [packet for packet in mesh.packets if packet[0] != 2]
    for packet in pump_to:
        mesh.deliver(packet)
    assert told(mesh.events[1], Said)[-2:] == [
        Keep(2, mesh.said(2, Commit)[0].number),
        mesh.said(1, Lock)[-1].message,
    ]
    mesh.run()
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}
    assert not any(mesh.happened(seat, Absent) for seat in mesh.sessions)


def test_a_seat_that_does_not_join_a_vote_is_waited_for_too() -> None:
    mesh = reach(SessionTable(5, rounds=1).begin(), 2)
    silence(mesh, 4)
    for seat in range(4):
        mesh.choose(seat)
    pump(mesh)
    vote_all(mesh, (0, 1, 2))
    pump(mesh)
    assert mesh.sessions[0].waiting() == (
        Waiting(3, ExchangeStage.VOTING),
        Waiting(4, ExchangeStage.CHOOSING),
    )
    wait_out(mesh, willing=lambda seat: seat < 3)
    assert {event.seat for event in mesh.happened(0, Absent)} == {3, 4}  # type: ignore[union-attr]
    assert isinstance(mesh.sessions[0].play.outcome, Finished)


def test_a_seat_that_was_named_for_its_silence_and_votes_after_all_stays() -> None:
    mesh = reach(SessionTable(5, rounds=1).begin(), 2)
    silence(mesh, 4)
    for seat in range(4):
        mesh.choose(seat)
    pump(mesh)
    mesh.absorb(0, mesh.sessions[0].forfeit([4]))
    mesh.absorb(0, mesh.sessions[0].forfeit([3, 4]))
    pump(mesh)
    vote_all(mesh, (1, 2, 3))
    pump(mesh)
    assert [e.message.seat for e in mesh.said(0, Keep)] == [3]  # type: ignore[union-attr]
    wait_out(mesh)
    assert {event.seat for event in mesh.happened(0, Absent)} == {4}  # type: ignore[union-attr]
    assert {type(mesh.sessions[seat].play.outcome) for seat in range(4)} == {Finished}


def test_a_claim_at_a_larger_table_lapses_when_the_others_come_back() -> None:
    mesh = reach(SessionTable(3, rounds=1).begin(), 2)
    mesh.bend = lambda packet: []
    gossip, mesh.gossip = mesh.gossip, lambda: False  # type: ignore[method-assign]
    mesh.run()
    vote_all(mesh, (0, 1, 2))
    assert [mesh.sessions[seat].play.outcome for seat in range(3)] == [
        Claimed(2, (seat,)) for seat in range(3)
    ]
    mesh.gossip = gossip  # type: ignore[method-assign]
    mesh.bend = lambda packet: [packet]
    wait_out(mesh)
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}
    assert not any(mesh.happened(seat, Absent) for seat in mesh.sessions)


@pytest.mark.parametrize("claimant", [0, 1])
def test_a_claim_of_a_table_of_two_is_void_when_the_other_is_heard(claimant: int) -> None:
    other = 1 - claimant
    mesh = reach(SessionTable(2, rounds=1).begin(), 2)
    mesh.bend = lambda packet: [] if packet[0] == other else [packet]
    mesh.choose(0)
    mesh.choose(1)
    mesh.packets = [packet for packet in mesh.packets if packet[0] != other]
    gossip, mesh.gossip = mesh.gossip, lambda: False  # type: ignore[method-assign]
    mesh.run()
    mesh.absorb(claimant, mesh.sessions[claimant].forfeit([other]))
    assert mesh.sessions[claimant].play.outcome == Claimed(2, (claimant,))
    assert mesh.sessions[claimant].waiting() == ()
    mesh.gossip = gossip  # type: ignore[method-assign]
    mesh.bend = lambda packet: [packet]
    mesh.run()
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}
    assert mesh.said(claimant, Keep)


def test_who_is_named_at_a_table_of_two_may_go_on_and_waits_for_the_claimant() -> None:
    """Seat 1 claims and is gone; seat 0 chooses all the same, and in the end claims the table, too."""
    mesh = reach(SessionTable(2, rounds=1).begin(), 2)
    named = mesh.sessions[0]
    hand = Forger(mesh.genesis, 1)
    hand.chain = list(named.log.chains[1])
    ground = named.play.ground
    fields = {"step": ground.step, "past": ground.past, "state": ground.state}
    for signed in (False, True):
        vote = Forfeit(((0, len(named.log.chains[0])),), signed=signed)
        named.receive(hand.say(vote, **fields).wire)  # type: ignore[arg-type]
    assert named.play.outcome is None
    assert named.duties() == (0,)
    mesh.choose(0)
    assert [waiting.seat for waiting in named.waiting()] == [1]
    named.forfeit([1])
    assert named.play.outcome == Claimed(2, (0,))


def test_a_claim_stops_a_table_of_two_until_it_is_taken_back() -> None:
    """Seat 0 has said everything; the step is not over before seat 1 has heard it and says so."""
    mesh = reach(SessionTable(2, rounds=1).begin(), 2)
    withhold(mesh, 0, Reveal)
    gossip, mesh.gossip = mesh.gossip, lambda: False  # type: ignore[method-assign]
    mesh.run()
    mesh.absorb(1, mesh.sessions[1].forfeit([0]))
    mesh.run()
    assert mesh.sessions[0].play.step == 2
    assert mesh.sessions[0].play.outcome is None
    assert mesh.sessions[0].waiting() == (Waiting(1, ExchangeStage.VOTING),)
    mesh.gossip = gossip  # type: ignore[method-assign]
    mesh.run()
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}


def test_of_two_the_one_who_went_on_learns_of_the_claim() -> None:
    mesh = reach(SessionTable(2, rounds=1).begin(), 2)
    withhold(mesh, 0, Reveal)
    gossip, mesh.gossip = mesh.gossip, lambda: False  # type: ignore[method-assign]
    mesh.run()
    assert [mesh.sessions[seat].play.step for seat in (0, 1)] == [3, 2]
    mesh.absorb(1, mesh.sessions[1].forfeit([0]))
    mesh.run()
    assert mesh.happened(0, Rebuilt)
    mesh.gossip = gossip  # type: ignore[method-assign]
    mesh.run()
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}


def test_once_all_have_signed_the_end_no_claim_counts() -> None:
    mesh = reach(SessionTable(2, rounds=1).begin(), 4, ExchangeStage.LOCKING, of=0)
    mesh.bend = lambda packet: [] if packet[0] == 1 else [packet]
    mesh.packets = [packet for packet in mesh.packets if packet[0] != 1]
    gossip, mesh.gossip = mesh.gossip, lambda: False  # type: ignore[method-assign]
    mesh.run()
    vote_all(mesh, (0,))
    assert isinstance(mesh.sessions[0].play.outcome, Claimed)
    mesh.gossip = gossip  # type: ignore[method-assign]
    mesh.run()
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}


def test_late_votes_that_change_nothing_make_nobody_tell_the_story_again() -> None:
    """Seat 2 is out; of the two others one claims the end, and both sign it. Then seat 2 votes on and on."""
    mesh = reach(SessionTable(3, rounds=1).begin(), 2)
    silence(mesh, 2)
    wait_out(mesh, willing=lambda seat: seat != 2 and mesh.sessions[0].play.step == 2)
    one = mesh.sessions[0]
    assert isinstance(one.play.outcome, Finished)
    end = one.log.chains[1][-1]
    claim = end.header._replace(number=end.number + 1, previous=end.id)
    for signed in (False, True):
        said = seal(key_of(1), claim, Forfeit(((0, 90),), signed=signed))
        one.receive(said.wire)
        claim = claim._replace(number=said.number + 1, previous=said.id)
    assert one.log.ballot(one.play.step, frozenset({0, 1}), ()).claims()
    hand = Forger(mesh.genesis, 2)
    hand.chain = list(one.log.chains[2])
    for number in (90, 89, 88):
        assert Rebuilt() not in one.receive(hand.say(Forfeit(((0, number),))).wire)
    assert isinstance(one.play.outcome, Finished)


def test_nobody_who_was_caught_wins_the_table() -> None:
    """Seat 0 claims a table of two, and cheats."""
    mesh = reach(SessionTable(2, rounds=1).begin(), 2)
    hand = Forger(mesh.genesis, 0)
    hand.chain = list(mesh.sessions[0].log.chains[0])
    ground = mesh.sessions[0].play.ground
    fields = {"step": ground.step, "past": ground.past, "state": ground.state}
    session = mesh.sessions[1]
    for message in (Forfeit(((1, 9),)), Forfeit(((1, 9),), signed=True)):
        mesh.absorb(1, session.receive(hand.say(message, **fields).wire))  # type: ignore[arg-type]
    assert session.play.outcome is None
    mesh.absorb(1, session.receive(hand.draft(Accept(), number=1).wire))
    assert session.play.outcome == Claimed(2, (1,))


# Bounds.


def test_a_session_votes_and_keeps_no_more_often_than_it_may() -> None:
    mesh = reach(SessionTable(3).begin(), 2)
    mesh.choose(0)
    pump(mesh)
    session = mesh.sessions[0]
    happened: list[Event] = []
    for number in range(MAX_VOTES - 1):
        session._say(0, Forfeit(((1, 99 - number),)), happened)
    session._propose(0, {1: 1}, happened)
    assert len(votes(mesh, 0)) == MAX_VOTES - 1
    for number in range(MAX_KEEPS):
        session._say(0, Keep(2, number), happened)
    assert not session._keep(0, (1, 0), happened)
    assert len(mesh.said(0, Keep)) == MAX_KEEPS


# Bad company.


@pytest.mark.parametrize(
    "name",
    [
        "keep for some, lock for others",
        "keep for some, last lock for others",
        "keep for some, reveal for others",
        "equivocated open lock",
        "two accepts",
        "malformed accept",
        "wrong initial state",
        "lie about another's choice",
        "claim the table",
    ],
)
def test_nobody_is_left_behind(name: str) -> None:
    """Each of these could keep one honest seat from what the others hold."""
    for liar in range(4):
        arena = Arena(4, CHEATS[name], liar)
        wait_out(arena.begin())
        assert {type(arena.sessions[seat].play.outcome) for seat in arena.honest} == {Finished}
        assert {event.seat for event in arena.happened(arena.honest[0], Absent)} <= {liar}  # type: ignore[union-attr]


def test_a_guilty_seat_is_cut_at_one_number_whatever_each_knows_of_it() -> None:
    mesh = reach(SessionTable(4, rounds=1).begin(), 2)
    hand = Forger(mesh.genesis, 3)
    hand.chain = list(mesh.sessions[3].log.chains[3])
    silence(mesh, 3)
    faults = (
        hand.draft(Keep(0, 7), number=0),
        hand.draft(Accept()),
        hand.draft(Accept(), previous=bytes(32)),
    )
    for seat, fault in enumerate(faults):
        mesh.absorb(seat, mesh.sessions[seat].receive(fault.wire))
    found = [mesh.sessions[seat].proofs[3].fault for seat in range(3)]
    assert found == ["Equivocation", "Disorder", "BrokenChain"]
    mesh.run()
    for seat in range(3):
        assert mesh.happened(seat, Absent) == [Absent(2, 3, 0)]
        assert isinstance(mesh.sessions[seat].play.outcome, Finished)


def test_a_session_that_was_caught_itself_says_nothing_more() -> None:
    arena = Arena(3, CHEATS["equivocate"], liar=1)
    wait_out(arena.begin())
    proof = arena.sessions[0].proofs[1]
    session = restored(arena.genesis, 1, recorded(arena.events[1]))
    session.quiet = False
    session.accuse(proof.encode())
    assert session.duties() == ()
    assert session.wake() == []


# A table that would have waited for ever.


def deserted() -> SessionTable:
    """Seats 1 and 2 have chosen and proposed that seat 0 stayed away; only seat 1 has signed it."""
    mesh = reach(SessionTable(3, rounds=1).begin(), 2)
    for seat in (1, 2):
        mesh.choose(seat)
    mesh.dead = {0}
    pump(mesh)
    mesh.absorb(2, mesh.sessions[2].forfeit([0]))
    pump(mesh)
    mesh.absorb(1, mesh.sessions[1].forfeit([0]))
    return mesh


def test_who_proposes_and_does_not_sign_can_be_named() -> None:
    mesh = deserted()
    mesh.packets.clear()
    mesh.dead = {0, 2}
    session = mesh.sessions[1]
    assert [(w.seat, w.stage) for w in session.waiting()] == [
        (0, ExchangeStage.CHOOSING),
        (2, ExchangeStage.VOTING),
    ]
    mesh.absorb(1, session.forfeit([0, 2]))
    assert not mesh.said(1, Keep)
    assert session.play.outcome == Claimed(2, (1,))


def deny(mesh: SessionTable, seat: int, *, by_leaving: bool) -> None:
    """The seat proposes what the others propose, and makes that it can never be carried."""
    session = mesh.sessions[seat]
    mesh.absorb(seat, session.forfeit([4]))
    said = mesh.said(seat, Forfeit)[-1]
    header = said.header._replace(number=said.number + 1, previous=said.id)
    (absence,) = said.message.absences  # type: ignore[union-attr]
    if by_leaving:
        denial = seal(key_of(seat), header._replace(step=header.step + 1), Commit(noise("another step")))
    else:
        denial = seal(key_of(seat), header, Keep(*absence))
    mesh.post(seat, MESSAGE + denial.wire)
    mesh.mute.add(seat)


@pytest.mark.parametrize("by_leaving", [False, True])
@pytest.mark.parametrize("before", [False, True])
def test_who_denies_a_vote_and_shows_nothing_can_be_named(*, by_leaving: bool, before: bool) -> None:
    """Seat 4 is gone, and seat 3 acts as if it held what the others miss; the other three go on."""
    mesh = SessionTable(5, rounds=1).begin()
    withhold(mesh, 4, Reveal)
    reach(mesh, 2, ExchangeStage.REVEALING)
    pump(mesh)
    mesh.dead, mesh.mute = {3, 4}, {4}
    if before:
        deny(mesh, 3, by_leaving=by_leaving)
        pump(mesh)
    vote_all(mesh, range(3))
    if not before:
        deny(mesh, 3, by_leaving=by_leaving)
    pump(mesh)
    assert mesh.sessions[0].waiting() == (
        Waiting(3, ExchangeStage.VOTING),
        Waiting(4, ExchangeStage.REVEALING),
    )
    wait_out(mesh, willing=lambda seat: seat < 3)
    for seat in range(3):
        assert {event.seat for event in mesh.happened(seat, Absent)} == {3, 4}  # type: ignore[union-attr]
        assert isinstance(mesh.sessions[seat].play.outcome, Finished)
        assert not mesh.sessions[seat].proofs


def test_who_denies_the_vote_on_a_guilty_seat_is_voted_out_with_it_and_whom_that_has_stopped_stays() -> None:
    """What seat 4 has chosen does not come to seat 0, which waits for it while the others wait for seat 0."""
    mesh = SessionTable(5, rounds=1).begin()
    reach(mesh, 2)

    def bend(packet: Packet) -> list[Packet]:
        hidden = [MESSAGE + envelope.wire for envelope in mesh.said(4, Commit)]
        return [] if packet[1] == 0 and packet[2] in hidden else [packet]

    mesh.bend = bend
    for seat in mesh.sessions:
        mesh.choose(seat)
    pump(mesh)
    assert mesh.sessions[1].waiting() == (Waiting(0, ExchangeStage.LOCKING),)
    (said,) = mesh.said(4, Commit)
    mesh.dead = {3, 4}
    pair = [said.wire, seal(key_of(4), said.header, Commit(noise("two"))).wire]
    mesh.absorb(
        1, mesh.sessions[1].accuse(Proof(mesh.genesis.table, "Equivocation", 4, tuple(pair)).encode())
    )
    proposal = mesh.said(1, Forfeit)[0].message
    last = mesh.sessions[3].log.chains[3][-1]
    header = last.header._replace(number=last.number + 1, previous=last.id)
    proposed = seal(key_of(3), header, proposal)
    denied = seal(key_of(3), header._replace(number=header.number + 1, previous=proposed.id), Keep(4, 0))
    for wire in (proposed.wire, denied.wire):
        mesh.post(3, MESSAGE + wire)
    mesh.mute = {3, 4}
    pump(mesh)
    assert Waiting(3, ExchangeStage.VOTING) in mesh.sessions[1].waiting()
    for seat in (0, 1, 2):
        mesh.absorb(seat, mesh.sessions[seat].forfeit([3]))
    mesh.run()
    for seat in (0, 1, 2):
        assert {event.seat for event in mesh.happened(seat, Absent)} == {3, 4}  # type: ignore[union-attr]
        assert isinstance(mesh.sessions[seat].play.outcome, Finished)


def joined_late(*, named: tuple[int, ...] = (0,)) -> SessionTable:
    """Seat 4 is gone before its lock; these have named seat 3 as well, which then votes with the others.

    If all of them have, its vote is still under way.
    """
    mesh = SessionTable(5, rounds=1).begin()
    reach(mesh, 2)

    def bend(packet: Packet) -> list[Packet]:
        held = [*mesh.said(4, Lock)[1:], *(mesh.said(3, Reveal) if len(named) == 1 else ())]
        return [] if packet[2] in {MESSAGE + envelope.wire for envelope in held} else [packet]

    mesh.bend = bend
    for seat in mesh.sessions:
        mesh.choose(seat)
    pump(mesh)
    mesh.dead = {4}
    for seat in (0, 1, 2):
        mesh.absorb(seat, mesh.sessions[seat].forfeit([4]))
        pump(mesh)
    for seat in named:
        mesh.sessions[seat].protected = {3}
        mesh.absorb(seat, mesh.sessions[seat].forfeit([3, 4]))
        pump(mesh)
    mesh.absorb(3, mesh.sessions[3].forfeit([4]))
    if len(named) == 1:
        pump(mesh)
    return mesh


def test_when_somebody_becomes_guilty_all_begin_anew_with_what_all_know() -> None:
    """Seat 0 alone has named seat 4; its list would stay another than that of the rest."""
    mesh = reach(SessionTable(5, rounds=1).begin(), 2)
    silence(mesh, 4)
    for seat in range(4):
        mesh.choose(seat)
    pump(mesh)
    mesh.absorb(0, mesh.sessions[0].forfeit([4]))
    pump(mesh)
    number = mesh.sessions[0].play.owed_number(4)
    silence(mesh, 3)
    accept = mesh.sessions[0].log.chains[3][0]
    twin = seal(key_of(3), accept.header, Keep(0, 9))
    for seat in range(3):
        mesh.absorb(seat, mesh.sessions[seat].receive(twin.wire))
    assert votes(mesh, 0) == [((4, number),), ((3, 0),)]
    mesh.absorb(0, mesh.sessions[0].forfeit([4]))
    assert votes(mesh, 0)[-1] == ((3, 0), (4, number)), "who still does not come may be named again"


def test_who_joins_and_then_says_nothing_more_is_named_again() -> None:
    """Were it kept, the number of what it owes next would be denied for good."""
    mesh = joined_late()
    assert not mesh.said(0, Keep)
    assert votes(mesh, 0) == [((4, 3),), ((3, 4), (4, 3)), ((4, 3),), ((4, 3),)]
    session = mesh.sessions[0]
    assert session.play.exchange is not None
    assert set(session.play.exchange.cuts) == {4}
    assert session.waiting() == (Waiting(3, ExchangeStage.REVEALING),)
    session.protected = ()
    mesh.dead = {3, 4}
    for seat in (0, 1, 2):
        mesh.absorb(seat, mesh.sessions[seat].forfeit([3]))
    mesh.run()
    for seat in (0, 1, 2):
        assert {event.seat for event in mesh.happened(seat, Absent)} == {3, 4}  # type: ignore[union-attr]
        assert isinstance(mesh.sessions[seat].play.outcome, Finished)


def test_who_leaves_a_seat_out_and_hears_that_others_have_signed_says_that_it_will_not() -> None:
    """Seat 3 votes with the others when seat 1 is about to sign that it is gone, too."""
    mesh = joined_late(named=(0, 1, 2))
    for seat in (0, 1, 2):
        assert votes(mesh, seat)[-1] == ((3, 4), (4, 3))
    for envelope in mesh.said(3, Forfeit):
        mesh.absorb(0, mesh.sessions[0].receive(envelope.wire))
    assert votes(mesh, 0)[-1] == ((4, 3),)
    mesh.packets.clear()
    mesh.absorb(1, mesh.sessions[1].protect(()))
    signature = mesh.said(1, Forfeit)[-1]
    assert signature.message == Forfeit(((3, 4), (4, 3)), signed=True)
    mesh.absorb(0, mesh.sessions[0].receive(signature.wire))
    assert [e.message for e in mesh.said(0, Keep)] == [Keep(3, 4)]
    mesh.gossip()
    wait_out(mesh, willing=lambda seat: seat != 4)
    for seat in (0, 1, 2, 3):
        assert {event.seat for event in mesh.happened(seat, Absent)} == {4}  # type: ignore[union-attr]


def test_whoever_has_named_more_than_the_others_comes_back_to_their_list() -> None:
    """Seat 4 is caught, seat 3 keeps its reveal back; seat 0 has named both when seat 3 votes on seat 4."""
    mesh = SessionTable(5, rounds=1).begin()
    withhold(mesh, 3, Reveal)
    reach(mesh, 2, ExchangeStage.REVEALING)
    pump(mesh)
    (said,) = mesh.said(4, Commit)
    mesh.dead, mesh.mute = {3, 4}, {3, 4}
    pair = (said.wire, seal(key_of(4), said.header, Commit(noise("two"))).wire)
    proof = Proof(mesh.genesis.table, "Equivocation", 4, pair).encode()
    for seat in (0, 1, 2):
        mesh.absorb(seat, mesh.sessions[seat].accuse(proof))
    pump(mesh)
    mesh.absorb(0, mesh.sessions[0].forfeit([3]))
    pump(mesh)
    assert votes(mesh, 0) == [((4, 0),), ((3, 4), (4, 0))]
    last = mesh.said(3, Lock)[-1]
    header = last.header._replace(number=last.number + 1, previous=last.id)
    proposed = seal(key_of(3), header, Forfeit(((4, 0),)))
    signed = header._replace(number=header.number + 1, previous=proposed.id)
    for wire in (proposed.wire, seal(key_of(3), signed, Forfeit(((4, 0),), signed=True)).wire):
        for seat in (0, 1, 2):
            mesh.absorb(seat, mesh.sessions[seat].receive(wire))
    pump(mesh)
    for seat in (0, 1, 2):
        assert mesh.sessions[seat].play.exchange is not None
        assert set(mesh.sessions[seat].play.exchange.cuts) == {4}  # type: ignore[union-attr]
        assert not mesh.said(seat, Keep)


def test_who_has_signed_a_list_keeps_its_pairs_whatever_number_is_owed_now() -> None:
    """What a seat owes can fall within a step: what is signed stays, of the rest the lower number counts."""
    mesh = joined_late()
    session = mesh.sessions[1]
    mesh.packets.clear()
    happened: list[Event] = []
    session._keep(1, (3, 4), happened)
    session._propose(1, {3: 4}, happened)
    assert votes(mesh, 1)[-1] == ((4, 3),), "denied, so it is left out, and then there is nothing new"
    session._propose(1, {3: 5, 4: 2}, happened)
    assert votes(mesh, 1)[-1] == ((3, 5), (4, 2))
    session._propose(1, {3: 4, 4: 3}, happened)
    assert votes(mesh, 1)[-1] == ((3, 5), (4, 2))


def test_who_is_back_is_left_out_of_a_list_that_nobody_has_signed() -> None:
    mesh = SessionTable(5, rounds=1).begin()
    reach(mesh, 2)
    silence(mesh, 4)
    for seat in range(4):
        mesh.choose(seat)
    pump(mesh)
    session = mesh.sessions[0]
    assert told(session.welcome({3}), Said) == [], "nobody has voted"
    mesh.absorb(0, session.forfeit([4]))
    mesh.absorb(0, session.forfeit([2, 3, 4]))
    named = dict(votes(mesh, 0)[-1])  # type: ignore[call-overload]
    assert told(session.welcome({4}), Said) == [], "it owes its choice"
    assert told(session.welcome({3}), Said) == [Forfeit(((2, named[2]), (4, named[4])))]
    assert told(session.welcome({2}), Said) == [Forfeit(((4, named[4]),))]
    assert not mesh.said(0, Keep)


def test_who_denies_a_vote_and_shows_what_was_missed_stays() -> None:
    """Seat 4's message has come to seat 3 alone, and seat 0 has already lost its patience with both."""
    mesh = SessionTable(5, rounds=1).begin()
    withhold(mesh, 4, Reveal)
    reach(mesh, 2, ExchangeStage.REVEALING)
    pump(mesh)
    vote_all(mesh, range(4))
    mesh.deliver((4, 3, MESSAGE + mesh.said(4, Reveal)[-1].wire))
    (denial,) = mesh.said(3, Keep)
    for envelope in (mesh.said(3, Forfeit)[-1], denial):
        mesh.absorb(0, mesh.sessions[0].receive(envelope.wire))
    mesh.absorb(0, mesh.sessions[0].forfeit([3, 4]))
    assert votes(mesh, 0) == [((4, 4),), ((3, 5), (4, 4))]
    mesh.run()
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}
    assert not any(mesh.happened(seat, Absent) for seat in mesh.sessions)


def test_what_a_signature_binds_to_does_not_keep_from_the_next_one() -> None:
    """Seat 0's choice comes after seat 1 has signed that it did not; then seat 2 is gone."""
    mesh = deserted()
    mesh.packets.clear()
    mesh.dead = {2}
    mesh.choose(0)
    pump(mesh)
    session = mesh.sessions[1]
    assert session.heads()[0] > mesh.said(0, Commit)[-1].number
    mesh.absorb(1, session.forfeit([2]))
    assert session.play.outcome == Claimed(2, (1,))


def test_what_binds_us_to_nobody_is_taken_back_where_the_step_could_end() -> None:
    """All have signed away seat 2, the last of them when we had already proposed more against it."""
    genesis = genesis_of(5, rounds=1)
    session, hands = session_of(genesis, 0), [Forger(genesis, seat) for seat in range(5)]

    def say(seat: int, message: Message) -> list[Event]:
        ground = session.play.ground
        said = hands[seat].say(message, step=ground.step, past=ground.past, state=ground.state)
        return session.receive(said.wire)

    session.begin()
    for seat in range(1, 5):
        say(seat, Accept())
    session.choose(0, ("call", "rock"), noise("salt"))
    assert session.play.exchange is not None
    for seat in (1, 3, 4):
        say(seat, Lock(session.play.exchange.entries()))
    session.forfeit([2])
    for seat, signed in ((1, False), (3, False), (4, False), (3, True), (4, True)):
        say(seat, Forfeit(((2, 1),), signed=signed))
    two = [hands[2].draft(Lock((noise(word),) * 5), step=1).wire for word in ("one", "two")]
    caught = session.accuse(Proof(genesis.table, "Equivocation", 2, (two[0], two[1])).encode())
    assert told(caught, Said) == [Forfeit(((2, 0),))]
    assert told(say(1, Forfeit(((2, 1),), signed=True)), Said) == [Keep(2, 0)]
    assert session.play.step == 2


def test_who_is_bound_takes_nothing_back_because_the_step_could_end() -> None:
    """Seat 3 is caught; all propose to go on without it, seat 2 never signs, and is caught then."""
    mesh = SessionTable(4, rounds=1, half=True).begin()

    def bend(packet: Packet) -> list[Packet]:
        held = [*mesh.said(3, Reveal), *mesh.said(2, Forfeit)[1:]]
        return [] if packet[2] in {MESSAGE + envelope.wire for envelope in held} else [packet]

    def catch(seat: int) -> None:
        """Show another message with the number of one that all have."""
        other = seal(key_of(seat), mesh.said(seat, Commit)[-1].header, Commit(noise("two")))
        for reader in (0, 1):
            mesh.deliver((seat, reader, MESSAGE + other.wire))
        pump(mesh)

    mesh.bend = bend
    reach(mesh, 2, ExchangeStage.REVEALING)
    pump(mesh)
    catch(3)
    for reader in (0, 1):
        mesh.deliver((3, reader, MESSAGE + mesh.said(3, Reveal)[-1].wire))
    assert mesh.sessions[1].waiting() == (Waiting(2, ExchangeStage.VOTING), Waiting(3, ExchangeStage.VOTING))
    mesh.dead = {2, 3}
    catch(2)
    assert not mesh.said(1, Keep)
    wait_out(mesh, willing=lambda seat: seat < 2)
    assert {type(mesh.sessions[seat].play.outcome) for seat in (0, 1)} == {Finished}


def test_who_has_signed_waits_for_all_who_have_not_whatever_it_proposes_next() -> None:
    mesh = reach(SessionTable(4, rounds=1).begin(), 2)
    for seat in (1, 2, 3):
        mesh.choose(seat)
    mesh.dead = {0}
    pump(mesh)
    for seat in (2, 3, 1):
        mesh.absorb(seat, mesh.sessions[seat].forfeit([0]))
        pump(mesh) if seat != 1 else mesh.packets.clear()
    session = mesh.sessions[1]
    assert len(votes(mesh, 1)) == 2
    mesh.absorb(1, session.forfeit([0, 2]))
    assert [(w.seat, w.stage) for w in session.waiting()] == [
        (0, ExchangeStage.CHOOSING),
        (2, ExchangeStage.VOTING),
        (3, ExchangeStage.VOTING),
    ]


def test_who_is_left_alone_with_a_cheat_claims_the_table() -> None:
    """Seats 1 and 2 vote seat 0 out; then seat 2 is caught, in the same step."""
    mesh = deserted()
    packets, mesh.packets = mesh.packets, []
    for packet in packets:
        mesh.deliver(packet)
    one, vote = mesh.sessions[1], mesh.said(2, Forfeit)[-1]
    mesh.absorb(1, one.receive(vote.wire))
    assert one.play.exchange is not None
    assert set(one.play.exchange.cuts) == {0}
    mesh.absorb(1, one.receive(seal(key_of(2), vote.header, Keep(0, 9)).wire))
    assert one.proofs.keys() == {2}
    assert one.play.outcome == Claimed(2, (1,))


def two_faced(*, telling: bool) -> SessionTable:
    """Seat 3's reveal is late. All others vote; seat 0 signs it for seat 2 and leaves the step for seat 1."""
    mesh = SessionTable(4, rounds=1, seed=2, telling=telling).begin()
    withhold(mesh, 3, Reveal)
    reach(mesh, 2, ExchangeStage.REVEALING)
    pump(mesh)
    vote_all(mesh, range(3))
    (said,) = mesh.said(0, Forfeit)
    mesh.dead, mesh.mute = {0}, {0}
    pump(mesh)
    header = said.header._replace(number=said.number + 1, previous=said.id)
    signs = seal(key_of(0), header, Forfeit(said.message.absences, signed=True))  # type: ignore[union-attr]
    leaves = seal(key_of(0), header._replace(step=header.step + 1), Commit(noise("another step")))
    late = mesh.said(3, Reveal)[-1]
    for reader, envelope in ((2, signs), (1, leaves), (1, late)):
        mesh.deliver((envelope.seat, reader, MESSAGE + envelope.wire))
    return mesh


def test_a_voter_with_two_faces_parts_two_seats_is_proven_and_gives_nobody_a_result() -> None:
    """Without comparing what they hold, two honest seats hold different states, and blame only the liar."""
    mesh = two_faced(telling=False)
    assert [mesh.sessions[seat].play.step for seat in (1, 2)] == [3, 3]
    assert mesh.sessions[1].play.ground.state != mesh.sessions[2].play.ground.state
    mesh.dead.add(3)
    wait_out(mesh, willing=lambda seat: seat in (1, 2))
    for seat in (1, 2):
        session = mesh.sessions[seat]
        assert {name: proof.fault for name, proof in session.proofs.items()} == {0: "Equivocation"}
        assert session.play.outcome == Claimed(3, (1, 2))


@pytest.mark.parametrize("impatient", [(1,), (2,), (1, 2), (2, 1)])
@pytest.mark.parametrize("gone", [True, False])
def test_who_compares_after_a_vote_is_not_parted_by_a_voter_with_two_faces(
    gone: bool, impatient: tuple[int, ...]
) -> None:
    """Seat 2 says nothing in the next step before it knows what became of the vote for seat 1."""
    mesh = two_faced(telling=True)
    assert [mesh.sessions[seat].play.step for seat in (1, 2)] == [3, 3]
    assert mesh.sessions[1].play.ground.state != mesh.sessions[2].play.ground.state
    assert [mesh.sessions[seat].unsure() for seat in (1, 2)] == [{0, 2}, {0, 1}]
    assert [mesh.sessions[seat].duties() for seat in (1, 2)] == [(), ()]
    if gone:
        mesh.dead.add(3)
    mesh.run()
    for seat in impatient:
        mesh.absorb(seat, mesh.sessions[seat].go_ahead())
    wait_out(mesh, willing=lambda seat: seat in (1, 2, 3))
    assert mesh.happened(2, Rebuilt)
    honest = [mesh.sessions[seat] for seat in ((1, 2) if gone else (1, 2, 3))]
    assert len({session.play.ground for session in honest}) == 1
    assert len({session.play.outcome for session in honest}) == 1
    for session in honest:
        assert {name: proof.fault for name, proof in session.proofs.items()} == {0: "Equivocation"}
    assert (
        honest[0].play.outcome == Claimed(3, (1, 2)) if gone else isinstance(honest[0].play.outcome, Finished)
    )


def test_a_list_that_is_not_needed_any_more_is_taken_back_and_the_step_goes_on_before_another() -> None:
    """Seats 0 and 1 are ours; seat 0 has named seat 2, whose reveal has come when both shall name seat 3."""
    mesh = SessionTable(4, rounds=1).begin()
    withhold(mesh, 2, Reveal)
    reach(mesh, 2, ExchangeStage.REVEALING)
    pump(mesh)
    session = session_of(mesh.genesis, 0, 1)
    for envelope in mesh.sessions[0].log.order:
        session.receive(envelope.wire)
    number = session.play.owed_number(2)
    session._say(0, Forfeit(((2, number),)), [])
    session.log.add(mesh.said(2, Reveal)[-1])
    session.play.run(session.log)
    assert session.play.step == 2
    assert session.waiting() == (Waiting(3, ExchangeStage.VOTING),)
    assert told(session.forfeit([3]), Said) == [Keep(2, number)]
    assert session.play.step == 3


# After a vote.


def voted(*, step: int = 2, rounds: int = 1, telling: bool = True) -> SessionTable:
    """Seat 3 is gone, the others have voted it out in this step, and all letters of the step have arrived."""
    mesh = reach(SessionTable(4, rounds=rounds, telling=telling).begin(), step)
    silence(mesh, 3)
    for seat in range(3):
        mesh.choose(seat)
    pump(mesh)
    vote_all(mesh, range(3))
    pump(mesh)
    for seat in range(3):
        # Where they tell what they hold, they wait with their locks for that.
        mesh.absorb(seat, mesh.sessions[seat].go_ahead())
    pump(mesh)
    assert [mesh.sessions[seat].play.step for seat in range(3)] == [step + 1] * 3
    assert mesh.sessions[0].play.active == {0, 1, 2}
    return mesh


def test_after_a_vote_nobody_goes_on_before_the_others_have_told_what_they_hold() -> None:
    mesh = voted()
    for seat in range(3):
        session = mesh.sessions[seat]
        others = {0, 1, 2} - {seat}
        assert session.unsure() == others
        assert session.duties() == ()
        with pytest.raises(NotDue):
            session.choose(seat, ("throw", "rock"), bytes(32))
    mesh.tell_ends()
    for seat in range(3):
        assert mesh.sessions[seat].unsure() == frozenset()
        assert mesh.sessions[seat].duties() == (seat,)
    mesh.run()
    assert {type(mesh.sessions[seat].play.outcome) for seat in range(3)} == {Finished}


def test_after_a_carried_list_nobody_locks_in_the_same_step_before_it_is_sure_of_the_others() -> None:
    mesh = reach(SessionTable(4, rounds=1, telling=True).begin(), 2)
    silence(mesh, 3)
    for seat in range(3):
        mesh.choose(seat)
    pump(mesh)
    vote_all(mesh, range(3))
    pump(mesh)
    session = mesh.sessions[0]
    assert [event.seat for event in mesh.happened(0, Absent)] == [3]  # type: ignore[union-attr]
    assert session.unsure() == {1, 2}
    assert [lock.step for lock in mesh.said(0, Lock)] == [1]
    assert told(session.compare(1, mesh.sessions[1].log.ends()), Said) == []
    assert session.unsure() == {2}
    assert [type(said) for said in told(session.compare(2, mesh.sessions[2].log.ends()), Said)] == [Lock]
    assert session.unsure() == frozenset()


def test_when_all_have_told_what_they_hold_the_step_of_a_carried_list_goes_on() -> None:
    """Nothing else is under way any more that could make them go on."""
    mesh = reach(SessionTable(4, rounds=1, telling=True).begin(), 2)
    silence(mesh, 3)
    for seat in range(3):
        mesh.choose(seat)
    pump(mesh)
    vote_all(mesh, range(3))
    mesh.run()
    assert {type(mesh.sessions[seat].play.outcome) for seat in range(3)} == {Finished}


def test_who_has_not_told_what_it_holds_is_waited_for() -> None:
    """In step 4 only the caller owes a choice; the others owe their word on the vote."""
    mesh = voted(step=3, rounds=2)
    session = mesh.sessions[0]
    assert session.waiting() == (Waiting(1, ExchangeStage.CHOOSING), Waiting(2, ExchangeStage.VOTING))
    session.compare(2, mesh.sessions[2].log.ends())
    assert session.waiting() == (Waiting(1, ExchangeStage.CHOOSING),)


def test_where_nobody_tells_what_it_holds_nobody_waits_for_it() -> None:
    mesh = voted(telling=False)
    for seat in range(3):
        assert mesh.sessions[seat].unsure() == frozenset()
        assert mesh.sessions[seat].duties() == (seat,)


def test_what_is_told_must_cover_the_votes_of_all_who_signed() -> None:
    mesh = voted()
    session, theirs = mesh.sessions[0], mesh.sessions[1].log.ends()
    (number, previous), *rest = theirs
    vote = mesh.said(2, Forfeit)[-1]
    unfit: list[tuple[End, ...]] = [
        ((0, mesh.genesis.table), *rest),
        ((1, mesh.sessions[0].log.chains[0][0].id), *rest),
        ((number, noise("another branch")), *rest),
        ((number + 1, previous), *rest),
        (*theirs[:2], (vote.number, vote.previous), theirs[3]),
    ]
    for ends in unfit:
        assert session.compare(1, ends) == []
        assert session.unsure() == {1, 2}
    assert session.compare(1, (*theirs[:3], (0, mesh.genesis.table))) == []
    assert session.unsure() == {2}, "what it holds of the one who is gone does not matter"


def test_the_last_word_counts() -> None:
    mesh = voted()
    session, theirs = mesh.sessions[0], mesh.sessions[1].log.ends()
    session.compare(1, theirs)
    assert session.unsure() == {2}
    session.compare(1, ((0, mesh.genesis.table),) * 4)
    assert session.unsure() == {1, 2}


def test_who_speaks_on_the_same_ground_has_shown_it() -> None:
    mesh = voted()
    mesh.absorb(1, mesh.sessions[1].go_ahead())
    mesh.choose(1)
    pump(mesh)
    assert [mesh.sessions[seat].unsure() for seat in (0, 2)] == [{2}, {0}]


def test_when_patience_is_over_a_seat_goes_on_and_only_in_this_step() -> None:
    mesh = voted()
    session = mesh.sessions[0]
    mesh.absorb(0, session.go_ahead())
    assert session.unsure() == frozenset()
    assert session.duties() == (0,)
    session.play = session._new_play()
    session.play.run(session.log)
    assert session.unsure() == frozenset()
    assert session._bold == session.play.step == 3


def test_who_signed_nothing_is_sure_of_everybody() -> None:
    mesh = voted()
    watcher = session_of(mesh.genesis, 3)
    watcher.compare(0, mesh.sessions[0].log.ends())
    for envelope in mesh.sessions[0].log.order:
        watcher.receive(envelope.wire)
    assert watcher.play.step == 3
    assert watcher.unsure() == frozenset()


def test_where_nobody_has_voted_nothing_follows_from_what_is_told() -> None:
    mesh = reach(SessionTable(3, rounds=1).begin(), 2)
    session = mesh.sessions[0]
    assert session.compare(1, ((0, mesh.genesis.table),) * 3) == []
    assert session.unsure() == frozenset()
    assert session.duties() == (0,)


def test_nothing_is_compared_before_the_game() -> None:
    session = session_of(genesis_of(3), 0)
    session.begin()
    assert session.compare(1, session.log.ends()) == []
    assert session.unsure() == frozenset()


def test_a_guilty_seat_is_not_waited_for() -> None:
    mesh = voted()
    session = mesh.sessions[0]
    assert session.unsure() == {1, 2}
    said = mesh.said(2, Commit)[-1]
    mesh.absorb(0, session.receive(seal(key_of(2), said.header, Commit(noise("two"))).wire))
    assert session.proofs.keys() == {2}
    assert 2 not in session.unsure()


def test_what_others_hold_of_a_guilty_seat_keeps_nobody_waiting() -> None:
    """Each may hold another branch of it, and no exchange ever changes that."""
    mesh = voted()
    session = mesh.sessions[0]
    said = mesh.said(2, Commit)[-1]
    mesh.absorb(0, session.receive(seal(key_of(2), said.header, Commit(noise("two"))).wire))
    theirs = mesh.sessions[1].log.ends()
    session.compare(1, (*theirs[:2], (said.number + 1, noise("another branch")), theirs[3]))
    assert session.unsure() == frozenset()


def test_who_came_back_from_an_old_copy_knows_that_it_cannot_reveal() -> None:
    mesh = reach(SessionTable(3, rounds=1).begin(), 3)
    back = session_of(mesh.genesis, 0)
    assert back.forgetful() == ()
    back.quiet = True
    for envelope in mesh.sessions[0].log.order:
        if envelope.step < 3 and not (envelope.seat == 0 and isinstance(envelope.message, Reveal)):
            back.receive(envelope.wire)
    assert back.forgetful() == (), "it does not know yet what it has said"
    back.wake()
    assert back.play.step == 2
    assert back.forgetful() == (0,)
    (secret,) = [event for event in mesh.events[0] if isinstance(event, Hid) and event.step == 2]
    back.remember(secret)
    assert back.forgetful() == ()


# What others hold otherwise.


def branched(mesh: SessionTable, seat: int, number: int) -> tuple[End, ...]:
    """The ends of somebody who holds another message of this seat before this number."""
    ends = list(mesh.sessions[0].log.ends())
    ends[seat] = number, noise("another branch")
    return tuple(ends)


def test_who_holds_the_same_is_shown_nothing() -> None:
    mesh = reach(SessionTable(3, rounds=1).begin(), 3)
    session = mesh.sessions[0]
    assert session.differing(session.log.ends()) == []
    assert session.differing([(0, mesh.genesis.table)] * 3) == [], "it lacks all, and gets it elsewhere"
    assert session.differing(branched(mesh, 1, 99)) == []


def test_who_holds_another_branch_is_shown_ours_from_the_last_step_on() -> None:
    mesh = reach(SessionTable(3, rounds=1).begin(), 3)
    session, chain = mesh.sessions[0], mesh.sessions[0].log.chains[1]
    recent = chain[session.log.first_number(1, 2) :]
    assert session.differing(branched(mesh, 1, len(chain))) == recent
    assert session.differing(branched(mesh, 1, 1)) == [chain[0], *recent], "and what it holds otherwise"


def test_side_by_side_they_are_a_proof() -> None:
    mesh = reach(SessionTable(3, rounds=1).begin(), 3)
    other = session_of(mesh.genesis, 2)
    for envelope in mesh.sessions[0].log.order:
        if envelope.seat != 1:
            with suppress(Ahead, Gap):
                other.receive(envelope.wire)
    hand = Forger(mesh.genesis, 1)
    start = mesh.sessions[0].log.chains[1][0]
    other.receive(hand.say(Accept(), state=start.state).wire)
    assert other.heads()[1] == 1
    other.receive(hand.enter(Lock((None,) * 3), state=start.state).wire)
    (*_, shown) = [e for e in mesh.sessions[0].differing(other.log.ends()) if e.number == 1]
    other.receive(shown.wire)
    assert {seat: proof.fault for seat, proof in other.proofs.items()} == {1: "Equivocation"}


def test_of_a_guilty_seat_no_twin_is_shown() -> None:
    """Everybody who asks has the proof, or gets it; what it may need is what we hold since."""
    mesh = reach(SessionTable(3, rounds=1).begin(), 3)
    session, chain = mesh.sessions[0], mesh.sessions[0].log.chains[1]
    session.receive(seal(key_of(1), chain[0].header, Keep(0, 9)).wire)
    assert session.proofs.keys() == {1}
    recent = chain[session.log.first_number(1, session.play.step - 1) :]
    assert session.differing(branched(mesh, 1, 1)) == recent


# What stops us is shown.


def test_a_message_on_another_past_is_shown_once_by_whom_it_stops() -> None:
    """After a vote of its author it proves nothing, so others may hold something else in its place."""
    mesh = voted(telling=False)
    said = mesh.said(2, Reveal)[-1]
    last = mesh.sessions[2].log.chains[2][-1]
    header = last.header._replace(
        number=last.number + 1, previous=last.id, step=3, past=noise("for seat 1 alone")
    )
    assert last.step == said.step == 2
    lie = seal(key_of(2), header, Commit(noise("lie")))
    heard = mesh.sessions[1].receive(lie.wire)
    assert mesh.sessions[1].play.unusable == {2: lie.number}
    assert mesh.sessions[1].proofs == {}
    assert told(heard, Shown) == [lie.message]
    assert told(mesh.sessions[1].wake(), Shown) == []
    truth = seal(key_of(2), header._replace(past=mesh.sessions[0].play.ground.past), Commit(noise("truth")))
    mesh.absorb(0, mesh.sessions[0].receive(truth.wire))
    mesh.absorb(0, mesh.sessions[0].receive(lie.wire))
    assert {seat: proof.fault for seat, proof in mesh.sessions[0].proofs.items()} == {2: "Equivocation"}


def test_who_tells_another_past_to_one_seat_alone_is_found_out_and_nobody_is_left_behind() -> None:
    """Seat 2 votes harmlessly, and in the next step stands on another past for seat 1 only."""
    mesh = voted(telling=False)
    last = mesh.sessions[2].log.chains[2][-1]
    mesh.mute.add(2)
    mesh.choose(2)
    truth = mesh.said(2, Commit)[-1]
    assert truth.previous == last.id
    lie = seal(key_of(2), truth.header._replace(past=noise("for seat 1 alone")), truth.message)
    mesh.deliver((2, 0, MESSAGE + truth.wire))
    mesh.deliver((2, 1, MESSAGE + lie.wire))
    mesh.dead.add(2)
    wait_out(mesh, willing=lambda seat: seat < 2)
    for seat in (0, 1):
        assert mesh.sessions[seat].proofs.keys() == {2}
        # The vote on seat 3 rests on the word of seat 2, but 0 and 1 have locked without it.
        assert [list(settled.cuts) for settled in mesh.sessions[seat].play.settled[2:4]] == [[3], [2]]
        assert isinstance(mesh.sessions[seat].play.outcome, Finished)


def test_a_spare_that_brings_us_on_is_shown_to_all_and_kept_for_who_stays_behind() -> None:
    """Both hold the same lie in the place of seat 2's lock, so their ends tell neither what seat 1 lacks."""
    mesh = voted(step=3, rounds=2, telling=False)
    mesh.mute.add(2)
    mesh.choose(1)
    pump(mesh)
    truth = mesh.said(2, Lock)[-1]
    lies = [seal(key_of(2), truth.header._replace(past=noise("lie", n)), truth.message) for n in (1, 2)]
    ahead, behind = mesh.sessions[0], mesh.sessions[1]
    for session in (ahead, behind):
        session.receive(lies[0].wire)
    behind.receive(lies[1].wire)
    shown = ahead.receive(truth.wire)
    assert [session.proofs.keys() for session in (ahead, behind)] == [{2}, {2}]
    assert (ahead.play.step, behind.play.step) == (5, 4)
    assert ahead.log.ends()[2] == behind.log.ends()[2]
    assert Shown(truth) in shown
    assert ahead.taken(1) == [truth]
    mesh.absorb(1, behind.receive(truth.wire))
    assert behind.play.step == 5
    for envelope in behind.missing(ahead.heads()):
        ahead.receive(envelope.wire)
    assert ahead.taken(1) == [], "it speaks in step 5"


def break_the_rules(mesh: SessionTable) -> list[Event]:
    """Seat 2 says something in step 3 that it may not say; what that makes of the table for seat 0."""
    session = mesh.sessions[0]
    last = mesh.sessions[2].log.chains[2][-1]
    ground = session.play.ground
    header = last.header._replace(
        number=last.number + 1, previous=last.id, step=3, past=ground.past, state=ground.state
    )
    events = session.receive(seal(key_of(2), header, Decide(("call", "rock"))).wire)
    assert [proof.fault for proof in session.proofs.values()] == ["OutOfTurn"]
    return events


def test_after_a_fault_that_makes_a_vote_doubtful_the_locks_tell_whether_somebody_went_on_with_it() -> None:
    """Seats 0, 1 and 2 locked without seat 3's throw: so the vote on it had been carried for them."""
    mesh = voted()
    events = break_the_rules(mesh)
    assert Rebuilt() in events
    session = mesh.sessions[0]
    assert session.play.step == 3
    assert list(session.play.settled[2].cuts) == [3]


def test_a_fault_that_makes_a_vote_doubtful_begins_the_story_again() -> None:
    """All had locked when seats 0, 1 and 2 went on without seat 3; nobody has said a word since."""
    mesh = SessionTable(4, rounds=1).begin()
    withhold(mesh, 3, Reveal)
    reach(mesh, 2, ExchangeStage.REVEALING)
    pump(mesh)
    silence(mesh, 3)
    vote_all(mesh, range(3))
    pump(mesh)
    session = mesh.sessions[0]
    assert session.play.step == 3
    assert Rebuilt() in break_the_rules(mesh)
    assert session.play.step == 2
    assert session.play.exchange is not None
    assert session.play.exchange.cuts == {}


def test_a_fault_of_a_seat_that_was_voted_out_changes_nothing() -> None:
    mesh = voted()
    session = mesh.sessions[0]
    accept = mesh.sessions[3].log.chains[3][0]
    events = session.receive(seal(key_of(3), accept.header, Keep(0, 9)).wire)
    assert session.proofs.keys() == {3}
    assert Rebuilt() not in events
    assert session.play.step == 3


# Patience.


def agreed(mesh: SessionTable) -> int:
    """Seat 3 is gone; all others have chosen, protect it, and have proposed to go on without it."""
    reach(mesh, 2)
    silence(mesh, 3)
    for seat in range(3):
        mesh.sessions[seat].protected = {3}
        mesh.choose(seat)
    pump(mesh)
    vote_all(mesh, range(3))
    pump(mesh)
    return mesh.sessions[0].play.owed_number(3)


def test_nobody_signs_against_a_seat_that_patience_protects() -> None:
    mesh = SessionTable(4, rounds=1).begin()
    number = agreed(mesh)
    for seat in range(3):
        assert [e.message for e in mesh.said(seat, Forfeit)] == [Forfeit(((3, number),))]
        assert not mesh.happened(seat, Absent)


def test_who_has_gone_as_far_as_we_with_our_list_is_known() -> None:
    mesh = reach(SessionTable(4, rounds=1).begin(), 2)
    for seat in range(3):
        mesh.choose(seat)
    pump(mesh)
    session = mesh.sessions[0]
    assert session.joined() == frozenset()
    vote_all(mesh, (0, 1))
    mesh.dead = {2, 3}
    pump(mesh)
    assert session.joined() == {0, 1}


def test_when_patience_is_over_all_sign_what_they_proposed() -> None:
    mesh = SessionTable(4, rounds=1).begin()
    number = agreed(mesh)
    assert told(mesh.sessions[0].protect([1, 2, 3]), Said) == []
    events = mesh.sessions[0].protect([1, 2])
    assert told(events, Said) == [Forfeit(((3, number),), signed=True)]
    mesh.absorb(0, events)
    for seat in (1, 2):
        mesh.absorb(seat, mesh.sessions[seat].protect(()))
    wait_out(mesh)
    assert {type(mesh.sessions[seat].play.outcome) for seat in range(3)} == {Finished}
    assert mesh.happened(0, Absent) == [Absent(2, 3, number)]


def test_patience_protects_nobody_who_is_guilty() -> None:
    mesh = SessionTable(4, rounds=1).begin()
    agreed(mesh)
    accept = mesh.sessions[0].log.chains[3][0]
    mesh.post(0, MESSAGE + seal(key_of(3), accept.header, Keep(0, 9)).wire)
    pump(mesh)
    for seat in range(3):
        assert {event.seat for event in mesh.happened(seat, Absent)} == {3}  # type: ignore[union-attr]


# Resigning.


def test_who_resigns_is_voted_out_at_once_where_it_owes_something() -> None:
    mesh = reach(SessionTable(4, rounds=1).begin(), 2)
    for seat in range(4):
        mesh.sessions[seat].protected = {0, 1, 2, 3}
    assert told(mesh.sessions[3].resign(3), Said) == [Resign()]
    mesh.post(3, MESSAGE + mesh.said(3, Resign)[-1].wire)
    mesh.run()
    (last,) = mesh.said(3, Resign)
    assert last == mesh.sessions[3].log.chains[3][-1]
    for seat in mesh.sessions:
        assert mesh.happened(seat, Absent) == [Absent(2, 3, last.number)]
        assert isinstance(mesh.sessions[seat].play.outcome, Finished)
        assert not mesh.sessions[seat].proofs


def test_what_was_said_before_resigning_counts_and_who_owes_nothing_stays_for_the_step() -> None:
    """Seat 0 has called and locked, and resigns: the step is settled with its call."""
    mesh = reach(SessionTable(4, rounds=1).begin(), 1)
    mesh.choose(0, ("call", "paper"))
    mesh.absorb(0, mesh.sessions[0].resign(0))
    mesh.run()
    assert mesh.sessions[1].play.settled[1].cuts == {}
    assert mesh.sessions[1].play.settled[2].cuts.keys() == {0}
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}
    assert len({session.play.state for session in mesh.sessions.values()}) == 1


def test_of_two_the_other_has_the_table() -> None:
    mesh = reach(SessionTable(2, rounds=1).begin(), 2)
    mesh.absorb(1, mesh.sessions[1].resign(1))
    mesh.run()
    assert {session.play.outcome for session in mesh.sessions.values()} == {Claimed(2, (0,))}


def test_who_has_resigned_says_nothing_more() -> None:
    mesh = reach(SessionTable(3, rounds=1).begin(), 2)
    session = mesh.sessions[2]
    mesh.absorb(2, session.resign(2))
    assert session.duties() == ()
    for act in (lambda: session.resign(2), lambda: session.forfeit([0]), lambda: mesh.choose(2)):
        with pytest.raises(NotDue):
            act()
    mesh.run()
    assert mesh.sessions[0].log.chains[2][-1].message == Resign()
    assert not any(session.proofs for session in mesh.sessions.values())


def test_there_is_nothing_to_resign_before_the_game_after_it_or_for_others() -> None:
    session = session_of(genesis_of(2), 0)
    session.begin()
    with pytest.raises(NotDue):
        session.resign(0)
    mesh = reach(SessionTable(2, rounds=1).begin(), 2)
    with pytest.raises(NotDue):
        mesh.sessions[0].resign(1)


# As its owner saw it.


def test_whoever_reads_a_record_waits_for_what_its_owner_waits_for() -> None:
    """Seat 0 proposed to go on without seat 2, whose lock came then; it has not taken its list back yet."""
    mesh = reach(SessionTable(3, rounds=1).begin(), 2, ExchangeStage.REVEALING)
    pump(mesh)
    owner, stranger = (
        Session(mesh.genesis, mesh.sessions[0].rules, {}, seen_from=seats) for seats in ((0,), ())
    )
    order = list(mesh.sessions[0].log.order)
    late = next(e for e in order if e.seat == 2 and isinstance(e.message, Reveal))
    hand = Forger(mesh.genesis, 0)
    hand.chain = [e for e in order if e.seat == 0 and e.step < 3]
    vote = hand.say(Forfeit(((2, late.number),)))
    for session in (owner, stranger):
        for envelope in (*(e for e in order if e.step < 3 and e != late), vote, late):
            session.receive(envelope.wire)
    assert (owner.play.step, stranger.play.step) == (2, 3)
    assert owner.keys == stranger.keys == {}


@pytest.mark.slow
def test_in_whatever_order_votes_and_the_late_message_meet() -> None:
    """Seats 0 and 1 vote while seat 2's commitment is under way: six packets, a third of the 720 orders."""
    for order in list(permutations(range(6)))[::3]:
        mesh = reach(SessionTable(3, rounds=1).begin(), 2)
        for seat in (0, 1):
            mesh.choose(seat)
        pump(mesh)
        vote_all(mesh, (0, 1))
        mesh.choose(2)
        # Behind the six comes seat 2's lock, which waits for its commitment anyway.
        packets, mesh.packets = mesh.packets[:6], mesh.packets[6:]
        for place in order:
            mesh.deliver(packets[place])
            # What it causes goes by itself, in order, before the next of the six.
            if place % 2:
                pump(mesh)
        wait_out(mesh)
        assert len({session.play.outcome for session in mesh.sessions.values()}) == 1
        assert isinstance(mesh.sessions[0].play.outcome, Finished)
        assert len({session.play.state for session in mesh.sessions.values()}) == 1


# Restarts.


def test_a_session_comes_back_from_its_record_at_every_point_of_a_game() -> None:
    mesh = SessionTable(3, rounds=1).begin().run()
    for seat, session in mesh.sessions.items():
        events = mesh.events[seat]
        writer = Writer()
        records = [Founded(mesh.genesis.encoded), *recorded(events)]
        cuts = [TRANSCRIPT]
        for record in records:
            cuts.append(cuts[-1] + writer.append(record))
        for size in range(2, len(cuts)):
            read = read_transcript(cuts[size])
            again = restored(Genesis.read(read.genesis), seat, read.records)
            check_same_story(again, session)
            check_goes_on_alike(again, session)


def check_same_story(again: Session[Position], live: Session[Position]) -> None:
    """The state after every step is the one that the live session went through."""
    for envelope in live.log.order:
        if envelope.step == again.play.step:
            assert envelope.header.state == again.play.ground.state
            assert envelope.header.past == again.play.ground.past


def check_goes_on_alike(again: Session[Position], live: Session[Position]) -> None:
    """What the session signs by itself when it wakes up is what it had signed then."""
    (seat,) = again.keys
    known = {envelope.number: envelope.id for envelope in live.log.chains[seat]}
    for event in again.wake():
        if isinstance(event, Said):
            assert known[event.envelope.number] == event.envelope.id


@pytest.mark.parametrize("share", range(1, 6))
def test_a_session_from_an_old_backup_never_says_anything_else(share: int) -> None:
    """It is quiet until the others have told it what it said; then it goes on, and nobody blames it."""
    mesh = reach(SessionTable(3, rounds=1).begin(), 3, ExchangeStage.LOCKING)
    records = recorded(mesh.events[1])
    old = restored(mesh.genesis, 1, records[: len(records) * share // 6])
    assert old.duties() == ()
    with pytest.raises(NotDue):
        old.forfeit([0, 2])
    secrets = [record for record in records if isinstance(record, Hid)]
    for secret in secrets:
        old.remember(secret)
    for envelope in list(mesh.sessions[0].missing(old.heads())):
        assert not told(old.receive(envelope.wire), Said)
    mesh.sessions[1] = old
    mesh.absorb(1, old.wake())
    mesh.run()
    assert {type(session.play.outcome) for session in mesh.sessions.values()} == {Finished}
    assert not any(session.proofs for session in mesh.sessions.values())


def test_a_session_that_lost_its_secret_cannot_reveal_and_is_voted_out() -> None:
    mesh = reach(SessionTable(3, rounds=1).begin(), 3, ExchangeStage.LOCKING)
    records = [record for record in recorded(mesh.events[1]) if not isinstance(record, Hid)]
    mesh.sessions[1] = restored(mesh.genesis, 1, records)
    mesh.absorb(1, mesh.sessions[1].wake())
    wait_out(mesh, willing=lambda seat: seat != 1)
    assert {event.seat for event in mesh.happened(0, Absent)} == {1}  # type: ignore[union-attr]
    assert len({session.play.outcome for session in mesh.sessions.values()}) == 1


def test_states_follow_each_other_as_the_headers_say() -> None:
    mesh = SessionTable(3, rounds=2).begin().run()
    chain = mesh.sessions[0].log.chains[2]
    for one, other in pairwise(chain):
        same = (one.header.past, one.header.state) == (other.header.past, other.header.state)
        assert same or one.step < other.step


def test_a_decision_of_an_open_step_is_seen_at_once() -> None:
    mesh = SessionTable(2).begin()
    pump(mesh)
    assert told(mesh.sessions[0].choose(0, ("call", "paper"), bytes(32)), Said)[0] == Decide(
        ("call", "paper")
    )


def test_who_is_in_the_game_still() -> None:
    mesh = SessionTable(4, rounds=1)
    session = mesh.sessions[0]
    assert session.is_playing(0), "before it has begun everybody is"
    mesh.begin()
    while session.play.exchange is None or mesh.sessions[1].play.exchange is None:
        mesh.deliver(mesh.packets.pop(0))
    session.proofs[3] = Proof(mesh.genesis.table, "Equivocation", 3, ())
    assert [session.is_playing(seat) for seat in range(4)] == [True, True, True, False]
    del session.proofs[3]
    mesh.absorb(1, mesh.sessions[1].resign(1))
    mesh.run()
    assert [session.is_playing(seat) for seat in range(4)] == [True, False, True, True]
    resigned = mesh.sessions[1]
    assert not resigned.is_playing(1)
