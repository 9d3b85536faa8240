"""The rules of roshambo, one test each, from small states written out by hand."""

import pytest

from p2p_heroes.games.errors import BadSetup, IllegalChoice, MalformedDecision, MalformedState
from p2p_heroes.games.game import Answers, Chance, Open, Over, Plain, Request, Secret, Setup, Step
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.refusals import because
from p2p_heroes.games.roshambo import (
    CALLS,
    ROSHAMBO,
    THROWS,
    Call,
    GameEnded,
    RoundPlayed,
    Sign,
    SignCalled,
    SignChoice,
    StakeDrawn,
    State,
    Throw,
)

ROCK, PAPER, SCISSORS = Sign.ROCK, Sign.PAPER, Sign.SCISSORS
START = State(rounds=2, scores=(0, 0, 0))
CALLED = replace(START, called=PAPER)
STAKED = replace(CALLED, stake=2)
SECOND = State(rounds=2, scores=(4, 0, 2), played=1, throws=(PAPER, ROCK, ROCK))


def thrown(*signs: Sign) -> dict[int, SignChoice]:
    return {seat: Throw(sign) for seat, sign in enumerate(signs)}


def scores_after(state: State, *signs: Sign) -> tuple[int, ...]:
    return ROSHAMBO.apply(state, thrown(*signs)).state.scores


@pytest.mark.parametrize("seats", range(2, 8))
def test_two_to_seven_play_five_rounds_from_nothing(seats: int) -> None:
    assert ROSHAMBO.initial(Setup(("",) * seats)) == State(rounds=5, scores=(0,) * seats)


@pytest.mark.parametrize("rounds", [1, 99])
def test_the_players_agree_on_the_rounds(rounds: int) -> None:
    assert ROSHAMBO.initial(Setup(("", ""), {"rounds": rounds})).rounds == rounds


@pytest.mark.parametrize(
    "setup",
    [
        Setup(()),
        Setup(("",)),
        Setup(("",) * 8),
        Setup(("", "elves")),
        Setup(("", ""), {"rounds": 0}),
        Setup(("", ""), {"rounds": 100}),
        Setup(("", ""), {"lives": 3}),
    ],
)
def test_nothing_else_can_be_agreed_on(setup: Setup) -> None:
    with pytest.raises(BadSetup):
        ROSHAMBO.initial(setup)


def test_a_round_starts_with_an_open_call_of_one_seat() -> None:
    assert ROSHAMBO.pending(START) == Open((Request(0, "call", CALLS),))


@pytest.mark.parametrize(("played", "caller"), [(0, 0), (1, 1), (2, 2), (3, 0), (97, 1)])
def test_the_caller_is_another_seat_each_round(played: int, caller: int) -> None:
    state = State(rounds=99, scores=(0, 0, 0), played=played, throws=(ROCK, ROCK, ROCK))
    assert ROSHAMBO.pending(state) == Open((Request(caller, "call", CALLS),))


def test_the_called_sign_is_known_before_the_stake() -> None:
    step = ROSHAMBO.apply(SECOND, {1: Call(SCISSORS)})
    assert step == Step(replace(SECOND, called=SCISSORS), (SignCalled(round=2, seat=1, sign=SCISSORS),))


def test_the_stake_is_drawn_by_chance() -> None:
    assert ROSHAMBO.pending(CALLED) == Chance("stake of round 1", (3,))
    assert ROSHAMBO.pending(replace(SECOND, called=ROCK)) == Chance("stake of round 2", (3,))


@pytest.mark.parametrize("value", [0, 1, 2])
def test_the_stake_is_one_more_than_the_value_drawn(value: int) -> None:
    stake = value + 1
    assert ROSHAMBO.apply(CALLED, (value,)) == Step(replace(CALLED, stake=stake), (StakeDrawn(1, stake),))


def test_then_every_seat_throws_in_secret() -> None:
    requests = tuple(Request(seat, "throw", THROWS) for seat in range(3))
    assert ROSHAMBO.pending(STAKED) == Secret(requests)


@pytest.mark.parametrize(("winner", "loser"), [(ROCK, SCISSORS), (SCISSORS, PAPER), (PAPER, ROCK)])
def test_a_sign_beats_one_sign_and_loses_to_the_other(winner: Sign, loser: Sign) -> None:
    state = State(rounds=1, scores=(0, 0), called=loser, stake=2)
    assert scores_after(state, winner, loser) == (2, 0)
    assert scores_after(state, loser, winner) == (0, 2)


@pytest.mark.parametrize("sign", Sign)
def test_equal_signs_score_nothing(sign: Sign) -> None:
    assert scores_after(STAKED, sign, sign, sign) == (0, 0, 0)


def test_the_called_sign_counts_double() -> None:
    """Paper is called at a stake of 2: it wins 4, where rock and scissors win 2."""
    assert scores_after(STAKED, ROCK, PAPER, SCISSORS) == (2, 4, 2)


def test_the_called_sign_is_worth_nothing_to_whoever_beats_it() -> None:
    assert scores_after(STAKED, PAPER, SCISSORS, PAPER) == (0, 4, 0)


def test_a_seat_scores_for_each_seat_that_it_beats() -> None:
    state = State(rounds=1, scores=(0,) * 7, called=ROCK, stake=3)
    throws = (ROCK, SCISSORS, SCISSORS, PAPER, SCISSORS, ROCK, PAPER)
    assert scores_after(state, *throws) == (18, 6, 6, 6, 6, 18, 6)


def test_a_round_adds_to_the_scores_and_clears_the_table() -> None:
    staked = replace(SECOND, rounds=3, called=ROCK, stake=3)
    step = ROSHAMBO.apply(staked, thrown(SCISSORS, ROCK, SCISSORS))
    scores = (4, 12, 2)
    told = RoundPlayed(2, ROCK, 3, (SCISSORS, ROCK, SCISSORS), (0, 12, 0), scores)
    assert step == Step(State(3, scores, played=2, throws=(SCISSORS, ROCK, SCISSORS)), (told,))


def test_the_answers_of_a_step_count_by_seat_and_not_by_their_order() -> None:
    late = {2: Throw(PAPER), 1: Throw(ROCK), 0: Throw(ROCK)}
    assert ROSHAMBO.apply(STAKED, late) == ROSHAMBO.apply(STAKED, thrown(ROCK, ROCK, PAPER))


def test_the_game_ends_after_the_last_round() -> None:
    step = ROSHAMBO.apply(replace(SECOND, called=ROCK, stake=1), thrown(PAPER, ROCK, ROCK))
    assert step.events[1] == GameEnded((6, 0, 2), (1, 3, 2))
    assert ROSHAMBO.pending(step.state) == Over((1, 3, 2))


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ((3, 9, 5), (3, 1, 2)),
        ((4, 4, 1), (1, 1, 3)),
        ((7, 2, 2), (1, 2, 2)),
        ((0, 0, 0), (1, 1, 1)),
    ],
)
def test_equal_scores_share_the_better_place(scores: tuple[int, ...], places: tuple[int, ...]) -> None:
    assert ROSHAMBO.pending(State(1, scores, played=1, throws=(ROCK, ROCK, ROCK))) == Over(places)


@pytest.mark.parametrize(
    ("state", "seat", "decision"),
    [
        (START, 1, Call(ROCK)),
        (START, 0, Throw(ROCK)),
        (START, 3, Call(ROCK)),
        (CALLED, 0, Call(ROCK)),
        (STAKED, 0, Call(ROCK)),
        (STAKED, 3, Throw(ROCK)),
        (replace(SECOND, played=2), 2, Call(ROCK)),
    ],
)
def test_nobody_may_do_what_is_not_asked(state: State, seat: int, decision: SignChoice) -> None:
    with pytest.raises(IllegalChoice):
        ROSHAMBO.check(state, seat, ROSHAMBO.encode_decision(decision))


def test_what_was_asked_for_is_said() -> None:
    assert ROSHAMBO.refusal(STAKED, 2, Call(ROCK)) == because("other-sign", seat=2, asked="throw")
    assert ROSHAMBO.refusal(START, 0, Throw(ROCK)) == because("other-sign", seat=0, asked="call")
    assert ROSHAMBO.refusal(START, 0, Call(ROCK)) is None


@pytest.mark.parametrize(
    ("state", "answers"),
    [
        (START, {}),
        (START, {1: Call(ROCK)}),
        (START, (0,)),
        (CALLED, (3,)),
        (CALLED, {0: Call(ROCK)}),
        (STAKED, {0: Throw(ROCK)}),
        (replace(SECOND, played=2), {}),
    ],
)
def test_answers_that_nobody_asked_for_are_our_own_mistake(
    state: State, answers: Answers[SignChoice]
) -> None:
    with pytest.raises(AssertionError):
        ROSHAMBO.apply(state, answers)


def test_an_absent_seat_calls_and_throws_rock() -> None:
    assert ROSHAMBO.default(START, 0) == Call(ROCK)
    assert [ROSHAMBO.default(STAKED, seat) for seat in range(3)] == [Throw(ROCK)] * 3


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_everybody_sees_the_whole_state(seat: int | None) -> None:
    assert ROSHAMBO.view(STAKED, seat) == STAKED


def test_points_are_the_scores() -> None:
    assert ROSHAMBO.points(SECOND) == (4, 0, 2)


def encoded(**other: Plain) -> dict[str, Plain]:
    """The state SECOND with a called sign and a stake, as the specification writes it, with changes."""
    return {
        "called": "rock",
        "played": 1,
        "rounds": 2,
        "scores": (4, 0, 2),
        "stake": 3,
        "throws": ("paper", "rock", "rock"),
        **other,
    }


def test_the_state_is_encoded_field_by_field() -> None:
    state = replace(SECOND, called=ROCK, stake=3)
    assert ROSHAMBO.encode_state(state) == encoded()
    assert ROSHAMBO.decode_state(encoded()) == state


def test_what_is_not_there_yet_is_none_or_zero_or_empty() -> None:
    plain: Plain = {"called": None, "played": 0, "rounds": 2, "scores": (0, 0, 0), "stake": 0, "throws": ()}
    assert ROSHAMBO.encode_state(START) == plain
    assert ROSHAMBO.decode_state(plain) == START


def test_the_highest_score_that_can_be_had_is_readable() -> None:
    assert ROSHAMBO.decode_state(encoded(scores=(12, 0, 0))).scores == (12, 0, 0)


@pytest.mark.parametrize(
    "plain",
    [
        None,
        (),
        {},
        {name: value for name, value in encoded().items() if name != "stake"},
        encoded(colour="red"),
        encoded(rounds=0),
        encoded(rounds=100),
        encoded(rounds="2"),
        encoded(rounds=None),
        encoded(played=-1),
        encoded(played=3, called=None, stake=0),
        encoded(played=True),
        encoded(played=2, stake=0),
        encoded(played=2, stake=0, scores=(0, 0, 0)),
        encoded(played=0, scores=(0, 0, 0)),
        encoded(throws=()),
        encoded(called=0),
        encoded(called="Rock"),
        encoded(called=None),
        encoded(stake=-1),
        encoded(stake=4),
        encoded(stake=False),
        encoded(scores=(4, 0)),
        encoded(scores=(4,), throws=("paper",)),
        encoded(scores=(4,) * 8, throws=("paper",) * 8),
        encoded(scores=(-1, 0, 2)),
        encoded(scores=(13, 0, 2)),
        encoded(scores=("4", 0, 2)),
        encoded(scores=(4, 0, False)),
        encoded(scores=7),
        encoded(throws=("paper", "rock", "well")),
        encoded(throws=(b"paper", "rock", "rock")),
        encoded(throws="paper"),
    ],
)
def test_any_other_value_is_not_a_state(plain: Plain) -> None:
    with pytest.raises(MalformedState):
        ROSHAMBO.decode_state(plain)


@pytest.mark.parametrize(
    ("decision", "plain", "text"),
    [
        (Call(ROCK), ("call", "rock"), "call rock"),
        (Call(PAPER), ("call", "paper"), "call paper"),
        (Call(SCISSORS), ("call", "scissors"), "call scissors"),
        (Throw(ROCK), ("throw", "rock"), "throw rock"),
        (Throw(PAPER), ("throw", "paper"), "throw paper"),
        (Throw(SCISSORS), ("throw", "scissors"), "throw scissors"),
    ],
)
def test_a_decision_is_a_kind_and_a_sign(decision: SignChoice, plain: Plain, text: str) -> None:
    assert ROSHAMBO.encode_decision(decision) == plain
    assert ROSHAMBO.decode_decision(plain) == decision
    assert ROSHAMBO.notate(decision) == text
    assert ROSHAMBO.parse(text) == decision


@pytest.mark.parametrize(
    "plain",
    [
        None,
        0,
        "call rock",
        (),
        ("call",),
        ("call", "rock", "rock"),
        ("call", "Rock"),
        ("call", b"rock"),
        ("rock", "call"),
        ("shout", "rock"),
        {"call": "rock"},
    ],
)
def test_any_other_value_is_not_a_decision(plain: Plain) -> None:
    with pytest.raises(MalformedDecision):
        ROSHAMBO.decode_decision(plain)


def test_a_person_may_be_generous_with_spaces_and_capitals() -> None:
    assert ROSHAMBO.parse("  Throw   PAPER ") == Throw(PAPER)


@pytest.mark.parametrize("text", ["", "rock", "throw", "throw well", "throw rock paper", "throwrock"])
def test_any_other_text_is_not_a_decision(text: str) -> None:
    with pytest.raises(MalformedDecision):
        ROSHAMBO.parse(text)


def test_plain_values_hold_no_enum() -> None:
    """An enum equals its text, but an encoder that looks at types may write it otherwise."""
    plain = ROSHAMBO.encode_state(replace(SECOND, called=ROCK, stake=3))
    assert isinstance(plain, dict)
    throws = plain["throws"]
    assert isinstance(throws, tuple)
    decision = ROSHAMBO.encode_decision(Throw(PAPER))
    assert isinstance(decision, tuple)
    assert {type(text) for text in (plain["called"], *throws, *decision)} == {str}
