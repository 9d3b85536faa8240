"""Several players in one region (rulebook pp. 8-9)."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.events import Announced, BattleJoined, Declined, Met, Paid, RightGiven
from p2p_heroes.games.conquer.holdings import pay
from p2p_heroes.games.conquer.meeting import (
    Claiming,
    Joining,
    Meeting,
    Meetings,
    MovementEnds,
    begin,
    parties,
)
from p2p_heroes.games.conquer.resources import bundle
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Piece, Stack, Thing
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Open
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

R = Region
COLOURS = tuple(small_board(name) for name in ("reds", "blues", "greens", "greys"))


def standing(*regions: Region, first: int = 0) -> Table:
    """Players without units in these regions, so that only the meeting is asked about."""
    seated = [seat(each, where, units={}) for each, where in zip(COLOURS, regions, strict=False)]
    return at_table(*seated, first=first)


def meeting(*regions: Region, first: int = 0) -> Table:
    return asking(standing(*regions, first=first), Meetings())


def asked(table: Table) -> tuple[str, list[int]]:
    need = CONQUER.pending(table)
    assert isinstance(need, Open)
    [kind] = {request.kind for request in need.requests}
    return kind, [request.seat for request in need.requests]


# Who meets whom.


def test_players_in_different_regions_do_not_meet() -> None:
    """Rulebook p. 9."""
    step = started(standing(R.HARRAX, R.YREEL, R.ESMORE), Meetings())
    assert step.events == ()
    assert step.state.agenda == ()


def test_players_in_one_region_meet_in_turn_order() -> None:
    """Rulebook p. 8; docs/rulings.md 3."""
    step = started(standing(R.HARRAX, R.HARRAX, R.ESMORE, R.HARRAX, first=1), Meetings())
    assert step.events == (Met(R.HARRAX, (1, 3, 0)),)
    assert asked(step.state) == ("meet", [1])
    assert offered(step.state, 1) == ["peace", "fight"]


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_region_of_the_first_player_is_settled_first(first: int) -> None:
    """Rulebook p. 9: then clockwise by the next player involved."""
    table = standing(R.YREEL, R.HARRAX, R.HARRAX, R.YREEL, first=first)
    step = started(table, Meetings())
    assert step.events[0] == Met(R.YREEL if first in (0, 3) else R.HARRAX, parties_from(first))
    assert asked(step.state) == ("meet", [first])


def parties_from(first: int) -> tuple[int, ...]:
    """The seat and whoever is in the same region, in turn order."""
    return {0: (0, 3), 1: (1, 2), 2: (2, 1), 3: (3, 0)}[first]


def test_one_region_is_settled_after_the_other() -> None:
    """Rulebook p. 9."""
    table = meeting(R.YREEL, R.HARRAX, R.HARRAX, R.YREEL, first=1)
    step = play_on(table, {1: "peace"}, {2: "peace"})
    assert step.events == (
        Announced(1, R.HARRAX, "peace"),
        Announced(2, R.HARRAX, "peace"),
        Met(R.YREEL, (3, 0)),
    )
    assert asked(step.state) == ("meet", [3])


# Fight or peace.


@pytest.mark.parametrize("speaker", [0, 1, 2])
def test_one_wish_to_fight_begins_a_battle_of_all_in_the_region(speaker: int) -> None:
    """Rulebook p. 8: nobody needs to be asked any more."""
    seated = [seat(board, R.HARRAX) for board in COLOURS[:3]]
    table = asking(at_table(*seated), Meetings())
    words = [{who: "peace"} for who in range(speaker)]
    step = play_on(table, *words, {speaker: "fight"})
    assert step.state.agenda[0] == Battle(R.HARRAX, (0, 1, 2))
    assert step.events[-1] == Announced(speaker, R.HARRAX, "fight")


def test_if_nobody_wants_to_fight_there_is_no_battle() -> None:
    """Rulebook p. 8: and where nothing lies in the region, nothing else is asked."""
    step = play_on(meeting(R.HARRAX, R.HARRAX), {0: "peace"}, {1: "peace"})
    assert names_of(step.events) == ["Announced", "Announced"]
    assert step.state.agenda == ()
    assert not any(player.barred for player in step.state.players)


@pytest.mark.parametrize("text", ["claim", "cede", "stay"])
def test_why_another_word_is_refused(text: str) -> None:
    assert why_not(meeting(R.HARRAX, R.HARRAX), 0, text) == "fight-or-peace region=Harrax"


# Claim or cede.


def at_peace(region: Region, first: int) -> Table:
    """Two in a region who have kept the peace."""
    return play_on(meeting(region, region, first=first), {first: "peace"}, {1 - first: "peace"}).state


@pytest.mark.parametrize("region", [R.QLISS, R.VURT])
def test_without_a_battle_the_fortress_or_artefact_is_claimed_or_ceded(region: Region) -> None:
    """Rulebook pp. 8-9; docs/rulings.md 2: whether the terms are fulfilled does not matter yet."""
    table = at_peace(region, 1)
    assert asked(table) == ("claim", [1])
    assert offered(table, 1) == ["cede", "claim"]
    assert why_not(table, 1, "fight") == f"claim-or-cede region={region}"
    assert asked(settle(table, {1: "cede"}).state) == ("claim", [0])


@pytest.mark.parametrize(("words", "winner"), [(("claim", "cede"), 0), (("cede", "claim"), 1)])
def test_one_claim_gives_the_right(words: tuple[str, str], winner: int) -> None:
    """Rulebook p. 9: the others have ceded it for this time."""
    seated = [seat(board, R.QLISS, units={"foot": 9}) for board in COLOURS[:2]]
    table = play_on(asking(at_table(*seated), Meetings()), {0: "peace"}, {1: "peace"}).state
    step = play_on(table, {0: words[0]}, {1: words[1]})
    assert step.events[-1] == RightGiven(R.QLISS, winner)
    assert [player.barred for player in step.state.players] == [winner != 0, winner != 1]
    sieges = [any(text.startswith("siege") for text in _fights(step.state, who)) for who in (0, 1)]
    assert sieges == [winner == 0, winner == 1]


def _fights(table: Table, who: int) -> list[str]:
    """What a seat may attack, those before it being done."""
    while who not in asked(table)[1]:
        table = settle(table, {asked(table)[1][0]: "done"}).state
    return offered(table, who)


def test_no_claim_leaves_it_to_nobody() -> None:
    """docs/rulings.md 2."""
    table = play_on(meeting(R.QLISS, R.QLISS), {0: "peace"}, {1: "peace"}, {0: "cede"}).state
    step = settle(table, {1: "cede"})
    assert step.events == (Announced(1, R.QLISS, "cede"), RightGiven(R.QLISS, None))


@pytest.mark.parametrize("words", [("claim", "claim", "cede"), ("cede", "claim", "claim"), ("claim",) * 3])
def test_two_claims_begin_a_battle_of_all_in_the_region(words: tuple[str, ...]) -> None:
    """Rulebook p. 8; docs/rulings.md 2: whoever ceded is in it too."""
    seated = [seat(board, R.QLISS) for board in COLOURS[:3]]
    table = play_on(asking(at_table(*seated), Meetings()), {0: "peace"}, {1: "peace"}, {2: "peace"}).state
    step = play_on(table, {0: words[0]}, {1: words[1]}, {2: words[2]})
    assert step.state.agenda[0] == Battle(R.QLISS, (0, 1, 2))
    assert "RightGiven" not in names_of(step.events)


def test_a_seized_fortress_is_not_claimed() -> None:
    table = standing(R.QLISS, R.QLISS, R.HARRAX)
    table.players[2].fortresses = 1 << R.QLISS
    step = play_on(asking(table, Meetings()), {0: "peace"}, {1: "peace"})
    assert step.state.agenda == ()


class KeepsQliss(Effect):
    def withholds(
        self, table: Table, seat: int, held: bool, thing: Thing, region: Region, other: int
    ) -> bool:
        return held or region is R.QLISS


def test_only_those_to_whom_it_is_available_are_asked() -> None:
    """docs/rulings.md 2: for the others it is not there, nor after one has claimed."""
    keeper = small_board("keepers", nature=(KeepsQliss(),))
    table = at_table(seat(COLOURS[0], R.QLISS, units={}), seat(keeper, R.QLISS, units={}))
    step = play_on(asking(table, Meetings()), {0: "peace"}, {1: "peace"})
    assert asked(step.state) == ("claim", [1])
    step = settle(step.state, {1: "claim"})
    assert step.events[-1] == RightGiven(R.QLISS, 1)


def test_who_is_alone_needs_no_permission() -> None:
    """Rulebook p. 9."""
    table = asking(at_table(seat(COLOURS[0], R.QLISS), seat(COLOURS[1], R.HARRAX, units={})), Meetings())
    assert "siege Qliss with foot 3" in offered(table, 0)


# Pieces.


class Beast(Effect):
    """Stands in Qliss and must fight."""

    def pieces(self, table: Table, seat: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return (*pieces, Piece("beast", R.QLISS))

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        return (*stacks, Stack("beast", 7, 1, 1)) if combat.piece else stacks


TAMERS = small_board("tamers", nature=(Beast(),))


def test_a_piece_meets_whoever_is_in_its_region_and_the_battle_is_forced() -> None:
    table = at_table(seat(COLOURS[0], R.QLISS), seat(TAMERS, R.HARRAX), first=1)
    assert parties(table, R.QLISS) == (1, 0)
    step = started(table, Meetings())
    assert step.events == (Met(R.QLISS, (1, 0)),)
    assert step.state.agenda[0] == Battle(R.QLISS, (1, 0))


def test_the_own_region_comes_before_those_of_pieces() -> None:
    """docs/rulings.md 60."""
    table = at_table(seat(COLOURS[0], R.QLISS), seat(TAMERS, R.YREEL), seat(COLOURS[1], R.YREEL), first=1)
    step = play_on(asking(table, Meetings()), {1: "peace"}, {2: "peace"})
    assert [event for event in step.events if isinstance(event, Met)] == [Met(R.QLISS, (1, 0))]


def test_one_player_and_the_own_piece_are_one_party() -> None:
    table = at_table(seat(COLOURS[0], R.HARRAX), seat(TAMERS, R.QLISS))
    assert parties(table, R.QLISS) == (1,)
    assert not any(isinstance(event, Met) for event in started(table, Meetings()).events)


# The end of the movement.


def test_battles_come_first_then_monsters_and_fortresses_then_artefacts() -> None:
    """Rulebook p. 9; docs/rulings.md 1: each in turn order."""
    seated = [
        seat(COLOURS[0], R.PASKAAR, stock=(12, 0, 0)),
        seat(COLOURS[1], R.DORTAL, stock=(0, 0, 12)),
        seat(COLOURS[2], R.HARRAX),
        seat(COLOURS[3], R.HARRAX),
    ]
    table, order = asking(at_table(*seated, first=1), Meetings()), []
    words = {"meet": "peace", "attack": "done", "collect": "decline"}
    while table.agenda:
        kind, [who] = asked(table)
        order.append((kind, who))
        table = settle(table, {who: words[kind]}).state
    meets, attacks = [("meet", 2), ("meet", 3)], [("attack", who) for who in (1, 2, 3, 0)]
    assert order == [*meets, *attacks, ("collect", 1), ("collect", 0)]


def test_what_lasts_for_one_movement_is_over_at_its_end() -> None:
    """Rulebook p. 8: unspent points are lost."""
    table = standing(R.HARRAX, R.YREEL)
    player = table.players[0]
    player.points, player.moved, player.barred, player.rewarded = 3, True, True, True
    after = started(table, MovementEnds()).state.players[0]
    assert (after.points, after.moved, after.barred, after.rewarded) == (0, False, False, False)


def test_meetings_that_no_table_can_have_before_it() -> None:
    table = standing(R.QLISS, R.QLISS, R.HARRAX, first=1)
    assert Meeting(R.QLISS, (1, 0)).is_coherent(table)
    assert Meeting(R.QLISS, (0,)).is_coherent(table)
    for wrong in ((0, 1), (), (1, 2), (2,), (7,)):
        assert not Meeting(R.QLISS, wrong).is_coherent(table)
    assert Claiming(R.QLISS, (0,), (1,)).is_coherent(table)
    assert not Claiming(R.QLISS, (1,), (0,)).is_coherent(table)
    assert not Claiming(R.QLISS, (), (1, 0)).is_coherent(table)


# Battles that others join.


class Eager(Effect):
    """Joins battles in Qliss for a gold, and speaks before its region is settled."""

    def may_join(self, table: Table, seat: int, may: bool, region: Region) -> bool:
        return may or region is R.QLISS

    def battle_joined(self, turn: Turn, seat: int, region: Region) -> None:
        pay(turn, seat, bundle(gold=1))


EAGER = tuple(small_board(name, nature=(Eager(),)) for name in ("greens", "greys"))


def declared(first: int = 0) -> Table:
    """Two in Qliss want to fight; two next door may join."""
    table = at_table(
        seat(COLOURS[0], R.QLISS),
        seat(EAGER[0], R.NIKLEEN, stock=(0, 0, 2)),
        seat(COLOURS[1], R.QLISS),
        seat(EAGER[1], R.WERS, stock=(0, 0, 2)),
        first=first,
    )
    return settle(asking(table, Meetings()), {first: "fight"}).state


def test_who_may_join_a_battle_is_asked_in_turn_order_before_anybody_deploys() -> None:
    table = declared(first=2)
    assert table.agenda[0] == Joining(R.QLISS, (2, 0), (3, 1))
    assert asked(table) == ("join", [3])
    assert offered(table, 3) == ["decline", "join"]
    step = play_on(table, {3: "join"}, {1: "decline"})
    assert step.events == (BattleJoined(3, R.QLISS), Paid(3, 0, 0, 1, ()), Declined(1, "battle"))
    assert step.state.agenda[0] == Battle(R.QLISS, (2, 3, 0))
    assert why_not(table, 3, "peace") == "join-or-not region=Qliss"


def test_whoever_joined_fights_from_where_they_stand_and_once_only() -> None:
    table = play_on(declared(), {1: "join"}, {3: "decline"}).state
    battle = table.agenda[0]
    assert isinstance(battle, Battle)
    assert battle.is_coherent(table)
    assert battle.combat(table, 1) == Combat(Foe.PLAYERS, R.NIKLEEN, beside=R.QLISS)
    assert [battle.combat(table, at).field for at in (0, 1, 2)] == [R.QLISS] * 3
    fought = settle(table, {0: "deploy foot 1", 1: "deploy foot 3", 2: "deploy none"}).state
    assert [player.battled for player in fought.players] == [True, True, True, False]
    assert [player.barred for player in fought.players] == [True, False, True, False]
    assert parties(fought, R.NIKLEEN) == ()
    assert parties(fought, R.WERS) == (3,)


@pytest.mark.parametrize(
    ("stage", "is_coherent"),
    [
        (Joining(R.QLISS, (0, 2), (1, 3)), True),
        (Joining(R.QLISS, (0, 2), (3,)), True),
        (Joining(R.QLISS, (0, 2), ()), False),
        (Joining(R.QLISS, (0, 2), (3, 1)), False),
        (Joining(R.QLISS, (0, 2), (2, 3)), False),
        (Joining(R.QLISS, (0,), (1, 3)), False),
        (Joining(R.HARRAX, (1, 3), (0,)), False),
        (Meetings((), (0, 1)), True),
        (Meetings((), (1,)), False),
    ],
)
def test_joinings_that_no_table_can_have_before_it(stage: Joining | Meetings, is_coherent: bool) -> None:
    assert stage.is_coherent(declared()) is is_coherent


class Caller(Effect):
    """Draws whoever is in Jorveld into a battle, wherever it stands."""

    def meeting_others(self, turn: Turn, seat: int) -> None:
        region = turn.player(seat).region
        assert region is not None
        drawn = parties(turn.table, R.JORVELD)
        seats = tuple(one for one in turn.table.in_turn if one in (*parties(turn.table, region), *drawn))
        if drawn and seat not in drawn:
            begin(turn, region, seats, beside=R.JORVELD)


def test_a_battle_can_draw_in_others_from_next_door_who_fight_where_they_stand() -> None:
    callers = small_board("callers", nature=(Caller(),))
    table = at_table(
        seat(COLOURS[0], R.HARRAX),
        seat(callers, R.KOSLEEN),
        seat(COLOURS[1], R.JORVELD),
        seat(COLOURS[2], R.JORVELD, units={}),
    )
    drawn = asking(table, Meetings())
    battle = Battle(R.KOSLEEN, (1, 2, 3), R.JORVELD)
    assert drawn.agenda[:2] == (battle, Meetings((), (0, 1)))
    assert battle.is_coherent(drawn)
    assert battle.combat(drawn, 2) == Combat(Foe.PLAYERS, R.JORVELD, beside=R.KOSLEEN)
    step = settle(drawn, {1: "deploy foot 2", 2: "deploy foot 1"})
    assert Met(R.JORVELD, (2, 3)) not in step.events
    assert [player.battled for player in step.state.players] == [False, True, True, True]


class Wolf(Beast):
    """A beast next door."""

    def pieces(self, table: Table, seat: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return (*pieces, Piece("wolf", R.JORVELD))


def test_a_piece_can_be_drawn_in_without_its_player() -> None:
    callers = small_board("callers", nature=(Caller(),))
    tamers = small_board("tamers", nature=(Wolf(),))
    drawn = asking(at_table(seat(callers, R.KOSLEEN), seat(tamers, R.UGMAT)), Meetings())
    battle = drawn.agenda[0]
    assert isinstance(battle, Battle)
    assert battle.combat(drawn, 1) == Combat(Foe.PLAYERS, R.JORVELD, "wolf", R.KOSLEEN)
    assert battle.is_coherent(drawn)
