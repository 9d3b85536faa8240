"""A tournament follows from its seed, whatever the number of processes; ties share the win."""

import multiprocessing

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.roshambo import ROSHAMBO
from p2p_heroes.tournament.matches import (
    SHARE,
    Match,
    Result,
    TournamentRow,
    bounds,
    by_bot,
    by_choice,
    draw_matches,
    play,
    play_all,
)
from protocol.frozen import replace

LIMIT = 60


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


def test_with_one_bot_in_every_seat_each_game_is_a_draw_of_its_own() -> None:
    """Else what one set of factions does to each other would count as often as there are seats."""
    sets = [frozenset(match.choices) for match in draw_matches(CONQUER, ("steady",) * 4, 40, 3)]
    assert len(set(sets)) > 30
    assert all(len(drawn) == 4 for drawn in sets)
    assert set.union(*map(set, sets)) == set(CONQUER.choices)


def test_factions_can_be_limited() -> None:
    matches = draw_matches(CONQUER, ("wanderer",) * 2, 8, 3, ("undead", "elves"))
    assert {match.choices for match in matches} == {("undead", "elves"), ("elves", "undead")}


def test_a_game_without_factions_is_played() -> None:
    [match] = draw_matches(ROSHAMBO, ("wanderer", "steady", "warlord"), 1, 0)
    assert match.choices == ("", "", "")
    result = play(match)
    assert [place == 1 for place in result.places] == [own == max(result.points) for own in result.points]


def test_a_match_is_played_the_same_again() -> None:
    [match] = draw_matches(CONQUER, ("wanderer", "wanderer"), 1, 5)
    assert play(match) == play(match)
    assert len(play(match).points) == 2


@pytest.mark.slow
def test_the_number_of_processes_does_not_matter() -> None:
    matches = list(draw_matches(CONQUER, ("wanderer", "wanderer", "wanderer"), 5, 5))
    assert list(play_all(matches, 1)) == sorted(play_all(matches, 2), key=lambda one: one.match.seed)


@pytest.mark.slow
def test_a_tournament_that_is_closed_ends_its_processes() -> None:
    """Of a hundred thousand games nobody waits for the rest."""
    [one] = draw_matches(CONQUER, ("wanderer", "wanderer"), 1, 5)
    played = play_all([replace(one, seed=str(number)) for number in range(100_000)], 2)
    next(played)
    playing = multiprocessing.active_children()
    assert len(playing) == 2
    played.close()
    for child in playing:
        child.join(LIMIT)
        assert child.exitcode is not None


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
    assert steady == TournamentRow(
        "steady", 2, wins=750, low=steady.low, high=steady.high, fair=500, points=(29, 29)
    )
    assert (wanderer.wins, wanderer.points, wanderer.mean) == (250, (28, 29), 28.5)
    assert [record.name for record in by_choice(results)] == ["undead", "elves"]


def test_a_bot_that_sits_twice_has_twice_the_chance() -> None:
    [steady, wanderer] = by_bot([result((2, 1, 3), ("steady", "steady", "wanderer"), ("a", "b", "c"))])
    assert (steady.games, steady.wins, steady.fair) == (1, 1000, 666)
    assert (wanderer.games, wanderer.wins, wanderer.fair) == (1, 0, 333)


def test_the_same_bot_in_every_seat_tells_about_factions_alone() -> None:
    """It wins whatever happens; each faction has its quarter of the games, and the points of its seat."""
    factions = ("undead", "elves", "orcs", "nagas")
    results = [
        result(tuple((seat + turn) % 4 + 1 for seat in range(4)), ("steady",) * 4, factions)
        for turn in range(4)
    ]
    [steady] = by_bot(results)
    assert (steady.games, steady.wins, steady.fair, len(steady.points)) == (4, 1000, 1000, 16)
    for record in by_choice(results):
        assert (record.games, record.wins, record.fair, record.points) == (4, 250, 250, (26, 27, 28, 29))
        assert not record.is_strong
        assert not record.is_weak


@pytest.mark.parametrize(
    ("share", "games", "between"),
    [(0.5, 100, (404, 596)), (0.0, 10, (0, 278)), (1.0, 10, (722, 1000)), (0.25, 400, (210, 295))],
)
def test_the_true_rate_lies_between_two_bounds(share: float, games: int, between: tuple[int, int]) -> None:
    """Wilson's interval, against values of a table of it."""
    assert bounds(share, games) == between


def test_enough_games_tell_the_strong_from_the_weak() -> None:
    often = [result((1, 2), ("steady", "steady"), ("undead", "elves"))] * 8
    undead, elves = by_choice([*often, result((2, 1), ("steady", "steady"), ("undead", "elves"))])
    assert (undead.is_strong, undead.is_weak) == (True, False)
    assert (elves.is_strong, elves.is_weak) == (False, True)


@pytest.mark.parametrize(
    ("points", "middle"),
    [
        ((7,), (7, 7)),
        ((1, 9), (1, 9)),
        ((1, 2, 3), (2, 2)),
        ((1, 2, 3, 4, 5), (2, 4)),
        (tuple(range(101)), (25, 75)),
    ],
)
def test_half_of_all_points_lie_in_the_middle(points: tuple[int, ...], middle: tuple[int, int]) -> None:
    assert TournamentRow("orcs", 1, wins=0, low=0, high=0, fair=0, points=points).middle == middle
