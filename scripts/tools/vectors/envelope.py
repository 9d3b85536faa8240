"""Vectors of signed messages (protocol.md §4.1): the block `wire`, read by whoever holds the `genesis`.

Checks are made in this order: canonical bytes, fields and version, table, seat,
signature, body. The first that fails gives the verdict.
"""

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import Value, encode
from protocol.envelope import MAX_PAYLOAD, Envelope
from protocol.hashing import VERSION, digest
from protocol.identity import Key
from protocol.messages import MAX_DECISION, Commit, Decide

from .vector import ACCEPT, Vector, vector

GENESIS = genesis_of(3)
OTHER_TABLE = genesis_of(3, rounds=3)
SEAT = 1


def _hand() -> Forger:
    hand = Forger(GENESIS, SEAT)
    hand.accept()
    return hand


def _decided() -> Envelope:
    """An ordinary message: seat 1 decides at step 1."""
    return _hand().enter(Decide(("call", "rock")))


def _fields() -> list[Value]:
    """The ten fields of an ordinary message."""
    header = _decided().header
    body = (("call", "rock"),)
    places = (
        header.table,
        header.seat,
        header.number,
        header.previous,
        header.step,
        header.past,
        header.state,
    )
    return [VERSION, *places, Decide.tag, body]


def _changed(place: int, value: Value) -> list[Value]:
    fields = _fields()
    fields[place] = value
    return fields


def _signed(fields: list[Value], key: Key | None = None) -> bytes:
    payload = encode(tuple(fields))
    return payload + (key or key_of(SEAT)).sign(digest("message", payload))


def _read(expect: str, wire: bytes, **fields: int) -> Vector:
    return vector(expect, ("genesis", GENESIS.encoded), ("wire", wire), **fields)


def _fine(envelope: Envelope) -> Vector:
    header = envelope.header
    return vector(
        ACCEPT,
        ("genesis", GENESIS.encoded),
        ("wire", envelope.wire),
        key_seed=key_of(header.seat).seed,
        seat=header.seat,
        number=header.number,
        step=header.step,
        tag=envelope.message.tag,
        id=envelope.id,
    )


def _malformed(tag: int, body: Value) -> Vector:
    wire = _signed([*_fields()[:8], tag, body])
    return _read("Malformed", wire, seat=SEAT, number=_decided().number)


# Accepted.


def first_message() -> Vector:
    """Every chain begins with Accept."""
    return _fine(Forger(GENESIS, 0).accept())


def open_decision() -> Vector:
    """A decision that everybody may see."""
    return _fine(_decided())


def commitment_of_seat_two() -> Vector:
    """Another seat, another key."""
    hand = Forger(GENESIS, 2)
    hand.accept()
    return _fine(hand.enter(Commit(noise("commitment"))))


def header_that_nobody_believes() -> Vector:
    """Opening a message does not judge it: step, past and predecessor are looked at later."""
    last = 2**32 - 1
    return _fine(_hand().draft(Decide(None), number=last, step=last, previous=bytes(32), past=bytes(32)))


# Refused.


def no_bytes_before_the_signature() -> Vector:
    """64 bytes are a signature and nothing that it signs."""
    return _read("BadField", bytes(64))


def payload_not_canonical() -> Vector:
    """Signed, but with a byte after the payload."""
    payload = encode(tuple(_fields())) + b"\xc0"
    return _read("NotCanonical", payload + key_of(SEAT).sign(digest("message", payload)))


def payload_too_long() -> Vector:
    """A payload has at most 8192 bytes, whatever it holds."""
    return _read("NotCanonical", _signed([*_fields()[:8], Decide.tag, (bytes(MAX_PAYLOAD),)]))


def payload_not_an_array() -> Vector:
    """Signed, but a map."""
    payload = encode({"seat": SEAT})
    return _read("BadField", payload + key_of(SEAT).sign(digest("message", payload)))


def another_version() -> Vector:
    """A message of version 1."""
    return _read("UnknownVersion", _signed(_changed(0, 1)))


def another_version_with_other_fields() -> Vector:
    """The version is read before the fields are counted."""
    return _read("UnknownVersion", _signed([VERSION + 1, "something else"]))


def version_is_true() -> Vector:
    """True is no number."""
    return _read("UnknownVersion", _signed(_changed(0, True)))


def field_missing() -> Vector:
    """Nine fields."""
    return _read("BadField", _signed(_fields()[:9]))


def field_too_many() -> Vector:
    """Eleven fields."""
    return _read("BadField", _signed([*_fields(), None]))


def table_of_31_bytes() -> Vector:
    """A digest has 32 bytes."""
    return _read("BadField", _signed(_changed(1, GENESIS.table[:31])))


def seat_is_true() -> Vector:
    """True is not the number 1."""
    return _read("BadField", _signed(_changed(2, True)))


def number_too_large() -> Vector:
    """Numbers are below two to the 32."""
    return _read("BadField", _signed(_changed(3, 2**32)))


def step_negative() -> Vector:
    """Steps are counted from zero."""
    return _read("BadField", _signed(_changed(5, -1)))


def state_as_text() -> Vector:
    """A digest is a byte string."""
    return _read("BadField", _signed(_changed(7, "s" * 32)))


def tag_as_text() -> Vector:
    """A tag is a number; no other kind of value can be taken for an unknown message."""
    return _read("BadField", _signed(_changed(8, "decide")))


def message_of_another_table() -> Vector:
    """A message that was signed for another table, by the same key in the same seat."""
    return _read("WrongTable", Forger(OTHER_TABLE, SEAT).accept().wire)


def seat_that_does_not_exist() -> Vector:
    """A table of three has no seat 3."""
    return _read("UnknownSeat", _signed(_changed(2, 3)))


def signed_by_another_seat() -> Vector:
    """Seat 2 signs for seat 1."""
    return _read("BadSignature", _signed(_fields(), key_of(2)))


def signed_by_a_stranger() -> Vector:
    """A key that is not on the roster signs for seat 1."""
    return _read("BadSignature", _signed(_fields(), key_of(6)))


def body_changed_after_signing() -> Vector:
    """Rock becomes sock."""
    return _read("BadSignature", _decided().wire.replace(b"rock", b"sock"))


def signed_payload_instead_of_its_digest() -> Vector:
    """The signature is over the payload itself, without the domain of messages."""
    payload = encode(tuple(_fields()))
    return _read("BadSignature", payload + key_of(SEAT).sign(payload))


def unknown_message_badly_signed() -> Vector:
    """Nobody is blamed for what he did not sign."""
    return _read("BadSignature", _signed([*_fields()[:8], 99, ()], key_of(2)))


# Faults of the author.


def unknown_message_well_signed() -> Vector:
    """The seat's own key signed a message that does not exist."""
    return _malformed(99, ())


def body_not_an_array() -> Vector:
    """The seat's own key signed a decision without its array."""
    return _malformed(Decide.tag, "rock")


def body_with_a_field_too_many() -> Vector:
    """The seat's own key signed two decisions in one message."""
    return _malformed(Decide.tag, (("call", "rock"), ("call", "paper")))


def decision_too_long() -> Vector:
    """The seat's own key signed a decision of 4097 bytes."""
    return _malformed(Decide.tag, ("x" * (MAX_DECISION - 2),))
