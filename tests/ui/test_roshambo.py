"""Roshambo in words, compared as text."""

import pytest

from p2p_heroes.games.game import Event, Request
from p2p_heroes.games.kit.refusals import because
from p2p_heroes.games.roshambo import (
    CALLS,
    THROWS,
    GameEnded,
    RoundPlayed,
    Sign,
    SignCalled,
    SignChoice,
    StakeDrawn,
    State,
)
from p2p_heroes.ui.roshambo import ROSHAMBO_UI

NAMES = ["Ada", "Bo", "Cy"]
ROCK, PAPER, SCISSORS = Sign


@pytest.mark.parametrize("choices", [CALLS, THROWS])
def test_every_request_is_a_question(choices: tuple[SignChoice, ...]) -> None:
    kind = choices[0].form.tag
    assert ROSHAMBO_UI.question(Request(0, kind, choices)) == ROSHAMBO_UI.questions[kind]


def test_who_takes_the_wrong_sort_of_choice_is_told_which_is_due() -> None:
    refused = ROSHAMBO_UI.refused(because("other-sign", seat=2, asked="throw"))
    assert refused == "seat 2 must throw a sign now"


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (SignCalled(2, 1, PAPER), ["", "Round 2. Bo calls paper: it wins double."]),
        (StakeDrawn(2, 1), ["The dice that nobody controls: 1 point a win."]),
        (StakeDrawn(2, 3), ["The dice that nobody controls: 3 points a win."]),
        (
            RoundPlayed(1, PAPER, 3, (PAPER, ROCK, SCISSORS), (6, 3, 3), (6, 3, 3)),
            [
                "All reveal: Ada paper, Bo rock, Cy scissors.",
                "Ada +6, Bo +3, Cy +3.  Score: Ada 6, Bo 3, Cy 3.",
            ],
        ),
        (
            RoundPlayed(1, PAPER, 3, (ROCK, ROCK, ROCK), (0, 0, 0), (6, 3, 3)),
            ["All reveal: Ada rock, Bo rock, Cy rock.", "Nobody scores.  Score: Ada 6, Bo 3, Cy 3."],
        ),
        (GameEnded((6, 3, 3), (1, 2, 2)), ["", "Ada wins!"]),
        (GameEnded((6, 6, 3), (1, 1, 3)), ["", "Ada and Bo share the victory!"]),
    ],
)
def test_what_happened_is_told(event: Event, lines: list[str]) -> None:
    assert ROSHAMBO_UI.teller.tell(event, NAMES) == lines


def test_an_event_without_words_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        ROSHAMBO_UI.teller.tell(Event(), NAMES)


@pytest.mark.parametrize(("played", "number"), [(0, 1), (1, 2), (2, 2)])
def test_the_round_is_the_one_that_is_played(played: int, number: int) -> None:
    assert ROSHAMBO_UI.round(State(rounds=2, scores=(0, 0), played=played)) == number
