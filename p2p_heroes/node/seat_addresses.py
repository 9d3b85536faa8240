"""Where the seats of a table may be found: what each source has said last.

A seat itself knows best, but it may have moved since; others may have seen it elsewhere, or lie. So nothing
is believed and nothing thrown away: each source has its word on each seat, and all of them are tried, last
those of who was wrong before.
"""

from collections.abc import Iterable, Mapping

from p2p_heroes.node.interfaces import bare
from protocol.peer_messages import Address

Place = tuple[str, int]

REMEMBERED = -1
ANNOUNCED = -2
"""Sources besides seats: what we knew before we came; what the seat has announced, with its signature."""


MOST_ANNOUNCED = 8
"""Places of one seat that are kept of what it has announced, the newest."""


def places_told(known: Iterable[Address], teller: str) -> dict[int, Place]:
    """Where seats listen, as somebody says whom we reach at an address.

    The interface in a link-local one is the teller's; ours is that by which we reach the teller.
    """
    _, percent, ours = teller.partition("%")

    def here(host: str) -> str:
        return f"{bare(host)}%{ours}" if percent and "%" in host else host

    return {address.seat: (here(address.host), address.port) for address in known}


class Places:
    """The addresses of the other seats."""

    def __init__(self, known: Mapping[int, Place]) -> None:
        self._said: dict[int, dict[int, tuple[Place, ...]]] = {
            seat: {REMEMBERED: (place,)} for seat, place in known.items()
        }
        self._wrong: set[tuple[int, int]] = set()
        """By seat and source: who named a place where somebody else was."""
        self._changed = False

    def note(self, seat: int, source: int, place: Place) -> None:
        """A source says where a seat listens, whatever it has said before."""
        said = dict(self._said.get(seat, {}))
        known = said.pop(source, ())
        # What was said last is tried first.
        self._said[seat] = {source: (place,), **said}
        self._changed |= source == seat and known != (place,)
        if source == seat:
            # It has moved, and says so itself.
            self._wrong.discard((seat, source))

    def announce(self, seat: int, place: Place) -> None:
        """The seat has announced that it listens there, too."""
        said = dict(self._said.get(seat, {}))
        known = [other for other in said.pop(ANNOUNCED, ()) if other != place]
        self._said[seat] = {ANNOUNCED: (place, *known)[:MOST_ANNOUNCED], **said}
        self._wrong.discard((seat, ANNOUNCED))

    def forget(self, seat: int, place: Place) -> None:
        """Somebody else is there. Who said that the seat is may say so again, and is tried last."""
        said = self._said.get(seat, {}).items()
        self._wrong |= {(seat, source) for source, places in said if place in places}
        rest = {source: tuple(one for one in places if one != place) for source, places in said}
        self._said[seat] = {source: places for source, places in rest.items() if places}

    def of(self, seat: int) -> list[Place]:
        """Where a seat may be, the likeliest first, each once."""
        said = self._said.get(seat, {})
        sources = sorted(said, key=lambda source: (seat, source) in self._wrong)
        return list(dict.fromkeys(place for source in sources for place in said[source]))

    def best(self) -> dict[int, Place]:
        """One place of each seat: what it said itself, or else the likeliest."""
        known = {seat: said for seat, said in self._said.items() if said}
        return {seat: said[seat][0] if seat in said else self.of(seat)[0] for seat, said in known.items()}

    def take_change(self) -> bool:
        """Whether a seat has told of a new place since the last time."""
        changed, self._changed = self._changed, False
        return changed
