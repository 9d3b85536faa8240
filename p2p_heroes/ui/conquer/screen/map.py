"""The map drawn on the full screen: regions with borders, what lies there, who is there, where to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from p2p_heroes.games.conquer.decisions import Decision, Move
from p2p_heroes.games.conquer.moving import ways_from
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.map import lying, present
from p2p_heroes.ui.conquer.names import name_of
from p2p_heroes.ui.conquer.polygons import POLYGONS
from p2p_heroes.ui.conquer.screen import signs
from p2p_heroes.ui.conquer.screen.aims import Aims, aims_of, clicks
from p2p_heroes.ui.conquer.screen.atlas import ATLAS
from p2p_heroes.ui.conquer.words import place, places
from p2p_heroes.ui.kit.lettering import Label, MapSign, seat_letters, seat_style
from p2p_heroes.ui.kit.map_view import LEAST, MapPlace, MapView, light_of
from p2p_heroes.ui.kit.regions import Corner, RegionMap
from p2p_heroes.ui.kit.scene import Scene
from p2p_heroes.ui.kit.text import Line, clipped, cut, folded, plain, width_of

BESIDE = 57
"""Columns beside another pane at least, however narrow that makes the other."""
DETAILS = 2
LONGEST_NAME = 12
MORE_SIGNS = "  F1 more"

EXPLAINED = (
    f"On the map: {', '.join(f'{sign} {terrain}' for terrain, sign in signs.TERRAIN.items())}; a letter is a "
    f"player, N:P the piece P of player N; 2w1i are 2 wood and 1 iron still there for you; "
    f"{signs.FORTRESS}6/2 is a fortress of power 6 worth 2 points, {signs.FORTRESS}N one that N has taken; "
    f"{signs.ARTEFACT} an artefact, {signs.ARTEFACT}N one that N has; {signs.FOUNDATION} a foundation, "
    f"{signs.FOUNDATION}N3 with level 3 of N; {signs.PORTAL} a portal, next to all other portals.",
    f"{signs.MARK} and a letter are what a faction has there: a curse, a tavern (its letter stands where the "
    "regions meet, if lines are drawn), a rune, a part of the empire, a horseshoe, a copied artefact.",
    "When you choose: (3) costs 3 movement points, > is the marked goal, + is passed through on the way, "
    "? can be chosen. Where the lands are coloured a bare 3 before the name is the cost, what can be chosen "
    "is lit, and the marked goal has a golden rim. Click a region, or turn to the map and press Ctrl-Up or "
    "Ctrl-Down, to read of it.",
)
"""What the signs mean, for the help; the legend below the map has no room for all of it."""


def draw(scene: Scene[Decision], table: Table, width: int, height: int) -> list[Line]:
    """The map above, then the region that matters in words, then what the signs mean."""
    seat = scene.watched if scene.own is None else scene.own
    aims = aims_of(scene, table, seat)
    focus = _focus(scene, table, seat, aims)
    if _is_tinted(scene, width, height - DETAILS):
        return _tinted(scene, table, seat, aims, focus, width, height)
    spare = max(0, height - ATLAS.bands)
    details = _details(scene, table, seat, aims, focus, width)[: min(spare, DETAILS)]
    legend = _cut_short(
        _legend(scene, table, aims, width), min(_legend_height(height), max(0, spare - DETAILS)), width
    )
    below = len(legend) + min(spare, DETAILS)
    drawn = _drawn(scene, table, seat, aims, focus, width, max(1, height - below))
    blank: list[Line] = [[] for _ in range(min(spare, DETAILS) - len(details))]
    return [*drawn, *details, *blank, *legend]


def _is_tinted(scene: Scene[Decision], width: int, height: int) -> bool:
    """Whether lands can be told by their colours, and there is room to write on them."""
    return scene.depth.has_tints and not scene.ascii and width >= LEAST[0] and height >= LEAST[1]


def _tinted(
    scene: Scene[Decision], table: Table, seat: int, aims: Aims, focus: Region | None, width: int, height: int
) -> list[Line]:
    """The map, and below it the region that was pointed at, or what the signs mean."""
    is_pointed = scene.pointed is not None and scene.tab == "map"
    below = (
        _details(scene, table, seat, aims, focus, width)
        if is_pointed
        else _cut_short(_legend(scene, table, aims, width, is_tinted=True), DETAILS, width)
    )
    return [*_drawn(scene, table, seat, aims, focus, width, height - DETAILS), *below]


def _legend_height(height: int) -> int:
    """A map of few rows needs them all."""
    return 1 if height < 2 * ATLAS.bands else 2 if height < ATLAS.lined_rows else 3


def _focus(scene: Scene[Decision], table: Table, seat: int, aims: Aims) -> Region | None:
    """The region that was pointed at, or that the marked choice is about, or the own place."""
    if scene.pointed is not None and scene.tab == "map":
        return table.realm.regions[scene.pointed % len(table.realm.regions)]
    return aims.goals[0] if aims.goals else table.players[seat].region


# The drawing.


def _drawn(
    scene: Scene[Decision], table: Table, seat: int, aims: Aims, focus: Region | None, width: int, height: int
) -> list[Line]:
    """With tints where the terminal has them and there is room for them, else with lines."""
    pressed = clicks(scene, aims)
    labels = {
        region: (
            _label(table, seat, scene.names, region, aims),
            pressed.get(region, partial(_point, scene, at)),
        )
        for at, region in enumerate(table.realm.regions)
    }
    corners = tuple(_corners(table))
    if not _is_tinted(scene, width, height):
        return RegionMap(ATLAS, labels, corners).draw(focus, width, height)
    places = {
        region: MapPlace(
            str(table.terrain[region]),
            label,
            click,
            light_of(is_asked=bool(aims.choices), leads=region in aims.choices or region in aims.goals),
        )
        for region, (label, click) in labels.items()
    }
    marked = aims.goals[0] if aims.goals else None
    way = (table.players[seat].region, *aims.route, marked) if isinstance(aims.marked, Move) else ()
    return MapView(POLYGONS, places, marked, [stop for stop in way if stop is not None], corners).draw(
        focus, width, height, scene.depth
    )


def _corners(table: Table) -> Iterator[Corner[Region]]:
    """What stands where regions meet is drawn just there."""
    for seat, where, word in signs.all_marks(table):
        yield where, word[0].upper(), f"class:{seat_style(seat)}"


def _point(scene: Scene[Decision], at: int) -> None:
    """A region that no choice leads to is only looked at."""
    if scene.tab != "map":
        scene.turn_to("map")  # what is pointed at belongs to the tab in front
    scene.pointed = at


def _label(table: Table, seat: int, names: Sequence[str], region: Region, aims: Aims) -> Label:
    terrain = table.terrain[region]
    return Label(
        name=place(region),
        name_style=_name_style(aims, region, is_own=table.players[seat].region is region),
        terrain=MapSign(signs.TERRAIN[terrain], str(terrain), signs.terrain_style(table, region)),
        things=tuple(signs.things(table, seat, names, region)),
        people=tuple(signs.people(table, names, region)),
        lead=_lead(aims, region),
        cost=f"({aims.costs[region]})" if region in aims.costs else "",
    )


def _name_style(aims: Aims, region: Region, *, is_own: bool) -> str:
    if region in aims.goals:
        return "map.goal"
    if region in aims.route:
        return "map.route"
    if region in aims.choices:
        return "map.reach"
    return "map.own" if is_own else "map.name"


def _lead(aims: Aims, region: Region) -> str:
    if region in aims.goals:
        return ">"
    if region in aims.route:
        return "+"
    return "?" if region in aims.choices and not aims.costs else ""


# The words below it.


def _details(
    scene: Scene[Decision], table: Table, seat: int, aims: Aims, focus: Region | None, width: int
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


def _facts(scene: Scene[Decision], table: Table, seat: int, region: Region) -> list[str]:
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


def _legend(
    scene: Scene[Decision], table: Table, aims: Aims, width: int, *, is_tinted: bool = False
) -> list[Line]:
    """Who is who, then what the signs mean, on as many lines as it takes."""
    lines: list[Line] = []
    left = 0
    for style, sign, word in _explained(scene, table, aims, is_tinted=is_tinted):
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


def _explained(
    scene: Scene[Decision], table: Table, aims: Aims, *, is_tinted: bool
) -> Iterator[tuple[str, str, str]]:
    """A style, a sign in it, and what it means."""
    for seat, (letter, name) in enumerate(zip(seat_letters(scene.names), scene.names, strict=True)):
        who = "you" if seat == scene.own else cut(name, LONGEST_NAME)
        yield seat_style(seat), letter, f"{who} ({name_of(table.boards[seat].name)})"
    if aims.costs:
        yield "map.reach", "2 Name" if is_tinted else "(2)", "costs 2 points"
    elif aims.choices and is_tinted:
        yield "map.reach", "lit", "can be chosen"
    elif aims.choices:
        yield "map.reach", "?", "can be chosen"
    for terrain, sign in signs.TERRAIN.items():
        yield f"map.{terrain}", sign, str(terrain)
    yield "map.fortress", signs.FORTRESS, "fortress power/points"
    yield "map.artefact", signs.ARTEFACT, "artefact"
    yield "map.foundation", signs.FOUNDATION, "foundation"
    yield "map.portal", signs.PORTAL, "portal"
    yield "map.resources", "2w", "2 wood to find"
