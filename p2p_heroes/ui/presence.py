"""Who is here, directly or through others, and since when not: by the news of a node, in words."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from p2p_heroes.node.news import Apart, Left, Linked, Lost, News, Unlinked
from p2p_heroes.ui.kit.words import joined

NOT_YET = "is not connected yet"
THROUGH = " through others (no direct connection)"
NOT_DIRECTLY = "No direct connection, so others pass on what they say"


def time_of_day(ago: int = 0) -> str:
    """As a clock on the wall showed it so many seconds ago."""
    return (datetime.now() - timedelta(seconds=ago)).strftime("%H:%M")


def pairs_told(pairs: Iterable[tuple[int, int]], names: Sequence[str]) -> str:
    """Who of a list of pairs belongs with whom, each first one once."""
    with_whom: dict[int, list[str]] = {}
    for one, other in pairs:
        with_whom.setdefault(one, []).append(names[other])
    return "; ".join(f"{names[one]} with {joined(others)}" for one, others in with_whom.items())


class Presence:
    """The other seats of a table, as far as they are away or heard only through others.

    A connection that broke says nothing yet: within seconds the node knows whether others hear the seat.
    """

    def __init__(self, others: Iterable[int] = (), now: Callable[[int], str] = time_of_day) -> None:
        self._unlinked = set(others)
        self._gone = dict.fromkeys(self._unlinked, NOT_YET)
        self._silent: dict[int, str] = {}
        self._through: tuple[int, ...] = ()
        self._apart: tuple[tuple[int, int], ...] = ()
        self._now = now

    @property
    def away(self) -> dict[int, str]:
        """Who is heard by nobody, and since when."""
        told = self._silent | self._gone
        return {seat: told[seat] for seat in sorted(self._unlinked.intersection(told))}

    def is_through_others(self, seat: int) -> bool:
        """Whether a seat is here, but has no direct connection to us."""
        return seat in self._unlinked and seat in self._through

    def apart(self, names: Sequence[str]) -> str:
        """Which two of those who are here have no direct connection; empty: none."""
        told = pairs_told(self._apart, names)
        return f"{NOT_DIRECTLY}: {told}." if told else ""

    def note(self, news: News) -> None:
        match news:
            case Linked(seat):
                self._unlinked.discard(seat)
                self._gone.pop(seat, None)
            case Lost(seat):
                self._unlinked.add(seat)
            case Left(seat):
                self._unlinked.add(seat)
                self._gone[seat] = f"left at {self._now(0)}"
            case Apart(pairs):
                self._apart = pairs
            case Unlinked(through, silent):
                self._through = through
                for seat in through:
                    self._gone.pop(seat, None)
                since = {seat: f"has been away since {self._now(seconds)}" for seat, seconds in silent}
                # Who is still away is so since the same moment.
                self._silent = {seat: self._silent.get(seat, told) for seat, told in since.items()}
