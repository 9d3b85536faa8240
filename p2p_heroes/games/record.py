"""Records: frozen to the type checker, and plain when the program runs.

The rules make several at every decision, and one that is frozen takes four times as long to fill. Nothing in
the program changes a record: the type checker sees every line of it and holds that.
"""

from protocol.leanclasses import record, replace

__all__ = ["record", "replace"]
