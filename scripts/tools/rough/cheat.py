"""A program that cheats: the whole of `p2p-heroes`, but for a session that lies.

    python -m scripts.tools.rough.cheat ATTACK bot --join HOST:PORT

In: the name of an attack of `p2p_heroes.tabletest.attacks`, then what `p2p-heroes` is told. When the
occasion has come and the lie has left, it says so on stderr.
"""

import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

import trio

from p2p_heroes import cli
from p2p_heroes.node import listener
from p2p_heroes.node.connector import Connector, Expects, Visitor
from p2p_heroes.node.peer import Peer
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.attacks import ATTACKS, AttackOutcome, Liar
from protocol.canonical import Value
from protocol.frozen import replace
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

        def offers(position: Position, seat: int) -> list[Value]:
            _, request = rules.question(position, seat)
            return [rules.value(request.choices[n]) for n in range(min(2, len(request.choices)))]

        self._liar = Liar(genesis, rules, keys, self._attack, offers)
        return self._liar

    def bend(self, reader: bytes, peer_message: PeerMessage) -> Iterable[PeerMessage]:
        """What the holder of a key is sent in place of a parcel."""
        seat = None if self._liar is None else self._liar.genesis.seat_of(reader)
        if self._liar is None or seat is None:
            return [peer_message]
        bent = list(self._liar.bend(seat, peer_message))
        if not self._told and any(self._is_lie(self._liar, one) for one in bent):
            self._told = True
            print(STRUCK, file=sys.stderr, flush=True)
        return bent

    def _is_lie(self, liar: Liar[Position], peer_message: PeerMessage) -> bool:
        """Whether this shows the fault; what does no harm need not even be false."""
        if self._attack.verdict is not AttackOutcome.PROVEN:
            return liar.has_struck
        return isinstance(peer_message, Deliver) and peer_message.wire in liar.forged | liar.decisive


class BentPeer:
    """A peer to whom other parcels are posted than the node believes."""

    def __init__(self, peer: Peer, cheat: Cheat) -> None:
        self._peer = peer
        self._cheat = cheat

    def post(self, peer_messages: Iterable[PeerMessage], _: bytes = b"") -> None:
        key = self._peer.key
        self._peer.post(
            [bent for peer_message in peer_messages for bent in self._cheat.bend(key, peer_message)]
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self._peer, name)


def lying_door(cheat: Cheat) -> type[Connector]:
    """A kind of door behind which a node talks to bent peers."""

    class LyingDoor(Connector):
        async def dial(self, host: str, port: int, table: bytes | None) -> Visitor:
            return bent(await super().dial(host, port, table))

        async def listen(
            self,
            listeners: list[trio.SocketListener],
            expects: Expects,
            visit: Callable[[Visitor], Awaitable[None]],
        ) -> None:
            await super().listen(listeners, expects, lambda visitor: visit(bent(visitor)))

    def bent(visitor: Visitor) -> Visitor:
        peer: Any = BentPeer(visitor.peer, cheat)
        return replace(visitor, peer=peer)

    return LyingDoor


def main() -> int:
    attack, *arguments = sys.argv[1:]
    cheat = Cheat(attack)
    stand_in(listener, Session=cheat.sit, Connector=lying_door(cheat))
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
