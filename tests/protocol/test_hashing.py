"""Digests are SHA-256 over exactly the bytes that the specification writes down."""

from hashlib import sha256

import pytest

from protocol.hashing import DIGEST_SIZE, VERSION, digest


@pytest.mark.parametrize(
    ("tag", "parts", "hashed"),
    [
        ("message", (), b"\x00\x00\x00\x14p2p-heroes/3/message"),
        ("x", (b"",), b"\x00\x00\x00\x0ep2p-heroes/3/x\x00\x00\x00\x00"),
        (
            "commitment",
            (b"salt", b"\xff" * 256),
            b"\x00\x00\x00\x17p2p-heroes/3/commitment\x00\x00\x00\x04salt\x00\x00\x01\x00" + b"\xff" * 256,
        ),
    ],
)
def test_a_digest_hashes_these_bytes(tag: str, parts: tuple[bytes, ...], hashed: bytes) -> None:
    assert digest(tag, *parts) == sha256(hashed).digest()


def test_the_digests_of_version_3_do_not_change() -> None:
    assert VERSION == 3
    assert digest("message").hex() == "dae79a3d254becae9c43b93c510bd35770a269373120b42a0d904b2844347ddc"
    assert (
        digest("message", b"a", b"bc").hex()
        == "0e982d69b3080cdaa059cedc867e6ae636d681c04ece19249cf9a77bb5c0bb82"
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
