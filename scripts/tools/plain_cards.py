"""Chapter 14 of docs/protocol.md once more, in plain numbers: every check of masked cards, and no proof.

Written from the text, to disagree with protocol.cards if one of the two is wrong. It shares no line with it
and none with the hashing below it: points are four numbers, a check is a sum of products of them.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int, int, int]
"""X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""

ZERO: Point = (0, 1, 1, 0)


class RefusedCards(Exception):
    """The name of the refusal is the text."""


# The curve.


def plus(one: Point, other: Point) -> Point:
    """The complete addition for a = -1."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * D * t1 * t2 % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def doubled(one: Point) -> Point:
    x, y, z, _ = one
    a, b = x * x, y * y
    h = a + b
    e, g = h - (x + y) ** 2, a - b
    f = 2 * z * z + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def minus(one: Point) -> Point:
    return -one[0] % P, one[1], one[2], -one[3] % P


def product_sum(*terms: tuple[int, Point]) -> Point:
    """The sum of number times point over all terms, four bits at a time."""
    tables = []
    for number, point in terms:
        table = [ZERO]
        for _ in range(15):
            table.append(plus(table[-1], point))
        tables.append((number % L, table))
    result = ZERO
    for shift in range(252, -1, -4):
        for _ in range(4):
            result = doubled(result)
        for number, table in tables:
            if digit := number >> shift & 15:
                result = plus(result, table[digit])
    return result


def total(points: Sequence[Point]) -> Point:
    result = ZERO
    for point in points:
        result = plus(result, point)
    return result


def is_zero(one: Point) -> bool:
    return one[0] == 0 and one[1] == one[2]


def with_y(y: int) -> int | None:
    """An x for this y, if there is one."""
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x + u) % P == 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    return x if (v * x * x - u) % P == 0 else None


def written(one: Point) -> bytes:
    """As it is hashed: the identity is empty."""
    if is_zero(one):
        return b""
    inverse = pow(one[2], -1, P)
    x, y = one[0] * inverse % P, one[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


@lru_cache(maxsize=4096)
def read_point(data: bytes) -> Point:
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number % 2**255
    x = with_y(y) if y < P else None
    if x is None:
        raise RefusedCards("BadElement")
    x = x if x & 1 == sign else -x % P
    return x, y, 1, x * y % P


def read_cover(data: bytes) -> Point:
    """The sum of keys, which may be the identity: that is written as nothing."""
    return read_point(data) if data else (0, 1, 1, 0)


@lru_cache(maxsize=4096)
def read_element(data: bytes) -> Point:
    point = read_point(data)
    # L as a number of terms: L itself counts as nothing in product_sum.
    if is_zero(point) or written(point) != data or not is_zero(plus(product_sum((L - 1, point)), point)):
        raise RefusedCards("BadElement")
    return point


def read_scalar(data: bytes) -> int:
    number = int.from_bytes(data, "little")
    if number >= L:
        raise RefusedCards("BadScalar")
    return number


BASE = read_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


# What is hashed.


def digest(tag: str, *parts: bytes) -> bytes:
    text = b""
    for part in (b"p2p-heroes/4/" + tag.encode(), *parts):
        text += len(part).to_bytes(4, "big") + part
    return sha256(text).digest()


def ch(tag: str, *parts: bytes) -> int:
    return int.from_bytes(digest(tag, *parts), "little") % 2**252


def weights(seed: bytes, size: int) -> list[int]:
    return [ch("card-weight", seed, i.to_bytes(8, "big")) for i in range(size)]


@lru_cache(maxsize=512)
def point(*label: bytes) -> Point:
    k = 0
    while True:
        y = int.from_bytes(digest("card-point", *label, k.to_bytes(8, "big")), "little") % 2**255
        x = with_y(y) if y < P else None
        if x is not None:
            x = x if x % 2 == 0 else P - x
            found = doubled(doubled(doubled((x, y, 1, x * y % P))))
            if not is_zero(found):
                return read_point(written(found))
        k += 1


# The checks. Each gives the bytes that its value comes to.


def read_value(value: object, size: int, elements: int) -> tuple[list[bytes], list[Point], list[int]]:
    """All elements of a value as bytes and as points, and all scalars behind them."""
    if type(value) is not bytes or len(value) != 32 * size:
        raise RefusedCards("WrongLength")
    parts = [value[i : i + 32] for i in range(0, len(value), 32)]
    points = [read_element(part) for part in parts[:elements]]
    return parts[:elements], points, [read_scalar(part) for part in parts[elements:]]


def require(name: str, holds: bool) -> None:
    if not holds:
        raise RefusedCards(name)


def check_key(value: object, w: bytes) -> bytes:
    [key], [x], [c, z] = read_value(value, 3, 1)
    require("FalseKey", c == ch("card-key", w, key, written(product_sum((z, BASE), (-c, x)))))
    return key


def equality(
    purpose: bytes, w: bytes, key: bytes, elements: Sequence[bytes], images: Sequence[bytes], c: int, z: int
) -> bool:
    seed = digest("card-fold", purpose, w, key, b"".join(elements), b"".join(images))
    rho = [1, *weights(seed, len(elements))[1:]]
    first = product_sum((z, BASE), (-c, read_point(key)))
    folded = [(z * r, read_point(one)) for r, one in zip(rho, elements, strict=True)]
    folded += [(-c * r, read_point(one)) for r, one in zip(rho, images, strict=True)]
    return c == ch("card-equality", seed, written(first), written(product_sum(*folded)))


def check_share(cards: Sequence[bytes], key: bytes, value: object, w: bytes) -> bytes:
    shares, _, [c, z] = read_value(value, len(cards) + 2, len(cards))
    firsts = [card[:32] for card in cards]
    require("FalseShare", equality(b"share", w, key, firsts, shares, c, z))
    return b"".join(shares)


def check_power(cards: Sequence[bytes], value: object, w: bytes) -> bytes:
    n = len(cards)
    [*images, key], _, [c, z] = read_value(value, 2 * n + 3, 2 * n + 1)
    elements = [half for card in cards for half in (card[:32], card[32:])]
    require("FalsePower", equality(b"power", w, key, elements, images, c, z))
    return b"".join(images)


def check_seal(card: bytes, key: bytes, cover: bytes, value: object, w: bytes) -> bytes:
    after, [a2, b2], [c, z1, z2] = read_value(value, 5, 2)
    a, b, x = map(read_point, (card[:32], card[32:], key))
    y = read_cover(cover)
    t1 = product_sum((z1, BASE), (-c, x))
    t2 = product_sum((z2, BASE), (-c, a2))
    t3 = product_sum((z2, y), (-z1, a), (-c, b2), (c, b))
    sealed = b"".join(after)
    require("FalseSeal", c == ch("card-seal", w, card, key, cover, sealed, *map(written, (t1, t2, t3))))
    return sealed


def check_mix(cards: Sequence[bytes], cover: bytes, value: object, w: bytes) -> bytes:
    n = len(cards)
    data, points, scalars = read_value(value, 6 * n + 5, 4 * n)
    after, blinded, links = points[: 2 * n], points[2 * n : 3 * n], points[3 * n :]
    c, s1, s2, s3, s4 = scalars[:5]
    s_hat, s_prime = scalars[5 : 5 + n], scalars[5 + n :]
    parts = b"".join(cards), b"".join(data[: 2 * n]), b"".join(data[2 * n : 3 * n])
    seed = digest("card-weights", w, cover, *parts)
    u = weights(seed, n)
    h, hs = point(b"chain"), [point(b"place", i.to_bytes(8, "big")) for i in range(n)]
    product = 1
    for one in u:
        product = product * one % L
    cu = [-c * one for one in u]
    before_a = [read_point(card[:32]) for card in cards]
    before_b = [read_point(card[32:]) for card in cards]
    t = [
        product_sum((s1, BASE), (-c, total(blinded)), (c, total(hs))),
        product_sum((s2, BASE), (-c, links[-1]), (c * product, h)),
        product_sum((s3, BASE), *zip(s_prime, hs, strict=True), *zip(cu, blinded, strict=True)),
        product_sum((-s4, BASE), *zip(s_prime, after[::2], strict=True), *zip(cu, before_a, strict=True)),
        product_sum(
            (-s4, read_cover(cover)), *zip(s_prime, after[1::2], strict=True), *zip(cu, before_b, strict=True)
        ),
    ]
    for i in range(n):
        previous = links[i - 1] if i else h
        t.append(product_sum((s_hat[i], BASE), (s_prime[i], previous), (-c, links[i])))
    require("FalseMix", c == ch("card-mix", seed, b"".join(data[3 * n :]), *map(written, t)))
    return b"".join(data[: 2 * n])
