"""A plan as a script: `language.parse` gives the same plan back."""

from collections.abc import Iterator

from p2p_heroes.tabletest.entropy import NAMES
from p2p_heroes.tabletest.values import shown
from p2p_heroes.tabletest.world.network_faults import RANGES, Mishap
from p2p_heroes.tabletest.world.plan import Happening, TablePlan


def written(plan: TablePlan) -> Iterator[str]:
    """The lines of a script that does what the plan says, and expects every promise to hold."""
    options = "".join(f", {name} {value}" for name, value in sorted(plan.options.items()))
    half = ", half" if plan.half else ""
    programs = ", programs" if plan.programs else ""
    more = f"{half}{programs}, seed {plan.seed}"
    yield f"table {plan.game} {plan.seats} seats{options}, patience {plan.patience}{more}"
    for seat, choice in enumerate(plan.choices):
        if choice:
            yield f"{NAMES[seat]} leads {choice}"
    for path, value in plan.given:
        yield f"given {path} = {shown(value)}"
    rates = [(kind, getattr(plan.network_faults, kind.name.lower())) for kind in RANGES]
    rates_told = "".join(f"{kind.value} {rate / 10:g}%, " for kind, rate in rates if rate)
    yield f"faults {rates_told}slow {_seconds(plan.network_faults.slowness)}"
    yield f"calm at {_seconds(plan.calm)}"
    if plan.liar is not None:
        after = f" from step {plan.after}" if plan.after else ""
        friends = "".join(f" with {NAMES[friend]}" for friend in plan.friends)
        yield f"{NAMES[plan.liar]} cheats{friends}{after}: {plan.attack}"
    for happening in plan.happenings:
        yield f"at {_seconds(happening.time)}: {_befallen(happening)}"
    yield "play"
    yield "wait 200s"
    yield "expect agreement"


def _befallen(happening: Happening) -> str:
    names = ", ".join(NAMES[seat] for seat in happening.seats)
    lasting = _seconds(happening.lasting)
    match happening.kind:
        case Mishap.CRASH:
            return f"crash {names} for {lasting if happening.lasting else 'good'}"
        case Mishap.PARTITION:
            return f"part {names} for {lasting}"
        case Mishap.PAUSE:
            return f"pause {names} for {lasting}"
        case Mishap.UNLINKED:
            return f"unlink {names} for {lasting}"
        case Mishap.JUMP:
            return f"clock of {names} by {lasting}"
        case Mishap.RESTART:
            return f"restart {names}"
    return f"vote by {names}"


def _seconds(time: int) -> str:
    sign, whole = "-" if time < 0 else "", abs(time)
    return f"{sign}{whole // 1000}.{whole % 1000:03}".rstrip("0").rstrip(".") + "s"
