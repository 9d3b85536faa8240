"""A liar is honest until its occasion comes, and tells the same lie again to whoever asks again."""

import pytest

from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.attacks import ATTACKS, Attack, AttackOutcome, Liar
from p2p_heroes.tabletest.attacks.liar import NONSENSE, Occasion
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import RULES, genesis_of
from protocol.envelope import Envelope
from protocol.errors import NotDue
from protocol.events import Proved
from protocol.messages import Accept, Commit, Decide, Lock, Reveal
from protocol.peer_messages import Accuse, Deliver, PeerMessage
from protocol.rules import AskOpen, AskSecret
from tests.support.cheats import Arena, wait_out
from tests.support.said import have


def seated(name: str, seats: int = 3, liar: int = 1) -> Liar[Position]:
    return Liar(genesis_of(seats), RULES, {liar: key_of(liar)}, ATTACKS[name])


def struck_message(arena: Arena) -> Envelope:
    assert arena.lying.struck is not None
    return arena.lying.log.chains[arena.liar][arena.lying.struck]


def told(arena: Arena, reader: int, envelope: Envelope) -> list[PeerMessage]:
    return list(arena.lying.bend(reader, Deliver(envelope.wire)))


def played(name: str, *, liar: int = 1, seats: int = 3) -> Arena:
    arena = Arena(seats, ATTACKS[name], liar)
    wait_out(arena.begin())
    return arena


def test_there_are_many_attacks_and_each_says_what_becomes_of_it() -> None:
    assert len(ATTACKS) >= 25
    required = {
        *("copy another's commitment", "false opening", "illegal decision", "equivocate", "wrong hash"),
        *("out of turn", "stale table", "oversized", "flood", "silence"),
    }
    assert required <= ATTACKS.keys()
    for attack in ATTACKS.values():
        assert attack.sentence[0].islower()
        assert not attack.sentence.endswith(".")
        assert bool(attack.faults) == (attack.verdict is AttackOutcome.PROVEN), attack.name


def test_every_sentence_is_said_once() -> None:
    assert len({attack.sentence for attack in ATTACKS.values()}) == len(ATTACKS)


def test_what_is_not_its_own_passes_unbent() -> None:
    liar = seated("false opening")
    assert list(liar.bend(0, have(1, 2, 3))) == [have(1, 2, 3)]
    assert list(liar.bend(0, Deliver(b"another's"))) == [Deliver(b"another's")]


def test_it_tells_the_same_lie_again_and_nothing_behind_it() -> None:
    arena = played("false opening")
    envelope = struck_message(arena)
    lie = told(arena, 0, envelope)
    assert lie == told(arena, 0, envelope) != [Deliver(envelope.wire)]
    assert lie == told(arena, 2, envelope)
    before = arena.lying.log.chains[1][envelope.number - 1]
    assert told(arena, 0, before) == [Deliver(before.wire)]
    assert arena.lying.forged == {
        peer_message.wire for peer_message in lie if isinstance(peer_message, Deliver)
    }


def test_whoever_asks_a_trickster_again_gets_the_truth() -> None:
    arena = played("tampered copy")
    envelope = struck_message(arena)
    assert told(arena, 0, envelope) == [Deliver(envelope.wire)]


def test_it_does_not_accuse_itself() -> None:
    arena = played("false opening")
    (proved,) = arena.happened(0, Proved)
    assert isinstance(proved, Proved)
    assert list(arena.lying.bend(0, Accuse(proved.proof.encode()))) == []
    honest = Arena(3, ATTACKS["false opening"], liar=0)
    accusation = Accuse(proved.proof.encode())
    assert list(honest.lying.bend(1, accusation)) == [accusation]


def test_an_occasion_is_a_message_in_a_step_of_its_kind() -> None:
    liar = played("never signs the end").lying
    current = [e for e in liar.log.chains[1] if e.step == 3]
    for envelope in current:
        assert not Occasion(Accept).has_come(liar, envelope)
        assert Occasion(type(envelope.message)).has_come(liar, envelope)
        assert not Occasion(type(envelope.message), step=99).has_come(liar, envelope)
        assert not Occasion(type(envelope.message), AskOpen).has_come(liar, envelope)
        assert Occasion(type(envelope.message), AskSecret, asked=True).has_come(liar, envelope)
    first, *rest = current
    assert Occasion(type(first.message), fresh=True).has_come(liar, first)
    assert not any(Occasion(type(e.message), fresh=True).has_come(liar, e) for e in rest)
    accept = liar.log.chains[1][0]
    assert Occasion(Accept).has_come(liar, accept)
    assert not Occasion(Accept, AskSecret).has_come(liar, accept)


def test_a_step_that_is_long_over_is_no_occasion() -> None:
    arena = played("tell twice")
    old = next(e for e in arena.lying.log.chains[1] if e.step == 1 and isinstance(e.message, Lock))
    assert not Occasion(Lock).has_come(arena.lying, old)


def test_who_copies_waits_for_somebody_to_copy_from() -> None:
    arena = played("copy another's commitment")
    chain = arena.lying.log.chains[1]
    copied = struck_message(arena).message
    others = [e.message for seat in (0, 2) for e in arena.lying.log.chains[seat]]
    assert isinstance(copied, Commit)
    assert copied in others
    assert not any(isinstance(e.message, Reveal) and e.step == struck_message(arena).step for e in chain)
    (secretly,) = arena.lying._secretly
    assert secretly.message in others
    assert [e for e in arena.lying.missing(arena.lying.heads()) if e.seat == 1] == [secretly]


def test_nobody_chooses_what_is_not_due() -> None:
    liar = seated("illegal secret")
    with pytest.raises(NotDue):
        liar.choose(1, NONSENSE, bytes(32))


def test_another_decision_is_lawful_where_there_is_one() -> None:
    arena = Arena(2, ATTACKS["equivocated decision"], liar=0)
    arena.begin()
    while arena.lying.play.step < 1:
        arena.deliver(arena.packets.pop(0))
    other = arena.lying.another_decision(("call", "rock"))
    assert other != ("call", "rock")
    assert RULES.refusal(arena.lying.play.state, 0, other) is None
    blind = seated("equivocated decision")
    assert blind.another_decision(("call", "rock")) == NONSENSE


def test_the_occasion_may_never_come() -> None:
    never = Attack("never", "waits", Occasion(Decide, step=99), lambda *_: [], AttackOutcome.HARMLESS)
    arena = Arena(2, never, liar=0)
    wait_out(arena.begin())
    assert not arena.has_struck
