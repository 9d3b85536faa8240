"""Events are facts: plain, frozen, in the past tense, and complete without a look at the table."""

import inspect

import pytest

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.frozen import Frozen

KINDS = [
    kind
    for _, kind in inspect.getmembers(events, inspect.isclass)
    if issubclass(kind, Event) and kind is not Event
]


@pytest.mark.parametrize("kind", KINDS)
def test_an_event_is_a_record_of_named_facts(kind: type[Event]) -> None:
    assert issubclass(kind, Frozen)
    assert kind.__struct_fields__


def test_equal_facts_are_equal_events() -> None:
    told = events.Received(0, 1, 2, 3, Source.REGION)
    assert told == events.Received(0, 1, 2, 3, Source.REGION)
    assert told != events.Received(1, 1, 2, 3, Source.REGION)
    assert hash(told) == hash(events.Received(0, 1, 2, 3, Source.REGION))
