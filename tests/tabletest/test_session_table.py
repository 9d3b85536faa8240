"""Sessions on a wire in memory: they come to the same end, however it delivers and whatever it loses."""

import pytest

from p2p_heroes.tabletest.session_table import Packet, SessionTable
from protocol.errors import BadSignature
from protocol.events import Finished
from protocol.messages import Accept, Reveal


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 7])
def test_all_come_to_the_same_end(seats: int, shuffled: bool) -> None:
    table = SessionTable(seats, shuffled=shuffled).begin().run()
    ends = [session.play.outcome for session in table.sessions.values()]
    assert isinstance(ends[0], Finished)
    assert ends == [ends[0]] * seats
    assert all(len(table.said(seat, Accept)) == 1 for seat in table.sessions)
    assert len({tuple(states.items()) for states in table.states.values()}) == 1


def test_the_same_seed_says_the_same_bytes() -> None:
    one, same, other = (SessionTable(2, seed=seed, shuffled=True).begin().run() for seed in (1, 1, 2))
    wires = [[e.wire for e in table.said(0, Reveal)] for table in (one, same, other)]
    assert wires[0] == wires[1] != wires[2]


def test_what_is_lost_comes_when_they_tell_each_other_what_they_hold() -> None:
    table = SessionTable(3)
    lost: list[Packet] = []

    def lose(packet: Packet) -> list[Packet]:
        lost.append(packet)
        return []

    table.bend = lose
    table.begin().run()
    assert lost
    assert all(isinstance(session.play.outcome, Finished) for session in table.sessions.values())


def test_who_is_dead_hears_nothing_and_what_is_refused_is_noted() -> None:
    table = SessionTable(2)
    table.dead.add(1)
    table.begin()
    (_, _, data), *_ = table.packets
    table.run()
    assert table.sessions[1].heads()[0] == 0
    table.dead.clear()
    table.deliver((0, 1, data[:-1] + bytes([data[-1] ^ 1])))
    assert [(seat, type(refusal)) for seat, refusal in table.refusals] == [(1, BadSignature)]
