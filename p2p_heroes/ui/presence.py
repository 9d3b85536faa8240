"""Who is connected, and since when not: by the news of a node, in words."""

from collections.abc import Callable, Iterable
from datetime import datetime

from p2p_heroes.node.news import Left, Linked, Lost, News

NOT_YET = "is not connected yet"


def time_of_day() -> str:
    """As a clock on the wall shows it."""
    return datetime.now().strftime("%H:%M")


class Presence:
    """The other seats of a table, as far as they are away."""

    def __init__(self, others: Iterable[int] = (), now: Callable[[], str] = time_of_day) -> None:
        self.away: dict[int, str] = dict.fromkeys(others, NOT_YET)
        self._left: set[int] = set()
        self._now = now

    def note(self, news: News) -> None:
        match news:
            case Linked(seat):
                self.away.pop(seat, None)
                self._left.discard(seat)
            case Left(seat):
                self._left.add(seat)
                self.away[seat] = f"left at {self._now()}"
            case Lost(seat) if seat not in self._left:
                self.away[seat] = f"has been away since {self._now()}"
