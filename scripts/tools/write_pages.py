"""Write a page for everything that a seat can take before a game, such as a faction, into docs/<game>.

    python -m scripts.tools.write_pages

The pages are those of `p2p-heroes rules`. A test fails if a file is not what this would write.
"""

from __future__ import annotations

from pathlib import Path

from p2p_heroes.games import GAMES
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.pages import as_markdown

FOLDER = Path(__file__).resolve().parents[2] / "docs"

NOTE = (
    "Written by `python -m scripts.tools.write_pages` from what the program plays by. "
    "[Rulings](../rulings.md) tells what no print shows, and what it had to fit."
)


def pages(game: str) -> dict[str, str]:
    """By file name what each file holds; none where every seat starts alike."""
    taken = [page for page in GAME_UIS[game].book if page.topic in GAMES[game].choices]
    if not taken:
        return {}
    listed = [f"- [{page.title}]({page.topic}.md): {page.lines[0]}" for page in taken]
    written = {f"{page.topic}.md": [*as_markdown(page), "", NOTE, ""] for page in taken}
    written["README.md"] = [f"# Factions of {GAME_UIS[game].title}", "", *listed, "", NOTE, ""]
    return {name: "\n".join(lines) for name, lines in written.items()}


def main() -> None:
    for game in GAMES:
        for name, text in pages(game).items():
            path = FOLDER / game / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
