"""How each game looks to people, listed by hand; like the games, each is imported when it is asked for."""

from collections.abc import Mapping

from p2p_heroes.games.lazy_registry import LazyRegistry
from p2p_heroes.ui.game_ui import GameUI


def _conquer() -> GameUI:
    from p2p_heroes.ui.conquer.game_ui import FACE

    return FACE


def _roshambo() -> GameUI:
    from p2p_heroes.ui import roshambo

    return GameUI(roshambo.tell, roshambo.question, title="Rock, paper, scissors", round=roshambo.round_of)


GAME_UIS: Mapping[str, GameUI] = LazyRegistry({"conquer": _conquer, "roshambo": _roshambo})
