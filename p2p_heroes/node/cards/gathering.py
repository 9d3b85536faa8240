"""A new joint pile after a seat has left: all faces but those that somebody holds (protocol.md §15).

Nothing is opened, and nobody learns which cards are held, nor which card of a hand is of the family that is
gathered. In parts:

    copy    whoever holds cards seals copies of all of them for those who are present: the pool
    mix     each who is present mixes the faces, and the pool
    raise   each raises pool and faces, one after the other, to a power of its own
    tag     all take off their covers: what was equal is equal still

Faces whose tag is that of a card of the pool drop out. Where nobody holds a card there is nothing but a mix.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from p2p_heroes.games.kit.cards.needs import JOINT, Gather, Pile
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.node.cards.masked import Masked
from p2p_heroes.node.cards.operation import (
    Cards,
    Operation,
    Outcome,
    cards_of,
    check_power,
    check_share,
    elements,
    replaced,
)
from p2p_heroes.node.cards.operations import Family, Mixing, MixTurn, Sealing, can_enter, entering
from protocol.cards.card import bare
from protocol.cards.keys import CardKey
from protocol.cards.power import raise_cards
from protocol.cards.share import give_share


def gathering(table: bytes, state: Masked[Any], family: Family, need: Gather) -> Operation:
    """The part that comes next."""
    pile, size = Pile(JOINT, (), need.faces), len(state.present)
    if state.cards and not state.stage:
        return CopyHeld(table, state, family, pile)
    if state.stage <= size:
        return MixGathered(table, state, family, pile)
    if state.stage <= 2 * size:
        return RaiseGathered(table, state, pile)
    return TagGathered(table, state, pile)


class CopyHeld(Sealing):
    """Copies of all that is held, of whatever family it is."""

    def __init__(self, table: bytes, state: Masked[Any], family: Family, pile: Pile) -> None:
        super().__init__(table, state)
        self._family = family
        self._pile = pile

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted({card.holder for card in self.state.cards}))

    def sealed(self, seat: int) -> tuple[tuple[bytes, int], ...]:
        return tuple((card.card, JOINT) for card in self.state.cards if card.holder == seat)

    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        pool = tuple(copy for seat in self.seats for copy in self.copies(seat, values[seat]))
        deck = entering(self.state, self._family, self._pile).cards
        return Outcome(replace(self.state, stage=1, piles=(deck, pool)))

    @property
    def is_sound(self) -> bool:
        return super().is_sound and can_enter(self.state, self._family, self._pile)


class MixGathered(Mixing):
    """One seat mixes the faces, and the next one the pool, until everybody has mixed both."""

    def __init__(self, table: bytes, state: Masked[Any], family: Family, pile: Pile) -> None:
        super().__init__(table, state)
        self._family = family
        self._pile = pile
        self._turns = max(state.stage, 1)
        self._has_pool = bool(state.cards)

    @property
    def _deck_mixer(self) -> int:
        return self.state.present[self._turns - 1]

    @property
    def _pool_mixer(self) -> int:
        return self.state.present[self._turns % len(self.state.present)]

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted({self._deck_mixer, *([self._pool_mixer] if self._has_pool else [])}))

    def turn(self, seat: int) -> MixTurn:
        if not self.state.piles:
            return entering(self.state, self._family, self._pile)
        deck, pool = self.state.piles
        return MixTurn(deck if seat == self._deck_mixer else pool, self.state.cover(JOINT))

    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        mixed = {seat: self.mixed(seat, value) for seat, value in values.items()}
        deck, is_last = mixed[self._deck_mixer], self._turns == len(self.state.present)
        if is_last and not self._has_pool:
            return replaced(self.state, (), [(JOINT, card) for card in deck])
        pool = mixed[self._pool_mixer] if self._has_pool else ()
        return Outcome(replace(self.state, stage=self._turns + 1, piles=(deck, pool)))

    @property
    def is_sound(self) -> bool:
        if not self.state.stage:
            return not self.state.piles and can_enter(self.state, self._family, self._pile)
        # Where there is nothing to copy the first mix has no stage of its own.
        has_begun = self._has_pool or self.state.stage > 1
        return has_begun and are_gathered(self.state, self._pile)


class RaiseGathered(Operation):
    """One after the other raises the pool and the faces together, to a power that only it knows."""

    def __init__(self, table: bytes, state: Masked[Any], pile: Pile) -> None:
        super().__init__(table, state)
        self._pile = pile
        self._turns = state.stage - len(state.present)

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.state.present[self._turns - 1],)

    @property
    def _cards(self) -> Cards:
        deck, pool, *raised = self.state.piles
        return raised[0] if raised else pool + deck

    def check(self, seat: int, value: bytes) -> None:
        check_power(self._cards, value, self.context(seat, "power"))

    def make(self, seat: int, key: CardKey) -> bytes:
        return raise_cards(self._cards, key, self.context(seat, "power"))

    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        [value] = values.values()
        deck, pool, *_ = self.state.piles
        raised = cards_of(value, len(self._cards))
        return Outcome(replace(self.state, stage=self.state.stage + 1, piles=(deck, pool, raised)))

    @property
    def is_sound(self) -> bool:
        # What nobody holds need not be told from the faces.
        return bool(self.state.cards) and are_gathered(self.state, self._pile, raised=self._turns > 1)


class TagGathered(Operation):
    """All take their covers off what was raised, and see what is equal."""

    def __init__(self, table: bytes, state: Masked[Any], pile: Pile) -> None:
        super().__init__(table, state)
        self._pile = pile

    @property
    def seats(self) -> tuple[int, ...]:
        return self.state.present

    def check(self, seat: int, value: bytes) -> None:
        check_share(self.state.piles[2], self.state.keys[seat], value, self.context(seat, "share"))

    def make(self, seat: int, key: CardKey) -> bytes:
        return give_share(self.state.piles[2], key, self.context(seat, "share"))

    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        deck, pool, raised = self.state.piles
        shares = zip(*(elements(value, len(raised)) for value in values.values()), strict=True)
        tags = [bare(card, some) for card, some in zip(raised, shares, strict=True)]
        held = set(tags[: len(pool)])
        free = [card for card, tag in zip(deck, tags[len(pool) :], strict=True) if tag not in held]
        return replaced(self.state, (), [(JOINT, card) for card in free])

    @property
    def is_sound(self) -> bool:
        last = self.state.stage == 2 * len(self.state.present) + 1
        return last and bool(self.state.cards) and are_gathered(self.state, self._pile, raised=True)


def are_gathered(state: Masked[Any], pile: Pile, *, raised: bool = False) -> bool:
    """Whether the piles are as long as they must be: the faces, the pool, and both of them raised."""
    deck, pool = len(pile), len(state.cards)
    return tuple(map(len, state.piles)) == (deck, pool, *([deck + pool] if raised else []))
