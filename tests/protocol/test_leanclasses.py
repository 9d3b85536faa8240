"""Lean dataclasses do what those of the standard library do, as far as the program asks for it."""

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from protocol import leanclasses

T = TypeVar("T")
MAKERS = {"lean": leanclasses, "real": dataclasses}


@leanclasses.dataclass(frozen=True, slots=True)
class Fact:
    seat: int
    what: str = "rain"


@leanclasses.record(frozen=True, slots=True)
class Record:
    seat: int
    what: str = "rain"


@pytest.fixture(params=MAKERS)
def dataclass(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Ours, and what it stands for: every test that asks for it holds of both."""
    return MAKERS[request.param].dataclass  # type: ignore[no-any-return]


def test_a_class_is_filled_by_place_by_name_and_by_default(dataclass: Callable[..., Any]) -> None:
    @dataclass(slots=True)
    class Thing:
        one: int
        two: int = 2
        three: str = "3"

    assert Thing.__match_args__ == ("one", "two", "three")  # type: ignore[attr-defined]
    thing = Thing(1, three="4")  # type: ignore[call-arg]
    assert (thing.one, thing.two, thing.three) == (1, 2, "4")
    assert repr(thing).endswith(".Thing(one=1, two=2, three='4')")
    for wrong in (lambda: Thing(), lambda: Thing(1, 2, "3", 4), lambda: Thing(1, four=4)):  # type: ignore[call-arg]
        with pytest.raises(TypeError, match=r"Thing\.__init__\(\)"):
            wrong()
    thing.one = 7
    assert thing.one == 7
    with pytest.raises(AttributeError):
        thing.four = 4  # type: ignore[attr-defined]
    assert not hasattr(thing, "__dict__")


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("count", range(12))
def test_classes_are_compared_by_their_fields(
    count: int, frozen: bool, dataclass: Callable[..., Any]
) -> None:
    """Also where a field is called as something is that the methods use themselves."""
    names = ("hash", "other", "set", "_1", "_0", *"abcdefg")[:count]
    one, two = (
        dataclass(slots=True, frozen=frozen)(
            type("Thing", (), {"__annotations__": dict.fromkeys(names, int)})
        )
        for _ in range(2)
    )
    values = tuple(range(count))
    assert one(*values) == one(*values)
    assert one(*values) != two(*values)
    assert one(*values) != values
    assert [getattr(one(*values), name) for name in names] == list(values)
    for place in range(count):
        assert one(*values) != one(*values[:place], -1, *values[place + 1 :])
    if frozen:
        assert hash(one(*values)) == hash(one(*values)) == hash(values)
    else:
        with pytest.raises(TypeError):
            hash(one(*values))


def test_who_compares_may_be_asked_more_than_once(dataclass: Callable[..., Any]) -> None:
    @dataclass(frozen=True)
    class Above:
        number: int

    @dataclass(frozen=True)
    class Below(Above):
        other: int

    compare, number = Above(1).__eq__, Above(1).__hash__
    assert [compare(Above(2)), compare(Above(1)), compare(Above(1))] == [False, True, True]
    assert number() == number() == hash(Above(1))
    assert [Above.__eq__(Below(1, 2), Below(1, 3)) for _ in range(2)] == [True, True]
    assert Below(1, 2) != Below(1, 3)


def test_how_values_are_compared_is_made_when_they_are() -> None:
    @leanclasses.dataclass(frozen=True, slots=True)
    class Above:
        number: int

    class Below(Above):
        """Has nothing of its own."""

    assert Below(1) == Below(1) != Below(2)
    assert Below(1) != Above(1)
    own = vars(Above)["__eq__"]
    assert own.__qualname__.endswith("Above.__eq__")
    assert "__eq__" not in vars(Below)
    assert Above(1) == Above(1)
    assert vars(Above)["__eq__"] is own
    assert len({Above(1), Above(1), Above(2), Below(1)}) == 3


def test_who_is_not_compared_is_itself_alone(dataclass: Callable[..., Any]) -> None:
    @dataclass(slots=True, frozen=True, eq=False)
    class Board:
        name: str

    board = Board("here")  # type: ignore[call-arg]
    assert board == board != Board("here")  # type: ignore[call-arg]
    assert len({board, Board("here")}) == 2  # type: ignore[call-arg]


def test_fields_come_from_above_and_class_variables_are_none(dataclass: Callable[..., Any]) -> None:
    @dataclass(slots=True, frozen=True)
    class Above(Generic[T]):
        tag: ClassVar[int] = 1
        written: "ClassVar[int]" = 2
        bare: ClassVar = 0  # type: ignore[type-arg]
        one: T
        two: int = 2

    @dataclass(slots=True, frozen=True)
    class Below(Above[int]):
        tag = 3
        two: int = 5
        three: int = 3

        def total(self) -> int:
            return self.one + self.two + self.three + self.tag + self.written

    assert Below.__match_args__ == ("one", "two", "three")  # type: ignore[attr-defined]
    assert Below(1).total() == 1 + 5 + 3 + 3 + 2  # type: ignore[call-arg]
    assert Above(1).two == 2  # type: ignore[call-arg]
    assert Above(1) != Below(1)  # type: ignore[call-arg]
    assert not hasattr(Below(1), "__dict__")  # type: ignore[call-arg]

    @dataclass(slots=True, frozen=True)
    class Beside(Above[int]):
        three: int = 3

    assert (Beside(1).two, Beside(1).three) == (2, 3)  # type: ignore[call-arg]


def test_what_a_class_writes_itself_stays(dataclass: Callable[..., Any]) -> None:
    @dataclass(slots=True, frozen=True)
    class Key:
        public: bytes
        seed: bytes

        def __repr__(self) -> str:
            return "Key"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Key) and self.public == other.public

        def __hash__(self) -> int:
            return 7

        def __reduce__(self) -> Any:
            return str, ("Key",)

    key = Key(b"1", b"2")  # type: ignore[call-arg]
    assert (key, repr(key), hash(key), copy.copy(key)) == (Key(b"1", b"3"), "Key", 7, "Key")  # type: ignore[call-arg]


def test_who_is_frozen_and_compared_its_own_way_is_hashed_by_fields(
    dataclass: Callable[..., Any],
) -> None:
    @dataclass(slots=True, frozen=True)
    class Name:
        text: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Name) and self.text == other.text

    assert hash(Name("Ada")) == hash(Name("Ada")) != hash(Name("Bo"))  # type: ignore[call-arg]
    assert len({Name("Ada"), Name("Ada"), Name("Bo")}) == 2  # type: ignore[call-arg]


def test_what_has_no_slots_can_remember(dataclass: Callable[..., Any]) -> None:
    @dataclass(frozen=True)
    class Sum:
        one: int
        two: int

        @cached_property
        def total(self) -> int:
            return self.one + self.two

    value = Sum(1, 2)  # type: ignore[call-arg]
    assert value.total == 3
    assert vars(value)["total"] == 3
    assert value == Sum(1, 2)  # type: ignore[call-arg]


def test_what_is_frozen_does_not_change(dataclass: Callable[..., Any]) -> None:
    @dataclass(frozen=True, slots=True)
    class Fact:
        seat: int

    fact = Fact(1)  # type: ignore[call-arg]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'seat'"):
        fact.seat = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'seat'"):
        del fact.seat
    assert fact.seat == 1


@pytest.mark.parametrize("kind", [Fact, Record])
def test_values_are_copied_and_travel(kind: type[Fact] | type[Record]) -> None:
    value = kind(1, "sun")
    for copied in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert copied == value
        assert copied is not value
    for replace in (leanclasses.replace, dataclasses.replace):
        assert replace(value, what="snow") == kind(1, "snow")
        with pytest.raises(TypeError):
            replace(value, where="here")  # type: ignore[call-arg]
    assert value == kind(1, "sun")


def test_who_asks_about_a_dataclass_is_told() -> None:
    assert dataclasses.is_dataclass(Fact)
    told = [(field.name, field.type) for field in dataclasses.fields(Fact)]
    assert told == [("seat", int), ("what", str)]
    assert dataclasses.asdict(Record(1)) == {"seat": 1, "what": "rain"}


def test_a_record_is_hashed_and_can_be_changed_by_who_is_not_type_checked() -> None:
    record: Any = Record(1)
    assert {record, Record(1)} == {Record(1)}
    record.seat = 2
    assert record == Record(2)


@pytest.mark.parametrize("frozen", [False, True])
def test_a_value_can_be_checked_once_it_is_filled(frozen: bool, dataclass: Callable[..., Any]) -> None:
    @dataclass(slots=True, frozen=frozen)
    class Place:
        name: str

        def __post_init__(self) -> None:
            if not self.name:
                raise ValueError("no name")

    @dataclass(slots=True, frozen=frozen)
    class Town(Place):
        size: int = 1

    for kind in (Place, Town):
        assert kind("here").name == "here"  # type: ignore[call-arg]
        with pytest.raises(ValueError, match="no name"):
            kind("")  # type: ignore[call-arg]


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("made_by", MAKERS.values(), ids=MAKERS)
def test_what_follows_from_the_fields_has_a_place_beside_them(made_by: Any, frozen: bool) -> None:
    @made_by.dataclass(slots=True, frozen=frozen)
    class Box:
        wide: int
        high: int = 2
        area: int = made_by.field(init=False, compare=False, repr=False)
        seen: Any = made_by.field(default=None, init=False, compare=False, repr=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "area", self.wide * self.high)

    box, other = Box(3), Box(3)  # type: ignore[call-arg]
    object.__setattr__(other, "seen", True)
    assert (box.area, box.seen, other.seen) == (6, None, True)
    assert box == other
    assert repr(box).endswith("Box(wide=3, high=2)")
    assert Box.__match_args__ == ("wide", "high")  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Box(3, 2, 6)  # type: ignore[call-arg]
    again = made_by.replace(other, wide=4)
    assert (again.area, again.seen) == (8, None)


def test_a_default_before_a_field_without_one_is_refused() -> None:
    body = {"__annotations__": {"one": int, "two": int}, "one": 1}
    with pytest.raises(AssertionError):
        leanclasses.dataclass(slots=True)(type("Thing", (), body))


def test_no_class_needs_what_takes_python_apart() -> None:
    code = """
import sys
from protocol.leanclasses import dataclass, replace
@dataclass(slots=True, frozen=True)
class Fact:
    seat: int
print(replace(Fact(1), seat=2) == Fact(2), sorted({"dataclasses", "inspect", "ast"} & sys.modules.keys()))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "True []\n"
