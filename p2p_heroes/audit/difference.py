"""Where two states part: the first field that differs, by its place in the plain values that the seats sign.

In: plain values, or the digest of a wrong state. Out: a place and what stands there on either
side. A seat signs only the digest of its state, so what it held can be shown only if it is found
again: the state as it was before the step, or after it with some of the choices that it had locked.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from p2p_heroes.node.table import GameRules, Position
from protocol.canonical import Value, decode, encode
from protocol.faults import MAX_STATE, Locked, settled
from protocol.genesis import Genesis
from protocol.rule_checks import encode_state, state_digest

Place = tuple[str | int, ...]
"""From the whole inwards: names of fields, and numbers in lists, from 0."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where two values differ, and what stands there: one value, or nothing."""

    place: Place
    one: tuple[Value, ...]
    other: tuple[Value, ...]


def first_difference(one: Value, other: Value, place: Place = ()) -> Difference | None:
    """The first difference, fields in the order of their names; None if there is none."""
    if encode(one) == encode(other):
        return None
    parts, others = _parts(one), _parts(other)
    if not parts or not others or isinstance(one, Mapping) != isinstance(other, Mapping):
        return Difference(place, (one,), (other,))
    for key in [*parts, *(key for key in others if key not in parts)]:
        here = (*place, key)
        if key not in parts or key not in others:
            return Difference(here, _at(parts, key), _at(others, key))
        if found := first_difference(parts[key], others[key], here):
            return found
    raise AssertionError("values that are encoded differently differ somewhere")


def _parts(value: Value) -> dict[str | int, Value]:
    if isinstance(value, Mapping):
        return {key: value[key] for key in sorted(value)}
    return dict(enumerate(value)) if isinstance(value, tuple | list) else {}


def _at(parts: dict[str | int, Value], key: str | int) -> tuple[Value, ...]:
    return (parts[key],) if key in parts else ()


@dataclass(frozen=True, slots=True)
class ClaimedState:
    """A claimed state found again: whose choices it counts, and where it differs first from the right one.

    Without any list of seats it is the state before the step.
    """

    counted: tuple[int, ...] | None
    difference: Difference


def find_claim(
    claimed: bytes, locked: Locked[Position], right: bytes, genesis: Genesis, rules: GameRules
) -> ClaimedState | None:
    """What somebody held who signed this digest after a step that it had locked so, if anything fits."""
    for counted, encoded in _candidates(locked, genesis, rules):
        if state_digest(encoded) == claimed:
            difference = first_difference(_plain(right), _plain(encoded))
            return ClaimedState(counted, difference) if difference else None
    return None


def _candidates(
    locked: Locked[Position], genesis: Genesis, rules: GameRules
) -> Iterator[tuple[tuple[int, ...] | None, bytes]]:
    yield None, encode_state(rules, locked.state)
    seats = sorted(locked.values)
    for count in range(len(seats), -1, -1):
        for counted in combinations(seats, count):
            values = {seat: locked.values[seat] for seat in counted}
            yield counted, settled(locked, values, genesis, rules)


def _plain(encoded: bytes) -> Value:
    return decode(encoded, limit=MAX_STATE)
