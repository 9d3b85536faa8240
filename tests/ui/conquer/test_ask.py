"""What is asked, how it can be answered, and what each choice comes to."""

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.meeting import JOIN_OR_NOT
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Open, Request, Secret, request_for
from p2p_heroes.ui.conquer.ask import OWN_QUESTIONS, QUESTIONS, question
from tests.support.conquer import asking, at_table, decision, seat

BO = seat("elves", Region.YREEL)


def request_of(table: Table) -> Request[Decision]:
    need = CONQUER.pending(table)
    assert isinstance(need, Open | Secret)
    return request_for(need, 0)


def test_a_question_with_an_example_that_could_be_typed() -> None:
    table = asking(at_table(seat("undead"), BO), Planning())
    asked, about = question(request_of(table)).split("\n")
    assert asked == "What will this round bring?"
    assert about.endswith("For example: plan build move gold iron")


def test_a_question_that_is_seldom_asked() -> None:
    lost = Request(0, "lose", (decision("lose skeleton"), decision("lose lich")))
    assert question(lost) == "You lose one of your weakest units. Which?\nFor example: lose lich"


def test_a_question_about_a_battle_next_door() -> None:
    asked = question(Request(0, "join", JOIN_OR_NOT))
    assert asked.splitlines() == [
        "There is a battle next door. Do you join it from where you are, or decline?",
        "For example: join",
    ]


def test_a_single_choice_is_no_example() -> None:
    assert "For example" not in question(Request(0, "attack", (decision("done"),)))
    assert question(Request(0, "collect", (decision("decline"),))) == QUESTIONS["collect"]


def test_no_faction_asks_in_the_words_of_all() -> None:
    assert not QUESTIONS.keys() & OWN_QUESTIONS.keys()
