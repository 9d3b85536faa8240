"""From connected to known: two nodes show each other their keys (protocol.md §9.1).

Each signs both hellos and the fingerprint of the certificate under which the
connection runs. Somebody in the middle runs two connections with two
certificates, so neither signature fits the other one.

    dialler:   Hello ->            <- Hello, Sign        Sign ->
"""

from enum import Enum

from .errors import BadHello, BadKey, BadSignature, Unexpected, WrongTable
from .hashing import digest
from .identity import Key, check_key, verify
from .peer_messages import Hello, PeerMessage, SignHello


class HandshakeStage(Enum):
    """What the handshake waits for."""

    AWAIT_HELLO = "hello"
    AWAIT_SIGN = "sign"
    DONE = "done"


class Handshake:
    """One side of one handshake."""

    def __init__(
        self, *, dialled: bool, key: Key, nonce: bytes, certificate: bytes, table: bytes | None
    ) -> None:
        self.stage = HandshakeStage.AWAIT_HELLO
        self.ours = Hello(key.public, nonce, table)
        self._theirs: Hello | None = None
        self._dialled = dialled
        self._key = key
        self._certificate = certificate

    def receive(self, peer_message: PeerMessage) -> list[PeerMessage]:
        """Take the other side's message; what to send in return. Raises BadHello, WrongTable, Unexpected."""
        match self.stage, peer_message:
            case HandshakeStage.AWAIT_HELLO, Hello():
                return self._greet(peer_message)
            case HandshakeStage.AWAIT_SIGN, SignHello(signature):
                return self._check(signature)
        raise Unexpected(f"{type(peer_message).__name__} while waiting for {self.stage.value}")

    @property
    def peer(self) -> bytes:
        """The key that the other side has shown to hold."""
        assert self.stage is HandshakeStage.DONE
        return self._their_hello.key

    @property
    def binding(self) -> bytes:
        """A digest of this very connection; nothing that is bound to it fits another one."""
        first, second = self._in_order(self.ours, self._their_hello)
        return digest("binding", self._certificate, first.key, first.nonce, second.key, second.nonce)

    @property
    def _their_hello(self) -> Hello:
        assert self._theirs is not None
        return self._theirs

    def _greet(self, theirs: Hello) -> list[PeerMessage]:
        if theirs.table != self.ours.table:
            raise WrongTable("the other side means another table")
        if theirs.key == self.ours.key or theirs.nonce == self.ours.nonce:
            raise BadHello("our own hello came back")
        try:
            check_key(theirs.key)
        except BadKey as error:
            raise BadHello("no usable key") from error
        self._theirs = theirs
        self.stage = HandshakeStage.AWAIT_SIGN
        return [] if self._dialled else [self.ours, self._signed()]

    def _check(self, signature: bytes) -> list[PeerMessage]:
        said = self._said(self._their_hello, dialled=not self._dialled)
        try:
            verify(self._their_hello.key, signature, said)
        except BadSignature as error:
            raise BadHello("not signed for this connection") from error
        self.stage = HandshakeStage.DONE
        return [self._signed()] if self._dialled else []

    def _signed(self) -> SignHello:
        return SignHello(self._key.sign(self._said(self.ours, dialled=self._dialled)))

    def _said(self, author: Hello, *, dialled: bool) -> bytes:
        """What a side signs: the connection, its role in it, and the table."""
        role = b"dialler" if dialled else b"acceptor"
        return digest("hello", role, self.binding, author.key, author.table or b"")

    def _in_order(self, ours: Hello, theirs: Hello) -> tuple[Hello, Hello]:
        return (ours, theirs) if self._dialled else (theirs, ours)
