"""What was said at a table is kept beside its record, within bounds, and costs no game."""

from pathlib import Path

import pytest

from p2p_heroes.node.chat_file import KEPT, MAX_FILE, Talk, Word, talk_beside
from p2p_heroes.node.news import Spoke
from protocol.peer_messages import MAX_CHAT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return talk_beside(tmp_path / "0123.heroes")


def test_the_file_stands_beside_the_record(path: Path) -> None:
    assert path.name == "0123.talk"


def test_what_was_said_is_read_again_and_only_by_us(path: Path) -> None:
    talk = Talk(path, 2)
    talk.add(0, Spoke(1, "good luck"))
    talk.add(3, Spoke(0, '龍 "quoted" \\ and <b>'))
    said = [Word(0, Spoke(1, "good luck")), Word(3, Spoke(0, '龍 "quoted" \\ and <b>'))]
    assert list(talk.words) == list(Talk(path, 2).words) == said
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_makes_no_sense_is_left_out(path: Path) -> None:
    good = '[1, 0, "hello"]'
    rows = [
        "",
        "noise",
        "[",
        "{}",
        "null",
        "[1, 0]",
        '[-1, 0, "x"]',
        '[1, 2, "x"]',
        '[1, -1, "x"]',
        "[1, 0, 5]",
    ]
    rows += ['[1, 0, ""]', '[1, 0, "\\u001b[2J"]', '[1, 0, "a\\nb"]', "[" * 100_000, good, '[1.5, 0, "x"]']
    path.write_bytes("\n".join(rows).encode() + b"\xff\n")
    assert list(Talk(path, 2).words) == [Word(1, Spoke(0, "hello"))]


def test_a_file_that_cannot_be_read_or_written_stops_nothing(path: Path) -> None:
    path.mkdir()
    talk = Talk(path, 2)
    talk.add(1, Spoke(0, "hello"))
    assert list(talk.words) == [Word(1, Spoke(0, "hello"))]


def test_who_talks_without_end_fills_no_disk(path: Path) -> None:
    talk = Talk(path, 2)
    for number in range(5 * KEPT):
        talk.add(1, Spoke(0, f"{'龍' * (MAX_CHAT - 5)}{number:05}"))
        assert number % 500 or path.stat().st_size < MAX_FILE * 2
    assert len(Talk(path, 2).words) == KEPT
    assert Talk(path, 2).words[-1] == talk.words[-1]
    assert [file.name for file in path.parent.iterdir()] == [path.name]
