"""What will happen at a simulated table, decided before anything does: everything follows from the seed.

A plan is data: it can be printed, cut down until only what matters is left, and written as a script.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

from p2p_heroes.games import GAMES
from p2p_heroes.node.table import GameRules, rules_at
from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.entropy import NAMES, key_of, noise
from p2p_heroes.tabletest.world.network_faults import CALM, Mishap, NetworkFaults, draw_network_faults
from p2p_heroes.tabletest.world.start import Given, GivenRules, given_name
from protocol.frozen import replace
from protocol.genesis import Genesis, Seat

Pair = tuple[int, int]

ALL_MISHAPS = frozenset(Mishap)


@dataclass(frozen=True, slots=True)
class Happening:
    """At this time, in ms, something befalls these seats, for so long; 0: for good."""

    time: int
    kind: Mishap
    seats: tuple[int, ...]
    lasting: int = 0


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table: who plays what, which network faults until when, what befalls whom, and who cheats how."""

    seed: str
    game: str
    choices: tuple[str, ...]
    options: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    patience: int = 10
    half: bool = False
    network_faults: NetworkFaults = CALM
    happenings: tuple[Happening, ...] = ()
    calm: int = 0
    """When the network faults end, and everybody comes back who is not gone for good."""
    attack: str = ""
    liar: int | None = None
    friends: tuple[int, ...] = ()
    """Seats that cheat in the same way, together with the liar."""
    after: int = 0
    """The step from which on the liar waits for its occasion."""
    given: Given = ()
    """How the game begins, where it does not begin as usual."""

    cabal: tuple[int, ...] = ()
    """Seats that act together, each by several programs with one key."""

    blocked: tuple[Pair, ...] = ()
    """Pairs of seats that never have a link."""
    programs: bool = False
    """Whether only programs play: nobody goes on without somebody who is there."""
    thinker: Pair | None = None
    """A seat whose player thinks about its first choice for so long, in ms; then nobody else is impatient."""

    @property
    def seats(self) -> int:
        return len(self.choices)

    @property
    def is_speakable(self) -> bool:
        """Whether a script can say all of it."""
        return not self.cabal and not self.is_about_links

    @property
    def is_about_links(self) -> bool:
        """Whether all are honest, nothing is lost, and it matters who hears whom."""
        kinds = {happening.kind for happening in self.happenings}
        return bool(self.blocked or self.thinker) or not kinds.isdisjoint({Mishap.UNLINKED, Mishap.DEAF})

    @property
    def dishonest(self) -> tuple[int, ...]:
        """The seats of which nothing is expected."""
        return self.cabal if self.liar is None else (self.liar, *self.friends)

    def genesis(self) -> Genesis:
        """The table as its seats sign it."""
        names = enumerate(zip(NAMES, self.choices, strict=False))
        return Genesis(
            game=given_name(self.game, self.given),
            rules_version=GAMES[self.game].version,
            options=MappingProxyType(dict(self.options)),
            patience=self.patience,
            half=self.half,
            seats=tuple(
                Seat(key_of(seat).public, name, choice, noise("nonce", self.seed, seat))
                for seat, (name, choice) in names
            ),
        )

    def rules(self) -> GameRules:
        """The rules that it is played by."""
        rules = rules_at(self.genesis().table, GAMES[self.game])
        return GivenRules(rules, self.given) if self.given else rules


def draw_plan(seed: str, game: str, allowed: frozenset[Mishap] = ALL_MISHAPS) -> TablePlan:
    """A table in which nearly anything happens, and the same one each time."""
    random = Random(f"plan {seed}")  # noqa: S311 -- nobody plays for anything here
    rules = GAMES[game]
    seats = random.choice((2, 3, 3, 3, 4))
    offered = rules.choices
    options = {rules.length: random.choice((1, 1, 2))} if rules.length else {}
    plan = TablePlan(
        seed=seed,
        game=game,
        choices=tuple(random.sample(offered, seats)) if offered else ("",) * seats,
        options=MappingProxyType(options),
        patience=random.choice((5, 8, 12)),
        network_faults=draw_network_faults(random, allowed),
        happenings=_draw_happenings(random, seats, allowed),
        calm=random.randint(8_000, 20_000),
    )
    return _with_cheat(plan, random) if Mishap.CHEAT in allowed and random.random() < 0.65 else plan


def _draw_happenings(random: Random, seats: int, allowed: frozenset[Mishap]) -> tuple[Happening, ...]:
    drawn: list[Happening] = []
    everybody = range(seats)
    for kind, chance in CHANCES.items():
        for _ in range(random.choice((1, 1, 2)) if random.random() < chance else 0):
            time = random.randint(*EARLY)
            some = random.sample(everybody, {Mishap.PAUSE: 2}.get(kind, 1))
            if kind is Mishap.PARTITION:
                some = random.sample(everybody, random.randint(1, seats - 1))
            if kind in allowed:
                drawn.append(Happening(time, kind, tuple(sorted(some)), _lasting(random, kind)))
    return tuple(sorted(drawn, key=lambda one: (one.time, one.kind.value, one.seats)))


EARLY = (300, 4_000)
"""Between these times, in ms, something befalls a table: most games have ended soon after."""

CHANCES = {
    Mishap.PARTITION: 0.4,
    Mishap.PAUSE: 0.4,
    Mishap.CRASH: 0.6,
    Mishap.JUMP: 0.4,
    Mishap.VOTE: 0.6,
}


def _lasting(random: Random, kind: Mishap) -> int:
    match kind:
        case Mishap.CRASH:
            return 0 if random.random() < 0.15 else random.randint(100, 8_000)
        case Mishap.JUMP:
            return random.choice((-1, 1, 1)) * random.randint(500, 40_000)
        case Mishap.VOTE:
            return 0
    return random.randint(500, 9_000)


def _with_cheat(plan: TablePlan, random: Random) -> TablePlan:
    # What life signs say moves programs, and here people are at the table.
    fitting = sorted(n for n, attack in ATTACKS.items() if attack.least <= plan.seats and not attack.tells)
    liar = random.randrange(plan.seats)
    attack, after = random.choice(fitting), random.choice((0, 0, 0, 2, 3, 6))
    # Alone nobody can undo what others have revealed.
    others = [seat for seat in range(plan.seats) if seat != liar]
    friends = (random.choice(others),) if ATTACKS[attack].undoes else ()
    # A liar's machine does not fail: what it says would not be its own doing.
    failing = {liar, *friends}
    left = tuple(
        one for one in plan.happenings if one.kind is not Mishap.CRASH or failing.isdisjoint(one.seats)
    )
    return replace(plan, attack=attack, liar=liar, friends=friends, after=after, happenings=left)
