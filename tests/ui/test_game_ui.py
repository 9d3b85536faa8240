"""A game need not say much: whatever it does not say has a plain answer."""

from types import MappingProxyType

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Event, Request
from p2p_heroes.games.kit.refusals import NOT_OFFERED
from p2p_heroes.games.roshambo import THROWS, Throw
from p2p_heroes.ui.game_ui import GameUI
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import ListForm
from p2p_heroes.ui.kit.tellers import Teller

THROW = Request(0, "throw", THROWS)


class Terse(GameUI[None, Throw]):
    title = "Nothing but words"

    questions = MappingProxyType({"throw": "Throw!"})
    teller = Teller({Event: "{event}"})


def test_a_game_need_not_say_more_than_events_and_questions() -> None:
    ui, [rock, *_] = Terse(), THROW.choices
    assert ui.question(THROW) == "Throw!"
    assert ui.status(None, 0) == ui.meaning(None, 0, rock) == ui.headline(None, ()) == ui.idea("rock") == ""
    assert ui.is_sensible(None, 0, rock)
    assert not any([ui.sights, ui.panes, ui.book, ui.signs, ui.styles, ui.rule("throw")])
    assert (ui.round(None), ui.gain(None, 0, rock), ui.points(None, 0)) == (0, 0, None)
    assert (ui.spelled("ROCK"), ui.refused(NOT_OFFERED)) == ("ROCK", "it is not offered")
    assert ui.worded(None, rock, "throw rock") == "throw rock"
    assert ui.faces(None) == {}
    assert ui.tell_knowing([Event()], ("Ada",), {1: 2}) == ui.tell([Event()], ("Ada",)) == [str(Event())]
    assert isinstance(ui.form(Asked(GAMES["roshambo"], ui, None, THROW)), ListForm)
