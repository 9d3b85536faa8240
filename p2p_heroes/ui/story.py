"""A node's news as lines for people: the story of the game, and who is waited for.

Has the table's own words; those of a game are its face's.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from p2p_heroes.node.news import (
    Left,
    Linked,
    Lost,
    Named,
    News,
    Refusals,
    Resumed,
    Spoke,
    Torn,
    WaitingFor,
)
from p2p_heroes.node.table import Position
from p2p_heroes.ui.departures import Departures
from p2p_heroes.ui.faces import FACES
from p2p_heroes.ui.outside import plainly
from p2p_heroes.ui.told import Kind, Told
from p2p_heroes.ui.words import fault_sentence, refusal_sentence
from protocol.events import Absent, Claimed, Event, Finished, Heard, Proved, Rebuilt, Said, Settled
from protocol.rules import Chance, Secret

FIRST_WAIT_SECONDS = 30
"""Before that nobody needs to be told that somebody thinks."""

PEER_GONE = "PeerGone"
"""A connection that ended is counted like a refusal, but is none."""

COMINGS = 12
"""How often in one step it is told that a seat comes or goes: the seat itself decides how often it does."""


class Story:
    """Tells the news of one table."""

    def __init__(self, game: str, names: Sequence[str], *, own: int | None = None, mark: str = "*") -> None:
        """`own`: the seat whose screen it is told on; none, where a record is read."""
        self._tell_game = FACES[game].tell
        self._names = names
        self._mark = mark
        self._over = False
        self._connections: dict[int, Linked | Lost | Left] = {}
        self._comings: Counter[int] = Counter()
        self._waited: dict[int, tuple[int, bool]] = {}
        self._refused: set[str] = set()
        self.departures = Departures(names, own)

    def tell(self, news: News) -> list[str]:
        """What a person should read of it; often nothing."""
        match news:
            case Settled():
                self._comings.clear()
                return self._settled(news)
            case Said(envelope) | Heard(envelope):
                return self.departures.said(envelope)
            case Named():
                return self.departures.named(news)
            case Proved(proof, detail):
                self.departures.convict(proof.seat)
                fault = fault_sentence(self._names[proof.seat], proof.fault)
                return [Told(fault, Kind.PROVEN), f"  ({plainly(detail)})"]
            case Absent():
                return self.departures.absent(news)
            case Rebuilt():
                return ["The others went on without us while we were away. The story so far, once more:"]
            case Finished(_, state):
                self._over = True
                return [Told(f"Everybody signed the final state {state.hex()[:16]}.", Kind.FAIR)]
            case Claimed():
                self._over = True
                return self.departures.claimed(news)
            case Linked() | Lost() | Left():
                return [] if self._over else self._connection(news)
            case Spoke(seat, text):
                # No line of our own begins so: whatever somebody is called and says, it is seen to be said.
                return [f"<{self._names[seat]}> {text}"]
            case Resumed(before):
                return self._resumed(before)
            case Torn(count):
                return [f"A crash tore off the last {count} bytes of the record; they were cut."]
            case WaitingFor():
                return self._waiting(news)
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

    def _settled(self, news: Settled) -> list[str]:
        assert isinstance(news.after, Position)
        told = self._tell_game(news.after.events, self._names)
        if not isinstance(news.need, Secret | Chance):
            return told
        opened = f"  {self._mark} step {news.step}: every commitment was locked by all, and every one opened"
        return [Told(opened, Kind.FAIR), *told]

    def _connection(self, news: Linked | Lost | Left) -> list[str]:
        name, before = self._names[news.seat], self._connections.get(news.seat)
        self._connections[news.seat] = news
        self._comings[news.seat] += 1
        if self._comings[news.seat] > COMINGS:
            return []
        if isinstance(news, Linked):
            return [f"{name} is connected."]
        if isinstance(news, Left):
            waits = "" if self.departures.is_gone(news.seat) else " and may come back; the seat waits"
            return [f"{name} left{waits}."]
        return [] if isinstance(before, Left) else [f"{name} is away; reconnecting."]

    def _refusal(self, news: Refusals) -> list[str]:
        """Once for each kind: whoever knocks a thousand times does not fill the screen."""
        if news.name in self._refused or news.name == PEER_GONE:
            return []
        self._refused.add(news.name)
        return [refusal_sentence(news.name)]

    def _waiting(self, news: WaitingFor) -> list[str]:
        """A clock in lines: one after a while, each further one after twice the time, one when overdue."""
        before, self._waited = self._waited, {}
        lines = []
        for seat, seconds in news.seconds:
            told, was_overdue = before.get(seat, (0, False))
            if told > seconds:  # it has moved on, and is waited for anew
                told, was_overdue = 0, False
            overdue = seat in news.overdue
            if seconds >= max(FIRST_WAIT_SECONDS, 2 * told) or overdue > was_overdue:
                told = seconds
                lines.append(self._clock(self._names[seat], seconds, overdue=overdue))
            self._waited[seat] = told, overdue
        return lines

    @staticmethod
    def _clock(name: str, seconds: int, *, overdue: bool) -> str:
        hint = f" To go on without: forfeit {name}" if overdue else ""
        return f"{name} has been awaited for {seconds} s.{hint}"
