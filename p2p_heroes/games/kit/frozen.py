"""What the values of the rules are made of: all that games have of `protocol`, and it knows no table."""

from protocol.frozen import Frozen, replace

__all__ = ["Frozen", "replace"]
