"""What a terminal can do: a whole screen, a line that is written over, or neither."""

import os
import sys

import pytest

from p2p_heroes.ui.kit.palette import ColourDepth
from p2p_heroes.ui.terminal import colours, has_screen, shows_progress


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda descriptor: True)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("name", ["xterm", "linux", "screen-256color"])
def test_most_terminals_can_do_everything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", name)
    assert (has_screen(), shows_progress()) == (True, True)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("name", ["dumb", "DUMB", "unknown", ""])
def test_a_dumb_terminal_takes_lines_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", name)
    assert (has_screen(), shows_progress()) == (False, False)


@pytest.mark.usefixtures("terminal")
def test_a_terminal_that_does_not_say_what_it_is_takes_lines_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERM", raising=False)
    assert (has_screen(), shows_progress()) == (False, False)


@pytest.mark.parametrize("piped", [0, 1])
def test_both_ends_must_be_a_terminal(piped: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(os, "isatty", lambda descriptor: descriptor != piped)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    assert (has_screen(), shows_progress()) == (False, False)


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ColourDepth.FULL),
        ({"TERM": "xterm-direct"}, ColourDepth.FULL),
        ({"TERM": "screen-256color"}, ColourDepth.MANY),
        ({"TERM": "xterm"}, ColourDepth.SIXTEEN),
        ({"TERM": "linux"}, ColourDepth.SIXTEEN),
        ({}, ColourDepth.SIXTEEN),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, ColourDepth.NONE),
    ],
)
def test_as_many_colours_as_the_terminal_says_that_it_has(
    environment: dict[str, str], depth: ColourDepth
) -> None:
    assert colours(environment) is depth
