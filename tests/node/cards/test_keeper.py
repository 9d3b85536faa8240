"""What a seat alone knows at a table, and says again whatever happens to its program."""

from __future__ import annotations

import pytest

from p2p_heroes.games.kit.frozen import replace
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


def test_what_others_hold_changes_nothing_of_what_a_seat_sees() -> None:
    """Only its own cards are read: whatever lies behind the others, view and choices are the same."""
    mesh = until(magpies_at(3), lambda state: state.game.phase is Phase.BID)
    state, keeper = state_of(mesh, 0), mesh.keepers[0]
    others = [card.card for card in state.cards if card.holder != 0]
    turned = iter(reversed(others))
    cards = tuple(card if card.holder == 0 else replace(card, card=next(turned)) for card in state.cards)
    other = replace(state, cards=cards)
    assert other != state
    (view, asked), (same, again) = keeper.question(state), keeper.question(other)
    assert view == same
    assert list(asked.choices) == list(again.choices)
    assert (keeper.duty(state), keeper.duty(other)) == (None, None)


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
