"""That a person has not said yet that everybody reads the same table words: a file beside the transcript.

It stands from before the first byte of the record until somebody answers yes, so whoever leaves, or
is killed, is asked again. Not in the transcript itself: nobody signs it, and it proves nothing to others.
"""

import os
from pathlib import Path


def question_beside(transcript: Path) -> Path:
    """The file that belongs to a transcript."""
    return transcript.with_suffix(".words")


def remember_to_ask(transcript: Path) -> None:
    """To be called before there is a record: its folder is synced with it. Raises OSError."""
    os.close(os.open(question_beside(transcript), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))


def is_to_be_asked(transcript: Path) -> bool:
    """Whether nobody has answered with yes."""
    return question_beside(transcript).exists()


def agreed(transcript: Path) -> None:
    """Everybody reads the same: it is asked no more."""
    question_beside(transcript).unlink(missing_ok=True)
