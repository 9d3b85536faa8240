"""Who is away, and since when."""

import re

from p2p_heroes.node.news import Left, Linked, Lost, Spoke
from p2p_heroes.ui.presence import Presence, time_of_day


def test_who_has_not_come_yet_is_told() -> None:
    assert Presence([1, 2]).away == {1: "is not connected yet", 2: "is not connected yet"}


def test_who_goes_is_away_since_then_and_who_comes_is_here() -> None:
    clock = iter(["20:15", "20:16", "20:17"])
    presence = Presence([1], lambda: next(clock))
    presence.note(Linked(1))
    assert presence.away == {}
    presence.note(Lost(1, "whatever"))
    assert presence.away == {1: "has been away since 20:15"}
    presence.note(Spoke(1, "still here"))
    presence.note(Linked(1))
    presence.note(Lost(1, "whatever"))
    assert presence.away == {1: "has been away since 20:16"}


def test_who_left_on_purpose_has_left() -> None:
    presence = Presence([], lambda: "20:15")
    presence.note(Left(1))
    presence.note(Lost(1, "the other side hung up"))
    assert presence.away == {1: "left at 20:15"}
    presence.note(Linked(1))
    presence.note(Lost(1, ""))
    assert presence.away == {1: "has been away since 20:15"}


def test_the_clock_is_that_on_the_wall() -> None:
    assert re.fullmatch(r"\d\d:\d\d", time_of_day())
