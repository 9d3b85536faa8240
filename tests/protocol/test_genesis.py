"""A table that can exist is read back byte for byte; each way in which one cannot is refused."""

import pickle
from collections.abc import Callable
from hashlib import sha256
from types import MappingProxyType

import pytest

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import Value, encode
from protocol.errors import BadGenesis, UnknownSeat
from protocol.frozen import replace
from protocol.genesis import (
    MAX_CHOICE,
    MAX_NAME,
    MAX_OPTIONS,
    MAX_PATIENCE,
    MAX_SEATS,
    MAX_SETTING,
    NONCE_SIZE,
    UNSPEAKABLE,
    Genesis,
    Seat,
    is_choice,
    is_seat_name,
    is_speakable,
)
from protocol.hashing import VERSION, digest
from scripts.tools import edwards


def plain(genesis: Genesis) -> list[Value]:
    """The fields as they are hashed, to be changed one by one."""
    seats = tuple((seat.key, seat.name, seat.choice, seat.nonce) for seat in genesis.seats)
    terms: tuple[Value, ...]
    terms = (genesis.game, genesis.rules_version, dict(genesis.options), genesis.patience, genesis.half)
    return [VERSION, *terms, seats]


def with_seat(**changes: object) -> Genesis:
    """A table of three whose middle seat is another one."""
    genesis = genesis_of(3)
    first, middle, last = genesis.seats
    return replace(genesis, seats=(first, replace(middle, **changes), last))  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", range(2, MAX_SEATS + 1))
def test_a_table_is_read_back_as_it_was_written(seats: int) -> None:
    genesis = genesis_of(seats)
    back = Genesis.read(genesis.encoded)
    assert back == genesis
    assert not back.half
    assert back.encoded == genesis.encoded == encode(tuple(plain(genesis)))
    assert back.table == digest("genesis", genesis.encoded)


def test_that_half_may_go_on_is_read_back() -> None:
    genesis = genesis_of(4, half=True)
    back = Genesis.read(genesis.encoded)
    assert back == genesis
    assert back.half
    assert back.encoded == encode(tuple(plain(genesis)))


def test_the_bounds_themselves_are_allowed() -> None:
    options = {f"option {n:02}": value for n in range(MAX_OPTIONS // 2) for value in (-MAX_SETTING,)}
    options |= {"x" * (MAX_NAME - n): MAX_SETTING - 1 for n in range(MAX_OPTIONS // 2)}
    genesis = replace(
        with_seat(name="é" * MAX_NAME, choice="\U0001f9dd" * MAX_CHOICE),
        game="g" * MAX_NAME,
        rules_version=MAX_SETTING - 1,
        options=MappingProxyType(options),
        patience=MAX_PATIENCE,
    )
    assert Genesis.read(genesis.encoded) == genesis
    least = replace(genesis, rules_version=0, options=MappingProxyType({}), patience=1)
    assert Genesis.read(least.encoded) == least


def test_the_bounds_are_those_of_the_specification() -> None:
    assert (MAX_SEATS, MAX_NAME, MAX_CHOICE, MAX_OPTIONS) == (7, 32, 64, 32)
    assert (MAX_PATIENCE, MAX_SETTING, NONCE_SIZE) == (86_400, 2**31, 32)


def test_whatever_is_changed_is_another_table() -> None:
    genesis = genesis_of(2)
    first, second = genesis.seats
    others = [
        replace(genesis, game="other"),
        replace(genesis, rules_version=2),
        replace(genesis, options=MappingProxyType({"rounds": 3})),
        replace(genesis, patience=61),
        replace(genesis, half=True),
        replace(genesis, seats=(second, first)),
        replace(genesis, seats=(first, replace(second, key=key_of(5).public))),
        replace(genesis, seats=(first, replace(second, name="Bob"))),
        replace(genesis, seats=(first, replace(second, choice="elves"))),
        replace(genesis, seats=(first, replace(second, nonce=noise("another")))),
    ]
    assert len({genesis.table, *(other.table for other in others)}) == 11


def test_the_order_of_options_is_no_difference() -> None:
    one = replace(genesis_of(2), options=MappingProxyType({"a": 1, "b": 2}))
    other = replace(genesis_of(2), options=MappingProxyType({"b": 2, "a": 1}))
    assert one.table == other.table


def test_seats_and_keys_find_each_other() -> None:
    genesis = genesis_of(4)
    for seat in range(4):
        assert genesis.key(seat) == key_of(seat).public
        assert genesis.seat_of(key_of(seat).public) == seat
    assert genesis.seat_of(key_of(4).public) is None


@pytest.mark.parametrize("seat", [-1, 4, 2**32])
def test_no_key_without_a_seat(seat: int) -> None:
    with pytest.raises(UnknownSeat):
        genesis_of(4).key(seat)


# Tables that cannot be

ODD_FIELDS: dict[str, tuple[int, Value]] = {
    "version_later": (0, 5),
    "version_earlier": (0, 3),
    "version_true": (0, True),
    "version_text": (0, "4"),
    "game_bytes": (1, b"roshambo"),
    "game_empty": (1, ""),
    "game_long": (1, "g" * (MAX_NAME + 1)),
    "game_unspeakable": (1, "ro\nshambo"),
    "rules_negative": (2, -1),
    "rules_large": (2, MAX_SETTING),
    "rules_true": (2, True),
    "rules_nil": (2, None),
    "options_array": (3, ()),
    "options_too_many": (3, {f"{n}": 0 for n in range(MAX_OPTIONS + 1)}),
    "option_unnamed": (3, {"": 0}),
    "option_true": (3, {"rounds": True}),
    "option_text": (3, {"rounds": "2"}),
    "option_large": (3, {"rounds": MAX_SETTING}),
    "option_small": (3, {"rounds": -MAX_SETTING - 1}),
    "patience_none": (4, 0),
    "patience_true": (4, True),
    "patience_endless": (4, MAX_PATIENCE + 1),
    "half_nil": (5, None),
    "half_number": (5, 1),
    "seats_none": (6, ()),
    "seats_map": (6, {}),
    "seat_no_array": (6, (1, 2)),
    "seat_short": (6, ((b"", "Ada", ""),) * 2),
}


@pytest.mark.parametrize(("place", "value"), ODD_FIELDS.values(), ids=ODD_FIELDS.keys())
def test_a_field_that_does_not_fit_is_refused(place: int, value: Value) -> None:
    fields = plain(genesis_of(2))
    fields[place] = value
    with pytest.raises(BadGenesis):
        Genesis.read(encode(tuple(fields)))


@pytest.mark.parametrize(
    "bend",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data + b"\xc0",
        lambda data: b"\xc0",
        lambda data: encode((*plain(genesis_of(2)), None)),
        lambda data: encode(tuple(plain(genesis_of(2))[:-1])),
    ],
)
def test_bytes_that_are_no_genesis_are_refused(bend: Callable[[bytes], bytes]) -> None:
    with pytest.raises(BadGenesis):
        Genesis.read(bend(genesis_of(2).encoded))


def test_one_seat_or_eight_are_no_table() -> None:
    seven = genesis_of(7)
    eighth = Seat(key_of(7).public, "Hal", "", noise("nonce", 7))
    for seats in (seven.seats[:1], (*seven.seats, eighth)):
        with pytest.raises(BadGenesis):
            Genesis.read(replace(seven, seats=seats).encoded)


ODD_SEATS: dict[str, dict[str, object]] = {
    "key_taken": {"key": key_of(0).public},
    "key_short": {"key": key_of(1).public[:-1]},
    "key_of_small_order": {"key": edwards.encode(edwards.ZERO)},
    "key_off_the_curve": {"key": (2).to_bytes(32, "little")},
    "key_text": {"key": "k" * 32},
    "name_taken": {"name": "Ada"},
    "name_empty": {"name": ""},
    "name_long": {"name": "n" * (MAX_NAME + 1)},
    "name_escape": {"name": "\x1b[2J"},
    "name_bytes": {"name": b"Bo"},
    "choice_long": {"choice": "c" * (MAX_CHOICE + 1)},
    "choice_blank": {"choice": " "},
    "choice_escape": {"choice": "elves\x07"},
    "choice_nil": {"choice": None},
    "nonce_short": {"nonce": bytes(31)},
    "nonce_long": {"nonce": bytes(33)},
    "nonce_nil": {"nonce": None},
}


@pytest.mark.parametrize("changes", ODD_SEATS.values(), ids=ODD_SEATS.keys())
def test_a_seat_that_does_not_fit_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(BadGenesis):
        Genesis.read(with_seat(**changes).encoded)


# Names


@pytest.mark.parametrize(
    "name", ["A", "Ada Lovelace", "Zoë", "Ярослав", "王小明", "שרה", "e\u0301", "♜", "<>"]
)
def test_a_name_of_any_script_is_a_name(name: str) -> None:
    assert is_seat_name(name)
    assert is_choice(name)


@pytest.mark.parametrize("name", ["", " ", " Ada", "Ada ", "n" * 33, "A\u200bda", "Ada\u3000", "\udcff"])
def test_what_passes_for_another_or_for_nothing_is_no_name(name: str) -> None:
    assert not is_seat_name(name)


@pytest.mark.parametrize(("choice", "fits"), [("", True), (" ", False), ("c" * 64, True), ("c" * 65, False)])
def test_a_choice_may_be_nothing(choice: str, fits: bool) -> None:
    assert is_choice(choice) is fits


@pytest.mark.parametrize(("first", "last"), UNSPEAKABLE)
def test_each_list_of_unspeakables_begins_and_ends_where_it_says(first: int, last: int) -> None:
    for code in (first, last):
        assert not is_speakable(f"a{chr(code)}b")
    for code in (first - 1, last + 1):
        assert code < 0 or is_speakable(chr(code))


def test_the_list_of_unspeakables_is_that_of_the_specification() -> None:
    ends = [code for pair in UNSPEAKABLE for code in pair]
    assert ends == sorted(ends)
    assert sum(last - first + 1 for first, last in UNSPEAKABLE) == 6305
    assert (
        sha256(repr(UNSPEAKABLE).encode()).hexdigest()
        == "0e46168f95a338c603d2519ef3bde5ba39f6bbb0963ec12b9732b1709f031e94"
    )


def test_nothing_is_speakable() -> None:
    assert is_speakable("")


def test_another_process_gets_the_same_table() -> None:
    genesis = genesis_of(3)
    assert pickle.loads(pickle.dumps(genesis)) == genesis
    assert pickle.loads(pickle.dumps(genesis)).table == genesis.table
