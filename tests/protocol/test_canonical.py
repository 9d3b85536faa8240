"""One encoding per value: the format's own examples, round trips, and a refusal for every rule."""

import re
import tracemalloc
from collections import OrderedDict
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.canonical import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_ITEMS,
    Encoder,
    Value,
    decode,
    decode_tagged,
    encode,
    encode_tagged,
)
from protocol.errors import NotCanonical

fixed = settings(derandomize=True, deadline=None, database=None)


def nested(depth: int, value: Value = 1) -> Value:
    for _ in range(depth):
        value = (value,)
    return value


# The examples of the msgpack specification's format table, at both ends of every format.

EXAMPLES: list[tuple[Value, bytes]] = [
    (None, b"\xc0"),
    (False, b"\xc2"),
    (True, b"\xc3"),
    (0, b"\x00"),
    (127, b"\x7f"),
    (128, b"\xcc\x80"),
    (255, b"\xcc\xff"),
    (256, b"\xcd\x01\x00"),
    (65535, b"\xcd\xff\xff"),
    (65536, b"\xce\x00\x01\x00\x00"),
    (2**32 - 1, b"\xce\xff\xff\xff\xff"),
    (2**32, b"\xcf\x00\x00\x00\x01\x00\x00\x00\x00"),
    (2**64 - 1, b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff"),
    (-1, b"\xff"),
    (-32, b"\xe0"),
    (-33, b"\xd0\xdf"),
    (-128, b"\xd0\x80"),
    (-129, b"\xd1\xff\x7f"),
    (-32768, b"\xd1\x80\x00"),
    (-32769, b"\xd2\xff\xff\x7f\xff"),
    (-(2**31), b"\xd2\x80\x00\x00\x00"),
    (-(2**31) - 1, b"\xd3\xff\xff\xff\xff\x7f\xff\xff\xff"),
    (-(2**63), b"\xd3\x80\x00\x00\x00\x00\x00\x00\x00"),
    ("", b"\xa0"),
    ("a" * 31, b"\xbf" + b"a" * 31),
    ("a" * 32, b"\xd9\x20" + b"a" * 32),
    ("a" * 255, b"\xd9\xff" + b"a" * 255),
    ("a" * 256, b"\xda\x01\x00" + b"a" * 256),
    ("a" * 65533, b"\xda\xff\xfd" + b"a" * 65533),
    ("é", b"\xa2\xc3\xa9"),
    (b"", b"\xc4\x00"),
    (b"\xff" * 255, b"\xc4\xff" + b"\xff" * 255),
    (b"\xff" * 256, b"\xc5\x01\x00" + b"\xff" * 256),
    (b"\xff" * 65533, b"\xc5\xff\xfd" + b"\xff" * 65533),
    ((), b"\x90"),
    ((1, 2, 3), b"\x93\x01\x02\x03"),
    ((0,) * 15, b"\x9f" + bytes(15)),
    ((0,) * 16, b"\xdc\x00\x10" + bytes(16)),
    ((0,) * 1024, b"\xdc\x04\x00" + bytes(1024)),
    ({}, b"\x80"),
    ({"compact": True, "schema": 0}, b"\x82\xa7compact\xc3\xa6schema\x00"),
    ({"a": {"b": ()}, "z": (None,)}, b"\x82\xa1a\x81\xa1b\x90\xa1z\x91\xc0"),
    ({chr(97 + n): 0 for n in range(15)}, b"\x8f" + b"".join(b"\xa1%c\x00" % (97 + n) for n in range(15))),
    (
        {chr(97 + n): 0 for n in range(16)},
        b"\xde\x00\x10" + b"".join(b"\xa1%c\x00" % (97 + n) for n in range(16)),
    ),
]

LARGE: list[tuple[Value, bytes]] = [
    ("a" * 65535, b"\xda\xff\xff" + b"a" * 65535),
    ("a" * 65536, b"\xdb\x00\x01\x00\x00" + b"a" * 65536),
    (b"\x00" * 65535, b"\xc5\xff\xff" + bytes(65535)),
    (b"\x00" * 65536, b"\xc6\x00\x01\x00\x00" + bytes(65536)),
]
"""What fits into no frame, but may be a state."""


@pytest.mark.parametrize(("value", "data"), EXAMPLES)
def test_an_example_of_the_format_is_written_and_read(value: Value, data: bytes) -> None:
    assert encode(value) == data
    assert decode(data) == value
    assert type(decode(data)) is type(value)


@pytest.mark.parametrize(("value", "data"), LARGE)
def test_a_longer_value_is_read_where_the_reader_allows_it(value: Value, data: bytes) -> None:
    assert encode(value) == data
    assert decode(data, limit=len(data)) == value
    with pytest.raises(NotCanonical):
        decode(data)
    with pytest.raises(NotCanonical):
        decode(data, limit=len(data) - 1)


# Round trips

texts = st.text(st.characters(exclude_categories=["Cs"]))
scalars = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | texts | st.binary()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=20).map(tuple) | st.dictionaries(texts, inner, max_size=20),
)


def shortest(value: Value) -> bytes:
    """The specification's rules once more, written without a library."""
    match value:
        case None:
            return b"\xc0"
        case bool():
            return b"\xc3" if value else b"\xc2"
        case int():
            return shortest_integer(value)
        case str():
            data = value.encode()
            return header(len(data), 0xA0, 32, (0xD9, 0xDA, 0xDB)) + data
        case bytes():
            return header(len(value), 0, 0, (0xC4, 0xC5, 0xC6)) + value
        case tuple() | list():
            return header(len(value), 0x90, 16, (0, 0xDC, 0xDD)) + b"".join(map(shortest, value))
    entries = sorted((key.encode(), shortest(item)) for key, item in value.items())
    return header(len(value), 0x80, 16, (0, 0xDE, 0xDF)) + b"".join(
        shortest(key.decode()) + item for key, item in entries
    )


def header(size: int, small: int, small_end: int, formats: tuple[int, int, int]) -> bytes:
    if size < small_end:
        return bytes((small + size,))
    if size < 256 and formats[0]:
        return bytes((formats[0], size))
    if size < 65536:
        return bytes((formats[1],)) + size.to_bytes(2, "big")
    return bytes((formats[2],)) + size.to_bytes(4, "big")


def shortest_integer(number: int) -> bytes:
    if -32 <= number < 128:
        return number.to_bytes(1, "big", signed=number < 0)
    formats = (0xCC, 0xCD, 0xCE, 0xCF) if number > 0 else (0xD0, 0xD1, 0xD2, 0xD3)
    for power, format_ in enumerate(formats):
        try:
            return bytes((format_,)) + number.to_bytes(2**power, "big", signed=number < 0)
        except OverflowError:
            continue
    raise AssertionError(number)


@pytest.mark.slow
@fixed
@given(values)
def test_a_value_comes_back_and_its_bytes_are_the_shortest(value: Value) -> None:
    data = encode(value)
    assert data == shortest(value)
    assert decode(data) == value
    assert encode(decode(data)) == data


@pytest.mark.slow
@fixed
@given(
    st.binary(max_size=12)
    | st.builds(
        lambda data, at, byte: data[:at] + byte + data[at + 1 :],
        values.map(encode),
        st.integers(0, 40),
        st.binary(max_size=1),
    )
)
def test_bytes_are_refused_or_the_encoding_of_what_they_mean(data: bytes) -> None:
    try:
        value = decode(data)
    except NotCanonical:
        return
    assert encode(value) == data == shortest(value)


# Arrays of a number and a byte string, which have a reader of their own


def tagged(tag: int, data: bytes) -> bytes | None:
    """What `decode_tagged` shall find, by the general decoder."""
    try:
        value = decode(data, limit=2**18)
    except NotCanonical:
        return None
    match value:
        case (int(number), bytes(content)) if number == tag and type(number) is int:
            return content
    return None


@pytest.mark.parametrize("size", [0, 1, 32, 254, 255, 256, 257, 65535, 65536, 65537, 2**17])
def test_a_tagged_byte_string_is_written_and_read_like_any_value(size: int) -> None:
    content = bytes(size)
    for tag in (0, 2, 127):
        data = encode_tagged(tag, content)
        assert data == encode((tag, content))
        assert decode_tagged(tag, data) == content
        assert decode_tagged((tag + 1) % 128, data) is None


@pytest.mark.parametrize("size", [*range(8), 249, 250, 254, 255, 256, 257, 261, 65530, 65536, 65541, 65543])
@pytest.mark.parametrize(("form", "width"), [(b"\xc4", 1), (b"\xc5", 2), (b"\xc6", 4)])
def test_a_length_in_another_form_or_that_does_not_fit_is_not_read(
    size: int, form: bytes, width: int
) -> None:
    for announced in range(max(size - 4, 0), min(size + 5, 256**width)):
        data = b"\x92\x02" + form + announced.to_bytes(width, "big") + bytes(size)
        assert decode_tagged(2, data) == tagged(2, data)


@pytest.mark.slow
@fixed
@given(
    st.integers(0, 20),
    st.integers(0, 300) | st.integers(65530, 65545),
    st.lists(st.tuples(st.integers(0, 9), st.binary(max_size=2), st.integers(0, 2)), max_size=3),
)
def test_both_readers_agree_on_bytes_that_were_changed(
    tag: int, size: int, changes: list[tuple[int, bytes, int]]
) -> None:
    data = encode((tag, bytes(size)))
    for place, new, width in changes:
        data = data[:place] + new + data[place + width :]
    assert decode_tagged(tag, data) == tagged(tag, data)


def test_equal_maps_have_one_encoding_and_come_back_in_key_order() -> None:
    value: dict[str, Value] = {"b": 1, "a": 2, "ab": 3, "": 4, "é": 5, "𐌀": 6, "ﬀ": 7}
    turned = dict(reversed(value.items()))
    assert encode(value) == encode(turned)
    back = decode(encode(value))
    assert isinstance(back, dict)
    assert list(back) == ["", "a", "ab", "b", "é", "ﬀ", "𐌀"]


def test_lists_and_any_mapping_are_written_and_read_as_tuples_and_dicts() -> None:
    value = [MappingProxyType({"b": [1], "a": 2}), OrderedDict(z=1, y=2)]
    data = encode(value)  # type: ignore[arg-type]  # wider than the type, which is what decode gives
    assert decode(data) == ({"a": 2, "b": (1,)}, {"y": 2, "z": 1})


# One value after another


@pytest.mark.slow
@fixed
@given(
    st.lists(values, min_size=1, max_size=5), st.lists(st.lists(st.integers(0, 4), max_size=4), max_size=5)
)
def test_an_encoder_gives_the_same_bytes_whatever_it_has_seen(
    parts: list[Value], picks: list[list[int]]
) -> None:
    """Values that share parts, in an array in a map, in an array in an array, and by themselves."""
    encoder = Encoder()
    for pick in picks:
        shared = tuple(parts[place % len(parts)] for place in pick)
        tried: list[Value] = [{"parts": shared, "z": 1}, (shared, shared), shared, *shared]
        for value in tried:
            assert encoder.encode(value) == encode(value)


def test_an_encoder_does_not_look_twice_at_what_it_holds() -> None:
    encoder = Encoder()
    part: dict[str, Value] = {"a": 1}
    first = encoder.encode({"players": (part, {"b": 2})})
    part["a"] = 5
    assert encoder.encode({"players": (part, {"b": 2})}) == first, "it was changed in place"
    assert encoder.encode({"players": (dict(part), {"b": 2})}) == encode({"players": (part, {"b": 2})})
    assert encoder.encode({"players": (part, {"b": 2})}) != first, "only the value before is remembered"


def test_an_encoder_takes_no_new_object_for_one_that_is_gone() -> None:
    encoder = Encoder()
    for number in range(100):
        assert encoder.encode(((bytes(20), (number, b"")),)) == encode(((bytes(20), (number, b"")),))
        assert len(encoder._parts) == 1


@pytest.mark.parametrize(
    "value",
    [1.5, (((1.5,),),), (((2**64,),),), {"a": (("\ud800",),)}, nested(17), {"a": ({1: 2},)}, ((0,) * 1025,)],
    ids=["float", "inside", "large", "surrogate", "deep", "key", "long"],
)
def test_an_encoder_refuses_what_cannot_be_encoded(value: Value) -> None:
    encoder = Encoder()
    for _ in range(2):
        with pytest.raises((TypeError, ValueError)) as theirs:
            encode(value)
        with pytest.raises(theirs.type, match=re.escape(str(theirs.value))):
            encoder.encode(value)
    assert encoder.encode((1,)) == encode((1,))


# Bytes that are refused


@pytest.mark.parametrize(
    "data",
    [
        b"\xcc\x05",
        b"\xcd\x00\x05",
        b"\xce\x00\x00\x00\x05",
        b"\xcf" + bytes(7) + b"\x05",
        b"\xd0\x05",
        b"\xd1\x00\x05",
        b"\xd2\x00\x00\x00\x05",
        b"\xd3" + bytes(7) + b"\x05",
    ],
)
def test_five_is_refused_in_every_longer_form(data: bytes) -> None:
    assert decode(b"\x05") == 5
    with pytest.raises(NotCanonical):
        decode(data)


REFUSED = {
    "nothing": b"",
    "unused_byte": b"\xc1",
    "minus_one_in_8_bits": b"\xd0\xff",
    "minus_one_in_64_bits": b"\xd3" + b"\xff" * 8,
    "positive_in_a_signed_form": b"\xd1\x01\x00",
    "text_in_str8": b"\xd9\x01a",
    "text_in_str16": b"\xda\x00\x01a",
    "text_in_str32": b"\xdb\x00\x00\x00\x01a",
    "bytes_in_bin16": b"\xc5\x00\x01a",
    "bytes_in_bin32": b"\xc6\x00\x00\x00\x01a",
    "array_in_array16": b"\xdc\x00\x01\x05",
    "array_in_array32": b"\xdd\x00\x00\x00\x01\x05",
    "map_in_map16": b"\xde\x00\x01\xa1a\x05",
    "map_in_map32": b"\xdf\x00\x00\x00\x01\xa1a\x05",
    "key_in_str8": b"\x81\xd9\x01a\x05",
    "deep_inside": b"\x91\x81\xa1a\x92\x05\xcc\x05",
    "repeated_key": b"\x82\xa1a\x05\xa1a\x05",
    "repeated_key_with_another_value": b"\x82\xa1a\x05\xa1a\x06",
    "unsorted_keys": b"\x82\xa1b\x05\xa1a\x05",
    "keys_sorted_by_length_first": b"\x82\xa1b\x05\xa2aa\x05",
    "number_as_key": b"\x81\x01\x05",
    "bytes_as_key": b"\x81\xc4\x01a\x05",
    "nil_as_key": b"\x81\xc0\x05",
    "array_as_key": b"\x81\x90\x05",
    "map_as_key": b"\x81\x80\x05",
    "float32": b"\xca\x3f\x80\x00\x00",
    "float64": b"\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00",
    "not_a_number": b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00",
    "fixext1": b"\xd4\x01a",
    "fixext2": b"\xd5\x01aa",
    "fixext4": b"\xd6\x01aaaa",
    "fixext8": b"\xd7\x01aaaaaaaa",
    "fixext16": b"\xd8\x01" + b"a" * 16,
    "ext8": b"\xc7\x03\x01aaa",
    "ext16": b"\xc8\x00\x03\x01aaa",
    "ext32": b"\xc9\x00\x00\x00\x03\x01aaa",
    "ext_of_a_reserved_type": b"\xd4\xfea",
    "timestamp32": b"\xd6\xff\x00\x00\x00\x01",
    "timestamp64": b"\xd7\xff\x00\x00\x00\x00\x00\x00\x00\x01",
    "timestamp96": b"\xc7\x0c\xff" + bytes(12),
    "timestamp_that_is_none": b"\xd7\xff" + b"\xff" * 8,
    "ext_inside": b"\x91\xd4\x01a",
    "text_not_utf8": b"\xa1\xff",
    "text_cut_inside_a_character": b"\xa1\xc3",
    "text_with_a_longer_utf8_form": b"\xa2\xc0\x80",
    "text_with_a_surrogate": b"\xa3\xed\xa0\x80",
    "text_with_a_pair_of_surrogates": b"\xa6\xed\xa0\xbd\xed\xb8\x80",
    "key_with_a_surrogate": b"\x81\xa3\xed\xa0\x80\x05",
    "keys_in_the_order_of_utf16": b"\x82\xa4\xf0\x90\x80\x80\x05\xa3\xef\xbf\xbf\x05",
    "text_beyond_unicode": b"\xa4\xf4\x90\x80\x80",
    "trailing_byte": b"\x05\x00",
    "trailing_value": b"\x90\x90",
    "truncated_number": b"\xcd\x01",
    "truncated_text": b"\xa2a",
    "truncated_bytes": b"\xc4\x02a",
    "truncated_array": b"\x92\x05",
    "truncated_map": b"\x81\xa1a",
    "too_deep": shortest(nested(MAX_DEPTH + 1)),
    "too_deep_though_empty": shortest(nested(MAX_DEPTH, {})),
    "too_deep_under_a_key": b"\x81\xa1a" + shortest(nested(MAX_DEPTH)),
    "too_many_in_an_array": b"\xdc\x04\x01" + bytes(1025),
    "too_many_in_a_map": b"\xde\x04\x01" + b"".join(b"\xa4%04d\x00" % n for n in range(1025)),
    "length_without_items": b"\xdd\xff\xff\xff\xff",
    "length_without_text": b"\xdb\xff\xff\xff\xff",
    "length_without_bytes": b"\xc6\xff\xff\xff\xff",
    "length_without_ext": b"\xc9\xff\xff\xff\xff\x01",
    "too_long": b"\xc5\xff\xfe" + bytes(65534),
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED.keys())
def test_refused(data: bytes) -> None:
    with pytest.raises(NotCanonical):
        decode(data)


def test_bounds_themselves_are_allowed() -> None:
    assert decode(shortest(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    assert decode(shortest(nested(MAX_DEPTH - 1, ()))) == nested(MAX_DEPTH - 1, ())
    assert encode({"a": nested(MAX_DEPTH - 1)}) == shortest({"a": nested(MAX_DEPTH - 1)})
    assert decode(b"\xdc\x04\x00" + bytes(MAX_ITEMS)) == (0,) * MAX_ITEMS
    most = b"\xde\x04\x00" + b"".join(b"\xa4%04d\x00" % n for n in range(MAX_ITEMS))
    assert decode(most) == {f"{n:04}": 0 for n in range(MAX_ITEMS)}
    assert len(shortest(bytes(MAX_BYTES - 3))) == MAX_BYTES
    assert decode(shortest(bytes(MAX_BYTES - 3))) == bytes(MAX_BYTES - 3)


def test_a_reader_can_ask_for_less_depth() -> None:
    data = encode(nested(3))
    assert decode(data, depth=3) == nested(3)
    with pytest.raises(NotCanonical):
        decode(data, depth=2)


def test_what_cannot_be_encoded_leaves_nothing_behind() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        encode(("left over", "\ud800"))
    with pytest.raises(ValueError, match="64 bits"):
        encode(("left over", 2**64))
    assert encode(5) == b"\x05"


TEXTS = {
    "scripts": "Zoë Ярослав 王小明 김민준 Σωκράτης שרה ♜",
    "composed": "\u00e9",
    "decomposed": "e\u0301",
    "singleton": "\u212b",
    "emoji": "\U0001f9dd\u200d\u2640\ufe0f",
    "noncharacters": "\ufdd0\uffff\U0010ffff",
    "unassigned": "\u0378\U000e0fff",
    "private_use": "\ue000\U000f0000",
    "controls": "\x00\x1b\x7f\x85",
    "ends_of_each_length": "\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_any_text_is_kept_as_it_is(text: str) -> None:
    assert encode(text) == shortest(text)
    assert decode(encode(text)) == text
    assert decode(encode({text: text})) == {text: text}


def test_texts_that_look_alike_are_different_keys() -> None:
    composed, decomposed = "\u00e9", "e\u0301"
    assert decode(encode({composed: 1, decomposed: 2})) == {decomposed: 2, composed: 1}


BOMBS = {
    "arrays_of_1024": b"\xdc\x04\x00" * (MAX_BYTES // 3),
    "long_headers_of_1024": b"\xdd\x00\x00\x04\x00" * (MAX_BYTES // 5),
    "headers_as_large_as_the_data": b"\xdc\xff\xff" * (MAX_BYTES // 3),
    "longest_headers": b"\xdd\xff\xff\xff\xff" * (MAX_BYTES // 5),
    "arrays_of_15": b"\x9f" * MAX_BYTES,
    "arrays_of_1": b"\x91" * MAX_BYTES,
    "maps_of_1024": b"\xde\x04\x00\xa0" * (MAX_BYTES // 4),
    "maps_of_1": b"\x81\xa0" * (MAX_BYTES // 2),
    "deep_then_wide": b"\xdc\x04\x00" * 1000 + b"\x80" * 60000,
}


@pytest.mark.parametrize("data", BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_of_headers_is_refused_in_bounded_memory(data: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(NotCanonical):
            decode(data)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


# Values of our own that are refused


class Suit(IntEnum):
    CLUBS = 1


class Name(StrEnum):
    CLUBS = "clubs"


class Pair(NamedTuple):
    left: int
    right: int


NOT_PLAIN: list[object] = [
    1.0,
    Suit.CLUBS,
    Name.CLUBS,
    Pair(1, 2),
    {1, 2},
    bytearray(1),
    memoryview(b""),
    object,
]


@pytest.mark.parametrize("value", NOT_PLAIN, ids=repr)
def test_what_is_not_plain_is_not_written(value: Value) -> None:
    for holder in (value, (value,), {"a": value}):
        with pytest.raises(TypeError):
            encode(holder)


@pytest.mark.parametrize("key", [1, None, b"a", Name.CLUBS, ()], ids=repr)
def test_a_key_that_is_not_text_is_not_written(key: str) -> None:
    with pytest.raises(TypeError):
        encode({key: 1})


OUT_OF_BOUNDS: dict[str, tuple[Value, str]] = {
    "above_64_bits": (2**64, "64 bits"),
    "below_64_bits": (-(2**63) - 1, "64 bits"),
    "surrogate": ("\ud800", "surrogate"),
    "two_surrogates": ("\ud83d\ude00", "surrogate"),
    "key_surrogate": ({"\ud800": 1}, "surrogate"),
    "too_many_items": ((0,) * (MAX_ITEMS + 1), "entries"),
    "too_many_entries": ({str(n): 0 for n in range(MAX_ITEMS + 1)}, "entries"),
    "too_deep": (nested(MAX_DEPTH + 1), "containers"),
    "too_deep_though_empty": (nested(MAX_DEPTH, {}), "containers"),
}


@pytest.mark.parametrize(("value", "reason"), OUT_OF_BOUNDS.values(), ids=OUT_OF_BOUNDS.keys())
def test_what_is_out_of_bounds_is_not_written(value: Value, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        encode(value)
