"""The cards: twenty trinkets that all magpies hide in one tree, and six feathers of each magpie's own."""

from __future__ import annotations

WORTH = {"button": 1, "spoon": 2, "coin": 3, "ring": 4, "crown": 5}
COPIES = "abcd"
TRINKETS = range(len(WORTH) * len(COPIES))
TRINKET_NAMES = tuple(f"{kind}-{copy}" for kind in WORTH for copy in COPIES)

PLUMES = (("down", -2), ("tuft", -1), ("quill", 1), ("barb", 1), ("crest", 2), ("plume", 3))
"""Some make a bid lighter: to be the lowest, or to be like no other."""

FEATHERS = range(len(TRINKETS), len(TRINKETS) + len(PLUMES))
"""Every magpie has one of each; who holds a feather tells whose it is."""
FEATHER_NAMES = tuple(name for name, _ in PLUMES)

FACES = len(TRINKETS) + len(FEATHERS)


def kind_of(face: int) -> str:
    """What a trinket is, whichever copy of it."""
    return TRINKET_NAMES[face].partition("-")[0]


def worth(face: int) -> int:
    """What a card adds to a bid; of a trinket, what it is worth in the end."""
    return PLUMES[face - len(TRINKETS)][1] if face in FEATHERS else WORTH[kind_of(face)]
