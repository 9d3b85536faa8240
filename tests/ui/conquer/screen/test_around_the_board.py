"""What the general panes show of the big game: points, where it is, the rule behind a question."""

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Open
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import ListForm
from p2p_heroes.ui.kit.text import plain
from p2p_heroes.ui.screen import panes
from p2p_heroes.ui.screen.guide import guide
from p2p_heroes.ui.screen.question import divider
from p2p_heroes.ui.screen.screen_state import ScreenState
from tests.support.conquer import asking, at_table, seat


def scene() -> ScreenState:
    table = at_table(seat("undead", monsters=(2, 13)), seat("elves", Region.YREEL), number=3)
    view = asking(table, Planning())
    need = CONQUER.pending(view)
    assert isinstance(need, Open)
    shown = ScreenState(
        names=("Ada", "Bo"), own=0, view=view, game=CONQUER, ui=GAME_UIS["conquer"], kind="plan"
    )
    shown.form = ListForm(Asked(CONQUER, GAME_UIS["conquer"], view, need.requests[0]))
    return shown


def test_everybodys_points_stand_at_the_table() -> None:
    [ada, bo] = [plain(line) for line in panes.table(scene(), 80, 10)[:2]]
    assert "  4 points" in ada
    assert "  0 points" in bo


def test_a_line_across_the_screen_says_where_the_game_is() -> None:
    shown = scene()
    [line] = divider(shown, 70, 1)
    assert plain(line) == "── Round 3 of 16: its plan is being made (Ada is first) ──────────────"
    [line] = divider(shown, 20, 1)
    assert plain(line) == "── Round 3 of 16: i~"
    [line] = divider(ScreenState(), 20, 1)
    assert plain(line) == "─" * 20


def test_help_tells_the_rule_behind_the_question() -> None:
    lines = [plain(line) for line in guide(scene(), 80, 60)]
    assert lines[0] == "What will this round bring?"
    assert "The plan of a round (rulebook p. 5)" in lines
    assert lines.index("The plan of a round (rulebook p. 5)") < lines.index("- move: so many movement points")


def test_without_a_question_help_is_about_the_keys() -> None:
    shown = scene()
    shown.form = None
    assert plain(guide(shown, 80, 60)[0]).startswith("Type a choice")


def test_help_tells_what_every_sign_means() -> None:
    told = " ".join(plain(line) for line in guide(scene(), 400, 90))
    assert "♜6/2 is a fortress of power 6 worth 2 points" in told
    for sign in ("↑ forest", "~ lake", '" meadow', "^ mountain", "◆ an artefact", "□ a foundation", "◎ a p"):
        assert sign in told
    for word in ("curse", "tavern", "rune", "empire", "horseshoe", "copied artefact"):
        assert word in told
    assert "+ can be had now" in told
