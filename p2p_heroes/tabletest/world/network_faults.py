"""What goes wrong without anybody's lie: on the network, on disks, with machines and clocks.

Each kind has a name, which commands and scripts use, and a sentence. Rates are in thousandths of all
packets, within the ranges in which TigerBeetle's simulator draws them.
"""

from dataclasses import dataclass
from enum import Enum
from random import Random


class Mishap(Enum):
    """Every kind that is counted when it happens."""

    DROP = "drop"
    DUPLICATE = "duplicate"
    REPLAY = "replay"
    CHANGE = "change a bit"
    REORDER = "reorder"
    DELAY = "delay"
    PARTITION = "partition"
    PAUSE = "pause"
    CRASH = "crash"
    TORN = "torn write"
    RESTART = "restart"
    JUMP = "clock jump"
    VOTE = "hasty vote"
    CHEAT = "cheat"
    CABAL = "cabal"
    UNLINKED = "missing link"
    DEAF = "deaf"


SENTENCES = {
    Mishap.DROP: "a packet is lost",
    Mishap.DUPLICATE: "a packet arrives twice",
    Mishap.REPLAY: "a packet comes once more, seconds later",
    Mishap.CHANGE: "one bit of a packet is another",
    Mishap.REORDER: "a packet overtakes one that was sent before it",
    Mishap.DELAY: "a packet is under way for seconds",
    Mishap.PARTITION: "the network breaks in two",
    Mishap.PAUSE: "what two seats send each other is held up",
    Mishap.CRASH: "a machine stops, in the middle of a write if it writes",
    Mishap.TORN: "the end of what was written last is not on disk",
    Mishap.RESTART: "a machine comes back from its disk",
    Mishap.JUMP: "a clock is suddenly another",
    Mishap.VOTE: "somebody votes against a seat for which it waits, though that may be there",
    Mishap.CHEAT: "a seat breaks the protocol",
    Mishap.CABAL: "seats act together, each by several programs with one key",
    Mishap.UNLINKED: "two seats have no link, or lose it for a while",
    Mishap.DEAF: "of two seats one hears the other no more, and is still heard",
}

RANGES = {
    Mishap.DROP: 300,
    Mishap.DUPLICATE: 300,
    Mishap.REPLAY: 500,
    Mishap.CHANGE: 50,
    Mishap.REORDER: 1000,
    Mishap.DELAY: 100,
}
"""The highest rate of each kind of fault of packets, in thousandths."""


@dataclass(frozen=True, slots=True)
class NetworkFaults:
    """How many of a thousand packets meet with what; `slowness`: how long one takes at most, in ms."""

    drop: int = 0
    duplicate: int = 0
    replay: int = 0
    change: int = 0
    reorder: int = 0
    delay: int = 0
    slowness: int = 40


CALM = NetworkFaults()


def draw_network_faults(random: Random, allowed: frozenset[Mishap]) -> NetworkFaults:
    """Each kind is there in about half of all draws, at a rate up to its highest."""
    rates = {}
    for kind, highest in RANGES.items():
        is_there, rate = random.random() < 0.55, random.randint(highest // 20, highest)
        rates[kind.name.lower()] = rate if is_there and kind in allowed else 0
    return NetworkFaults(**rates, slowness=random.choice((5, 40, 150)))
