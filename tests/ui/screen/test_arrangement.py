"""What is where, on terminals of all sizes."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import request_for
from p2p_heroes.ui.conquer.screen.forms import AmountsForm
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.screen.arrangement import SMALLEST, TALL, WIDE
from tests.support.conquer import asking, at_table, seat
from tests.support.stage import DRAWN, ESCAPE, F2, F3, StagePlay, played


@pytest.mark.slow
def test_a_question_and_the_keys_are_on_every_screen() -> None:
    async def script(play: StagePlay) -> None:
        await play.desk.shows("Throw in secret:", "> throw rock", "Enter choose", "Ctrl-C leave")

    for columns, rows in ((SMALLEST.columns, SMALLEST.rows), (80, 24), (120, 36), (200, 60)):
        played(script, columns, rows)


def test_a_game_without_a_map_has_no_such_tab() -> None:
    async def script(play: StagePlay) -> None:
        await play.desk.shows("F4 table", "you  Ada")
        assert "map" not in play.desk.lines[0]
        play.press(F2)
        await play.desk.shows("you  Ada")

    played(script)


def test_a_wide_terminal_shows_the_map_beside_everything() -> None:
    async def script(play: StagePlay) -> None:
        await play.desk.shows("MAP of 0", "you  Ada")
        play.press(F3)
        await play.desk.shows("MAP of 0", "BOARD of 0")

    played(script, WIDE, 30, ui=DRAWN)


def test_a_tall_terminal_shows_the_story_below_everything() -> None:
    async def script(play: StagePlay) -> None:
        play.scene.say("Once upon a time.")
        play.press(F3)
        await play.desk.shows("BOARD of 0", "Once upon a time.")

    played(script, WIDE, TALL, ui=DRAWN)


def test_a_terminal_may_change_its_size_at_any_time() -> None:
    async def script(play: StagePlay) -> None:
        for columns, rows in ((30, 8), (200, 60), (80, 24)):
            play.desk.resize(columns, rows)
            play.stage.app._on_resize()
            small = columns < SMALLEST.columns
            await play.desk.shows("make it" if small else "> throw rock")

    played(script, 120, 36, ui=DRAWN)


def test_a_notice_stands_where_the_keys_were_until_something_is_typed() -> None:
    async def script(play: StagePlay) -> None:
        play.scene.notice = "That cannot be chosen: it is not offered."
        play.stage.refresh()
        await play.desk.shows("That cannot be chosen")
        play.press("t")
        await play.desk.shows("Enter choose")

    played(script)


def test_a_long_notice_is_told_in_full() -> None:
    async def script(play: StagePlay) -> None:
        play.scene.notice = "That cannot be chosen: " + "the way is too long, " * 5 + "at last."
        play.stage.refresh()
        await play.desk.shows("That cannot be chosen", "at last.")

    played(script)


@pytest.mark.parametrize("columns", [50, 80, 200])
def test_while_a_choice_is_confirmed_the_keys_say_what_they_do_then(columns: int) -> None:
    async def script(play: StagePlay) -> None:
        await play.desk.shows("Enter choose")
        assert play.scene.form is not None
        play.scene.form.pick("")
        play.stage.refresh()
        await play.desk.until(lambda: "Enter makes it final   Esc takes it back" in play.desk.lines[-1])
        assert "Up/Down" not in play.desk.lines[-1]
        play.press(ESCAPE)
        await play.desk.shows("Enter choose")

    played(script, columns)


def test_the_keys_that_a_number_needs_are_named_in_any_case() -> None:
    game = CONQUER
    table = asking(at_table(seat("undead"), seat("elves")), Battle(Region.HARRAX, (0, 1)))

    async def script(play: StagePlay) -> None:
        await play.desk.shows("Tab complete")
        assert "Left/Right change" not in play.desk.text
        play.scene.form = AmountsForm(
            Asked(game, GAME_UIS[game.name], table, request_for(game.pending(table), 0))
        )
        play.stage.refresh()
        await play.desk.shows("Skeletons < 0 > of 4", "Left/Right change")

    played(script)


def test_a_game_is_called_in_full_where_all_else_in_the_line_fits() -> None:
    async def script(play: StagePlay) -> None:
        await play.desk.until(lambda: play.desk.lines[0].startswith(" Rock, paper, scissors   F4 table"))
        play.scene.ui = DRAWN
        play.stage.refresh()
        await play.desk.until(lambda: play.desk.lines[0].startswith(" roshambo   F2 map"))
        assert "your turn" in play.desk.lines[0]

    played(script)
