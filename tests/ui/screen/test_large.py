"""A large terminal: everything seen together, and nothing jumps."""

import pytest

from p2p_heroes.ui.kit.frame import ScreenPlace, frame
from p2p_heroes.ui.screen.large import stage_tabs
from tests.support.stage import DRAWN, ESCAPE, F3, F4, F5, StagePlay, played

LARGE, WIDE = (120, 36), (200, 55)


def test_map_table_question_and_what_the_choice_means_are_seen_together() -> None:
    async def script(play: StagePlay) -> None:
        play.scene.say("Once upon a time.")
        play.stage.refresh()
        await play.desk.shows("MAP of 0, 80 wide", " A  Ada", " B  Bo", "Throw in secret:", "> throw rock")
        await play.desk.shows("─ throw rock ─", "Once upon a time.", "Enter choose")

    played(script, *LARGE, ui=DRAWN)


def test_no_question_moves_anything() -> None:
    async def script(play: StagePlay) -> None:
        await play.desk.shows("> throw rock")

        def edges() -> list[tuple[int, str]]:
            titles = ("─ Table ─", "─ Story ─", "F2 map")
            return [(at, one) for at, line in enumerate(play.desk.lines) for one in titles if one in line]

        before = edges()
        assert len(before) == 3
        play.press("\r")
        play.scene.form = None
        play.stage.refresh()
        await play.desk.shows("─ Meanwhile ─")
        assert edges() == before

    played(script, *LARGE, ui=DRAWN)


def test_what_is_typed_stands_in_the_question_and_narrows_it() -> None:
    async def script(play: StagePlay) -> None:
        play.press("throw p")
        await play.desk.shows("> throw p", "1 of 1")
        [row] = [line for line in play.desk.lines if line.rstrip().endswith("> throw p")]
        assert row.index("> throw p") == 81
        assert "throw rock" not in play.desk.text

    played(script, *LARGE, ui=DRAWN)


def test_before_it_is_final_the_choice_stands_alone() -> None:
    async def script(play: StagePlay) -> None:
        assert play.scene.form is not None
        play.scene.form.pick("")
        play.stage.refresh()
        await play.desk.shows("─ Is that it? ─", "Enter makes it final. Esc takes it")
        play.click(*play.place_of("Enter makes it final. Esc"))
        await play.desk.until(lambda: play.entered == [""])
        play.press(ESCAPE)
        await play.desk.shows("─ Your choice ─")

    played(script, *LARGE, ui=DRAWN)


def test_the_stage_shows_what_was_turned_to() -> None:
    async def script(play: StagePlay) -> None:
        await play.desk.shows("MAP of 0")
        play.press(F3)
        await play.desk.shows("BOARD of 0, 80 wide")
        play.press(F5)
        await play.desk.until(lambda: "BOARD" not in play.desk.text)
        play.press(F4)
        await play.desk.shows("you  Ada")
        play.click(*play.place_of("F2 map"))
        await play.desk.shows("MAP of 0")

    played(script, *LARGE, ui=DRAWN)


def test_on_a_wide_one_map_and_board_stand_side_by_side() -> None:
    async def script(play: StagePlay) -> None:
        await play.desk.shows("MAP of 0, 104 wide", "BOARD of 0, 52 wide", "F3 board")
        play.press(F4)
        await play.desk.shows("MAP of 0, 104 wide", "you  Ada")

    played(script, *WIDE, ui=DRAWN)


def test_a_game_without_a_map_has_its_story_on_the_stage() -> None:
    async def script(play: StagePlay) -> None:
        await play.desk.shows("you  Ada", "> throw rock")
        boxes = frame(*WIDE, 2)
        assert boxes is not None
        assert ScreenPlace.SIDE in boxes
        assert stage_tabs(play.scene, boxes) == ("table", "")

    played(script, *WIDE)


@pytest.mark.parametrize("where", [(90, 30), (10, 10)])
def test_the_wheel_scrolls_what_lies_under_it(where: tuple[int, int]) -> None:
    async def script(play: StagePlay) -> None:
        play.press(F4)
        for number in range(100):
            play.scene.say(f"line {number}")
        play.stage.refresh()
        await play.desk.shows("line 99")
        play.press(f"\x1b[<64;{where[0]};{where[1]}M")
        await play.desk.until(lambda: "line 99" not in play.desk.text)

    played(script, *LARGE)


def test_a_long_notice_is_told_in_full_and_a_warning_first() -> None:
    async def script(play: StagePlay) -> None:
        play.scene.warning = "Bo wants to go on without you."
        play.scene.notice = "That cannot be chosen: " + "the way is too long, " * 8 + "at last."
        play.stage.refresh()
        await play.desk.shows("Bo wants to go on without you.", "at last.")

    played(script, *LARGE)


@pytest.mark.parametrize("stage", ["waiting", "asked", "picked"])
def test_what_is_asked_back_is_read_in_full_where_the_question_stands(stage: str) -> None:
    names = ["Ada" + "m" * 29, "Bo" + "b" * 30, "Cy" + "y" * 30]
    asked = (
        f"Go on without {names[1]}? The table has waited for {names[1]} for 7 s; everybody has 120 s. If "
        f"{names[0]} and {names[2]} ask too and {names[1]} does not choose within 113 s, the rules move for "
        f"{names[1]} from now on, for good. {names[1]} is told. Type yes to ask for it, no to leave it."
    )

    async def script(play: StagePlay) -> None:
        assert play.scene.form is not None
        if stage == "picked":
            play.scene.form.pick("rock")
        elif stage == "waiting":
            play.scene.form = None
        play.scene.asked_back = asked
        play.stage.refresh()
        await play.desk.shows("─ For good? yes or no ─", "Ctrl-C leave")
        pane = " ".join(line[81:].strip() for line in play.desk.lines)
        assert asked in " ".join(pane.split())
        play.press("no")
        await play.desk.shows("> no")
        play.scene.asked_back = ""
        play.stage.refresh()
        await play.desk.until(lambda: "For good?" not in play.desk.text)

    played(script, *LARGE)


def test_what_was_asked_for_is_read_in_full_and_not_cut_in_the_last_row() -> None:
    asked = "Asked for: the rules move for Bo when the table's patience is over and Cy asks too, unless Bo "
    told = f"{asked}chooses first. Until then keep Bo takes it back."

    async def script(play: StagePlay) -> None:
        play.scene.form, play.scene.notice = None, told
        play.stage.refresh()
        await play.desk.shows("Asked for:", "takes it back.")
        assert "Ctrl-C leave" in play.desk.lines[-1]
        tray = " ".join(line[:80].strip() for line in play.desk.lines[-8:-1])
        assert told in " ".join(tray.split())
        play.scene.notice = "That is short."
        play.stage.refresh()
        await play.desk.until(lambda: play.desk.lines[-1].strip() == "That is short.")

    played(script, *LARGE)


def test_a_terminal_may_become_larger_and_smaller() -> None:
    async def script(play: StagePlay) -> None:
        for columns, rows in ((80, 24), (200, 60), (120, 36), (50, 14)):
            play.desk.resize(columns, rows)
            play.stage.app._on_resize()
            await play.desk.shows("> throw rock")
            play.press("x")
            await play.desk.shows("> x")
            play.press("\x7f")
            await play.desk.shows("> throw rock")

    played(script, *LARGE, ui=DRAWN)
