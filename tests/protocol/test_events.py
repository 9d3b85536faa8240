"""Events: what a session tells its owner, and that it tells it in the order in which the owner must act."""

from typing import get_args

import pytest

from p2p_heroes.tabletest.session_table import SessionTable
from protocol import events
from protocol.events import (
    Absent,
    Claimed,
    Event,
    Finished,
    Heard,
    Hid,
    Proved,
    Rebuilt,
    Said,
    Settled,
    Shown,
    StepOpened,
)
from protocol.frozen import Frozen
from protocol.messages import Commit
from tests.support.cheats import PROVABLE, Arena, wait_out


def test_events_travel_and_do_not_change() -> None:
    for kind in get_args(Event):
        assert issubclass(kind, Frozen)
    with pytest.raises(AttributeError):
        Finished(1, b"state").step = 2  # type: ignore[misc]


def test_a_secret_comes_before_the_commitment_to_it() -> None:
    mesh = SessionTable(2, rounds=1).begin().run()
    for seat in mesh.sessions:
        events = mesh.events[seat]
        commits = [
            place
            for place, event in enumerate(events)
            if isinstance(event, Said) and isinstance(event.envelope.message, Commit)
        ]
        assert len(commits) == 2
        assert all(isinstance(events[place - 1], Hid) for place in commits)


def test_a_step_is_opened_then_settled_and_the_end_comes_last() -> None:
    mesh = SessionTable(3, rounds=1).begin().run()
    for seat in mesh.sessions:
        news = [e for e in mesh.events[seat] if isinstance(e, StepOpened | Settled | Finished)]
        assert [(type(event), event.step) for event in news] == [
            (StepOpened, 1),
            (Settled, 1),
            (StepOpened, 2),
            (Settled, 2),
            (StepOpened, 3),
            (Settled, 3),
            (StepOpened, 4),
            (Finished, 4),
        ]


def test_a_proof_comes_before_the_vote_that_it_causes() -> None:
    arena = Arena(3, PROVABLE[0], liar=0)
    wait_out(arena.begin())
    kinds = [type(event) for event in arena.events[1]]
    proved = kinds.index(Proved)
    votes = [
        place
        for place, event in enumerate(arena.events[1])
        if isinstance(event, Said) and type(event.envelope.message).__name__ == "Forfeit"
    ]
    assert votes
    assert proved < votes[0]


# What an owner may rely on.


def test_every_event_belongs_to_the_union() -> None:
    here = [kind for kind in vars(events).values() if getattr(kind, "__module__", "") == events.__name__]
    own = {kind for kind in here if isinstance(kind, type) and issubclass(kind, Frozen)}
    assert own == set(get_args(Event))


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_an_event_cannot_be_changed(kind: type[Frozen]) -> None:
    event = kind(*kind.__struct_fields__)
    for name in kind.__struct_fields__ or ["anything"]:
        with pytest.raises(AttributeError):
            setattr(event, name, None)
    assert not hasattr(event, "__dict__")


def test_said_and_heard_together_are_the_whole_log_in_its_order() -> None:
    mesh = SessionTable(3, rounds=1).begin().run()
    for seat, happened in mesh.events.items():
        assert {event.envelope.seat for event in happened if isinstance(event, Said)} == {seat}
        taken = [event.envelope for event in happened if isinstance(event, Said | Heard)]
        assert taken == mesh.sessions[seat].log.order


def test_a_step_settles_what_it_asked_for_when_it_opened() -> None:
    happened = SessionTable(3, rounds=1).begin().run().events[0]
    asked = {event.step: event.need for event in happened if isinstance(event, StepOpened)}
    settled = {event.step: event.need for event in happened if isinstance(event, Settled)}
    assert settled == {step: asked[step] for step in (1, 2, 3)}


def test_a_quiet_game_shows_proves_and_tells_nothing_else() -> None:
    rare = (Shown, Proved, Absent, Rebuilt, Claimed)
    happened = [event for told in SessionTable(3, rounds=1).begin().run().events.values() for event in told]
    assert not any(isinstance(event, rare) for event in happened)
