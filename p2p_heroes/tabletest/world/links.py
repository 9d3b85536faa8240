"""Tables at which not everybody is connected with everybody: stars, lines, pairs without a link, outages.

All are honest, and nothing is lost on the links that there are. Pairs lose their link for a while, or one
hears the other no more and is still heard; machines stop and come back, also where they have no link of their
own to some; somebody thinks for longer than the patience. Nobody may lose a seat by it whom others can hear.

At some tables patience is short, and a pair or a whole seat is without its links for longer than that, while
somebody thinks for up to eight times as long. There a seat may be away for some or for all, and be voted out.
"""

from itertools import combinations, pairwise
from random import Random
from types import MappingProxyType

from p2p_heroes.games import GAMES
from p2p_heroes.node.node_logic import SILENCE_SECONDS
from p2p_heroes.tabletest.world.network_faults import Mishap
from p2p_heroes.tabletest.world.plan import EARLY, Happening, Pair, TablePlan
from protocol.frozen import replace

SHAPES = ("pair", "star", "line", "tree", "none")
PATIENCE = (20, 30)
CALM_AFTER = 30_000
OUTAGE = (500, 18_000)
"""For how long a link breaks, in ms: up to more than the silence after which it is given up."""
STOPPED = (500, 9_000)
THOUGHT = (10_000, 90_000)
"""How long somebody thinks about one choice, in ms: up to some times the patience."""

LONG_ONE_IN = 3
SHORT_PATIENCE = (6, 7, 8)
"""Of tables with long outages, so that little time is enough for what takes five times the patience."""
LOST = ((3_000, 6_000), (3_000, 6_000), (7_000, 20_000))
"""For how much longer a link breaks there than it takes until somebody counts as away, in ms.

Who is alone votes then, and comes back with its vote; in the patience once more it claims the table.
"""
BREAKS = (0, 6_000)
BEGUN = 2_500
"""By then all have sat down, in ms; a table whose patience is over before that is none."""
TIMES = (4.0, 8.0)
"""How many times the patience somebody thinks there."""


def draw_links(seed: str, game: str) -> TablePlan:
    """A table of three to six at which links are missing."""
    plan = _draw_short(seed, game)
    random = Random(f"long links {seed}")  # noqa: S311 -- nobody plays for anything here
    return plan if random.randrange(LONG_ONE_IN) else _with_long_outages(plan, random)


def _with_long_outages(plan: TablePlan, random: Random) -> TablePlan:
    """The same table with a link, or all links of a seat, broken for longer than the patience."""
    patience = random.choice(SHORT_PATIENCE)
    drawn = [_draw_long_outage(random, plan.seats, patience) for _ in range(random.choice((1, 1, 2)))]
    happenings = [replace(one, time=one.time + BEGUN) for one in (*plan.happenings, *drawn)]
    thought = int(1_000 * patience * random.uniform(*TIMES))
    # Mostly it thinks where the others hear it: who is alone then is wrong about it.
    heard = [seat for seat in range(plan.seats) if seat not in drawn[0].seats]
    thinker = random.choice(heard) if random.random() < 0.7 else random.randrange(plan.seats)
    return replace(
        plan,
        patience=patience,
        happenings=tuple(sorted(happenings, key=_order)),
        calm=max(plan.calm, *(one.time + one.lasting for one in happenings)),
        thinker=(thinker, thought),
    )


def _draw_long_outage(random: Random, seats: int, patience: int) -> Happening:
    one, other = random.sample(range(seats), 2)
    kind = random.choice((Mishap.UNLINKED, Mishap.DEAF, *[Mishap.PARTITION] * 3))
    who = (one,) if kind is Mishap.PARTITION else (one, other)
    lasting = 1_000 * (SILENCE_SECONDS + patience) + random.randint(*random.choice(LOST))
    return Happening(random.randint(*BREAKS), kind, who, lasting)


def _order(one: Happening) -> tuple[int, str, tuple[int, ...]]:
    return one.time, one.kind.value, one.seats


def _draw_short(seed: str, game: str) -> TablePlan:
    random = Random(f"links {seed}")  # noqa: S311 -- nobody plays for anything here
    rules = GAMES[game]
    seats = min(random.choice((3, 4, 4, 5, 6)), rules.seats[-1])
    shape = random.choice(SHAPES)
    drawn = [_draw_outage(random, seats) for _ in range(random.choice((0, 1, 1, 2, 3)))]
    drawn += [
        Happening(random.randint(*EARLY), Mishap.CRASH, (random.randrange(seats),), random.randint(*STOPPED))
        for _ in range(random.choice((0, 0, 1, 1)))
    ]
    return TablePlan(
        seed=seed,
        game=game,
        choices=tuple(random.sample(rules.choices, seats)) if rules.choices else ("",) * seats,
        options=MappingProxyType({rules.length: random.choice((2, 3, 5))} if rules.length else {}),
        patience=random.choice(PATIENCE),
        happenings=tuple(sorted(drawn, key=_order)),
        calm=CALM_AFTER,
        blocked=_blocked(random, seats, shape),
        thinker=(random.randrange(seats), random.randint(*THOUGHT)) if random.random() < 0.5 else None,
    )


def _draw_outage(random: Random, seats: int) -> Happening:
    one, other = random.sample(range(seats), 2)
    kind = random.choice((Mishap.UNLINKED, Mishap.DEAF))
    return Happening(random.randint(*EARLY), kind, (one, other), random.randint(*OUTAGE))


def _blocked(random: Random, seats: int, shape: str) -> tuple[Pair, ...]:
    """The pairs without a link; along the others everybody is reached."""
    order = random.sample(range(seats), seats)
    match shape:
        case "pair":
            kept = set(combinations(range(seats), 2)) - {_pair(*order[:2])}
        case "star":
            kept = {_pair(order[0], seat) for seat in order[1:]}
        case "line":
            kept = {_pair(one, other) for one, other in pairwise(order)}
        case "tree":
            kept = {_pair(order[place], order[random.randrange(place)]) for place in range(1, seats)}
        case _:
            return ()
    return tuple(sorted(set(combinations(range(seats), 2)) - kept))


def _pair(one: int, other: int) -> Pair:
    return min(one, other), max(one, other)
