"""TLS 1.3 under a throw-away certificate: nobody reads along, and both ends know which certificate it was.

In: at most a folder for a moment's file. Out: a certificate with the contexts to accept and to dial under,
and the fingerprint that both ends of a connection agree on. No authority has signed the certificate and none
is asked: it proves no name. Who is at the other end is proven right after, by a hello signed over this
fingerprint with the player's own key. Somebody in the middle has another certificate, hence another
fingerprint, hence no valid hello.
"""

from __future__ import annotations

import secrets
import ssl
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import trio

from p2p_heroes.node.wire import CHUNK, Wire
from protocol.frozen import Frozen
from protocol.hashing import VERSION

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

ALPN = f"p2p-heroes/{VERSION}"
MAX_ANSWER = 4096
"""Bytes that TLS itself may have to answer, unasked by us: a player's program never makes it say anything."""

# Nobody checks the dates, and true ones would tell strangers when the program was started, by which clock.
_BEGIN, _END = datetime(2000, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


class NoCertificate(Exception):
    """The connection has no certificate to name: its handshake is not done, or it is our own end."""


class Certificate(Frozen):
    """What a node listens under for as long as it runs."""

    accepting: ssl.SSLContext
    dialling: ssl.SSLContext
    fingerprint: bytes
    """SHA-256 over the DER form: what the hellos on accepted connections are signed over."""


def ephemeral(scratch: Path | None = None) -> Certificate:
    """A new certificate, whose private key ends with the program; scratch is where files pass through."""
    # All that makes certificates takes a tenth of a start to import: a screen stands before it is needed.
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding

    # P-256 rather than Ed25519: system-wide policies of some distributions refuse the latter in TLS.
    private = ec.generate_private_key(ec.SECP256R1())
    signed = _self_signed(private)
    fingerprint = sha256(signed.public_bytes(Encoding.DER)).digest()
    return Certificate(_accepting(signed, private, scratch), _dialling(), fingerprint)


class Secured(trio.abc.Stream):
    """One end of a connection under TLS, for one reader and one writer at a time.

    The system's TLS works on two buffers, and all that is done here is to carry them to and from the plain
    stream. There is no farewell: a connection that just ends has ended, and what was said has its own checks.
    """

    def __init__(self, plain: trio.abc.Stream, context: ssl.SSLContext, *, server_side: bool = False) -> None:
        self.plain = plain
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        name = None if server_side else "p2p-heroes"
        self._tls = context.wrap_bio(
            self._incoming, self._outgoing, server_side=server_side, server_hostname=name
        )
        self._rest = b""
        self._torn = False

    async def do_handshake(self) -> None:
        """Agree on keys. Raises BrokenResourceError."""
        while not self._shake():
            await self._flush()
            if not await self._fetch():
                raise trio.BrokenResourceError("the other side hung up during the handshake")
        await self._flush()

    def _shake(self) -> bool:
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            return False
        except ssl.SSLError as error:
            raise trio.BrokenResourceError(str(error)) from error
        return True

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self._encrypt(data)
        await self._flush()

    def send_now(self, data: bytes) -> bool:
        """Send what goes without waiting; whether it was all. The rest goes with the next `send_all`."""
        self._encrypt(data)
        taken = self._take()
        sent = self.plain.send_now(taken) if isinstance(self.plain, Wire) else 0
        self._rest = taken[sent:]
        return not self._rest

    def _encrypt(self, data: bytes | bytearray | memoryview) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[self._tls.write(left) :]
        except ssl.SSLError as error:
            raise trio.BrokenResourceError(str(error)) from error

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """What was sent at once, or part of it; nothing once the other side has hung up.

        Never more: what follows a signature at once comes from somebody who may say more than a stranger.
        """
        if self._incoming.pending or self._tls.pending():
            # Thousands may have come in one piece; whoever else has something to do does it in between.
            await trio.lowlevel.checkpoint()
        elif not await self._fetch():
            return b""
        while (data := self._decrypt(max_bytes or CHUNK)) is None:
            if not await self._fetch():
                return b""
        return data

    def _decrypt(self, most: int) -> bytes | None:
        """One record, or part of it; None if it takes more bytes to read anything."""
        try:
            data = self._tls.read(most)
        except ssl.SSLWantReadError:
            data = None
        except ssl.SSLError as error:
            raise trio.BrokenResourceError(str(error)) from error
        if self._outgoing.pending > MAX_ANSWER:
            raise trio.BrokenResourceError("the other side asks for new keys without end")
        return data

    async def _fetch(self) -> int:
        return self._incoming.write(await self.plain.receive_some(CHUNK))

    async def _flush(self) -> None:
        taken, self._torn = self._take(), True
        await self.plain.send_all(taken)
        self._torn = False

    def _take(self) -> bytes:
        """What has been encrypted and not been sent."""
        # Whoever was cancelled may have sent half a record, and nothing that follows one can be read.
        if self._torn:
            raise trio.BrokenResourceError("something was sent in part before")
        taken, self._rest = self._rest + self._outgoing.read(), b""
        return taken

    async def wait_send_all_might_not_block(self) -> None:
        await self.plain.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self.plain.aclose()

    def certificate(self) -> bytes | None:
        """The certificate of the other end, if it has shown one. Raises ValueError before the handshake."""
        return self._tls.getpeercert(binary_form=True)


def peer_fingerprint(stream: Secured) -> bytes:
    """The fingerprint of the certificate that a dialled connection has met.

    Raises:
        NoCertificate: asked before the handshake, or at the accepting end.
    """
    try:
        encoded = stream.certificate()
    except ValueError as error:
        raise NoCertificate("the handshake is not done") from error
    if not encoded:
        raise NoCertificate("the other end shows no certificate")
    return sha256(encoded).digest()


def _self_signed(private: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    from cryptography import x509
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.x509.oid import NameOID

    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "p2p-heroes")])
    blank = x509.CertificateBuilder().subject_name(name).issuer_name(name)
    dated = blank.not_valid_before(_BEGIN).not_valid_after(_END)
    named = dated.serial_number(x509.random_serial_number()).public_key(private.public_key())
    return named.sign(private, SHA256())


def _accepting(
    signed: x509.Certificate, private: ec.EllipticCurvePrivateKey, scratch: Path | None
) -> ssl.SSLContext:
    from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat

    context = _context(ssl.PROTOCOL_TLS_SERVER)
    # A ticket would let a connection resume without showing the certificate that the hello is bound to.
    context.num_tickets = 0
    password = secrets.token_hex(32).encode()
    locked = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password))
    _load(context, locked + signed.public_bytes(Encoding.PEM), password, scratch)
    return context


def _load(context: ssl.SSLContext, locked: bytes, password: bytes, scratch: Path | None) -> None:
    """A context takes keys from files only; should one stay behind, nobody has its password any more."""
    with TemporaryDirectory(prefix="p2p-heroes-", dir=scratch) as folder:
        path = Path(folder) / "certificate.pem"
        path.write_bytes(locked)
        context.load_cert_chain(path, password=password)


def _dialling() -> ssl.SSLContext:
    context = _context(ssl.PROTOCOL_TLS_CLIENT)
    # No authority vouches for a throw-away certificate: the signed hello does, which names its fingerprint.
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _context(role: int) -> ssl.SSLContext:
    context = ssl.SSLContext(role)
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols([ALPN])
    context.options |= ssl.OP_NO_TICKET | ssl.OP_NO_COMPRESSION
    return context
