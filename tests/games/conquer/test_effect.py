"""The hook points: what they answer by themselves."""

import inspect
from collections.abc import Callable

import pytest

from p2p_heroes.games.conquer.effect import HOOKS, Effect, Score, Source

by_name = [hook.__name__ for hook in HOOKS]


@pytest.mark.parametrize("hook", HOOKS, ids=by_name)
def test_an_effect_changes_nothing_by_itself(hook: Callable[..., object]) -> None:
    """A value hook hands the value back that it was given, a moment hook does nothing."""
    signature = inspect.signature(hook)
    given = [object() for _ in signature.parameters][1:]
    expected = None if signature.return_annotation == "None" else given[2]
    assert hook(Effect(), *given) is expected


def test_every_hook_is_asked_by_name_and_says_what_it_is_for() -> None:
    assert by_name == [name for name in vars(Effect) if not name.startswith("_")]
    assert all(hook.__doc__ for hook in HOOKS)
    assert all(list(inspect.signature(hook).parameters)[2] == "seat" for hook in HOOKS)


def test_the_score_is_the_sum_of_five_boxes() -> None:
    """Rulebook p. 13."""
    assert Score().total == 0
    assert Score(structures=20, foundations=5, resources=6, victories=18, artefacts=0).total == 49


def test_sources_are_named_in_words() -> None:
    assert [str(source) for source in Source] == [
        *("start", "gathering", "region", "monster", "loot", "fortress", "plunder", "effect")
    ]
