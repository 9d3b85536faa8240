"""One question: what its game says of the choices, for the seat that is asked."""

from typing import Any

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Request
from p2p_heroes.games.roshambo import THROWS, SignChoice
from p2p_heroes.ui.kit.asked import Asked, ChoiceWords, not_offered

ROCK, PAPER, SCISSORS = THROWS
THROW: Request[SignChoice] = Request(1, "throw", (ROCK, PAPER, SCISSORS))


class Plain(ChoiceWords[str, SignChoice]):
    def question(self, request: Request[SignChoice], /) -> str:
        return f"{request.kind} what?"


class Wordy(Plain):
    def meaning(self, view: str, seat: int, choice: SignChoice, /) -> str:
        return f"{view}, {seat}, {choice.sign}"

    def gain(self, view: str, seat: int, choice: SignChoice, /) -> int:
        return len(choice.sign)

    def is_sensible(self, view: str, seat: int, choice: SignChoice, /) -> bool:
        return choice is not ROCK

    def worded(self, view: str, choice: SignChoice, notated: str, /) -> str:
        return notated.replace("throw", f"with {view} cast")

    def spelled(self, line: str, /) -> str:
        return line.replace("stone", "rock")


def asked(words: ChoiceWords[str, SignChoice], **more: Any) -> Asked[str, SignChoice]:
    return Asked(GAMES["roshambo"], words, "a view", THROW, **more)


def test_a_game_says_what_each_choice_is_to_the_seat() -> None:
    question = asked(Wordy())
    assert (question.question, question.seat) == ("throw what?", 1)
    assert question.meaning(PAPER) == "a view, 1, paper"
    assert (question.gain(SCISSORS), question.is_sensible(ROCK)) == (8, False)
    assert question.offer.meant("throw stone") == ROCK
    assert question.worded(PAPER) == "with a view cast paper"
    assert question.offer.meant("with a view cast paper") == PAPER


def test_a_game_that_says_nothing_of_its_choices_has_plain_ones() -> None:
    question = asked(Plain())
    assert (question.meaning(ROCK), question.gain(ROCK), question.is_sensible(ROCK)) == ("", 0, True)
    assert question.offer.meant("rock") == ROCK
    assert question.worded(ROCK) == "throw rock"
    assert question.why_not(ROCK) == not_offered(ROCK) == "it is not offered"
