"""A seat's secret at one table with masked cards, in a small file beside the transcript.

Not in the transcript: that is shown around, and whoever has the secret reads the seat's hand and a part of
every deck. It is on the platter before the seat says its key, and goes when the game is over.
"""

import os
from collections.abc import Callable
from pathlib import Path

from p2p_heroes.node.store import sync_folder
from protocol.cards.keys import SEED_SIZE
from protocol.errors import BrokenTranscript


def secret_beside(transcript: Path) -> Path:
    """The file that belongs to a transcript."""
    return transcript.with_suffix(".cards")


def make_secret(path: Path, entropy: Callable[[int], bytes]) -> bytes:
    """A new secret, for our eyes only and safe from a crash. One that is there is never replaced."""
    secret = entropy(SEED_SIZE)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)
    return secret


def read_secret(path: Path) -> bytes:
    """The secret of a table that we go back to. Raises BrokenTranscript: nothing replaces a lost one."""
    try:
        secret = path.read_bytes()
    except OSError as error:
        raise BrokenTranscript(f"the secret of its cards is missing: {path}: {error.strerror}") from error
    if len(secret) != SEED_SIZE:
        raise BrokenTranscript(f"the secret of its cards is damaged: {path}")
    return secret


def forget_secret(path: Path) -> None:
    """Nobody shall ever read a hand of this game."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)
