"""What one seat alone knows at a table with masked cards: its secret, and the faces of what it holds.

Everything here follows from 32 random bytes and the agreed state. So a node that is killed at any moment, and
comes back with the same bytes, sees the same hand and says the same again.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from p2p_heroes.games.game import Plain, request_for
from p2p_heroes.games.kit.cards.dealer import ANOTHER_CARD
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.refusals import Reason
from p2p_heroes.node.cards.dealer import MaskedDealer, PlayedDecision
from p2p_heroes.node.cards.masked import GONE, Masked
from p2p_heroes.node.keeper import Duty
from p2p_heroes.node.player import Question
from protocol.cards.group import SIZE, subtract, times
from protocol.cards.keys import CardKey
from protocol.cards.share import give_share


class CardKeeper:
    """As `node.keeper.Keeper` describes it. Without a secret, after the game, it sees what all see."""

    def __init__(self, dealer: MaskedDealer[Any, Any], seat: int, seed: bytes) -> None:
        self._dealer = dealer
        self._seat = seat
        self._key = CardKey.from_seed(seed) if seed else None
        # By card: what is known of the cards of the last state.
        self._known: dict[bytes, int] = {}

    def fits(self, state: Masked[Any]) -> bool:
        """Before it has said its key any secret does, and once it is out none is needed."""
        public = None if self._key is None else self._key.public
        return not state.keys or state.keys[self._seat] in (GONE, public)

    def duty(self, state: Masked[Any]) -> Duty | None:
        operation = self._dealer.operation(state)
        if operation is None or self._key is None or self._seat not in operation.seats:
            return None
        return partial(operation.make, self._seat, self._key)

    def faces(self, state: Masked[Any]) -> dict[int, int]:
        """By handle, what the seat's cards are."""
        if self._key is None:
            return {}
        own = [card for card in state.cards if card.holder == self._seat]
        fresh = [card.card for card in own if card.card not in self._known]
        numbers = self._dealer.family.numbers() if fresh else {}
        read = {card: numbers[_bare(card, self._key)] for card in fresh}
        self._known = {card.card: {**self._known, **read}[card.card] for card in own}
        return {card.handle: self._known[card.card] for card in own}

    def question(self, state: Masked[Any]) -> Question:
        asked = request_for(self._dealer.pending(state), self._seat)
        faces = self.faces(state)
        offers = self._dealer.rules.offers(state.game, self._seat, faces)
        return self.view(state), replace(asked, choices=offers)

    def view(self, state: Masked[Any]) -> object:
        return self._dealer.rules.view(state.game, self._seat, self.faces(state))

    def refusal(self, state: Masked[Any], decision: object) -> Reason | None:
        refusal = self._dealer.rules.refusal(state.game, self._seat, decision)
        if refusal is not None:
            return refusal
        faces = self.faces(state)
        shown = self._dealer.rules.opens(state.game, self._seat, decision)
        return None if all(faces.get(handle) == face for handle, face in shown) else ANOTHER_CARD

    def value(self, state: Masked[Any], decision: object) -> Plain:
        shown = self._dealer.rules.opens(state.game, self._seat, decision)
        by_handle = state.by_handle()
        cards = tuple(by_handle[handle] for handle, _ in shown)
        where = self._dealer.where_opened(state, self._seat)
        opening = give_share(cards, self._key, where) if cards and self._key else b""
        return self._dealer.encode_decision(PlayedDecision(decision, opening))


def _bare(card: bytes, key: CardKey) -> bytes:
    return subtract(card[SIZE:], times(card[:SIZE], key.number))
