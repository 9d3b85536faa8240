"""Every peer message comes back from its bytes; whatever else a frame may hold is refused by name."""

from typing import get_args

import pytest

from protocol.canonical import Value, decode, encode
from protocol.errors import BadField, NotCanonical, ProtocolError, UnknownMessage, UnknownVersion
from protocol.framing import MAX_FRAME
from protocol.genesis import MAX_CHOICE, MAX_NAME, MAX_OPTIONS, MAX_SETTING
from protocol.messages import MAX_NUMBER
from protocol.peer_messages import (
    MAX_CHAT,
    MAX_COUNT,
    MAX_HOST,
    MAX_PORT,
    MAX_REASON,
    SHARE_SIZE,
    Accuse,
    Address,
    Addresses,
    Chat,
    CodeNeeded,
    Confirm,
    Deliver,
    Farewell,
    Found,
    Have,
    Head,
    Hello,
    LobbySeat,
    Nonce,
    PeerMessage,
    Propose,
    Ready,
    Refuse,
    Seats,
    Share,
    SignHello,
    Sit,
    read_peer_message,
    write_peer_message,
)

B32 = bytes(range(32))
B64 = bytes(range(64))
PLACE = LobbySeat(B32, "Ada", "elves", ready=True)
SEATS = Seats("roshambo", 1, (("rounds", 3),), 60, 2, (PLACE, LobbySeat(B32, "Bo", "", ready=False)))
OPTIONS = tuple((f"{n:032}", MAX_SETTING - 1) for n in range(MAX_OPTIONS))

PEER_MESSAGES: list[PeerMessage] = [
    Hello(B32, bytes(32), B32),
    Hello(B32, B32, None),
    SignHello(B32 + B32),
    CodeNeeded(coded=True),
    CodeNeeded(coded=False),
    Share(bytes(SHARE_SIZE)),
    Confirm(B32),
    Sit("Ada", 4711),
    Sit("", 0),
    Sit("\x1b" * MAX_NAME, MAX_PORT),
    Ready("elves", ready=True, pledge=B32),
    Ready("", ready=False, pledge=bytes(32)),
    Ready("c" * MAX_CHOICE, ready=True, pledge=B32),
    SEATS,
    Seats("g" * MAX_NAME, 0, (), 1, 7, ()),
    Seats("g", MAX_SETTING - 1, OPTIONS, 86_400, 7, (PLACE,) * 7),
    Seats("g", 1, (("low", -MAX_SETTING),), 60, 2, ()),
    Seats("g", 1, (), 60, 2, (), half=True),
    Propose(b""),
    Propose(b"draft"),
    Nonce(B32),
    Found(b"genesis"),
    Refuse("BadSignature"),
    Refuse("R" * MAX_REASON),
    Deliver(b"wire"),
    Deliver(bytes(MAX_FRAME - 7)),
    Accuse(b"proof"),
    Have(0, 0, (), (), (), (), B64),
    Have(
        1,
        7,
        (3, 0, MAX_COUNT),
        (0, 2),
        (2,),
        (Head(0, B32), Head(1, bytes(32)), Head(MAX_NUMBER - 1, B32)),
        B64,
    ),
    Have(6, MAX_COUNT, (MAX_COUNT,) * 7, tuple(range(7)), tuple(range(7)), (Head(5, B32),) * 7, B64),
    Addresses(()),
    Addresses((Address(0, "", 0), Address(6, "fe80::1%eth0", MAX_PORT))),
    Addresses((Address(1, "h" * MAX_HOST, 1),) * 7),
    Farewell(),
    Chat("x"),
    Chat("\N{DRAGON} " * (MAX_CHAT // 2 - 1) + "!!"),
]


@pytest.mark.parametrize("peer_message", PEER_MESSAGES, ids=lambda peer_message: type(peer_message).__name__)
def test_a_peer_message_comes_back_from_its_bytes(peer_message: PeerMessage) -> None:
    payload = write_peer_message(peer_message)
    assert len(payload) <= MAX_FRAME
    back = read_peer_message(payload)
    assert back == peer_message
    assert type(back) is type(peer_message)
    assert write_peer_message(back) == payload


def test_the_bounds_are_those_of_the_specification() -> None:
    assert (MAX_HOST, MAX_REASON, MAX_CHAT, MAX_PORT, MAX_COUNT, SHARE_SIZE) == (
        255,
        32,
        200,
        65535,
        2**63 - 1,
        33,
    )


def test_each_kind_has_a_tag_of_its_own_and_comes_back_above() -> None:
    kinds = get_args(PeerMessage)
    assert {type(peer_message) for peer_message in PEER_MESSAGES} == set(kinds)
    assert [kind.tag for kind in kinds] == list(range(1, 19))


@pytest.mark.parametrize(
    ("peer_message", "plain"),
    [
        (Hello(B32, bytes(32), None), (1, 4, B32, bytes(32), None)),
        (Sit("Ada", 4711), (6, "Ada", 4711)),
        (
            SEATS,
            (
                *(8, "roshambo", 1, (("rounds", 3),), 60, 2),
                ((B32, "Ada", "elves", True), (B32, "Bo", "", False)),
                False,
            ),
        ),
        (
            Have(1, 9, (4, 0), (0,), (2,), (Head(0, B32), Head(7, bytes(32))), B64),
            (15, 1, 9, (4, 0), (0,), (2,), ((0, B32), (7, bytes(32))), B64),
        ),
        (Addresses((Address(2, "h", 1),)), (16, ((2, "h", 1),))),
        (Farewell(), (17,)),
    ],
    ids=["Hello", "Sit", "Seats", "Have", "Addresses", "Farewell"],
)
def test_the_fields_are_written_in_order_behind_the_tag(peer_message: PeerMessage, plain: Value) -> None:
    assert write_peer_message(peer_message) == encode(plain)


def test_the_name_of_every_error_can_be_a_reason() -> None:
    pending = [ProtocolError]
    while pending:
        kind = pending.pop()
        pending += kind.__subclasses__()
        assert read_peer_message(write_peer_message(Refuse(kind.__name__))) == Refuse(kind.__name__)


# What is no peer message


@pytest.mark.parametrize(
    "payload", [b"", b"\xc1", b"\x91", b"\x91\xcc\x11", write_peer_message(Farewell()) + b"\xc0"]
)
def test_bytes_that_are_no_value_are_refused(payload: bytes) -> None:
    with pytest.raises(NotCanonical):
        read_peer_message(payload)


def test_more_than_a_frame_is_refused() -> None:
    with pytest.raises(NotCanonical):
        read_peer_message(write_peer_message(Deliver(bytes(MAX_FRAME))))


@pytest.mark.parametrize(
    "value", [None, 17, "text", b"", {}, (), ("17",), (None,), (True, False), ((17,),)], ids=repr
)
def test_a_value_without_a_tag_is_refused(value: Value) -> None:
    with pytest.raises(BadField):
        read_peer_message(encode(value))


@pytest.mark.parametrize("tag", [-1, 0, 19, 2**64 - 1])
def test_a_tag_that_no_peer_message_has_is_unknown(tag: int) -> None:
    with pytest.raises(UnknownMessage):
        read_peer_message(encode((tag,)))


@pytest.mark.parametrize("version", [0, 1, 2, 3, 5, True, None, "4"], ids=repr)
def test_a_hello_of_another_version_is_told_before_anything_else(version: Value) -> None:
    for rest in ((B32, B32, None), (), ("something", "later", "with", "more", "fields")):
        with pytest.raises(UnknownVersion):
            read_peer_message(encode((1, version, *rest)))


def plain(peer_message: PeerMessage) -> list[Value]:
    value = decode(write_peer_message(peer_message))
    assert isinstance(value, tuple)
    return list(value)


EXAMPLES = {type(peer_message).__name__: plain(peer_message) for peer_message in reversed(PEER_MESSAGES)}
EXAMPLES["Have"] = plain(Have(0, 1, (0, 3), (1,), (1,), (Head(0, B32), Head(1, B32)), B64))
EXAMPLES["Addresses"] = plain(Addresses((Address(0, "h", 1),)))
EXAMPLES["Seats"] = plain(SEATS)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_a_field_more_or_less_is_refused(kind: str) -> None:
    whole = EXAMPLES[kind]
    for value in ([*whole, None], whole[:-1]):
        with pytest.raises(BadField):
            read_peer_message(encode(tuple(value)))


SCALARS: list[Value] = [None, True, -1, 2**64 - 1, "\x1b", b"b", (None,), {"a": 1}]
LOOSE: list[tuple[str, int, Value]] = [
    *(("Hello", 4, None), ("CodeNeeded", 1, True), ("Sit", 1, "\x1b"), ("Ready", 2, True)),
    ("Seats", 7, True),
    *((kind, 1, b"b") for kind in ("Propose", "Found", "Deliver", "Accuse")),
]
"""The odd values that do fit where they stand."""

MISFITS = [
    (kind, place, odd)
    for kind, whole in EXAMPLES.items()
    for place in range(2 if kind == "Hello" else 1, len(whole))
    for odd in SCALARS
    if (kind, place, odd) not in LOOSE
]


@pytest.mark.parametrize(("kind", "place", "odd"), MISFITS)
def test_a_field_of_another_type_is_refused(kind: str, place: int, odd: Value) -> None:
    value = list(EXAMPLES[kind])
    value[place] = odd
    with pytest.raises(BadField):
        read_peer_message(encode(tuple(value)))


def test_no_field_was_left_out_of_the_misfits() -> None:
    tried = {(kind, place) for kind, place, _ in MISFITS}
    for kind in get_args(PeerMessage):
        first = 2 if kind is Hello else 1
        assert {(kind.__name__, first + n) for n in range(len(kind.__struct_fields__))} <= tried


ADA: tuple[Value, ...] = (B32, "Ada", "elves", True)

OUT_OF_BOUNDS: dict[str, tuple[Value, ...]] = {
    "hello_short_key": (1, 4, B32[1:], B32, None),
    "hello_short_nonce": (1, 4, B32, B32[1:], None),
    "hello_empty_table": (1, 4, B32, B32, b""),
    "hello_long_table": (1, 4, B32, B32, bytes(33)),
    "hello_nothing": (1,),
    "sign_short": (2, bytes(63)),
    "sign_long": (2, bytes(65)),
    "share_short": (4, bytes(32)),
    "confirm_long": (5, bytes(33)),
    "sit_long_name": (6, "n" * (MAX_NAME + 1), 1),
    "sit_port_large": (6, "Ada", MAX_PORT + 1),
    "sit_port_true": (6, "Ada", True),
    "ready_long_choice": (7, "c" * (MAX_CHOICE + 1), True, B32),
    "ready_choice_with_an_escape": (7, "\x1b[2J", True, B32),
    "ready_short_pledge": (7, "", True, B32[1:]),
    "ready_as_a_number": (7, "", 1, B32),
    "seats_game_empty": (8, "", 1, (), 60, 2, (), False),
    "seats_game_with_a_newline": (8, "a\nb", 1, (), 60, 2, (), False),
    "seats_rules_negative": (8, "g", -1, (), 60, 2, (), False),
    "seats_rules_true": (8, "g", True, (), 60, 2, (), False),
    "seats_options_as_a_map": (8, "g", 1, {"rounds": 3}, 60, 2, (), False),
    "seats_options_too_many": (8, "g", 1, (*OPTIONS, ("x", 1)), 60, 2, (), False),
    "seats_option_unnamed": (8, "g", 1, (("", 1),), 60, 2, (), False),
    "seats_option_true": (8, "g", 1, (("x", True),), 60, 2, (), False),
    "seats_option_large": (8, "g", 1, (("x", MAX_SETTING),), 60, 2, (), False),
    "seats_option_bare": (8, "g", 1, ("x",), 60, 2, (), False),
    "seats_option_of_three": (8, "g", 1, (("x", 1, 2),), 60, 2, (), False),
    "seats_patience_none": (8, "g", 1, (), 0, 2, (), False),
    "seats_patience_endless": (8, "g", 1, (), 86_401, 2, (), False),
    "seats_wanted_one": (8, "g", 1, (), 60, 1, (), False),
    "seats_wanted_eight": (8, "g", 1, (), 60, 8, (), False),
    "seats_eight_places": (8, "g", 1, (), 60, 7, (ADA,) * 8, False),
    "seats_place_bare": (8, "g", 1, (), 60, 2, ("Ada",), False),
    "seats_place_short": (8, "g", 1, (), 60, 2, (ADA[:3],), False),
    "seats_place_long": (8, "g", 1, (), 60, 2, ((*ADA, None),), False),
    "seats_place_short_key": (8, "g", 1, (), 60, 2, ((B32[1:], "Ada", "", True),), False),
    "seats_place_nameless": (8, "g", 1, (), 60, 2, ((B32, "", "", True),), False),
    "seats_place_with_an_escape": (8, "g", 1, (), 60, 2, ((B32, "\x1b[2J", "", True),), False),
    "seats_place_choice_with_an_escape": (8, "g", 1, (), 60, 2, ((B32, "Ada", "\x07", True),), False),
    "seats_place_ready_as_a_number": (8, "g", 1, (), 60, 2, ((B32, "Ada", "", 1),), False),
    "seats_without_half": (8, "g", 1, (), 60, 2, ()),
    "seats_half_as_a_number": (8, "g", 1, (), 60, 2, (), 1),
    "nonce_short": (10, B32[1:]),
    "refused_for_nothing": (12, ""),
    "refused_in_words": (12, "Bad Key"),
    "refused_abroad": (12, "Größe"),
    "refused_at_length": (12, "R" * (MAX_REASON + 1)),
    "have_eight": (15, 0, 1, (), ((0, B32),) * 8, B64),
    "have_negative": (15, 0, 1, (), ((-1, B32),), B64),
    "have_large": (15, 0, 1, (), ((MAX_NUMBER, B32),), B64),
    "have_true": (15, 0, 1, (), ((True, B32),), B64),
    "have_short_id": (15, 0, 1, (), ((1, B32[1:]),), B64),
    "have_without_an_id": (15, 0, 1, (), ((1,),), B64),
    "have_with_no_id": (15, 0, 1, (), ((0, None),), B64),
    "have_surplus": (15, 0, 1, (), ((0, B32, None),), B64),
    "have_numbers_alone": (15, 0, 1, (), (0, 1), B64),
    "have_bare": (15, 0, 1, (), 0, B64),
    "have_of_seat_seven": (15, 7, 1, (), (), B64),
    "have_with_a_negative_count": (15, 0, -1, (), (), B64),
    "have_with_a_large_count": (15, 0, MAX_COUNT + 1, (), (), B64),
    "have_linked_twice": (15, 0, 1, (1, 1), (), B64),
    "have_linked_out_of_order": (15, 0, 1, (2, 1), (), B64),
    "have_linked_to_seat_seven": (15, 0, 1, (7,), (), B64),
    "have_linked_true": (15, 0, 1, (True,), (), B64),
    "have_with_a_short_signature": (15, 0, 1, (), (), B64[1:]),
    "addresses_eight": (16, ((0, "h", 1),) * 8),
    "address_of_seat_seven": (16, ((7, "h", 1),)),
    "address_of_seat_true": (16, ((True, "h", 1),)),
    "address_with_a_long_host": (16, ((0, "h" * (MAX_HOST + 1), 1),)),
    "address_with_an_escape": (16, ((0, "\x1b", 1),)),
    "address_with_a_port_too_large": (16, ((0, "h", MAX_PORT + 1),)),
    "address_without_a_port": (16, ((0, "h"),)),
    "chat_of_nothing": (18, ""),
    "chat_with_blanks_around": (18, " x "),
    "chat_at_length": (18, "x" * (MAX_CHAT + 1)),
    "chat_in_two_lines": (18, "a\nb"),
    "chat_with_an_escape": (18, "\x1b[2J"),
}


@pytest.mark.parametrize("value", OUT_OF_BOUNDS.values(), ids=OUT_OF_BOUNDS.keys())
def test_a_field_out_of_its_bounds_is_refused(value: Value) -> None:
    with pytest.raises(BadField):
        read_peer_message(encode(value))
