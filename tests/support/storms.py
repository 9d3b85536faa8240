"""Bad weather and worse company: seeded runs of a table in which nearly anything happens, then calm.

`Storm` has honest seats only, that drop out, are cut off from each other, restart from
their records and vote too soon. `Masquerade` has one seat with several faces: honest
sessions with the same key, each of which tells its part of the table another story,
between forgeries. Both end with a calm in which everybody is there and willing.
"""

from collections.abc import Callable
from contextlib import suppress

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import MESSAGE, Letter, SessionTable, session_of
from protocol.envelope import Envelope, open_envelope, seal
from protocol.errors import Ahead, Fault, Gap, NotDue, Refusal
from protocol.events import Event, Said, Shown
from protocol.faults import Proof
from protocol.messages import Commit, Decide, Forfeit, Keep, Lock, Message, Reveal
from tests.support.cheats import vote_all


class Storm(SessionTable):
    """Honest seats in bad weather; `rough` is how much of it."""

    def __init__(self, seats: int, *, seed: int, rough: float = 1.0, rounds: int = 1) -> None:
        super().__init__(seats, seed=seed, rounds=rounds, shuffled=True)
        self.apart: set[frozenset[int]] = set()
        self.rough = rough

    def rage(self, times: int) -> "Storm":
        """So many things happen, one after the other."""
        for _ in range(times):
            acts: list[tuple[float, Callable[[], None]]] = [
                (0.02 * self.rough, self._drop_out),
                (0.02 * self.rough, self._fall_apart),
                (0.02 * self.rough, self._restart),
                (0.10 * self.rough, self._vote),
                (0.20, self._decide),
                (0.10, self._meet),
                (0.60, self._carry),
            ]
            (act,) = self.random.choices([act for _, act in acts], [weight for weight, _ in acts])
            act()
        return self

    def calm(self, *, patience: int = 30) -> "Storm":
        """Everybody comes back, and votes again and again while it waits for somebody."""
        self.dead.clear()
        self.apart.clear()
        self.run()
        for _ in range(patience):
            if not vote_all(self, self.sessions):
                break
            self.run()
        return self

    def _drop_out(self) -> None:
        self.dead ^= {self.random.randrange(len(self.sessions))}

    def _fall_apart(self) -> None:
        side = {seat for seat in self.sessions if self.random.random() < 0.5}
        pairs = [frozenset((a, b)) for a in self.sessions for b in self.sessions if (a in side) > (b in side)]
        self.apart = set(pairs) if self.random.random() < 0.5 else set()

    def _restart(self) -> None:
        self.restart(self.random.randrange(len(self.sessions)))

    def _vote(self) -> None:
        for seat in self.random.sample(self.alive(), min(1, len(self.alive()))):
            session = self.sessions[seat]
            waited = [waiting.seat for waiting in session.waiting() if waiting.seat != seat]
            some = waited if self.random.random() < 0.7 else waited[: self.random.randint(0, len(waited))]
            with suppress(NotDue):
                self.absorb(seat, session.forfeit(some))

    def _decide(self) -> None:
        due = [seat for seat in self.alive() if self.sessions[seat].duties()]
        if due:
            self.choose(self.random.choice(due))

    def _meet(self) -> None:
        one, other = self.random.sample(sorted(self.sessions), 2)
        if self._are_linked(one, other):
            for envelope in list(self.sessions[one].missing(self.sessions[other].heads())):
                self.deliver((one, other, MESSAGE + envelope.wire))

    def _carry(self) -> None:
        ready = [place for place, (a, b, _) in enumerate(self.letters) if self._are_linked(a, b)]
        if ready:
            letter = self.letters.pop(self.random.choice(ready))
            for _ in range(self.random.choice((0, 1, 1, 1, 1, 1, 1, 1, 1, 2))):
                self.deliver(letter)

    def _are_linked(self, one: int, other: int) -> bool:
        return other not in self.dead and frozenset((one, other)) not in self.apart


class Masquerade(SessionTable):
    """Honest seats and one with several faces."""

    def __init__(self, seats: int, *, seed: int, liar: int, faces: int) -> None:
        super().__init__(seats, seed=seed, rounds=1, shuffled=True)
        self.liar = liar
        del self.sessions[liar]
        self.honest = sorted(self.sessions)
        # A face is a seat of its own on the wire, behind the true ones.
        self.faces = {100 + face: session_of(self.genesis, liar) for face in range(faces)}
        self.audience = {seat: 100 + self.random.randrange(faces) for seat in self.honest}
        self.crossing, self.losing, self.forging, self.meddling = (
            self.random.choice(chances)
            for chances in ((0, 0.02, 0.2), (0, 0.05), (0, 0.02, 0.1), (0, 0.02, 0.1))
        )
        self.early: list[Letter] = []

    def play(self, *, patience: int = 25) -> "Masquerade":
        for seat in self.honest:
            self.absorb(seat, self.sessions[seat].begin())
        for face, session in self.faces.items():
            self.tell(face, session.begin())
        self.run()
        for _ in range(patience):
            self._meddle()
            if not vote_all(self, self.honest):
                break
            self.run()
        return self

    def post(self, author: int, data: bytes) -> None:
        self.letters += [(author, reader, data) for reader in (*self.honest, *self.faces) if reader != author]

    def tell(self, face: int, events: list[Event]) -> None:
        """What a face says goes to its own audience, mostly, and mostly as it was said."""
        for event in events:
            if isinstance(event, Said | Shown):
                for reader in self.honest:
                    self._whisper(face, reader, event.envelope)

    def _whisper(self, face: int, reader: int, envelope: Envelope) -> None:
        own = envelope.seat == self.liar
        if own and self.audience[reader] != face and self.random.random() >= self.crossing:
            return
        if own and self.random.random() < self.forging:
            self.letters.append((face, reader, MESSAGE + self._mangle(envelope).wire))
        if self.random.random() >= self.losing or envelope.number == 0:
            self.letters.append((face, reader, MESSAGE + envelope.wire))

    def _mangle(self, envelope: Envelope) -> Envelope:
        header, other_bytes = envelope.header, noise("noise", self.random.random())
        other = self.random.choice(self.honest)
        entries: list[bytes | None] = [None] * len(self.genesis.seats)
        entries[other] = other_bytes
        messages: list[Message] = [
            Keep(other, self.random.randrange(12)),
            Forfeit(((other, self.random.randrange(12)),)),
            Commit(other_bytes),
            Decide(("call", self.random.choice(("rock", "well")))),
            Lock(tuple(entries)),
            Reveal(other_bytes, ("throw", "rock")),
        ]
        headers = [
            header._replace(previous=other_bytes),
            header._replace(step=header.step + 1),
            header._replace(past=other_bytes),
            header._replace(state=other_bytes),
        ]
        forged = self.random.choice(
            [*[(header, m) for m in messages], *[(h, envelope.message) for h in headers]]
        )
        return seal(key_of(self.liar), *forged)

    def _meddle(self) -> None:
        """Vote as if it were meant: with a face's own chain, against whoever is there."""
        face, session = self.random.choice(sorted(self.faces.items(), key=lambda item: item[0]))
        if session.play.exchange is None or not session.log.chains[self.liar]:
            return
        other = self.random.choice(self.honest)
        owed = session.play.owed_number(other)
        number = self.random.choice((0, owed, max(owed - 1, 0), owed + 1, 50))
        cast: list[Message] = [Keep(other, number), Forfeit(((other, number),))]
        said = session.log.progress[self.liar]
        if said is not None and said.vote and said.last.step == session.play.step:
            cast.append(Forfeit(said.vote))
        happened: list[Event] = []
        try:
            session._say(self.liar, self.random.choice(cast), happened)
        except Fault:
            return
        self.tell(face, happened + session._go_on())

    def deliver(self, letter: Letter) -> None:
        reader = letter[1]
        if self.random.random() < self.meddling:
            self._meddle()
        if reader in self.faces:
            self._hear(letter)
            return
        before = len(self.refusals)
        super().deliver(letter)
        if any(isinstance(refusal, Gap | Ahead) for _, refusal in self.refusals[before:]):
            self.early.append(letter)

    def _hear(self, letter: Letter) -> None:
        """A face does not listen to what is said of itself."""
        _, face, data = letter
        session = self.faces[face]
        try:
            if data[:1] != MESSAGE:
                own = Proof.read(data[1:]).seat == self.liar
                events = [] if own else session.accuse(data[1:])
            else:
                own = open_envelope(data[1:], self.genesis).seat == self.liar
                events = [] if own else session.receive(data[1:])
        except (Gap, Ahead):
            self.early.append(letter)
        except (Refusal, Fault):
            pass
        else:
            self.tell(face, events)

    def _choose_somewhere(self) -> bool:
        due = [seat for seat in self.honest if self.sessions[seat].duties()]
        masks = [face for face, session in self.faces.items() if session.duties()]
        if not due and not masks:
            return self.gossip()
        chosen = self.random.choice([*due, *masks])
        if chosen in self.sessions:
            self.choose(chosen)
        else:
            self._choose_behind(chosen)
        return True

    def _choose_behind(self, face: int) -> None:
        session = self.faces[face]
        self.sessions[self.liar] = session
        value = self.draw(self.liar)
        del self.sessions[self.liar]
        salt = noise("salt", face, session.play.step)
        self.tell(face, session.choose(self.liar, value, salt))

    def gossip(self) -> bool:
        """The honest ones tell everybody what they hold; what came too soon comes again."""
        before = self._heads()
        early, self.early = self.early, []
        for letter in early:
            self.deliver(letter)
        for one in self.honest:
            for other, session in [*self.sessions.items(), *self.faces.items()]:
                for envelope in list(self.sessions[one].missing(session.heads())):
                    self.deliver((one, other, MESSAGE + envelope.wire))
        return self._heads() != before or bool(self.letters)

    def _heads(self) -> list[tuple[int, ...]]:
        return [session.heads() for session in (*self.sessions.values(), *self.faces.values())]
