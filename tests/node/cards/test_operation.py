"""What all operations are made of."""

import pytest

from p2p_heroes.games.kit.cards.needs import JOINT
from p2p_heroes.node.cards.masked import Masked, MaskedCard
from p2p_heroes.node.cards.operation import REMEMBERED, cards_of, check_key, elements, replaced, said
from protocol.cards.challenges import context
from protocol.cards.keys import CardKey, prove_key
from protocol.errors import WrongLength


@pytest.mark.parametrize("value", [None, True, 7, "text", (), {}], ids=repr)
def test_only_a_byte_string_answers(value: object) -> None:
    with pytest.raises(WrongLength):
        said(value)  # type: ignore[arg-type]
    assert said(b"") == b""


def test_what_was_checked_is_read_in_pieces() -> None:
    value = bytes(range(256))
    assert elements(value, 2) == (value[:32], value[32:64])
    assert cards_of(value, 3) == (value[:64], value[64:128], value[128:192])
    assert elements(value, 0) == cards_of(b"", 0) == ()


def test_what_comes_in_place_of_cards_ends_the_operation() -> None:
    state = Masked("game", 2, cards=(MaskedCard(4, JOINT, b"a"),), following=5, stage=2, piles=((b"b",),))
    outcome = replaced(state, [4], [(1, b"c")])
    assert outcome.answer == (5,)
    assert (outcome.state.stage, outcome.state.piles) == (0, ())
    assert outcome.state.holders() == {5: 1}


def test_verdicts_are_remembered_and_their_number_is_bounded() -> None:
    place = context(table=bytes(32), number=1, seat=0, name="key")
    value = prove_key(CardKey.from_seed(b"s" * 32), place)
    check_key.cache_clear()
    assert check_key(value, place) == check_key(value, place) == value[:32]
    assert (check_key.cache_info().hits, check_key.cache_info().maxsize) == (1, REMEMBERED)
