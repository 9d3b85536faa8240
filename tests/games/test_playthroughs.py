"""Recorded games, replayed line by line; scripts/tools/record_playthrough.py writes them."""

from pathlib import Path

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.games.errors import IllegalChoice
from p2p_heroes.games.game import Setup
from scripts.tools.record_playthrough import record, replay

PATHS = sorted((Path(__file__).resolve().parent.parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_line_by_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(text).splitlines() == text.splitlines()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_recorded_playthrough(name: str) -> None:
    assert [path for path in PATHS if path.stem.startswith(f"{name}-")]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_recording_is_named_after_its_game(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.split()[1] == path.stem.partition("-")[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_roshambo_is_recorded_for_this_many(seats: int) -> None:
    assert f"roshambo-{seats}" in [path.stem for path in PATHS]


@pytest.mark.parametrize("name", ["2", "3", "4", *GAMES["conquer"].choices])
def test_conquer_is_recorded_for_every_faction_and_number_of_players(name: str) -> None:
    assert f"conquer-{name}" in [path.stem for path in PATHS]


@pytest.mark.parametrize("faction", GAMES["conquer"].choices)
def test_a_faction_plays_in_its_recording(faction: str) -> None:
    [path] = [path for path in PATHS if path.stem == f"conquer-{faction}"]
    assert faction in path.read_text(encoding="utf-8").splitlines()[1].split()


def test_a_fresh_recording_replays_and_the_seed_decides_it() -> None:
    setup = Setup(("", "", ""), {"rounds": 3})
    text = record(GAMES["roshambo"], setup, seed=11)
    assert replay(text) == text == record(GAMES["roshambo"], setup, seed=11)
    assert text != record(GAMES["roshambo"], setup, seed=12)


def test_a_changed_answer_changes_what_follows() -> None:
    text = record(GAMES["roshambo"], Setup(("", ""), {"rounds": 1}), seed=1)
    [drawn] = [line for line in text.splitlines() if line.startswith("  drawn")]
    changed = text.replace(drawn, "  drawn: 1" if drawn.endswith("2") else "  drawn: 2")
    assert replay(changed) != changed


def test_an_unlawful_answer_stops_the_replay() -> None:
    text = record(GAMES["roshambo"], Setup(("", ""), {"rounds": 1}), seed=1)
    with pytest.raises(IllegalChoice):
        replay(text.replace(": call ", ": throw "))
