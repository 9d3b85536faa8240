"""The few functions that the interface itself brings, on needs written out by hand."""

import pytest

from p2p_heroes.games.errors import BadSetup, IllegalChoice
from p2p_heroes.games.game import (
    Answers,
    Chance,
    Need,
    Open,
    OptionRange,
    Over,
    Request,
    Secret,
    Setup,
    agreed_options,
    fits,
    request_for,
)

OFFERED = {"rounds": OptionRange(default=5, allowed=range(1, 100)), "start": OptionRange(0, range(4))}
ASK_0, ASK_2 = Request(0, "bid", ("low", "high")), Request(2, "bid", ("low",))
OPEN: Need[str] = Open((ASK_0, ASK_2))
SECRET: Need[str] = Secret((ASK_0, ASK_2))
CHANCE: Need[str] = Chance("two dice", (6, 6))
OVER: Need[str] = Over((1, 2, 2))


def test_a_setup_has_one_seat_per_choice() -> None:
    assert Setup(("elves", "orcs", "nagas")).seats == 3


def test_an_option_that_nobody_mentions_has_its_default() -> None:
    assert agreed_options(OFFERED, Setup(("", ""))) == {"rounds": 5, "start": 0}


@pytest.mark.parametrize("rounds", [1, 50, 99])
def test_an_agreed_option_replaces_the_default(rounds: int) -> None:
    assert agreed_options(OFFERED, Setup(("", ""), {"rounds": rounds})) == {"rounds": rounds, "start": 0}


@pytest.mark.parametrize(
    "options",
    [{"rounds": 0}, {"rounds": 100}, {"rounds": -5}, {"rounds": True}, {"start": 4}, {"speed": 1}],
)
def test_an_option_out_of_range_or_unknown_is_a_bad_setup(options: dict[str, int]) -> None:
    with pytest.raises(BadSetup):
        agreed_options(OFFERED, Setup(("", ""), options))


@pytest.mark.parametrize("need", [OPEN, SECRET])
def test_a_seat_finds_its_own_request(need: Need[str]) -> None:
    assert request_for(need, 0) is ASK_0
    assert request_for(need, 2) is ASK_2


@pytest.mark.parametrize(("need", "seat"), [(OPEN, 1), (SECRET, 3), (CHANCE, 0), (OVER, 0)])
def test_a_seat_of_which_nothing_is_asked_has_no_request(need: Need[str], seat: int) -> None:
    with pytest.raises(IllegalChoice):
        request_for(need, seat)


@pytest.mark.parametrize(
    ("need", "answers"),
    [
        (OPEN, {0: "low", 2: "low"}),
        (SECRET, {2: "low", 0: "high"}),
        (CHANCE, (0, 5)),
    ],
)
def test_answers_fit_when_everybody_asked_has_answered(need: Need[str], answers: Answers[str]) -> None:
    assert fits(need, answers)


@pytest.mark.parametrize(
    ("need", "answers"),
    [
        (OPEN, {0: "low"}),
        (OPEN, {0: "low", 1: "low", 2: "low"}),
        (OPEN, (0, 5)),
        (SECRET, {}),
        (SECRET, {0: "low", 1: "low"}),
        (CHANCE, {0: "low", 2: "low"}),
        (CHANCE, (0,)),
        (CHANCE, (0, 0, 0)),
        (CHANCE, (0, 6)),
        (CHANCE, (-1, 0)),
        (OVER, {}),
        (OVER, ()),
    ],
)
def test_answers_of_another_shape_do_not_fit(need: Need[str], answers: Answers[str]) -> None:
    assert not fits(need, answers)
