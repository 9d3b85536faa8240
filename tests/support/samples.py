"""How much of what takes long is tried: a sample in the gate, all of it where somebody asks for all.

P2P_HEROES_TEST_ALL=1 scripts/test -m slow
"""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

ALL = bool(os.environ.get("P2P_HEROES_TEST_ALL"))


def sample(everything: Sequence[T], few: int) -> Sequence[T]:
    """So many of them, evenly spread from the first on, the same ones each time; or all."""
    if ALL or len(everything) <= few:
        return everything
    return [everything[place * len(everything) // few] for place in range(few)]
