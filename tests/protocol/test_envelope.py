"""Seal and open: what a seat signed comes back, and nothing else does."""

from hashlib import sha512

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import Value, decode, encode
from protocol.envelope import MAX_PAYLOAD, Envelope, Header, open_all, open_envelope, seal
from protocol.errors import (
    BadField,
    BadSignature,
    Fault,
    Malformed,
    NotCanonical,
    Refusal,
    UnknownSeat,
    UnknownVersion,
    WrongTable,
)
from protocol.hashing import digest
from protocol.identity import SIGNATURE_SIZE
from protocol.messages import (
    MAX_DECISION,
    MAX_DUTY,
    MAX_NUMBER,
    Accept,
    Commit,
    Decide,
    Forfeit,
    Keep,
    Lock,
    Message,
    Resign,
    Reveal,
)
from scripts.tools import edwards
from scripts.tools.fuzzing.reference import refusal

GENESIS = genesis_of(7)
HEADER = Header(
    table=GENESIS.table,
    seat=1,
    number=5,
    previous=noise("previous"),
    step=2,
    past=noise("past"),
    state=noise("state"),
)
MESSAGE = Keep(0, 3)
ENVELOPE = seal(key_of(1), HEADER, MESSAGE)


def signed(payload: bytes, seat: int = 1) -> bytes:
    """Any bytes under a seat's true signature."""
    return payload + key_of(seat).sign(digest("message", payload))


def fields() -> list[Value]:
    value = decode(ENVELOPE.wire[:-SIGNATURE_SIZE])
    assert isinstance(value, tuple)
    return list(value)


def opened(wire: bytes) -> Envelope:
    return open_envelope(wire, GENESIS)


@pytest.mark.parametrize(
    "message",
    [
        Accept(),
        Decide(("north", 3)),
        Commit(bytes(32)),
        Lock((None,) * 7),
        Reveal(bytes(32), "stone"),
        Forfeit(((0, 3),)),
        Forfeit(((0, 3),), signed=True),
        MESSAGE,
        Resign(),
    ],
    ids=repr,
)
def test_what_is_sealed_opens_to_the_same(message: Message) -> None:
    envelope = seal(key_of(1), HEADER, message)
    assert opened(envelope.wire) == envelope
    assert (envelope.seat, envelope.number, envelope.step) == (1, 5, 2)
    assert (envelope.header, envelope.message) == (HEADER, message)


def test_the_wire_form_is_the_payload_and_its_signature() -> None:
    header = HEADER
    payload = encode(
        (4, header.table, 1, 5, header.previous, 2, header.past, header.state, MESSAGE.tag, (0, 3))
    )
    assert ENVELOPE.wire == signed(payload)
    assert ENVELOPE.id == digest("message", payload)


def test_the_largest_numbers_and_the_longest_decision_fit() -> None:
    header = HEADER._replace(number=MAX_NUMBER - 1, step=MAX_NUMBER - 1)
    for longest in (Reveal(bytes(32), bytes(MAX_DECISION - 3)), Decide(bytes(MAX_DUTY - 3))):
        envelope = seal(key_of(1), header, longest)
        assert opened(envelope.wire) == envelope
        assert len(envelope.wire) - SIGNATURE_SIZE < MAX_PAYLOAD == MAX_DUTY + MAX_DECISION == 36_864


def test_whatever_the_header_says_is_signed() -> None:
    others = [
        HEADER._replace(table=noise("other")),
        HEADER._replace(seat=2),
        HEADER._replace(number=6),
        HEADER._replace(previous=noise("other")),
        HEADER._replace(step=3),
        HEADER._replace(past=noise("other")),
        HEADER._replace(state=noise("other")),
    ]
    for header in others:
        other = seal(key_of(1), header, MESSAGE)
        assert other.id != ENVELOPE.id
        with pytest.raises(Refusal):
            opened(other.wire[:-SIGNATURE_SIZE] + ENVELOPE.wire[-SIGNATURE_SIZE:])


def test_what_is_opened_together_is_what_each_would_be() -> None:
    payload = encode((*fields()[:8], 9, ()))
    bad = [b"", ENVELOPE.wire[1:], payload + bytes(SIGNATURE_SIZE), signed(payload)]
    fine = [seal(key_of(seat), HEADER._replace(seat=seat), MESSAGE) for seat in range(3)]
    opened = open_all([fine[0].wire, *bad, fine[1].wire, fine[2].wire], GENESIS)
    assert [opened[0], *opened[5:]] == fine
    refused = opened[1:5]
    assert [type(error) for error in refused] == [BadField, NotCanonical, BadSignature, Malformed]
    assert isinstance(refused[3], Malformed)
    assert refused[3].evidence == (bad[3],)
    assert open_all([], GENESIS) == []


# Signatures


@pytest.mark.parametrize("place", range(0, len(ENVELOPE.wire), 7))
def test_a_bit_that_turned_on_the_way_is_refused_and_nobodys_fault(place: int) -> None:
    wire = bytearray(ENVELOPE.wire)
    wire[place] ^= 1
    with pytest.raises(Refusal):
        opened(bytes(wire))


def test_one_seat_cannot_speak_for_another() -> None:
    with pytest.raises(BadSignature):
        opened(seal(key_of(2), HEADER, MESSAGE).wire)


def test_a_stranger_cannot_speak_for_a_seat() -> None:
    with pytest.raises(BadSignature):
        opened(seal(key_of(7), HEADER, MESSAGE).wire)


def test_a_signature_under_another_tag_is_refused() -> None:
    payload = ENVELOPE.wire[:-SIGNATURE_SIZE]
    for said in (payload, digest("hello", payload)):
        with pytest.raises(BadSignature):
            opened(payload + key_of(1).sign(said))


def test_a_message_of_another_table_is_refused_though_its_author_sits_here() -> None:
    other = genesis_of(7, rounds=3)
    wire = seal(key_of(1), HEADER._replace(table=other.table), MESSAGE).wire
    assert open_envelope(wire, other).message == MESSAGE
    with pytest.raises(WrongTable):
        opened(wire)


def test_a_seat_that_the_table_has_not_is_unknown() -> None:
    small = genesis_of(2)
    wire = seal(key_of(2), HEADER._replace(table=small.table, seat=2), MESSAGE).wire
    with pytest.raises(UnknownSeat):
        open_envelope(wire, small)


# Bytes that are no envelope: refused, although a seat signed them


@pytest.mark.parametrize("size", [0, 1, SIGNATURE_SIZE])
def test_too_short_for_a_signature(size: int) -> None:
    with pytest.raises(BadField):
        opened(ENVELOPE.wire[-size:] if size else b"")


@pytest.mark.parametrize(
    "payload",
    [b"\xc1", b"\xcc\x01", ENVELOPE.wire[:-SIGNATURE_SIZE] + b"\xc0", encode(bytes(MAX_PAYLOAD - 2))],
    ids=["unused", "longer_form", "trailing", "too_long"],
)
def test_a_payload_that_is_not_canonical_is_refused(payload: bytes) -> None:
    with pytest.raises(NotCanonical):
        opened(signed(payload))


def test_a_signed_message_beyond_the_limit_is_refused_and_up_to_it_a_fault() -> None:
    """A fault must fit into a proof, so what could not is no message at all."""
    value = fields()
    value[9] = (bytes(MAX_PAYLOAD - len(encode(tuple(value[:9]))) - 4),)
    assert len(encode(tuple(value))) == MAX_PAYLOAD
    value[8] = Decide.tag
    with pytest.raises(Malformed):
        opened(signed(encode(tuple(value))))
    value[9] = (bytes(MAX_PAYLOAD),)
    with pytest.raises(NotCanonical):
        opened(signed(encode(tuple(value))))


@pytest.mark.parametrize("value", [None, 1, "text", {}, ()], ids=repr)
def test_a_payload_that_is_no_array_of_fields_is_refused(value: Value) -> None:
    with pytest.raises(BadField):
        opened(signed(encode(value)))


@pytest.mark.parametrize("version", [0, 1, 2, 3, 5, True, None, "4", (4,)], ids=repr)
def test_another_version_is_told_before_anything_else(version: Value) -> None:
    with pytest.raises(UnknownVersion):
        opened(signed(encode((version, *fields()[1:]))))
    with pytest.raises(UnknownVersion):
        opened(signed(encode((version, "fields of a later version"))))


@pytest.mark.parametrize("value", [fields()[:-1], [*fields(), None]], ids=["short", "surplus"])
def test_another_number_of_fields_is_refused(value: list[Value]) -> None:
    with pytest.raises(BadField):
        opened(signed(encode(tuple(value))))


ODD_DIGESTS: list[Value] = [None, "t" * 32, b"", bytes(31), bytes(33)]
ODD_NUMBERS: list[Value] = [None, True, -1, MAX_NUMBER, "5", b"5"]
ODD_FIELDS = [(place, value) for place in (1, 4, 6, 7) for value in ODD_DIGESTS]
ODD_FIELDS += [(place, value) for place in (2, 3, 5, 8) for value in ODD_NUMBERS]


@pytest.mark.parametrize(("place", "odd"), ODD_FIELDS)
def test_a_header_field_that_does_not_fit_is_refused(place: int, odd: Value) -> None:
    value = fields()
    value[place] = odd
    with pytest.raises(BadField):
        opened(signed(encode(tuple(value))))


# The layout of a payload is read without the decoder, and the verdicts are those of a second reader


def verdict(wire: bytes) -> str:
    try:
        opened(wire)
    except (Refusal, Fault) as error:
        return error.name
    return ""


def check_verdict(payload: bytes) -> None:
    """Seat 1 signs it; checks 1 to 7 are those of the reference, then it is 8 that fails, or 9, or none."""
    wire = signed(payload)
    expected = refusal(wire, GENESIS.table, len(GENESIS.seats))
    assert verdict(wire) == expected or (not expected and verdict(wire) in ("BadSignature", "Malformed"))


FORMS = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
"""How a number can be written: the first byte, and how many follow it."""


@pytest.mark.parametrize("place", [0, 2, 3, 5, 8])
@pytest.mark.parametrize("number", [0, 1, 127, 128, 255, 256, 65535, 65536, MAX_NUMBER - 1, MAX_NUMBER])
def test_a_number_is_read_in_its_shortest_form_alone(place: int, number: int) -> None:
    before, after = (b"".join(map(encode, part)) for part in (fields()[:place], fields()[place + 1 :]))
    forms = [
        bytes((first,)) + number.to_bytes(size, "big") for first, size in FORMS.items() if number < 256**size
    ]
    for form in (*forms, encode(number), encode(-1 - number)):
        check_verdict(b"\x9a" + before + form + after)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, database=None)
@given(
    st.sampled_from([Accept(), Decide((1, "two")), Lock((None, bytes(32)) + (None,) * 5), MESSAGE]),
    st.lists(
        st.tuples(st.integers(0, 250), st.binary(max_size=2) | st.just(b"\xc4\x20"), st.integers(0, 2)),
        max_size=3,
    ),
)
def test_both_readers_agree_on_bytes_that_were_changed(
    message: Message, changes: list[tuple[int, bytes, int]]
) -> None:
    payload = seal(key_of(1), HEADER, message).wire[:-SIGNATURE_SIZE]
    for place, new, width in changes:
        payload = payload[:place] + new + payload[place + width :]
    check_verdict(payload)


def test_a_body_is_as_deep_as_the_payload_around_it_allows() -> None:
    deep: Value = 1
    for _ in range(14):
        deep = (deep,)
    assert opened(seal(key_of(1), HEADER, Decide(deep)).wire).message == Decide(deep)
    check_verdict(encode((*fields()[:8], Decide.tag)).replace(b"\x99", b"\x9a", 1) + encode(((deep,),)))


# Signed, and no message: the author's own fault


@pytest.mark.parametrize(
    ("tag", "body"),
    [
        (0, ()),
        (9, ()),
        (8, (0,)),
        (MAX_NUMBER - 1, ()),
        (7, (0,)),
        (7, None),
        (1, (1,)),
        (2, ("x" * MAX_DECISION,)),
        (2, (bytes(MAX_DUTY),)),
    ],
    ids=repr,
)
def test_a_seat_that_signs_what_is_no_message_is_at_fault(tag: int, body: Value) -> None:
    wire = signed(encode((*fields()[:8], tag, body)))
    with pytest.raises(Malformed) as caught:
        opened(wire)
    assert (caught.value.seat, caught.value.number) == (1, 5)
    assert caught.value.evidence == (wire,)


def test_without_its_signature_it_is_nobodys_fault() -> None:
    payload = encode((*fields()[:8], 9, ()))
    with pytest.raises(BadSignature):
        opened(signed(payload, seat=2))


def test_a_second_signature_is_the_same_message() -> None:
    """Ed25519 lets the owner of a key sign one text in many ways; the id must not tell them apart."""
    payload = ENVELOPE.wire[:-SIGNATURE_SIZE]
    other = opened(payload + second_signature(ENVELOPE.id))
    assert other.wire != ENVELOPE.wire
    assert other.id == ENVELOPE.id


def second_signature(message: bytes) -> bytes:
    seed = sha512(key_of(1).seed).digest()
    secret = int.from_bytes(seed[:32], "little") & ~7 & (2**254 - 1) | 2**254
    point = edwards.encode(edwards.times(12345, edwards.BASE))
    return edwards.sign(secret, 12345, message, a=key_of(1).public, r=point)
