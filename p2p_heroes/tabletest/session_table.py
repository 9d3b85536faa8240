"""Several sessions on a wire that can drop, repeat, swap and forge: the counterpart of almost every test.

Everything is seeded: keys, salts, shares, decisions, and the order in which the
wire delivers. A test takes a table, bends it, runs it, and looks at what each
seat holds.
"""

from collections.abc import Callable, Iterable
from itertools import permutations
from random import Random
from types import MappingProxyType

from p2p_heroes.games import GAMES, SMALL_GAME
from p2p_heroes.games.game import AnyGame
from p2p_heroes.node.keeper import Keeper
from p2p_heroes.node.replay import restore
from p2p_heroes.node.table import GameRules, Position, rules_at
from p2p_heroes.tabletest.entropy import NAMES, key_of, noise, seed_of
from protocol.canonical import Value
from protocol.envelope import Envelope
from protocol.errors import Refusal
from protocol.events import Event, Heard, Hid, Proved, Rebuilt, Said, Shown
from protocol.genesis import Genesis, Seat
from protocol.rules import AskChance
from protocol.session import Session
from protocol.transcript import Proven, Record, Spoken

RULES = GameRules(GAMES[SMALL_GAME])


def genesis_of(
    seats: int, *, rounds: int = 2, patience: int = 60, half: bool = False, game: AnyGame = RULES.game
) -> Genesis:
    return Genesis(
        game=game.name,
        rules_version=game.version,
        options=MappingProxyType({game.length: rounds}),
        patience=patience,
        seats=tuple(Seat(key_of(s).public, NAMES[s], "", noise("nonce", s)) for s in range(seats)),
        half=half,
    )


def session_of(genesis: Genesis, *seats: int, rules: GameRules = RULES) -> Session[Position]:
    return Session(genesis, rules, {seat: key_of(seat) for seat in seats})


def recorded(events: Iterable[Event]) -> list[Record]:
    """What an owner writes down."""
    records: list[Record] = []
    for event in events:
        match event:
            case Hid():
                records.append(event)
            case Said(envelope) | Heard(envelope):
                records.append(Spoken(envelope.wire))
            case Proved(proof):
                records.append(Proven(proof.encode()))
    return records


def restored(
    genesis: Genesis, seat: int, records: Iterable[Record], rules: GameRules = RULES
) -> Session[Position]:
    """The session of a seat that was started again from its record."""
    session = session_of(genesis, seat, rules=rules)
    restore(session, records)
    return session


MESSAGE, PROOF = b"m", b"p"

Packet = tuple[int, int, bytes]
"""From whom, to whom, what: MESSAGE + a message's wire form, or PROOF + a proof."""


class SessionTable:
    """A table of sessions, one per seat, and the packets that are under way."""

    def __init__(
        self,
        seats: int,
        *,
        seed: int = 0,
        rounds: int = 2,
        shuffled: bool = False,
        half: bool = False,
        telling: bool = False,
        genesis: Genesis | None = None,
        game: AnyGame = RULES.game,
    ) -> None:
        self.genesis = genesis or genesis_of(seats, rounds=rounds, half=half, game=game)
        self.rules = rules_at(self.genesis.table, game)
        self.keepers = {seat: self._keeper(seat) for seat in range(seats)}
        # Whether they tell each other where the chains end, as nodes do every second.
        self.telling = telling
        self.random = Random(f"mesh {seed}")  # noqa: S311 -- nobody plays for anything here
        self.seed = seed
        self.shuffled = shuffled
        self.sessions = {seat: session_of(self.genesis, seat, rules=self.rules) for seat in range(seats)}
        self.packets: list[Packet] = []
        self.events: dict[int, list[Event]] = {seat: [] for seat in range(seats)}
        self.refusals: list[tuple[int, Refusal]] = []
        self.dead: set[int] = set()
        self.mute: set[int] = set()
        self.bend: Callable[[Packet], Iterable[Packet]] = lambda packet: [packet]
        self.states: dict[int, dict[int, bytes]] = {seat: {} for seat in range(seats)}

    def _keeper(self, seat: int) -> Keeper:
        return self.rules.keeper(seat, seed_of(self.genesis.table, seat))

    def begin(self) -> "SessionTable":
        for seat, session in self.sessions.items():
            self.absorb(seat, session.begin())
        self.tell_ends()
        return self

    def tell_ends(self) -> None:
        """Everybody who can tells everybody where the chains end for it."""
        for one, other in permutations(self.sessions, 2) if self.telling else ():
            if not {one, other} & (self.dead | self.mute):
                self.absorb(one, self.sessions[one].compare(other, self.sessions[other].log.ends()))

    def absorb(self, seat: int, events: list[Event]) -> None:
        """Do what an owner does: pass on what has to be passed on, remember the rest."""
        self.events[seat] += events
        for event in events:
            match event:
                case Said(envelope) | Shown(envelope):
                    self.post(seat, MESSAGE + envelope.wire)
                case Proved(proof):
                    self.post(seat, PROOF + proof.encode())
                case Rebuilt():
                    self.states[seat].clear()
                case _:
                    pass
        play = self.sessions[seat].play
        self.states[seat][play.step] = play.ground.state

    def post(self, author: int, data: bytes) -> None:
        if author not in self.mute:
            for other in self.sessions:
                if other != author:
                    self.packets += self.bend((author, other, data))

    def run(self, *, limit: int = 20_000) -> "SessionTable":
        """Deliver and choose until nothing is left to do."""
        for _ in range(limit):
            if self.packets:
                self.deliver(self.packets.pop(self._next()))
            elif not self.choose_somewhere():
                return self
        raise AssertionError("the table does not come to rest")

    def _next(self) -> int:
        return self.random.randrange(len(self.packets)) if self.shuffled else 0

    def deliver_all(self) -> None:
        """Everything that is under way, and what follows from it."""
        while self.packets:
            self.deliver(self.packets.pop(self._next()))

    def deliver(self, packet: Packet) -> None:
        _, reader, data = packet
        if reader in self.dead:
            return
        session = self.sessions[reader]
        try:
            got = session.receive(data[1:]) if data[:1] == MESSAGE else session.accuse(data[1:])
        except Refusal as refusal:
            self.refusals.append((reader, refusal))
        else:
            self.absorb(reader, got)

    def choose_somewhere(self) -> bool:
        """Make one choice that is due, or let all tell what they hold; False if nothing is left to do."""
        for seat, session in self.sessions.items():
            if seat not in self.dead and session.duties():
                self.choose(seat)
                return True
        return self.gossip()

    def choose(self, seat: int, value: Value = None) -> None:
        """Make the seat's choice: the given one, or one drawn from what is lawful."""
        session = self.sessions[seat]
        step = session.play.step
        chosen = self.draw(seat) if value is None else value
        self.absorb(seat, session.choose(seat, chosen, noise("salt", self.seed, seat, step)))

    def draw(self, seat: int) -> Value:
        session = self.sessions[seat]
        exchange = session.play.exchange
        assert exchange is not None
        if isinstance(exchange.need, AskChance):
            return noise("share", self.seed, seat, session.play.step)
        keeper, state = self.keepers[seat], session.play.state.state
        if (duty := keeper.duty(state)) is not None:
            return duty()
        _, request = keeper.question(state)
        return keeper.value(state, self.random.choice(request.choices))

    def gossip(self) -> bool:
        """Everybody tells everybody what it holds, and gets what it lacks; False if nobody lacks anything."""
        lacking = False
        self.tell_ends()
        for one, session in self.sessions.items():
            for other, theirs in self.sessions.items():
                if one == other or {one, other} & (self.dead | self.mute):
                    continue
                differing = session.differing(theirs.log.ends()) if self.telling else []
                for envelope in (*differing, *session.missing(theirs.heads())):
                    before = theirs.heads()
                    self.deliver((one, other, MESSAGE + envelope.wire))
                    lacking |= theirs.heads() != before
        return lacking or bool(self.packets)

    def restart(self, seat: int) -> None:
        """Start a seat again from its record and its secret: it stands where it stood."""
        after = restored(self.genesis, seat, recorded(self.events[seat]), self.rules)
        self.check_same(self.sessions[seat], after)
        self.keepers[seat] = self._keeper(seat)
        self.sessions[seat] = after
        self.absorb(seat, after.wake())

    @staticmethod
    def check_same(before: Session[Position], after: Session[Position]) -> None:
        """A session that came back from its record stands where it stood."""
        assert after.play.ground == before.play.ground
        assert after.play.outcome == before.play.outcome
        assert after.heads() == before.heads()
        assert after.proofs == before.proofs

    def alive(self) -> list[int]:
        return [seat for seat in self.sessions if seat not in self.dead]

    def said(self, seat: int, kind: type) -> list[Envelope]:
        """The seat's own messages of one kind."""
        return [e for e in self.sessions[seat].log.chains[seat] if isinstance(e.message, kind)]

    def happened(self, seat: int, kind: type) -> list[Event]:
        return [event for event in self.events[seat] if isinstance(event, kind)]
