"""The last line of a game: who won, and by how much."""

from collections.abc import Sequence

import pytest

from p2p_heroes.ui.result import told

NAMES = ("Ada", "Iris", "Brann")


@pytest.mark.parametrize(
    ("places", "points", "line"),
    [
        ((1, 2, 3), (50, 49, 47), "Ada won, 50 to 49 (Iris) and 47 (Brann)."),
        ((3, 1, 2), (47, 50, 49), "Iris won, 50 to 49 (Brann) and 47 (Ada)."),
        ((1, 2, 3), (50, 50, 47), "Ada won, 50 to 50 (Iris) and 47 (Brann)."),
        ((1, 3, 1), (50, 47, 50), "Ada and Brann share the victory, 50 to 47 (Iris)."),
        ((1, 1, 1), (5, 5, 5), "Ada, Iris and Brann share the victory with 5 points each."),
        ((1, 2, 2), (None, None, None), "Ada won."),
        ((), (3, 2, 1), "No result: the table ended, decided for nobody."),
    ],
)
def test_who_won_is_told_with_everybodys_points(
    places: Sequence[int], points: Sequence[int | None], line: str
) -> None:
    assert told(NAMES, places, points) == line
