"""Vectors of message bodies (protocol.md §4.2): a tag, and the block `body` as a canonical value."""

from protocol.canonical import Value, encode
from protocol.messages import MAX_DECISION, MAX_DUTY

from .notation import notation
from .vector import ACCEPT, Vector, vector

DIGEST = bytes(range(32))
SALT = bytes(range(32, 64))


def _fine(tag: int, *body: Value) -> Vector:
    text = notation(body)
    known = {"value": text} if len(text) < 400 else {}
    return vector(ACCEPT, ("body", encode(body)), tag=tag, **known)


def _refused(tag: int, *body: Value) -> Vector:
    return vector("BadField", ("body", encode(body)), tag=tag)


def _decision(size: int) -> Value:
    """A text whose encoding has this size."""
    return "x" * (size - 3)


def _duty(size: int) -> Value:
    """A byte string whose encoding has this size."""
    return bytes(size - 3)


# Accepted.


def accept_body() -> Vector:
    """Accept says nothing but that its author sits at the table."""
    return _fine(1)


def decide_body() -> Vector:
    """A decision is any plain value."""
    return _fine(2, ("call", "rock"))


def decide_of_4096_bytes() -> Vector:
    """The longest decision but for byte strings."""
    return _fine(2, _decision(MAX_DECISION))


def decide_of_32768_bytes() -> Vector:
    """The longest open decision that is a byte string."""
    return _fine(2, _duty(MAX_DUTY))


def commit_body() -> Vector:
    """A commitment."""
    return _fine(3, DIGEST)


def lock_body() -> Vector:
    """An entry for each seat, nil for those that did not choose."""
    return _fine(4, (DIGEST, None, DIGEST))


def lock_of_seven_entries() -> Vector:
    """As many as a table has seats at most."""
    return _fine(4, (DIGEST, *(None,) * 6))


def forfeit_of_six() -> Vector:
    """All but one of seven."""
    return _fine(6, tuple((seat, 0) for seat in range(1, 7)), False)


def reveal_body() -> Vector:
    """Salt and value."""
    return _fine(5, SALT, ("throw", "paper"))


def forfeit_body() -> Vector:
    """A proposal: seats in ascending order, each with the number of the message that did not come."""
    return _fine(6, ((1, 4), (3, 0), (6, 2**32 - 1)), False)


def forfeit_body_signed() -> Vector:
    """The same list, signed."""
    return _fine(6, ((1, 4), (3, 0), (6, 2**32 - 1)), True)


def keep_body() -> Vector:
    """A seat and the number of a message of it."""
    return _fine(7, 2, 9)


def resign_body() -> Vector:
    """Whoever resigns says nothing else."""
    return _fine(8)


# Refused.


def tag_zero() -> Vector:
    """No message has the tag 0."""
    return vector("UnknownMessage", ("body", encode(())), tag=0)


def tag_nine() -> Vector:
    """No message has the tag 9."""
    return vector("UnknownMessage", ("body", encode(())), tag=9)


def body_not_an_array() -> Vector:
    """A body is an array, be it empty."""
    return vector("BadField", ("body", encode(None)), tag=1)


def accept_with_a_field() -> Vector:
    """Accept has no fields."""
    return _refused(1, None)


def decide_without_a_value() -> Vector:
    """Even nil would have to be written."""
    return _refused(2)


def decide_with_two_values() -> Vector:
    """One decision a step."""
    return _refused(2, 1, 2)


def decide_of_4097_bytes() -> Vector:
    """One byte too long."""
    return _refused(2, _decision(MAX_DECISION + 1))


def decide_of_32769_bytes() -> Vector:
    """One byte too long, for a byte string too."""
    return _refused(2, _duty(MAX_DUTY + 1))


def decide_of_bytes_in_an_array() -> Vector:
    """Only a decision that is a byte string itself may be longer."""
    return _refused(2, (_duty(MAX_DECISION),))


def commitment_of_31_bytes() -> Vector:
    """A digest has 32 bytes."""
    return _refused(3, DIGEST[:31])


def commitment_as_text() -> Vector:
    """A digest is a byte string."""
    return _refused(3, "c" * 32)


def lock_of_eight_entries() -> Vector:
    """No table has eight seats."""
    return _refused(4, (None,) * 8)


def lock_with_a_short_entry() -> Vector:
    """An entry is a digest or nil."""
    return _refused(4, (DIGEST, b""))


def lock_without_an_array() -> Vector:
    """The entries stand in an array of their own."""
    return _refused(4, DIGEST, DIGEST)


def reveal_with_a_short_salt() -> Vector:
    """A salt has 32 bytes."""
    return _refused(5, SALT[:31], 1)


def reveal_without_a_value() -> Vector:
    """A salt alone opens nothing."""
    return _refused(5, SALT)


def reveal_of_4097_bytes() -> Vector:
    """What is revealed is as short as what is decided openly."""
    return _refused(5, SALT, _duty(MAX_DECISION + 1))


def forfeit_of_nobody() -> Vector:
    """A vote names somebody."""
    return _refused(6, (), False)


def forfeit_of_seven() -> Vector:
    """Somebody must be left to vote."""
    return _refused(6, tuple((seat, 0) for seat in range(7)), False)


def forfeit_out_of_order() -> Vector:
    """Seats ascend."""
    return _refused(6, ((2, 0), (1, 0)), False)


def forfeit_of_one_seat_twice() -> Vector:
    """Each seat is named once."""
    return _refused(6, ((1, 0), (1, 3)), False)


def forfeit_of_seat_seven() -> Vector:
    """No table has a seat 7."""
    return _refused(6, ((7, 0),), False)


def forfeit_with_a_large_number() -> Vector:
    """Numbers are below two to the 32."""
    return _refused(6, ((1, 2**32),), False)


def forfeit_with_a_truth_value() -> Vector:
    """True is not the number 1."""
    return _refused(6, ((True, 0),), False)


def forfeit_without_a_word() -> Vector:
    """Neither proposed nor signed."""
    return _refused(6, ((1, 0),))


def forfeit_signed_with_a_number() -> Vector:
    """The number 1 is not true."""
    return _refused(6, ((1, 0),), 1)


def keep_with_a_negative_number() -> Vector:
    """Messages are counted from zero."""
    return _refused(7, 1, -1)


def keep_with_a_field_too_many() -> Vector:
    """A keep speaks of one message."""
    return _refused(7, 1, 2, 3)


def resign_with_a_field() -> Vector:
    """Nobody resigns for somebody else."""
    return _refused(8, 1)
