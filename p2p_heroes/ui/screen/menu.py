"""A menu: pages of rows to mark, change, write into and enter. Pure: it knows no terminal.

What a row does when it is entered is a function that it was made with; the menu only
remembers which page is open, what is marked there, and what there is to be told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from p2p_heroes.ui.kit.text import Click, Line, clipped, folded, width_of


@dataclass(slots=True)
class MenuAction:
    """A row that does something. Its key tells it from others that read the same."""

    text: str
    run: Callable[[], None]
    meaning: str = ""
    key: str = ""

    def __post_init__(self) -> None:
        self.key = self.key or self.text


@dataclass(slots=True)
class Pick:
    """A row with one of several values, each with what it means."""

    text: str
    options: Sequence[tuple[str, str]]
    at: int = 0

    @property
    def key(self) -> str:
        return self.text

    @property
    def value(self) -> str:
        return self.options[self.at][0]

    @property
    def meaning(self) -> str:
        return self.options[self.at][1]


@dataclass(slots=True)
class Field:
    """A row to write in."""

    text: str
    value: str = ""
    meaning: str = ""
    most: int = 60

    @property
    def key(self) -> str:
        return self.text


@dataclass(slots=True)
class MenuText:
    """A line that only tells."""

    text: str


Live = MenuAction | Pick | Field
"""What can be marked."""
Row = Live | MenuText


def _no_text(width: int) -> list[str]:
    return []


@dataclass(slots=True)
class MenuPage:
    """Rows, made anew whenever they are looked at, or a text to read."""

    title: str
    rows: Callable[[], Sequence[Row]] = tuple
    text: Callable[[int], list[str]] = _no_text
    marked: str = ""
    """The key of the marked row; rows may come and go around it."""
    scrolled: int = 0


class Menu:
    """The pages that are open, the last one in front."""

    def __init__(self, first: MenuPage) -> None:
        self.pages = [first]
        self.notice = ""

    @property
    def page(self) -> MenuPage:
        return self.pages[-1]

    @property
    def rows(self) -> list[Live]:
        """What can be marked."""
        return [row for row in self.page.rows() if not isinstance(row, MenuText)]

    @property
    def marked(self) -> Live | None:
        rows = self.rows
        return rows[self._at(rows)] if rows else None

    def _at(self, rows: Sequence[Live]) -> int:
        return next((at for at, row in enumerate(rows) if row.key == self.page.marked), 0)

    def open(self, page: MenuPage) -> None:
        self.pages.append(page)
        self.notice = ""

    def back(self) -> None:
        """To the page before; on the first one to its last row, which is the way out."""
        self.notice = ""
        if len(self.pages) > 1:
            self.pages.pop()
        else:
            self.go(len(self.rows))

    def go(self, by: int) -> None:
        """Mark another row, or scroll a text."""
        rows = self.rows
        if not rows:
            self.page.scrolled = max(0, self.page.scrolled + by)
            return
        self.page.marked = rows[max(0, min(len(rows) - 1, self._at(rows) + by))].key

    def change(self, by: int) -> None:
        """Another value, round and round."""
        if isinstance(row := self.marked, Pick):
            row.at = (row.at + by) % len(row.options)

    def write(self, text: str) -> None:
        """Into the marked field; on other rows a letter goes to the next row that begins with it."""
        text = "".join(character for character in text if character.isprintable())
        if isinstance(row := self.marked, Field):
            self.page.marked = row.key  # whatever comes and goes above it, one writes on here
            row.value = (row.value + text)[: row.most]
        elif text.strip():
            self._seek(text)

    def _seek(self, text: str) -> None:
        rows = self.rows
        at = self._at(rows)
        for row in (*rows[at + 1 :], *rows[: at + 1]):
            if row.text.casefold().startswith(text.casefold()):
                self.page.marked = row.key
                return

    def erase(self) -> None:
        if isinstance(row := self.marked, Field):
            row.value = row.value[:-1]

    def enter(self) -> None:
        """Do what the marked row is for; a row with a value has the next one in its place."""
        self.notice = ""
        match self.marked:
            case MenuAction() as deed:
                deed.run()
            case Pick() | Field():
                self.go(1)
            case None:
                self.back()

    # What it looks like.

    def lines(self, width: int, height: int) -> list[Line]:
        """The open page."""
        head: list[Line] = [[], [("class:heading", f"  {self.page.title}")], []]
        room = max(1, height - len(head))
        rows = list(self.page.rows())
        return [*head, *(self._listed(rows, width, room) if rows else self._read(width, room))]

    def _read(self, width: int, height: int) -> list[Line]:
        lines = self.page.text(width - 4)
        self.page.scrolled = max(0, min(self.page.scrolled, len(lines) - height))
        return [[("", f"  {line}")] for line in lines[self.page.scrolled : self.page.scrolled + height]]

    def _listed(self, rows: Sequence[Row], width: int, height: int) -> list[Line]:
        """The rows around the mark; what the mark means below them, where it does not fit beside it."""
        marked = self.marked
        at = next((at for at, row in enumerate(rows) if _is(row, marked)), 0)
        texts = max([width_of(row.text) for row in rows if isinstance(row, Pick | Field)], default=0)
        below: list[Line] = []
        if marked is not None and width_of(_told(marked, texts)) + width_of(marked.meaning) + 3 > width:
            told = folded(marked.meaning, width - 5, "")
            below = [[], *map(_meaning, told)][: height - 1]
        drawn = [self._row(row, texts, width, marked, is_told=bool(below)) for row in rows]
        room = max(1, height - len(below))
        start = max(0, min(at - room // 2, len(drawn) - room))
        return [*drawn[start : start + room], *below]

    def _row(self, row: Row, texts: int, width: int, marked: Live | None, *, is_told: bool) -> Line:
        if isinstance(row, MenuText):
            return clipped([("class:subheading", f"    {row.text}")], width)
        click, is_marked = self._clicked(row), _is(row, marked)
        cursor = "_" if is_marked and isinstance(row, Field) else ""
        text = f"{'>' if is_marked else ' '} {_told(row, texts)}{cursor} "
        line: Line = [("", "  "), ("class:marked" if is_marked else "", text, click)]
        if row.meaning and not (is_marked and is_told):
            line.append(("class:meaning", f" {row.meaning}", click))
        return clipped(line, width)

    def _clicked(self, row: Live) -> Click:
        def click() -> None:
            if not _is(row, self.marked):
                self.page.marked = row.key
            elif isinstance(row, Pick):
                self.change(1)
            else:
                self.enter()

        return click


def _meaning(line: str) -> Line:
    return [("class:meaning", f"    {line}")]


def _is(row: Row, marked: Live | None) -> bool:
    return not isinstance(row, MenuText) and marked is not None and row.key == marked.key


def _told(row: Live, texts: int) -> str:
    """A row without what it means; values stand in a column of their own."""
    text = row.text + " " * (texts - width_of(row.text))
    match row:
        case Pick():
            return f"{text}  < {row.value} >"
        case Field():
            return f"{text}  {row.value}"
    return text
