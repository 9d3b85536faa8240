"""A value is its fields: it is compared, hashed, copied and matched by them, and cannot be changed."""

import copy
import dataclasses
import pickle

import pytest

from protocol.frozen import Frozen, replace


class Fact(Frozen):
    seat: int
    what: str = ""


class Deed(Fact):
    cost: int = 0


class Other(Frozen):
    seat: int
    what: str = ""


@dataclasses.dataclass
class Board:
    units: int
    seen: bool = dataclasses.field(default=False, init=False)


def test_equal_facts_are_one() -> None:
    assert Fact(1, "sun") == Fact(1, "sun") != Fact(1, "moon")
    assert {Fact(1, "sun"), Fact(1, "sun")} == {Fact(1, "sun")}


def test_values_of_two_kinds_are_never_equal() -> None:
    assert len({Fact(1), Deed(1), Other(1)}) == 3


@pytest.mark.parametrize("name", ["seat", "what", "where"])
def test_nothing_is_changed_or_added(name: str) -> None:
    fact = Fact(1)
    with pytest.raises(AttributeError):
        setattr(fact, name, "here")
    with pytest.raises(AttributeError):
        delattr(fact, name)
    assert fact == Fact(1)


def test_fields_come_in_their_order_those_from_above_first() -> None:
    match Deed(2, "snow", 3):
        case Deed(seat, what, cost):
            assert (seat, what, cost) == (2, "snow", 3)


def test_a_copy_and_what_another_process_gets_are_equal() -> None:
    deed = Deed(2, "snow", 3)
    assert deed == copy.copy(deed) == copy.deepcopy(deed) == pickle.loads(pickle.dumps(deed))


def test_a_value_is_replaced_field_by_field() -> None:
    assert replace(Deed(2, "snow", 3), what="rain") == Deed(2, "rain", 3)
    with pytest.raises(TypeError):
        replace(Fact(1), where="here")  # type: ignore[call-arg]


def test_a_dataclass_is_replaced_as_a_value_is() -> None:
    board = Board(1)
    board.seen = True
    assert replace(board, units=2) == Board(2)
