"""The rules of Delve, one test each, from small states written out by hand."""

from typing import Any

import pytest

from p2p_heroes.games.delve import (
    DELVE,
    FACES,
    Climb,
    ClimbedOut,
    Climbing,
    Danger,
    Decision,
    Depth,
    DieShown,
    Dig,
    Finding,
    GameEnded,
    Mine,
    Miner,
    ShaftCollapsed,
    ShaftSunk,
    Sink,
    Sinking,
)
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import Chance, Open, Over, Plain, Request, Secret, Setup

SHALLOW, DEEP = Depth
CLIMB, DIG = Climb(), Dig()
GAS, WATER = 6, 7
"""Faces of the die of a shallow shaft."""


def down(*carried: int | None, gold: int = 0) -> tuple[Miner, ...]:
    """Who is down with so much; None: who is up."""
    return tuple(Miner(gold, much or 0, much is not None) for much in carried)


def finding(*carried: int | None, found: tuple[int, ...] = (), left: int = 0, shafts: int = 3) -> Mine:
    return Mine(down(*carried), (Finding(),), shafts, shaft=1, found=found, left=left)


def climbing(*carried: int | None, found: tuple[int, ...] = (0,), left: int = 0, shafts: int = 3) -> Mine:
    return Mine(down(*carried), (Climbing(),), shafts, shaft=1, found=found, left=left)


def decide(mine: Mine, *decisions: Decision) -> tuple[Mine, tuple[Any, ...]]:
    step = DELVE.apply(mine, dict(zip(mine.down, decisions, strict=True)))
    return step.state, step.events


def throw(mine: Mine, face: int) -> tuple[Mine, tuple[Any, ...]]:
    step = DELVE.apply(mine, (face,))
    return step.state, step.events


@pytest.mark.parametrize("seats", DELVE.seats)
def test_two_to_six_start_with_nothing_and_the_first_sinks_a_shaft(seats: int) -> None:
    mine = DELVE.initial(Setup(("",) * seats))
    assert mine == Mine((Miner(),) * seats, (Sinking(0),), shafts=3)
    assert DELVE.pending(mine) == Open((Request(0, "sink", (Sink(SHALLOW), Sink(DEEP))),))


def test_all_go_down_the_new_shaft_and_the_die_is_thrown() -> None:
    step = DELVE.apply(DELVE.initial(Setup(("", ""))), {0: Sink(DEEP)})
    assert step.events == (ShaftSunk(1, 0, DEEP),)
    assert step.state.down == (0, 1)
    assert DELVE.pending(step.state) == Chance("find 1 of shaft 1", (12,))


def test_a_deep_shaft_has_twice_the_dangers_and_about_twice_the_gold() -> None:
    gold = {depth: sum(face for face in FACES[depth] if isinstance(face, int)) for depth in Depth}
    assert gold == {SHALLOW: 33, DEEP: 62}
    assert [FACES[depth].count(Danger.GAS) for depth in Depth] == [1, 2]


def test_gold_is_divided_among_all_who_are_down_and_the_rest_stays() -> None:
    mine, events = throw(finding(1, None, 4, left=1), 3)
    assert [miner.carried for miner in mine.players] == [4, 0, 7]
    assert (mine.left, events) == (1, (DieShown(6, 3),))
    mine, events = throw(finding(0, 0, 0), 4)
    assert (mine.left, events) == (2, (DieShown(8, 2),))


def test_a_danger_does_nothing_when_it_shows_for_the_first_time() -> None:
    mine, events = throw(finding(3, 4, found=(WATER,)), GAS)
    assert [miner.carried for miner in mine.players] == [3, 4]
    assert (mine.found, events) == ((WATER, GAS), (DieShown(Danger.GAS, 0),))


def test_gold_may_show_again_and_again() -> None:
    mine, _ = throw(finding(3, 4, found=(0,)), 0)
    assert mine.down == (0, 1)


def test_the_second_time_the_shaft_collapses_and_buries_what_is_carried() -> None:
    mine, events = throw(finding(3, None, 4, found=(GAS,), left=1), GAS)
    assert events == (ShaftCollapsed(Danger.GAS, ((0, 3), (2, 4))),)
    assert mine == Mine((Miner(),) * 3, (Sinking(0),), shafts=3, shaft=1)


def test_after_a_find_all_who_are_down_decide_in_secret() -> None:
    mine, _ = throw(finding(3, None, 4), 0)
    ways = (CLIMB, DIG)
    assert DELVE.pending(mine) == Secret((Request(0, "climb", ways), Request(2, "climb", ways)))


def test_who_stays_away_climbs_out() -> None:
    assert DELVE.default(climbing(3, 4), 1) == CLIMB


def test_who_climbs_out_keeps_what_they_carry_and_shares_what_is_left() -> None:
    mine, events = decide(climbing(3, 4, 5, left=3), CLIMB, DIG, CLIMB)
    assert mine.gold == (4, 0, 6)
    assert (mine.left, mine.down) == (1, (1,))
    assert events == (ClimbedOut(((0, 4), (2, 6)), (1,)),)
    assert DELVE.pending(mine) == Chance("find 2 of shaft 1", (9,))


def test_if_nobody_climbs_out_the_die_is_thrown_again() -> None:
    mine, events = decide(climbing(3, 4), DIG, DIG)
    assert (mine.down, events) == ((0, 1), (ClimbedOut((), (0, 1)),))
    assert mine.agenda == (Finding(),)


def test_when_all_are_out_the_poorest_sinks_the_next_shaft() -> None:
    mine, _ = decide(climbing(6, 4, 4, left=1), CLIMB, CLIMB, CLIMB)
    assert mine == Mine((Miner(6), Miner(4), Miner(4)), (Sinking(1),), shafts=3, shaft=1, depth=SHALLOW)


def test_after_twelve_finds_all_climb_out() -> None:
    mine, events = throw(finding(3, None, 4, found=(1,) * 11, left=2), 0)
    assert mine.gold == (5, 0, 6)
    assert events == (DieShown(2, 1), ClimbedOut(((0, 5), (2, 6)), ()))


def test_after_eleven_finds_they_choose_once_more() -> None:
    mine, _ = throw(finding(3, None, 4, found=(1,) * 10, left=2), 0)
    assert mine.agenda == (Climbing(),)


def test_the_most_gold_after_the_last_shaft_wins() -> None:
    mine, events = decide(climbing(3, 4, 4, shafts=1), CLIMB, CLIMB, CLIMB)
    assert events[1] == GameEnded((3, 4, 4), (3, 1, 1))
    assert DELVE.pending(mine) == Over((3, 1, 1))
    assert DELVE.points(mine) == (3, 4, 4)


@pytest.mark.parametrize(
    ("decision", "plain", "text"),
    [
        (Sink(DEEP), ("sink", "deep"), "sink deep"),
        (CLIMB, ("climb",), "climb"),
        (DIG, ("dig",), "dig"),
    ],
)
def test_a_decision_is_written_and_typed(decision: Decision, plain: Plain, text: str) -> None:
    assert DELVE.encode_decision(decision) == plain
    assert DELVE.decode_decision(plain) == decision
    assert (DELVE.notate(decision), DELVE.parse(text)) == (text, decision)


def encoded(**other: Plain) -> dict[str, Plain]:
    """A state as it is signed, with changes."""
    return {
        "agenda": ({"stage": "climbing"},),
        "depth": "shallow",
        "found": (0, 6),
        "left": 1,
        "players": (miner(gold=7), miner(carried=2, is_down=True)),
        "shaft": 1,
        "shafts": 2,
        **other,
    }


def miner(**other: Plain) -> dict[str, Plain]:
    return {"carried": 0, "gold": 0, "is_down": False, **other}


UP = (miner(gold=7), miner())
OVER: dict[str, Plain] = {"agenda": (), "players": UP, "found": (), "left": 0, "shaft": 2}
BETWEEN: dict[str, Plain] = {**OVER, "agenda": ({"stage": "sinking", "seat": 1},), "shaft": 1}


def test_the_state_is_written_by_its_form() -> None:
    state = Mine((Miner(7), Miner(0, 2, True)), (Climbing(),), 2, 1, SHALLOW, (0, GAS), 1)
    assert DELVE.encode_state(state) == encoded()
    assert DELVE.decode_state(encoded()) == state


@pytest.mark.parametrize("other", [OVER, BETWEEN, {"agenda": ({"stage": "finding"},), "found": ()}])
def test_any_stage_can_be_read(other: dict[str, Plain]) -> None:
    assert DELVE.encode_state(DELVE.decode_state(encoded(**other))) == encoded(**other)


@pytest.mark.parametrize(
    "plain",
    [
        None,
        encoded(colour="red"),
        encoded(players=(miner(),)),
        encoded(players=(miner(),) * 7),
        encoded(shafts=0),
        encoded(shafts=10),
        encoded(shaft=3),
        encoded(shaft=0, players=(miner(), miner(is_down=True))),
        encoded(found=(9,)),
        encoded(found=(6, 6)),
        encoded(found=()),
        encoded(found=(0,) * 12),
        encoded(left=204),
        encoded(players=(miner(gold=205), miner(is_down=True))),
        encoded(players=(miner(carried=1), miner(is_down=True))),
        encoded(players=UP),
        encoded(agenda=()),
        encoded(agenda=({"stage": "climbing"}, {"stage": "finding"})),
        encoded(agenda=({"stage": "finding"},), found=(0,) * 12),
        encoded(agenda=({"stage": "finding"},), players=UP),
        encoded(agenda=({"stage": "sinking", "seat": 1},)),
        encoded(**BETWEEN | {"agenda": ({"stage": "sinking", "seat": 0},)}),
        encoded(**BETWEEN | {"shaft": 2}),
        encoded(**OVER | {"shaft": 1}),
    ],
)
def test_what_no_game_can_come_to_is_not_read(plain: Plain) -> None:
    with pytest.raises(MalformedState):
        DELVE.decode_state(plain)
