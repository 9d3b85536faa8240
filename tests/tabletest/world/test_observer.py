"""What a seat has said and seen is remembered, and what a restart has lost is noticed."""

from p2p_heroes.tabletest.world.observer import Observer
from p2p_heroes.tabletest.world.plan import TablePlan
from p2p_heroes.tabletest.world.world import World
from protocol.events import Said, StepOpened
from protocol.rules import AskOpen
from protocol.transcript import Spoken

PLAN = TablePlan("witness", "roshambo", ("", ""), {"rounds": 1})


class Sitter(Observer):
    data = b""


def sitter() -> Sitter:
    return Sitter(0, PLAN.rules(), lambda: World(PLAN).seating(0))


def test_what_it_signs_and_where_it_comes_to_is_noted() -> None:
    one = sitter()
    (said,) = [event for event in one.session.begin() if isinstance(event, Said)]
    one.note([said, StepOpened(1, AskOpen((0,)), b"state")])
    assert one.signed == {0: said.envelope.wire}
    assert one.states == {1: b"state"}
    one.note([said])
    assert one.lost == []


def test_two_messages_with_one_number_are_noticed() -> None:
    one = sitter()
    events = one.session.begin()
    one.signed[0] = b"another"
    one.note(events)
    assert one.lost == ["message 0 was signed twice"]


def test_a_restart_shows_what_is_not_on_disk() -> None:
    one = sitter()
    (said,) = [event for event in one.session.begin() if isinstance(event, Said)]
    one.note([said])
    one.recall([Spoken(said.envelope.wire)])
    assert one.lost == []
    one.recall([])
    assert one.lost == ["message 0 was sent and is not on disk"]


def test_who_is_asked() -> None:
    world = World(PLAN)
    world.machines[0].is_playing = False
    world.set_up()
    world.run_until(5_000, world.machines[0].is_asked)
    ada, bo = world.machines
    assert ada.is_asked()
    assert not bo.is_due()
    assert not ada.is_chance()
    assert bo.waited_for() == [0]
    assert not ada.is_voted_out
