"""Hidden cards drawn from what is possible."""

from collections import Counter
from random import Random

import pytest

from p2p_heroes.bots.kit.hidden import draw_hidden, imagined
from p2p_heroes.games.kit.cards.dealt import Card, Dealt
from p2p_heroes.games.kit.cards.needs import JOINT


def test_what_is_known_stays_and_the_rest_is_possible() -> None:
    for seed in range(20):
        faces = draw_hidden([((1, 2, 3), (10, 11, 12, 13)), ((4, 5), (10, 11))], {2: 12, 9: 10}, Random(seed))
        assert faces[2] == 12
        assert set(faces) == {1, 2, 3, 4, 5}
        assert {faces[1], faces[3]} < {10, 11, 13}
        assert {faces[4], faces[5]} == {10, 11}


def test_every_order_is_as_likely_as_any_other() -> None:
    drawn = Counter(draw_hidden([((1, 2), (10, 11))], {}, Random(seed))[1] for seed in range(400))
    assert 150 < drawn[10] < 250


def test_more_cards_than_faces_are_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="larger than population"):
        draw_hidden([((1, 2), (10,))], {}, Random(1))


def test_a_position_is_made_of_them() -> None:
    assert imagined("a game", 3, (2,), {5: 1, 2: JOINT}, {2: 10, 5: 11}) == Dealt(
        "a game", 3, (Card(2, JOINT, 10), Card(5, 1, 11)), 6, (2,)
    )
    assert imagined("a game", 2, (), {}, {}) == Dealt("a game", 2)
