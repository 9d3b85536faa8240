"""A session that ends before it begins: the terminal is given back and the error told."""

import pytest
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from p2p_heroes.ui.finding import NoTable
from p2p_heroes.ui.plain import Quit
from p2p_heroes.ui.screen.session_flow import show
from p2p_heroes.ui.session_flow import Ending, Screen
from scripts.tools.terminal import MemoryTerminal


def spent(desk: MemoryTerminal, keys: str, *, fails: bool = False) -> None:
    async def spend(screen: Screen) -> Ending:
        screen.say("The table is open.")
        if fails:
            raise NoTable("Which table?")
        await trio.sleep_forever()
        raise AssertionError

    with create_pipe_input() as given, create_app_session(input=given, output=desk.output):
        given.send_text(keys)
        show(spend)


def test_an_error_before_the_game_is_raised_as_it_is() -> None:
    with pytest.raises(ExceptionGroup) as raised:
        spent(MemoryTerminal(), "", fails=True)
    assert raised.group_contains(NoTable)


def test_one_can_leave_the_lobby() -> None:
    desk = MemoryTerminal()
    with pytest.raises(ExceptionGroup) as raised:
        spent(desk, "\x03y")
    assert raised.group_contains(Quit)
