"""What a tournament found, as a picture: SVG, written by hand, which every browser shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from p2p_heroes.settings import TournamentSettings
from p2p_heroes.tournament.matches import TournamentRow
from p2p_heroes.ui.tournament import TournamentResult, groups, percent, title, top_of
from p2p_heroes.user_error import UserError

WIDTH, MARGIN, LINE, HEAD, GAP = 960, 32, 28, 58, 16
"""Of the picture; of a row; of what stands above the rows of a group, and below them."""

STYLE = (
    "text{font:14px system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif;fill:#1f2933}"
    ".title{font-size:20px;font-weight:600}.head{font-weight:600}.soft{fill:#6b7785;font-size:12px}"
    ".grid{stroke:#e4e8ec}.fair{stroke:#1f2933;stroke-dasharray:4 3}.range{stroke:#52606d;stroke-width:1.5}"
    ".strong{fill:#4d9a6a}.even{fill:#9fb3c8}.weak{fill:#d98c5f}.half{fill:#9fb3c8}.mean{fill:#1f2933}"
    ".key{font-size:12px}"
)
KEY = (
    ("strong", "more than its share"),
    ("even", "nothing can be told"),
    ("weak", "less than its share"),
)


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from 0 to `top` as places from `left` to `right`."""

    left: int
    right: int
    top: int
    step: int
    """From one line of the grid to the next."""
    unit: str = ""

    def at(self, value: float) -> float:
        return round(self.left + (self.right - self.left) * value / self.top, 1)


def prepare(name: str) -> Path | None:
    """Where the picture will be, before an hour is spent on it; None: nowhere. Raises UserError."""
    if not name:
        return None
    if not name.lower().endswith(".svg"):
        raise UserError(f"a picture is drawn as SVG: --picture FILE.svg, not {name}")
    try:
        with Path(name).open("a", encoding="utf-8"):
            return Path(name)
    except OSError as error:
        raise UserError(f"{error.strerror}: {name}") from error


def draw(settings: TournamentSettings, held: TournamentResult, path: Path) -> None:
    path.write_text(picture(settings, held), encoding="utf-8")


def picture(settings: TournamentSettings, held: TournamentResult) -> str:
    """Win rates on the left and points on the right, a row for each bot and faction."""
    shapes = [_text("title", MARGIN, MARGIN + 14, title(settings, held))]
    y = MARGIN + 26
    for name, records in groups(held.results):
        shapes += _group(name, records, y)
        y += HEAD + LINE * len(records) + GAP
    y += 18
    shapes += _key(y)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y + 20 + MARGIN}" role="img">',
            f"<title>{escape(title(settings, held))}</title>",
            f"<style>{STYLE}</style>",
            '<rect width="100%" height="100%" rx="8" fill="#fff"/>',
            *shapes,
            "</svg>",
            "",
        ]
    )


def _group(name: str, records: Sequence[TournamentRow], y: int) -> Iterator[str]:
    top = top_of(records)
    shares = Scale(150, 500, top, 100 if top <= 600 else 200, " %")
    yield _text("head", MARGIN, y + 24, f"{name}s")
    yield _text("head", shares.left, y + 24, "games won")
    yield from _grid(shares, y, len(records))
    has_points = bool(records[0].points)
    highest = max((one.points[-1] for one in records if has_points), default=0)
    points = Scale(590, WIDTH - MARGIN, highest // 10 * 10 + 10, 10 if highest < 80 else 20)
    if has_points:
        yield _text("head", points.left, y + 24, "points")
        yield from _grid(points, y, len(records))
    for number, one in enumerate(records):
        middle = y + HEAD + LINE * number
        yield _text("", MARGIN, middle + 5, one.name)
        yield from _share_bar(one, shares, middle)
        if has_points:
            yield from _points_box(one, points, middle)


def _grid(scale: Scale, y: int, rows: int) -> Iterator[str]:
    bottom = y + HEAD + LINE * (rows - 1) + 16
    for value in range(0, scale.top + 1, scale.step):
        x = scale.at(value)
        shown = f"{value // 10}{scale.unit}" if scale.unit else str(value)
        yield f'<line class="grid" x1="{x}" y1="{y + HEAD - 16}" x2="{x}" y2="{bottom}"/>'
        yield _text("soft", x, bottom + 14, shown, "middle")


def _share_bar(one: TournamentRow, scale: Scale, middle: int) -> Iterator[str]:
    kind = "strong" if one.is_strong else "weak" if one.is_weak else "even"
    low, high, fair = scale.at(one.low), scale.at(one.high), scale.at(one.fair)
    width = round(scale.at(one.wins) - scale.left, 1)
    yield f'<rect class="{kind}" x="{scale.left}" y="{middle - 9}" width="{width}" height="18" rx="2"/>'
    yield _range(low, high, middle)
    yield f'<line class="fair" x1="{fair}" y1="{middle - 14}" x2="{fair}" y2="{middle + 14}"/>'
    yield _text("soft", scale.right + 8, middle + 4, percent(one.wins))


def _points_box(one: TournamentRow, scale: Scale, middle: int) -> Iterator[str]:
    low, high = (scale.at(value) for value in one.middle)
    yield _range(scale.at(one.points[0]), scale.at(one.points[-1]), middle)
    width = round(high - low, 1)
    yield f'<rect class="half" x="{low}" y="{middle - 8}" width="{width}" height="16" rx="2"/>'
    yield f'<circle class="mean" cx="{scale.at(one.mean)}" cy="{middle}" r="3.5"/>'


def _range(low: float, high: float, middle: int) -> str:
    """A line with an end on either side."""
    ends = f"M{low} {middle - 5}v10M{high} {middle - 5}v10"
    return f'<path class="range" fill="none" d="M{low} {middle}H{high}{ends}"/>'


def _key(y: int) -> Iterator[str]:
    x = 150
    for kind, words in KEY:
        yield f'<rect class="{kind}" x="{x}" y="{y - 10}" width="12" height="12" rx="2"/>'
        yield _text("key", x + 18, y, words)
        x += 146
    yield _text("soft", 150, y + 20, "dashed: its fair share; thin line: the true rate, 19 times of 20")
    yield _text("soft", 590, y, "dot: mean; box: the middle half of the games;")
    yield _text("soft", 590, y + 20, "thin line: from the lowest to the highest")


def _text(kind: str, x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'
