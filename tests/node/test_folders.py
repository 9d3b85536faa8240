"""The folders that an environment names, and their modes."""

import stat
from pathlib import Path

import pytest

from p2p_heroes.node.folders import Folders, open_folders


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_defaults_are_below_the_home(tmp_path: Path) -> None:
    folders = open_folders({"HOME": str(tmp_path)})
    assert folders == Folders(tmp_path / ".local/share/p2p-heroes", tmp_path / ".config/p2p-heroes")


def test_xdg_variables_win(tmp_path: Path) -> None:
    environ = {
        "HOME": "/nowhere",
        "XDG_DATA_HOME": str(tmp_path / "d"),
        "XDG_CONFIG_HOME": str(tmp_path / "c"),
    }
    assert open_folders(environ) == Folders(tmp_path / "d/p2p-heroes", tmp_path / "c/p2p-heroes")


@pytest.mark.parametrize("value", ["", "relative/path"])
def test_a_relative_xdg_path_counts_as_none(tmp_path: Path, value: str) -> None:
    environ = {"HOME": str(tmp_path), "XDG_DATA_HOME": value, "XDG_CONFIG_HOME": value}
    assert open_folders(environ) == open_folders({"HOME": str(tmp_path)})


def test_the_override_holds_both(tmp_path: Path) -> None:
    environ = {"P2P_HEROES_HOME": str(tmp_path / "ann"), "XDG_DATA_HOME": "/nowhere", "HOME": "/nowhere"}
    assert open_folders(environ) == Folders(tmp_path / "ann/data", tmp_path / "ann/config")


def test_a_home_comes_from_the_system_where_the_environment_has_none(tmp_path: Path) -> None:
    environ = {"XDG_DATA_HOME": str(tmp_path / "d"), "XDG_CONFIG_HOME": str(tmp_path / "c")}
    assert open_folders(environ).data == tmp_path / "d/p2p-heroes"


def test_whatever_is_made_is_private(tmp_path: Path) -> None:
    folders = open_folders({"HOME": str(tmp_path)})
    made = [folders.data, *folders.data.parents[:2], folders.config, folders.config.parent]
    assert {mode(folder) for folder in made} == {0o700}


def test_folders_that_exist_are_left_as_they_are(tmp_path: Path) -> None:
    (tmp_path / ".config").mkdir(mode=0o755)
    (tmp_path / ".config").chmod(0o755)
    folders = open_folders({"HOME": str(tmp_path)})
    assert mode(tmp_path / ".config") == 0o755
    assert mode(folders.config) == 0o700
    assert open_folders({"HOME": str(tmp_path)}) == folders


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / ".config").write_text("not a folder")
    with pytest.raises(OSError, match=r"\.config"):
        open_folders({"HOME": str(tmp_path)})
