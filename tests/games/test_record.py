"""A record is compared and hashed by its fields, and code that is type-checked cannot change it."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from mypy import api

from p2p_heroes.games.record import record


@record(frozen=True, slots=True)
class Fact:
    seat: int
    what: str = ""


def test_equal_facts_are_one() -> None:
    assert Fact(1, "sun") == Fact(1, "sun") != Fact(1, "moon")
    assert {Fact(1, "sun"), Fact(1, "sun")} == {Fact(1, "sun")}


def test_a_record_is_a_dataclass() -> None:
    assert [field.name for field in fields(Fact)] == ["seat", "what"]
    assert replace(Fact(1), what="rain") == Fact(1, "rain")
    match Fact(2, "snow"):
        case Fact(seat, what):
            assert (seat, what) == (2, "snow")


def test_nothing_can_be_added_to_it() -> None:
    with pytest.raises(AttributeError):
        Fact(1).where = "here"  # type: ignore[attr-defined]


@pytest.mark.slow
def test_the_type_checker_refuses_a_change(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("from p2p_heroes.games.game import OptionRange\n\none = OptionRange(1, range(2))\n")
    assert api.run([str(program)])[2] == 0
    with program.open("a") as more:
        more.write("one.default = 2\n")
    said, _, code = api.run([str(program)])
    assert code == 1
    assert "read-only" in said
