"""What all measures of one run share: a folder for transcripts, and processes that wait for work."""

from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from p2p_heroes.bench.workers import Workers

MOST_NODES = 7


class Workbench:
    """A context: what was started or written for it is gone afterwards."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="p2p-heroes-bench-")
        self._made = 0

    @cached_property
    def workers(self) -> Workers:
        """Started when the first measure asks for it: most need one process only."""
        return Workers(MOST_NODES)

    def new_folder(self) -> Path:
        """An empty one."""
        self._made += 1
        folder = Path(self._folder.name) / str(self._made)
        folder.mkdir()
        return folder

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if "workers" in self.__dict__:
            self.workers.dismiss()
        self._folder.cleanup()
