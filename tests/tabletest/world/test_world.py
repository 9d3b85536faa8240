"""Simulated tables: from a seed, byte for byte; every fault happens and is survived."""

import subprocess
import sys
from collections.abc import Iterable

import pytest

from p2p_heroes.tabletest.world.checks import breaches
from p2p_heroes.tabletest.world.network_faults import CALM, Mishap, NetworkFaults
from p2p_heroes.tabletest.world.observer import Observer
from p2p_heroes.tabletest.world.plan import Happening, TablePlan, draw_plan
from p2p_heroes.tabletest.world.world import World
from protocol.events import Claimed, Finished, Rebuilt
from protocol.frozen import replace

QUIET = TablePlan("quiet", "roshambo", ("",) * 3, {"rounds": 1})


def played(plan: TablePlan) -> World:
    world = World(plan)
    world.run()
    return world


def test_undisturbed_everybody_finishes_soon() -> None:
    world = played(QUIET)
    assert {type(machine.outcome) for machine in world.machines} == {Finished}
    assert world.is_over
    assert world.now < 8_000
    assert not world.refused
    assert not +(world.happened + world.network.happened)


@pytest.mark.parametrize("game", ["roshambo", pytest.param("conquer", marks=pytest.mark.slow)])
def test_the_same_seed_is_the_same_run(game: str) -> None:
    one, again = (played(draw_plan("5", game)) for _ in range(2))
    assert one.fingerprint == again.fingerprint
    assert [machine.data for machine in one.machines] == [machine.data for machine in again.machines]
    assert played(draw_plan("6", game)).fingerprint != one.fingerprint


@pytest.mark.slow
def test_the_same_under_another_hash_seed() -> None:
    code = (
        "from p2p_heroes.tabletest.world.plan import draw_plan\n"
        "from p2p_heroes.tabletest.world.world import World\n"
        "for seed in ('15', '37', '258'):\n"
        "    world = World(draw_plan(seed, 'roshambo')); world.run(); print(world.fingerprint)\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0].split()) == 3


def test_a_machine_that_crashes_comes_back_and_finishes() -> None:
    world = played(replace(QUIET, happenings=(Happening(400, Mishap.CRASH, (1,), 800),), calm=5_000))
    assert world.happened[Mishap.CRASH] == world.happened[Mishap.RESTART] == 1
    assert {type(machine.outcome) for machine in world.machines} == {Finished}


def test_a_machine_that_is_gone_for_good_is_voted_out() -> None:
    world = played(replace(QUIET, happenings=(Happening(600, Mishap.CRASH, (1,)),)))
    assert [type(machine.outcome) for machine in world.machines] == [Finished, type(None), Finished]
    assert world.machines[0].session.play.active == {0, 2}
    assert not world.happened[Mishap.RESTART]


def test_a_network_that_breaks_in_two_has_one_half_that_goes_on() -> None:
    world = played(
        replace(QUIET, patience=2, happenings=(Happening(600, Mishap.PARTITION, (2,), 60_000),), calm=90_000)
    )
    assert world.happened[Mishap.PARTITION] == 1
    assert [type(machine.outcome) for machine in world.machines] == [Finished, Finished, Claimed]


def test_a_pause_and_a_jump_are_survived() -> None:
    mishaps = (Happening(400, Mishap.PAUSE, (0, 1), 2_000), Happening(500, Mishap.JUMP, (2,), -5_000))
    world = played(replace(QUIET, happenings=mishaps))
    assert world.network.happened[Mishap.PAUSE] == world.happened[Mishap.JUMP] == 1
    assert {type(machine.outcome) for machine in world.machines} == {Finished}


def test_a_hasty_vote_is_taken_back() -> None:
    world = played(replace(QUIET, happenings=(Happening(500, Mishap.VOTE, (0,)),)))
    assert world.happened[Mishap.VOTE] == 1
    assert {type(machine.outcome) for machine in world.machines} == {Finished}


def test_damaged_packets_end_a_connection_and_not_the_game() -> None:
    world = played(replace(QUIET, network_faults=NetworkFaults(change=50), calm=30_000))
    assert world.refused
    assert {type(machine.outcome) for machine in world.machines} == {Finished}


def test_the_network_faults_end() -> None:
    world = played(replace(QUIET, network_faults=NetworkFaults(drop=1000), calm=3_000))
    assert world.network.faults is CALM
    assert {type(machine.outcome) for machine in world.machines} == {Finished}


def test_a_liar_is_found_out_through_network_faults() -> None:
    faults = NetworkFaults(drop=200, duplicate=200, reorder=500)
    world = played(replace(QUIET, network_faults=faults, calm=15_000, attack="false opening", liar=1))
    assert world.liar is not None
    assert world.liar.has_struck
    assert [machine.session.proofs[1].fault for machine in world.honest] == ["FalseOpening"] * 2


def test_a_liar_can_wait_for_a_later_step() -> None:
    world = played(replace(QUIET, options={"rounds": 2}, attack="wrong hash", liar=1, after=4))
    assert world.liar is not None
    assert world.liar.struck is not None
    assert world.liar.log.chains[1][world.liar.struck].step >= 4


def test_a_flood_costs_the_connection_and_nothing_else() -> None:
    world = played(replace(QUIET, attack="flood", liar=2))
    assert world.refused["Flood"] == 2
    assert {type(machine.outcome) for machine in world.machines} == {Finished}


@pytest.mark.slow
def test_hidden_cards_are_played_under_every_fault() -> None:
    """A seat comes back with its secret, and whoever leaves is gathered without."""
    for seed in range(8):
        assert breaches(played(draw_plan(f"cards {seed}", "magpies"))) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [26, 31, 54])
def test_a_late_vote_begins_a_shuffle_again(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody had gone on with a mix, and learns that its author, or another seat, was out before."""
    rebuilt: list[int] = []
    noted = Observer.note

    def note(self: Observer, news: Iterable[object]) -> None:
        told = list(news)
        rebuilt.extend(self.seat for event in told if isinstance(event, Rebuilt))
        noted(self, told)

    monkeypatch.setattr(Observer, "note", note)
    assert breaches(played(draw_plan(f"cards {seed}", "magpies"))) == []
    assert rebuilt


@pytest.mark.slow
def test_who_is_left_at_a_table_that_the_other_one_has_ended_leaves_it_too() -> None:
    """Once nobody is there any more; in its own eyes the table has not ended."""
    world = played(draw_plan("m160", "magpies"))
    assert [type(machine.session.play.outcome) for machine in world.machines] == [type(None), Claimed]
    assert world.is_over
