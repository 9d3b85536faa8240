"""Games of other projects, played at random: catanatron, python-chess, OpenSpiel.

They are no part of this program; `pip install .[bench]` brings them. Each function plays one whole game and
says how many decisions that took, and draws its luck from a seed as far as the other project lets it.
"""

import random
from functools import cache
from typing import Any

PLIES = 200
"""Random chess rarely ends by itself."""


def play_catanatron(players: int, seed: int) -> int:
    """Settlers of Catan by players who take any lawful action."""
    game = _catan(players, seed)
    game.play()
    return len(game.state.actions)


def choose_in_catanatron(players: int, seed: int) -> int:
    """The same, but only actions with an alternative count, as ours do: most rolls and passes have none."""
    game = _catan(players, seed)
    chosen: list[bool] = []

    def decide(player: Any, game: Any, actions: Any) -> Any:
        chosen.append(len(actions) > 1)
        return player.decide(game, actions)

    game.play(decide_fn=decide)
    return sum(chosen)


def _catan(players: int, seed: int) -> Any:
    from catanatron import Color, Game, RandomPlayer

    random.seed(seed)
    return Game([RandomPlayer(color) for color in list(Color)[:players]], seed=seed)


def play_chess(seed: int) -> int:
    """Chess by two players who take any lawful move."""
    import chess

    luck, board = random.Random(seed), chess.Board()  # noqa: S311 -- which game is played is no secret
    for ply in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(luck.choice(moves))
    return PLIES


def play_liars_poker(seed: int) -> int:
    """The pure Python game of OpenSpiel that is nearest to our smallest one: calls about drawn hands."""
    luck = random.Random(seed)  # noqa: S311 -- which game is played is no secret
    state, decisions = _liars_poker().new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(actions, chances)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
            decisions += 1
    return decisions


@cache
def _liars_poker() -> Any:
    import pyspiel
    from open_spiel.python.games import liars_poker  # noqa: F401 -- this is how it is registered

    return pyspiel.load_game("python_liars_poker")
