"""Played games on disk: what was added is read again, a torn end is forgotten, anything else is refused."""

from pathlib import Path

import pytest

from p2p_heroes.tournament.ledger import BadLedger, open_ledger
from p2p_heroes.tournament.matches import Match, Result

ONE = Result(Match("conquer", ("steady", "wanderer"), ("undead", "elves"), "3 0"), (1, 2), (41, 12))
OTHER = Result(Match("roshambo", ("steady", "wanderer"), ("", ""), "3 1"), (1, 1), ())


def test_what_was_added_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "games"
    for already, result in enumerate((ONE, OTHER)):
        with open_ledger(path) as ledger:
            assert ledger.read() == [ONE, OTHER][:already]
            ledger.add(result)
    with open_ledger(path) as ledger:
        assert ledger.read() == [ONE, OTHER]


def test_a_game_is_on_disk_as_soon_as_it_was_added(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "games") as ledger, open_ledger(tmp_path / "games") as beside:
        ledger.add(ONE)
        assert beside.read() == [ONE]


@pytest.mark.parametrize("cut", [1, 40, 80])
def test_a_torn_end_is_cut_off(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "games"
    with open_ledger(path) as ledger:
        ledger.add(ONE)
        ledger.add(OTHER)
    path.write_bytes(path.read_bytes()[:-cut])
    for _ in range(2):
        with open_ledger(path) as ledger:
            assert ledger.read() == [ONE]
    with open_ledger(path) as ledger:
        ledger.add(OTHER)
        assert ledger.read() == [ONE, OTHER]


@pytest.mark.parametrize(
    "text", ["a letter", "a letter\n", "[]\n", '{"game": "conquer"}\n', "\xff\n", '{"game": {}}\n', "7\n"]
)
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(text: str, tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(BadLedger, match="line 1 is no played game"), open_ledger(path) as ledger:
        ledger.read()
    assert path.read_text(encoding="latin-1") == text


def test_the_line_that_is_wrong_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with open_ledger(path) as ledger:
        ledger.add(ONE)
    path.write_bytes(path.read_bytes() + b'{"game": {}, "players": [[]], "factions": [], "seed": []}\n')
    with pytest.raises(BadLedger, match="line 2 is no played game"), open_ledger(path) as ledger:
        ledger.read()


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), open_ledger(tmp_path / "nowhere" / "games"):
        pytest.fail("it was opened")
