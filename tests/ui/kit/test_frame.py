"""Five places: where they are, and that nothing is drawn twice or not at all."""

import pytest

from p2p_heroes.ui.kit.frame import LEAST, WIDE, ScreenPlace, composed, fitted_line, frame, ruled
from p2p_heroes.ui.kit.text import plain

SIZES = [LEAST, (140, 40), (199, 54), WIDE, (250, 70)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [1, 4, 7])
def test_every_cell_is_in_one_box_or_in_none(size: tuple[int, int], seats: int) -> None:
    boxes = frame(*size, seats)
    assert boxes is not None
    for row in range(size[1]):
        ends = 0
        for box in sorted((box for box in boxes.values() if box.holds(row)), key=lambda box: box.left):
            assert box.left == ends, (row, box)
            ends = box.left + box.width
        assert ends == size[0]
    assert all(box.width > 0 and box.height > 0 for box in boxes.values())


def test_of_what_size_they_are() -> None:
    """Nothing of it depends on what is asked."""
    small, wide = frame(*LEAST, 4), frame(*WIDE, 4)
    assert small is not None
    assert wide is not None
    sizes = [(small[place].width, small[place].height) for place in (ScreenPlace.STAGE, ScreenPlace.TRAY)]
    assert sizes == [(80, 25), (80, 7)]
    sizes = [(wide[place].width, wide[place].height) for place in (ScreenPlace.STAGE, ScreenPlace.SIDE)]
    assert sizes == [(104, 43), (52, 43)]
    assert small[ScreenPlace.QUESTION].height >= 16
    assert ScreenPlace.SIDE not in small


def test_less_than_that_is_no_room_for_all_places() -> None:
    assert frame(LEAST[0] - 1, 99, 2) is frame(200, LEAST[1] - 1, 2) is None


def test_what_is_drawn_is_cut_or_filled_to_its_box() -> None:
    boxes = frame(*LEAST, 2)
    assert boxes is not None
    lines = composed(boxes, {ScreenPlace.STAGE: [[("", "x" * 300)]], ScreenPlace.KEYS: [[("", "keys")]]}, 36)
    assert [len(plain(line)) for line in lines] == [120] * 36
    assert plain(lines[2]).startswith("x" * 79 + "~ ")
    assert plain(lines[-1]).strip() == "keys"
    assert plain(fitted_line([("", "ab")], 4)) == "ab  "


def test_a_line_has_a_title_and_what_is_told_of_it_if_both_fit() -> None:
    assert plain(ruled("Table", 30, "your turn")) == "─ Table ────────── your turn ─"
    assert plain(ruled("Table", 16, "your turn")) == "─ Table ───────" + "─"
    assert plain(ruled("", 5)) == "─────"
