"""Values, digests and signatures (protocol.md §2)."""

from functools import cache
from hashlib import sha256
from typing import Any

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Value = Any
"""A plain value: nil, boolean, integer, text, bytes, array (a tuple), map."""

VERSION = 4
LIMIT, DEPTH, ENTRIES = 65536, 16, 1024

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P

_SMALL = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]
"""The y of all points of small order, with the sign bit off."""


class Refused(Exception):
    """Bytes cannot be used; the only argument is the name of §11."""

    @property
    def name(self) -> str:
        return str(self.args[0])


def encode(value: Value) -> bytes:
    """The one encoding of a plain value (§2.1)."""
    return bytes(msgpack.packb(_ordered(value), use_bin_type=True))


def decode(data: bytes, limit: int = LIMIT) -> Value:
    """The plain value that these bytes are the encoding of. Refused: NotCanonical."""
    if len(data) > limit:
        raise Refused("NotCanonical")
    return _decoded(data)


@cache
def _decoded(data: bytes) -> Value:
    try:
        value = msgpack.unpackb(data, use_list=False, strict_map_key=False, ext_hook=_no_extension)
        if _depth(value) <= DEPTH and encode(value) == data:
            return value
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException):
        pass
    raise Refused("NotCanonical")


def _no_extension(code: int, data: bytes) -> Value:
    raise ValueError


def _ordered(value: Value) -> Value:
    match value:
        case dict():
            _expect(len(value) <= ENTRIES and all(type(key) is str for key in value))
            return {key: _ordered(value[key]) for key in sorted(value)}
        case tuple() | list():
            _expect(len(value) <= ENTRIES)
            return tuple(map(_ordered, value))
        case None | bool() | int() | str() | bytes():
            return value
    raise ValueError


def _depth(value: Value) -> int:
    match value:
        case dict():
            return 1 + max(map(_depth, value.values()), default=0)
        case tuple():
            return 1 + max(map(_depth, value), default=0)
    return 0


def _expect(holds: bool) -> None:
    if not holds:
        raise ValueError


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def digest(tag: str, *parts: bytes) -> bytes:
    """The digest under a tag (§2.2)."""
    domain = f"p2p-heroes/{VERSION}/{tag}".encode("ascii")
    return sha256(b"".join(u32(len(part)) + part for part in (domain, *parts))).digest()


def is_count(value: Value) -> bool:
    return type(value) is int and 0 <= value < 2**32


def is_bytes(value: Value, length: int = 32) -> bool:
    return type(value) is bytes and len(value) == length


@cache
def is_key(key: bytes) -> bool:
    """K1 to K3 of §2.4."""
    return len(key) == 32 and not _is_odd(key) and _is_square((_y(key) ** 2 - 1) * (_D * _y(key) ** 2 + 1))


@cache
def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """S1 to S4 of §2.4, under an accepted key."""
    if len(signature) != 64 or _is_odd(signature[:32]) or int.from_bytes(signature[32:], "little") >= _L:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def _y(point: bytes) -> int:
    return int.from_bytes(point, "little") & (2**255 - 1)


def _is_odd(point: bytes) -> bool:
    return _y(point) >= _P or _y(point) in {_y(bytes.fromhex(small)) for small in _SMALL}


def _is_square(number: int) -> bool:
    return pow(number, (_P - 1) // 2, _P) in (0, 1)
