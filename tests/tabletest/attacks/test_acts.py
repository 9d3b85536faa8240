"""Who gets what in place of the truth."""

import pytest

from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.attacks.acts import (
    besides,
    chain_of,
    changed_bit,
    false_accusation,
    flood,
    forged_signatures,
    headed,
    nothing,
    old_messages,
    oversized,
    raw,
    same,
    then,
    to_all,
    to_one,
    to_some,
    truly,
    twice,
    two_votes,
    with_foreign,
)
from p2p_heroes.tabletest.attacks.liar import Act
from p2p_heroes.tabletest.attacks.words import keep, random_digest, vote
from p2p_heroes.tabletest.session_table import RULES
from protocol.canonical import decode
from protocol.envelope import Envelope, open_envelope
from protocol.errors import BadProof, BadSignature, Flood, Malformed, NotCanonical, ProtocolError
from protocol.faults import Proof, check
from protocol.link import BURST_BYTES, Link, pack
from protocol.messages import Forfeit, Keep, Lock
from protocol.peer_messages import Accuse, Deliver, PeerMessage
from tests.support.cheats import Arena, wait_out

WRONG = headed(state=random_digest)


def at_the_lock(act: Act, *, seats: int = 3) -> tuple[Arena, Envelope, list[list[PeerMessage]]]:
    """A lock of seat 1, and what each honest seat is told instead."""
    arena = Arena(seats, ATTACKS["never signs the end"], liar=1)
    wait_out(arena.begin())
    lock = next(e for e in arena.lying.log.chains[1] if isinstance(e.message, Lock))
    return arena, lock, [list(act(arena.lying, lock, reader)) for reader in arena.honest]


def wires(peer_messages: list[PeerMessage]) -> list[bytes]:
    return [peer_message.wire for peer_message in peer_messages if isinstance(peer_message, Deliver)]


def verdict(arena: Arena, peer_message: PeerMessage) -> str:
    assert isinstance(peer_message, Deliver)
    try:
        open_envelope(peer_message.wire, arena.genesis)
    except ProtocolError as error:
        return error.name
    return ""


def test_the_truth_goes_to_all_twice_to_one_or_to_none() -> None:
    for act, counts in ((truly, [1, 1]), (twice, [2, 2]), (to_one, [1, 0]), (nothing, [0, 0])):
        _, lock, given = at_the_lock(act)
        assert [wires(peer_messages) for peer_messages in given] == [[lock.wire] * count for count in counts]


def test_a_forged_message_goes_to_all_or_besides_the_true_one_or_to_some() -> None:
    arena, lock, all_of_them = at_the_lock(to_all(WRONG))
    twin = WRONG(arena.lying, lock).wire
    assert [wires(peer_messages) for peer_messages in all_of_them] == [[twin], [twin]]
    assert wires(at_the_lock(besides(WRONG))[2][0]) == [lock.wire, twin]
    assert [wires(peer_messages) for peer_messages in at_the_lock(to_some(WRONG))[2]] == [[twin], [lock.wire]]


def test_an_only_reader_is_told_both() -> None:
    for act in (to_some(WRONG), two_votes(lambda victim: vote((1, 50 + victim)))):
        _, lock, (given,) = at_the_lock(act, seats=2)
        assert len(given) == 2
        assert lock.wire in wires(given)


def test_chains_are_linked() -> None:
    arena, lock, (given, _) = at_the_lock(chain_of(same, keep(1, 0), keep(1, 1)))
    opened = [open_envelope(wire, arena.genesis) for wire in wires(given)]
    assert [e.number for e in opened] == [lock.number, lock.number + 1, lock.number + 2]
    assert [type(e.message) for e in opened] == [Lock, Keep, Keep]
    assert opened[1].header.previous == opened[0].id
    behind = then(same)(arena.lying, lock)
    assert (behind.number, behind.header.previous) == (lock.number + 1, lock.id)


def test_two_votes_differ_by_the_reader() -> None:
    arena, _, given = at_the_lock(two_votes(lambda victim: vote((1, 50 + victim))))
    one, other = (open_envelope(wires(peer_messages)[0], arena.genesis).message for peer_messages in given)
    assert one == Forfeit(((2, 51),))
    assert other == Forfeit(((2, 50),))


def test_what_nobody_can_use_is_refused_and_proves_nothing_unless_it_is_signed() -> None:
    for act, name in (
        (forged_signatures, BadSignature.__name__),
        (oversized, NotCanonical.__name__),
        (with_foreign(lambda liar, e: liar.instead(e, seat=0)), BadSignature.__name__),
        (raw(99, ()), Malformed.__name__),
    ):
        arena, _, given = at_the_lock(act)
        assert verdict(arena, given[0][0]) == name
    arena, _, given = at_the_lock(changed_bit)
    assert verdict(arena, given[0][0])
    assert verdict(arena, given[0][-1]) == ""


def test_everything_old_comes_backwards_before_the_new() -> None:
    arena, lock, (given, _) = at_the_lock(old_messages)
    chain = arena.lying.log.chains[1][: lock.number]
    assert wires(given) == [*(e.wire for e in reversed(chain)), lock.wire]


def test_a_flood_is_more_than_a_link_takes_at_once() -> None:
    _, _, (given, _) = at_the_lock(flood)
    data = b"".join(map(pack, given))
    assert len(data) > BURST_BYTES
    link = Link(0.0)
    link.trust()
    with pytest.raises(Flood):
        link.receive(data, 0.0)


def test_a_false_accusation_shows_nothing() -> None:
    for seats in (2, 3):
        arena, _, given = at_the_lock(false_accusation, seats=seats)
        accusation = given[0][0]
        assert isinstance(accusation, Accuse)
        proof = Proof.read(accusation.proof)
        assert proof.seat in arena.honest
        assert decode(accusation.proof)
        with pytest.raises(BadProof):
            check(proof, arena.genesis, RULES)
