"""What a choice pays, gains or loses, told by the type of the decision or of what it is a kind of."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

S = TypeVar("S")

Preview = Callable[[S, int, Any], str]
"""Of a view, a seat and a choice of just this type; nothing where its words say all."""


class Previews(Generic[S]):
    """One for each type of decision that needs any."""

    def __init__(self, previews: Mapping[type[Any], Preview[S]]) -> None:
        self._previews = previews

    def of(self, view: S, seat: int, choice: object) -> str:
        for kind in type(choice).__mro__:
            if kind in self._previews:
                return self._previews[kind](view, seat, choice)
        return ""
