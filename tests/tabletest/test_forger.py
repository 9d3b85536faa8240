"""A seat that signs anything: honest where nothing else is given, and sealed all the same where it is."""

from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of, session_of
from protocol.chain import next_past
from protocol.envelope import open_envelope
from protocol.messages import Accept, Decide, Lock

GENESIS = genesis_of(2)


def test_left_alone_it_goes_on_as_an_honest_seat_would() -> None:
    forger = Forger(GENESIS, 1)
    accept = forger.accept()
    other = forger.say(Accept())
    assert (accept.number, accept.header.previous) == (0, GENESIS.table)
    assert (other.number, other.header.previous) == (1, accept.id)
    assert open_envelope(accept.wire, GENESIS) == accept
    session_of(GENESIS, 0).receive(accept.wire)


def test_any_field_can_be_given_and_a_draft_changes_nothing() -> None:
    forger = Forger(GENESIS, 1)
    draft = forger.draft(Accept(), number=7, state=noise("other"))
    assert (draft.number, draft.header.state) == (7, noise("other"))
    assert forger.chain == []


def test_the_next_step_stands_on_what_it_has_locked() -> None:
    forger = Forger(GENESIS, 0)
    forger.accept()
    before = forger.header().past
    entries = (noise("a"), noise("b"))
    forger.say(Lock(entries))
    entered = forger.enter(Decide(("call", "rock")))
    assert (entered.step, entered.header.past) == (1, next_past(before, entries))
