"""A tournament follows from its seed, whatever the number of processes; ties share the win."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.roshambo import ROSHAMBO
from p2p_heroes.lab.tournament import (
    SHARE,
    Match,
    Record,
    Result,
    by_bot,
    by_choice,
    draw_matches,
    play,
    play_all,
    points_of,
)


def result(places: tuple[int, ...], players: tuple[str, ...], choices: tuple[str, ...]) -> Result:
    return Result(Match("conquer", players, choices, "0"), places, tuple(30 - place for place in places))


def test_every_drawn_pair_is_played_from_both_sides() -> None:
    one, other, *_ = draw_matches(CONQUER, ("steady", "wanderer"), 6, seed=1)
    assert one.choices == other.choices[::-1]
    assert one.players == other.players == ("steady", "wanderer")
    assert one.seed != other.seed


def test_the_matches_follow_from_the_seed() -> None:
    draws = [list(draw_matches(CONQUER, ("steady", "wanderer"), 6, seed)) for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]
    assert list(draw_matches(CONQUER, ("steady", "wanderer"), 4, 1)) == draws[0][:4]


def test_factions_can_be_limited() -> None:
    matches = draw_matches(CONQUER, ("wanderer",) * 2, 8, 3, ("undead", "elves"))
    assert {match.choices for match in matches} == {("undead", "elves"), ("elves", "undead")}


def test_a_game_without_factions_is_played() -> None:
    [match] = draw_matches(ROSHAMBO, ("wanderer", "steady", "warlord"), 1, 0)
    assert match.choices == ("", "", "")
    assert 1 in play(match).places
    assert play(match).points == ()
    assert points_of(ROSHAMBO, None) == ()


def test_a_match_is_played_the_same_again() -> None:
    [match] = draw_matches(CONQUER, ("wanderer", "wanderer"), 1, 5)
    assert play(match) == play(match)
    assert len(play(match).points) == 2


@pytest.mark.slow
def test_the_number_of_processes_does_not_matter() -> None:
    matches = list(draw_matches(CONQUER, ("wanderer", "wanderer", "wanderer"), 5, 5))
    assert list(play_all(matches, 1)) == list(play_all(matches, 2))


@pytest.mark.parametrize(
    ("places", "shares"), [((1, 2), (12, 0)), ((1, 1), (6, 6)), ((1, 3, 1), (6, 0, 6)), ((1,) * 4, (3,) * 4)]
)
def test_ties_share_the_win(places: tuple[int, ...], shares: tuple[int, ...]) -> None:
    tied = result(places, ("steady",) * len(places), ("",) * len(places))
    assert tied.shares == shares
    assert sum(tied.shares) == SHARE


def test_records_count_wins_points_and_what_would_be_fair() -> None:
    results = [
        result((1, 2), ("steady", "wanderer"), ("undead", "elves")),
        result((1, 1), ("steady", "wanderer"), ("elves", "undead")),
    ]
    steady, wanderer = by_bot(results)
    assert steady == Record("steady", 2, wins=750, margin=steady.margin, fair=500, points=290)
    assert (wanderer.wins, wanderer.points) == (250, 285)
    assert [record.name for record in by_choice(results)] == ["undead", "elves"]


def test_a_bot_that_sits_twice_has_twice_the_chance() -> None:
    [steady, wanderer] = by_bot([result((2, 1, 3), ("steady", "steady", "wanderer"), ("a", "b", "c"))])
    assert (steady.games, steady.wins, steady.fair) == (1, 1000, 666)
    assert (wanderer.games, wanderer.wins, wanderer.fair) == (1, 0, 333)


def test_the_margin_shrinks_with_the_games() -> None:
    """At an even score of 100 games about a tenth: 1.96 * sqrt(0.25 / 104)."""
    pair = (("steady", "wanderer"), ("undead", "elves"))
    even = [result((1, 2), *pair), result((2, 1), *pair)]
    assert by_bot(even * 50)[0].margin == 96
    assert by_bot(even * 200)[0].margin < 50
