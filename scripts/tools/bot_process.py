"""Players that are processes of their own: `python -m p2p_heroes`, each with its own home, on 127.0.0.1.

A `BotProcess` can be started, killed and started again; it shows what its process said
and what its transcript holds. Nothing here fails because of time: whoever uses it
puts one generous limit around everything, which only guards against waiting for ever.
"""

import json
import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from zlib import crc32

import trio

from p2p_heroes.node.address_file import addresses_beside, read_addresses
from p2p_heroes.node.keyfile import player_key
from p2p_heroes.node.store import SUFFIX
from protocol.genesis import Genesis
from protocol.transcript import Spoken, Transcript, read_transcript

ROOT = Path(__file__).resolve().parents[2]
ANY_PORT = "127.0.0.1:0"
TICK = 0.004
"""Seconds between two looks at a file that another process writes."""

SMALLEST = 64
"""Bytes: no entry of a record is smaller, a signature alone is not."""

OPENED = "The table is open at "


@dataclass
class BotProcess:
    """One player's program, whose processes all live in one nursery: no test leaves one behind.

    module: what is run, and what it is told before everything else. under: a command that it is run under,
    which may give it files of its own; then root is where those are seen from here.
    """

    home: Path
    nursery: trio.Nursery
    process: trio.Process | None = None
    module: tuple[str, ...] = ("p2p_heroes",)
    under: tuple[str, ...] = ()
    root: Path = Path("/")
    stdin: int | bytes = b""
    """What is typed: all of it, or a pipe."""

    async def start(self, *arguments: str) -> None:
        """Run the program with these arguments, and with `--json`."""
        self.home.mkdir(parents=True, exist_ok=True)
        command = (*self.under, sys.executable, "-m", *self.module, *arguments, "--json")
        # Every node has another hash seed: were set order to reach a byte, the table would split.
        environ = os.environ | {
            "P2P_HEROES_HOME": str(self.belongings),
            "PYTHONPATH": str(ROOT),
            "PYTHONHASHSEED": str(crc32(self.home.name.encode())),
        }
        with self._out.open("wb") as out, self._err.open("ab") as err:
            run = partial(
                trio.run_process,
                command,
                stdin=self.stdin,
                stdout=out,
                stderr=err,
                env=environ,
                check=False,
            )
            self.process = await self.nursery.start(run)

    async def host(self, seats: int, *arguments: str) -> str:
        """Open a table on any port; HOST:PORT, as the program says it."""
        await self.start("bot", "--host", "--seats", str(seats), "--listen", ANY_PORT, *arguments)
        while OPENED not in self.complaints:
            assert self.is_well, self.complaints
            await trio.sleep(TICK)
        return self.complaints.partition(OPENED)[2].split()[0]

    async def join(self, table: str, *arguments: str) -> None:
        await self.start("bot", "--join", table, "--listen", ANY_PORT, *arguments)

    async def resume(self) -> None:
        """Go on with the game, where the others look for us."""
        port = read_addresses(addresses_beside(self.record))[self.seat][1]
        await self.start("resume", str(self.record), "--bot", "--listen", f"127.0.0.1:{port}")

    async def kill(self) -> bool:
        """SIGKILL; whether the process was still there to be killed."""
        assert self.is_well, self.complaints
        self.running.kill()
        return await self.running.wait() < 0

    @property
    def is_well(self) -> bool:
        """Whether the process runs, or ended as it should."""
        return self.running.returncode in (None, 0)

    @property
    def is_killed(self) -> bool:
        """Whether a signal ended the process."""
        return (self.running.returncode or 0) < 0

    @property
    def running(self) -> trio.Process:
        assert self.process is not None
        return self.process

    @property
    def result(self) -> dict[str, object]:
        """What the program printed at its end."""
        return dict(json.loads(self._out.read_text()))

    @property
    def complaints(self) -> str:
        """Everything that its processes said on stderr."""
        return self._err.read_text()

    @property
    def has_begun(self) -> bool:
        """Whether there is a record with something in it."""
        return any(path.stat().st_size for path in self._records())

    @property
    def belongings(self) -> Path:
        """The player's own folder, as the program sees it."""
        return self.home / "player"

    @property
    def record(self) -> Path:
        return self._records()[0]

    @property
    def transcript(self) -> Transcript:
        return read_transcript(self.record.read_bytes())

    @property
    def size(self) -> int:
        return self.record.stat().st_size

    @property
    def spoken(self) -> list[bytes]:
        """The signed messages in the record, in its order."""
        return [record.wire for record in self.transcript.records if isinstance(record, Spoken)]

    @property
    def seat(self) -> int:
        seat = Genesis.read(self.transcript.genesis).seat_of(player_key(self.seen / "config").public)
        assert seat is not None
        return seat

    def _records(self) -> list[Path]:
        return sorted((self.seen / "data").glob(f"*{SUFFIX}"))

    @property
    def seen(self) -> Path:
        """The player's own folder, as we see it."""
        return self.root / self.belongings.relative_to("/")

    @property
    def _out(self) -> Path:
        return self.home / "stdout"

    @property
    def _err(self) -> Path:
        return self.home / "stderr"


class RecordWatch:
    """How many whole entries a record holds by now; looks only when it may have grown enough."""

    def __init__(self, program: BotProcess) -> None:
        self._program = program
        self._count = 0
        self._size = 0

    async def reach(self, goal: int) -> None:
        """Wait until the record holds so many entries, or the process has ended."""
        while not self._has(goal) and self._program.running.returncode is None:  # noqa: ASYNC110 -- a file
            await trio.sleep(TICK)

    def _has(self, goal: int) -> bool:
        if self._program.has_begun and self._program.size >= self._size + SMALLEST * (goal - self._count):
            self._size, self._count = self._program.size, len(self._program.transcript.records)
        return self._count >= goal
