"""The curve edwards25519 in affine coordinates, slow and plain, to forge odd keys and signatures with.

It shares nothing with protocol.identity: other formulas, other coordinates, so that a slip
in one shows against the other.
"""

from hashlib import sha512

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SIGN = 2**255

Point = tuple[int, int]

ZERO: Point = (0, 1)
BASE: Point = (
    0x216936D3CD6E53FEC0A4E231FDD6DC5C692CC7609525A7B2C9562D608F25D51A,
    0x6666666666666666666666666666666666666666666666666666666666666658,
)


def on_curve(point: Point) -> bool:
    x, y = point
    return (y * y - x * x - 1 - D * x * x * y * y) % P == 0


def add(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def negative(point: Point) -> Point:
    return -point[0] % P, point[1]


def times(scalar: int, point: Point) -> Point:
    result = ZERO
    while scalar:
        if scalar & 1:
            result = add(result, point)
        scalar, point = scalar >> 1, add(point, point)
    return result


def encode(point: Point) -> bytes:
    x, y = point
    return (y + SIGN * (x & 1)).to_bytes(32, "little")


def with_y(y: int) -> Point | None:
    """A point with this y, if there is one."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    for x in (root, root * pow(2, (P - 1) // 4, P) % P):
        if x * x % P == square:
            return x, y % P
    return None


def decode(encoded: bytes) -> Point:
    point = with_y(int.from_bytes(encoded, "little") % SIGN)
    assert point is not None
    return point if encode(point) == encoded else negative(point)


def torsion() -> list[Point]:
    """The eight points of small order, the identity first."""
    points = (with_y(y) for y in range(2, 100))
    generators = (times(L, point) for point in points if point is not None)
    eighth = next(point for point in generators if times(4, point) != ZERO)
    return [times(count, eighth) for count in range(8)]


def challenge(r: bytes, a: bytes, message: bytes) -> int:
    return int.from_bytes(sha512(r + a + message).digest(), "little") % L


def sign(secret: int, nonce: int, message: bytes, *, a: bytes, r: bytes) -> bytes:
    """S for any encodings of A and R that one likes to claim."""
    s = (nonce + challenge(r, a, message) * secret) % L
    return r + s.to_bytes(32, "little")


def residue(a: Point, r: Point, signature: bytes, *, key: bytes, message: bytes) -> Point:
    """[S]B - R - [k]A: the identity where a cofactorless verifier accepts."""
    s = int.from_bytes(signature[32:], "little")
    k = challenge(signature[:32], key, message)
    return add(times(s, BASE), negative(add(r, times(k, a))))
