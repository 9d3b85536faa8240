"""A seat that lies: an honest session that knows where the game stands, and one attack on what leaves it.

In: the peer messages that an honest node would send, with the seat that each goes to. Out: what
this seat sends instead. An attack strikes at the first message of its own that is the
right occasion, and says beforehand what every honest seat must find. It knows no game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from p2p_heroes.node.table import GameRules, Position
from protocol.canonical import Value
from protocol.envelope import Envelope, Header, seal
from protocol.errors import Fault, NotDue
from protocol.events import Event, Said
from protocol.exchange import REVEALING, Exchange
from protocol.faults import Proof
from protocol.frozen import replace
from protocol.genesis import Genesis
from protocol.identity import Key
from protocol.messages import Accept, Commit, Forfeit, Message, Reveal
from protocol.peer_messages import Accuse, Deliver, Have, PeerMessage
from protocol.rules import AskOpen, AskSecret, Rules, S
from protocol.session import Session

NONSENSE: Value = ("no", "such", "decision")
"""What the rules of no game allow."""


class AttackOutcome(Enum):
    """What becomes of an attack."""

    PROVEN = "every honest seat finds one of the named faults, and blames nobody else"
    HARMLESS = "nobody is blamed or voted out, and the game ends as if nothing had happened"
    SILENT = "nothing is proven; the others vote the seat out, and nobody else"


@dataclass(frozen=True, slots=True)
class Occasion:
    """An own message of this kind, in a step of this kind.

    asked: whether the step asks the seat to choose. fresh: whether it must be the first message of its step.
    """

    message: type[Message] | tuple[type[Message], ...]
    need: type | tuple[type, ...] = object
    asked: bool | None = None
    step: int = 0
    fresh: bool = False
    fits: "Callable[[AnyLiar, Envelope], bool]" = lambda liar, envelope: True

    def later(self, step: int) -> "Occasion":
        """The same occasion, not before this step; one that comes before the game stays."""
        kinds = self.message if isinstance(self.message, tuple) else (self.message,)
        return self if Accept in kinds else replace(self, step=max(self.step, step))

    def has_come(self, liar: "AnyLiar", envelope: Envelope) -> bool:
        """Whether this message of the liar is such an occasion."""
        if not isinstance(envelope.message, self.message) or envelope.step < self.step:
            return False
        exchange = liar.exchange_of(envelope.step)
        if exchange is None:
            return self.need is object and envelope.step == 0
        fresh = liar.log.first_number(liar.seat, envelope.step) == envelope.number
        right = isinstance(exchange.need, self.need) and self.asked in (None, liar.seat in exchange.choosers)
        return right and (fresh or not self.fresh) and self.fits(liar, envelope)


@dataclass(frozen=True, slots=True)
class Attack:
    """What a seat does at the first message of its own that is such an occasion.

    faults: of which every honest seat must find one. stops: whether it says nothing more. once: whether a
    reader who asks again gets the truth. hides: what it commits to in the step of the occasion. copies:
    whether it commits to what another has committed to. split: whether readers are told different things, so
    that only two of them together see it. undoes: whether it and its friends wait for what the others reveal,
    and then vote that it never came. first: what it has done before. least: the smallest table at which it
    makes sense. tells: what its life signs say once it has struck, to whom and so many of them later.
    """

    name: str
    sentence: str
    occasion: Occasion
    act: "Act"
    verdict: AttackOutcome
    faults: frozenset[str] = frozenset()
    stops: bool = False
    once: bool = False
    hides: Value = None
    copies: bool = False
    split: bool = False
    undoes: bool = False
    first: "Attack | None" = None
    least: int = 2
    tells: "Telling | None" = None


Offers: TypeAlias = Callable[[S, int], Sequence[Value]]
"""Decisions that the rules allow a seat in a state: all, or the first few."""


def offered_by(rules: GameRules, seed_of: Callable[[int], bytes] = lambda seat: b"") -> Offers[Position]:
    """The first two decisions that a seat may make; none where it is not asked because the step went on.

    seed_of: the secret of a seat, where there are cards to hide; what it owes for them is one thing only.
    """

    def offers(position: Position, seat: int) -> list[Value]:
        need = rules.need(position)
        if not isinstance(need, AskOpen | AskSecret) or seat not in need.seats:
            return []
        keeper, state = rules.keeper(seat, seed_of(seat)), position.state
        if (duty := keeper.duty(state)) is not None:
            return [duty()]
        _, request = keeper.question(state)
        return [keeper.value(state, request.choices[n]) for n in range(min(2, len(request.choices)))]

    return offers


class Liar(Session[S]):
    """One seat's session, and its attack."""

    def __init__(
        self,
        genesis: Genesis,
        rules: Rules[S],
        keys: Mapping[int, Key],
        attack: Attack,
        offers: Offers[S] | None = None,
        friends: Iterable[int] = (),
    ) -> None:
        super().__init__(genesis, rules, keys)
        self.friends = frozenset(friends)
        (self.seat,) = self.keys
        self.plan = [attack.first, attack] if attack.first else [attack]
        self.struck: int | None = None
        self.forged: set[bytes] = set()
        self.decisive: set[bytes] = set()
        """What shows the fault to anybody who has followed its chain so far."""
        self._offers = offers
        self._struck_at: int | None = None
        self._slipped: list[Envelope] = []
        self._secretly: list[Envelope] = []
        self._met: set[int] = set()
        self._truly: set[int] = set()
        self._told: dict[tuple[int, int, int], list[PeerMessage]] = {}

    @property
    def attack(self) -> Attack:
        return self.plan[-1]

    @property
    def has_struck(self) -> bool:
        return self.struck is not None and len(self.plan) == 1

    @property
    def honest(self) -> list[int]:
        return [s for s in range(len(self.genesis.seats)) if s != self.seat and s not in self.friends]

    def forgetful(self) -> tuple[int, ...]:
        """It never gives up its seat, least of all because it hides what another has chosen."""
        return ()

    # What leaves.

    def bend_all(self, reader: int, peer_messages: Iterable[PeerMessage]) -> list[PeerMessage]:
        """What this reader gets in place of all of these."""
        return [bent for peer_message in peer_messages for bent in self.bend(reader, peer_message)]

    def bend(self, reader: int, peer_message: PeerMessage) -> Iterable[PeerMessage]:
        """What this reader gets in place of a peer message."""
        match peer_message:
            case Accuse(proof):
                # It hears of its own forgeries from the others, but does not accuse itself.
                return [] if Proof.read(proof).seat == self.seat else [peer_message]
            case Deliver(wire):
                own = next((e for e in reversed(self.log.chains[self.seat]) if e.wire == wire), None)
                return [peer_message] if own is None else self._tell(reader, own)
            case Have() if self.has_struck and self.attack.tells and peer_message.seat == self.seat:
                # Its life signs are the only clock it has.
                self._struck_at = self._struck_at or peer_message.count
                return self.attack.tells(self, reader, peer_message, peer_message.count - self._struck_at)
        return [peer_message]

    def _tell(self, reader: int, envelope: Envelope) -> list[PeerMessage]:
        if self.struck is not None and envelope.number > self.struck and len(self.plan) > 1:
            self._truly.update(range(self.struck + 1))
            self.plan, self.struck = self.plan[1:], None
        attack = self.plan[0]
        if self._prepares(attack):
            return self._open(envelope)
        # What it has told somebody as it is, it does not lie about when another asks.
        is_new = envelope.number not in self._truly
        if self.struck is None and is_new and attack.occasion.has_come(self, envelope):
            self.struck = envelope.number
        if self.struck == envelope.number and not (attack.once and reader in self._met):
            self._met.add(reader)
            return self._strike(attack, reader, envelope)
        if attack.stops and self.struck is not None and envelope.number >= self.struck:
            return []
        self._truly.add(envelope.number)
        return [Deliver(envelope.wire)]

    def _open(self, envelope: Envelope) -> list[PeerMessage]:
        """It means what it says; only that it should not have hidden it."""
        hid = None if self.struck is None else self.log.chains[self.seat][self.struck]
        if hid is not None and isinstance(envelope.message, Reveal) and envelope.step == hid.step:
            self.decisive.add(envelope.wire)
        return [Deliver(envelope.wire)]

    def _strike(self, attack: Attack, reader: int, envelope: Envelope) -> list[PeerMessage]:
        """Whoever asks again gets the same lie again."""
        place = (len(self.plan), envelope.number, reader)
        if place not in self._told:
            self._told[place] = list(attack.act(self, envelope, reader))
            wires = [
                peer_message.wire for peer_message in self._told[place] if isinstance(peer_message, Deliver)
            ]
            self.forged.update(wire for wire in wires if wire != envelope.wire)
            if attack.faults and not attack.split:
                self.decisive.update(wires[-1:])
        return self._told[place]

    def missing(self, heads: Sequence[int]) -> Iterator[Envelope]:
        yield from super().missing(heads)
        yield from (envelope for envelope in self._secretly if envelope.number >= heads[self.seat])

    # What it chooses: some attacks begin there.

    def duties(self) -> tuple[int, ...]:
        attack, due = self.plan[0], super().duties()
        exchange = self.play.exchange
        if due and exchange and attack.copies and self.struck is None and self._is_time(attack, exchange):
            # Whoever copies has to wait for somebody to copy from.
            return due if self._original(exchange) else ()
        return due

    def choose(self, seat: int, value: Value, salt: bytes) -> list[Event]:
        attack, exchange = self.plan[0], self.play.exchange
        if seat not in self.duties() or exchange is None:
            raise NotDue(f"seat {seat} owes no choice now")
        if self.struck is not None or not self._prepares(attack) or not self._is_time(attack, exchange):
            return super().choose(seat, value, salt)
        self.struck = len(self.log.chains[seat])
        happened: list[Event] = []
        if attack.copies:
            self._say(seat, Commit(self._original(exchange)), happened)
        else:
            self._hide(seat, attack.hides, salt, happened)
        return happened + self._go_on()

    def receive(self, wire: bytes) -> list[Event]:
        return super().receive(wire) + self._repeat_opening()

    def _prepares(self, attack: Attack) -> bool:
        return attack.copies or attack.hides is not None

    def _is_time(self, attack: Attack, exchange: Exchange) -> bool:
        need = isinstance(exchange.need, attack.occasion.need) and len(exchange.choosers) > 1
        return need and self.play.step >= attack.occasion.step

    def _original(self, exchange: Exchange) -> bytes:
        """Somebody else's commitment of this step; nothing if there is none yet."""
        for seat in self.honest:
            choice = exchange.choice(seat)
            if choice is not None and isinstance(choice.message, Commit):
                return choice.message.commitment
        return b""

    def _repeat_opening(self) -> list[Event]:
        """Say what the author of the copied commitment has revealed, as if it were ours."""
        exchange = self.play.exchange
        if self._secretly or not self.attack.copies or self.struck is None or exchange is None:
            return []
        copied = self.log.chains[self.seat][self.struck].message
        if not isinstance(copied, Commit) or exchange.lock(self.seat) is None:
            return []
        for seat in self.honest:
            choice, reveal = exchange.choice(seat), exchange.reveal(seat)
            if choice and choice.message == copied and reveal and isinstance(reveal.message, Reveal):
                self._secretly.append(self._draft(self.seat, reveal.message))
                self.decisive.add(self._secretly[0].wire)
                return [Said(self._secretly[0])]
        return []

    def _answer(self, seat: int, exchange: Exchange, happened: list[Event]) -> None:
        undoing = self.attack.undoes and exchange.stage is REVEALING and self._is_time(self.attack, exchange)
        if undoing and not exchange.present.isdisjoint(self.honest):
            self._undo(exchange, happened)
        else:
            super()._answer(seat, exchange, happened)

    def _take_back(self, seat: int, exchange: Exchange, happened: list[Event]) -> None:
        if not self.attack.undoes:
            super()._take_back(seat, exchange, happened)

    def _undo(self, exchange: Exchange, happened: list[Event]) -> None:
        """Say with our friends that nobody else has revealed anything, as soon as they have."""
        victims = exchange.present.intersection(self.honest, exchange.choosers)
        reveals = {seat: exchange.reveal(seat) for seat in sorted(victims)}
        vote = tuple((seat, reveal.number) for seat, reveal in reveals.items() if reveal is not None)
        if len(vote) < len(victims) or not vote:
            return
        ballot = self.play.ballot(self.log)
        # It may have voted honestly before, so that this no longer fits its chain.
        with suppress(Fault):
            if vote not in ballot.votes[self.seat]:
                self._say(self.seat, Forfeit(vote), happened)
                self.struck = len(self.log.chains[self.seat]) - 1
            elif vote not in ballot.signed[self.seat] and self.friends <= ballot.proposers(vote):
                self._say(self.seat, Forfeit(vote, signed=True), happened)

    # What an attack is made of.

    def exchange_of(self, step: int) -> Exchange | None:
        """What was said in this step, if it is the current one or the one before."""
        return {self.play.step: self.play.exchange, self.play.step - 1: self.play.before}.get(step)

    def is_victim(self, reader: int) -> bool:
        """Whether this reader is told the other story; at a table of two the only reader is told both."""
        return reader == self.honest[0]

    def after(self, envelope: Envelope, message: Message, **changes: Any) -> Envelope:
        """One more message, right behind the given one."""
        header = envelope.header._replace(number=envelope.number + 1, previous=envelope.id)
        return self._sealed(header._replace(**changes), message)

    def instead(self, envelope: Envelope, message: Message | None = None, **changes: Any) -> Envelope:
        """Another message in the place of the given one."""
        header = envelope.header._replace(**changes)
        return self._sealed(header, envelope.message if message is None else message)

    def _sealed(self, header: Header, message: Message) -> Envelope:
        return seal(self.keys[self.seat], header, message)

    def secret(self, step: int) -> tuple[bytes, Value]:
        """Salt and value of what it hid in this step."""
        return self._secrets[step, self.seat]

    def another_decision(self, value: Value) -> Value:
        """A lawful decision that is not this one; nonsense where there is none."""
        offered = [] if self._offers is None else self._offers(self.play.state, self.seat)
        return next((other for other in offered if other != value), NONSENSE)

    def slip(self, messages: Iterable[Message]) -> list[Envelope]:
        """Say more with the session's own voice, so that its chain goes on with it."""
        if not self._slipped:
            happened: list[Event] = []
            # It cheats with words that its chain allows; where the step has gone on, some no longer fit.
            with suppress(Fault):
                for message in messages:
                    self._say(self.seat, message, happened)
            self._slipped = [event.envelope for event in happened if isinstance(event, Said)]
        return self._slipped


AnyLiar: TypeAlias = Liar[Any]
Act: TypeAlias = Callable[[AnyLiar, Envelope, int], Iterable[PeerMessage]]
"""A true message on its way to a reader -> what leaves instead."""
Telling: TypeAlias = Callable[[AnyLiar, int, Have, int], Iterable[PeerMessage]]
"""A true life sign on its way to a reader, and how many there were since the liar struck -> what leaves."""
