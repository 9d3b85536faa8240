"""Vectors of canonical values (protocol.md §2.1).

The bytes are written by hand, never by the encoder that is to be tested.
"""

from protocol.canonical import Value

from .notation import notation
from .vector import ACCEPT, Vector, vector


def _fine(data: str, value: Value) -> Vector:
    return vector(ACCEPT, ("data", bytes.fromhex(data)), value=notation(value))


def _refused(data: str) -> Vector:
    return vector("NotCanonical", ("data", bytes.fromhex(data)))


# Accepted.


def nil_value() -> Vector:
    """Nil is one byte."""
    return _fine("c0", None)


def booleans() -> Vector:
    """False and true are one byte each, and no numbers."""
    return _fine("92 c2 c3", (False, True))


def integers_at_every_width() -> Vector:
    """A number from zero on takes the shortest unsigned form."""
    data = "9a 00 7f cc80 ccff cd0100 cdffff ce00010000 ceffffffff cf0000000100000000 cfffffffffffffffff"
    return _fine(data, (0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1))


def negative_integers_at_every_width() -> Vector:
    """A negative number takes the shortest signed form."""
    data = "9a ff e0 d0df d080 d1ff7f d18000 d2ffff7fff d280000000 d3ffffffff7fffffff d38000000000000000"
    return _fine(data, (-1, -32, -33, -128, -129, -(2**15), -(2**15) - 1, -(2**31), -(2**31) - 1, -(2**63)))


def text_of_31_bytes() -> Vector:
    """The longest fixstr."""
    return _fine("bf" + "61" * 31, "a" * 31)


def text_of_32_bytes() -> Vector:
    """The shortest text with a length byte."""
    return _fine("d920" + "61" * 32, "a" * 32)


def text_of_256_bytes() -> Vector:
    """The shortest text with two length bytes."""
    return _fine("da0100" + "61" * 256, "a" * 256)


def text_that_is_not_normalised() -> Vector:
    """Two ways to write one letter are two texts, and both are text."""
    return _fine("92 a2c3a9 a365cc81", ("\u00e9", "e\u0301"))


def text_with_odd_code_points() -> Vector:
    """Controls, an unassigned code point, a noncharacter, private use and the last code point are text."""
    return _fine("af 00 1f cdb8 efbfbf ee8080 f48fbfbf 7f", "\x00\x1f\u0378\uffff\ue000\U0010ffff\x7f")


def byte_strings() -> Vector:
    """Byte strings of no, of 255 and of 256 bytes."""
    return _fine("93 c400 c4ff" + "00" * 255 + "c50100" + "01" * 256, (b"", bytes(255), b"\x01" * 256))


def array_of_sixteen() -> Vector:
    """The shortest array with length bytes."""
    return _fine("dc0010" + "c0" * 16, (None,) * 16)


def array_of_1024() -> Vector:
    """The longest array."""
    return _fine("dc0400" + "00" * 1024, (0,) * 1024)


def map_of_sixteen() -> Vector:
    """The shortest map with length bytes."""
    keys = "abcdefghijklmnop"
    return _fine("de0010" + "".join(f"a1{ord(key):02x}c0" for key in keys), dict.fromkeys(keys))


def map_in_order_of_bytes() -> Vector:
    """A prefix comes before the longer key, and upper case before lower."""
    return _fine("85 a000 a14200 a16100 a2616200 a16200", {"": 0, "B": 0, "a": 0, "ab": 0, "b": 0})


def map_in_order_of_code_points() -> Vector:
    """U+FFFF comes before U+10000, though not in UTF-16."""
    return _fine("82 a3efbfbf00 a4f0908080 01", {"\uffff": 0, "\U00010000": 1})


def depth_of_sixteen() -> Vector:
    """Sixteen containers inside each other."""
    value: Value = ()
    for _ in range(15):
        value = (value,)
    return _fine("91" * 15 + "90", value)


def example_of_the_specification() -> Vector:
    """A bit of everything."""
    data = "85 a162c0 a16ecd012c a46e616d65 a45a6fc3ab a3726177 c40200ff a57365617473 930001ff"
    return _fine(data, {"b": None, "n": 300, "name": "Zoë", "raw": b"\x00\xff", "seats": (0, 1, -1)})


def at_the_limit() -> Vector:
    """As many bytes as the place allows where it is read."""
    return vector(ACCEPT, ("data", bytes.fromhex("93000102")), limit=4, value="[0, 1, 2]")


# Refused.


def beyond_the_limit() -> Vector:
    """One byte more than the place allows where it is read."""
    return vector("NotCanonical", ("data", bytes.fromhex("9400010203")), limit=4)


def empty_input() -> Vector:
    """No bytes are no value."""
    return _refused("")


def integer_in_too_wide_a_form() -> Vector:
    """127 has a form of one byte."""
    return _refused("cc7f")


def integer_in_far_too_wide_a_form() -> Vector:
    """1 as eight bytes."""
    return _refused("cf0000000000000001")


def positive_integer_in_a_signed_form() -> Vector:
    """128 fits into int16, but it is not negative."""
    return _refused("d10080")


def negative_integer_in_too_wide_a_form() -> Vector:
    """-32 has a form of one byte."""
    return _refused("d0e0")


def text_in_too_wide_a_form() -> Vector:
    """One letter with a length byte."""
    return _refused("d90161")


def bytes_in_too_wide_a_form() -> Vector:
    """One byte with two length bytes."""
    return _refused("c5000100")


def array_in_too_wide_a_form() -> Vector:
    """Fifteen entries with two length bytes."""
    return _refused("dc000f" + "c0" * 15)


def array_with_four_length_bytes() -> Vector:
    """No array is long enough for this form."""
    return _refused("dd00000001c0")


def map_in_too_wide_a_form() -> Vector:
    """One entry with two length bytes."""
    return _refused("de0001a161c0")


def map_with_four_length_bytes() -> Vector:
    """No map is long enough for this form."""
    return _refused("df00000001a161c0")


def float_value() -> Vector:
    """There are no floats."""
    return _refused("cb3ff0000000000000")


def short_float_inside() -> Vector:
    """There are no floats, not even inside a map."""
    return _refused("81a161ca3f800000")


def extension_value() -> Vector:
    """There are no extensions."""
    return _refused("d40100")


def timestamp_value() -> Vector:
    """There are no timestamps."""
    return _refused("d6ff00000000")


def byte_c1() -> Vector:
    """The byte that msgpack never uses."""
    return _refused("c1")


def repeated_key() -> Vector:
    """A key occurs twice."""
    return _refused("82a16101a16102")


def keys_out_of_order() -> Vector:
    """Keys must ascend."""
    return _refused("82a16201a16102")


def keys_in_order_of_utf16() -> Vector:
    """U+10000 before U+FFFF is the order of UTF-16 code units, which does not count."""
    return _refused("82a4f090808000a3efbfbf00")


def number_as_key() -> Vector:
    """A key must be text."""
    return _refused("8101c0")


def bytes_as_key() -> Vector:
    """A key must be text, not a byte string."""
    return _refused("81c40161c0")


def surrogate_in_text() -> Vector:
    """U+D800 as three bytes is no UTF-8."""
    return _refused("a3eda080")


def surrogate_pair_in_text() -> Vector:
    """Not even two of them make a code point."""
    return _refused("a6eda080edb080")


def overlong_letter_in_text() -> Vector:
    """U+0000 as two bytes is no UTF-8."""
    return _refused("a2c080")


def text_above_unicode() -> Vector:
    """There is no U+110000."""
    return _refused("a4f4908080")


def text_cut_inside_a_letter() -> Vector:
    """The text ends within a code point."""
    return _refused("a1c3")


def surrogate_in_a_key() -> Vector:
    """Keys are texts under the same rule."""
    return _refused("81a3eda08000")


def value_cut_short() -> Vector:
    """The third entry is missing."""
    return _refused("930001")


def byte_after_the_value() -> Vector:
    """Nothing may follow."""
    return _refused("c0c0")


def depth_of_seventeen() -> Vector:
    """Seventeen containers inside each other."""
    return _refused("91" * 16 + "90")


def array_of_1025() -> Vector:
    """One entry too many."""
    return _refused("dc0401" + "00" * 1025)


def map_of_1025() -> Vector:
    """One entry too many, the keys in order."""
    keys = (b"%04d" % number for number in range(1025))
    return _refused("de0401" + "".join(f"a4{key.hex()}c0" for key in keys))


def length_that_no_bytes_back_up() -> Vector:
    """A header that promises 65535 entries."""
    return _refused("dcffff")
