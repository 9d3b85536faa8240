"""Who leaves a game, as lines for people: who resigned, whom others want to go on without, who is out.

What was proven, what was signed by the one who goes, and what others attest are told in different words.
"""

from collections import defaultdict
from collections.abc import Iterable

from p2p_heroes.node.news import Named
from p2p_heroes.ui.words import joined
from protocol.envelope import Envelope
from protocol.events import Absent, Claimed
from protocol.messages import Forfeit, Resign

COUNTDOWN = (30, 10, 5, 0)
"""At so many seconds left it is told once more that others want to go on without us."""


class Departures:
    """Of one table. `own`: the seat whose screen it is; none, where a record is read."""

    def __init__(self, names: Iterable[str], own: int | None) -> None:
        self._names = ["you" if seat == own else name for seat, name in enumerate(names)]
        self._own = own
        self._resigned: set[int] = set()
        self._guilty: set[int] = set()
        self._out: set[int] = set()
        self._signers: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        self._left: dict[int, tuple[tuple[int, ...], int]] = {}

    def is_gone(self, seat: int) -> bool:
        """Whether the seat does not wait for its player any more."""
        return seat in self._resigned or seat in self._out

    def convict(self, seat: int) -> None:
        """Something was proven against a seat."""
        self._guilty.add(seat)

    def said(self, envelope: Envelope) -> list[str]:
        """Who gives up a seat, and who wants to go on without one."""
        author = envelope.seat
        match envelope.message:
            case Resign():
                self._resigned.add(author)
                return [] if author == self._own else [f"{self._names[author]} resigned, and signed it."]
            case Forfeit(absences, signed=True):
                for seat, _ in absences:
                    self._signers[envelope.step, seat].add(author)
            case Forfeit(absences) if author != self._own:
                return self._wanted(author, [seat for seat, _ in absences])
        return []

    def _wanted(self, author: int, seats: Iterable[int]) -> list[str]:
        # Our own name on the list is told with a clock; a seat that is lost in any case needs no words.
        lost = {*self._resigned, *self._guilty, self._own}
        named = [self._names[seat] for seat in seats if seat not in lost]
        hint = "" if self._own is None or not named else f" To ask for it too: forfeit {named[0]}"
        return [f"{self._names[author]} wants to go on without {joined(named)}.{hint}"] if named else []

    def named(self, news: Named) -> list[str]:
        """A clock in lines: when it begins to run, and a few times before it has run out."""
        by, before = self._left.get(news.seat, ((), 0))
        self._left[news.seat] = news.by, news.left
        is_new = by != news.by or news.left > before
        due = is_new or any(news.left <= mark < before for mark in COUNTDOWN)
        return [self.clock(news)] if due else []

    def clock(self, news: Named) -> str:
        """That others want to go on without us, and until when we can choose."""
        wants = "wants" if len(news.by) == 1 else "want"
        until = f"choose within {news.left} s" if news.left else "choose now, it may be signed at any moment"
        return f"{self._all(news.by)} {wants} to go on without you: {until}."

    def absent(self, news: Absent) -> list[str]:
        """Who is out, by whose word, and what becomes of the seat."""
        step, seat = news.step, news.seat
        self._out.add(seat)
        signers = self._all(sorted(self._signers[step, seat])) or "the others"
        if seat == self._own:
            return [self._we_are_out(step, signers)]
        name = self._names[seat]
        goes_on = f"The rules move for {name} from here on."
        if seat in self._resigned:
            return [goes_on]
        why = "after the fault" if seat in self._guilty else "having waited in vain"
        return [f"{name} is out at step {step}, by the word of {signers}, {why}. {goes_on}"]

    def _we_are_out(self, step: int, signers: str) -> str:
        watch = "The rules move for you from here on; you may watch to the end, or leave."
        if self._own in self._resigned:
            return watch
        if self._own in self._guilty:
            return f"You are out at step {step}, by the word of {signers}, after the fault. {watch}"
        return (
            f"You are out of the game: {signers} signed at step {step} to have waited for you in vain. "
            f"That is on record as their word, not as a proof against you. {watch}"
        )

    def claimed(self, news: Claimed) -> list[str]:
        """A table that ended without a result."""
        ended = "The table ended, decided for nobody"
        missing = set(range(len(self._names))).difference(news.seats, self._out - self._resigned)
        if missing and missing <= self._resigned:
            return [f"{ended}: {self._all(sorted(missing))} resigned."]
        who = self._all(news.seats)
        if self._own in missing:
            signed = f"{who} signed at step {news.step} to have waited for you in vain"
            return [f"{ended}: {signed}. That is on record as their word, not as a proof against you."]
        return [f"{ended}: {who} waited in vain for the others."]

    def _all(self, seats: Iterable[int]) -> str:
        return joined([self._names[seat] for seat in seats])
