"""The hook points of all chapters together."""

from inspect import signature

from p2p_heroes.games.conquer.effect import HOOKS, Effect
from p2p_heroes.games.kit.effects import Hooks


def test_every_chapter_has_hooks_of_its_own() -> None:
    chapters = Effect.__mro__[1 : Effect.__mro__.index(Hooks)]
    own = [name for chapter in chapters for name in vars(chapter) if not name.startswith("_")]
    assert [hook.__name__ for hook in HOOKS] == own
    assert len(set(own)) == len(own)


def test_every_hook_says_what_it_is_for_and_is_asked_for_a_seat() -> None:
    assert all(hook.__doc__ for hook in HOOKS)
    assert all(list(signature(hook).parameters)[2] == "seat" for hook in HOOKS)
