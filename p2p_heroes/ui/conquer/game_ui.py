"""How Write & Conquer looks to people, put together."""

from types import MappingProxyType

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.ui.conquer import (
    almanac,
    ask,
    board,
    consequences,
    headline,
    names,
    narrate,
    refusals,
    rules,
    spelling,
)
from p2p_heroes.ui.conquer import map as conquer_map
from p2p_heroes.ui.conquer.screen import board as screen_board
from p2p_heroes.ui.conquer.screen import forms
from p2p_heroes.ui.conquer.screen import map as screen_map
from p2p_heroes.ui.conquer.screen.signs import STYLES
from p2p_heroes.ui.game_ui import GameUI, Sight
from p2p_heroes.ui.kit.scene import Pane


class ConquerUI(GameUI[Table, Decision]):
    """Each part is told in a module of its own."""

    title = "Heroes: Write & Conquer"
    book = (*rules.CHAPTERS, *map(almanac.page, CONQUER.boards.values()))
    sights = MappingProxyType(
        {
            "board": Sight("your board; with a NAME behind it, somebody else's", board.board),
            "map": Sight("the regions, what lies there and who is there", conquer_map.regions),
            "score": Sight("everybody's points so far", board.score),
        }
    )
    panes = MappingProxyType(
        {
            "map": Pane(screen_map.draw, beside=screen_map.BESIDE),
            "board": Pane(screen_board.draw, is_of_seat=True),
        }
    )
    signs = (*screen_map.EXPLAINED, *screen_board.EXPLAINED)
    styles = STYLES

    tell = staticmethod(narrate.tell)
    question = staticmethod(ask.question)
    meaning = staticmethod(consequences.meaning)
    gain = staticmethod(consequences.gain)
    is_sensible = staticmethod(consequences.is_sensible)
    spelled = staticmethod(spelling.spelled)
    form = staticmethod(forms.form_for)
    refused = staticmethod(refusals.refused)
    status = staticmethod(board.status)
    round = staticmethod(headline.round_of)
    points = staticmethod(headline.points)
    headline = staticmethod(headline.headline)
    idea = staticmethod(names.idea_of)
    rule = staticmethod(rules.told)


CONQUER_UI = ConquerUI()
