"""The Cultists' board, rule by rule (rulebook, Cultists)."""

from collections.abc import Mapping

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.army import army_power, stacks_for, unit_power
from p2p_heroes.games.conquer.battle import Battle, Rewarding, monsters_left
from p2p_heroes.games.conquer.building import BuildingStarts, GrantedStructure
from p2p_heroes.games.conquer.collecting import Collecting, deeds_done, take_artefact
from p2p_heroes.games.conquer.decisions import Decline
from p2p_heroes.games.conquer.faction import Deed
from p2p_heroes.games.conquer.factions.cultists import (
    CELLS,
    CULTISTS,
    THRALLS,
    ArtefactEnslaved,
    Bonus,
    BonusReached,
    Breathing,
    Cult,
    Dedicating,
    Enslaved,
    LordBreathed,
    MarksPlaced,
    Renewing,
    ThrallRefreshed,
    ThrallsExhausted,
    Wishing,
    Worshipping,
    breathable,
    enslavements,
)
from p2p_heroes.games.conquer.factions.demons import Runes
from p2p_heroes.games.conquer.factions.gremlins import Taverns
from p2p_heroes.games.conquer.factions.humans import Concealing, Illusions
from p2p_heroes.games.conquer.factions.nagas import HydraZone
from p2p_heroes.games.conquer.factions.undead import curse
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.holdings import change_terrain, receive
from p2p_heroes.games.conquer.meeting import Joining, Meetings, MovementEnds
from p2p_heroes.games.conquer.moving import Moving, entry_costs
from p2p_heroes.games.conquer.planning import Rejoining, RoundEnds
from p2p_heroes.games.conquer.resources import Bundle, Resource
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Score, Source
from p2p_heroes.games.conquer.visiting import Arriving, is_fortress_taken, weakest_units
from p2p_heroes.games.conquer.world import CORNERS, PLACES, Region, Terrain
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import Step
from p2p_heroes.games.kit.agenda import copied
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    beginning,
    building,
    bystander,
    offered,
    play_on,
    seat,
    settle,
    started,
    units_of,
    why_not,
    with_terrain,
)

R = Region
W, I, G = Resource  # noqa: E741 -- as the symbols are called
RICH = (60, 60, 60)
ALL = tuple(structure.name for structure in CULTISTS.structures)
FULL = Cult((14, 14, 14))
TOWER = ("tower-of-illusions",)
MONSTERS = tuple(name for name, thrall in THRALLS.items() if thrall.region is None)


def fighting(cultist: Seated, *others: Seated) -> Table:
    return asking(at_table(cultist, *(others or (bystander(),))), Fighting(0))


def own(table: Table, who: int = 0) -> Cult:
    return Cult.of(table, who)


def gaining(table: Table, artefact: Region, who: int = 0) -> Step[Table]:
    """The artefact comes to a seat, with all that follows."""
    turn = Turn(copied(table))
    take_artefact(turn, who, artefact)
    step = started(turn.table, *turn.queued)
    return Step(step.state, (*turn.events, *step.events))


def survives(table: Table) -> bool:
    return CONQUER.decode_state(CONQUER.encode_state(table)) == table


# The board.


def test_what_the_board_costs_to_cross() -> None:
    """Rulebook, Cultists: lake 2, mountain 2, forest 1, meadow 3."""
    costs = entry_costs(at_table(seat("cultists"), bystander()), 0, by_portal=False)
    assert [costs[region] for region in (R.DORTAL, R.HARRAX, R.ASANDER, R.ESMORE)] == [2, 2, 1, 3]


def test_the_sanctuary_makes_meadows_cheaper() -> None:
    """Rulebook, movement: the example of the Sanctuary, from 3 to 2."""
    costs = entry_costs(at_table(seat("cultists", built=("sanctuary",)), bystander()), 0, by_portal=False)
    assert [costs[region] for region in (R.DORTAL, R.HARRAX, R.ASANDER, R.ESMORE)] == [2, 2, 1, 2]


def test_they_begin_with_a_preacher() -> None:
    assert units_of(at_table(seat("cultists"), bystander()), 0) == {"preacher": 1}


def test_many_resources_are_worth_no_points() -> None:
    """Rulebook, Cultists: the board prints no values beside the resources."""
    turn = Turn(at_table(seat("cultists"), bystander()))
    receive(turn, 0, (30, 22, 14), Source.EFFECT)
    assert turn.events == [events.Received(0, 30, 22, 14, Source.EFFECT)]
    assert score_of(turn.table, 0) == Score()


def test_altar_and_initiation_recruit() -> None:
    """Rulebook, Cultists: Preachers for 3 gold, Pilgrims for 5."""
    table = building(seat("cultists", stock=(0, 0, 8), built=("altar", "initiation")))
    step = play_on(table, {0: "recruit preacher 1"}, {0: "recruit pilgrim 1"})
    assert units_of(step.state, 0) == {"preacher": 2, "pilgrim": 1}
    assert step.state.players[0].stock == (0, 0, 0)


def test_temple_and_the_artefact_of_vurt_strengthen_preachers() -> None:
    """Rulebook, Cultists: 3, 4, 5."""
    plain, temple = seat("cultists"), seat("cultists", built=("temple-of-the-lord",))
    both = seat("cultists", built=("temple-of-the-lord",), artefacts=(R.VURT,))
    assert [unit_power(at_table(one, bystander()), 0, 0) for one in (plain, temple, both)] == [3, 4, 5]


@pytest.mark.parametrize(("region", "power"), [(R.DORTAL, 10), (R.HARRAX, 6), (R.ASANDER, 4), (R.ESMORE, 8)])
def test_a_pilgrim_is_as_strong_as_its_region_makes_it(region: Region, power: int) -> None:
    """Rulebook, Cultists: by the terrain of the current region."""
    assert unit_power(at_table(seat("cultists", region), bystander()), 0, 1) == power


def test_a_changed_terrain_changes_pilgrims() -> None:
    """A Geyser or a Server has turned the region: the terrain of the moment counts."""
    table = at_table(seat("cultists", R.ESMORE), bystander())
    assert unit_power(with_terrain(table, R.ESMORE, Terrain.LAKE), 0, 1) == 10
    turn = Turn(table)
    change_terrain(turn, 1, R.ESMORE, Terrain.MOUNTAIN)
    assert unit_power(turn.table, 0, 1) == 6


def test_before_the_start_a_pilgrim_has_a_power_to_show() -> None:
    board, player = seat("cultists")
    player.region = None
    assert unit_power(at_table((board, player), bystander()), 0, 1) == 4


# Citadels.


@pytest.mark.parametrize("region", [R.ASANDER, R.LOX, R.NIKLEEN, R.UGMAT])
def test_citadels_stand_in_place_of_foundations_and_resources(region: Region) -> None:
    """Rulebook, Cultists: citadels; for everybody else the region is as usual."""
    printed = CULTISTS.places[region]
    assert (printed.foundation, printed.resources) == (False, (0, 0, 0))
    assert printed.fortress is not None
    table = asking(
        at_table(seat("cultists", region, stock=RICH), seat("elves", region, stock=RICH)), BuildingStarts(1)
    )
    assert [text for text in offered(table, 0) if " on " in text] == []
    assert [text for text in offered(table, 1) if f" on {region}" in text] != []


def test_who_comes_to_a_citadel_finds_no_resources() -> None:
    board, player = seat("cultists", R.ASANDER)
    player.visited = 0
    assert started(at_table((board, player), bystander()), Arriving(0)).events == ()
    board, player = seat("elves", R.ASANDER)
    player.visited = 0
    [found] = started(at_table(seat("cultists"), (board, player)), Arriving(1)).events
    assert found == events.Received(1, 1, 1, 0, Source.REGION)


def test_a_citadel_is_seized_like_a_fortress() -> None:
    """Rulebook, Cultists: power 12, 4 points."""
    step = settle(
        fighting(seat("cultists", R.ASANDER, units={"preacher": 5})), {0: "siege Asander with preacher 5"}
    )
    assert step.events[0] == events.FortressAttacked(0, R.ASANDER, 12, (("preacher", 5),), 15, 4, True)
    assert step.state.players[0].stock == (2, 2, 0)
    assert score_of(step.state, 0).victories == 4


def test_the_citadel_of_lox_gives_resources_of_any_kind() -> None:
    table = fighting(seat("cultists", R.LOX, units={"preacher": 10}))
    step = play_on(table, {0: "siege Lox with preacher 10"}, {0: "take wood 1 iron 2 gold 3"})
    assert step.state.players[0].stock == (1, 2, 3)
    assert score_of(step.state, 0).victories == 6


def test_others_see_no_citadel() -> None:
    """Rulebook, Cultists: effects of other factions do not touch citadels."""
    humans = seat("humans", R.ASANDER, stock=RICH, units={"militia": 9})
    table = at_table(seat("cultists", R.ASANDER, own=FULL), humans)
    assert beginning(asking(table, Fighting(1)), "siege", 1) == []
    concealing = asking(table, Concealing(1))
    assert "conceal fortress Asander" not in offered(concealing, 1)
    hidden = seat("humans", R.HARRAX, built=TOWER, own=Illusions((("foundation", R.ASANDER),)))
    assert "enslave fortress-asander" in offered(fighting(seat("cultists", R.ASANDER, own=FULL), hidden), 0)


def test_a_rune_in_asander_does_not_touch_the_citadel() -> None:
    demons = seat("demons", R.ASANDER, own=Runes((R.ASANDER,)))
    table = fighting(seat("cultists", R.ASANDER, own=FULL, units={"preacher": 5}), demons)
    assert "enslave fortress-asander" in offered(table, 0)
    assert "siege Asander with preacher 5" in offered(table, 0)


# Marks.


def advent(marks: tuple[int, ...], stock: Bundle) -> Table:
    """Advent is built, whose price marks iron and gold."""
    cultist = seat("cultists", stock=stock, built=("temple-of-the-lord",), own=Cult(marks))
    return settle(building(cultist), {0: "build advent"}).state


def test_marks_are_bought_row_by_row_after_building() -> None:
    """Rulebook, Cultists, the first example: three marks for 6 iron, two for 3 gold."""
    table = advent((0, 0, 0), (4, 10, 5))
    assert offered(table, 0) == [
        *("decline", "worship iron 1", "worship iron 2", "worship iron 3"),
        *("worship gold 1", "worship gold 2"),
    ]
    step = play_on(table, {0: "worship iron 3"}, {0: "take wood 5"}, {0: "worship gold 2"})
    paid = [event for event in step.events if isinstance(event, events.Paid)]
    assert paid == [events.Paid(0, 0, 6, 0, ()), events.Paid(0, 0, 0, 3, ())]
    assert own(step.state).marks == (0, 3, 2)
    assert step.state.players[0].stock == (5, 0, 0), "the third mark of a row brings 5 resources"


def test_marks_go_on_from_the_left_and_bring_four_bonuses() -> None:
    """Rulebook, Cultists, the second example: iron 3 to 5, gold 2 and 3, four new bonuses."""
    table = advent((0, 2, 1), (4, 10, 5))
    step = play_on(
        table, {0: "worship iron 3"}, {0: "take wood 5"}, {0: "worship gold 2"}, {0: "take wood 5"}
    )
    assert [event for event in step.events if isinstance(event, MarksPlaced | BonusReached)] == [
        MarksPlaced(0, I, 3, 5),
        BonusReached(0, I, Bonus.RESOURCES),
        BonusReached(0, I, Bonus.POINT),
        MarksPlaced(0, G, 2, 3),
        BonusReached(0, G, Bonus.SYMBOL),
        BonusReached(0, G, Bonus.RESOURCES),
    ]
    assert own(step.state) == Cult((0, 5, 3), ("iron", "gold"))
    assert score_of(step.state, 0) == Score(structures=3, resources=2 + 1)


def test_what_a_bonus_gives_can_buy_marks_for_the_next_row() -> None:
    """Docs/rulings.md 146."""
    table = play_on(advent((0, 2, 0), (4, 5, 2)), {0: "worship iron 1"}).state
    assert offered(settle(table, {0: "take gold 5"}).state, 0) == [
        "decline",
        "worship gold 1",
        "worship gold 2",
    ]
    assert offered(settle(table, {0: "take iron 5"}).state, 0) == []


@pytest.mark.parametrize(
    ("count", "price"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 28), (8, 35)]
)
def test_the_price_of_marks(count: int, price: int) -> None:
    """Rulebook, Cultists: printed above the block."""
    enough, short = advent((0, 0, 0), (4, 4 + price, 2)), advent((0, 0, 0), (4, 3 + price, 2))
    assert f"worship iron {count}" in offered(enough, 0)
    assert f"worship iron {count}" not in offered(short, 0)


def test_no_more_than_eight_marks_for_a_row_in_a_round() -> None:
    """Rulebook, Cultists."""
    table = advent((0, 0, 0), (4, 64, 2))
    assert (
        why_not(table, 0, "worship iron 9")
        == "not-worshipped rows=(iron,gold) most=8 prices=(1,3,6,10,15,21,28,35) cells=14"
    )
    assert "worship iron 8" in offered(table, 0)


def test_marks_are_bought_once_for_a_row_in_a_round() -> None:
    """Docs/rulings.md 147: a structure of the artefact of Folen is a second one in the round."""
    cultist = seat("cultists", stock=RICH, own=Cult(bought=("iron",)), built=("temple-of-the-lord",))
    table = settle(asking(at_table(cultist, bystander()), GrantedStructure(0)), {0: "build advent"}).state
    assert {text.split()[1] for text in beginning(table, "worship")} == {"gold"}
    ended = started(at_table(cultist, bystander()), RoundEnds()).state
    assert own(ended).bought == ()


def test_no_mark_goes_beyond_the_last_cell() -> None:
    """Rulebook, Cultists: fourteen marks in a row."""
    table = advent((0, 12, 14), RICH)
    assert offered(table, 0) == ["decline", "worship iron 1", "worship iron 2"]
    full = seat("cultists", stock=RICH, own=FULL)
    step = settle(building(full), {0: "build gifts-of-the-lord"})
    assert not any(isinstance(stage, Worshipping) for stage in step.state.agenda)


def test_marks_need_not_be_bought() -> None:
    step = settle(advent((0, 0, 0), RICH), {0: "decline"})
    assert step.events[0] == events.Declined(0, "gifts")
    assert own(step.state) == Cult()


def test_a_whole_row_has_ten_bonuses_and_six_points() -> None:
    """Rulebook, Cultists: at most ten bonuses in a row of fourteen, the numbers among them in this order."""
    assert (len(CELLS), sum(bonus is not Bonus.NONE for bonus in CELLS)) == (14, 10)
    numbers = {Bonus.POINT: 1, Bonus.RESOURCES: 5, Bonus.TWO_POINTS: 2}
    assert [numbers[bonus] for bonus in CELLS if bonus in numbers] == [1, 5, 1, 1, 1, 2]
    assert score_of(at_table(seat("cultists", own=Cult((0, 14, 0))), bystander()), 0) == Score(resources=6)


def test_a_pilgrim_joins() -> None:
    """Rulebook, Cultists: one of the bonuses; the Initiation is not needed."""
    step = settle(advent((0, 8, 0), RICH), {0: "worship iron 1"})
    assert events.UnitsJoined(0, "pilgrim", 1) in step.events
    assert units_of(step.state, 0) == {"preacher": 1, "pilgrim": 1}


def test_the_lord_gives_exactly_five_resources() -> None:
    table = settle(advent((0, 2, 0), RICH), {0: "worship iron 1"}).state
    assert offered(table, 0)[0] == "take gold 5"
    assert len(offered(table, 0)) == 21
    for text in ("take gold 4", "take gold 5 wood 1", "decline", "take rage 5"):
        assert why_not(table, 0, text) == "take-together count=5 most=((wood,5),(iron,5),(gold,5))"


def test_what_is_marked_in_each_price() -> None:
    """Each structure offers marks for one or two rows."""
    rows = {}
    for name in ALL:
        [structure] = [one for one in CULTISTS.structures if one.name == name]
        needed = tuple(structure.needs)
        step = settle(building(seat("cultists", stock=RICH, built=needed)), {0: f"build {name}"})
        rows[name] = "".join(dict.fromkeys(text.split()[1][0] for text in beginning(step.state, "worship")))
    assert rows == {
        "breath-of-the-lord": "w",
        "gifts-of-the-lord": "i",
        "eye-of-the-lord": "wg",
        "sanctuary": "i",
        "altar": "w",
        "temple-of-the-lord": "g",
        "symbol-of-faith": "g",
        "advent": "ig",
        "initiation": "wi",
    }


# Enslaving monsters.


def test_a_monster_is_enslaved_instead_of_fought() -> None:
    """Rulebook, Cultists: no points, no resources; one monster a round."""
    table = fighting(seat("cultists", R.HARRAX, own=Cult((2, 0, 0))))
    assert beginning(table, "enslave") == ["enslave monster-two"]
    step = settle(table, {0: "enslave monster-two"})
    assert step.events == (Enslaved(0, "monster-two"),)
    player = step.state.players[0]
    assert (player.hunted, player.monsters, player.stock) == (True, 0, (0, 0, 0))
    assert own(step.state).enslaved == ("monster-two",)
    assert score_of(step.state, 0) == score_of(table, 0) == Score(resources=1), "the point of a mark"
    assert offered(step.state, 0) == []


def test_who_has_fought_a_monster_enslaves_none() -> None:
    table = fighting(seat("cultists", own=FULL, hunted=True))
    assert offered(table, 0) == []


@pytest.mark.parametrize("marks", [(2, 0, 0), (0, 2, 0)])
def test_one_of_the_symbols_is_enough(marks: tuple[int, ...]) -> None:
    """Rulebook, Cultists: symbols with OR between them."""
    assert beginning(fighting(seat("cultists", own=Cult(marks))), "enslave") == ["enslave monster-two"]


@pytest.mark.parametrize("marks", [(1, 1, 14), (0, 0, 0)])
def test_without_the_symbol_nothing_is_enslaved(marks: tuple[int, ...]) -> None:
    table = fighting(seat("cultists", own=Cult(marks)))
    assert beginning(table, "enslave") == []
    assert why_not(table, 0, "enslave monster-two") == "symbol-not-reached thrall=monster-two"
    assert why_not(table, 0, "decline") == "not-a-fight"


def test_a_symbol_is_used_any_number_of_times() -> None:
    """Rulebook, Cultists."""
    table = fighting(seat("cultists", own=Cult((2, 0, 0), enslaved=("monster-two",))))
    assert beginning(table, "enslave") == ["enslave monster-three"]


def test_monsters_are_skipped_for_movement_points() -> None:
    """Rulebook, Cultists: as for a fight."""
    cultist = seat("cultists", own=FULL, points=2, monsters=(3,))
    assert beginning(fighting(cultist), "enslave") == [
        "enslave monster-two",
        "enslave monster-five",
        "enslave monster-eight",
    ]


def test_an_enslaved_monster_is_not_fought_and_a_defeated_one_not_enslaved() -> None:
    """Rulebook, Cultists."""
    cultist = seat("cultists", own=Cult((2, 2, 0), enslaved=("monster-two",)), monsters=(3,))
    table = fighting(cultist)
    assert {text.split()[1] for text in beginning(table, "hunt")} == {"5"}
    assert beginning(table, "enslave") == ["enslave monster-five"]
    assert (
        why_not(table, 0, "enslave monster-three") == why_not(table, 0, "enslave artefact") == "not-enslaved"
    )
    assert monsters_left(table, 0) == (2, 3, 4, 5, 6, 7, 8)


def test_the_lord_can_only_be_fought() -> None:
    """Rulebook, Cultists: power 80, 15 points."""
    cultist = seat("cultists", own=replace(FULL, enslaved=MONSTERS), units={"preacher": 27})
    table = fighting(cultist)
    assert beginning(table, "enslave") == []
    assert {text.split()[1] for text in beginning(table, "hunt")} == {"80"}
    step = settle(table, {0: "hunt 80 with preacher 27"})
    assert events.MonsterCircled(0, 80, 15) in step.events
    assert step.state.players[0].stock == (0, 0, 15)
    assert score_of(step.state, 0).victories == 15


def test_monsters_fight_for_their_masters() -> None:
    """Rulebook, Cultists, the example: 3 + 3 + 3 + 13 = 22; Preachers perish, the monster is exhausted."""
    cultist = seat(
        "cultists",
        R.GLENNFORE,
        units={"preacher": 3},
        own=Cult((0, 6, 0), enslaved=("monster-thirteen",)),
    )
    table = fighting(cultist, bystander(), seat("elves", R.LOX), seat("orcs", R.LOX))
    step = settle(table, {0: "siege Glennfore with preacher 3 monster-thirteen 1"})
    assert isinstance(fought := step.events[0], events.FortressAttacked)
    assert (fought.power, fought.won) == (22, True)
    assert step.events[1:3] == (
        events.UnitsPerished(0, (("preacher", 3),)),
        ThrallsExhausted(0, ("monster-thirteen",)),
    )
    assert own(step.state).spent == ("monster-thirteen",)
    assert units_of(step.state, 0) == {}
    assert beginning(step.state, "hunt") == []


def test_a_monster_fights_alone() -> None:
    table = fighting(seat("cultists", units={}, own=Cult((0, 6, 0), enslaved=("monster-thirteen",))))
    step = settle(table, {0: "hunt 2 with monster-thirteen 1"})
    assert events.MonsterCircled(0, 2, 1) in step.events
    assert ThrallsExhausted(0, ("monster-thirteen",)) in step.events


# Enslaving fortresses.


def test_a_fortress_is_enslaved_by_who_is_there() -> None:
    """Rulebook, Cultists: in its region; opponents cross it out; no points, no resources."""
    table = fighting(seat("cultists", R.ROLGOY, own=Cult((0, 0, 2))))
    assert "enslave fortress-rolgoy" in offered(table, 0)
    step = settle(table, {0: "enslave fortress-rolgoy"})
    assert step.events == (Enslaved(0, "fortress-rolgoy"),)
    player = step.state.players[0]
    assert (player.fortresses, player.stock, player.hunted) == (0, (0, 0, 0), False)
    assert is_fortress_taken(step.state, R.ROLGOY)
    # The monster of the round is still free.
    assert offered(step.state, 0)[:3] == [
        *("done", "hunt 2 with fortress-rolgoy 1", "hunt 2 with preacher 1"),
    ]
    assert why_not(step.state, 0, "siege Rolgoy with preacher 1") == "no-fortress region=Rolgoy"
    assert "enslave fortress-rolgoy" not in offered(fighting(seat("cultists", R.VURT, own=FULL)), 0)


@pytest.mark.parametrize(
    ("region", "marks"),
    [
        (R.ASANDER, (6, 0, 0)),
        (R.IKARA, (0, 6, 0)),
        (R.QLISS, (2, 0, 0)),
        (R.ROLGOY, (0, 0, 2)),
        (R.UGMAT, (0, 2, 0)),
        (R.ZORO, (6, 0, 6)),
    ],
)
def test_six_fortresses_have_symbols(region: Region, marks: tuple[int, ...]) -> None:
    """Rulebook, Cultists: two of them are the citadels of Asander and Ugmat."""
    others = (bystander(), seat("elves"), seat("orcs"))
    name = f"enslave fortress-{str(region).lower()}"
    assert name in offered(fighting(seat("cultists", region, own=Cult(marks)), *others), 0)
    for at, count in enumerate(marks):
        if count:
            fewer = Cult(tuple(count - 1 if at == row else kept for row, kept in enumerate(marks)))
            assert name not in offered(fighting(seat("cultists", region, own=fewer), *others), 0)


@pytest.mark.parametrize("region", [R.BRYNNLORE, R.GLENNFORE, R.WERS, R.KOSLEEN, R.NIKLEEN, R.LOX])
def test_the_other_fortresses_are_only_seized(region: Region) -> None:
    table = fighting(seat("cultists", region, own=FULL), bystander(), seat("elves"), seat("orcs"))
    assert [text for text in beginning(table, "enslave") if "fortress" in text] == []
    assert f"siege {region} with preacher 1" in offered(table, 0)


def test_a_seized_fortress_is_not_enslaved() -> None:
    """Rulebook, Cultists; also one that the Hydra seized before."""
    nagas = seat("nagas", R.DORTAL, fortresses=(R.ROLGOY,))
    table = fighting(seat("cultists", R.ROLGOY, own=FULL), nagas)
    assert "enslave fortress-rolgoy" not in offered(table, 0)
    ours = fighting(seat("cultists", R.ROLGOY, own=FULL, fortresses=(R.ROLGOY,)))
    assert "enslave fortress-rolgoy" not in offered(ours, 0)


def test_who_lost_the_battle_or_the_siege_enslaves_no_fortress() -> None:
    """Docs/rulings.md 148."""
    barred = fighting(seat("cultists", R.ROLGOY, own=FULL, barred=True))
    assert "enslave fortress-rolgoy" not in offered(barred, 0)
    siege = fighting(seat("cultists", R.ROLGOY, own=FULL))
    step = settle(siege, {0: "siege Rolgoy with preacher 1"})
    assert beginning(step.state, "enslave") == ["enslave monster-two"]


def test_a_concealed_fortress_is_not_enslaved() -> None:
    """The Tower of Illusions of the Humans."""
    humans = seat("humans", R.DORTAL, built=TOWER, own=Illusions((("fortress", R.ROLGOY),)))
    table = fighting(seat("cultists", R.ROLGOY, own=FULL), humans)
    assert "enslave fortress-rolgoy" not in offered(table, 0)


def test_a_fortress_enslaved_in_this_action_is_gone_for_those_after_it() -> None:
    """Movement actions settle fortresses in turn order; the enslaved one counts as seized."""
    undead = seat("undead", R.ROLGOY, units={"skeleton": 9}, hunted=True)
    table = at_table(seat("cultists", R.ROLGOY, own=FULL), undead)
    free = asking(table, Fighting(1))
    assert beginning(free, "siege", 1) != []
    after = settle(asking(table, Fighting(0), Fighting(1)), {0: "enslave fortress-rolgoy"}).state
    done = settle(after, {0: "done"}).state
    assert offered(done, 1) == []


def near(region: Region, foe: Foe = Foe.PLAYERS) -> list[str]:
    """What of Rolgoy and the monster can be sent into a fight from a region."""
    block = Cult((0, 2, 6), enslaved=("monster-thirteen", "fortress-rolgoy"))
    table = at_table(seat("cultists", region, units={}, own=block), bystander())
    return [stack.name for stack in stacks_for(table, 0, Combat(foe, region))]


def test_a_fortress_fights_in_its_region_and_next_to_it_by_land() -> None:
    """Rulebook, Cultists: portals do not count; a monster fights everywhere."""
    both = ["monster-thirteen", "fortress-rolgoy"]
    assert near(R.ROLGOY) == near(R.VURT, Foe.MONSTER) == near(R.QLISS, Foe.FORTRESS) == both
    assert near(R.HARRAX) == near(R.LOX, Foe.MONSTER) == ["monster-thirteen"]
    # Suleen and Harrax both have portals, and only Suleen borders on Rolgoy.
    assert near(R.SULEEN) == both


def test_an_exhausted_thrall_does_not_fight() -> None:
    block = Cult((0, 2, 6), enslaved=("monster-thirteen", "fortress-rolgoy"), spent=("fortress-rolgoy",))
    table = at_table(seat("cultists", R.ROLGOY, own=block), bystander())
    combat = Combat(Foe.PLAYERS, R.ROLGOY)
    assert [stack.name for stack in stacks_for(table, 0, combat)] == ["preacher", "monster-thirteen"]
    assert army_power(table, 0, (("monster-thirteen", 1), ("preacher", 1)), combat) == 16


def test_a_curse_takes_no_thrall() -> None:
    """The Undead weaken units; a Pilgrim is as weak as its region makes it."""
    block = Cult((2, 0, 0), enslaved=("monster-two",))
    table = at_table(seat("cultists", R.ESMORE, units={}, own=block), bystander())
    turn = Turn(copied(table))
    curse(turn, 1, R.ESMORE)
    assert own(turn.table) == block
    in_forest = seat("cultists", R.ASANDER, units={"preacher": 1, "pilgrim": 1}, artefacts=(R.VURT,))
    assert weakest_units(at_table(in_forest, bystander()), 0) == ("pilgrim", "preacher")[::-1]
    strong = seat(
        "cultists",
        R.ASANDER,
        units={"preacher": 1, "pilgrim": 1},
        artefacts=(R.VURT,),
        built=("temple-of-the-lord",),
    )
    assert weakest_units(at_table(strong, bystander()), 0) == ("pilgrim",)


# Victories over players.


def celebrated(block: Cult, monsters: tuple[int, ...] = ()) -> Step[Table]:
    cultist = seat("cultists", R.HARRAX, units={"preacher": 2}, own=block, monsters=monsters)
    table = asking(at_table(cultist, seat("undead", stock=(3, 0, 0))), Battle(R.HARRAX, (0, 1)))
    return settle(table, {0: "deploy preacher 2", 1: "deploy none"})


def test_a_victory_circles_the_leftmost_monster_that_is_not_enslaved() -> None:
    """Neither a defeated nor an enslaved one."""
    step = celebrated(Cult((2, 0, 0), enslaved=("monster-two",)), monsters=(3,))
    assert events.MonsterCircled(0, 5, 1) in step.events


def test_a_victory_over_players_does_not_circle_the_lord() -> None:
    """Docs/rulings.md 149: the reward stays."""
    step = celebrated(replace(FULL, enslaved=MONSTERS))
    assert not any(isinstance(event, events.MonsterCircled) for event in step.events)
    assert step.state.agenda[:1] == (Rewarding(0, (1,), 3, ()),)
    assert offered(step.state, 0) == ["decline", *(f"plunder undead wood {count}" for count in (3, 2, 1))]


# Artefacts.


@pytest.mark.parametrize(
    ("region", "marks"),
    [
        (R.PASKAAR, (6, 0, 0)),
        (R.VURT, (0, 6, 0)),
        (R.DORTAL, (0, 0, 6)),
        (R.FOLEN, (11, 0, 0)),
        (R.TOGEED, (0, 11, 0)),
    ],
)
def test_an_artefact_is_enslaved_with_its_symbol(region: Region, marks: tuple[int, ...]) -> None:
    """Rulebook, Cultists: in its region, instead of its terms, with the same effect."""
    table = asking(at_table(seat("cultists", region, own=Cult(marks)), bystander(R.HARRAX)), Collecting(0))
    assert offered(table, 0) == ["decline", "enslave artefact"]
    step = settle(table, {0: "enslave artefact"})
    assert step.events[0] == ArtefactEnslaved(0, region)
    assert step.state.players[0].owns(region)
    assert own(step.state).artefacts == (region,)
    fewer = Cult(tuple(max(0, count - 1) for count in marks))
    assert (
        asking(at_table(seat("cultists", region, own=fewer), bystander(R.HARRAX)), Collecting(0)).agenda == ()
    )


def test_the_artefact_of_odmoor_is_not_enslaved() -> None:
    """Rulebook, Cultists."""
    table = asking(at_table(seat("cultists", R.ODMOOR, own=FULL), bystander()), Collecting(0))
    assert table.agenda == ()


def test_the_artefact_of_odmoor_asks_for_five_enslavements() -> None:
    """Rulebook, Cultists: monsters, fortresses and artefacts, not victories."""
    block = replace(FULL, enslaved=("monster-two", "monster-three", "fortress-rolgoy"))
    victor = seat("cultists", R.ODMOOR, own=block, monsters=(5, 8, 13), artefacts=(R.VURT,))
    table = at_table(victor, bystander())
    assert deeds_done(table, 0, Deed.VICTORIES) == 3
    assert asking(table, Collecting(0)).agenda == ()
    five = replace(block, artefacts=(R.PASKAAR, R.VURT))
    both = (R.PASKAAR, R.VURT)
    table = asking(at_table(seat("cultists", R.ODMOOR, own=five, artefacts=both), bystander()), Collecting(0))
    assert offered(table, 0) == ["decline", "collect"]
    lost = at_table(seat("cultists", R.ODMOOR, own=five, artefacts=(R.VURT,)), bystander())
    assert deeds_done(lost, 0, Deed.VICTORIES) == enslavements(lost, 0) == 4


def test_an_artefact_is_collected_as_usual_without_being_enslaved() -> None:
    """Rulebook, Cultists: either the one or the other."""
    cultist = seat("cultists", R.VURT, own=FULL, stock=(0, 12, 0))
    table = asking(at_table(cultist, bystander()), Collecting(0))
    assert offered(table, 0) == ["decline", "collect for iron 12", "enslave artefact"]
    step = settle(table, {0: "collect for iron 12"})
    assert own(step.state).artefacts == ()
    assert asking(step.state, Collecting(0)).agenda == ()


def test_who_lost_the_battle_enslaves_no_artefact() -> None:
    table = at_table(seat("cultists", R.VURT, own=FULL, barred=True), bystander())
    assert asking(table, Collecting(0)).agenda == ()


def test_a_concealed_artefact_is_neither_enslaved_nor_wished_for() -> None:
    """The Tower of Illusions of the Humans."""
    humans = seat("humans", R.HARRAX, built=TOWER, own=Illusions((("artefact", R.VURT),)))
    table = at_table(seat("cultists", R.VURT, own=FULL), humans)
    assert asking(table, Collecting(0)).agenda == ()
    step = gaining(at_table(seat("cultists", R.PASKAAR), humans), R.PASKAAR)
    assert offered(step.state, 0) == ["wish Dortal", "wish Folen", "wish Odmoor", "wish Tog'Eed"]


def test_folen_asks_for_three_foundations() -> None:
    """Rulebook, artefacts: three for Cultists."""
    for count, agreed in ((2, []), (3, ["decline", "collect"])):
        levels = dict.fromkeys((R.ESMORE, R.JORVELD, R.XELREE)[:count], 1)
        table = at_table(seat("cultists", R.FOLEN, foundations=levels), bystander())
        assert offered(asking(table, Collecting(0)), 0) == agreed


def test_the_artefact_of_folen_builds_a_structure_for_nothing() -> None:
    """Rulebook, Cultists: at once, for nothing; marks may be bought after it."""
    cultist = seat("cultists", R.FOLEN, stock=(0, 0, 3), built=("eye-of-the-lord",))
    step = gaining(at_table(cultist, bystander()), R.FOLEN)
    assert "build temple-of-the-lord" in offered(step.state, 0)
    assert "build advent" not in offered(step.state, 0)
    step = settle(step.state, {0: "build temple-of-the-lord"})
    assert step.state.players[0].stock == (0, 0, 3)
    assert offered(step.state, 0) == ["decline", "worship gold 1", "worship gold 2"]


def test_the_artefact_of_paskaar_brings_another_one() -> None:
    """Rulebook, Cultists: its terms need not be fulfilled."""
    step = gaining(at_table(seat("cultists", R.PASKAAR), bystander()), R.PASKAAR)
    assert offered(step.state, 0) == [
        *("wish Vurt", "wish Dortal", "wish Folen", "wish Odmoor", "wish Tog'Eed"),
    ]
    assert "one-of " in why_not(step.state, 0, "wish Paskaar")
    chosen = settle(step.state, {0: "wish Dortal"})
    assert chosen.events == (events.ArtefactCollected(0, R.DORTAL), Enslaved(0, "monster-thirteen"))
    assert own(chosen.state) == Cult(enslaved=("monster-thirteen",))


def test_the_last_artefact_left_is_not_asked_for() -> None:
    """Docs/rulings.md 150."""
    elves = seat("elves", artefacts=(R.DORTAL, R.FOLEN, R.ODMOOR, R.TOGEED))
    step = gaining(at_table(seat("cultists", R.PASKAAR), elves), R.PASKAAR)
    assert step.events == (events.ArtefactCollected(0, R.VURT),)
    elves = seat("elves", artefacts=(R.VURT, R.DORTAL, R.FOLEN, R.ODMOOR, R.TOGEED))
    assert gaining(at_table(seat("cultists", R.PASKAAR), elves), R.PASKAAR).events == ()


def test_the_artefact_of_dortal_enslaves_the_thirteen_for_nothing() -> None:
    """Rulebook, Cultists: without symbols, points and resources."""
    step = gaining(at_table(seat("cultists"), bystander()), R.DORTAL)
    assert step.events == (Enslaved(0, "monster-thirteen"),)
    assert own(step.state) == Cult(enslaved=("monster-thirteen",))
    assert score_of(step.state, 0) == Score()
    assert not step.state.players[0].hunted


def test_the_artefact_of_dortal_refreshes_an_enslaved_thirteen() -> None:
    """Rulebook, Cultists; docs/rulings.md 151: that is no enslavement."""
    name = "monster-thirteen"
    spent = seat("cultists", built=("eye-of-the-lord",), own=Cult((0, 6, 0), enslaved=(name,), spent=(name,)))
    step = gaining(at_table(spent, bystander()), R.DORTAL)
    assert step.events == (ThrallRefreshed(0, name),)
    assert step.state.agenda == ()
    fresh = seat("cultists", own=Cult((0, 6, 0), enslaved=(name,)))
    assert gaining(at_table(fresh, bystander()), R.DORTAL).events == ()


def test_the_artefact_of_dortal_raises_a_defeated_thirteen() -> None:
    """Rulebook, Cultists: its points and resources stay."""
    cultist = seat("cultists", R.DORTAL, monsters=(13,), stock=(0, 0, 5))
    step = gaining(at_table(cultist, bystander()), R.DORTAL)
    assert own(step.state).enslaved == ("monster-thirteen",)
    assert step.state.players[0].stock == (0, 0, 5)
    assert score_of(step.state, 0).victories == 3
    assert survives(step.state)


def test_the_artefact_of_odmoor_puts_four_marks() -> None:
    """Rulebook, Cultists: in any rows."""
    step = gaining(at_table(seat("cultists", own=Cult((13, 0, 0))), bystander()), R.ODMOOR)
    assert offered(step.state, 0) == ["dedicate wood", "dedicate iron", "dedicate gold"]
    step = settle(step.state, {0: "dedicate wood"})
    assert offered(step.state, 0) == ["dedicate iron", "dedicate gold"]
    assert (
        why_not(step.state, 0, "dedicate wood")
        == "one-of choices=(Dedicate(row='iron'),Dedicate(row='gold'))"
    )
    step = play_on(step.state, {0: "dedicate iron"}, {0: "dedicate iron"}, {0: "dedicate gold"})
    assert own(step.state) == Cult((14, 2, 1))
    assert step.state.agenda == ()


def test_marks_without_room_are_lost() -> None:
    """Docs/rulings.md 152."""
    step = gaining(at_table(seat("cultists", own=Cult((14, 12, 14))), bystander()), R.ODMOOR)
    assert step.events == (
        MarksPlaced(0, I, 1, 13),
        BonusReached(0, I, Bonus.POINT),
        MarksPlaced(0, I, 1, 14),
        BonusReached(0, I, Bonus.TWO_POINTS),
    )
    assert own(step.state) == FULL


def test_the_artefact_of_togeed_refreshes_two_monsters() -> None:
    """Rulebook, Cultists: no fortresses."""
    spent = ("monster-two", "monster-three", "monster-five", "fortress-rolgoy")
    cultist = seat("cultists", own=replace(FULL, enslaved=spent, spent=spent))
    step = gaining(at_table(cultist, bystander()), R.TOGEED)
    assert offered(step.state, 0) == ["refresh monster-two", "refresh monster-three", "refresh monster-five"]
    step = play_on(step.state, {0: "refresh monster-five"}, {0: "refresh monster-two"})
    assert own(step.state).spent == ("monster-three", "fortress-rolgoy")
    assert step.state.agenda == ()
    assert gaining(at_table(seat("cultists"), bystander()), R.TOGEED).events == ()


def test_an_artefact_does_what_it_does_only_when_it_is_gained_itself() -> None:
    owned = (R.PASKAAR, R.DORTAL, R.ODMOOR, R.TOGEED)
    table = at_table(seat("cultists", artefacts=owned), bystander())
    step = gaining(table, R.VURT)
    assert (step.events, step.state.agenda, own(step.state)) == ((), (), Cult())


def test_what_an_artefact_once_gave_stays_when_it_is_taken() -> None:
    """Lasting effects end; the enslaved monster and the marks stay."""
    block = Cult((4, 0, 0), enslaved=("monster-thirteen",))
    cultist = seat("cultists", own=block, artefacts=(R.VURT, R.DORTAL, R.ODMOOR))
    table = at_table(cultist, seat("elves"))
    assert unit_power(table, 0, 0) == 4
    table = asking(table, Rewarding(1, (0,), 0, ()))
    assert unit_power(settle(table, {1: "seize Vurt"}).state, 0, 0) == 3
    assert own(settle(table, {1: "seize Dortal"}).state) == block
    assert own(settle(table, {1: "seize Odmoor"}).state) == block


# Structures.


@pytest.mark.parametrize(("points", "gold"), [(0, 0), (1, 2), (4, 2)])
def test_gifts_are_for_those_who_have_a_movement_point_left(points: int, gold: int) -> None:
    """Rulebook, Cultists: 2 at the end of the movement action, if at least 1 is left; docs/rulings.md 196."""
    cultist = seat("cultists", built=("gifts-of-the-lord",), points=points)
    step = started(at_table(cultist, bystander()), MovementEnds())
    assert step.state.players[0].stock == (0, 0, gold)
    assert step.state.players[0].points == 0


@pytest.mark.parametrize(
    ("fight", "gold"), [("done", 2), ("hunt 2 with preacher 1", 2), ("hunt 3 with preacher 1", 0)]
)
def test_a_point_that_skipped_a_monster_is_not_left(fight: str, gold: int) -> None:
    """Rulebook p. 10: it is spent; docs/rulings.md 196."""
    cultist = seat("cultists", built=("gifts-of-the-lord",), points=1)
    table = asking(at_table(cultist, bystander()), Fighting(0), MovementEnds())
    assert settle(table, {0: fight}).state.players[0].stock == (0, 0, gold)


def test_a_point_that_skipped_a_monster_which_is_enslaved_is_not_left() -> None:
    """Rulebook, Cultists: monsters are skipped by the same rules."""
    for name, gold in (("monster-two", 2), ("monster-three", 0)):
        cultist = seat("cultists", built=("gifts-of-the-lord",), own=Cult((2, 0, 0)), points=1)
        table = asking(at_table(cultist, bystander()), Fighting(0), MovementEnds())
        assert settle(table, {0: f"enslave {name}"}).state.players[0].stock == (0, 0, gold)


def test_another_who_moves_alone_brings_no_gifts() -> None:
    """docs/rulings.md 196: it is a movement action of the Cultists that ends."""
    cultist = seat("cultists", built=("gifts-of-the-lord",), points=1)
    table = replace(at_table(cultist, bystander()), alone=1)
    assert started(table, MovementEnds(), Rejoining()).state.players[0].stock == (0, 0, 0)


def test_the_eye_puts_a_mark_for_each_enslavement() -> None:
    """Rulebook, Cultists: for nothing, in any row; no purchase (docs/rulings.md 147)."""
    eye = seat("cultists", R.ROLGOY, built=("eye-of-the-lord",), own=Cult((2, 0, 2)))
    step = settle(fighting(eye), {0: "enslave fortress-rolgoy"})
    assert offered(step.state, 0) == ["dedicate wood", "dedicate iron", "dedicate gold"]
    step = play_on(step.state, {0: "dedicate iron"}, {0: "enslave monster-two"}, {0: "dedicate gold"})
    assert own(step.state) == Cult((2, 1, 3), enslaved=("monster-two", "fortress-rolgoy"))


def test_the_eye_sees_artefacts_and_what_comes_with_them() -> None:
    """Docs/rulings.md 151: the artefact of Dortal and the monster are two."""
    eye = seat("cultists", R.DORTAL, built=("eye-of-the-lord",), own=Cult((0, 0, 6)))
    table = asking(at_table(eye, bystander(R.HARRAX)), Collecting(0))
    step = play_on(table, {0: "enslave artefact"}, {0: "dedicate wood"}, {0: "dedicate wood"})
    assert own(step.state) == Cult((2, 0, 6), (), ("monster-thirteen",), (), (R.DORTAL,))


def test_the_symbol_of_faith_refreshes_for_gold() -> None:
    """Rulebook, Cultists: any number, each monster for its own price, each fortress for 4."""
    spent = ("monster-two", "monster-thirteen", "fortress-rolgoy")
    block = replace(FULL, enslaved=spent, spent=spent)
    table = building(seat("cultists", stock=(0, 0, 11), built=("symbol-of-faith",), own=block))
    assert offered(table, 0) == [
        *("done", "refresh monster-two", "refresh monster-thirteen", "refresh fortress-rolgoy"),
    ]
    step = play_on(table, {0: "refresh monster-thirteen"}, {0: "refresh fortress-rolgoy"})
    assert step.events[:2] == (events.Paid(0, 0, 0, 7, ()), ThrallRefreshed(0, "monster-thirteen"))
    assert step.state.players[0].stock == (0, 0, 0)
    assert own(step.state).spent == ("monster-two",)
    without = building(seat("cultists", stock=(0, 0, 11), own=block))
    assert beginning(without, "refresh") == []
    poor = building(seat("cultists", stock=(0, 0, 3), built=("symbol-of-faith",), own=block))
    assert why_not(poor, 0, "refresh monster-thirteen") == "refreshed-for thrall=monster-thirteen gold=7"
    assert why_not(poor, 0, "refresh monster-three") == "not-exhausted thrall=monster-three"
    assert why_not(table, 0, "decline") == "not-while-building"


def test_what_refreshing_a_monster_costs() -> None:
    """Rulebook, Cultists: 1, 2, 3, 4, 7, 10, 13 and 16 are printed, and 4 for a fortress."""
    assert [THRALLS[name].refreshing for name in MONSTERS] == [1, 2, 3, 4, 7, 10, 13, 16]
    assert {thrall.refreshing for thrall in THRALLS.values() if thrall.region is not None} == {4}


def test_advent_counts_enslavements_at_the_end() -> None:
    """Rulebook, Cultists: monsters, fortresses, and artefacts that nobody has taken away."""
    block = replace(FULL, enslaved=("monster-two", "fortress-asander"), artefacts=(R.PASKAAR, R.VURT))
    cultist = seat("cultists", built=("advent",), own=block, artefacts=(R.PASKAAR, R.DORTAL))
    assert score_of(at_table(cultist, bystander()), 0).structures == 1 + 3


def test_an_enslaved_artefact_that_comes_back_counts_again() -> None:
    """Docs/rulings.md 153."""
    block = replace(FULL, artefacts=(R.VURT,))
    table = at_table(seat("cultists", own=block), seat("elves", artefacts=(R.VURT, R.DORTAL)))
    assert enslavements(table, 0) == 0
    table = asking(table, Rewarding(0, (1,), 0, ()))
    assert enslavements(settle(table, {0: "seize Vurt"}).state, 0) == 1
    # One that they never enslaved is simply won; what it enslaves is another matter.
    assert own(settle(table, {0: "seize Dortal"}).state).artefacts == (R.VURT,)


# Breath of the Lord.


def breath(region: Region = R.HARRAX, *, stock: Bundle = (0, 0, 3), **rest: object) -> Seated:
    return seat("cultists", region, stock=stock, built=("breath-of-the-lord",), **rest)  # type: ignore[arg-type]


def meeting(*seated: Seated, first: int = 0) -> Table:
    return asking(at_table(*seated, first=first), Meetings())


def test_players_of_an_adjacent_region_are_drawn_into_a_battle() -> None:
    """Rulebook, Cultists: for 3 gold, also where nobody else is in the own region."""
    table = meeting(breath(), seat("undead", R.ASANDER))
    assert offered(table, 0) == ["decline", "breathe Asander"]
    assert survives(table)
    step = settle(table, {0: "breathe Asander"})
    assert step.events == (events.Paid(0, 0, 0, 3, ()), LordBreathed(0, R.ASANDER, (0, 1)))
    assert step.state.agenda[0] == Battle(R.HARRAX, (0, 1), R.ASANDER)
    assert survives(step.state)
    step = settle(step.state, {0: "deploy preacher 1", 1: "deploy skeleton 1"})
    assert step.events[0] == events.BattleFought(
        R.HARRAX, (0, 1), ((("preacher", 1),), (("skeleton", 1),)), (3, 1), 0
    )
    assert events.MonsterCircled(0, 2, 1) in step.events
    assert [player.barred for player in step.state.players] == [False, True]


def test_everybody_of_both_regions_fights_in_one_battle() -> None:
    """Docs/rulings.md 154: and nobody fights players for a second time in the action."""
    table = meeting(breath(), seat("undead", R.ASANDER), seat("elves", R.HARRAX), seat("orcs", R.ASANDER))
    step = play_on(table, {0: "fight"}, {0: "breathe Asander"})
    assert step.state.agenda[0] == Battle(R.HARRAX, (0, 1, 2, 3), R.ASANDER)
    assert survives(step.state)
    step = settle(step.state, dict.fromkeys(range(4), "deploy none"))
    assert not any(isinstance(event, events.Met) for event in step.events)
    assert all(player.battled for player in step.state.players)


BESIDE = (breath(), seat("undead", R.ASANDER), seat("elves", R.HARRAX))
"""Elves beside the Cultists, Undead next door."""


@pytest.mark.parametrize(
    "declared",
    [
        ({2: "peace"}, {0: "fight"}),
        ({2: "fight"},),
    ],
    ids=["by the Cultists", "by an earlier seat"],
)
def test_the_breath_is_there_when_a_battle_in_the_own_region_is_declared(
    declared: tuple[dict[int, str], ...],
) -> None:
    """Rulebook, Cultists: "when you declare that you want to fight", whoever has done so before them."""
    table = play_on(meeting(*BESIDE, first=2), *declared).state
    assert offered(table, 0) == ["decline", "breathe Asander"]
    assert survives(table)
    drawn = settle(table, {0: "breathe Asander"}).state
    assert drawn.agenda[0] == Battle(R.HARRAX, (2, 0, 1), R.ASANDER)
    over = settle(drawn, dict.fromkeys(range(3), "deploy none"))
    assert not any(isinstance(event, events.BattleFought) for event in over.events[1:])
    declined = settle(table, {0: "decline"}).state
    assert declined.agenda[0] == Battle(R.HARRAX, (2, 0))


def test_the_breath_is_there_when_two_claim_what_lies_in_the_own_region() -> None:
    """Rulebook p. 9: a claim is a wish to fight, too."""
    seats = (breath(R.ROLGOY), seat("undead", R.VURT), seat("elves", R.ROLGOY))
    said = ({2: "peace"}, {0: "peace"}, {2: "claim"}, {0: "claim"})
    assert "breathe Vurt" in offered(play_on(meeting(*seats, first=2), *said).state, 0)


def test_after_peace_in_the_own_region_the_breath_is_still_there() -> None:
    """docs/rulings.md 154: at the Cultists' place in turn order."""
    table = play_on(meeting(*BESIDE, first=2), {2: "peace"}, {0: "peace"}).state
    assert offered(table, 0) == ["decline", "breathe Asander"]


def test_who_has_fought_is_not_drawn_in() -> None:
    """The others come first, and their battle is over when the Cultists' place in turn order comes."""
    seats = (breath(), seat("undead", R.ASANDER), seat("orcs", R.ASANDER))
    table = meeting(*seats, first=1)
    table = play_on(table, {1: "fight"}, {0: "decline"}, {1: "deploy none", 2: "deploy none"}).state
    assert not isinstance(table.agenda[0], Breathing)
    assert breathable(table, 0) == ()


def test_peace_in_a_region_does_not_keep_the_breath_out() -> None:
    seats = (breath(), seat("undead", R.ASANDER), seat("orcs", R.ASANDER))
    table = play_on(meeting(*seats, first=1), {1: "peace"}, {2: "peace"}).state
    assert offered(table, 0) == ["decline", "breathe Asander"]
    step = settle(table, {0: "decline"})
    assert step.events[0] == events.Declined(0, "breath")
    assert why_not(table, 0, "breathe Esmore") == "not-breathed-on regions=(Asander)"


@pytest.mark.parametrize(
    "cultist",
    [breath(stock=(9, 9, 2)), breath(battled=True), seat("cultists", stock=(0, 0, 9)), breath(R.LOX)],
    ids=["poor", "fought", "not built", "far"],
)
def test_when_there_is_no_breath(cultist: Seated) -> None:
    table = meeting(cultist, seat("undead", R.ASANDER, units={}))
    assert not any(isinstance(stage, Breathing) for stage in table.agenda)


def test_portals_make_regions_adjacent_for_the_breath() -> None:
    """Rulebook, portals; but not those that the Humans conceal."""
    undead = seat("undead", R.SULEEN)
    assert offered(meeting(breath(), undead), 0) == ["decline", "breathe Suleen"]
    humans = seat("humans", R.LOX, units={}, built=TOWER, own=Illusions((("portal", R.SULEEN),)))
    assert "breathe Suleen" not in offered(meeting(breath(), undead, humans), 0)


def test_the_effects_of_the_region_in_which_one_stands_count() -> None:
    """Rulebook, Cultists: Pilgrims on their own mountain, Bouncers at their own tavern."""
    corner = CORNERS.index((R.ESMORE, R.FOLEN, R.KOSLEEN))
    gremlins = seat("gremlins", R.ESMORE, units={"bouncer": 2}, own=Taverns((corner,)))
    table = meeting(breath(units={"pilgrim": 1}), gremlins)
    table = settle(table, {0: "breathe Esmore"}).state
    [fought, *_] = settle(table, {0: "deploy pilgrim 1", 1: "deploy bouncer 2"}).events
    assert isinstance(fought, events.BattleFought)
    assert fought.powers == (6, 6)


def test_demons_sin_where_they_stand() -> None:
    """Docs/rulings.md 154: the range of runes is counted from their own region."""
    demons = seat("demons", R.ESMORE, units={"imp": 9}, built=("sins",), own=Runes((R.ESMORE,)))
    table = settle(meeting(breath(), demons), {0: "breathe Esmore"}).state
    step = settle(table, {0: "deploy none", 1: "deploy imp 9"})
    assert "SinCommitted" in [type(event).__name__ for event in step.events]
    far = seat("demons", R.ASANDER, units={"imp": 9}, built=("sins",), own=Runes((R.ESMORE,)))
    table = settle(meeting(breath(), far), {0: "breathe Asander"}).state
    step = settle(table, {0: "deploy none", 1: "deploy imp 9"})
    assert "SinCommitted" not in [type(event).__name__ for event in step.events]


def test_a_battle_next_door_is_joined_for_gold() -> None:
    """Rulebook, Cultists: where it was declared, before anybody deploys."""
    seats = (breath(), seat("undead", R.ASANDER), seat("orcs", R.ASANDER))
    table = settle(meeting(*seats, first=1), {1: "fight"}).state
    assert table.agenda[0] == Joining(R.ASANDER, (1, 2), (0,))
    assert offered(table, 0) == ["decline", "join"]
    assert survives(table)
    step = settle(table, {0: "join"})
    assert step.events == (events.BattleJoined(0, R.ASANDER), events.Paid(0, 0, 0, 3, ()))
    assert step.state.agenda[0] == Battle(R.ASANDER, (1, 2, 0))
    assert survives(step.state)
    step = settle(step.state, {0: "deploy preacher 1", 1: "deploy none", 2: "deploy none"})
    fought = step.events[0]
    assert isinstance(fought, events.BattleFought)
    assert (fought.powers, fought.winner) == ((0, 0, 3), 0)
    assert breathable(step.state, 0) == ()


def test_joining_drags_nobody_else_along() -> None:
    """Docs/rulings.md 154."""
    seats = (breath(), seat("undead", R.ASANDER), seat("orcs", R.ASANDER), seat("elves", R.HARRAX))
    table = play_on(meeting(*seats, first=1), {1: "fight"}, {0: "join"}).state
    assert table.agenda[0] == Battle(R.ASANDER, (1, 2, 0))
    step = settle(table, dict.fromkeys(range(3), "deploy none"))
    assert not any(isinstance(event, events.Met) for event in step.events)


@pytest.mark.parametrize(
    "cultist", [breath(stock=(9, 9, 2)), breath(battled=True), breath(R.LOX)], ids=["poor", "fought", "far"]
)
def test_who_cannot_join(cultist: Seated) -> None:
    seats = (cultist, seat("undead", R.ASANDER), seat("orcs", R.ASANDER))
    table = settle(meeting(*seats, first=1), {1: "fight"}).state
    assert isinstance(table.agenda[0], Battle)


def test_a_battle_of_one_who_acts_alone_is_joined_but_none_is_begun() -> None:
    """Only who performs the action settles a meeting; whoever is near may join."""
    seats = (breath(), seat("undead", R.ASANDER), seat("orcs", R.ASANDER))
    table = replace(at_table(*seats), alone=1)
    table = asking(table, Meetings(), Rejoining())
    assert offered(table, 1) == ["peace", "fight"]
    table = settle(table, {1: "fight"}).state
    assert table.agenda[0] == Joining(R.ASANDER, (1, 2), (0,))
    assert survives(table)


def test_a_hydra_alone_next_door_is_attacked() -> None:
    """It fights for itself, wherever its player is."""
    nagas = seat("nagas", R.LOX, units={"serpent": 2}, own=HydraZone((), R.ESMORE))
    table = meeting(breath(units={"preacher": 9}), nagas)
    assert offered(table, 0) == ["decline", "breathe Esmore"]
    table = settle(table, {0: "breathe Esmore"}).state
    assert survives(table)
    step = settle(table, {0: "deploy preacher 9"})
    fought = step.events[0]
    assert isinstance(fought, events.BattleFought)
    assert (fought.deployed[1], fought.winner) == ((("hydra", 1),), 0)
    assert [player.battled for player in step.state.players] == [True, False]


def test_a_hydra_beside_its_player_is_part_of_the_army() -> None:
    nagas = seat("nagas", R.ESMORE, units={"serpent": 1}, own=HydraZone((), R.ESMORE))
    table = settle(meeting(breath(), nagas), {0: "breathe Esmore"}).state
    assert "deploy hydra 1 serpent 1" in offered(table, 1)
    assert "deploy none" not in offered(table, 1)


def test_a_hydra_and_others_next_door_fight_once() -> None:
    nagas = seat("nagas", R.LOX, units={}, own=HydraZone((), R.ESMORE))
    table = meeting(breath(), nagas, seat("undead", R.ESMORE))
    table = settle(table, {0: "breathe Esmore"}).state
    assert table.agenda[0] == Battle(R.HARRAX, (0, 1, 2), R.ESMORE)
    step = settle(table, {0: "deploy none", 2: "deploy none"})
    assert not any(isinstance(event, events.Met) for event in step.events)


def test_a_hydra_in_the_own_region_fights_in_the_same_battle() -> None:
    """It forces a battle there anyway, and no fight leaves it alive."""
    nagas = seat("nagas", R.LOX, units={}, own=HydraZone((), R.HARRAX))
    table = meeting(breath(), nagas, seat("undead", R.ASANDER))
    table = settle(table, {0: "breathe Asander"}).state
    assert table.agenda[0] == Battle(R.HARRAX, (0, 1, 2), R.ASANDER)
    assert survives(table)
    step = settle(table, {0: "deploy preacher 1", 2: "deploy none"})
    fought = step.events[0]
    assert isinstance(fought, events.BattleFought)
    assert (fought.deployed[1], fought.winner) == ((("hydra", 1),), 1)
    assert not any(isinstance(event, events.Met) for event in step.events)


def test_a_hydra_drags_no_player_into_a_second_battle() -> None:
    """Docs/rulings.md 154: it was summoned after the battle of its player there."""
    nagas = seat("nagas", R.ESMORE, battled=True, own=HydraZone((), R.ESMORE))
    assert breathable(at_table(breath(), nagas), 0) == ()


def test_an_enslaved_fortress_fights_where_the_battle_is_or_next_to_it() -> None:
    """Rulebook, Cultists: whoever is drawn in fights in the Cultists' own region; docs/rulings.md 155."""
    block = replace(FULL, enslaved=("fortress-rolgoy",))
    odmoor = settle(meeting(breath(R.ODMOOR, own=block), seat("undead", R.JORVELD)), {0: "breathe Jorveld"})
    assert "deploy fortress-rolgoy 1" in offered(odmoor.state, 0)
    jorveld = settle(meeting(breath(R.JORVELD, own=block), seat("undead", R.ODMOOR)), {0: "breathe Odmoor"})
    assert "deploy fortress-rolgoy 1" not in offered(jorveld.state, 0)


@pytest.mark.parametrize(
    ("home", "battle", "serves"),
    [(R.JORVELD, R.ODMOOR, True), (R.ODMOOR, R.JORVELD, False), (R.NIKLEEN, R.ROLGOY, True)],
)
def test_a_fortress_serves_in_a_battle_that_is_joined_next_to_it(
    home: Region, battle: Region, serves: bool
) -> None:
    """docs/rulings.md 155: the fortress of Rolgoy, beside Odmoor and not beside Jorveld."""
    cultist = breath(home, own=replace(FULL, enslaved=("fortress-rolgoy",)))
    table = meeting(cultist, seat("undead", battle), seat("orcs", battle), first=1)
    joined = play_on(table, {1: "fight"}, {0: "join"}).state
    assert ("deploy fortress-rolgoy 1" in offered(joined, 0)) is serves


def test_the_winner_has_the_right_to_what_lies_where_the_winner_stands() -> None:
    """Docs/rulings.md 154: here the fortress of Rolgoy, not what lies next door."""
    table = meeting(breath(R.ROLGOY, own=FULL), seat("undead", R.VURT, units={"skeleton": 1}))
    table = settle(table, {0: "breathe Vurt"}).state
    won = settle(table, {0: "deploy preacher 1", 1: "deploy none"}).state
    assert "enslave fortress-rolgoy" in offered(settle(won, {0: "loot"}).state, 0)
    lost = settle(table, {0: "deploy none", 1: "deploy skeleton 1"}).state
    assert lost.players[0].barred


def test_a_whole_movement_action_with_breath() -> None:
    """Moving, meeting and fighting go on as usual around it."""
    table = asking(at_table(breath(), seat("undead", R.ASANDER)), Moving(1))
    table = settle(table, {0: "stay"}).state
    table = play_on(table, {0: "breathe Asander"}, {0: "deploy preacher 1", 1: "deploy none"}).state
    assert table.players[0].battled


# What cannot be.


def broken(table: Table, **parts: object) -> Mapping[str, object]:
    plain = CONQUER.encode_state(table)
    assert isinstance(plain, dict)
    players = plain["players"]
    assert isinstance(players, tuple)
    block = players[0]
    assert isinstance(block, dict)
    kept = block["own"]
    assert isinstance(kept, dict)
    return {**plain, "players": ({**block, "own": {**kept, **parts}}, *players[1:])}


SOUND: dict[str, object] = {
    "marks": (14, 14, 14),
    "bought": ("wood", "gold"),
    "enslaved": ("monster-two", "monster-thirteen", "fortress-rolgoy"),
    "spent": ("monster-two", "fortress-rolgoy"),
    "artefacts": ("Paskaar", "Tog'Eed"),
}


@pytest.mark.parametrize(
    "damage",
    [
        {"marks": (14, 14)},
        {"marks": (14, 14, 15)},
        {"bought": ("gold", "wood")},
        {"bought": ("rage",)},
        {"enslaved": ("fortress-rolgoy", "monster-two", "monster-thirteen")},
        {"enslaved": ("monster-eighty",), "spent": ()},
        {"enslaved": ("monster-three",), "spent": ()},
        {"enslaved": ("fortress-qliss",), "spent": ()},
        {"enslaved": ("fortress-zoro",), "spent": ()},
        {"spent": ("monster-five",)},
        {"artefacts": ("Odmoor",)},
        {"artefacts": ("Tog'Eed", "Paskaar")},
        {"marks": (14, 14, 1)},
        {"marks": (14, 10, 14)},
    ],
    ids=str,
)
def test_a_damaged_block_is_refused(damage: dict[str, object]) -> None:
    cultist = seat("cultists", R.HARRAX, monsters=(3, 13), stock=(9, 9, 9))
    table = building(cultist, seat("elves", fortresses=(R.QLISS,)))
    CONQUER.decode_state(broken(table, **SOUND))  # type: ignore[arg-type]  # plain values
    with pytest.raises(MalformedState):
        CONQUER.decode_state(broken(table, **SOUND | damage))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "stage",
    [
        Worshipping(1, ("wood",)),
        Worshipping(0, ("gold", "wood")),
        Worshipping(0, ()),
        Dedicating(1),
        Dedicating(7),
        Wishing(1),
        Renewing(1),
        Breathing(1),
        Breathing(0),
    ],
    ids=repr,
)
def test_a_stage_that_cannot_be_is_refused(stage: Worshipping | Dedicating | Wishing | Renewing) -> None:
    table = building(seat("cultists", stock=(9, 9, 9)))
    with pytest.raises(MalformedState):
        CONQUER.decode_state(CONQUER.encode_state(replace(table, agenda=(stage, *table.agenda))))


def test_an_absent_player_does_the_quiet_thing() -> None:
    """The first choice of each question."""
    for table in (advent((0, 0, 0), RICH), meeting(breath(), seat("undead", R.ASANDER))):
        assert CONQUER.default(table, 0) == Decline()
    assert offered(fighting(seat("cultists", own=FULL)), 0)[0] == "done"


def test_only_the_printed_map_of_the_cultists_has_citadels() -> None:
    changed = [region for region in Region if CULTISTS.places[region] != PLACES[region]]
    assert changed == [R.ASANDER, R.LOX, R.NIKLEEN, R.UGMAT]
