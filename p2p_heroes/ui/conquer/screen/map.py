"""The map drawn on the full screen: regions with borders, what lies there, who is there, where to go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from p2p_heroes.games.conquer.moving import ways_from
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import REGIONS, Region
from p2p_heroes.ui.conquer.map import lying, present
from p2p_heroes.ui.conquer.names import name_of
from p2p_heroes.ui.conquer.screen import signs
from p2p_heroes.ui.conquer.screen.aims import Aims, aims_of, clicks
from p2p_heroes.ui.conquer.screen.atlas import BANDS, PATCHES, Chart, LabelBox, meeting_point
from p2p_heroes.ui.conquer.screen.canvas import Canvas
from p2p_heroes.ui.conquer.screen.lettering import Label, lettered
from p2p_heroes.ui.conquer.screen.signs import MapSign
from p2p_heroes.ui.conquer.words import place, places
from p2p_heroes.ui.screen.text import Click, Line, clipped, cut, folded, plain, width_of

if TYPE_CHECKING:
    from p2p_heroes.ui.screen.screen_state import ScreenState

NARROWEST = 57
"""A map for fewer columns shows the part around the region that matters."""
LEAST_LINED = BANDS * 3 + 1
"""From so many rows on borders have rows of their own, with two or more for every region between them."""
ROOMY = 100
"""With so many columns one row for a region is enough to give borders rows of their own."""
DETAILS = 2
LONGEST_NAME = 12
MORE_SIGNS = "  F1 more"
TEXTURE = 6
"""Every so many cells a sign of the terrain, where a region has rows without anything else."""

EXPLAINED = (
    f"On the map: {', '.join(f'{sign} {terrain}' for terrain, sign in signs.TERRAIN.items())}; a letter is a "
    f"player, N:P the piece P of player N; 2w1i are 2 wood and 1 iron still there for you; "
    f"{signs.FORTRESS}6/2 is a fortress of power 6 worth 2 points, {signs.FORTRESS}N one that N has taken; "
    f"{signs.ARTEFACT} an artefact, {signs.ARTEFACT}N one that N has; {signs.FOUNDATION} a foundation, "
    f"{signs.FOUNDATION}N3 with level 3 of N; {signs.PORTAL} a portal, next to all other portals.",
    f"{signs.MARK} and a letter are what a faction has there: a curse, a tavern (its letter stands where the "
    "regions meet, if lines are drawn), a rune, a part of the empire, a horseshoe, a copied artefact.",
    "When you choose: (3) costs 3 movement points, > is the marked goal, + is passed through on the way, "
    "? can be chosen. Click a region, or turn to the map and press Ctrl-Up or Ctrl-Down, to read of it.",
)
"""What the signs mean, for the help; the legend below the map has no room for all of it."""


def pane(scene: ScreenState, width: int, height: int) -> list[Line]:
    """The map above, then the region that matters in words, then what the signs mean."""
    table = scene.view
    assert isinstance(table, Table)
    seat = scene.watched if scene.own is None else scene.own
    aims = aims_of(scene, table, seat)
    focus = _focus(scene, table, seat, aims)
    spare = max(0, height - BANDS)
    details = _details(scene, table, seat, aims, focus, width)[: min(spare, DETAILS)]
    legend = _cut_short(
        _legend(scene, table, aims, width), min(_legend_height(height), max(0, spare - DETAILS)), width
    )
    below = len(legend) + min(spare, DETAILS)
    drawn = _drawn(scene, table, seat, aims, focus, width, max(1, height - below))
    blank: list[Line] = [[] for _ in range(min(spare, DETAILS) - len(details))]
    return [*drawn, *details, *blank, *legend]


def _legend_height(height: int) -> int:
    """A map of few rows needs them all."""
    return 1 if height < 2 * BANDS else 2 if height < LEAST_LINED else 3


def _focus(scene: ScreenState, table: Table, seat: int, aims: Aims) -> Region | None:
    """The region that was pointed at, or that the marked choice is about, or the own place."""
    if scene.pointed is not None and scene.tab == "map":
        return table.realm.regions[scene.pointed % len(table.realm.regions)]
    return aims.goals[0] if aims.goals else table.players[seat].region


# The drawing.


def _drawn(
    scene: ScreenState, table: Table, seat: int, aims: Aims, focus: Region | None, width: int, height: int
) -> list[Line]:
    lined = height >= LEAST_LINED or (height >= 2 * BANDS + 1 and width >= ROOMY)
    chart = Chart(max(width, NARROWEST), max(height, BANDS), lined)
    canvas = Canvas(chart.width, chart.height)
    ascii_only = scene.ascii
    _draw_borders(canvas, chart, ascii_only=ascii_only)
    pressed = clicks(scene, aims)
    for region in REGIONS:
        if region in table.realm.regions:
            click = pressed.get(region, partial(_point, scene, table.realm.regions.index(region)))
            _Region(table, seat, scene.names, region, aims).draw(canvas, chart, click)
        else:
            _shade(canvas, chart.room(region), lined=lined)
    if lined:
        _draw_corners(canvas, chart, table)
    x, y = _window(chart, focus, width, height)
    return canvas.lines(x, y, width, height)


def _point(scene: ScreenState, at: int) -> None:
    """A region that no choice leads to is only looked at."""
    if scene.tab != "map":
        scene.turn_to("map")  # what is pointed at belongs to the tab in front
    scene.pointed = at


def _draw_borders(canvas: Canvas, chart: Chart, *, ascii_only: bool) -> None:
    for patch in PATCHES.values():
        left, right = chart.column(patch.left), chart.column(patch.right)
        top, bottom = chart.row(patch.top), chart.row(patch.bottom)
        if chart.lined:
            canvas.frame(left, top, right, bottom)
        else:
            side = "|" if ascii_only else "│"
            for y in range(top, bottom):
                canvas.write(left, y, side, "class:map.border")
                canvas.write(right, y, side, "class:map.border")
    canvas.draw("class:map.border", ascii_only=ascii_only)


def _shade(canvas: Canvas, room: LabelBox, *, lined: bool) -> None:
    """A region that is not in this game."""
    for y in range(room.height):
        is_floor = not lined and y == room.height - 1
        text = "_" * room.width if is_floor else (". " * room.width)[y % 2 :][: room.width]
        canvas.write(room.x, room.y + y, text, "class:map.outside")


def _draw_corners(canvas: Canvas, chart: Chart, table: Table) -> None:
    """What stands where regions meet is drawn just there."""
    for seat, where, word in signs.all_marks(table):
        point = meeting_point([PATCHES[region] for region in where])
        if point is not None:
            x, y = chart.column(point[0]), chart.row(point[1])
            canvas.write(x, y, word[0].upper(), f"class:{signs.seat_style(seat)}")


def _window(chart: Chart, focus: Region | None, width: int, height: int) -> tuple[int, int]:
    """Where the visible part begins, so that the region that matters is in the middle."""
    if focus is None:
        return 0, 0
    room = chart.room(focus)
    x = room.x + room.width // 2 - width // 2
    y = room.y + room.height // 2 - height // 2
    return max(0, min(x, chart.width - width)), max(0, min(y, chart.height - height))


class _Region:
    """One region of the drawing."""

    def __init__(self, table: Table, seat: int, names: tuple[str, ...], region: Region, aims: Aims) -> None:
        self._table, self._region, self._aims = table, region, aims
        self._terrain = MapSign(
            signs.TERRAIN[table.terrain[region]],
            str(table.terrain[region]),
            signs.terrain_style(table, region),
        )
        self._label = Label(
            name=place(region),
            name_style=self._name_style(table.players[seat].region is region),
            terrain=self._terrain,
            things=tuple(signs.things(table, seat, names, region)),
            people=tuple(signs.people(table, names, region)),
            lead=self._lead(),
            cost=f"({aims.costs[region]})" if region in aims.costs else "",
        )

    def _name_style(self, is_own: bool) -> str:
        if self._region in self._aims.goals:
            return "map.goal"
        if self._region in self._aims.route:
            return "map.route"
        if self._region in self._aims.choices:
            return "map.reach"
        return "map.own" if is_own else "map.name"

    def _lead(self) -> str:
        if self._region in self._aims.goals:
            return ">"
        if self._region in self._aims.route:
            return "+"
        return "?" if self._region in self._aims.choices and not self._aims.costs else ""

    def draw(self, canvas: Canvas, chart: Chart, click: Click | None) -> None:
        room = chart.room(self._region)
        rows = lettered(self._label, room.width, room.height)
        for at in range(room.height):
            y, is_floor = room.y + at, not chart.lined and at == room.height - 1
            texts = rows[at] if at < len(rows) else []
            blank, blank_style = self._blank(room, at, is_floor=is_floor, is_empty=not texts)
            canvas.write(room.x, y, blank, blank_style, click)
            x = room.x
            for style, text in texts:
                if text.strip():
                    floor = " class:map.floor" if is_floor else ""
                    canvas.write(x, y, text, f"class:{style}{floor}", click)
                x += width_of(text)

    def _blank(self, room: LabelBox, at: int, *, is_floor: bool, is_empty: bool) -> tuple[str, str]:
        """What shows where nothing is written: the border below, or what grows there."""
        if is_floor:
            return "_" * room.width, "class:map.border"
        if not is_empty:
            return " " * room.width, ""
        start = (at % 2) * (TEXTURE // 2)
        row = "".join(self._terrain.short if x % TEXTURE == start + 1 else " " for x in range(room.width - 1))
        return f"{row:{room.width}}", f"class:{self._terrain.style} class:map.texture"


# The words below it.


def _details(
    scene: ScreenState, table: Table, seat: int, aims: Aims, focus: Region | None, width: int
) -> list[Line]:
    """The region that matters: the way there, what lies there, who is there; its neighbours if they fit."""
    if focus is None:
        return []
    told = f"{_way(table, seat, aims, focus)}{'; '.join(_facts(scene, table, seat, focus))}"
    near = f"; borders on {places(table.realm.neighbours[focus])}"
    lines = folded(f"{told}{near}", width)
    if len(lines) > DETAILS:
        lines = folded(told, width)
    return [clipped([("class:map.details", line)], width) for line in lines]


def _facts(scene: ScreenState, table: Table, seat: int, region: Region) -> list[str]:
    names = scene.names
    who = names[seat] if scene.own is None else "you"
    lies = ", ".join([str(table.terrain[region]), *lying(table, seat, names, region)])
    is_bare = table.players[seat].visited >> region & 1 and any(table.boards[seat].places[region].resources)
    facts = [f"{lies} ({who} had the resources)" if is_bare else lies]
    facts += [f"{word} of {names[whose]}" for whose, word in signs.marks(table, region)]
    here = present(table, names, region)
    return [*facts, *([f"here: {here}"] if here else [])]


def _way(table: Table, seat: int, aims: Aims, focus: Region) -> str:
    mark = "> " if focus in aims.goals else ""
    if focus in aims.costs:
        way = ways_from(table, seat)[focus]
        through = f" via {places(way.via)}" if way is not None and way.via else ""
        return f"{mark}{place(focus)} costs {aims.costs[focus]}{through}: "
    return f"{mark}{place(focus)}: "


def _legend(scene: ScreenState, table: Table, aims: Aims, width: int) -> list[Line]:
    """Who is who, then what the signs mean, on as many lines as it takes."""
    lines: list[Line] = []
    left = 0
    for style, sign, word in _explained(scene, table, aims):
        needed = width_of(f"{sign} {word}")
        if needed + 2 > left or not lines:
            lines.append([])
            left = width + 2
        gap = "  " if lines[-1] else ""
        lines[-1] += [("", gap), (f"class:{style}", sign), ("class:map.legend", f" {word}")]
        left -= needed + 2
    return [clipped(line, width) for line in lines]


def _cut_short(legend: list[Line], height: int, width: int) -> list[Line]:
    """As much as there is room for, and where the rest is told."""
    kept = legend[:height]
    if kept and len(legend) > height and width_of(plain(kept[-1])) + width_of(MORE_SIGNS) <= width:
        kept[-1] = [*kept[-1], ("class:map.legend", MORE_SIGNS)]
    return kept


def _explained(scene: ScreenState, table: Table, aims: Aims) -> Iterator[tuple[str, str, str]]:
    """A style, a sign in it, and what it means."""
    for seat, (letter, name) in enumerate(zip(signs.letters(scene.names), scene.names, strict=True)):
        who = "you" if seat == scene.own else cut(name, LONGEST_NAME)
        yield signs.seat_style(seat), letter, f"{who} ({name_of(table.boards[seat].name)})"
    if aims.costs:
        yield "map.reach", "(2)", "costs 2 points"
    elif aims.choices:
        yield "map.reach", "?", "can be chosen"
    for terrain, sign in signs.TERRAIN.items():
        yield f"map.{terrain}", sign, str(terrain)
    yield "map.fortress", signs.FORTRESS, "fortress power/points"
    yield "map.artefact", signs.ARTEFACT, "artefact"
    yield "map.foundation", signs.FOUNDATION, "foundation"
    yield "map.portal", signs.PORTAL, "portal"
    yield "map.resources", "2w", "2 wood to find"
