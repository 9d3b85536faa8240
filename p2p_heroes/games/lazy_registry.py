"""Things by name that take time to import: each is imported when somebody first asks for it."""

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name
from typing import TypeVar

T = TypeVar("T")


class LazyRegistry(Mapping[str, T]):
    """Knows from the start what there is, and has nothing of it before it is wanted.

    In: by name where each stands, as `module:NAME`.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        self._taken: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._taken:
            self._taken[name] = resolve_name(self._places[name])
        return self._taken[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places
