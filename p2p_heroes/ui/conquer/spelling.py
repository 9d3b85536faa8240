"""What people type for names, in the notation's words: `Knights` for `knight`, `Tog Eed` for `Tog'Eed`."""

import re
from collections.abc import Mapping
from functools import cache

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.names import NAMES, PLURALS, name_of, names_of

BETWEEN = "[ '\N{RIGHT SINGLE QUOTATION MARK}-]"
"""What stands between the parts of a name, or is left out."""


def spelled(line: str) -> str:
    """A line with every unit, structure and region as the notation has it, where it was said otherwise."""
    said = _said()
    return _spoken().sub(lambda found: said[_key(found[0])], line)


def _key(name: str) -> str:
    return re.sub(BETWEEN, "", name).casefold()


@cache
def _said() -> Mapping[str, str]:
    """By what is said, what is meant."""
    return {_key(name): meant for name, meant in _names().items()}


@cache
def _spoken() -> re.Pattern[str]:
    """Any of it, the longest first, as words of their own."""
    names = sorted(_names(), key=len, reverse=True)
    patterns = [f"{BETWEEN}*".join(re.split(BETWEEN, name)) for name in names]
    return re.compile(rf"(?<![\w'-])(?:{'|'.join(patterns)})(?![\w'-])", re.IGNORECASE)


def _names() -> Mapping[str, str]:
    """What is a word of the notation means itself, whatever it may be the plural of."""
    boards = CONQUER.boards.values()
    units = [unit.name for board in boards for unit in board.units]
    words = {*units, *CONQUER.choices, *(one.name for board in boards for one in board.structures)}
    several = [*units, *PLURALS, *(name for name in NAMES if name.endswith("+"))]
    said = {name_of(name): name for name in NAMES} | {names_of(name): name for name in several}
    named = {name: meant for name, meant in said.items() if name.casefold() not in words}
    return named | {"Tog'Eed": str(Region.TOGEED)}
