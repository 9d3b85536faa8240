"""How long each seat has been waited for: a clock that starts anew when the seat moves on.

Pure: the time is an argument. Whether a wait becomes an absence is for the players to say.
"""

from collections.abc import Iterable

from protocol.frozen import Frozen
from protocol.session import Waiting


class _Wait(Frozen):
    step: int
    waiting: Waiting
    since: float


class Patience:
    """The waits of one table."""

    def __init__(self) -> None:
        self._waits: dict[int, _Wait] = {}

    def note(self, step: int, waited: Iterable[Waiting], now: float) -> None:
        """The table waits for these seats now, and for no others."""
        before = self._waits
        self._waits = {}
        for waiting in waited:
            old = before.get(waiting.seat)
            same = old is not None and (old.step, old.waiting) == (step, waiting)
            self._waits[waiting.seat] = old if old and same else _Wait(step, waiting, now)

    def restart(self, now: float) -> None:
        """Whatever was waited for is waited for from now on."""
        self._waits = {seat: _Wait(wait.step, wait.waiting, now) for seat, wait in self._waits.items()}

    def seconds(self, now: float) -> dict[int, int]:
        """For each seat that is waited for, how long already."""
        return {seat: int(now - wait.since) for seat, wait in sorted(self._waits.items())}
