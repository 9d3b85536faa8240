"""Whole tables under every fault, one seed each: run, checked against every promise, and counted.

A run follows from its seed alone, in whatever process and order it is done. Most tables play the small
game, whose steps are of every kind; every tenth plays another one, each in its turn.
"""

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from traceback import format_exception_only

from p2p_heroes.games import GAMES, SMALL_GAME
from p2p_heroes.tabletest.world.checks import Breach, breaches
from p2p_heroes.tabletest.world.colluders import Cabal, draw_cabal
from p2p_heroes.tabletest.world.links import draw_links
from p2p_heroes.tabletest.world.network_faults import RANGES, Mishap
from p2p_heroes.tabletest.world.plan import ALL_MISHAPS, TablePlan, draw_plan
from p2p_heroes.tabletest.world.world import World
from protocol.events import Claimed, Finished
from protocol.frozen import replace

LARGE_ONE_IN = 10
LARGE_GAMES = tuple(name for name in GAMES if name != SMALL_GAME)
CABAL_ONE_IN = 5
LINKS_ONE_IN = 10
LINKS = frozenset({Mishap.UNLINKED, Mishap.DEAF})
CHUNK = 20
"""Tables that a process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Run:
    """One table, and what became of it."""

    seed: int
    game: str
    seats: int
    attack: str
    """How somebody cheated, if the occasion came."""
    happened: tuple[tuple[Mishap, int], ...]
    ending: str
    breaches: tuple[Breach, ...]
    fingerprint: str


def plan_of(seed: int, game: str = "", allowed: frozenset[Mishap] = ALL_MISHAPS) -> TablePlan:
    """The plan of a seed."""
    turn, is_small = divmod(seed, LARGE_ONE_IN)
    played = game or (SMALL_GAME if is_small else LARGE_GAMES[turn % len(LARGE_GAMES)])
    if Mishap.CABAL in allowed and (allowed == {Mishap.CABAL} or seed % CABAL_ONE_IN == CABAL_ONE_IN - 1):
        return draw_cabal(str(seed), played)
    if Mishap.UNLINKED in allowed and (allowed <= LINKS or seed % LINKS_ONE_IN == LINKS_ONE_IN - 2):
        return draw_links(str(seed), played)
    return draw_plan(str(seed), played, allowed)


def world_of(plan: TablePlan) -> World:
    """The world in which a plan happens."""
    return Cabal(plan) if plan.cabal else World(plan)


def simulate(seed: int, game: str = "", allowed: frozenset[Mishap] = ALL_MISHAPS) -> Run:
    """Play the table of a seed to its end."""
    plan = plan_of(seed, game, allowed)
    world = world_of(plan)
    found = find_breaches(world)
    liar = world.liar
    struck = plan.attack if liar is not None and liar.has_struck else ""
    own = Counter({Mishap.CHEAT: int(bool(struck)), Mishap.CABAL: len(plan.cabal)})
    own[Mishap.UNLINKED] = len(plan.blocked)
    happened = world.happened + world.network.happened + own
    counts = tuple((kind, happened[kind]) for kind in Mishap if happened[kind])
    return Run(
        seed, plan.game, plan.seats, struck, counts, ending(world), tuple(found), world.fingerprint
    )  # fmt: skip


def find_breaches(world: World) -> list[Breach]:
    """Run a world and check every promise; a program that falls over breaks one too."""
    try:
        world.run()
        return breaches(world)
    except Exception as error:  # whatever it is, it must be reported with its seed and not end the others
        return [Breach("no exception", "".join(format_exception_only(error)).strip())]


def ending(world: World) -> str:
    """How the table ended for those who were honest."""
    outcomes = [machine.outcome for machine in world.honest]
    if any(isinstance(outcome, Finished) for outcome in outcomes):
        whole = all(isinstance(outcome, Finished) for outcome in outcomes)
        return "finished by all" if whole else "finished by some"
    if not world.is_over:
        return "waiting for somebody gone"
    return "claimed" if any(isinstance(outcome, Claimed) for outcome in outcomes) else "never begun"


def simulate_all(
    seeds: Sequence[int], jobs: int, game: str = "", allowed: frozenset[Mishap] = ALL_MISHAPS
) -> Iterator[Run]:
    """Every seed, in order, with so many processes."""
    run = partial(simulate, game=game, allowed=allowed)
    if jobs == 1:
        yield from map(run, seeds)
        return
    # Started afresh and not forked: a copy of a process that has threads may hang.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(run, seeds, chunksize=min(CHUNK, 1 + len(seeds) // (4 * jobs)))


@dataclass
class Tally:
    """What many runs have come to."""

    runs: int = 0

    def __post_init__(self) -> None:
        self.games: Counter[str] = Counter()
        self.tables: Counter[Mishap] = Counter()
        """At how many tables each kind of fault happened."""
        self.faults: Counter[Mishap] = Counter()
        """How often it happened in all."""
        self.attacks: Counter[str] = Counter()
        self.endings: Counter[str] = Counter()
        self.failed: list[Run] = []

    def add(self, run: Run) -> None:
        self.runs += 1
        self.games[run.game] += 1
        self.endings[run.ending] += 1
        for kind, count in run.happened:
            self.tables[kind] += 1
            self.faults[kind] += count
        if run.attack:
            self.attacks[run.attack] += 1
        if run.breaches:
            self.failed.append(run)


def shrink(plan: TablePlan, fails: Callable[[TablePlan], bool]) -> TablePlan:
    """A plan with as little as possible that still fails."""
    while True:
        smaller = next(filter(fails, _smaller(plan)), None)
        if smaller is None:
            return plan
        plan = smaller


def _smaller(plan: TablePlan) -> Iterator[TablePlan]:
    if plan.attack:
        yield replace(plan, attack="", liar=None, friends=(), after=0)
    for place in range(len(plan.happenings)):
        yield replace(plan, happenings=plan.happenings[:place] + plan.happenings[place + 1 :])
    for kind in RANGES:
        if getattr(plan.network_faults, kind.name.lower()):
            yield replace(plan, network_faults=replace(plan.network_faults, **{kind.name.lower(): 0}))


def breaks(plan: TablePlan, check: str) -> bool:
    """Whether this promise is broken at the table of a plan."""
    return any(breach.check == check for breach in find_breaches(world_of(plan)))
