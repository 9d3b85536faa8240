"""A record played again: into a session that goes on with it, or by itself from nothing.

Comes in: the records of a transcript. Goes out: what happened, as a session tells it, and where it ends;
BrokenTranscript where a record holds what nobody would have accepted.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from p2p_heroes.node.table import GameRules, Position, rules_for
from protocol.envelope import Envelope, Opened, open_all
from protocol.errors import BrokenTranscript, Malformed, Refusal
from protocol.events import Claimed, Event, Hid, Rebuilt, Settled
from protocol.frozen import Frozen
from protocol.genesis import Genesis
from protocol.play import Play
from protocol.session import Session
from protocol.transcript import Proven, Record, Spoken, read_transcript

AT_ONCE = 256
"""Messages of a record that are opened together: enough to gain by it, few enough to tell how far it is."""


def restore(session: Session[Position], records: Iterable[Record]) -> list[Event]:
    """Feed a session its record; returns what happened.

    Raises BrokenTranscript where it holds what nobody would have accepted.
    """
    session.quiet = True
    happened: list[Event] = []
    for number, record in enumerate(_opened(records, session.genesis)):
        try:
            match record:
                case Envelope() | Refusal() | Malformed():
                    happened += session.take(record)
                case Proven(proof):
                    happened += session.accuse(proof)
                case Hid():
                    session.remember(record)
        except Refusal as refusal:
            raise BrokenTranscript(f"record {number}: {refusal.name}: {refusal}") from refusal
    return happened


def _opened(records: Iterable[Record], genesis: Genesis) -> Iterator[Record | Opened]:
    """The records, in place of each message what comes of opening it."""
    rest = iter(records)
    while some := tuple(islice(rest, AT_ONCE)):
        opened = iter(open_all([record.wire for record in some if isinstance(record, Spoken)], genesis))
        for record in some:
            yield next(opened) if isinstance(record, Spoken) else record


class Replay(Frozen):
    """A record played again: its table, the events of its session in order, and where it ends.

    awaited: who could still come and take its end back, where those who waited in vain have claimed it.
    """

    genesis: Genesis
    happened: tuple[Event, ...]
    play: Play[Position]
    awaited: tuple[int, ...] = ()

    @property
    def view(self) -> Any:
        """The game as a spectator saw it in the end."""
        return rules_for(self.genesis).view(self.play.state)

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's place once the game is over; empty before."""
        return rules_for(self.genesis).places(self.play.state)

    @property
    def has_ended(self) -> bool:
        return self.play.outcome is not None

    @property
    def may_go_on(self) -> bool:
        return not self.has_ended or bool(self.awaited)

    @property
    def steps(self) -> tuple[Settled, ...]:
        """The steps that count: after absences the others may have gone on from an earlier one."""
        kept: list[Settled] = []
        for event in self.happened:
            if isinstance(event, Rebuilt):
                kept.clear()
            elif isinstance(event, Settled):
                kept.append(event)
        return tuple(kept)


def read_replay(data: bytes, rules: GameRules | None = None) -> Replay:
    """A transcript, replayed from nothing, by the rules that it names. Raises a Refusal if it cannot be."""
    transcript = read_transcript(data)
    genesis = Genesis.read(transcript.genesis)
    session = Session(genesis, rules or rules_for(genesis), {}, seen_from=transcript.founded.seats)
    happened = restore(session, transcript.records)
    return Replay(genesis, tuple(happened), session.play, _awaited(session))


def _awaited(session: Session[Position]) -> tuple[int, ...]:
    """Who is in the game and has not claimed it, if others have."""
    outcome, exchange = session.play.outcome, session.play.exchange
    if not isinstance(outcome, Claimed) or exchange is None:
        return ()
    return tuple(filter(session.is_playing, sorted(exchange.present.difference(outcome.seats))))


def read_result(data: bytes) -> Play[Position]:
    """Where a transcript ends. Raises a Refusal if it cannot be replayed."""
    return read_replay(data).play
