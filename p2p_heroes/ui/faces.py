"""How each game looks to people, listed by hand; like the games, each is imported when it is asked for."""

from collections.abc import Mapping

from p2p_heroes.games.shelf import Shelf
from p2p_heroes.ui.face import Face


def _conquer() -> Face:
    from p2p_heroes.ui.conquer.face import FACE

    return FACE


def _roshambo() -> Face:
    from p2p_heroes.ui import roshambo

    return Face(roshambo.tell, roshambo.question, title="Rock, paper, scissors", round=roshambo.round_of)


FACES: Mapping[str, Face] = Shelf({"conquer": _conquer, "roshambo": _roshambo})
