"""Starting: what people wait for before anything happens, beside a Python that only imports what is needed.

Everything is a process of its own, and its processor time counts, as the system gives it once the process
has ended. What is shown on a full screen is looked for in what the program writes to a terminal; then it is
ended.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic

import p2p_heroes
from p2p_heroes.bench.engine import positions
from p2p_heroes.bench.figures import Measure, at_most
from p2p_heroes.bench.measuring import Take, paired
from p2p_heroes.bench.room import transcript_of
from p2p_heroes.bench.seating import LARGE, Seating
from p2p_heroes.bench.workbench import Workbench

NOTHING = ("-c", "pass")
AUDIT_IMPORTS = ("-c", "import msgpack\nfrom cryptography.hazmat.primitives.asymmetric import ed25519")
SODIUM_IMPORTS = ("-c", "import msgpack\nimport nacl._sodium")
PLAY_IMPORTS = ("-c", f"{AUDIT_IMPORTS[1]}\nimport trio\nimport prompt_toolkit")
PROGRAM = ("-m", "p2p_heroes")
PLAYERS = 4
PLAY = (*PROGRAM, "play", "--bots", str(PLAYERS - 1), "--faction", LARGE.choices[0], "--seed", "1")

FIRST_SCREEN = b"help"
ROWS, COLUMNS = 34, 110
PATIENCE_SECONDS = 120


class NeverShown(Exception):
    """A program did not show what was looked for; says what it wrote."""


def run(folder: Path, *arguments: str) -> float:
    """Processor seconds of a Python until it ends."""
    program = subprocess.Popen(  # noqa: S603 -- ourselves
        [sys.executable, *arguments], env=environment(folder), stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    assert program.returncode == 0, arguments
    return used.ru_utime + used.ru_stime


def run_until(text: bytes, folder: Path, *arguments: str) -> float:
    """Processor seconds of a Python until it has written a text to its terminal. Raises NeverShown."""
    process, terminal = pty.fork()
    if not process:
        try:
            os.execve(sys.executable, [sys.executable, *arguments], dict(environment(folder)))  # noqa: S606 -- ourselves
        finally:
            # Where there is no such program, this copy of ourselves must not go on in our place.
            os._exit(127)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    try:
        _look_for(text, terminal)
    finally:
        os.kill(process, signal.SIGKILL)
        _, _, used = os.wait4(process, 0)
        os.close(terminal)
    return used.ru_utime + used.ru_stime


def _look_for(text: bytes, terminal: int) -> None:
    written, end = b"", monotonic() + PATIENCE_SECONDS
    while text not in written:
        if not select.select([terminal], [], [], max(0, end - monotonic()))[0]:
            raise NeverShown(written[-200:].decode(errors="replace"))
        try:
            written += os.read(terminal, 65536)
        except OSError as error:
            raise NeverShown(written[-200:].decode(errors="replace")) from error


def environment(folder: Path) -> Mapping[str, str]:
    """Of somebody who never played before, with the program that is measured."""
    home = str(Path(p2p_heroes.__file__).parent.parent)
    return {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": home,
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "TERM": "xterm",
    }


def command(ours: Sequence[str], theirs: Sequence[str]) -> Callable[[Workbench], Take]:
    """A command to its end, beside a Python that imports."""

    def prepare(bench: Workbench) -> Take:
        folder = bench.new_folder()
        return paired(partial(run, folder, *ours), partial(run, folder, *theirs))

    return prepare


def first_question() -> bytes:
    """How the mark on the first choice of a game looks, whichever choice it is."""
    for turn in positions(LARGE, PLAYERS, 0):
        if not isinstance(turn.answers, tuple):
            word = LARGE.notate(next(iter(turn.answers.values()))).split()[0]
            return f"> {word} ".encode()
    raise AssertionError("nothing is asked")


def screen(text: bytes) -> Callable[[Workbench], Take]:
    """A game against bots until it shows a text, beside a Python that imports its packages."""

    def prepare(bench: Workbench) -> Take:
        folder = bench.new_folder()
        return paired(partial(run_until, text, folder, *PLAY), partial(run, folder, *PLAY_IMPORTS))

    return prepare


def audit(theirs: Sequence[str]) -> Callable[[Workbench], Take]:
    """The audit of a tiny file, beside a Python that imports two packages."""

    def prepare(bench: Workbench) -> Take:
        folder = bench.new_folder()
        file = folder / "tiny.heroes"
        file.write_bytes(transcript_of(Seating(2, 0, rounds=1)))
        ours = partial(run, folder, *PROGRAM, "audit", str(file))
        return paired(ours, partial(run, folder, *theirs))

    return prepare


MEASURES = (
    Measure("start-help", command((*PROGRAM, "--help"), NOTHING), at_most(3.5, 2.5)),
    Measure("start-audit", audit(AUDIT_IMPORTS)),
    Measure("start-audit-sodium", audit(SODIUM_IMPORTS)),
    Measure("start-play", screen(FIRST_SCREEN)),
    Measure("start-question", screen(first_question())),
    Measure("start-rules", command((*PROGRAM, "rules"), NOTHING)),
)
