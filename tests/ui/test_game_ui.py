"""A face can be small: whatever a game does not say has a plain answer."""

from p2p_heroes.games.game import Request
from p2p_heroes.ui.game_ui import GameUI


def test_a_game_need_not_say_more_than_events_and_questions() -> None:
    face = GameUI(lambda events, names: [], lambda request: request.kind)
    request: Request[str] = Request(0, "throw", ("rock",))
    assert face.question(request) == "throw"
    assert face.status(None, 0) == face.meaning(None, 0, "rock") == ""
    assert face.is_sensible(None, 0, "rock")
    assert not face.sights
    assert not face.panes
    assert not face.forms
    assert (face.title, face.round(None), face.idea("rock")) == ("", 0, "")
