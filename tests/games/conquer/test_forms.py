"""How records are written and read back, as plain values and in words."""

from typing import ClassVar

import pytest

from p2p_heroes.games.conquer.forms import (
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
from p2p_heroes.games.conquer.kinds import (
    AMOUNTS,
    COUNT,
    REGION,
    SOME_REGION,
    Unreadable,
)
from p2p_heroes.games.conquer.resources import Amounts
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Plain

TOGEED = Region.TOGEED


class Journey(Record):
    form: ClassVar[Form] = Form(
        "travel",
        Part("to", SOME_REGION),
        Part("days", COUNT),
        Part("on", REGION, "on"),
        Part("deployed", AMOUNTS, "with"),
    )
    to: Region
    days: int
    on: Region | None = None
    deployed: Amounts = ()


SHORT = Journey(Region.LOX, 2)
LONG = Journey(Region.LOX, 2, TOGEED, (("foot", 1), ("knight", 2)))


def test_a_part_with_a_keyword_is_said_only_where_there_is_something_to_say() -> None:
    assert to_text(SHORT) == "travel Lox 2"
    assert to_text(LONG) == "travel Lox 2 on Tog'Eed with foot 1 knight 2"
    assert to_text(Journey(Region.LOX, 2, None, (("foot", 1),))) == "travel Lox 2 with foot 1"


@pytest.mark.parametrize("journey", [SHORT, LONG, Journey(Region.LOX, 0, None, (("foot", 1),))])
def test_a_record_is_read_back_as_it_was_written(journey: Journey) -> None:
    assert from_words(Journey, to_text(journey).split()[1:]) == journey
    assert from_row(Journey, to_row(journey)[1:]) == journey
    assert from_plain(Journey, to_plain(journey)) == journey


def test_a_record_as_it_is_signed() -> None:
    assert to_row(LONG) == ("travel", "Lox", 2, "Tog'Eed", (("foot", 1), ("knight", 2)))
    assert to_plain(SHORT) == {"to": "Lox", "days": 2, "on": None, "deployed": ()}


@pytest.mark.parametrize(
    "plain",
    [
        None,
        (),
        {},
        {"to": "Lox", "days": 2, "on": None},
        {"to": "Lox", "days": 2, "on": None, "deployed": (), "by": 1},
        {"to": "lox", "days": 2, "on": None, "deployed": ()},
    ],
)
def test_a_record_has_exactly_its_fields(plain: Plain) -> None:
    with pytest.raises(Unreadable):
        from_plain(Journey, plain)


@pytest.mark.parametrize("row", [(), ("Lox", 2, None), ("Lox", 2, None, (), 1), ("Lox", None, None, ())])
def test_a_row_has_exactly_its_parts(row: tuple[Plain, ...]) -> None:
    with pytest.raises(Unreadable):
        from_row(Journey, row)


@pytest.mark.parametrize(
    "text",
    ["", "Lox", "Lox 2 on", "Lox 2 with", "Lox 2 with foot 1 on Vurt", "Lox 2 on Vurt on Vurt", "Lox 2 3"],
)
def test_words_are_in_the_order_of_the_parts(text: str) -> None:
    with pytest.raises(Unreadable):
        from_words(Journey, text.split())


def test_keywords_are_known_to_all_forms() -> None:
    assert Journey.form.keywords == {"on", "with"}
    with pytest.raises(AssertionError):
        Form("wander", Part("days", COUNT, "during"))
