"""The Demons in words."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.events import Declined
from p2p_heroes.games.conquer.factions.demons import (
    ButchersMourned,
    ContractSigned,
    GatheringAdvanced,
    RuneCarved,
    Runes,
    SinCommitted,
)
from p2p_heroes.games.conquer.resources import Resource
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import request_for
from p2p_heroes.ui.conquer.consequences import meaning
from p2p_heroes.ui.conquer.factions.demons import DEMONS, own
from p2p_heroes.ui.conquer.narrate import narrate, tell
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.choices import Offer, Unclear
from tests.support.conquer import asking, at_table, decision, seat

NAMES = ("Ada", "Bo")


def test_runes_and_what_they_count_are_told() -> None:
    assert narrate(RuneCarved(0, Region.LOX), NAMES) == ["Ada carves a rune into the foundation in Lox."]
    assert narrate(SinCommitted(1, 2), NAMES) == ["Bo counts 2 sins: 2 points."]
    assert narrate(ButchersMourned(1, 1), NAMES) == ["Bo counts 1 fallen Butcher: 1 point."]


def test_what_comes_before_the_first_action_is_told() -> None:
    signed = narrate(ContractSigned(0, Region.TOGEED), NAMES)
    assert signed == ["Ada has the power of the artefact of Tog' Eed for this round."]
    assert narrate(GatheringAdvanced(0, Resource.IRON), NAMES) == ["Ada gathers iron ahead of the others."]
    assert tell([Declined(0, "contract")], NAMES) == ["Ada signs no contract."]
    assert tell([Declined(0, "gathering-ahead")], NAMES) == ["Ada gathers nothing ahead."]


def test_the_runes_are_shown() -> None:
    assert own(Runes()) == ["Runes: none"]
    runes = (Region.ESMORE, Region.LOX)
    block = Runes(runes, runes[1:], sins=2, butchers=3, contract=Region.TOGEED, ahead=("wood",))
    assert own(block) == [
        "Runes: Esmore and Lox",
        "Runes without a structure: Lox",
        "Sins: 2",
        "Fallen Butchers that count: 3",
        "Contract: Tog' Eed",
        "Gathered ahead: wood",
    ]


def test_what_only_they_are_asked() -> None:
    assert list(DEMONS.questions) == ["sign", "advance", "inscribe"]


def test_what_a_carving_takes_from_the_foundation_is_shown() -> None:
    demons = seat("demons", Region.LOX, stock=(9, 9, 9), built=("brand",), foundations={Region.LOX: 2})
    table = asking(at_table(demons, seat("undead")), BuildingStarts(1))
    assert meaning(table, 0, decision("carve purgatory on Lox")).endswith("; loses the foundation's 2 points")
    assert meaning(table, 0, decision("carve summoning-circle on Lox")).endswith(
        "; loses the foundation's 2 points"
    )
    bare = seat("demons", Region.LOX, stock=(9, 9, 9))
    table = asking(at_table(bare, seat("undead")), BuildingStarts(1))
    assert "loses" not in meaning(table, 0, decision("carve purgatory on Lox"))
    assert "loses" not in meaning(table, 0, decision("build summoning-circle"))


def test_the_words_for_a_carving_are_named_where_others_are_typed() -> None:
    demons = seat("demons", Region.LOX, stock=(9, 9, 9), units={"succubus": 1})
    table = asking(at_table(demons, seat("undead")), BuildingStarts(1))
    offer = Offer(CONQUER, request_for(CONQUER.pending(table), 0).choices)
    for typed in ("build purg", "build purgatory", "recruit purg"):
        with pytest.raises(Unclear, match="say carve purgatory on Lox saving gold 1, or one of 2 others"):
            offer.meant(typed)
    assert CONQUER.notate(offer.meant("build zebra")) == "build zebra"
    ui, request = GAME_UIS["conquer"], request_for(CONQUER.pending(table), 0)
    form = ui.form(Asked(CONQUER, ui, table, request, lambda decision: "never asked"))
    assert form.pick("build purg") == "say carve purgatory on Lox saving gold 1, or one of 2 others"


def test_what_a_rune_costs_besides_the_structure_is_shown() -> None:
    demons = seat("demons", Region.LOX, stock=(9, 9, 9), built=("brand",), units={"succubus": 1})
    table = asking(at_table(demons, seat("undead")), BuildingStarts(1))
    carved = meaning(table, 0, decision("carve summoning-circle on Lox saving wood 1"))
    assert carved.startswith("2 wood and 2 gold less 1 wood, plus 3 gold: ")
    assert meaning(table, 0, decision("build summoning-circle")).startswith("2 wood and 2 gold: ")
