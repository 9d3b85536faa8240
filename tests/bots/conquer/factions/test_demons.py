"""A rune is worth something, and more while each brings an Imp."""

from p2p_heroes.bots.conquer.factions.demons import RuneInsight
from p2p_heroes.bots.conquer.worth import own_worth
from p2p_heroes.games.conquer.factions.demons import CIRCLE, Runes
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from tests.support.conquer import at_table, seat


def table(*runes: Region, built: tuple[str, ...] = ()) -> Table:
    demons = seat("demons", own=Runes(runes=runes), built=built)
    return at_table(demons, seat("humans"), number=5, agenda=(Planning(),))


def test_every_rune_promises_something_for_every_round_to_come() -> None:
    one, two = table(Region.ESMORE), table(Region.ESMORE, Region.JORVELD)
    assert 0 < RuneInsight.promise(one, 0, 40) < RuneInsight.promise(two, 0, 40)
    assert RuneInsight.promise(two, 0, 0) == 0
    assert own_worth(two, 0) > own_worth(one, 0)


def test_a_rune_is_worth_more_beside_the_circle_that_summons() -> None:
    plain, summoning = table(Region.ESMORE), table(Region.ESMORE, built=(CIRCLE,))
    assert RuneInsight.promise(summoning, 0, 40) > RuneInsight.promise(plain, 0, 40)
