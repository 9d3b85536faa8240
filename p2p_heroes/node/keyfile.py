"""The player's key on disk: 32 bytes of seed, made at first use, for the player's eyes only.

In: the folder, and a source of entropy for the first time. Out: the key, the same at every call and from
every process, however many begin at once. The seed is whole and synced in a file of its own before it gets
its name, and a name that exists is never replaced: a crash leaves either no key or a whole one.
"""

import os
import secrets
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

from p2p_heroes.node.store import sync_folder
from protocol.identity import SEED_SIZE, Key

KEY_NAME = "key"

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class BadKeyFile(Exception):
    """The key file cannot be used as it is; the text says why and what to do."""


def player_key(folder: Path, entropy: Callable[[int], bytes] = secrets.token_bytes) -> Key:
    """The key of this folder, made now if it has none.

    Raises:
        BadKeyFile: what has the key's name is not a private file with a whole seed.
    """
    path = folder / KEY_NAME
    if not os.path.lexists(path):
        _create(path, entropy(SEED_SIZE))
    return Key.from_seed(_read(path))


def _create(path: Path, seed: bytes) -> None:
    """Give the seed the key's name, unless somebody was faster: then theirs is the key."""
    assert len(seed) == SEED_SIZE
    draft, name = tempfile.mkstemp(prefix=".key-", dir=path.parent)
    try:
        _write(draft, seed)
        # A link, unlike a renaming, never replaces what is there.
        os.link(name, path)
    except FileExistsError:
        return
    finally:
        os.unlink(name)
    sync_folder(path.parent)


def _write(draft: int, seed: bytes) -> None:
    with os.fdopen(draft, "wb") as file:
        file.write(seed)
        file.flush()
        os.fsync(file.fileno())


def _read(path: Path) -> bytes:
    try:
        # Without waiting: a pipe of this name would never answer.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise BadKeyFile(f"{path}: {error.strerror}") from error
    try:
        _check(path, os.fstat(handle).st_mode)
        seed = os.read(handle, SEED_SIZE + 1)
    finally:
        os.close(handle)
    if len(seed) != SEED_SIZE:
        raise BadKeyFile(f"{path} does not have the {SEED_SIZE} bytes of a key")
    return seed


def _check(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise BadKeyFile(f"{path} is not a file")
    if mode & _OTHERS:
        raise BadKeyFile(f"{path} is open to other users: chmod 600 it, or move it away for a new key")
