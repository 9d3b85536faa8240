"""Arriving in a region, what lies there, and losing the weakest (rulebook pp. 8 and 11-12)."""

import pytest

from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import Power
from p2p_heroes.games.conquer.events import Received, UnitLost
from p2p_heroes.games.conquer.faction import Unit
from p2p_heroes.games.conquer.holdings import receive
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Source, Thing
from p2p_heroes.games.conquer.visiting import (
    AllArrived,
    Arriving,
    CollectingResources,
    Weakening,
    adjacent,
    arrivals,
    is_artefact_free,
    is_fortress_free,
    is_withheld,
    mark_visit,
    open_portals,
    weaken,
    weakest_units,
)
from p2p_heroes.games.conquer.world import PLACES, Region, Terrain
from p2p_heroes.games.game import Event, Step
from p2p_heroes.games.kit.agenda import run
from tests.support.conquer import (
    asking,
    at_table,
    names_of,
    offered,
    seat,
    settle,
    small_board,
    started,
    units_of,
    why_not,
    with_terrain,
)

REDS, BLUES = small_board("reds"), small_board("blues")


def arriving(region: Region, *, visited: bool = False) -> Turn:
    """A turn in which the first seat has just come to a region."""
    turn = Turn(at_table(seat(REDS, region), seat(BLUES, Region.YREEL)))
    if not visited:
        turn.player(0).visited = turn.player(0).mountains = 0
    return turn


def arrived(turn: Turn) -> Step[Table]:
    turn.queue(Arriving(0))
    run(turn)
    return Step(turn.table, tuple(turn.events))


# Visits and resources.


def test_a_first_visit_collects_the_resources_of_the_region() -> None:
    """Rulebook p. 8: Esmore gives 2 wood."""
    step = arrived(arriving(Region.ESMORE))
    assert step.state.players[0].stock == (2, 0, 0)
    assert step.state.players[0].visited == 1 << Region.ESMORE
    assert step.events == (Received(0, 2, 0, 0, Source.REGION),)


def test_resources_do_not_respawn() -> None:
    """Rulebook p. 8."""
    step = arrived(arriving(Region.ESMORE, visited=True))
    assert step.state.players[0].stock == (0, 0, 0)
    assert step.events == ()


def test_players_collect_independently_of_each_other() -> None:
    """Rulebook p. 8."""
    turn = arriving(Region.ESMORE)
    turn.player(1).region = Region.ESMORE
    turn.queue(Arriving(0), Arriving(1))
    run(turn)
    assert [player.stock for player in turn.table.players] == [(2, 0, 0), (2, 0, 0)]


def test_a_visit_stays_for_the_game_and_remembers_mountains() -> None:
    """Rulebook pp. 8 and 12."""
    turn = arriving(Region.LOX)
    assert mark_visit(turn, 0, Region.LOX)
    assert not mark_visit(turn, 0, Region.LOX)
    assert mark_visit(turn, 0, Region.ESMORE)
    assert turn.player(0).visited == 1 << Region.LOX | 1 << Region.ESMORE
    assert turn.player(0).mountains == 1 << Region.LOX


def test_a_mountain_is_what_is_one_at_the_time_of_the_visit() -> None:
    """Rulebook p. 12."""
    turn = arriving(Region.LOX)
    turn.table = with_terrain(turn.table, Region.LOX, Terrain.LAKE)
    mark_visit(turn, 0, Region.LOX)
    assert turn.player(0).mountains == 0


class Seen(Event):
    by: int
    visitor: int
    wood: int


class Watches(Effect):
    def visited(self, turn: Turn, seat: int, visitor: int, region: Region) -> None:
        turn.tell(Seen(seat, visitor, turn.player(visitor).stock[0]))


def test_what_lies_in_wait_comes_before_the_resources_in_turn_order() -> None:
    """docs/rulings.md 33."""
    boards = [small_board(name, nature=(Watches(),)) for name in ("reds", "blues")]
    table = at_table(seat(boards[0], Region.ESMORE), seat(boards[1], Region.YREEL), first=1)
    table.players[0].visited = 0
    step = started(table, Arriving(0))
    assert step.events == (Seen(1, 0, 0), Seen(0, 0, 0), Received(0, 2, 0, 0, Source.REGION))


class Zephyrs(Effect):
    """Visiting a fortress that nobody has seized gives its resources."""

    def visited(self, turn: Turn, seat: int, visitor: int, region: Region) -> None:
        fortress = PLACES[region].fortress
        if visitor == seat and fortress and is_fortress_free(turn.table, region, seat):
            receive(turn, seat, fortress.resources, Source.EFFECT)


def test_an_effect_may_find_resources_in_a_fortress_region() -> None:
    """The second box: a visit to Kosleen gives the 4 + 4 of its fortress, which keeps them."""
    board = small_board("winds", nature=(Zephyrs(),))
    step = started(at_table(seat(board, Region.KOSLEEN), seat(BLUES, Region.YREEL)), Arriving(0))
    assert step.state.players[0].stock == (4, 4, 0)
    assert is_fortress_free(step.state, Region.KOSLEEN, 0)


# What lies in a region.


def test_a_seized_fortress_is_gone_for_all() -> None:
    """Rulebook p. 10."""
    table = at_table(seat(REDS), seat(BLUES, fortresses=(Region.QLISS,)))
    assert [is_fortress_free(table, Region.QLISS, who) for who in (0, 1)] == [False, False]
    assert [is_fortress_free(table, Region.KOSLEEN, who) for who in (0, 1)] == [True, True]
    assert not is_fortress_free(table, Region.VURT, 0)


def test_a_collected_artefact_is_gone_for_all() -> None:
    """Rulebook p. 12."""
    table = at_table(seat(REDS), seat(BLUES, artefacts=(Region.VURT,)))
    assert [is_artefact_free(table, Region.VURT, who) for who in (0, 1)] == [False, False]
    assert [is_artefact_free(table, Region.PASKAAR, who) for who in (0, 1)] == [True, True]
    assert not is_artefact_free(table, Region.QLISS, 0)


class Withholds(Effect):
    """Keeps Harrax' portal, Qliss' fortress and Vurt's artefact from all others."""

    def withholds(
        self, table: Table, seat: int, held: bool, thing: Thing, region: Region, other: int
    ) -> bool:
        kept = {
            (Thing.PORTAL, Region.HARRAX),
            (Thing.FORTRESS, Region.QLISS),
            (Thing.ARTEFACT, Region.VURT),
        }
        return held or (thing, region) in kept


def test_what_is_withheld_is_kept_from_all_others() -> None:
    table = at_table(seat(REDS), seat(small_board("keepers", nature=(Withholds(),))))
    assert is_withheld(table, Thing.PORTAL, Region.HARRAX, 0)
    assert not is_withheld(table, Thing.PORTAL, Region.HARRAX, 1)
    assert not is_withheld(table, Thing.PORTAL, Region.YREEL, 0)
    assert [is_fortress_free(table, Region.QLISS, who) for who in (0, 1)] == [False, True]
    assert [is_artefact_free(table, Region.VURT, who) for who in (0, 1)] == [False, True]
    assert open_portals(table, 0) == (Region.SULEEN, Region.YREEL)
    assert open_portals(table, 1) == (Region.HARRAX, Region.SULEEN, Region.YREEL)


def test_all_regions_with_portals_are_adjacent_to_each_other() -> None:
    """Rulebook p. 11."""
    table = at_table(seat(REDS), seat(BLUES))
    assert adjacent(table, 0, Region.YREEL) == (Region.HARRAX, Region.ROLGOY, Region.SULEEN, Region.VURT)
    assert adjacent(table, 0, Region.ASANDER) == (Region.BRYNNLORE, Region.DORTAL, Region.HARRAX)


def test_a_portal_that_is_withheld_makes_nothing_adjacent() -> None:
    """docs/rulings.md 30."""
    table = at_table(seat(REDS), seat(small_board("keepers", nature=(Withholds(),))))
    assert adjacent(table, 0, Region.YREEL) == (Region.ROLGOY, Region.SULEEN, Region.VURT)
    assert Region.YREEL not in adjacent(table, 0, Region.HARRAX)
    assert Region.YREEL in adjacent(table, 1, Region.HARRAX)


# Losing the weakest unit.

TWINS = small_board(
    "twins",
    units=(Unit("foot", 1, 2), Unit("goat", 1, 1), Unit("knight", 4, 3)),
    artefacts={Region.VURT: (Power("foot", 9),)},
)


def weakened(**units: int) -> Step[Table]:
    turn = Turn(at_table(seat(TWINS, units=units), seat(BLUES)))
    weaken(turn, 0)
    run(turn)
    return Step(turn.table, tuple(turn.events))


def test_the_weakest_unit_is_lost() -> None:
    """docs/rulings.md 34."""
    step = weakened(foot=2, knight=1)
    assert units_of(step.state, 0) == {"foot": 1, "knight": 1}
    assert step.events == (UnitLost(0, "foot"),)


def test_among_equals_the_owner_chooses() -> None:
    """docs/rulings.md 34."""
    table = weakened(foot=2, goat=1, knight=1).state
    assert offered(table, 0) == ["lose foot", "lose goat"]
    assert why_not(table, 0, "lose knight") == "not-the-weakest units=(foot,goat)"
    step = settle(table, {0: "lose goat"})
    assert units_of(step.state, 0) == {"foot": 2, "knight": 1}
    assert step.events == (UnitLost(0, "goat"),)


def test_the_weakest_is_the_one_with_the_lowest_power_as_it_is_now() -> None:
    table = at_table(seat(TWINS, units={"foot": 1, "knight": 1}, artefacts=(Region.VURT,)), seat(BLUES))
    assert weakest_units(table, 0) == ("knight",)


class LosesElse(Effect):
    def weakened(self, turn: Turn, seat: int) -> None:
        turn.tell(Seen(seat, seat, 0))


def test_without_units_nothing_is_lost_but_for_what_an_effect_says() -> None:
    """docs/rulings.md 34."""
    assert weakened().events == ()
    turn = Turn(at_table(seat(small_board("hollow", nature=(LosesElse(),)), units={}), seat(BLUES)))
    weaken(turn, 0)
    assert turn.events == [Seen(0, 0, 0)]


@pytest.mark.parametrize("stage", [Arriving, Weakening, lambda who: CollectingResources(who, True)])
def test_only_players_of_the_table_visit(stage: type[Arriving] | type[Weakening]) -> None:
    table = asking(at_table(seat(REDS), seat(BLUES)))
    assert stage(1).is_coherent(table)
    assert not stage(2).is_coherent(table)


# When all have arrived.


class Waited(Event):
    seat: int


class Waits(Effect):
    def all_arrived(self, turn: Turn, seat: int) -> None:
        turn.tell(Waited(seat))


WAITING = small_board("waiting", nature=(Waits(),))


def test_who_waits_for_all_is_told_after_the_last_arrival_and_before_battles() -> None:
    """Once in a movement action, whether anybody moved or not."""
    table = at_table(seat(WAITING, Region.HARRAX), seat(REDS, Region.ASANDER))
    step = settle(asking(table, Moving(2)), {0: "stay", 1: "move Harrax"})
    assert names_of(step.events) == ["Stayed", "Moved", "Received", "Waited", "Met"]
    assert Waited(0) in step.events
    stayed = settle(asking(table, Moving(2)), {0: "stay", 1: "stay"})
    assert names_of(stayed.events) == ["Stayed", "Stayed", "Waited"]


def test_where_no_board_waits_nothing_is_settled_between_arrivals_and_battles() -> None:
    assert arrivals(at_table(seat(REDS), seat(BLUES)), (1, 0)) == (Arriving(1), Arriving(0))
    assert arrivals(at_table(seat(REDS), seat(WAITING)), (1,)) == (Arriving(1), AllArrived())


class Explores(Effect):
    def explored(self, turn: Turn, seat: int, region: Region) -> None:
        receive(turn, seat, (0, 0, 1), Source.EFFECT)


@pytest.mark.parametrize("first_visit", [True, False])
def test_effects_hear_of_a_first_visit_after_the_resources(first_visit: bool) -> None:
    explorer = seat(small_board("explorers", nature=(Explores(),)), Region.ESMORE)
    step = started(at_table(explorer, seat(BLUES)), CollectingResources(0, first_visit))
    told = (Received(0, 2, 0, 0, Source.REGION), Received(0, 0, 0, 1, Source.EFFECT))
    assert step.events == (told if first_visit else ())
