"""The file beside a transcript: what is written is read, and nonsense is nothing."""

import json
import stat
from pathlib import Path

import pytest

from p2p_heroes.node.address_file import addresses_beside, read_addresses, write_addresses

PLACES = {0: ("192.168.1.7", 4711), 2: ("fe80::1%eth0", 65535), 1: ("", 0)}


def test_the_file_lies_beside_the_transcript() -> None:
    assert addresses_beside(Path("/games/0123.heroes")) == Path("/games/0123.peers")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "table.peers"
    write_addresses(path, PLACES)
    assert read_addresses(path) == PLACES
    write_addresses(path, {})
    assert read_addresses(path) == {}


def test_the_file_is_the_players_own_and_leaves_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "table.peers"
    write_addresses(path, PLACES)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_draft_that_a_crash_left_behind_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "table.peers"
    path.with_suffix(".peers-new").write_text("[[0, 'ha")
    write_addresses(path, PLACES)
    assert read_addresses(path) == PLACES


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "{}",
        "7",
        '"text"',
        "null",
        "[7]",
        "[[0]]",
        "[[0, 1, 2]]",
        '[["0", "host", 1]]',
        "[" * 9999,
    ],
)
def test_a_file_that_makes_no_sense_is_as_good_as_none(text: str, tmp_path: Path) -> None:
    path = tmp_path / "table.peers"
    path.write_text(text)
    assert read_addresses(path) == {}


def test_a_file_that_is_not_text_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "table.peers"
    path.write_bytes(b"\xff\xfe\x00")
    assert read_addresses(path) == {}
    assert read_addresses(tmp_path / "none") == {}
    assert read_addresses(tmp_path) == {}


def test_rows_out_of_bounds_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "table.peers"
    good = [2, "e", 5]
    bad = [
        [-1, "a", 1],
        [7, "b", 1],
        [0, "c", 65536],
        [1, "d", -1],
        [3, "f", 5, 5],
        [4, "g\n", 5],
        [5, "h" * 256, 5],
    ]
    path.write_text(json.dumps([*bad, good]))
    assert read_addresses(path) == {2: ("e", 5)}
