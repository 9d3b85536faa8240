"""The key file: made once, kept private, refused when it is neither private nor whole."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from p2p_heroes.node.keyfile import KEY_NAME, BadKeyFile, player_key
from protocol.identity import Key

SEED = bytes(range(32))


def given(size: int) -> bytes:
    return SEED[:size]


def never(size: int) -> bytes:
    raise AssertionError("a key that exists needs no entropy")


def kept(folder: Path, content: bytes = SEED, mode: int = 0o600) -> Path:
    path = folder / KEY_NAME
    path.write_bytes(content)
    path.chmod(mode)
    return path


def test_the_first_use_makes_the_key(tmp_path: Path) -> None:
    assert player_key(tmp_path, given) == Key.from_seed(SEED)
    assert (tmp_path / KEY_NAME).read_bytes() == SEED


def test_later_uses_load_it(tmp_path: Path) -> None:
    first = player_key(tmp_path)
    assert player_key(tmp_path, never) == first


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    folders = [tmp_path / "ann", tmp_path / "bob"]
    for folder in folders:
        folder.mkdir()
    assert player_key(folders[0]).public != player_key(folders[1]).public


def test_the_file_is_private_and_alone(tmp_path: Path) -> None:
    player_key(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [KEY_NAME]
    status = (tmp_path / KEY_NAME).stat()
    assert stat.S_IMODE(status.st_mode) == 0o600
    assert status.st_nlink == 1


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o644, 0o601])
def test_a_file_open_to_others_is_refused(tmp_path: Path, mode: int) -> None:
    kept(tmp_path, mode=mode)
    with pytest.raises(BadKeyFile):
        player_key(tmp_path, never)


@pytest.mark.parametrize("content", [b"", SEED[:31], SEED + b"\n", SEED.hex().encode()])
def test_a_file_of_another_length_is_refused(tmp_path: Path, content: bytes) -> None:
    kept(tmp_path, content)
    with pytest.raises(BadKeyFile):
        player_key(tmp_path, never)
    assert (tmp_path / KEY_NAME).read_bytes() == content


def test_a_folder_of_that_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / KEY_NAME).mkdir(mode=0o700)
    with pytest.raises(BadKeyFile):
        player_key(tmp_path, never)


def test_a_pipe_of_that_name_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / KEY_NAME, 0o600)
    with pytest.raises(BadKeyFile):
        player_key(tmp_path, never)


def test_a_link_to_nowhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / KEY_NAME).symlink_to(tmp_path / "gone")
    with pytest.raises(BadKeyFile):
        player_key(tmp_path, never)


def test_a_link_to_a_private_key_is_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / KEY_NAME).symlink_to(kept(elsewhere))
    assert player_key(tmp_path, never) == Key.from_seed(SEED)


def test_whoever_is_faster_has_made_the_key(tmp_path: Path) -> None:
    """Another process finishes between our look and our link."""

    def overtaken(size: int) -> bytes:
        kept(tmp_path)
        return bytes(size)

    assert player_key(tmp_path, overtaken) == Key.from_seed(SEED)
    assert [path.name for path in tmp_path.iterdir()] == [KEY_NAME]


def test_a_failed_first_use_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        player_key(tmp_path, lambda size: b"short")
    assert list(tmp_path.iterdir()) == []


def test_threads_that_begin_at_once_get_one_key(tmp_path: Path) -> None:
    count = 8
    together = Barrier(count)

    def entropy(size: int) -> bytes:
        together.wait(timeout=30)
        return os.urandom(size)

    with ThreadPoolExecutor(count) as pool:
        keys = list(pool.map(lambda _: player_key(tmp_path, entropy), range(count)))
    assert len({key.public for key in keys}) == 1


@pytest.mark.slow
def test_processes_that_begin_at_once_get_one_key(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from p2p_heroes.node.keyfile import player_key;"
        "sys.stdin.read(); print(player_key(Path(sys.argv[1])).public.hex())"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    root = Path(__file__).resolve().parents[2]
    pipe = subprocess.PIPE
    running = [subprocess.Popen(command, cwd=root, text=True, stdin=pipe, stdout=pipe) for _ in range(4)]
    for process in running:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    publics = {process.communicate()[0].strip() for process in running}
    assert publics == {player_key(tmp_path, never).public.hex()}
