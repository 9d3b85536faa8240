"""What people call the cards, and a hand of them as far as somebody knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from p2p_heroes.games.kit.cards.card_game import Faces
from p2p_heroes.games.magpies.trinkets import FEATHER_NAMES, FEATHERS, kind_of, worth
from p2p_heroes.ui.kit.words import counted, joined


def name_of(face: int) -> str:
    """Copies of a trinket have one name."""
    return FEATHER_NAMES[FEATHERS.index(face)] if face in FEATHERS else kind_of(face)


def valued(face: int) -> str:
    """With its worth: `ring 4`, `plume +3`."""
    return f"{name_of(face)} {worth(face):+}" if face in FEATHERS else f"{name_of(face)} {worth(face)}"


def listed(faces: Iterable[int]) -> str:
    """`ring 4, 2 x spoon 2 and button 1`, the best first."""
    counts = Counter(map(valued, sorted(faces, key=lambda face: (-worth(face), face))))
    return joined([text if count == 1 else f"{count} x {text}" for text, count in counts.items()])


def held(cards: Iterable[int], faces: Faces, one: str) -> str:
    """A hand, of which some cards may be hidden."""
    hand = list(cards)
    known = [faces[card] for card in hand if card in faces]
    hidden = len(hand) - len(known)
    if not known:
        return counted(hidden, one) if hidden else f"no {one}"
    return joined([listed(known), *([f"{hidden} hidden"] if hidden else [])])
