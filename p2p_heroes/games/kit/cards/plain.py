"""A dealer that knows every card, and makes a game like any other of a game of cards.

Shuffling is a need of chance; everything else that the rules ask of a dealer happens at once. Handles and
answers are those of a table where the cards are masked. It is for tests, tournaments and bots that play a
game on in the mind: whoever holds a state of it knows everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, assert_never, cast

from p2p_heroes.games.errors import IllegalChoice, MalformedState
from p2p_heroes.games.game import (
    Answers,
    Chance,
    Event,
    Need,
    Open,
    Over,
    Plain,
    Request,
    Secret,
    Setup,
    Step,
    fits,
    request_for,
)
from p2p_heroes.games.kit.cards.dealer import ANOTHER_CARD, Dealer
from p2p_heroes.games.kit.cards.dealt import Card, Dealt
from p2p_heroes.games.kit.cards.needs import (
    JOINT,
    CardAnswer,
    CardNeed,
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
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.refusals import Reason

S = TypeVar("S")
D = TypeVar("D", bound=Record)

FIELDS = {"cards", "following", "game", "gone", "seats"}
MOST_HANDLES = 2**31


class PlainDealer(Dealer[S, D]):
    """A `Game` of a game of cards."""

    def initial(self, setup: Setup) -> Dealt[S]:
        step = self._until_asked(Dealt(self.rules.initial(setup), setup.seats), ())
        assert not step.events, "nobody would be told what happened before the first question"
        return step.state

    def pending(self, state: Dealt[S]) -> Need[D]:
        need = self.rules.pending(state.game)
        match need:
            case Open(requests):
                return Open(self._offered(state, requests))
            case Secret(requests):
                return Secret(self._offered(state, requests))
            case Chance() | Over():
                return need
            case _:
                bounds = _bounds(state, need)
                return Chance("the order of cards", bounds)

    def _offered(self, state: Dealt[S], requests: tuple[Request[D], ...]) -> tuple[Request[D], ...]:
        return tuple(
            replace(ask, choices=self.rules.offers(state.game, ask.seat, state.known_to(ask.seat)))
            for ask in requests
        )

    def question(self, state: Dealt[S], seat: int) -> Request[D]:
        """What is asked of a seat, by the faces that are known. Raises IllegalChoice."""
        asked = cast(Need[D], self.rules.pending(state.game))
        return self._offered(state, (request_for(asked, seat),))[0]

    def refusal(self, state: Dealt[S], seat: int, decision: D) -> Reason | None:
        refusal = self.rules.refusal(state.game, seat, decision)
        if refusal is not None:
            return refusal
        known = state.known_to(seat)
        opened = self.rules.opens(state.game, seat, decision)
        return None if all(known.get(handle) == face for handle, face in opened) else ANOTHER_CARD

    def check(self, state: Dealt[S], seat: int, value: Plain) -> D:
        decision = self.rules.decode_decision(value)
        refusal = self.refusal(state, seat, decision)
        if refusal is not None:
            raise IllegalChoice(refusal)
        return decision

    def apply(self, state: Dealt[S], answers: Answers[D]) -> Step[Dealt[S]]:
        need = self.rules.pending(state.game)
        if is_card_need(need):
            assert isinstance(answers, tuple)
            assert fits(self.pending(state), answers)
            return self._until_asked(*self._met(state, need, answers))
        shown = [
            handle
            for seat, decision in (answers.items() if isinstance(answers, Mapping) else ())
            for handle, _ in self.rules.opens(state.game, seat, decision)
        ]
        step = self.rules.apply(state.game, answers)
        return self._until_asked(replace(state.without(shown), game=step.state), step.events)

    def lose(self, state: Dealt[S], seat: int) -> Step[Dealt[S]]:
        """A seat leaves for good."""
        return self._until_asked(*self._answered(state.losing(seat), Gone(seat)))

    def _until_asked(self, state: Dealt[S], events: tuple[Event, ...]) -> Step[Dealt[S]]:
        """Meet all that takes neither a decision nor luck."""
        while is_card_need(need := self.rules.pending(state.game)):
            wrong = mistake(need, state.holders(), state.present, self.rules.faces)
            assert not wrong, f"{self.name} asks what nobody can do: {wrong}"
            if _bounds(state, need):
                break
            state, more = self._met(state, need, ())
            events += more
        assert state.holders() == self.rules.holdings(state.game), f"{self.name} has lost a card"
        return Step(state, events)

    def _met(
        self, state: Dealt[S], need: CardNeed, luck: tuple[int, ...]
    ) -> tuple[Dealt[S], tuple[Event, ...]]:
        """A need is met; `luck` orders what is shuffled."""
        if is_met(need):
            return self._answered(state, ())
        faces = {card.handle: card.face for card in state.cards}
        rest = list(luck)
        match need:
            case Mix(piles):
                fresh = []
                for pile in piles:
                    together = [*map(faces.__getitem__, pile.handles), *pile.faces]
                    fresh += [(pile.holder, face) for face in _shuffled(together, rest)]
                after, handles = state.without([h for pile in piles for h in pile.handles]).adding(fresh)
            case Deal(cards) | Seal(cards):
                moved = [(seat, faces[handle]) for handle, seat in cards]
                after, handles = state.without([handle for handle, _ in cards]).adding(moved)
            case Show(shown):
                return self._answered(state.without(shown), tuple(map(faces.__getitem__, shown)))
            case Gather():
                deck = _shuffled(_unheld(state, need), rest)
                after, handles = state.adding([(JOINT, face) for face in deck])
            case other:
                assert_never(other)
        return self._answered(after, handles)

    def _answered(self, state: Dealt[S], answer: CardAnswer) -> tuple[Dealt[S], tuple[Event, ...]]:
        step = self.rules.apply(state.game, answer)
        return replace(state, game=step.state), step.events

    def default(self, state: Dealt[S], seat: int) -> D:
        return self.rules.default(state.game, seat)

    def view(self, state: Dealt[S], seat: int | None) -> object:
        return self.rules.view(state.game, seat, state.known_to(seat))

    def points(self, state: Dealt[S]) -> tuple[int, ...]:
        return self.rules.points(state.game)

    def encode_state(self, state: Dealt[S]) -> Plain:
        return {
            "cards": tuple((card.handle, card.holder, card.face) for card in state.cards),
            "following": state.following,
            "game": self.rules.encode_state(state.game),
            "gone": state.gone,
            "seats": state.seats,
        }

    def decode_state(self, plain: Plain) -> Dealt[S]:
        if not isinstance(plain, dict) or plain.keys() != FIELDS:
            raise MalformedState("not the fields of a game and its cards")
        game = self.rules.decode_state(plain["game"])
        [seats, following] = numbers((plain["seats"], plain["following"]))
        rows = plain["cards"] if isinstance(plain["cards"], tuple) else (None,)
        cards = tuple(Card(*numbers(row, 3)) for row in rows)
        state = Dealt(game, seats, cards, following, numbers(plain["gone"]))
        if not self._is_coherent(state):
            raise MalformedState("no game comes to have these cards")
        return state

    def _is_coherent(self, state: Dealt[S]) -> bool:
        need = self.rules.pending(state.game)
        handles = [card.handle for card in state.cards]
        fine = (
            state.seats in self.seats
            and 0 <= state.following < MOST_HANDLES
            and handles == sorted(set(handles))
            and all(0 <= handle < state.following for handle in handles)
            and list(state.gone) == sorted(set(state.gone) & set(range(state.seats)))
            and state.holders() == self.rules.holdings(state.game)
            and all(card.holder in (JOINT, *state.present) for card in state.cards)
            and all(card.face in range(self.rules.faces) for card in state.cards)
            and len(self.rules.points(state.game)) in (0, state.seats)
        )
        if not fine or not is_card_need(need):
            return fine
        wrong = mistake(need, state.holders(), state.present, self.rules.faces)
        return not wrong and bool(_bounds(state, need))

    def encode_decision(self, decision: D) -> Plain:
        return self.rules.encode_decision(decision)

    def decode_decision(self, plain: Plain) -> D:
        return self.rules.decode_decision(plain)

    def notate(self, decision: D) -> str:
        return self.rules.notate(decision)

    def parse(self, text: str) -> D:
        return self.rules.parse(text)


def numbers(plain: Any, size: int | None = None) -> tuple[int, ...]:
    """Whole numbers in a list. Raises MalformedState."""
    # Not isinstance: a truth value counts as a number in Python, but is encoded differently.
    if isinstance(plain, tuple) and size in (None, len(plain)) and all(type(one) is int for one in plain):
        return plain
    raise MalformedState("not so many whole numbers")


def _bounds(state: Dealt[Any], need: CardNeed) -> tuple[int, ...]:
    """What has to be drawn to shuffle."""
    match need:
        case Mix(piles):
            return tuple(bound for pile in piles for bound in range(len(pile), 1, -1))
        case Gather():
            return tuple(range(len(_unheld(state, need)), 1, -1))
        case _:
            return ()


def _unheld(state: Dealt[Any], need: Gather) -> list[int]:
    held = {card.face for card in state.cards}
    return [face for face in need.faces if face not in held]


def _shuffled(faces: Sequence[int], luck: list[int]) -> list[int]:
    """In the order that the first of the drawn numbers say; they are used up."""
    order = list(faces)
    for place in range(len(order) - 1, 0, -1):
        other = luck.pop(0)
        order[place], order[other] = order[other], order[place]
    return order
