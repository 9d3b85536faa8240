"""The script that plays with and without what is told of a faction."""

import sys

import pytest

from p2p_heroes.bots.conquer.factions import INSIGHTS
from p2p_heroes.bots.conquer.factions.gremlins import TavernInsight
from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.factions.gremlins import Taverns
from scripts.tools.conquer.compare_insights import (
    Compared,
    Pair,
    compare,
    insight_named,
    main,
    pairs,
    summary,
    told_and_not,
)


def test_pairs_follow_from_the_seed_and_never_meet_themselves() -> None:
    drawn = list(pairs("demons", 30, 4))
    assert drawn == list(pairs("demons", 30, 4))
    assert drawn != list(pairs("demons", 30, 5))
    assert all(pair.factions.count("demons") == 1 for pair in drawn)
    assert {pair.factions.index("demons") for pair in drawn} == {0, 1}


def test_who_is_not_told_of_one_faction_is_told_of_all_others() -> None:
    told, untold = told_and_not("gremlins", None)
    assert told == INSIGHTS
    assert set(told) - set(untold) == {Taverns}


def test_another_insight_is_tried_against_what_is_told() -> None:
    told, untold = told_and_not("gremlins", Insight)
    assert (told[Taverns], untold[Taverns]) == (Insight, TavernInsight)
    assert insight_named("p2p_heroes.bots.conquer.factions.gremlins:TavernInsight") is TavernInsight


@pytest.mark.slow
def test_a_pair_in_which_nothing_is_told_apart_is_one_game_twice() -> None:
    pair = Pair(("gremlins", "humans"), "1 2")
    result = compare(pair, "gremlins", (INSIGHTS, INSIGHTS), "steady")
    assert result.told + result.against == 1
    assert result.points == result.points_untold


@pytest.mark.slow
def test_what_is_told_makes_a_difference() -> None:
    pair = Pair(("humans", "mechanisms"), "1 2")
    result = compare(pair, "mechanisms", told_and_not("mechanisms", None), "steady")
    assert result.points != result.points_untold


def test_pairs_are_summed_up_with_both_bounds() -> None:
    results = [Compared(1.0, 1.0, 50, 40), Compared(1.0, 0.0, 60, 50), Compared(0.5, 0.5, 40, 40)]
    assert summary(results) == [
        "6 games, 4 won by whoever is told: 66.7%",
        "bounds of a tournament 30 to 90 %, paired 34.0% to 99.3%",
        "points of the faction 50.0 told and 43.3 not",
    ]


def test_a_faction_of_which_nothing_is_told_needs_something_to_try(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["compare_insights", "nagas"])
    with pytest.raises(SystemExit):
        main()
    assert "nothing is told of the nagas; try --insight" in capsys.readouterr().err
