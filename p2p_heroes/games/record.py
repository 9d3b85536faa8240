"""Records: frozen to the type checker, and plain when the program runs.

A frozen dataclass sets every field by a call of its own and takes four times as long to make as a plain one,
and the rules make several at every decision. Nothing in the program changes a record: the type checker sees
every line of it and holds that, so nobody has to pay for it again and again.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(*, frozen, slots):
        """A dataclass that is compared and hashed by its fields."""
        assert frozen
        assert slots
        return dataclass(slots=True, unsafe_hash=True)


__all__ = ["record"]
