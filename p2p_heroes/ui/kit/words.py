"""Names and numbers of any game as people say them: "3 wood and 1 iron", "Throne of the Dead", "2 points"."""

from collections.abc import Sequence

SMALL_WORDS = frozenset({"of", "the"})


def joined(names: Sequence[str]) -> str:
    """Names as a person lists them."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def victory(names: Sequence[str], places: Sequence[int]) -> str:
    """Who is first."""
    winners = [name for name, place in zip(names, places, strict=True) if place == 1]
    return f"{joined(winners)} {'wins' if len(winners) == 1 else 'share the victory'}!"


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
