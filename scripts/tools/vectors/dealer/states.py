"""Vectors of states of games of cards that somebody may have made up (protocol.md §15.1).

A state that decode refuses is one with which every proof is a BadProof.
"""

from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.node.cards.masked import MaskedCard
from protocol.canonical import encode
from protocol.cards.group import L, times, total
from scripts.tools.masks import FACES, KEYS

from ..cards.pieces import OF_ORDER_2L, ONE
from ..vector import Vector, vector
from .gatherings import BARE_2, COPIES, MIX_1, POWER_2, TAGS
from .keys import BEGUN
from .mixes import JOINT_PILE, SECOND
from .seals import SEAL
from .shares import DEAL, SHOW
from .staging import HELD, TWO, State, at, decoded, refused

CARDS = tuple((card.handle, card.holder, card.card) for card in DEAL.cards)
ROWS = tuple(HELD.items())
IDLE: State = at(("over", ()), {})
"""No card is asked for, and none is there."""


def _asking(need: object, held: tuple[tuple[int, int], ...] = ROWS) -> State:
    return replace(DEAL, game=(need, held))


def state_before_the_keys() -> Vector:
    """All are asked for their keys."""
    return decoded(BEGUN)


def state_of_a_deal() -> Vector:
    """Who has a card dealt to somebody else is asked."""
    return decoded(DEAL)


def state_in_a_joint_mix() -> Vector:
    """The second is asked."""
    return decoded(SECOND)


def state_in_a_gathering() -> Vector:
    """The second who is present is asked, for a power."""
    return decoded(POWER_2)


def state_that_is_no_map() -> Vector:
    """A state is a map."""
    return vector("BadProof", ("state", encode((0, 1, 2))), kind="state")


def state_with_a_truth_value_for_a_number() -> Vector:
    """False is no number."""
    return refused(DEAL, stage=False)


def state_with_a_stage_where_no_card_is_asked_for() -> Vector:
    """No operation is under way."""
    return refused(IDLE, stage=1)


def state_with_a_pile_where_no_card_is_asked_for() -> Vector:
    """No operation is under way."""
    return refused(IDLE, piles=(b"",))


def state_with_a_stage_before_the_keys() -> Vector:
    """Nothing has begun."""
    return refused(BEGUN, stage=1)


def state_with_somebody_gone_before_the_keys() -> Vector:
    """Nobody is gone who has not yet been asked."""
    return refused(BEGUN, gone=(1,))


def state_that_mixes_for_a_seat_that_is_gone() -> Vector:
    """Seat 1 is gone."""
    return refused(at(("mix", ((1, (), (0,)),)), {}, TWO))


def state_that_seals_for_a_seat_that_is_gone() -> Vector:
    """Seat 1 is gone."""
    return refused(at(("seal", ((7, 1),)), {7: 0}, TWO))


def state_that_deals_to_a_seat_that_is_gone() -> Vector:
    """Seat 1 is gone."""
    return refused(at(("deal", ((5, 1),)), {5: -1}, TWO))


def state_that_gathers_a_face_twice() -> Vector:
    """A face stands in a need once."""
    return refused(at(("gather", (0, 0)), {}, TWO))


def state_that_gathers_a_face_that_is_not_there() -> Vector:
    """There are six faces."""
    return refused(at(("gather", (6,)), {}, TWO))


def state_with_another_field() -> Vector:
    """The map has these fields and no other."""
    return refused(DEAL, more=0)


def state_with_a_card_of_63_bytes() -> Vector:
    """A card has 64 bytes."""
    return refused(DEAL, cards=((*CARDS[0][:2], CARDS[0][2][:63]), *CARDS[1:]))


def state_with_a_card_of_order_2l() -> Vector:
    """Both halves of a card are elements."""
    return refused(DEAL, cards=((*CARDS[0][:2], CARDS[0][2][:32] + OF_ORDER_2L), *CARDS[1:]))


def state_with_a_key_that_is_the_identity() -> Vector:
    """A key is an element."""
    return refused(DEAL, keys=(ONE, KEYS[1].public, KEYS[2].public))


def state_with_two_keys_of_three() -> Vector:
    """Every seat has a key, or none has."""
    return refused(IDLE, keys=(KEYS[0].public, KEYS[1].public))


def state_with_a_handle_twice() -> Vector:
    """Handles ascend."""
    return refused(DEAL, cards=(CARDS[0], CARDS[0], *CARDS[1:]))


def state_with_a_handle_that_was_not_given() -> Vector:
    """Every handle is below the next one."""
    return refused(DEAL, following=7)


def state_with_a_holder_that_is_no_seat() -> Vector:
    """Three seats have the numbers 0 to 2."""
    return refused(DEAL, cards=(*CARDS[:-1], (7, 3, CARDS[-1][2])))


def state_with_another_holder_than_the_game_says() -> Vector:
    """The game names seat 0."""
    return refused(DEAL, cards=(*CARDS[:-1], (7, 2, CARDS[-1][2])))


def state_with_a_card_less_than_the_game_names() -> Vector:
    """A card is lost."""
    return refused(DEAL, cards=CARDS[:-1])


def state_with_a_number_of_steps_out_of_bounds() -> Vector:
    """It is below 2³²."""
    return refused(DEAL, number=2**32)


def state_with_a_stage_out_of_bounds() -> Vector:
    """It is below 16."""
    return refused(DEAL, stage=16)


def state_with_a_stage_in_a_deal() -> Vector:
    """A deal is one step."""
    return refused(DEAL, stage=1)


def state_with_a_pile_in_a_seal() -> Vector:
    """What is sealed is in no pile."""
    return refused(SEAL, piles=(b"",))


def state_with_a_broken_pile() -> Vector:
    """A pile is whole cards."""
    return refused(SECOND, piles=(b"".join(SECOND.piles[0])[:-1],))


def state_with_four_piles() -> Vector:
    """No operation has more than three."""
    return refused(TAGS, piles=(b"",) * 4)


def state_with_too_small_a_pile() -> Vector:
    """The pile has as many cards as the need."""
    return refused(replace(SECOND, piles=(SECOND.piles[0][1:],)))


def state_with_a_mix_too_many() -> Vector:
    """After the last who is present the mix is over."""
    return refused(SECOND, stage=3)


def state_with_somebody_gone_who_has_a_key() -> Vector:
    """Who is gone has an empty key."""
    return refused(IDLE, gone=(2,))


def state_with_somebody_gone_of_whom_the_game_knows_nothing() -> Vector:
    """While the game asks for cards it knows of all who are gone."""
    return refused(at(("show", (7,)), {7: 0}, TWO), gone=())


def state_with_a_card_of_who_is_gone() -> Vector:
    """Its cards are no more."""
    state = at(("over", ()), {4: 1})
    return refused(state, gone=(1,), keys=(KEYS[0].public, b"", KEYS[2].public))


def state_with_one_who_is_present() -> Vector:
    """Cards are asked of two at least."""
    return refused(at(("show", (7,)), {7: 0}, (0,)))


def state_with_cards_before_the_keys() -> Vector:
    """Before the keys there are none."""
    return refused(DEAL, keys=())


def state_that_deals_a_card_of_a_seat() -> Vector:
    """What is dealt is joint."""
    return refused(_asking(("deal", ((7, 1),))))


def state_that_deals_a_card_twice() -> Vector:
    """A handle stands in a need once."""
    return refused(_asking(("deal", ((5, 1), (5, 0)))))


def _with_cards(need: object, size: int, holder: int) -> State:
    """So many cards of one holder, all alike, for sizes."""
    rows = tuple((handle, holder) for handle in range(size))
    cards = tuple(MaskedCard(*row, CARDS[0][2]) for row in rows)
    return replace(DEAL, game=(need, rows), cards=cards, following=size)


def _deal_of(size: int) -> State:
    return _with_cards(("deal", tuple((handle, 1) for handle in range(size))), size, -1)


def _seal_of(size: int) -> State:
    return _with_cards(("seal", tuple((handle, 1) for handle in range(size))), size, 0)


def _mix_of(size: int) -> State:
    return _with_cards(("mix", ((-1, tuple(range(size - 1)), (5,)),)), size - 1, -1)


def state_that_deals_the_most() -> Vector:
    """64 cards may be dealt at once."""
    return decoded(_deal_of(64))


def state_that_deals_too_many() -> Vector:
    """64 cards may be dealt at once."""
    return refused(_deal_of(65))


def state_that_shows_too_many() -> Vector:
    """64 cards may be shown at once."""
    return refused(_with_cards(("show", tuple(range(65))), 65, 0))


def state_that_seals_the_most() -> Vector:
    """24 cards may be sealed at once."""
    return decoded(_seal_of(24))


def state_that_seals_too_many() -> Vector:
    """24 cards may be sealed at once."""
    return refused(_seal_of(25))


def state_that_mixes_the_most() -> Vector:
    """A pile has at most 128 cards, hidden and open ones together."""
    return decoded(_mix_of(128))


def state_that_mixes_too_many() -> Vector:
    """A pile has at most 128 cards, hidden and open ones together."""
    return refused(_mix_of(129))


def state_that_gathers_beside_too_many() -> Vector:
    """While cards are gathered at most 128 are held."""
    return refused(_with_cards(("gather", (5,)), 129, 0))


def state_that_would_hide_too_many() -> Vector:
    """256 cards are hidden, and one more would be."""
    return refused(_with_cards(("mix", ((-1, (), (5,)),)), 256, -1))


def state_with_the_most_cards() -> Vector:
    """256 cards may be hidden."""
    return decoded(_with_cards(("over", ()), 256, -1))


def state_with_too_many_cards() -> Vector:
    """256 cards may be hidden."""
    return refused(_with_cards(("over", ()), 257, -1))


def state_with_one_seat() -> Vector:
    """The game is for two and more."""
    return refused(at(("over", ()), {}), seats=1, keys=DEAL.keys[:1])


def state_with_seats_gone_out_of_order() -> Vector:
    """They ascend."""
    return refused(at(("over", ()), {}, (0,)), gone=(2, 1))


def state_that_deals_nothing() -> Vector:
    """A need for nothing is met without a step."""
    return refused(_asking(("deal", ())))


def state_that_deals_to_no_seat() -> Vector:
    """There is no seat 3."""
    return refused(_asking(("deal", ((5, 3),))))


def state_that_shows_a_card_that_is_not_there() -> Vector:
    """No card has the handle 8."""
    return refused(replace(SHOW, game=(("show", (8,)), ROWS)))


def state_that_seals_a_joint_card() -> Vector:
    """Who holds a card passes it on."""
    return refused(_asking(("seal", ((5, 1),))))


def state_that_mixes_two_piles_of_a_seat() -> Vector:
    """A seat has one pile."""
    return refused(_asking(("mix", ((0, (7,), ()), (0, (3,), ())))))


def state_that_mixes_a_joint_pile_among_others() -> Vector:
    """A joint pile is mixed alone."""
    return refused(_asking(("mix", ((-1, (5,), ()), (0, (3,), ())))))


def state_that_mixes_a_card_of_another_holder() -> Vector:
    """A pile is of cards of its holder."""
    return refused(_asking(("mix", ((0, (7, 4), ()),))))


def state_that_mixes_a_face_twice() -> Vector:
    """A face stands in a pile once."""
    return refused(_asking(("mix", ((-1, (5,), (1, 1)),))))


def state_that_mixes_a_face_that_is_not_there() -> Vector:
    """There are six faces."""
    return refused(_asking(("mix", ((-1, (5,), (6,)),))))


def state_that_gathers_beside_joint_cards() -> Vector:
    """There is no joint card while cards are gathered."""
    return refused(_asking(("gather", (0, 1))))


def state_that_gathers_for_a_seat_alone() -> Vector:
    """Without copies there are no powers."""
    return refused(BARE_2, stage=3)


def state_that_gathers_without_copies() -> Vector:
    """What is held is copied before anything is mixed."""
    return refused(MIX_1, piles=(b"".join(MIX_1.piles[0]), b""))


def state_with_a_face_that_cannot_be_masked() -> Vector:
    """Somebody chose a key so that a face under the joint cover has no second half."""
    return refused(JOINT_PILE, keys=(KEYS[0].public, KEYS[1].public, _against(FACES[3])))


def _against(face: bytes) -> bytes:
    """With this key the cover of the three is the face, negative."""
    return times(total((face, KEYS[0].public, KEYS[1].public)), L - 1)


def state_whose_following_handle_is_out_of_bounds() -> Vector:
    """It is below 2³¹."""
    return refused(COPIES, following=2**31)
