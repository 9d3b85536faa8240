"""A key counts for the seat that shows its secret, at one place."""

import pytest

from protocol.cards.group import IDENTITY, L, add, base, pack, subtract, total
from protocol.cards.keys import CardKey, check_key, prove_key
from protocol.errors import BadElement, BadScalar, FalseKey, WrongLength
from scripts.tools.masks import ELSEWHERE, HERE, KEYS, here, piece_of, swapped

KEY = KEYS[0]
SHOWN = prove_key(KEY, HERE)


def test_a_key_is_shown_with_its_secret() -> None:
    assert check_key(SHOWN, HERE) == KEY.public == base(KEY.number)
    assert len(SHOWN) == 96
    assert prove_key(KEY, HERE) == SHOWN


def test_every_place_gets_a_proof_of_its_own() -> None:
    assert len({prove_key(KEY, place) for place in (HERE, *ELSEWHERE)}) == 5


def test_a_key_comes_from_its_seed_and_hides_it() -> None:
    assert len({key.public for key in KEYS}) == 4
    assert CardKey.from_seed(KEY.seed) == KEY
    assert repr(KEY) == f"CardKey(public={KEY.public!r})"
    assert str(KEY.number) not in repr(KEY)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32"):
        CardKey.from_seed(bytes(size))


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_key_that_was_shown_elsewhere_is_refused(place: bytes) -> None:
    with pytest.raises(FalseKey):
        check_key(SHOWN, place)


def test_attack_17_a_key_that_cancels_the_others_cannot_be_shown() -> None:
    rogue = subtract(base(5), total(key.public for key in KEYS))
    with pytest.raises(FalseKey):
        check_key(swapped(SHOWN, 0, rogue), HERE)
    for number in range(1, 6):
        honest = prove_key(CardKey(rogue, b"s" * 32, number), HERE)
        with pytest.raises(FalseKey):
            check_key(honest, HERE)


def test_attack_18_a_copied_key_cannot_be_shown() -> None:
    with pytest.raises(FalseKey):
        check_key(SHOWN, here(seat=3))


@pytest.mark.parametrize("at", range(3))
def test_every_piece_counts(at: int) -> None:
    piece = piece_of(SHOWN, at)
    other = add(piece, base(1)) if at == 0 else pack(int.from_bytes(piece, "little") + 1)
    with pytest.raises(FalseKey):
        check_key(swapped(SHOWN, at, other), HERE)


def test_what_is_no_key_is_refused_by_its_first_oddity() -> None:
    odd, large = (1).to_bytes(32, "little"), L.to_bytes(32, "little")
    for value in (None, "", b"", SHOWN[:-1], SHOWN + b"\0", odd):
        with pytest.raises(WrongLength):
            check_key(value, HERE)
    with pytest.raises(BadElement):
        check_key(odd + large + large, HERE)
    for at in (1, 2):
        with pytest.raises(BadScalar):
            check_key(swapped(SHOWN, at, large), HERE)


def test_an_announcement_of_the_identity_is_calculated_like_any_other() -> None:
    """z = cx: the announcement is 0G, and the digest has an empty part for it."""
    from protocol.cards.keys import _challenge

    e = _challenge(HERE, KEY.public, IDENTITY)
    assert check_key(KEY.public + pack(e, e * KEY.number), HERE) == KEY.public
