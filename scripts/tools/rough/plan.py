"""What will go wrong in a rough game, decided before it begins: everything here follows from the seed.

How the run goes is up to the machine: processes, sockets and disks are real. A moment is a share of
the length that a record will probably have, so that it depends on the game and not on its speed.
"""

from dataclasses import dataclass
from enum import Enum
from random import Random

from p2p_heroes.games import DEFAULT_GAME, GAMES, SMALL_GAME
from p2p_heroes.node.node_logic import SILENCE_SECONDS
from p2p_heroes.node.table import hides_cards
from p2p_heroes.tabletest.attacks import HARMLESS, PROVABLE

LARGE_EVERY = 10

BYTES_A_ROUND = {2: 4_400, 3: 6_600, 4: 9_000}
"""How much a round of the small game adds to a record, by the number of seats; measured."""

BYTES_A_ROUND_OF_CARDS = {2: 17_000, 3: 30_000, 4: 47_000}
"""The same where cards are masked."""

BYTES_OF_LARGE = {2: 105_000, 3: 190_000}
"""What wanderers write in a whole game of what is played by default, more or less."""

PATIENCE = 600
"""Seconds: longer than all that befalls one seat in a row, so nobody is voted out in these games."""

LATE_PATIENCE = 120
"""Who goes down at the very end comes back when all others have left, and stays for the table's patience."""


class MishapKind(Enum):
    """What befalls a process."""

    KILL = "killed"
    STOP = "stopped"
    LONG_STOP = "stopped for longer than the silence limit"
    FULL = "disk full"


@dataclass(frozen=True, slots=True)
class RoughMishap:
    """At this share of the game something befalls a seat; a stop lasts for so many seconds."""

    moment: float
    kind: MishapKind
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ConnectionFaults:
    """How connections fare: shares of those that are refused, and weights of what becomes of the others."""

    refused: float
    delayed: float
    """The share of pieces that are held up for a moment."""
    cut: int
    damaged: int
    stalled: int
    fine: int


CALM = ConnectionFaults(refused=0, delayed=0, cut=0, damaged=0, stalled=0, fine=1)


@dataclass(frozen=True, slots=True)
class RoughPlan:
    """One game: what is played, what befalls each process, and connections until when."""

    seed: int
    game: str
    seats: int
    rounds: int
    faults: ConnectionFaults
    mishaps: tuple[tuple[RoughMishap, ...], ...]
    calm: float
    """The share of the game after which nothing goes wrong any more; beyond 1: never."""
    lobby: bool
    """Whether connections fare badly from the first connection on, and not from the founding on."""
    patience: int
    attack: str = ""
    """What the last process cheats with, if it does."""

    @property
    def length(self) -> int:
        """Bytes that a record will have, more or less."""
        if self.game == DEFAULT_GAME:
            return BYTES_OF_LARGE[self.seats]
        round_by_round = BYTES_A_ROUND_OF_CARDS if hides_cards(self.game) else BYTES_A_ROUND
        return self.rounds * round_by_round[self.seats]

    def has_full_disk(self, process: int) -> bool:
        return any(mishap.kind is MishapKind.FULL for mishap in self.mishaps[process])


def draw_plan(seed: int, name: str = "") -> RoughPlan:
    """The plan of a seed, for the game of this name. Without one every tenth game is the large one."""
    random = Random(f"rough {seed}")
    game = name or (DEFAULT_GAME if seed % LARGE_EVERY == LARGE_EVERY - 1 else SMALL_GAME)
    seats = random.choice((2, 2, 3) if game == DEFAULT_GAME else (2, 3, 3, 4))
    until = 1.2 if random.random() < 0.1 else 0.75
    attack = _draw_attack(random) if seats > 2 and random.random() < 0.3 else ""
    # A liar's process does not know the secret of its cards, which another part of the program keeps.
    attack = "" if hides_cards(game) else attack
    mishaps = [_draw_mishaps(random, until) for _ in range(seats)]
    if attack:
        # What a liar has said is not on its disk, so its machine does not fail.
        mishaps[-1] = ()
    rounds = random.randint(4, 8)
    if length := GAMES[game].length:
        rounds = min(rounds, GAMES[game].options[length].allowed[-1])
    return RoughPlan(
        seed=seed,
        game=game,
        seats=seats,
        rounds=rounds,
        faults=_draw_faults(random),
        mishaps=tuple(mishaps),
        calm=until + 0.05,
        lobby=random.random() < 0.2,
        patience=LATE_PATIENCE if until > 1 else PATIENCE,
        attack=attack,
    )


def _draw_attack(random: Random) -> str:
    """One that is proven or harmless; who is only silent is voted out, for which the patience is too long."""
    return random.choice([attack.name for attack in (*PROVABLE, *HARMLESS) if attack.least <= 3])


def _draw_mishaps(random: Random, until: float) -> tuple[RoughMishap, ...]:
    moments = sorted(random.uniform(0.02, until) for _ in range(random.choice((0, 1, 1, 2, 3))))
    return tuple(_draw_mishap(random, moment) for moment in moments)


def _draw_mishap(random: Random, moment: float) -> RoughMishap:
    kill, stop = 3 * (MishapKind.KILL,), 2 * (MishapKind.STOP,)
    kind = random.choice((*kill, *stop, MishapKind.FULL, MishapKind.LONG_STOP))
    seconds = {
        MishapKind.STOP: random.uniform(0.2, 4),
        MishapKind.LONG_STOP: SILENCE_SECONDS + random.uniform(1, 3),
    }
    return RoughMishap(moment, kind, seconds.get(kind, 0.0))


def _draw_faults(random: Random) -> ConnectionFaults:
    if random.random() < 0.15:
        return CALM
    return ConnectionFaults(
        refused=random.choice((0.0, 0.2, 0.4)),
        delayed=random.choice((0.0, 0.02, 0.1)),
        cut=random.choice((0, 1, 3)),
        damaged=random.choice((0, 1, 3)),
        stalled=random.choice((0, 1, 2)),
        fine=1,
    )
