"""A game that begins somewhere else: its starting state with some of its parts changed.

Which parts, and to what, decides the name of what is played. It is signed with the table's genesis, so all
seats begin alike, and nobody can take such a table for a game from its beginning.
"""

from collections.abc import Sequence
from typing import TypeAlias

from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import AnyGame
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.values import changed, look
from protocol.canonical import Value, encode
from protocol.errors import BadGenesis
from protocol.genesis import Genesis
from protocol.hashing import digest

Given: TypeAlias = tuple[tuple[str, Value], ...]
"""Paths into the starting state, and what stands there instead."""

SHORT = 6
"""Bytes of a digest that are enough to tell one given start from another."""


class BadStart(Exception):
    """The game cannot begin so."""


def given_name(game: str, given: Given) -> str:
    """What a game is called that begins so."""
    return f"{game} given {digest('given', encode(given))[:SHORT].hex()}" if given else game


class GivenRules(GameRules):
    """The rules of a game, from a start that is given."""

    def __init__(self, rules: GameRules, given: Given) -> None:
        super().__init__(rules.game, rules.keepers)
        self._given = given

    def initial(self, genesis: Genesis) -> Position:
        if genesis.game != given_name(self.game.name, self._given):
            raise BadGenesis(f"the table plays {genesis.game}")
        usual = super().initial(_usual(self.game, genesis))
        try:
            return self.begin(usual, [seat.name for seat in genesis.seats])
        except BadStart as bad:
            raise BadGenesis(str(bad)) from bad

    def begin(self, usual: Position, seats: Sequence[str]) -> Position:
        """The start with everything changed that is given. Raises BadStart or NoSuchPath."""
        state = self.encode(usual)
        for path, value in self._given:
            before = look(state, path, seats) if isinstance(value, tuple) else None
            if (
                isinstance(before, tuple)
                and isinstance(value, tuple)
                and len(before) == len(seats) != len(value)
            ):
                raise BadStart(f"{path} needs an entry for each seat")
            state = changed(state, path, seats, value)
        try:
            return self.decode(state)
        except MalformedState as error:
            raise BadStart(str(error)) from error


def _usual(game: AnyGame, genesis: Genesis) -> Genesis:
    """The same table without anything given."""
    return Genesis(game.name, genesis.rules_version, genesis.options, genesis.patience, genesis.seats)
