"""Who can be heard at a table: directly, or through others; and since when not.

In: what arrives, from whom, and the time. Out: who is there, who lacks whose messages, which two seats have
no connection. A seat that anybody hears is there, however long it thinks; away is who is heard by nobody.
A connection may have fallen silent long before its ends know it: who lacks what it should bring is late,
signs of life like everything else.

What a seat tells of itself through others may be an old word that somebody repeats. It is from now, *fresh*,
if it names a word of ours as heard that we said since we started; and a sign of life, if that was lately.
"""

from collections import deque
from collections.abc import Collection, Iterable

from protocol.peer_messages import Have

SLEPT_SECONDS = 5
"""Who has not looked at the clock for so long has slept, and cannot say that others were away meanwhile."""

HEARD_SECONDS = 15
"""Who has told nothing of itself for so long is not heard; no connection may be silent longer, either."""

ECHO_SECONDS = 30
"""What others pass on is from now if it has heard a word of ours that is not older; many times a way there
and back, and no use to whoever keeps an hour of such words to show one every minute."""

UNHEARD_SECONDS = 3
"""So soon after a connection broke, a seat that others hear is heard through them."""

LATE_SECONDS = 0.5
"""Who lacks something of an author so long after we got it has a bad connection to it, or none any more."""

PASSED_ON = 8
"""Signs of life of one seat that are passed on in a second; an honest seat sends one or two, and more only
while its connections come and go."""


class Liveness:
    """The other seats, as one node hears them."""

    def __init__(self, own: int, others: Iterable[int], now: float, count: int = 0) -> None:
        """Begin; what we tell is counted from there on, higher at every start."""
        self.own = own
        self.count = count
        self.linked: set[int] = set()
        self.told: dict[int, Have] = {}
        self.fresh: set[int] = set()
        """Of whom what we know last is from now."""
        self._alone: set[int] = set()
        """Who was connected to us, or has told of itself: it has a node, and is the lowest seat of it."""
        self._start = count
        self._stale = count
        """What we had told when it was too old to be echoed now; and since then, second by second."""
        self._counts: deque[tuple[float, int]] = deque()
        self._heard = dict.fromkeys(others, now)
        self._got = dict(self._heard)
        """When the last message of each seat came."""
        self._lately: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """What each seat had told by the look before the last, and by the last, as counts."""
        self._late: dict[tuple[int, int], float] = {}
        """By seat and author: until when the one gets from us what the other says, connected or not."""
        self._relayed: dict[int, float] = {}
        self._looked = now
        self._passed: dict[int, int] = {}

    def look(self, now: float, linked: Collection[int]) -> bool:
        """Once a second: who is connected. Whether we have slept, so that no wait of ours counts."""
        slept = not 0 <= now - self._looked <= SLEPT_SECONDS
        self._looked = now
        self._passed = {}
        self._lately = self._lately[1], {seat: have.count for seat, have in self.told.items()}
        if slept:
            self._stale = self.count
            self._counts.clear()
        self._counts.append((now, self.count))
        while self._counts[0][0] <= now - ECHO_SECONDS:
            _, self._stale = self._counts.popleft()
        self.linked = set(linked)
        self._alone |= self.linked
        for seat in self._heard if slept else self.linked:
            self._heard[seat] = now
        for seat in self.linked:
            self._relayed.pop(seat, None)
        return slept

    def hear(self, seat: int, now: float) -> None:
        """Something of a seat has come: from itself, or something new of it through others."""
        for one in (seat, *self._borne_by(seat)):
            self._heard[one] = now

    def get(self, author: int, now: float) -> None:
        """A new message of a seat has come, on whichever way."""
        self._got[author] = now
        self.hear(author, now)

    def expect_late(self, have: Have, lacked: Iterable[int], now: float) -> None:
        """A seat lacks what these have said last: for a while it gets what they say from us as well.

        So it does of those to whom it takes itself for connected, and whose signs of life do not reach it.
        """
        late = [author for author in lacked if now - self._got.get(author, now) >= LATE_SECONDS]
        told, _ = self._lately
        late += [one for one, count in told.items() if one in have.linked and have.heard[one] < count]
        self._late |= dict.fromkeys(((have.seat, author) for author in late), now + HEARD_SECONDS)

    def _borne_by(self, seat: int) -> list[int]:
        """Higher seats that a seat names and that never tell of themselves: it speaks for all of one node.

        Who has ever had a connection of its own has a node of its own.
        """
        linked = self.told[seat].linked if seat in self.told else ()
        return [one for one in linked if one > seat and one in self._heard and one not in self._alone]

    def take(self, have: Have, now: float, *, directly: bool) -> bool:
        """Keep what a seat tells of itself; False if it is no news. Itself it knows best."""
        known = self.told.get(have.seat)
        if not directly and known is not None and self._age(have) <= self._age(known):
            return False
        self.told[have.seat] = have
        self._alone.add(have.seat)
        if directly or self._age(have) > (0, have.count):
            self.fresh.add(have.seat)
        if directly or self._stale < have.heard[self.own] <= self.count:
            self.hear(have.seat, now)
            if not directly:
                self._relayed[have.seat] = self._looked
        return True

    def _age(self, have: Have) -> tuple[int, int]:
        """Which word of ours it follows, if that is one since our start; then by its own count.

        A clock that was set back lowers its count, and never what it has heard.
        """
        echo = have.heard[self.own]
        return (echo if self._start < echo <= self.count else 0), have.count

    def heard(self, seats: int) -> tuple[int, ...]:
        """For each seat the count of its last word."""
        return tuple(self.told[seat].count if seat in self.told else 0 for seat in range(seats))

    def silence(self, seat: int, now: float) -> float:
        """For how many seconds nothing of a seat has come, on any way."""
        return now - self._heard[seat]

    def through(self) -> tuple[int, ...]:
        """The seats without a connection of ours that others hear, who pass on what they say."""
        late = self._looked - HEARD_SECONDS
        found = self.reach().difference(self.linked)
        return tuple(sorted(seat for seat in found if self._relayed.get(seat, late) > late))

    def unheard(self) -> tuple[tuple[int, int], ...]:
        """The seats that nobody hears, and for how many seconds we have heard nothing of each."""
        heard = self.linked.union(self.through())
        silent = {seat: int(self.silence(seat, self._looked)) for seat in self._heard if seat not in heard}
        return tuple((seat, seconds) for seat, seconds in silent.items() if seconds >= UNHEARD_SECONDS)

    def lacking(self, author: int, source: int | None) -> list[int]:
        """Who is connected to us but not to the author, or late, and so needs to get its messages from us."""
        others = self.linked.difference((author, source)).intersection(self.told)
        return [seat for seat in sorted(others) if self._is_lacking(seat, author)]

    def _is_lacking(self, seat: int, author: int) -> bool:
        is_late = self._late.get((seat, author), self._looked) > self._looked
        return is_late or author not in self.told[seat].linked

    def pass_on(self, have: Have, source: int) -> list[int]:
        """Whom to tell what a seat has told of itself. Nobody makes us say more than a little each second."""
        passed = self._passed.get(have.seat, 0)
        readers = self.lacking(have.seat, source) if passed < PASSED_ON else []
        if readers:
            self._passed[have.seat] = passed + 1
        return readers

    def reach(self) -> set[int]:
        """All who are there: our connections, theirs as they tell them, and so on."""
        found, ahead = set[int](), set(self.linked)
        while ahead:
            found |= ahead
            ahead = {seat for one in ahead if one in self.told for seat in self.told[one].linked} - found
        return found

    def strangers(self, own: Collection[int]) -> set[tuple[int, int]]:
        """Every two seats that are there and have no connection to each other, as far as they tell."""
        links = {seat: set(self.told[seat].linked) for seat in self.reach().intersection(self.told)}
        ours = dict.fromkeys(own, self.linked.union(own))
        links |= ours
        return {(a, b) for a in links for b in links if a < b and b not in links[a] and a not in links[b]}
