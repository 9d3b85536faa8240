"""A plan that is written and read again is the same plan."""

from p2p_heroes.tabletest.scripts.language import Expect, PlayStatement, Wait, parse
from p2p_heroes.tabletest.scripts.writing import written
from p2p_heroes.tabletest.simulation import plan_of
from p2p_heroes.tabletest.world.network_faults import Mishap
from p2p_heroes.tabletest.world.plan import ALL_MISHAPS, Happening
from protocol.frozen import replace


def test_a_given_start_is_written_too() -> None:
    given = (("scores.Ada", 3), ("throws", ("rock", "rock", "rock")), ("played", 1), ("called", None))
    plan = replace(plan_of(1), given=given, choices=("", "", ""), attack="", liar=None, happenings=())
    assert parse("\n".join(written(plan))).plan.given == given


def test_what_is_written_is_read_again() -> None:
    for seed in range(60):
        plan = plan_of(seed, allowed=ALL_MISHAPS - {Mishap.CABAL, Mishap.UNLINKED})
        script = parse("\n".join(written(plan)))
        assert script.plan == replace(plan, options=dict(plan.options))
        assert [one.act for one in script.statements] == [PlayStatement(), Wait(200_000), Expect("agreement")]


def test_everything_that_a_script_can_plan_is_written() -> None:
    """A drawn plan has no restart of its own: whoever crashes comes back after a while."""
    happenings = tuple(Happening(1_500, kind, seats, lasting) for kind, seats, lasting in PLANNED)
    plan = replace(plan_of(0), options={}, happenings=happenings, half=True, programs=True)
    assert parse("\n".join(written(plan))).plan == plan


PLANNED = (
    (Mishap.CRASH, (1,), 2_000),
    (Mishap.CRASH, (1,), 0),
    (Mishap.RESTART, (1,), 0),
    (Mishap.PARTITION, (0,), 500),
    (Mishap.PAUSE, (0, 1), 1),
    (Mishap.UNLINKED, (0, 1), 60_000),
    (Mishap.JUMP, (0,), -20_000),
    (Mishap.VOTE, (0,), 0),
)
