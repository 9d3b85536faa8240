"""The agreed state of masked cards as a plain value, and back: what comes from outside is bounded first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.cards.needs import JOINT, MOST_HIDDEN
from p2p_heroes.games.kit.cards.plain import MOST_HANDLES, numbers
from p2p_heroes.node.cards.masked import GONE, Masked, MaskedCard
from p2p_heroes.node.cards.operation import cards_of, elements
from protocol.cards.card import CARD_SIZE
from protocol.cards.group import SIZE, element
from protocol.errors import BadElement

S = TypeVar("S")

FIELDS = {"cards", "following", "game", "gone", "keys", "number", "piles", "seats", "stage"}

PILES = 3
MOST_STEPS = 2**32
MOST_STAGES = 16
"""More than the parts of the longest operation, of seven seats."""


def encode_masked(state: Masked[S], encode_game: Callable[[S], Plain]) -> Plain:
    return {
        "cards": tuple((card.handle, card.holder, card.card) for card in state.cards),
        "following": state.following,
        "game": encode_game(state.game),
        "gone": state.gone,
        "keys": state.keys,
        "number": state.number,
        "piles": tuple(b"".join(pile) for pile in state.piles),
        "seats": state.seats,
        "stage": state.stage,
    }


def decode_masked(plain: Plain, decode_game: Callable[[Plain], S]) -> Masked[S]:
    """The state, if all of it is within its bounds; whether a game comes to it is another question.

    Raises MalformedState.
    """
    if not isinstance(plain, dict) or plain.keys() != FIELDS:
        raise MalformedState("not the fields of a game and its masked cards")
    following, number, seats, stage = numbers(
        (plain["following"], plain["number"], plain["seats"], plain["stage"])
    )
    in_bounds = (
        following in range(MOST_HANDLES) and number in range(MOST_STEPS) and stage in range(MOST_STAGES)
    )
    _require(in_bounds, "a number out of its bounds")
    # Sizes before anything is calculated.
    rows = tuple(map(_row, _some(plain["cards"], MOST_HIDDEN)))
    keys = tuple(map(_bytes, _some(plain["keys"], seats)))
    piles = tuple(map(_pile, _some(plain["piles"], PILES)))
    _require(len(keys) in (0, seats) and all(key == GONE or len(key) == SIZE for key in keys), "keys")
    gone = numbers(plain["gone"])
    out = {seat for seat, key in enumerate(keys) if key == GONE}
    _require(list(gone) == sorted(set(gone) & out), "who is gone")
    handles = [row.handle for row in rows]
    _require(handles == sorted(set(handles)) and all(0 <= one < following for one in handles), "handles")
    _require(all(row.holder == JOINT or row.holder in range(seats) for row in rows), "holders")
    for card in (*(row.card for row in rows), *(card for pile in piles for card in pile)):
        for half in elements(card, 2):
            _check(half)
    for key in keys:
        if key != GONE:
            _check(key)
    return Masked(decode_game(plain["game"]), seats, keys, rows, gone, following, number, stage, piles)


def _row(plain: Plain) -> MaskedCard:
    match plain:
        case (handle, holder, bytes(card)) if len(card) == CARD_SIZE:
            named, seat = numbers((handle, holder))
            return MaskedCard(named, seat, card)
    raise MalformedState("not a card")


def _pile(plain: Plain) -> tuple[bytes, ...]:
    joined = _bytes(plain)
    size, rest = divmod(len(joined), CARD_SIZE)
    _require(not rest and size <= MOST_HIDDEN, "a pile")
    return cards_of(joined, size)


def _some(plain: Plain, most: int) -> tuple[Plain, ...]:
    if isinstance(plain, tuple) and len(plain) <= most:
        return plain
    raise MalformedState(f"not at most {most}")


def _bytes(plain: Plain) -> bytes:
    if isinstance(plain, bytes):
        return plain
    raise MalformedState("not a byte string")


def _check(piece: bytes) -> None:
    try:
        element(piece)
    except BadElement as error:
        raise MalformedState(str(error)) from error


def _require(fine: bool, what: str) -> None:
    if not fine:
        raise MalformedState(what)
