"""What Write & Conquer shows is what the program lists."""

from p2p_heroes.ui.conquer.game_ui import ConquerUI
from p2p_heroes.ui.games import GAME_UIS


def test_it_is_the_one_that_is_listed() -> None:
    ui = GAME_UIS["conquer"]
    assert isinstance(ui, ConquerUI)
    assert ui.title == "Heroes: Write & Conquer"
    assert ui.panes.keys() == {"map", "board"}
