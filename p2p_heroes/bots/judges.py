"""The judges, listed by hand: a game without one is played by luck."""

from collections.abc import Mapping

from p2p_heroes.bots.kit.judge import AnyJudge
from p2p_heroes.games.lazy_registry import LazyRegistry


def _conquer() -> AnyJudge:
    from p2p_heroes.bots.conquer.judge import JUDGE

    return JUDGE


def _delve() -> AnyJudge:
    from p2p_heroes.bots.delve import JUDGE

    return JUDGE


def _magpies() -> AnyJudge:
    from p2p_heroes.bots.magpies import JUDGE

    return JUDGE


JUDGES: Mapping[str, AnyJudge] = LazyRegistry({"conquer": _conquer, "delve": _delve, "magpies": _magpies})
