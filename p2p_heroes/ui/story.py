"""A node's news as lines for people: the story of the game, and who is waited for.

Has the table's own words; those of a game are its face's.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from p2p_heroes.node.news import (
    Alone,
    Apart,
    ForfeitProposed,
    Forgotten,
    Left,
    Linked,
    Lost,
    News,
    Refusals,
    Relented,
    Reprieve,
    ReprieveOver,
    Resumed,
    Spoke,
    Torn,
    Unanswered,
    Unlinked,
    WaitingFor,
)
from p2p_heroes.node.table import Position
from p2p_heroes.ui.departures import Departures
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.styled_lines import LineKind, Told
from p2p_heroes.ui.presence import NOT_DIRECTLY, THROUGH, pairs_told
from p2p_heroes.ui.safe_text import plainly
from p2p_heroes.ui.started import command
from p2p_heroes.ui.words import fault_sentence, refusal_sentence
from protocol.events import Absent, Claimed, Event, Finished, Heard, Proved, Rebuilt, Said, Settled
from protocol.rules import AskChance, AskSecret

FIRST_WAIT_SECONDS = 30
"""Before that nobody needs to be told that somebody thinks."""

PEER_GONE = "PeerGone"
"""A connection that ended is counted like a refusal, but is none."""

FORGOTTEN = (
    "What you have chosen in secret is not in this copy of the game, and nobody else knows it, so all wait "
    "for you. To let the game go on: resign"
)
"""An old copy of the record was restored."""

COMINGS = 12
"""How often in one step it is told that a seat comes or goes: the seat itself decides how often it does."""


class Story:
    """Tells the news of one table."""

    def __init__(
        self,
        game: str,
        names: Sequence[str],
        *,
        own: int | None = None,
        seen: Callable[[Position], object] | None = None,
        mark: str = "*",
    ) -> None:
        """`own`: the seat whose screen it is told on; none, where a record is read. `seen`: what it sees."""
        self._ui = GAME_UIS[game]
        self._seen = seen
        self._faces: dict[int, int] = {}
        self._names = names
        self._mark = mark
        self._over = False
        self._connections: dict[int, Linked | Lost | Left | Unlinked] = {}
        self._unlinked = Unlinked((), ())
        self._comings: Counter[int | tuple[int, int]] = Counter()
        self._pairs: tuple[tuple[int, int], ...] = ()
        self._waited: dict[int, tuple[int, bool]] = {}
        self._refused: set[str] = set()
        self._is_retold = False
        self.departures = Departures(names, own)

    def tell(self, news: News) -> list[str]:
        """What a person should read of it; often nothing."""
        match news:
            case Settled():
                self._comings.clear()
                return [*self.departures.goes_on(), *self._settled(news)]
            case Said(envelope) | Heard(envelope):
                return self.departures.said(envelope)
            case ForfeitProposed():
                return self.departures.named(news)
            case Relented():
                return self.departures.relented(news)
            case Proved(proof, detail):
                self.departures.convict(proof.seat)
                fault = fault_sentence(self._names[proof.seat], proof.fault)
                return [Told(fault, LineKind.PROVEN), f"  ({plainly(detail)})"]
            case Absent():
                return self.departures.absent(news)
            case Rebuilt():
                self.departures.forget()
                self._is_retold = True
                return ["The others went on without us while we were away. The story so far, once more:"]
            case Finished(_, state):
                self._over = True
                return [Told(f"Everybody signed the final state {state.hex()[:16]}.", LineKind.FAIR)]
            case Claimed():
                told = self.departures.claimed(news)
                self._over = not self.departures.is_reprieved
                return told
            case Reprieve():
                self._over = False
                return self.departures.reprieved(news)
            case ReprieveOver(stands):
                self._over = stands
                return self.departures.stands() if stands else self.departures.goes_on()
            case Linked() | Lost() | Left():
                return [] if self._over else self._connection(news)
            case Unlinked():
                return self._heard_otherwise(news)
            case Apart():
                return [] if self._over else self._apart(news)
            case Spoke(seat, text):
                # No line of our own begins so: whatever somebody is called and says, it is seen to be said.
                return [f"<{self._names[seat]}> {text}"]
            case Resumed(before):
                return self._resumed(before)
            case Torn(count):
                return [f"A crash tore off the last {count} bytes of the record; they were cut."]
            case WaitingFor():
                return [*self._once_more(), *self._waiting(news)]
            case Unanswered():
                return self.departures.unanswered(news)
            case Forgotten():
                return [FORGOTTEN]
            case Alone(seats, patience):
                return [self._alone(seats, patience)]
            case Refusals():
                return self._refusal(news)
        return []

    def _resumed(self, before: Iterable[Event | Spoke]) -> list[str]:
        """Everything once more, as it was told when it happened; what the others undid is left out."""
        told: list[str] = []
        for event in before:
            if isinstance(event, Rebuilt):
                told.clear()
            else:
                told += self.tell(event)  # type: ignore[arg-type]  # what no node tells is told as nothing
        return ["The story so far:", *told, "", "You are back."] if told else []

    def _once_more(self) -> list[str]:
        """At the end of a story that was told anew: if we are out, by whom. Nobody should have to scroll."""
        is_retold, self._is_retold = self._is_retold, False
        fate = self.departures.fate() if is_retold else ""
        return [f"You watch: {fate}"] if fate else []

    def _settled(self, news: Settled) -> list[str]:
        assert isinstance(news.after, Position)
        if self._seen is not None:
            self._faces |= self._ui.faces(self._seen(news.after))
        told = self._ui.tell_knowing(news.after.events, self._names, self._faces)
        if not isinstance(news.need, AskSecret | AskChance):
            return told
        opened = f"  {self._mark} step {news.step}: every commitment was locked by all, and every one opened"
        return [Told(opened, LineKind.FAIR), *told]

    def _connection(self, news: Linked | Lost | Left) -> list[str]:
        name, before = self._names[news.seat], self._connections.get(news.seat)
        if isinstance(news, Lost) and isinstance(before, Left):
            return []
        self._connections[news.seat] = news
        if isinstance(news, Linked):
            return self._coming(news.seat, f"{name} is connected.")
        if isinstance(news, Left):
            waits = "" if self.departures.is_gone(news.seat) else " and may come back; the seat waits"
            return self._coming(news.seat, f"{name} left{waits}.")
        return self._coming(news.seat, f"The connection to {name} broke; dialling again.")

    def _coming(self, seat: int, line: str) -> list[str]:
        self._comings[seat] += 1
        return [line] if self._comings[seat] <= COMINGS else []

    def _heard_otherwise(self, news: Unlinked) -> list[str]:
        """Who has no connection to us, and is here all the same, or is not. Who never came is not missed."""
        before, self._unlinked = self._unlinked, news
        self.departures.unheard = {seat for seat, _ in news.silent}
        if self._over:
            return []
        lines: list[str] = []
        for seat in sorted(set(news.through).difference(before.through)):
            self._connections[seat] = news
            lines += self._coming(seat, f"{self._names[seat]} is here{THROUGH}.")
        for seat in sorted(self.departures.unheard.difference(dict(before.silent))):
            if not isinstance(self._connections.get(seat), Left | None):
                lines += self._coming(seat, f"Nobody hears {self._names[seat]} any more: away.")
        return lines

    def _apart(self, news: Apart) -> list[str]:
        """Which two lack a direct connection, or have one again. Perhaps only a firewall is in between."""
        before, self._pairs = self._pairs, news.pairs
        lost = self._not_too_often(pair for pair in news.pairs if pair not in before)
        joined = self._not_too_often(news.joined)
        return [
            *([f"{NOT_DIRECTLY}: {pairs_told(lost, self._names)}."] if lost else []),
            *([f"With a direct connection now: {pairs_told(joined, self._names)}."] if joined else []),
        ]

    def _not_too_often(self, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Those of which little was told in this step: what a seat says of its connections is up to it."""
        told = list(pairs)
        self._comings.update(told)
        return [pair for pair in told if self._comings[pair] <= COMINGS]

    def _refusal(self, news: Refusals) -> list[str]:
        """Once for each kind: whoever knocks a thousand times does not fill the screen."""
        if news.name in self._refused or news.name == PEER_GONE:
            return []
        self._refused.add(news.name)
        return [refusal_sentence(news.name)]

    def _waiting(self, news: WaitingFor) -> list[str]:
        """A clock in lines: one after a while, each further one after twice the time, one when away."""
        before, self._waited = self._waited, {}
        lines = []
        for seat, seconds in news.seconds:
            told, was_away = before.get(seat, (0, False))
            if told > seconds:  # it has moved on, and is waited for anew
                told, was_away = 0, False
            is_away = seat in news.away
            if seconds >= max(FIRST_WAIT_SECONDS, 2 * told) or is_away > was_away:
                told = seconds
                lines.append(self._clock(seat, seconds, is_away=is_away))
            self._waited[seat] = told, is_away
        return lines

    def _alone(self, seats: Iterable[int], patience: int) -> str:
        votes = ", ".join(f"forfeit {self._names[seat]}" for seat in seats)
        return (
            f"Nobody else has been heard for {patience} s. Your seat waits: you may leave, and "
            f"`{command()} resume` when they are back. To end the table here instead, choose, and then: "
            f"{votes}"
        )

    def _clock(self, seat: int, seconds: int, *, is_away: bool) -> str:
        # Who is heard may be thinking: to go on without them is nothing that a line proposes.
        name = self._names[seat]
        hint = f" To go on without: forfeit {name}" if is_away and self.departures.may_ask(seat) else ""
        return f"{name} has been awaited for {seconds} s.{hint}"
