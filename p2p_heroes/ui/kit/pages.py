"""Pages of rules: a title, paragraphs and tables, shown in a terminal or written as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

EFFECT = "effect"
MARK = "- "
"""Before each of several."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """Rows of cells below headings. In a terminal a row is a sentence; an effect needs no heading there."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Points:
    """Several things of which each is said in a line."""

    title: str
    lines: tuple[str, ...]


Block = str | TextTable | Points


@dataclass(frozen=True, slots=True)
class Page:
    """`topic`: what is typed for it; `source`: where the rulebook says so."""

    topic: str
    title: str
    blocks: tuple[Block, ...]
    source: str = ""

    @property
    def lines(self) -> list[str]:
        """All of it, each paragraph and each row in one line however long; nothing between blocks."""
        return [f"{mark}{line}" for block in self.blocks for mark, line in _lines(block)]


def _lines(block: Block) -> Iterator[tuple[str, str]]:
    """Each with the mark before it; what goes on stands below the text, not below the mark."""
    match block:
        case str():
            yield "", block
        case Points(title, lines):
            yield "", title
            yield from ((MARK, line) for line in lines)
        case TextTable(title, head, rows):
            yield "", title
            yield from ((MARK, _told(head, row)) for row in rows)


def _told(head: tuple[str, ...], row: tuple[str, ...]) -> str:
    """`Shrine: level 2; price 4 iron; ...`"""
    name, *cells = row
    told = [(heading, cell) for heading, cell in zip(head[1:], cells, strict=True) if cell]
    said = "; ".join(cell if heading == EFFECT else f"{heading} {cell}" for heading, cell in told)
    return f"{name}: {said}" if said else name


def as_text(page: Page, width: int) -> list[str]:
    """For a terminal of so many columns."""
    source = f" ({page.source})" if page.source else ""
    lines = [f"{page.title}{source}", "=" * min(width, len(page.title) + len(source))]
    for block in page.blocks:
        lines.append("")
        for mark, line in _lines(block):
            lines += wrap(f"{mark}{line}", width, subsequent_indent=" " * len(mark)) or [""]
    return lines


def as_markdown(page: Page) -> list[str]:
    """For a file; long lines stay long."""
    lines = [f"# {page.title}"]
    for block in page.blocks:
        lines.append("")
        match block:
            case TextTable(title, head, rows):
                cells = [head, tuple("---" for _ in head), *rows]
                lines += [f"## {title}", "", *(f"| {' | '.join(row)} |" for row in cells)]
            case Points(title, said):
                lines += [f"## {title}", "", *(f"- {line}" for line in said)]
            case str():
                lines.append(block)
    return [*lines, *(["", f"See {page.source}."] if page.source else [])]
