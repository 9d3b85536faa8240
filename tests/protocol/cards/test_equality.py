"""One secret for all images, or no proof: whatever is false is refused, however it hides in the fold."""

import pytest

from protocol.cards.challenges import weights
from protocol.cards.equality import Equality
from protocol.cards.group import IDENTITY, L, add, base, pack, pieces, times
from protocol.errors import BadScalar
from protocol.frozen import replace
from scripts.tools.masks import ELSEWHERE, FACES, HERE, KEYS

KEY = KEYS[0]


def true(size: int) -> Equality:
    elements = FACES[:size]
    return Equality(b"share", HERE, KEY.public, elements, tuple(times(one, KEY.number) for one in elements))


def holds(proven: Equality, judged: Equality) -> bool:
    return judged.holds(pieces(proven.prove(KEY.number, KEY.seed), 2))


@pytest.mark.parametrize("size", [1, 2, 6])
def test_what_is_true_holds(size: int) -> None:
    assert holds(true(size), true(size))
    assert len(true(size).prove(KEY.number, KEY.seed)) == 64
    assert true(size).prove(KEY.number, KEY.seed) == true(size).prove(KEY.number, KEY.seed)


@pytest.mark.parametrize("size", [1, 2, 6])
def test_a_false_image_is_never_proven(size: int) -> None:
    for at in range(size):
        images = list(true(size).images)
        images[at] = add(images[at], base(1))
        false = replace(true(size), images=tuple(images))
        assert not holds(false, false)
        assert not holds(true(size), false)


def test_false_images_that_cancel_each_other_are_two_false_images() -> None:
    """Whatever sum they are made to keep: that of the images, or that of the fold of the true ones."""
    statement = true(3)
    _, one, other = weights(statement._seed(), 3)
    for left, right in ((1, -1), (pow(one, -1, L), -pow(other, -1, L))):
        first, second, third = statement.images
        images = first, add(second, base(3 * left)), add(third, base(3 * right))
        false = replace(statement, images=images)
        assert not holds(false, false)
        assert not holds(statement, false)


def test_images_in_another_order_are_other_images() -> None:
    first, second = true(2).images
    false = replace(true(2), images=(second, first))
    assert not holds(false, false)


def test_a_proof_holds_for_nothing_else() -> None:
    statement = true(2)
    others = [
        *(replace(statement, context=place) for place in ELSEWHERE),
        replace(statement, purpose=b"power"),
        replace(statement, public=KEYS[1].public),
        replace(statement, elements=FACES[1:3]),
        replace(statement, elements=FACES[:1], images=statement.images[:1]),
        replace(statement, elements=statement.elements[::-1], images=statement.images[::-1]),
        replace(statement, elements=FACES[:3], images=true(3).images),
    ]
    assert not any(holds(statement, other) for other in others)


def test_another_secret_of_another_key_proves_what_is_its_own() -> None:
    assert not holds(true(2), replace(true(2), public=base(KEY.number + 1)))


def test_nothing_is_proven_of_nothing() -> None:
    nothing = replace(true(1), elements=(), images=())
    with pytest.raises(ValueError, match="unpack"):
        holds(nothing, nothing)
    with pytest.raises(ValueError, match="unpack"):
        holds(true(1), nothing)


def test_a_fold_that_is_the_identity_is_calculated_like_any_other() -> None:
    """With weights that cancel each other's elements: the same verdict for all."""
    statement = Equality(b"share", HERE, KEY.public, (IDENTITY,), (IDENTITY,))
    assert holds(statement, statement)
    assert not holds(statement, replace(statement, images=(base(1),)))


@pytest.mark.parametrize("at", [0, 1])
def test_a_scalar_has_one_form(at: int) -> None:
    proof = pieces(true(1).prove(KEY.number, KEY.seed), 2)
    proof[at] = (int.from_bytes(proof[at], "little") + L).to_bytes(32, "little")
    with pytest.raises(BadScalar):
        true(1).holds(proof)
    proof[at] = pack(int.from_bytes(proof[at], "little") + 1)
    assert not true(1).holds(proof)
