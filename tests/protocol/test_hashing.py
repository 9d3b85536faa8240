"""Digests are SHA-256 over exactly the bytes that the specification writes down."""

from hashlib import sha256

import pytest

from protocol.hashing import DIGEST_SIZE, VERSION, digest


@pytest.mark.parametrize(
    ("tag", "parts", "hashed"),
    [
        ("message", (), b"\x00\x00\x00\x14p2p-heroes/4/message"),
        ("x", (b"",), b"\x00\x00\x00\x0ep2p-heroes/4/x\x00\x00\x00\x00"),
        (
            "commitment",
            (b"salt", b"\xff" * 256),
            b"\x00\x00\x00\x17p2p-heroes/4/commitment\x00\x00\x00\x04salt\x00\x00\x01\x00" + b"\xff" * 256,
        ),
    ],
)
def test_a_digest_hashes_these_bytes(tag: str, parts: tuple[bytes, ...], hashed: bytes) -> None:
    assert digest(tag, *parts) == sha256(hashed).digest()


def test_the_digests_of_version_4_do_not_change() -> None:
    assert VERSION == 4
    assert digest("message").hex() == "23fd9ac70bb20234e384ea9ec03034c268ec4dc1ae3f35d001b0d794fac5c730"
    assert (
        digest("message", b"a", b"bc").hex()
        == "3792a0c18a2a946575bf2a617f74ed91a3f03a1f58c607f0ca9bbc8b79747b63"
    )


def test_a_digest_has_32_bytes() -> None:
    assert len(digest("x", bytes(1000))) == DIGEST_SIZE == 32


def test_neither_tags_nor_parts_run_into_each_other() -> None:
    digests = {
        digest("t"),
        digest("t", b"ab"),
        digest("t", b"a", b"b"),
        digest("t", b"ab", b""),
        digest("t", b"", b"ab"),
        digest("ta", b"b"),
    }
    assert len(digests) == 6


def test_a_tag_is_ascii() -> None:
    with pytest.raises(UnicodeEncodeError):
        digest("é")
