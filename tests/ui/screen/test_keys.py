"""Keys on one side, a terminal in memory on the other."""

import asyncio

import pytest

from tests.support.stage import (
    CONTROL_C,
    CONTROL_P,
    DOWN,
    DRAWN,
    ESCAPE,
    F1,
    F3,
    F5,
    RIGHT,
    SHIFT_TAB,
    UP,
    StagePlay,
    played,
)


def test_typing_narrows_tab_completes_and_enter_hands_it_over() -> None:
    async def script(play: StagePlay) -> None:
        play.press("sc")
        await play.desk.until(lambda: "throw rock" not in play.desk.text)
        play.press("\t")
        await play.desk.shows("> throw scissors\n Enter")
        play.press("\r")
        await play.desk.until(lambda: play.entered == ["throw scissors"])
        await play.desk.until(lambda: play.stage.buffer.text == "")

    played(script)


def test_what_is_typed_after_a_refusal_replaces_the_refused_line() -> None:
    async def script(play: StagePlay) -> None:
        play.accepts = False
        play.press("zebra\r")
        await play.desk.until(lambda: play.entered == ["zebra"])
        assert play.stage.buffer.text == "zebra", "it stays in sight until then"
        play.press("ro")
        await play.desk.until(lambda: play.stage.buffer.text == "ro")

    played(script)


def test_a_refused_line_can_be_mended() -> None:
    async def script(play: StagePlay) -> None:
        play.accepts = False
        play.press("zebra\r")
        await play.desk.until(lambda: play.entered == ["zebra"])
        play.press("\x7f")
        await play.desk.until(lambda: play.stage.buffer.text == "zebr")
        play.press("as")
        await play.desk.until(lambda: play.stage.buffer.text == "zebras")

    played(script)


def test_escape_closes_the_help() -> None:
    async def script(play: StagePlay) -> None:
        play.press(F5)
        await play.desk.until(lambda: play.scene.tab == "fairness")
        play.press(F1)
        await play.desk.until(lambda: play.scene.tab == "help")
        play.press(F1)
        play.press("x")
        await play.desk.until(lambda: play.stage.buffer.text == "x")
        play.press(ESCAPE)
        await play.desk.until(lambda: play.stage.buffer.text == "")
        assert play.scene.tab == "help", "first the line"
        play.press(ESCAPE)
        await play.desk.until(lambda: play.scene.tab == "fairness")

    played(script)


@pytest.mark.slow
def test_a_line_that_is_refused_stays_to_be_mended() -> None:
    async def script(play: StagePlay) -> None:
        play.accepts = False
        play.press("zebra\r")
        await play.desk.until(lambda: play.entered == ["zebra"])
        assert play.stage.buffer.text == "zebra"
        play.press(ESCAPE)
        await play.desk.until(lambda: play.stage.buffer.text == "")

    played(script)


def test_typed_lines_come_back() -> None:
    async def script(play: StagePlay) -> None:
        play.press("say hello\r")
        await play.desk.until(lambda: play.entered == ["say hello"])
        await asyncio.sleep(0.01)
        play.press(CONTROL_P)
        await play.desk.until(lambda: play.stage.buffer.text == "say hello")

    played(script)


def test_a_word_to_the_others_does_not_narrow_the_list() -> None:
    async def script(play: StagePlay) -> None:
        play.press("say sc")
        await play.desk.shows("> say sc", "throw rock")

    played(script)


def test_arrows_move_the_mark_and_escape_takes_back() -> None:
    async def script(play: StagePlay) -> None:
        form = play.scene.form
        assert form is not None
        play.press(DOWN, DOWN, UP)
        await play.desk.shows("> throw paper")
        form.pick("")
        play.press(DOWN, RIGHT)
        await play.desk.shows("Enter makes it final. Esc takes it back.")
        assert form.at == 1
        play.press(ESCAPE)
        await play.desk.shows("> throw paper")
        assert form.picked is None

    played(script)


def test_tabs_are_turned_by_keys_by_tab_and_by_clicks() -> None:
    async def script(play: StagePlay) -> None:
        play.press(F5)
        await play.desk.shows("Signed by each author")
        play.press(F1)
        await play.desk.shows("Type a choice, or its beginning")
        play.press("\t")
        await play.desk.shows("MAP of 0, 80 wide")
        play.press(SHIFT_TAB, F3)
        await play.desk.shows("BOARD of 0")
        play.press(F3)
        await play.desk.shows("BOARD of 1")
        play.click(*play.place_of("F2 map"))
        await play.desk.shows("MAP of 1")

    played(script, ui=DRAWN)


@pytest.mark.slow
def test_control_c_asks_before_it_leaves() -> None:
    async def script(play: StagePlay) -> None:
        for key in ("n", ESCAPE, "x"):
            play.press(CONTROL_C)
            await play.desk.shows("Leave the game?")
            play.press(key)
            await play.desk.until(lambda: "Leave the game?" not in play.desk.text)
        assert (play.left, play.stage.buffer.text) == (0, "x")
        play.press(CONTROL_C, "y")
        await play.desk.until(lambda: play.left == 1)

    played(script)


def test_at_the_end_control_c_simply_leaves() -> None:
    async def script(play: StagePlay) -> None:
        play.scene.form, play.scene.is_over = None, True
        play.press(CONTROL_C)
        await play.desk.until(lambda: play.left == 1)

    played(script)


@pytest.mark.parametrize(
    ("keys", "rest"),
    [("clear", "clear"), ("n", ""), ("N", ""), (ESCAPE, "")],
    ids=["words", "n", "N", "escape"],
)
def test_whoever_types_on_at_the_question_whether_to_leave_stays_and_loses_no_letter(
    keys: str, rest: str
) -> None:
    async def script(play: StagePlay) -> None:
        play.press(CONTROL_C)
        await play.desk.shows("Leave the game?")
        play.press(keys)
        await play.desk.until(lambda: not play.scene.asks_to_quit)
        await play.desk.until(lambda: play.stage.buffer.text == rest)
        assert not play.left
        assert not play.entered

    played(script)


def test_what_is_pasted_with_the_end_of_a_line_is_seen_before_it_is_sent() -> None:
    async def script(play: StagePlay) -> None:
        play.press("\x1b[200~throw\n rock\r\n\x1b[201~")
        await play.desk.shows("> throw rock", "> throw rock\n Enter")
        assert play.stage.buffer.text == "throw rock"
        play.press("\r")
        await play.desk.until(lambda: play.entered == ["throw rock"])

    played(script)
