"""The Levy fights without ever being lost."""

from p2p_heroes.bots.conquer.factions.halflings import EmpireInsight
from p2p_heroes.bots.conquer.worth import Prospects
from p2p_heroes.games.conquer.factions.halflings import Empire
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from tests.conquer import at_table, seat


def table(levy: int) -> Table:
    halflings = seat("halflings", own=Empire(levy=levy))
    return at_table(halflings, seat("humans"), number=5, agenda=(Planning(),))


def test_the_levy_is_power_that_stays() -> None:
    assert Prospects(table(4), 0).power == Prospects(table(0), 0).power + 4
    assert EmpireInsight.promise(table(4), 0, 40) > EmpireInsight.promise(table(4), 0, 8) > 0
    assert EmpireInsight.promise(table(0), 0, 40) == 0
