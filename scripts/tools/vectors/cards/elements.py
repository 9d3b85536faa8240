"""Vectors of elements and scalars (protocol.md §14.1)."""

from hashlib import sha512

from scripts.tools.edwards import BASE, SIGN, ZERO, L, P, add, encode, negative, times, torsion, with_y

from ..vector import ACCEPT, Vector, vector

SMALL = torsion()
SEVEN = times(7, BASE)


def _element(expect: str, data: bytes) -> Vector:
    return vector(expect, ("data", data), kind="element")


def _scalar(expect: str, number: int) -> Vector:
    return vector(expect, ("data", _number(number)), kind="scalar")


def _multiple(number: int) -> Vector:
    """What comes out is worked out by the slow curve; the identity is empty."""
    point = times(number % L, BASE)
    element = b"" if point == ZERO else encode(point)
    return vector(ACCEPT, ("number", _number(number)), ("element", element), kind="multiple")


def _clamped(seed: str) -> int:
    """The number of a private key, as RFC 8032 makes it."""
    number = int.from_bytes(sha512(bytes.fromhex(seed)).digest()[:32], "little")
    return (number & (2**254 - 8)) | 2**254


def _number(value: int) -> bytes:
    return value.to_bytes(32, "little")


def element_of_order_1() -> Vector:
    """The identity is no element."""
    return _element("BadElement", encode(SMALL[0]))


def element_of_order_2() -> Vector:
    """A point of order 2."""
    return _element("BadElement", encode(SMALL[4]))


def element_of_order_4_a() -> Vector:
    """A point of order 4, number 1 of 2."""
    return _element("BadElement", encode(SMALL[2]))


def element_of_order_4_b() -> Vector:
    """A point of order 4, number 2 of 2."""
    return _element("BadElement", encode(SMALL[6]))


def element_of_order_8_a() -> Vector:
    """A point of order 8, number 1 of 4."""
    return _element("BadElement", encode(SMALL[1]))


def element_of_order_8_b() -> Vector:
    """A point of order 8, number 2 of 4."""
    return _element("BadElement", encode(SMALL[3]))


def element_of_order_8_c() -> Vector:
    """A point of order 8, number 3 of 4."""
    return _element("BadElement", encode(SMALL[5]))


def element_of_order_8_d() -> Vector:
    """A point of order 8, number 4 of 4."""
    return _element("BadElement", encode(SMALL[7]))


def element_of_order_2l() -> Vector:
    """An element and a point of order 2 together."""
    return _element("BadElement", encode(add(SEVEN, SMALL[4])))


def element_of_order_4l() -> Vector:
    """An element and a point of order 4 together."""
    return _element("BadElement", encode(add(SEVEN, SMALL[2])))


def element_of_order_8l() -> Vector:
    """An element and a point of order 8 together."""
    return _element("BadElement", encode(add(SEVEN, SMALL[1])))


def element_of_large_order() -> Vector:
    """Seven times the base point."""
    return _element(ACCEPT, encode(SEVEN))


def element_with_an_odd_x() -> Vector:
    """The sign bit belongs to the encoding."""
    return _element(ACCEPT, encode(negative(SEVEN)))


def element_of_31_bytes() -> Vector:
    """An element has 32 bytes."""
    return _element("WrongLength", encode(SEVEN)[:31])


def element_of_33_bytes() -> Vector:
    """An element has 32 bytes."""
    return _element("WrongLength", encode(SEVEN) + b"\0")


def element_of_no_bytes() -> Vector:
    """The identity is the empty string inside a calculation, and never travels."""
    return _element("WrongLength", b"")


def element_as_y_equal_to_p() -> Vector:
    """y is not below p."""
    return _element("BadElement", _number(P))


def element_as_y_above_p() -> Vector:
    """The identity, written as p + 1."""
    return _element("BadElement", _number(P + 1))


def element_as_y_above_p_of_large_order() -> Vector:
    """A point of large order, with y not below p."""
    return _element("BadElement", _number(next(y for y in range(P + 2, 2**255) if with_y(y) is not None)))


def element_as_the_largest_y() -> Vector:
    """All bits are set."""
    return _element("BadElement", b"\xff" * 32)


def element_with_the_sign_of_zero() -> Vector:
    """y = 1 with the sign bit set, though x is zero."""
    return _element("BadElement", _number(1 + SIGN))


def element_minus_one_with_the_sign_of_zero() -> Vector:
    """y = -1 with the sign bit set, though x is zero."""
    return _element("BadElement", _number(P - 1 + SIGN))


def element_off_the_curve() -> Vector:
    """No point of the curve has this y."""
    return _element("BadElement", _number(next(y for y in range(2, 100) if with_y(y) is None)))


def scalar_zero() -> Vector:
    """Zero is a scalar."""
    return _scalar(ACCEPT, 0)


def scalar_below_the_order() -> Vector:
    """The largest scalar."""
    return _scalar(ACCEPT, L - 1)


def scalar_equal_to_the_order() -> Vector:
    """The order is another form of zero."""
    return _scalar("BadScalar", L)


def scalar_above_the_order() -> Vector:
    """Another form of one."""
    return _scalar("BadScalar", L + 1)


def scalar_largest() -> Vector:
    """All bits are set."""
    return _scalar("BadScalar", 2**256 - 1)


def rfc_8032_key_a() -> Vector:
    """A public key of RFC 8032, section 7.1: the clamped number, times the base point."""
    return _multiple(_clamped("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))


def rfc_8032_key_b() -> Vector:
    """A public key of RFC 8032, section 7.1: the clamped number, times the base point."""
    return _multiple(_clamped("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))


def rfc_8032_key_c() -> Vector:
    """A public key of RFC 8032, section 7.1: the clamped number, times the base point."""
    return _multiple(_clamped("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"))


def rfc_8032_key_d() -> Vector:
    """A public key of RFC 8032, section 7.1: the clamped number, times the base point."""
    return _multiple(_clamped("f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5"))


def rfc_8032_key_e() -> Vector:
    """A public key of RFC 8032, section 7.1: the clamped number, times the base point."""
    return _multiple(_clamped("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42"))


def multiple_by_the_order_less_one() -> Vector:
    """The opposite of the base point."""
    return _multiple(L - 1)


def multiple_by_more_than_the_order() -> Vector:
    """Numbers count modulo the order."""
    return _multiple(2**256 - 1)


def multiple_that_is_the_identity() -> Vector:
    """Nothing is left, and nothing is written."""
    return _multiple(L)
