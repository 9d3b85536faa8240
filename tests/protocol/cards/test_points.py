"""Points follow from their labels alone, in the way that the specification writes down."""

from hashlib import sha256

import pytest

from protocol.cards.challenges import u64
from protocol.cards.group import IDENTITY, element
from protocol.cards.points import MAX_CARDS, _raised, face, generators, point
from scripts.tools import edwards


def written_out(*label: bytes) -> bytes:
    """The words of the specification, over the slow curve."""
    for k in range(100):
        parts = (b"p2p-heroes/4/card-point", *label, k.to_bytes(8, "big"))
        hashed = sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()
        y = int.from_bytes(hashed, "little") % 2**255
        found = edwards.with_y(y) if y < edwards.P else None
        if found is not None:
            even = found if found[0] % 2 == 0 else edwards.negative(found)
            return edwards.encode(edwards.times(8, even))
    raise AssertionError


@pytest.mark.parametrize(
    "label", [(), (b"",), (b"chain",), (b"place", u64(0)), (b"place", u64(127)), (b"a", b"b")]
)
def test_a_point_is_what_the_specification_writes(label: tuple[bytes, ...]) -> None:
    assert point(*label) == element(written_out(*label))


def test_the_points_of_version_4_do_not_change() -> None:
    start, places = generators(2)
    assert start.hex() == "952558959b4ab763a0dcda50d8e8e6d0f8b7550fe991c4464bd79d44badd698e"
    assert [place.hex() for place in places] == [
        "09c7ab8181797316217dea98d149c4cccbce66c3f7257d083a0a74dd4222b37b",
        "b33175f63a2212c7b7dd8f429abd789dd0dc8fa96191154644f712c9c9642c3c",
    ]
    assert face("test", 0).hex() == "bf438ee2bc8aa7e2abddb41adcda780550f6c86dfe471b42c07747da73352139"


def test_no_two_labels_share_a_point() -> None:
    start, places = generators(MAX_CARDS)
    faces = [face(family, number) for family in ("a", "b") for number in range(MAX_CARDS)]
    assert len({start, *places, *faces}) == 1 + 3 * MAX_CARDS


def test_a_face_is_a_point_of_its_family_and_number() -> None:
    assert face("ä", 3) == point(b"face", "ä".encode(), u64(3))


def test_a_number_that_is_no_y_is_passed_over() -> None:
    """No digest shows it within the age of the world: above p there are 19 numbers of 2**255."""
    small = [y for y in range(2, 19) if _raised(y)]
    assert small
    assert [_raised(y + edwards.P) for y in (0, *small)] == [IDENTITY] * (1 + len(small))
    assert [_raised(y) for y in (0, 1, edwards.P - 1)] == [IDENTITY] * 3


def test_a_family_has_at_most_128_cards() -> None:
    assert MAX_CARDS == 128
    assert face("test", 127) == point(b"face", b"test", u64(127))


@pytest.mark.parametrize("number", [-1, MAX_CARDS])
def test_a_family_has_its_bounds(number: int) -> None:
    with pytest.raises(AssertionError):
        face("test", number)
