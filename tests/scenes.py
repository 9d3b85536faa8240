"""Scenes for tests of panes, and what panes show as text."""

from typing import Any

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Request
from p2p_heroes.games.roshambo import CHOICES, Kind
from p2p_heroes.ui.faces import FACES
from p2p_heroes.ui.screen.form import ListForm
from p2p_heroes.ui.screen.scene import Scene
from p2p_heroes.ui.screen.text import Line, plain

THROW: Request[Any] = Request(0, "throw", CHOICES[Kind.THROW])


def scene_of(**facts: Any) -> Scene:
    scene = Scene(names=("Ada", "Zoë 龍"), choices=("elves", ""), own=0, words="red fox old oak", **facts)
    scene.game, scene.face = GAMES["roshambo"], FACES["roshambo"]
    return scene


def asked(**facts: Any) -> Scene:
    scene = scene_of(**facts)
    scene.form = ListForm(GAMES["roshambo"], FACES["roshambo"], None, THROW)
    return scene


def text(lines: list[Line]) -> list[str]:
    return [plain(line).rstrip() for line in lines]
