"""A program that cheats: the whole of `p2p-heroes`, but for a session that lies.

    python -m scripts.tools.rough.cheat ATTACK bot --join HOST:PORT

In: the name of an attack of `p2p_heroes.tabletest.attacks`, then what `p2p-heroes` is told. When the
occasion has come and the lie has left, it says so on stderr.
"""

import sys
from collections.abc import Iterable, Mapping
from functools import partial

from p2p_heroes import cli
from p2p_heroes.node import listener
from p2p_heroes.node.connector import Connector
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.attacks import ATTACKS, AttackOutcome, Liar, offered_by
from p2p_heroes.tabletest.sockets.connections import BentPeer
from protocol.genesis import Genesis
from protocol.identity import Key
from protocol.peer_messages import Deliver, PeerMessage
from scripts.tools.stand_in import stand_in

STRUCK = "The lie is told."


class Cheat:
    """Who lies at the table, once there is one."""

    def __init__(self, attack: str) -> None:
        self._attack = ATTACKS[attack]
        self._liar: Liar[Position] | None = None
        self._told = False

    def sit(self, genesis: Genesis, rules: GameRules, keys: Mapping[int, Key]) -> Liar[Position]:
        """In place of an honest session."""
        self._liar = Liar(genesis, rules, keys, self._attack, offered_by(rules))
        return self._liar

    def bend(self, reader: bytes, peer_message: PeerMessage) -> Iterable[PeerMessage]:
        """What the holder of a key is sent in place of a peer message."""
        seat = None if self._liar is None else self._liar.genesis.seat_of(reader)
        if self._liar is None or seat is None:
            return [peer_message]
        bent = self._liar.bend_all(seat, [peer_message])
        if not self._told and any(self._is_lie(self._liar, one) for one in bent):
            self._told = True
            print(STRUCK, file=sys.stderr, flush=True)
        return bent

    def _is_lie(self, liar: Liar[Position], peer_message: PeerMessage) -> bool:
        """Whether this shows the fault; what does no harm need not even be false."""
        if self._attack.verdict is not AttackOutcome.PROVEN:
            return liar.has_struck
        return isinstance(peer_message, Deliver) and peer_message.wire in liar.forged | liar.decisive


def main() -> int:
    attack, *arguments = sys.argv[1:]
    cheat = Cheat(attack)
    stand_in(listener, Session=cheat.sit, Connector=partial(Connector, peer=partial(BentPeer, cheat.bend)))
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
