"""Why a choice is not lawful, as data: a code, and the facts that its words need.

The words stand with the screens, which know what people call things; tests and scripts compare codes.
"""

from __future__ import annotations

from p2p_heroes.games.kit.frozen import Frozen


class Reason(Frozen):
    """`facts`: by name ids, numbers and lists of them."""

    code: str
    facts: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={_written(fact)}" for name, fact in self.facts)])


def _written(fact: object) -> str:
    return f"({','.join(map(_written, fact))})" if isinstance(fact, tuple) else str(fact)


def because(code: str, **facts: object) -> Reason:
    """Refused because of this."""
    return Reason(code, tuple(facts.items()))


NOT_OFFERED = because("not-offered")
"""What there is to say of a choice where a game has nothing to add."""
