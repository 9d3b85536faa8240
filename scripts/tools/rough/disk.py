"""A small disk of a player's own, which can be filled up: a tmpfs in a mount namespace, without being root.

Where the system allows no namespaces, a process may be kept from writing more instead (RLIMIT_FSIZE). Either
way the kernel refuses a write in the middle of a record. A limit is gone with the process that had it.
"""

import resource
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path

SIZE = 4 * 2**20
ENTER = ("unshare", "--user", "--map-root-user", "--mount")
BALLAST = "ballast"
HALF_A_RECORD = 100
"""Bytes that still fit when a limit is set: less than most records have."""


@cache
def has_namespaces() -> bool:
    """Whether this system lets us mount something for ourselves."""
    script = "mount -t tmpfs -o size=4096 none /mnt"
    with suppress(OSError):
        return subprocess.run((*ENTER, "sh", "-c", script), capture_output=True, check=False).returncode == 0
    return False


class SmallDisk:
    """A tmpfs at a folder, seen by those who enter its namespace; gone when its owner is."""

    def __init__(self, folder: Path) -> None:
        script = f'mount -t tmpfs -o size={SIZE},mode=700 none "$0" && echo mounted && exec cat'
        # `cat` waits for us to leave: nothing stays behind, however we end.
        self._holder = subprocess.Popen(
            (*ENTER, "sh", "-c", script, str(folder)), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._holder.stdout is not None
        assert self._holder.stdout.readline() == b"mounted\n"
        self.root = Path(f"/proc/{self._holder.pid}/root")
        self._ballast = self.root / folder.relative_to("/") / BALLAST

    @property
    def under(self) -> tuple[str, ...]:
        """What a program that shall see the disk is run under."""
        pid = str(self._holder.pid)
        return ("nsenter", "--target", pid, "--user", "--mount", "--preserve-credentials")

    def fill(self) -> None:
        with suppress(OSError), self._ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def make_room(self) -> None:
        self._ballast.unlink()

    def close(self) -> None:
        """End the namespace, when everything that is needed of it has been copied."""
        self._holder.kill()
        self._holder.communicate()


def limit(process: int, file: Path) -> None:
    """The process can write no more than half a record to the file."""
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (file.stat().st_size + HALF_A_RECORD, hard))
