"""Counters: never past what is offered."""

from itertools import product
from typing import Any

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Request
from p2p_heroes.ui.kit.asked import Asked, ChoiceWords
from p2p_heroes.ui.kit.counters import Counter, CountersForm, Counts
from p2p_heroes.ui.kit.forms import FAR

Basket = tuple[str, int, int]
"""What is done with so many apples and pears."""


class Fruit:
    """As much of a game as a form needs."""

    def notate(self, choice: Basket) -> str:
        return f"{choice[0]} {choice[1]} {choice[2]}"

    def __getattr__(self, name: str) -> Any:
        return getattr(GAMES["roshambo"], name)


class Words(ChoiceWords[None, Basket]):
    def question(self, request: Request[Basket], /) -> str:
        return "What do you do?"


class FruitForm(CountersForm[None, Basket]):
    def has_amounts(self, choice: Basket) -> bool:
        return choice[0] != "done"

    def without_amounts(self, choice: Basket) -> Basket:
        return (choice[0], 0, 0)

    def amounts_of(self, choice: Basket) -> Counts:
        return {name: count for name, count in (("apple", choice[1]), ("pear", choice[2])) if count}

    def with_amounts(self, base: Basket, counts: Counts) -> Basket:
        return (base[0], counts.get("apple", 0), counts.get("pear", 0))


EATEN = tuple(("eat", apples, 3 - apples) for apples in range(1, 4))
GIVEN = tuple(("give", apples, pears) for apples, pears in product(range(3), range(3)))
DONE: Basket = ("done", 0, 0)


def form_of(*choices: Basket) -> FruitForm:
    game: Any = Fruit()
    return FruitForm(Asked(game, Words(), None, Request(0, "fruit", choices)))


def texts(form: FruitForm) -> list[str]:
    return [f"{row.text} {row.more}".rstrip() for row in form.rows]


def test_a_counter_moves_only_where_a_choice_lies_ahead() -> None:
    counter = Counter({"apple": 3, "pear": 2}, {"apple": 1}, lambda counts: sum(counts.values()) <= 4)
    counter.change("apple", FAR)
    counter.change("pear", FAR)
    assert counter.counts == {"apple": 3, "pear": 1}
    counter.change("apple", -FAR)
    assert counter.counts == {"apple": 0, "pear": 1}
    assert counter.names == ["apple", "pear"]


def test_what_differs_only_in_amounts_is_one_row_and_then_counters() -> None:
    form = form_of(DONE, *EATEN, *GIVEN)
    assert texts(form) == ["done 0 0", "eat ...", "give ..."]
    assert form.marked == DONE
    assert form.rows[1].meaning == "then choose how much"
    form.go(1)
    assert form.marked is None
    assert form.pick("") == ""
    assert texts(form) == ["apple < 0 > of 3", "pear < 0 > of 2"]
    assert form.undo()
    assert texts(form)[form.at] == "eat ..."


def test_only_what_is_offered_can_be_picked() -> None:
    form = form_of(*EATEN)
    assert form.note == "0 of 3 chosen"
    form.change(1)
    assert form.pick("") == "it is not offered"
    form.go(1)
    form.change(FAR)
    assert form.note == "3 in all"
    assert form.pick("") == ""
    assert form.picked == form.marked == ("eat", 1, 2)
    assert form.undo()
    assert not form.undo()


def test_what_has_no_amounts_is_picked_at_once() -> None:
    form = form_of(DONE, *EATEN)
    form.change(1)
    assert form.note == ""
    assert form.pick("") == ""
    assert form.picked == DONE


def test_where_a_single_thing_is_chosen_the_keys_are_told() -> None:
    form = form_of(("give", 1, 0), ("give", 0, 1))
    assert form.note == "Left and Right change how many."
