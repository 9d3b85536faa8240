"""What the terminal can do, if there is one: asked here, and nowhere else."""

import os
import sys
from collections.abc import Mapping

from p2p_heroes.ui.kit.palette import ColourDepth


def has_screen() -> bool:
    """Whether a person sits at a terminal on which a whole screen can be drawn."""
    return os.isatty(0) and os.isatty(1) and not _is_dumb()


def shows_progress() -> bool:
    """Whether stderr is a terminal on which a line can be written over."""
    return sys.stderr.isatty() and not _is_dumb()


def colours(environment: Mapping[str, str] = os.environ) -> ColourDepth:
    """How many colours it has, by what it says of itself; `NO_COLOR` means none (https://no-color.org)."""
    term = environment.get("TERM", "").casefold()
    if environment.get("NO_COLOR"):
        return ColourDepth.NONE
    if environment.get("COLORTERM", "").casefold() in ("truecolor", "24bit") or term.endswith("-direct"):
        return ColourDepth.FULL
    return ColourDepth.MANY if "256color" in term else ColourDepth.SIXTEEN


def _is_dumb() -> bool:
    """Whether it only takes lines, as a printer does; one that does not say what it is may be such a one."""
    return os.environ.get("TERM", "").casefold() in ("", "dumb", "unknown")
