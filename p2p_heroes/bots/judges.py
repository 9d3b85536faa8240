"""The judges, listed by hand: a game without one is played by luck."""

from collections.abc import Mapping

from p2p_heroes.bots.conquer.judge import ConquerJudge
from p2p_heroes.bots.judge import AnyJudge

JUDGES: Mapping[str, AnyJudge] = {"conquer": ConquerJudge()}
