"""What damaged states have shown: whatever is read back can be asked, answered and read back again."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.building import Building
from p2p_heroes.games.conquer.factions.humans import Exchanging
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import ActionStarts, ChooseStart, RoundEnds, RoundStarts
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.visiting import Arriving, Weakening
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import Setup
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import Seated, at_table, seat, why_not

R = Region

HUGE = (999, 999, 999)


def on(table: Table, *stages: Stage) -> Table:
    return replace(table, agenda=stages)


def is_read(table: Table) -> bool:
    """Whether it is accepted; any other error than a refusal is a fault of the codec."""
    try:
        CONQUER.decode_state(CONQUER.encode_state(table))
    except MalformedState:
        return False
    return True


def mechanics(count: int) -> Seated:
    units = dict.fromkeys(CONQUER.boards["gnomes"].unit_index, count)
    return seat("gnomes", units=units)


@pytest.mark.parametrize("plunder", [999, 4495])
def test_rewards_beyond_counting_are_refused_by_name(plunder: int) -> None:
    """OverflowError from `len`: more ways to plunder than an index can hold."""
    losers = [seat(name, stock=HUGE) for name in ("elves", "gnomes", "undead")]
    table = at_table(seat("humans"), *losers)
    assert not is_read(on(table, Rewarding(0, (1, 2, 3), plunder, ()), RoundEnds()))


@pytest.mark.parametrize("stage", [Fighting(0), Battle(R.HARRAX, (0, 1))], ids=["fighting", "battle"])
def test_armies_beyond_counting_are_refused_by_name(stage: Stage) -> None:
    """OverflowError from `len`, after some seconds: more deployments than an index can hold."""
    assert not is_read(on(at_table(mechanics(999), seat("orcs")), stage, RoundEnds()))


@pytest.mark.parametrize("stage", [Fighting(0), Moving(1), Arriving(0)], ids=lambda stage: stage.form.tag)
def test_nothing_comes_between_the_choices_of_a_start(stage: Stage) -> None:
    """AssertionError in `apply`: seat 0 stands nowhere yet."""
    table = CONQUER.initial(Setup(("humans", "elves")))
    assert not is_read(on(table, ChooseStart(1), stage, ChooseStart(0), RoundStarts(1)))


def test_a_level_that_no_action_has_is_refused() -> None:
    """The wood of a level of 9999 may be exchanged in fifty million ways, which are all written out."""
    table = at_table(seat("humans", artefacts=(R.PASKAAR,)), seat("elves"))
    assert not is_read(on(table, Exchanging(0, 1, "start"), Gathering("wood", 9999), RoundEnds()))


def test_a_level_that_no_effect_raises_so_far_is_refused() -> None:
    table = at_table(seat("humans", artefacts=(R.PASKAAR,), raised=9999), seat("elves"))
    table.plan = ("wood", "move", "gold", "build")
    agenda = (Exchanging(0, 1, "start"), ActionStarts("wood", 1), RoundEnds())
    assert not is_read(on(table, *agenda))


def test_whoever_has_lost_all_units_meanwhile_is_not_asked_for_one() -> None:
    """IndexError in `default`: a request without a choice."""
    elves = seat("elves", units={"pixie": 0}, stock=(9, 9, 9), built=("pixie-brushwood",))
    table = on(at_table(elves, seat("orcs")), Building((1, 1), (0,), ()), Weakening(0), RoundEnds())
    if is_read(table):
        after = CONQUER.apply(table, {0: CONQUER.default(table, 0)}).state
        assert CONQUER.default(after, CONQUER.pending(after).requests[0].seat)  # type: ignore[union-attr]
        assert is_read(after)


def test_wood_of_one_gain_can_be_read_back_however_much_it_is() -> None:
    table = at_table(seat("humans", artefacts=(R.PASKAAR,)), seat("elves", stock=(120, 0, 0)))
    table = on(table, Rewarding(0, (1,), 120, ()), RoundEnds())
    assert is_read(table)
    assert is_read(CONQUER.apply(table, {0: CONQUER.parse("plunder elves wood 120")}).state)


def test_a_first_player_is_drawn_before_anybody_stands_anywhere() -> None:
    table = CONQUER.initial(Setup(("humans", "elves")))
    table.players[0].region = R.WERS
    assert not is_read(table) or is_read(CONQUER.apply(table, (1,)).state)


def test_mechanics_are_named_among_what_can_be_deployed() -> None:
    table = on(at_table(mechanics(2), seat("orcs")), Battle(R.HARRAX, (0, 1)), RoundEnds())
    assert "deploy-at-most-as-served " in why_not(table, 0, "deploy mechanic 3")
