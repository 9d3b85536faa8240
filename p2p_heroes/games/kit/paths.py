"""Cheapest ways over borders.

Places are numbered. What a step costs depends on the place that is entered; some places are linked besides,
each with each, at costs of their own. Of equally cheap ways the one with the fewest steps counts, then the
one whose places have the smallest numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Generic, TypeAlias, TypeVar

from p2p_heroes.games.kit.frozen import Frozen

P = TypeVar("P")

Steps: TypeAlias = tuple[tuple[int, int], ...]
"""Places and what it costs to enter each."""
Entries: TypeAlias = tuple[tuple[int, ...], Steps]
"""What it costs to enter each place from a neighbour, and those that are linked from another of them."""


class Way(Frozen, Generic[P]):
    """What it costs to reach a place, and what is passed through."""

    cost: int
    via: tuple[P, ...]


def cheapest_ways(
    places: Sequence[P],
    borders: Sequence[Sequence[int]],
    origin: int,
    entries: Entries,
    points: int,
    *,
    first: Steps = (),
    eased: Collection[int] = (),
    out_of_eased: Entries | None = None,
) -> Mapping[P, Way[P]]:
    """The ways to wherever so many points lead from one of the places, in their order.

    `first`: other ways to begin, and for how much; `eased`: places that are left at other costs.
    """
    # Ways are compared by cost and then steps, which are one number here, then by places, which are another.
    bits = len(places).bit_length()
    mask = (1 << bits) - 1
    into = _efforts(entries, bits)
    easily = into if out_of_eased is None else _efforts(out_of_eased, bits)
    best = [points << bits | mask] * len(places)
    ahead = [(0, origin)]
    ahead += [(cost << bits | 1, origin << bits | place) for place, cost in first if cost <= points]
    heapify(ahead)
    found: dict[int, Way[P]] = {}
    while ahead:
        effort, path = heappop(ahead)
        here, before = path & mask, path >> bits & mask
        if here in found:
            continue
        via = (*found[before].via, places[before]) if effort & mask > 1 else ()
        found[here] = Way(effort >> bits, via)
        path <<= bits
        efforts, links = easily if here in eased else into
        for near in borders[here]:
            reached = effort + efforts[near]
            # Whoever was there before is not worse off, and has a smaller number.
            if reached <= best[near]:
                best[near] = reached
                heappush(ahead, (reached, path | near))
        if here in links:
            for far, more in links.items():
                reached = effort + more
                if reached <= best[far]:
                    best[far] = reached
                    heappush(ahead, (reached, path | far))
    del found[origin]
    return {places[at]: found[at] for at in sorted(found)}


def _efforts(entries: Entries, bits: int) -> tuple[list[int], dict[int, int]]:
    """A step more and its cost, for each place from a neighbour and for those that are linked."""
    near, linked = entries
    return [(cost << bits) + 1 for cost in near], {at: (cost << bits) + 1 for at, cost in linked}


def within(
    borders: Sequence[Sequence[int]], origin: int, steps: int, linked: Collection[int] = ()
) -> list[int]:
    """The other places that can be reached in so many steps, whatever they cost."""
    reached = {origin}
    for _ in range(steps):
        for place in sorted(reached):
            reached.update(borders[place], linked if place in linked else ())
    return sorted(reached - {origin})
