"""Seats that cheat: every way to break the protocol has one name here, and one entry in `CHEATS`.

A cheat runs an honest session, so that it knows where the game stands, and forges
what leaves it. `Arena` is a mesh with one such seat. A provable cheat names the
faults of which every honest seat must find one; `HARMLESS` ones change nothing, and
`SILENT` ones can only be answered by a vote.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from protocol.canonical import Value, encode
from protocol.chain import MAX_KEEPS, MAX_VOTES
from protocol.envelope import Envelope, Header, open_envelope, seal
from protocol.errors import Ahead, Gap, NotDue
from protocol.events import Event, Hid, Said
from protocol.exchange import Stage
from protocol.faults import Proof
from protocol.hashing import VERSION, digest
from protocol.messages import Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Reveal
from protocol.rules import Chance, Open, Over, Secret
from tests.pair import Letter, Mesh, genesis_of, key_of, seeded

MESSAGE, PROOF = b"m", b"p"


@dataclass(frozen=True, slots=True)
class Occasion:
    """A message of this kind, in a step of this kind; asked: whether the step asks the cheat to choose."""

    message: type[Message]
    need: type | tuple[type, ...] = object
    asked: bool | None = None
    step: int = 0

    def has_come(self, arena: "Arena", envelope: Envelope) -> bool:
        exchange = arena.sessions[arena.liar].play.exchange
        if not isinstance(envelope.message, self.message) or envelope.step < self.step:
            return False
        if exchange is None:
            return self.need is object
        return isinstance(exchange.need, self.need) and self.asked in (None, arena.liar in exchange.choosers)

    def rounds(self, liar: int) -> int:
        """How many rounds of roshambo bring the occasion for this seat: each round has another caller."""
        if self.message is Decide or (self.need is Open and self.asked):
            return liar + 1
        return 2 if liar == 0 and self.need is Open and self.asked is False else 1


@dataclass(frozen=True, slots=True)
class Cheat:
    """What a seat does at the first message of its own that is such an occasion.

    first: what it has done before. hides: what it commits to in the step of the occasion.
    stops: whether it says nothing more. least: the smallest table at which it makes sense.
    """

    name: str
    occasion: Occasion
    act: "Act"
    faults: frozenset[str] = frozenset()
    stops: bool = False
    hides: Value = None
    first: "Cheat | None" = None
    least: int = 2


class Arena(Mesh):
    """A mesh in which one seat cheats."""

    def __init__(
        self, seats: int, cheat: Cheat, liar: int, *, seed: int = 0, shuffled: bool = False, rounds: int = 1
    ) -> None:
        rounds = max(rounds, cheat.occasion.rounds(liar))
        super().__init__(seats, seed=seed, rounds=rounds, shuffled=shuffled)
        self.liar = liar
        self.plan = [cheat.first, cheat] if cheat.first else [cheat]
        self.struck: int | None = None
        self.slipped: list[Envelope] = []
        self.early: list[Letter] = []
        self.bend = self.forge

    @property
    def has_struck(self) -> bool:
        return self.struck is not None and len(self.plan) == 1

    @property
    def honest(self) -> list[int]:
        return [seat for seat in self.sessions if seat != self.liar]

    def forge(self, letter: Letter) -> Iterable[Letter]:
        author, reader, data = letter
        if author != self.liar:
            return [letter]
        if data[:1] == PROOF:
            # It hears of its own forgeries from the others, but does not accuse itself.
            return [] if Proof.read(data[1:]).seat == self.liar else [letter]
        envelope = open_envelope(data[1:], self.genesis)
        if envelope.seat != self.liar:
            return [letter]
        if self.struck != envelope.number and len(self.plan) > 1 and self.struck is not None:
            self.plan, self.struck = self.plan[1:], None
        cheat = self.plan[0]
        if self.struck is None and not cheat.hides and cheat.occasion.has_come(self, envelope):
            self.struck = envelope.number
        if self.struck == envelope.number:
            return [(author, reader, MESSAGE + wire) for wire in cheat.act(self, envelope, reader)]
        return [] if cheat.stops and self.struck is not None else [letter]

    def deliver(self, letter: Letter) -> None:
        before = len(self.refusals)
        super().deliver(letter)
        if any(isinstance(refusal, Gap | Ahead) for _, refusal in self.refusals[before:]):
            self.early.append(letter)

    def gossip(self) -> bool:
        """The cheat asks for what it lacks, but tells only what it has forged."""
        lacking = self._deliver_early()
        for one in self.honest:
            for other, theirs in self.sessions.items():
                if one == other or {one, other} & (self.dead | self.mute):
                    continue
                for envelope in self.sessions[one].missing(theirs.heads()):
                    before = theirs.heads()
                    self.deliver((one, other, MESSAGE + envelope.wire))
                    lacking |= theirs.heads() != before
        return lacking or bool(self.letters)

    def _deliver_early(self) -> bool:
        """What came too soon comes again; False if it is still too soon."""
        early, self.early = self.early, []
        for letter in early:
            self.deliver(letter)
        return self.early != early

    def choose(self, seat: int, value: Value = None) -> None:
        cheat, session = self.plan[0], self.sessions[seat]
        assert session.play.exchange is not None
        need = session.play.exchange.need
        if (
            seat == self.liar
            and self.struck is None
            and cheat.hides
            and isinstance(need, cheat.occasion.need)
        ):
            self.struck = len(session.log.chains[seat])
            happened: list[Event] = []
            session._hide(seat, cheat.hides, seeded("salt", self.seed, seat), happened)
            self.absorb(seat, happened + session._go_on())
        else:
            super().choose(seat, value)

    # What a cheat is made of.

    def victim(self, reader: int) -> bool:
        """Whether this reader is told the other story; at a table of two the only reader is told both."""
        return reader == self.honest[0]

    def sign(self, header: Header, message: Message) -> Envelope:
        return seal(key_of(self.liar), header, message)

    def after(self, envelope: Envelope, message: Message, **changes: Any) -> Envelope:
        """One more message of the cheat, right behind the given one."""
        header = replace(envelope.header, number=envelope.number + 1, previous=envelope.id)
        return self.sign(replace(header, **changes), message)

    def instead(self, envelope: Envelope, message: Message | None = None, **changes: Any) -> Envelope:
        """Another message in the place of the given one."""
        header = replace(envelope.header, **changes)
        return self.sign(header, envelope.message if message is None else message)

    def secret(self, step: int) -> Hid:
        """What the cheat hid in this step."""
        return next(e for e in self.events[self.liar] if isinstance(e, Hid) and e.step == step)

    def slip(self, envelope: Envelope, messages: "Iterable[Words]") -> list[Envelope]:
        """Say more with the cheat's own session, so that its chain goes on with it."""
        if not self.slipped:
            happened: list[Event] = []
            for message in messages:
                self.sessions[self.liar]._say(self.liar, message(self, envelope), happened)
            self.slipped = [event.envelope for event in happened if isinstance(event, Said)]
        return self.slipped


def wait_out(mesh: Mesh, *, rounds: int = 12, willing: Callable[[int], bool] = lambda seat: True) -> Mesh:
    """Run; whenever nothing moves, every willing seat votes against all whom it waits for."""
    mesh.run()
    for _ in range(rounds):
        if not vote_all(mesh, filter(willing, mesh.alive())):
            return mesh
        mesh.run()
    return mesh


def vote_all(mesh: Mesh, seats: Iterable[int]) -> bool:
    """Each of these seats votes against all whom it waits for; False if nobody does."""
    return sum(_vote_for_all(mesh, seat) for seat in seats) > 0


def _vote_for_all(mesh: Mesh, seat: int) -> bool:
    """Against those who owe a message first; if that says nothing new, against those who do not vote too."""
    session = mesh.sessions[seat]
    waiting = [waiting for waiting in session.waiting() if waiting.seat != seat]
    owing = [waiting.seat for waiting in waiting if waiting.stage is not Stage.VOTING]
    for named in (owing, [waiting.seat for waiting in waiting]):
        with suppress(NotDue):
            events = session.forfeit(named)
            mesh.absorb(seat, events)
            if events:
                return True
    return False


# Acts.

Act = Callable[[Arena, Envelope, int], Iterable[bytes]]
"""A true message on its way to a reader -> what leaves instead."""
Change = Callable[[Arena, Envelope], Envelope]
Words = Callable[[Arena, Envelope], Message]


def to_all(change: Change) -> Act:
    """Everybody gets the forged message in place of the true one."""
    return lambda arena, envelope, reader: [change(arena, envelope).wire]


def besides(change: Change) -> Act:
    """Everybody gets the true message and the forged one."""
    return lambda arena, envelope, reader: [envelope.wire, change(arena, envelope).wire]


def to_some(change: Change) -> Act:
    """One gets the forged message, the others the true one; an only reader gets both."""

    def act(arena: Arena, envelope: Envelope, reader: int) -> list[bytes]:
        twin = change(arena, envelope).wire
        if len(arena.sessions) == 2:
            return [envelope.wire, twin]
        return [twin] if arena.victim(reader) else [envelope.wire]

    return act


def to_one(arena: Arena, envelope: Envelope, reader: int) -> list[bytes]:
    return [envelope.wire] if arena.victim(reader) else []


def truly(arena: Arena, envelope: Envelope, reader: int) -> list[bytes]:
    return [envelope.wire]


def slipping(*messages: Words) -> Act:
    """The true message, and more messages behind it that its chain allows."""
    return lambda arena, envelope, reader: [
        envelope.wire,
        *(slipped.wire for slipped in arena.slip(envelope, messages)),
    ]


def with_foreign(wire: Callable[[Arena, Envelope], bytes]) -> Act:
    """The true message, and bytes that nobody can use."""
    return lambda arena, envelope, reader: [envelope.wire, wire(arena, envelope)]


def forged_signatures(arena: Arena, envelope: Envelope, reader: int) -> list[bytes]:
    payload = envelope.wire[:-64]
    return [*(payload + seeded("R", n) + seeded("S", n) for n in range(20)), envelope.wire]


def two_votes(arena: Arena, envelope: Envelope, reader: int) -> list[bytes]:
    """A vote against one seat for some, against another for the others; an only reader gets the lock too."""
    cast = arena.instead(envelope, vote((1, 50 + arena.victim(reader)))(arena, envelope))
    return [cast.wire, *([envelope.wire] if len(arena.sessions) == 2 else [])]


def nothing(arena: Arena, envelope: Envelope, reader: int) -> list[bytes]:
    return []


def saying(message: Words, **changes: Callable[[Envelope], object]) -> Change:
    """Another message in its place."""
    return lambda arena, envelope: arena.instead(
        envelope, message(arena, envelope), **{name: change(envelope) for name, change in changes.items()}
    )


def same(arena: Arena, envelope: Envelope) -> Message:
    return envelope.message


def headed(**changes: Callable[[Envelope], object]) -> Change:
    """The same message with another header."""
    return saying(same, **changes)


def then(message: Words, **changes: Callable[[Envelope], object]) -> Change:
    """A further message behind it."""
    return lambda arena, envelope: arena.after(
        envelope, message(arena, envelope), **{name: change(envelope) for name, change in changes.items()}
    )


def chain_of(*messages: Words) -> Act:
    """Several messages in place of the true one, one behind the other."""

    def act(arena: Arena, envelope: Envelope, reader: int) -> list[bytes]:
        linked = [arena.instead(envelope, messages[0](arena, envelope))]
        for message in messages[1:]:
            linked.append(arena.after(linked[-1], message(arena, envelope)))
        return [link.wire for link in linked]

    return act


def raw(tag: int, body: Value) -> Act:
    """Signed bytes that are no message."""

    def act(arena: Arena, envelope: Envelope, reader: int) -> list[bytes]:
        header = envelope.header
        numbers = (VERSION, header.table, header.seat, header.number, header.previous)
        payload = encode((*numbers, header.step, header.past, header.state, tag, body))
        return [payload + key_of(arena.liar).sign(digest("message", payload))]

    return act


# Messages.


def other_decision(arena: Arena, envelope: Envelope) -> Message:
    assert isinstance(envelope.message, Decide)
    signs = ("rock", "paper", "scissors")
    return next(Decide(("call", sign)) for sign in signs if envelope.message.value != ("call", sign))


def other_commitment(arena: Arena, envelope: Envelope) -> Message:
    return Commit(seeded("another commitment"))


def lying_lock(arena: Arena, envelope: Envelope) -> Message:
    """A lock that names another choice of somebody else."""
    assert isinstance(envelope.message, Lock)
    entries = list(envelope.message.entries)
    lied = next(seat for seat, entry in enumerate(entries) if entry is not None and seat != arena.liar)
    entries[lied] = seeded("another choice")
    return Lock(tuple(entries))


def false_lock(arena: Arena, envelope: Envelope) -> Message:
    """A lock that names another choice of its own."""
    assert isinstance(envelope.message, Lock)
    entries = list(envelope.message.entries)
    entries[arena.liar] = seeded("not mine")
    return Lock(tuple(entries))


def short_lock(arena: Arena, envelope: Envelope) -> Message:
    assert isinstance(envelope.message, Lock)
    return Lock(envelope.message.entries[:-1])


def surplus_lock(arena: Arena, envelope: Envelope) -> Message:
    """A lock with a choice that nobody asked for."""
    assert isinstance(envelope.message, Lock)
    entries = list(envelope.message.entries)
    lied = next(seat for seat, entry in enumerate(entries) if entry is None and seat != arena.liar)
    entries[lied] = seeded("nobody's choice")
    return Lock(tuple(entries))


def false_reveal(arena: Arena, envelope: Envelope) -> Message:
    assert isinstance(envelope.message, Reveal)
    return Reveal(seeded("another salt"), envelope.message.value)


def true_reveal(arena: Arena, envelope: Envelope) -> Message:
    hid = arena.secret(envelope.step)
    return Reveal(hid.salt, hid.value)


def an_accept(arena: Arena, envelope: Envelope) -> Message:
    return Accept()


def a_decision(arena: Arena, envelope: Envelope) -> Message:
    return Decide(("call", "rock"))


def an_illegal_decision(arena: Arena, envelope: Envelope) -> Message:
    return Decide(("call", "well"))


def a_commitment(arena: Arena, envelope: Envelope) -> Message:
    return Commit(seeded("a commitment"))


def vote(*absences: tuple[int, int]) -> Words:
    """A list of other seats, counted from the cheat's own, with these numbers."""

    def message(arena: Arena, envelope: Envelope) -> Message:
        seats = len(arena.sessions)
        named = {(arena.liar + offset) % seats: number for offset, number in absences}
        return Forfeit(tuple(sorted(named.items())))

    return message


def keep(offset: int, number: int) -> Words:
    return lambda arena, envelope: Keep((arena.liar + offset) % len(arena.sessions), number)


def a_strangers_absence(arena: Arena, envelope: Envelope) -> Message:
    return Forfeit(((6, 1),)) if len(arena.sessions) < 7 else Forfeit(((arena.liar, 1),))


def empty_lock(arena: Arena, envelope: Envelope) -> Message:
    return Lock((None,) * len(arena.sessions))


def against_all(arena: Arena, envelope: Envelope) -> Message:
    return Forfeit(tuple((seat, 90) for seat in arena.honest))


TOO_MANY_VOTES = tuple(vote((1, 90 - number)) for number in range(MAX_VOTES + 1))
TOO_MANY_KEEPS = tuple(keep(1, number) for number in range(MAX_KEEPS + 1))


def from_another_table(arena: Arena, envelope: Envelope) -> bytes:
    other = genesis_of(len(arena.sessions), rounds=99).table
    return arena.instead(envelope, table=other).wire


def in_anothers_name(arena: Arena, envelope: Envelope) -> bytes:
    return arena.instead(envelope, seat=arena.honest[0]).wire


# Fields of a header.


def random_digest(envelope: Envelope) -> bytes:
    return seeded("a digest", envelope.number)


def next_step(envelope: Envelope) -> int:
    return envelope.step + 1


def last_step(envelope: Envelope) -> int:
    return envelope.step - 1


# The cheats.

SEALED = (Secret, Chance)
AGREED = "Equivocation BrokenChain"
"""What everybody finds when a seat tells two stories and goes on with one of them."""


def forged(name: str, fault: str, occasion: Occasion, act: Act) -> Cheat:
    """Breaks one rule, and says nothing more."""
    return Cheat(name, occasion, act, frozenset({fault}), stops=True)


def twofold(name: str, faults: str, occasion: Occasion, act: Act) -> Cheat:
    """Says something besides its true messages, and goes on with them."""
    return Cheat(name, occasion, act, frozenset(faults.split()))


def hidden(name: str, fault: str, occasion: Occasion, value: Value) -> Cheat:
    """Commits to what the rules refuse."""
    return Cheat(name, occasion, truly, frozenset({fault}), hides=value)


def strayed(name: str, **changes: Callable[[Envelope], object]) -> Cheat:
    """Goes astray in the step after a vote of its own, so that its own lock proves nothing."""
    voted = Cheat("votes", Occasion(Lock, Chance), slipping(vote((1, 90))))
    return Cheat(name, Occasion(Commit, Secret), to_all(headed(**changes)), stops=True, first=voted, least=3)


PROVABLE = (
    twofold("equivocated decision", AGREED, Occasion(Decide), to_some(saying(other_decision))),
    twofold("equivocated commitment", AGREED, Occasion(Commit), to_some(saying(other_commitment))),
    twofold("equivocated lock", AGREED, Occasion(Lock, Secret), to_some(saying(lying_lock))),
    twofold("equivocated open lock", AGREED, Occasion(Lock, Open, False), to_some(saying(lying_lock))),
    twofold("equivocated vote", AGREED, Occasion(Lock), two_votes),
    twofold("vote for some, lock for others", AGREED, Occasion(Lock), to_some(saying(vote((1, 50))))),
    twofold("keep for some, choice for others", AGREED, Occasion(Decide), to_some(saying(keep(1, 0)))),
    twofold("keep for some, lock for others", AGREED, Occasion(Lock, Open), to_some(saying(keep(1, 0)))),
    twofold("keep for some, last lock for others", AGREED, Occasion(Lock, Over), to_some(saying(keep(1, 0)))),
    twofold("keep for some, reveal for others", AGREED, Occasion(Reveal), to_some(saying(keep(1, 0)))),
    twofold("lock for some, choice for others", AGREED, Occasion(Decide), to_some(saying(empty_lock))),
    twofold("two accepts", AGREED + " WrongState", Occasion(Accept), to_some(headed(state=random_digest))),
    forged("unknown tag", "Malformed", Occasion(Lock), raw(99, ())),
    forged("bad field", "Malformed", Occasion(Commit), raw(Commit.tag, (b"short",))),
    forged("malformed accept", "Malformed", Occasion(Accept), raw(Accept.tag, (1,))),
    forged("broken chain", "BrokenChain", Occasion(Lock), to_all(headed(previous=random_digest))),
    forged("broken start", "BrokenChain", Occasion(Accept), to_all(headed(previous=random_digest))),
    forged("step back", "WrongStep", Occasion(Lock, step=2), to_all(headed(step=last_step))),
    forged("skipped step", "WrongStep", Occasion(Commit, step=2), to_all(headed(step=next_step))),
    forged("late start", "WrongStep", Occasion(Accept), to_all(headed(step=next_step))),
    twofold("second decision", "Repeated Equivocation", Occasion(Decide), besides(then(other_decision))),
    twofold("second commitment", "Repeated Equivocation", Occasion(Commit), besides(then(other_commitment))),
    twofold("second lock", "Repeated Equivocation", Occasion(Lock), besides(then(same))),
    twofold("second reveal", "Repeated Equivocation", Occasion(Reveal), besides(then(same))),
    forged("vote three times", "Repeated", Occasion(Lock), chain_of(*[vote((1, 50))] * 3)),
    forged("keep twice", "Repeated", Occasion(Lock), chain_of(*[keep(1, 0)] * 2)),
    forged("votes without end", "Repeated", Occasion(Lock), chain_of(*TOO_MANY_VOTES)),
    forged("keeps without end", "Repeated", Occasion(Lock), chain_of(*TOO_MANY_KEEPS)),
    forged("reveal before lock", "Disorder", Occasion(Lock, SEALED), to_all(saying(true_reveal))),
    forged("choice after lock", "Disorder", Occasion(Lock, Open, False), chain_of(same, a_decision)),
    forged("left without lock", "Disorder", Occasion(Lock, asked=True), to_all(headed(step=next_step))),
    forged("left without reveal", "Disorder", Occasion(Reveal), to_all(saying(a_commitment, step=next_step))),
    forged("second accept", "Disorder", Occasion(Lock), to_all(saying(an_accept))),
    forged("no accept", "Disorder", Occasion(Accept), to_all(saying(a_decision))),
    forged("vote for itself", "Contradiction", Occasion(Lock), to_all(saying(vote((0, 1))))),
    forged("vote for a stranger", "Contradiction", Occasion(Lock), to_all(saying(a_strangers_absence))),
    forged("dropped vote", "Contradiction", Occasion(Lock), chain_of(vote((1, 50)), vote((1, 51)))),
    forged("vote for what it kept", "Contradiction", Occasion(Commit), chain_of(keep(1, 50), vote((1, 50)))),
    forged("false lock", "FalseLock", Occasion(Lock, Secret), to_all(saying(false_lock))),
    forged("false open lock", "FalseLock", Occasion(Lock, Open), to_all(saying(false_lock))),
    forged("short lock", "FalseLock", Occasion(Lock), to_all(saying(short_lock))),
    forged("false opening", "FalseOpening", Occasion(Reveal), to_all(saying(false_reveal))),
    forged("decision out of turn", "OutOfTurn", Occasion(Lock, Open, False), to_all(saying(a_decision))),
    forged("commitment in the open", "OutOfTurn", Occasion(Decide), to_all(saying(a_commitment))),
    forged("decision in secret", "OutOfTurn", Occasion(Commit, Secret), to_all(saying(a_decision))),
    forged("lock of nobody's choice", "OutOfTurn", Occasion(Lock, Open, True), to_all(saying(surplus_lock))),
    forged("decision after the end", "OutOfTurn", Occasion(Lock, Over), to_all(saying(a_decision))),
    forged("illegal decision", "IllegalDecision", Occasion(Decide), to_all(saying(an_illegal_decision))),
    hidden("illegal secret", "IllegalDecision", Occasion(Commit, Secret), ("throw", "well")),
    hidden("bad share of chance", "IllegalDecision", Occasion(Commit, Chance), b"seven"),
    forged("wrong past", "WrongPast", Occasion(Commit, step=2), to_all(headed(past=random_digest))),
    forged("wrong first past", "WrongPast", Occasion(Lock, Open, False), to_all(headed(past=random_digest))),
    forged("two pasts", "WrongPast", Occasion(Lock, SEALED), to_all(headed(past=random_digest))),
    forged("wrong start", "WrongPast", Occasion(Accept), to_all(headed(past=random_digest))),
    forged("wrong state", "WrongState", Occasion(Commit, step=2), to_all(headed(state=random_digest))),
    forged(
        "wrong first state", "WrongState", Occasion(Lock, Open, False), to_all(headed(state=random_digest))
    ),
    forged("two states", "WrongState", Occasion(Lock, SEALED), to_all(headed(state=random_digest))),
    forged("wrong last state", "WrongState", Occasion(Lock, Over), to_all(headed(state=random_digest))),
    forged("wrong initial state", "WrongState", Occasion(Accept), to_all(headed(state=random_digest))),
)
"""Every honest seat finds one of the named faults, and nobody is blamed but the cheat."""

HARMLESS = (
    Cheat("keeps what nobody missed", Occasion(Lock), slipping(keep(1, 0), keep(1, 77))),
    Cheat("votes against the present", Occasion(Lock), slipping(*TOO_MANY_VOTES[:9]), least=3),
    Cheat("reveals early", Occasion(Lock, SEALED), slipping(true_reveal)),
    Cheat("plays back another table", Occasion(Lock), with_foreign(from_another_table)),
    Cheat("speaks for another seat", Occasion(Lock), with_foreign(in_anothers_name)),
    Cheat("forges signatures", Occasion(Commit), forged_signatures),
    Cheat("tells one only", Occasion(Lock), to_one),
    Cheat("tells everything twice", Occasion(Commit), lambda arena, envelope, reader: [envelope.wire] * 2),
)
"""Nobody is blamed, nobody is voted out, and the game ends as if nothing had happened."""

SILENT = (
    Cheat("never chooses", Occasion(Decide), nothing, stops=True),
    Cheat("never commits", Occasion(Commit), nothing, stops=True),
    Cheat("never locks", Occasion(Lock), nothing, stops=True),
    Cheat("never reveals", Occasion(Reveal), nothing, stops=True),
    Cheat("never signs the end", Occasion(Lock, Over), nothing, stops=True),
    Cheat("lies about another's choice", Occasion(Lock, Secret), to_all(saying(lying_lock)), stops=True),
    Cheat(
        "fills its chain", Occasion(Commit), chain_of(*TOO_MANY_KEEPS[:-1], *TOO_MANY_VOTES[:-1]), stops=True
    ),
    Cheat("claims the table", Occasion(Commit), slipping(against_all, against_all), stops=True, least=3),
    strayed("another past after a vote", past=random_digest),
    strayed("another state after a vote", state=random_digest),
)
"""Nothing is proven; the others vote the cheat out, and nobody else."""
