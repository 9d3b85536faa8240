"""A game and where its cards lie, with the faces as far as somebody knows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from p2p_heroes.games.kit.frozen import Frozen, replace

S = TypeVar("S")

HIDDEN = -1
"""The face of a card that is not known."""


class Card(Frozen):
    """One that does not lie open: its handle, the seat that holds it or JOINT, and its face or HIDDEN."""

    handle: int
    holder: int
    face: int = HIDDEN


class Dealt(Frozen, Generic[S]):
    """A state of the game, the cards that do not lie open in the order of their handles, and who has left.

    following: the next handle, which no card has had.
    """

    game: S
    seats: int
    cards: tuple[Card, ...] = ()
    following: int = 0
    gone: tuple[int, ...] = ()

    @property
    def present(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if seat not in self.gone)

    def holders(self) -> dict[int, int]:
        """Who holds each card."""
        return {card.handle: card.holder for card in self.cards}

    def known_to(self, seat: int | None) -> dict[int, int]:
        """The faces of the cards that a seat holds, as far as they are known here."""
        return {card.handle: card.face for card in self.cards if card.holder == seat and card.face != HIDDEN}

    def without(self, handles: Iterable[int]) -> Dealt[S]:
        """Where these cards are no more."""
        dropped = frozenset(handles)
        return replace(self, cards=tuple(card for card in self.cards if card.handle not in dropped))

    def adding(self, cards: Iterable[tuple[int, int]]) -> tuple[Dealt[S], tuple[int, ...]]:
        """With new cards, each by its holder and its face; and their handles."""
        fresh = tuple(Card(self.following + place, *card) for place, card in enumerate(cards))
        after = replace(self, cards=self.cards + fresh, following=self.following + len(fresh))
        return after, tuple(card.handle for card in fresh)

    def losing(self, seat: int) -> Dealt[S]:
        """Where a seat has left: nobody can read what it has masked."""
        kept = tuple(card for card in self.cards if card.holder in self.present and card.holder != seat)
        return replace(self, cards=kept, gone=tuple(sorted({*self.gone, seat})))
