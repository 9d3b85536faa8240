"""What a game of cards has to offer, told by the games that there are."""

from p2p_heroes.games.game import Setup
from p2p_heroes.games.kit.cards.needs import MOST_CARDS, is_card_need
from p2p_heroes.games.magpies import MAGPIES

GAMES_OF_CARDS = [MAGPIES]


def test_games_of_cards_have_few_enough_faces_and_no_family_is_that_of_two() -> None:
    games = [game.rules for game in GAMES_OF_CARDS]
    assert games
    assert len({game.family for game in games}) == len(games)
    assert all(0 < game.faces <= MOST_CARDS for game in games)


def test_a_game_of_cards_begins_by_asking_for_cards_before_it_names_any() -> None:
    for game in GAMES_OF_CARDS:
        state = game.rules.initial(Setup(("",) * game.seats[0]))
        assert is_card_need(game.rules.pending(state))
        assert game.rules.holdings(state) == {}
