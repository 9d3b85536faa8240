"""News are values: a watcher can keep them, compare them and take them apart."""

from typing import get_args

import pytest

from p2p_heroes.node.news import Left, Linked, Lost, News, Torn, WaitingFor, is_check
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.events import Claimed, Event, Finished, Hid, Said, Shown, StepOpened
from protocol.messages import Accept, Forfeit, Message, Resign
from protocol.rules import GameOver


def test_news_are_frozen_and_compared_by_value() -> None:
    assert Lost(1, "gone") == Lost(1, "gone") != Lost(2, "gone")
    with pytest.raises(AttributeError):
        Linked(1).seat = 2  # type: ignore[misc]


def test_a_watcher_hears_of_the_table_and_of_the_connections() -> None:
    assert {Linked, Lost, Left, WaitingFor, Torn, Finished, Claimed} < set(get_args(News))


def test_what_is_for_the_disk_or_the_wire_is_no_news() -> None:
    """A secret that is still hidden least of all."""
    kept = set(get_args(Event)) - set(get_args(News))
    assert kept == {Hid, Shown}


@pytest.mark.parametrize(
    ("message", "is_one"),
    [
        (Accept(), True),
        (Resign(), False),
        (Forfeit(((1, 4),)), False),
        (Forfeit(((1, 4),), signed=True), False),
    ],
)
def test_who_goes_is_news_for_everybody_and_other_messages_are_for_who_watches(
    message: Message, is_one: bool
) -> None:
    assert is_check(Said(Forger(genesis_of(2), 0).draft(message))) is is_one
    assert is_check(StepOpened(1, GameOver(), bytes(32)))
    assert not is_check(Left(1))
