"""The dealer at a table: makes of a game of cards what the seats play, with every card masked.

It is a `Game` whose state is agreed on, and holds no face that somebody has not shown. What the rules ask of
a dealer becomes open decisions, byte strings that a seat's `keeper` says without asking its player; what a
player decides is signed together with what opens the cards that it shows. A seat that does not answer for
its cards is gone: whatever it has masked is no more, and the game is told so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar, cast

from p2p_heroes.games.errors import IllegalChoice, MalformedDecision, MalformedState
from p2p_heroes.games.game import Answers, Event, Need, Open, Plain, Request, Setup, Step, not_asked
from p2p_heroes.games.kit.cards.card_game import CardGame
from p2p_heroes.games.kit.cards.dealer import ANOTHER_CARD, Dealer
from p2p_heroes.games.kit.cards.needs import (
    JOINT,
    CardAnswer,
    Deal,
    Gather,
    Gone,
    Mix,
    Seal,
    Show,
    is_card_need,
    is_met,
    mistake,
)
from p2p_heroes.games.kit.forms import Record
from p2p_heroes.games.kit.frozen import Frozen, replace
from p2p_heroes.games.kit.refusals import Reason, because
from p2p_heroes.node.cards.codec import decode_masked, encode_masked
from p2p_heroes.node.cards.gathering import gathering
from p2p_heroes.node.cards.masked import Masked
from p2p_heroes.node.cards.operation import Operation, check_share, said
from p2p_heroes.node.cards.operations import (
    DealCards,
    Family,
    Keys,
    MixJoint,
    MixOwn,
    SealCards,
    ShowCards,
)
from protocol.cards.card import bare
from protocol.cards.challenges import context
from protocol.errors import Refusal

S = TypeVar("S")
D = TypeVar("D", bound=Record)

DUTY = "cards"
"""What a seat is asked for that owes the cards something."""

UNASKED_OPENING = because("unasked-opening")
"""A decision that shows no card comes with an opening."""


class PlayedDecision(Frozen):
    """What a player has decided, and what opens the cards that it shows thereby."""

    decision: Any
    opening: bytes = b""


Said: TypeAlias = "PlayedDecision | bytes | None"
"""What is signed: of a player, of a keeper, and of a seat that does not answer for its cards."""


class MaskedDealer(Dealer[S, D]):
    """A `Game` of a game of cards, at one table."""

    def __init__(self, rules: CardGame[S, D], table: bytes) -> None:
        super().__init__(rules)
        self.table = table
        self.family = Family(rules.family, rules.faces)
        self._last: tuple[Masked[S] | None, Operation | None] = (None, None)

    # What is asked.

    def initial(self, setup: Setup) -> Masked[S]:
        return Masked(self.rules.initial(setup), setup.seats)

    def pending(self, state: Masked[S]) -> Need[Said]:
        operation = self.operation(state)
        if operation is None:
            return cast("Need[Said]", self.rules.pending(state.game))
        return Open(tuple(Request(seat, DUTY, ()) for seat in operation.seats))

    def operation(self, state: Masked[S]) -> Operation | None:
        """What the cards ask for now, if they do."""
        if self._last[0] is not state:
            wrong = self.mistake(state)
            assert not wrong, f"{self.name} asks what nobody can do: {wrong}"
            self._last = state, self._find_operation(state)
        return self._last[1]

    def mistake(self, state: Masked[S]) -> str:
        """Why nobody can go on from a state, or nothing."""
        if state.holders() != self.rules.holdings(state.game):
            return "a card is lost"
        need = self.rules.pending(state.game)
        if not state.keys or not is_card_need(need):
            return ""
        return mistake(need, state.holders(), state.present, self.rules.faces)

    def _find_operation(self, state: Masked[S]) -> Operation | None:
        if not state.keys:
            return Keys(self.table, state)
        match self.rules.pending(state.game):
            case Mix(piles) as need:
                if piles[0].holder == JOINT:
                    return MixJoint(self.table, state, self.family, piles[0])
                return MixOwn(self.table, state, self.family, need)
            case Deal() as need:
                return DealCards(self.table, state, need)
            case Show() as need:
                return ShowCards(self.table, state, self.family, need)
            case Seal() as need:
                return SealCards(self.table, state, need)
            case Gather() as need:
                return gathering(self.table, state, self.family, need)
        return None

    # What is said.

    def check(self, state: Masked[S], seat: int, value: Plain) -> Said:
        # What answers the cards is a byte string; whatever else is said there is not read as a decision.
        decision = self.decode_decision(value) if self.operation(state) is None else cast("Said", value)
        refusal = self.refusal(state, seat, decision)
        if refusal is not None:
            raise IllegalChoice(refusal)
        return decision

    def refusal(self, state: Masked[S], seat: int, decision: Said) -> Reason | None:
        operation = self.operation(state)
        try:
            if operation is None:
                return self._refusal_of_play(state, seat, decision)
            if seat not in operation.seats:
                raise IllegalChoice(not_asked(seat))
            operation.check(seat, said(cast("bytes | None", decision)))
        except Refusal as error:
            return because(error.name)
        return None

    def _refusal_of_play(self, state: Masked[S], seat: int, decision: Said) -> Reason | None:
        if not isinstance(decision, PlayedDecision):
            raise MalformedDecision("not a decision and an opening")
        refusal = self.rules.refusal(state.game, seat, decision.decision)
        if refusal is not None:
            return refusal
        shown = self.rules.opens(state.game, seat, decision.decision)
        if not shown:
            return UNASKED_OPENING if decision.opening else None
        return self._refusal_of_opening(state, seat, shown, decision.opening)

    def _refusal_of_opening(
        self, state: Masked[S], seat: int, shown: tuple[tuple[int, int], ...], opening: bytes
    ) -> Reason | None:
        hand = {card.handle: card.card for card in state.cards if card.holder == seat}
        handles = {handle for handle, _ in shown}
        if len(handles) < len(shown) or not handles <= hand.keys():
            return ANOTHER_CARD
        cards = tuple(hand[handle] for handle, _ in shown)
        shares = check_share(cards, state.keys[seat], opening, self.where_opened(state, seat))
        faces = self.family.numbers()
        claimed = [faces.get(bare(card, [share])) for card, share in zip(cards, shares, strict=True)]
        return None if claimed == [face for _, face in shown] else ANOTHER_CARD

    def where_opened(self, state: Masked[S], seat: int) -> bytes:
        """The context of what opens the cards of a decision."""
        return context(table=self.table, number=state.number, seat=seat, name="open")

    def default(self, state: Masked[S], seat: int) -> Said:
        if self.operation(state) is not None:
            return None
        return PlayedDecision(self.rules.default(state.game, seat))

    # What it comes to.

    def apply(self, state: Masked[S], answers: Answers[Said]) -> Step[Masked[S]]:
        operation = self.operation(state)
        after = replace(state, number=state.number + 1)
        if operation is None:
            return self._until_asked(*self._decided(after, answers))
        assert isinstance(answers, Mapping)
        values = {seat: value for seat, value in answers.items() if isinstance(value, bytes)}
        if len(values) < len(answers) and state.keys:
            return self._until_asked(after.missing(answers.keys() - values.keys()), ())
        outcome = operation.settle(values)
        after = replace(outcome.state, number=state.number + 1)
        if outcome.answer is None:
            return self._until_asked(after, ())
        return self._until_asked(*self._answered(after, outcome.answer))

    def _decided(self, state: Masked[S], answers: Answers[Said]) -> tuple[Masked[S], tuple[Event, ...]]:
        """What players have decided, or chance; cards that all have seen need no mask."""
        if isinstance(answers, tuple):
            step = self.rules.apply(state.game, answers)
            return replace(state, game=step.state), step.events
        played = {seat: one for seat, one in answers.items() if isinstance(one, PlayedDecision)}
        decisions = {seat: one.decision for seat, one in played.items()}
        shown = [
            handle
            for seat, decision in decisions.items()
            for handle, _ in self.rules.opens(state.game, seat, decision)
        ]
        step = self.rules.apply(state.game, decisions)
        return replace(state.without(shown), game=step.state), step.events

    def _until_asked(self, state: Masked[S], events: tuple[Event, ...]) -> Step[Masked[S]]:
        """Tell the game who has left, and meet what takes nobody, until somebody is asked."""
        while is_card_need(need := self.rules.pending(state.game)):
            if state.untold:
                seat = state.untold[0]
                left = replace(state.losing(seat), stage=0, piles=())
                state, more = self._answered(left, Gone(seat))
            elif is_met(need):
                state, more = self._answered(state, ())
            else:
                break
            events += more
        return Step(state, events)

    def _answered(self, state: Masked[S], answer: CardAnswer) -> tuple[Masked[S], tuple[Event, ...]]:
        step = self.rules.apply(state.game, answer)
        return replace(state, game=step.state), step.events

    # What is seen and written.

    def view(self, state: Masked[S], seat: int | None) -> object:
        """What all see; what a seat sees besides its `keeper` knows."""
        return self.rules.view(state.game, seat, {})

    def points(self, state: Masked[S]) -> tuple[int, ...]:
        return self.rules.points(state.game)

    def encode_state(self, state: Masked[S]) -> Plain:
        return encode_masked(state, self.rules.encode_state)

    def decode_state(self, plain: Plain) -> Masked[S]:
        state = decode_masked(plain, self.rules.decode_state)
        if not self._is_coherent(state):
            raise MalformedState("no game comes to have these cards")
        return state

    def _is_coherent(self, state: Masked[S]) -> bool:
        if state.seats not in self.seats or len(self.rules.points(state.game)) not in (0, state.seats):
            return False
        if self.mistake(state) or any(card.holder in state.gone for card in state.cards):
            return False
        need = self.rules.pending(state.game)
        if not state.keys:
            return not state.cards and not state.gone and not state.stage and not state.piles
        if not is_card_need(need):
            return not state.stage and not state.piles
        fine = len(state.present) > 1 and not state.untold and not is_met(need)
        operation = self._find_operation(state) if fine else None
        return operation is not None and operation.is_sound

    def encode_decision(self, decision: Said) -> Plain:
        if isinstance(decision, PlayedDecision):
            return self.rules.encode_decision(decision.decision), decision.opening
        return decision

    def decode_decision(self, plain: Plain) -> Said:
        match plain:
            case bytes() | None:
                return plain
            case (decision, bytes(opening)):
                return PlayedDecision(self.rules.decode_decision(decision), opening)
        raise MalformedDecision("not a decision and an opening")

    def notate(self, decision: Said) -> str:
        return self.rules.notate(decision.decision) if isinstance(decision, PlayedDecision) else DUTY

    def parse(self, text: str) -> Said:
        return PlayedDecision(self.rules.parse(text))
