"""Seats that act together, by several programs with one key."""

from pathlib import Path

import pytest

from p2p_heroes.lab.scripts.language import parse
from p2p_heroes.lab.scripts.stage import perform
from p2p_heroes.lab.simulation import find_breaches, plan_of, simulate, world_of
from p2p_heroes.lab.world.cabal import Cabal, draw_cabal
from p2p_heroes.lab.world.weather import Mishap
from protocol.absence import Ballot, Vote
from protocol.session import Session

CABAL = frozenset({Mishap.CABAL})
EXAMPLES = Path(__file__).resolve().parents[3] / "scripts" / "examples"


@pytest.mark.parametrize("seed", range(40))
def test_every_promise_is_kept_whatever_one_or_two_do(seed: int) -> None:
    assert find_breaches(Cabal(draw_cabal(str(seed), "roshambo"))) == []


def test_who_waits_for_the_others_words_is_not_voted_out_for_it() -> None:
    """Seed 71084: after a vote all waited for what one could never tell, and one was voted out for it."""
    assert find_breaches(Cabal(draw_cabal("71084", "roshambo"))) == []


def test_a_run_follows_from_its_seed() -> None:
    assert simulate(7, "roshambo", CABAL) == simulate(7, "roshambo", CABAL)


def test_one_or_two_of_three_to_seven_act_together() -> None:
    plans = [plan_of(seed, "roshambo", CABAL) for seed in range(200)]
    assert {len(plan.cabal) for plan in plans} == {1, 2}
    assert {plan.seats for plan in plans} == {3, 4, 5, 6, 7}
    assert {bool(plan.happenings) for plan in plans} == {True, False}


def test_several_faces_tell_several_stories() -> None:
    worlds = [world_of(plan_of(seed, "roshambo", CABAL)) for seed in range(30)]
    for world in worlds:
        assert find_breaches(world) == []
    proven = [world for world in worlds if any(machine.session.proofs for machine in world.honest)]
    assert len(proven) > len(worlds) / 4
    faults = {p.fault for world in proven for m in world.honest for p in m.session.proofs.values()}
    assert {"Equivocation", "WrongPast"} <= faults


def half_is_enough(ballot: Ballot, vote: Vote) -> bool:
    outside = ballot.outside(vote)
    return 2 * len(outside) >= len(ballot.active) and min(ballot.active) in outside


WITHOUT: dict[str, list[tuple[type, str, object]]] = {
    "another-past-after-a-vote-for-one": [
        (Session, "differing", lambda *_: []),
        (Session, "_show_unusable", lambda *_: None),
    ],
    "sign-for-some-keep-for-others": [(Session, "_unsure_of", lambda *_: frozenset())],
    "undo-reveals": [(Ballot, "is_quorum", half_is_enough)],
}
"""Attacks, and what stops them."""


@pytest.mark.parametrize("attack", WITHOUT)
def test_each_attack_succeeds_without_what_stops_it(attack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script = parse((EXAMPLES / f"{attack}.table").read_text())
    assert perform(script)[1] == []
    for owner, name, instead in WITHOUT[attack]:
        monkeypatch.setattr(owner, name, instead)
    assert perform(script)[1] != []
