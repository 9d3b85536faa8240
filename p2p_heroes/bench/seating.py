"""Tables to measure: who sits where, by which rules, and with which luck.

Everything follows from the arguments, so a table can be set up again in another process.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import ClassVar

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.games import GAMES
from p2p_heroes.games.game import OptionRange
from p2p_heroes.games.roshambo import Roshambo
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.entropy import noise
from protocol.genesis import Genesis, Seat
from protocol.identity import Key
from protocol.session import Session

PATIENCE = 600
"""Seconds: nobody is voted out because a machine is slow."""

STEPS_A_ROUND = 3
"""Of the small game; two of them are sealed."""


class Marathon(Roshambo):
    """The small game, for as many rounds as anybody likes."""

    options: ClassVar[Mapping[str, OptionRange]] = {"rounds": OptionRange(5, range(1, 2**16))}


SMALL = Marathon()


@dataclass(frozen=True, slots=True)
class Seating:
    """One table. With `rounds` it is the small game, without it is Write & Conquer."""

    seats: int
    seed: int
    rounds: int = 0

    @property
    def rules(self) -> GameRules:
        return GameRules(SMALL if self.rounds else GAMES["conquer"])

    @property
    def genesis(self) -> Genesis:
        game = self.rules.game
        luck = Random(f"table {self.seed}")  # noqa: S311 -- nobody at this table could cheat
        choices = luck.sample(game.choices, self.seats) if game.choices else [""] * self.seats
        places = tuple(
            Seat(self.key(seat).public, f"node {seat}", choice, noise("nonce", self.seed, seat))
            for seat, choice in enumerate(choices)
        )
        options = MappingProxyType({"rounds": self.rounds} if self.rounds else {})
        return Genesis(game.name, game.version, options, PATIENCE, places)

    def key(self, seat: int) -> Key:
        return Key.from_seed(noise("key", self.seed, seat))

    def bot(self, seat: int) -> Wanderer:
        """Thinks for no time at all: what a table costs is measured, and not what is played."""
        return Wanderer(Random(f"bot {self.seed} {seat}"))  # noqa: S311 -- a bot's taste

    def session(self, *seats: int) -> Session[Position]:
        """With the keys of these seats."""
        return Session(self.genesis, self.rules, {seat: self.key(seat) for seat in seats})
