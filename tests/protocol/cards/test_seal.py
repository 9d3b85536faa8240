"""A seal is the same card under another cover, and no other card."""

import pytest

from protocol.cards.group import L, add, base, pack, subtract
from protocol.cards.seal import SEAL_SIZE, check_seal, seal
from protocol.errors import BadElement, BadScalar, FalseSeal, WrongLength
from scripts.tools.masks import COVER, ELSEWHERE, FACES, HERE, KEYS, deck, opened, piece_of, swapped

KEY, OTHER = KEYS[:2]
CARD, ANOTHER = deck(2, KEY.public)
SEALED = seal(CARD, KEY, OTHER.public, HERE)


def check(value: object = SEALED, **changes: bytes) -> bytes:
    said = {"card": CARD, "public": KEY.public, "cover": OTHER.public, "context": HERE} | changes
    return check_seal(value=value, **said)  # type: ignore[arg-type]


def test_a_card_is_given_to_another_seat_alone() -> None:
    given = check()
    assert opened(given, [OTHER]) == FACES[0]
    assert opened(given, [KEY]) not in FACES
    assert len(SEALED) == SEAL_SIZE == 160
    assert seal(CARD, KEY, OTHER.public, HERE) == SEALED


def test_a_card_is_laid_back_under_the_cover_of_all() -> None:
    laid = check(seal(CARD, KEY, COVER, HERE), cover=COVER)
    assert opened(laid) == FACES[0]
    assert opened(laid, KEYS[1:]) not in FACES


def test_the_same_card_looks_different_at_every_place() -> None:
    sealed = {seal(CARD, KEY, OTHER.public, place)[:64] for place in (HERE, *ELSEWHERE)}
    assert len({half for card in sealed for half in (card[:32], card[32:])}) == 10


@pytest.mark.parametrize("at", range(5))
def test_every_piece_counts(at: int) -> None:
    piece = piece_of(SEALED, at)
    other = add(piece, base(1)) if at < 2 else pack(int.from_bytes(piece, "little") + 1)
    with pytest.raises(FalseSeal):
        check(swapped(SEALED, at, other))


def test_attack_19_another_card_sealed() -> None:
    with pytest.raises(FalseSeal):
        check(seal(ANOTHER, KEY, OTHER.public, HERE))
    with pytest.raises(FalseSeal):
        check(swapped(SEALED, 1, add(piece_of(SEALED, 1), subtract(FACES[1], FACES[0]))))


def test_a_seal_holds_for_nothing_else() -> None:
    for changes in ({"card": ANOTHER}, {"public": KEYS[2].public}, {"cover": KEYS[2].public}):
        with pytest.raises(FalseSeal):
            check(**changes)
    for place in ELSEWHERE:
        with pytest.raises(FalseSeal):
            check(context=place)


def test_what_is_no_seal_is_refused_by_its_first_oddity() -> None:
    odd, large = bytes(32), L.to_bytes(32, "little")
    for wrong in (None, 160, SEALED[:-1], SEALED + b"\0", b""):
        with pytest.raises(WrongLength):
            check(wrong)
    for at in (0, 1):
        with pytest.raises(BadElement):
            check(swapped(swapped(SEALED, at, odd), 2, large))
    for at in (2, 3, 4):
        with pytest.raises(BadScalar):
            check(swapped(SEALED, at, large))
