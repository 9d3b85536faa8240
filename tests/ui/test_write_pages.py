"""The pages in the docs are those of the program."""

import pytest

from p2p_heroes.games import GAMES
from scripts.tools.write_pages import FOLDER, pages


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_in_the_docs_are_up_to_date(game: str) -> None:
    """`python -m scripts.tools.write_pages` writes them."""
    written = {path.name: path.read_text(encoding="utf-8") for path in (FOLDER / game).glob("*.md")}
    assert written == pages(game)
    assert bool(written) == bool(GAMES[game].choices)
