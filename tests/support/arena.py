"""Games between bots, every choice of which is checked."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from p2p_heroes.bots import BOTS, Bot
from p2p_heroes.bots.playout import playout, seated
from p2p_heroes.games.game import AnyGame, Open, Request, Secret, Setup


def moments(
    game: AnyGame, setup: Setup, seed: int, levels: tuple[str, ...]
) -> Iterator[tuple[Any, Request[Any]]]:
    """Every state and request of one game between these bots, whose choices must be lawful."""
    for state, request, _ in turns(game, setup, seed, levels):
        yield state, request


def turns(
    game: AnyGame, setup: Setup, seed: int, levels: tuple[str, ...]
) -> Iterator[tuple[Any, Request[Any], Any]]:
    """The same, each with what was chosen."""
    bots: list[Bot] = [BOTS[level](game, Random(f"{seed} {seat}")) for seat, level in enumerate(levels)]
    for turn in playout(game, game.initial(setup), seated(game, bots), Random(seed)):
        if isinstance(turn.need, Open | Secret) and not isinstance(turn.answers, tuple):
            for request in turn.need.requests:
                chosen = game.encode_decision(turn.answers[request.seat])
                game.check(turn.state, request.seat, chosen)
                yield turn.state, request, turn.answers[request.seat]


def line(game: AnyGame, setup: Setup, seed: int, levels: tuple[str, ...], most: int) -> list[str]:
    """The first choices of such a game, in notation."""
    return [game.notate(chosen) for *_, chosen in islice(turns(game, setup, seed, levels), most)]
