"""A connected socket as a stream that wastes no turn of the loop.

In: a socket stream of trio's. Out: the same bytes. Where trio tries first and then waits, a read here waits
first, because mostly nothing has come yet; and what the system takes at once is sent without a wait.
"""

import os

import trio

CHUNK = 65536


class Wire(trio.abc.Stream):
    """One end of a TCP connection."""

    def __init__(self, plain: trio.SocketStream) -> None:
        self.plain = plain
        self._number = plain.socket.fileno()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        while True:
            await trio.lowlevel.wait_readable(self._descriptor())
            try:
                return os.read(self._descriptor(), max_bytes or CHUNK)
            except BlockingIOError:
                continue
            except OSError as error:
                raise trio.BrokenResourceError(str(error)) from error

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        rest = memoryview(data)
        while rest := rest[self.send_now(rest) :]:
            await trio.lowlevel.wait_writable(self._descriptor())

    def send_now(self, data: bytes | memoryview) -> int:
        """How much of it the system has taken, without waiting for the other side to read."""
        try:
            return os.write(self._descriptor(), data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise trio.BrokenResourceError(str(error)) from error

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.wait_writable(self._descriptor())

    async def aclose(self) -> None:
        # From here on its number may be another connection's.
        self._number = -1
        await self.plain.aclose()

    def _descriptor(self) -> int:
        if self._number < 0:
            raise trio.ClosedResourceError("the connection was closed")
        return self._number
