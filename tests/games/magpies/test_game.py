"""The rules of magpies as the dealer asks for them."""

from random import Random

import pytest

from p2p_heroes.bots.playout import playout, wandering
from p2p_heroes.games.errors import BadSetup, IllegalChoice, MalformedState
from p2p_heroes.games.game import Need, Over, Secret, Setup
from p2p_heroes.games.kit.cards.needs import CardNeed, Gather, Gone, Mix, Seal, handles_of
from p2p_heroes.games.kit.cards.plain import PlainDealer
from p2p_heroes.games.kit.refusals import because
from p2p_heroes.games.magpies import MAGPIES
from p2p_heroes.games.magpies.decisions import KEEP, PASS, Decision, PlayTrinket
from p2p_heroes.games.magpies.game import Magpies, MagpieView
from p2p_heroes.games.magpies.state import Phase, State
from p2p_heroes.games.magpies.trinkets import TRINKETS


def bidding(seats: int = 3, seed: int = 3) -> State:
    luck = Random(seed)
    turns = playout(MAGPIES, MAGPIES.initial(Setup(("",) * seats)), wandering(luck), luck)
    return next(turn.state.game for turn in turns if isinstance(turn.need, Secret))


def test_two_to_five_magpies_start_alike() -> None:
    with pytest.raises(BadSetup, match="for 6"):
        Magpies().initial(Setup(("",) * 6))
    with pytest.raises(BadSetup, match="to choose in magpies"):
        Magpies().initial(Setup(("", "elves")))


def test_a_game_asks_for_every_kind_of_card_need() -> None:
    asked = set()

    class Watched(Magpies):
        def pending(self, state: State) -> Need[Decision] | CardNeed:
            need = super().pending(state)
            if isinstance(need, CardNeed):
                asked.add(type(need).__name__)
                # Whatever is named is there.
                assert state.holdings().keys() >= set(handles_of(need))
            return need

    luck = Random(8)
    dealer = PlainDealer(Watched())
    for turn in playout(dealer, dealer.initial(Setup(("",) * 4)), wandering(luck), luck):
        assert turn.step.events
    assert asked == {"Mix", "Deal", "Show", "Seal"}
    assert isinstance(Magpies().pending(Magpies().apply(bidding(), Gone(0)).state), Gather)


def test_nobody_is_asked_who_holds_no_trinket() -> None:
    state = bidding()
    need = Magpies().pending(state)
    assert isinstance(need, Secret)
    assert [ask.seat for ask in need.requests] == [0, 1, 2]


def test_a_bid_is_checked_by_handle_and_its_face_is_claimed() -> None:
    state = bidding()
    [card, *_] = state.claws[1]
    for face in TRINKETS:
        assert Magpies().refusal(state, 1, PlayTrinket((card, face))) is None
        assert Magpies().opens(state, 1, PlayTrinket((card, face))) == ((card, face),)
    assert Magpies().refusal(state, 0, PlayTrinket((card, 0))) == because("not-held")
    assert Magpies().refusal(state, 1, KEEP) == because("not-now", asked="bid")
    with pytest.raises(IllegalChoice, match="not-asked seat=5"):
        Magpies().refusal(state, 5, PASS)
    with pytest.raises(IllegalChoice, match="not-asked seat=1"):
        Magpies().refusal(State.begun(3, 5), 1, PASS)
    assert Magpies().opens(state, 1, PASS) == ()


def test_an_absent_magpie_passes_and_keeps() -> None:
    state = bidding()
    assert Magpies().default(state, 0) == PASS
    assert Magpies().default(Magpies().apply(state, dict.fromkeys((0, 1, 2), PASS)).state, 0) == KEEP


def test_a_seat_sees_the_faces_that_it_is_given() -> None:
    state = bidding()
    assert Magpies().view(state, 1, {5: 3, 2: 7}) == MagpieView(state, 1, ((2, 7), (5, 3)))


def test_a_state_that_no_game_comes_to_is_refused() -> None:
    rules, state = Magpies(), bidding()
    plain = rules.encode_state(state)
    assert isinstance(plain, dict)
    assert rules.decode_state(plain) == state
    with pytest.raises(MalformedState, match="can come to this"):
        rules.decode_state({**plain, "prize": None})


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_every_seat_can_leave_at_every_step(seats: int, seed: int) -> None:
    """All finish, and each trinket is there exactly once, whoever leaves and when."""
    luck = Random(seed)
    start = MAGPIES.initial(Setup(("",) * seats))
    for turn in playout(MAGPIES, start, wandering(luck), luck):
        leaver = luck.randrange(seats)
        left = MAGPIES.lose(turn.state, leaver)
        assert left.events
        state = left.state
        assert MAGPIES.decode_state(MAGPIES.encode_state(state)) == state
        for later in playout(MAGPIES, state, wandering(luck), luck):
            state = later.step.state
            lying = [*state.game.open, *(() if state.game.prize is None else (state.game.prize,))]
            lying += [card.face for card in state.cards if card.face in TRINKETS]
            if state.game.phase not in (Phase.OVER, Phase.GATHER):
                assert sorted(lying) == list(TRINKETS)
            assert leaver not in [card.holder for card in state.cards]
        assert isinstance(MAGPIES.pending(state), Over)


def test_one_need_is_met_for_several_seats_at_once() -> None:
    """Own piles take one step for all, and so do burials."""
    need = Magpies().pending(State.begun(4, 5))
    assert isinstance(need, Mix)
    assert [pile.holder for pile in need.piles] == [0, 1, 2, 3]
    assert isinstance(Magpies().pending(hiding()), Seal)


def hiding() -> State:
    luck = Random(2)
    found = []

    class Watched(Magpies):
        def pending(self, state: State) -> Need[Decision] | CardNeed:
            if state.phase is Phase.HIDE:
                found.append(state)
            return super().pending(state)

    dealer = PlainDealer(Watched())
    list(playout(dealer, dealer.initial(Setup(("",) * 3)), wandering(luck), luck))
    return found[0]
