"""A script on the simulated world: its acts in their order, and what did not come as it was expected.

In: a script. Out: one failure for each expectation that does not hold and each act that cannot be done,
with the place where it is written. Before `play` nobody decides by himself, but shares of chance are given.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from p2p_heroes.games.errors import MalformedDecision
from p2p_heroes.lab.scripts.language import (
    Act,
    Befall,
    Decide,
    Expect,
    Meddle,
    Play,
    Script,
    Statement,
    Wait,
)
from p2p_heroes.lab.world.checks import breaches
from p2p_heroes.lab.world.machine import Machine
from p2p_heroes.lab.world.plan import NAMES, Happening
from p2p_heroes.lab.world.world import World
from protocol.canonical import Value
from protocol.errors import BadDecision
from protocol.events import Claimed, Finished

ASKING = 60_000
"""A seat that is not asked within this time, in ms, is not asked at all."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What did not come as it was expected, and where that is written."""

    line: int
    column: int
    text: str


def perform(script: Script) -> tuple[World, list[Failure]]:
    """Do what a script says, to its last line."""
    world = World(script.plan)
    for machine in world.machines:
        machine.is_playing = False
    world.set_up()
    failures = []
    for statement in script.statements:
        text = _do(world, statement.act)
        if text:
            failures.append(_failure(statement, text))
    return world, failures


def _failure(statement: Statement, text: str) -> Failure:
    return Failure(statement.line, statement.column, text)


def _do(world: World, act: Act) -> str:
    """Do one act; what went wrong, or nothing."""
    match act:
        case Decide(seat, notation):
            return _decide(world, world.machines[seat], notation)
        case Play():
            _play(world)
        case Wait(time):
            world.run_until(world.now + time)
        case Befall(kind, seats, lasting):
            world.befall(Happening(world.now, kind, seats, lasting))
        case Meddle(kind, seat, reader):
            readers = [one.seat for one in world.machines if one.seat != seat] if reader is None else [reader]
            world.network.orders += [(seat, one, kind) for one in readers]
        case Expect():
            return _check(world, act)
        case _:
            assert_never(act)
    return ""


def _decide(world: World, machine: Machine, notation: str) -> str:
    world.run_until(world.now + ASKING, machine.is_asked)
    if not machine.is_asked():
        return f"{NAMES[machine.seat]} is not asked"
    try:
        world.decide(machine, world.rules.value(world.rules.game.parse(notation)))
    except (MalformedDecision, BadDecision) as error:
        return f"{NAMES[machine.seat]} cannot decide this: {error}"
    return ""


def _play(world: World) -> None:
    for machine in world.machines:
        machine.is_playing = True


# Expectations.


def _check(world: World, expect: Expect) -> str:
    machine = None if expect.seat is None else world.machines[expect.seat]
    if machine is None:
        return OF_ALL[expect.what](world, expect.value)
    if expect.what in ("blamed", "out", "in"):
        return OF_OTHERS[expect.what](world, machine.seat, expect.value)
    found = state_of(machine)
    if expect.what == "waits for":
        waited = [NAMES[seat] for seat in machine.waited_for()]
        return "" if NAMES[int(expect.value)] in waited else f"waits for {', '.join(waited) or 'nobody'}"
    return "" if found == expect.what else f"{NAMES[machine.seat]} is {found}"


def state_of(machine: Machine) -> str:
    """How it is with a seat: finished, claimed, gone or waiting."""
    match machine.session.play.outcome:
        case Finished():
            return "finished"
        case Claimed():
            return "claimed"
    return "waiting" if machine.is_up else "gone"


def _all_finished(world: World, value: str) -> str:
    late = [NAMES[one.seat] for one in world.honest if state_of(one) != "finished"]
    return f"not finished: {', '.join(late)}" if late else ""


def _agreement(world: World, value: str) -> str:
    return "; ".join(f"{breach.check}: {breach.text}" for breach in breaches(world))


def _nobody_blamed(world: World, value: str) -> str:
    blamed = {NAMES[seat]: proof.fault for one in world.honest for seat, proof in one.session.proofs.items()}
    return ", ".join(f"{name} is blamed for {fault}" for name, fault in sorted(blamed.items()))


def _nobody_out(world: World, value: str) -> str:
    out = sorted({seat for one in world.honest for seat in range(world.plan.seats) if not _is_in(one, seat)})
    return f"out: {', '.join(NAMES[seat] for seat in out)}" if out else ""


def _step(world: World, value: str) -> str:
    steps = sorted({one.session.play.step for one in world.honest})
    return "" if [str(step) for step in steps] == [value] else f"the table is at step {steps}"


def _places(world: World, value: str) -> str:
    places = " ".join(map(str, world.rules.places(_watched(world).session.play.state)))
    return "" if places == value else f"the places are {places or 'not known yet'}"


def _event(world: World, value: str) -> str:
    told = [type(event).__name__ for event in _watched(world).told]
    return "" if value in told else f"no {value} among {', '.join(dict.fromkeys(told)) or 'no events'}"


def _state(world: World, value: str) -> str:
    path, _, wanted = (part.strip() for part in value.partition("="))
    found: Value = world.rules.encode(_watched(world).session.play.state)
    for key in filter(None, path.split(".")):
        match found:
            case dict() if key in found:
                found = found[key]
            case tuple() if key in map(str, range(len(found))):
                found = found[int(key)]
            case _:
                return f"there is no {path} in the state"
    return "" if shown(found) == wanted else f"{path} is {shown(found)}"


def shown(value: Value) -> str:
    """A plain value as a script writes it."""
    match value:
        case tuple():
            return f"[{', '.join(map(shown, value))}]"
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
    return str(value)


def _watched(world: World) -> Machine:
    """The honest seat that has come farthest."""
    return max(world.honest, key=lambda one: (one.session.play.step, -one.seat))


def _blamed(world: World, seat: int, fault: str) -> str:
    for one in [one for one in world.honest if not one.has_died]:
        proof = one.session.proofs.get(seat)
        if proof is None or proof.fault != fault:
            found = "nothing" if proof is None else proof.fault
            return f"{NAMES[one.seat]} blames {NAMES[seat]} for {found}"
    return ""


def _out(world: World, seat: int, value: str) -> str:
    inside = [NAMES[one.seat] for one in world.honest if one.seat != seat and _is_in(one, seat)]
    return f"{NAMES[seat]} is at the table for {', '.join(inside)}" if inside else ""


def _in(world: World, seat: int, value: str) -> str:
    outside = [NAMES[one.seat] for one in world.honest if not _is_in(one, seat)]
    return f"{NAMES[seat]} is not at the table for {', '.join(outside)}" if outside else ""


def _is_in(machine: Machine, seat: int) -> bool:
    play = machine.session.play
    return seat in (play.active if play.exchange is None else play.exchange.present)


OF_ALL: dict[str, Callable[[World, str], str]] = {
    "finished": _all_finished,
    "agreement": _agreement,
    "nobody blamed": _nobody_blamed,
    "nobody out": _nobody_out,
    "step": _step,
    "places": _places,
    "event": _event,
    "state": _state,
}
"""What can be expected of the whole table."""

OF_OTHERS: dict[str, Callable[[World, int, str], str]] = {"blamed": _blamed, "out": _out, "in": _in}
"""What can be expected of a seat in the eyes of the honest."""
