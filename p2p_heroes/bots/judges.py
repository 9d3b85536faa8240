"""The judges, listed by hand: a game without one is played by luck."""

from collections.abc import Mapping

from p2p_heroes.bots.kit.judge import AnyJudge
from p2p_heroes.games.lazy_registry import LazyRegistry

JUDGES: Mapping[str, AnyJudge] = LazyRegistry(
    {
        "conquer": "p2p_heroes.bots.conquer.judge:JUDGE",
        "delve": "p2p_heroes.bots.delve:JUDGE",
        "magpies": "p2p_heroes.bots.magpies:JUDGE",
    }
)
