"""The five boxes of the scoring area, a column for each player: that fits where a row for each would not."""

from collections.abc import Sequence

from p2p_heroes.games.conquer.terms import Score

BOXES = Score.__match_args__
WIDEST = max(map(len, BOXES))


def score_rows(scores: Sequence[Score], names: Sequence[str]) -> list[str]:
    """A heading, then what each player has in each box, then in all of them."""
    counts = [[*(getattr(score, box) for box in BOXES), score.total] for score in scores]
    columns = [(name, *map(str, column)) for name, column in zip(names, counts, strict=True)]
    widths = [max(map(len, column)) for column in columns]
    return [
        f"  {box:{WIDEST}}{''.join(f'  {cell:>{width}}' for width, cell in zip(widths, row, strict=True))}"
        for box, row in zip(("", *BOXES, "total"), zip(*columns, strict=True), strict=True)
    ]
