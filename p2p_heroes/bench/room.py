"""A whole game in one process, without trio, TLS, sockets and disk: everything else that nodes do.

Every seat is a machine of the simulation; a frame is passed on as bytes, in order and at once. This is no
`World`, whose network and agenda would be in every figure. What is done in which order follows from the
seating alone, so what is counted here is the same on every machine.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from p2p_heroes.bench.seating import Seating
from p2p_heroes.node.acts import Acts
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.world.machine import Machine
from protocol import identity
from protocol.canonical import Value
from protocol.events import Said
from protocol.link import Link, pack
from protocol.rules import AskChance
from protocol.transcript import MAGIC, Founded, Record, Spoken, Writer

NOW = 0.0
"""Time stands still: nobody is waited for."""


class BenchTable:
    """All seats of a table. `said` holds every signed message, in the order in which they were said."""

    def __init__(self, seating: Seating) -> None:
        self.machines = [
            Machine(seat, seating.rules, seating.bot(seat), partial(seating.session, seat))
            for seat in range(seating.seats)
        ]
        self.said: list[bytes] = []
        self.posted = 0
        """Bytes that went to others."""
        self._links: dict[tuple[int, int], Link] = {}
        self._under_way: deque[tuple[int, int, bytes]] = deque()

    def play(self, steps: int | None = None) -> "BenchTable":
        """To the end, or for so many steps."""
        if not self.said:
            for machine in self.machines:
                self._do(machine, machine.start(NOW))
        until = float("inf") if steps is None else self.machines[0].session.play.step + steps
        while self._deliver() and self.machines[0].session.play.step < until:
            for machine in self.machines:
                if machine.is_due():
                    self._do(machine, machine.choose(NOW))
        return self

    def _deliver(self) -> bool:
        """Everything that is under way, and what follows from it; whether the game goes on."""
        while self._under_way:
            speaker, hearer, data = self._under_way.popleft()
            machine = self.machines[hearer]
            for peer_message in self._link(speaker, hearer).receive(data, NOW):
                self._do(machine, machine.logic.hear(speaker, None, peer_message, NOW))
        return any(machine.is_due() for machine in self.machines)

    def _link(self, speaker: int, hearer: int) -> Link:
        if (speaker, hearer) not in self._links:
            self._links[speaker, hearer] = Link(NOW)
            self._links[speaker, hearer].trust()
        return self._links[speaker, hearer]

    def _do(self, machine: Machine, acts: Acts) -> None:
        assert not acts.replies, "nothing is lost here, so nobody asks for anything"
        machine.write(acts)
        self.said += [item.envelope.wire for item in acts.news if isinstance(item, Said)]
        data = b"".join(map(pack, acts.peer_messages))
        for other in self.machines if data else ():
            if other is not machine:
                self.posted += len(data)
                self._under_way.append((machine.seat, other.seat, data))


def transcript_of(seating: Seating) -> bytes:
    """The record of a game in which one session holds every seat: the quickest way to have one."""
    session = seating.session(*range(seating.seats))
    bots = [seating.bot(seat) for seat in range(seating.seats)]
    keepers = [seating.rules.keeper(seat) for seat in range(seating.seats)]
    table, choices = session.genesis.table, 0
    happened = session.begin()
    while duties := session.duties():
        exchange = session.play.exchange
        assert exchange is not None
        for seat in duties:
            choices += 1
            value: Value = noise("share", table, seat, choices)
            if not isinstance(exchange.need, AskChance):
                keeper, state = keepers[seat], session.play.state.state
                value = keeper.value(state, bots[seat].choose(*keeper.question(state)))
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
