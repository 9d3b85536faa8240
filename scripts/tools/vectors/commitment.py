"""Vectors of commitments (protocol.md §5.1): what table, step, seat, key, salt and value make of each other.

That a reveal must open its author's own commitment is shown by the vectors of `chain`.
"""

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import Value, encode
from protocol.commitment import commit

from .notation import notation
from .vector import ACCEPT, Vector, vector

TABLE = genesis_of(3).table


def _committed(*, step: int, seat: int, value: Value, salt: bytes) -> Vector:
    key = key_of(seat).public
    made = commit(table=TABLE, step=step, seat=seat, key=key, salt=salt, value=value)
    blocks = (("table", TABLE), ("key", key), ("salt", salt), ("value", encode(value)))
    return vector(ACCEPT, *blocks, step=step, seat=seat, value=notation(value), commitment=made)


def commitment_to_a_throw() -> Vector:
    """A decision in secret."""
    return _committed(step=3, seat=0, value=("throw", "paper"), salt=noise("salt"))


def commitment_of_another_seat() -> Vector:
    """The same value and salt of another seat make another commitment."""
    return _committed(step=3, seat=1, value=("throw", "paper"), salt=noise("salt"))


def commitment_at_another_step() -> Vector:
    """The same value and salt at another step make another commitment."""
    return _committed(step=6, seat=0, value=("throw", "paper"), salt=noise("salt"))


def commitment_to_a_share() -> Vector:
    """A share of chance is a byte string."""
    return _committed(step=2, seat=2, value=noise("share"), salt=noise("another salt"))


def commitment_to_nil() -> Vector:
    """Nil is a value."""
    return _committed(step=2**32 - 1, seat=2, value=None, salt=bytes(32))
