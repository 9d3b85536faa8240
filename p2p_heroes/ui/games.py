"""How each game looks to people, listed by hand; like the games, each is imported when it is asked for."""

from collections.abc import Mapping

from p2p_heroes.games.lazy_registry import LazyRegistry
from p2p_heroes.ui.game_ui import AnyGameUI

GAME_UIS: Mapping[str, AnyGameUI] = LazyRegistry(
    {
        "conquer": "p2p_heroes.ui.conquer.game_ui:CONQUER_UI",
        "delve": "p2p_heroes.ui.delve:DELVE_UI",
        "magpies": "p2p_heroes.ui.magpies.game_ui:MAGPIES_UI",
        "roshambo": "p2p_heroes.ui.roshambo:ROSHAMBO_UI",
    }
)
