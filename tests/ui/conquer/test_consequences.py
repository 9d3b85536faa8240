"""What each choice costs and comes to."""

from random import Random

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.factions.cultists import Cult
from p2p_heroes.games.conquer.factions.nagas import HydraZone
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.meeting import Meeting
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import ChooseStart
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Setup
from p2p_heroes.ui.conquer.ask import OWN_QUESTIONS, QUESTIONS, question
from p2p_heroes.ui.conquer.consequences import gain, is_sensible, meaning, objects
from tests.support.arena import moments
from tests.support.conquer import Seated, asking, at_table, decision, offered, seat

BO = seat("elves", Region.YREEL)


def means(table: Table, text: str) -> str:
    return meaning(table, 0, decision(text))


def test_a_way_means_its_cost_and_what_is_there() -> None:
    table = asking(at_table(seat("undead", Region.ASANDER), seat("elves", Region.HARRAX)), Moving(4))
    assert means(table, "move Brynnlore") == "costs 2 of 4, mountain, fortress of power 14 for 4 points"
    assert means(table, "move Harrax") == "costs 2 of 4, mountain, 1 iron and 1 gold, portal, 1 other player"
    assert means(table, "move Dortal") == "costs 3 of 4, lake, 2 iron, artefact (0/12 gold)"
    assert means(table, "move Esmore via Brynnlore") == "costs 4 of 4, meadow, 2 wood, foundation"
    assert means(table, "stay") == "keeps 4 movement points, to skip as many monsters"
    assert means(table, "stay buying 1") == "keeps 5 movement points, to skip as many monsters"
    assert means(at_table(seat("undead"), BO), "stay") == ""


def test_what_is_gone_is_not_promised() -> None:
    ada = seat(
        "undead", Region.ASANDER, visited=(Region.DORTAL, Region.ESMORE), foundations={Region.ESMORE: 2}
    )
    bo = seat("elves", Region.YREEL, fortresses=(Region.BRYNNLORE,), artefacts=(Region.DORTAL,))
    table = asking(at_table(ada, bo), Moving(4))
    assert means(table, "move Brynnlore") == "costs 2 of 4, mountain"
    assert means(table, "move Dortal") == "costs 3 of 4, lake"
    assert means(table, "move Esmore via Brynnlore").endswith("meadow, foundation with level 2")


def test_what_a_faction_asks_of_others_has_its_words() -> None:
    table = at_table(seat("undead"), seat("halflings"))
    assert means(table, "annex Lox on Harrax") == "the structure goes to the foundation in Harrax"
    assert means(table, "peace") == ""


def test_a_start_means_its_region() -> None:
    fresh = CONQUER.initial(Setup(("undead", "elves"), {"first": 2}))
    assert isinstance(fresh.agenda[0], ChooseStart)
    assert means(fresh, "start Harrax") == "mountain, 1 iron and 1 gold, portal"


def test_building_means_a_price_and_an_effect() -> None:
    ada = seat("undead", stock=(5, 5, 5), built=("graveyard",))
    table = asking(at_table(ada, BO), BuildingStarts(2))
    assert means(table, "build barrow").startswith("2 iron and 1 gold: 1 Skeleton at the start")
    assert means(table, "recruit skeleton 3") == "3 gold for power 3"
    nagas = at_table(seat("nagas", units={"serpent": 2}), BO)
    assert means(nagas, "build currents") == "1 Serpent: +1 movement point; 1 point"


def test_a_bargain_means_what_is_given_for_it() -> None:
    assert means(at_table(seat("humans"), BO), "swap gold iron 2") == "4 gold for 2 iron"
    assert means(at_table(seat("orcs"), BO), "modify scout bomber 2") == "8 rage"
    assert means(at_table(seat("orcs"), BO), "done") == means(at_table(seat("humans"), BO), "done")


def test_a_discount_is_told() -> None:
    ada = seat("humans", Region.ESMORE, stock=(9, 9, 9), artefacts=(Region.FOLEN,))
    table = asking(at_table(ada, BO), BuildingStarts(2))
    assert means(table, "build market on Esmore saving wood 2").startswith("2 wood and 2 gold less 2 wood: ")


def test_a_fight_means_its_power_and_how_it_ends() -> None:
    ada = seat("undead", Region.QLISS, units={"skeleton": 4, "lich": 2})
    table = asking(at_table(ada, BO), Fighting(0))
    assert means(table, "hunt 2 with skeleton 2") == "power 2 against 2: you lose"
    assert means(table, "siege Qliss with skeleton 3 lich 1") == (
        "power 8 against 7: you win 2 points and 4 wood"
    )
    assert not is_sensible(table, 0, decision("hunt 2 with skeleton 2"))
    assert is_sensible(table, 0, decision("siege Qliss with lich 2"))
    assert not is_sensible(table, 0, decision("siege Qliss with lich 1"))
    assert is_sensible(table, 0, decision("done"))


def test_what_is_sent_into_a_battle_means_power() -> None:
    table = asking(at_table(seat("undead"), seat("elves")), Battle(Region.HARRAX, (0, 1)))
    assert means(table, "deploy skeleton 3") == "power 3"
    assert means(table, "deploy none") == "power 0: nothing is lost"


def test_an_enslaved_fortress_next_to_a_battle_that_was_joined_means_its_power() -> None:
    cult = Cult(marks=(2, 0, 0), enslaved=("fortress-qliss",))
    ada = seat("cultists", Region.HARRAX, units={"preacher": 2}, own=cult)
    others = seat("undead", Region.NIKLEEN), seat("elves", Region.NIKLEEN)
    table = asking(at_table(ada, *others), Battle(Region.NIKLEEN, (0, 1, 2)))
    told = {text: means(table, text) for text in offered(table, 0)}
    assert told["deploy fortress-qliss 1"] == "power 7"
    assert told["deploy fortress-qliss 1 preacher 2"] == "power 13"


def test_nothing_is_said_of_an_army_where_there_is_no_battle() -> None:
    assert means(at_table(seat("undead"), BO), "deploy skeleton 3") == ""


def test_what_a_fight_pays_is_told_with_all_effects() -> None:
    def pays(text: str, ours: Seated) -> str:
        table = asking(at_table(ours, BO), Fighting(0))
        assert text in offered(table, 0)
        return means(table, text).partition("you win ")[2]

    rich = seat("gremlins", Region.QLISS, units={"pourer": 3}, built=("blasting-kegs", "pawnshop"))
    assert pays("siege Qliss with pourer 2", rich) == "2 points and 8 wood"
    aqueduct = ("small-school", "aqueduct", "aqueduct-ii", "aqueduct-iii")
    guided = seat("halflings", Region.QLISS, units={"gladiator": 3}, built=aqueduct)
    assert pays("siege Qliss with gladiator 3", guided) == "2 points, 4 wood and 2 of any kind"
    cores = seat("mechanisms", units={"crusher": 2}, built=("technopark",), monsters=(2, 3))
    assert pays("hunt 5 with crusher 2", cores) == "1 point, 1 wood, 2 Cores and 1 gold"
    turned = seat("humans", Region.QLISS, units={"knight": 3}, artefacts=(Region.PASKAAR,))
    assert pays("siege Qliss with knight 2", turned) == "2 points and 4 wood", "or what it is turned into"
    citadel = seat("cultists", Region.LOX, units={"pilgrim": 9})
    assert pays("siege Lox with pilgrim 9", citadel).endswith(" of any kind")


def test_what_lies_in_a_region_is_told_with_all_effects() -> None:
    ada = seat("mechanisms", Region.ASANDER, built=("technopark",))
    assert "mountain, 2 Cores and 1 gold, portal" in objects(at_table(ada, BO), 0, Region.HARRAX)
    assert "lake, 3 Cores, artefact" in objects(at_table(ada, BO), 0, Region.DORTAL)


def test_a_reward_means_what_it_is() -> None:
    table = asking(at_table(seat("undead"), BO), Rewarding(0, (1,), 2, (2,)))
    assert means(table, "loot") == "1 wood, 1 iron and 1 gold"
    assert means(table, "seize Paskaar") == "curse any 2 regions at once; no points by itself"


def test_an_artefact_means_what_it_does() -> None:
    table = at_table(seat("humans", Region.DORTAL), BO)
    assert means(table, "collect for gold 12") == "2 Knights at once; no points by itself"
    odmoor = means(at_table(seat("humans", Region.ODMOOR), BO), "collect for gold 12")
    assert odmoor == "at the end, 1 point per fortress you seized"
    paskaar = means(at_table(seat("orcs", Region.PASKAAR), BO), "collect for gold 12")
    assert paskaar == "1 more rage whenever you gain some", "its effect is elsewhere"


def test_what_gains_by_a_foundation_costs_no_more_for_it() -> None:
    ada = seat("humans", Region.XELREE, stock=(9, 9, 9), built=("town-hall",))
    table = asking(at_table(ada, BO), BuildingStarts(2))
    assert gain(table, 0, decision("build warrior-guild")) == 0
    assert gain(table, 0, decision("build warrior-guild on Xelree")) == 2
    assert gain(table, 0, decision("done")) == 0
    built = seat("humans", Region.XELREE, stock=(9, 9, 9), built=("market",), foundations={Region.XELREE: 1})
    table = asking(at_table(built, BO), BuildingStarts(2))
    assert gain(table, 0, decision("build armoury on Xelree")) == 2, "of level 3, and not of the one before"


def test_a_structure_means_its_points() -> None:
    ada = seat("undead", Region.ESMORE, stock=(9, 9, 9), built=("graveyard",), foundations={Region.ESMORE: 1})
    table = asking(at_table(ada, BO), BuildingStarts(2))
    told = means(table, "build shrine on Esmore")
    assert told.endswith("; 1 point; 2 points for the foundation instead of 1")


def test_a_meeting_means_power_against_power() -> None:
    here = Region.ASANDER
    table = asking(at_table(seat("undead", here), seat("elves", here)), Meeting(here, (0, 1)))
    assert means(table, "fight") == "everybody here is in the battle; all you have is 4, all Elves: 3"
    assert means(table, "peace") == "unless somebody else here wants to fight"
    assert means(table, "claim") == "a battle if somebody else claims it, too"
    assert means(table, "cede") == "leave it to the others"


def test_to_be_done_means_no_more_of_it() -> None:
    table = at_table(seat("undead", stock=(9, 9, 9)), BO)
    assert means(asking(table, Fighting(0)), "done") == "fight no more"
    assert means(asking(table, BuildingStarts(2)), "done") == "build and recruit no more"


def test_a_piece_fights_with_its_own_power() -> None:
    ada = seat("nagas", Region.HARRAX, own=HydraZone(hydra=Region.KOSLEEN))
    table = asking(at_table(ada, BO), Fighting(0))
    assert means(table, "siege Kosleen with hydra 1") == "power 18 against 21: you lose"


@pytest.mark.slow
def test_everything_that_is_asked_has_a_question_and_every_choice_can_be_explained() -> None:
    """Over whole games of wanderers with all factions."""
    asked: set[str] = set()
    for seed in range(12):
        random = Random(seed)
        choices = tuple(random.sample(CONQUER.choices, 4))
        for state, ask in moments(CONQUER, Setup(choices), seed, ("wanderer",) * 4):
            asked.add(ask.kind)
            assert "For example: " in question(ask)
            for _ in range(3):
                choice = random.choice(ask.choices)
                assert isinstance(meaning(state, ask.seat, choice), str)
                is_sensible(state, ask.seat, choice)
    assert asked >= {"start", "plan", "build", "move", "meet", "claim", "deploy", "reward", "attack"}
    assert asked <= QUESTIONS.keys() | OWN_QUESTIONS.keys()
