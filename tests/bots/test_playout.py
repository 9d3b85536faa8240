"""Games that are played in one process, turn by turn."""

from random import Random
from typing import TypeVar

from p2p_heroes.bots.playout import Answer, answered, playout, seated, wandering
from p2p_heroes.games.game import Chance, Open, Over, Request, Setup, request_for
from p2p_heroes.games.roshambo import ROSHAMBO, SignChoice, State

D = TypeVar("D")
START = ROSHAMBO.initial(Setup(("", ""), {"rounds": 2}))


class First:
    """Takes the first choice, and remembers what it saw."""

    def __init__(self) -> None:
        self.seen: list[object] = []

    def choose(self, view: object, request: Request[D]) -> D:
        self.seen.append(view)
        return request.choices[0]


def test_every_turn_follows_from_the_one_before() -> None:
    turns = list(playout(ROSHAMBO, START, wandering(Random(1)), Random(1)))
    assert len(turns) == 2 * 3
    assert [turn.state for turn in turns] == [START, *(turn.step.state for turn in turns[:-1])]
    for turn in turns:
        assert turn.need == ROSHAMBO.pending(turn.state)
        assert turn.step == ROSHAMBO.apply(turn.state, turn.answers)
    assert isinstance(ROSHAMBO.pending(turns[-1].step.state), Over)


def test_the_same_luck_plays_the_same_game() -> None:
    def game(seed: int) -> list[object]:
        return [turn.answers for turn in playout(ROSHAMBO, START, wandering(Random(seed)), Random(seed))]

    assert game(1) == game(1) != game(2)


def test_each_bot_answers_for_its_seat_with_what_it_sees() -> None:
    bots = [First(), First()]
    list(playout(ROSHAMBO, START, seated(ROSHAMBO, bots), Random(1)))
    assert [len(bot.seen) for bot in bots] == [3, 3]
    assert all(isinstance(view, State) for bot in bots for view in bot.seen)


def test_whoever_is_asked_answers_and_chance_is_drawn_below_its_bounds() -> None:
    def own_seat(state: None, request: Request[int]) -> int:
        return request.choices[request.seat]

    need = Open((Request(2, "call", (4, 5, 6)), Request(0, "call", (7, 8, 9))))
    assert answered(None, need, own_seat, Random(0)) == {2: 6, 0: 7}
    dice: Chance = Chance("dice", (1, 6, 1))
    drawn = {answered(None, dice, own_seat, Random(seed)) for seed in range(60)}
    assert drawn == {(0, value, 0) for value in range(6)}


def test_a_wanderer_may_take_any_choice() -> None:
    request = request_for(ROSHAMBO.pending(START), 0)
    answers: list[Answer[State, SignChoice]] = [wandering(Random(seed)) for seed in range(40)]
    assert {answer(START, request) for answer in answers} == set(request.choices)
