"""One hash for everything: SHA-256 over length-prefixed parts behind a domain tag.

Two digests with different tags never hash the same bytes, and neither do two
different lists of parts (protocol.md §2.2).
"""

from functools import cache
from hashlib import sha256

VERSION = 4
"""The protocol version; part of every tag, so versions never share a digest."""

DIGEST_SIZE = 32


def digest(tag: str, *parts: bytes) -> bytes:
    """SHA-256 of the tag and the parts, each behind its length as four bytes, big-endian."""
    hashed = _domain(tag)
    for part in parts:
        hashed += len(part).to_bytes(4, "big") + part
    return sha256(hashed).digest()


# There are a dozen tags, and every message is hashed under several of them.
@cache
def _domain(tag: str) -> bytes:
    name = f"p2p-heroes/{VERSION}/{tag}".encode("ascii")
    return len(name).to_bytes(4, "big") + name
