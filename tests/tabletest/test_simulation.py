"""Seeds become tables, in whatever process; a failing one is cut down; a thousand keep every promise."""

import os

import pytest

from p2p_heroes.games import DEFAULT_GAME, SMALL_GAME
from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.simulation import (
    LARGE_GAMES,
    LINKS,
    Run,
    Tally,
    breaks,
    ending,
    plan_of,
    shrink,
    simulate,
    simulate_all,
)
from p2p_heroes.tabletest.world.checks import Breach
from p2p_heroes.tabletest.world.network_faults import Mishap, NetworkFaults
from p2p_heroes.tabletest.world.plan import Happening, TablePlan
from p2p_heroes.tabletest.world.world import World
from protocol.frozen import replace
from tests.support.samples import ALL

CRASH, VOTE = Happening(500, Mishap.CRASH, (1,), 300), Happening(700, Mishap.VOTE, (0,))
QUIET = TablePlan("quiet", SMALL_GAME, ("",) * 2, {"rounds": 1})


def test_every_tenth_table_plays_another_game_each_in_its_turn() -> None:
    played = [plan_of(seed).game for seed in range(10 * len(LARGE_GAMES))]
    assert played[::10] == list(LARGE_GAMES)
    assert {game for place, game in enumerate(played) if place % 10} == {SMALL_GAME}
    assert plan_of(0, SMALL_GAME).game == SMALL_GAME


@pytest.mark.slow
def test_a_run_is_the_same_in_any_process() -> None:
    here = list(simulate_all(range(1, 5), jobs=1))
    assert list(simulate_all(range(1, 5), jobs=2)) == here
    assert [run.seed for run in here] == [1, 2, 3, 4]
    assert simulate(3) == here[2]


def test_only_what_is_allowed_happens() -> None:
    run = simulate(7, SMALL_GAME, frozenset())
    assert (run.happened, run.attack, run.ending, run.breaches) == ((), "", "finished by all", ())


def test_endings() -> None:
    world = World(QUIET)
    assert ending(world) == "waiting for somebody gone"
    world.run()
    assert ending(world) == "finished by all"
    gone = World(replace(QUIET, choices=("",) * 3, happenings=(Happening(600, Mishap.CRASH, (1,)),)))
    gone.run()
    assert ending(gone) == "finished by some"
    alone = World(replace(QUIET, happenings=(Happening(1_500, Mishap.CRASH, (1,)),)))
    alone.run()
    assert ending(alone) == "claimed"
    deaf = World(replace(QUIET, network_faults=NetworkFaults(drop=1000), calm=60_000))
    deaf.run()
    assert ending(deaf) == "never begun"


def test_a_tally_counts_tables_and_times() -> None:
    tally = Tally()
    tally.add(Run(1, SMALL_GAME, 3, "silence", ((Mishap.DROP, 7), (Mishap.CHEAT, 1)), "claimed", (), ""))
    tally.add(
        Run(2, DEFAULT_GAME, 2, "", ((Mishap.DROP, 2),), "claimed", (Breach("ends", "it does not"),), "")
    )
    assert (tally.runs, tally.tables[Mishap.DROP], tally.faults[Mishap.DROP]) == (2, 2, 9)
    assert tally.attacks == {"silence": 1}
    assert tally.endings == {"claimed": 2}
    assert [run.seed for run in tally.failed] == [2]


def test_a_plan_is_cut_down_to_what_makes_it_fail() -> None:
    faults = NetworkFaults(drop=100, delay=50)
    plan = replace(QUIET, network_faults=faults, happenings=(CRASH, VOTE), attack="silence", liar=0, after=2)

    def fails(tried: TablePlan) -> bool:
        return CRASH in tried.happenings and tried.network_faults.delay > 0

    assert shrink(plan, fails) == replace(QUIET, network_faults=NetworkFaults(delay=50), happenings=(CRASH,))


def test_a_table_breaks_a_promise_or_does_not() -> None:
    assert not breaks(QUIET, "agreement")
    assert not breaks(replace(QUIET, attack="silence", liar=1), "right blame")


def test_who_copied_and_opened_may_contradict_itself_later() -> None:
    """It votes with the number of the opening that its own session never made: guilty of that, too."""
    assert not simulate(35573).breaches


def test_who_lies_about_a_step_that_has_gone_on_is_asked_nothing_any_more() -> None:
    """It tells somebody of an old decision, and wants to tell of another one as well."""
    assert not simulate(66222).breaches


@pytest.mark.slow
def test_some_hundred_tables_keep_every_promise() -> None:
    """Seeds from 0 on: `p2p-heroes simulate --games 100` is the same."""
    tally, seeds = Tally(), range(400 if ALL else 100)
    for run in simulate_all(seeds, jobs=os.cpu_count() or 1):
        tally.add(run)
    repeat = [f"simulate --games 1 --seed {run.seed}: {run.breaches}" for run in tally.failed]
    assert not repeat, "\n".join(repeat)
    for kind in Mishap:
        # One table in ten is about links, and at half of these somebody goes deaf.
        least = len(seeds) // (40 if kind in LINKS else 5)
        assert tally.tables[kind] >= least, f"{kind.value} happened at {tally.tables[kind]} tables only"
    assert tally.tables[Mishap.CHEAT] >= len(seeds) * 0.3
    assert len(tally.attacks) >= len(seeds) // 8
    assert tally.attacks.keys() <= ATTACKS.keys()
    assert sum(tally.games[game] for game in LARGE_GAMES) == len(seeds) // 10
    assert tally.endings["finished by all"] >= len(seeds) // 2
