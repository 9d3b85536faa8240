"""Who could hear of whom follows from the ways that are open, and from nothing that a program says."""

import pytest

from p2p_heroes.tabletest.world.reachability import ECHO, LAG, STEADY, Hearing, Way
from protocol.messages import Forfeit

PATIENCE = 10
LATE = 1000 * PATIENCE


CHAIN = [(0, 1), (1, 2)]
"""Seat 0 is heard by seat 1, which is heard by seat 2; the other way nothing comes."""

LINE = [*CHAIN, (2, 1), (1, 0)]
"""Each hears its neighbours."""


def relayed(seats: int = 3) -> Hearing:
    """Each has given a sign of life; then seat 0 gives one while nobody hears it."""
    hearing = Hearing(seats, PATIENCE)
    hearing.speaks(0, CHAIN, 500 - LAG)
    hearing.speaks(2, LINE, 500 - LAG)
    hearing.speaks(0, CHAIN, 500)
    hearing.speaks(1, CHAIN, 600)
    hearing.speaks(0, CHAIN[1:], 2_000)
    return hearing


def test_who_hears_somebody_hears_of_all_whom_that_one_hears() -> None:
    hearing = relayed()
    assert hearing._last[2] == [500, 600, 500 - LAG]
    assert hearing._last[1] == [500, 600, 500 - LAG]
    assert hearing._last[0] == [2_000, 0, 0]


def test_what_others_pass_on_counts_when_it_has_been_answered() -> None:
    hearing = Hearing(3, PATIENCE)
    for now in (500, 500 + LAG - 1, 500 + 2 * LAG, 500 + 3 * LAG):
        hearing.speaks(0, CHAIN, now)
        hearing.speaks(2, LINE, now)
        assert hearing._last[1][0] == now
        assert hearing._last[2][0] == (now if now == 500 + 3 * LAG else 0)


def spoken(until: int, answered: int, hearing: Hearing | None = None) -> Hearing:
    """Seat 0 goes on speaking from 0 on, and seat 2 until it is answered."""
    hearing = hearing or Hearing(3, PATIENCE)
    for now in range(0, until + 1, 1_000):
        if now <= answered:
            hearing.speaks(2, LINE, now)
        hearing.speaks(0, CHAIN, now)
    return hearing


def test_what_others_pass_on_shows_nothing_to_whom_its_author_does_not_hear() -> None:
    """Of two that hear each other through a third one, seat 0 hears nobody any more, or never has."""
    assert spoken(LAG, -1)._last[2][0] == 0
    assert spoken(LAG, 0)._last[2][0] == LAG
    last = ECHO // 1_000 * 1_000
    assert spoken(last + 5_000, 0)._last[2][0] == last, "an old echo is no sign of life"


def test_what_has_heard_a_program_before_it_started_anew_shows_it_nothing() -> None:
    hearing = spoken(LAG, LAG)
    hearing.starts(2)
    hearing.speaks(0, CHAIN, LAG + 1_000)
    for now in (LAG + 2_000, LAG + 3_000, 2 * LAG + 2_000):
        hearing.speaks(0, CHAIN, now)
    assert hearing._last[2][0] == LAG
    hearing.speaks(2, LINE, 2 * LAG + 2_500)
    hearing.speaks(0, CHAIN, 2 * LAG + 3_000)
    assert hearing._last[2][0] == 2 * LAG + 3_000


def test_what_a_program_says_before_it_has_heard_somebody_answers_nothing() -> None:
    """It has begun anew, and names no word of seat 0 yet: there it may be an old one that is repeated."""
    hearing = spoken(LAG, LAG)
    hearing.starts(2)
    hearing.speaks(2, LINE, LAG + 500)
    for now in range(LAG + 1_000, 4 * LAG, 1_000):
        hearing.speaks(0, CHAIN, now)
    assert hearing._last[2][0] == LAG
    hearing.speaks(2, LINE, 4 * LAG)
    hearing.speaks(0, CHAIN, 4 * LAG + 1)
    assert hearing._last[2][0] == 4 * LAG + 1


def test_who_begins_anew_has_heard_nobody_before() -> None:
    hearing = spoken(LAG, LAG)
    hearing.starts(0)
    for now in range(LAG + 1_000, 3 * LAG, 1_000):
        hearing.speaks(0, CHAIN, now)
    assert hearing._last[2][0] == LAG, "what it says answers nothing"
    hearing.speaks(2, LINE, 3 * LAG)
    hearing.speaks(0, CHAIN, 3 * LAG + 1)
    assert hearing._last[2][0] == 3 * LAG + 1


def missing_one(met: int = 0) -> Hearing:
    """Seats 1 and 2 go on speaking to each other from that time on; nobody has ever heard seat 0."""
    hearing = Hearing(3, PATIENCE)
    for now in range(met, LATE, 1_000):
        hearing.speaks(1, LINE[1:3], now)
        hearing.speaks(2, LINE[1:3], now)
    return hearing


def test_who_missed_somebody_for_the_patience_may_give_up_a_table_that_has_not_begun() -> None:
    hearing = missing_one()
    hearing.gives_up(2, LINE[1:3], LATE - LAG - 2)
    assert hearing.parted == set(), "too soon"
    hearing.gives_up(2, LINE, LATE)
    assert hearing.parted == set(), "it has just come"
    hearing.gives_up(2, CHAIN, LATE)
    assert hearing.parted == {2}, "it would not hear them"


@pytest.mark.parametrize("ways", [LINE[:3], LINE[1:]], ids=["hears nobody", "is heard by nobody"])
def test_a_table_does_not_begin_with_a_seat_that_is_deaf_or_mute(ways: list[Way]) -> None:
    hearing = Hearing(3, PATIENCE)
    for now in range(0, LATE, 1_000):
        for seat in range(3):
            hearing.speaks(seat, ways, now)
    hearing.gives_up(2, ways, LATE)
    assert hearing.parted == {2}


def test_who_has_lately_met_somebody_may_not_give_the_table_up() -> None:
    hearing = missing_one(LAG + 1)
    hearing.gives_up(2, LINE[1:3], LATE)
    assert hearing.parted == set()
    hearing.gives_up(2, LINE[1:3], LATE + 1)
    assert hearing.parted == {2}
    hearing.starts(1)
    hearing.speaks(2, LINE[1:3], LATE + 1_000)
    hearing.gives_up(1, LINE[1:3], LATE + 1_000)
    assert hearing.parted == {2}, "whom it met before it began anew is new to it"


def test_nobody_gives_up_a_table_at_which_all_hear_each_other() -> None:
    hearing = spoken(LATE, LATE)
    hearing.speaks(1, LINE, LATE)
    hearing.gives_up(2, (), LATE)
    assert hearing.parted == set()


def test_a_vote_against_who_could_be_heard_is_a_mistake_once() -> None:
    hearing = relayed()
    soon = 500 + LATE - LAG - 1
    for now in (soon, soon + 1):
        hearing.votes(2, 1, Forfeit(((0, 1),)), now)
    assert len(hearing.mistakes) == 1
    assert hearing.parted == set()
    hearing.votes(2, 1, Forfeit(((0, 1),), signed=True), soon)
    assert len(hearing.mistakes) == 2
    assert hearing.parted == {0, 2}
    assert "seat 2 signs" in hearing.mistakes[-1]


def test_a_vote_against_who_was_heard_by_nobody_is_none() -> None:
    hearing = relayed()
    hearing.votes(2, 1, Forfeit(((0, 1),), signed=True), 500 + LATE - LAG)
    assert hearing.mistakes == []
    assert hearing.parted == {0, 2}
    hearing.votes(2, 2, Forfeit(((0, 1), (1, 1))), 600 + LATE - LAG - 1)
    assert len(hearing.mistakes) == 1, "of seat 1 it knows since 600"
    assert "seat 1" in hearing.mistakes[0]


def test_to_keep_quiet_is_a_mistake_where_more_than_half_are_heard_and_nothing_changes() -> None:
    hearing = relayed(4)
    hearing.changes(1_000)
    hearing.keeps_quiet(2, {0, 1, 2}, 0, 1_000 + STEADY - 1)
    hearing.keeps_quiet(2, {0, 1, 2}, 1_001, 1_000 + STEADY)
    hearing.keeps_quiet(2, {0, 1, 2}, 0, 1_000 + STEADY)
    assert hearing.mistakes == [], "too soon, twice; then it has heard of nobody for too long"
    now = 1_000 + STEADY
    hearing.speaks(1, CHAIN, now)
    hearing.keeps_quiet(2, {1, 2}, 0, now)
    assert len(hearing.mistakes) == 1
    hearing.keeps_quiet(2, {0, 1, 2}, 0, now)
    assert len(hearing.mistakes) == 1, "one of the two others is no more than half"
