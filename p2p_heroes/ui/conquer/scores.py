"""The five boxes of the scoring area, a row for each player."""

from collections.abc import Sequence
from dataclasses import astuple, fields

from p2p_heroes.games.conquer.effect import Score

BOXES = tuple(box.name for box in fields(Score))


def score_rows(scores: Sequence[Score], names: Sequence[str]) -> list[str]:
    """A heading, then what each player has in each box and in all of them."""
    width = max(len(name) for name in names)
    lines = [f"  {'':{width}}  {'  '.join(BOXES)}  total"]
    for name, score in zip(names, scores, strict=True):
        boxes = zip(BOXES, astuple(score), strict=True)
        row = "".join(f"{count:>{len(box) + 2}}" for box, count in boxes)
        lines.append(f"  {name:{width}}{row}{score.total:>7}")
    return lines
