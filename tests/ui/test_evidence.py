"""Signed messages in words."""

import pytest

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from p2p_heroes.ui.evidence import kind_of, said, written
from protocol.canonical import Value, encode
from protocol.hashing import VERSION, digest
from protocol.messages import Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Resign, Reveal

GENESIS = genesis_of(3)
STATE = noise("state")


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Accept(), "sits down"),
        (Decide(("call", "rock")), "decides call rock"),
        (Decide(("call", "well")), 'decides ["call", "well"]'),
        (Commit(bytes(32)), "commits to 0000000000000000"),
        (Lock((None, bytes(32), None)), "locks nothing, 0000000000000000, nothing"),
        (Reveal(bytes(32), ("throw", "paper")), "reveals throw paper, salt 0000000000000000"),
        (Reveal(bytes(32), b"share"), "reveals h'7368617265', salt 0000000000000000"),
        (
            Forfeit(((0, 3), (2, 0))),
            "proposes that these are absent: Ada from message 3 on and Cy from message 0 on",
        ),
        (Forfeit(((6, 1),), signed=True), "signs that these are absent: seat 6 from message 1 on"),
        (Keep(2, 5), "keeps message 5 of Cy"),
        (Resign(), "resigns"),
    ],
)
def test_every_message_has_its_words(message: Message, text: str) -> None:
    envelope = Forger(GENESIS, 1).say(message, state=STATE)
    assert said(envelope, GENESIS) == f"Bo, step 0, message 0: {text}; stands on state {STATE.hex()[:16]}"
    assert kind_of(envelope) == type(message).__name__


def test_what_is_no_message_is_shown_as_it_is() -> None:
    payload = encode(
        (VERSION, GENESIS.table, 2, 7, GENESIS.table, 4, GENESIS.table, STATE, 99, ("what", None))
    )
    wire = payload + key_of(2).sign(digest("message", payload))
    assert kind_of(wire) == "no message"
    assert said(wire, GENESIS) == (
        'Cy, step 4, message 7: no message, but tag 99 with body ["what", nothing]'
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nothing"),
        (True, "true"),
        (-7, "-7"),
        ("rock", '"rock"'),
        ("\x1b[2J\x9b", '"\\u001b[2J\\u009b"'),
        (b"\x00\xff", "h'00ff'"),
        ((), "[]"),
        ((1, ("a",)), '[1, ["a"]]'),
        ({"b": 1, "a": None}, '{"a": nothing, "b": 1}'),
    ],
)
def test_a_plain_value_is_written_on_one_line(value: Value, text: str) -> None:
    assert written(value) == text
