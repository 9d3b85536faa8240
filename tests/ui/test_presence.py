"""Who is here, directly or through others; who is away, and since when."""

import re

from p2p_heroes.node.news import Apart, Left, Linked, Lost, Spoke, Unlinked
from p2p_heroes.ui.presence import Presence, time_of_day


def at_quarter_past_eight(ago: int) -> str:
    assert ago < 15 * 60
    return f"20:{15 - ago // 60}"


def nobody_hears(*seats: int, seconds: int = 3, through: tuple[int, ...] = ()) -> Unlinked:
    return Unlinked(through, tuple((seat, seconds) for seat in seats))


def test_who_has_not_come_yet_is_told_until_it_comes() -> None:
    presence = Presence([1, 2, 3])
    presence.note(nobody_hears(1, 2, 3))
    assert presence.away == dict.fromkeys([1, 2, 3], "is not connected yet")
    presence.note(Linked(1))
    presence.note(nobody_hears(3, through=(2,)))
    assert presence.away == {3: "is not connected yet"}


def test_whose_connection_broke_is_away_when_nobody_hears_it_and_here_when_others_do() -> None:
    presence = Presence([], at_quarter_past_eight)
    presence.note(Lost(1, "whatever"))
    assert presence.away == {}
    assert not presence.is_through_others(1), "nobody knows yet"
    presence.note(nobody_hears(through=(1,)))
    assert presence.away == {}
    assert presence.is_through_others(1)
    presence.note(nobody_hears(1, seconds=180))
    assert presence.away == {1: "has been away since 20:12"}
    assert not presence.is_through_others(1)
    presence.note(nobody_hears(1, 2, seconds=240))
    assert presence.away == {1: "has been away since 20:12"}, "seat 2 is connected"
    presence.note(Spoke(1, "still here"))
    presence.note(Linked(1))
    assert presence.away == {}
    presence.note(Lost(1, "whatever"))
    assert presence.away == {1: "has been away since 20:12"}, "nobody had time to hear it"
    presence.note(Linked(1))
    presence.note(nobody_hears())
    presence.note(Lost(1, "whatever"))
    presence.note(nobody_hears(1, seconds=3))
    assert presence.away == {1: "has been away since 20:15"}


def test_who_is_connected_is_here_directly_whatever_was_said_before() -> None:
    presence = Presence([], at_quarter_past_eight)
    presence.note(Lost(1, ""))
    presence.note(nobody_hears(through=(1,)))
    presence.note(Linked(1))
    assert not presence.is_through_others(1)


def test_who_left_on_purpose_has_left_until_it_is_heard_again() -> None:
    presence = Presence([], at_quarter_past_eight)
    for back in (Linked(1), nobody_hears(through=(1,))):
        presence.note(Left(1))
        presence.note(Lost(1, "the other side hung up"))
        presence.note(nobody_hears(1))
        assert presence.away == {1: "left at 20:15"}
        presence.note(back)
        presence.note(Lost(1, ""))
        presence.note(nobody_hears(1))
        assert presence.away == {1: "has been away since 20:15"}
        presence.note(nobody_hears())


def test_which_two_have_no_direct_connection_is_kept_until_it_is_over() -> None:
    presence, names = Presence(), ("Ada", "Bo", "Cy", "Di")
    assert presence.apart(names) == ""
    presence.note(Apart(((1, 2), (1, 3), (2, 3))))
    presence.note(Linked(3))
    told = "No direct connection, so others pass on what they say: Bo with Cy and Di; Cy with Di."
    assert presence.apart(names) == told
    presence.note(Apart((), ((1, 2), (1, 3), (2, 3))))
    assert presence.apart(names) == ""


def test_the_clock_is_that_on_the_wall() -> None:
    assert re.fullmatch(r"\d\d:\d\d", time_of_day())
    assert time_of_day(24 * 3600) in (time_of_day(), time_of_day(60))
    assert time_of_day(300) != time_of_day()
