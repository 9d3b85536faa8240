"""The application as a whole: in ASCII, without colour."""

import pytest

from p2p_heroes.ui.kit.palette import ColourDepth
from p2p_heroes.ui.screen.arrangement import WIDE
from tests.support.stage import DRAWN, StagePlay, played


def test_in_ascii_nothing_else_is_on_the_screen() -> None:
    async def script(play: StagePlay) -> None:
        play.scene.ascii = True
        play.stage.refresh()
        await play.desk.until(lambda: play.desk.text.isascii())
        await play.desk.shows("-----", "|")

    played(script, WIDE, 30, ui=DRAWN)


def test_without_colour_there_is_none() -> None:
    async def script(play: StagePlay) -> None:
        play.scene.notice = "yellow elsewhere"
        play.stage.refresh()
        await play.desk.shows("yellow elsewhere")
        assert play.desk.styled() == {"default"}

    played(script, depth=ColourDepth.NONE)


@pytest.mark.parametrize(("depth", "ground"), [(ColourDepth.FULL, "222831"), (ColourDepth.MANY, "262626")])
def test_colours_are_those_of_the_palette_for_as_many_as_there_are(depth: ColourDepth, ground: str) -> None:
    async def script(play: StagePlay) -> None:
        assert ground in play.desk.styled()

    played(script, depth=depth)
