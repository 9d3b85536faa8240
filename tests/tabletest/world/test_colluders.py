"""Seats that act together, by several programs with one key."""

from functools import cache
from itertools import product
from pathlib import Path

import pytest

from p2p_heroes.audit import auditor
from p2p_heroes.node.liveness import Liveness
from p2p_heroes.node.node_logic import NodeLogic
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.scripts.language import Script, parse
from p2p_heroes.tabletest.scripts.stage import perform
from p2p_heroes.tabletest.simulation import find_breaches, plan_of, simulate, world_of
from p2p_heroes.tabletest.sockets import table
from p2p_heroes.tabletest.world.checks import Breach
from p2p_heroes.tabletest.world.colluders import Cabal, draw_cabal
from p2p_heroes.tabletest.world.network_faults import Mishap
from p2p_heroes.tabletest.world.world import World
from protocol.ballot import Ballot, Vote
from protocol.exchange import Exchange, ExchangeStage
from protocol.messages import Forfeit, Keep, Message
from protocol.play import Play
from protocol.session import Session
from protocol.voting import Voting

CABAL = frozenset({Mishap.CABAL})
EXAMPLES = Path(__file__).resolve().parents[3] / "scripts" / "examples"


SEEDS = range(12)


@cache
def played(seed: int) -> tuple[World, list[Breach]]:
    world = world_of(plan_of(seed, "roshambo", CABAL))
    return world, find_breaches(world)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_promise_is_kept_whatever_one_or_two_do(seed: int) -> None:
    assert played(seed)[1] == []


@pytest.mark.slow
def test_who_waits_for_the_others_words_is_not_voted_out_for_it() -> None:
    """Seed 71084: after a vote all waited for what one could never tell, and one was voted out for it."""
    assert find_breaches(Cabal(draw_cabal("71084", "roshambo"))) == []


@pytest.mark.slow
def test_who_resigned_after_it_had_voted_is_left_out_of_the_next_list() -> None:
    """Seed 1006239: two took back what they had said of it, so that no list could ever be carried."""
    assert find_breaches(Cabal(draw_cabal("1006239", "roshambo"))) == []


def test_who_holds_another_lie_than_the_others_gets_the_lock_that_brought_them_on() -> None:
    """Seed 1005186: two were told to one seat, and the spare by which the others went on stayed with them."""
    assert find_breaches(Cabal(draw_cabal("1005186", "roshambo"))) == []


def test_who_denies_the_vote_on_a_guilty_one_is_waited_for_by_all() -> None:
    """Seed 5000031: only whom the guilty one had stopped named the denier; it claimed, and was voted out."""
    assert find_breaches(Cabal(draw_cabal("5000031", "roshambo"))) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["745", "2618"])
def test_nobody_is_parted_by_what_is_wished_towards_one_alone(
    seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seed 745: programs voted out an honest one; seed 2618: they ended the table."""
    plan = draw_cabal(seed, "roshambo")
    assert plan.programs
    assert find_breaches(Cabal(plan)) == []
    remove("wish-to-one-and-leave", monkeypatch)
    assert {breach.check for breach in find_breaches(Cabal(plan))} & {"stays", "goes on"}


def test_a_run_follows_from_its_seed() -> None:
    assert simulate(7, "roshambo", CABAL) == simulate(7, "roshambo", CABAL)


def test_one_or_two_of_three_to_seven_act_together() -> None:
    plans = [plan_of(seed, "roshambo", CABAL) for seed in range(200)]
    assert {len(plan.cabal) for plan in plans} == {1, 2}
    assert {(plan.seats, len(plan.cabal)) for plan in plans} == set(product((3, 4, 5, 6, 7), (1, 2)))
    assert {plan.half for plan in plans} == {True, False}
    assert {bool(plan.happenings) for plan in plans} == {True, False}


NEEDS = ("AskOpen", "AskSecret", "AskChance", "GameOver")
SAYINGS = ("proposes", "signs", "keeps")
POINTS = {
    *product(("AskSecret", "AskChance"), ("CHOOSING", "LOCKING", "REVEALING")),
    *product(("AskOpen",), ("CHOOSING", "LOCKING")),
    *product(("GameOver",), ("LOCKING", "DONE")),
}
"""What a step asks for, and how far it has come, where anybody waits for anybody."""


@pytest.mark.slow
def test_they_vote_at_every_point_of_every_kind_of_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """And sign and keep in every kind of step: so many tables at most bring all of it."""
    said: set[tuple[str, str, str]] = set()
    word = Cabal._word

    def noted(self: Cabal, session: Session[Position], seat: int) -> Message | None:
        meant, exchange = word(self, session, seat), session.play.exchange
        assert exchange is not None
        said.add((saying(meant), type(exchange.need).__name__, exchange.stage.name))
        return meant

    def has_all_been_said() -> bool:
        proposed = {(need, stage) for kind, need, stage in said if kind == "proposes"}
        return proposed >= POINTS and {(kind, need) for kind, need, _ in said} >= {*product(SAYINGS, NEEDS)}

    monkeypatch.setattr(Cabal, "_word", noted)
    for seed in range(200):
        assert find_breaches(world_of(plan_of(seed, "roshambo", CABAL))) == []
        if has_all_been_said():
            return
    pytest.fail(f"never said: {POINTS - {(need, stage) for _, need, stage in said}}")


def saying(meant: Message | None) -> str:
    match meant:
        case Forfeit(_, signed):
            return "signs" if signed else "proposes"
        case Keep():
            return "keeps"
    return ""


def test_several_faces_tell_several_stories() -> None:
    worlds = [played(seed)[0] for seed in SEEDS]
    proven = [world for world in worlds if any(machine.session.proofs for machine in world.honest)]
    assert len(proven) > len(worlds) / 4
    faults = {p.fault for world in proven for m in world.honest for p in m.session.proofs.values()}
    assert {"Equivocation", "WrongPast"} <= faults


def half_is_enough(ballot: Ballot, vote: Vote) -> bool:
    outside = ballot.outside(vote)
    return 2 * len(outside) >= len(ballot.active) and min(ballot.active) in outside


def any_half_is_enough(ballot: Ballot, vote: Vote) -> bool:
    return 2 * len(ballot.outside(vote)) >= len(ballot.active)


def of_nobody(session: Session[Position]) -> Play[Position]:
    return Play(session.genesis, session.rules, frozenset(session.keys), session.proofs.keys())


def owes(voting: Voting[Position], seat: int) -> bool:
    exchange = voting.play.exchange
    return exchange is not None and exchange.due(seat) is not ExchangeStage.DONE


def anybody_wants(logic: NodeLogic[Position], seat: int, _: float) -> bool:
    return any(seat in have.wanted for have in logic.contact.told.values())


def by_somebody_outside(voting: Voting[Position], rest: Vote, vote: Vote) -> bool:
    return any(rest in voting.ballot.votes[seat] for seat in voting.ballot.outside(vote))


UNSHOWN: list[tuple[object, str, object]] = [
    (Session, "differing", lambda *_: []),
    (Session, "_show_unusable", lambda *_: None),
    (Liveness, "lacking", lambda *_: []),
]
UNDISPUTED: list[tuple[object, str, object]] = [(auditor, "_dispute", lambda *_: None)]
CREDULOUS: list[tuple[object, str, object]] = [
    (NodeLogic, "_is_wanted", anybody_wants),
    (Voting, "_is_backed", by_somebody_outside),
    (Session, "_let_off", lambda *_: ()),
]
WITHOUT: dict[str, list[tuple[object, str, object]]] = {
    "another-past-after-a-vote-for-one": UNSHOWN,
    "another-past-after-a-vote-for-one-of-five": UNSHOWN,
    "empty-lock-for-one": [(Exchange, "hear_beside", Exchange.hear)],
    "equivocate": [(Exchange, "disputed", lambda *_: [])],
    "keep-for-some-reveal-for-others": [(Session, "differing", lambda *_: [])],
    "record-of-its-owner": [(Session, "_new_play", of_nobody)],
    "sign-for-some-keep-for-others": [(Session, "_unsure_of", lambda *_: frozenset())],
    "sign-for-some-keep-for-others-of-four": [(Ballot, "claims", lambda *_: [])],
    "stop-one-and-deny-the-vote": [(Voting, "_stops", owes)],
    "undo-reveals": [(Ballot, "is_quorum", half_is_enough)],
    "undo-a-throw-of-one": UNDISPUTED,
    "undo-reveals-of-half": UNDISPUTED,
    "undo-reveals-of-one": UNDISPUTED,
    "undo-reveals-of-throws": [(Ballot, "is_quorum", half_is_enough)],
    "undo-reveals-of-the-other-half": [(Ballot, "is_quorum", any_half_is_enough)],
    "wish-to-one-and-be-guilty": CREDULOUS,
    "wish-to-one-and-leave": CREDULOUS,
}
"""Attacks and accidents, and what stops them, ends the wait of the others, or shows what was done."""
BY_CHANCE = ("empty-lock-for-one", "equivocate", "keep-for-some-reveal-for-others", "record-of-its-owner")
"""What they bring about depends on the moment at which something comes, and on sockets that is another."""
SLOW_ON_SOCKETS = ("stop-one-and-deny-the-vote",)
ON_SOCKETS = sorted(WITHOUT.keys() - {*BY_CHANCE, *SLOW_ON_SOCKETS})


@pytest.mark.slow
@pytest.mark.parametrize("attack", WITHOUT)
def test_each_attack_succeeds_without_what_stops_it(attack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script = example(attack)
    assert perform(script)[1] == []
    remove(attack, monkeypatch)
    assert perform(script)[1] != []


@pytest.mark.slow
@pytest.mark.parametrize("attack", ON_SOCKETS)
def test_so_it_does_on_sockets(attack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script = example(attack)
    assert table.perform(script)[1] == []
    remove(attack, monkeypatch)
    assert table.perform(script)[1] != []


def example(attack: str) -> Script:
    return parse((EXAMPLES / f"{attack}.table").read_text())


def remove(attack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stops an attack is not there any more."""
    for owner, name, instead in WITHOUT[attack]:
        monkeypatch.setattr(owner, name, instead)
