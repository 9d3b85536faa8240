"""What a game of cards hides from a seat, drawn from all that is possible: for minds that play on.

In: the agreed game, and the faces that the seat knows. Nobody here has seen another face, so nobody peeks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from p2p_heroes.games.kit.cards.card_game import Faces
from p2p_heroes.games.kit.cards.dealt import Card, Dealt

S = TypeVar("S")

Pile = tuple[Sequence[int], Sequence[int]]
"""Handles, and the faces that may lie behind them: all that is not seen to be elsewhere."""


def draw_hidden(piles: Iterable[Pile], known: Faces, luck: Random) -> dict[int, int]:
    """A face for each card, those that are known as they are. Every order is as likely as any other."""
    faces: dict[int, int] = {}
    for handles, possible in piles:
        seen = {handle: known[handle] for handle in handles if handle in known}
        hidden = [handle for handle in handles if handle not in known]
        left = [face for face in possible if face not in seen.values()]
        faces |= seen | dict(zip(hidden, luck.sample(left, len(hidden)), strict=True))
    return faces


def imagined(
    game: S, seats: int, gone: tuple[int, ...], holders: Mapping[int, int], faces: Faces
) -> Dealt[S]:
    """The game as the dealer would have it who knows every card."""
    cards = tuple(Card(handle, holders[handle], faces[handle]) for handle in sorted(holders))
    return Dealt(game, seats, cards, max(holders, default=-1) + 1, gone)
