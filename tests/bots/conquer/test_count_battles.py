"""The script that counts what becomes of the battles that bots begin."""

import pytest

from p2p_heroes.games.conquer.events import Announced, BattleFought, BattleJoined, RightGiven
from p2p_heroes.games.conquer.world import Region
from scripts.tools.conquer.count_battles import count, play

HERE, THERE = Region.ESMORE, Region.LOX
NOTHING, SOMETHING = (("orc", 0),), (("orc", 2),)


def battle(*powers: int, region: Region = HERE) -> BattleFought:
    best = max(powers)
    winner = powers.index(best) if powers.count(best) == 1 else None
    deployed = tuple(SOMETHING if power else NOTHING for power in powers)
    return BattleFought(region, tuple(range(len(powers))), deployed, powers, winner)


def test_a_battle_counts_for_who_wanted_it() -> None:
    told = [Announced(0, HERE, "peace"), Announced(1, HERE, "fight"), battle(1, 5)]
    assert count(told) == {"begun": 1, "won": 1}


def test_who_deploys_nothing_gives_the_victory_away_or_ties() -> None:
    wanted = Announced(0, HERE, "fight")
    assert count([wanted, battle(0, 1)]) == {"begun": 1, "lost": 1, "empty": 1, "given away": 1}
    assert count([wanted, battle(0, 0)]) == {"begun": 1, "tied": 1, "empty": 1}


def test_of_several_who_claim_the_first_begins_it_and_one_alone_begins_nothing() -> None:
    claims = [Announced(0, HERE, "claim"), Announced(1, HERE, "claim")]
    assert count([*claims, battle(3, 2)]) == {"begun": 1, "won": 1}
    assert count([claims[0], Announced(1, HERE, "cede"), RightGiven(HERE, 0), battle(3, 2)]) == {}


def test_who_joins_from_outside_begins_it_too() -> None:
    told = [Announced(0, THERE, "fight"), BattleJoined(2, THERE), battle(3, 2, 0, region=THERE)]
    assert count(told) == {"begun": 2, "won": 1, "lost": 1, "empty": 1, "given away": 1}


@pytest.mark.slow
def test_wanderers_stay_out_of_battles_that_they_have_begun() -> None:
    """What `steady` never does: docs/bots.md."""
    found = count(event for seed in range(6) for event in play(str(seed), 3, "wanderer"))
    assert found["begun"] > found["won"]
    assert found["empty"]
