"""Who is first, where all start, and the plan of a round (rulebook pp. 4-5)."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.decisions import Action
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.events import (
    ActionStarted,
    FirstPlayerNamed,
    Met,
    Received,
    RoundEnded,
    RoundPlanned,
    RoundStarted,
    StartChosen,
)
from p2p_heroes.games.conquer.faction import Structure, Unit
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import (
    PLANS,
    ActionsAwaited,
    ActionStarts,
    ChooseStart,
    DrawFirst,
    Planning,
    Rejoining,
    RoundEnds,
    RoundStarts,
    act_alone,
    announce,
    first_stages,
    performance,
)
from p2p_heroes.games.conquer.state import ROUNDS, Player, Table, Turn
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.conquer.visiting import Weakening
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Chance, Event, Open, Over, Secret
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
    asking,
    at_table,
    names_of,
    offered,
    play_on,
    seat,
    settle,
    small_board,
    started,
    why_not,
)

COLOURS = tuple(small_board(name) for name in ("reds", "blues", "greens", "greys"))


def unplaced(players: int, first: int) -> Table:
    """A table whose players are about to choose where to start."""
    boards = COLOURS[:players]
    return Table(boards, tuple(Player((3, 0)) for _ in boards), first_stages(first, players), first=first)


def placed(players: int = 2, first: int = 0, number: int = 1) -> Table:
    regions = (Region.HARRAX, Region.YREEL, Region.SULEEN, Region.ZASKER)
    seated = [seat(each, where, units={}) for each, where in zip(COLOURS[:players], regions, strict=False)]
    return at_table(*seated, first=first, number=number)


# The first player and the starting regions.


def test_chance_names_the_first_player() -> None:
    """Rulebook p. 4; docs/rulings.md 27."""
    table = unplaced(3, 0)
    table.agenda = (DrawFirst(),)
    assert CONQUER.pending(table) == Chance("the first player", (3,))
    step = CONQUER.apply(table, (2,))
    assert step.events == (FirstPlayerNamed(2),)
    assert step.state.first == 2
    assert step.state.agenda == first_stages(2, 3)


@pytest.mark.parametrize(
    ("players", "first", "order"),
    [
        (2, 0, [1, 0]),
        (2, 1, [0, 1]),
        (3, 0, [2, 1, 0]),
        (3, 1, [0, 2, 1]),
        (4, 0, [3, 2, 1, 0]),
        (4, 2, [1, 0, 3, 2]),
    ],
)
def test_starting_regions_are_chosen_counter_clockwise_and_the_first_player_is_last(
    players: int, first: int, order: list[int]
) -> None:
    """Rulebook p. 4."""
    table, chosen = unplaced(players, first), []
    for _ in range(players):
        need = CONQUER.pending(table)
        assert isinstance(need, Open)
        [request] = need.requests
        chosen.append(request.seat)
        table = CONQUER.apply(table, {request.seat: request.choices[0]}).state
    assert chosen == order
    assert table.agenda[0] == Planning()
    assert (table.round, table.first) == (1, first)


def test_everyone_starts_in_a_portal_region_of_their_own() -> None:
    """Rulebook p. 4."""
    table = unplaced(2, 0)
    assert offered(table, 1) == ["start Harrax", "start Suleen", "start Yreel"]
    assert offered(table, 0) == []
    table = settle(table, {1: "start Suleen"}).state
    assert offered(table, 0) == ["start Harrax", "start Yreel"]


def test_the_starting_region_is_visited_and_gives_its_resources() -> None:
    """Rulebook p. 4."""
    step = settle(unplaced(2, 0), {1: "start Harrax"})
    player = step.state.players[1]
    assert (player.region, player.stock) == (Region.HARRAX, (0, 1, 1))
    assert player.visited == player.mountains == 1 << Region.HARRAX
    assert step.events == (StartChosen(1, Region.HARRAX), Received(1, 0, 1, 1, Source.START))


def test_why_a_starting_region_is_refused() -> None:
    table = settle(unplaced(2, 0), {1: "start Harrax"}).state
    assert why_not(table, 0, "start Harrax") == "start-taken region=Harrax"
    assert why_not(table, 0, "start Asander") == "no-portal region=Asander"
    assert why_not(table, 0, "start Zasker") == "no-portal region=Zasker"
    assert why_not(table, 0, "stay") == "not-a-start"
    assert why_not(table, 0, "start Yreel") == ""


# Rounds.


def test_the_first_player_plans_four_of_five_actions() -> None:
    """Rulebook p. 4: any may be left out, in any order."""
    table = asking(placed(first=1), RoundStarts(1))
    assert len(offered(table, 1)) == len(set(PLANS)) == 120
    assert offered(table, 0) == []
    assert "plan wood gold build move" in offered(table, 1)


@pytest.mark.parametrize(
    "plan",
    ["plan wood iron gold", "plan wood wood iron gold", "plan wood iron gold rest", "plan none", "stay"],
)
def test_why_a_plan_is_refused(plan: str) -> None:
    assert (
        why_not(asking(placed(), RoundStarts(1)), 0, plan) == "not-a-plan actions=(wood,iron,gold,move,build)"
    )


def test_a_round_in_the_order_of_its_levels() -> None:
    """Rulebook p. 5: 1 wood, 2 gold, a structure of level 3 at most, 4 movement points; no iron."""
    table = asking(placed(), RoundStarts(1))
    step = play_on(table, {0: "plan wood gold build move"}, {0: "stay", 1: "stay"})
    assert step.events[0] == RoundPlanned(0, ("wood", "gold", "build", "move"), "iron")
    assert [event for event in step.events if isinstance(event, ActionStarted)] == [
        ActionStarted("wood", 1),
        ActionStarted("gold", 2),
        ActionStarted("build", 3),
        ActionStarted("move", 4),
    ]
    assert [player.stock for player in step.state.players] == [(1, 0, 2), (1, 0, 2)]


def test_the_plan_is_the_same_for_all_and_gone_with_the_round() -> None:
    """Rulebook p. 4."""
    table = settle(asking(placed(), RoundStarts(1)), {0: "plan wood iron move gold"}).state
    assert table.plan == ("wood", "iron", "move", "gold")
    step = settle(table, {0: "stay", 1: "stay"})
    assert step.state.plan == ()


def test_a_new_round_has_the_player_to_the_left_as_the_first() -> None:
    """Rulebook p. 5."""
    step = started(placed(3, first=2, number=4), RoundEnds())
    assert step.events == (RoundEnded(4), RoundStarted(5, 0))
    assert (step.state.round, step.state.first) == (5, 0)
    assert offered(step.state, 0) != []


def test_one_monster_may_be_fought_in_the_new_round_again() -> None:
    """Rulebook p. 10."""
    table = placed()
    table.players[0].hunted = True
    assert not asking(table, RoundStarts(2)).players[0].hunted


def test_after_the_sixteenth_round_the_game_is_over() -> None:
    """Rulebook pp. 5 and 13."""
    step = started(placed(number=ROUNDS), RoundEnds())
    assert names_of(step.events) == ["RoundEnded", "GameEnded"]
    assert step.state.agenda == ()
    assert CONQUER.pending(step.state) == Over((1, 1))


def test_sixteen_rounds_in_which_everybody_is_first_in_turn() -> None:
    """Rulebook pp. 4-5."""
    table, firsts = asking(placed(3), RoundStarts(1)), []
    while not isinstance(need := CONQUER.pending(table), Over):
        assert isinstance(need, Open)
        firsts.append(need.requests[0].seat)
        rest = "wood iron gold build" if len(firsts) % 2 else "build gold iron wood"
        table = _quietly(settle(table, {firsts[-1]: f"plan {rest}"}).state)
    assert firsts == [0, 1, 2] * 5 + [0]
    assert table.round == ROUNDS


def _quietly(table: Table) -> Table:
    """On to the next plan, everybody doing what an absent player does."""
    while isinstance(need := CONQUER.pending(table), Open) and need.requests[0].kind != "plan":
        seats = [request.seat for request in need.requests]
        table = CONQUER.apply(table, {each: CONQUER.default(table, each) for each in seats}).state
    return table


# Actions.


class Listens(Effect):
    def action_announced(self, turn: Turn, seat: int, action: Action) -> None:
        turn.tell(Heard(seat, str(action)))


class Heard(Event):
    who: int
    action: str


def test_an_action_is_announced_in_turn_order_before_it_is_performed() -> None:
    boards = [small_board(name, nature=(Listens(),)) for name in ("reds", "blues")]
    table = at_table(seat(boards[0]), seat(boards[1], Region.YREEL), first=1)
    step = started(table, ActionStarts("iron", 2))
    assert names_of(step.events) == ["ActionStarted", "Heard", "Heard", "Received", "Received"]
    heard = [event for event in step.events if isinstance(event, Heard)]
    assert heard == [Heard(1, "iron"), Heard(0, "iron")]


def test_stages_that_no_table_can_have_before_it() -> None:
    table = placed()
    table.plan = ("wood", "iron", "gold", "move")
    assert ChooseStart(1).is_coherent(table)
    assert not ChooseStart(2).is_coherent(table)
    assert [number for number in range(20) if RoundStarts(number).is_coherent(table)] == list(range(1, 17))
    assert ActionStarts("gold", 3).is_coherent(table)
    assert not ActionStarts("gold", 2).is_coherent(table)
    assert not ActionStarts("build", 4).is_coherent(table)
    assert not ActionStarts("wood", 0).is_coherent(table)


class RoundHeard(Event):
    seat: int
    word: str


class HearsRounds(Effect):
    def round_planned(self, turn: Turn, seat: int) -> None:
        turn.tell(RoundHeard(seat, " ".join(turn.table.plan)))

    def round_ended(self, turn: Turn, seat: int) -> None:
        turn.tell(RoundHeard(seat, "ended"))


def test_effects_hear_of_the_plan_before_the_first_action_and_of_the_end_of_the_round() -> None:
    boards = [small_board(name, nature=(HearsRounds(),)) for name in ("listeners", "hearers")]
    table = asking(at_table(*map(seat, boards), first=1), Planning())
    step = settle(table, {1: "plan wood iron move gold"})
    heard = tuple(RoundHeard(who, "wood iron move gold") for who in (1, 0))
    assert step.events[:4] == (
        RoundPlanned(1, ("wood", "iron", "move", "gold"), "build"),
        *heard,
        ActionStarted("wood", 1),
    )
    ended = started(at_table(*map(seat, boards), first=1), RoundEnds())
    assert ended.events[:3] == (RoundHeard(1, "ended"), RoundHeard(0, "ended"), RoundEnded(1))


# What effects do before the first action, and actions of one player alone.


class Herald(Effect):
    """Tells when it is spoken to."""

    def game_started(self, turn: Turn, seat: int) -> None:
        turn.tell(Spoken(seat, "game"))

    def round_planned(self, turn: Turn, seat: int) -> None:
        turn.queue(RoundStarts(9))

    def actions_awaited(self, turn: Turn, seat: int) -> None:
        turn.tell(Spoken(seat, "actions"))

    def action_announced(self, turn: Turn, seat: int, action: Action) -> None:
        turn.tell(Spoken(seat, f"{action} of {turn.table.performers}"))


class Spoken(Event):
    seat: int
    what: str


HERALDS = tuple(small_board(name, nature=(Herald(),)) for name in ("reds", "blues"))


def heralds() -> Table:
    return at_table(*(seat(board, Region.HARRAX, units={}) for board in HERALDS), first=1)


def test_effects_begin_with_the_first_round_only() -> None:
    step = started(heralds(), RoundStarts(1))
    assert step.events == (RoundStarted(1, 1), Spoken(1, "game"), Spoken(0, "game"))
    assert started(heralds(), RoundStarts(2)).events == (RoundStarted(2, 1),)


def test_the_first_action_waits_for_what_the_plan_has_brought() -> None:
    step = settle(asking(heralds(), Planning()), {1: "plan wood iron gold build"})
    awaited = step.state.agenda.index(ActionsAwaited())
    assert step.state.agenda[:awaited] == (Planning(), RoundStarts(9))
    assert step.state.agenda[awaited + 1] == ActionStarts("wood", 1)


def test_all_are_told_in_turn_order_that_the_first_action_is_near() -> None:
    assert started(heralds(), ActionsAwaited()).events == (Spoken(1, "actions"), Spoken(0, "actions"))


def test_nobody_waits_where_no_board_has_anything_to_do() -> None:
    step = settle(asking(placed(), Planning()), {0: "plan move iron gold wood"})
    assert ActionsAwaited() not in step.state.agenda


class Recluse(Effect):
    """Performs the action that was left out."""

    action = Action.WOOD

    def actions_awaited(self, turn: Turn, seat: int) -> None:
        rejoining = act_alone(turn, seat)
        announce(turn, self.action)
        turn.queue(performance(self.action, 2), rejoining)


def test_one_player_gathers_alone() -> None:
    table = at_table(seat(small_board("hermits", nature=(Recluse(),))), seat(HERALDS[0]))
    step = started(table, ActionsAwaited())
    assert step.events == (
        Spoken(1, "wood of (0,)"),
        Spoken(1, "actions"),
        Received(0, 2, 0, 0, Source.GATHERING),
    )
    assert step.state.alone is None
    assert step.state.performers == (0, 1)


def test_one_player_moves_and_builds_alone() -> None:
    """Those who stand by are neither asked to move nor to build, hunt or collect."""
    table = placed(3, first=1)
    table.alone = 2
    for stage, kind in ((Moving(2), "move"), (BuildingStarts(2), "build")):
        rich = replace(table.players[2], stock=(9, 9, 9), units=(3, 0))
        both = replace(table, players=(*table.players[:2], rich), boards=(*COLOURS[:2], BUILDERS))
        need = CONQUER.pending(asking(both, stage, Rejoining()))
        assert isinstance(need, Open | Secret)
        assert [(request.seat, request.kind) for request in need.requests] == [(2, kind)]


BUILDERS = small_board("builders", structures=(Structure("hut", 1),))


def test_whoever_stands_by_a_lone_move_may_be_met_and_does_not_fight_on() -> None:
    table = placed(3)
    table.players[1].region = table.players[2].region = Region.ASANDER
    table.alone = 2
    met = settle(asking(table, Moving(3), Rejoining()), {2: "move Harrax"})
    assert Met(Region.HARRAX, (0, 2)) in met.events
    assert offered(met.state, 0) == ["peace", "fight"]
    done = play_on(met.state, {0: "peace"}, {2: "peace"})
    assert names_of(done.events) == ["Announced", "Announced"]
    assert done.state.agenda == ()
    assert done.state.alone is None


class AsksAtTheStart(Effect):
    def game_started(self, turn: Turn, seat: int) -> None:
        turn.queue(Weakening(seat))


def test_what_the_start_of_the_game_brings_is_asked_before_the_first_plan() -> None:
    equals = (Unit("foot", 1, 2, start=1), Unit("page", 1, 2, start=1))
    board = small_board("starters", units=equals, nature=(AsksAtTheStart(),))
    table = asking(at_table(seat(board), seat(COLOURS[0])), RoundStarts(1))
    assert table.agenda == (Weakening(0), Planning())
    assert all(stage.is_coherent(table) for stage in table.agenda)
    assert settle(table, {0: "lose foot"}).state.agenda == (Planning(),)
    assert not Planning().is_coherent(replace(table, round=2))
