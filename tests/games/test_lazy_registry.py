"""A lazy registry says what it has, and has it when it is asked for."""

import sys
from pathlib import Path

import pytest

from p2p_heroes.games.lazy_registry import LazyRegistry


def test_a_thing_is_imported_when_it_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("a_lamp.py").write_text("LIGHT = ['light']\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry = LazyRegistry[list[str]]({"lamp": "a_lamp:LIGHT", "stone": "no_such_module:STONE"})
    assert list(registry) == ["lamp", "stone"]
    assert (len(registry), "lamp" in registry, "book" in registry) == (2, True, False)
    assert "a_lamp" not in sys.modules
    assert registry["lamp"] is registry["lamp"]
    assert registry["lamp"] == ["light"]
    del sys.modules["a_lamp"]
    assert registry.get("book") is None
    with pytest.raises(KeyError):
        registry["book"]
