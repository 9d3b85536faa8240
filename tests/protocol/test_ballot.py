"""Votes: what carries a list, what kills it, and that the order in which votes come never matters."""

from collections.abc import Iterable, Mapping
from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.ballot import MOST_DOUBTFUL, Ballot, Vote
from protocol.messages import Absence

D: Vote = ((3, 4),)
C: Vote = ((2, 4),)
CD: Vote = ((2, 4), (3, 4))
"""Lists that name seat 3, seat 2, and both."""


def ballot(
    votes: Mapping[int, Iterable[Vote]],
    keeps: Mapping[int, set[Absence]] | None = None,
    *,
    proposed: Mapping[int, Iterable[Vote]] | None = None,
    active: Iterable[int] = range(4),
    guilty: Iterable[int] = (),
    left: Iterable[int] = (),
    half: bool = False,
) -> Ballot:
    """Lists that were proposed and signed, and some that were proposed only; the rest said nothing."""
    return Ballot(
        {seat: [*votes.get(seat, ()), *(proposed or {}).get(seat, ())] for seat in range(8)},
        {seat: list(votes.get(seat, ())) for seat in range(8)},
        {seat: set((keeps or {}).get(seat, ())) for seat in range(8)},
        frozenset(active),
        frozenset(guilty),
        frozenset(left),
        half,
    )


def signed(vote: Vote, *seats: int) -> dict[int, list[Vote]]:
    return {seat: [vote] for seat in seats}


def test_the_seats_that_a_list_does_not_name_have_to_sign_it() -> None:
    assert ballot({}).outside(D) == {0, 1, 2}
    assert ballot({}).outside(CD) == {0, 1}
    assert ballot({}, active=(1, 2, 3)).outside(D) == {1, 2}


def test_proposing_is_not_signing() -> None:
    told = ballot(signed(D, 0), proposed=signed(D, 1))
    assert told.proposers(D) == {0, 1}
    assert told.signers(D) == {0}
    assert told.proposers(CD) == told.signers(CD) == frozenset()
    assert ballot({}, proposed=signed(D, 0, 1, 2)).complete() == []


def test_only_those_who_have_to_sign_a_list_are_counted() -> None:
    told = ballot(signed(D, 0, 3, 5), active=range(5))
    assert told.proposers(D) == told.signers(D) == {0}


# Complete lists.


@pytest.mark.parametrize(
    ("vote", "signers", "complete"),
    [
        (D, (0, 1, 2), True),
        (D, (0, 1), False),
        (D, (0,), False),
        (CD, (0, 1), True),
        (CD, (0,), False),
        (CD, (1,), False),
    ],
)
def test_a_list_is_complete_when_everybody_outside_it_signed(
    vote: Vote, signers: tuple[int, ...], complete: bool
) -> None:
    assert ballot(signed(vote, *signers)).complete() == ([vote] if complete else [])


def test_signatures_under_different_lists_do_not_add_up() -> None:
    assert ballot(signed(D, 0, 1) | signed(((3, 5),), 2)).complete() == []
    assert ballot(signed(D, 0, 2) | signed(CD, 1)).complete() == []


def test_the_signature_of_a_seat_that_is_not_active_counts_for_nothing() -> None:
    assert ballot(signed(D, 0, 1, 5), active=(0, 1, 2, 3)).complete() == []
    assert ballot(signed(D, 0, 1), active=(0, 1, 3)).complete() == [D]
    assert ballot(signed(D, 5), active=(0, 1, 3)).complete() == []


def test_a_seat_that_signed_several_lists_stands_by_each() -> None:
    votes = {0: [D, CD], 1: [D, CD], 2: [D]}
    assert ballot(votes).complete() == [CD, D]


def test_denying_later_does_not_undo_a_complete_list() -> None:
    assert ballot(signed(D, 0, 1, 2), {0: {(3, 4)}, 1: {(3, 4)}, 2: {(3, 4)}}).complete() == [D]


# Cuts.


def test_a_complete_list_cuts_the_named_seats_at_the_named_numbers() -> None:
    assert ballot(signed(((3, 7), (4, 4)), 0, 1, 2), active=range(5)).cuts() == {3: 7, 4: 4}


def test_an_incomplete_list_cuts_nobody() -> None:
    assert ballot(signed(D, 0, 1)).cuts() == {}


def test_of_two_complete_lists_the_earlier_number_counts() -> None:
    late, early = ((3, 6),), ((3, 4),)
    assert ballot({seat: [late, early] for seat in (0, 1, 2)}).cuts() == {3: 4}
    assert ballot({seat: [early, late] for seat in (0, 1, 2)}).cuts() == {3: 4}


def test_two_lists_may_each_cut_a_seat() -> None:
    votes = {0: [C, D], 1: [C, D], 2: [D], 3: [C]}
    assert ballot(votes).cuts() == {2: 4, 3: 4}


def test_cuts_are_in_seat_order() -> None:
    one, other = ((1, 4), (3, 4)), ((2, 4),)
    votes = {seat: [one, other] for seat in (0, 4, 5, 6)} | {1: [other], 2: [one], 3: [other]}
    assert list(ballot(votes, active=range(7)).cuts()) == [1, 2, 3]


def test_a_seat_that_is_not_active_is_not_cut_again() -> None:
    assert ballot(signed(((3, 4), (5, 9)), 0, 1, 2)).cuts() == {3: 4}
    assert ballot(signed(((5, 9),), 0, 1, 2, 3)).cuts() == {}


# Quorum.


@pytest.mark.parametrize(
    ("active", "going_on", "fine"),
    [
        ((0, 1), (0,), False),
        ((0, 1), (1,), False),
        ((0, 1, 2), (0, 1), True),
        ((0, 1, 2), (1, 2), True),
        ((0, 1, 2), (0,), False),
        ((0, 1, 2, 3), (0, 1), False),
        ((0, 1, 2, 3), (0, 3), False),
        ((0, 1, 2, 3), (2, 3), False),
        ((0, 1, 2, 3), (1, 2, 3), True),
        ((1, 2, 4, 5), (1, 5), False),
        ((1, 2, 4, 5), (1, 4, 5), True),
        ((0, 1, 2, 3, 4), (3, 4), False),
        ((0, 1, 2, 3, 4), (2, 3, 4), True),
        ((0, 1, 2, 3, 4, 5), (0, 1, 2), False),
        ((0, 1, 2, 3, 4, 5), (2, 3, 4, 5), True),
    ],
)
def test_more_than_half_go_on(active: tuple[int, ...], going_on: tuple[int, ...], fine: bool) -> None:
    goes_on(active, going_on, fine=fine, half=False)


@pytest.mark.parametrize(
    ("active", "going_on", "fine"),
    [
        ((0, 1), (0,), True),
        ((0, 1), (1,), False),
        ((0, 1, 2), (0, 1), True),
        ((0, 1, 2), (1, 2), True),
        ((0, 1, 2), (0,), False),
        ((0, 1, 2, 3), (0, 1), True),
        ((0, 1, 2, 3), (0, 3), True),
        ((0, 1, 2, 3), (2, 3), False),
        ((0, 1, 2, 3), (1, 2, 3), True),
        ((1, 2, 4, 5), (1, 5), True),
        ((1, 2, 4, 5), (4, 5), False),
        ((0, 1, 2, 3, 4), (0, 1), False),
        ((0, 1, 2, 3, 4), (2, 3, 4), True),
    ],
)
def test_where_friends_agreed_on_it_the_half_with_the_lowest_seat_goes_on_too(
    active: tuple[int, ...], going_on: tuple[int, ...], fine: bool
) -> None:
    goes_on(active, going_on, fine=fine, half=True)


def goes_on(active: tuple[int, ...], going_on: tuple[int, ...], *, fine: bool, half: bool) -> None:
    vote = tuple((seat, 4) for seat in active if seat not in going_on)
    told = ballot(signed(vote, *going_on), active=active, half=half)
    assert told.complete() == [vote]
    assert told.cuts() == (dict(vote) if fine else {})
    assert told.is_quorum(vote) is fine
    assert told.claims() == ([] if fine else [frozenset(going_on)])


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("active", [range(2), range(3), range(7), (1, 2, 4, 6)])
def test_of_a_group_and_its_rest_one_may_go_on_unless_they_are_equal(
    active: Iterable[int], half: bool
) -> None:
    seats = tuple(active)
    for group in chain.from_iterable(combinations(seats, size) for size in range(1, len(seats))):
        rest = tuple(seat for seat in seats if seat not in group)
        votes = signed(tuple((s, 4) for s in rest), *group) | signed(tuple((s, 4) for s in group), *rest)
        told = ballot(votes, active=active, half=half)
        assert len(told.complete()) == 2
        if len(group) != len(rest) or half:
            assert set(told.cuts()) in (set(group), set(rest))
            assert told.claims() == [frozenset(told.cuts())]
        else:
            assert told.cuts() == {}
            assert told.claims() == sorted(map(frozenset, (group, rest)), key=sorted)
        assert not told.undecided(frozenset(seats))


def test_of_two_equal_halves_that_lost_each_other_none_goes_on() -> None:
    """Both vote; when the network is whole again, everybody comes to the same verdict and nothing hangs."""
    theirs = ((0, 5), (1, 5))
    merged = ballot(signed(CD, 0, 1) | signed(theirs, 2, 3))
    assert merged.cuts() == {}
    assert merged.claims() == [{0, 1}, {2, 3}]
    assert not merged.undecided(frozenset(range(4)))
    upper, lower = ballot(signed(CD, 0, 1)), ballot(signed(theirs, 2, 3))
    assert not upper.cuts()
    assert upper.claims() == [{0, 1}]
    assert not lower.cuts()
    assert lower.claims() == [{2, 3}]


def test_of_two_equal_halves_of_friends_that_lost_each_other_one_goes_on() -> None:
    theirs = ((0, 5), (1, 5))
    merged = ballot(signed(CD, 0, 1) | signed(theirs, 2, 3), half=True)
    assert merged.cuts() == {2: 4, 3: 4}
    assert merged.claims() == [{2, 3}]
    assert not merged.undecided(frozenset(range(4)))
    upper, lower = ballot(signed(CD, 0, 1), half=True), ballot(signed(theirs, 2, 3), half=True)
    assert upper.cuts() == {2: 4, 3: 4}
    assert not upper.claims()
    assert not lower.cuts()
    assert lower.claims() == [{2, 3}]


# Claims.


def test_nobody_claims_while_a_signature_is_missing() -> None:
    assert ballot(signed(((0, 4), (1, 4)), 2), proposed=signed(((0, 4), (1, 4)), 3)).claims() == []


def test_the_largest_claim_comes_first_then_the_one_with_the_lowest_seats() -> None:
    alone, pair, other = ((0, 1), (1, 1), (2, 1), (3, 1)), ((0, 1), (1, 1), (4, 1)), ((2, 1), (3, 1), (4, 1))
    assert ballot(signed(alone, 4) | signed(pair, 2, 3), active=range(5)).claims() == [{2, 3}, {4}]
    assert ballot(signed(other, 0, 1) | signed(pair, 2, 3), active=range(5)).claims() == [{0, 1}, {2, 3}]


def test_a_claim_is_taken_back_by_any_of_those_who_made_it() -> None:
    both = ((0, 4), (1, 4))
    assert ballot(signed(both, 2, 3), {3: {(0, 4)}}).claims() == []
    assert ballot(signed(both, 2, 3), {3: {(0, 5)}}).claims() == [{2, 3}]
    assert ballot(signed(both, 2, 3), {0: {(1, 4)}}).claims() == [{2, 3}]


# Dead lists.


@pytest.mark.parametrize(
    ("signers", "proposers", "deniers", "left", "dead"),
    [
        ((), (0,), (), (), False),
        ((), (0,), (0,), (), True),
        ((), (0,), (1,), (), True),
        ((), (0,), (2,), (), True),
        ((), (0,), (3,), (), False),
        ((), (0,), (5,), (), False),
        ((), (0, 1, 2), (), (), False),
        ((), (0, 1, 2), (1,), (), True),
        ((), (0,), (), (1,), True),
        ((), (0,), (), (0,), True),
        ((), (0,), (), (3,), False),
        ((), (0,), (), (5,), False),
        ((0,), (1, 2), (), (), False),
        ((0,), (1, 2), (0,), (), False),
        ((0,), (1, 2), (), (0,), False),
        ((0,), (1, 2), (2,), (), True),
        ((0,), (1, 2), (), (1,), True),
        ((0, 1), (2,), (0, 1), (0, 1), False),
        ((0, 1), (2,), (0, 1), (2,), True),
    ],
)
def test_a_list_is_dead_when_one_who_has_not_signed_it_never_will(
    signers: tuple[int, ...],
    proposers: tuple[int, ...],
    deniers: tuple[int, ...],
    left: tuple[int, ...],
    dead: bool,
) -> None:
    keeps = {seat: {(3, 4)} for seat in deniers}
    told = ballot(signed(D, *signers), keeps, proposed=signed(D, *proposers), left=left)
    assert told.is_dead(D) is dead
    assert told.is_open(D) is not dead
    assert not told.is_doubtful(D)
    assert told.is_taken_back(D) is not {*signers, *proposers}.isdisjoint(deniers)


def test_denying_one_member_kills_the_list() -> None:
    assert ballot({}, {1: {(2, 4)}}, proposed=signed(CD, 0)).is_dead(CD)
    assert ballot({}, {1: {(3, 4)}}, proposed=signed(CD, 0)).is_dead(CD)


@pytest.mark.parametrize("other", [(3, 3), (3, 5), (2, 4)])
def test_denying_something_else_does_not_kill_it(other: Absence) -> None:
    assert not ballot({}, {1: {other}}, proposed=signed(D, 0)).is_dead(D)


def test_what_was_signed_cannot_be_taken_back() -> None:
    """Seats 0 and 1 signed and then denied; seat 2 may still complete the list."""
    denied = {0: {(3, 4)}, 1: {(3, 4)}}
    assert ballot(signed(D, 0, 1), denied).is_open(D)
    assert ballot(signed(D, 0, 1, 2), denied).cuts() == {3: 4}


# Doubtful lists.


def test_a_list_that_a_guilty_seat_has_to_sign_is_doubtful_and_cuts_nobody() -> None:
    """Seat 2 may have signed it for some and denied it to others."""
    told = ballot(signed(D, 0, 1, 2), guilty=[2])
    assert told.complete() == [D]
    assert told.is_doubtful(D)
    assert told.cuts() == {}
    assert list(told.doubtful_cuts()) == [{3: 4}]


def test_a_list_that_names_the_guilty_is_beyond_doubt() -> None:
    told = ballot(signed(D, 0, 1, 2), guilty=[3, 5])
    assert not told.is_doubtful(D)
    assert told.cuts() == {3: 4}
    assert list(told.doubtful_cuts()) == []


def test_a_doubtful_list_is_dead_so_nobody_waits_for_it() -> None:
    open_list = ballot(signed(D, 0), proposed=signed(D, 1, 2))
    assert open_list.is_agreed(D)
    assert open_list.undecided(frozenset({0}))
    assert open_list.bound(0) == {(3, 4)}
    doubtful = ballot(signed(D, 0), proposed=signed(D, 1, 2), guilty=[1])
    assert doubtful.is_dead(D)
    assert not doubtful.is_open(D)
    assert not doubtful.is_agreed(D)
    assert not doubtful.undecided(frozenset({0}))
    assert doubtful.bound(0) == set()


def test_a_list_beyond_doubt_counts_beside_a_doubtful_one() -> None:
    """Seat 4 is guilty: the list that leaves it inside is doubtful, the one that names it is not."""
    early: Vote = ((3, 2),)
    sound: Vote = ((3, 4), (4, 0))
    votes = {0: [early, sound], 1: [early, sound], 2: [early, sound], 4: [early]}
    told = ballot(votes, active=range(5), guilty=[4])
    assert told.cuts() == {3: 4, 4: 0}
    assert list(told.doubtful_cuts()) == [{3: 2, 4: 0}]
    assert ballot(votes, active=range(5)).cuts() == {3: 2, 4: 0}


def test_of_doubtful_lists_all_are_tried_first_and_then_fewer() -> None:
    early, late, other = ((2, 3),), ((2, 5),), ((3, 4),)
    votes = {seat: [early, late] for seat in (0, 1, 3)} | {4: [early, late, other]}
    told = ballot(
        {**votes, 0: [early, late, other], 1: [early, late, other], 2: [other]}, active=range(5), guilty=[4]
    )
    assert told.cuts() == {}
    assert list(told.doubtful_cuts()) == [
        {2: 3, 3: 4},
        {2: 3},
        {2: 3, 3: 4},
        {2: 5, 3: 4},
        {2: 3},
        {2: 5},
        {3: 4},
    ]


def test_a_doubtful_list_of_too_few_is_not_tried() -> None:
    assert list(ballot(signed(CD, 0, 1), guilty=[1]).doubtful_cuts()) == []


def test_of_many_doubtful_lists_only_the_first_in_order_are_tried() -> None:
    many = [((3, number),) for number in range(MOST_DOUBTFUL + 2)]
    told = ballot(dict.fromkeys((0, 1, 2), many[::-1]), guilty=[2])
    tried = list(told.doubtful_cuts())
    assert len(tried) == 2**MOST_DOUBTFUL - 1
    assert {cuts[3] for cuts in tried} == set(range(MOST_DOUBTFUL))


# What hangs in the air.


def test_a_list_is_open_until_it_is_complete() -> None:
    assert ballot(signed(D, 0)).is_open(D)
    assert ballot(signed(D, 0, 1)).is_open(D)
    assert not ballot(signed(D, 0, 1, 2)).is_open(D)


def test_a_list_is_settled_by_a_cut_at_its_number_or_before() -> None:
    early, late = ((3, 3),), ((3, 5),)
    carried = ballot(signed(D, 0, 1, 2))
    assert not carried.is_open(late)
    assert carried.is_open(early)
    assert not carried.is_open(CD), "two of four are too few"
    friends = ballot(signed(D, 0, 1, 2), half=True)
    assert friends.is_open(CD)
    assert not ballot(signed(CD, 0, 1), half=True).is_open(D)


def test_naming_a_seat_that_was_voted_out_before_changes_nothing() -> None:
    assert not ballot({}).is_open(((5, 99),))
    assert ballot({}).is_open(((3, 4), (5, 99)))


def test_those_who_are_too_few_to_go_on_change_nothing_for_the_others() -> None:
    assert not ballot({}).is_open(((0, 1), (1, 1), (2, 1)))


def test_a_seat_waits_for_what_becomes_of_its_own_lists_only() -> None:
    for told in (ballot(signed(D, 0)), ballot({}, proposed=signed(D, 0))):
        assert told.undecided(frozenset({0}))
        assert told.undecided(frozenset({0, 1}))
        assert not told.undecided(frozenset({1}))
        assert not told.undecided(frozenset())
    assert not ballot({}).undecided(frozenset({0}))
    assert not ballot(signed(D, 5)).undecided(frozenset({5}))
    assert not ballot({}, {0: {(3, 4)}}, proposed=signed(D, 0)).undecided(frozenset({0}))


def test_a_seat_is_bound_by_what_it_signed_while_it_may_still_be_carried() -> None:
    assert ballot(signed(D, 0), proposed=signed(CD, 0)).bound(0) == {(3, 4)}
    assert ballot(signed(D, 0), {1: {(3, 4)}}).bound(0) == set()
    assert ballot(signed(D, 0, 1, 2)).bound(0) == set()
    assert ballot(signed(D, 1)).bound(0) == set()


# Order.

SEATS = range(4)
POOL: tuple[Vote, ...] = (D, ((3, 3),), CD, ((0, 4), (1, 4)))
LISTS = st.sampled_from(POOL)
ABSENCES = LISTS.map(lambda vote: vote[-1])
Act = tuple[int, Vote | Absence | None]
"""Who, and what: a list proposed or, said again, signed; an absence denied, or None for leaving the step."""
ACTS: st.SearchStrategy[list[Act]] = st.lists(
    st.tuples(st.sampled_from(SEATS), LISTS | LISTS | LISTS | LISTS | ABSENCES | st.none()),
    min_size=4,
    max_size=24,
)


class Hall:
    """Takes acts as the log does: nobody names itself, signs what it denied, or comes back to the step."""

    def __init__(self) -> None:
        self.votes: dict[int, list[Vote]] = {seat: [] for seat in SEATS}
        self.signed: dict[int, list[Vote]] = {seat: [] for seat in SEATS}
        self.keeps: dict[int, set[Absence]] = {seat: set() for seat in SEATS}
        self.left: set[int] = set()

    def take(self, seat: int, what: Vote | Absence | None) -> None:
        if seat in self.left:
            return
        match what:
            case None:
                self.left.add(seat)
            case (int(named), int(number)):
                if named != seat:
                    self.keeps[seat].add((named, number))
            case vote:
                if seat not in dict(vote) and not self.keeps[seat].intersection(vote):
                    again = self.votes[seat][-1:] == [vote]
                    (self.signed if again else self.votes)[seat].append(vote)

    def ballot(self) -> Ballot:
        return ballot(self.signed, self.keeps, proposed=self.votes, left=self.left)


def hall_of(acts: Iterable[Act]) -> Hall:
    hall = Hall()
    for seat, what in acts:
        hall.take(seat, what)
    return hall


def verdict(told: Ballot) -> tuple[object, ...]:
    lists = sorted({vote for votes in told.votes.values() for vote in votes})
    dead = [(told.is_dead(vote), told.is_open(vote), told.is_taken_back(vote)) for vote in lists]
    waiting = [(told.undecided(frozenset({seat})), told.bound(seat)) for seat in SEATS]
    return told.complete(), told.cuts(), told.claims(), dead, waiting


@pytest.mark.slow
@settings(derandomize=True, deadline=None, database=None, max_examples=150)
@given(ACTS, st.randoms(use_true_random=False))
def test_any_order_of_casting_gives_the_same_verdict(acts: list[Act], random: object) -> None:
    """Each author's own acts stay in order, as its chain keeps them; the authors mix in any way."""
    turns = [seat for seat, _ in acts]
    random.shuffle(turns)  # type: ignore[attr-defined]
    queues = {seat: iter([what for author, what in acts if author == seat]) for seat in SEATS}
    mixed = [(seat, next(queues[seat])) for seat in turns]
    assert verdict(hall_of(acts).ballot()) == verdict(hall_of(mixed).ballot())


@pytest.mark.slow
@settings(derandomize=True, deadline=None, database=None, max_examples=150)
@given(ACTS, ACTS)
def test_what_is_decided_stays_decided(before: list[Act], after: list[Act]) -> None:
    early, late = hall_of(before).ballot(), hall_of(before + after).ballot()
    assert set(early.complete()) <= set(late.complete())
    assert all(late.cuts()[seat] <= number for seat, number in early.cuts().items())
    for vote in {vote for votes in early.votes.values() for vote in votes}:
        if early.is_dead(vote):
            assert late.is_dead(vote)
            assert vote not in late.complete()


STORIES: tuple[tuple[Vote | Absence | None, ...], ...] = (
    (D, D, (3, 4), None),
    (D, D, None),
    (D, (3, 4), None),
    (D, None),
    (None,),
)
"""All that a seat can lawfully do about one list, beginnings included."""


def told_by(stories: Iterable[Iterable[Vote | Absence | None]]) -> Ballot:
    return hall_of((seat, what) for seat, story in enumerate(stories) for what in story).ballot()


def test_whoever_leaves_while_nothing_of_its_own_is_undecided_meets_no_new_cut() -> None:
    """Whatever seats 1 and 2 have done by then and do after it: all of it is tried."""
    beginnings = {(story, size) for story in STORIES for size in range(len(story) + 1)}
    for ours in ((), (D,), (D, (3, 4)), (D, D), (D, D, (3, 4))):
        for (one, now), (other, then) in product(beginnings, repeat=2):
            early = told_by((ours, one[:now], other[:then]))
            if not early.undecided(frozenset({0})):
                assert told_by(((*ours, None), one, other)).cuts() == early.cuts()


def test_a_list_is_agreed_when_all_who_must_sign_have_proposed_it_and_none_took_it_back() -> None:
    every = {seat: [D] for seat in (0, 1, 2)}
    assert ballot({}, proposed=every).is_agreed(D)
    assert ballot({0: [D]}, proposed={1: [D], 2: [D]}).is_agreed(D)
    assert not ballot({}, proposed={0: [D], 1: [D]}).is_agreed(D)
    assert not ballot({}, {1: {(3, 4)}}, proposed=every).is_agreed(D)
    assert not ballot({}, proposed=every, left=(2,)).is_agreed(D)
