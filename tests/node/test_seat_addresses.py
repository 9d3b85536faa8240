"""Every source has one word on where a seat is, and all of them are tried."""

from p2p_heroes.node.seat_addresses import MOST_ANNOUNCED, Places


def test_what_was_known_before_is_tried() -> None:
    places = Places({1: ("old", 1)})
    assert places.of(1) == [("old", 1)]
    assert places.of(2) == []
    assert places.best() == {1: ("old", 1)}
    assert not places.take_change()


def test_what_was_said_last_is_tried_first_and_nothing_is_lost() -> None:
    places = Places({1: ("old", 1)})
    places.note(1, 3, ("hearsay", 2))
    places.announce(1, ("announced", 3))
    assert places.of(1) == [("announced", 3), ("hearsay", 2), ("old", 1)]
    assert places.best() == {1: ("announced", 3)}


def test_a_source_that_says_something_else_forgets_only_its_own_word() -> None:
    places = Places({1: ("old", 1)})
    for number in range(50):
        places.note(1, 3, ("false", number))
    assert places.of(1) == [("false", 49), ("old", 1)]


def test_a_seat_knows_best_where_it_is_and_that_it_has_moved_is_news_once() -> None:
    places = Places({})
    places.note(1, 1, ("there", 1))
    assert places.take_change()
    assert not places.take_change()
    places.note(1, 1, ("there", 1))
    places.note(1, 2, ("elsewhere", 1))
    assert not places.take_change()
    assert places.best() == {1: ("there", 1)}


def test_an_address_that_two_have_named_is_tried_once() -> None:
    places = Places({1: ("there", 1)})
    places.note(1, 2, ("there", 1))
    assert places.of(1) == [("there", 1)]


def test_where_somebody_else_is_now_it_is_not_looked_for_again() -> None:
    places = Places({1: ("old", 1)})
    places.note(1, 2, ("new", 1))
    places.forget(1, ("new", 1))
    assert places.of(1) == [("old", 1)]
    places.forget(1, ("old", 1))
    assert places.of(1) == []
    assert places.best() == {}


def test_a_seat_may_announce_several_places_and_the_newest_are_kept() -> None:
    places = Places({})
    for number in range(MOST_ANNOUNCED + 3):
        places.announce(1, ("here", number))
    places.announce(1, ("here", 5))
    assert places.of(1)[0] == ("here", 5)
    assert len(places.of(1)) == MOST_ANNOUNCED


def test_who_was_wrong_about_a_seat_is_tried_last_whatever_it_says_then() -> None:
    places = Places({1: ("old", 1)})
    for number in range(20):
        places.note(1, 3, ("false", number))
        places.forget(1, ("false", number))
    assert places.of(1) == [("old", 1)]
    places.note(1, 3, ("false", 99))
    assert places.of(1) == [("old", 1), ("false", 99)]
    assert places.best() == {1: ("old", 1)}
    places.forget(2, ("nobody", 1))


def test_a_seat_that_has_moved_is_believed_again() -> None:
    places = Places({})
    places.note(1, 1, ("was", 1))
    places.announce(1, ("was", 1))
    places.forget(1, ("was", 1))
    places.note(1, 2, ("hearsay", 1))
    places.note(1, 1, ("is", 1))
    assert places.of(1) == [("is", 1), ("hearsay", 1)]
    places.announce(1, ("is now", 1))
    assert places.of(1) == [("is now", 1), ("is", 1), ("hearsay", 1)]
