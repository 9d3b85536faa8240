"""The rules alone, on one core: random games beside those of other projects, and the parts of a decision.

A decision is everything from what is lawful to what follows: working that out, drawing one of it, checking
and settling it. The parts are given in bare Ed25519 verifications: a part that costs less than one is never
what a table waits for.
"""

import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

from p2p_heroes.bench.figures import Measure, at_least
from p2p_heroes.bench.measuring import Take, paired, rate, seconds
from p2p_heroes.bench.references.calls import verify_often
from p2p_heroes.bench.references.peers import (
    choose_in_catanatron,
    play_catanatron,
    play_chess,
    play_liars_poker,
)
from p2p_heroes.bench.workbench import Workbench
from p2p_heroes.bots.playout import Answer, PlayedStep, answered, playout, wandering
from p2p_heroes.games import DEFAULT_GAME, GAMES, SMALL_GAME
from p2p_heroes.games.game import AnyGame, Over, Setup
from p2p_heroes.node.table import GameRules, Position
from protocol.rule_checks import encode_state, state_digest

LARGE, SMALL = GAMES[DEFAULT_GAME], GAMES[SMALL_GAME]
POSITIONS_OF = 8
"""So many games of four give the positions on which the parts are measured."""


def positions(game: AnyGame, seats: int, seed: int) -> Iterator[PlayedStep[Any, Any]]:
    """Every position of a random game, with the answers that were drawn there."""
    luck = Random(seed)  # noqa: S311 -- which game is played is no secret
    choices = luck.sample(game.choices, seats) if game.choices else [""] * seats
    return playout(game, game.initial(Setup(tuple(choices))), wandering(luck), luck)


def play(game: AnyGame, seats: int, seed: int) -> int:
    """One random game; how many decisions it took."""
    return sum(len(turn.answers) for turn in positions(game, seats, seed))


Play = Callable[[int], int]
"""A seed -> how many decisions the game took."""


def beside(ours: Play, theirs: Play) -> Callable[[Workbench], Take]:
    """Decisions a second against decisions a second."""

    def prepare(_: Workbench) -> Take:
        return paired(_decisions(ours), _decisions(theirs))

    return prepare


def _decisions(play: Play) -> Callable[[], float]:
    seeds = count()
    return lambda: rate(lambda: play(next(seeds)))


def games_beside(ours: Play, theirs: Play) -> Callable[[Workbench], Take]:
    """Games a second against games a second."""
    return beside(partial(_one_game, ours), partial(_one_game, theirs))


def _one_game(play: Play, seed: int) -> int:
    play(seed)
    return 1


Part = Callable[[], int]
"""Does it once for each position; says how often that was."""


class Positions:
    """What the parts of a decision are measured on: nothing that was worked out for a state is used twice."""

    def __init__(self) -> None:
        games = (positions(LARGE, 4, seed) for seed in range(POSITIONS_OF))
        self._asked = [(turn.state, turn.answers) for game in games for turn in game]
        self._luck = Random("parts")  # noqa: S311 -- which choices are drawn is no secret
        self._draw: Answer[Any, Any] = wandering(self._luck)
        self._rules = GameRules(LARGE)
        self.apply()

    def apply(self) -> int:
        self._reached = [LARGE.apply(state, answers).state for state, answers in self._asked]
        return len(self._reached)

    def legal(self) -> int:
        for state in self._reached:
            need = LARGE.pending(state)
            if not isinstance(need, Over):
                answered(state, need, self._draw, self._luck)
        return len(self._reached)

    def digest(self) -> int:
        for state in self._reached:
            state_digest(encode_state(self._rules, Position(state)))
        return len(self._reached)

    def view(self) -> int:
        for state in self._reached:
            LARGE.view(state, 0)
        return len(self._reached)


def part(name: str) -> Callable[[Workbench], Take]:
    """One part of a decision, in bare verifications."""

    def prepare(_: Workbench) -> Take:
        on = Positions()

        def cost() -> float:
            on.apply()
            done: list[int] = []
            work = getattr(on, name)
            return seconds(lambda: done.append(work())) / done[0]

        return paired(cost, lambda: 1 / rate(verify_often))

    return prepare


def decision(seats: int) -> Callable[[Workbench], Take]:
    """A whole decision, in bare verifications."""

    def prepare(_: Workbench) -> Take:
        played = _decisions(partial(play, LARGE, seats))
        return paired(lambda: 1 / played(), lambda: 1 / rate(verify_often))

    return prepare


def state_bytes(_: Workbench) -> Take:
    """Memory of one more state of a game whose states are all kept, as a search keeps them."""

    def take(number: int) -> float:
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            kept = [turn.state for turn in positions(LARGE, 4, number)]
            return (tracemalloc.get_traced_memory()[0] - before) / len(kept)
        finally:
            tracemalloc.stop()

    return take


TWO, FOUR = partial(play, LARGE, 2), partial(play, LARGE, 4)
CATAN_2, CATAN_4 = partial(play_catanatron, 2), partial(play_catanatron, 4)

MEASURES = (
    Measure("decisions-catanatron-2", beside(TWO, CATAN_2), needs="catanatron"),
    Measure("decisions-catanatron-4", beside(FOUR, CATAN_4), at_least(2.0, 4.0), needs="catanatron"),
    Measure("choices-catanatron-2", beside(TWO, partial(choose_in_catanatron, 2)), needs="catanatron"),
    Measure("choices-catanatron-4", beside(FOUR, partial(choose_in_catanatron, 4)), needs="catanatron"),
    Measure("decisions-chess-2", beside(TWO, play_chess), needs="chess"),
    Measure("decisions-chess-4", beside(FOUR, play_chess), at_least(2.0, 4.0), needs="chess"),
    Measure("decisions-small", beside(partial(play, SMALL, 2), play_liars_poker), needs="pyspiel"),
    Measure("games-catanatron-2", games_beside(TWO, CATAN_2), needs="catanatron"),
    Measure("games-catanatron-4", games_beside(FOUR, CATAN_4), needs="catanatron"),
    Measure("games-chess-4", games_beside(FOUR, play_chess), needs="chess"),
    Measure("decision-2", decision(2)),
    Measure("decision-4", decision(4)),
    Measure("legal", part("legal")),
    Measure("apply", part("apply")),
    Measure("digest", part("digest")),
    Measure("view", part("view")),
    Measure("state", state_bytes, unit="bytes"),
    Measure("noise", beside(FOUR, FOUR)),
)
