"""What small values are made of: compared and hashed by their fields, and never changed.

A message, a decision or an event is a class with nothing but its fields. `msgspec` makes the methods, in C;
the type checker takes them for those of a frozen dataclass. What can change, or is compared by identity, is
a dataclass of the standard library.
"""

import dataclasses
from typing import TYPE_CHECKING, dataclass_transform

from msgspec import Struct, structs


@dataclass_transform(frozen_default=True)
class Frozen(Struct, frozen=True):
    """A value that is its fields."""


if TYPE_CHECKING:
    # The type checker holds the changes against the fields.
    from dataclasses import replace
else:

    def replace(value, /, **changes):
        """A copy of a value, or of a dataclass, with some fields changed."""
        copied = structs.replace if isinstance(value, Struct) else dataclasses.replace
        return copied(value, **changes)


__all__ = ["Frozen", "replace"]
