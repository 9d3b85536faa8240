"""Monsters and fortresses (rulebook pp. 10 and 12)."""

from collections.abc import Sequence

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import Decision, Loot
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import ArmyPower
from p2p_heroes.games.conquer.events import (
    FightsFinished,
    FoeWeakened,
    FortressAttacked,
    MonsterCircled,
    MonsterFought,
    Received,
    UnitsPerished,
)
from p2p_heroes.games.conquer.faction import Board, Costs, Unit
from p2p_heroes.games.conquer.fighting import Fighting, may_besiege, targets_of
from p2p_heroes.games.conquer.holdings import pay, receive
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.resources import Amounts, bundle
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Piece, Source, Stack
from p2p_heroes.games.conquer.visiting import is_fortress_free, is_fortress_taken
from p2p_heroes.games.conquer.world import PLACES, Fortress, Region
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    names_of,
    offered,
    play_on,
    seat,
    settle,
    small_board,
    units_of,
    why_not,
)

R = Region
REDS, BLUES = small_board("reds"), small_board("blues")
FAR = seat(BLUES, R.UGMAT, units={})
ALL_MONSTERS = (2, 3, 5, 8, 13, 19, 25, 32)


def fighter(region: Region = R.HARRAX, board: Board = REDS, **holding: object) -> Seated:
    holding.setdefault("units", {"foot": 9, "knight": 9})
    return seat(board, region, **holding)  # type: ignore[arg-type]  # as given


def fighting(*seated: Seated) -> Table:
    return asking(at_table(*seated), Fighting(0))


def monsters_offered(table: Table) -> set[int]:
    return {int(text.split()[1]) for text in offered(table, 0) if text.startswith("hunt")}


# Monsters.


def test_the_leftmost_open_monster_may_be_fought_in_any_region() -> None:
    """Rulebook p. 10: none has to have moved for it; docs/rulings.md 14."""
    assert monsters_offered(fighting(fighter(), FAR)) == {2}
    assert monsters_offered(fighting(fighter(R.ESMORE, monsters=(2, 5)), FAR)) == {3}


@pytest.mark.parametrize(
    ("circled", "points", "powers"),
    [
        ((), 1, {2, 3}),
        ((2, 5), 1, {3, 8}),
        ((2, 5), 2, {3, 8, 13}),
        ((), 9, set(ALL_MONSTERS)),
        (ALL_MONSTERS[:7], 2, {32}),
        (ALL_MONSTERS, 2, set()),
    ],
)
def test_each_unspent_point_skips_one_open_monster(
    circled: tuple[int, ...], points: int, powers: set[int]
) -> None:
    """Rulebook p. 10; docs/rulings.md 18: circled ones cost nothing."""
    assert monsters_offered(fighting(fighter(monsters=circled, points=points), FAR)) == powers


def test_a_monster_is_beaten_by_more_power_than_it_has() -> None:
    """Rulebook p. 10: it is circled, its resources are taken, its points count at the end."""
    table = fighting(fighter(monsters=(2, 3)), FAR)
    step = settle(table, {0: "hunt 5 with foot 2 knight 1"})
    assert step.events == (
        MonsterFought(0, R.HARRAX, 5, (("foot", 2), ("knight", 1)), 6, True),
        UnitsPerished(0, (("foot", 2), ("knight", 1))),
        MonsterCircled(0, 5, 1),
        Received(0, 1, 1, 1, Source.MONSTER),
    )
    assert units_of(step.state, 0) == {"foot": 7, "knight": 8}
    assert score_of(step.state, 0).victories == 3


@pytest.mark.parametrize("deployed", ["foot 1", "foot 1 knight 1"])
def test_equal_power_is_not_enough_and_the_units_are_lost(deployed: str) -> None:
    """Rulebook p. 9: the monster stays open."""
    step = settle(fighting(fighter(monsters=(2, 3)), FAR), {0: f"hunt 5 with {deployed}"})
    assert names_of(step.events) == ["MonsterFought", "UnitsPerished"]
    assert targets_of(step.state, 0) == ()
    assert step.state.players[0].monsters == 0b11
    assert step.state.players[0].stock == (0, 0, 0)
    assert step.state.players[0].hunted


@pytest.mark.parametrize("hunt", ["hunt 2 with foot 9", "hunt 2 with foot 1"])
def test_one_monster_a_round_won_or_lost(hunt: str) -> None:
    """Rulebook p. 10."""
    table = settle(fighting(fighter(R.QLISS, points=3), FAR), {0: hunt}).state
    assert monsters_offered(table) == set()
    assert why_not(table, 0, "hunt 3 with knight 1") == "hunted"


def test_a_circled_monster_cannot_be_fought_again() -> None:
    """Rulebook p. 10."""
    table = fighting(fighter(monsters=(2,), points=1), FAR)
    assert why_not(table, 0, "hunt 2 with knight 1") == "not-in-reach powers=(3,5) power=2"


def test_players_fight_monsters_independently() -> None:
    """Rulebook p. 10."""
    table = at_table(fighter(), seat(BLUES, R.YREEL, monsters=(2, 3)))
    step = settle(asking(table, Fighting(0)), {0: "hunt 2 with foot 3"})
    assert [player.monsters for player in step.state.players] == [0b1, 0b11]


def test_why_a_hunt_is_refused() -> None:
    table = fighting(fighter(units={"foot": 2}), FAR)
    for text in ("hunt 2", "hunt 2 with none", "hunt 2 with foot 3", "hunt 2 with dragon 1"):
        assert why_not(table, 0, text) == "deploy-something"
    assert why_not(table, 0, "hunt 3 with foot 2") == "not-in-reach powers=(2) power=3"
    assert why_not(table, 0, "hunt 4 with foot 2") == "not-in-reach powers=(2) power=4"
    assert why_not(table, 0, "stay") == "not-a-fight"


def test_where_all_monsters_are_circled_none_can_be_reached() -> None:
    table = fighting(fighter(R.QLISS, monsters=ALL_MONSTERS), FAR)
    assert why_not(table, 0, "hunt 2 with foot 3") == "not-in-reach powers=() power=2"


def test_who_has_nothing_to_deploy_is_not_asked() -> None:
    assert fighting(fighter(R.QLISS, units={}), FAR).agenda == ()


def test_who_wants_no_fight_is_done() -> None:
    step = settle(fighting(fighter(), FAR), {0: "done"})
    assert step.events == (FightsFinished(0),)
    assert step.state.agenda == ()


class AllInReach(Effect):
    def monsters_in_reach(self, table: Table, seat: int, monsters: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(range(8))


def test_an_effect_may_reach_other_monsters() -> None:
    board = small_board("seers", nature=(AllInReach(),))
    assert monsters_offered(fighting(fighter(board=board), FAR)) == set(ALL_MONSTERS)


class Kegs(Effect):
    """One wood is one more power, beside units."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        return (*stacks, Stack("keg", 1, table.players[seat].stock[0]))

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        pay(turn, seat, bundle(wood=dict(deployed).get("keg", 0)))


BREWERS = small_board(
    "brewers",
    units=(Unit("bouncer", 1, 2), Unit("pourer", 4, 3)),
    costs=Costs(forest=9, lake=9, meadow=9, mountain=3),
    nature=(Kegs(),),
)


def test_one_point_of_four_skips_the_monster_of_power_5() -> None:
    """The second box: 4 + 3 are 7, with 2 wood 9, which is more than 8."""
    brewers = seat(
        BREWERS,
        R.ASANDER,
        units={"pourer": 1, "bouncer": 3},
        stock=(2, 0, 0),
        monsters=(2, 3),
        visited=(R.HARRAX,),
    )
    table = settle(asking(at_table(brewers, FAR), Moving(4)), {0: "move Harrax", 1: "stay"}).state
    assert monsters_offered(table) == {5, 8}
    seven = settle(table, {0: "hunt 8 with pourer 1 bouncer 3"})
    assert "MonsterCircled" not in names_of(seven.events)
    step = settle(table, {0: "hunt 8 with pourer 1 bouncer 3 keg 2"})
    assert MonsterCircled(0, 8, 2) in step.events
    assert step.state.players[0].stock == (2, 2, 2)
    assert units_of(step.state, 0) == {}
    assert step.state.players[0].monsters == 0b1011


# Fortresses.


def test_a_fortress_is_seized_by_more_power_than_it_has() -> None:
    """Rulebook p. 12: the one of Kosleen gives 4 wood and 4 iron, and 5 points at the end."""
    table = fighting(fighter(R.KOSLEEN), seat(BLUES, R.KOSLEEN, units={}))
    step = settle(table, {0: "siege Kosleen with foot 2 knight 5"})
    assert step.events[:3] == (
        FortressAttacked(0, R.KOSLEEN, 21, (("foot", 2), ("knight", 5)), 22, 5, True),
        UnitsPerished(0, (("foot", 2), ("knight", 5))),
        Received(0, 4, 4, 0, Source.FORTRESS),
    )
    assert score_of(step.state, 0).victories == 5
    assert not may_besiege(step.state, 1, R.KOSLEEN, "")


def test_equal_power_does_not_seize_a_fortress() -> None:
    """Rulebook p. 9: the units are lost all the same."""
    step = settle(fighting(fighter(R.KOSLEEN), FAR), {0: "siege Kosleen with foot 1 knight 5"})
    assert names_of(step.events) == ["FortressAttacked", "UnitsPerished"]
    assert step.state.players[0].fortresses == 0
    assert units_of(step.state, 0) == {"foot": 8, "knight": 4}


def test_one_siege_in_a_movement_action() -> None:
    """docs/rulings.md 13."""
    table = settle(fighting(fighter(R.KOSLEEN), FAR), {0: "siege Kosleen with foot 1"}).state
    assert not any(text.startswith("siege") for text in offered(table, 0))
    assert why_not(table, 0, "siege Kosleen with knight 9") == "besieged"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_monster_and_fortress_go_in_the_order_that_the_player_likes(order: tuple[int, int]) -> None:
    """docs/rulings.md 1: and then nothing is left to be asked."""
    fights = ("hunt 2 with foot 3", "siege Qliss with knight 2")
    step = play_on(fighting(fighter(R.QLISS), FAR), *({0: fights[at]} for at in order))
    player = step.state.players[0]
    assert (player.monsters, player.fortresses) == (0b1, 1 << R.QLISS)
    assert units_of(step.state, 0) == {"foot": 6, "knight": 7}
    assert step.state.agenda == ()


def test_a_seized_fortress_is_crossed_out_for_all() -> None:
    """Rulebook p. 10."""
    table = fighting(fighter(R.QLISS), seat(BLUES, R.UGMAT, units={}, fortresses=(R.QLISS,)))
    assert why_not(table, 0, "siege Qliss with foot 9") == "no-fortress region=Qliss"


def test_only_the_fortress_of_the_own_region_is_besieged() -> None:
    """Rulebook p. 12."""
    table = fighting(fighter(R.QLISS), FAR)
    assert why_not(table, 0, "siege Rolgoy with foot 9") == "no-fortress region=Rolgoy"
    assert why_not(table, 0, "siege Qliss") == "deploy-something"
    assert why_not(table, 0, "siege Qliss with foot 1") == ""


def test_who_is_defeated_or_has_ceded_besieges_nothing_but_may_hunt() -> None:
    """Rulebook p. 10."""
    table = fighting(fighter(R.QLISS, barred=True), FAR)
    assert monsters_offered(table) == {2}
    assert not any(text.startswith("siege") for text in offered(table, 0))


def test_a_bonus_may_hold_against_fortresses_only() -> None:
    """Rulebook p. 9."""
    board = small_board("rams", nature=(ArmyPower(3, (Foe.FORTRESS,)),))
    table = fighting(fighter(R.QLISS, board), FAR)
    assert isinstance(hunt := settle(table, {0: "hunt 2 with foot 1"}).events[0], MonsterFought)
    assert isinstance(siege := settle(table, {0: "siege Qliss with foot 1"}).events[0], FortressAttacked)
    assert (hunt.power, siege.power) == (1, 4)


def test_staying_put_does_not_keep_from_a_siege() -> None:
    """docs/rulings.md 14."""
    table = asking(at_table(fighter(R.QLISS), FAR), Moving(1))
    assert "siege Qliss with foot 9" in offered(settle(table, {0: "stay", 1: "stay"}).state, 0)


def test_the_deployment_against_monsters_and_fortresses_is_open_in_turn_order() -> None:
    """Rulebook p. 9."""
    table = at_table(fighter(), seat(BLUES, R.YREEL), first=1)
    table = asking(table, Fighting(1), Fighting(0))
    assert offered(table, 0) == []
    table = settle(table, {1: "done"}).state
    assert monsters_offered(table) == {2}


def test_every_fight_offered_is_lawful_and_once() -> None:
    choices = offered(fighting(fighter(R.QLISS, units={"foot": 2, "knight": 1}, points=1), FAR), 0)
    assert len(choices) == len(set(choices)) == 1 + 3 * (3 * 2 - 1)
    assert choices[0] == "done"


# Pieces.


class Beast(Effect):
    """A piece of power 18 in Qliss that fights alone."""

    def pieces(self, table: Table, seat: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return (*pieces, Piece("beast", R.QLISS))

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        return (*stacks, Stack("beast", 18, 1, 1)) if combat.piece else stacks


TAMERS = small_board("tamers", nature=(Beast(),))


def test_a_piece_apart_may_fight_in_the_players_stead_without_resources() -> None:
    table = fighting(fighter(board=TAMERS, monsters=(2, 3, 5)), FAR)
    assert "hunt 8 with beast 1" in offered(table, 0)
    step = settle(table, {0: "hunt 8 with beast 1"})
    assert step.events == (
        MonsterFought(0, R.QLISS, 8, (("beast", 1),), 18, True),
        MonsterCircled(0, 8, 2),
    )
    step = settle(table, {0: "siege Qliss with beast 1"})
    assert step.events == (FortressAttacked(0, R.QLISS, 7, (("beast", 1),), 18, 2, True),)
    assert step.state.players[0].fortresses == 1 << R.QLISS
    assert step.state.players[0].stock == (0, 0, 0)


def test_a_piece_with_its_player_fights_in_no_stead() -> None:
    table = fighting(fighter(R.QLISS, TAMERS), FAR)
    assert not any("beast" in text for text in offered(table, 0))


def test_a_piece_is_not_barred_with_its_player_but_by_company() -> None:
    barred = fighting(fighter(board=TAMERS, barred=True), FAR)
    assert may_besiege(barred, 0, R.QLISS, "beast")
    company = fighting(fighter(board=TAMERS), seat(BLUES, R.QLISS, units={}))
    assert not may_besiege(company, 0, R.QLISS, "beast")
    assert "siege Qliss with beast 1" not in offered(company, 0)


def test_fights_that_no_table_can_have_before_it() -> None:
    table = at_table(fighter(), FAR)
    assert Fighting(1).is_coherent(table)
    assert not Fighting(2).is_coherent(table)
    assert CONQUER.parse("hunt 2 with foot 1") != CONQUER.parse("hunt 3 with foot 1")


# What effects change.


class Scout(Effect):
    """Foes are weaker by three; the monster of power 3 is nobody's foe; a handshake is offered."""

    def foe_power(self, table: Table, seat: int, power: int, combat: Combat) -> int:
        return max(0, power - 3)

    def monsters_standing(self, table: Table, seat: int, monsters: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(at for at in monsters if at != 1)

    def fight_offers(
        self, table: Table, seat: int, offers: tuple[Sequence[Decision], ...], sieged: bool
    ) -> tuple[Sequence[Decision], ...]:
        return offers if sieged or table.players[seat].stock[0] else (*offers, (Loot(),))

    def fight_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        receive(turn, seat, bundle(wood=1), Source.EFFECT)


SCOUTS = small_board("scouts", nature=(Scout(),))


def test_an_effect_can_weaken_monsters_and_fortresses() -> None:
    table = fighting(fighter(R.QLISS, SCOUTS, units={"foot": 6}))
    hunt = settle(table, {0: "hunt 2 with foot 1"})
    assert hunt.events[:2] == (
        FoeWeakened(0, 2, 0),
        MonsterFought(0, R.QLISS, 2, (("foot", 1),), 1, True),
    )
    siege = settle(table, {0: "siege Qliss with foot 5"})
    assert siege.events[:2] == (
        FoeWeakened(0, 7, 4),
        FortressAttacked(0, R.QLISS, 7, (("foot", 5),), 5, 2, True),
    )


def test_an_effect_can_take_a_monster_out_of_the_line() -> None:
    assert monsters_offered(fighting(fighter(board=SCOUTS, points=1))) == {2, 5}


def test_an_effect_can_offer_something_else_where_monsters_are_fought() -> None:
    table = fighting(fighter(R.QLISS, SCOUTS))
    assert offered(table, 0)[-1] == "loot"
    step = settle(table, {0: "loot"})
    assert step.events == (Received(0, 1, 0, 0, Source.EFFECT),)
    assert step.state.agenda == (Fighting(0),)
    assert "loot" not in offered(step.state, 0)
    assert "loot" not in offered(settle(table, {0: "siege Qliss with foot 1"}).state, 0)


def test_where_nothing_but_an_offer_of_an_effect_is_left_it_is_made() -> None:
    assert offered(fighting(fighter(board=SCOUTS, units={})), 0) == ["done", "loot"]


class Keeper(Effect):
    """Has the fortress of Qliss without having seized it."""

    def holds_fortress(self, table: Table, seat: int, held: bool, region: Region) -> bool:
        return held or region is R.QLISS


def test_a_fortress_that_somebody_has_otherwise_cannot_be_seized() -> None:
    keepers = seat(small_board("keepers", nature=(Keeper(),)), R.UGMAT, units={})
    assert is_fortress_taken(at_table(fighter(), keepers), R.QLISS)
    assert not is_fortress_taken(at_table(fighter(), keepers), R.ROLGOY)
    assert (
        why_not(fighting(fighter(R.QLISS), keepers), 0, "siege Qliss with foot 1")
        == "no-fortress region=Qliss"
    )


def test_a_board_can_print_a_fortress_of_its_own() -> None:
    citadel = replace(PLACES[R.LOX], fortress=Fortress(3, 6, bundle(gold=6)))
    natives = small_board("natives", places={R.LOX: citadel})
    table = fighting(fighter(R.LOX, natives), seat(BLUES, R.LOX))
    step = settle(table, {0: "siege Lox with knight 1"})
    assert Received(0, 0, 0, 6, Source.FORTRESS) in step.events
    assert score_of(step.state, 0).victories == 6
    assert not is_fortress_free(at_table(fighter(R.LOX)), R.LOX, 0)


class Observer(Effect):
    def victory_won(self, turn: Turn, seat: int, winner: int, region: Region) -> None:
        receive(turn, seat, bundle(wood=winner + 1), Source.EFFECT)


def test_all_are_told_of_a_victory_in_person() -> None:
    observer = seat(small_board("witnesses", nature=(Observer(),)), R.UGMAT, units={})
    won = settle(fighting(fighter(R.HARRAX), observer), {0: "hunt 2 with knight 1"})
    assert won.state.players[1].stock == (1, 0, 0)
    lost = settle(fighting(fighter(R.HARRAX), observer), {0: "hunt 2 with foot 1"})
    assert lost.state.players[1].stock == (0, 0, 0)
