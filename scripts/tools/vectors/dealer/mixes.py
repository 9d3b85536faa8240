"""Vectors of steps in which piles are mixed (protocol.md §15.2)."""

from p2p_heroes.games.kit.frozen import replace

from ..vector import Vector
from .staging import HELD, NUMBER, TWO, State, at, honest, owed, said, settled, then
from .staging import owing as _owing

JOINT_PILE: State = at(("mix", ((-1, (6, 2), (3, 1)),)))
OWN_PILES: State = at(("mix", ((1, (4,), (0,)), (0, (7, 3), ()), (2, (), ()))))
SECOND = then(JOINT_PILE, honest(JOINT_PILE))
THIRD = then(SECOND, honest(SECOND))


def mix_of_a_joint_pile_by_the_first() -> Vector:
    """Two hidden cards and two that lie open enter the pile; the first who is present mixes them."""
    return settled(JOINT_PILE)


def mix_of_a_joint_pile_by_the_second() -> Vector:
    """What the first has made of the pile is mixed by the second."""
    return settled(SECOND)


def mix_of_a_joint_pile_by_the_last() -> Vector:
    """The pile becomes joint cards; the cards that entered are no more, a card outside of the pile stays."""
    return settled(THIRD)


def mix_of_a_joint_pile_of_two() -> Vector:
    """Seat 1 is gone: the second who is present is seat 2, and ends it."""
    first = at(("mix", ((-1, (6, 2), ()),)), {2: -1, 6: -1}, TWO)
    return settled(then(first, honest(first)))


def mix_of_own_piles() -> Vector:
    """Seats 0 and 1 mix their own, at once, under their own keys; new handles come pile by pile."""
    return settled(OWN_PILES)


def mix_of_open_cards_of_ones_own() -> Vector:
    """All three hide the same faces, each under its own key."""
    return settled(at(("mix", tuple((seat, (), (4, 5)) for seat in (0, 1, 2)))))


def mix_that_the_first_owes() -> Vector:
    """What the first seat says."""
    return _owing(JOINT_PILE, 0)


def mix_that_the_third_owes() -> Vector:
    """What the third seat says."""
    return _owing(THIRD, 2)


def mix_of_an_own_pile() -> Vector:
    """What seat 1 says for its pile."""
    return _owing(OWN_PILES, 1)


def mix_out_of_turn() -> Vector:
    """The first one mixes, and nobody else."""
    return said("OutOfTurn", JOINT_PILE, 1, owed(SECOND, 1))


def mix_of_an_empty_pile() -> Vector:
    """Who has nothing to mix is not asked."""
    return said("OutOfTurn", OWN_PILES, 2, owed(OWN_PILES, 1))


def mix_that_another_seat_made() -> Vector:
    """The proof of the second is said by the third."""
    return said("FalseMix", THIRD, 2, owed(SECOND, 1))


def mix_of_the_pile_before() -> Vector:
    """What the first has mixed counts, not what was there before it."""
    return said("FalseMix", SECOND, 1, owed(replace(JOINT_PILE, keys=SECOND.keys, number=SECOND.number), 0))


def mix_of_another_step() -> Vector:
    """The same pile, mixed at another number of steps."""
    return said("FalseMix", JOINT_PILE, 0, owed(replace(JOINT_PILE, number=NUMBER + 1), 0))


def mix_of_the_pile_in_another_order() -> Vector:
    """Cards enter in the order of the need."""
    another = replace(JOINT_PILE, game=(("mix", ((-1, (2, 6), (3, 1)),)), tuple(HELD.items())))
    return said("FalseMix", JOINT_PILE, 0, owed(another, 0))


def mix_of_other_faces() -> Vector:
    """The faces are those that the game has named."""
    another = replace(JOINT_PILE, game=(("mix", ((-1, (6, 2), (3, 0)),)), tuple(HELD.items())))
    return said("FalseMix", JOINT_PILE, 0, owed(another, 0))


def mix_without_the_open_cards() -> Vector:
    """So many cards, so many bytes: hidden ones and open ones."""
    another = replace(JOINT_PILE, game=(("mix", ((-1, (6, 2), ()),)), tuple(HELD.items())))
    return said("WrongLength", JOINT_PILE, 0, owed(another, 0))


def mix_with_a_card_twice() -> Vector:
    """The first card once more, in place of the second."""
    value = owed(JOINT_PILE, 0)
    return said("FalseMix", JOINT_PILE, 0, value[:64] * 2 + value[128:])


def mix_of_an_own_pile_of_another() -> Vector:
    """Each mixes its own pile."""
    return said("WrongLength", OWN_PILES, 0, owed(OWN_PILES, 0) + bytes(32))


def mix_that_is_nil() -> Vector:
    """Who is there owes its mix."""
    return said("WrongLength", JOINT_PILE, 0, None)


def mix_that_is_a_text() -> Vector:
    """Every value is a byte string."""
    return said("WrongLength", JOINT_PILE, 0, "x" * len(owed(JOINT_PILE, 0)))


def mix_without_the_second() -> Vector:
    """Nothing of the pile counts: its cards are no more, and the game hears who is gone."""
    return settled(SECOND, {1: None})


def mix_of_own_piles_without_seat_one() -> Vector:
    """What seat 0 has said comes to nothing; its cards stand as before, joint ones are no more."""
    return settled(OWN_PILES, honest(OWN_PILES) | {1: None})


def mix_of_own_piles_of_nobody() -> Vector:
    """Of two who do not answer the game hears of the lower one first, and of the other when it asks again."""
    return settled(OWN_PILES, {0: None, 1: None})
