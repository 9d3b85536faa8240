"""How records are written and read back, as plain values and in words."""

from typing import ClassVar

import pytest

from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.forms import (
    Form,
    Part,
    Record,
    from_plain,
    from_row,
    from_words,
    to_plain,
    to_row,
    to_text,
)
from p2p_heroes.games.kit.kinds import COUNT, Amount, EachOnce, Name, Unreadable

NAME = Name()
AMOUNTS: EachOnce[int] = EachOnce(Amount(NAME), width=2)


class Journey(Record):
    form: ClassVar[Form] = Form(
        "travel",
        Part("to", NAME),
        Part("days", COUNT),
        Part("on", COUNT, "on"),
        Part("deployed", AMOUNTS, "with"),
    )
    to: str
    days: int
    on: int = 0
    deployed: tuple[tuple[str, int], ...] = ()


SHORT = Journey("lox", 2)
LONG = Journey("lox", 2, 31, (("foot", 1), ("knight", 2)))


def test_a_part_with_a_keyword_is_said_only_where_there_is_something_to_say() -> None:
    assert to_text(SHORT) == "travel lox 2"
    assert to_text(LONG) == "travel lox 2 on 31 with foot 1 knight 2"
    assert to_text(Journey("lox", 2, 0, (("foot", 1),))) == "travel lox 2 with foot 1"


@pytest.mark.parametrize("journey", [SHORT, LONG, Journey("lox", 0, 0, (("foot", 1),))])
def test_a_record_is_read_back_as_it_was_written(journey: Journey) -> None:
    assert from_words(Journey, to_text(journey).split()[1:]) == journey
    assert from_row(Journey, to_row(journey)[1:]) == journey
    assert from_plain(Journey, to_plain(journey)) == journey


def test_a_record_as_it_is_signed() -> None:
    assert to_row(LONG) == ("travel", "lox", 2, 31, (("foot", 1), ("knight", 2)))
    assert to_plain(SHORT) == {"to": "lox", "days": 2, "on": 0, "deployed": ()}


@pytest.mark.parametrize(
    "plain",
    [
        None,
        (),
        {},
        {"to": "lox", "days": 2, "on": 0},
        {"to": "lox", "days": 2, "on": 0, "deployed": (), "by": 1},
        {"to": "Lox", "days": 2, "on": 0, "deployed": ()},
    ],
)
def test_a_record_has_exactly_its_fields(plain: Plain) -> None:
    with pytest.raises(Unreadable):
        from_plain(Journey, plain)


@pytest.mark.parametrize("row", [(), ("lox", 2, 0), ("lox", 2, 0, (), 1), ("lox", None, 0, ())])
def test_a_row_has_exactly_its_parts(row: tuple[Plain, ...]) -> None:
    with pytest.raises(Unreadable):
        from_row(Journey, row)


@pytest.mark.parametrize(
    "text",
    ["", "lox", "lox 2 on", "lox 2 with", "lox 2 with foot 1 on 30", "lox 2 on 30 on 30", "lox 2 3"],
)
def test_words_are_in_the_order_of_the_parts(text: str) -> None:
    with pytest.raises(Unreadable):
        from_words(Journey, text.split())


def test_a_form_knows_its_keywords() -> None:
    assert Journey.form.keywords == {"on", "with"}
    assert Form("rest", Part("days", COUNT)).keywords == frozenset()
