"""Which games bots can think about."""

import pytest

from p2p_heroes.bots.judges import JUDGES
from p2p_heroes.games import GAMES


def test_every_judge_is_one_of_a_game() -> None:
    assert set(JUDGES) <= set(GAMES)
    assert "conquer" in JUDGES


@pytest.mark.parametrize("name", JUDGES)
@pytest.mark.parametrize("view", [None, "a table", 7])
def test_what_is_no_view_is_not_judged(name: str, view: object) -> None:
    assert JUDGES[name].imagine(view) is None
