"""A pane under the mouse."""

from tests.support.stage import F4, PAGE_DOWN, PAGE_UP, StagePlay, played


def test_the_story_is_scrolled_by_keys_and_by_the_wheel() -> None:
    async def script(play: StagePlay) -> None:
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
    async def script(play: StagePlay) -> None:
        play.click(*play.place_of("throw paper"))
        await play.desk.shows("> throw paper")
        play.click(*play.place_of("throw paper"))
        await play.desk.until(lambda: play.entered == [""])

    played(script)
