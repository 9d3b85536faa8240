"""Each promise is checked by something that can fail: here everything is broken once, on purpose."""

from collections.abc import Iterable
from typing import Any

import pytest

from p2p_heroes.audit import auditor
from p2p_heroes.games import GAMES
from p2p_heroes.node.node_logic import NodeLogic
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.attacks import ATTACKS, Liar
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.simulation import find_breaches
from p2p_heroes.tabletest.world.checks import CHECKS, breaches
from p2p_heroes.tabletest.world.disk import Disk
from p2p_heroes.tabletest.world.network_faults import Mishap
from p2p_heroes.tabletest.world.plan import Happening, TablePlan
from p2p_heroes.tabletest.world.world import World
from protocol.envelope import open_envelope
from protocol.errors import Fault
from protocol.events import Event
from protocol.faults import Proof
from protocol.frozen import replace
from protocol.genesis import Genesis
from protocol.messages import Reveal
from protocol.rules import Answers
from protocol.session import Session
from protocol.transcript import Founded, Record, Spoken

PLAN = TablePlan("broken", "roshambo", ("",) * 3, {"rounds": 2})
CRASH = Happening(500, Mishap.CRASH, (1,), 300)


def broken(world: World) -> set[str]:
    return {breach.check for breach in find_breaches(world)}


def seat(world: World, number: int, session: Session[Position]) -> World:
    """Give a machine another session than its plan says."""
    machine = world.machines[number]
    machine.session, machine.logic = session, NodeLogic(session, 0.0)
    return world


def test_what_is_not_broken_breaks_no_promise() -> None:
    assert find_breaches(World(PLAN)) == []
    assert find_breaches(World(replace(PLAN, happenings=(CRASH,)))) == []
    assert find_breaches(World(replace(PLAN, attack="false opening", liar=1))) == []


class Biased(GameRules):
    """Rules under which a draw falls otherwise."""

    def settle(self, position: Position, answers: Answers) -> Position:
        other = ((answers[0] + 1) % 3,) if isinstance(answers, tuple) else answers
        return super().settle(position, other)


def test_agreement_fails_where_one_node_has_other_rules() -> None:
    world = World(PLAN)
    seat(world, 2, Session(world.genesis, Biased(GAMES["roshambo"]), {2: key_of(2)}))
    assert "agreement" in broken(world)


class Forgetful(Disk):
    """A disk that says it has synced, and has not."""

    def append(self, records: Iterable[Record], *, sync: bool) -> None:
        super().append(records, sync=False)


def test_kept_fails_where_a_disk_lies() -> None:
    failed = set()
    for seed in "abcd":
        world = World(replace(PLAN, seed=seed, happenings=(CRASH,)))
        world.machines[1]._disk = Forgetful(Founded(world.genesis.encoded))
        failed |= broken(world)
    assert "kept" in failed


class Deaf(Disk):
    """A disk that keeps only what is synced."""

    def append(self, records: Iterable[Record], *, sync: bool) -> None:
        if sync:
            super().append(records, sync=True)


def test_record_fails_where_something_heard_is_not_written() -> None:
    world = World(PLAN)
    world.machines[1]._disk = Deaf(Founded(world.genesis.encoded))
    assert broken(world) == {"record"}


def test_right_blame_fails_where_somebody_cheats_who_should_be_honest() -> None:
    world = World(PLAN)
    liar = Liar(world.genesis, world.rules, {1: key_of(1)}, ATTACKS["false opening"])
    assert "right blame" in broken(seat(world, 1, liar))


def test_right_blame_fails_where_the_liar_is_blamed_for_something_else() -> None:
    world = World(replace(PLAN, attack="wrong hash", liar=1))
    liar = Liar(world.genesis, world.rules, {1: key_of(1)}, ATTACKS["false opening"])
    assert "right blame" in broken(seat(world, 1, liar))


def test_right_blame_fails_where_a_proof_shows_nothing() -> None:
    world = World(replace(PLAN, attack="false opening", liar=1))
    world.run()
    proof = world.machines[0].session.proofs[1]
    world.machines[0].session.proofs[1] = Proof(proof.table, proof.fault, 1, proof.evidence[:1])
    assert [breach.check for breach in breaches(world)] == ["right blame"]


class Blind(Session[Position]):
    """A session that finds nothing out."""

    def _condemn(self, fault: Fault, happened: list[Event]) -> bool:
        return False

    def accuse(self, data: bytes) -> list[Event]:
        return []


@pytest.mark.parametrize("attack", ["false opening", "wrong hash", "broken chain", "illegal decision"])
def test_full_blame_fails_where_nobody_looks(attack: str) -> None:
    world = World(replace(PLAN, attack=attack, liar=1))
    assert "full blame" in broken(seat(world, 2, Blind(world.genesis, world.rules, {2: key_of(2)})))


def test_ends_fails_where_somebody_sits_and_does_nothing() -> None:
    world = World(replace(PLAN, patience=80_000))
    world.machines[1].is_playing = False
    assert broken(world) == {"ends"}


def test_ends_fails_where_somebody_is_gone_and_patience_does_not_end() -> None:
    gone = replace(PLAN, happenings=(Happening(700, Mishap.CRASH, (1,)),))
    assert broken(World(gone)) == set()
    world = World(replace(gone, patience=80_000))
    assert broken(world) == {"ends"}
    assert not world.is_over


def test_stays_fails_where_honest_seats_vote_out_one_who_is_there() -> None:
    """Seat 1 sits and does nothing; it only matters where others act together."""
    for cabal, failed in (((), set()), ((2,), {"stays"})):
        world = World(replace(PLAN, choices=("",) * 4, cabal=cabal))
        world.machines[1].is_playing = False
        assert broken(world) == failed


def test_goes_on_fails_where_one_of_a_few_programs_ends_the_table_for_itself() -> None:
    for cabal, failed in (((), set()), ((2,), {"goes on"})):
        gone = (Happening(700, Mishap.CRASH, (1,)), Happening(700, Mishap.CRASH, (2,)))
        world = World(replace(PLAN, programs=True, cabal=cabal, happenings=gone))
        assert {breach.check for breach in find_breaches(world)} == failed


COLLUSION = replace(PLAN, patience=5, attack="undo reveals", liar=0, friends=(1,))
"""Seat 2 is voted out for a reveal that it has sent, by the two others."""


class Discreet(Disk):
    """A disk that keeps nothing of what its owner says from its first reveal on."""

    def __init__(self, genesis: Genesis, owner: int) -> None:
        super().__init__(Founded(genesis.encoded, (owner,)))
        self._genesis, self._owner = genesis, owner
        self._is_full = False

    def append(self, records: Iterable[Record], *, sync: bool) -> None:
        super().append([record for record in records if not self._is_withheld(record)], sync=sync)

    def _is_withheld(self, record: Record) -> bool:
        if not isinstance(record, Spoken):
            return False
        said = open_envelope(record.wire, self._genesis)
        self._is_full |= said.seat == self._owner and isinstance(said.message, Reveal)
        return self._is_full and said.seat == self._owner


def test_disputed_fails_where_a_record_lacks_what_its_owner_was_voted_out_for() -> None:
    assert broken(World(COLLUSION)) == set()
    world = World(COLLUSION)
    world.machines[2]._disk = Discreet(world.genesis, 2)
    assert broken(world) == {"disputed"}


def test_disputed_fails_where_an_audit_is_blind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditor, "_dispute", lambda *_: None)
    assert broken(World(COLLUSION)) == {"disputed"}


class Falling(GameRules):
    """Rules with a bug."""

    def need(self, position: Position) -> Any:
        if position.events:
            raise LookupError("a bug")
        return super().need(position)


def test_no_exception_fails_where_a_program_falls_over() -> None:
    world = World(PLAN)
    seat(world, 0, Session(world.genesis, Falling(GAMES["roshambo"]), {0: key_of(0)}))
    (breach,) = find_breaches(world)
    assert (breach.check, breach.text) == ("no exception", "LookupError: a bug")


def test_every_check_was_broken_here() -> None:
    elsewhere = {"is heard"}  # test_links
    here = {
        "agreement",
        "kept",
        "right blame",
        "full blame",
        "ends",
        "stays",
        "goes on",
        "record",
        "disputed",
    }
    assert set(CHECKS) == here | elsewhere
