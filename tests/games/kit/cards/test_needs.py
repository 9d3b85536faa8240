"""What a game of cards may ask a dealer for."""

import pytest

from p2p_heroes.games.game import Chance, Over
from p2p_heroes.games.kit.cards.needs import (
    JOINT,
    MOST_CARDS,
    MOST_HIDDEN,
    MOST_SEALED,
    MOST_TURNED,
    CardNeed,
    Deal,
    Gather,
    Mix,
    Pile,
    Seal,
    Show,
    handles_of,
    is_card_need,
    is_met,
    mistake,
)

HOLDERS = {0: JOINT, 1: JOINT, 2: 0, 3: 0, 4: 1, 5: 2}
"""Seat 2 has left."""
PRESENT = (0, 1)
MANY = dict.fromkeys(range(MOST_CARDS + 1), JOINT)

SOUND: list[CardNeed] = [
    Mix((Pile(JOINT, (0, 1), (7, 8)),)),
    Mix((Pile(0, (3, 2)), Pile(1, (), (5,)))),
    Deal(((0, 1), (1, 0))),
    Show((0, 3, 4)),
    Seal(((2, 1), (4, JOINT), (3, 0))),
]
WRONG: dict[str, list[CardNeed]] = {
    "twice": [
        Mix((Pile(0, (2, 2)),)),
        Deal(((0, 1), (0, 0))),
        Show((3, 3)),
        Seal(((2, 1), (2, 0))),
        Mix((Pile(0, (), (4, 4)),)),
    ],
    "no such": [Show((6,)), Deal(((6, 0),)), Mix((Pile(0, (), (9,)),)), Mix((Pile(0, (), (-1,)),))],
    "not there": [
        Mix((Pile(2, (5,)),)),
        Deal(((0, 2),)),
        Show((5,)),
        Seal(((2, 2),)),
        Deal(((0, 3),)),
    ],
    "somebody holds": [Deal(((2, 1),))],
    "only who holds": [Seal(((0, 1),)), Seal(((5, 1),))],
    "does not hold": [Mix((Pile(0, (4,)),)), Mix((Pile(JOINT, (2,)),))],
    "at once": [Mix((Pile(0, (2,)), Pile(0, (3,)))), Mix((Pile(JOINT, (0,)), Pile(0, (2,))))],
    "joint cards": [Gather((1, 2))],
}


@pytest.mark.parametrize("need", SOUND)
def test_a_sound_need_can_be_met(need: CardNeed) -> None:
    assert mistake(need, HOLDERS, PRESENT, 9) == ""
    assert is_card_need(need)
    assert not is_met(need)
    assert set(handles_of(need)) <= HOLDERS.keys()


@pytest.mark.parametrize(
    ("why", "need"), [(why, need) for why, needs in WRONG.items() for need in needs], ids=str
)
def test_a_need_that_nobody_can_meet_is_named(why: str, need: CardNeed) -> None:
    assert why in mistake(need, HOLDERS, PRESENT, 9)


def test_a_tree_is_gathered_where_no_joint_card_is_left() -> None:
    assert mistake(Gather((1, 2)), {2: 0}, PRESENT, 9) == ""
    assert handles_of(Gather((1, 2))) == ()
    assert "twice" in mistake(Gather((1, 1)), {2: 0}, PRESENT, 9)
    assert "no such" in mistake(Gather((9,)), {2: 0}, PRESENT, 9)
    assert "cards at once" in mistake(Gather((1, 2)), dict.fromkeys(range(129), 0), PRESENT, 9)


def test_no_step_carries_more_cards_than_a_message_can() -> None:
    some = tuple(range(MOST_TURNED + 1))
    held = dict.fromkeys(some, 0)
    sealed = tuple((handle, 1) for handle in range(MOST_SEALED + 1))
    assert "65 cards" in mistake(Deal(tuple((handle, 0) for handle in some)), MANY, PRESENT, 9)
    assert "65 cards" in mistake(Show(some), MANY, PRESENT, 9)
    assert "129 cards" in mistake(Mix((Pile(JOINT, tuple(MANY)),)), MANY, PRESENT, 9)
    assert "25 cards" in mistake(Seal(sealed), held, PRESENT, 9)


def test_no_more_cards_are_hidden_than_a_state_can_hold() -> None:
    """Only faces that are mixed in are new; whoever asks for more has made a mistake, and no seat has."""
    full = dict.fromkeys(range(MOST_HIDDEN - 20), JOINT)
    faces = tuple(range(10))
    own = Mix((Pile(0, (), faces), Pile(1, (), faces)))
    assert mistake(own, full, PRESENT, 128) == ""
    assert "257 hidden" in mistake(own, full | {MOST_HIDDEN: JOINT}, PRESENT, 128)
    every = tuple(range(MOST_CARDS))
    assert mistake(Gather(every), dict.fromkeys(every, 0), PRESENT, 128) == ""
    again = Mix((Pile(JOINT, every),))
    assert mistake(again, dict.fromkeys(range(MOST_HIDDEN), JOINT), PRESENT, 128) == ""


def test_what_asks_for_no_card_is_met_already() -> None:
    nothing: list[CardNeed] = [Mix((Pile(0, ()),)), Mix(()), Deal(()), Show(()), Seal(()), Gather(())]
    assert all(map(is_met, nothing))


def test_the_needs_of_other_games_are_no_card_needs() -> None:
    assert not is_card_need(Chance("a die", (6,)))
    assert not is_card_need(Over((1, 2)))
