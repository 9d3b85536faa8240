"""Rulings of docs/rulings.md that lie between modules or factions, by their numbers.

All others are shown in the test file of the module or faction that carries them out.
"""

from collections.abc import Mapping

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import ArmyPower
from p2p_heroes.games.conquer.factions.nagas import HydraZone
from p2p_heroes.games.conquer.factions.orcs import Rage
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import ActionStarts
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Source, Thing
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.errors import BadSetup
from p2p_heroes.games.game import Secret, Setup
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    offered,
    play_on,
    seat,
    settle,
    small_board,
    started,
    why_not,
)

RED, BLUE, GREEN = (small_board(name) for name in ("red", "blue", "green"))
OTHER = seat(GREEN, Region.YREEL, units={})
"""Somebody who has nothing and so is asked for little."""

QLISS, PASKAAR, ASANDER, ROLGOY = Region.QLISS, Region.PASKAAR, Region.ASANDER, Region.ROLGOY


def deployed(*seated: Seated, answers: Mapping[int, str]) -> Table:
    """A battle of all of them in the first one's region is over but for the reward."""
    region = seated[0][1].region
    assert region is not None
    seats = tuple(range(len(seated)))
    return settle(asking(at_table(*seated), Battle(region, seats)), answers).state


def test_who_stays_may_collect_an_artefact() -> None:
    """docs/rulings.md 14."""
    table = asking(at_table(seat(RED, PASKAAR, units={}, stock=(12, 0, 0)), OTHER), Moving(2))
    step = play_on(table, {0: "stay", 1: "stay"}, {0: "collect for wood 12"})
    assert step.state.players[0].owns(PASKAAR)


def test_who_stays_skips_monsters_with_all_points() -> None:
    """docs/rulings.md 16: three points reach the fourth monster."""
    table = asking(at_table(seat(RED, ASANDER, units={"foot": 9}), OTHER), Moving(3))
    table = settle(table, {0: "stay", 1: "stay"}).state
    assert why_not(table, 0, "hunt 8 with foot 9") == ""
    reason = "not-in-reach powers=(2,3,5,8) power=13"
    assert why_not(table, 0, "hunt 13 with foot 9") == reason


def test_no_faction_is_played_twice() -> None:
    """docs/rulings.md 28."""
    with pytest.raises(BadSetup, match="each faction has one board"):
        CONQUER.initial(Setup(("orcs", "orcs")))


def test_what_another_withholds_cannot_be_concealed() -> None:
    """docs/rulings.md 67: what is crossed off for the Humans is not theirs to hide."""

    class HoldsQliss(Effect):
        def withholds(
            self, table: Table, seat: int, held: bool, thing: Thing, region: Region, other: int
        ) -> bool:
            return held or (thing is Thing.FORTRESS and region is QLISS)

    holder = seat(small_board("holders", nature=(HoldsQliss(),)), Region.YREEL, units={})
    humans = seat("humans", stock=(0, 0, 4), built=("town-hall", "tower-of-illusions"), units={})
    table = play_on(asking(at_table(humans, holder), BuildingStarts(1)), {0: "done"}).state
    assert "conceal fortress Qliss" not in offered(table, 0)
    assert "conceal fortress Wers" in offered(table, 0)


def test_wood_of_each_victim_is_turned_by_itself() -> None:
    """docs/rulings.md 69: wood 1 of either, one becomes iron and the other gold."""
    humans = seat("humans", QLISS, units={"militia": 2}, artefacts=(PASKAAR,))
    victims = [seat(board, QLISS, stock=(1, 0, 0)) for board in (RED, BLUE)]
    table = deployed(humans, *victims, answers={0: "deploy militia 2", 1: "deploy none", 2: "deploy none"})
    step = play_on(
        table, {0: "plunder blue wood 1 red wood 1"}, {0: "exchange iron 1"}, {0: "exchange gold 1"}
    )
    received = [event for event in step.events if isinstance(event, events.Received)]
    assert received == [
        events.Received(0, 0, 1, 0, Source.PLUNDER),
        events.Received(0, 0, 0, 1, Source.PLUNDER),
    ]
    assert step.state.players[0].stock == (0, 1, 1)


def test_war_drums_are_offered_at_the_highest_level_too() -> None:
    """docs/rulings.md 74: no structure is of level 5, but the rage may be spent."""
    orcs = seat("orcs", ASANDER, built=("totem", "war-drums"), own=Rage(2))
    table = replace(at_table(orcs, OTHER), plan=("wood", "iron", "gold", "build"))
    table = asking(table, ActionStarts("build", 4))
    assert offered(table, 0) == ["decline", "drum"]
    assert settle(table, {0: "drum"}).events[-1] == events.LevelRaised(0, 5)


@pytest.mark.parametrize("sieges", [(ROLGOY, QLISS), (QLISS, ROLGOY)])
def test_a_siege_for_the_player_and_one_for_the_hydra(sieges: tuple[Region, ...]) -> None:
    """Rulebook p. 18: the Hydra "can seize a fortress under the normal rules"; docs/rulings.md 85."""
    nagas = seat("nagas", ROLGOY, units={"serpent": 4}, own=HydraZone(hydra=QLISS))
    table = asking(at_table(nagas, OTHER), Fighting(0))
    armies = {ROLGOY: "serpent 3", QLISS: "hydra 1"}
    step = play_on(table, *({0: f"siege {region} with {armies[region]}"} for region in sieges))
    assert [e.region for e in step.events if isinstance(e, events.FortressAttacked)] == list(sieges)
    player = step.state.players[0]
    assert player.fortresses == 1 << ROLGOY | 1 << QLISS
    assert player.stock == (0, 0, 3), "of the Hydra's fortress points only"


def test_the_army_makes_one_siege_with_the_hydra_beside_it_or_not() -> None:
    """docs/rulings.md 85: beside the player the Hydra is a regular unit."""
    nagas = seat("nagas", ROLGOY, units={"serpent": 3}, own=HydraZone(hydra=ROLGOY))
    table = asking(at_table(nagas, OTHER), Fighting(0))
    step = settle(table, {0: "siege Rolgoy with serpent 1"})
    assert why_not(step.state, 0, "siege Rolgoy with hydra 1") == "besieged"


def test_serpents_that_fell_in_an_earlier_fight_hinder_the_hydra_no_more() -> None:
    """docs/rulings.md 86: beside five Serpents the Hydra has 8, beside the two that are left 14."""
    nagas = seat("nagas", Region.ROLGOY, units={"serpent": 5}, own=HydraZone(hydra=Region.ROLGOY))
    table = asking(at_table(nagas, OTHER), Fighting(0))
    step = play_on(table, {0: "hunt 2 with serpent 3"}, {0: "siege Rolgoy with hydra 1"})
    attacks = [event for event in step.events if isinstance(event, events.FortressAttacked)]
    assert [attack.power for attack in attacks] == [14]


def test_who_has_no_choice_is_not_asked() -> None:
    """docs/rulings.md 89: in a battle the one without units seals nothing."""
    table = asking(at_table(seat(RED, QLISS), seat(BLUE, QLISS, units={})), Battle(QLISS, (0, 1)))
    need = CONQUER.pending(table)
    assert isinstance(need, Secret)
    assert [asked.seat for asked in need.requests] == [0]
    assert settle(table, {0: "deploy foot 1"}).events[0] == events.BattleFought(
        QLISS, (0, 1), ((("foot", 1),), ()), (1, 0), 0
    )


def test_nothing_is_attacked_with_nothing() -> None:
    """docs/rulings.md 91: neither a monster nor a fortress, whatever bonus there is."""
    board = small_board("brave", nature=(ArmyPower(9),))
    table = asking(at_table(seat(board, QLISS), OTHER), Fighting(0))
    reason = "deploy-something"
    assert why_not(table, 0, "hunt 2") == reason
    assert why_not(table, 0, "siege Qliss") == reason
    bare = started(at_table(seat(board, QLISS, units={}), OTHER), Fighting(0))
    assert offered(bare.state, 0) == []


def test_amounts_are_typed_in_any_order_and_written_in_one() -> None:
    """docs/rulings.md 93: resources as printed, all else by the alphabet."""
    typed = CONQUER.parse("plunder orcs gold 1 wood 2 elves iron 1")
    assert CONQUER.notate(typed) == "plunder elves iron 1 orcs wood 2 gold 1"
    assert CONQUER.notate(CONQUER.parse("deploy pixie 1 ent 2")) == "deploy ent 2 pixie 1"
