"""Roshambo as a table sees it, and a record that becomes a position again."""

import subprocess
import sys
from types import MappingProxyType

import pytest

from p2p_heroes.games.kit.refusals import Reason
from p2p_heroes.games.roshambo import (
    THROWS,
    Call,
    GameEnded,
    Roshambo,
    RoundPlayed,
    Sign,
    SignCalled,
    SignChoice,
    StakeDrawn,
    State,
    Throw,
)
from p2p_heroes.node.table import GameRules, Position, hides_cards, rules_for
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import RULES, SessionTable, genesis_of
from protocol.errors import BadGenesis
from protocol.frozen import replace
from protocol.rules import AskChance, AskOpen, AskSecret, GameOver
from protocol.session import Session

GENESIS = genesis_of(2, rounds=1)
START = RULES.initial(GENESIS)
CALLED = RULES.settle(START, {0: ("call", "rock")})
STAKED = RULES.settle(CALLED, (1,))
ENDED = RULES.settle(STAKED, {0: ("throw", "rock"), 1: ("throw", "scissors")})


def test_a_table_begins_where_its_game_begins() -> None:
    assert Position(State(rounds=1, scores=(0, 0))) == START


@pytest.mark.parametrize(
    "genesis",
    [
        replace(GENESIS, game="halma"),
        replace(GENESIS, rules_version=2),
        replace(GENESIS, options=MappingProxyType({"rounds": 0})),
        replace(GENESIS, options=MappingProxyType({"colour": 1})),
        replace(GENESIS, seats=tuple(replace(seat, choice="undead") for seat in GENESIS.seats)),
        replace(GENESIS, seats=GENESIS.seats[:1]),
    ],
)
def test_a_table_that_we_cannot_play_is_refused(genesis: object) -> None:
    with pytest.raises(BadGenesis):
        rules_for(genesis)  # type: ignore[arg-type]


def test_the_rules_of_a_table_are_those_of_its_game() -> None:
    assert rules_for(GENESIS).game is RULES.game


def test_each_need_of_the_game_is_one_of_the_table() -> None:
    needs = [RULES.need(position) for position in (START, CALLED, STAKED, ENDED)]
    assert needs == [AskOpen((0,)), AskChance("stake of round 1", (3,)), AskSecret((0, 1)), GameOver()]


def test_a_position_knows_what_led_to_it() -> None:
    assert CALLED.events == (SignCalled(1, 0, Sign.ROCK),)
    assert STAKED.events == (StakeDrawn(1, 2),)
    assert [type(event) for event in ENDED.events] == [RoundPlayed, GameEnded]


def test_what_is_signed_does_not_depend_on_the_story() -> None:
    again = RULES.decode(RULES.encode(CALLED))
    assert again == Position(CALLED.state)
    assert RULES.encode(again) == RULES.encode(CALLED)


def test_a_decision_is_refused_with_the_reason_of_the_rules() -> None:
    assert RULES.refusal(START, 0, ("call", "rock")) is None
    assert RULES.refusal(START, 0, ("call", "lizard")) is not None
    assert RULES.refusal(START, 0, ("throw", "rock")) is not None
    assert RULES.refusal(START, 1, ("call", "rock")) is not None


def test_an_absent_seat_does_what_the_rules_say() -> None:
    assert RULES.default(START, 0) == ("call", "rock")
    assert RULES.default(STAKED, 1) == ("throw", "rock")


def test_a_question_shows_what_a_seat_sees_and_may_choose() -> None:
    keeper = RULES.keeper(1)
    view, request = keeper.question(STAKED.state)
    assert keeper.duty(STAKED.state) is None
    assert view == STAKED.state
    assert (request.seat, request.kind, request.choices) == (1, "throw", THROWS)
    assert keeper.refusal(STAKED.state, Throw(Sign.PAPER)) is None
    assert keeper.value(STAKED.state, Throw(Sign.PAPER)) == ("throw", "paper")


def test_places_are_known_at_the_end_and_not_before() -> None:
    assert RULES.places(STAKED) == ()
    assert RULES.places(ENDED) == (1, 2)


class Counted(Roshambo):
    """Notes which choices it was asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, SignChoice]] = []

    def refusal(self, state: State, seat: int, decision: SignChoice) -> Reason | None:
        self.asked.append((seat, decision))
        return super().refusal(state, seat, decision)


def test_the_rules_are_asked_twice_about_a_choice_of_ones_own_and_once_about_anothers() -> None:
    """Before it is signed, and when it counts."""
    game = Counted()
    table = SessionTable(2, rounds=1)
    table.sessions[0] = Session(table.genesis, GameRules(game), {0: key_of(0)})
    assert table.begin().run().sessions[0].play.outcome is not None
    assert [seat for seat, decision in game.asked if isinstance(decision, Call)] == [0, 0]
    assert sorted(seat for seat, decision in game.asked if isinstance(decision, Throw)) == [0, 0, 1]


def test_whoever_plays_without_cards_needs_no_library_that_can_hide_them() -> None:
    """Each game is played by its own rules; cards are masked where there are some."""
    code = (
        "import sys; from p2p_heroes.games import GAMES; from p2p_heroes.node.table import rules_at; "
        "rules_at(bytes(32), GAMES['roshambo']); before = 'protocol.cards.group' in sys.modules; "
        "rules_at(bytes(32), GAMES['magpies']); print(before, 'protocol.cards.group' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False True\n"


def test_a_seat_needs_a_secret_where_there_are_cards_to_hide() -> None:
    assert hides_cards("magpies")
    assert not hides_cards("roshambo")
