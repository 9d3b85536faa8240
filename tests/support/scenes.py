"""Scenes for tests of panes, and what panes show as text."""

from typing import Any

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Request
from p2p_heroes.games.roshambo import THROWS
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import ListForm
from p2p_heroes.ui.kit.text import Line, plain
from p2p_heroes.ui.screen.screen_state import ScreenState

THROW: Request[Any] = Request(0, "throw", THROWS)


def scene_of(**facts: Any) -> ScreenState:
    scene = ScreenState(
        names=("Ada", "Zoë 龍"), choices=("elves", ""), own=0, words="red fox old oak", **facts
    )
    scene.game, scene.ui = GAMES["roshambo"], GAME_UIS["roshambo"]
    return scene


def asked(**facts: Any) -> ScreenState:
    scene = scene_of(**facts)
    scene.form = ListForm(Asked(GAMES["roshambo"], GAME_UIS["roshambo"], None, THROW))
    return scene


def text(lines: list[Line]) -> list[str]:
    return [plain(line).rstrip() for line in lines]
