"""What holds for every test: what was collected stays to the end, so nobody looks for garbage among it."""

import gc

RARELY = 20_000
"""So many new things that refer to others come between two searches for rings of them; usually it is 700."""


def pytest_configure() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(RARELY)
    gc.enable()
