"""The genesis (protocol.md §3)."""

from dataclasses import dataclass

from .values import VERSION, Refused, Value, decode, digest, is_bytes, is_key

_FORBIDDEN = """
    0000-001F 007F-00A0 00AD 034F 061C 115F-1160 1680 17B4-17B5 180B-180F 2000-200F 2028-202F 205F-206F
    2800 3000 3164 D800-DFFF FE00-FE0F FEFF FFA0 FFF0-FFFB 1D173-1D17A E0000-E0FFF
"""


@dataclass(frozen=True)
class Genesis:
    """What the seats agreed on."""

    table: bytes
    game: str
    rules: int
    options: dict[str, int]
    half: bool
    keys: tuple[bytes, ...]
    choices: tuple[str, ...]

    @property
    def seats(self) -> range:
        return range(len(self.keys))


def read_genesis(data: bytes) -> Genesis:
    """The genesis that these bytes encode. Refused: BadGenesis."""
    try:
        version, game, rules, options, patience, half, seats = decode(data)
        _expect(
            type(version) is int and version == VERSION and is_name(game) and _within(rules, 0, 2**31 - 1)
        )
        _expect(type(options) is dict and len(options) <= 32 and all(map(is_name, options)))
        _expect(all(_within(value, -(2**31), 2**31 - 1) for value in options.values()))
        _expect(_within(patience, 1, 86400) and type(half) is bool)
        _expect(type(seats) is tuple and 2 <= len(seats) <= 7)
        keys, names, choices, nonces = zip(*(_seat(seat) for seat in seats), strict=True)
        _expect(len(set(keys)) == len(set(names)) == len(seats) and all(map(is_bytes, nonces)))
    except (Refused, ValueError, TypeError):
        raise Refused("BadGenesis") from None
    return Genesis(digest("genesis", data), game, rules, options, half, keys, choices)


def _seat(value: Value) -> tuple[bytes, str, str, bytes]:
    _expect(type(value) is tuple)
    key, name, choice, nonce = value
    _expect(type(key) is bytes and is_key(key) and is_name(name) and (choice == "" or is_name(choice, 64)))
    return key, name, choice, nonce


def is_name(value: Value, longest: int = 32) -> bool:
    return (
        type(value) is str
        and 1 <= len(value) <= longest
        and value.strip(" ") == value
        and not any(ord(letter) in _CODES for letter in value)
    )


def _within(value: Value, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _expect(holds: bool) -> None:
    if not holds:
        raise ValueError


def _codes() -> frozenset[int]:
    spans = [[int(end, 16) for end in span.split("-")] for span in _FORBIDDEN.split()]
    return frozenset(code for span in spans for code in range(span[0], span[-1] + 1))


_CODES = _codes()
