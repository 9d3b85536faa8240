"""Cheats and strangers over real sockets: a cheat is caught by all, and nobody else is disturbed or blamed.

A cheat is a real node with a `lying_connector`, which signs with the seat's own key what the
node never meant. Its faults are found by honest nodes over TLS on 127.0.0.1, and judged
once more by somebody who sees nothing but the genesis and the proof.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.games.game import Request
from p2p_heroes.node.connector import STRANGERS, Connector, TurnedAway
from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.player import BotPlayer
from p2p_heroes.node.replay import read_result
from p2p_heroes.node.table import rules_for
from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import genesis_of
from p2p_heroes.tabletest.sockets.connections import certificate, connector_of, lying_connector
from protocol.canonical import Value, encode
from protocol.chain import choice_entry
from protocol.envelope import Envelope, open_envelope, seal
from protocol.errors import (
    BrokenChain,
    Contradiction,
    Disorder,
    Equivocation,
    FalseLock,
    FalseOpening,
    Fault,
    IllegalDecision,
    Malformed,
    OutOfTurn,
    Repeated,
    WrongPast,
    WrongState,
    WrongStep,
)
from protocol.events import Finished
from protocol.faults import Proof, check
from protocol.framing import frame
from protocol.genesis import Genesis
from protocol.hashing import VERSION, digest
from protocol.link import BURST_BYTES, pack
from protocol.messages import Commit, Decide, Forfeit, Lock, Message, Reveal
from protocol.peer_messages import (
    MAX_HOST,
    Addresses,
    Deliver,
    Farewell,
    Hello,
    PeerMessage,
    Refuse,
    SignHello,
)
from protocol.peer_messages import Address as Hint
from protocol.transcript import read_transcript
from tests.support.loopback import Address, Corner, play, seated
from tests.support.said import have

LIMIT = 120
"""Seconds after which a game that takes less than one is given up."""

CALL, STAKE, THROW = 1, 2, 3
"""The steps of the first round: an open decision of seat 0, chance, and everybody's secret."""

Lie = Callable[[Envelope, int], bytes | None]
"""What a seat is told instead of a message, if anything else; the same whenever it is asked."""


def instead(kind: type[Message], step: int, said: Callable[[Envelope], Message]) -> Lie:
    """Another message in the place of one, to everybody."""

    def lie(meant: Envelope, reader: int) -> bytes | None:
        fits = isinstance(meant.message, kind) and meant.step == step
        return seal(key_of(meant.seat), meant.header, said(meant)).wire if fits else None

    return lie


def carelessly(victim: int, lie: Lie) -> Lie:
    """Tell it to one seat only; what is said afterwards does not fit what that seat was told."""
    return lambda meant, reader: lie(meant, reader) if reader == victim else None


def carefully(victim: int, kind: type[Message], step: int, said: Callable[[Envelope], Message]) -> Lie:
    """Tell it to one seat only, which gets a chain of its own in which each message fits the one before."""
    told: dict[tuple[bytes, int], Envelope] = {}

    def lie(meant: Envelope, reader: int) -> bytes | None:
        table, number = meant.header.table, meant.number
        if reader == victim and (table, number) not in told:
            before = told.get((table, number - 1))
            header = meant.header._replace(previous=before.id) if before else meant.header
            fits = isinstance(meant.message, kind) and meant.step == step
            told[table, number] = seal(
                key_of(meant.seat), header, said(meant) if fits else fitting(meant, before)
            )
        return told[table, number].wire if reader == victim else None

    return lie


def fitting(meant: Envelope, before: Envelope | None) -> Message:
    """A lock that names the choice which was told before it, and any other message as it is."""
    if not isinstance(meant.message, Lock) or before is None:
        return meant.message
    if not isinstance(before.message, Decide | Commit):
        return meant.message
    entries = list(meant.message.entries)
    entries[meant.seat] = choice_entry(before)
    return Lock(tuple(entries))


def misheaded(kind: type[Message], at: int, **fields: bytes | int) -> Lie:
    """The same message under a header with other fields."""

    def lie(meant: Envelope, reader: int) -> bytes | None:
        fits = isinstance(meant.message, kind) and meant.step == at
        header = meant.header._replace(**fields)  # type: ignore[arg-type]
        return seal(key_of(meant.seat), header, meant.message).wire if fits else None

    return lie


def gibberish(meant: Envelope, reader: int) -> bytes | None:
    """Well signed, but no message: its kind does not exist."""
    if not isinstance(meant.message, Lock) or meant.step != CALL:
        return None
    h = meant.header
    fields: Value = (VERSION, h.table, h.seat, h.number, h.previous, h.step, h.past, h.state, 99, ())
    payload = encode(fields)
    return payload + key_of(h.seat).sign(digest("message", payload))


def other_lock(meant: Envelope) -> Lock:
    assert isinstance(meant.message, Lock)
    entries = list(meant.message.entries)
    entries[meant.seat] = noise("another choice")
    return Lock(tuple(entries))


def other_throw(meant: Envelope) -> Reveal:
    assert isinstance(meant.message, Reveal)
    sign = "rock" if meant.message.value != ("throw", "rock") else "paper"
    return Reveal(meant.message.salt, ("throw", sign))


def other_call(meant: Envelope) -> Decide:
    assert isinstance(meant.message, Decide)
    return Decide(("call", "rock" if meant.message.value != ("call", "rock") else "paper"))


def other_commit(meant: Envelope) -> Commit:
    return Commit(noise("another", meant.seat))


CHEATS: dict[str, tuple[int, type[Fault], Lie]] = {
    "two calls": (0, Equivocation, carefully(2, Decide, CALL, other_call)),
    "two throws": (1, Equivocation, carefully(2, Commit, THROW, other_commit)),
    "two shares": (2, Equivocation, carefully(0, Commit, STAKE, other_commit)),
    "another throw than committed": (2, FalseOpening, instead(Reveal, THROW, other_throw)),
    "another share than committed": (
        1,
        FalseOpening,
        instead(Reveal, STAKE, lambda _: Reveal(noise("salt"), noise("share"))),
    ),
    "a call that is none": (0, IllegalDecision, instead(Decide, CALL, lambda _: Decide(("call", "lizard")))),
    "a call by another": (1, OutOfTurn, instead(Lock, CALL, lambda _: Decide(("call", "rock")))),
    "another state": (2, WrongState, misheaded(Commit, STAKE, state=noise("state"))),
    "another past": (1, WrongPast, misheaded(Commit, THROW, past=noise("past"))),
    "another predecessor": (0, BrokenChain, misheaded(Lock, STAKE, previous=noise("previous"))),
    "a step too far": (1, WrongStep, misheaded(Commit, STAKE, step=THROW)),
    "another lock than its own choice": (2, FalseLock, instead(Lock, THROW, other_lock)),
    "two commitments in a row": (1, Repeated, instead(Lock, STAKE, lambda _: Commit(noise("second")))),
    "a reveal before the lock": (0, Disorder, instead(Lock, THROW, lambda _: Reveal(bytes(32), None))),
    "a vote against itself": (1, Contradiction, instead(Lock, CALL, lambda _: Forfeit(((1, 0),)))),
    "gibberish": (2, Malformed, gibberish),
}


CARELESS: dict[str, tuple[int, Lie]] = {
    "two calls": (0, carelessly(2, instead(Decide, CALL, other_call))),
    "two throws": (1, carelessly(2, instead(Commit, THROW, other_commit))),
    "two shares": (2, carelessly(0, instead(Commit, STAKE, other_commit))),
}


def through(genesis: Genesis, liar: int, lie: Lie) -> Connector:
    """A connector that replaces the liar's own messages on their way out; each time by the same."""

    def bend(reader: bytes, peer_message: PeerMessage) -> Iterable[PeerMessage]:
        if isinstance(peer_message, Deliver):
            meant = open_envelope(peer_message.wire, genesis)
            to = genesis.seat_of(reader)
            assert to is not None
            if meant.seat == liar:
                return [Deliver(lie(meant, to) or peer_message.wire)]
        return [peer_message]

    return lying_connector(liar, bend)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHEATS)
async def test_a_cheat_is_caught_and_the_game_goes_on(name: str, tmp_path: Path) -> None:
    liar, fault, lie = CHEATS[name]
    honest = await honest_end(tmp_path, 4, liar, lie)
    for corner in honest:
        assert verdicts(corner) == {(fault.__name__, liar)}


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", CARELESS)
async def test_a_careless_cheat_shows_two_faults_and_each_may_see_either(
    name: str, seats: int, tmp_path: Path
) -> None:
    """What it says after its lie does not follow for the one who was lied to; the others compare the lie."""
    liar, lie = CARELESS[name]
    honest = await honest_end(tmp_path, seats, liar, lie)
    for corner in honest:
        assert len(verdicts(corner)) == 1
        assert verdicts(corner) < {(Equivocation.__name__, liar), (BrokenChain.__name__, liar)}


async def honest_end(folder: Path, seats: int, liar: int, lie: Lie) -> list[Corner]:
    """Play with a liar. The others finish, and agree on how."""
    genesis = genesis_of(seats)
    with trio.fail_after(LIMIT):
        async with seated(genesis, folder, connectors={liar: through(genesis, liar, lie)}) as corners:
            await play(corners, liar=liar)
    honest = [corner for corner in corners if corner.seat != liar]
    assert_same_end(honest)
    return honest


def verdicts(corner: Corner) -> set[tuple[str, int]]:
    """What a third person makes of the proofs in a record: it has them and the genesis, and nothing else."""
    genesis = read_transcript(corner.record).genesis
    return {judged(genesis, proof) for proof in corner.proofs}


def judged(founded: bytes, data: bytes) -> tuple[str, int]:
    genesis = Genesis.read(founded)
    proof = Proof.read(data)
    check(proof, genesis, rules_for(genesis))
    return proof.fault, proof.seat


def assert_same_end(corners: list[Corner]) -> None:
    """The nodes, and their records replayed from nothing, agree that the game was played to its end."""
    plays = [corner.node.session.play for corner in corners]
    plays += [read_result(corner.record) for corner in corners]
    assert all(isinstance(play.outcome, Finished) for play in plays)
    assert len({play.ground for play in plays}) == 1


# Strangers.


class Thinker(BotPlayer):
    """Takes its time for its second decision: `thinks` is when, `done` is how long."""

    def __init__(self) -> None:
        super().__init__(Wanderer(Random(0)))
        self.thinks = trio.Event()
        self.done = trio.Event()
        self._decided = 0

    async def decide(self, view: object, request: Request[Any]) -> object:
        self._decided += 1
        if self._decided == 2:
            self.thinks.set()
            await self.done.wait()
        return await super().decide(view, request)


Nuisance = Callable[[Corner], Awaitable[None]]


async def undisturbed(
    folder: Path,
    nuisance: Nuisance,
    *,
    connectors: Mapping[int, Connector] | None = None,
    detours: Mapping[tuple[int, int], Address] | None = None,
    middle: "Middle | None" = None,
) -> list[Corner]:
    """Play a game in the middle of which somebody is a nuisance to seat 0; it ends as if nobody had been."""
    thinker = Thinker()
    players = {0: thinker}
    with trio.fail_after(LIMIT):
        async with seated(
            genesis_of(3), folder, players=players, connectors=connectors, detours=detours
        ) as corners:
            if middle is not None:
                middle.aim(corners[0].address)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play, corners)
                await thinker.thinks.wait()
                await nuisance(corners[0])
                thinker.done.set()
    assert_same_end(corners)
    assert_nobody_blamed(corners)
    return corners


def assert_nobody_blamed(corners: list[Corner]) -> None:
    for corner in corners:
        assert corner.node.session.proofs == {}
        assert corner.proofs == []
        opened = [open_envelope(wire, corner.node.session.genesis) for wire in corner.spoken]
        assert not any(isinstance(envelope.message, Forfeit) for envelope in opened)


async def plain(corner: Corner, data: bytes) -> None:
    """Say something on a bare connection, and wait until the other side has had enough."""
    async with await trio.open_tcp_stream(*corner.address) as stream:
        await _insist(stream, data)


async def secured(corner: Corner, data: bytes) -> None:
    """The same inside TLS."""
    async with await trio.open_tcp_stream(*corner.address) as transport:
        stream = trio.SSLStream(transport, certificate(9).dialling, server_hostname="p2p-heroes")
        await stream.do_handshake()
        await _insist(stream, data)


async def _insist(stream: trio.abc.Stream, data: bytes) -> None:
    with suppress(trio.BrokenResourceError):
        await stream.send_all(data)
        while await stream.receive_some():
            pass


STRANGE = pack(Hello(key_of(99).public, noise("nonce"), genesis_of(3).table))

NUISANCES: dict[str, tuple[str, Nuisance]] = {
    "garbage": ("PeerGone", lambda corner: plain(corner, Random(1).randbytes(10_000))),
    "a web browser": ("PeerGone", lambda corner: plain(corner, b"GET / HTTP/1.1\r\nHost: table\r\n\r\n")),
    "garbage inside TLS": ("FrameTooLong", lambda corner: secured(corner, Random(1).randbytes(1000))),
    "a frame of four gigabytes": ("FrameTooLong", lambda corner: secured(corner, b"\xff\xff\xff\xff")),
    "a frame of nothing": ("FrameEmpty", lambda corner: secured(corner, bytes(4))),
    "no value": ("NotCanonical", lambda corner: secured(corner, frame(b"\xc1"))),
    "no peer message": ("UnknownMessage", lambda corner: secured(corner, frame(encode((99,))))),
    "no hello": ("Unexpected", lambda corner: secured(corner, pack(Farewell()))),
    "a hello and half a frame": (
        "Flood",
        lambda corner: secured(corner, STRANGE + frame(bytes(60_000))[:-1]),
    ),
    "a hello signed by nobody": (
        "BadHello",
        lambda corner: secured(corner, STRANGE + pack(SignHello(bytes(64)))),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", NUISANCES)
async def test_a_stranger_disturbs_nobody(name: str, tmp_path: Path) -> None:
    refusal, nuisance = NUISANCES[name]
    corners = await undisturbed(tmp_path, nuisance)
    assert_counted(corners[0], {refusal: 1})
    assert_counted(corners[1], {})
    assert_counted(corners[2], {})


def assert_counted(corner: Corner, names: dict[str, int]) -> None:
    """These and no other refusals, except perhaps for friends who dialled each other at the same moment."""
    counted = {name: count for name, count in corner.refused.items() if name in names or name != "PeerGone"}
    assert counted.keys() == names.keys()
    assert all(counted[name] == count or name == "PeerGone" for name, count in names.items())


@pytest.mark.slow
async def test_a_key_without_a_seat_is_told_so(tmp_path: Path) -> None:
    async def knock(corner: Corner) -> None:
        stranger = Connector(key_of(99), certificate(9))
        visitor = await stranger.dial(*corner.address, corner.node.table)
        assert await visitor.peer.receive() == Refuse("NotOnRoster")
        for table, reason in ((None, "TableStarted"), (bytes(32), "WrongTable")):
            with pytest.raises(TurnedAway, match=reason):
                await stranger.dial(*corner.address, table)

    corners = await undisturbed(tmp_path, knock)
    assert_counted(corners[0], {"NotOnRoster": 1, "TableStarted": 1, "WrongTable": 1})


@pytest.mark.slow
async def test_a_silent_crowd_keeps_nobody_out(tmp_path: Path) -> None:
    """Of 200 who say nothing, the connector keeps its few; a newcomer who speaks is answered all the same."""

    async def crowd(corner: Corner) -> None:
        async with AsyncExitStack() as stack:
            silent = [await stack.enter_async_context(await _connect(corner)) for _ in range(200)]
            for stream in silent[:-STRANGERS]:
                with suppress(trio.BrokenResourceError):
                    assert await stream.receive_some() == b""
            visitor = await Connector(key_of(99), certificate(9)).dial(*corner.address, corner.node.table)
            assert await visitor.peer.receive() == Refuse("NotOnRoster")

    async def _connect(corner: Corner) -> trio.SocketStream:
        return await trio.open_tcp_stream(*corner.address)

    corners = await undisturbed(tmp_path, crowd)
    assert_counted(corners[0], {"Flood": 200 - STRANGERS + 1, "NotOnRoster": 1, "PeerGone": STRANGERS - 1})


@pytest.mark.slow
async def test_a_seat_that_floods_is_hung_up_on_and_may_come_back(tmp_path: Path) -> None:
    """Twenty megabytes of harmless peer messages at once, on its first connection to each of the others."""
    hosts = tuple(Hint(seat, MAX_HOST * "\N{PLAYING CARD ACE OF SPADES}", 1) for seat in range(7))
    corners = await undisturbed(tmp_path, at_peace, connectors={2: pouring(2, 3000 * [Addresses(hosts)])})
    for corner in corners[:2]:
        assert_counted(corner, {"Flood": 1})


@pytest.mark.slow
async def test_a_seat_that_asks_for_everything_all_the_time_holds_nobody_up(tmp_path: Path) -> None:
    """A few bytes bring a long answer; who asks for it without end gets it a few times a second.

    It asks as often as a link lets pass at once, however slow the machine: half of the bytes, for each peer
    message costs more than its own.
    """
    asking = have(0, 0, 0, seat=2)
    often = BURST_BYTES // 2 // len(pack(asking))
    corners = await undisturbed(tmp_path, at_peace, connectors={2: pouring(2, often * [asking])})
    for corner in corners:
        assert_counted(corner, {})


def pouring(seat: int, peer_messages: Sequence[PeerMessage]) -> Connector:
    """A connector through which all of this is sent at once, on the first connection to each seat."""
    poured: set[bytes] = set()

    class Pouring(Peer):
        async def write_outbox(self) -> None:
            if self.key not in poured:
                poured.add(self.key)
                with suppress(PeerGone):
                    await self.send(*peer_messages)
            await super().write_outbox()

    return connector_of(seat, Pouring)


async def at_peace(corner: Corner) -> None:
    """The nuisance is elsewhere."""
    await trio.lowlevel.checkpoint()


@pytest.mark.slow
async def test_a_recorded_connection_is_worth_nothing(tmp_path: Path) -> None:
    """Seat 2 talks to seat 0 through somebody who takes notes, and says all of it again later."""
    tap = Middle()
    async with tap.listen(tap.pass_bytes) as address:
        corners = await undisturbed(
            tmp_path, lambda corner: plain(corner, bytes(tap.said)), middle=tap, detours={(2, 0): address}
        )
    assert tap.said
    assert_counted(corners[0], {"PeerGone": 1})


@pytest.mark.slow
async def test_nobody_sits_in_the_middle(tmp_path: Path) -> None:
    """Somebody runs TLS with either side: the hellos do not fit, and the two find each other without it."""
    middle = Middle()
    async with middle.listen(middle.pass_peer_messages) as address:
        corners = await undisturbed(tmp_path, at_peace, middle=middle, detours={(2, 0): address})
    assert_counted(corners[0], {"PeerGone": 1})
    assert corners[2].refused["BadHello"] >= 1
    assert pack(Hello(key_of(2).public, bytes(32), genesis_of(3).table))[:39] in middle.said
    assert not any(wire in middle.said + middle.answered for wire in corners[0].spoken)


class Middle:
    """Sits between a seat that dials and the one that it means, and takes notes."""

    def __init__(self) -> None:
        self.said = bytearray()
        self.answered = bytearray()
        self._aimed = trio.Event()
        self._target: Address = ("", 0)

    def aim(self, target: Address) -> None:
        """From now on everything is passed on to this address."""
        self._target = target
        self._aimed.set()

    @asynccontextmanager
    async def listen(self, accept: Callable[[trio.SocketStream], Awaitable[None]]) -> AsyncIterator[Address]:
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, accept, listeners)
            yield "127.0.0.1", int(listeners[0].socket.getsockname()[1])
            nursery.cancel_scope.cancel()

    async def pass_bytes(self, caller: trio.SocketStream) -> None:
        """Pass on what comes, as it is."""
        await self._aimed.wait()
        await self._join(caller, await trio.open_tcp_stream(*self._target))

    async def pass_peer_messages(self, caller: trio.SocketStream) -> None:
        """Run TLS with either side, and pass on what is inside."""
        await self._aimed.wait()
        called = await trio.open_tcp_stream(*self._target)
        await self._join(
            trio.SSLStream(caller, certificate(9).accepting, server_side=True),
            trio.SSLStream(called, certificate(9).dialling, server_hostname="p2p-heroes"),
        )

    async def _join(self, caller: trio.abc.Stream, called: trio.abc.Stream) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._pass_on, caller, called, self.said, nursery.cancel_scope)
            nursery.start_soon(self._pass_on, called, caller, self.answered, nursery.cancel_scope)
        await trio.aclose_forcefully(caller)
        await trio.aclose_forcefully(called)

    async def _pass_on(
        self, source: trio.abc.Stream, target: trio.abc.Stream, notes: bytearray, scope: trio.CancelScope
    ) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := await source.receive_some():
                notes += data
                await target.send_all(data)
        scope.cancel()
