"""How often something is done, whoever does it: counts that are the same on every machine."""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from p2p_heroes.node import store
from protocol import canonical, identity
from protocol.identity import Key

OURS = ("protocol", "p2p_heroes")


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Signatures, verifications, canonical encodings, writes to records, syncs, while the context lasts."""
    counts: Counter[str] = Counter()
    with _watched(counts, "verified", identity.verify), _watched(counts, "encoded", canonical.encode):
        sign, sync, write = Key.sign, store._datasync, store._write
        Key.sign = _counting(counts, "signed", sign)  # type: ignore[assignment,method-assign]
        store._datasync = _counting(counts, "synced", sync)  # type: ignore[assignment]
        store._write = _counting(counts, "written", write)  # type: ignore[assignment]
        try:
            yield counts
        finally:
            Key.sign, store._datasync, store._write = sign, sync, write  # type: ignore[method-assign]


@contextmanager
def _watched(counts: Counter[str], name: str, function: Callable[..., object]) -> Iterator[None]:
    """In every module of ours that has imported it."""
    holders = [
        (module, alias)
        for title, module in list(sys.modules.items())
        if title.partition(".")[0] in OURS
        for alias, value in list(vars(module).items())
        if value is function
    ]
    counting = _counting(counts, name, function)
    for module, alias in holders:
        setattr(module, alias, counting)
    try:
        yield
    finally:
        for module, alias in holders:
            setattr(module, alias, function)


def _counting(counts: Counter[str], name: str, function: Callable[..., object]) -> Callable[..., object]:
    def call(*args: object, **kwargs: object) -> object:
        counts[name] += 1
        return function(*args, **kwargs)

    return call


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called, those of Python itself included."""
    calls = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    # Whoever has asked to be told of collections would be called too, now and then.
    gc.disable()
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls
