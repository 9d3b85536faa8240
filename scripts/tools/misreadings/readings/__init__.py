"""Misreadings of the specification: each class misreads one sentence, and nothing else.

The docstring says where, and what is read there instead. A new one is added whenever the text leaves
somebody a choice; the vectors then have to say which choice is meant.
Readings that come to the same are in `same`, each with the reason.
"""

from collections.abc import Iterator
from inspect import getmembers, isclass
from types import ModuleType

from ..auditor import Auditor
from . import chains, claims, files, folding, orders, proofs, rules, spares, taking, votes

MODULES: tuple[ModuleType, ...] = (
    *(taking, chains, orders, rules, folding),
    *(spares, votes, claims, proofs, files),
)


def misreadings() -> Iterator[type[Auditor]]:
    """Every misreading, in the order of the modules."""
    for module in MODULES:
        for _, kind in getmembers(module, isclass):
            if issubclass(kind, Auditor) and kind.__module__ == module.__name__:
                yield kind
