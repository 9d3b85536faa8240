"""What structures, artefacts and natures do, in words."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import (
    ArmyPower,
    FortressPoints,
    FoundationPoints,
    GrantsStructure,
    MoreGathered,
    MorePoints,
    Power,
    Price,
    Recruits,
    ResourcesArrive,
    TerrainCost,
    TravelPoints,
    UnitsArrive,
    WoodCarries,
)
from p2p_heroes.games.conquer.faction import USUAL_TERMS, ArtefactTerms, Board, Deed
from p2p_heroes.games.conquer.resources import Resource, bundle
from p2p_heroes.games.conquer.terms import Foe
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.ui.conquer.effects import effect, of_artefact, of_structure, terms

every_board = pytest.mark.parametrize("board", CONQUER.boards.values(), ids=CONQUER.boards)


@pytest.mark.parametrize(
    ("shared", "text"),
    [
        (Recruits("lich"), "recruit Liches"),
        (Power("skeleton", 2), "Skeletons have power 2"),
        (Price("ent", 4), "Ents cost 4 gold"),
        (UnitsArrive(Region.DORTAL, "lich", 2), "2 Liches at once"),
        (ResourcesArrive(Region.DORTAL, 9), "9 resources of your choice at once"),
        (GrantsStructure(Region.TOGEED), "build a structure of any level for nothing at once"),
        (ArmyPower(1), "+1 total power"),
        (ArmyPower(3, (Foe.PLAYERS,)), "+3 total power against players"),
        (ArmyPower(3, (Foe.MONSTER, Foe.FORTRESS)), "+3 total power against monsters and fortresses"),
        (TerrainCost(Terrain.MOUNTAIN, 1), "entering a mountain costs 1"),
        (MorePoints(1), "+1 movement point"),
        (MorePoints(2), "+2 movement points"),
        (WoodCarries(2), "2 wood for a movement point, as often as you like"),
        (MoreGathered(Resource.WOOD, 2), "+2 wood when gathering it"),
        (FoundationPoints(), "at the end, 1 point per foundation with a structure of yours"),
        (FortressPoints(2), "at the end, 2 points per fortress you seized"),
        (TravelPoints(2), "at the end, 1 point per 2 visited regions"),
    ],
)
def test_a_shared_effect_in_words(shared: Effect, text: str) -> None:
    assert effect(shared) == text


def test_an_effect_without_words_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError):
        effect(Effect())


@every_board
def test_everything_on_a_board_says_what_it_does(board: Board) -> None:
    said = [of_structure(board, structure) for structure in board.structures]
    said += [of_artefact(board, artefact) for artefact in board.artefacts]
    said += [effect(one) for one in board.nature]
    assert all(said)
    assert not any("{" in text for text in said)


def test_several_effects_are_told_together() -> None:
    orcs = CONQUER.boards["orcs"]
    camp = orcs.structures[orcs.structure_index["camp"]]
    assert (
        of_structure(orcs, camp) == "recruit Scouts; 2 rage at the start of a building action in a mountain"
    )


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (USUAL_TERMS[Region.PASKAAR], "12 wood"),
        (USUAL_TERMS[Region.FOLEN], "structures on 4 foundations"),
        (USUAL_TERMS[Region.ODMOOR], "5 victories over monsters, fortresses or players"),
        (USUAL_TERMS[Region.TOGEED], "visits to 4 mountains"),
        (ArtefactTerms(bundle(wood=1), (("serpent", 3),)), "1 wood and 3 Serpents"),
        (ArtefactTerms(), "nothing"),
    ],
)
def test_what_an_artefact_asks_for(asked: ArtefactTerms, text: str) -> None:
    assert terms(asked) == text


def test_a_faction_may_have_its_own_words_for_a_deed() -> None:
    deeds = {Deed.MOUNTAINS: "{} peaks"}
    assert terms(USUAL_TERMS[Region.TOGEED], deeds) == "4 peaks"
    assert terms(USUAL_TERMS[Region.FOLEN], deeds) == "structures on 4 foundations"
