"""Vectors of the first step, in which all say their keys (protocol.md §15.2)."""

from p2p_heroes.games.kit.frozen import replace
from protocol.cards.group import add
from protocol.cards.keys import prove_key
from scripts.tools.masks import ELSEWHERE, KEYS, swapped

from ..cards.pieces import OF_ORDER_2L, raised_by_the_order
from ..vector import Vector
from .staging import DEALER, State, at, honest, owed, said, settled
from .staging import owing as _owing

BEGUN: State = replace(at(("mix", ((-1, (), (0, 1)),)), {}), keys=(), following=0, number=0)


def keys_of_three() -> Vector:
    """All say their keys: from then on they are in the state."""
    return settled(BEGUN)


def keys_without_seat_one() -> Vector:
    """Who says no key has an empty one; the others' stand, and a game that asks for cards hears of it."""
    return settled(BEGUN, honest(BEGUN) | {1: None})


def keys_of_a_game_that_needs_nothing() -> Vector:
    """A need for nothing is answered by nothing, without a step."""
    return settled(replace(BEGUN, game=(("show", ()), ())))


def keys_of_a_game_that_mixes_nothing() -> Vector:
    """A mix of no card in any pile is a need for nothing."""
    return settled(replace(BEGUN, game=(("mix", ((0, (), ()), (1, (), ()))), ())))


def keys_of_a_game_that_asks_for_no_card() -> Vector:
    """A game that is over is not told who is gone."""
    return settled(replace(BEGUN, game=(("over", ()), ())), honest(BEGUN) | {1: None})


def keys_of_seat_two() -> Vector:
    """What a seat says for its key."""
    return _owing(BEGUN, 2)


def keys_said_for_another_seat() -> Vector:
    """The key of seat 1, proven by seat 1, is said by seat 2."""
    return said("FalseKey", BEGUN, 2, owed(BEGUN, 1))


def keys_said_at_another_table() -> Vector:
    """The proof holds at one table only."""
    return said("FalseKey", BEGUN, 2, prove_key(KEYS[2], ELSEWHERE[0]))


def keys_said_as_another_thing() -> Vector:
    """The context has the name `key`."""
    operation = DEALER.operation(BEGUN)
    assert operation is not None
    return said("FalseKey", BEGUN, 2, prove_key(KEYS[2], operation.context(2, "share")))


def keys_that_cancel() -> Vector:
    """The key of another seat more, without its secret."""
    value = owed(BEGUN, 2)
    return said("FalseKey", BEGUN, 2, swapped(value, 0, add(value[:32], KEYS[1].public)))


def keys_with_a_part_of_order_2() -> Vector:
    """A key is an element."""
    return said("BadElement", BEGUN, 2, swapped(owed(BEGUN, 2), 0, OF_ORDER_2L))


def keys_with_a_number_above_the_order() -> Vector:
    """A number has one form."""
    return said("BadScalar", BEGUN, 2, raised_by_the_order(owed(BEGUN, 2), 2))


def keys_without_a_proof() -> Vector:
    """A key is said with its proof."""
    return said("WrongLength", BEGUN, 2, KEYS[2].public)


def keys_that_are_nil() -> Vector:
    """Nil is what stands for a seat that is gone; who is there may not say it."""
    return said("WrongLength", BEGUN, 2, None)
