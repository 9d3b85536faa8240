"""What a magpie can choose from."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_heroes.games.kit.cards.card_game import Faces
from p2p_heroes.games.kit.choices import Lazy
from p2p_heroes.games.magpies.decisions import KEEP, PASS, Bury, Decision, PlayTrinket
from p2p_heroes.games.magpies.state import State
from p2p_heroes.games.magpies.trinkets import FEATHERS, TRINKETS


class AnyBid(Lazy[Decision]):
    """To pass, or a trinket with or without a feather, whatever faces these cards may have."""

    def __init__(self, trinkets: tuple[int, ...], feathers: tuple[int, ...]) -> None:
        self._trinkets = trinkets
        self._feathers = feathers
        self._ways = 1 + len(feathers) * len(FEATHERS)

    def __len__(self) -> int:
        return 1 + len(self._trinkets) * len(TRINKETS) * self._ways

    def item(self, place: int) -> Decision:
        if place == 0:
            return PASS
        trinket, way = divmod(place - 1, self._ways)
        at, face = divmod(trinket, len(TRINKETS))
        shown = self._trinkets[at], TRINKETS[face]
        if way == 0:
            return PlayTrinket(shown)
        at, face = divmod(way - 1, len(FEATHERS))
        return PlayTrinket(shown, (self._feathers[at], FEATHERS[face]))

    def __contains__(self, decision: object) -> bool:
        if not isinstance(decision, PlayTrinket):
            return decision == PASS
        card, face = decision.trinket
        if card not in self._trinkets or face not in TRINKETS:
            return False
        feather = decision.feather
        return feather is None or (feather[0] in self._feathers and feather[1] in FEATHERS)


def bids(state: State, seat: int, faces: Faces) -> Sequence[Decision]:
    """To pass, or a trinket with or without a feather, by the faces that they have."""
    feathers = (None, *((card, faces[card]) for card in state.feathers[seat]))
    trinkets = [(card, faces[card]) for card in state.claws[seat]]
    return PASS, *(PlayTrinket(trinket, feather) for trinket in trinkets for feather in feathers)


def burials(state: State, seat: int) -> tuple[Decision, ...]:
    """To keep everything, or one of the trinkets."""
    return KEEP, *map(Bury, state.claws[seat])
