"""Ed25519 keys: sign, and verify with one verdict that every library can reach.

In: a seed, a public key, a signature, a digest. Out: a signature, or nothing but
the absence of a refusal (protocol.md §2.4). Libraries differ on odd keys and
signatures, and a player could split a table with one. So nothing odd is left to
them: key and R are canonical and not of small order, the key is on the curve, S
is below the group's order. What remains is one equation, R = [S]B - [k]A, and
the library must check it without the cofactor, comparing R as bytes.
"""

from functools import lru_cache

# All of PyNaCl stands on this module. The others check what we check, and take ten times as long to import.
from nacl._sodium import ffi, lib

from .errors import BadKey, BadSignature
from .frozen import Frozen

SEED_SIZE = 32
KEY_SIZE = 32
SIGNATURE_SIZE = 64

_SECRET_SIZE = 64
"""As libsodium keeps a private key."""

_KNOWN_KEYS = 256
"""Checked keys that are remembered; a table has at most seven, the rest are strangers' hellos."""

_KNOWN_VERDICTS = 4096
"""Good signatures that are remembered: one that comes again, to another node here or in a proof, is cheap."""

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_SIGN = 1 << 255

_Y8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
"""The smaller y of the points of order 8."""

_SMALL_ORDER = frozenset({0, 1, _Y8, _P - _Y8, _P - 1})
"""The y of the eight points of small order: with either sign, or with x = 0, where the sign says nothing."""


_ODD_KEY = bytes.fromhex("75789521d9fc4caf477c742d850792ef2e80df4e0f6c38d812ea5700853c7f7d")
_ODD_SIGNED = bytes.fromhex(
    "25687845d6cad75aac6cfc51be063558a2a2f4504d4fb89188fdc202f2eab941"
    "d5d115b757117e1f9b082e52273d886be1ef021c570badb6fed38c3acc23bc04"
    "6d6573736167652030"
)
"""A signature and its message for which the equation holds with the cofactor only."""


def check_library() -> None:
    """Refuse a libsodium that comes to other verdicts than everybody else's. Raises ImportError.

    Every release until today compares without the cofactor, but what may become the next one multiplies by
    it. Whoever had that one would split the tables it sits at, and nobody could tell why.
    """
    if lib.sodium_init() < 0:
        raise ImportError("libsodium does not start on this machine")
    if lib.crypto_sign_open(ffi.NULL, ffi.NULL, _ODD_SIGNED, len(_ODD_SIGNED), _ODD_KEY) == 0:
        raise ImportError("this libsodium verifies with the cofactor; take another version of PyNaCl")


check_library()


class Key(Frozen):
    """A private key, made by `from_seed` alone; its text shows the public half only."""

    public: bytes
    seed: bytes
    _secret: bytes

    def __post_init__(self) -> None:
        assert len(self._secret) == _SECRET_SIZE

    def __repr__(self) -> str:
        return f"Key(public={self.public!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and (self.public, self.seed) == (other.public, other.seed)

    def __hash__(self) -> int:
        return hash(self.public)

    @classmethod
    def from_seed(cls, seed: bytes) -> "Key":
        """The key of a seed: 32 bytes that nobody else knows, else ValueError."""
        if len(seed) != SEED_SIZE:
            raise ValueError(f"{len(seed)} bytes where a seed has {SEED_SIZE}")
        public, secret = ffi.new("unsigned char[]", KEY_SIZE), ffi.new("unsigned char[]", _SECRET_SIZE)
        lib.crypto_sign_seed_keypair(public, secret, seed)
        return cls(bytes(ffi.buffer(public)), seed, bytes(ffi.buffer(secret)))

    def sign(self, digest: bytes) -> bytes:
        """The signature over these bytes: the same each time."""
        size = len(digest)
        signed = ffi.new("unsigned char[]", SIGNATURE_SIZE + size)
        lib.crypto_sign(signed, ffi.NULL, digest, size, self._secret)
        return bytes(ffi.buffer(signed, SIGNATURE_SIZE))


def verify(public: bytes, signature: bytes, digest: bytes) -> None:
    """Refuse what is not the key's strict signature over these bytes.

    Raises:
        BadKey: the key cannot have signatures.
        BadSignature: this is none of the key's.
    """
    _verify(public, signature, digest)


# A function of its arguments alone; a refusal is not remembered, so nobody can crowd out what is good.
@lru_cache(maxsize=_KNOWN_VERDICTS)
def _verify(public: bytes, signature: bytes, digest: bytes) -> None:
    check_key(public)
    _check_form(signature)
    signed = signature + digest
    if lib.crypto_sign_open(ffi.NULL, ffi.NULL, signed, len(signed), public) != 0:
        raise BadSignature("the signature is not the key's")


# A check is a power in Python and costs about as much as a verdict: once per key, then.
@lru_cache(maxsize=_KNOWN_KEYS)
def check_key(public: bytes) -> None:
    """Refuse a key that libraries could disagree about.

    Raises:
        BadKey: not the canonical form of a point of the curve, or one of small order.
    """
    if len(public) != KEY_SIZE:
        raise BadKey(f"{len(public)} bytes where a key has {KEY_SIZE}")
    y = int.from_bytes(public, "little") % _SIGN
    if _is_odd(y):
        raise BadKey("the key is of small order, or not in its canonical form")
    if not _is_on_curve(y):
        raise BadKey("the key is not a point of the curve")


def _check_form(signature: bytes) -> None:
    if len(signature) != SIGNATURE_SIZE:
        raise BadSignature(f"{len(signature)} bytes where a signature has {SIGNATURE_SIZE}")
    # That R is on the curve needs no check: its bytes must be those of a sum of points.
    both = int.from_bytes(signature, "little")
    if _is_odd(both % _SIGN):
        raise BadSignature("R is of small order, or not in its canonical form")
    if both >> 256 >= _L:
        raise BadSignature("S is not below the order of the group")


def _is_odd(y: int) -> bool:
    # The sign that x = 0 has not is no case of its own: both points with x = 0 are of small order.
    return y >= _P or y in _SMALL_ORDER


def _is_on_curve(y: int) -> bool:
    """Whether x² = (y² - 1) / (dy² + 1) has a solution; y = ±1, where x = 0, is not asked about."""
    # A quotient is a square where the product is, and needs no inverse.
    return pow((y * y - 1) * (_D * y * y + 1), (_P - 1) // 2, _P) == 1
