"""How Write & Conquer looks to people, put together."""

from p2p_heroes.ui.conquer import ask, board, consequences, headline, names, narrate, rules, spelling
from p2p_heroes.ui.conquer import map as conquer_map
from p2p_heroes.ui.conquer.screen import board as screen_board
from p2p_heroes.ui.conquer.screen import map as screen_map
from p2p_heroes.ui.conquer.screen.forms import FORMS
from p2p_heroes.ui.game_ui import GameUI, Sight

FACE = GameUI(
    narrate.tell,
    ask.question,
    board.status,
    consequences.meaning,
    consequences.gain,
    consequences.is_sensible,
    ask.reworded,
    spelling.spelled,
    {
        "board": Sight("your board; with a NAME behind it, somebody else's", board.board),
        "map": Sight("the regions, what lies there and who is there", conquer_map.regions),
        "score": Sight("everybody's points so far", board.score),
    },
    title="Heroes: Write & Conquer",
    headline=headline.headline,
    round=headline.round_of,
    idea=names.idea_of,
    points=headline.points,
    rule=rules.told,
    signs=(*screen_map.EXPLAINED, *screen_board.EXPLAINED),
    panes={"map": screen_map.pane, "board": screen_board.pane},
    forms=FORMS,
)
