"""What every dealer tells of its game."""

from p2p_heroes.games.kit.cards.dealer import Dealer
from p2p_heroes.games.magpies.game import Magpies


def test_a_dealer_plays_the_game_that_it_was_given() -> None:
    rules = Magpies()
    dealer = Dealer(rules)
    assert (dealer.name, dealer.version, dealer.seats) == (rules.name, rules.version, rules.seats)
    assert (dealer.choices, dealer.options, dealer.length) == ((), rules.options, "rounds")
