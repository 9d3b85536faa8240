"""Bare messages: as long as they should be, chained, signed, and checked."""

import pytest
from cryptography.exceptions import InvalidSignature
from nacl.exceptions import BadSignatureError

from p2p_heroes.bench.references import calls
from p2p_heroes.bench.references.calls import OFTEN, Author, Reader, call_all, verify_often
from p2p_heroes.bench.references.libraries import LIBRARIES, OPENSSL, SODIUM


@pytest.mark.parametrize("size", [221, 300, 1000])
def test_a_message_has_the_size_that_was_asked_for(size: int) -> None:
    """To a byte or two: msgpack writes longer lengths for longer values."""
    assert abs(len(Author(0).say(size)) - size) <= 2


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_reader_follows_a_chain(library: str) -> None:
    author = Author(1, library)
    reader = Reader(author.public, library)
    first, second = author.say(230), author.say(230)
    reader.hear(first)
    reader.hear(second)
    with pytest.raises(AssertionError):
        reader.hear(first)


@pytest.mark.parametrize(("library", "complaint"), [(OPENSSL, InvalidSignature), (SODIUM, BadSignatureError)])
def test_a_reader_verifies(library: str, complaint: type[Exception]) -> None:
    wire = bytearray(Author(1, library).say(230))
    wire[-1] ^= 1
    with pytest.raises(complaint):
        Reader(Author(1, library).public, library).hear(bytes(wire))


def test_both_libraries_say_the_same() -> None:
    assert Author(1, OPENSSL).say(230) == Author(1, SODIUM).say(230)


def test_every_message_is_signed_once_and_checked_by_everybody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    say, hear = Author.say, Reader.hear

    def note_say(self: Author, size: int) -> bytes:
        done.append("say")
        return say(self, size)

    def note_hear(self: Reader, wire: bytes) -> None:
        done.append("hear")
        hear(self, wire)

    monkeypatch.setattr(calls.Author, "say", note_say)
    monkeypatch.setattr(calls.Reader, "hear", note_hear)
    call_all((((230, 230, 230),), ((0, 230, 0), (250, 250, 250))))
    assert (done.count("say"), done.count("hear")) == (7, 14)


def test_bare_verifications_are_counted() -> None:
    assert verify_often() == OFTEN
