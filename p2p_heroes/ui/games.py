"""How each game looks to people, listed by hand; like the games, each is imported when it is asked for."""

from collections.abc import Mapping

from p2p_heroes.games.lazy_registry import LazyRegistry
from p2p_heroes.ui.game_ui import AnyGameUI


def _conquer() -> AnyGameUI:
    from p2p_heroes.ui.conquer.game_ui import ConquerUI

    return ConquerUI()


def _delve() -> AnyGameUI:
    from p2p_heroes.ui.delve import DelveUI

    return DelveUI()


def _magpies() -> AnyGameUI:
    from p2p_heroes.ui.magpies.game_ui import MagpiesUI

    return MagpiesUI()


def _roshambo() -> AnyGameUI:
    from p2p_heroes.ui.roshambo import RoshamboUI

    return RoshamboUI()


GAME_UIS: Mapping[str, AnyGameUI] = LazyRegistry(
    {"conquer": _conquer, "delve": _delve, "magpies": _magpies, "roshambo": _roshambo}
)
