"""How machines hear each other: for each pair and direction what is lost, late, doubled or cut; firewalls.

Pure: the time is an argument, and what happens to the n-th frame of a direction follows from the seed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import inf
from random import Random

from scripts.tools.networks.ethernet import EthernetFrame


@dataclass(frozen=True, slots=True)
class Quality:
    """One direction between two machines. loss, twice: shares of the frames. delay, spread: seconds.

    Every frame is late by the delay and up to the spread more, each by itself, so a spread reorders. rate:
    bytes a second, or as many as come; frames wait in a row for their turn, and what would wait for longer
    than LONGEST_ROW is lost, as in any modem.
    """

    loss: float = 0.0
    twice: float = 0.0
    delay: float = 0.0
    spread: float = 0.0
    rate: float = inf
    open: bool = True


CLEAR = Quality()

LONGEST_ROW = 2.0
"""Seconds."""


class Links:
    """All ways of one network. Who is not named otherwise hears everybody at once."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._usual = CLEAR
        self._ways: dict[tuple[str, str], Quality] = {}
        self._luck: dict[tuple[str, str], Random] = {}
        self._busy: dict[tuple[str, str], float] = {}
        """Until when each direction carries what was sent before."""
        self._walls: set[str] = set()
        self._is_deaf_to_mdns = False
        self.carried: Counter[tuple[str, str]] = Counter()
        """Bytes that TCP carried from one machine to another, since somebody last cleared it."""

    def set_all(self, way: Quality) -> None:
        """All ways are like this from now on, those that were cut too."""
        self._usual = way
        self._ways.clear()

    def set_way(self, speaker: str, listener: str, way: Quality) -> None:
        """One direction is like this from now on."""
        self._ways[speaker, listener] = way

    def cut(self, *names: str) -> None:
        """None of these machines hears another of them any more."""
        for pair in permutations(names, 2):
            self._ways[pair] = Quality(open=False)

    def join(self, one: str, other: str) -> None:
        """These two hear each other again."""
        for pair in ((one, other), (other, one)):
            self._ways.pop(pair, None)

    def cut_off(self, name: str, others: Iterable[str]) -> None:
        """Nobody hears this machine any more, and it hears nobody."""
        for other in others:
            if other != name:
                self.cut(name, other)

    def deafen(self, listener: str, speaker: str) -> None:
        """One direction only."""
        self.set_way(speaker, listener, Quality(open=False))

    def mend(self) -> None:
        """Everybody hears everybody, as usual; firewalls stay."""
        self._ways.clear()

    def wall(self, name: str) -> None:
        """Let no connection in to this machine; those that it opens itself carry both ways."""
        self._walls.add(name)

    def drop_announcements(self) -> None:
        """Multicast DNS does not pass any more, as with some access points."""
        self._is_deaf_to_mdns = True

    def arrivals(
        self, speaker: str, listener: str, frame: EthernetFrame, now: float = 0.0
    ) -> Iterator[float]:
        """After how many seconds the frame arrives: once, twice or never."""
        way = self._ways.get((speaker, listener), self._usual)
        if not way.open or (frame.opens and listener in self._walls):
            return
        if self._is_deaf_to_mdns and frame.is_mdns:
            return
        luck = self._luck_of(speaker, listener)
        if way.loss and luck.random() < way.loss:
            return
        row = max(0.0, self._busy.get((speaker, listener), now) - now)
        if row > LONGEST_ROW:
            return
        row += frame.size / way.rate
        self._busy[speaker, listener] = now + row
        self.carried[speaker, listener] += frame.load
        yield row + self._lateness(way, luck)
        if way.twice and luck.random() < way.twice:
            yield row + self._lateness(way, luck)

    def _luck_of(self, speaker: str, listener: str) -> Random:
        pair = speaker, listener
        if pair not in self._luck:
            self._luck[pair] = Random(f"{self._seed} {speaker} {listener}")
        return self._luck[pair]

    @staticmethod
    def _lateness(way: Quality, luck: Random) -> float:
        return way.delay + (luck.random() * way.spread if way.spread else 0.0)
