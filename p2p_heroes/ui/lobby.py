"""The list in a lobby as a line: told when it says something new, and no more often."""

from collections.abc import Callable

from protocol.peer_messages import LobbySeat, Seats


class Lobby:
    """What was told of one lobby."""

    def __init__(self, listed: Callable[[list[LobbySeat]], str]) -> None:
        """`listed`: who sits, in words."""
        self._listed = listed
        self._told = ""
        self._known: set[bytes] = set()

    def told(self, notice: Seats) -> str:
        """The line, or nothing if it is not worth one. Who has just come chooses first, in a moment."""
        fresh = {place.key for place in notice.places if not place.ready} - self._known
        self._known = {place.key for place in notice.places}
        half = ". Half of you may go on without the others" if notice.half else ""
        seats = f"{len(notice.places)} of {notice.wanted} seats"
        line = f"{seats}: {self._listed(list(notice.places))}{half}"
        if fresh or line == self._told:
            return ""
        self._told = line
        return line


def waits_for(notice: Seats) -> str:
    """Whom a lobby waits for."""
    missing = notice.wanted - len(notice.places)
    return f"Waiting for {missing} more." if missing > 0 else "All sit. The table is being founded."
