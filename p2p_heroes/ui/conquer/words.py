"""Names and numbers of Write & Conquer as people say them: "3 wood and 1 iron", "Tog' Eed"."""

from collections.abc import Iterable

from p2p_heroes.games.conquer.resources import Bundle, named
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.words import joined

SMALL_WORDS = frozenset({"of", "the"})


def place(region: Region) -> str:
    """A region as the map writes it."""
    return "Tog' Eed" if region is Region.TOGEED else str(region)


def places(regions: Iterable[Region]) -> str:
    return joined([place(region) for region in regions])


def titled(name: str) -> str:
    """An id as a heading: "throne-of-the-dead" is "Throne of the Dead"."""
    first, *rest = name.split("-")
    return " ".join([first.capitalize(), *(w if w in SMALL_WORDS else w.capitalize() for w in rest)])


def plural(word: str) -> str:
    """More than one of something whose name follows the rules."""
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or plural(one)}"


def points(count: int) -> str:
    return counted(count, "point")


def resources(amount: Bundle) -> str:
    """A bundle without what is not in it."""
    return joined([f"{count} {name}" for name, count in named(amount)]) or "nothing"
