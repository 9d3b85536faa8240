"""Signed messages in words: what a piece of evidence says, decisions in the notation of their game."""

from collections.abc import Mapping
from typing import assert_never

from p2p_heroes.games import GAMES
from p2p_heroes.games.errors import MalformedDecision
from p2p_heroes.node.table import rules_at
from p2p_heroes.ui.kit.words import joined
from protocol.canonical import Value, decode
from protocol.envelope import Envelope
from protocol.genesis import Genesis
from protocol.identity import SIGNATURE_SIZE
from protocol.messages import Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Resign, Reveal

SHORT = 16
"""Digits of a digest that tell it from another in the same evidence."""


def kind_of(piece: Envelope | bytes) -> str:
    """The name of the message, or that it is none."""
    return type(piece.message).__name__ if isinstance(piece, Envelope) else "no message"


def said(piece: Envelope | bytes, genesis: Genesis) -> str:
    """One piece of evidence: whose, where in its author's chain, and what it says."""
    if isinstance(piece, bytes):
        return _garbled(piece, genesis)
    where = f"{genesis.seats[piece.seat].name}, step {piece.step}, message {piece.number}"
    what = _message(piece.message, genesis)
    return f"{where}: {what}; stands on state {_short(piece.header.state)}"


def _garbled(wire: bytes, genesis: Genesis) -> str:
    """Signed, but no message: everything before its tag has been checked."""
    match decode(wire[:-SIGNATURE_SIZE]):
        case (_, _, int(seat), int(number), _, int(step), _, _, tag, body):
            where = f"{genesis.seats[seat].name}, step {step}, message {number}"
            return f"{where}: no message, but tag {written(tag)} with body {written(body)}"
    raise AssertionError("a piece of evidence that was checked")


def _message(message: Message, genesis: Genesis) -> str:
    match message:
        case Accept():
            return "sits down"
        case Decide(value):
            return f"decides {_decision(value, genesis)}"
        case Commit(commitment):
            return f"commits to {_short(commitment)}"
        case Lock(entries):
            return f"locks {', '.join(_short(entry) if entry else 'nothing' for entry in entries)}"
        case Reveal(salt, value):
            return f"reveals {_decision(value, genesis)}, salt {_short(salt)}"
        case Forfeit(absences, signed):
            seats = [f"{_seat(seat, genesis)} from message {number} on" for seat, number in absences]
            return f"{'signs' if signed else 'proposes'} that these are absent: {joined(seats)}"
        case Keep(seat, number):
            return f"keeps message {number} of {_seat(seat, genesis)}"
        case Resign():
            return "resigns"
        case _:
            assert_never(message)


def _seat(seat: int, genesis: Genesis) -> str:
    return genesis.seats[seat].name if seat < len(genesis.seats) else f"seat {seat}"


def _decision(value: Value, genesis: Genesis) -> str:
    """As it is typed, or as a plain value where the game knows no such decision."""
    game = rules_at(genesis.table, GAMES[genesis.game]).game
    try:
        return game.notate(game.decode_decision(value))
    except MalformedDecision:
        return written(value)


def _short(digest: bytes) -> str:
    return digest.hex()[:SHORT]


def written(value: Value) -> str:
    """A plain value on one line."""
    from json import dumps

    match value:
        case bytes():
            return f"h'{value.hex()}'"
        case tuple() | list():
            return f"[{', '.join(map(written, value))}]"
        case Mapping():
            return f"{{{', '.join(f'{dumps(key)}: {written(value[key])}' for key in sorted(value))}}}"
        case None:
            return "nothing"
        case _:
            return dumps(value)
