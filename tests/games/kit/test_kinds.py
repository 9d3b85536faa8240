"""How the parts of a record are written, each kind both ways: as plain values and in words."""

import pytest

from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.forms import AnyKind
from p2p_heroes.games.kit.kinds import (
    COUNT,
    COUNTS,
    FLAG,
    LONGEST_LIST,
    LONGEST_NAME,
    MOST,
    NONE,
    Amount,
    EachOnce,
    Name,
    Named,
    Several,
    Unreadable,
    Words,
)

NAME = Name(frozenset({"with"}))
NAMES: Several[str] = Several(NAME)
AMOUNT = Amount(NAME)
AMOUNTS: EachOnce[int] = EachOnce(AMOUNT, width=2)
PAIR: Named[str] = Named(NAME, NAME, "a pair")
PAIRS: EachOnce[str] = EachOnce(PAIR, width=2, in_order=lambda pairs: tuple(sorted(pairs, reverse=True)))


def read(kind: AnyKind, text: str) -> object:
    """What a kind makes of all the words of a text."""
    words = Words(text.split(), frozenset({"with"}))
    value: object = kind.read(words)
    words.end()
    return value


# Words.


def test_words_are_taken_one_by_one_up_to_the_end() -> None:
    words = Words(["one", "two"], frozenset())
    assert words.peek() == "one"
    assert words.peek(1) == "two"
    assert words.peek(2) == ""
    assert words.take("a word") == "one"
    with pytest.raises(Unreadable, match="two is not understood here"):
        words.end()
    assert words.take("a word") == "two"
    words.end()
    with pytest.raises(Unreadable, match="a word is missing"):
        words.take("a word")


def test_a_keyword_ends_what_is_being_read() -> None:
    words = Words(["one", "with", "two"], frozenset({"with"}))
    assert words.peek(1) == ""
    assert not words.take_keyword("with")
    words.take("a word")
    assert words.peek() == ""
    assert words.peek(1) == ""
    assert words.take_keyword("with")
    assert words.peek() == "two"


def test_nothing_is_left_to_be_a_keyword_at_the_end() -> None:
    assert not Words([], frozenset({"with"})).take_keyword("with")


def test_a_keyword_may_be_typed_in_any_case() -> None:
    words = Words(["Kate", "WITH", "Greg"], frozenset({"with"}))
    assert words.take("a name") == "Kate"
    assert words.take_keyword("with")
    assert words.take("a name") == "Greg"


# Each kind, both ways.

VALUES: list[tuple[AnyKind, object, Plain, str]] = [
    (COUNT, 0, 0, "0"),
    (COUNT, 12, 12, "12"),
    (COUNT, MOST, MOST, "9999"),
    (NAME, "skeleton", "skeleton", "skeleton"),
    (NAME, "throne-of-the-dead", "throne-of-the-dead", "throne-of-the-dead"),
    (NAME, "ent+", "ent+", "ent+"),
    (COUNTS, (), (), "none"),
    (COUNTS, (0, 3, 2), (0, 3, 2), "0 3 2"),
    (NAMES, ("wood", "move"), ("wood", "move"), "wood move"),
    (AMOUNT, ("foot", 3), ("foot", 3), "foot 3"),
    (AMOUNTS, (), (), "none"),
    (AMOUNTS, (("foot", 3), ("knight", 1)), (("foot", 3), ("knight", 1)), "foot 3 knight 1"),
    (PAIR, ("king", "queen"), ("king", "queen"), "king queen"),
    (
        PAIRS,
        (("king", "queen"), ("bow", "arrow")),
        (("king", "queen"), ("bow", "arrow")),
        "king queen bow arrow",
    ),
]
every_value = pytest.mark.parametrize(("kind", "value", "plain", "text"), VALUES, ids=[v[3] for v in VALUES])


@every_value
def test_a_value_has_one_plain_form(kind: AnyKind, value: object, plain: Plain, text: str) -> None:
    assert kind.plain(value) == plain
    assert kind.value(plain) == value


@every_value
def test_a_value_has_one_text(kind: AnyKind, value: object, plain: Plain, text: str) -> None:
    assert kind.words(value) == text
    assert read(kind, text) == value


def test_names_may_be_typed_in_any_case() -> None:
    assert read(NAME, "Bone-Dragon") == "bone-dragon"
    assert read(AMOUNTS, "Foot 3 KNIGHT 1") == (("foot", 3), ("knight", 1))
    assert read(AMOUNTS, "None") == ()


def test_named_things_are_typed_in_any_order_and_written_in_one() -> None:
    assert read(AMOUNTS, "knight 1 foot 3") == (("foot", 3), ("knight", 1))
    assert read(PAIRS, "bow arrow king queen") == (("king", "queen"), ("bow", "arrow"))


def test_a_flag_is_never_typed() -> None:
    assert FLAG.value(FLAG.plain(True)) is True
    assert FLAG.value(FLAG.plain(False)) is False
    with pytest.raises(AssertionError):
        FLAG.words(True)
    with pytest.raises(AssertionError):
        FLAG.read(Words(["true"], frozenset()))


def each(kind: AnyKind, *plain: Plain) -> list[tuple[AnyKind, Plain]]:
    return [(kind, one) for one in plain]


REFUSED_PLAIN: list[tuple[AnyKind, Plain]] = [
    *each(COUNT, -1, MOST + 1, "1", True, None),
    *each(FLAG, 0, 1, "true", None),
    *each(NAME, 1, "", "+", "-", "Foot", "foot 1", "fo0t", "fußvolk", "with", NONE, b"x"),
    (NAME, "x" * (LONGEST_NAME + 1)),
    (Name(), NONE),
    *each(COUNTS, None, 1, "1", (1, "2"), (True,), (0,) * (LONGEST_LIST + 1)),
    *each(NAMES, ("wood", "Move"), ("wood", 1)),
    *each(AMOUNT, (), ("foot",), ("foot", 1, 2), ("foot", 0), ("foot", "1"), (1, 1), "foot"),
    *each(
        AMOUNTS,
        (("knight", 1), ("foot", 1)),
        (("foot", 1), ("foot", 2)),
        (("foot", 0),),
        {"foot": 1},
    ),
    *each(PAIR, ("king",), ("king", None), "king"),
    *[(PAIRS, plain) for plain in ((("bow", "arrow"), ("king", "queen")), (("bow", "arrow"),) * 2)],
]


@pytest.mark.parametrize(("kind", "plain"), REFUSED_PLAIN)
def test_any_other_plain_value_is_refused(kind: AnyKind, plain: Plain) -> None:
    with pytest.raises(Unreadable):
        kind.value(plain)


def test_what_was_expected_is_told() -> None:
    with pytest.raises(Unreadable, match="not a pair"):
        PAIR.value(())
    with pytest.raises(Unreadable, match="not an amount"):
        AMOUNT.value(())


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        (COUNT, "", "a number is missing"),
        (COUNT, "with", "a number is missing"),
        (COUNT, "many", "many is not a number"),
        (COUNT, "-1", "-1 is not a number"),
        (COUNT, "10000", "10000 is not a number"),
        (COUNT, "٣", "is not a number"),
        (COUNT, "²", "is not a number"),
        (COUNT, "1 2", "2 is not understood here"),
        (NAME, "", "a name is missing"),
        (NAME, "fo0t", "fo0t is not a name"),
        (COUNTS, "1 two", "two is not a number"),
        (COUNTS, "none 1", "1 is not understood here"),
        (COUNTS, "1 " * (LONGEST_LIST + 1), "1 is not understood here"),
        (AMOUNTS, "foot", "a number is missing"),
        (AMOUNTS, "foot 0", "an amount of none is not mentioned"),
        (AMOUNTS, "foot 1 knight", "knight is not understood here"),
        (AMOUNTS, "foot 1 foot 2", "something is mentioned twice"),
        (PAIR, "king", "a name is missing"),
        (PAIRS, "king queen king rook", "something is mentioned twice"),
    ],
)
def test_a_person_is_told_what_was_not_understood(kind: AnyKind, text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(kind, text)


def test_every_kind_says_what_is_absent() -> None:
    kinds: list[AnyKind] = [COUNT, FLAG, NAME, COUNTS, NAMES, AMOUNT, AMOUNTS, PAIR, PAIRS]
    assert [kind.absent for kind in kinds] == [0, False, "", (), (), ("", 0), (), ("", ""), ()]


def test_people_also_say_the_number_first() -> None:
    assert read(AMOUNTS, "3 militia 1 knight") == (("knight", 1), ("militia", 3))
    assert read(AMOUNTS, "militia 3 1 knight") == (("knight", 1), ("militia", 3))
    with pytest.raises(Unreadable):
        read(AMOUNTS, "3")
