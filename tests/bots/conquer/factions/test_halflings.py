"""The Levy fights without ever being lost, and every structure adds a region."""

import pytest

from p2p_heroes.bots.conquer.factions.halflings import EmpireInsight
from p2p_heroes.bots.conquer.judge import JUDGE
from p2p_heroes.bots.conquer.worth import Prospects
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.decisions import Build, Done
from p2p_heroes.games.conquer.factions.halflings import BATHS, DRAFT_OFFICE, NUMERALS, Empire
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import request_for
from tests.support.conquer import asking, at_table, seat


def table(levy: int) -> Table:
    halflings = seat("halflings", own=Empire(levy=levy))
    return at_table(halflings, seat("humans"), number=5, agenda=(Planning(),))


def test_the_baths_promise_more_the_larger_the_empire_and_the_more_may_visit_it() -> None:
    def promise(regions: tuple[Region, ...], *others: str, baths: int = 2) -> int:
        built = tuple(BATHS + numeral for numeral in NUMERALS[:baths])
        halflings = seat("halflings", own=Empire(regions=regions), built=built)
        return EmpireInsight.promise(at_table(halflings, *map(seat, others)), 0, 40)

    small, large = (Region.HARRAX,), (Region.HARRAX, Region.ESMORE, Region.KOSLEEN)
    assert 0 < promise(small, "humans") < promise(large, "humans") < promise(large, "humans", "elves")
    assert promise(large, "humans", baths=1) == 0
    assert promise(large, "humans", baths=3) == 2 * promise(large, "humans")


def test_a_guest_who_enlists_is_worth_less_than_one_who_bathes() -> None:
    def promise(name: str) -> int:
        own = Empire(regions=(Region.HARRAX, Region.ESMORE))
        halflings = seat("halflings", own=own, built=(name, name + NUMERALS[1]))
        return EmpireInsight.promise(at_table(halflings, seat("humans")), 0, 40)

    assert 0 < promise(DRAFT_OFFICE) < promise(BATHS)


def test_the_levy_is_power_that_stays() -> None:
    assert Prospects(table(4), 0).power == Prospects(table(0), 0).power + 4
    assert EmpireInsight.promise(table(4), 0, 40) > EmpireInsight.promise(table(4), 0, 8) > 0
    assert EmpireInsight.promise(table(0), 0, 40) == 0


def test_a_structure_is_built_for_the_region_that_it_annexes(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of theirs has points of its own: by those alone the resources would be kept."""
    halflings = seat("halflings", Region.SULEEN, stock=(5, 5, 5), own=Empire((Region.SULEEN,)))
    table = asking(at_table(halflings, seat("humans", Region.YREEL), number=12), BuildingStarts(4))
    request = request_for(CONQUER.pending(table), 0)
    assert isinstance(JUDGE.ranked(table, request)[0][1], Build)
    monkeypatch.setattr(EmpireInsight, "structure", 0)
    assert JUDGE.ranked(table, request)[0][1] == Done()
