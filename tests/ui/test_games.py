"""Every game has words, and those are its own."""

from p2p_heroes.games import GAMES
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import SHARED_DECISIONS
from p2p_heroes.games.game import Setup
from p2p_heroes.ui.games import GAME_UIS

WORDS_OF_THE_SCREEN = {
    "help", "?", "who", "say", "rules", "forfeit", "keep", "resign", "leave", "quit", "exit", "yes", "no",
}  # fmt: skip


def test_every_game_has_a_ui_and_no_ui_is_without_a_game() -> None:
    assert GAME_UIS.keys() == GAMES.keys()


def test_every_ui_has_a_title_and_an_idea_of_every_choice() -> None:
    for name, ui in GAME_UIS.items():
        assert ui.title
        assert all(ui.idea(choice) for choice in GAMES[name].choices)


def test_no_sight_hides_a_word_of_the_screen() -> None:
    for ui in GAME_UIS.values():
        assert not WORDS_OF_THE_SCREEN & ui.sights.keys()


def test_no_sight_and_no_word_of_the_screen_hides_a_decision() -> None:
    own = [kind for board in CONQUER.boards.values() for kind in board.decisions]
    tags = {kind.form.tag for kind in (*SHARED_DECISIONS, *own)}
    assert not tags & (WORDS_OF_THE_SCREEN | GAME_UIS["conquer"].sights.keys())


def test_the_big_game_can_be_looked_at() -> None:
    assert list(GAME_UIS["conquer"].sights) == ["board", "map", "score"]


def test_a_small_game_needs_no_more_than_words_and_questions() -> None:
    ui = GAME_UIS["roshambo"]
    assert ui.status(None, 0) == ui.meaning(None, 0, None) == ""
    assert ui.is_sensible(None, 0, None)
    assert ui.sights == {}
    assert (ui.headline(None, ()), ui.points(None, 0), ui.rule("throw")) == ("", None, [])


def test_the_big_game_has_panes_and_says_where_it_is() -> None:
    ui, fresh = GAME_UIS["conquer"], CONQUER.initial(Setup(("undead", "elves")))
    assert "board" in ui.panes
    assert ui.headline(fresh, ("Ada", "Bo")).startswith("Before the first round")
    assert ui.points(fresh, 0) == 0
    assert ui.rule("deploy")[0] == "Battle between players (rulebook pp. 9-10)"
