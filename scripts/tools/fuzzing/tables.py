"""Real tables, played once in the simulated world: the signed bytes that fuzzing starts from.

Every key is a key of `tabletest`, so whatever is changed can be signed again in its author's name.
"""

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from p2p_heroes.games import DEFAULT_GAME, GAMES, SMALL_GAME
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.world.plan import TablePlan
from p2p_heroes.tabletest.world.world import World
from protocol.canonical import Value, encode
from protocol.framing import HEADER_SIZE
from protocol.genesis import Genesis
from protocol.hashing import digest
from protocol.peer_messages import Deliver, read_peer_message
from protocol.transcript import read_transcript


def _small(seed: str, seats: int, attack: str = "", liar: int | None = None, after: int = 0) -> TablePlan:
    """One round of the small game."""
    one_round = MappingProxyType({GAMES[SMALL_GAME].length: 1})
    return TablePlan(seed, SMALL_GAME, ("",) * seats, one_round, attack=attack, liar=liar, after=after)


TWO_CHOICES = GAMES[DEFAULT_GAME].choices[:2]
PLANS = {
    "small": _small("fuzzing", 3, "false accusation", liar=2),
    "two": _small("fuzzing", 2),
    "equivocate": _small("equivocate", 3, "equivocate", liar=1),
    "false opening": _small("false opening", 2, "false opening", liar=1),
    "wrong hash": _small("wrong hash 2", 3, "wrong hash", liar=2),
    "illegal decision": _small("illegal decision", 2, "illegal decision", liar=0),
    "unknown tag": _small("unknown tag", 2, "unknown tag", liar=1),
    "out of turn": _small("out of turn", 2, "out of turn", liar=1),
    "silence": _small("silence", 3, "silence", liar=2, after=2),
    "large": TablePlan("fuzzing", DEFAULT_GAME, TWO_CHOICES),
    "large, illegal secret": TablePlan(
        "conquest", DEFAULT_GAME, TWO_CHOICES, attack="illegal secret", liar=1, after=12
    ),
}
"""Tables by a name of their own: honest ones, and some of each kind of lie.

Each has another seed, and so another table id: who is guilty at one of them is not at another.
"""


@dataclass(frozen=True, slots=True)
class PlayedBytes:
    """A table at its end: what each honest seat has on disk, what was sent, and who was proven guilty."""

    genesis: Genesis
    files: tuple[bytes, ...]
    frames: tuple[bytes, ...]
    guilty: frozenset[int]

    @property
    def wires(self) -> list[bytes]:
        """Every signed message that was delivered, each once, in the order in which it was sent."""
        peer_messages = (read_peer_message(one[HEADER_SIZE:]) for one in self.frames)
        return list(
            dict.fromkeys(
                peer_message.wire for peer_message in peer_messages if isinstance(peer_message, Deliver)
            )
        )


class _Tapped(World):
    """A world in which all packets are kept."""

    def __init__(self, plan: TablePlan) -> None:
        super().__init__(plan)
        self.packets: list[bytes] = []

    def _arrive(self, sender: int, reader: int, line: object, packet: bytes) -> None:
        self.packets.append(packet)
        super()._arrive(sender, reader, line, packet)  # type: ignore[arg-type]


@cache
def played(name: str) -> PlayedBytes:
    """One of the tables, from its plan to its end."""
    world = _Tapped(PLANS[name])
    world.run()
    files = tuple(machine.data for machine in world.honest)
    for file in files:
        assert not read_transcript(file).torn
    sent = dict.fromkeys(one for packet in world.packets for one in _frames(packet))
    guilty = frozenset(seat for machine in world.honest for seat in machine.session.proofs)
    return PlayedBytes(world.genesis, files, tuple(sent), guilty)


def _frames(packet: bytes) -> list[bytes]:
    found, at = [], 0
    while at < len(packet):
        end = at + HEADER_SIZE + int.from_bytes(packet[at : at + HEADER_SIZE], "big")
        found.append(packet[at:end])
        at = end
    return found


def frames(name: str) -> tuple[bytes, ...]:
    """The frames of one of the tables, each once."""
    return played(name).frames


def signed(seat: int, payload: Value) -> bytes:
    """Any value as the payload of an envelope, with the signature of a seat of `tabletest`."""
    data = encode(payload)
    return data + key_of(seat).sign(digest("message", data))
