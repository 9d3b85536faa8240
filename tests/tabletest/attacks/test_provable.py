"""Attacks that a message shows; `tests/protocol/test_cheats.py` plays each of them at every seat."""

from p2p_heroes.tabletest.attacks.liar import AttackOutcome
from p2p_heroes.tabletest.attacks.provable import PROVABLE
from protocol.errors import FAULTS


def test_every_fault_of_the_protocol_is_provoked() -> None:
    assert {fault for attack in PROVABLE for fault in attack.faults} == FAULTS.keys()


def test_each_promises_a_proof() -> None:
    assert {attack.verdict for attack in PROVABLE} == {AttackOutcome.PROVEN}
    assert len({attack.name for attack in PROVABLE}) == len(PROVABLE) >= 25
