"""Who leaves a game, as lines for people: who resigned, whom others want to go on without, who is out.

What was proven, what was signed by the one who goes, and what others attest are told in different words.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from p2p_heroes.node.news import ForfeitProposed, Relented, Reprieve, Unanswered
from p2p_heroes.ui.kit.words import joined
from protocol.envelope import Envelope
from protocol.events import Absent, Claimed
from protocol.messages import Forfeit, Resign

ANSWER_SECONDS = 30
"""Before that nobody needs to be told that somebody has not answered yet."""

COUNTDOWN = (30, 10, 5, 0)
"""At so many seconds left it is told once more that others want to go on without us."""


class Departures:
    """Of one table. `own`: the seat whose screen it is; none, where a record is read."""

    def __init__(self, names: Iterable[str], own: int | None) -> None:
        self._names = ["you" if seat == own else name for seat, name in enumerate(names)]
        self._own = own
        self.unheard: Collection[int] = ()
        """Whom nobody hears now: no line proposes to go on without anybody else."""
        self.asked: Callable[[], Collection[int]] = tuple
        """Whom we have asked to go on without already: no line proposes it once more."""
        self._resigned: set[int] = set()
        self._guilty: set[int] = set()
        self._out: dict[int, int] = {}
        self._signers: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        self._left: dict[int, tuple[frozenset[int], int]] = {}
        self._wishes: set[tuple[int, int]] = set()
        """By author and seat: who was told to want to go on without whom."""
        self._told = ""
        self._claim: Claimed | None = None
        self._reprieve: Reprieve | None = None

    def is_gone(self, seat: int) -> bool:
        """Whether the seat does not wait for its player any more."""
        return seat in self._resigned or seat in self._out

    @property
    def may_vote(self) -> bool:
        """Whether whoever looks at the screen can ask to go on without somebody."""
        return self._own is not None and not self.is_gone(self._own) and self._own not in self._guilty

    def may_ask(self, seat: int) -> bool:
        """Whether there is any use in asking to go on without this seat."""
        return self.may_vote and seat not in self.asked()

    def fate(self) -> str:
        """Why whoever looks at the screen is out of the game; empty: is not, or nobody knows."""
        if self._own in self._resigned:
            return "You resigned."
        step = self._out.get(self._own) if self._own is not None else None
        if step is None or self._own is None:
            return ""
        if self._own in self._guilty:
            return f"You are out since step {step}, after a fault."
        signers = self._all(sorted(self._signers[step, self._own])) or "The others"
        return f"{signers} went on without you at step {step}."

    def out(self, seat: int) -> int | None:
        """At which step a seat went out of the game; None: it has not, or not yet."""
        return self._out.get(seat)

    def convict(self, seat: int) -> None:
        """Something was proven against a seat."""
        self._guilty.add(seat)

    def forget(self) -> None:
        """The story is told from its beginning: whoever was out may be in it again."""
        self._out.clear()

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
                return self._ended_by(author, {seat for seat, _ in absences})
            case Forfeit(absences) if author != self._own:
                return self._wanted(author, [seat for seat, _ in absences])
        return []

    def _ended_by(self, author: int, named: set[int]) -> list[str]:
        """At a table of two: the other one has ended it for itself, and we may still go on."""
        rest = set(range(len(self._names))).difference(self._out)
        if rest != {author, self._own} or self._own not in named - self._resigned - self._guilty:
            return []
        name = self._names[author]
        return [
            f"{name} signed to have waited for you in vain, which ends the table for {name}, "
            f"decided for nobody. That is {name}'s word, no proof against you. "
            f"If you choose while {name} is there, it goes on."
        ]

    def _wanted(self, author: int, seats: Iterable[int]) -> list[str]:
        # Our own name on the list is told with a clock; a seat that is lost in any case needs no words.
        lost = {*self._resigned, *self._guilty, self._own}
        named = [seat for seat in seats if seat not in lost]
        self._wishes |= {(author, seat) for seat in named}
        away = [self._names[seat] for seat in named if seat in self.unheard and self.may_ask(seat)]
        hint = f" To ask for it too: forfeit {away[0]}" if away else ""
        return [f"{self._names[author]} wants to go on without {self._all(named)}.{hint}"] if named else []

    def named(self, news: ForfeitProposed) -> list[str]:
        """A clock in lines: when it begins to run, and a few times before it has run out."""
        by, before = self._left.get(news.seat, (frozenset(), 0))
        # Who takes it back and wants it again, without end, does not fill the screen.
        asked = by.union(news.by) if news.left <= before else frozenset(news.by)
        self._left[news.seat] = asked, news.left
        self._wishes |= {(author, news.seat) for author in asked.difference(by)}
        is_new = asked != by or news.left > before
        due = is_new or any(news.left <= mark < before for mark in COUNTDOWN)
        return [self.clock(news)] if due else []

    def relented(self, news: Relented) -> list[str]:
        """That somebody waits after all, if the wish was told; by a sign of their program, never forged."""
        wish = news.seat, news.without
        if wish not in self._wishes:
            return []
        self._wishes.remove(wish)
        return [f"{self._names[news.seat]} no longer wants to go on without {self._names[news.without]}."]

    def clock(self, news: ForfeitProposed) -> str:
        """That others want to go on without us, and until when we can choose."""
        wants = "wants" if len(news.by) == 1 else "want"
        until = f"choose within {news.left} s" if news.left else "choose now, it may be signed at any moment"
        return f"{self._all(news.by)} {wants} to go on without you: {until}."

    def unanswered(self, news: Unanswered) -> list[str]:
        """Once, after a while, and again when it is others, or one of them is away."""
        told = self.question(news) if max(dict(news.silent).values()) >= ANSWER_SECONDS else self._told
        before, self._told = self._told, told
        return [told] if told != before else []

    def question(self, news: Unanswered) -> str:
        """What we asked for, and who has not answered; who is gone may be gone on without as well."""
        without = [seat for seat in news.without if seat not in self._resigned | self._guilty]
        asked = f"You asked to go on without {self._all(without)}; " if without else ""
        there = [seat for seat, _ in news.silent if seat not in news.away]
        told = [f"{self._all(there)} {_has(there)} not answered"] if there else []
        if news.away:
            is_away = "is" if len(news.away) == 1 else "are"
            told.append(f"{self._all(news.away)} {is_away} away and {_has(news.away)} not answered")
            hint = f". To go on without {self._names[news.away[0]]}, too: forfeit {self._names[news.away[0]]}"
            return f"{asked}{'; '.join(told)}{hint if self.may_vote else '.'}"
        return f"{asked}{'; '.join(told)}."

    def absent(self, news: Absent) -> list[str]:
        """Who is out, by whose word, and what becomes of the seat."""
        step, seat = news.step, news.seat
        self._out[seat] = step
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

    @property
    def is_reprieved(self) -> bool:
        """Whether our own claim still waits for those who were missing."""
        return self._claim is not None

    def claimed(self, news: Claimed) -> list[str]:
        """A table that ended without a result; by our own word it has not yet, if somebody may still come."""
        others = set(range(len(self._names))).difference(news.seats)
        awaited = others.difference(self._out) - self._resigned - self._guilty
        if self._own not in news.seats or not awaited:
            return [self._ended(news)]
        self._claim = news
        who, whom = self._all(news.seats), self._all(sorted(awaited))
        return [
            f"Signed: {who} waited in vain for {whom}. Unless {whom} {_verb('come', awaited)} after all, "
            "the table ends, decided for nobody."
        ]

    def reprieved(self, news: Reprieve) -> list[str]:
        """For how long a claim waits for those who were missing: at first, and when that is over."""
        before, self._reprieve = self._reprieve, news
        is_new = before is None or before.seats != news.seats or (news.left == 0 and before.left > 0)
        leave = "" if self._own is None else " To go now, type leave."
        return [f"{self.reprieve(news)}{leave}"] if is_new else []

    def reprieve(self, news: Reprieve) -> str:
        """That the game goes on if somebody comes, and how long that can be."""
        whom = self._all(news.seats)
        until = f"for {news.left} s more" if news.left else "as long as anybody hears them"
        return f"Waiting for {whom} {until}: if {whom} {_verb('choose', news.seats)}, the game goes on."

    def goes_on(self) -> list[str]:
        """The claim is void: whoever was missing came."""
        self._claim = None
        before, self._reprieve = self._reprieve, None
        return [f"{self._all(before.seats)} came after all: the game goes on."] if before is not None else []

    def stands(self) -> list[str]:
        """Nobody came."""
        claim, reprieve = self._claim, self._reprieve
        self._claim = self._reprieve = None
        if claim is not None:
            return [self._ended(claim)]
        # A bot's owner has read whose claim it is.
        return ["The table ended, decided for nobody."] if reprieve is not None else []

    def _ended(self, news: Claimed) -> str:
        ended = "The table ended, decided for nobody"
        others = set(range(len(self._names))).difference(news.seats)
        awaited = others.difference(self._out) - self._resigned - self._guilty
        if not awaited and (cause := self._nobody_awaited(others)):
            return f"{ended}: {cause}."
        who, whom = self._all(news.seats), self._all(sorted(awaited)) or "the others"
        if self._own in news.seats:
            return f"{ended}: {who} waited in vain for {whom}."
        told = f"{ended}: {who} signed at step {news.step} to have waited for {whom} in vain."
        record = " That is on record as their word, not as a proof against you."
        return f"{told}{record if self._own in awaited else ''}"

    def _nobody_awaited(self, others: set[int]) -> str:
        """Why a table ended at which nobody was waited for."""
        resigned, guilty = others & self._resigned, others & self._guilty
        told = [f"{self._all(sorted(resigned))} resigned"] if resigned else []
        told += [f"a fault is proven against {self._all(sorted(guilty))}"] if guilty else []
        return "; ".join(told)

    def _all(self, seats: Iterable[int]) -> str:
        return joined([self._names[seat] for seat in seats])


def _has(seats: Collection[int]) -> str:
    return "has" if len(seats) == 1 else "have"


def _verb(verb: str, seats: Collection[int]) -> str:
    return f"{verb}s" if len(seats) == 1 else verb
