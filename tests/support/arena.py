"""Games between bots, every choice of which is checked."""

from collections.abc import Iterator
from random import Random
from typing import Any

from p2p_heroes.bots import BOTS, Bot
from p2p_heroes.games.game import AnyGame, Chance, Over, Request, Setup


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
    state, luck = game.initial(setup), Random(seed)
    while not isinstance(need := game.pending(state), Over):
        if isinstance(need, Chance):
            state = game.apply(state, tuple(luck.randrange(bound) for bound in need.bounds)).state
            continue
        answers = {}
        for request in need.requests:
            answers[request.seat] = bots[request.seat].choose(game.view(state, request.seat), request)
            game.check(state, request.seat, answers[request.seat])
            yield state, request, answers[request.seat]
        state = game.apply(state, answers).state


def line(game: AnyGame, setup: Setup, seed: int, levels: tuple[str, ...], most: int) -> list[str]:
    """The first choices of such a game, in notation."""
    bots: list[Bot] = [BOTS[level](game, Random(f"{seed} {seat}")) for seat, level in enumerate(levels)]
    state, luck, said = game.initial(setup), Random(seed), list[str]()
    while not isinstance(need := game.pending(state), Over) and len(said) < most:
        if isinstance(need, Chance):
            state = game.apply(state, tuple(luck.randrange(bound) for bound in need.bounds)).state
            continue
        answers = {ask.seat: bots[ask.seat].choose(game.view(state, ask.seat), ask) for ask in need.requests}
        said += [game.notate(answers[seat]) for seat in sorted(answers)]
        state = game.apply(state, answers).state
    return said
