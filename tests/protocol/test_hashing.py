"""Digests are SHA-256 over exactly the bytes that the specification writes down."""

from hashlib import sha256

import pytest

from protocol.hashing import DIGEST_SIZE, VERSION, digest


@pytest.mark.parametrize(
    ("tag", "parts", "hashed"),
    [
        ("message", (), b"\x00\x00\x00\x14p2p-heroes/2/message"),
        ("x", (b"",), b"\x00\x00\x00\x0ep2p-heroes/2/x\x00\x00\x00\x00"),
        (
            "commitment",
            (b"salt", b"\xff" * 256),
            b"\x00\x00\x00\x17p2p-heroes/2/commitment\x00\x00\x00\x04salt\x00\x00\x01\x00" + b"\xff" * 256,
        ),
    ],
)
def test_a_digest_hashes_these_bytes(tag: str, parts: tuple[bytes, ...], hashed: bytes) -> None:
    assert digest(tag, *parts) == sha256(hashed).digest()


def test_the_digests_of_version_2_do_not_change() -> None:
    assert VERSION == 2
    assert digest("message").hex() == "d4ae6e983520a8eb441860f57cf1d40458fa017961403ae651db64e57ce2f048"
    assert (
        digest("message", b"a", b"bc").hex()
        == "dae3df3b750e88e1bd55f443eb5d77467bc778e6b1a112e86efa52fe794a4211"
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
