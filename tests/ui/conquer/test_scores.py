"""The scoring area as rows."""

from p2p_heroes.games.conquer.effect import Score
from p2p_heroes.ui.conquer.scores import score_rows


def test_a_row_for_each_player_under_its_boxes() -> None:
    scores = (Score(1, 2, 3, 4, 5), Score(structures=10))
    assert score_rows(scores, ("Ada", "Torvald")) == [
        "           structures  foundations  resources  victories  artefacts  total",
        "  Ada               1            2          3          4          5     15",
        "  Torvald          10            0          0          0          0     10",
    ]
