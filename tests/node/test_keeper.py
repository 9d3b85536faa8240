"""The keeper of a seat where nothing is to be kept."""

from p2p_heroes.games.game import Setup
from p2p_heroes.games.roshambo import CALLS, ROSHAMBO, THROWS
from p2p_heroes.node.keeper import OpenKeeper

START = ROSHAMBO.initial(Setup(("", "")))


def test_all_is_asked_of_the_player_and_signed_as_it_is() -> None:
    keeper = OpenKeeper(ROSHAMBO, 0)
    view, request = keeper.question(START)
    assert view is keeper.view(START) is START
    assert request.choices == CALLS
    assert keeper.duty(START) is None
    assert keeper.fits(START)
    assert keeper.refusal(START, CALLS[1]) is None
    assert keeper.refusal(START, THROWS[1]) is not None
    assert keeper.value(START, CALLS[1]) == ("call", "paper")
