"""What a seat alone knows at a table, and says again whatever happens to its program."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.magpies import MAGPIES
from p2p_heroes.games.magpies.state import Phase
from p2p_heroes.node.cards.keeper import CardKeeper
from p2p_heroes.node.replay import read_replay
from p2p_heroes.node.table import rules_at
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import recorded, session_of
from protocol.canonical import Value
from protocol.events import Finished, Said
from protocol.rules import AskChance
from protocol.transcript import MAGIC, Founded, Writer
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


def test_another_secret_does_not_fit_once_the_key_is_said() -> None:
    mesh = until(magpies_at(2), lambda state: state.game.phase is Phase.SHUFFLE)
    state = state_of(mesh, 0)
    other = mesh.rules.keeper(0, noise("another secret"))
    assert mesh.keepers[0].fits(state)
    assert not other.fits(state)
    assert other.fits(replace(state, keys=())), "nothing has been said yet"
    assert other.fits(state.missing((0,))), "nothing will be asked any more"


def test_without_a_secret_a_seat_sees_what_all_see() -> None:
    mesh = until(magpies_at(2), lambda state: state.game.phase is Phase.FILL)
    state, keeper = state_of(mesh, 0), mesh.rules.keeper(0)
    assert cast(Any, keeper.view(state)).faces == ()
    assert keeper.duty(state) is None
    assert not keeper.fits(state)


def test_of_a_seat_that_owes_nothing_nothing_is_said() -> None:
    mesh = until(magpies_at(2), lambda state: state.game.phase is Phase.SHUFFLE)
    assert mesh.keepers[1].duty(state_of(mesh, 1)) is None


@pytest.mark.slow
def test_one_program_plays_several_seats_and_who_looks_on_comes_to_the_same_without_a_secret() -> None:
    """Hot seat: one session and a keeper for each of its seats. A spectator has neither keys nor keepers."""
    mesh = magpies_at(3)
    session = session_of(mesh.genesis, 0, 1, 2, rules=mesh.rules)
    watcher = session_of(mesh.genesis, rules=rules_at(mesh.genesis.table, MAGPIES))
    luck, happened = Random(1), session.begin()
    while duties := session.duties():
        state, seat = session.play.state.state, duties[0]
        duty = mesh.keepers[seat].duty(state)
        if isinstance(mesh.rules.need(session.play.state), AskChance):
            value: Value = noise("share", seat, session.play.step)
        elif duty is not None:
            value = duty()
        else:
            view, request = mesh.keepers[seat].question(state)
            assert cast(Any, view).seat == seat
            value = mesh.keepers[seat].value(state, luck.choice(request.choices))
        happened += session.choose(seat, value, noise("salt", seat, session.play.step))
    for event in happened:
        if isinstance(event, Said):
            watcher.receive(event.envelope.wire)
    assert isinstance(watcher.play.outcome, Finished)
    assert watcher.play.ground == session.play.ground
    assert cast(Any, watcher.rules).view(watcher.play.state).faces == ()


@pytest.mark.slow
def test_a_record_of_a_game_of_cards_is_played_again_from_nothing() -> None:
    mesh = magpies_at(2).run()
    records = [Founded(mesh.genesis.encoded, (0,)), *recorded(mesh.events[0])]
    replay = read_replay(MAGIC + b"".join(map(Writer().append, records)))
    assert replay.play.ground == mesh.sessions[0].play.ground
    assert replay.places == mesh.rules.places(mesh.sessions[0].play.state)
    assert cast(Any, replay.view).faces == (), "a replay has no secret, and shows no hand"
