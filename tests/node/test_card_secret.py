"""The secret of a seat's cards on disk."""

import stat
from pathlib import Path

import pytest

from p2p_heroes.node.card_secret import forget_secret, make_secret, read_secret, secret_beside
from protocol.errors import BrokenTranscript

SECRET = bytes(range(32))


def fixed(size: int) -> bytes:
    return SECRET[:size]


def test_a_secret_is_for_its_owner_alone_and_comes_back(tmp_path: Path) -> None:
    path = secret_beside(tmp_path / "0123.heroes")
    assert path == tmp_path / "0123.cards"
    assert make_secret(path, fixed) == read_secret(path) == SECRET
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_secret_is_never_replaced(tmp_path: Path) -> None:
    """Another one would make another deck of what was said."""
    path = tmp_path / "one"
    make_secret(path, fixed)
    with pytest.raises(FileExistsError):
        make_secret(path, lambda size: bytes(size))
    assert read_secret(path) == SECRET


def test_after_the_game_it_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "one"
    make_secret(path, fixed)
    forget_secret(path)
    assert not path.exists()
    forget_secret(path)
    with pytest.raises(BrokenTranscript, match="is missing"):
        read_secret(path)


@pytest.mark.parametrize("data", [b"", SECRET[1:], SECRET + b"x"])
def test_a_secret_that_is_not_whole_is_not_guessed_at(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "one"
    path.write_bytes(data)
    with pytest.raises(BrokenTranscript, match="is damaged"):
        read_secret(path)
