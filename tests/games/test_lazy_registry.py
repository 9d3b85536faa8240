"""A lazy registry says what it has, and has it when it is asked for."""

import pytest

from p2p_heroes.games.lazy_registry import LazyRegistry


def test_a_thing_is_made_when_it_is_taken_and_only_once() -> None:
    made: list[str] = []

    def lamp() -> list[str]:
        made.append("lamp")
        return ["light"]

    registry = LazyRegistry({"lamp": lamp, "stone": list})
    assert list(registry) == ["lamp", "stone"]
    assert (len(registry), "lamp" in registry, "book" in registry) == (2, True, False)
    assert made == []
    assert registry["lamp"] is registry["lamp"]
    assert made == ["lamp"]
    assert registry.get("book") is None
    with pytest.raises(KeyError):
        registry["book"]
