"""Policies by kind of request, and what follows from them, in a game with hands that others cannot see."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from p2p_heroes.bots.kit.judge import Judge, Policy, Scored
from p2p_heroes.games.game import Request

Hands = tuple[int, int]


def by_size(hands: Hands, request: Request[int]) -> Scored[int]:
    return [(10 * choice, choice) for choice in request.choices]


def nothing_good(hands: Hands, request: Request[int]) -> Scored[int]:
    return []


def the_ends(hands: Hands, request: Request[int]) -> Sequence[int]:
    return (request.choices[0], request.choices[-1])


def any_end(hands: Hands, request: Request[int], luck: Random) -> int:
    return luck.choice(the_ends(hands, request))


class Cards(Judge[Hands, int]):
    """Whoever holds more is better off; of the other hand nobody knows more than that it is below ten."""

    policies: ClassVar = {
        "bid": Policy(by_size, doubt=15),
        "pass": Policy(nothing_good),
        "duel": Policy(by_size, candidates=the_ends, draw=any_end, is_duel=True),
    }
    otherwise = Policy(by_size)

    def worth(self, state: Hands, seat: int) -> int:
        return state[seat] - state[1 - seat]

    def clock(self, state: Hands) -> int:
        return 0

    def imagine(self, view: int, luck: Random | None = None) -> Hands:
        return view, 5 if luck is None else luck.randrange(10)


JUDGE, HANDS, CHOICES = Cards(), (3, 5), (1, 2, 3, 4)


def test_the_best_come_first_and_are_cut_off() -> None:
    assert JUDGE.ranked(HANDS, Request(0, "bid", CHOICES)) == [(40, 4), (30, 3), (20, 2), (10, 1)]
    assert JUDGE.candidates(HANDS, Request(0, "bid", CHOICES), 2) == [4, 3]
    assert JUDGE.guess(HANDS, Request(0, "another kind", CHOICES)) == 4


class Untold(Judge[Hands, int]):
    """Of which nothing is told but what a hand is worth."""

    def worth(self, state: Hands, seat: int) -> int:
        return state[seat]

    def clock(self, state: Hands) -> int:
        return 0


def test_of_what_nothing_is_known_the_first_choices_are_all_alike() -> None:
    many = Request(0, "bid", range(1000))
    assert Untold().ranked(HANDS, many) == [(0, choice) for choice in range(16)]
    assert Untold().candidates(HANDS, many, 3) == [0, 1, 2]


def test_where_nothing_is_good_the_first_choice_is_taken() -> None:
    assert JUDGE.candidates(HANDS, Request(0, "pass", CHOICES), 2) == [1]


def test_others_doubt_what_lies_close_together() -> None:
    drawn = {JUDGE.draw(HANDS, Request(0, "bid", CHOICES), Random(seed)) for seed in range(40)}
    assert drawn == {2, 3, 4}
    assert JUDGE.draw(HANDS, Request(0, "another kind", CHOICES), Random(1)) == 4


def test_a_duel_may_have_candidates_and_draws_of_its_own() -> None:
    request = Request(0, "duel", CHOICES)
    assert JUDGE.is_duel(request)
    assert not JUDGE.is_duel(Request(0, "bid", CHOICES))
    assert JUDGE.candidates(HANDS, request, 9) == (1, 4)
    assert {JUDGE.draw(HANDS, request, Random(seed)) for seed in range(20)} == {1, 4}


def test_what_is_hidden_is_imagined_likely_or_by_luck() -> None:
    assert JUDGE.imagine(3) == (3, 5)
    assert len({JUDGE.imagine(3, Random(seed)) for seed in range(20)}) > 5


class Known(Judge[Hands, int]):
    """Every kind of request that there is has a policy."""

    policies: ClassVar = {"bid": Policy(by_size)}
    worth, clock = Cards.worth, Cards.clock


def test_who_has_a_policy_for_every_kind_needs_no_other() -> None:
    assert Known().guess(HANDS, Request(0, "bid", CHOICES)) == 4
