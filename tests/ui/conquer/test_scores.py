"""The scoring area as rows."""

from p2p_heroes.games.conquer.terms import Score
from p2p_heroes.ui.conquer.scores import score_rows


def test_a_column_for_each_player_beside_the_boxes() -> None:
    scores = (Score(1, 2, 3, 4, 5), Score(structures=10))
    assert score_rows(scores, ("A", "Torvald")) == [
        "                A  Torvald",
        "  structures    1       10",
        "  foundations   2        0",
        "  resources     3        0",
        "  victories     4        0",
        "  artefacts     5        0",
        "  total        15       10",
    ]


def test_four_players_fit_on_a_terminal() -> None:
    names = [f"player-{number:06}" for number in range(4)]
    assert max(map(len, score_rows([Score()] * 4, names))) < 80
