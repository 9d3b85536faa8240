"""Where two states part: the first field that differs, by its place in the plain values that the seats sign.

In: plain values, or a proof of a wrong state. Out: a place and what stands there on either
side. A seat signs only the digest of its state, so what it held can be shown only if it is
found again: the state as it was before the step, or after it with some choices left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from p2p_heroes.node.table import GameRules, Position
from protocol.canonical import Value, decode, encode
from protocol.envelope import open_envelope
from protocol.faults import MAX_STATE, Locked, Proof, locked_by, settled
from protocol.genesis import Genesis
from protocol.judgement import state_digest

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
class Claim:
    """A wrong state found again: whose choices its author left out, and where it differs from the right one.

    Nobody left out: the author stayed at the state before the step.
    """

    without: tuple[int, ...]
    difference: Difference


def find_claim(proof: Proof, genesis: Genesis, rules: GameRules) -> Claim | None:
    """What the author of a wrong state may have held, from a proof that was checked; None if nothing fits."""
    locked = locked_by(proof, genesis, rules)
    claimed = open_envelope(proof.evidence[-1], genesis).header.state
    right = settled(locked, locked.values, genesis, rules)
    for without, encoded in _candidates(proof, locked, genesis, rules):
        if state_digest(encoded) == claimed:
            difference = first_difference(_plain(right), _plain(encoded))
            assert difference is not None, "a wrong state is not the right one"
            return Claim(without, difference)
    return None


def _candidates(
    proof: Proof, locked: Locked[Position], genesis: Genesis, rules: GameRules
) -> Iterator[tuple[tuple[int, ...], bytes]]:
    yield (), proof.state
    seats = sorted(locked.values)
    for count in range(1, len(seats) + 1):
        for without in combinations(seats, count):
            values = {seat: value for seat, value in locked.values.items() if seat not in without}
            yield without, settled(locked, values, genesis, rules)


def _plain(encoded: bytes) -> Value:
    return decode(encoded, limit=MAX_STATE)
