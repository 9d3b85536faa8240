"""A bot as a player: it decides at once, from what it is offered."""

from random import Random

import pytest

from p2p_heroes.bots import BOTS
from p2p_heroes.games.game import Request
from p2p_heroes.games.roshambo import ROSHAMBO, THROWS
from p2p_heroes.node.player import BotPlayer


@pytest.mark.parametrize("level", sorted(BOTS))
async def test_a_bot_chooses_what_it_is_offered(level: str) -> None:
    player = BotPlayer(BOTS[level](ROSHAMBO, Random(1)))
    request = Request(0, "throw", THROWS)
    assert {await player.decide(None, request) for _ in range(50)} == set(THROWS)


async def test_the_same_luck_plays_the_same_game() -> None:
    request = Request(0, "throw", THROWS)
    one, other = (BotPlayer(BOTS["wanderer"](ROSHAMBO, Random(7))) for _ in range(2))
    assert [await one.decide(None, request) for _ in range(20)] == [
        await other.decide(None, request) for _ in range(20)
    ]


def test_a_bot_does_not_wait_for_a_person_to_vote() -> None:
    assert not BotPlayer(BOTS["wanderer"](ROSHAMBO, Random(1))).is_patient
