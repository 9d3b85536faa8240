"""That one secret number made a key of the base point, and an image of each of some elements (§14.5).

The elements are folded into one by weights, and so are the images: two wrong images cannot make up for each
other, because the weights are known only when both are fixed. The first weight is 1, which costs nothing.
"""

from collections.abc import Sequence

from protocol.frozen import Frozen
from protocol.hashing import digest

from .challenges import challenge, nonces, weights
from .group import add, base, combine, pack, scalar, subtract, times


class Equality(Frozen):
    """What is proven: each image is its element times the secret of the key.

    purpose: what it is proven for, so that no proof serves another purpose.
    """

    purpose: bytes
    context: bytes
    public: bytes
    elements: tuple[bytes, ...]
    images: tuple[bytes, ...]

    def prove(self, number: int, secret: bytes) -> bytes:
        """64 bytes; `number` is the secret of the key, `secret` only what nonces are made from."""
        seed = self._seed()
        nonce = next(nonces(secret, b"equality", seed))
        e = _challenge(seed, base(nonce), times(_folded(seed, self.elements), nonce))
        return pack(e, nonce + e * number)

    def holds(self, proof: Sequence[bytes]) -> bool:
        """Whether these two pieces prove it. Raises BadScalar."""
        e, response = map(scalar, proof)
        seed = self._seed()
        element, image = _folded(seed, self.elements), _folded(seed, self.images)
        first = subtract(base(response), times(self.public, e))
        second = subtract(times(element, response), times(image, e))
        return _challenge(seed, first, second) == e

    def _seed(self) -> bytes:
        elements, images = b"".join(self.elements), b"".join(self.images)
        return digest("card-fold", self.purpose, self.context, self.public, elements, images)


def _folded(seed: bytes, elements: Sequence[bytes]) -> bytes:
    first, *others = elements
    return add(first, combine(others, weights(seed, len(elements))[1:]))


def _challenge(seed: bytes, first: bytes, second: bytes) -> int:
    return challenge(digest("card-equality", seed, first, second))
