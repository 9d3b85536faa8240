"""Vectors of the steps of a gathering (protocol.md §15.3): among seats 0 and 2; seat 1 is gone."""

from p2p_heroes.games.kit.frozen import replace
from protocol.cards.power import raise_cards
from scripts.tools.masks import KEYS

from ..cards.pieces import other_element
from ..vector import Vector
from .staging import DEALER, NUMBER, ONLY_HELD, TWO, State, at, honest, owed, said, settled, then
from .staging import owing as _owing

NEED = ("gather", (0, 2, 3, 4, 5))


def _on(state: State) -> State:
    return then(state, honest(state))


COPIES: State = at(NEED, ONLY_HELD, TWO)
MIX_1 = _on(COPIES)
MIX_2 = _on(MIX_1)
POWER_1 = _on(MIX_2)
POWER_2 = _on(POWER_1)
TAGS = _on(POWER_2)
BARE: State = at(NEED, {}, TWO)
BARE_2 = _on(BARE)


def gather_copies() -> Vector:
    """Whoever holds cards seals copies of all of them for those who are present; the cards stay."""
    return settled(COPIES)


def gather_copies_of_the_only_holder() -> Vector:
    """Seat 0 alone holds cards."""
    return settled(at(NEED, {3: 0, 7: 0}, TWO))


def gather_first_mixes() -> Vector:
    """The first mixes the faces, the second the copies."""
    return settled(MIX_1)


def gather_last_mixes() -> Vector:
    """The other way round."""
    return settled(MIX_2)


def gather_first_power() -> Vector:
    """The first raises copies and faces, the copies first."""
    return settled(POWER_1)


def gather_second_power() -> Vector:
    """The second raises what the first has raised."""
    return settled(POWER_2)


def gather_tags() -> Vector:
    """All take off their covers: what equals a copy drops out, and the rest is the answer, in its order."""
    return settled(TAGS)


def gather_where_nothing_is_held() -> Vector:
    """There is nothing to copy: the first who is present mixes the faces."""
    return settled(BARE)


def gather_where_nothing_is_held_ends() -> Vector:
    """After the last mix it is over, without powers and tags."""
    return settled(BARE_2)


def gather_of_three_first_mixes() -> Vector:
    """The second of three mixes the copies that the first will mix last."""
    return settled(_on(at(NEED, {3: 0, 4: 1, 7: 0})))


def gather_copies_that_seat_zero_owes() -> Vector:
    """Of all that it holds, by handle, though one of the faces is not gathered."""
    return _owing(COPIES, 0)


def gather_mix_that_seat_zero_owes() -> Vector:
    """Of the faces."""
    return _owing(MIX_1, 0)


def gather_mix_that_seat_two_owes() -> Vector:
    """Of the copies."""
    return _owing(MIX_1, 2)


def gather_power_that_seat_two_owes() -> Vector:
    """Of what is raised once already."""
    return _owing(POWER_2, 2)


def gather_tags_that_seat_zero_owes() -> Vector:
    """Shares in all that was raised."""
    return _owing(TAGS, 0)


def gather_copies_without_one_card() -> Vector:
    """All that a seat holds is copied."""
    return said("WrongLength", COPIES, 0, owed(COPIES, 0)[:160])


def gather_copies_in_another_order() -> Vector:
    """Copies come by handle."""
    value = owed(COPIES, 0)
    return said("FalseSeal", COPIES, 0, value[160:] + value[:160])


def gather_copy_of_another_card() -> Vector:
    """The copy of a card that the seat does not hold, or of none."""
    return said("FalseSeal", COPIES, 2, other_element(owed(COPIES, 2), 1))


def gather_mix_of_the_copies_by_the_first() -> Vector:
    """In the first of these steps the first mixes the faces: five, where there are three copies."""
    return said("WrongLength", MIX_1, 0, owed(MIX_1, 2))


def gather_mix_of_the_step_before() -> Vector:
    """What seat 0 mixes now is the copies as seat 2 has mixed them."""
    before = replace(MIX_2, piles=MIX_1.piles)
    return said("FalseMix", MIX_2, 0, owed(before, 0))


def gather_power_of_another_step() -> Vector:
    """Whoever raises uses another number in each step."""
    return said("FalsePower", POWER_1, 0, owed(replace(POWER_1, number=NUMBER), 0))


def gather_power_of_the_faces_first() -> Vector:
    """The copies come first."""
    deck, pool = POWER_1.piles
    operation = DEALER.operation(POWER_1)
    assert operation is not None
    value = raise_cards(deck + pool, KEYS[0], operation.context(0, "power"))
    return said("FalsePower", POWER_1, 0, value)


def gather_power_of_what_was_not_raised() -> Vector:
    """The second raises what the first has raised."""
    return said("FalsePower", POWER_2, 2, owed(replace(POWER_2, piles=_unraised()), 2))


def _unraised() -> tuple[tuple[bytes, ...], ...]:
    deck, pool = POWER_1.piles
    return deck, pool, pool + deck


def gather_tags_of_what_was_raised_once() -> Vector:
    """The shares are in what the last has raised."""
    return said("FalseShare", TAGS, 0, owed(replace(TAGS, piles=POWER_2.piles), 0))


def gather_power_out_of_turn() -> Vector:
    """The first raises first."""
    return said("OutOfTurn", POWER_1, 2, owed(POWER_2, 2))


def gather_tags_that_are_nil() -> Vector:
    """Who is there owes its shares."""
    return said("WrongLength", TAGS, 0, None)


def gather_without_seat_two() -> Vector:
    """A seat leaves in the middle: the game hears of it, and what was gathered comes to nothing."""
    return settled(POWER_2, {2: None})


def gather_without_seat_zero_at_the_end() -> Vector:
    """The cards of seat 2 stay as they were."""
    return settled(TAGS, honest(TAGS) | {0: None})
