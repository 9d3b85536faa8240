"""A second reader of canonical values, written from protocol.md §2.1 alone: byte for byte, rule for rule.

It shares no line with `protocol.canonical` and does not use its library, so that the two can be held against
each other: on every input both give the same value, or both refuse. It is slow, and its text follows the
specification, not the program. So does `refusal` for envelopes (§4.1).
"""

from collections.abc import Callable

from protocol.canonical import Value

DEPTH, ITEMS = 16, 1024


class NoValue(Exception):
    """The bytes are not the one encoding of a plain value."""


def read(data: bytes, limit: int = 65536) -> Value:
    """The value of these bytes. Raises NoValue."""
    if len(data) > limit:
        raise NoValue("too long")
    value, end = _value(data, 0, DEPTH)
    _require(end == len(data), "bytes after the value")
    return value


def refusal(wire: bytes, table: bytes, seats: int) -> str:
    """What a wire form is refused as before its signature is asked (§4.1, checks 1 to 7); "" if it is not."""
    if len(wire) < 65:
        return "BadField"
    try:
        value = read(wire[:-64], 36864)
    except NoValue:
        return "NotCanonical"
    if not isinstance(value, tuple) or not value:
        return "BadField"
    if type(value[0]) is not int or value[0] != 4:
        return "UnknownVersion"
    if len(value) != 10 or not all(fits(value[place]) for place, fits in ENVELOPE.items()):
        return "BadField"
    if value[1] != table:
        return "WrongTable"
    return "" if value[2] in range(seats) else "UnknownSeat"


def _is_digest(value: Value) -> bool:
    return isinstance(value, bytes) and len(value) == 32


def _is_count(value: Value) -> bool:
    return type(value) is int and 0 <= value < 2**32


ENVELOPE = {
    **dict.fromkeys((1, 4, 6, 7), _is_digest),
    **dict.fromkeys((2, 3, 5, 8), _is_count),
}
"""What the fields of an envelope between the version and the body are."""


def _value(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    first, at = _take(data, at, 1)[0], at + 1
    if first <= 0x7F:
        return first, at
    if first >= 0xE0:
        return first - 0x100, at
    if first <= 0x8F:
        return _map(data, at, first & 0x0F, depth)
    if first <= 0x9F:
        return _array(data, at, first & 0x0F, depth)
    if first <= 0xBF:
        return _text(data, at, first & 0x1F)
    return _wide(data, at, first, depth)


def _wide(data: bytes, at: int, first: int, depth: int) -> tuple[Value, int]:
    """Everything whose first byte is between c0 and df."""
    if first in CONSTANTS:
        return CONSTANTS[first], at
    if first in INTEGERS:
        size, signed, least, most = INTEGERS[first]
        number = int.from_bytes(_take(data, at, size), "big", signed=signed)
        _require(not least <= number <= most, "a shorter form holds the number")
        _require(not signed or number < 0, "a number from 0 on in a signed form")
        return number, at + size
    if first in LENGTHS:
        size, most, read = LENGTHS[first]
        length = int.from_bytes(_take(data, at, size), "big")
        _require(length > most, "a shorter form holds the length")
        return read(data, at + size, length, depth)
    raise NoValue(f"{first:02x} begins no value")


def _text(data: bytes, at: int, length: int, depth: int = 0) -> tuple[str, int]:
    taken = _take(data, at, length)
    try:
        return taken.decode("utf-8"), at + length
    except UnicodeDecodeError as error:
        raise NoValue("not UTF-8") from error


def _bytes(data: bytes, at: int, length: int, depth: int) -> tuple[bytes, int]:
    return _take(data, at, length), at + length


def _array(data: bytes, at: int, length: int, depth: int) -> tuple[Value, int]:
    _require(length <= ITEMS and depth > 0, "too many entries, or too deep")
    items: list[Value] = []
    for _ in range(length):
        item, at = _value(data, at, depth - 1)
        items.append(item)
    return tuple(items), at


def _map(data: bytes, at: int, length: int, depth: int) -> tuple[Value, int]:
    _require(length <= ITEMS and depth > 0, "too many entries, or too deep")
    items: dict[str, Value] = {}
    before: bytes | None = None
    for _ in range(length):
        # A key is a text, and a text has no depth.
        key, at = _value(data, at, 0)
        _require(isinstance(key, str), "a key is not a text")
        assert isinstance(key, str)
        _require(before is None or before < key.encode(), "keys are not strictly ascending")
        before = key.encode()
        items[key], at = _value(data, at, depth - 1)
    return items, at


CONSTANTS: dict[int, Value] = {0xC0: None, 0xC2: False, 0xC3: True}

INTEGERS = {
    0xCC: (1, False, 0, 0x7F),
    0xCD: (2, False, 0, 0xFF),
    0xCE: (4, False, 0, 0xFFFF),
    0xCF: (8, False, 0, 0xFFFFFFFF),
    0xD0: (1, True, -(2**5), -1),
    0xD1: (2, True, -(2**7), -1),
    0xD2: (4, True, -(2**15), -1),
    0xD3: (8, True, -(2**31), -1),
}
"""Size, whether signed, and the least and greatest number for which there is a shorter form."""

_Read = Callable[[bytes, int, int, int], tuple[Value, int]]
LENGTHS: dict[int, tuple[int, int, _Read]] = {
    0xC4: (1, -1, _bytes),
    0xC5: (2, 0xFF, _bytes),
    0xC6: (4, 0xFFFF, _bytes),
    0xD9: (1, 31, _text),
    0xDA: (2, 0xFF, _text),
    0xDB: (4, 0xFFFF, _text),
    0xDC: (2, 15, _array),
    0xDE: (2, 15, _map),
}
"""Size of the length, the greatest length for which there is a shorter form, and how it goes on."""


def _take(data: bytes, at: int, size: int) -> bytes:
    _require(at + size <= len(data), "bytes are missing")
    return data[at : at + size]


def _require(fine: bool, what: str) -> None:
    if not fine:
        raise NoValue(what)
