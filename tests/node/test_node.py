"""Whole nodes at one table, on wires and on disk: games, crashes, absences, cheats."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.games.game import Request
from p2p_heroes.games.roshambo import THROWS
from p2p_heroes.node import node_logic
from p2p_heroes.node.acts import LONGEST_ACCUSATION, Acts
from p2p_heroes.node.news import CHECKS, Left, Linked, Lost, Reprieve, ReprieveOver, Spoke, WaitingFor
from p2p_heroes.node.node import LOSS_SECONDS, NeverBegan
from p2p_heroes.node.node_logic import CHATS
from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.replay import read_result
from p2p_heroes.node.store import CannotWrite, Store
from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import RULES, session_of
from protocol.envelope import open_envelope
from protocol.errors import Ahead, Gap
from protocol.events import Absent, Claimed, Finished, Hid, Proved, Said, Settled, StepOpened
from protocol.faults import Proof
from protocol.frozen import replace
from protocol.messages import Commit, Decide, Forfeit, Keep, Reveal
from protocol.peer_messages import Accuse, Addresses, Deliver, Farewell, Have, Hello, PeerMessage, Refuse
from protocol.rules import AskChance
from protocol.transcript import MAGIC, Proven, Record, Spoken, Writer, read_transcript
from tests.support.said import have, have_of
from tests.support.wires import Circle, WiredConnector, Wires, all_said

pytestmark = pytest.mark.slow


@pytest.fixture
async def wires(nursery: trio.Nursery) -> Wires:
    return Wires(nursery)


class Person:
    """Decides when told to, and never votes by itself."""

    is_patient = True

    def __init__(self, *, answers: bool = True) -> None:
        self.asked: list[Request[Any]] = []
        self.dropped = 0
        self._answers = answers

    async def decide(self, view: object, request: Request[Any]) -> object:
        self.asked.append(request)
        try:
            await trio.sleep(1 if self._answers else 1_000_000)
        except trio.Cancelled:
            self.dropped += 1
            raise
        return request.choices[0]


def assert_same_end(circle: Circle, seats: Iterable[int]) -> None:
    """These seats ended alike, and their files say so to anybody who replays them."""
    plays = [read_result(circle.path(seat).read_bytes()) for seat in seats]
    live = [circle.node(seat).session.play for seat in seats]
    assert len({play.outcome for play in (*plays, *live)}) == 1
    assert len({play.ground for play in (*plays, *live)}) == 1


# Games.


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_game_is_played_to_its_end(
    seats: int, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, seats, rounds=2).start()
    outcomes = await circle.ended()
    assert isinstance(outcomes[0], Finished)
    assert_same_end(circle, range(seats))
    assert trio.current_time() < 2, "nobody has to wait for anybody"
    for chair in circle.chairs:
        assert [news.step for news in chair.heard(StepOpened)] == list(range(1, 8))  # type: ignore[union-attr]
        assert [news.step for news in chair.heard(Settled)] == list(range(1, 7))  # type: ignore[union-attr]
        assert chair.told.count(outcomes[0]) == 1
        assert len(chair.heard(Linked)) == seats - 1
        assert chair.heard(Proved) == chair.heard(Absent) == []


async def test_a_screen_is_told_how_the_table_stands(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, rounds=1).start()
    await circle.reach(1, 1)
    node = circle.node(1)
    assert (node.own, node.genesis, node.outcome) == (1, node.session.genesis, None)
    assert node.present == [0, 1]
    assert node.is_playing(0)
    assert node.view() == node.session.play.state.state
    paper = THROWS[1]
    assert node.refusal(paper) is not None, "nothing is thrown before a sign is called"
    await circle.ended()
    end = node.summary()
    assert (end.game, end.names, end.faults) == ("roshambo", tuple(s.name for s in node.genesis.seats), ())
    assert (end.table, end.step, end.view) == (node.table, node.step, node.view())
    assert sorted(end.places) in ([1, 1], [1, 2])
    assert node.outcome is not None
    assert not node.is_asked


async def test_a_table_of_seven_is_played_to_its_end(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 7, rounds=1).start()
    await circle.ended()
    assert_same_end(circle, range(7))


async def test_nobody_has_to_watch(wires: Wires, tmp_path: Path, autojump_clock: MockClock) -> None:
    circle = Circle(wires, tmp_path, 2, rounds=1).start()
    await circle.reach(0, 1)
    circle.node(0).hush()
    await circle.ended()
    assert_same_end(circle, range(2))


async def test_nobody_has_to_watch_every_message(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, rounds=1).start(0)
    await circle.reach(0, 0)
    circle.node(0).tells_checks = False
    circle.start(1)
    await circle.ended()
    told = [{type(item) for item in chair.told} for chair in circle.chairs]
    assert told[0].intersection(CHECKS) == {Said}, "that it sat down"
    assert told[1].issuperset(CHECKS)
    assert Settled in told[0]


async def test_whoever_ends_says_farewell(wires: Wires, tmp_path: Path, autojump_clock: MockClock) -> None:
    circle = Circle(wires, tmp_path, 2, rounds=1, players={1: Person()}).start()
    await circle.ended(0)
    await circle.ended(1)
    assert any(chair.heard(Left) for chair in circle.chairs)


# Talk.


async def test_what_a_seat_says_reaches_all_others_and_no_file(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3, players={2: Person()}).start()
    await circle.reach(1, 1)
    circle.node(1).say("good luck!")
    await circle.ended()
    for chair in circle.chairs:
        assert chair.heard(Spoke) == [Spoke(1, "good luck!")]
    assert all(b"good luck!" not in circle.path(seat).read_bytes() for seat in range(3))


async def test_of_a_seat_that_talks_without_end_a_few_lines_are_told(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, players={0: Person()}).start()
    await circle.reach(0, 1)
    for number in range(1000):
        circle.node(1).say(f"line {number}")
    await circle.ended()
    told = circle.chairs[0].heard(Spoke)
    assert told == [Spoke(1, f"line {number}") for number in range(CHATS)]
    assert_same_end(circle, range(2))


# Disk and wire.


class Observer(Store):
    """Remembers what was written, and whether it was synced."""

    written: list[tuple[list[Record], bool]]

    def append(self, records: Iterable[Record], *, sync: bool) -> None:
        batch = list(records)
        super().append(batch, sync=sync)
        self.__dict__.setdefault("written", []).append((batch, sync))


async def test_what_we_say_is_synced_and_what_we_hear_need_not_be(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, rounds=1, store=Observer).start()
    await circle.ended()
    for seat in range(2):
        store = circle.node(seat).store
        assert isinstance(store, Observer)
        for batch, sync in store.written:
            wires_of_it = [record.wire for record in batch if isinstance(record, Spoken)]
            ours = [wire for wire in wires_of_it if open_envelope(wire, circle.genesis).seat == seat]
            hidden = [record for record in batch if isinstance(record, Hid)]
            assert sync or not (ours or hidden)
        assert any(not sync for _, sync in store.written)


async def test_whatever_arrives_is_on_the_senders_disk_with_its_secret(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """We play the other seat by hand, and look into the sender's file at every message."""
    circle = Circle(wires, tmp_path, 2, rounds=2).start(0)
    ours, commits = Puppet(circle, 1), 0
    await ours.connect()
    while ours.session.play.outcome is None:
        for wire in await ours.listen():
            envelope = open_envelope(wire, circle.genesis)
            records = read_transcript(circle.path(0).read_bytes()).records
            spoken = [record.wire for record in records if isinstance(record, Spoken)]
            assert wire in spoken
            if isinstance(envelope.message, Commit) and envelope.seat == 0:
                commits += 1
                assert any(isinstance(r, Hid) and (r.step, r.seat) == (envelope.step, 0) for r in records)
    assert commits == 4
    await ours.part()
    assert isinstance((await circle.ended(0))[0], Finished)


async def test_what_was_heard_is_written_before_anybody_is_told_that_we_hold_it(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, rounds=1).start(0)
    peer = await Puppet(circle, 1).connect()
    node, file = circle.node(0), circle.path(0)
    ways: list[Callable[[], object]] = [
        lambda: node.do(Acts(replies=(node.logic.have(),)), peer),
        lambda: node.do(Acts(peer_messages=(node.logic.have(),))),
        node._greeting,
    ]
    for way in ways:
        node.store.append([Spoken(b"heard")], sync=False)
        before = file.stat().st_size
        way()
        assert file.stat().st_size > before


class Puppet:
    """A seat that a test moves: a session, a connection, and nothing that happens by itself."""

    def __init__(self, circle: Circle, seat: int) -> None:
        self.circle = circle
        self.seat = seat
        self.session = session_of(circle.genesis, seat)
        self.connector = WiredConnector(key_of(seat), circle.wires, seat)
        self.peer: Peer | None = None
        self.random = Random(seat)
        self.chooses = True

    async def connect(self, port: int = 0) -> Peer:
        while self.peer is None:
            try:
                self.peer = (await self.connector.dial("wire", port, self.circle.genesis.table)).peer
            except OSError:
                await trio.sleep(0.1)
        await self.peer.send(have_of(self.session))
        await self.say(self.session.begin())
        return self.peer

    async def say(self, events: list[Any]) -> None:
        assert self.peer is not None
        for event in events:
            if type(event).__name__ == "Said":
                await self.peer.send(Deliver(event.envelope.wire))

    async def listen(self) -> list[bytes]:
        """Take one peer message, answer as an honest node does; the message that came, if one did."""
        assert self.peer is not None
        peer_message = await self.peer.receive()
        if isinstance(peer_message, Have):
            await self.peer.send(have_of(self.session))
        if not isinstance(peer_message, Deliver):
            return []
        try:
            await self.say(self.session.receive(peer_message.wire))
        except (Gap, Ahead):
            await self.peer.send(have_of(self.session))
        while self.chooses and self.seat in self.session.duties():
            await self.say(self.session.choose(self.seat, self._choice(), self.random.randbytes(32)))
        return [peer_message.wire]

    def _choice(self) -> Any:
        state = self.session.play.state
        if isinstance(RULES.need(state), AskChance):
            return self.random.randbytes(32)
        keeper = RULES.keeper(self.seat)
        return keeper.value(state.state, keeper.question(state.state)[1].choices[0])

    async def part(self) -> None:
        assert self.peer is not None
        await self.peer.send(have_of(self.session), Farewell())


# Crashes.


@pytest.mark.parametrize("step", range(7))
async def test_a_node_that_was_stopped_comes_back_and_says_the_same(
    step: int, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3).start()
    await circle.reach(1, step)
    before = read_transcript(circle.path(1).read_bytes()).records
    await circle.stop(1)
    kept = read_transcript(circle.path(1).read_bytes()).records
    assert kept[: len(before)] == before
    circle.start(1)
    await circle.ended()
    assert_same_end(circle, range(3))
    assert read_transcript(circle.path(1).read_bytes()).records[: len(kept)] == kept
    assert circle.node(0).session.proofs == circle.node(1).session.proofs == {}


@pytest.mark.parametrize("step", [1, 3, 5])
async def test_a_table_that_was_stopped_as_a_whole_goes_on(
    step: int, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3, players={2: Person()}).start()
    await circle.reach(0, step)
    decided = decisions(circle, 0)
    await circle.stop()
    circle.start()
    await circle.ended()
    assert_same_end(circle, range(3))
    assert decisions(circle, 2)[: len(decided)] == decided


def decisions(circle: Circle, seat: int) -> list[bytes]:
    """What was decided, as the seat's record has it, step by step."""
    opened = [envelope for chain in circle.node(seat).session.log.chains for envelope in chain]
    said = [envelope for envelope in opened if isinstance(envelope.message, Decide | Reveal)]
    settled = circle.node(seat).session.play.step
    return [e.wire for e in sorted(said, key=lambda e: (e.step, e.seat)) if e.step < settled]


@pytest.mark.parametrize("seed", range(6))
async def test_games_survive_any_number_of_crashes(
    seed: int, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    random = Random(seed)
    circle = Circle(wires, tmp_path, 3, rounds=4).start()
    for _ in range(8):
        await trio.sleep(random.random() / 3)
        seat = random.randrange(3)
        if all(chair.done.is_set() for chair in circle.chairs):
            break
        await circle.stop(seat)
        await trio.sleep(random.choice((0, 0.1, 3)))
        circle.start(seat)
    await circle.ended()
    assert_same_end(circle, range(3))
    assert all(circle.node(seat).session.proofs == {} for seat in range(3))


async def test_a_node_that_comes_back_signs_nothing_before_the_others_told_it_what_it_said(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3).start()
    await circle.reach(1, 2)
    await circle.stop()
    size = circle.path(1).stat().st_size
    circle.start(0, 1)
    await trio.sleep(30)
    assert circle.path(1).stat().st_size == size, "seat 2 may hold more of us than we do"
    assert circle.node(1).session.quiet
    circle.start(2)
    await trio.sleep(5)
    assert not circle.node(1).session.quiet
    await circle.ended()
    assert_same_end(circle, range(3))


async def test_a_node_that_comes_back_alone_speaks_after_the_tables_patience(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, patience=60).start()
    await circle.reach(1, 2)
    await circle.stop()
    circle.start(1)
    await trio.sleep(59)
    assert circle.node(1).session.quiet
    await trio.sleep(3)
    assert not circle.node(1).session.quiet
    [outcome] = await circle.ended(1)
    assert isinstance(outcome, Claimed)
    assert outcome.seats == (1,)


@pytest.mark.parametrize("lost", [1, 3, 6])
async def test_a_node_whose_record_lost_its_end_gets_its_own_words_back(
    lost: int, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """A disk that lies about syncing: the honest restart must not look like a fork."""
    circle = Circle(wires, tmp_path, 3).start()
    await circle.reach(1, 4)
    await circle.stop(1)
    path = circle.path(1)
    path.write_bytes(without_last(path.read_bytes(), lost))
    circle.start(1)
    await circle.ended()
    assert_same_end(circle, range(3))
    assert circle.node(0).session.proofs == {}


def without_last(data: bytes, count: int) -> bytes:
    transcript = read_transcript(data)
    writer = Writer()
    return MAGIC + b"".join(map(writer.append, transcript.records[:-count]))


# Connections.


async def test_what_was_missed_is_caught_up_after_a_lost_connection(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, players={0: Person(), 1: Person()}).start()
    await circle.reach(0, 2)
    await wires.sever(0, 1)
    await trio.sleep(20)
    step = circle.node(0).session.play.step
    await trio.sleep(5)
    assert circle.node(0).session.play.step == step
    wires.mend(0, 1)
    await circle.ended()
    assert_same_end(circle, range(2))
    assert circle.chairs[0].heard(Lost)
    assert len(circle.chairs[0].heard(Linked)) == 2


@pytest.mark.parametrize(
    ("seats", "cut"), [(3, [(0, 1)]), (3, [(1, 2)]), (4, [(0, 2), (0, 3), (1, 3)]), (4, [(0, 1), (2, 3)])]
)
async def test_seats_that_never_meet_play_through_the_others(
    seats: int, cut: list[tuple[int, int]], wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    for pair in cut:
        wires.cut.add(frozenset(pair))
    circle = Circle(wires, tmp_path, seats, rounds=1, patience=600).start()
    await circle.ended()
    assert_same_end(circle, range(seats))
    for one, other in cut:
        assert other not in {news.seat for news in circle.chairs[one].heard(Linked)}  # type: ignore[union-attr]
    if seats == 3:
        assert trio.current_time() < 60, "the one in between vouches for both at the end"


async def test_when_connections_break_nobody_waits_for_a_beat_until_others_pass_on(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """Of a full mesh a line is left, right after a second's Have; the next one is a second away."""
    circle = Circle(wires, tmp_path, 4, rounds=20).start()
    await circle.reach(0, 4)
    begun = trio.current_time()
    await trio.sleep(1 - begun % 1 + 0.05)
    step, begun = circle.node(0).session.play.step, trio.current_time()
    for pair in ((0, 2), (0, 3), (1, 3)):
        await wires.sever(*pair)
    for seat in range(4):
        await circle.reach(seat, step + 5)
    # Three connections break, so some are told of the second of theirs a little later.
    assert trio.current_time() - begun < 0.7
    await circle.ended()
    assert_same_end(circle, range(4))


async def test_a_connection_that_breaks_all_the_time_makes_nobody_talk_without_end(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3).start(0)
    peer = await seated(circle)

    async def come_and_go() -> None:
        while True:
            await (await seated(circle, 2)).close()
            await trio.sleep(0.02)

    wires.nursery.start_soon(come_and_go)
    heard = 0
    with trio.move_on_after(10):
        while True:
            heard += isinstance(await peer.receive(), Have)
    assert circle.chairs[0].node is not None
    assert 10 < heard <= 10 * (1 + 1 / LOSS_SECONDS) + 2


async def test_what_others_said_waits_for_no_disk_of_ours(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3, rounds=1, store=Full).start(0)
    peer = await seated(circle)
    await trio.testing.wait_all_tasks_blocked()
    node, ours, theirs = circle.node(0), Deliver(b"ours"), Deliver(b"theirs")
    assert isinstance(node.store, Full)
    node.store.is_full = True
    with pytest.raises(CannotWrite):
        node.do(Acts(forwarded=((1, theirs),), records=(Spoken(b"ours"),), sync=True, peer_messages=(ours,)))
    node.store.is_full = False
    said = [await peer.receive() for _ in range(3)]
    assert [type(peer_message) for peer_message in said] == [Addresses, Have, Deliver]
    assert said[-1] == theirs


class Full(Store):
    """A disk that has no room when told so."""

    is_full = False

    def append(self, records: Iterable[Record], *, sync: bool) -> None:
        if self.is_full:
            raise CannotWrite("full")
        super().append(records, sync=sync)


async def test_a_connection_that_breaks_all_the_time_is_enough(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, rounds=3).start()

    async def shake() -> None:
        while True:
            await trio.sleep(0.05)
            await wires.sever(0, 1)
            wires.mend(0, 1)

    wires.nursery.start_soon(shake)
    await circle.ended()
    assert_same_end(circle, range(2))


async def test_nodes_that_know_one_address_find_the_rest(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3, rounds=1)
    circle.start(0, known={}).start(1, 2, known={0: ("wire", 0)})
    await circle.ended()
    assert_same_end(circle, range(3))


# Absence.


async def test_the_others_go_on_without_a_seat_that_stays_away(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3, rounds=3, patience=60).start()
    await circle.reach(2, 4)
    await circle.stop(2)
    stopped = trio.current_time()
    outcomes = await circle.ended(0, 1)
    assert isinstance(outcomes[0], Finished)
    assert_same_end(circle, (0, 1))
    assert 60 <= trio.current_time() - stopped < 70
    for seat in (0, 1):
        [absent] = circle.chairs[seat].heard(Absent)
        assert isinstance(absent, Absent)
        assert absent.seat == 2
        clock = [news for news in circle.chairs[seat].heard(WaitingFor) if isinstance(news, WaitingFor)]
        waited = [dict(news.seconds)[2] for news in clock if 2 in dict(news.seconds)]
        assert waited == sorted(waited)
        assert waited[-1] >= 60
        assert all(news.away == () for news in clock if dict(news.seconds).get(2, 0) < 60)
        assert any(news.away == (2,) for news in clock)
        assert circle.node(seat).session.proofs == {}, "silence proves nothing"


async def test_a_seat_that_was_voted_out_comes_back_to_look_on(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3, rounds=3, patience=60, players={0: Person()}).start()
    await circle.reach(2, 4)
    await circle.stop(2)
    while circle.node(1).session.play.active != {0, 1}:
        if circle.node(0).session.waiting():
            overdue = [w.seat for w in circle.node(0).session.waiting()]
            if overdue == [2] and trio.current_time() > 61:
                circle.node(0).forfeit([2])
        await trio.sleep(1)
    circle.start(2)
    outcomes = await circle.ended()
    assert len(set(outcomes)) == 1
    assert_same_end(circle, range(3))
    assert circle.node(2).session.play.active == {0, 1}


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_the_one_bot_that_stays_claims_the_game(
    seats: int, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, seats, patience=60).start()
    await circle.reach(1, 3)
    await circle.stop(*range(1, seats))
    with trio.fail_after(200):
        outcomes = await circle.ended(0)
    assert isinstance(outcomes[0], Claimed)
    assert outcomes[0].seats == (0,)
    assert read_result(circle.path(0).read_bytes()).outcome == outcomes[0]
    clock = [news for news in circle.chairs[0].heard(Reprieve) if isinstance(news, Reprieve)]
    assert [(news.seats, news.left) for news in clock] == [
        (tuple(range(1, seats)), left) for left in range(60, 0, -1)
    ]
    assert circle.chairs[0].heard(ReprieveOver) == [ReprieveOver(stands=True)]


@pytest.mark.parametrize("seats", [2, 3])
async def test_where_a_person_plays_nobody_votes_by_itself(
    seats: int, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    players = {seat: Person() for seat in range(seats - 1)}
    circle = Circle(wires, tmp_path, seats, patience=60, players=players).start()
    await circle.reach(seats - 1, 2)
    await circle.stop(seats - 1)
    await trio.sleep(600)
    for seat in range(seats - 1):
        assert said(circle, seat, Forfeit) == []
        assert circle.node(seat).session.play.outcome is None
    for seat in range(seats - 1):
        circle.node(seat).forfeit([seats - 1])
    outcomes = await circle.ended(*range(seats - 1))
    assert isinstance(outcomes[0], Claimed if seats == 2 else Finished)


def said(circle: Circle, seat: int, kind: type) -> list[object]:
    return [e for e in circle.node(seat).session.log.chains[seat] if isinstance(e.message, kind)]


async def test_a_bot_follows_a_persons_vote_and_waits_for_it(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3, patience=60, players={0: Person()}).start()
    await circle.reach(2, 3)
    await circle.stop(2)
    await trio.sleep(100)
    assert said(circle, 1, Forfeit)
    assert not said(circle, 0, Forfeit)
    assert circle.node(1).session.play.active == {0, 1, 2}
    circle.node(0).forfeit([2])
    assert isinstance((await circle.ended(0, 1))[0], Finished)
    assert_same_end(circle, (0, 1))


async def test_a_seat_that_is_here_and_thinks_is_not_voted_out_by_bots(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    slow = Person(answers=False)
    circle = Circle(wires, tmp_path, 3, patience=60, players={2: slow}).start()
    await trio.sleep(1000)
    assert slow.asked
    assert not said(circle, 0, Forfeit)
    assert not said(circle, 1, Forfeit)
    await circle.stop()
    waits = [news for news in circle.chairs[0].heard(WaitingFor) if isinstance(news, WaitingFor)]
    assert dict(waits[-1].seconds)[2] > 900
    assert {news.away for news in waits} == {()}, "who is here is not away"


async def test_a_question_ends_when_the_table_goes_on_without_the_answer(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    slow = Person(answers=False)
    circle = Circle(wires, tmp_path, 3, patience=60, players={2: slow, 0: Person(), 1: Person()}).start()
    await trio.sleep(100)
    assert slow.dropped == 0
    for seat in (0, 1):
        circle.node(seat).forfeit([2])
    outcomes = await circle.ended()
    assert len(set(outcomes)) == 1
    assert len(slow.asked) == slow.dropped


async def test_a_message_that_came_after_all_ends_the_vote(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """One link is down: a bot that only hears through others must not vote a living seat out."""
    wires.cut.add(frozenset((0, 1)))
    circle = Circle(wires, tmp_path, 3, rounds=2, patience=5).start()
    await circle.ended()
    assert_same_end(circle, range(3))
    assert all(chair.heard(Absent) == [] for chair in circle.chairs)


async def test_a_table_where_somebody_never_sits_down_never_begins(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3, patience=60).start(0, 1)
    for seat in (0, 1):
        with pytest.raises(NeverBegan):
            await circle.ended(seat)
    assert 60 <= trio.current_time() < 65


async def test_a_table_that_was_stopped_before_it_began_can_still_begin(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, patience=60).start(0)
    await trio.sleep(5)
    await circle.stop(0)
    circle.start()
    await circle.ended()
    assert_same_end(circle, range(2))


# Cheats and noise from a seat that is connected.


async def seated(circle: Circle, seat: int = 1) -> Peer:
    """A connection with a seat's true key, on which a test says what it likes."""
    connector = WiredConnector(key_of(seat), circle.wires, seat)
    while True:
        try:
            return (await connector.dial("wire", 0, circle.genesis.table)).peer
        except OSError:
            await trio.sleep(0.1)


@pytest.mark.parametrize(
    ("peer_message", "name"),
    [
        (have(1, 2, 3), "BadField"),
        (Deliver(b"noise"), "BadField"),
        (Accuse(b"noise"), "BadProof"),
        (Hello(bytes(32), bytes(32), None), "Unexpected"),
    ],
)
async def test_noise_from_a_seat_is_refused_by_name_and_the_game_goes_on(
    peer_message: PeerMessage, name: str, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, rounds=1).start(0)
    peer = await seated(circle)
    await peer.send(peer_message)
    assert Refuse(name) in await all_said(peer)
    assert wires.connectors[0].refused == {name: 1}
    circle.start(1)
    await circle.ended()
    assert_same_end(circle, range(2))


async def test_a_seat_that_refuses_us_is_simply_gone(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, rounds=1).start(0)
    peer = await seated(circle)
    await peer.send(Refuse("Flood"))
    await all_said(peer)
    circle.start(1)
    await circle.ended()
    assert circle.chairs[0].heard(Lost)[0] == Lost(1, "Flood")


async def test_a_stranger_gets_nowhere_while_a_game_goes_on(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, players={0: Person(), 1: Person()}).start()
    await circle.reach(0, 1)
    stranger = (await WiredConnector(key_of(5), wires, 5).dial("wire", 0, circle.genesis.table)).peer
    assert await all_said(stranger) == [Refuse("NotOnRoster")]
    await circle.ended()
    assert wires.connectors[0].refused == {"NotOnRoster": 1}
    assert_same_end(circle, range(2))


async def test_messages_that_come_too_early_are_asked_for_again(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """However many there are, the node says once what it lacks, and again at its next beat."""
    circle = Circle(wires, tmp_path, 3, rounds=1).start(0)
    hand, peer = Forger(circle.genesis, 1), await seated(circle)
    hand.accept()
    early = [hand.say(Keep(0, number)) for number in range(5)]
    await trio.testing.wait_all_tasks_blocked()
    await peer.send(*[Deliver(envelope.wire) for envelope in early])
    await trio.sleep(0.5)
    assert isinstance(await peer.receive(), Addresses)
    held = have_of(circle.node(0).session)
    assert [head.number for head in held.heads] == [1, 0, 0]
    said = [await peer.receive() for _ in range(2)]
    assert not peer._arrived
    await trio.sleep(1)
    said.append(await peer.receive())
    assert [have.heads for have in said if isinstance(have, Have)] == [held.heads] * 3


async def test_a_cheat_is_proven_told_to_all_and_voted_out(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """Seat 2 shows two faces: one call to seat 0, another to seat 1."""
    circle = Circle(wires, tmp_path, 3, rounds=2, patience=60).start(0, 1)
    faces = [Puppet(circle, 2), Puppet(circle, 2)]
    for port, face in enumerate(faces):
        face.random = Random(port)
        await face.connect(port)

    async def act(face: Puppet) -> None:
        with suppress(PeerGone):
            while True:
                await face.listen()

    async with trio.open_nursery() as nursery:
        for face in faces:
            nursery.start_soon(act, face)
        outcomes = await circle.ended(0, 1)
        nursery.cancel_scope.cancel()
    assert isinstance(outcomes[0], Finished)
    for seat in (0, 1):
        assert list(circle.node(seat).session.proofs) == [2]
        assert [news.proof.seat for news in circle.chairs[seat].heard(Proved)] == [2]  # type: ignore[union-attr]
        assert circle.node(seat).session.play.active == {0, 1}
    assert_same_end(circle, (0, 1))


async def test_a_proof_reaches_a_seat_that_connects_later(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 3, rounds=1).start(0)
    puppet = Puppet(circle, 2)
    peer = await puppet.connect()
    other = session_of(circle.genesis, 2)
    other.play.ground = type(other.play.ground)(0, other.play.ground.past, b"", noise("another state"))
    [said_twice] = [event for event in other.begin() if type(event).__name__ == "Said"]
    await peer.send(Deliver(said_twice.envelope.wire))  # type: ignore[union-attr]
    await trio.testing.wait_all_tasks_blocked()
    assert list(circle.node(0).session.proofs) == [2]
    late = await seated(circle, 1)
    peer_messages = [await late.receive() for _ in range(3)]
    assert [type(peer_message) for peer_message in peer_messages] == [Addresses, Have, Accuse]


async def test_an_unlawful_choice_is_proven_and_its_author_voted_out(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """Seat 0 shows it to seat 1 alone, which tells the others."""
    circle = Circle(wires, tmp_path, 3, rounds=1, patience=60).start(1, 2)
    puppet = Puppet(circle, 0)
    puppet.chooses = False
    await puppet.connect(1)
    while puppet.session.play.step < 1:
        await puppet.listen()
    assert puppet.peer is not None
    unlawful = puppet.session._draft(0, Decide(("call", "x" * 4000)))
    await puppet.peer.send(Deliver(unlawful.wire))
    outcomes = await circle.ended(1, 2)
    assert isinstance(outcomes[0], Finished)
    assert_same_end(circle, (1, 2))
    for seat in (1, 2):
        assert circle.node(seat).session.play.active == {1, 2}
        assert circle.node(seat).session.proofs[0].fault == "IllegalDecision"


async def test_of_a_proof_that_no_frame_can_carry_the_messages_are_sent(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = Circle(wires, tmp_path, 2, rounds=1).start(0)
    peer = await seated(circle)
    await trio.testing.wait_all_tasks_blocked()
    sizes = (LONGEST_ACCUSATION, LONGEST_ACCUSATION + 1)
    short = Proof(circle.genesis.table, "Equivocation", 1, (bytes(60_000), b""))
    bare = len(short.encode()) - 60_000
    for size in sizes:
        proof = replace(short, evidence=(bytes(size - bare), b""))
        assert len(proof.encode()) == size
        node = circle.node(0)
        node.do(node.logic.absorb([Proved(proof, "long")], 0.0))
    said = [await peer.receive() for _ in range(3)]
    assert [len(peer_message.proof) for peer_message in said if isinstance(peer_message, Accuse)] == [
        LONGEST_ACCUSATION
    ]
    said = [await peer.receive() for _ in range(3)]
    assert [len(peer_message.wire) for peer_message in said if isinstance(peer_message, Deliver)] == [
        sizes[1] - bare,
        0,
    ]
    kept = read_transcript(circle.path(0).read_bytes()).records
    assert [len(record.proof) for record in kept if isinstance(record, Proven)] == list(sizes)


async def test_much_is_caught_up_in_pieces(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_logic, "CATCH_UP", 3000)
    circle = Circle(wires, tmp_path, 3, rounds=3).start()
    await circle.reach(0, 5)
    await circle.stop(2)
    path = circle.path(2)
    path.write_bytes(without_last(path.read_bytes(), 30))
    circle.start(2)
    await circle.ended()
    assert_same_end(circle, range(3))
