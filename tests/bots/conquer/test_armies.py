"""Of all armies the ones that deserve a thought: enough, and no more."""

from p2p_heroes.bots.conquer.armies import cheapest_army, power_lost, sensible_armies, whole_army
from p2p_heroes.games.conquer.army import army_power, muster
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Combat, Foe
from p2p_heroes.games.conquer.world import Region
from tests.support.conquer import at_table, seat

MONSTER = Combat(Foe.MONSTER, Region.HARRAX)


def undead(**units: int) -> Table:
    army = {name.replace("_", "-"): count for name, count in units.items()}
    return at_table(seat("undead", units=army), seat("humans", Region.SULEEN))


def test_no_more_is_deployed_than_is_needed() -> None:
    assert cheapest_army(undead(skeleton=9), 0, MONSTER, 4) == ((("skeleton", 4),), 4)


def test_units_that_come_back_cost_nothing() -> None:
    """Skeletons beside a lich rise again (rulebook p. 16), so only the lich is lost."""
    found = cheapest_army(undead(skeleton=9, lich=1, bone_dragon=1), 0, MONSTER, 9)
    assert found == ((("lich", 1), ("skeleton", 4)), 5)


def test_what_cannot_be_reached_is_not_found() -> None:
    assert cheapest_army(undead(skeleton=2), 0, MONSTER, 3) is None
    assert cheapest_army(undead(), 0, MONSTER, 1) is None


def test_the_whole_army_is_all_there_is() -> None:
    assert whole_army(undead(skeleton=2, lich=1), 0, MONSTER) == ((("lich", 1), ("skeleton", 2)), 7)
    assert whole_army(undead(), 0, MONSTER) == ((), 0)


def test_what_is_lost_is_counted_in_power() -> None:
    table = undead(skeleton=3, bone_dragon=1)
    stacks = muster(table, 0, MONSTER).stacks
    assert power_lost(table, 0, (("bone-dragon", 1), ("skeleton", 2)), stacks, MONSTER) == 12


def test_sensible_armies_go_from_nothing_to_everything() -> None:
    table = undead(skeleton=9)
    ways = list(sensible_armies(table, 0, MONSTER, 6))
    assert ways[0] == ()
    powers = [army_power(table, 0, way, MONSTER) for way in ways]
    assert powers == [0, 1, 3, 5, 7, 9]
