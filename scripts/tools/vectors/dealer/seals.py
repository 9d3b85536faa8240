"""Vectors of steps in which cards are passed on (protocol.md §15.2)."""

from p2p_heroes.games.kit.frozen import replace
from scripts.tools.masks import swapped

from ..cards.pieces import OF_ORDER_2L, other_element
from ..vector import Vector
from .staging import HELD, NUMBER, TWO, State, at, honest, owed, said, settled
from .staging import owing as _owing

SEAL: State = at(("seal", ((7, 2), (4, -1), (3, 1))))
SIZE = 160


def seal_to_seats_and_to_nobody() -> Vector:
    """Seat 0 gives one card to seat 2 and one to seat 1; seat 1 lays its own face down."""
    return settled(SEAL)


def seal_to_the_joint_cards_of_two() -> Vector:
    """Seat 1 is gone: the joint cover is that of the two others."""
    return settled(at(("seal", ((4, -1),)), {4: 2}, TWO))


def seal_to_oneself() -> Vector:
    """A card may go to who holds it."""
    return settled(at(("seal", ((3, 0),))))


def seal_that_seat_zero_owes() -> Vector:
    """Two seals, one behind the other, in the order of the need."""
    return _owing(SEAL, 0)


def seal_that_seat_one_owes() -> Vector:
    """One seal, for nobody."""
    return _owing(SEAL, 1)


def seal_in_another_order() -> Vector:
    """The second card is sealed first."""
    value = owed(SEAL, 0)
    return said("FalseSeal", SEAL, 0, value[SIZE:] + value[:SIZE])


def seal_of_the_first_card_twice() -> Vector:
    """Every seal has a name of its own."""
    return said("FalseSeal", SEAL, 0, owed(SEAL, 0)[:SIZE] * 2)


def seal_to_another_seat() -> Vector:
    """The card goes to whom the need names."""
    another = replace(SEAL, game=(("seal", ((7, 1), (4, -1), (3, 1))), tuple(HELD.items())))
    return said("FalseSeal", SEAL, 0, owed(another, 0))


def seal_of_another_card() -> Vector:
    """The other card of the seat goes to seat 2."""
    another = replace(SEAL, game=(("seal", ((3, 2), (4, -1), (7, 1))), tuple(HELD.items())))
    return said("FalseSeal", SEAL, 0, owed(another, 0))


def seal_of_another_step() -> Vector:
    """The same cards, sealed at another number of steps."""
    return said("FalseSeal", SEAL, 0, owed(replace(SEAL, number=NUMBER - 1), 0))


def seal_with_another_second_card() -> Vector:
    """The second seal is judged too."""
    return said("FalseSeal", SEAL, 0, other_element(owed(SEAL, 0), 6))


def seal_with_a_false_one_before_an_odd_one() -> Vector:
    """Seals are judged one after the other."""
    value = swapped(other_element(owed(SEAL, 0), 1), 5, OF_ORDER_2L)
    return said("FalseSeal", SEAL, 0, value)


def seal_of_one_card_for_two() -> Vector:
    """The length of all is judged first."""
    return said("WrongLength", SEAL, 0, swapped(owed(SEAL, 0)[:SIZE], 0, OF_ORDER_2L))


def seal_of_one_card_too_many() -> Vector:
    """The length of all is judged first."""
    value = owed(SEAL, 0)
    return said("WrongLength", SEAL, 1, value)


def seal_out_of_turn() -> Vector:
    """Who holds none of the cards is not asked."""
    return said("OutOfTurn", SEAL, 2, owed(SEAL, 1))


def seal_that_is_nil() -> Vector:
    """Who is there owes its seals."""
    return said("WrongLength", SEAL, 0, None)


def seal_without_seat_one() -> Vector:
    """Nothing is passed on: what seat 0 has sealed stays its own."""
    return settled(SEAL, honest(SEAL) | {1: None})
