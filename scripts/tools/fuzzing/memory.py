"""How much memory an act takes at its peak, beside what is held already."""

import tracemalloc
from collections.abc import Callable
from zlib import crc32


def peak_of(act: Callable[[], object]) -> int:
    """The bytes that the act held at most at one time."""
    tracemalloc.start()
    try:
        act()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def is_sample(data: bytes, every: int = 64) -> bool:
    """Whether this input is one of those that are measured; to measure all of them would take too long."""
    return crc32(data) % every == 0
