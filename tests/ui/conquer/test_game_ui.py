"""The face of Write & Conquer is the one that the program shows."""

from p2p_heroes.ui.conquer.game_ui import FACE
from p2p_heroes.ui.games import GAME_UIS


def test_the_face_is_the_one_that_is_listed() -> None:
    assert GAME_UIS["conquer"] is FACE
    assert FACE.title == "Heroes: Write & Conquer"
    assert FACE.panes.keys() == {"map", "board"}
