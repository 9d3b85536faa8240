"""Whom we have played with: remembered within bounds, and no file of nonsense hurts."""

import json
from pathlib import Path

import pytest

from p2p_heroes.node.known_players import (
    MOST,
    KnownPlayer,
    known_players_in,
    namesake,
    read_known_players,
    remember,
    told_keys,
)
from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.genesis import Seat

ADA, BO = genesis_of(2).seats
DAY, NEXT_DAY = "2026-01-31", "2026-02-01"


def seat(number: int) -> Seat:
    return Seat(key_of(number).public, f"Player {number}", "", noise("nonce", number))


def test_who_was_met_is_known(tmp_path: Path) -> None:
    path = known_players_in(tmp_path)
    assert read_known_players(path) == ()
    remember(path, [ADA, BO], DAY)
    remember(path, [ADA], NEXT_DAY)
    known = (KnownPlayer("Bo", BO.key, DAY), KnownPlayer("Ada", ADA.key, NEXT_DAY))
    assert read_known_players(path) == known
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_those_we_met_last_are_kept(tmp_path: Path) -> None:
    path = known_players_in(tmp_path)
    for first in range(0, MOST + 7, 7):
        remember(path, map(seat, range(first, first + 7)), DAY)
    known = read_known_players(path)
    assert len(known) == MOST
    assert known[-1].name == f"Player {first + 6}"


def test_a_file_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    remember(tmp_path / "none" / "such", [ADA], DAY)
    known_players_in(tmp_path).mkdir()
    remember(known_players_in(tmp_path), [ADA], DAY)
    assert read_known_players(known_players_in(tmp_path)) == ()


GOOD = ["Ada", ADA.key.hex(), DAY]


@pytest.mark.parametrize(
    "row",
    [
        None,
        {},
        [],
        ["Ada", ADA.key.hex()],
        ["", ADA.key.hex(), DAY],
        ["A\x1b[2J", ADA.key.hex(), DAY],
        ["Ada", "", DAY],
        ["Ada", "no hex digits", DAY],
        ["Ada", ADA.key.hex() + "00", DAY],
        ["Ada", ADA.key.hex(), ""],
        ["Ada", ADA.key.hex(), "\x1b[2J-0-0"],
        ["Ada", ADA.key.hex(), "yesterday!"],
        ["Ada", 5, DAY],
    ],
)
def test_a_row_of_nonsense_is_left_out(row: object, tmp_path: Path) -> None:
    path = known_players_in(tmp_path)
    path.write_text(json.dumps([row, GOOD]))
    assert read_known_players(path) == (KnownPlayer("Ada", ADA.key, DAY),)


@pytest.mark.parametrize("text", ["", "{}", "5", "[" * 60_000, "[" + "1," * 2**20, "\xff"])
def test_a_file_of_nonsense_knows_nobody(text: str, tmp_path: Path) -> None:
    path = known_players_in(tmp_path)
    path.write_bytes(text.encode("latin-1"))
    assert read_known_players(path) == ()


def test_a_namesake_is_somebody_else_of_that_name() -> None:
    ada = KnownPlayer("Ada", ADA.key, DAY)
    later = KnownPlayer("ADA", key_of(7).public, NEXT_DAY)
    stranger = key_of(9).public.hex()
    assert namesake([], "Ada", stranger) is None
    assert namesake([ada], "Bo", stranger) is None
    assert namesake([ada], "Ada", ADA.key.hex()) is None
    assert namesake([ada], "Ada", ADA.key.hex()[:16]) is None
    assert namesake([ada], "ada", stranger) == ada
    assert namesake([ada, later], "Ada", stranger) == later
    assert namesake([ada, later], "Ada", ADA.key.hex()) is None


def test_adverts_tell_a_part_of_a_key() -> None:
    assert told_keys([KnownPlayer("Ada", ADA.key, DAY)]) == {ADA.key.hex()[:16]}
