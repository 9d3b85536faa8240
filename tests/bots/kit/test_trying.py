"""Choices tried out in the small game, whose scores say what they were good for."""

from p2p_heroes.bots.kit.trying import settle, spread, try_out
from p2p_heroes.games.game import request_for
from p2p_heroes.games.roshambo import ROSHAMBO, THROWS, Sign, SignChoice, State

STAKED = State(rounds=1, scores=(0, 0), called=Sign.PAPER, stake=3)
ROCK, PAPER, SCISSORS = THROWS


def test_long_lists_are_taken_from_end_to_end() -> None:
    assert spread(range(1000), 5) == [0, 249, 499, 749, 999]
    assert spread((), 5) == []


def test_one_answers_and_the_others_do_the_quiet_thing() -> None:
    assert settle(ROSHAMBO, STAKED, 0, PAPER).state.throws == (Sign.PAPER, Sign.ROCK)
    assert settle(ROSHAMBO, STAKED, 1, PAPER).state.throws == (Sign.ROCK, Sign.PAPER)


def test_each_choice_is_worth_the_state_that_follows() -> None:
    request = request_for(ROSHAMBO.pending(STAKED), 0)

    def lead(state: State, seat: int) -> int:
        return state.scores[seat] - state.scores[1 - seat]

    assert try_out(ROSHAMBO, lead, STAKED, request) == [(0, ROCK), (6, PAPER), (-3, SCISSORS)]
    tried: list[tuple[int, SignChoice]] = try_out(ROSHAMBO, lead, STAKED, request, most=2)
    assert [choice for _, choice in tried] == [ROCK, SCISSORS]
