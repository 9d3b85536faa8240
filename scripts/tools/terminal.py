"""Terminals for tests: one in memory for an application, and one that runs the whole program.

Both are read as a person reads them, as rows of text; `pyte` keeps what a terminal would show.
"""

import asyncio
import fcntl
import io
import os
import pty
import select
import shlex
import signal
import struct
import sys
import termios
from collections.abc import Callable, Mapping, Sequence

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

TURNS = 2_000
"""How often something is looked for before it is given up; nothing depends on how long that takes."""


class ShownText:
    """What a terminal of some size shows."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.bells = 0

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def feed(self, data: str) -> None:
        self.bells += data.count("\a")
        # The shape of the cursor is nothing that pyte knows, and it would print the end of it.
        self.stream.feed(data.replace("\x1b[0 q", ""))

    def styled(self) -> set[str]:
        """All colours that are on the screen."""
        return {cell.fg for row in self.screen.buffer.values() for cell in row.values()} | {
            cell.bg for row in self.screen.buffer.values() for cell in row.values()
        }


class Memory(io.StringIO):
    """Where an application writes; it goes to a terminal at once."""

    def __init__(self, shown: ShownText) -> None:
        super().__init__()
        self._shown = shown

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    def write(self, text: str) -> int:
        self._shown.feed(text)
        return len(text)


class MemoryTerminal(ShownText):
    """A terminal in memory."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        super().__init__(columns, rows)
        self.written = ""
        self.size = Size(rows=rows, columns=columns)
        self.output = Vt100_Output(Memory(self), lambda: self.size, term="xterm")

    def feed(self, data: str) -> None:
        self.written += data
        super().feed(data)

    def resize(self, columns: int, rows: int) -> None:
        self.size = Size(rows=rows, columns=columns)
        self.screen.resize(rows, columns)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let the application work until something holds."""
        for _ in range(TURNS):
            if holds():
                return
            await asyncio.sleep(0.001)
        raise AssertionError(f"never:\n{self.text}")

    async def shows(self, *texts: str) -> None:
        await self.until(lambda: all(text in self.text for text in texts))


def _set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class TerminalProgram(ShownText):
    """The real program in a terminal of its own."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], columns: int = 80, rows: int = 24
    ) -> None:
        super().__init__(columns, rows)
        self._bytes = pyte.ByteStream(self.screen)
        self.written = b""
        self.code: int | None = None
        self.process, self._terminal = pty.fork()
        if not self.process:
            try:
                # Before the program is there: it may look at the size first of all.
                _set_size(0, columns, rows)
                command = self.command(arguments)
                os.execve(command[0], command, dict(environment))
            finally:
                # Where there is no such program, this copy of the tests must not go on with them.
                os._exit(127)

    @staticmethod
    def command(arguments: Sequence[str]) -> list[str]:
        return [sys.executable, "-m", "p2p_heroes", *arguments]

    def resize(self, columns: int, rows: int) -> None:
        """As when a window is dragged: the kernel tells the program."""
        _set_size(self._terminal, columns, rows)
        self.screen.resize(rows, columns)

    def type(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def click(self, text: str) -> None:
        """The left button, down and up, on the first place where this is shown."""
        column, row = next((line.index(text), at) for at, line in enumerate(self.lines) if text in line)
        self.type(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    def read(self, seconds: float) -> bool:
        """Take what the program wrote, waiting for it that long; whether it goes on."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._terminal, 65536)
        except OSError:
            data = b""
        self.written += data
        self._bytes.feed(data.replace(b"\x1b[0 q", b""))
        return bool(data)

    def settle(self) -> None:
        """Read until the program has nothing more to say for a moment."""
        before = -1
        while before != len(self.written):
            before = len(self.written)
            self.read(0.05)

    def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(TURNS):
            if holds():
                return
            if not self.read(0.02):
                break
        assert holds(), self.text

    def shows(self, *texts: str) -> None:
        self.until(lambda: all(text in self.text for text in texts))

    def ended(self) -> int:
        """Read to the end, and give the exit code."""
        while self.read(0.05):
            pass
        return self.waited()

    def hang_up(self) -> None:
        """As when the window is closed."""
        os.close(self._terminal)
        self._terminal = -1

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.process, number)

    def kill(self) -> None:
        """SIGKILL, as when the machine loses its power."""
        self.signal(signal.SIGKILL)
        self.waited()

    def waited(self) -> int:
        _, status = os.waitpid(self.process, 0)
        self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def stop(self) -> None:
        """For the end of a test, however it ended."""
        if self.code is None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        if self._terminal >= 0:
            os.close(self._terminal)


class Shell(TerminalProgram):
    """A shell in a terminal of its own, which can stop a program and go on with it."""

    @staticmethod
    def command(arguments: Sequence[str]) -> list[str]:
        return ["/bin/sh", "-i", *arguments]

    def start(self, *arguments: str) -> None:
        self.type(shlex.join(super().command(arguments)) + "\n")


def all_show(holds: Callable[[], bool], *programs: TerminalProgram) -> None:
    """Read what all of them write until something holds: who is not read cannot go on."""
    for _ in range(10 * TURNS):
        if holds():
            return
        for program in programs:
            program.read(0.02)
    raise AssertionError("\n\n".join(program.text for program in programs))
