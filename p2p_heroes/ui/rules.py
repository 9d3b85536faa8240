"""The rules of every game, to be read and searched; nothing here needs a network or a full screen."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.pages import Page, as_text

MOST_LINES = 3
"""How many lines of a page are shown when it was found by its words."""


def pages_for(game: str, words: Sequence[str]) -> list[Page]:
    """What somebody means: the page of that topic, else those that begin so, else all with the words."""
    book, wanted = GAME_UIS[game].book, " ".join(words).casefold()
    for fits in (_is_called, _begins, _holds):
        found = [page for page in book if fits(page, wanted)]
        if found:
            return found
    return []


def _is_called(page: Page, wanted: str) -> bool:
    return wanted in (page.topic, page.title.casefold())


def _begins(page: Page, wanted: str) -> bool:
    return page.topic.startswith(wanted)


def _holds(page: Page, wanted: str) -> bool:
    text = "\n".join([page.title, *page.lines]).casefold()
    return all(word in text for word in wanted.split())


def contents(game: str) -> list[str]:
    """The topics of a game, each with its title."""
    widest = max(len(page.topic) for page in GAME_UIS[game].book)
    return [f"  {page.topic:{widest}}  {page.title}" for page in GAME_UIS[game].book]


def looked_up(game: str, words: Sequence[str], width: int) -> list[str]:
    """For somebody who plays: the topics, or what there is about some words; a title first."""
    if not words:
        return [f"The rules of {_titled(game)}: type rules and a topic, or any words.", "", *contents(game)]
    pages = pages_for(game, words)
    if not pages:
        return [f"The rules of {_titled(game)} say nothing about {' '.join(words)}.", "", *contents(game)]
    return found(pages, words, width)


def _titled(game: str) -> str:
    return GAME_UIS[game].title


def found(pages: Sequence[Page], words: Sequence[str], width: int) -> list[str]:
    """One page in full; of several where the words stand."""
    if len(pages) == 1:
        return as_text(pages[0], width)
    lines = [f"{len(pages)} topics say something about {' '.join(words)}:"]
    for page in pages:
        lines += ["", f"{page.topic}: {page.title}", *_excerpt(page, words, width)]
    return lines


def _excerpt(page: Page, words: Sequence[str], width: int) -> list[str]:
    told = [line for line in page.lines if any(word.casefold() in line.casefold() for word in words)]
    return [_cut(f"  {line}", width) for line in told[:MOST_LINES]]


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[: width - 3]}..."
