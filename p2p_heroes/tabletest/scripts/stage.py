"""A script at a table: its acts in their order, and what did not come as it was expected.

In: a script. Out: one failure for each expectation that does not hold and each act that cannot be done,
with the place where it is written. Before `play` nobody decides by himself, but shares of chance are given.
How time passes between two acts is for the table: simulated here, real in `tabletest.sockets`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import assert_never

from p2p_heroes.games import GAMES
from p2p_heroes.tabletest.entropy import NAMES
from p2p_heroes.tabletest.scripts.language import (
    Act,
    Befall,
    DecideStatement,
    Expect,
    Meddle,
    PlayStatement,
    Script,
    Statement,
    Wait,
)
from p2p_heroes.tabletest.values import NoSuchPath, look, plain, shown
from p2p_heroes.tabletest.world.checks import breaches, disputed
from p2p_heroes.tabletest.world.network import Order
from p2p_heroes.tabletest.world.observer import Observer
from p2p_heroes.tabletest.world.plan import Happening
from p2p_heroes.tabletest.world.played_table import AnyTable
from p2p_heroes.tabletest.world.world import World
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


@dataclass(frozen=True, slots=True)
class Passing:
    """Time that passes before an act, in ms at most, until it is enough."""

    most: int
    is_enough: Callable[[], bool] | None = None


def perform(script: Script) -> tuple[World, list[Failure]]:
    """Do what a script says, to its last line, in a simulation."""
    world = World(script.plan)
    sit_still(world)
    world.set_up()
    failures = []
    for statement in script.statements:
        passing = passing_before(world, statement.act)
        if passing is not None:
            world.run_until(world.now + passing.most, passing.is_enough)
        failures += do(world, statement)
    return world, failures + unmet(world, script)


def sit_still(table: AnyTable) -> None:
    """Nobody decides by himself."""
    for machine in table.machines:
        machine.is_playing = False


def passing_before(table: AnyTable, act: Act) -> Passing | None:
    """The time that an act takes, or waits for its occasion."""
    match act:
        case Wait(time):
            return Passing(time)
        case DecideStatement(seat) | Expect("can" | "cannot", int(seat)):
            return Passing(ASKING, table.machines[seat].is_asked)
        case Expect("is not asked", int(seat)):
            return Passing(ASKING, partial(_shows_who_is_asked, table, table.machines[seat]))
        case Expect("no event"):
            # Looked at too early, it would hold whatever comes of the last decision.
            return Passing(ASKING, lambda: any(one.is_asked() for one in table.machines))
    return None


def _shows_who_is_asked(table: AnyTable, machine: Observer) -> bool:
    """Whether somebody is asked, and the seat would know by now if it were among them."""
    asked: list[Observer] = [one for one in table.machines if one.is_asked()]
    if not machine.is_up or machine.is_voted_out:
        return bool(asked)
    return any(one.session.play.step == machine.session.play.step for one in asked)


def do(table: AnyTable, statement: Statement) -> list[Failure]:
    """Do one act, for which it is time; what went wrong."""
    text = _do(table, statement.act)
    return [Failure(statement.line, statement.column, text)] if text else []


def unmet(table: AnyTable, script: Script) -> list[Failure]:
    """Messages that should have met with something, and were never sent."""
    return [
        Failure(statement.line, statement.column, "no such message was sent")
        for statement in script.statements
        if isinstance(statement.act, Meddle)
        and any(order in table.network.orders for order in _orders(table, statement.act))
    ]


def _orders(table: AnyTable, act: Meddle) -> list[Order]:
    everybody = [one.seat for one in table.machines if one.seat != act.seat]
    readers = everybody if act.reader is None else [act.reader]
    return [Order(act.seat, reader, act.kind, act.message) for reader in readers]


def _do(table: AnyTable, act: Act) -> str:
    match act:
        case DecideStatement(seat, notation):
            return _decide(table, table.machines[seat], notation)
        case PlayStatement():
            table.let_play()
        case Wait():
            pass
        case Befall(kind, seats, lasting):
            table.befall(Happening(table.now, kind, seats, lasting))
        case Meddle():
            table.network.orders += _orders(table, act)
        case Expect():
            return _check(table, act)
        case _:
            assert_never(act)
    return ""


def _decide(table: AnyTable, machine: Observer, notation: str) -> str:
    if not machine.is_asked():
        return f"{NAMES[machine.seat]} is not asked"
    try:
        table.decide(machine, _value(table, machine, notation))
    except BadDecision as error:
        return f"{NAMES[machine.seat]} cannot decide this: {error}"
    return ""


def _value(table: AnyTable, machine: Observer, notation: str) -> Value:
    return machine.keeper.value(machine.game_state, GAMES[table.plan.game].parse(notation))


# Expectations.


def _check(table: AnyTable, expect: Expect) -> str:
    machine = None if expect.seat is None else table.machines[expect.seat]
    if machine is None:
        return OF_ALL[expect.what](table, expect)
    if expect.what in ("can", "cannot"):
        return _allowed(table, machine, expect)
    if expect.what in OF_OTHERS:
        return OF_OTHERS[expect.what](table, machine.seat, expect.value)
    found = state_of(machine)
    if expect.what == "waits for":
        waited = [NAMES[seat] for seat in machine.waited_for()]
        return "" if NAMES[int(expect.value)] in waited else f"waits for {', '.join(waited) or 'nobody'}"
    return "" if found == expect.what else f"{NAMES[machine.seat]} is {found}"


def state_of(machine: Observer) -> str:
    """How it is with a seat: finished, claimed, gone or waiting."""
    match machine.session.play.outcome:
        case Finished():
            return "finished"
        case Claimed():
            return "claimed"
    return "waiting" if machine.is_up else "gone"


def _allowed(table: AnyTable, machine: Observer, expect: Expect) -> str:
    """Whether the rules let a seat decide something, now that it is asked."""
    name = NAMES[machine.seat]
    if not machine.is_asked():
        return f"{name} is not asked"
    refusal = table.rules.refusal(
        machine.session.play.state, machine.seat, _value(table, machine, expect.value)
    )
    if expect.what == "can":
        return f"{name} cannot decide this: {refusal}" if refusal else ""
    return "" if refusal else f"{name} can decide this"


def _all_finished(table: AnyTable, expect: Expect) -> str:
    late = [NAMES[one.seat] for one in table.honest if state_of(one) != "finished"]
    return f"not finished: {', '.join(late)}" if late else ""


def _agreement(table: AnyTable, expect: Expect) -> str:
    return "; ".join(f"{breach.check}: {breach.text}" for breach in breaches(table))


def _nobody_blamed(table: AnyTable, expect: Expect) -> str:
    blamed = {NAMES[seat]: proof.fault for one in table.honest for seat, proof in one.session.proofs.items()}
    return ", ".join(f"{name} is blamed for {fault}" for name, fault in sorted(blamed.items()))


def _nobody_out(table: AnyTable, expect: Expect) -> str:
    out = sorted({seat for one in table.honest for seat in range(table.plan.seats) if not _is_in(one, seat)})
    return f"out: {', '.join(NAMES[seat] for seat in out)}" if out else ""


def _step(table: AnyTable, expect: Expect) -> str:
    steps = sorted({one.session.play.step for one in table.honest})
    return "" if [str(step) for step in steps] == [expect.value] else f"the table is at step {steps}"


def _places(table: AnyTable, expect: Expect) -> str:
    places = " ".join(map(str, table.rules.places(_watched(table).session.play.state)))
    return "" if places == expect.value else f"the places are {places or 'not known yet'}"


def _scores(table: AnyTable, expect: Expect) -> str:
    scores = " ".join(map(str, table.rules.game.points(_watched(table).session.play.state.state)))
    return "" if scores == expect.value else f"the scores are {scores or 'not counted'}"


def _event(table: AnyTable, expect: Expect) -> str:
    told = _watched(table).told
    named = [plain(event) for event in told if type(event).__name__ == expect.value]
    if not named:
        kinds = dict.fromkeys(type(event).__name__ for event in told)
        return f"no {expect.value} among {', '.join(kinds) or 'no events'}"
    # It may have happened several times; what is said of a difference is said of the last one.
    differences = [_difference(event, expect.parts, table) for event in named]
    return "" if "" in differences else f"the last {expect.value}: {differences[-1]}"


def _no_event(table: AnyTable, expect: Expect) -> str:
    told = [plain(event) for event in _watched(table).told if type(event).__name__ == expect.value]
    try:
        found = [event for event in told if not _differs(event, expect.parts, table)]
    except NoSuchPath as nowhere:
        return str(nowhere)
    return f"there was one: {shown(found[-1])}" if found else ""


def _state(table: AnyTable, expect: Expect) -> str:
    state = table.rules.encode(_watched(table).session.play.state)
    return _difference(state, expect.parts, table)


def _difference(value: Value, parts: Iterable[tuple[str, str]], table: AnyTable) -> str:
    """The first of these parts that is not as it should be."""
    try:
        return _differs(value, parts, table)
    except NoSuchPath as nowhere:
        return str(nowhere)


def _differs(value: Value, parts: Iterable[tuple[str, str]], table: AnyTable) -> str:
    """The same, where a path that leads nowhere is no difference. Raises NoSuchPath."""
    for path, wanted in parts:
        found = shown(look(value, path, NAMES[: table.plan.seats]))
        if found != wanted:
            return f"{path} is {found}"
    return ""


def _watched(table: AnyTable) -> Observer:
    """The honest seat that has come farthest."""
    honest: list[Observer] = table.honest
    return max(honest, key=lambda one: (one.session.play.step, -one.seat))


def _blamed(table: AnyTable, seat: int, fault: str) -> str:
    for one in [one for one in table.honest if not one.has_died]:
        proof = one.session.proofs.get(seat)
        if proof is None or fault not in ("", proof.fault):
            found = "nothing" if proof is None else proof.fault
            return f"{NAMES[one.seat]} blames {NAMES[seat]} for {found}"
    return ""


def _out(table: AnyTable, seat: int, value: str) -> str:
    inside = [NAMES[one.seat] for one in table.honest if one.seat != seat and _is_in(one, seat)]
    return f"{NAMES[seat]} is at the table for {', '.join(inside)}" if inside else ""


def _in(table: AnyTable, seat: int, value: str) -> str:
    outside = [NAMES[one.seat] for one in table.honest if not _is_in(one, seat)]
    return f"{NAMES[seat]} is not at the table for {', '.join(outside)}" if outside else ""


def _disputed(table: AnyTable, seat: int, value: str) -> str:
    honest = [one for one in table.honest if not one.has_died]
    silent = [NAMES[one.seat] for one in honest if seat not in disputed(table, one)]
    return f"no vote against {NAMES[seat]} is disputed in the record of {', '.join(silent)}" if silent else ""


def _cheated(table: AnyTable, seat: int, value: str) -> str:
    liar = table.machines[seat].liar
    return "" if liar is not None and liar.has_struck else f"{NAMES[seat]} has not cheated"


def _not_asked(table: AnyTable, seat: int, value: str) -> str:
    machine: Observer = table.machines[seat]
    if not machine.is_asked():
        return ""
    _, request = machine.keeper.question(machine.game_state)
    return f"{NAMES[seat]} is asked: {request.kind}"


def _is_in(machine: Observer, seat: int) -> bool:
    play = machine.session.play
    return seat in (play.active if play.exchange is None else play.exchange.present)


OF_ALL: dict[str, Callable[[AnyTable, Expect], str]] = {
    "finished": _all_finished,
    "agreement": _agreement,
    "nobody blamed": _nobody_blamed,
    "nobody out": _nobody_out,
    "step": _step,
    "places": _places,
    "scores": _scores,
    "event": _event,
    "no event": _no_event,
    "state": _state,
}
"""What can be expected of the whole table."""

OF_OTHERS: dict[str, Callable[[AnyTable, int, str], str]] = {
    "blamed": _blamed,
    "out": _out,
    "in": _in,
    "disputed": _disputed,
    "cheated": _cheated,
    "is not asked": _not_asked,
}
"""What can be expected of a seat in the eyes of others."""
