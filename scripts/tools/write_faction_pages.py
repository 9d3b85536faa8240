"""Write a page for each faction of Write & Conquer into docs/factions, from its board and its words.

    python -m scripts.tools.write_faction_pages

`tests/ui/conquer/test_almanac.py` fails if a page is not what this would write.
"""

from __future__ import annotations

from pathlib import Path

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.ui.conquer.almanac import page
from p2p_heroes.ui.conquer.names import name_of
from p2p_heroes.ui.pages import as_markdown

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "factions"

NOTE = (
    "Written by `python -m scripts.tools.write_faction_pages` from the board itself. Values that no print "
    "shows are reconstructed: `python -m scripts.tools.list_reconstructed` lists them, and "
    "[rulings](../rulings.md) tells what they had to fit."
)


def pages() -> dict[str, str]:
    """By file name what each file holds."""
    found = {
        f"{name}.md": "\n".join([*as_markdown(page(board)), "", NOTE, ""])
        for name, board in CONQUER.boards.items()
    }
    listed = [
        f"- [{name_of(name)}]({name}.md): {page(board).lines[0]}" for name, board in CONQUER.boards.items()
    ]
    return {"README.md": "\n".join(["# Factions of Write & Conquer", "", *listed, "", NOTE, ""]), **found}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.md"):
        path.unlink()
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
