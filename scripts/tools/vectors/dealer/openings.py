"""Vectors of what players decide, with what opens the cards that they show (protocol.md §15.5)."""

from p2p_heroes.games.kit.frozen import replace
from protocol.cards.share import give_share
from scripts.tools.masks import KEYS

from ..cards.pieces import other_element
from ..vector import ACCEPT, Vector
from .staging import DEALER, NUMBER, TWO, State, at, face_of, said, settled, shown

BOTH: State = at(("secret", (0, 1)))


def open_two_cards() -> Vector:
    """A decision that shows two cards, and their shares in that order."""
    return said(ACCEPT, BOTH, 0, shown(BOTH, 0, 7, 3))


def open_no_card() -> Vector:
    """A decision that shows nothing has an empty opening."""
    return said(ACCEPT, BOTH, 0, ((), b""))


def open_and_settle() -> Vector:
    """What was shown is hidden no more."""
    return settled(BOTH, {0: shown(BOTH, 0, 7), 1: shown(BOTH, 1, 4)})


def open_and_settle_with_a_default() -> Vector:
    """A seat that was voted out decides by default and shows nothing; its key stays."""
    return settled(BOTH, {0: shown(BOTH, 0, 7), 1: ((), b"")})


def open_where_nobody_shows_a_card() -> Vector:
    """The cards stay as they were; the number of steps grows all the same."""
    return settled(at(("secret", (2,)), {3: 0, 4: 2, 7: 0}, TWO), {2: ((), b"")})


def open_that_nobody_asked_for() -> Vector:
    """A decision that shows nothing comes with an opening."""
    return said("IllegalDecision", BOTH, 0, ((), shown(BOTH, 0, 7)[1]))


def open_another_face() -> Vector:
    """The card has another face than is claimed."""
    _, opening = shown(BOTH, 0, 7)
    return said("IllegalDecision", BOTH, 0, (((7, 5 - face_of(BOTH, 7)),), opening))


def open_a_card_twice() -> Vector:
    """One handle is named twice."""
    return said("IllegalDecision", BOTH, 0, shown(BOTH, 0, 7, 7))


def open_a_card_of_another_seat() -> Vector:
    """The card is held by seat 1, and opened as seat 1 would."""
    return said("IllegalDecision", BOTH, 0, shown(BOTH, 1, 4))


def open_a_joint_card() -> Vector:
    """A joint card is nobody's to show."""
    return said("IllegalDecision", BOTH, 0, (((5, 0),), shown(BOTH, 0, 7)[1]))


def open_a_card_that_is_not_there() -> Vector:
    """No card has this handle."""
    return said("IllegalDecision", BOTH, 0, (((8, 0),), shown(BOTH, 0, 7)[1]))


def open_what_the_rules_refuse() -> Vector:
    """The rules know no such face: that is judged before the opening, which is too short."""
    return said("IllegalDecision", BOTH, 0, (((7, 6),), b""))


def open_without_shares() -> Vector:
    """A decision that shows a card has no opening."""
    return said("WrongLength", BOTH, 0, (shown(BOTH, 0, 7)[0], b""))


def open_one_card_of_two() -> Vector:
    """Each card that is shown is opened."""
    return said("WrongLength", BOTH, 0, (shown(BOTH, 0, 7, 3)[0], shown(BOTH, 0, 7)[1]))


def open_in_another_order() -> Vector:
    """The shares come in the order of the cards that are shown."""
    return said("FalseShare", BOTH, 0, (shown(BOTH, 0, 7, 3)[0], shown(BOTH, 0, 3, 7)[1]))


def open_with_another_share() -> Vector:
    """With it the card would have another face."""
    decision, opening = shown(BOTH, 0, 7)
    return said("FalseShare", BOTH, 0, (decision, other_element(opening, 0)))


def open_said_elsewhere() -> Vector:
    """The opening of another table."""
    return said("FalseShare", BOTH, 0, shown(BOTH, 0, 7, name="elsewhere"))


def open_of_another_step() -> Vector:
    """The opening was made for the step before."""
    return said("FalseShare", BOTH, 0, shown(replace(BOTH, number=NUMBER - 1), 0, 7))


def open_with_another_key() -> Vector:
    """The shares of seat 1 in a card of seat 0."""
    card = next(card.card for card in BOTH.cards if card.handle == 7)
    opening = give_share([card], KEYS[1], DEALER.where_opened(BOTH, 0))
    return said("FalseShare", BOTH, 0, (shown(BOTH, 0, 7)[0], opening))


def open_out_of_turn() -> Vector:
    """Seat 2 is not asked."""
    return said("OutOfTurn", BOTH, 2, ((), b""))


def open_with_something_else() -> Vector:
    """A value is a decision and an opening, and no more."""
    return said("IllegalDecision", BOTH, 0, (*shown(BOTH, 0, 7), None))


def open_with_a_text() -> Vector:
    """An opening is a byte string."""
    return said("IllegalDecision", BOTH, 0, ((), ""))


def open_what_is_no_decision() -> Vector:
    """The game reads no such decision."""
    return said("IllegalDecision", BOTH, 0, (None, b""))


def open_nothing_at_all() -> Vector:
    """Nil is no decision."""
    return said("IllegalDecision", BOTH, 0, None)


def open_without_a_decision() -> Vector:
    """An opening alone is no decision."""
    return said("IllegalDecision", BOTH, 0, shown(BOTH, 0, 7)[1])
