"""What the terminal can do, if there is one: asked here, and nowhere else."""

import os
import sys


def has_screen() -> bool:
    """Whether a person sits at a terminal on which a whole screen can be drawn."""
    return os.isatty(0) and os.isatty(1) and not _is_dumb()


def shows_progress() -> bool:
    """Whether stderr is a terminal on which a line can be written over."""
    return sys.stderr.isatty() and not _is_dumb()


def _is_dumb() -> bool:
    """Whether it only takes lines, as a printer does; one that does not say what it is may be such a one."""
    return os.environ.get("TERM", "").casefold() in ("", "dumb", "unknown")
