"""Vectors of points of labels, faces (protocol.md §14.1), and contexts (§14.2)."""

from collections.abc import Callable
from itertools import count

from protocol.cards.challenges import context, u64
from protocol.cards.points import face, point
from protocol.hashing import digest
from scripts.tools.edwards import with_y
from scripts.tools.masks import TABLE

from ..vector import ACCEPT, Vector, vector


def _point(*label: bytes) -> Vector:
    return vector(ACCEPT, *(("label", part) for part in label), ("element", point(*label)), kind="point")


def _first(wanted: Callable[[int], bool]) -> Vector:
    """The point of the first label that takes so many numbers."""
    return next(_point(b"%d" % number) for number in count() if wanted(_tries(b"%d" % number)))


def _tries(label: bytes) -> int:
    ys = (int.from_bytes(digest("card-point", label, u64(k)), "little") % 2**255 for k in count())
    return next(tries for tries, y in enumerate(ys, start=1) if with_y(y) is not None)


def _face(family: str, number: int) -> Vector:
    return vector(ACCEPT, ("element", face(family, number)), kind="face", family=family, number=number)


def _context(number: int, seat: int, name: str) -> Vector:
    made = context(table=TABLE, number=number, seat=seat, name=name)
    return vector(
        ACCEPT, ("table", TABLE), ("context", made), kind="context", number=number, seat=seat, name=name
    )


def point_of_no_label() -> Vector:
    """The label has no parts."""
    return _point()


def point_of_an_empty_part() -> Vector:
    """An empty part is a part."""
    return _point(b"")


def point_of_the_chain() -> Vector:
    """Where the chain of a mix begins."""
    return _point(b"chain")


def point_of_place_0() -> Vector:
    """What a mix commits to place 0 with."""
    return _point(b"place", u64(0))


def point_of_place_1() -> Vector:
    """What a mix commits to place 1 with."""
    return _point(b"place", u64(1))


def point_of_place_127() -> Vector:
    """What a mix commits to place 127 with."""
    return _point(b"place", u64(127))


def point_of_the_second_number() -> Vector:
    """The first number is the y of no point."""
    return _first(lambda tries: tries == 2)


def point_of_the_fifth_number() -> Vector:
    """Four numbers are the y of no point."""
    return _first(lambda tries: tries == 5)


def face_of_a_card() -> Vector:
    """A card of a family."""
    return _face("spells", 0)


def face_of_the_last_card() -> Vector:
    """The largest family has 128 cards."""
    return _face("spells", 127)


def face_of_a_family_outside_of_ascii() -> Vector:
    """The family is hashed as UTF-8."""
    return _face("Zauber ✨", 3)


def context_of_a_proof() -> Vector:
    """Where a proof is said."""
    return _context(7, 2, "mix/1")


def context_of_the_first_operation() -> Vector:
    """All numbers are zero, and the name is empty."""
    return _context(0, 0, "")
