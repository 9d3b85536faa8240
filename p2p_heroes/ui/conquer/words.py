"""Names and numbers of Write & Conquer as people say them: "3 wood and 1 iron", "Tog' Eed"."""

from collections.abc import Iterable

from p2p_heroes.games.conquer.resources import Bundle, named
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.kit.words import joined


def place(region: Region) -> str:
    """A region as the map writes it."""
    return "Tog' Eed" if region is Region.TOGEED else str(region)


def places(regions: Iterable[Region]) -> str:
    return joined([place(region) for region in regions])


def resources(amount: Bundle) -> str:
    """A bundle without what is not in it."""
    return joined([f"{count} {name}" for name, count in named(amount)]) or "nothing"
