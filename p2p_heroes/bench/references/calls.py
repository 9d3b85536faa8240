"""The least that any table with signed messages calls: msgpack, SHA-256 and Ed25519, and nothing around them.

A message is packed, hashed together with the one before it and signed by its author; it is unpacked, hashed
and verified by everybody else, without the product's strict checks.
"""

from functools import cache
from hashlib import sha256
from typing import Any

from msgpack import packb, unpackb

from p2p_heroes.bench.references.exchanges import Script
from p2p_heroes.bench.references.libraries import LIBRARIES, OPENSSL, SIGNATURE, Verify
from p2p_heroes.tabletest.entropy import noise

OFTEN = 100
FIELD = bytes(32)


class Author:
    """One who signs a chain of messages."""

    def __init__(self, seat: int, library: str = OPENSSL) -> None:
        self._sign, self.public = LIBRARIES[library].signer(noise("bare key", seat))
        self._seat = seat
        self._previous = FIELD
        self._number = 0

    def say(self, size: int) -> bytes:
        """A message of about so many bytes, signature included."""
        fields: tuple[Any, ...] = (1, FIELD, self._seat, self._number, self._previous, 1, FIELD, FIELD, 2)
        # A payload with nothing in it has so many bytes; the rest is filled up.
        payload: bytes = packb((*fields, bytes(max(0, size - SIGNATURE - 144))))
        self._number += 1
        self._previous = sha256(payload).digest()
        return payload + self._sign(self._previous)


class Reader:
    """One who checks another's chain of messages."""

    def __init__(self, public: bytes, library: str = OPENSSL) -> None:
        self._verify = LIBRARIES[library].verifier(public)
        self._previous = FIELD

    def hear(self, wire: bytes) -> None:
        payload, signature = wire[:-SIGNATURE], wire[-SIGNATURE:]
        said = unpackb(payload, use_list=False)
        assert said[4] == self._previous
        self._previous = sha256(payload).digest()
        self._verify(signature, self._previous)


def call_all(script: Script, library: str = OPENSSL) -> None:
    """Everything that the seats of such a game must say and check, one after the other."""
    seats = len(script[0][0])
    authors = [Author(seat, library) for seat in range(seats)]
    readers = [[Reader(author.public, library) for author in authors] for _ in range(seats)]
    for step in script:
        for exchange in step:
            for seat, size in enumerate(exchange):
                if size:
                    wire = authors[seat].say(size)
                    for other in range(seats):
                        if other != seat:
                            readers[other][seat].hear(wire)


def verify_often() -> int:
    """Some bare verifications; how many."""
    verify, signature, digest = _signed()
    for _ in range(OFTEN):
        verify(signature, digest)
    return OFTEN


@cache
def _signed() -> tuple[Verify, bytes, bytes]:
    library, digest = LIBRARIES[OPENSSL], noise("bare message")
    sign, public = library.signer(noise("bare key"))
    return library.verifier(public), sign(digest), digest
