"""A lazy registry says what it has, and has it when it is asked for."""

import pytest

from p2p_heroes.games.lazy_registry import LazyRegistry


def test_a_thing_is_made_when_it_is_taken_and_only_once() -> None:
    made: list[str] = []

    def lamp() -> list[str]:
        made.append("lamp")
        return ["light"]

    shelf = LazyRegistry({"lamp": lamp, "stone": list})
    assert (len(shelf), list(shelf), "lamp" in shelf, "book" in shelf) == (2, ["lamp", "stone"], True, False)
    assert made == []
    assert shelf["lamp"] is shelf["lamp"]
    assert made == ["lamp"]
    assert shelf.get("book") is None
    with pytest.raises(KeyError):
        shelf["book"]
