"""Vectors of the handshake (protocol.md §9.1): one side, and the peer messages that pass.

The header gives the side: whether it dialled, the seed of its key, its nonce, the
fingerprint of the certificate, the table (empty: the lobby). The blocks `ours` and
`theirs` are payloads in the order in which they pass. An accepted run gives the
binding and the other side's key; in a refused one the last `theirs` is refused.
"""

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import encode
from protocol.handshake import Handshake
from protocol.hashing import VERSION, digest
from protocol.peer_messages import Farewell, Hello, PeerMessage, SignHello, write_peer_message

from .vector import ACCEPT, Block, Vector, vector

DIALLER, ACCEPTOR = key_of(0), key_of(1)
CERTIFICATE = noise("certificate")
TABLE = genesis_of(2).table
SMALL_ORDER = bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")


def _nonce(*, dialled: bool) -> bytes:
    return noise("dialler's nonce" if dialled else "acceptor's nonce")


def _side(*, dialled: bool, certificate: bytes = CERTIFICATE, table: bytes | None = TABLE) -> Handshake:
    key = DIALLER if dialled else ACCEPTOR
    nonce = _nonce(dialled=dialled)
    return Handshake(dialled=dialled, key=key, nonce=nonce, certificate=certificate, table=table)


def _shaken(expect: str, *passed: Block, dialled: bool, table: bytes | None = TABLE, **more: bytes) -> Vector:
    key = DIALLER if dialled else ACCEPTOR
    return vector(
        expect,
        *passed,
        dialled="yes" if dialled else "no",
        key_seed=key.seed,
        nonce=_nonce(dialled=dialled),
        certificate=CERTIFICATE,
        table=table or b"",
        **more,
    )


def _ours(*peer_messages: PeerMessage) -> list[Block]:
    return [("ours", write_peer_message(peer_message)) for peer_message in peer_messages]


def _theirs(*peer_messages: PeerMessage) -> list[Block]:
    return [("theirs", write_peer_message(peer_message)) for peer_message in peer_messages]


def _answers(
    *, certificate: bytes = CERTIFICATE, table: bytes | None = TABLE
) -> tuple[PeerMessage, PeerMessage]:
    """What an acceptor says to the dialler's hello."""
    hello, sign = _side(dialled=False, certificate=certificate, table=table).receive(_said(table=table))
    return hello, sign


def _said(*, table: bytes | None = TABLE) -> Hello:
    return _side(dialled=True, table=table).ours


def _dialled(expect: str, *theirs: PeerMessage) -> Vector:
    """What a dialler makes of the answers to its hello."""
    return _shaken(expect, *_ours(_said()), *_theirs(*theirs), dialled=True)


def _whole(table: bytes | None) -> tuple[PeerMessage, PeerMessage, PeerMessage, PeerMessage, Handshake]:
    dialler, acceptor = _side(dialled=True, table=table), _side(dialled=False, table=table)
    hello, sign = acceptor.receive(dialler.ours)
    dialler.receive(hello)
    [last] = dialler.receive(sign)
    return dialler.ours, hello, sign, last, dialler


# Accepted.


def dialler_at_a_table() -> Vector:
    """The side that dialled; both mean a table."""
    first, hello, sign, last, side = _whole(TABLE)
    passed = (*_ours(first), *_theirs(hello, sign), *_ours(last))
    return _shaken(ACCEPT, *passed, dialled=True, binding=side.binding, peer=ACCEPTOR.public)


def acceptor_at_a_table() -> Vector:
    """The other side of the same connection; the binding is the same."""
    first, hello, sign, last, side = _whole(TABLE)
    passed = (*_theirs(first), *_ours(hello, sign), *_theirs(last))
    return _shaken(ACCEPT, *passed, dialled=False, binding=side.binding, peer=DIALLER.public)


def dialler_in_the_lobby() -> Vector:
    """There is no table yet; what is signed is another digest, the binding is the same."""
    first, hello, sign, last, side = _whole(None)
    passed = (*_ours(first), *_theirs(hello, sign), *_ours(last))
    return _shaken(ACCEPT, *passed, dialled=True, table=None, binding=side.binding, peer=ACCEPTOR.public)


# Refused.


def signed_for_another_certificate() -> Vector:
    """Somebody in the middle passes on what was signed for his own certificate."""
    return _dialled("BadHello", *_answers(certificate=noise("another certificate")))


def signed_by_another_key() -> Vector:
    """The hello shows one key, and another one signs."""
    hello, _ = _answers()
    return _dialled("BadHello", hello, SignHello(key_of(2).sign(_statement(b"acceptor"))))


def signed_in_the_other_role() -> Vector:
    """The acceptor signs as if it had dialled."""
    hello, _ = _answers()
    return _dialled("BadHello", hello, SignHello(ACCEPTOR.sign(_statement(b"dialler"))))


def _statement(role: bytes) -> bytes:
    """What the acceptor has to sign in this role."""
    *_, side = _whole(TABLE)
    return digest("hello", role, side.binding, ACCEPTOR.public, TABLE)


def our_own_hello_comes_back() -> Vector:
    """The other side repeats our hello."""
    return _dialled("BadHello", _said())


def our_own_nonce_comes_back() -> Vector:
    """Another key with our nonce."""
    return _dialled("BadHello", Hello(ACCEPTOR.public, _nonce(dialled=True), TABLE))


def hello_with_a_bad_key() -> Vector:
    """A key of small order could have any signature."""
    return _dialled("BadHello", Hello(SMALL_ORDER, _nonce(dialled=False), TABLE))


def hello_to_another_table() -> Vector:
    """The other side means another table."""
    return _dialled("WrongTable", Hello(ACCEPTOR.public, _nonce(dialled=False), noise("another table")))


def hello_to_the_lobby() -> Vector:
    """The other side means no table at all."""
    return _dialled("WrongTable", Hello(ACCEPTOR.public, _nonce(dialled=False), None))


def signature_before_the_hello() -> Vector:
    """Whose signature should it be?"""
    _, sign = _answers()
    return _dialled("Unexpected", sign)


def second_hello() -> Vector:
    """One hello is enough."""
    hello, _ = _answers()
    return _dialled("Unexpected", hello, hello)


def farewell_instead_of_a_hello() -> Vector:
    """A peer message that does not belong into a handshake."""
    passed = _theirs(Farewell())
    return _shaken("Unexpected", *passed, dialled=False)


def hello_of_another_version() -> Vector:
    """The version is read before anything else."""
    return _shaken("UnknownVersion", ("theirs", encode((1, VERSION + 1))), dialled=False)
