"""Events: what a session tells its owner, and that it tells it in the order in which the owner must act."""

from dataclasses import FrozenInstanceError, is_dataclass
from typing import get_args

import pytest

from protocol.events import Event, Finished, Hid, Proved, Said, Settled, StepOpened
from protocol.messages import Commit
from tests.cheats import PROVABLE, Arena, wait_out
from tests.pair import Mesh


def test_events_travel_and_do_not_change() -> None:
    for kind in get_args(Event):
        assert is_dataclass(kind)
    with pytest.raises(FrozenInstanceError):
        Finished(1, b"state").step = 2  # type: ignore[misc]


def test_a_secret_comes_before_the_commitment_to_it() -> None:
    mesh = Mesh(2, rounds=1).begin().run()
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
    mesh = Mesh(3, rounds=1).begin().run()
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
