"""Where the game is, in a line."""

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Setup
from p2p_heroes.ui.conquer.headline import headline, points, round_of
from protocol.frozen import replace
from tests.support.conquer import asking, at_table, play_on, seat

NAMES = ("Ada", "Bo")


def planning() -> Table:
    table = at_table(seat("undead", monsters=(2,)), seat("elves", Region.YREEL), number=3)
    return asking(table, Planning())


def test_before_the_first_round() -> None:
    text = "Before the first round: where does everybody begin?"
    assert headline(CONQUER.initial(Setup(("undead", "elves"))), NAMES) == text


def test_a_round_without_a_plan() -> None:
    assert headline(planning(), NAMES) == "Round 3 of 16: its plan is being made (Ada is first)"


def test_the_action_that_is_performed_stands_in_brackets() -> None:
    table = play_on(planning(), {0: "plan wood move iron gold"}).state
    assert headline(table, NAMES) == "Round 3 of 16: wood 1, [move 2], iron 3, gold 4 (Ada is first)"


def test_the_last_action_of_a_round() -> None:
    table = play_on(planning(), {0: "plan wood iron gold move"}).state
    assert headline(table, NAMES) == "Round 3 of 16: wood 1, iron 2, gold 3, [move 4] (Ada is first)"


def test_the_end() -> None:
    assert headline(replace(planning(), agenda=()), NAMES) == "The game is over"


def test_points_so_far() -> None:
    assert [points(planning(), who) for who in (0, 1)] == [1, 0]


def test_the_round() -> None:
    assert round_of(CONQUER.initial(Setup(("undead", "elves")))) == 0
    assert round_of(planning()) == 3
