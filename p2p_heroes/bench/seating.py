"""Tables to measure: who sits where, by which rules, and with which luck.

Everything follows from the arguments, so a table can be set up again in another process.
"""

from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.games import DEFAULT_GAME, GAMES, SMALL_GAME
from p2p_heroes.games.game import AnyGame, OptionRange
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.entropy import noise
from protocol.genesis import Genesis, Seat
from protocol.identity import Key
from protocol.session import Session

PATIENCE = 600
"""Seconds: nobody is voted out because a machine is slow."""

STEPS_A_ROUND = 3
"""Of the small game; two of them are sealed."""


def marathon(game: AnyGame) -> AnyGame:
    """The same game, for as many rounds as anybody likes."""
    kind = type(game)
    endless = OptionRange(game.options[game.length].default, range(1, 2**16))
    long: AnyGame = type(kind.__name__, (kind,), {"options": {**game.options, game.length: endless}})()
    return long


LARGE, SMALL = GAMES[DEFAULT_GAME], marathon(GAMES[SMALL_GAME])


@dataclass(frozen=True, slots=True)
class Seating:
    """One table. With `rounds` it plays the small game, without the one that is played by default."""

    seats: int
    seed: int
    rounds: int = 0

    @property
    def rules(self) -> GameRules:
        return GameRules(SMALL if self.rounds else LARGE)

    @property
    def genesis(self) -> Genesis:
        game = self.rules.game
        luck = Random(f"table {self.seed}")  # noqa: S311 -- nobody at this table could cheat
        choices = luck.sample(game.choices, self.seats) if game.choices else [""] * self.seats
        places = tuple(
            Seat(self.key(seat).public, f"node {seat}", choice, noise("nonce", self.seed, seat))
            for seat, choice in enumerate(choices)
        )
        options = MappingProxyType({game.length: self.rounds} if self.rounds else {})
        return Genesis(game.name, game.version, options, PATIENCE, places)

    def key(self, seat: int) -> Key:
        return Key.from_seed(noise("key", self.seed, seat))

    def bot(self, seat: int) -> Wanderer:
        """Thinks for no time at all: what a table costs is measured, and not what is played."""
        return Wanderer(Random(f"bot {self.seed} {seat}"))  # noqa: S311 -- a bot's taste

    def session(self, *seats: int) -> Session[Position]:
        """With the keys of these seats."""
        return Session(self.genesis, self.rules, {seat: self.key(seat) for seat in seats})
