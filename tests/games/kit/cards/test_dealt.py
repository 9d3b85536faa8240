"""Where the cards of a game lie."""

from p2p_heroes.games.kit.cards.dealt import HIDDEN, Card, Dealt
from p2p_heroes.games.kit.cards.needs import JOINT

STATE = Dealt("game", 3, (Card(0, JOINT, 4), Card(2, 0, 5), Card(3, 1), Card(5, 2, 6)), 6)


def test_a_seat_knows_the_faces_of_its_own_cards() -> None:
    assert STATE.known_to(0) == {2: 5}
    assert STATE.known_to(1) == {}
    assert STATE.known_to(None) == {}
    assert STATE.cards[2].face == HIDDEN


def test_new_cards_get_handles_that_no_card_has_had() -> None:
    after, handles = STATE.without([0, 5]).adding([(1, 4), (JOINT, HIDDEN)])
    assert handles == (6, 7)
    assert after.holders() == {2: 0, 3: 1, 6: 1, 7: JOINT}
    assert after.following == 8
    assert after.known_to(1) == {6: 4}


def test_with_a_seat_go_its_cards_and_all_joint_ones() -> None:
    after = STATE.losing(1)
    assert after.holders() == {2: 0, 5: 2}
    assert after.present == (0, 2)
    assert after.losing(0).gone == (0, 1)
