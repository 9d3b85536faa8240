"""Who could hear of whom follows from the ways that are open, and from nothing that a program says."""

from p2p_heroes.tabletest.world.reachability import ECHO, LAG, STEADY, Hearing
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
    hearing.starts(2, LAG + 1)
    hearing.speaks(0, CHAIN, LAG + 1_000)
    for now in (LAG + 2_000, LAG + 3_000, 2 * LAG + 2_000):
        hearing.speaks(0, CHAIN, now)
    assert hearing._last[2][0] == LAG
    hearing.speaks(2, LINE, 2 * LAG + 2_500)
    hearing.speaks(0, CHAIN, 2 * LAG + 3_000)
    assert hearing._last[2][0] == 2 * LAG + 3_000


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
