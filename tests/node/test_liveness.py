"""Who is heard, on whichever way; who lacks whose messages; which two have no connection."""

from p2p_heroes.node.liveness import (
    ECHO_SECONDS,
    HEARD_SECONDS,
    LATE_SECONDS,
    PASSED_ON,
    SLEPT_SECONDS,
    UNHEARD_SECONDS,
    Liveness,
)
from protocol.frozen import replace
from protocol.peer_messages import Have

START = 70


def told(seat: int, *linked: int, count: int = 1, echo: int = 0) -> Have:
    """The word of a seat that has heard this count of seat 0."""
    return Have(seat, count, (echo, *[0] * 5), linked, (), (), bytes(64))


def contact(*linked: int, seats: int = 4) -> Liveness:
    """Seat 0's, connected to these."""
    one = Liveness(0, range(1, seats), 0.0, START)
    one.count = START + 9
    one.look(0.0, linked)
    return one


def test_who_is_connected_is_heard_every_second_and_nobody_else() -> None:
    one = contact(1)
    for now in range(1, 30):
        assert not one.look(float(now), [1])
    assert one.silence(1, 30.0) == 1
    assert one.silence(2, 30.0) == 30
    one.hear(2, 30.0)
    assert one.silence(2, 31.0) == 1


def test_the_lowest_seat_of_a_node_is_heard_for_the_others_that_never_tell_of_themselves() -> None:
    one = contact(1, seats=5)
    one.take(told(2, 0, 1, 3), 0.0, directly=False)
    one.hear(2, 9.0)
    assert [one.silence(seat, 9.0) for seat in (1, 2, 3, 4)] == [9, 0, 0, 9]
    one.take(told(3, 2), 0.0, directly=False)
    one.hear(2, 20.0)
    assert [one.silence(seat, 20.0) for seat in (2, 3)] == [0, 11], "it has a node of its own"


def test_nobody_speaks_for_a_seat_that_was_ever_connected_to_us() -> None:
    """Seat 3 was connected for a moment, told nothing, and is gone; seat 2 goes on naming it."""
    one = contact(1, 2, 3, seats=5)
    one.look(1.0, [1, 2])
    one.take(told(2, 0, 1, 3, 4), 9.0, directly=True)
    assert [one.silence(seat, 9.0) for seat in (2, 3, 4)] == [0, 9, 0]


def test_who_has_slept_begins_to_wait_anew() -> None:
    one = contact(1)
    late = 1.0 + SLEPT_SECONDS
    assert one.look(late, [])
    assert [one.silence(seat, late) for seat in (1, 2, 3)] == [0, 0, 0]
    assert one.look(late - 1, []), "a clock that was put back is no better"


def test_an_old_word_is_no_news_but_a_seat_itself_knows_best() -> None:
    one = contact(1)
    assert one.take(told(2, count=5), 0.0, directly=False)
    assert not one.take(told(2, 1, count=5), 0.0, directly=False)
    assert not one.take(told(2, 1, count=4), 0.0, directly=False)
    assert one.take(told(2, 1, count=4), 0.0, directly=True)
    assert one.told[2].linked == (1,)


def test_only_a_word_from_now_shows_that_its_author_is_there() -> None:
    """Anybody can repeat what a seat has said once; what has heard us since we started is from now."""
    one = contact(1)
    for count, echo in enumerate((0, START, START + 10), start=1):
        assert one.take(told(2, count=count, echo=echo), 5.0, directly=False)
        assert one.fresh == set()
        assert one.silence(2, 5.0) == 5
    assert one.take(told(2, count=9, echo=START + 1), 5.0, directly=False)
    assert one.fresh == {2}
    assert one.silence(2, 5.0) == 0
    assert one.take(told(3), 5.0, directly=True)
    assert one.fresh == {2, 3}, "what comes from the seat itself needs no more"


def test_who_keeps_the_words_of_a_seat_that_is_gone_cannot_show_them_for_long() -> None:
    """Seat 1 has ten minutes of words of seat 2, which have heard us, and shows one when it is needed."""
    one = contact(1)
    kept = []
    for now in range(1, 601):
        one.count += 1
        one.look(float(now), [1])
        kept.append(told(2, count=now, echo=one.count))
    gone = 600.0
    one.take(kept[300], gone, directly=False)
    assert one.silence(2, gone) == gone, "too old to be a sign of life"
    assert one.fresh == {2}, "and yet said since we started"
    heard = 0.0
    for later in range(1, 1200):
        one.count += 1
        one.look(gone + later, [1])
        if later % 5 == 0 and kept[301:]:
            one.take(kept.pop(301), gone + later, directly=False)
        heard = max(heard, gone + later - one.silence(2, gone + later))
    assert heard <= gone + ECHO_SECONDS
    one.count += 1
    late = gone + 1200 + SLEPT_SECONDS
    one.look(late, [1])
    one.take(told(2, count=9000, echo=one.count), late + 3, directly=False)
    assert one.silence(2, late + 3) == 3, "what we said before we slept is old as well"
    one.count += 1
    one.take(told(2, count=9001, echo=one.count), late + 4, directly=False)
    assert one.silence(2, late + 4) == 0


def test_a_word_that_follows_a_later_one_of_ours_is_later_whatever_its_count() -> None:
    """The clock of its author was set back."""
    one = contact(1)
    assert one.take(told(2, count=900, echo=START + 1), 0.0, directly=False)
    assert not one.take(told(2, count=5, echo=START + 1), 0.0, directly=False)
    assert one.take(told(2, count=5, echo=START + 2), 0.0, directly=False)
    assert one.heard(4) == (0, 0, 5, 0)


def test_who_has_no_connection_to_an_author_gets_its_messages_from_us() -> None:
    one = contact(1, 2, 3)
    one.take(told(1, 0, 2), 0.0, directly=True)
    one.take(told(2, 0, 1, 3), 0.0, directly=True)
    assert one.lacking(3, 3) == [1]
    assert one.lacking(3, 1) == [], "from whom we have it"
    assert one.lacking(1, 1) == [], "seat 3 has not told yet to whom it is connected"
    one.take(told(3, 0), 0.0, directly=True)
    assert one.lacking(1, 2) == [3]


def test_nobody_makes_us_pass_on_more_than_a_little() -> None:
    one = contact(1, 2)
    one.take(told(2, 0), 0.0, directly=True)
    passed = [one.pass_on(told(1, count=number), 1) for number in range(PASSED_ON + 3)]
    assert passed == [[2]] * PASSED_ON + [[]] * 3
    one.look(1.0, [1, 2])
    assert one.pass_on(told(1, count=99), 1) == [2]
    assert one.pass_on(told(2, count=99), 2) == [], "seat 1 has not told anything yet"


def test_who_is_there_is_found_along_all_connections() -> None:
    one = contact(1, seats=6)
    assert one.reach() == {1}
    one.take(told(1, 0, 2), 0.0, directly=True)
    one.take(told(2, 1, 3), 0.0, directly=False)
    one.take(told(4, 5), 0.0, directly=False)
    assert one.reach() == {0, 1, 2, 3}


def test_who_is_heard_through_others_is_told_from_who_is_heard_by_nobody() -> None:
    """Seat 1 is connected to seat 0 and to seat 2; nobody has ever heard seat 3."""
    one = contact(1)
    one.take(told(1, 0, 2), 0.0, directly=True)
    assert one.through() == (), "that seat 1 says so is not enough: nothing of seat 2 has come"
    one.take(told(2, 1, echo=START + 1), 0.0, directly=False)
    assert one.through() == (2,)
    assert one.unheard() == (), "it is too early to say so"
    one.look(float(UNHEARD_SECONDS), [1])
    assert one.unheard() == ((3, UNHEARD_SECONDS),)
    one.look(UNHEARD_SECONDS + 1.0, [1, 2])
    assert one.through() == ()
    one.look(UNHEARD_SECONDS + 2.0, [1])
    assert one.through() == (), "what came before it was connected does not count"


def test_nobody_is_heard_through_others_for_long_without_a_sign_of_life() -> None:
    one = contact(1, seats=3)
    one.take(told(1, 0, 2), 0.0, directly=True)
    one.take(told(2, 1, echo=START + 1), 0.0, directly=False)
    for now in range(1, HEARD_SECONDS):
        one.look(float(now), [1])
        assert one.through() == (2,)
    one.look(float(HEARD_SECONDS), [1])
    assert one.through() == ()
    assert one.unheard() == ((2, HEARD_SECONDS),)
    one.take(told(2, 1, count=2, echo=START + 1), 0.0, directly=False)
    assert one.through() == (2,)
    one.take(told(1, 0, count=2), 0.0, directly=True)
    assert one.through() == (), "seat 1, too, has lost it"


def test_who_is_late_gets_for_a_while_what_its_connection_does_not_bring() -> None:
    """Seats 1 and 2 are connected, as both say; and still seat 1 lacks what seat 2 said some time ago."""
    one = contact(1, 2)
    one.take(told(1, 0, 2), 0.0, directly=True)
    one.take(told(2, 0, 1), 0.0, directly=True)
    one.get(2, 1.0)
    assert one.silence(2, 1.5) == 0.5
    one.expect_late(told(1, 0, 2), [2], 1.0 + LATE_SECONDS - 0.1)
    assert one.lacking(2, 2) == [], "it may be under way"
    one.expect_late(told(1, 0, 2), [0, 3], 9.0)
    assert one.lacking(2, 2) == one.lacking(0, None) == [], "ours it gets from us"
    one.expect_late(told(1, 0, 2), [2], 1.0 + LATE_SECONDS)
    assert one.lacking(2, 2) == [1]
    assert one.lacking(1, 1) == [], "what the other lacks is another question"
    one.look(1.0 + LATE_SECONDS + HEARD_SECONDS, [1, 2])
    assert one.lacking(2, 2) == []


def test_who_hears_no_life_signs_over_a_connection_gets_them_from_us() -> None:
    """Seat 1 takes itself for connected to seats 2 and 3, and what it says it has heard of seat 2 is old."""
    one = contact(1, 2, 3)
    for now, count in ((0.0, 5), (1.0, 6), (2.0, 7)):
        one.look(now, [1, 2, 3])
        one.take(told(2, 0, 1, count=count), now, directly=True)

    def hears(count: int, *linked: int) -> list[int]:
        have = replace(told(1, *linked, echo=START), heard=(START, 0, count, 0))
        one.take(have, 2.0, directly=True)
        one.expect_late(have, [], 2.0)
        return one.lacking(2, 2)

    assert hears(5, 0, 2, 3) == [], "one or two seconds are nothing"
    assert hears(4, 0, 3) == [1]
    assert hears(5, 0, 2, 3) == [], "without a connection it was not late"
    assert hears(4, 0, 2, 3, 6) == [1], "nobody sits at 6"
    assert one.pass_on(told(2, 0, 1, count=8), 2) == [1]
    assert hears(7, 0, 2, 3) == [1], "for a while"
    one.look(2.0 + HEARD_SECONDS, [1, 2, 3])
    assert one.lacking(2, 2) == []


def test_two_who_are_there_without_a_connection_are_named() -> None:
    one = contact(1, 2)
    one.take(told(1, 0), 0.0, directly=True)
    one.take(told(2, 0, 1), 0.0, directly=True)
    assert one.strangers([0]) == set(), "one of the two says that they are connected"
    one.take(told(2, 0), 0.0, directly=True)
    assert one.strangers([0]) == {(1, 2)}
    assert one.strangers([0, 3]) == {(1, 2)}, "seats of one node need none"
