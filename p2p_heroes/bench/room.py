"""A whole game in one process, without trio, TLS, sockets and disk: everything else that nodes do.

Every seat has its own session and conduct, reads what the others say from frames, and writes its record; a
frame is passed on as bytes. What is done in which order follows from the seating alone, so what is counted
here is the same on every machine.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from p2p_heroes.bench.seating import Seating
from p2p_heroes.node.node_logic import Acts, NodeLogic
from p2p_heroes.tabletest.entropy import noise
from protocol import identity
from protocol.canonical import Value
from protocol.events import Said
from protocol.link import Link, pack
from protocol.rules import AskChance
from protocol.transcript import MAGIC, Founded, Record, Spoken, Writer

NOW = 0.0
"""Time stands still: nobody is waited for."""


class Corner:
    """One seat, its record, and its end of every connection."""

    def __init__(self, seating: Seating, seat: int) -> None:
        self.seat = seat
        self.session = seating.session(seat)
        self.logic = NodeLogic(self.session, NOW)
        self.record = bytearray(MAGIC)
        self.rules = seating.rules
        self._writer = Writer()
        self._bot = seating.bot(seat)
        self._links: dict[int, Link] = {}
        self._choices = 0
        self.write((Founded(self.session.genesis.encoded, (seat,)),))

    def write(self, records: tuple[Record, ...]) -> None:
        self.record += b"".join(map(self._writer.append, records))

    def hear(self, speaker: int, data: bytes) -> Iterator[Acts]:
        """What a frame from another seat leads to."""
        for peer_message in self._link(speaker).receive(data, NOW):
            yield self.logic.hear(speaker, None, peer_message, NOW)

    def _link(self, speaker: int) -> Link:
        if speaker not in self._links:
            self._links[speaker] = Link(NOW)
            self._links[speaker].trust()
        return self._links[speaker]

    def is_due(self) -> bool:
        return self.seat in self.session.duties()

    def choose(self) -> Acts:
        self._choices += 1
        return self.logic.choose(self.seat, self._value(), self._noise("salt"), NOW)

    def _value(self) -> Value:
        play = self.session.play
        assert play.exchange is not None
        if isinstance(play.exchange.need, AskChance):
            return self._noise("share")
        return self.rules.value(self._bot.choose(*self.rules.question(play.state, self.seat)))

    def _noise(self, what: str) -> bytes:
        return noise(what, self.session.genesis.table, self.seat, self._choices)


class BenchTable:
    """All seats of a table. `said` holds every signed message, in the order in which they were said."""

    def __init__(self, seating: Seating) -> None:
        self.corners = [Corner(seating, seat) for seat in range(seating.seats)]
        self.said: list[bytes] = []
        self.posted = 0
        """Bytes that went to others."""
        self._under_way: deque[tuple[int, int, bytes]] = deque()

    def play(self, steps: int | None = None) -> "BenchTable":
        """To the end, or for so many steps."""
        if not self.said:
            for corner in self.corners:
                self._do(corner, corner.logic.begin(NOW))
        until = float("inf") if steps is None else self.corners[0].session.play.step + steps
        while self._deliver() and self.corners[0].session.play.step < until:
            for corner in self.corners:
                if corner.is_due():
                    self._do(corner, corner.choose())
        return self

    def _deliver(self) -> bool:
        """Everything that is under way, and what follows from it; whether the game goes on."""
        while self._under_way:
            speaker, hearer, data = self._under_way.popleft()
            for acts in self.corners[hearer].hear(speaker, data):
                self._do(self.corners[hearer], acts)
        return any(corner.is_due() for corner in self.corners)

    def _do(self, corner: Corner, acts: Acts) -> None:
        assert not acts.replies, "nothing is lost here, so nobody asks for anything"
        corner.write(acts.records)
        self.said += [item.envelope.wire for item in acts.news if isinstance(item, Said)]
        data = b"".join(map(pack, acts.peer_messages))
        for other in self.corners if data else ():
            if other is not corner:
                self.posted += len(data)
                self._under_way.append((corner.seat, other.seat, data))


def transcript_of(seating: Seating) -> bytes:
    """The record of a game in which one session holds every seat: the quickest way to have one."""
    session = seating.session(*range(seating.seats))
    bots = [seating.bot(seat) for seat in range(seating.seats)]
    rules, table, choices = seating.rules, session.genesis.table, 0
    happened = session.begin()
    while duties := session.duties():
        exchange = session.play.exchange
        assert exchange is not None
        for seat in duties:
            choices += 1
            value: Value = noise("share", table, seat, choices)
            if not isinstance(exchange.need, AskChance):
                value = rules.value(bots[seat].choose(*rules.question(session.play.state, seat)))
            happened += session.choose(seat, value, noise("salt", table, seat, choices))
    records: list[Record] = [Founded(session.genesis.encoded, tuple(session.keys))]
    records += [Spoken(event.envelope.wire) for event in happened if isinstance(event, Said)]
    return MAGIC + b"".join(map(Writer().append, records))


@contextmanager
def nothing_remembered() -> Iterator[None]:
    """Every signature is verified each time, as by nodes in processes of their own; one process remembers."""
    remembering = identity._verify
    identity._verify = remembering.__wrapped__  # type: ignore[assignment]
    try:
        yield
    finally:
        identity._verify = remembering


@contextmanager
def remembering_nothing_before() -> Iterator[None]:
    """What was verified in another slice is verified again; within this one a verdict is remembered."""
    identity._verify.cache_clear()
    yield
