"""A seat has left: the cards that it helped to mask are gathered, without those that somebody holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2p_heroes.games.kit.cards.needs import JOINT, Gather, Show
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.magpies.trinkets import FEATHERS, TRINKETS
from p2p_heroes.node.cards.gathering import CopyHeld, gathering
from p2p_heroes.node.cards.masked import Masked
from p2p_heroes.node.cards.operations import Family
from p2p_heroes.tabletest.session_table import SessionTable
from protocol.cards.card import bare
from protocol.cards.group import times
from protocol.cards.keys import CardKey
from tests.support.cheats import vote_all
from tests.support.masked import (
    asks,
    check_whole,
    dealer_of,
    faces_of,
    leave,
    lie,
    magpies_at,
    state_of,
    until,
)
from tests.support.samples import sample

STAGES = range(8)
"""Of a gathering by three seats: copies, three mixes, three powers, tags."""


def without(mesh: SessionTable, leaver: int, stage: int) -> SessionTable:
    """A seat leaves before a prize is turned; the others have come so far with gathering."""
    until(mesh, asks(mesh, Show))
    mesh.dead.add(leaver)
    is_there = asks(mesh, Gather, stage)
    for _ in range(999):
        mesh.deliver_all()
        if is_there(state_of(mesh, mesh.alive()[0])):
            return mesh
        assert mesh.choose_somewhere() or vote_all(mesh, mesh.alive())
    raise AssertionError("nobody gathers")


EVERY = [(seats, leaver, step) for seats in (3, 4) for leaver in range(seats) for step in range(1, 34)]
"""So many seats, who leaves, and at which step, of a game that is over in about as many."""

TWICE = [(stage, second) for stage in STAGES for second in range(3)]
"""When a second seat leaves, and which."""


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "leaver", "step"), sample(EVERY, 7))
def test_a_seat_that_leaves_at_any_step_stops_nothing(seats: int, leaver: int, step: int) -> None:
    mesh = magpies_at(seats, rounds=2, seed=step)
    mesh.deliver_all()
    while mesh.sessions[leaver].play.step < step and mesh.choose_somewhere():
        mesh.deliver_all()
    check_whole(leave(mesh, leaver))
    assert set(state_of(mesh, mesh.alive()[0]).gone) <= {leaver}


@pytest.mark.slow
@pytest.mark.parametrize(("stage", "second"), sample(TWICE, 6))
def test_a_seat_that_leaves_a_gathering_stops_nothing_either(stage: int, second: int) -> None:
    mesh = without(magpies_at(4, rounds=3, seed=stage), 3, stage)
    check_whole(leave(mesh, second))
    assert set(state_of(mesh, mesh.alive()[0]).gone) == {second, 3}


@pytest.mark.slow
def test_what_is_gathered_is_all_that_nobody_holds() -> None:
    mesh = without(magpies_at(3, rounds=3), 2, 0)
    held = faces_of(dealer_of(mesh), state_of(mesh, 0))
    until(mesh, lambda state: bool(state.game.tree))
    state = state_of(mesh, 0)
    faces = faces_of(dealer_of(mesh), state)
    assert sorted(faces[handle] for handle in state.game.tree) == [
        face for face in TRINKETS if face not in held.values() and face not in state.game.open
    ]
    assert {handle: faces[handle] for handle in held} == held, "hands stay as they were"


@pytest.mark.slow
def test_all_that_is_held_is_copied_of_whatever_family() -> None:
    """Were it trinkets alone, a tag without a partner would tell which hidden card is a feather."""
    mesh = without(magpies_at(3, rounds=3), 2, 0)
    state = state_of(mesh, 0)
    operation = dealer_of(mesh).operation(state)
    assert isinstance(operation, CopyHeld)
    assert operation.seats == (0, 1)
    assert sum(len(operation.sealed(seat)) for seat in operation.seats) == len(state.cards)
    faces = faces_of(dealer_of(mesh), state).values()
    assert any(face in FEATHERS for face in faces)
    assert any(face in TRINKETS for face in faces)


@pytest.mark.slow
def test_a_power_is_never_the_same_twice() -> None:
    """With one number in two gatherings colluders could follow a card from one to the other."""
    mesh = without(magpies_at(3, rounds=3), 2, 3)
    state = state_of(mesh, 0)
    operation = dealer_of(mesh).operation(state)
    assert operation is not None
    [seat] = operation.seats
    said = []
    for number in (state.number, state.number + 1):
        duty = mesh.keepers[seat].duty(replace(state, number=number))
        assert duty is not None
        said.append(duty())
    deck, pool, *_ = state.piles
    size = 64 * (len(deck) + len(pool))
    assert said[0][:32] != said[1][:32]
    assert said[0][size : size + 32] != said[1][size : size + 32]


FALSE: dict[str, tuple[int, str, Callable[[bytes], bytes]]] = {
    "copy": (0, "FalseSeal", lambda value: times(value[:32], 2) + value[32:]),
    "mix": (1, "FalseMix", lambda value: value[:64] * 2 + value[128:]),
    "power": (3, "FalsePower", lambda value: times(value[:32], 2) + value[32:]),
    "tag": (5, "FalseShare", lambda value: times(value[:32], 2) + value[32:]),
}
"""Of two seats: copies, two mixes, two powers, tags."""


@pytest.mark.slow
@pytest.mark.parametrize("what", FALSE)
def test_whoever_lies_in_a_gathering_is_convicted(what: str) -> None:
    stage, reason, change = FALSE[what]
    mesh = without(magpies_at(3, rounds=3), 2, stage)
    operation = dealer_of(mesh).operation(state_of(mesh, 0))
    assert operation is not None
    liar = operation.seats[0]
    duty = mesh.keepers[liar].duty(state_of(mesh, liar))
    assert duty is not None
    del mesh.sessions[2]
    assert lie(mesh, liar, change(duty())) == {reason}


@pytest.mark.slow
def test_where_nobody_holds_a_card_a_gathering_is_nothing_but_a_mix() -> None:
    keys = [CardKey.from_seed(bytes([seat]) * 32) for seat in range(3)]
    family, need = Family("test", 5), Gather((0, 2, 3, 4))
    state = Masked(None, 3, tuple(key.public for key in keys))
    mixers, answer = [], None
    while answer is None:
        operation = gathering(bytes(32), state, family, need)
        assert operation.is_sound
        [seat] = operation.seats
        mixers.append(seat)
        value = operation.make(seat, keys[seat])
        operation.check(seat, value)
        outcome = operation.settle({seat: value})
        state, answer = replace(outcome.state, number=state.number + 1), outcome.answer
    assert (mixers, answer) == ([0, 1, 2], (0, 1, 2, 3))
    shares = [[times(card.card[:32], key.number) for key in keys] for card in state.cards]
    faces = [family.number(bare(card.card, some)) for card, some in zip(state.cards, shares, strict=True)]
    assert sorted(faces) == [0, 2, 3, 4]
    assert state.holders() == dict.fromkeys(range(4), JOINT)
