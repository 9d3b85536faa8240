"""Attacks that nobody can prove; `tests/protocol/test_cheats.py` plays each of them at every seat."""

from p2p_heroes.tabletest.attacks.liar import AttackOutcome
from p2p_heroes.tabletest.attacks.silent import SILENT
from protocol.events import Absent
from tests.support.cheats import Arena, wait_out


def test_each_ends_in_silence_or_undoes_what_others_said() -> None:
    assert all(attack.verdict is AttackOutcome.SILENT and not attack.faults for attack in SILENT)
    assert [attack.name for attack in SILENT if not attack.stops] == ["undo reveals"]


def test_whoever_strays_has_voted_before() -> None:
    attack = next(attack for attack in SILENT if attack.first is not None)
    arena = Arena(3, attack, liar=0)
    wait_out(arena.begin())
    assert arena.has_struck
    assert arena.lying.log.progress[0] is not None
    assert [event.seat for event in arena.happened(1, Absent)] == [0]  # type: ignore[union-attr]
