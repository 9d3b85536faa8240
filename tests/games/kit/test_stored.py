"""The sorts of parts that only states have: written and read back, and nothing else is read."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.forms import Form, Part, Record
from p2p_heroes.games.kit.kinds import COUNT, Count, OneOf, Unreadable, Untyped, Words
from p2p_heroes.games.kit.stored import (
    Bits,
    Block,
    ByWord,
    Counts,
    FixedList,
    NeverThere,
    Parts,
    Sound,
    Tagged,
)


class Hand(Record):
    form: ClassVar[Form] = Form("hand", Part("cards", COUNT))
    cards: int


class Deck(Record):
    form: ClassVar[Form] = Form("deck", Part("cards", COUNT), Part("used", COUNT))
    cards: int
    used: int = 0


@dataclass
class Seat:
    """What is no record, for it is changed."""

    cards: int


COLOUR = OneOf("colour", {"Red": "R", "Blue": "B"})
KINDS: dict[str, tuple[Any, Any, Plain, list[Plain]]] = {
    "row": (FixedList(COUNT, 2, "a pair"), (1, 2), (1, 2), [(1,), (1, 2, 3), None, {"a": 1}, (1, -1)]),
    "counts": (
        Counts(("fox", "owl")),
        (1, 0),
        {"fox": 1, "owl": 0},
        [{"fox": 1}, {"fox": 1, "owl": True}, {"fox": 1, "owl": 0, "elk": 1}, (1, 0), None],
    ),
    "by word": (
        ByWord(COLOUR, Count(1, 8)),
        (("R", 8), ("B", 1)),
        {"Blue": 1, "Red": 8},
        [{"Blue": 0}, {"Blue": 9}, {"blue": 1}, {"Blue": True}, (), None],
    ),
    "bits": (
        Bits(("fox", "owl", "elk")),
        0b101,
        ("fox", "elk"),
        [("elk", "fox"), ("fox", "fox"), ("cat",), (True,)],
    ),
    "numbers as bits": (Bits((2, 3, 5)), 0b110, (3, 5), [(5, 3), (True,), ("2",), (4,), None]),
    "block": (Block(Deck), Deck(3, 1), {"cards": 3, "used": 1}, [{"cards": 3}, None, (3, 1)]),
    "parts": (Parts(Seat, Hand.form), Seat(3), {"cards": 3}, [{"cards": -1}, {}, None, (3,)]),
    "sound": (
        Sound(Block(Deck), lambda deck: deck.used <= deck.cards),
        Deck(3, 3),
        {"cards": 3, "used": 3},
        [{"cards": 3, "used": 4}, {"cards": 3}],
    ),
    "absent": (NeverThere(), None, None, [0, False, (), {}]),
    "tagged": (
        Tagged("kind", (Hand, Deck)),
        Deck(3, 1),
        {"kind": "deck", "cards": 3, "used": 1},
        [{"kind": "deck", "cards": 3}, {"kind": "pile"}, {"kind": 1}, {"cards": 3}, (), None],
    ),
}
every_kind = pytest.mark.parametrize(("kind", "value", "plain", "wrong"), KINDS.values(), ids=KINDS)


@every_kind
def test_a_value_is_read_back_as_it_was_written(
    kind: Any, value: object, plain: Plain, wrong: list[Plain]
) -> None:
    assert kind.plain(value) == plain
    assert kind.value(plain) == value


@every_kind
def test_nothing_else_is_read(kind: Any, value: object, plain: Plain, wrong: list[Plain]) -> None:
    for other in wrong:
        with pytest.raises(Unreadable):
            kind.value(other)


@pytest.mark.parametrize("name", ["bits", "numbers as bits", "block", "tagged"])
def test_what_is_equal_in_two_states_is_one_plain_value(name: str) -> None:
    kind, value, *_ = KINDS[name]
    assert kind.plain(value) is kind.plain(value)


def test_two_kinds_do_not_share_a_tag() -> None:
    with pytest.raises(AssertionError):
        Tagged("kind", (Hand, Hand))


def test_what_only_states_have_is_never_typed() -> None:
    kind: Untyped[int] = Bits(("fox",))
    with pytest.raises(AssertionError):
        kind.words(1)
    with pytest.raises(AssertionError):
        kind.read(Words(["fox"], frozenset()))
