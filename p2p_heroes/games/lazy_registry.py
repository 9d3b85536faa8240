"""Things by name that take time to import: each is imported when somebody first asks for it."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class LazyRegistry(Mapping[str, T]):
    """Knows from the start what there is, and has nothing of it before it is wanted."""

    def __init__(self, makers: Mapping[str, Callable[[], T]]) -> None:
        self._makers = makers
        self._taken: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._taken:
            self._taken[name] = self._makers[name]()
        return self._taken[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __contains__(self, name: object) -> bool:
        return name in self._makers
