"""Values and bytes, a little changed: what a fuzzer tries next, and the same for the same random source.

Bytes are changed without knowing what they mean. Values are changed and encoded again, so that what comes out
is canonical and gets past the decoder.
"""

from collections.abc import Callable
from random import Random

from protocol.canonical import Value, decode, encode
from protocol.errors import NotCanonical

NUMBERS = (0, 1, 2, 3, 6, 7, 8, 31, 32, 64, 127, 128, 255, 256, 1023, 1024, 1025, 4096, 65535, 65536)
SCALARS: tuple[Value, ...] = (
    *(
        None,
        False,
        True,
        "",
        b"",
        "a",
        (),
        {},
        "\x00",
        "\x1b[2J\u202e",
        "throw",
        "rock",
        bytes(32),
        bytes(64),
    ),
    b"\xff" * 32,
    *NUMBERS,
    *(-1, -32, -33, -128, -129, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1, -(2**63)),
)
MOST = 1024
"""Entries of one array or map: more cannot be encoded."""


# Bytes.


def changed_bytes(data: bytes, random: Random) -> bytes:
    """The bytes with one to four small changes."""
    out = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        random.choice(WAYS)(out, random)
    return bytes(out)


def _flip(out: bytearray, random: Random) -> None:
    if out:
        out[random.randrange(len(out))] ^= 1 << random.randrange(8)


def _put(out: bytearray, random: Random) -> None:
    if out:
        out[random.randrange(len(out))] = random.randrange(256)


def _cut(out: bytearray, random: Random) -> None:
    start, size = _piece(out, random)
    del out[start : start + size]


def _insert(out: bytearray, random: Random) -> None:
    place = random.randint(0, len(out))
    out[place:place] = random.randbytes(random.choice((1, 1, 2, 4, 32)))


def _repeat(out: bytearray, random: Random) -> None:
    start, size = _piece(out, random)
    place = random.randint(0, len(out))
    out[place:place] = out[start : start + size]


def _end(out: bytearray, random: Random) -> None:
    del out[random.randint(0, len(out)) :]


def _count(out: bytearray, random: Random) -> None:
    """One more or one less, where it may be a length."""
    if out:
        place = random.randrange(len(out))
        out[place] = (out[place] + random.choice((-1, 1))) % 256


WAYS: tuple[Callable[[bytearray, Random], None], ...] = (_flip, _put, _cut, _insert, _repeat, _end, _count)


def _piece(out: bytearray, random: Random) -> tuple[int, int]:
    start = random.randint(0, len(out))
    return start, random.choice((1, 2, 4, 8, 32, 64, 256))


# Values.


def changed_value(value: Value, random: Random) -> Value:
    """The value with one change somewhere inside."""
    if isinstance(value, tuple) and value and random.random() < 0.85:
        return _changed_array(value, random)
    if isinstance(value, dict) and value and random.random() < 0.85:
        return _changed_map(value, random)
    return _changed_scalar(value, random)


def _changed_array(items: tuple[Value, ...], random: Random) -> Value:
    place = random.randrange(len(items))
    before, item, after = items[:place], items[place], items[place + 1 :]
    match random.choice("iiiiiiidsrwn"):
        case "d":
            return before + after
        case "s":
            other = random.randrange(len(items))
            swapped = list(items)
            swapped[place], swapped[other] = swapped[other], swapped[place]
            return tuple(swapped)
        case "r" if len(items) < MOST:
            other = random.randint(0, len(items))
            return (*items[:other], item, *items[other:])
        case "n" if len(items) < MOST:
            return (*before, random.choice(SCALARS), item, *after)
        case "w":
            return (*before, random.choice(items), *after)
    return (*before, changed_value(item, random), *after)


def _changed_map(items: dict[str, Value], random: Random) -> Value:
    key = random.choice(sorted(items))
    out = dict(items)
    match random.choice("iiiidk"):
        case "d":
            del out[key]
        case "k":
            out[random.choice((key + "a", "", "0", "9", str(random.randrange(12))))] = out.pop(key)
        case _:
            out[key] = changed_value(items[key], random)
    return out


def _changed_scalar(value: Value, random: Random) -> Value:
    near = random.random() < 0.6
    match value:
        case bool():
            return not value if near else random.choice(SCALARS)
        case int() if near:
            return max(-(2**63), min(2**64 - 1, value + random.choice((-1, 1, 1, -2, 2, 256))))
        case bytes() if near:
            return _changed_blob(value, random)
        case str() if near:
            return changed_bytes(value.encode(), random).decode("utf-8", "replace")
    match random.choice("ssse"):
        case "e":
            return (value,) * random.randint(1, 3) if not isinstance(value, dict) else {"": value}
    return random.choice(SCALARS)


def _changed_blob(data: bytes, random: Random) -> bytes:
    """Bytes that are themselves an encoded value are changed as one, often."""
    if len(data) > 1 and random.random() < 0.7:
        try:
            inner = decode(data, limit=2**22)
        except NotCanonical:
            pass
        else:
            if isinstance(inner, tuple | dict):
                return encoded(changed_value(inner, random), data)
    return changed_bytes(data, random)


def encoded(value: Value, otherwise: bytes) -> bytes:
    """The encoding of a value that may have become too deep for one."""
    try:
        return encode(value)
    except ValueError:
        return otherwise
