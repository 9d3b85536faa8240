"""Long lists of choices against the same lists written out."""

from itertools import product

import pytest

from p2p_heroes.games.kit.choices import Chained, Grid, Lazy, Mapped, Shares, State, Tree, among


class Squares(Lazy[int]):
    def __len__(self) -> int:
        return 5

    def item(self, place: int) -> int:
        return place * place


def test_a_lazy_sequence_behaves_like_a_list() -> None:
    squares, written = Squares(), [0, 1, 4, 9, 16]
    assert list(squares) == written
    assert [squares[place] for place in range(-5, 5)] == written * 2
    assert squares[1:4] == written[1:4]
    assert squares[::-2] == written[::-2]
    assert squares[3:99] == written[3:]
    assert squares.index(9) == 3
    assert 9 in squares
    assert 10 not in squares


@pytest.mark.parametrize("index", [5, -6, 99])
def test_there_is_nothing_beyond_the_ends(index: int) -> None:
    with pytest.raises(IndexError):
        Squares()[index]


class Purses(Tree):
    """So many numbers from `least` to 3 whose sum is at most a limit; the last one is free."""

    def __init__(self, depth: int, limit: int, least: int = 0) -> None:
        super().__init__(depth, (limit,))
        self._last = depth - 1
        self._least = least

    def branches(self, depth: int, state: State) -> range:
        return range(self._least, min(3, state[0]) + 1)

    def below(self, depth: int, state: State, number: int) -> State:
        return (state[0] - number,) if depth < self._last else ()

    def is_free(self, depth: int) -> bool:
        return depth == self._last


@pytest.mark.parametrize("least", [0, 1, 2])
@pytest.mark.parametrize("depth", [0, 1, 2, 4])
@pytest.mark.parametrize("limit", [0, 1, 5, 8, 20])
def test_a_tree_has_each_way_once_in_order(depth: int, limit: int, least: int) -> None:
    """Also where some beginnings lead nowhere."""
    ways = [way for way in product(range(least, 4), repeat=depth) if sum(way) <= limit]
    tree = Purses(depth, limit, least)
    assert len(tree) == len(ways)
    assert list(tree) == ways
    assert all((way in tree) == (way in ways) for way in product(range(5), repeat=depth))


@pytest.mark.parametrize("other", [None, 1, (), (1,), (1, 1, 1), [1, 1], (-1, 1), ("1", 1)])
def test_what_is_no_way_is_not_in_a_tree(other: object) -> None:
    assert other not in Purses(2, 4)


def test_a_tree_is_not_asked_beyond_its_last_way() -> None:
    tree = Purses(2, 4)
    with pytest.raises(IndexError):
        tree.item(len(tree))


@pytest.mark.parametrize("heaps", [(), (0,), (2,), (3, 1), (0, 2, 5), (2, 2, 2, 1)])
def test_shares_are_all_ways_to_take_a_total(heaps: tuple[int, ...]) -> None:
    everything = list(product(*(range(heap + 1) for heap in heaps)))
    for total in range(sum(heaps) + 2):
        shares = Shares(heaps, total)
        assert list(shares) == [share for share in everything if sum(share) == total]
        assert all((share in shares) == (sum(share) == total) for share in everything)


def test_a_long_list_is_not_written_out() -> None:
    """Three players' full inventories: too many to list, quick to count and to look into."""
    shares = Shares((40,) * 9, 100)
    assert len(shares) > 10**10
    middle = shares[len(shares) // 2]
    assert sum(middle) == 100
    assert middle in shares
    assert shares[-1] == (40, 40, 20, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    "ranges", [(), (range(3),), (range(2), range(1, 4), range(2)), (range(2), range(0)), (range(2, 3),) * 3]
)
def test_a_grid_has_each_row_once_in_order(ranges: tuple[range, ...]) -> None:
    grid, rows = Grid(ranges), list(product(*ranges))
    assert list(grid) == rows
    assert len(grid) == len(rows)
    assert all(row in grid for row in rows)
    assert (*(numbers.stop for numbers in ranges), 0) not in grid
    assert not grid.__contains__([numbers.start for numbers in ranges])
    assert not ranges or tuple(numbers.stop for numbers in ranges) not in grid


def undo(text: object) -> int | None:
    return int(text[1:]) if isinstance(text, str) and text.startswith("#") else None


def test_mapped_items_are_made_and_unmade() -> None:
    mapped: Mapped[str] = Mapped(Squares(), "#{}".format, undo)
    assert list(mapped) == ["#0", "#1", "#4", "#9", "#16"]
    assert len(mapped) == 5
    assert "#4" in mapped
    assert "#5" not in mapped
    assert "4" not in mapped
    stranger: object = 4
    assert stranger not in mapped


@pytest.mark.parametrize("links", [(), ([],), ([1],), ([1, 2], [], [3], [4, 5, 6]), ([], [], [1], [])])
def test_chained_sequences_follow_one_another(links: tuple[list[int], ...]) -> None:
    written = [item for link in links for item in link]
    chained: Chained[int] = Chained(*links)
    assert len(chained) == len(written)
    assert list(chained) == written
    assert [chained[place] for place in range(len(written))] == written
    assert all(item in chained for item in written)
    assert 7 not in chained


def test_things_among_others_stand_in_their_order_and_once() -> None:
    assert among("wig", ("g", "w", "w", "x")) == ("w", "g")
