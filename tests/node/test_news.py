"""News are values: a watcher can keep them, compare them and take them apart."""

from dataclasses import FrozenInstanceError
from typing import get_args

import pytest

from p2p_heroes.node.news import Left, Linked, Lost, News, Torn, WaitingFor
from protocol.events import Claimed, Event, Finished, Hid, Shown


def test_news_are_frozen_and_compared_by_value() -> None:
    assert Lost(1, "gone") == Lost(1, "gone") != Lost(2, "gone")
    with pytest.raises(FrozenInstanceError):
        Linked(1).seat = 2  # type: ignore[misc]


def test_a_watcher_hears_of_the_table_and_of_the_connections() -> None:
    assert {Linked, Lost, Left, WaitingFor, Torn, Finished, Claimed} < set(get_args(News))


def test_what_is_for_the_disk_or_the_wire_is_no_news() -> None:
    """A secret that is still hidden least of all."""
    kept = set(get_args(Event)) - set(get_args(News))
    assert kept == {Hid, Shown}
