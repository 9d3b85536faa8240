"""What a node has to do, in the order in which it must be done: forward, write, then send, then tell."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from p2p_heroes.node.news import News
from protocol.faults import Proof
from protocol.framing import MAX_FRAME
from protocol.peer_messages import Accuse, Deliver, PeerMessage
from protocol.transcript import Record

LONGEST_ACCUSATION = MAX_FRAME - 16
"""Bytes of a proof that still fit into a frame as a peer message."""


class Acts(NamedTuple):
    """What is to be done, in this order.

    forwarded: what others have said, for certain seats; it says nothing of us, so it waits for no disk.
    records: to write, before anything of our own leaves. sync: whether they must be on the platter first.
    peer messages: to all who are connected. replies: to the one who spoke. news: to whoever watches. changed:
    whether the table is not as it was.
    """

    forwarded: tuple[tuple[int, PeerMessage], ...] = ()
    records: tuple[Record, ...] = ()
    sync: bool = False
    peer_messages: tuple[PeerMessage, ...] = ()
    replies: tuple[PeerMessage, ...] = ()
    news: tuple[News, ...] = ()
    changed: bool = False


def together(acts: list[Acts]) -> Acts:
    """Several as one: everything is written before anything is sent."""
    return Acts(
        records=tuple(record for one in acts for record in one.records),
        sync=any(one.sync for one in acts),
        peer_messages=tuple(peer_message for one in acts for peer_message in one.peer_messages),
        forwarded=tuple(chain.from_iterable(one.forwarded for one in acts)),
        replies=tuple(peer_message for one in acts for peer_message in one.replies),
        news=tuple(item for one in acts for item in one.news),
        changed=any(one.changed for one in acts),
    )


def accusations(proofs: Iterable[Proof]) -> list[PeerMessage]:
    """The proofs. Of one that no frame can carry the others get the messages, and find the fault."""
    peer_messages: list[PeerMessage] = []
    for proof in proofs:
        encoded = proof.encode()
        fits = len(encoded) <= LONGEST_ACCUSATION
        peer_messages += [Accuse(encoded)] if fits else map(Deliver, proof.evidence)
    return peer_messages
