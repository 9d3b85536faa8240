"""The rulesets, listed by hand: a game is known to the program by standing here.

Each is imported when somebody asks for it, so that nobody waits for the rules of another game.
"""

from collections.abc import Callable, Iterator, Mapping

from p2p_heroes.games.game import AnyGame


def _conquer() -> AnyGame:
    from p2p_heroes.games.conquer import CONQUER

    return CONQUER


def _roshambo() -> AnyGame:
    from p2p_heroes.games.roshambo import ROSHAMBO

    return ROSHAMBO


class _Shelf(Mapping[str, AnyGame]):
    """Games by their names."""

    def __init__(self, games: Mapping[str, Callable[[], AnyGame]]) -> None:
        self._games = games

    def __getitem__(self, name: str) -> AnyGame:
        return self._games[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def __contains__(self, name: object) -> bool:
        return name in self._games


GAMES: Mapping[str, AnyGame] = _Shelf({"conquer": _conquer, "roshambo": _roshambo})
