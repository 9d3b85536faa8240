"""The table: what nodes cost that play with each other, beside the least that such nodes could cost.

A game over sockets is divided by the bare mesh, which exchanges messages of the same number and sizes among
as many processes; a game in one process by the bare calls. Players are wanderers, so that thinking is in no
figure.
"""

import gc
import tracemalloc
from collections.abc import Callable, Sequence
from functools import cache
from statistics import quantiles

from p2p_heroes.bench.figures import Measure, at_most
from p2p_heroes.bench.keep_awake import awake
from p2p_heroes.bench.measuring import Take, paired, seconds
from p2p_heroes.bench.references.calls import call_all
from p2p_heroes.bench.references.exchanges import Script, is_sealed, messages_in, script_of
from p2p_heroes.bench.references.libraries import OPENSSL, SODIUM
from p2p_heroes.bench.references.mesh import MeshTask
from p2p_heroes.bench.room import BenchTable, nothing_remembered, remembering_nothing_before
from p2p_heroes.bench.seating import STEPS_A_ROUND, Seating
from p2p_heroes.bench.sockets import NodeTask
from p2p_heroes.bench.workbench import Workbench
from p2p_heroes.bench.workers import WorkerReport
from p2p_heroes.node.table import Position
from protocol.session import Session
from protocol.transcript import Spoken, read_transcript

ROUNDS = 12
"""Of the small game, where its length does not matter."""

MANY_ROUNDS = 50
"""Where every step of a game counts by itself; two thirds of them are sealed."""

LENGTH = 1000
"""Steps of a long game."""

ENDS = 100
"""Steps at its beginning and at its end that are compared."""


def play(bench: Workbench, seating: Seating) -> list[WorkerReport]:
    """A game over sockets."""
    folders = [bench.new_folder() for _ in range(seating.seats)]
    return bench.workers.run([NodeTask(seating, seat, folder) for seat, folder in enumerate(folders)])


def exchange(bench: Workbench, script: Script, library: str = OPENSSL) -> list[WorkerReport]:
    """The same messages on the bare mesh."""
    folder = bench.new_folder()
    seats = range(len(script[0][0]))
    return bench.workers.run([MeshTask(seat, script, folder / str(seat), library) for seat in seats])


def processor(reports: Sequence[WorkerReport]) -> float:
    """Of all nodes together."""
    return sum(report.processor for report in reports)


def script_in(report: WorkerReport, seats: int) -> Script:
    """The script of a game that a node has recorded."""
    records = read_transcript(report.data).records
    return script_of((record.wire for record in records if isinstance(record, Spoken)), seats)


class Beside:
    """A table over sockets and, on the bare mesh, the messages of the last game that it played."""

    def __init__(self, bench: Workbench, seats: int, rounds: int = 0, library: str = OPENSSL) -> None:
        self._bench = bench
        self._library = library
        self._seats = seats
        self._rounds = rounds
        self._played = 0
        self.play()

    def play(self) -> list[WorkerReport]:
        self._played += 1
        reports = play(self._bench, Seating(self._seats, self._played, self._rounds))
        self.script = script_in(reports[0], self._seats)
        return reports

    def exchange(self) -> list[WorkerReport]:
        return exchange(self._bench, self.script, self._library)

    def cost(self, run: Callable[[], list[WorkerReport]]) -> float:
        """Processor time of all nodes for each message: no two games are equally long."""
        reports = run()
        return processor(reports) / messages_in(self.script)


def game(seats: int, rounds: int = 0, library: str = OPENSSL) -> Callable[[Workbench], Take]:
    """A whole game over sockets, its record on disk, beside the bare mesh."""

    def prepare(bench: Workbench) -> Take:
        both = Beside(bench, seats, rounds, library)
        return paired(lambda: both.cost(both.play), lambda: both.cost(both.exchange))

    return prepare


def sealed_step(percentile: int) -> Callable[[Workbench], Take]:
    """How long a sealed step of four takes by the clock, beside its three exchanges on the bare mesh."""

    def prepare(bench: Workbench) -> Take:
        both = Beside(bench, 4, MANY_ROUNDS)

        def wait(run: Callable[[], list[WorkerReport]]) -> float:
            found = waits(run()[0], both.script)
            return quantiles(found, n=100, method="inclusive")[percentile - 1]

        pair = paired(lambda: wait(both.play), lambda: wait(both.exchange))

        def take(number: int) -> float:
            with awake():
                return pair(number)

        return take

    return prepare


def waits(report: WorkerReport, script: Script) -> list[float]:
    """How long each sealed step took, from the end of the one before."""
    ends = {mark.step: mark.wall for mark in report.marks}
    sealed = (number for number, step in enumerate(script) if is_sealed(step))
    return [ends[step] - ends[step - 1] for step in sealed if step in ends and step - 1 in ends]


def beside_two(seats: int) -> Callable[[Workbench], Take]:
    """Processor time per node, opponent and step of the small game, beside the same of two nodes."""

    def prepare(bench: Workbench) -> Take:
        def cost(nodes: int) -> float:
            steps = STEPS_A_ROUND * ROUNDS
            reports = play(bench, Seating(nodes, 0, ROUNDS))
            # From the end of the first step on: how long connecting takes depends on how often it is tried.
            spent = sum(_between(report, 1, steps) for report in reports)
            return spent / nodes / (nodes - 1) / (steps - 1)

        return paired(lambda: cost(seats), lambda: cost(2))

    return prepare


def length(bench: Workbench) -> Take:
    """The last hundred of a thousand steps beside the first hundred, of two nodes."""

    def take(number: int) -> float:
        reports = play(bench, Seating(2, number, LENGTH // STEPS_A_ROUND + 1))
        late = sum(_between(report, LENGTH - ENDS, LENGTH) for report in reports)
        return late / sum(_between(report, 1, ENDS + 1) for report in reports)

    return take


def _between(report: WorkerReport, first: int, last: int) -> float:
    ends = {mark.step: mark.processor for mark in report.marks}
    return ends[last] - ends[first]


def room(*, remembering: bool, library: str = OPENSSL) -> Callable[[Workbench], Take]:
    """A game of four in one process beside the bare calls."""

    def prepare(_: Workbench) -> Take:
        seating = Seating(4, 0)
        script = script_of(BenchTable(seating).play().said, 4)

        def play() -> float:
            with remembering_nothing_before() if remembering else nothing_remembered():
                return seconds(BenchTable(seating).play)

        return paired(play, lambda: seconds(lambda: call_all(script, library)))

    return prepare


def message_bytes(_: Workbench) -> Take:
    """Memory for each message of a long game of two, in what a node holds of the table."""
    return lambda _: sum(growth()) / 2


def message_growth(_: Workbench) -> Take:
    """The same in the second half of the game, beside the first half."""
    return lambda _: growth()[1] / growth()[0]


@cache
def growth() -> tuple[float, float]:
    """Bytes for each message in both halves of a game, once it has begun: counted, so once is enough."""
    seating = Seating(2, 0, LENGTH // STEPS_A_ROUND)
    said = BenchTable(seating).play().said
    begun, half = len(said) * ENDS // LENGTH, len(said) // 2
    session = seating.session()
    with nothing_remembered():
        hear(session, said[:begun])
        tracemalloc.start()
        try:
            return hear(session, said[begun:half]), hear(session, said[half:])
        finally:
            tracemalloc.stop()


def hear(session: Session[Position], said: Sequence[bytes]) -> float:
    """Bytes that are kept for each of these messages; what comes over a wire is nobody else's."""
    before = tracemalloc.get_traced_memory()[0]
    for wire in said:
        session.receive(bytes(bytearray(wire)))
    gc.collect()
    return (tracemalloc.get_traced_memory()[0] - before) / len(said)


SEATS = range(3, 8)

MEASURES = (
    Measure("game-4", game(4), at_most(1.5, 1.25)),
    Measure("game-4-sodium", game(4, library=SODIUM)),
    Measure("game-2", game(2)),
    Measure("small-game-4", game(4, ROUNDS)),
    Measure("sealed-step-p50", sealed_step(50), at_most(1.6, 1.3)),
    Measure("sealed-step-p99", sealed_step(99)),
    Measure("one-process", room(remembering=False), at_most(2.2, 1.8)),
    Measure("one-process-sodium", room(remembering=False, library=SODIUM)),
    Measure("one-process-remembering", room(remembering=True)),
    *(Measure(f"seats-{n}", beside_two(n), at_most(1.15) if n == 6 else None) for n in SEATS),
    Measure("length", length, at_most(1.10)),
    Measure("message", message_bytes, at_most(1024), unit="bytes"),
    Measure("message-growth", message_growth, at_most(1.10)),
)
