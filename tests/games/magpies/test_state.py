"""States that a game of magpies can come to, and damage that no game does."""

from random import Random
from typing import Any

import pytest

from p2p_heroes.bots.playout import playout, wandering
from p2p_heroes.games.game import Setup
from p2p_heroes.games.kit.cards.needs import JOINT, Gone
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.magpies.game import Magpies
from p2p_heroes.games.magpies.rounds import settled
from p2p_heroes.games.magpies.state import Phase, State, is_coherent, put


def passed() -> dict[Phase, State]:
    """One state of each phase of a game, the last one that was passed."""
    found: dict[Phase, State] = {}

    class Watched(Magpies):
        def pending(self, state: State) -> Any:
            found[state.phase] = state
            return super().pending(state)

    from p2p_heroes.games.kit.cards.plain import PlainDealer

    luck = Random(8)
    dealer = PlainDealer(Watched())
    last = [*playout(dealer, dealer.initial(Setup(("",) * 3)), wandering(luck), luck)][-1]
    found[Phase.OVER] = last.step.state.game
    found[Phase.GATHER] = settled(replace(found[Phase.BID], played=0), Gone(1)).state
    return found


STATES = passed()


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_of_a_game_is_coherent(phase: Phase) -> None:
    assert is_coherent(STATES[phase])


def test_a_game_begins_with_all_trinkets_in_the_open() -> None:
    state = State.begun(4, 5)
    assert len(state.open) == 20
    assert state.holdings() == {}
    assert state.seats == (0, 1, 2, 3)
    assert state.wanting == (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3)
    assert state.places == (1, 1, 1, 1)


def test_who_has_left_draws_nothing_and_keeps_its_place() -> None:
    state = replace(State.begun(3, 5), gone=(1,), scores=(4, 9, 0))
    assert state.seats == (0, 2)
    assert set(state.wanting) == {0, 2}
    assert state.places == (2, 1, 3)


def test_every_hidden_card_has_a_holder() -> None:
    state = replace(State.begun(2, 5), tree=(1,), buried=(2,), claws=((3,), ()), nest=((), (4,)))
    assert state.holdings() == {1: JOINT, 2: JOINT, 3: 0, 4: 1}


BID, BURY, STEAL, THEFT = (STATES[phase] for phase in (Phase.BID, Phase.BURY, Phase.STEAL, Phase.THEFT))
VICTIM, THIEF = THEFT.pending
PRIZE = BID.prize
assert PRIZE is not None

DAMAGED: dict[str, State] = {
    "too few seats": replace(BID, scores=(0,)),
    "hands of others": replace(BID, nest=BID.nest[:2]),
    "gone twice": replace(BID, gone=(1, 1)),
    "gone with cards": replace(BID, gone=(1,)),
    "alone": replace(BID, gone=(1, 2), claws=put(((),) * 3, 0, BID.claws[0])),
    "played on": replace(BID, played=BID.rounds),
    "a card twice": replace(BID, buried=(*BID.buried, BID.claws[0][0])),
    "a face twice": replace(BID, open=(*BID.open, PRIZE)),
    "no such face": replace(BID, open=(*BID.open, 20)),
    "too much in the claws": replace(BID, claws=put(BID.claws, 0, (901, 902, 903, 904))),
    "no grip at all": replace(BID, grips=(0, 3, 3), claws=put(BID.claws, 0, ())),
    "too much grip": replace(BID, grips=(4, 3, 3)),
    "too many feathers": replace(BID, nest=put(BID.nest, 0, tuple(range(900, 907)))),
    "worn and held": replace(BID, worn=((20, 21, 22, 23, 24, 25), (), ())),
    "worn twice": replace(BID, nest=((),) * 3, worn=((20, 20), (), ())),
    "a trinket worn": replace(BID, nest=((),) * 3, worn=((19,), (), ())),
    "worn by others": replace(BID, worn=()),
    "too many trinkets": replace(BID, buried=tuple(range(900, 921))),
    "too good a score": replace(BID, scores=(161, 0, 0)),
    "feathers with claws": replace(STATES[Phase.FEATHERS], claws=((1,), (), ())),
    "shuffle with a prize": replace(STATES[Phase.SHUFFLE], prize=19, open=STATES[Phase.SHUFFLE].open[:-1]),
    "shuffle of too few": replace(STATES[Phase.SHUFFLE], open=(), tree=(), buried=()),
    "fill of the full": replace(BID, phase=Phase.FILL, prize=None),
    "fill of too few": replace(STATES[Phase.FILL], tree=()),
    "blur before the end": replace(STATES[Phase.BLUR], prize=19, open=(), played=4),
    "blur of nobody": replace(STATES[Phase.BLUR], pending=()),
    "blur of one card": replace(STATES[Phase.BLUR], claws=((),) * 3),
    "blur before nothing": replace(STATES[Phase.BLUR], prize=None, tree=()),
    "turn of nothing": replace(STATES[Phase.TURN], tree=()),
    "turn of a second": replace(STATES[Phase.TURN], prize=0, open=()),
    "pluck of nothing": replace(STATES[Phase.PLUCK], nest=((),) * 3),
    "bid for nothing": replace(BID, prize=None),
    "bid with nothing": replace(BID, claws=((),) * 3),
    "theft of nothing": replace(THEFT, prize=None),
    "theft of too much": replace(THEFT, pending=(*THEFT.pending, 3)),
    "theft from oneself": replace(THEFT, pending=(0, 0)),
    "theft from nobody": replace(THEFT, pending=(7, 0)),
    "theft from empty claws": replace(THEFT, claws=put(THEFT.claws, VICTIM, ())),
    "theft into full claws": replace(THEFT, claws=put(THEFT.claws, THIEF, (901, 902, 903)), tree=()),
    "steal of another card": replace(STEAL, pending=(*STEAL.pending[:2], 999)),
    "bury with nothing": replace(BURY, claws=((),) * 3),
    "bury in the last round": replace(BURY, played=4),
    "hide in the last round": replace(STATES[Phase.HIDE], played=4),
    "count before the end": replace(STATES[Phase.COUNT], played=4),
    "count of nothing": replace(STATES[Phase.COUNT], claws=((),) * 3),
    "hide nothing": replace(STATES[Phase.HIDE], pending=()),
    "hide no prize": replace(STATES[Phase.HIDE], prize=None),
    "hide another card": replace(STATES[Phase.HIDE], pending=(999,)),
    "hide two of one": replace(STATES[Phase.HIDE], claws=((901, 902), (), ()), pending=(901, 902)),
    "gather with a tree": replace(STATES[Phase.GATHER], tree=(999,)),
    "over with something": replace(STATES[Phase.OVER], pending=(1,)),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_what_no_game_comes_to_is_not_coherent(name: str) -> None:
    assert not is_coherent(DAMAGED[name])
