"""How the program was started: what it tells a person to type must be found by that person's shell."""

import os
import shlex
import sys
from shutil import which

NAME = "p2p-heroes"


def command() -> str:
    """What starts the program once more: its name, or where it lies if the name alone is not found."""
    folder, started = os.path.split(sys.argv[0])
    if started == "__main__.py" and os.path.basename(folder) == "p2p_heroes":
        return f"{_typed(sys.executable)} -m p2p_heroes"
    return _typed(sys.argv[0]) if started == NAME else NAME


def _typed(path: str) -> str:
    """A file as the shell finds it from here. Links stay what they are: a venv's Python is one."""
    path = os.path.abspath(path)
    name, folder = os.path.basename(path), os.getcwd()
    if which(name) == path:
        return name
    if os.path.commonpath([path, folder]) == folder:
        path = os.path.relpath(path)
    return shlex.quote(path if os.sep in path else os.path.join(os.curdir, path))
