"""What a magpie may choose, by what is behind its cards and whatever is behind them."""

import pytest

from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.magpies.choices import AnyBid, bids, burials
from p2p_heroes.games.magpies.decisions import KEEP, PASS, Bury, PlayTrinket
from p2p_heroes.games.magpies.state import State, put

BEGUN = State.begun(2, 5)
STATE = replace(BEGUN, claws=((7, 8), ()), feathers=put(BEGUN.feathers, 0, (3,)))


def test_a_bid_is_a_trinket_with_or_without_a_feather() -> None:
    known = bids(STATE, 0, {7: 0, 8: 19, 3: 25})
    assert known == (
        PASS,
        PlayTrinket((7, 0)),
        PlayTrinket((7, 0), (3, 25)),
        PlayTrinket((8, 19)),
        PlayTrinket((8, 19), (3, 25)),
    )
    assert bids(STATE, 1, {}) == (PASS,)


def test_any_bid_holds_what_it_writes_out_and_nothing_else() -> None:
    anything = AnyBid((7, 8), (3,))
    written = list(anything)
    assert len(set(written)) == len(anything) == 1 + 2 * 20 * 7
    assert all(choice in anything for choice in written)
    assert set(bids(STATE, 0, {7: 0, 8: 19, 3: 25})) <= set(written)
    assert anything[-1] == written[-1] == PlayTrinket((8, 19), (3, 25))


@pytest.mark.parametrize(
    "other",
    [
        KEEP,
        Bury(7),
        PlayTrinket((9, 0)),
        PlayTrinket((7, 20)),
        PlayTrinket((7, 0), (4, 25)),
        PlayTrinket((7, 0), (3, 19)),
        "pass",
    ],
)
def test_anything_else_is_no_bid(other: object) -> None:
    assert other not in AnyBid((7, 8), (3,))


def test_any_trinket_may_be_buried_or_none() -> None:
    assert burials(STATE, 0) == (KEEP, Bury(7), Bury(8))
    assert burials(STATE, 1) == (KEEP,)
