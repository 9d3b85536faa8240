"""The wanderer takes every choice, each about as often, and the same ones from the same seed."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import overload

import pytest

from p2p_heroes.bots import BOTS
from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.games.game import Request
from p2p_heroes.games.roshambo import ROSHAMBO


class Numbers(Sequence[int]):
    """As many numbers as no machine could hold; running through them would never end."""

    def __len__(self) -> int:
        return 10**15

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        return range(len(self))[index]


LETTERS = Request(0, "letter", ("a", "b", "c", "d"))


def walk(seed: int, steps: int) -> list[str]:
    bot = Wanderer(Random(seed))
    return [bot.choose(None, LETTERS) for _ in range(steps)]


def test_a_lone_choice_is_taken() -> None:
    assert Wanderer(Random(1)).choose(None, Request(3, "word", ("pass",))) == "pass"


def test_every_choice_is_taken_about_as_often() -> None:
    counts = Counter(walk(seed=1, steps=4000))
    assert sorted(counts) == ["a", "b", "c", "d"]
    assert all(900 < count < 1100 for count in counts.values())


def test_the_same_seed_wanders_the_same_way() -> None:
    assert walk(seed=7, steps=50) == walk(seed=7, steps=50)
    assert walk(seed=7, steps=50) != walk(seed=8, steps=50)


def test_the_view_does_not_matter() -> None:
    for view in (None, "everything", 42):
        assert Wanderer(Random(3)).choose(view, LETTERS) == walk(seed=3, steps=1)[0]


def test_a_lazy_sequence_is_asked_for_one_item_only() -> None:
    assert Wanderer(Random(5)).choose(None, Request(0, "number", Numbers())) in range(10**15)


@pytest.mark.parametrize("level", BOTS)
def test_every_level_answers_with_an_offered_choice(level: str) -> None:
    assert BOTS[level](ROSHAMBO, Random(1)).choose(None, LETTERS) in LETTERS.choices
