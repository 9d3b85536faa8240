"""Processes that wait for work, one for each node of a table, so that starting them is in no figure.

In: a task for each process. Out: what each of them reports. Before it begins, every task says on which port
it listens and is told the ports of all: nodes of the product and of the bare mesh meet in the same way, in
the same processes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Protocol

import trio

Meet = Callable[[int], list[int]]
"""Our port -> the ports of all, in the order of the seats. Waits for the others."""


@dataclass(frozen=True, slots=True)
class StepMark:
    """The end of one step: by the clock on the wall, and in processor time of the process."""

    step: int
    wall: float
    processor: float


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """What one process has to tell: the processor time it took, and when each step was over."""

    processor: float
    marks: tuple[StepMark, ...]
    data: bytes = b""


class Task(Protocol):
    """What one process is asked to do; it must be something that can be sent to it."""

    async def attend(self, meet: Meet) -> WorkerReport:
        """Listen, meet the others, do it."""


class Failed(Exception):
    """A process could not do what it was asked to; says why."""


class Workers:
    """So many processes; `dismiss` ends them."""

    def __init__(self, size: int) -> None:
        # Started afresh and not forked: a copy of a process that has threads may hang.
        context = get_context("spawn")
        pairs = [context.Pipe() for _ in range(size)]
        self._desks = [ours for ours, _ in pairs]
        self._processes = [context.Process(target=_serve, args=(theirs,), daemon=True) for _, theirs in pairs]
        for process, (_, theirs) in zip(self._processes, pairs, strict=True):
            process.start()
            theirs.close()

    def run(self, tasks: Sequence[Task]) -> list[WorkerReport]:
        """Do these at the same time, one each. Raises Failed."""
        desks = self._desks[: len(tasks)]
        for desk, task in zip(desks, tasks, strict=True):
            desk.send(task)
        ports = _answers(desks)
        for desk in desks:
            desk.send(ports)
        return [report for report in _answers(desks) if isinstance(report, WorkerReport)]

    def dismiss(self) -> None:
        for process in self._processes:
            process.kill()
            process.join()


def _answers(desks: Sequence[Connection]) -> list[object]:
    """One of each; whoever fails first is heard first, and not only after those who wait for it."""
    answers: dict[int, object] = {}
    while len(answers) < len(desks):
        for desk in wait([desk for at, desk in enumerate(desks) if at not in answers]):
            assert isinstance(desk, Connection)
            answer = desk.recv()
            if isinstance(answer, Failed):
                raise answer
            answers[desks.index(desk)] = answer
    return [answers[at] for at in range(len(desks))]


def _serve(desk: Connection) -> None:
    def meet(port: int) -> list[int]:
        desk.send(port)
        ports: list[int] = desk.recv()
        return ports

    while True:
        try:
            task: Task = desk.recv()
        except EOFError:
            return
        try:
            desk.send(trio.run(task.attend, meet))
        except Exception as error:
            desk.send(Failed(f"{type(error).__name__}: {error}"))
