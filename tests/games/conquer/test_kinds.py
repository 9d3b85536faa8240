"""How regions, errands, amounts and spoils are written, each both ways: as plain values and in words."""

import pytest

from p2p_heroes.games.conquer.kinds import (
    AMOUNT,
    AMOUNTS,
    ERRANDS,
    KEYWORDS,
    NAME,
    NAMES,
    REGION,
    SOME_REGION,
    SOME_REGIONS,
    SPOILS,
)
from p2p_heroes.games.conquer.world import REGIONS, WORDS, Region
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.forms import (
    AnyKind,
)
from p2p_heroes.games.kit.kinds import NONE, Unreadable, Words

TOGEED = Region.TOGEED


def read(kind: AnyKind, text: str) -> object:
    """What a kind makes of all the words of a text."""
    words = Words(text.split(), frozenset({"with"}))
    value: object = kind.read(words)
    words.end()
    return value


# Each kind, both ways.

VALUES: list[tuple[AnyKind, object, Plain, str]] = [
    (NAME, "skeleton", "skeleton", "skeleton"),
    (NAME, "throne-of-the-dead", "throne-of-the-dead", "throne-of-the-dead"),
    (NAME, "ent+", "ent+", "ent+"),
    (REGION, Region.ASANDER, "Asander", "Asander"),
    (REGION, TOGEED, "Tog'Eed", "Tog'Eed"),
    (SOME_REGION, Region.ZORO, "Zoro", "Zoro"),
    (NAMES, ("wood", "move"), ("wood", "move"), "wood move"),
    (SOME_REGIONS, (TOGEED, Region.LOX), ("Tog'Eed", "Lox"), "Tog'Eed Lox"),
    (SOME_REGIONS, (), (), "none"),
    (AMOUNT, ("foot", 3), ("foot", 3), "foot 3"),
    (AMOUNTS, (), (), "none"),
    (AMOUNTS, (("foot", 3), ("knight", 1)), (("foot", 3), ("knight", 1)), "foot 3 knight 1"),
    (ERRANDS, (("hydra", TOGEED),), (("hydra", "Tog'Eed"),), "hydra Tog'Eed"),
    (
        ERRANDS,
        (("cap", Region.LOX), ("hydra", TOGEED)),
        (("cap", "Lox"), ("hydra", "Tog'Eed")),
        "cap Lox hydra Tog'Eed",
    ),
    (
        SPOILS,
        (("elves", (("wood", 3), ("iron", 1), ("gold", 4))),),
        (("elves", (("wood", 3), ("iron", 1), ("gold", 4))),),
        "elves wood 3 iron 1 gold 4",
    ),
    (
        SPOILS,
        (("elves", (("wood", 1),)), ("orcs", (("iron", 2), ("gold", 1)))),
        (("elves", (("wood", 1),)), ("orcs", (("iron", 2), ("gold", 1)))),
        "elves wood 1 orcs iron 2 gold 1",
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


def test_every_region_is_written_and_read() -> None:
    for region, word in zip(REGIONS, WORDS, strict=True):
        assert REGION.words(region) == REGION.plain(region) == word
        assert read(REGION, word) is read(REGION, word.upper()) is read(REGION, word.lower()) is region


@pytest.mark.parametrize("typed", ["Tog'Eed", "tog'eed", "TOG'EED", "togeed", "Togeed", "tog’eed", "Tog’Eed"])
def test_togeed_may_be_typed_in_several_ways(typed: str) -> None:
    assert read(REGION, typed) is TOGEED
    assert read(SOME_REGION, typed) is TOGEED


def test_names_may_be_typed_in_any_case() -> None:
    assert read(NAME, "Bone-Dragon") == "bone-dragon"
    assert read(AMOUNTS, "Foot 3 KNIGHT 1") == (("foot", 3), ("knight", 1))
    assert read(AMOUNTS, "None") == ()


@pytest.mark.parametrize(
    ("kind", "typed", "written"),
    [
        (AMOUNTS, "knight 1 foot 3 gold 2 wood 1", "wood 1 gold 2 foot 3 knight 1"),
        (ERRANDS, "hydra Tog'Eed cap Lox", "cap Lox hydra Tog'Eed"),
        (SPOILS, "orcs gold 1 iron 2 elves wood 1", "elves wood 1 orcs iron 2 gold 1"),
    ],
)
def test_named_things_are_typed_in_any_order_and_written_in_one(
    kind: AnyKind, typed: str, written: str
) -> None:
    assert kind.words(read(kind, typed)) == written


def test_a_region_may_be_absent_where_it_has_a_keyword() -> None:
    assert REGION.plain(None) is None
    assert REGION.value(None) is None
    assert REGION.words(None) == "none"


def each(kind: AnyKind, *plain: Plain) -> list[tuple[AnyKind, Plain]]:
    return [(kind, one) for one in plain]


REFUSED_PLAIN: list[tuple[AnyKind, Plain]] = [
    *each(NAME, 1, "", "+", "-", "Foot", "foot 1", "fo0t", "fußvolk", "for", "none", b"x"),
    *each(REGION, 1, "", "asander", "Tog' Eed", "Togeed", "Atlantis"),
    *each(SOME_REGION, None, "asander", 3),
    *each(NAMES, ("wood", "Move"), ("wood", 1)),
    *each(AMOUNT, (), ("foot",), ("foot", 1, 2), ("foot", 0), ("foot", "1"), (1, 1), "foot"),
    *each(
        AMOUNTS,
        (("knight", 1), ("foot", 1)),
        (("gold", 1), ("wood", 1)),
        (("foot", 1), ("foot", 2)),
        (("foot", 0),),
        {"foot": 1},
    ),
    *each(ERRANDS, (("hydra",),), (("hydra", None),), (("hydra", "lox"),), ("hydra",)),
    (ERRANDS, (("hydra", "Lox"), ("hydra", "Vurt"))),
    *each(SPOILS, (("elves", ()),), (("elves",),), (("elves", (("wood", 0),)),), ("elves",)),
    (SPOILS, (("elves", (("wood", 1),)), ("elves", (("iron", 1),)))),
]


@pytest.mark.parametrize(("kind", "plain"), REFUSED_PLAIN)
def test_any_other_plain_value_is_refused(kind: AnyKind, plain: Plain) -> None:
    with pytest.raises(Unreadable):
        kind.value(plain)


@pytest.mark.parametrize("name", sorted({NONE, *KEYWORDS}))
def test_nothing_is_named_like_a_keyword(name: str) -> None:
    with pytest.raises(Unreadable):
        NAME.value(name)


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        (NAME, "", "a name is missing"),
        (NAME, "fo0t", "fo0t is not a name"),
        (NAME, "buying", "buying is not a name"),
        (REGION, "", "a region is missing"),
        (REGION, "none", "there is no region none"),
        (REGION, "Atlantis", "there is no region Atlantis"),
        (SOME_REGION, "Tog", "there is no region Tog"),
        (AMOUNTS, "foot", "a number is missing"),
        (AMOUNTS, "foot 0", "an amount of none is not mentioned"),
        (AMOUNTS, "foot 1 knight", "knight is not understood here"),
        (AMOUNTS, "foot 1 foot 2", "something is mentioned twice"),
        (ERRANDS, "hydra", "a region is missing"),
        (ERRANDS, "hydra Lox hydra Vurt", "something is mentioned twice"),
        (SPOILS, "elves", "a name is missing"),
        (SPOILS, "elves wood", "a number is missing"),
        (SPOILS, "elves wood 1 wood 2", "something is mentioned twice"),
        (SPOILS, "elves wood 1 elves iron 2", "something is mentioned twice"),
    ],
)
def test_a_person_is_told_what_was_not_understood(kind: AnyKind, text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(kind, text)


@pytest.mark.parametrize(
    "kind", [NAME, NAMES, REGION, SOME_REGION, SOME_REGIONS, AMOUNT, AMOUNTS, ERRANDS, SPOILS]
)
def test_every_kind_says_what_is_absent(kind: AnyKind) -> None:
    assert hasattr(kind, "absent")


def test_people_also_say_the_number_first() -> None:
    assert read(AMOUNTS, "3 militia 1 knight") == (("knight", 1), ("militia", 3))
    assert read(AMOUNTS, "militia 3 1 knight") == (("knight", 1), ("militia", 3))
    with pytest.raises(Unreadable):
        read(AMOUNTS, "3")
