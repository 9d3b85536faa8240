"""The stage: keys and clicks on one side, a terminal in memory on the other."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
import trio
from prompt_toolkit.input import PipeInput, create_pipe_input

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Request
from p2p_heroes.games.roshambo import CHOICES, Kind
from p2p_heroes.ui.faces import FACES
from p2p_heroes.ui.screen.app import SMALLEST, TALL, WIDE, Stage, run_beside
from p2p_heroes.ui.screen.form import ListForm
from p2p_heroes.ui.screen.scene import Scene
from p2p_heroes.ui.screen.text import Line
from tests.terminal import Desk

F1, F2, F3, F4, F5 = "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~"
UP, DOWN, RIGHT, PAGE_UP, PAGE_DOWN = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[5~", "\x1b[6~"
ESCAPE, CONTROL_C, CONTROL_P, SHIFT_TAB = "\x1b", "\x03", "\x10", "\x1b[Z"
THROW: Request[Any] = Request(0, "throw", CHOICES[Kind.THROW])


def pane(word: str) -> Callable[[Any, int, int], list[Line]]:
    return lambda scene, width, height: [[("", f"{word} of {scene.watched}, {width} wide")]]


DRAWN = replace(FACES["roshambo"], panes={"map": pane("MAP"), "board": pane("BOARD")})


class Play:
    """A stage before a terminal, and somebody at the keyboard."""

    def __init__(self, desk: Desk, keys: PipeInput, *, face: Any = None) -> None:
        self.desk, self._keys = desk, keys
        self.entered: list[str] = []
        self.accepts = True
        self.left = 0
        self.scene = Scene(title="roshambo", names=("Ada", "Bo"), own=0, view="view")
        self.scene.game, self.scene.face = GAMES["roshambo"], face or FACES["roshambo"]
        self.scene.form = ListForm(GAMES["roshambo"], self.scene.face, None, THROW)
        self.stage = Stage(self.scene, self._enter, self._leave, input=keys, output=desk.output)

    def _enter(self, typed: str) -> bool:
        self.entered.append(typed)
        return self.accepts

    def _leave(self) -> None:
        self.left += 1

    def press(self, *keys: str) -> None:
        for key in keys:
            self._keys.send_text(key)

    def click(self, column: int, row: int) -> None:
        """The left button, down and up, in cells from 0."""
        self.press(f"\x1b[<0;{column + 1};{row + 1}M", f"\x1b[<0;{column + 1};{row + 1}m")

    def place_of(self, text: str) -> tuple[int, int]:
        return next((line.index(text), row) for row, line in enumerate(self.desk.lines) if text in line)


def played(
    script: Callable[[Play], Awaitable[None]], columns: int = 80, rows: int = 24, *, face: Any = None
) -> None:
    async def run() -> None:
        with create_pipe_input() as keys:
            play = Play(Desk(columns, rows), keys, face=face)
            shown = asyncio.ensure_future(play.stage.app.run_async())
            try:
                await play.desk.until(lambda: bool(play.desk.text.strip()))
                await script(play)
            finally:
                play.stage.app.exit()
                await shown

    asyncio.run(run())


@pytest.mark.slow
def test_a_question_and_the_keys_are_on_every_screen() -> None:
    async def script(play: Play) -> None:
        await play.desk.shows("Throw in secret:", "> throw rock", "Enter choose", "Ctrl-C leave")

    for columns, rows in ((SMALLEST.columns, SMALLEST.rows), (80, 24), (120, 36), (200, 60)):
        played(script, columns, rows)


def test_typing_narrows_tab_completes_and_enter_hands_it_over() -> None:
    async def script(play: Play) -> None:
        play.press("sc")
        await play.desk.until(lambda: "throw rock" not in play.desk.text)
        play.press("\t")
        await play.desk.shows("> throw scissors\n Enter")
        play.press("\r")
        await play.desk.until(lambda: play.entered == ["throw scissors"])
        await play.desk.until(lambda: play.stage.buffer.text == "")

    played(script)


@pytest.mark.slow
def test_a_line_that_is_refused_stays_to_be_mended() -> None:
    async def script(play: Play) -> None:
        play.accepts = False
        play.press("zebra\r")
        await play.desk.until(lambda: play.entered == ["zebra"])
        assert play.stage.buffer.text == "zebra"
        play.press(ESCAPE)
        await play.desk.until(lambda: play.stage.buffer.text == "")

    played(script)


def test_typed_lines_come_back() -> None:
    async def script(play: Play) -> None:
        play.press("say hello\r")
        await play.desk.until(lambda: play.entered == ["say hello"])
        await asyncio.sleep(0.01)
        play.press(CONTROL_P)
        await play.desk.until(lambda: play.stage.buffer.text == "say hello")

    played(script)


def test_a_word_to_the_others_does_not_narrow_the_list() -> None:
    async def script(play: Play) -> None:
        play.press("say sc")
        await play.desk.shows("> say sc", "throw rock")

    played(script)


def test_arrows_move_the_mark_and_escape_takes_back() -> None:
    async def script(play: Play) -> None:
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
    async def script(play: Play) -> None:
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

    played(script, face=DRAWN)


def test_a_game_without_a_map_has_no_such_tab() -> None:
    async def script(play: Play) -> None:
        await play.desk.shows("F4 table", "you  Ada")
        assert "map" not in play.desk.lines[0]
        play.press(F2)
        await play.desk.shows("you  Ada")

    played(script)


def test_a_wide_terminal_shows_the_map_beside_everything() -> None:
    async def script(play: Play) -> None:
        await play.desk.shows("MAP of 0", "you  Ada")
        play.press(F3)
        await play.desk.shows("MAP of 0", "BOARD of 0")

    played(script, WIDE, 30, face=DRAWN)


def test_a_tall_terminal_shows_the_story_below_everything() -> None:
    async def script(play: Play) -> None:
        play.scene.say("Once upon a time.")
        play.press(F3)
        await play.desk.shows("BOARD of 0", "Once upon a time.")

    played(script, WIDE, TALL, face=DRAWN)


def test_a_terminal_may_change_its_size_at_any_time() -> None:
    async def script(play: Play) -> None:
        for columns, rows in ((30, 8), (200, 60), (80, 24)):
            play.desk.resize(columns, rows)
            play.stage.app._on_resize()
            small = columns < SMALLEST.columns
            await play.desk.shows("make it" if small else "> throw rock")

    played(script, 120, 36, face=DRAWN)


def test_the_story_is_scrolled_by_keys_and_by_the_wheel() -> None:
    async def script(play: Play) -> None:
        play.press(F4)
        for number in range(100):
            play.scene.say(f"line {number}")
        play.stage.refresh()
        await play.desk.shows("line 99")
        play.press(PAGE_UP)
        await play.desk.until(lambda: "line 99" not in play.desk.text)
        play.press(PAGE_DOWN)
        await play.desk.shows("line 99")
        play.press("\x1b[<64;5;5M")
        await play.desk.until(lambda: "line 99" not in play.desk.text)
        play.press("\x1b[<65;5;5M")
        await play.desk.shows("line 99")

    played(script)


def test_a_click_marks_and_a_second_one_is_enter() -> None:
    async def script(play: Play) -> None:
        play.click(*play.place_of("throw paper"))
        await play.desk.shows("> throw paper")
        play.click(*play.place_of("throw paper"))
        await play.desk.until(lambda: play.entered == [""])

    played(script)


@pytest.mark.slow
def test_control_c_asks_before_it_leaves() -> None:
    async def script(play: Play) -> None:
        for key in ("n", ESCAPE, "x"):
            play.press(CONTROL_C)
            await play.desk.shows("Leave the game?")
            play.press(key)
            await play.desk.until(lambda: "Leave the game?" not in play.desk.text)
        assert (play.left, play.stage.buffer.text) == (0, "")
        play.press(CONTROL_C, "y")
        await play.desk.until(lambda: play.left == 1)

    played(script)


def test_at_the_end_control_c_simply_leaves() -> None:
    async def script(play: Play) -> None:
        play.scene.form, play.scene.is_over = None, True
        play.press(CONTROL_C)
        await play.desk.until(lambda: play.left == 1)

    played(script)


def test_a_notice_stands_where_the_keys_were_until_something_is_typed() -> None:
    async def script(play: Play) -> None:
        play.scene.notice = "That cannot be chosen: it is not offered."
        play.stage.refresh()
        await play.desk.shows("That cannot be chosen")
        play.press("t")
        await play.desk.shows("Enter choose")

    played(script)


def test_in_ascii_nothing_else_is_on_the_screen() -> None:
    async def script(play: Play) -> None:
        play.scene.ascii = True
        play.stage.refresh()
        await play.desk.until(lambda: play.desk.text.isascii())
        await play.desk.shows("-----", "|")

    played(script, WIDE, 30, face=DRAWN)


def test_without_colour_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(play: Play) -> None:
        play.scene.notice = "yellow elsewhere"
        play.stage.refresh()
        await play.desk.shows("yellow elsewhere")
        assert play.desk.styled() == {"default"}

    played(script)


# Trio beside the application.


def beside(work: Callable[[Play], Callable[[], Awaitable[str]]], then: str = "") -> str:
    async def run() -> str:
        with create_pipe_input() as keys:
            play = Play(Desk(), keys)
            if then:
                play.press(then)
            return await run_beside(play.stage.app, work(play), play._leave)

    return asyncio.run(run())


def test_what_trio_returns_is_returned_and_the_screen_is_closed() -> None:
    def work(play: Play) -> Callable[[], Awaitable[str]]:
        async def sleep() -> str:
            await trio.sleep(0.05)
            return "slept"

        return sleep

    assert beside(work) == "slept"


@pytest.mark.parametrize("seconds", [0, 0.05])
def test_what_trio_raises_is_raised_after_the_screen_is_closed(seconds: float) -> None:
    def work(play: Play) -> Callable[[], Awaitable[str]]:
        async def fail() -> str:
            await trio.sleep(seconds)
            raise OSError("no disk")

        return fail

    with pytest.raises(OSError, match="no disk"):
        beside(work)


def test_a_screen_that_fails_ends_the_program_with_its_error() -> None:
    def work(play: Play) -> Callable[[], Awaitable[str]]:
        async def wait() -> str:
            def broken(scene: Any, width: int, height: int) -> list[Line]:
                raise ZeroDivisionError("a pane")

            play.scene.face = replace(DRAWN, panes={"map": broken})
            play.stage.refresh()
            while not play.left:  # noqa: ASYNC110 -- set from outside of trio
                await trio.sleep(0.001)
            return "left"

        return wait

    with pytest.raises(ZeroDivisionError):
        beside(work)
