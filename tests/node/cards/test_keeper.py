"""What a seat alone knows at a table, and says again whatever happens to its program."""

from __future__ import annotations

import pytest

from p2p_heroes.games.magpies.state import Phase
from p2p_heroes.node.cards.keeper import CardKeeper
from protocol.events import Finished
from tests.support.masked import dealer_of, faces_of, magpies_at, state_of, until


@pytest.mark.slow
def test_a_seat_that_is_killed_at_any_step_says_the_same_again() -> None:
    mesh = magpies_at(3)
    owed = 0
    while True:
        mesh.deliver_all()
        for seat in mesh.sessions:
            before = mesh.keepers[seat].duty(state_of(mesh, seat))
            mesh.restart(seat)
            after = mesh.keepers[seat].duty(state_of(mesh, seat))
            assert (before is None) == (after is None)
            if before is not None and after is not None and seat in mesh.sessions[seat].duties():
                owed += 1
                assert before() == after()
        if not mesh.choose_somewhere():
            break
    assert owed > 20
    assert isinstance(mesh.sessions[0].play.outcome, Finished)


def test_a_keeper_knows_the_faces_of_its_own_cards_and_of_no_others() -> None:
    mesh = until(magpies_at(2), lambda state: state.game.phase is Phase.BID)
    state, dealer = state_of(mesh, 0), dealer_of(mesh)
    known, holders = faces_of(dealer, state), state.holders()
    for seat, keeper in mesh.keepers.items():
        assert isinstance(keeper, CardKeeper)
        own = {handle: face for handle, face in known.items() if holders[handle] == seat}
        assert keeper.faces(state) == keeper.faces(state) == own
        assert own
        view, request = keeper.question(state)
        assert view == keeper.view(state)
        assert list(request.choices) == list(dealer.rules.offers(state.game, seat, own))


def test_one_node_can_keep_the_cards_of_several_seats() -> None:
    mesh = until(magpies_at(2), lambda state: state.game.phase is Phase.FILL)
    state = state_of(mesh, 0)
    values = []
    for seat, keeper in mesh.keepers.items():
        duty = keeper.duty(state)
        assert duty is not None
        values.append(duty())
        assert dealer_of(mesh).refusal(state, seat, values[-1]) is None
    assert len(set(values)) == 2


def test_of_a_seat_that_owes_nothing_nothing_is_said() -> None:
    mesh = until(magpies_at(2), lambda state: state.game.phase is Phase.SHUFFLE)
    assert mesh.keepers[1].duty(state_of(mesh, 1)) is None
