"""What factions do to each other's foundations, structures and artefacts."""

import pytest

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.battle import Rewarding
from p2p_heroes.games.conquer.building import BuildingEnds, BuildingStarts, GrantedStructure
from p2p_heroes.games.conquer.collecting import Collecting, deeds_done, take_artefact
from p2p_heroes.games.conquer.faction import Deed
from p2p_heroes.games.conquer.factions.cultists import Cult
from p2p_heroes.games.conquer.factions.demons import Runes
from p2p_heroes.games.conquer.factions.elementals import ArtefactCopied, Wonders
from p2p_heroes.games.conquer.factions.gnomes import Science
from p2p_heroes.games.conquer.factions.gremlins import Taverns
from p2p_heroes.games.conquer.factions.halflings import Annexing, Empire, StructurePlaced
from p2p_heroes.games.conquer.factions.humans import Concealing, Illusions
from p2p_heroes.games.conquer.factions.orcs import Rage
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Own, Turn
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    names_of,
    offered,
    seat,
    settle,
    started,
    units_of,
    why_not,
)

R = Region
RICH = (30, 30, 30)
FULL = Cult((14, 14, 14))
LORD_OF_QLISS = replace(FULL, enslaved=("fortress-qliss",))


def humans(*concealed: tuple[str, Region], region: Region = R.DORTAL, **rest: object) -> Seated:
    built = ("town-hall", "tower-of-illusions")
    own = Illusions(tuple(sorted(concealed, key=lambda found: found[1])))
    return seat("humans", region, units={}, built=built, own=own, **rest)  # type: ignore[arg-type]


def elementals(region: Region, **rest: object) -> Seated:
    """With Sands and the blue shard: seized fortresses are foundations."""
    built = ("sands-of-time", "magic-lamp")
    return seat("elementals", region, stock=RICH, built=built, **rest)  # type: ignore[arg-type]


# The Tower of Illusions.


def test_the_tower_conceals_only_what_the_map_of_all_prints() -> None:
    """docs/rulings.md 186: no citadel, tavern, region of an empire or rune."""
    gremlins = seat("gremlins", R.HARRAX, own=Taverns((0, 1)))
    halflings = seat("halflings", R.LOX, own=Empire((R.LOX,)))
    seats = (humans(stock=(0, 0, 4)), gremlins, halflings, seat("cultists", R.ASANDER))
    table = asking(at_table(*seats), Concealing(0))
    words = {text.split()[1] for text in offered(table, 0) if text != "decline"}
    assert words == {"fortress", "artefact", "portal", "foundation"}
    assert why_not(table, 0, "conceal fortress Asander") == "no-such-object thing=fortress region=Asander"
    assert "conceal foundation Asander" in offered(table, 0)


def test_a_concealed_foundation_closes_no_citadel() -> None:
    """docs/rulings.md 186: for the Cultists there is none in Asander, but a citadel that they may seize."""
    cultists = seat("cultists", R.ASANDER, units={"preacher": 5}, own=FULL)
    table = asking(at_table(cultists, humans(("foundation", R.ASANDER))), Fighting(0))
    assert {"enslave fortress-asander", "siege Asander with preacher 5"} <= set(offered(table, 0))


def test_a_fortress_that_cultists_have_enslaved_cannot_be_concealed() -> None:
    """docs/rulings.md 67: somebody has it."""
    seats = (humans(stock=(0, 0, 4)), seat("cultists", R.ASANDER, own=LORD_OF_QLISS))
    concealed = offered(asking(at_table(*seats), Concealing(0)), 0)
    assert "conceal fortress Qliss" not in concealed
    assert "conceal fortress Rolgoy" in concealed


def test_a_concealed_fortress_that_the_humans_have_seized_is_a_foundation_of_the_elementals() -> None:
    """docs/rulings.md 187: it is seized like any other, and nobody had to interact with it."""
    hidden = ("fortress", R.ROLGOY)
    for fortresses, bears in (((), False), ((R.ROLGOY,), True)):
        table = at_table(elementals(R.ROLGOY), humans(hidden, fortresses=fortresses))
        sites = offered(asking(table, BuildingStarts(1)), 0)
        assert ("build bottomless-bag on Rolgoy" in sites) is bears


def test_a_contract_borrows_a_concealed_artefact() -> None:
    """docs/rulings.md 188: what is bought is the effect, and the artefact stays where it is."""
    demons = seat("demons", R.HARRAX, built=("contract",), stock=(0, 0, 2))
    table = asking(at_table(demons, humans(("artefact", R.FOLEN))), Planning())
    assert "sign Folen" in offered(settle(table, {0: "plan wood iron gold build"}).state, 0)


def test_an_artefact_that_the_humans_concealed_and_collected_can_be_copied() -> None:
    """docs/rulings.md 188: somebody owns it now, and a reservation overrides no other rule (31)."""
    ours = seat("elementals", R.PASKAAR, stock=(12, 0, 0), built=("crooked-mirror",))
    table = at_table(ours, humans(("artefact", R.PASKAAR), artefacts=(R.PASKAAR,)))
    assert offered(asking(table, Collecting(0)), 0) == ["decline", "copy for wood 12"]


# Fortresses that others have.


def test_an_enslaved_fortress_is_seized_for_everybody_else() -> None:
    """docs/rulings.md 187: a foundation of the Elementals, nothing for their Zephyrs, no siege for them."""
    cultists = seat("cultists", R.DORTAL, units={}, own=LORD_OF_QLISS)
    ours = elementals(R.QLISS, units={"zephyr": 9})
    step = settle(asking(at_table(ours, cultists), BuildingStarts(1)), {0: "build bottomless-bag on Qliss"})
    assert step.state.players[0].foundations == ((R.QLISS, 1),)
    assert deeds_done(step.state, 0, Deed.FOUNDATIONS) == 1
    assert score_of(step.state, 0).structures == 3
    moving = asking(at_table(elementals(R.XELREE, units={"zephyr": 9}), cultists), Moving(2))
    arrived = settle(moving, {0: "move Qliss", 1: "stay"})
    assert "UnitsBrought" not in names_of(arrived.events)
    assert not [text for text in offered(arrived.state, 0) if text.startswith("siege")]


def test_a_citadel_of_the_cultists_is_nothing_to_others() -> None:
    """docs/rulings.md 181: the Elementals find a foundation in Lox as everybody does, and no fortress."""
    cultists = seat("cultists", R.DORTAL, units={}, fortresses=(R.LOX,))
    without = at_table(elementals(R.LOX), seat("cultists", R.DORTAL, units={}))
    both = (without, at_table(elementals(R.LOX), cultists))
    plain, seized = (offered(asking(table, BuildingStarts(1)), 0) for table in both)
    assert plain == seized
    assert "build bottomless-bag on Lox" in plain


# Levels and prices.


def test_gnomes_build_for_nothing_above_the_level_in_the_empire() -> None:
    """docs/rulings.md 189: science spares the price, the empire the level; arrows still count."""
    gnomes = seat("gnomes", R.ESMORE, built=("generator", "mine-shaft", "library"), own=Science(18))
    host = seat("halflings", R.DORTAL, own=Empire((R.ASANDER, R.ESMORE, R.FOLEN)))
    free = offered(asking(at_table(gnomes, host), BuildingStarts(1)), 0)
    levels = {one.name: one.level for one in at_table(gnomes, host).boards[0].structures}
    assert {levels[text.split()[1]] for text in free if text.startswith("build")} == {2, 3}
    gnomes[1].region = R.DORTAL
    outside = offered(asking(at_table(gnomes, host), BuildingStarts(1)), 0)
    assert not [text for text in outside if text.startswith("build")]


def test_a_structure_for_nothing_goes_on_no_foundation_with_a_rune() -> None:
    """docs/rulings.md 190: won in Esmore, where the Cultists could build else."""
    for runes, sites in (((), True), ((R.ESMORE,), False)):
        demons = seat("demons", R.LOX, own=Runes(runes))
        cultists = seat("cultists", R.ESMORE, own=FULL)
        table = asking(at_table(cultists, demons), GrantedStructure(0))
        assert "build gifts-of-the-lord" in offered(table, 0)
        assert ("build gifts-of-the-lord on Esmore" in offered(table, 0)) is sites


def test_a_structure_for_nothing_annexes_a_region_whose_foundation_a_rune_has_closed() -> None:
    """docs/rulings.md 162, 190: the region joins the empire, and nothing is written there."""
    halflings = seat("halflings", R.HARRAX, own=Empire((R.HARRAX,)))
    table = at_table(halflings, seat("demons", R.LOX, own=Runes((R.ESMORE,))))
    table = settle(asking(table, GrantedStructure(0)), {0: "build baths"}).state
    step = settle(table, {0: "annex Esmore"})
    assert "StructurePlaced" not in names_of(step.events)
    assert step.state.players[0].foundations == ()


def test_a_region_annexed_in_the_action_that_brings_its_rune_holds_the_structure() -> None:
    """docs/rulings.md 122: who builds in the same action was first, from afar too."""
    halflings = seat("halflings", R.HARRAX, own=Empire((R.HARRAX,)))
    demons = seat("demons", R.ESMORE, own=Runes((R.ESMORE,), fresh=(R.ESMORE,)))
    table = asking(at_table(halflings, demons), Annexing(0, 2))
    step = settle(table, {0: "annex Esmore"})
    assert StructurePlaced(0, R.ESMORE, 2) in step.events
    closed = started(step.state, BuildingEnds()).state
    assert closed.players[0].foundations == ((R.ESMORE, 2),)


# Artefacts.


def test_an_enslaved_artefact_is_copied_like_any_other() -> None:
    """docs/rulings.md 188: on the terms of the Elementals, for their own effect; it stays enslaved."""
    cultists = seat("cultists", R.DORTAL, own=replace(FULL, artefacts=(R.VURT,)), artefacts=(R.VURT,))
    ours = seat("elementals", R.VURT, stock=(0, 12, 0), built=("crooked-mirror",))
    table = asking(at_table(ours, cultists), Collecting(0))
    assert offered(table, 0) == ["decline", "copy for iron 12"]
    step = settle(table, {0: "copy for iron 12"})
    assert ArtefactCopied(0, R.VURT) in step.events
    assert step.state.players[1].owns(R.VURT)


def test_cultists_wish_for_an_artefact_before_the_one_who_stands_there_collects_it() -> None:
    """docs/rulings.md 194: in turn order; what has an owner then can be copied, in the same action, too."""
    cultists = seat("cultists", R.PASKAAR, stock=(12, 0, 0), units={})
    gold = (0, 0, 12)
    ours = seat("elementals", R.DORTAL, stock=gold, built=("crooked-mirror",))
    others = (ours, seat("humans", R.DORTAL, units={}, stock=gold))
    table = asking(at_table(cultists, *others), Collecting(0), Collecting(1), Collecting(2))
    wished = settle(settle(table, {0: "collect for wood 12"}).state, {0: "wish Dortal"}).state
    assert wished.players[0].owns(R.DORTAL)
    assert offered(wished, 1) == ["decline", "copy for gold 12"]
    assert settle(wished, {1: "decline"}).state.agenda == ()


def test_a_copy_of_what_elves_fetched_for_wood_has_the_terms_of_our_own_board() -> None:
    """docs/rulings.md 188: their price in wood is theirs."""
    elves = seat("elves", R.DORTAL, units={"griffin": 6}, built=("nests",), artefacts=(R.DORTAL,))
    for stock, offers in (((12, 0, 11), []), ((0, 0, 12), ["decline", "copy for gold 12"])):
        ours = seat("elementals", R.DORTAL, stock=stock, units={}, built=("crooked-mirror",))
        assert offered(asking(at_table(ours, elves), Collecting(0)), 0) == offers


@pytest.mark.parametrize(
    ("victim", "artefact", "kept"),
    [
        ("demons", R.VURT, Runes((R.ESMORE,), bare=(R.ESMORE,))),
        ("gremlins", R.VURT, Taverns((0, 1, 2))),
        ("halflings", R.DORTAL, Empire((R.HARRAX, R.LOX, R.VURT))),
        ("cultists", R.DORTAL, Cult(enslaved=("monster-thirteen",))),
        ("orcs", R.DORTAL, Rage(8)),
    ],
)
def test_what_an_artefact_once_brought_stays_when_it_is_seized(
    victim: str, artefact: Region, kept: Own
) -> None:
    """docs/rulings.md 24, 25: runes, taverns, regions, thralls and rage."""
    loser = seat(victim, R.HARRAX, artefacts=(artefact,), own=kept)
    table = asking(at_table(seat("elves", R.HARRAX), loser), Rewarding(0, (1,), 0, ()))
    step = settle(table, {0: f"seize {artefact}"})
    assert step.state.players[1].own == kept
    assert (step.state.players[0].owns(artefact), step.state.players[1].owns(artefact)) == (True, False)


def test_the_artefact_of_folen_takes_resources_of_all_kinds_of_opponents() -> None:
    """docs/rulings.md 107: rage, Serpents and Cores stay, and the Gremlins' milestones count."""
    seats = (
        seat("gremlins", R.FOLEN, stock=(10, 0, 0)),
        seat("orcs", R.LOX, stock=(3, 0, 0), own=Rage(5)),
        seat("nagas", R.DORTAL, stock=(1, 0, 0), units={"serpent": 3}),
        seat("mechanisms", R.ESMORE, stock=(0, 0, 2)),
    )
    turn = Turn(at_table(*seats))
    take_artefact(turn, 0, R.FOLEN)
    asked = started(turn.table, *turn.queued).state
    step = settle(asked, {0: "plunder orcs wood 3 nagas wood 1 mechanisms gold 2"})
    assert [player.stock for player in step.state.players] == [(14, 0, 2), *[(0, 0, 0)] * 3]
    assert "MilestoneReached" in names_of(step.events)
    assert step.state.players[1].own == Rage(5)
    assert [units_of(step.state, who) for who in (2, 3)] == [{"serpent": 3}, {"core": 3}]


def test_iron_of_a_fortress_is_iron_for_gremlins_and_cores_for_mechanisms() -> None:
    """docs/rulings.md 103, 115: each board makes of a receipt what it says, and only of its own."""
    other = seat("undead", R.LOX)
    pawned = seat("gremlins", R.KOSLEEN, units={"flyer": 3}, built=("pawnshop",))
    step = settle(asking(at_table(pawned, other), Fighting(0)), {0: "siege Kosleen with flyer 3"})
    assert events.Received(0, 8, 8, 0, Source.FORTRESS) in step.events
    parked = seat("mechanisms", R.KOSLEEN, units={"core": 22}, built=("technopark",))
    step = settle(asking(at_table(parked, other), Fighting(0)), {0: "siege Kosleen with core 22"})
    assert events.Received(0, 4, 0, 0, Source.FORTRESS) in step.events
    assert units_of(step.state, 0) == {"core": 5}


def test_a_copy_is_no_artefact_of_ours_for_what_counts_artefacts() -> None:
    """docs/rulings.md 143: nobody can take it, and its original is counted where it is."""
    ours = seat("elementals", R.HARRAX, built=("crooked-mirror",), own=Wonders(copies=(R.VURT,)))
    mechanisms = seat("mechanisms", R.HARRAX, built=("generators",), artefacts=(R.VURT,))
    table = at_table(ours, mechanisms)
    assert score_of(table, 1).structures == 2
    assert offered(asking(table, Rewarding(1, (0,), 0, (0,))), 1) == ["decline", "loot"]
