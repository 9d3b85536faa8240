"""A mesh with one seat that lies: the attacks of `p2p_heroes.tabletest.attacks`, at tables of roshambo.

`Arena` is such a mesh; `wait_out` lets everybody vote who waits in vain.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress

from p2p_heroes.tabletest import attacks
from p2p_heroes.tabletest.attacks import HARMLESS, SILENT, Attack, Liar, Occasion, offered_by
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import MESSAGE, PROOF, RULES, Packet, SessionTable
from protocol.errors import Ahead, Gap, NotDue
from protocol.exchange import ExchangeStage
from protocol.messages import Decide, Forfeit
from protocol.peer_messages import Accuse, Deliver, PeerMessage
from protocol.rules import AskOpen

__all__ = ["HARMLESS", "LATER", "PROVABLE", "SILENT", "VOTING", "Arena", "Cheat", "vote_all", "wait_out"]

Cheat = Attack
VOTING = tuple(attack for attack in attacks.PROVABLE if attack.occasion.message is Forfeit)
"""For these somebody else has to stay away, so that there is something to vote on."""
LATER = tuple(attack for attack in attacks.PROVABLE if attack.first and attack.occasion.need is AskOpen)
"""These need a second round, called by another seat, after what they do in the first."""
TELLING = tuple(attack for attack in attacks.PROVABLE if attack.tells)
"""These need life signs, which nobody gives here."""
PROVABLE = tuple(attack for attack in attacks.PROVABLE if attack not in (*VOTING, *LATER, *TELLING))


def rounds_for(occasion: Occasion, liar: int) -> int:
    """How many rounds of roshambo bring the occasion for this seat: each round has another caller."""
    if occasion.message is Decide or (occasion.need is AskOpen and occasion.asked):
        return liar + 1
    return 2 if liar == 0 and occasion.need is AskOpen and occasion.asked is False else 1


class Arena(SessionTable):
    """A mesh in which one seat cheats."""

    def __init__(
        self, seats: int, cheat: Cheat, liar: int, *, seed: int = 0, shuffled: bool = False, rounds: int = 1
    ) -> None:
        rounds = max(rounds, rounds_for(cheat.occasion, liar))
        super().__init__(seats, seed=seed, rounds=rounds, shuffled=shuffled)
        self.liar = liar
        self.lying = Liar(self.genesis, RULES, {liar: key_of(liar)}, cheat, offered_by(RULES))
        self.sessions[liar] = self.lying
        self.early: list[Packet] = []
        self.bend = self.forge

    @property
    def has_struck(self) -> bool:
        return self.lying.has_struck

    @property
    def honest(self) -> list[int]:
        return self.lying.honest

    def forge(self, packet: Packet) -> Iterable[Packet]:
        author, reader, data = packet
        if author != self.liar:
            return [packet]
        return [(author, reader, written(bent)) for bent in self.lying.bend_all(reader, [read(data)])]

    def deliver(self, packet: Packet) -> None:
        before = len(self.refusals)
        super().deliver(packet)
        if any(isinstance(refusal, Gap | Ahead) for _, refusal in self.refusals[before:]):
            self.early.append(packet)

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
        return lacking or bool(self.packets)

    def _deliver_early(self) -> bool:
        """What came too soon comes again; False if it is still too soon."""
        early, self.early = self.early, []
        for packet in early:
            self.deliver(packet)
        return self.early != early


def read(data: bytes) -> PeerMessage:
    return Deliver(data[1:]) if data[:1] == MESSAGE else Accuse(data[1:])


def written(peer_message: PeerMessage) -> bytes:
    match peer_message:
        case Deliver(wire):
            return MESSAGE + wire
        case Accuse(proof):
            return PROOF + proof
    raise AssertionError(peer_message)


def wait_out(
    mesh: SessionTable, *, rounds: int = 12, willing: Callable[[int], bool] = lambda seat: True
) -> SessionTable:
    """Run; whenever nothing moves, every willing seat votes against all whom it waits for."""
    mesh.run()
    for _ in range(rounds):
        if not vote_all(mesh, filter(willing, mesh.alive())):
            return mesh
        mesh.run()
    return mesh


def vote_all(mesh: SessionTable, seats: Iterable[int]) -> bool:
    """Each of these seats votes against all whom it waits for; False if nobody does."""
    return sum(_vote_for_all(mesh, seat) for seat in seats) > 0


def _vote_for_all(mesh: SessionTable, seat: int) -> bool:
    """Against those who owe a message first; if that says nothing new, against those who do not vote too."""
    session = mesh.sessions[seat]
    waiting = [waiting for waiting in session.waiting() if waiting.seat != seat]
    owing = [waiting.seat for waiting in waiting if waiting.stage is not ExchangeStage.VOTING]
    for named in (owing, [waiting.seat for waiting in waiting]):
        with suppress(NotDue):
            events = session.forfeit(named)
            mesh.absorb(seat, events)
            if events:
                return True
    return False
