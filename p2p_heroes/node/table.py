"""The meeting point of table and rules: one game as the pure functions that a session asks for.

Comes in: a game of `p2p_heroes.games`. Goes out: `protocol.Rules` over a `Position`,
which is the game's state and the events that led to it; only the state is encoded,
so what the seats sign does not depend on how a story is told.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias, assert_never

from p2p_heroes.games import GAMES
from p2p_heroes.games.errors import BadSetup, IllegalChoice, MalformedDecision
from p2p_heroes.games.game import AnyGame, Chance, Event, Open, Over, Secret, Setup
from p2p_heroes.games.kit.cards.plain import PlainDealer
from p2p_heroes.games.kit.refusals import Reason, because
from p2p_heroes.node.keeper import Keeper, OpenKeeper
from protocol.canonical import Value
from protocol.errors import BadGenesis
from protocol.frozen import Frozen
from protocol.genesis import Genesis
from protocol.rules import Answers, AskChance, AskOpen, AskSecret, GameOver, Need

WhyNot: TypeAlias = Reason | None
"""Why the rules refuse a choice, as data; None if they do not."""


class Position(Frozen):
    """A state of the game, and what happened on the way to it."""

    state: Any
    events: tuple[Event, ...] = ()


Keepers: TypeAlias = Callable[[int, bytes], Keeper]
"""Makes the keeper of a seat, from its secret."""


class GameRules:
    """One game, as the table sees it."""

    def __init__(self, game: AnyGame, keepers: Keepers | None = None) -> None:
        self.game = game
        self.keepers = keepers or partial(OpenKeeper, game)

    def initial(self, genesis: Genesis) -> Position:
        if (genesis.game, genesis.rules_version) != (self.game.name, self.game.version):
            raise BadGenesis(f"the table plays {genesis.game}, version {genesis.rules_version}")
        setup = Setup(tuple(seat.choice for seat in genesis.seats), genesis.options)
        try:
            return Position(self.game.initial(setup))
        except BadSetup as error:
            raise BadGenesis(str(error)) from error

    def need(self, position: Position) -> Need:
        match self.game.pending(position.state):
            case Open(requests):
                return AskOpen(tuple(request.seat for request in requests))
            case Secret(requests):
                return AskSecret(tuple(request.seat for request in requests))
            case Chance(use, bounds):
                return AskChance(use, bounds)
            case Over():
                return GameOver()
            case other:
                assert_never(other)

    def refusal(self, position: Position, seat: int, value: Value) -> str | None:
        """The code and the facts; the words are the screens'."""
        refusal = self.why_not_value(position, seat, value)
        return None if refusal is None else str(refusal)

    def why_not_value(self, position: Position, seat: int, value: Value) -> WhyNot:
        """The same as data."""
        try:
            self.game.check(position.state, seat, value)
        except MalformedDecision as error:
            return because("unreadable", why=error.reason)
        except IllegalChoice as error:
            return error.refusal
        return None

    def default(self, position: Position, seat: int) -> Value:
        return self.game.encode_decision(self.game.default(position.state, seat))

    def settle(self, position: Position, answers: Answers) -> Position:
        if isinstance(answers, Mapping):
            decode = self.game.decode_decision
            answers = {seat: decode(value) for seat, value in answers.items()}
        step = self.game.apply(position.state, answers)
        return Position(step.state, step.events)

    def encode(self, position: Position) -> Value:
        return self.game.encode_state(position.state)

    def decode(self, value: Value) -> Position:
        return Position(self.game.decode_state(value))

    def keeper(self, seat: int, seed: bytes = b"") -> Keeper:
        """What a seat's program knows; the seed is the seat's secret, if there are cards to hide."""
        return self.keepers(seat, seed)

    def view(self, position: Position) -> object:
        """What a spectator sees; what a seat sees its keeper knows."""
        return self.game.view(position.state, None)

    def places(self, position: Position) -> tuple[int, ...]:
        """Each seat's place once the game is over; empty before."""
        pending = self.game.pending(position.state)
        return pending.places if isinstance(pending, Over) else ()


def rules_for(genesis: Genesis) -> GameRules:
    """The rules that a table is played by. Raises BadGenesis if we do not have them."""
    if genesis.game not in GAMES:
        raise BadGenesis(f"no game {genesis.game!r} here")
    rules = rules_at(genesis.table, GAMES[genesis.game])
    rules.initial(genesis)
    return rules


def rules_at(table: bytes, game: AnyGame) -> GameRules:
    """The rules of a game as it is played at a table: where it is one of cards they are masked."""
    if not isinstance(game, PlainDealer):
        return GameRules(game)
    # Whoever plays without cards needs no library that can hide them.
    from p2p_heroes.node.cards.dealer import MaskedDealer
    from p2p_heroes.node.cards.keeper import CardKeeper

    dealer = MaskedDealer(game.rules, table)
    return GameRules(dealer, partial(CardKeeper, dealer))


def hides_cards(game: str) -> bool:
    """Whether each seat needs a secret of its own for a whole game of ours."""
    return isinstance(GAMES[game], PlainDealer)


def choices_of(game: str) -> tuple[str, ...]:
    """What a seat may bring to a game of ours: nothing, where all start alike."""
    return GAMES[game].choices or ("",)
