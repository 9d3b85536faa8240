"""One program of a rough game, the way to it, and what its record held whenever something befell it."""

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree, ignore_patterns

from protocol.errors import BrokenTranscript
from protocol.transcript import Record
from scripts.tools.bot_process import BotProcess
from scripts.tools.rough.disk import BALLAST, SmallDisk
from scripts.tools.rough.proxy import Proxy

WANDERER = ("--level", "wanderer")


@dataclass
class RoughSeat:
    """One program."""

    program: BotProcess
    proxy: Proxy
    disk: SmallDisk | None = None
    held: set[Record] = field(default_factory=set)
    came_back_with: int = -1
    """Bytes of its record when it was started again for the last time."""

    def remember(self) -> None:
        """Keep in mind what is in the record now: none of it may ever be missing."""
        # One that cannot be read any more is found by its program when it comes back, and by the audit.
        with suppress(BrokenTranscript):
            self.held.update(self.program.transcript.records)

    async def start(self, *arguments: str) -> None:
        await self.program.start(*arguments, *WANDERER, "--listen", self.proxy.inside)

    async def resume(self) -> None:
        """Go on with the game, behind the same proxy."""
        self.came_back_with = self.program.size
        record = self.program.belongings / "data" / self.program.record.name
        await self.start("resume", str(record), "--bot")

    def use_small_disk(self) -> None:
        """From the beginning, its files are on a disk that can be filled up."""
        self.program.belongings.mkdir(parents=True)
        self.disk = SmallDisk(self.program.belongings)
        self.program.under, self.program.root = self.disk.under, self.disk.root

    def leave_small_disk(self) -> None:
        """Take everything along; the processes have ended."""
        if self.disk is not None:
            copytree(
                self.program.seen,
                self.program.belongings,
                ignore=ignore_patterns(BALLAST),
                dirs_exist_ok=True,
            )
            self.disk.close()
            self.program.under, self.program.root = (), Path("/")
