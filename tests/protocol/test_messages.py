"""Every message comes back from its body; every other body is refused, and by its name."""

import pytest

from protocol.canonical import Value, decode, encode
from protocol.errors import BadField, UnknownMessage
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
    read_message,
)

DIGEST = bytes(range(32))
LONGEST = "x" * (MAX_DECISION - 3)
LONGEST_DUTY = bytes(MAX_DUTY - 3)

MESSAGES: list[Message] = [
    Accept(),
    Decide(None),
    Decide({"move": ("north", 3)}),
    Decide(LONGEST),
    Decide(LONGEST_DUTY),
    Commit(DIGEST),
    Lock(()),
    Lock((DIGEST, None, bytes(32))),
    Lock((None,) * 7),
    Reveal(DIGEST, "stone"),
    Reveal(bytes(32), LONGEST),
    Forfeit(((0, 0),)),
    Forfeit(((1, 7), (3, 0), (6, MAX_NUMBER - 1))),
    Forfeit(tuple((seat, 1) for seat in range(6))),
    Forfeit(((2, 5),), signed=True),
    Keep(0, 0),
    Keep(6, MAX_NUMBER - 1),
    Resign(),
]


@pytest.mark.parametrize("message", MESSAGES, ids=repr)
def test_a_message_comes_back_from_its_body(message: Message) -> None:
    body = encode(message.body())
    assert read_message(message.tag, decode(body), len(body)) == message


def test_each_kind_has_a_tag_of_its_own_and_they_are_all_read_above() -> None:
    tags = {type(message): message.tag for message in MESSAGES}
    assert sorted(tags.values()) == list(range(1, 9))


def test_the_bounds_are_those_of_the_specification() -> None:
    assert len(encode(LONGEST)) == MAX_DECISION == 4096
    assert len(encode(LONGEST_DUTY)) == MAX_DUTY == 2**15
    assert MAX_NUMBER == 2**32


@pytest.mark.parametrize("tag", [0, 9, 255, MAX_NUMBER])
def test_a_tag_that_no_message_has_is_unknown(tag: int) -> None:
    with pytest.raises(UnknownMessage):
        read_message(tag, (), 1)


@pytest.mark.parametrize("tag", range(1, 9))
@pytest.mark.parametrize("body", [None, True, 0, "text", b"", {}, {"value": 1}], ids=repr)
def test_a_body_that_is_no_array_is_refused(tag: int, body: Value) -> None:
    with pytest.raises(BadField):
        read_message(tag, body, len(encode(body)))


PAIR = (0, 0)

REFUSED: dict[str, tuple[int, Value]] = {
    "accept_with_a_field": (1, (None,)),
    "decide_nothing": (2, ()),
    "decide_twice": (2, (1, 2)),
    "decide_too_long": (2, (LONGEST + ".",)),
    "decide_bytes_too_long": (2, (LONGEST_DUTY + b".",)),
    "decide_long_bytes_in_an_array": (2, ((LONGEST_DUTY,),)),
    "commit_nothing": (3, ()),
    "commit_short": (3, (DIGEST[1:],)),
    "commit_long": (3, (DIGEST + b".",)),
    "commit_text": (3, ("c" * 32,)),
    "commit_surplus": (3, (DIGEST, None)),
    "lock_nothing": (4, ()),
    "lock_map": (4, ({},)),
    "lock_eight": (4, ((None,) * 8,)),
    "lock_entry_short": (4, ((DIGEST[1:],),)),
    "lock_entry_empty": (4, ((b"",),)),
    "lock_entry_false": (4, ((False,),)),
    "lock_surplus": (4, ((), ())),
    "reveal_nothing": (5, ()),
    "reveal_without_a_value": (5, (DIGEST,)),
    "reveal_short_salt": (5, (DIGEST[1:], 1)),
    "reveal_salt_nil": (5, (None, 1)),
    "reveal_too_long": (5, (DIGEST, LONGEST + ".")),
    "reveal_bytes_too_long": (5, (DIGEST, bytes(MAX_DECISION - 2))),
    "reveal_surplus": (5, (DIGEST, 1, 2)),
    "forfeit_nothing": (6, ()),
    "forfeit_without_a_word": (6, ((PAIR,),)),
    "forfeit_signed_as_a_number": (6, ((PAIR,), 1)),
    "forfeit_signed_nil": (6, ((PAIR,), None)),
    "forfeit_surplus": (6, ((PAIR,), True, True)),
    "forfeit_nobody": (6, ((), False)),
    "forfeit_everybody": (6, (tuple((seat, 0) for seat in range(7)), False)),
    "forfeit_no_pair": (6, ((0, 0), False)),
    "forfeit_bare_pair": (6, PAIR),
    "forfeit_triple": (6, (((0, 0, 0),), False)),
    "forfeit_twice_the_same": (6, ((PAIR, PAIR), False)),
    "forfeit_one_seat_twice": (6, ((PAIR, (0, 1)), False)),
    "forfeit_out_of_order": (6, (((1, 0), PAIR), False)),
    "forfeit_seat_seven": (6, (((7, 0),), False)),
    "forfeit_seat_true": (6, (((True, 0),), False)),
    "forfeit_number_large": (6, (((0, MAX_NUMBER),), False)),
    "forfeit_number_negative": (6, (((0, -1),), True)),
    "forfeit_number_nil": (6, (((0, None),), True)),
    "keep_nothing": (7, ()),
    "keep_without_a_number": (7, (0,)),
    "keep_seat_seven": (7, (7, 0)),
    "keep_seat_negative": (7, (-1, 0)),
    "keep_number_true": (7, (0, True)),
    "keep_number_large": (7, (0, MAX_NUMBER)),
    "keep_surplus": (7, (0, 0, 0)),
    "resign_with_a_field": (8, (None,)),
    "resign_with_a_seat": (8, (0,)),
}


@pytest.mark.parametrize(("tag", "body"), REFUSED.values(), ids=REFUSED.keys())
def test_a_body_that_does_not_fit_is_refused(tag: int, body: Value) -> None:
    with pytest.raises(BadField):
        read_message(tag, body, len(encode(body)))
