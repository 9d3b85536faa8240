"""Plain value <-> msgpack bytes: one encoding per value, every other refused.

In: values made of None, bool, int, str, bytes, arrays and maps with text keys.
Out: the shortest msgpack of it, map keys ascending; decode gives tuples for
arrays and dicts in key order for maps (protocol.md §2.1). Whatever is signed or
hashed went through here, so two nodes must never differ on a single byte or on
what is refused: decoding is reading, encoding again and comparing.

Text is any Unicode text, neither normalised nor looked up in a table: those
tables differ between versions and languages, and with them the verdicts would.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgpack import ExtraData, FormatError, Packer, StackError, UnpackException, unpackb

from .errors import NotCanonical

Value: TypeAlias = "bool | int | str | bytes | tuple[Value, ...] | dict[str, Value] | None"
"""What can be encoded. Subclasses (enums, named tuples) are not plain and are refused."""

MAX_BYTES = 65536
"""Bytes of an encoded value, unless the reader is told another limit."""

MAX_DEPTH = 16
"""Containers inside each other: a scalar has depth 0, a container one more than its deepest entry."""

MAX_ITEMS = 1024
"""Entries of one array or map."""

_SIMPLE = frozenset({bytes, str, int, bool, type(None)})
"""Types that hold nothing else. (A number of more than 64 bits, or a surrogate, fails when it is packed.)"""

_TEXT = frozenset({str})

# Of one packer that is kept: to make one takes longer than to pack a message. It gets values of built-in
# types only, so nothing can run in between, and what it refuses leaves nothing behind in it.
_pack: Callable[[Any], bytes] = Packer().pack


def encode(value: Value) -> bytes:
    """The one encoding of a value.

    Raises:
        TypeError: something in it is not a plain value.
        ValueError: something in it is out of bounds, or text has a surrogate.
    """
    try:
        return _pack(_plain(value, MAX_DEPTH))
    except OverflowError as error:
        raise _too_large() from error


class Encoder:
    """Encodes one value after another, such as the states of a game, of which little changes.

    An entry of an entry that is the very object that it was in the value before is not looked at again. So
    nothing that was encoded here may be changed in place.
    """

    def __init__(self) -> None:
        # By identity. To hold the object keeps its identity from being given to another one.
        self._parts: dict[int, tuple[Any, Any]] = {}
        self._before = self._parts

    def encode(self, value: Value) -> bytes:
        """What `encode` returns or raises for it."""
        self._before, self._parts = self._parts, {}
        try:
            return _pack(_plain(value, MAX_DEPTH, self._entry))
        except OverflowError as error:
            raise _too_large() from error

    def _entry(self, value: Any, depth: int) -> Any:
        return _plain(value, depth, self._part)

    def _part(self, value: Any, depth: int) -> Any:
        part = self._parts[id(value)] = self._before.get(id(value)) or (value, _plain(value, depth))
        return part[1]


def decode(data: bytes, *, limit: int = MAX_BYTES, depth: int = MAX_DEPTH) -> Value:
    """The value whose encoding this is.

    Raises:
        NotCanonical: there is none, or it is longer or deeper than the limits.
    """
    if len(data) > limit:
        raise NotCanonical(f"{len(data)} bytes where {limit} are allowed")
    # The item caps stop a header from reserving memory that no bytes back up: depth in msgpack
    # is bounded by its own stack, so a bomb of headers stays at a few megabytes.
    try:
        value: Value = unpackb(data, use_list=False, max_array_len=MAX_ITEMS, max_map_len=MAX_ITEMS)
        encoded = _pack(_plain(value, depth))
    except (TypeError, ValueError, RecursionError, UnpackException) as error:
        raise NotCanonical(_why(error)) from error
    if encoded != data:
        raise NotCanonical("not the shortest or ordered form of its value")
    return value


def _why(error: Exception) -> str:
    """What is wrong with bytes that cannot be read, or hold what is no plain value, in words of ours."""
    match error:
        case FormatError():
            return "a byte with which no value begins"
        case ExtraData():
            return "more bytes behind the value"
        case StackError() | RecursionError():
            return f"more than {MAX_DEPTH} containers inside each other"
        case UnicodeDecodeError():
            return "a text that is not UTF-8"
    return str(error).removeprefix("Unpack failed: ")


def encode_tagged(tag: int, content: bytes) -> bytes:
    """The encoding of an array of two: a number below 128, and a byte string."""
    return _before_content(tag, len(content)) + content


def decode_tagged(tag: int, data: bytes) -> bytes | None:
    """The byte string in such an array with this number, if these bytes are its encoding.

    Nearly all that is stored or sent has this form, and to see it takes a fraction of `decode`.
    """
    start = 4 if len(data) < 4 + 2**8 else 5 if len(data) < 5 + 2**16 else 7
    content = data[start:]
    return content if data[:start] == _before_content(tag, len(content)) else None


def _before_content(tag: int, size: int) -> bytes:
    if size < 2**8:
        return bytes((0x92, tag, 0xC4, size))
    if size < 2**16:
        return bytes((0x92, tag, 0xC5)) + size.to_bytes(2, "big")
    return bytes((0x92, tag, 0xC6)) + size.to_bytes(4, "big")


def _plain(value: Any, depth: int, look: Callable[[Any, int], Any] | None = None) -> Any:
    """The value with its maps in order, once everything in it is known to be plain.

    Who looks at its entries, if they are containers, is this function too, unless another is given.
    """
    look = look or _plain
    kind = type(value)
    if kind in _SIMPLE:
        return value
    if kind is tuple or kind is list:
        if len(value) > MAX_ITEMS or depth == 0:
            raise _out_of_bounds(len(value))
        # Most arrays hold nothing but scalars, and to ask for all of them at once costs next to nothing.
        if _SIMPLE.issuperset(map(type, value)):
            return value
        return [item if type(item) in _SIMPLE else look(item, depth - 1) for item in value]
    if kind is dict or isinstance(value, Mapping):
        if len(value) > MAX_ITEMS or depth == 0:
            raise _out_of_bounds(len(value))
        if not _TEXT.issuperset(map(type, value)):
            raise TypeError("a map key is not text")
        # By code point, which is the order of the UTF-8 bytes too.
        return {
            key: item if type(item := value[key]) in _SIMPLE else look(item, depth - 1)
            for key in sorted(value)
        }
    raise TypeError(f"{kind.__name__} is not a plain value")


def _too_large() -> ValueError:
    return ValueError("integer does not fit into 64 bits")


def _out_of_bounds(items: int) -> ValueError:
    if items > MAX_ITEMS:
        return ValueError(f"{items} entries where {MAX_ITEMS} are allowed")
    return ValueError(f"more than {MAX_DEPTH} containers inside each other")
