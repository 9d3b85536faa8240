"""Wood, iron and gold, and amounts of them.

A bundle is one number per resource, in the order of `Resource`. An inventory, a
price and a gain are all bundles; none of them is ever negative.
"""

from enum import IntEnum
from typing import TypeAlias


class Resource(IntEnum):
    WOOD = 0
    IRON = 1
    GOLD = 2

    def __str__(self) -> str:
        return NAMES[self]


NAMES = ("wood", "iron", "gold")
Bundle: TypeAlias = tuple[int, int, int]
Amounts: TypeAlias = tuple[tuple[str, int], ...]
"""Things by name, each once and at least one of it, by `rank`: what is deployed, paid or plundered."""

NOTHING: Bundle = (0, 0, 0)
RESOURCES = tuple(Resource)
ONE_OF: tuple[Bundle, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
PRINTED = {str(resource): resource.value for resource in RESOURCES}


def rank(name: str) -> tuple[int, str]:
    """Where a name stands among amounts: resources as they are printed, then all else by the alphabet."""
    return (PRINTED.get(name, len(PRINTED)), name)


def bundle(*, wood: int = 0, iron: int = 0, gold: int = 0) -> Bundle:
    return (wood, iron, gold)


def only(resource: Resource, amount: int) -> Bundle:
    """So much of one resource."""
    return times(ONE_OF[resource], amount)


def plus(one: Bundle, other: Bundle) -> Bundle:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def minus(one: Bundle, other: Bundle) -> Bundle:
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2])


def times(one: Bundle, count: int) -> Bundle:
    return (one[0] * count, one[1] * count, one[2] * count)


def covers(stock: Bundle, price: Bundle) -> bool:
    return stock[0] >= price[0] and stock[1] >= price[1] and stock[2] >= price[2]


def named(amount: Bundle) -> Amounts:
    """The parts of a bundle that are not zero, by name."""
    wood, iron, gold = amount
    return tuple([part for part in (("wood", wood), ("iron", iron), ("gold", gold)) if part[1]])


def bundled(amounts: Amounts) -> Bundle:
    """The inverse of `named`; what is no resource is left out."""
    counts = dict(amounts)
    return (counts.get("wood", 0), counts.get("iron", 0), counts.get("gold", 0))


def listed(amounts: Amounts) -> str:
    """As a sentence has them: 2 wood, 1 iron."""
    return ", ".join(f"{count} {name}" for name, count in amounts)


def typed(amounts: Amounts) -> str:
    """As a person types them: wood 2 iron 1."""
    return " ".join(f"{name} {count}" for name, count in amounts)
