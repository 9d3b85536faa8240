"""The invite code over a connection, from both sides: between the handshake and the wish for a seat.

Comes in: a visit, and the code as it was typed. All rules are in `protocol.invite`.
"""

import secrets
from collections.abc import Callable
from typing import TypeVar

from p2p_heroes.node.connector import TurnedAway, Visitor
from p2p_heroes.node.peer import Peer
from protocol.errors import Unexpected, WrongCode
from protocol.invite import ENTROPY_SIZE, Invite
from protocol.peer_messages import CodeNeeded, Confirm, Refuse, Share

T = TypeVar("T", Share, Confirm, CodeNeeded)


class CodeAsked(WrongCode):
    """We came without a code, and the table asks for one."""


class NoCodeAsked(WrongCode):
    """We came with a code, and the table asks for none."""


async def expect(peer: Peer, kind: type[T]) -> T:
    """The next peer message, if it is of that kind. Raises TurnedAway, PeerGone or Unexpected."""
    peer_message = await peer.receive()
    if isinstance(peer_message, Refuse):
        raise TurnedAway(peer_message.reason)
    if not isinstance(peer_message, kind):
        raise Unexpected(f"{type(peer_message).__name__} instead of {kind.__name__}")
    return peer_message


async def ask_code(visitor: Visitor, key: bytes, code: str, check_guesses: Callable[[], None]) -> None:
    """The host's side. Raises WrongCode, or what `check_guesses` raises before the guest's word counts."""
    peer = visitor.peer
    invite = Invite.host(
        code,
        visitor.binding,
        guest_key=peer.key,
        host_key=key,
        entropy=secrets.token_bytes(ENTROPY_SIZE),
    )
    invite.receive((await expect(peer, Share)).share)
    await peer.send(Share(invite.share))
    confirmation = (await expect(peer, Confirm)).confirmation
    check_guesses()
    invite.check(confirmation)
    await peer.send(Confirm(invite.confirmation))


async def show_code(visitor: Visitor, key: bytes, code: str) -> None:
    """The guest's side; an empty code is none. Raises WrongCode."""
    peer = visitor.peer
    asked = (await expect(peer, CodeNeeded)).coded
    if asked != bool(code):
        # Whoever has a code wants the host who knows it; somebody in its place would just not ask.
        raise CodeAsked("the table asks for a code") if asked else NoCodeAsked("the table asks for no code")
    if not asked:
        return
    invite = Invite.guest(
        code,
        visitor.binding,
        guest_key=key,
        host_key=peer.key,
        entropy=secrets.token_bytes(ENTROPY_SIZE),
    )
    await peer.send(Share(invite.share))
    invite.receive((await expect(peer, Share)).share)
    await peer.send(Confirm(invite.confirmation))
    invite.check((await expect(peer, Confirm)).confirmation)
