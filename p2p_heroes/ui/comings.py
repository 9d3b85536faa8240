"""Whose connection to a lobby broke, and who is back, as sentences, for host and guest."""

from collections.abc import Collection, Mapping

from p2p_heroes.node.lobby_guest import HostLink

LINKS = {
    HostLink.BROKEN: "The connection to the table broke; dialling again...",
    HostLink.BACK: "Back at the table.",
}
"""What a guest is told of its own connection."""


class Comings:
    """What a host has been told of those whose places are kept."""

    def __init__(self) -> None:
        self._away: dict[bytes, str] = {}

    def told(self, kept: Collection[bytes], names: Mapping[bytes, str]) -> list[str]:
        """What is new. In: the keys whose places are kept, and the names of all who sit."""
        before, self._away = self._away, {key: names[key] for key in kept}
        broke = [
            f"{name}'s connection broke; the seat is kept for a minute."
            for key, name in self._away.items()
            if key not in before
        ]
        ended = [
            f"{name} is back." if key in names else f"{name} did not come back; the seat is free."
            for key, name in before.items()
            if key not in kept
        ]
        return broke + ended
