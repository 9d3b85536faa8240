"""A machine comes back from its disk as it was, or says what it has lost."""

from random import Random

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.node.acts import Acts
from p2p_heroes.tabletest.session_table import RULES, genesis_of, session_of
from p2p_heroes.tabletest.world.disk import Disk
from p2p_heroes.tabletest.world.machine import Machine
from protocol.peer_messages import Deliver
from protocol.transcript import Founded

GENESIS = genesis_of(2, rounds=1, patience=10)


def machine(seat: int = 0) -> Machine:
    return Machine(seat, RULES, Wanderer(Random(seat)), lambda: session_of(GENESIS, seat))


def run(one: Machine, now: float = 0.0) -> Acts:
    acts = one.start(now)
    assert one.write(acts)
    return acts


def test_it_sits_down_and_writes_it_before_it_is_sent() -> None:
    one = machine()
    (peer_message,) = run(one).peer_messages
    assert isinstance(peer_message, Deliver)
    assert one.signed == {0: peer_message.wire}
    one.crash(Random(1))
    assert run(one).peer_messages == ()
    assert one.session.quiet
    assert one.session.heads() == (1, 0)
    assert one.lost == []


def test_a_machine_that_dies_in_a_write_has_sent_nothing() -> None:
    one = machine()
    acts = one.start(0.0)
    one.is_doomed = True
    assert not one.write(acts)
    assert one.signed == {}


def test_a_disk_that_forgets_is_noticed() -> None:
    one = machine()
    run(one)
    one._disk = Disk(Founded(GENESIS.encoded))
    one.crash(Random(1))
    run(one)
    assert one.lost == ["message 0 was sent and is not on disk"]


def test_two_messages_with_one_number_are_noticed() -> None:
    one = machine()
    run(one)
    one.signed[0] = b"something else"
    one.note(one.session.begin())
    assert one.lost == []
    other = machine()
    other.signed[0] = b"something else"
    run(other)
    assert other.lost == ["message 0 was signed twice"]


def test_its_clock_can_be_another() -> None:
    one = machine()
    one.offset = -500
    assert one.clock(2_000) == 1.5


def test_nobody_waits_longer_than_patience_for_a_table_to_begin() -> None:
    one = machine()
    run(one, 5.0)
    assert not one.is_done(14.9)
    assert one.is_done(15.0)


def test_who_does_not_play_gives_shares_of_chance_all_the_same() -> None:
    one, other = machine(0), machine(1)
    first, second = run(one), run(other)
    for peer_message in second.peer_messages:
        one.write(one.logic.hear(1, "line", peer_message, 0.0))
    for peer_message in first.peer_messages:
        other.write(other.logic.hear(0, "line", peer_message, 0.0))
    assert one.is_due()
    assert one.is_ready()
    one.is_playing = False
    assert not one.is_ready()
    assert not other.is_due()
    assert one.waited_for() == []
    assert other.waited_for() == [0]
    assert not one.is_voted_out
