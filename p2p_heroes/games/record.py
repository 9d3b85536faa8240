"""What values of the rules are made of: all that games have of `protocol`, and it knows no table.

A `record` is frozen to the type checker, and plain when the program runs. The rules make several at every
decision; nothing in the program changes one, and the type checker, who sees every line of it, holds that.
"""

from protocol.leanclasses import dataclass, field, record, replace

__all__ = ["dataclass", "field", "record", "replace"]
