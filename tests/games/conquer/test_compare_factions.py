"""The script that lets factions wander against each other, and every two of them once."""

from itertools import combinations

import pytest

from p2p_heroes.games.conquer import CONQUER
from scripts.tools.compare_factions import Result, mixes, pairs, play_one, played, rows, summed


@pytest.mark.slow
def test_every_two_factions_come_to_the_end_of_a_game() -> None:
    """Each state survives its plain form, and the game its notation."""
    results = list(played(pairs(1), jobs=1))
    assert [result.factions for result in results] == list(combinations(CONQUER.choices, 2))
    assert all(1 in result.places for result in results)


def test_pairs_change_their_seats() -> None:
    first = [factions for factions, _ in pairs(2)][:2]
    assert first == [("humans", "undead"), ("undead", "humans")]


def test_mixes_have_three_and_four_seats_and_each_faction_once() -> None:
    drawn = [factions for factions, _ in mixes(20)]
    assert [len(factions) for factions in drawn] == [3, 4] * 10
    assert all(len(set(factions)) == len(factions) for factions in drawn)
    assert drawn == [factions for factions, _ in mixes(20)]


def test_a_game_is_told_with_its_points() -> None:
    result = play_one((("undead", "elves"), 3))
    best = max(result.points)
    assert [place == 1 for place in result.places] == [points == best for points in result.points]
    assert result == play_one((("undead", "elves"), 3))


def test_a_shared_victory_is_shared() -> None:
    records, _, count = summed(
        [
            Result(("undead", "elves"), (20, 20), (1, 1), "a"),
            Result(("undead", "orcs", "gnomes"), (30, 10, 12), (1, 3, 2), "b"),
        ]
    )
    assert count == 2
    assert list(rows(records))[2:] == [
        "| Undead | 2 | 180% | 25.0 | 20 | 30 |",
        "| Elves | 1 | 100% | 20.0 | 20 | 20 |",
        "| Gnomes | 1 | 0% | 12.0 | 12 | 12 |",
        "| Orcs | 1 | 0% | 10.0 | 10 | 10 |",
    ]
