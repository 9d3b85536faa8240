"""Vectors of the genesis (protocol.md §3): the block `genesis` is a table, or cannot be one."""

from collections.abc import Callable
from types import MappingProxyType

from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import Value, encode
from protocol.frozen import replace
from protocol.genesis import Genesis, Seat
from protocol.hashing import VERSION
from protocol.words import table_words

from .vector import ACCEPT, Vector, vector

FIRST, SECOND = genesis_of(2).seats
ROSTER = (FIRST.plain(), SECOND.plain())
RANGES = """
    0000-001F 007F-00A0 00AD-00AD 034F-034F 061C-061C 115F-1160 1680-1680 17B4-17B5 180B-180F 2000-200F
    2028-202F 205F-206F 2800-2800 3000-3000 3164-3164 D800-DFFF FE00-FE0F FEFF-FEFF FFA0-FFA0 FFF0-FFFB
    1D173-1D17A E0000-E0FFF
"""
FORBIDDEN = [tuple(int(end, 16) for end in ends.split("-")) for ends in RANGES.split()]
"""What no name has anything of (§3), from the first code point to the last."""
SMALL_ORDER = bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")


def _fine(genesis: Genesis) -> Vector:
    words = table_words(genesis.table)
    return vector(ACCEPT, ("genesis", genesis.encoded), table=genesis.table, words=words)


def _refused(*fields: Value) -> Vector:
    return vector("BadGenesis", ("genesis", encode(fields)))


def _optioned(options: Value) -> Vector:
    return _refused(VERSION, "roshambo", 1, options, 60, False, ROSTER)


def _patient(patience: Value) -> Vector:
    return _refused(VERSION, "roshambo", 1, {"rounds": 2}, patience, False, ROSTER)


def _seated(*seats: Value) -> Vector:
    return _refused(VERSION, "roshambo", 1, {"rounds": 2}, 60, False, seats)


def _second(odd: Seat) -> Vector:
    return _seated(FIRST.plain(), odd.plain())


# Accepted.


def table_of_two() -> Vector:
    """Two seats, one option."""
    return _fine(genesis_of(2))


def table_of_seven() -> Vector:
    """As many seats as a table can have."""
    return _fine(genesis_of(7))


def other_game_and_choices() -> Vector:
    """A genesis is sound whatever game it names; whether we can play that game is asked later."""
    seats = (replace(FIRST, choice="gnomes"), replace(SECOND, choice="naga fleet"))
    options = MappingProxyType({"long": 0, "round limit": -(2**31), "z": 2**31 - 1})
    return _fine(Genesis("conquer", 2**31 - 1, options, 86_400, seats))


def no_options_and_least_patience() -> Vector:
    """The map of options may be empty."""
    return _fine(replace(genesis_of(2), options=MappingProxyType({}), patience=1))


def half_may_go_on() -> Vector:
    """Friends who agreed that half of the seats may go on without the others: another table."""
    return _fine(genesis_of(2, half=True))


def names_in_any_script() -> Vector:
    """A name counts in code points, and only what is listed is kept out of it."""
    seats = (replace(FIRST, name="Zoë 李 \U0001f409"), replace(SECOND, name="\u00e9" * 32))
    return _fine(replace(genesis_of(2), seats=seats))


def as_much_as_there_can_be() -> Vector:
    """32 options, choices of 64 code points, and the first version of the rules, 0."""
    seats = (replace(FIRST, choice="c" * 64), replace(SECOND, choice="\u00e9" * 64))
    options = MappingProxyType({f"option {number:02}": number for number in range(32)})
    return _fine(Genesis("roshambo", 0, options, 60, seats))


def names_that_differ_in_a_capital() -> Vector:
    """Names are compared as bytes."""
    return _fine(replace(genesis_of(2), seats=(FIRST, replace(SECOND, name=FIRST.name.swapcase()))))


def names_beside_what_is_forbidden() -> Vector:
    """Names of options, of what stands right before and right behind each range of §3."""
    near = {near for first, last in FORBIDDEN for near in (first - 1, last + 1)} - {-1, ord(" ")}
    beside = "".join(chr(code) for code in sorted(near))
    names = [beside[at : at + 30] for at in range(0, len(beside), 30)]
    return _fine(replace(genesis_of(2), options=MappingProxyType(dict.fromkeys(sorted(names), 1))))


# Refused.


def _holds(code: int) -> Callable[[], Vector]:
    def made() -> Vector:
        return _second(replace(SECOND, name=f"B{chr(code)}o"))

    made.__doc__ = f"U+{code:04X} is at an end of a range that no name may have anything of."
    return made


# One for each end; text has no surrogates, so nothing can hold those.
globals().update(
    {
        f"name_with_{code:04x}": _holds(code)
        for ends in FORBIDDEN
        for code in ends
        if not 0xD800 <= code <= 0xDFFF
    }
)


def option_too_small() -> Vector:
    """An option fits into 32 bits with a sign."""
    return _optioned({"rounds": -(2**31) - 1})


def rules_version_too_large() -> Vector:
    """The version of the rules fits into 31 bits."""
    return _refused(VERSION, "roshambo", 2**31, {"rounds": 2}, 60, False, ROSTER)


def genesis_not_canonical() -> Vector:
    """Bytes after the value."""
    return vector("BadGenesis", ("genesis", genesis_of(2).encoded + b"\xc0"))


def genesis_no_array() -> Vector:
    """A genesis is an array of seven fields."""
    return vector("BadGenesis", ("genesis", encode({"game": "roshambo"})))


def field_missing() -> Vector:
    """There is no roster."""
    return _refused(VERSION, "roshambo", 1, {"rounds": 2}, 60, False)


def field_too_many() -> Vector:
    """An eighth field."""
    return _refused(VERSION, "roshambo", 1, {"rounds": 2}, 60, False, ROSTER, None)


def another_version() -> Vector:
    """A genesis of version 1, which would have had no word on half of the seats."""
    return _refused(1, "roshambo", 1, {"rounds": 2}, 60, False, ROSTER)


def version_is_true() -> Vector:
    """True is no number."""
    return _refused(True, "roshambo", 1, {"rounds": 2}, 60, False, ROSTER)


def game_without_a_name() -> Vector:
    """The name of the game is empty."""
    return _refused(VERSION, "", 1, {"rounds": 2}, 60, False, ROSTER)


def rules_version_negative() -> Vector:
    """The version of the rules is a count."""
    return _refused(VERSION, "roshambo", -1, {"rounds": 2}, 60, False, ROSTER)


def option_not_a_number() -> Vector:
    """An option is an integer; true is none."""
    return _optioned({"rounds": True})


def option_too_large() -> Vector:
    """An option fits into 32 bits with a sign."""
    return _optioned({"rounds": 2**31})


def options_too_many() -> Vector:
    """33 options."""
    return _optioned({f"option {number:02}": number for number in range(33)})


def option_with_a_bad_name() -> Vector:
    """The name of an option follows the rules of names."""
    return _optioned({" rounds": 2})


def no_patience() -> Vector:
    """A table waits at least a second."""
    return _patient(0)


def too_much_patience() -> Vector:
    """A table waits at most a day."""
    return _patient(86_401)


def half_is_one() -> Vector:
    """The number 1 is not true."""
    return _refused(VERSION, "roshambo", 1, {"rounds": 2}, 60, 1, ROSTER)


def half_is_nil() -> Vector:
    """Whether half may go on is said in every genesis."""
    return _refused(VERSION, "roshambo", 1, {"rounds": 2}, 60, None, ROSTER)


def half_left_out() -> Vector:
    """The six fields of version 1 under the present one."""
    return _refused(VERSION, "roshambo", 1, {"rounds": 2}, 60, ROSTER)


def table_of_one() -> Vector:
    """One seat is no table."""
    return _seated(FIRST.plain())


def table_of_eight() -> Vector:
    """The eighth seat is one too many."""
    eighth = Seat(key_of(7).public, "Hal", "", bytes(32))
    return _seated(*(seat.plain() for seat in (*genesis_of(7).seats, eighth)))


def one_key_twice() -> Vector:
    """Two seats with one key."""
    return _second(replace(SECOND, key=FIRST.key))


def one_name_twice() -> Vector:
    """Two seats with one name."""
    return _second(replace(SECOND, name=FIRST.name))


def key_of_small_order() -> Vector:
    """A seat's key follows the strict rule for keys."""
    return _second(replace(SECOND, key=SMALL_ORDER))


def key_of_31_bytes() -> Vector:
    """A key has 32 bytes."""
    return _second(replace(SECOND, key=SECOND.key[:31]))


def name_empty() -> Vector:
    """A seat has a name."""
    return _second(replace(SECOND, name=""))


def name_too_long() -> Vector:
    """33 code points."""
    return _second(replace(SECOND, name="b" * 33))


def name_with_a_blank_at_the_end() -> Vector:
    """A name neither begins nor ends with a blank."""
    return _second(replace(SECOND, name="Bo "))


def name_with_a_control_character() -> Vector:
    """An escape would move the cursor of somebody else's terminal."""
    return _second(replace(SECOND, name="Bo\x1b[2J"))


def name_that_turns_direction() -> Vector:
    """U+202E turns what follows it."""
    return _second(replace(SECOND, name="Bo\u202e"))


def name_with_another_blank() -> Vector:
    """A blank that is not the space could pass for it."""
    return _second(replace(SECOND, name="Bo\u00a0B"))


def name_as_bytes() -> Vector:
    """A name is text."""
    return _seated(FIRST.plain(), (SECOND.key, b"Bo", "", SECOND.nonce))


def choice_too_long() -> Vector:
    """65 code points."""
    return _second(replace(SECOND, choice="c" * 65))


def nonce_of_31_bytes() -> Vector:
    """A nonce has 32 bytes."""
    return _second(replace(SECOND, nonce=SECOND.nonce[:31]))


def seat_with_a_field_too_many() -> Vector:
    """A seat has four fields."""
    return _seated(FIRST.plain(), (SECOND.key, SECOND.name, "", SECOND.nonce, None))
