"""Where the program keeps its files: the XDG folders, for the player's eyes only.

In: the environment. Out: the data folder (transcripts) and the config folder (the key), which exist from
then on; what had to be made has mode 0700. P2P_HEROES_HOME puts both below one folder: several players on
one machine, and tests, each have their own.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from protocol.frozen import Frozen

_NAME = "p2p-heroes"
_PRIVATE = 0o700


class Folders(Frozen):
    """Two folders that exist."""

    data: Path
    config: Path


def open_folders(environ: Mapping[str, str] = os.environ) -> Folders:
    """The folders that the environment names; OSError where they cannot be made."""
    found = _named(environ)
    for folder in (found.data, found.config):
        _make(folder)
    return found


def _named(environ: Mapping[str, str]) -> Folders:
    override = environ.get("P2P_HEROES_HOME")
    if override:
        home = Path(override).expanduser().absolute()
        return Folders(home / "data", home / "config")
    data = _base(environ, "XDG_DATA_HOME", ".local/share")
    return Folders(data / _NAME, _base(environ, "XDG_CONFIG_HOME", ".config") / _NAME)


def _base(environ: Mapping[str, str], variable: str, default: str) -> Path:
    # The XDG specification: a relative path is as good as none.
    named = Path(environ.get(variable, ""))
    return named if named.is_absolute() else _home(environ) / default


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ["HOME"]) if environ.get("HOME") else Path.home()


def _make(folder: Path) -> None:
    """With its parents, which mkdir alone would leave to the umask."""
    if folder.is_dir():
        return
    _make(folder.parent)
    folder.mkdir(mode=_PRIVATE, exist_ok=True)
