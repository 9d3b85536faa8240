"""Where the seats of a table may be found: what each source has said last.

A seat itself knows best, but it may have moved since; others may have seen it elsewhere, or lie. So nothing
is believed and nothing thrown away: each source has its word on each seat, and all of them are tried.
"""

from collections.abc import Mapping

Place = tuple[str, int]

REMEMBERED = -1
ANNOUNCED = -2
"""Sources besides seats: what we knew before we came; what the seat has announced, with its signature."""


MOST_ANNOUNCED = 8
"""Places of one seat that are kept of what it has announced, the newest."""


class Places:
    """The addresses of the other seats."""

    def __init__(self, known: Mapping[int, Place]) -> None:
        self._said: dict[int, dict[int, tuple[Place, ...]]] = {
            seat: {REMEMBERED: (place,)} for seat, place in known.items()
        }
        self._changed = False

    def note(self, seat: int, source: int, place: Place) -> None:
        """A source says where a seat listens, whatever it has said before."""
        said = dict(self._said.get(seat, {}))
        known = said.pop(source, ())
        # What was said last is tried first.
        self._said[seat] = {source: (place,), **said}
        self._changed |= source == seat and known != (place,)

    def announce(self, seat: int, place: Place) -> None:
        """The seat has announced that it listens there, too."""
        said = dict(self._said.get(seat, {}))
        known = [other for other in said.pop(ANNOUNCED, ()) if other != place]
        self._said[seat] = {ANNOUNCED: (place, *known)[:MOST_ANNOUNCED], **said}

    def forget(self, seat: int, place: Place) -> None:
        """The seat is not there."""
        said = self._said[seat].items()
        rest = {source: tuple(one for one in places if one != place) for source, places in said}
        self._said[seat] = {source: places for source, places in rest.items() if places}

    def of(self, seat: int) -> list[Place]:
        """Where a seat may be, the likeliest first, each once."""
        return list(dict.fromkeys(place for places in self._said.get(seat, {}).values() for place in places))

    def best(self) -> dict[int, Place]:
        """One place of each seat: what it said itself, or else what was said last."""
        known = {seat: said for seat, said in self._said.items() if said}
        return {seat: (said.get(seat) or next(iter(said.values())))[0] for seat, said in known.items()}

    def take_change(self) -> bool:
        """Whether a seat has told of a new place since the last time."""
        changed, self._changed = self._changed, False
        return changed
