"""The beginning of a table: game, options and roster; its hash is the table id (protocol.md §3).

Everything that two seats could later disagree about is fixed here, and every
seat signs it with its first message. Each seat brings a nonce of its own, so no
one alone chooses the table id, and no message of another table fits this one.
"""

import re
from collections.abc import Callable
from functools import cache, cached_property
from types import MappingProxyType
from typing import Self

from .canonical import Value, decode, encode
from .errors import BadGenesis, BadKey, NotCanonical, UnknownSeat
from .frozen import Frozen
from .hashing import VERSION, digest
from .identity import check_key

MIN_SEATS, MAX_SEATS = 2, 7
MAX_NAME = 32
MAX_CHOICE = 64
MAX_OPTIONS = 32
MIN_PATIENCE, MAX_PATIENCE = 1, 86_400
NONCE_SIZE = 32
MAX_SETTING = 2**31
UNSPEAKABLE = (
    *((0x0000, 0x001F), (0x007F, 0x00A0), (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C)),
    *((0x115F, 0x1160), (0x1680, 0x1680), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2000, 0x200F)),
    *((0x2028, 0x202F), (0x205F, 0x206F), (0x2800, 0x2800), (0x3000, 0x3000), (0x3164, 0x3164)),
    *((0xD800, 0xDFFF), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB)),
    *((0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""Code points, first and last, that no name may contain.

They move the cursor, turn the direction of writing, or show as nothing (blanks other than the
space, fillers, selectors): one name could pass for another. Surrogates come from no peer, but perhaps from
our own person's keyboard.
"""


class Seat(Frozen):
    """One player's place: key, name for people, the game's choice (a faction, say), nonce."""

    key: bytes
    name: str
    choice: str
    nonce: bytes

    def plain(self) -> Value:
        return (self.key, self.name, self.choice, self.nonce)


class Genesis(Frozen, dict=True):
    """What every seat signed before the first step."""

    game: str
    rules_version: int
    options: MappingProxyType[str, int]
    patience: int
    seats: tuple[Seat, ...]
    half: bool = False
    """Whether half of the seats may go on without the others, if the lowest seat is among them."""

    @cached_property
    def encoded(self) -> bytes:
        """The canonical bytes that are hashed and stored."""
        return encode(self._plain())

    @cached_property
    def table(self) -> bytes:
        """The table id."""
        return digest("genesis", self.encoded)

    def key(self, seat: int) -> bytes:
        """The public key of a seat; raises UnknownSeat."""
        if not 0 <= seat < len(self.seats):
            raise UnknownSeat(f"no seat {seat} at a table of {len(self.seats)}")
        return self.seats[seat].key

    def seat_of(self, key: bytes) -> int | None:
        """The seat that a key holds, if any."""
        return next((i for i, seat in enumerate(self.seats) if seat.key == key), None)

    def __reduce__(self) -> tuple[Callable[[bytes], Self], tuple[bytes]]:
        # To another process it goes as everywhere else: in its canonical bytes, to be read again.
        return self.read, (self.encoded,)

    def _plain(self) -> Value:
        seats = tuple(seat.plain() for seat in self.seats)
        return (VERSION, self.game, self.rules_version, dict(self.options), self.patience, self.half, seats)

    @classmethod
    def read(cls, data: bytes) -> Self:
        """Genesis from its canonical bytes; anything else raises BadGenesis."""
        try:
            value = decode(data)
        except NotCanonical as error:
            raise BadGenesis(str(error)) from error
        match value:
            case (version, str(game), int(rules), dict(options), int(patience), bool(half), tuple(seats)):
                _require(_is_setting(version) and version == VERSION, "another protocol version")
                _require(is_seat_name(game) and _is_setting(rules) and rules >= 0, "game")
                _require(_is_setting(patience) and MIN_PATIENCE <= patience <= MAX_PATIENCE, "patience")
                return cls(game, rules, _read_options(options), patience, _read_roster(seats), half)
        raise BadGenesis("fields")


def is_seat_name(name: str) -> bool:
    """Whether people can read it as a name: 1 to 32 characters, none unspeakable, no blank at either end."""
    return 1 <= len(name) <= MAX_NAME and name == name.strip(" ") and is_speakable(name)


def is_choice(choice: str) -> bool:
    """Whether a seat may bring it as its choice: nothing, or up to 64 characters written like a name."""
    return len(choice) <= MAX_CHOICE and choice == choice.strip(" ") and is_speakable(choice)


def is_speakable(text: str) -> bool:
    """Whether it can be shown as it is: nothing in it moves a cursor or hides."""
    # Listed by code point, not by a Unicode table: every version of every library must agree.
    return (text.isascii() and text.isprintable()) or _unspeakable().search(text) is None


# Strangers decide how much is searched, so the search must cost next to nothing; and to prepare it costs more
# than to read a whole roster in which nobody needs it.
@cache
def _unspeakable() -> re.Pattern[str]:
    return re.compile("[" + "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in UNSPEAKABLE) + "]")


def _read_options(options: dict[str, Value]) -> MappingProxyType[str, int]:
    _require(len(options) <= MAX_OPTIONS and all(map(is_seat_name, options)), "options")
    settings = {name: value for name, value in options.items() if isinstance(value, int)}
    _require(len(settings) == len(options) and all(map(_is_setting, settings.values())), "options")
    return MappingProxyType(settings)


def _read_roster(values: tuple[Value, ...]) -> tuple[Seat, ...]:
    _require(MIN_SEATS <= len(values) <= MAX_SEATS, "number of seats")
    seats = tuple(map(_read_seat, values))
    _require(len({seat.key for seat in seats}) == len(seats), "two seats with one key")
    _require(len({seat.name for seat in seats}) == len(seats), "two seats with one name")
    return seats


def _read_seat(value: Value) -> Seat:
    match value:
        case (bytes(key), str(name), str(choice), bytes(nonce)):
            _require(is_seat_name(name), "a seat's name")
            _require(is_choice(choice), "a seat's choice")
            _require(len(nonce) == NONCE_SIZE, "a seat's nonce")
            _check_key(key)
            return Seat(key, name, choice, nonce)
    raise BadGenesis("a seat's fields")


def _check_key(key: bytes) -> None:
    try:
        check_key(key)
    except BadKey as error:
        raise BadGenesis("a seat's key") from error


def _is_setting(value: Value) -> bool:
    return type(value) is int and -MAX_SETTING <= value < MAX_SETTING


def _require(fine: bool, what: str) -> None:
    if not fine:
        raise BadGenesis(what)
