"""What an honest seat goes by when it votes: who is missing, who has joined, what it may take back."""

import pytest

from p2p_heroes.tabletest.entropy import noise
from protocol.messages import Decide, Forfeit, Keep, Resign
from protocol.voting import Voting
from tests.protocol.test_play import Table

THIRD = (2, 1)
"""The first message that seat 2 owes after it sat down."""


def poll_of(table: Table, *guilty: int) -> Voting[object]:
    return Voting(table.log, table.play, guilty)  # type: ignore[arg-type]


def called() -> Table:
    """Step 1, in which seat 0 has called and all owe a lock."""
    table = Table(3).start()
    table.say(0, Decide(("call", "rock")))
    return table


def test_what_was_said_in_another_step_is_not_said_in_this_one() -> None:
    table = Table(3).start()
    assert poll_of(table).said(0) is None
    table.say(0, Decide(("call", "rock")))
    said = poll_of(table).said(0)
    assert said is not None
    assert said.choice == Decide(("call", "rock"))


def test_of_a_guilty_seat_nothing_counts_and_of_another_what_it_owes_does_not() -> None:
    table = called()
    assert poll_of(table).first_missing(2) == 1
    assert poll_of(table, 2).first_missing(2) == 0


def test_who_has_said_what_it_was_named_for_is_missing_no_more() -> None:
    table = called()
    vote = (THIRD,)
    assert poll_of(table).is_missing(THIRD, vote)
    table.lock(2)
    assert not poll_of(table).is_missing(THIRD, vote)
    assert poll_of(table, 2).is_missing(THIRD, vote), "who is guilty stays away for good"


def test_who_was_voted_out_is_missing_for_good() -> None:
    table = called()
    table.vote((THIRD,), 0, 1)
    assert poll_of(table).is_missing(THIRD, (THIRD,))
    table.lock(2)
    assert table.play.step == 1
    assert poll_of(table).is_missing(THIRD, (THIRD,)), "whatever it says now"


FOURTH = (3, 1)
"""The same of seat 3."""


def reproached(*silent: int) -> Table:
    """Of four, seat 3 owes its lock; seat 0 has proposed to go on without it, and then without these too."""
    table = Table(4).start()
    table.say(0, Decide(("call", "rock")))
    table.lock(0, 1, 2)
    table.say(0, Forfeit((FOURTH,)))
    table.say(0, Forfeit((*((seat, 2) for seat in silent), FOURTH)))
    return table


def test_who_is_named_for_its_silence_has_to_vote_on_the_others() -> None:
    """Seat 1 owes nothing but its vote on seat 3."""
    table, vote = reproached(1), ((1, 2), FOURTH)
    assert poll_of(table).is_missing((1, 2), vote)
    table.say(1, Forfeit((FOURTH,)))
    assert not poll_of(table).is_missing((1, 2), vote)
    table.say(2, Forfeit((FOURTH,)))
    assert poll_of(table).is_missing((1, 2), vote), "now it could sign"
    table.say(1, Forfeit((FOURTH,), signed=True))
    assert not poll_of(table).is_missing((1, 2), vote)


def test_who_took_its_vote_back_has_joined_nobody() -> None:
    table = reproached(1)
    table.say(1, Forfeit((FOURTH,)))
    table.say(1, Keep(*FOURTH))
    assert poll_of(table).is_missing((1, 2), ((1, 2), FOURTH))


def test_several_who_are_named_for_their_silence_have_to_join_one_list_together() -> None:
    """Else two that act together could join by turns, each another list."""
    table, vote = reproached(1, 2), ((1, 2), (2, 2), FOURTH)
    table.say(1, Forfeit((FOURTH,)))
    assert [poll_of(table).is_missing((seat, 2), vote) for seat in (1, 2)] == [True, True]
    table.say(2, Forfeit((FOURTH,)))
    assert [poll_of(table).is_missing((seat, 2), vote) for seat in (1, 2)] == [True, True]
    for seat in (1, 2):
        table.say(seat, Forfeit((FOURTH,), signed=True))
    assert [poll_of(table).is_missing((seat, 2), vote) for seat in (1, 2)] == [False, False]


def test_who_joins_a_list_of_ours_against_the_other_has_joined_alone() -> None:
    table = reproached(2)
    table.say(0, Forfeit(((1, 2), (2, 2), FOURTH)))
    table.say(1, Forfeit(((2, 2), FOURTH)))
    table.say(1, Forfeit(((2, 2), FOURTH), signed=True))
    vote = ((1, 2), (2, 2), FOURTH)
    assert [poll_of(table).is_missing((seat, 2), vote) for seat in (1, 2)] == [False, True]


def test_of_two_who_join_by_turns_all_let_the_same_one_off() -> None:
    """Each of seats 1 and 2 votes for the other's absence, on a list that somebody has proposed."""
    table = reproached(1)
    for absences in (((2, 2), FOURTH), ((1, 2), (2, 2), FOURTH)):
        table.say(0, Forfeit(absences))
    for seat, other in ((1, 2), (2, 1)):
        table.say(seat, Forfeit(((other, 2), FOURTH)))
        table.say(seat, Forfeit(((other, 2), FOURTH), signed=True))
    vote = ((1, 2), (2, 2), FOURTH)
    assert [poll_of(table).is_missing((seat, 2), vote) for seat in (1, 2)] == [False, True]


def test_a_list_that_only_those_on_it_and_the_guilty_have_proposed_is_joined_by_nobody() -> None:
    table = Table(5).start()
    table.say(0, Decide(("call", "rock")))
    table.lock(0, 1, 2, 4)
    table.say(0, Forfeit(((1, 2), FOURTH)))
    for seat in (1, 4):
        table.say(seat, Forfeit((FOURTH,)))
    assert not poll_of(table).is_missing((1, 2), ((1, 2), FOURTH))
    guilty = poll_of(table, 4)
    assert guilty.is_missing((1, 2), ((1, 2), FOURTH))


def test_a_list_that_half_of_the_others_stand_behind_is_joined_though_we_never_proposed_it() -> None:
    """Seat 0 has named seats 1 and 2 together with seat 3, for whatever reason, and nobody else has."""
    table, vote = Table(5).start(), ((1, 2), (2, 2), FOURTH)
    table.say(0, Decide(("call", "rock")))
    table.lock(0, 1, 2, 4)
    table.say(0, Forfeit(vote))
    table.say(1, Forfeit((FOURTH,)))
    assert [poll_of(table).is_missing((seat, 2), vote) for seat in (1, 2)] == [True, True]
    table.say(2, Forfeit((FOURTH,)))
    assert [poll_of(table).is_missing((seat, 2), vote) for seat in (1, 2)] == [False, False]
    assert poll_of(table, 2).is_missing((1, 2), vote), "the guilty do not count"
    table.say(0, Forfeit((FOURTH,)))
    table.say(4, Forfeit((FOURTH,)))
    assert [poll_of(table).is_missing((seat, 2), vote) for seat in (1, 2)] == [True, True], "they could sign"


def test_while_somebody_is_guilty_who_votes_on_it_has_joined_whatever_it_owes() -> None:
    """Seats 1 and 2 owe their locks, perhaps because of what seat 3 has told them."""
    table = Table(4).start()
    table.say(0, Decide(("call", "rock")))
    table.lock(0)
    larger = ((1, 1), (3, 0))
    for seat in (0, 1, 2):
        table.say(seat, Forfeit(((3, 0),)))
    table.say(0, Forfeit(larger))
    assert poll_of(table, 3).is_missing((1, 1), larger), "it could sign"
    table.say(1, Forfeit(((3, 0),), signed=True))
    assert not poll_of(table, 3).is_missing((1, 1), larger)
    assert poll_of(table).is_missing((1, 1), larger), "nobody is guilty, and it owes its lock"
    assert not poll_of(table, 3).has_come((1, 1))
    assert poll_of(table).has_come((3, 0))
    assert not poll_of(table, 3).has_come((3, 0)), "who is guilty stays away for good"


def test_who_has_gone_as_far_as_we_with_our_last_list_has_joined() -> None:
    table = called()
    assert poll_of(table).joined([0, 1]) == frozenset()
    table.say(0, Forfeit((THIRD,)))
    assert poll_of(table).joined([0]) == {0}
    table.say(1, Forfeit((THIRD,)))
    assert poll_of(table).joined([0]) == {0, 1}
    table.say(0, Forfeit((THIRD,), signed=True))
    assert poll_of(table).joined([0]) == {0}, "we have signed, and it has not"
    assert poll_of(table).joined([2]) == frozenset()


def test_nobody_has_to_sign_what_another_has_denied() -> None:
    """Seat 0 had signed before; seat 1 came too late for that, and seat 2 does not show what it denies."""
    table = Table(4).start()
    for seat in (0, 1, 2):
        table.say(seat, Forfeit((FOURTH,)))
    table.say(0, Forfeit((FOURTH,), signed=True))
    assert poll_of(table).joined([0]) == {0}
    table.say(2, Keep(*FOURTH))
    assert poll_of(table).joined([0]) == {0, 1}


def test_a_proposal_may_be_taken_back_and_a_signature_may_not() -> None:
    table = called()
    table.say(0, Forfeit((THIRD,)))
    assert poll_of(table).may_take_back(0, (THIRD,))
    table.say(1, Forfeit((THIRD,)))
    table.say(0, Forfeit((THIRD,), signed=True))
    assert not poll_of(table).may_take_back(0, (THIRD,))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_claim_may_be_taken_back_once(seats: int) -> None:
    table = Table(seats).start()
    vote = tuple((seat, 1) for seat in range(seats - 1))
    table.vote(vote, seats - 1)
    assert poll_of(table).may_take_back(seats - 1, vote)
    table.say(seats - 1, Keep(*vote[0]))
    assert not poll_of(table).may_take_back(seats - 1, vote)


def test_who_has_not_joined_us_is_silent_as_long_as_it_matters() -> None:
    """And so is whom we named, on the list or not, until it is voted out."""
    table = called()
    table.lock(0, 1)
    assert poll_of(table).silent([0]) == set()
    table.say(0, Forfeit((THIRD,)))
    assert poll_of(table).silent([0]) == {1, 2}
    assert poll_of(table).silent([1]) == set(), "it has voted on nobody"
    table.say(1, Forfeit((THIRD,)))
    assert poll_of(table).silent([0]) == {2}
    table.say(0, Forfeit((THIRD,), signed=True))
    assert poll_of(table).silent([0]) == {1, 2}, "we have signed, and it has not"
    table.say(1, Forfeit((THIRD,), signed=True))
    assert poll_of(table).silent([0]) == set()


def test_who_is_named_for_not_having_joined_is_waited_for_as_before() -> None:
    table = reproached(1)
    assert poll_of(table).silent([0]) == {1, 2, 3}
    table.say(1, Forfeit((FOURTH,)))
    assert poll_of(table).silent([0]) == {2, 3}


def test_who_joined_and_took_it_back_is_silent_again() -> None:
    table = called()
    table.say(0, Forfeit((THIRD,)))
    table.say(1, Forfeit((THIRD,)))
    assert poll_of(table).silent([0]) == {2}
    table.say(1, Keep(*THIRD))
    assert poll_of(table).silent([0]) == {1, 2}


def test_nobody_is_silent_about_a_list_that_we_took_back() -> None:
    table = Table(3).start().call()
    table.say(0, Forfeit(((2, 2),)))
    assert poll_of(table).silent([0]) == {1, 2}
    table.say(0, Keep(2, 2))
    assert poll_of(table).is_missing((2, 2), ((2, 2),))
    assert poll_of(table).silent([0]) == set()


def test_nobody_is_silent_about_a_seat_that_owes_nothing() -> None:
    table = called()
    table.say(0, Forfeit((THIRD,)))
    table.lock(2)
    table.say(0, Keep(*THIRD))
    assert poll_of(table).silent([0]) == set()


def guilty_one() -> Table:
    """Of four, seat 2 owes its lock; seat 3 owes nothing, and three have voted on it as guilty."""
    table = Table(4).start()
    table.say(0, Decide(("call", "rock")))
    table.lock(0, 1, 3)
    table.guilty.add(3)
    for seat in (0, 1, 2):
        table.say(seat, Forfeit(((3, 0),)))
    return table


def test_who_denies_the_vote_on_a_guilty_seat_is_silent_though_that_one_owes_us_nothing() -> None:
    """Seat 2 may lack its lock because of what the guilty one has told it alone."""
    table = guilty_one()
    assert poll_of(table, 3).silent([0]) == {3}
    table.say(1, Keep(3, 0))
    assert poll_of(table, 3).silent([0]) == {1, 3}


def test_a_guilty_seat_that_is_out_stops_nobody_any_more() -> None:
    table = guilty_one()
    for seat in (0, 1, 2):
        table.say(seat, Forfeit(((3, 0),), signed=True))
    assert table.play.exchange is not None
    assert table.play.exchange.cuts == {3: 0}
    assert poll_of(table, 3).silent([0]) == set()


# Resigning.


def test_who_has_resigned_joins_no_list_whatever_it_signed_before() -> None:
    """Seat 1 has signed the list without itself, and others have to go on without seat 2, too."""
    table, vote = reproached(1), ((1, 2), FOURTH)
    table.say(1, Forfeit((FOURTH,)))
    table.say(2, Forfeit((FOURTH,)))
    table.say(1, Forfeit((FOURTH,), signed=True))
    assert not poll_of(table).is_missing((1, 2), vote)
    table.say(1, Resign())
    assert poll_of(table).is_missing((1, 2), vote)


def test_what_has_come_from_one_who_resigned_is_missed_by_nobody_any_more() -> None:
    """Else one that missed it for longer, or alone, named another number than the rest, for good."""
    table = called()
    table.lock(2)
    table.say(2, Resign())
    assert not poll_of(table).is_missing(THIRD, (THIRD,))
    assert poll_of(table).is_missing((2, 2), ((2, 2),)), "it owes nothing, and will not vote"


def test_who_has_said_so_has_resigned() -> None:
    table = called()
    assert not poll_of(table).has_resigned(1)
    table.lock(1)
    assert not poll_of(table).has_resigned(1)
    table.say(1, Resign())
    assert poll_of(table).has_resigned(1)
    assert not poll_of(table).has_resigned(2)
    assert poll_of(table).first_missing(1) == 2, "what it said before counts"


def test_who_has_not_sat_down_has_not_resigned() -> None:
    assert not poll_of(Table(3)).has_resigned(2)


def test_a_resignation_that_cannot_be_used_is_none() -> None:
    table = called()
    table.say(2, Resign(), state=noise("wrong"))
    assert table.play.unusable == {2: 1}
    assert not poll_of(table).has_resigned(2)
