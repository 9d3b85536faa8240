"""Draw the full screen into docs/pictures, as SVG: the real program in a terminal, played by its keyboard.

    python -m scripts.tools.conquer.draw_screens

A table of three on this machine: Ada plays by what the screen shows her, two bots sit down one after the
other, and all luck is seeded. So a second run draws the same game; keys, seals and the table words are new
each time. All pictures are of one game: the first in which there was something to see for each. A game takes
about a minute. It needs the tools of the tests.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from subprocess import DEVNULL
from tempfile import TemporaryDirectory
from typing import Final

from pyte.screens import Char

from p2p_heroes.ui.kit.frame import ScreenPlace, frame
from p2p_heroes.ui.kit.map_view import UPPER
from p2p_heroes.ui.kit.palette import COLOURS
from scripts.tools.terminal import TerminalProgram

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "docs" / "pictures"
COLUMNS, ROWS = 120, 36
PORT = 47110
BOXES = frame(COLUMNS, ROWS, 3)
assert BOXES is not None
QUESTION, TRAY = BOXES[ScreenPlace.QUESTION], BOXES[ScreenPlace.TRAY]
BOTS = (("Bo", "elves"), ("Cy", "orcs"))
LUCKS = range(6, 26)
"""Which games are tried, until one has it all."""
PICTURES = {"move", "board", "battle", "fairness", "end"}
OVER: Final = "The game is over."
UP_TO_THE_END = 3000
"""More keys than any game needs."""
LONGEST_WAIT = 50
"""So often a screen is looked at for an answer to a key; there need not be one."""
BOARD_IS_RICH, MAP_IS_OPEN = 3, 6
"""With so many choices a picture is worth drawing."""

CELL, LINE, SIZE, MARGIN = 8.4, 18, 14, 12
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
INK, PAPER = COLOURS["text"].full, COLOURS["ground"].full


def colour(name: str, default: str) -> str:
    """Of a cell, as pyte has it: six digits, or that it is the terminal's own."""
    return default if name == "default" else f"#{name}"


def picture(cells: list[list[Char]], title: str) -> str:
    """A terminal's cells as an image: a run of equal style is one piece of text."""
    width, height = COLUMNS * CELL + 2 * MARGIN, len(cells) * LINE + 2 * MARGIN
    pieces = [piece for at, row in enumerate(cells) for piece in _row(row, MARGIN + at * LINE)]
    # First what is behind: where a font is wider than ours, a letter may reach into the next cell.
    drawn = sorted(pieces, key=lambda piece: piece.startswith("<text"))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'font-family="{FONTS}" font-size="{SIZE}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}"/>',
            *drawn,
            "</svg>",
            "",
        ]
    )


def _row(row: list[Char], y: int) -> Iterator[str]:
    at = 0
    for style, run in groupby(row, key=lambda cell: cell._replace(data="")):
        text = "".join(cell.data for cell in run)
        x, length = MARGIN + at * CELL, len(text) * CELL
        at += len(text)
        ink, paper = colour(style.fg, INK), colour(style.bg, PAPER)
        if style.reverse:
            ink, paper = paper, ink
        if paper != PAPER:
            yield f'<rect x="{x:g}" y="{y}" width="{length:g}" height="{LINE}" fill="{paper}"/>'
        if not text.strip(UPPER):
            # Half cells are drawn as such: a letter would not reach their edges in every font.
            yield f'<rect x="{x:g}" y="{y}" width="{length:g}" height="{LINE / 2:g}" fill="{ink}"/>'
        elif text.strip():
            weight = ' font-weight="bold"' if style.bold else ""
            line = ' text-decoration="underline"' if style.underscore else ""
            yield (
                f'<text x="{x:g}" y="{y + SIZE}" fill="{ink}"{weight}{line} xml:space="preserve" '
                f'textLength="{length:g}" lengthAdjust="spacingAndGlyphs">{escape(text, quote=False)}</text>'
            )


class DrawnGame:
    """One game of Ada's; `drawn` are the pictures of it, by their names."""

    def __init__(self, program: TerminalProgram) -> None:
        self.program = program
        self.drawn: dict[str, str] = {}

    def play(self) -> None:
        for _ in range(UP_TO_THE_END):
            self.program.until(lambda: OVER in self.program.text or "your turn" in self.program.lines[1])
            self.program.settle()
            if OVER in self.program.text:
                self.draw("end", "The end of a game: the points, and the state that everybody signed")
                return
            self._answer()
        raise AssertionError(self.program.text)

    def draw(self, name: str, title: str) -> None:
        self.program.settle()
        buffer = self.program.screen.buffer
        cells = [[buffer[y][x] for x in range(COLUMNS)] for y in range(ROWS)]
        self.drawn[name] = picture(cells, title)

    def _press(self, *keys: str) -> None:
        """One after the other, each when the screen has answered to the one before."""
        for key in keys:
            before = self._answered
            self.program.type(key)
            for _ in range(LONGEST_WAIT):
                self.program.read(0.02)
                if self._answered != before:
                    break
            self.program.settle()

    @property
    def _answered(self) -> tuple[str, list[str]]:
        """What keys change: which tab is open, by what it begins with, and the question."""
        return "".join(self.program.lines[2:4])[: QUESTION.left], self._question

    @property
    def _question(self) -> list[str]:
        rows = self.program.lines[QUESTION.top : QUESTION.top + QUESTION.height + 1]
        return [row[QUESTION.left :] for row in rows]

    def _choose(self, line: str = "") -> None:
        """Type it if it is not marked, pick it, and make it final."""
        self._press(*([line] if line else []), "\r")
        if "makes it final" in self.program.text:
            self._press("\r")

    def _mark(self, at: int) -> None:
        self._press(*[DOWN] * at)

    @property
    def _rows(self) -> list[str]:
        """The choices that are shown, from the first."""
        return [row[2:] for row in self._question[:-1] if row[:2] in ("> ", "  ") and row.strip()]

    def _meanings(self) -> list[str]:
        """What each of these choices comes to, as the tray tells of the marked one."""
        told = []
        for _ in self._rows:
            told.append(" ".join(row[: TRAY.width] for row in self.program.lines[TRAY.top : TRAY.top + 4]))
            self._press(DOWN)
        self._press(*[UP] * len(told))
        return told

    def _answer(self) -> None:
        text = " ".join(" ".join(self._question).split())
        if "does everybody read the words" in text:
            self._press("yes\r")
        elif "What will this round bring?" in text:
            self._choose("plan gold iron build move")
        elif "What do you build or recruit?" in text:
            self._build()
        elif "Where to?" in text:
            self._move()
        elif "Battle! What do you send?" in text:
            self._deploy()
        elif "Fight them, or keep the peace?" in text:
            self._choose("fight")
        elif "Do you hunt a monster" in text:
            self._hunt()
        else:
            self._choose()

    def _build(self) -> None:
        """Whatever comes first, as long as something can be paid."""
        rows = self._rows
        if "board" not in self.drawn and len(rows) > BOARD_IS_RICH:
            self._press(F3)
            self.draw("board", "A board: what is built, what can be paid for, and what is missing")
            self._press(F2)
        self._mark(min(1, len(rows) - 1))
        self._choose()

    def _move(self) -> None:
        """To others if that is possible, else to where resources lie."""
        rows = self._meanings()
        worth = [at for at, row in enumerate(rows) if re.search(r"\d (wood|iron|gold)", row)]
        meets = [at for at, row in enumerate(rows) if "other player" in row]
        self._mark(([*meets, *worth[-1:], 0])[0])
        if "move" not in self.drawn and len(rows) > MAP_IS_OPEN:
            self.draw("move", "Choosing a move: what can be reached, for how much, and what it would bring")
        self._choose()

    def _deploy(self) -> None:
        self._press(RIGHT, RIGHT)
        if "battle" not in self.drawn:
            self.draw(
                "battle", "A battle: the army is counted out in secret, against all that the others have"
            )
        self._choose()
        if "fairness" not in self.drawn:
            self._press(F5)
            self.draw("fairness", "What makes it fair: seals, locks and openings as they arrive")
            self._press(F2)

    def _hunt(self) -> None:
        """With everything, where that is enough."""
        for at, row in enumerate(self._meanings()):
            found = re.search(r"power (\d+); all you have is (\d+)", row)
            if found and int(found[1]) < int(found[2]):
                self._mark(at)
                self._press("\r", END)
                break
        self._choose()


F3, F4, F5, RIGHT, DOWN, END = "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b[C", "\x1b[B", "\x1b[F"
F2, UP = "\x1bOQ", "\x1b[A"


def main() -> None:
    for luck in LUCKS:
        drawn = draw_game(luck)
        if drawn.keys() == PICTURES:
            break
        print(
            f"luck {luck}: nothing to see for {', '.join(sorted(PICTURES - drawn.keys()))}", file=sys.stderr
        )
    else:
        raise SystemExit("no game had it all")
    FOLDER.mkdir(exist_ok=True)
    for name, text in drawn.items():
        (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")


def draw_game(luck: int) -> dict[str, str]:
    """A game from its lobby to its end; its pictures by name."""
    with TemporaryDirectory() as folder:
        usual = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": folder, "LANG": "C.UTF-8"}
        quiet = ("--quiet", "--interface", "127.0.0.1")
        table = ("--seats", "3", "--option", "first=1", "--faction", "undead", "--name", "Ada")
        where = f"127.0.0.1:{PORT}"
        program = TerminalProgram(
            ("host", *table, "--listen", where, *quiet),
            {**usual, "TERM": "xterm-256color", "COLORTERM": "truecolor", **_folders(folder, "Ada")},
            columns=COLUMNS,
            rows=ROWS,
        )
        bots = []
        ada = DrawnGame(program)
        try:
            for taken, (name, faction) in enumerate(BOTS, 1):
                program.shows("The table is open" if taken == 1 else f"{taken} of 3 seats")
                seat = ("--join", where, "--name", name, "--faction", faction, "--seed", str(luck + taken))
                command = [sys.executable, "-m", "p2p_heroes", "bot", *seat, *quiet]
                environment = {**usual, **_folders(folder, name)}
                bots.append(subprocess.Popen(command, env=environment, stdout=DEVNULL, stderr=DEVNULL))
            ada.play()
        finally:
            program.stop()
            for bot in bots:
                bot.kill()
                bot.wait()
        return ada.drawn


def _folders(folder: str, name: str) -> dict[str, str]:
    return {"XDG_DATA_HOME": f"{folder}/{name}/data", "XDG_CONFIG_HOME": f"{folder}/{name}/config"}


if __name__ == "__main__":
    main()
