"""What was said at a table, in a file beside the transcript, for whoever comes back to it.

Not in the transcript itself: nobody signs what is said, and it proves nothing. Losing the file costs
nothing but the words, so nothing that goes wrong with it stops a game.
"""

import contextlib
import json
import os
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from p2p_heroes.node.news import Spoke
from protocol.frozen import Frozen
from protocol.messages import MAX_NUMBER
from protocol.peer_messages import is_chat

KEPT = 1000
"""Lines of talk; older ones are forgotten, for others decide how many there are."""
MAX_FILE = 2**21
"""More bytes than twice as many lines have."""


class Word(Frozen):
    """Something that was said, and in which step."""

    step: int
    spoke: Spoke


def talk_beside(transcript: Path) -> Path:
    """The file that belongs to a transcript."""
    return transcript.with_suffix(".talk")


class Talk:
    """The talk of one table."""

    def __init__(self, path: Path, seats: int) -> None:
        self._path = path
        self.words = deque(_read(path, seats), maxlen=KEPT)
        self._added = len(self.words)

    def add(self, step: int, spoke: Spoke) -> None:
        """One more line, on disk if that can be written to."""
        self.words.append(Word(step, spoke))
        self._added += 1
        with contextlib.suppress(OSError):
            if self._added < 2 * KEPT:
                self._write(self._path, os.O_APPEND, [self.words[-1]])
            else:
                draft = self._path.with_suffix(".talk-new")
                self._write(draft, os.O_TRUNC, self.words)
                draft.replace(self._path)
                self._added = len(self.words)

    @staticmethod
    def _write(path: Path, how: int, words: Iterable[Word]) -> None:
        rows = [json.dumps([word.step, word.spoke.seat, word.spoke.text]) for word in words]
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | how, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.writelines(f"{row}\n" for row in rows)


def _read(path: Path, seats: int) -> Iterator[Word]:
    """What the file says; lines that make no sense are left out, and so is a file that cannot be read."""
    try:
        with path.open("rb") as file:
            rows = file.read(MAX_FILE).decode(errors="replace").splitlines()
    except OSError:
        return
    for row in rows:
        with contextlib.suppress(ValueError, RecursionError):
            match json.loads(row):
                case [int(step), int(seat), str(text)]:
                    if 0 <= step < MAX_NUMBER and 0 <= seat < seats and is_chat(text):
                        yield Word(step, Spoke(seat, text))
