"""A codec for a small game: decisions as plain values and text, states as plain values."""

from typing import ClassVar

import pytest

from p2p_heroes.games.errors import MalformedDecision, MalformedState
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.codec import Codec
from p2p_heroes.games.kit.forms import Form, Part, Record
from p2p_heroes.games.kit.kinds import COUNT, Name
from p2p_heroes.games.kit.stored import Block

NAME = Name(frozenset({"on"}))


class Pond(Record):
    form: ClassVar[Form] = Form("pond", Part("ducks", COUNT), Part("frogs", COUNT))
    ducks: int
    frogs: int


class Choice(Record):
    pass


class Feed(Choice):
    form: ClassVar[Form] = Form("feed", Part("animal", NAME), Part("times", COUNT, "on"))
    animal: str
    times: int = 0


class Leave(Choice):
    form: ClassVar[Form] = Form("leave")


CODEC: Codec[Pond, Choice] = Codec(
    Block(Pond), (Feed, Leave), names=("tree-frog", "old-tree-frog", "duck"), keywords={"on", "with"}
)


def test_a_state_is_read_back_as_it_was_written() -> None:
    assert CODEC.encode_state(Pond(2, 3)) == {"ducks": 2, "frogs": 3}
    assert CODEC.decode_state({"ducks": 2, "frogs": 3}) == Pond(2, 3)
    broken: tuple[Plain, ...] = (None, (), {}, {"ducks": 2}, {"ducks": 2, "frogs": -1})
    for plain in broken:
        with pytest.raises(MalformedState):
            CODEC.decode_state(plain)


@pytest.mark.parametrize(
    ("decision", "plain", "text"),
    [
        (Leave(), ("leave",), "leave"),
        (Feed("duck"), ("feed", "duck", 0), "feed duck"),
        (Feed("tree-frog", 3), ("feed", "tree-frog", 3), "feed tree-frog on 3"),
    ],
)
def test_a_decision_is_read_back_as_it_was_written(decision: Choice, plain: Plain, text: str) -> None:
    assert CODEC.encode_decision(decision) == plain
    assert CODEC.decode_decision(plain) == decision
    assert CODEC.notate(decision) == text
    assert CODEC.parse(text) == decision


@pytest.mark.parametrize(
    "plain", [None, (), "leave", (1,), ("nap",), ("Leave",), ("leave", 1), ("feed",), b"leave"]
)
def test_what_is_no_decision_is_refused(plain: Plain) -> None:
    with pytest.raises(MalformedDecision):
        CODEC.decode_decision(plain)


@pytest.mark.parametrize("text", ["", "  ", "nap", "leave now", "feed", "feed duck on"])
def test_what_is_no_text_of_a_decision_is_refused(text: str) -> None:
    with pytest.raises(MalformedDecision):
        CODEC.parse(text)


def test_names_of_several_words_are_read_without_hyphens() -> None:
    assert CODEC.parse("Feed  Tree Frog") == Feed("tree-frog")
    assert CODEC.parse("feed old tree frog") == Feed("old-tree-frog")
    without: Codec[Pond, Choice] = Codec(Block(Pond), (Leave,))
    assert without.parse("leave") == Leave()


def test_no_two_decisions_share_a_word_and_no_keyword_is_a_name() -> None:
    with pytest.raises(AssertionError):
        Codec(Block(Pond), (Leave, Leave))
    with pytest.raises(AssertionError):
        Codec(Block(Pond), (Feed,), keywords={"with"})
