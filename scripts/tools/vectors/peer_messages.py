"""Vectors of peer messages (protocol.md §9): the block `payload` is what one frame carries."""

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import Value, encode
from protocol.hashing import VERSION

from .notation import notation
from .vector import ACCEPT, Vector, vector

KEY = key_of(0).public
DIGEST = noise("digest")
NONCE = noise("nonce")
PLACE = (KEY, "Ada", "", True)


def _fine(*peer_message: Value) -> Vector:
    return vector(ACCEPT, ("payload", encode(peer_message)), value=notation(peer_message))


def _refused(*peer_message: Value, expect: str = "BadField") -> Vector:
    return vector(expect, ("payload", encode(peer_message)))


def _noticed(
    *, options: Value = (), wanted: Value = 2, places: Value = (PLACE,), half: Value = False
) -> tuple[Value, ...]:
    """A list of seats, honest where nothing is given."""
    return (8, "roshambo", 1, options, 60, wanted, places, half)


# Accepted.


def hello_to_a_lobby() -> Vector:
    """No table yet."""
    return _fine(1, VERSION, KEY, NONCE, None)


def hello_to_a_table() -> Vector:
    """A table that has been founded."""
    return _fine(1, VERSION, KEY, NONCE, genesis_of(2).table)


def sign() -> Vector:
    """A signature; whether it is good is judged by the handshake."""
    return _fine(2, bytes(64))


def code_needed() -> Vector:
    """A code is asked for."""
    return _fine(3, True)


def share() -> Vector:
    """A share of the invite exchange; whether it is good is judged there."""
    return _fine(4, b"A" + bytes(32))


def confirm() -> Vector:
    """A confirmation of the invite exchange."""
    return _fine(5, DIGEST)


def sit() -> Vector:
    """A wish for a seat."""
    return _fine(6, "Ada", 4711)


def ready() -> Vector:
    """Ready, with a pledge."""
    return _fine(7, "gnomes", True, DIGEST)


def seats() -> Vector:
    """What will be played, and who sits so far."""
    return _fine(*_noticed(options=(("rounds", 5),)))


def seats_of_friends() -> Vector:
    """Half of them may go on without the others."""
    return _fine(*_noticed(half=True))


def propose() -> Vector:
    """A draft as bytes; it is read by the lobby."""
    return _fine(9, b"draft")


def nonce() -> Vector:
    """What was pledged."""
    return _fine(10, NONCE)


def found() -> Vector:
    """A genesis as bytes; it is read by the lobby."""
    return _fine(11, b"genesis")


def refused() -> Vector:
    """The name of a refusal."""
    return _fine(12, "TableFull")


def deliver() -> Vector:
    """A signed message as bytes; it is read by the table."""
    return _fine(13, b"wire")


def accuse() -> Vector:
    """A proof as bytes; it is read by the table."""
    return _fine(14, b"proof")


def have() -> Vector:
    """Who says it, its count and those that it heard, its links, whom it wants out; numbers and ids."""
    heads = ((0, genesis_of(3).table), (3, DIGEST), (2**32 - 1, bytes(32)))
    return _fine(15, 1, 7, (0, 0, 5), (0, 2), (2,), heads, bytes(64))


def addresses() -> Vector:
    """Where seats listen."""
    return _fine(16, ((0, "192.0.2.7", 4711), (1, "2001:db8::7", 65535)))


def farewell() -> Vector:
    """Nothing more to say."""
    return _fine(17)


def chat() -> Vector:
    """Something for people, in any alphabet."""
    return _fine(18, "gut gespielt, Zo\xeb!")


# Refused.


def parcel_not_canonical() -> Vector:
    """A byte after the value."""
    return vector("NotCanonical", ("payload", encode((17,)) + b"\xc0"))


def parcel_not_an_array() -> Vector:
    """A number alone."""
    return vector("BadField", ("payload", encode(17)))


def parcel_of_nothing() -> Vector:
    """An empty array."""
    return _refused()


def tag_is_true() -> Vector:
    """True is not the number 1."""
    return _refused(True, 1, KEY, NONCE, None)


def tag_zero() -> Vector:
    """No peer message has the tag 0."""
    return _refused(0, expect="UnknownMessage")


def tag_nineteen() -> Vector:
    """No peer message has the tag 19."""
    return _refused(19, expect="UnknownMessage")


def hello_of_another_version() -> Vector:
    """A later version; what follows may look different and is not read."""
    return _refused(1, VERSION + 1, "who knows", expect="UnknownVersion")


def hello_of_the_first_version() -> Vector:
    """Who speaks version 1 is told so."""
    return _refused(1, 1, KEY, NONCE, None, expect="UnknownVersion")


def hello_version_is_true() -> Vector:
    """True is no number."""
    return _refused(1, True, KEY, NONCE, None, expect="UnknownVersion")


def hello_without_a_version() -> Vector:
    """Nothing but the tag."""
    return _refused(1)


def hello_with_a_short_key() -> Vector:
    """A key has 32 bytes."""
    return _refused(1, VERSION, KEY[:31], NONCE, None)


def hello_with_an_empty_table() -> Vector:
    """No table is nil, not an empty byte string."""
    return _refused(1, VERSION, KEY, NONCE, b"")


def sign_of_63_bytes() -> Vector:
    """A signature has 64 bytes."""
    return _refused(2, bytes(63))


def code_needed_with_a_number() -> Vector:
    """The number 1 is not true."""
    return _refused(3, 1)


def share_of_32_bytes() -> Vector:
    """A share has 33 bytes."""
    return _refused(4, bytes(32))


def sit_at_a_port_too_high() -> Vector:
    """There is no port 65536."""
    return _refused(6, "Ada", 65536)


def sit_with_a_long_name() -> Vector:
    """33 code points."""
    return _refused(6, "a" * 33, 4711)


def ready_with_an_unspeakable_choice() -> Vector:
    """A choice that would move a cursor."""
    return _refused(7, "gnomes\x1b[2J", True, DIGEST)


def seats_for_eight() -> Vector:
    """No table has eight seats."""
    return _refused(*_noticed(wanted=8))


def seats_with_a_place_too_short() -> Vector:
    """A place has four fields."""
    return _refused(*_noticed(places=(PLACE[:3],)))


def seats_with_an_option_as_text() -> Vector:
    """An option is a number."""
    return _refused(*_noticed(options=(("rounds", "5"),)))


def seats_with_half_as_a_number() -> Vector:
    """The number 1 is not true."""
    return _refused(*_noticed(half=1))


def seats_without_half() -> Vector:
    """Whether half may go on is said last."""
    return _refused(*_noticed()[:-1])


def refused_with_a_sentence() -> Vector:
    """A name has letters only: what people read of it is our own words."""
    return _refused(12, "Go away!")


def deliver_as_text() -> Vector:
    """A message is a byte string."""
    return _refused(13, "wire")


def have_of_eight_seats() -> Vector:
    """No table has eight seats."""
    return _refused(15, 1, 7, (0, 0, 5), (), (), ((0, DIGEST),) * 8, bytes(64))


def have_with_a_negative_number() -> Vector:
    """Numbers are counted from zero."""
    return _refused(15, 1, 7, (0, 0, 5), (), (), ((-1, DIGEST),), bytes(64))


def have_with_a_short_id() -> Vector:
    """An id has 32 bytes."""
    return _refused(15, 1, 7, (0, 0, 5), (), (), ((1, DIGEST[:31]),), bytes(64))


def have_without_ids() -> Vector:
    """The numbers alone, as in version 1."""
    return _refused(15, 1, 7, (0, 0, 5), (), (), (0, 3), bytes(64))


def have_without_an_id_before_the_first_message() -> Vector:
    """What the first message has to name is the table, so there is always an id."""
    return _refused(15, 1, 7, (0, 0, 5), (), (), ((0, None),), bytes(64))


def have_without_a_signature() -> Vector:
    """The heads alone, as in version 2."""
    return _refused(15, ((0, DIGEST), (3, DIGEST)))


def have_of_seat_seven() -> Vector:
    """Seats are counted from zero."""
    return _refused(15, 7, 7, (0, 0, 5), (), (), ((0, DIGEST),), bytes(64))


def have_with_a_negative_count() -> Vector:
    """It is counted from zero."""
    return _refused(15, 1, -1, (0, 0, 5), (), (), ((0, DIGEST),), bytes(64))


def have_that_heard_a_negative_count() -> Vector:
    """They are counted from zero, and zero is none."""
    return _refused(15, 1, 7, (0, -1, 5), (), (), ((0, DIGEST),), bytes(64))


def have_without_what_it_heard() -> Vector:
    """Who has heard nobody says so for each seat."""
    return _refused(15, 1, 7, (), (), ((0, DIGEST),), bytes(64))


def have_linked_to_a_seat_twice() -> Vector:
    """Seats ascend."""
    return _refused(15, 1, 7, (0, 0, 5), (0, 0), (), ((0, DIGEST),), bytes(64))


def have_wanting_seats_in_another_order() -> Vector:
    """Seats ascend."""
    return _refused(15, 1, 7, (0, 0, 5), (), (2, 0), ((0, DIGEST),), bytes(64))


def have_without_who_is_wanted_out() -> Vector:
    """Where nobody is, there is an empty array."""
    return _refused(15, 1, 7, (0, 0, 5), (), ((0, DIGEST),), bytes(64))


def have_with_a_short_signature() -> Vector:
    """A signature has 64 bytes."""
    return _refused(15, 1, 7, (0, 0, 5), (), (), ((0, DIGEST),), bytes(63))


def address_of_seat_true() -> Vector:
    """True is not the number 1."""
    return _refused(16, ((True, "192.0.2.7", 4711),))


def address_that_moves_the_cursor() -> Vector:
    """A host is shown to people, so it holds nothing that a name may not hold."""
    return _refused(16, ((1, "\x1b[2J", 4711),))


def farewell_with_a_field() -> Vector:
    """A peer message has its fields and no more."""
    return _refused(17, None)


def chat_of_nothing() -> Vector:
    """Whoever says nothing sends nothing."""
    return _refused(18, "")


def chat_of_201_characters() -> Vector:
    """One more than may be said."""
    return _refused(18, "a" * 201)


def chat_that_moves_the_cursor() -> Vector:
    """A text that no terminal shows as it is."""
    return _refused(18, "\x1b[2Jhello")
