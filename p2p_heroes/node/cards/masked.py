"""What the seats agree on at a table with masked cards: the game's state, and every card by its handle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from p2p_heroes.games.kit.cards.needs import JOINT
from p2p_heroes.games.kit.frozen import Frozen, replace
from protocol.cards.group import total

S = TypeVar("S")

GONE = b""
"""In place of the key of a seat that cannot answer any more. As a summand it changes nothing."""


class MaskedCard(Frozen):
    """A handle, the seat under whose key the card lies alone, or JOINT, and its 64 bytes."""

    handle: int
    holder: int
    card: bytes


class Masked(Frozen, Generic[S]):
    """A state of the game, and what lies behind its handles.

    keys: of each seat, or none before they are said. gone: the seats of which the game knows that they have
    left. following: the next handle. number: how many steps have been settled; it is in every proof.
    stage, piles: what an operation of several steps has come to, so far.
    """

    game: S
    seats: int
    keys: tuple[bytes, ...] = ()
    cards: tuple[MaskedCard, ...] = ()
    gone: tuple[int, ...] = ()
    following: int = 0
    number: int = 0
    stage: int = 0
    piles: tuple[tuple[bytes, ...], ...] = ()

    @property
    def present(self) -> tuple[int, ...]:
        """Who can answer for the cards."""
        return tuple(seat for seat, key in enumerate(self.keys) if key)

    @property
    def untold(self) -> tuple[int, ...]:
        """Who has left without the game's knowing it."""
        return tuple(seat for seat, key in enumerate(self.keys) if not key and seat not in self.gone)

    def holders(self) -> dict[int, int]:
        """Who holds each card."""
        return {card.handle: card.holder for card in self.cards}

    def by_handle(self) -> dict[int, bytes]:
        return {card.handle: card.card for card in self.cards}

    def cover(self, holder: int) -> bytes:
        """The key that a card of this seat lies under; of a joint one, that of all who are present."""
        return total(self.keys) if holder == JOINT else self.keys[holder]

    def without(self, handles: Iterable[int]) -> Masked[S]:
        """Where these cards are no more."""
        dropped = frozenset(handles)
        return replace(self, cards=tuple(card for card in self.cards if card.handle not in dropped))

    def adding(self, cards: Iterable[tuple[int, bytes]]) -> tuple[Masked[S], tuple[int, ...]]:
        """With new cards, each by its holder and its bytes; and their handles."""
        fresh = tuple(MaskedCard(self.following + place, *card) for place, card in enumerate(cards))
        after = replace(self, cards=self.cards + fresh, following=self.following + len(fresh))
        return after, tuple(card.handle for card in fresh)

    def missing(self, seats: Iterable[int]) -> Masked[S]:
        """Where these seats have not answered: nobody can take off any more what they have put on."""
        left = frozenset(seats)
        return replace(self, keys=tuple(GONE if seat in left else key for seat, key in enumerate(self.keys)))

    def losing(self, seat: int) -> Masked[S]:
        """Where the game is told that a seat has left: its cards and all joint ones are no more."""
        kept = tuple(card for card in self.cards if card.holder not in (JOINT, seat))
        return replace(self, cards=kept, gone=tuple(sorted({*self.gone, seat})))
