"""Everything on a board, in rows."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, Region
from p2p_heroes.ui.conquer.screen.entries import rows_of
from p2p_heroes.ui.kit.text import width_of
from tests.support.conquer import at_table, seat


@pytest.mark.parametrize("faction", CONQUER.choices)
@pytest.mark.parametrize("width", [44, 52, 80, 120])
@pytest.mark.parametrize("is_long", [False, True])
def test_everything_on_a_board_is_there_and_fits(faction: str, width: int, is_long: bool) -> None:
    other = "elves" if faction != "elves" else "undead"
    table = at_table(seat(faction), seat(other, Region.YREEL))
    rows = list(rows_of(table, 0, ("Ada", "Bo"), width, is_long=is_long))
    board, keys = table.boards[0], {entry.key for row in rows for entry in row}
    assert keys >= {("structure", one.name) for one in board.structures}
    assert keys >= {("unit", one.name) for one in board.units}
    assert keys >= {("monster", str(one.power)) for one in board.monsters}
    assert keys >= {("artefact", str(region)) for region in ARTEFACT_REGIONS}
    assert keys >= {("resource", kind) for kind in ("wood", "iron", "gold")}
    if not is_long:  # a long row says what a thing does, and is cut where the pane ends
        assert max(width_of("".join(entry.text for entry in row).rstrip()) for row in rows) <= width
