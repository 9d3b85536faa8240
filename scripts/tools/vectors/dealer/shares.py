"""Vectors of steps in which cards are dealt and shown (protocol.md §15.2)."""

from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.node.cards.dealer import MaskedDealer
from protocol.cards.group import add, base, subtract
from protocol.cards.share import give_share
from scripts.tools.masks import KEYS, piece_of, swapped

from ..cards.pieces import other_element
from ..vector import Vector
from .staging import DEALER, HELD, TWO, State, at, honest, owed, said, settled
from .staging import owing as _owing

DEAL: State = at(("deal", ((5, 1), (2, 0), (6, 1))))
ONE: State = at(("deal", ((5, 1),)))
SHOW: State = at(("show", (7, 5, 4, 2)))
OWN: State = at(("show", (7, 3)))


def _elsewhere(state: State, game: object) -> State:
    return replace(state, game=(game, tuple(HELD.items())))


def deal_to_two() -> Vector:
    """Each shares in what goes to somebody else; seat 2 gets nothing and shares in all."""
    return settled(DEAL)


def deal_of_one_card() -> Vector:
    """Who gets the only card owes nothing."""
    return settled(ONE)


def deal_with_a_seat_that_is_gone() -> Vector:
    """Seat 1 is gone: it has no part in what was masked since."""
    return settled(at(("deal", ((5, 2), (2, 0))), {2: -1, 5: -1}, TWO))


def deal_that_seat_zero_owes() -> Vector:
    """In the cards that go to others, in the order of the need."""
    return _owing(DEAL, 0)


def deal_that_seat_two_owes() -> Vector:
    """In all three cards."""
    return _owing(DEAL, 2)


def deal_with_a_share_in_ones_own_card() -> Vector:
    """A share in the card that one gets is not asked for: all could read it."""
    return said("WrongLength", DEAL, 0, owed(DEAL, 2))


def deal_in_another_order() -> Vector:
    """The shares come in the order of the need, not of the handles."""
    another = _elsewhere(DEAL, ("deal", ((2, 0), (6, 1), (5, 1))))
    return said("FalseShare", DEAL, 0, owed(another, 0))


def deal_with_another_share() -> Vector:
    """One share is another element."""
    return said("FalseShare", DEAL, 0, other_element(owed(DEAL, 0), 1))


def deal_with_shares_that_cancel() -> Vector:
    """Two wrong shares have the right sum."""
    value = owed(DEAL, 0)
    wrong = swapped(swapped(value, 0, add(value[:32], base(1))), 1, subtract(piece_of(value, 1), base(1)))
    return said("FalseShare", DEAL, 0, wrong)


def deal_with_the_share_of_another_seat() -> Vector:
    """Seat 2 says what seat 0 owes."""
    return said("FalseShare", ONE, 2, owed(ONE, 0))


def deal_at_another_table() -> Vector:
    """The same cards, shared in at another table."""
    elsewhere = MaskedDealer(DEALER.rules, b"U" * 32).operation(DEAL)
    assert elsewhere is not None
    return said("FalseShare", DEAL, 0, elsewhere.make(0, KEYS[0]))


def deal_said_as_an_opening() -> Vector:
    """The context has the name `share`."""
    cards = tuple(card.card for handle in (5, 6) for card in DEAL.cards if card.handle == handle)
    return said("FalseShare", DEAL, 0, give_share(cards, KEYS[0], DEALER.where_opened(DEAL, 0)))


def deal_out_of_turn() -> Vector:
    """Who gets the only card is not asked."""
    return said("OutOfTurn", ONE, 1, owed(ONE, 0))


def deal_that_is_nil() -> Vector:
    """Who is there owes its shares."""
    return said("WrongLength", DEAL, 0, None)


def deal_without_seat_two() -> Vector:
    """One share is missing: nothing is dealt, and all joint cards are no more."""
    return settled(DEAL, honest(DEAL) | {2: None})


def show_of_joint_and_own_cards() -> Vector:
    """All share in joint cards, and the holder alone in its own."""
    return settled(SHOW)


def show_of_own_cards() -> Vector:
    """Only the holder is asked."""
    return settled(OWN)


def show_of_what_is_no_face() -> Vector:
    """In a state that somebody made up a card is no face of the family: it counts as face 0."""
    cards = tuple(
        replace(card, card=card.card[:32] + add(card.card[32:], base(5))) if card.handle == 7 else card
        for card in OWN.cards
    )
    return settled(replace(OWN, cards=cards))


def show_that_seat_zero_owes() -> Vector:
    """In its own card, and in the joint ones."""
    return _owing(SHOW, 0)


def show_that_seat_two_owes() -> Vector:
    """In the joint cards alone."""
    return _owing(SHOW, 2)


def show_of_another_card() -> Vector:
    """The share in another card of the seat."""
    another = _elsewhere(OWN, ("show", (3, 7)))
    return said("FalseShare", OWN, 0, owed(another, 0))


def show_of_one_card_for_two() -> Vector:
    """Every card that is asked for is shown."""
    return said("WrongLength", OWN, 0, owed(_elsewhere(OWN, ("show", (7,))), 0))


def show_out_of_turn() -> Vector:
    """Who has no part in a card is not asked."""
    return said("OutOfTurn", OWN, 2, owed(ONE, 2))


def show_without_its_holder() -> Vector:
    """The seat is gone, and its cards with it."""
    return settled(OWN, {0: None})
