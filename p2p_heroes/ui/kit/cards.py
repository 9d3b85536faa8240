"""Cards on the full screen: each in a frame, side by side on as many rows as they take."""

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_heroes.ui.kit.canvas import Canvas
from p2p_heroes.ui.kit.text import Click, Line, cut, width_of

HEIGHT = 3
FACE_DOWN = "?"
EDGES = 4
"""A side and a blank, left and right."""


@dataclass(frozen=True, slots=True)
class CardSign:
    """What stands on a card, how it looks, and what a click on it does."""

    text: str = FACE_DOWN
    style: str = ""
    click: Click | None = None


def laid_out(cards: Sequence[CardSign], width: int) -> list[Line]:
    """In so many columns; a text that is wider is cut."""
    texts = [cut(card.text, max(1, width - EDGES)) for card in cards]
    places, x, row = [], 0, 0
    for text in texts:
        if x and x + width_of(text) + EDGES > width:
            x, row = 0, row + 1
        places.append((x, row * HEIGHT))
        x += width_of(text) + EDGES
    canvas = Canvas(width, (row + 1) * HEIGHT if cards else 0)
    for text, (left, top) in zip(texts, places, strict=True):
        canvas.frame(left, top, left + width_of(text) + EDGES - 1, top + HEIGHT - 1)
    canvas.draw("class:line")
    for card, text, (left, top) in zip(cards, texts, places, strict=True):
        canvas.write(left + 1, top + 1, f" {text} ", card.style, card.click)
    return canvas.lines()
