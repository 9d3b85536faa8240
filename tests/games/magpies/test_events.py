"""What is told of a hidden card is its handle: no event of a game names a face that does not lie open."""

from random import Random

from p2p_heroes.bots.playout import playout, wandering
from p2p_heroes.games.game import Setup
from p2p_heroes.games.magpies import MAGPIES
from p2p_heroes.games.magpies import events as told


def test_faces_are_told_of_open_cards_only() -> None:
    """The very same game with other faces behind the hidden cards tells the same until one is opened."""
    luck = Random(5)
    start = MAGPIES.initial(Setup(("",) * 3))
    seen = set()
    for turn in playout(MAGPIES, start, wandering(luck), luck):
        for event in turn.step.events:
            seen.add(type(event))
            match event:
                case told.PrizeTurned(_, prize):
                    assert turn.step.state.game.prize == prize
                case told.BidsShown(bids):
                    lying = (*turn.step.state.game.open, turn.step.state.game.prize)
                    assert {bid.trinket for bid in bids} <= set(lying)
                case told.TrinketsDrawn(cards):
                    holders = turn.step.state.holders()
                    assert all(holders.get(card, seat) == seat for seat, card in cards)
                case told.FeathersDrawn(cards):
                    assert all(card in turn.step.state.game.feathers[seat] for seat, card in cards)
    assert {told.TrinketStolen, told.TheftPlanned, told.TrinketsBuried, told.GameEnded} <= seen
