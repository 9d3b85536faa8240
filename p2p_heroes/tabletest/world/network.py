"""Ways between machines: how long a packet takes, and what becomes of it.

In: a packet between two seats at a time, in ms. Out: when it arrives, how often, and which of its bits
is another by then. Every chance is drawn from one source, so the same seed gives the same network.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from p2p_heroes.tabletest.world.network_faults import Mishap, NetworkFaults

FASTEST = 1
LONG_DELAY = 3_000
LATEST_REPLAY = 6_000
OVERTAKEN = 400
ANY_MESSAGE = ""
"""What is said in every packet that has a signed message in it."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A packet reaches its reader, perhaps with one bit changed."""

    time: int
    bit: int | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """What befalls the next message between two seats besides the network's faults; one of a kind, or any."""

    sender: int
    reader: int
    kind: Mishap
    message: str = ANY_MESSAGE


class Network:
    """All ways of one world."""

    def __init__(self, random: Random, faults: NetworkFaults) -> None:
        self.faults = faults
        self.happened: Counter[Mishap] = Counter()
        self.cut: set[frozenset[int]] = set()
        self.blocked: set[frozenset[int]] = set()
        self.deaf: set[tuple[int, int]] = set()
        """Who does not hear whom: from the second to the first nothing comes."""
        self.orders: list[Order] = []
        self._random = random
        self._held: dict[frozenset[int], int] = {}
        self._last: dict[tuple[int, int], int] = {}

    def is_open(self, one: int, other: int) -> bool:
        """Whether packets can get from one to the other at all."""
        pair = frozenset((one, other))
        return pair not in self.cut and pair not in self.blocked

    def may_meet(self, one: int, other: int) -> bool:
        """Whether a connection can be made: both must hear each other."""
        return self.carries(one, other) and self.carries(other, one)

    def carries(self, sender: int, reader: int) -> bool:
        """Whether what one says gets to the other."""
        return self.is_open(sender, reader) and (reader, sender) not in self.deaf

    def hold(self, one: int, other: int, until: int) -> None:
        """Nothing arrives between these two before that time."""
        self._held[frozenset((one, other))] = until
        self.happened[Mishap.PAUSE] += 1

    def send(
        self, sender: int, reader: int, size: int, now: int, said: Collection[str] = ()
    ) -> list[Arrival]:
        """What becomes of a packet of so many bytes; `said`: which signed messages are in it."""
        ordered = self._ordered(sender, reader, said)
        if not self.carries(sender, reader) or self._meets(Mishap.DROP, ordered):
            return []
        time = self._time(sender, reader, now, ordered)
        bit = self._random.randrange(8 * size) if self._meets(Mishap.CHANGE, ordered) else None
        arrivals = [Arrival(time, bit)]
        if self._meets(Mishap.DUPLICATE, ordered):
            arrivals.append(Arrival(self._time(sender, reader, now, None)))
        if self._meets(Mishap.REPLAY, ordered):
            arrivals.append(Arrival(now + self._random.randint(500, LATEST_REPLAY)))
        return arrivals

    def _ordered(self, sender: int, reader: int, said: Collection[str]) -> Mishap | None:
        for order in self.orders:
            if (order.sender, order.reader) == (sender, reader) and order.message in said:
                self.orders.remove(order)
                return order.kind
        return None

    def _meets(self, kind: Mishap, ordered: Mishap | None) -> bool:
        rate = getattr(self.faults, kind.name.lower())
        met = ordered is kind or (rate > 0 and self._random.randrange(1000) < rate)
        self.happened[kind] += met
        return bool(met)

    def _time(self, sender: int, reader: int, now: int, ordered: Mishap | None) -> int:
        way = (sender, reader)
        time = max(now, self._held.get(frozenset(way), 0))
        time += self._random.randint(FASTEST, self.faults.slowness)
        if self._meets(Mishap.DELAY, ordered):
            time += self._random.randint(500, LONG_DELAY)
        if ordered is Mishap.REORDER:
            # It stands aside until others have passed.
            self.happened[Mishap.REORDER] += 1
            return time + OVERTAKEN
        before = self._last.get(way, 0)
        if time < before:
            overtakes = self._random.randrange(1000) < self.faults.reorder
            time = time if overtakes else before
            self.happened[Mishap.REORDER] += overtakes
        self._last[way] = max(time, before)
        return time
