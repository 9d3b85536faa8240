"""A record on a real disk that can lose what was not synced, as a machine does that dies."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from p2p_heroes.node.store import Store
from protocol.transcript import Record, Transcript, Writer


class MortalStore(Store):
    """One open transcript file of a machine that may die over a write."""

    def __init__(self, path: Path, descriptor: int, writer: Writer, transcript: Transcript) -> None:
        super().__init__(path, descriptor, writer, transcript)
        self.die: Callable[[], None] | None = None
        """What happens in the next write; usually nothing."""
        self._synced = path.stat().st_size
        self._is_lost = False

    def append(self, records: Iterable[Record], *, sync: bool) -> None:
        if self._is_lost:
            return
        # A machine dies here only by what `lose` cuts off: nobody has to wait for the platter.
        super().append(records, sync=False)
        if sync or self.die is not None:
            self.flush()
        if self.die is not None:
            self.die()
        elif sync:
            self._synced = self.path.stat().st_size

    def flush(self, *, sync: bool = False) -> None:
        if not self._is_lost:
            super().flush(sync=sync)

    def lose(self, random: Random) -> None:
        """The machine stops: some of what was not synced is gone, and nothing more is written."""
        size = self.path.stat().st_size
        lost = random.randint(0, size - self._synced)
        os.truncate(self.path, size - lost)
        if random.random() < 0.3:
            # Some file systems have grown the file before the bytes arrived: then there are zeros.
            os.truncate(self.path, size)
        self._is_lost = True
