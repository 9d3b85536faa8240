"""The beginning of a table: game, options and roster; its hash is the table id (protocol.md §3).

Everything that two seats could later disagree about is fixed here, and every
seat signs it with its first message. Each seat brings a nonce of its own, so no
one alone chooses the table id, and no message of another table fits this one.
"""

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Self

from .canonical import Value, decode, encode
from .errors import BadGenesis, NotCanonical, Refusal, UnknownSeat
from .hashing import VERSION, digest
from .identity import check_key

MIN_SEATS, MAX_SEATS = 2, 7
MAX_NAME = 32
MAX_CHOICE = 64
MAX_OPTIONS = 32
MIN_PATIENCE, MAX_PATIENCE = 1, 86_400
NONCE_SIZE = 32
UNSPEAKABLE = (
    (0x00, 0x1F),  # control characters would move the cursor of somebody else's terminal
    (0x7F, 0x9F),
    (0xAD, 0xAD),
    (0x200B, 0x200F),  # invisible or turning the direction of what follows: one name could pass for another
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0xE0000, 0xE0FFF),
)
"""Code points, first and last, that no name may contain."""

_INT = 2**31


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's place: key, name for people, the game's choice (a faction, say), nonce."""

    key: bytes
    name: str
    choice: str
    nonce: bytes

    def plain(self) -> Value:
        return (self.key, self.name, self.choice, self.nonce)


@dataclass(frozen=True)
class Genesis:
    """What every seat signed before the first step."""

    game: str
    rules_version: int
    options: MappingProxyType[str, int]
    patience: int
    seats: tuple[Seat, ...]

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

    def _plain(self) -> Value:
        seats = tuple(seat.plain() for seat in self.seats)
        return (VERSION, self.game, self.rules_version, dict(self.options), self.patience, seats)

    @classmethod
    def read(cls, data: bytes) -> Self:
        """Genesis from its canonical bytes; anything else raises BadGenesis."""
        try:
            value = decode(data)
        except NotCanonical as error:
            raise BadGenesis(str(error)) from error
        match value:
            case (int(version), str(game), int(rules), dict(options), int(patience), tuple(seats)):
                _require(version == VERSION, "another protocol version")
                _require(_is_name(game, MAX_NAME) and _is_count(rules), "game")
                _require(_are_options(options) and _is_count(patience), "options")
                _require(MIN_PATIENCE <= patience <= MAX_PATIENCE, "patience")
                genesis = cls(
                    game=game,
                    rules_version=rules,
                    options=MappingProxyType({k: v for k, v in options.items() if isinstance(v, int)}),
                    patience=patience,
                    seats=tuple(map(_read_seat, seats)),
                )
            case _:
                raise BadGenesis("fields")
        _check_roster(genesis.seats)
        return genesis


def is_seat_name(name: str) -> bool:
    """Whether people can read it as a name: 1 to 32 characters, none unspeakable, no blank at either end."""
    return _is_name(name, MAX_NAME)


def _read_seat(value: Value) -> Seat:
    match value:
        case (bytes(key), str(name), str(choice), bytes(nonce)):
            _require(_is_name(name, MAX_NAME), "a seat's name")
            _require(choice == "" or _is_name(choice, MAX_CHOICE), "a seat's choice")
            _require(len(nonce) == NONCE_SIZE, "a seat's nonce")
            return Seat(key, name, choice, nonce)
    raise BadGenesis("a seat's fields")


def _check_roster(seats: tuple[Seat, ...]) -> None:
    _require(MIN_SEATS <= len(seats) <= MAX_SEATS, "number of seats")
    _require(len({seat.key for seat in seats}) == len(seats), "two seats with one key")
    _require(len({seat.name for seat in seats}) == len(seats), "two seats with one name")
    for seat in seats:
        try:
            check_key(seat.key)
        except Refusal as error:
            raise BadGenesis("a seat's key") from error


def _is_name(text: str, limit: int) -> bool:
    return 1 <= len(text) <= limit and text == text.strip(" ") and not any(map(_is_unspeakable, text))


def _is_unspeakable(character: str) -> bool:
    # Listed by code point, not by a Unicode table: every version of every library must agree.
    code = ord(character)
    return any(first <= code <= last for first, last in UNSPEAKABLE)


def _is_count(value: Value) -> bool:
    return type(value) is int and 0 <= value < _INT


def _are_options(options: dict[str, Value]) -> bool:
    return len(options) <= MAX_OPTIONS and all(
        _is_name(name, MAX_NAME) and type(value) is int and -_INT <= value < _INT
        for name, value in options.items()
    )


def _require(fine: bool, what: str) -> None:
    if not fine:
        raise BadGenesis(what)
