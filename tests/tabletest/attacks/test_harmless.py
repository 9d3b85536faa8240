"""Attacks that change nothing; `tests/protocol/test_cheats.py` plays each of them at every seat."""

from p2p_heroes.tabletest.attacks.harmless import HARMLESS, in_anothers_name
from p2p_heroes.tabletest.attacks.liar import AttackOutcome
from protocol.errors import BadSignature
from protocol.messages import Lock
from tests.support.cheats import Arena, wait_out


def test_each_is_tried_once_with_each_reader() -> None:
    assert all(attack.once and attack.verdict is AttackOutcome.HARMLESS for attack in HARMLESS)


def test_nobody_can_sign_in_anothers_name() -> None:
    attack = next(attack for attack in HARMLESS if attack.name == "speak for another")
    arena = Arena(3, attack, liar=2)
    wait_out(arena.begin())
    assert {type(refusal) for _, refusal in arena.refusals} == {BadSignature}
    lock = next(e for e in arena.lying.log.chains[2] if isinstance(e.message, Lock))
    assert in_anothers_name(arena.lying, lock).seat == 0
