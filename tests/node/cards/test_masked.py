"""The agreed state of masked cards."""

from p2p_heroes.games.kit.cards.needs import JOINT
from p2p_heroes.node.cards.masked import GONE, Masked, MaskedCard
from protocol.cards.group import add, base

KEYS = (base(2), base(3), base(5))
STATE = Masked(
    "game", 3, KEYS, (MaskedCard(0, JOINT, b"a"), MaskedCard(1, 0, b"b"), MaskedCard(2, 2, b"c")), following=3
)


def test_new_cards_get_handles_that_no_card_has_had() -> None:
    after, handles = STATE.without((1, 2)).adding(((1, b"d"), (JOINT, b"e")))
    assert handles == (3, 4)
    assert after.holders() == {0: JOINT, 3: 1, 4: JOINT}
    assert after.by_handle() == {0: b"a", 3: b"d", 4: b"e"}
    assert after.following == 5


def test_a_joint_card_lies_under_the_keys_of_all_who_are_present() -> None:
    assert STATE.cover(1) == KEYS[1]
    assert STATE.cover(JOINT) == base(10)
    assert STATE.missing((1,)).cover(JOINT) == add(KEYS[0], KEYS[2])


def test_who_has_not_answered_is_gone_before_the_game_is_told() -> None:
    missing = STATE.missing((0, 2))
    assert missing.keys == (GONE, KEYS[1], GONE)
    assert (missing.present, missing.untold, missing.gone) == ((1,), (0, 2), ())
    told = missing.losing(2)
    assert (told.untold, told.gone) == ((0,), (2,))
    assert told.holders() == {1: 0}, "its cards and all joint ones are no more"
    assert told.losing(0).cards == ()
