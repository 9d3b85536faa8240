"""What happens among magpies, compared as text; to those who know a card and to those who do not."""

import pytest

from p2p_heroes.games.game import Event
from p2p_heroes.games.magpies.events import (
    Bid,
    BidsShown,
    BuryingChosen,
    ClawsCounted,
    ClawsMixed,
    FeathersDrawn,
    FeathersShuffled,
    GameEnded,
    MagpieLeft,
    NobodyWon,
    PrizeTurned,
    PrizeWon,
    TheftPlanned,
    TreeGathered,
    TreeShuffled,
    TrinketsBuried,
    TrinketsDrawn,
    TrinketStolen,
)
from p2p_heroes.games.magpies.trinkets import FEATHERS, TRINKET_NAMES
from p2p_heroes.ui.magpies.narrate import narrate

NAMES = ("Ada", "Bo", "Cy")
RING, COIN, SPOON = map(TRINKET_NAMES.index, ("ring-a", "coin-c", "spoon-b"))
PLUME = FEATHERS[-1]
FACES = {7: RING, 8: SPOON, 9: PLUME}


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (FeathersShuffled((0, 2)), ["Each shuffles six feathers of its own: Ada and Cy."]),
        (TreeShuffled(20), ["20 trinkets are shuffled into the tree, in an order that nobody knows."]),
        (ClawsMixed((0,)), []),
        (PrizeTurned(3, RING), ["", "Round 3. A ring glitters in the tree."]),
        (BidsShown(()), ["All show: nobody bids."]),
        (
            BidsShown((Bid(0, RING, PLUME, 7), Bid(2, COIN, None, 3))),
            ["All show: Ada ring with plume: 7, Cy coin: 3."],
        ),
        (PrizeWon(1, SPOON, (0, 4, 2)), ["Bo takes the spoon: 4 points.  Score: Ada 0, Bo 4, Cy 2."]),
        (NobodyWon(RING), ["No bid is the only one of its worth: nobody takes the ring."]),
        (BuryingChosen(()), ["Nobody buries anything."]),
        (TrinketsBuried((0,)), []),
        (
            MagpieLeft(2),
            ["Cy has left, and what it masked cannot be read any more. The round is over."],
        ),
        (TreeGathered(12), ["12 trinkets are gathered into a new tree."]),
        (
            ClawsCounted(((0, RING), (0, COIN), (2, SPOON)), (9, 4, 3)),
            [
                "All show what they still hold.",
                "  Ada: 2 for prizes, 7 for what is held (ring 4 and coin 3): 9.",
                "  Bo: 4 for prizes, 0 for what is held: 4.",
                "  Cy: 1 for prizes, 2 for what is held (spoon 2): 3.",
            ],
        ),
        (GameEnded((9, 4, 3), (1, 2, 3)), ["", "Ada wins!"]),
        (GameEnded((9, 9, 3), (1, 1, 3)), ["", "Ada and Bo share the victory!"]),
    ],
)
def test_what_everybody_sees_is_told_alike_to_all(event: Event, lines: list[str]) -> None:
    assert narrate([event], NAMES, {}) == narrate([event], NAMES, FACES) == lines


@pytest.mark.parametrize(
    ("event", "known", "hidden"),
    [
        (
            TrinketsDrawn(((0, 7), (0, 8), (1, 4))),
            "Drawn in private: Ada ring 4 and spoon 2, Bo 1 trinket.",
            "Drawn in private: Ada 2 trinkets, Bo 1 trinket.",
        ),
        (
            FeathersDrawn(((0, 9), (1, 3))),
            "Drawn in private: Ada plume +3, Bo 1 feather.",
            "Drawn in private: Ada 1 feather, Bo 1 feather.",
        ),
        (
            TheftPlanned(1, 0, 7),
            "Bo has the lowest bid of its own, and steals a ring from Ada.",
            "Bo has the lowest bid of its own, and steals a trinket from Ada.",
        ),
        (
            TrinketStolen(1, 0, 8),
            "Bo has a spoon of Ada's, and can hold one more from now on; Ada one less.",
            "Bo has a trinket of Ada's, and can hold one more from now on; Ada one less.",
        ),
        (
            BuryingChosen(((0, 8), (2, 5))),
            "Face down below the tree: Ada a spoon, Cy a trinket.",
            "Face down below the tree: Ada a trinket, Cy a trinket.",
        ),
    ],
)
def test_a_hidden_card_is_named_only_to_who_knows_it(event: Event, known: str, hidden: str) -> None:
    assert narrate([event], NAMES, FACES) == [known]
    assert narrate([event], NAMES, {}) == [hidden]
