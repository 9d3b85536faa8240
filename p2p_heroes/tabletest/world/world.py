"""A simulated table from its plan to its end: one clock, one agenda, and everything that happens on it.

Time is in whole milliseconds. The same plan gives the same run, byte for byte: what happens at one time
happens in the order in which it was put on the agenda, and all chance comes from the plan's seed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from heapq import heappop, heappush
from random import Random

from p2p_heroes.bots import Bot
from p2p_heroes.node.acts import Acts
from p2p_heroes.node.node_logic import BEAT_SECONDS, SILENCE_SECONDS
from p2p_heroes.tabletest.world.machine import Machine
from p2p_heroes.tabletest.world.network_faults import Mishap
from p2p_heroes.tabletest.world.plan import Happening, TablePlan
from p2p_heroes.tabletest.world.played_table import PlayedTable
from p2p_heroes.tabletest.world.reachability import Way
from protocol.canonical import Value
from protocol.errors import NotDue, Refusal
from protocol.events import Said
from protocol.link import Link, pack
from protocol.messages import Forfeit
from protocol.peer_messages import Addresses, Deliver, Farewell, PeerMessage

BEAT = 1000 * BEAT_SECONDS
NOTICING = 1
"""So soon a program tells that a connection has ended, in ms."""
REDIAL = (100, 1_500)
THINKING = (1, 120)
PARTING = 1_000
"""What was sent before a farewell still arrives within this time, or not at all."""
LINGERING = (100, 300, 700)
"""When a node that has come to the end says again what it holds, in ms from then."""
LIMIT = 180_000
"""When the faults are over every table ends within this time, in ms, and in what somebody thinks besides."""
NOTICED = 2_000
"""After this time a way or a machine that is there again is known to be, in ms."""
MISSED = 1_000 * SILENCE_SECONDS + NOTICED
"""After this time a way that is gone is known to be."""


@dataclass(slots=True, eq=False)
class Connection:
    """A connection between two seats, from dialling to hanging up."""

    links: dict[int, Link]
    heard: dict[int, int]
    is_open: bool = True


class World(PlayedTable[Machine]):
    """One table."""

    def __init__(self, plan: TablePlan, bots: Mapping[int, Bot] | None = None) -> None:
        super().__init__(plan)
        self._now = 0
        self.refused: Counter[str] = Counter()
        self._random = Random(f"world {plan.seed}")  # noqa: S311 -- nobody plays for anything here
        self.machines = [
            Machine(seat, self.rules, (bots or {}).get(seat) or self.bot(seat), partial(self.seating, seat))
            for seat in range(plan.seats)
        ]
        self._lines: dict[tuple[int, int], Connection] = {}
        self._agenda: list[tuple[int, int, Callable[[], None]]] = []
        self._entries = 0
        self._thinks_until: int | None = None
        self._digest = sha256()

    @property
    def now(self) -> int:
        return self._now

    @property
    def fingerprint(self) -> str:
        """A digest of every packet that arrived, when and where: the same for the same run."""
        return self._digest.hexdigest()

    # The agenda.

    def later(self, delay: int, act: Callable[[], None]) -> None:
        self._entries += 1
        heappush(self._agenda, (self.now + delay, self._entries, act))

    def run(self) -> None:
        """From the first packet to the end of the table, or of all patience."""
        self.set_up()
        _, thought = self.plan.thinker or (-1, 0)
        self.run_until(self.plan.calm + thought + LIMIT)

    def set_up(self) -> None:
        """Put on the agenda what the plan says."""
        for machine in self.machines:
            self.later(self._random.randint(0, 100), partial(self.start, machine))
        self.await_plan()

    def run_until(self, time: int, is_enough: Callable[[], bool] | None = None) -> None:
        """Let everything happen that is due by then, unless the table ends before, or it is enough."""
        while self._agenda and self._agenda[0][0] <= time and not self.is_over:
            if is_enough is not None and is_enough():
                return
            self._now, _, act = heappop(self._agenda)
            act()
        self._now = max(self.now, time) if is_enough is None and not self.is_over else self.now

    # What befalls a table.

    def clear_up(self) -> None:
        super().clear_up()
        self.hearing.changes(self.now + NOTICED)

    def befall(self, happening: Happening) -> None:
        self.hearing.changes(self.now + max(MISSED, happening.lasting + NOTICED))
        super().befall(happening)

    def crash(self, machine: Machine) -> None:
        torn = machine.was_torn
        machine.crash(self._random)
        self.forget(machine)
        self.happened[Mishap.CRASH] += 1
        self.happened[Mishap.TORN] += machine.was_torn - torn
        for place in range(len(self.machines)):
            self._hang_up(machine.place, place)

    def start(self, machine: Machine) -> None:
        if machine.is_up or machine.is_gone:
            return
        self.happened[Mishap.RESTART] += bool(machine.signed)
        self.hearing.changes(self.now + NOTICED)
        machine.started_at = self.now
        self.hearing.starts(machine.seat)
        self._do(machine, machine.start(machine.clock(self.now)))
        for place in range(len(self.machines)):
            self._redial(machine.place, place)
        self.later(self._random.randint(1, BEAT), partial(self._beat, machine, machine.session))

    def forfeit(self, machine: Machine, seats: list[int]) -> None:
        self._do(machine, machine.logic.forfeit(seats, machine.clock(self.now)))

    # What a machine does.

    def _do(self, machine: Machine, acts: Acts, line: Connection | None = None, reader: int = -1) -> None:
        """Pass on, write, then send."""
        for seat, peer_message in acts.forwarded:
            for place, way in self._lines_of(machine.place):
                if self.machines[place].seat == seat:
                    self._post(machine, place, way, (peer_message,))
        if not machine.write(acts):
            self.crash(machine)
            return
        self._note_votes(machine, acts)
        if acts.peer_messages:
            self._post_all(machine, acts.peer_messages)
        if acts.replies and line is not None:
            self._post(machine, reader, line, acts.replies)
        if acts.changed:
            self._think(machine)
            self._linger(machine)
            self._leave_if_done(machine)

    def _note_votes(self, machine: Machine, acts: Acts) -> None:
        for item in acts.news:
            if isinstance(item, Said) and isinstance(item.envelope.message, Forfeit):
                self.hearing.votes(machine.seat, item.envelope.step, item.envelope.message, self.now)

    def _linger(self, machine: Machine) -> None:
        if machine.is_up and machine.outcome is None and machine.session.play.outcome is not None:
            for delay in LINGERING:
                self.later(delay, partial(self._say_what_it_has, machine, machine.session))

    def _say_what_it_has(self, machine: Machine, session: object) -> None:
        if machine.is_up and machine.session is session:
            self._post_all(machine, (machine.logic.have(),))

    def _think(self, machine: Machine) -> None:
        if machine.is_ready():
            ground = machine.session.play.ground
            self.later(self._thought(machine), partial(self._choose, machine, ground))

    def _thought(self, machine: Machine) -> int:
        """How long its player thinks; when that is long, it is once, and the program goes on asking."""
        seat, long = self.plan.thinker or (-1, 0)
        if seat != machine.seat or machine.is_automatic() or self._thinks_until == 0:
            return self._random.randint(*THINKING)
        self._thinks_until = self._thinks_until or self.now + long
        if self.now >= self._thinks_until:
            self._thinks_until = 0
        return max(THINKING[0], self._thinks_until - self.now)

    def _choose(self, machine: Machine, ground: object) -> None:
        if machine.is_ready() and machine.session.play.ground == ground and not self._is_thinking(machine):
            self._do(machine, machine.choose(machine.clock(self.now)))

    def _is_thinking(self, machine: Machine) -> bool:
        seat = self.plan.thinker[0] if self.plan.thinker else -1
        return seat == machine.seat and not machine.is_automatic() and self.now < (self._thinks_until or 0)

    def decide(self, machine: Machine, value: Value) -> None:
        self._do(machine, machine.decide(value, machine.clock(self.now)))

    def _beat(self, machine: Machine, session: object) -> None:
        if not machine.is_up or machine.session is not session:
            return
        now = machine.clock(self.now)
        for place, line in self._lines_of(machine.place):
            if self.now - line.heard[machine.place] > 1000 * SILENCE_SECONDS:
                self._hang_up(machine.place, place)
        self._do(machine, machine.logic.beat(now, self._linked(machine), patient=False))
        if self.plan.is_about_links:
            self._note_hearing(machine)
        self._lose_patience(machine, now)
        self._think(machine)
        self._leave_if_done(machine)
        self.later(BEAT, partial(self._beat, machine, session))

    def _tell_loss(self, machine: Machine, session: object) -> None:
        if machine.is_up and machine.session is session:
            self._do(machine, machine.logic.unlink(self._linked(machine)))

    def _linked(self, machine: Machine) -> list[int]:
        return [self.machines[place].seat for place, _ in self._lines_of(machine.place)]

    def _note_hearing(self, machine: Machine) -> None:
        self.hearing.speaks(machine.seat, self._open_ways(), self.now)
        if machine.is_up and machine.session.quiet:
            active = machine.session.play.active
            self.hearing.keeps_quiet(machine.seat, active, machine.started_at, self.now)

    def _open_ways(self) -> list[Way]:
        return [way for pair in self._lines for way in (pair, pair[::-1]) if self.network.carries(*way)]

    def _lose_patience(self, machine: Machine, now: float) -> None:
        """People vote against somebody who is connected and still does not go on, if it takes too long."""
        late = machine.logic.overdue(now - self.plan.patience)
        if late and machine.is_up and self.plan.thinker is None and not self.plan.programs:
            with suppress(NotDue):
                self._do(machine, machine.logic.forfeit(late, now))

    def _leave_if_done(self, machine: Machine) -> None:
        if machine.is_up and machine.is_done(machine.clock(self.now)):
            self._post_all(machine, (machine.logic.have(), Farewell()))
            if machine.session.play.step == 0:
                self.hearing.gives_up(machine.seat, self._open_ways(), self.now)
            machine.leave()
            for place in range(len(self.machines)):
                self.later(PARTING, partial(self._hang_up, machine.place, place))

    # Connections and packets.

    def _lines_of(self, place: int) -> list[tuple[int, Connection]]:
        return [(b if a == place else a, line) for (a, b), line in self._lines.items() if place in (a, b)]

    def _redial(self, one: int, other: int) -> None:
        if one != other:
            self.later(self._random.randint(*REDIAL), partial(self._dial, min(one, other), max(one, other)))

    def _dial(self, one: int, other: int) -> None:
        ends = [self.machines[one], self.machines[other]]
        if (one, other) in self._lines or not all(end.is_up for end in ends):
            return
        if not self.network.may_meet(one, other) or not self._may_meet(*ends):
            self._redial(one, other)
            return
        links = {end.place: Link(end.clock(self.now)) for end in ends}
        for link in links.values():
            link.trust()
        line = self._lines[one, other] = Connection(links, {one: self.now, other: self.now})
        for end, reader in zip(ends, (other, one), strict=True):
            self._post(end, reader, line, (Addresses(()), *end.logic.greeting()))

    def _may_meet(self, one: Machine, other: Machine) -> bool:
        """Whether the two want to talk to each other."""
        return True

    def _hang_up(self, one: int, other: int) -> None:
        line = self._lines.pop((min(one, other), max(one, other)), None)
        if line is not None:
            line.is_open = False
            self._redial(one, other)
            for end in (self.machines[one], self.machines[other]):
                self.later(NOTICING, partial(self._tell_loss, end, end.session))

    def _post_all(self, machine: Machine, peer_messages: tuple[PeerMessage, ...]) -> None:
        for place, line in self._lines_of(machine.place):
            self._post(machine, place, line, peer_messages)

    def _post(
        self, machine: Machine, reader: int, line: Connection, peer_messages: Iterable[PeerMessage]
    ) -> None:
        sent = self._bent(machine, reader, peer_messages)
        data = b"".join(map(pack, sent))
        if not data:
            return
        said = self.said_in(machine.seat, sent)
        for arrival in self.network.send(machine.place, reader, len(data), self.now, said):
            packet = data if arrival.bit is None else _changed(data, arrival.bit)
            self.later(arrival.time - self.now, partial(self._arrive, machine.place, reader, line, packet))

    def _bent(self, machine: Machine, reader: int, peer_messages: Iterable[PeerMessage]) -> list[PeerMessage]:
        """What a machine sends in place of what an honest one would."""
        if machine.liar is None:
            return list(peer_messages)
        return machine.liar.bend_all(reader, peer_messages)

    def _arrive(self, sender: int, reader: int, line: Connection, packet: bytes) -> None:
        machine = self.machines[reader]
        if not line.is_open or not machine.is_up:
            return
        self._digest.update(b"%d %d %d " % (self.now, sender, reader) + packet)
        line.heard[reader] = self.now
        now = machine.clock(self.now)
        try:
            peer_messages = line.links[reader].receive(packet, now)
            line.links[reader].finish()
            for peer_message in peer_messages:
                if machine.is_up:
                    self._hear(machine, sender, line, peer_message)
        except Refusal as refusal:
            self.refused[refusal.name] += 1
            self._hang_up(sender, reader)

    def _hear(self, machine: Machine, sender: int, line: Connection, peer_message: PeerMessage) -> None:
        if isinstance(peer_message, Deliver):
            self.hear(machine, peer_message.wire)
        seat, now = self.machines[sender].seat, machine.clock(self.now)
        self._do(machine, machine.logic.hear(seat, line, peer_message, now), line, sender)


def _changed(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)
