"""TLS 1.3 under a throw-away certificate: nobody reads along, and both ends know which certificate it was.

In: at most a folder for a moment's file. Out: a certificate with the contexts to accept and to dial under,
and the fingerprint that both ends of a connection agree on. No authority has signed the certificate and none
is asked: it proves no name. Who is at the other end is proven right after, by a hello signed over this
fingerprint with the player's own key. Somebody in the middle has another certificate, hence another
fingerprint, hence no valid hello.
"""

import secrets
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import trio
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat
from cryptography.x509.oid import NameOID

ALPN = "p2p-heroes/1"
T = TypeVar("T", bound=trio.abc.Stream)

_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "p2p-heroes")])
# Nobody checks the dates, and true ones would tell strangers when the program was started, by which clock.
_BEGIN, _END = datetime(2000, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


class NoCertificate(Exception):
    """The connection has no certificate to name: its handshake is not done, or it is our own end."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a node listens under for as long as it runs."""

    accepting: ssl.SSLContext
    dialling: ssl.SSLContext
    fingerprint: bytes
    """SHA-256 over the DER form: what the hellos on accepted connections are signed over."""


def ephemeral(scratch: Path | None = None) -> Certificate:
    """A new certificate, whose private key ends with the program; scratch is where files pass through."""
    # P-256 rather than Ed25519: system-wide policies of some distributions refuse the latter in TLS.
    private = ec.generate_private_key(ec.SECP256R1())
    signed = _self_signed(private)
    fingerprint = sha256(signed.public_bytes(Encoding.DER)).digest()
    return Certificate(_accepting(signed, private, scratch), _dialling(), fingerprint)


def peer_fingerprint(stream: "trio.SSLStream[T]") -> bytes:
    """The fingerprint of the certificate that a dialled connection has met.

    Raises:
        NoCertificate: asked before the handshake, or at the accepting end.
    """
    try:
        encoded = stream.getpeercert(binary_form=True)
    except trio.NeedHandshakeError as error:
        raise NoCertificate("the handshake is not done") from error
    if not encoded:
        raise NoCertificate("the other end shows no certificate")
    return sha256(encoded).digest()


def _self_signed(private: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    blank = x509.CertificateBuilder().subject_name(_NAME).issuer_name(_NAME)
    dated = blank.not_valid_before(_BEGIN).not_valid_after(_END)
    named = dated.serial_number(x509.random_serial_number()).public_key(private.public_key())
    return named.sign(private, hashes.SHA256())


def _accepting(
    signed: x509.Certificate, private: ec.EllipticCurvePrivateKey, scratch: Path | None
) -> ssl.SSLContext:
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
