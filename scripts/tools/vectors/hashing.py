"""Vectors of the one hash (protocol.md §2.2): the digest of a tag and the blocks `part`."""

from protocol.hashing import digest

from .vector import ACCEPT, Vector, vector


def _hashed(tag: str, *parts: bytes) -> Vector:
    return vector(ACCEPT, *(("part", part) for part in parts), tag=tag, digest=digest(tag, *parts))


def no_parts() -> Vector:
    """A tag alone."""
    return _hashed("example")


def one_empty_part() -> Vector:
    """An empty part is a part: its length is hashed."""
    return _hashed("example", b"")


def one_part() -> Vector:
    """The example from which the words of a table are shown."""
    return _hashed("example", b"table")


def two_parts() -> Vector:
    """The same bytes in two parts have another digest."""
    return _hashed("example", b"ta", b"ble")


def another_tag() -> Vector:
    """The same part under another tag has another digest."""
    return _hashed("message", b"table")
