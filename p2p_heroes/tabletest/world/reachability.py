"""Who could hear of whom at a simulated table, whatever the programs there make of it.

In: every second of a seat, with the ways that are open then; when ways change; every vote; every second of a
program that is back and quiet; who gives the table up. Out: who voted against a seat that it could hear, or
kept quiet for nothing; and of whom no end of the game is expected.
"""

from collections import defaultdict
from collections.abc import Collection

from p2p_heroes.node.liveness import ECHO_SECONDS
from protocol.messages import Forfeit

Way = tuple[int, int]
"""What the first seat says the second hears."""

LAG = 3_000
"""So much later, in ms, a program may know: two beats, and the way."""
ECHO = 1_000 * ECHO_SECONDS - LAG
"""What is passed on shows that its author is there if it has heard something not older than this."""
STEADY = 4_000
"""For so long nothing must have changed before a quiet program is expected to have heard enough."""


class Hearing:
    """What every seat of one table can know of every other, directly or through others."""

    def __init__(self, seats: int, patience: int) -> None:
        self.mistakes: list[str] = []
        self.parted: set[int] = set()
        """Who has signed that somebody was away, who was away, and who missed somebody before it began."""
        self._patience = 1000 * patience
        self._last = [[0] * seats for _ in range(seats)]
        self._came = [[-1] * seats for _ in range(seats)]
        """When something of a seat came to another the last time, whether it showed anything or not; -1: not
        since that one's program started."""
        self._met: dict[Way, int] = {}
        """When one heard another on a connection of its own for the first time since its program started."""
        self._begun: dict[Way, tuple[int, int]] = {}
        """Since when one can hear another through others without a break, and when it could last."""
        self._named: dict[tuple[int, int], set[int]] = defaultdict(set)
        self._signed: dict[tuple[int, int], set[int]] = defaultdict(set)
        self._restless = 0

    def speaks(self, seat: int, ways: Collection[Way], now: int) -> None:
        """A seat gives a sign of life, while these ways are open: so far it can be known at once."""
        for one in _reached(seat, ways):
            self._came[one][seat] = now
            if (seat, one) in ways:
                self._met.setdefault((seat, one), now)
            if one == seat or (seat, one) in ways or self._is_answered(seat, one, now):
                self._last[one][seat] = now

    def starts(self, one: int) -> None:
        """A program begins, perhaps anew: what has heard it before shows it nothing; it has heard nobody yet.

        What it says before something of a seat has come to it names no word of that seat. There it may be an
        old one that somebody repeats: nothing is answered by it.
        """
        self._begun = {way: times for way, times in self._begun.items() if way[1] != one}
        self._met = {way: time for way, time in self._met.items() if way[1] != one}
        self._came[one] = [-1] * len(self._last)

    def _is_answered(self, seat: int, one: int, now: int) -> bool:
        """What others pass on counts for a program once its author has heard it in turn, and lately."""
        since, latest = self._begun.get((seat, one), (now, now))
        since = since if now - latest <= LAG else now
        self._begun[seat, one] = since, now
        heard = self._came[seat][one]
        return now - since >= LAG and heard >= since and now - heard <= ECHO

    def changes(self, until: int) -> None:
        """Ways or machines come and go; by that time all who are there know it."""
        self._restless = max(self._restless, until)

    def votes(self, author: int, step: int, vote: Forfeit, now: int) -> None:
        """A seat proposes, or signs, that others are away. What it has said before it may say again."""
        said = (self._signed if vote.signed else self._named)[author, step]
        fresh = {seat for seat, _ in vote.absences} - said
        said |= fresh
        self.parted |= {author, *fresh} if vote.signed else set()
        for seat in sorted(fresh):
            silent = now - self._last[author][seat]
            if silent < self._patience - LAG:
                does = "signs" if vote.signed else "proposes"
                self.mistakes.append(
                    f"seat {author} {does} at {now} ms, in step {step}, to go on without seat {seat}, "
                    f"which it could hear {silent} ms ago"
                )

    def gives_up(self, seat: int, ways: Collection[Way], now: int) -> None:
        """A program leaves a table that has not begun, while these ways are open.

        No end of the game is expected of it if for the patience nobody new has come to it, and one of the
        others could not hear it or be heard by it, and still cannot: then not all can have sat down.
        """
        late = now - self._patience + LAG
        there = {one for one in _reached(seat, ways) if seat in _reached(one, ways)}
        missed = set(range(len(self._last))) - there
        if all(time <= late for (_, one), time in self._met.items() if one == seat) and any(
            min(self._came[seat][one], self._came[one][seat]) <= late for one in missed
        ):
            self.parted.add(seat)

    def keeps_quiet(self, seat: int, active: Collection[int], since: int, now: int) -> None:
        """A program that started at that time does not speak yet."""
        there = {one for one in active if one != seat and now - self._last[seat][one] <= LAG}
        others = len(set(active) - {seat})
        if now >= max(since, self._restless) + STEADY and 2 * len(there) > others:
            self.mistakes.append(f"seat {seat} keeps quiet at {now} ms, though it hears {sorted(there)}")


def _reached(seat: int, ways: Collection[Way]) -> set[int]:
    """To whom it comes what a seat says, itself among them."""
    found, ahead = set[int](), {seat}
    while ahead:
        found |= ahead
        ahead = {reader for sender, reader in ways if sender in ahead} - found
    return found
