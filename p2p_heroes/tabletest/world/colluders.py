"""Seats that act together, each by several programs with one key: every kind of lie about votes, by luck.

Each honest seat is shown one *face* of each dishonest one. A face is a whole node, which plays, votes without
patience, and hears only those to whom it shows itself; so two faces of one seat soon tell two stories.
Besides that they propose, sign and keep what is not true, resign, hold messages back, and stand on unknown
grounds.
At other tables they have one face and one plan: to stop a victim by what only it is told, or to sign a vote
for some and take it back for others while a message comes late; or, where only programs play, to say in their
life signs what they like to each reader, to be silent, to be heard by some only, and to leave or be guilty.
No packet is lost, and at most one honest machine stops for good: whatever else goes wrong is their doing.
"""

from collections.abc import Iterable
from functools import partial
from random import Random
from types import MappingProxyType

from p2p_heroes.games import GAMES
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.world.machine import Machine
from p2p_heroes.tabletest.world.network_faults import Mishap
from p2p_heroes.tabletest.world.plan import EARLY, Happening, TablePlan
from p2p_heroes.tabletest.world.world import Connection, World
from protocol.envelope import Envelope, open_envelope, seal
from protocol.errors import Fault, ProtocolError
from protocol.events import Event
from protocol.faults import Proof
from protocol.frozen import replace
from protocol.lifesign import sign_have
from protocol.messages import Absence, Commit, Decide, Forfeit, Keep, Lock, Message, Resign, Reveal
from protocol.peer_messages import Accuse, Deliver, Have, PeerMessage
from protocol.rules import AskOpen, AskSecret
from protocol.session import Session

MOST_FACES = 3
SCHEMES = ("faces", "stray", "sign")
MEDDLING = (20, 400)
"""How often a face does something of its own, in ms."""
SHORT = 3
WISHING_ONE_IN = 0.04
CALM_AFTER = 25_000
"""From then on they tell nothing new that is false, and show themselves as they are."""
VOTING_ONE_IN = 0.02
WISHING_FOR = 18
"""Those who wish do so for so many times the patience: programs need five to follow a wish."""


def draw_cabal(seed: str, game: str) -> TablePlan:
    """A table of three to seven at which one or two act together."""
    random = Random(f"cabal {seed}")  # noqa: S311 -- nobody plays for anything here
    seats = random.choice((3, 4, 4, 4, 5, 5, 6, 7))
    rules = GAMES[game]
    seats = min(seats, len(rules.choices) or seats, rules.seats[-1])
    cabal = tuple(sorted(random.sample(range(seats), random.choice((1, 2)))))
    fallen = [seat for seat in range(seats) if seat not in cabal and random.random() < 0.1][:1]
    plan = TablePlan(
        seed=seed,
        game=game,
        choices=tuple(random.sample(rules.choices, seats)) if rules.choices else ("",) * seats,
        options=MappingProxyType({rules.length: random.choice((1, 2, 3))} if rules.length else {}),
        patience=random.choice((3, 5)),
        calm=CALM_AFTER,
        happenings=tuple(Happening(random.randint(*EARLY), Mishap.CRASH, (seat,)) for seat in fallen),
        cabal=cabal,
        half=random.random() < 0.25,
    )
    wishes = random.random() < WISHING_ONE_IN and 2 * len(cabal) < seats and not fallen
    calm = 1000 * WISHING_FOR * SHORT
    return replace(plan, programs=True, patience=SHORT, calm=calm) if wishes else plan


class Cabal(World):
    """One table with such company."""

    def __init__(self, plan: TablePlan) -> None:
        super().__init__(plan)
        self._luck = Random(f"luck {plan.seed}")  # noqa: S311 -- nobody plays for anything here
        self._scheme = self._luck.choice(SCHEMES)
        if plan.programs:
            self._scheme = "wishes"
        self._faces = self._luck.randint(1, MOST_FACES) if self._scheme == "faces" else 1
        self._victim = self._luck.choice([machine.seat for machine in self.honest])
        self._held: set[tuple[int, int]] = set()
        self._released = False
        self._strayed: int | None = None
        # Of those who wish: whom each wants out and has not heard, to each reader; and where it falls silent.
        self._wished: dict[tuple[int, int], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._silent_from: dict[int, int] = {}
        if plan.programs:
            self._silent_from = {seat: self._luck.randint(2, 12) for seat in plan.cabal}
        self._meddles = self._luck.choice((0.1, 0.5, 1.0))
        self._strays = self._luck.choice((0.0, 0.05, 0.3))
        self._holds = self._luck.choice((0.0, 0.05, 0.3))
        for seat in plan.cabal:
            self.machines[seat].session = self.seating(seat)
            for _ in range(1, self._faces):
                extra = Machine(seat, self.rules, self.bot(seat), partial(self.seating, seat))
                extra.place = len(self.machines)
                self.machines.append(extra)
        self._face: dict[int, int] = dict.fromkeys(plan.cabal, 0)
        for place, machine in enumerate(self.machines[plan.seats :]):
            self._face[machine.place] = 1 + place % max(1, self._faces - 1)
        self._shown: dict[tuple[int, int], int] = {}
        for machine in self.honest:
            for seat in plan.cabal:
                self._shown[machine.seat, seat] = self._luck.randrange(self._faces)

    def set_up(self) -> None:
        super().set_up()
        for place in self._face:
            self.later(self._luck.randint(*MEDDLING), partial(self._meddle, self.machines[place]))

    # Who meets whom.

    def _may_meet(self, one: Machine, other: Machine) -> bool:
        match self._face.get(one.place), self._face.get(other.place):
            case None, None:
                return True
            case None, face:
                return self._shown[one.seat, other.seat] == face
            case face, None:
                return self._shown[other.seat, one.seat] == face
            case face, another:
                return face == another and one.seat != other.seat

    def _turn(self) -> None:
        """Somebody is shown another face from now on."""
        reader, seat = self._luck.choice(sorted(self._shown))
        self._shown[reader, seat] = self._luck.randrange(self._faces)
        for place in self._face:
            if self.machines[place].seat == seat:
                self._hang_up(reader, place)

    # What they say.

    def _meddle(self, machine: Machine) -> None:
        if self.now > self.plan.calm:
            self._held.clear()
            self._stop_wishing(machine)
            return
        self.later(self._luck.randint(*MEDDLING), partial(self._meddle, machine))
        if self._luck.random() < 0.05:
            self._turn()
        session = machine.session
        if not machine.is_up or session.play.exchange is None or self._luck.random() > self._meddles:
            return
        if self._scheme == "wishes":
            self._wish(machine)
        happened: list[Event] = []
        try:
            word = self._word(session, machine.seat)
            if word is None:
                return
            session._say(machine.seat, word, happened)
        except (Fault, AssertionError):
            return
        self._do(machine, machine.logic.absorb(happened, machine.clock(self.now)))

    def _word(self, session: Session[Position], seat: int) -> Message | None:
        """A vote or a keep: something new, what others have proposed, or one's own again; or a farewell."""
        luck, ballot = self._luck, session.play.ballot(session.log)
        if self._scheme == "wishes" and luck.random() > VOTING_ONE_IN:
            return None
        if self._scheme not in ("faces", "wishes"):
            return self._planned(session, seat)
        proposed = [vote for cast in ballot.votes.values() for vote in cast if seat not in dict(vote)]
        own = ballot.votes[seat]
        kind = luck.random()
        if own and kind < 0.35:
            return Forfeit(own[-1], signed=True)
        if proposed and kind < 0.65:
            return Forfeit(luck.choice(proposed), signed=luck.random() < 0.3)
        if proposed and kind < 0.8:
            return Keep(*luck.choice(luck.choice(proposed)))
        if kind > 0.98:
            return Resign()
        others = [other for other in range(self.plan.seats) if other != seat]
        named = sorted(luck.sample(others, luck.randint(1, min(2, len(others) - 1))))
        return Forfeit(tuple(self._absence(session, name) for name in named))

    def _planned(self, session: Session[Position], seat: int) -> Message | None:
        """What serves the plan: a vote that means nothing, one against the victim, or that of the others."""
        ballot, victim = session.play.ballot(session.log), self._victim
        own, other = ballot.votes[seat], self.plan.cabal[-1]
        if own and own[-1] not in ballot.signed[seat] and self._luck.random() < 0.3:
            return Forfeit(own[-1], signed=True)
        if self._scheme == "stray" and not own:
            accomplice = seat == other and len(self.plan.cabal) > 1
            if not accomplice and (self._strayed is not None or not self._is_before_a_call(session)):
                return None
            owed = session.play.owed_number(victim)
            return Forfeit(((victim, owed if accomplice else 90),))
        proposed = [v for cast in ballot.votes.values() for v in cast if seat not in dict(v) and v not in own]
        return Forfeit(proposed[-1]) if proposed else None

    def _is_before_a_call(self, session: Session[Position]) -> bool:
        """Whether the next step may be one in which one seat alone is asked."""
        exchange = session.play.exchange
        return exchange is not None and isinstance(exchange.need, AskSecret)

    # What they say in their life signs.

    def _wish(self, machine: Machine) -> None:
        """Tell one reader something else from now on, or lose a connection to it or find it again."""
        luck, seat, reader = self._luck, machine.seat, self._luck.choice(self.honest).seat
        kind, way = luck.random(), frozenset((seat, reader))
        if kind < 0.05:
            others = [other for other in range(self.plan.seats) if other != seat]
            wanted = luck.sample(others, luck.choice((0, 1, len(others) - 1)))
            unheard = luck.sample(others, luck.choice((0, 1)))
            self._wished[seat, reader] = tuple(sorted(wanted)), tuple(unheard)
        elif kind < 0.06:
            self.network.cut ^= {way}
            self._hang_up(machine.place, reader)

    def _wishing(self, have: Have, reader: int) -> Have:
        wanted, unheard = self._wished[have.seat, reader]
        return sign_have(
            key_of(have.seat),
            self.genesis.table,
            have.seat,
            count=have.count,
            heard=tuple(0 if seat in unheard else count for seat, count in enumerate(have.heard)),
            linked=have.linked,
            wanted=wanted,
            heads=have.heads,
        )

    def _stop_wishing(self, machine: Machine) -> None:
        """It leaves, or shows all that it is guilty: for whoever stays and only disagrees programs wait."""
        self._wished.clear()
        if self._scheme != "wishes" or not machine.is_up:
            return
        said, shown = self._silent_from[machine.seat], machine.session.log.chains[machine.seat]
        if self._luck.random() < 0.5 and said <= len(shown):
            twin = seal(key_of(machine.seat), shown[said - 1].header, Resign())
            for place, line in self._lines_of(machine.place):
                self._post(machine, place, line, [Deliver(twin.wire)])
        else:
            self.crash(machine)
            self.bury(machine)

    def _absence(self, session: Session[Position], name: int) -> Absence:
        owed = session.play.owed_number(name)
        return name, self._luck.choice((0, owed, owed, owed, max(owed - 1, 0), owed + 1))

    def _bent(self, machine: Machine, reader: int, peer_messages: Iterable[PeerMessage]) -> list[PeerMessage]:
        if machine.place not in self._face:
            return list(peer_messages)
        return [bent for peer_message in peer_messages for bent in self._told(machine, reader, peer_message)]

    def _told(self, machine: Machine, reader: int, peer_message: PeerMessage) -> list[PeerMessage]:
        if self._is_confession(peer_message):
            return []
        if isinstance(peer_message, Have):
            wished = peer_message.seat == machine.seat and (machine.seat, reader) in self._wished
            return [self._wishing(peer_message, reader) if wished else peer_message]
        if not isinstance(peer_message, Deliver) or self.now > self.plan.calm:
            return [peer_message]
        envelope = open_envelope(peer_message.wire, self.genesis)
        if self._scheme == "wishes":
            until = self._silent_from.get(envelope.seat, envelope.number + 1)
            return [peer_message] if envelope.number < until else []
        if self._scheme != "faces":
            return self._plotted(machine, reader, envelope)
        if (machine.place, reader) in self._held or self._luck.random() < self._holds / 10:
            self._held.add((machine.place, reader))
            if self._luck.random() < 0.3:
                self._held.discard((machine.place, reader))
            return []
        if envelope.seat == machine.seat and self._luck.random() < self._strays:
            return [Deliver(self._astray(envelope).wire)]
        return [peer_message]

    def _plotted(self, machine: Machine, reader: int, envelope: Envelope) -> list[PeerMessage]:
        if envelope.seat != machine.seat or reader in self._face:
            return [Deliver(envelope.wire)]
        return [Deliver(twin.wire) for twin in self._twins(machine, reader, envelope)]

    def _twins(self, machine: Machine, reader: int, envelope: Envelope) -> list[Envelope]:
        """What a reader gets in place of a message; the same each time."""
        log = machine.session.log
        late = machine.seat == self.plan.cabal[-1] and len(self.plan.cabal) > 1
        match envelope.message:
            case Forfeit(absences, True) if self._scheme == "sign" and not late:
                self._release()
                kept = seal(key_of(envelope.seat), envelope.header, Keep(*absences[0]))
                return [kept if reader == self._victim else envelope]
            case Commit() | Decide() | Lock() | Reveal() if self._scheme == "sign" and late:
                return [envelope] if reader == self._victim and self._released else []
        if self._scheme != "stray" or late:
            return [envelope]
        if self._strayed is not None and envelope.step > self._strayed:
            return []
        voted = log.has_voted(machine.seat, envelope.step - 1)
        if reader == self._victim and voted and self._is_its_only_word(machine, envelope):
            self._strayed = envelope.step
            return [self._astray(envelope)]
        return [envelope]

    def _is_its_only_word(self, machine: Machine, envelope: Envelope) -> bool:
        """Whether it says nothing else in the step, so that nothing shows that it stands elsewhere."""
        play = machine.session.play
        exchange = {play.step: play.exchange, play.step - 1: play.before}.get(envelope.step)
        fresh = machine.session.log.first_number(machine.seat, envelope.step) == envelope.number
        opens = exchange is not None and isinstance(exchange.need, AskOpen)
        return fresh and opens and isinstance(envelope.message, Lock)

    def _release(self) -> None:
        """What was kept back until now comes to the victim, and to nobody else."""
        if not self._released:
            self._released = True
            late = self.machines[self.plan.cabal[-1]]
            self.later(2, partial(self._tell_victim, late))

    def _tell_victim(self, machine: Machine) -> None:
        for place, line in self._lines_of(machine.place):
            if place == self._victim:
                said = machine.session.log.chains[machine.seat]
                self._post(machine, place, line, [Deliver(one.wire) for one in said])

    def _astray(self, envelope: Envelope) -> Envelope:
        """The message on ground that nobody knows, for one reader only."""
        header = envelope.header
        past, state = noise("past", envelope.id), noise("state", envelope.id)
        changed = self._luck.choice((header._replace(past=past), header._replace(state=state)))
        return seal(key_of(envelope.seat), changed, envelope.message)

    def _is_confession(self, peer_message: PeerMessage) -> bool:
        return isinstance(peer_message, Accuse) and Proof.read(peer_message.proof).seat in self.plan.cabal

    # What they do and hear. A face whose lies lead it to where an honest one contradicts itself ends there.

    def _beat(self, machine: Machine, session: object) -> None:
        try:
            super()._beat(machine, session)
        except Fault:
            self._give_up(machine)

    def _choose(self, machine: Machine, ground: object) -> None:
        try:
            super()._choose(machine, ground)
        except Fault:
            self._give_up(machine)

    def _give_up(self, machine: Machine) -> None:
        if machine.place not in self._face:
            raise AssertionError(f"seat {machine.seat} contradicts itself, and is honest")
        machine.is_up = False

    def _hear(self, machine: Machine, sender: int, line: Connection, peer_message: PeerMessage) -> None:
        if machine.place not in self._face:
            super()._hear(machine, sender, line, peer_message)
        elif sender in self._face or not self._is_of_them(peer_message):
            machine.session.protected = ()
            try:
                super()._hear(machine, sender, line, peer_message)
            except Fault:
                self._give_up(machine)

    def _is_of_them(self, peer_message: PeerMessage) -> bool:
        """A face does not listen to what is said of it or of its friends elsewhere."""
        match peer_message:
            case Accuse():
                return self._is_confession(peer_message)
            case Deliver(wire):
                try:
                    return open_envelope(wire, self.genesis).seat in self.plan.cabal and self._faces > 1
                except ProtocolError:
                    return True
        return False
