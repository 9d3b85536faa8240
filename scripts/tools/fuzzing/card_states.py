"""A state of masked cards that somebody made up, and an answer: refused by name, or all goes on from there.

An input is the encoding of the two in an array. What can be read is asked, answered and settled like others.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from random import Random

from p2p_heroes.games import GAMES
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.node.table import GameRules, Position, hides_cards
from p2p_heroes.tabletest.session_table import SessionTable
from protocol.canonical import Value, decode, encode
from protocol.errors import NotCanonical
from protocol.events import Settled
from protocol.rules import AskChance, AskOpen, AskSecret
from scripts.tools.fuzzing.mutation import changed_bytes, changed_value, encoded


@cache
def _table() -> SessionTable:
    """A whole game of the first one that hides cards."""
    game = GAMES[next(filter(hides_cards, GAMES))]
    return SessionTable(2, rounds=2, game=game).begin().run()


def rules() -> GameRules:
    """Those of its table."""
    return _table().rules


def check(data: bytes) -> None:
    """Whether nothing but a named refusal comes of these bytes, wherever they are judged."""
    try:
        value = decode(data)
    except NotCanonical:
        return
    if not isinstance(value, tuple) or len(value) != 2:
        return
    state, answer = value
    try:
        position = rules().decode(state)
    except MalformedState:
        return
    assert encode(rules().encode(position)) == encode(state)
    _go_on(position, answer)


def _go_on(position: Position, answer: Value) -> None:
    match rules().need(position):
        case AskOpen(seats) | AskSecret(seats):
            for seat in seats:
                rules().refusal(position, seat, answer)
            answers = {seat: rules().default(position, seat) for seat in seats}
            encode(rules().encode(rules().settle(position, answers)))
        case AskChance(_, bounds):
            encode(rules().encode(rules().settle(position, tuple(bound - 1 for bound in bounds))))


def mutate(data: bytes, random: Random) -> bytes:
    """Mostly another value, and sometimes any bytes."""
    try:
        value = decode(data)
    except NotCanonical:
        return changed_bytes(data, random)
    if random.random() < 0.1:
        return changed_bytes(data, random)
    return encoded(changed_value(value, random), data)


def seeds() -> Iterator[bytes]:
    """Every state of a game, with what was said in it."""
    steps = [event for event in _table().events[0] if isinstance(event, Settled)]
    for before, after in pairwise(steps):
        assert isinstance(before.after, Position)
        said = list(after.answers.values()) if isinstance(after.answers, Mapping) else [None]
        yield encode((rules().encode(before.after), said[0]))
