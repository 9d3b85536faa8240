"""A player's board on the full screen: everything on it with a mark, and what is pointed at explained.

Marks: `*` is had, `+` could be had now, `-` is locked and says why, `x` is somebody
else's. Where there is room every structure and artefact has a line of its own with what
it does; else they stand side by side, and the explanation of one is at the foot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2p_heroes.games.conquer.army import unit_power
from p2p_heroes.games.conquer.battle import monsters_left
from p2p_heroes.games.conquer.building import recruitable
from p2p_heroes.games.conquer.decisions import Collect, Decision, Hunt, Seize
from p2p_heroes.games.conquer.faction import HIGHEST_LEVEL, Structure
from p2p_heroes.games.conquer.resources import RESOURCES, named
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, REGIONS, Region
from p2p_heroes.ui.conquer import explain, standing
from p2p_heroes.ui.conquer.board import entering, own_block
from p2p_heroes.ui.conquer.effects import effect, of_artefact, of_structure
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import name_of, some
from p2p_heroes.ui.conquer.scores import BOXES
from p2p_heroes.ui.conquer.standing import Mark, Standing
from p2p_heroes.ui.conquer.words import place, points
from p2p_heroes.ui.screen.text import Line, clipped, cut, fitted, folded, width_of

if TYPE_CHECKING:
    from p2p_heroes.ui.screen.scene import Scene

GUTTER = 11
GAP = "  "
CELL = 34
"""What a structure needs at least to stand beside another."""
ROOMY = 72
"""From so many columns on a line can also say what a thing does."""

EXPLAINED = (
    "On a board: * stands or is yours, + can be had now, - cannot yet, and why, x is somebody else's; 2p is "
    "2 points; in the line of monsters > is the next one. A number in brackets behind a resource is how many "
    "you must have had at once for the next points.",
)

STYLES = {
    Mark.HELD: "class:had",
    Mark.WITHIN_REACH: "class:reachable",
    Mark.LOCKED: "",
    Mark.GONE: "class:gone",
}

Key = tuple[str, str]
"""What kind of thing, and what notation calls it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece of a row; one with a key can be pointed at."""

    text: str
    style: str = ""
    key: Key | None = None


Row = list[Entry]


def pane(scene: Scene, width: int, height: int) -> list[Line]:
    """The board of the player who is watched."""
    table, seat = scene.view, scene.watched
    assert isinstance(table, Table)
    rows = list(_rows(scene, table, width, is_long=width >= ROOMY))
    if len(rows) + 1 > height:
        rows = list(_rows(scene, table, width, is_long=False))
    keys = [entry.key for row in rows for entry in row if entry.key is not None]
    marked = _marked(scene, table, keys)
    foot = _foot(table, seat, marked, width, height)
    room = max(1, height - 1 - len(foot))
    start = _start(scene, rows, marked, room)
    shown = [_line(scene, row, keys, marked, width) for row in rows[start : start + room]]
    blank: list[Line] = [[] for _ in range(room - len(shown))] if foot else []
    return [_heading(scene, table, width, start, room, len(rows)), *shown, *blank, *foot][:height]


def _heading(scene: Scene, table: Table, width: int, start: int, room: int, rows: int) -> Line:
    seat = scene.watched
    region = table.players[seat].region
    where = f"in {place(region)}" if region is not None else "nowhere yet"
    whose = " (you)" if seat == scene.own else ""
    name = f"{scene.names[seat]}{whose}: {name_of(table.boards[seat].name)}, {where}"
    hints = ["F3 next player"]
    if rows > room:
        hints.append(f"PgDn {min(start + room, rows)}/{rows}")
    hint = "  ".join(hints)
    left = width - width_of(hint) - 2
    if left < width_of(name) // 2:
        return [("class:heading", cut(name, width))]
    return [("class:heading", fitted(name, left)), ("class:meaning", f"  {hint}")]


def _start(scene: Scene, rows: Sequence[Row], marked: Key | None, room: int) -> int:
    """Where the person has scrolled to; else so that what is marked can be seen."""
    last = max(0, len(rows) - room)
    scene.scrolled = min(scene.scrolled, last)
    if scene.scrolled or marked is None:
        return scene.scrolled
    at = next((at for at, row in enumerate(rows) if any(entry.key == marked for entry in row)), 0)
    return 0 if at < room else min(at - room // 2, last)


def _line(scene: Scene, row: Row, keys: Sequence[Key], marked: Key | None, width: int) -> Line:
    line: Line = []
    for entry in row:
        if entry.key is None:
            line.append((entry.style, entry.text))
            continue

        def point(at: int = keys.index(entry.key)) -> None:
            scene.pointed = at

        style = "class:marked" if entry.key == marked else entry.style
        line.append((style, entry.text, point))
    return clipped(line, width)


def _foot(table: Table, seat: int, marked: Key | None, width: int, height: int) -> list[Line]:
    """What is marked, in full; never more than a third of the pane."""
    if marked is None:
        return []
    lines = folded(about(table, seat, marked), width)
    most = max(2, height // 3)
    if len(lines) > most:
        lines = [*lines[: most - 1], cut(" ".join(line.strip() for line in lines[most - 1 :]), width)]
    rule: list[Line] = [[("class:meaning", "-" * width)]] if height >= 16 else []
    told: list[Line] = [[("", line)] for line in lines]
    return [*rule, *told]


# What is marked.


def _marked(scene: Scene, table: Table, keys: Sequence[Key]) -> Key | None:
    """What was pointed at, or what the choice under the cursor of the form is about."""
    if scene.pointed is not None and keys:
        return keys[scene.pointed % len(keys)]
    if scene.form is None or scene.watched != scene.own:
        return None
    decision = scene.form.marked
    key = meant(table, scene.watched, decision) if isinstance(decision, Decision) else None
    return key if key in keys else None


def meant(table: Table, seat: int, decision: Decision) -> Key | None:
    """Which entry of the board a decision is about, if one."""
    match decision:
        case Hunt(power, _):
            return ("monster", str(power))
        case Collect():
            return ("artefact", str(table.players[seat].region))
        case Seize(region):
            return ("artefact", str(region))
    board = table.boards[seat]
    for part in decision.form.parts:
        value = getattr(decision, part.name)
        if isinstance(value, str) and value in board.structure_index:
            return ("structure", value)
        if isinstance(value, str) and value in board.unit_index:
            return ("unit", value)
    return None


def about(table: Table, seat: int, key: Key) -> str:
    """An entry explained in full."""
    kind, name = key
    match kind:
        case "structure":
            return explain.structure(table, seat, name)
        case "unit":
            return explain.unit(table, seat, name)
        case "artefact":
            return explain.artefact(table, seat, BY_WORD[name])
        case "monster":
            return explain.monster(table, seat, int(name))
    return explain.resource(table, seat, next(one for one in RESOURCES if str(one) == name))


BY_WORD = {str(region): region for region in ARTEFACT_REGIONS}


# What is where.


def _rows(scene: Scene, table: Table, width: int, *, is_long: bool) -> Iterator[Row]:
    seat = scene.watched
    yield from _flow("Points", _points(table, seat), width)
    yield from _flow("Resources", _stock(table, seat), width)
    yield from _flow("Army", _army(table, seat), width)
    yield from _told(name_of(table.boards[seat].name), own_block(table, seat), width)
    yield from _building_zone(table, seat, width, is_long=is_long)
    yield from _artefacts(scene, table, width, is_long=is_long)
    yield from _flow("Monsters", _monsters(table, seat), width)
    yield from _flow("Seized", _seized(table, seat), width)
    yield from _told("Movement", [f"to enter: {entering(table, seat)}"], width)
    yield from _told("Nature", _nature(table, seat), width)


def _flow(label: str, entries: Sequence[Entry], width: int) -> Iterator[Row]:
    """One after the other, on as many rows as it takes."""
    row: Row = [_label(label)]
    used = GUTTER
    for entry in entries:
        if len(row) > 1 and used + len(GAP) + width_of(entry.text) > width:
            yield row
            row, used = [_label("")], GUTTER
        if len(row) > 1:
            row.append(Entry(GAP))
            used += len(GAP)
        row.append(entry)
        used += width_of(entry.text)
    if len(row) > 1:
        yield row


def _label(text: str) -> Entry:
    return Entry(fitted(text, GUTTER), "class:subheading")


def _told(label: str, lines: Sequence[str], width: int) -> Iterator[Row]:
    for line in lines:
        for piece in folded(line, max(1, width - GUTTER)):
            yield [_label(label), Entry(piece)]
            label = ""


def _points(table: Table, seat: int) -> list[Entry]:
    score = score_of(table, seat)
    boxes = [(box, getattr(score, box)) for box in BOXES]
    told = ", ".join(f"{box} {count}" for box, count in boxes if count)
    return [Entry(f"{score.total} so far", "class:subheading"), *([Entry(f"({told})")] if told else [])]


def _stock(table: Table, seat: int) -> list[Entry]:
    player, values = table.players[seat], table.boards[seat].milestones
    entries = []
    for kind in RESOURCES:
        reached = player.milestones[kind]
        stars = f" {'*' * reached}" if reached else ""
        ahead = f" (next {values[reached][0]})" if reached < len(values) else ""
        style = "class:reachable" if player.stock[kind] else "class:meaning"
        entries.append(Entry(f"{kind} {player.stock[kind]}{stars}{ahead}", style, ("resource", str(kind))))
    return entries


def _army(table: Table, seat: int) -> list[Entry]:
    can_recruit = recruitable(table, seat)
    entries = []
    for at, unit in enumerate(table.boards[seat].units):
        count = table.players[seat].units[at]
        facts = [f"power {unit_power(table, seat, at)}"]
        if unit.name in can_recruit:
            facts.append(explain.prices_of(table, seat, unit.name))
        style = "" if count or unit.name in can_recruit else "class:meaning"
        entries.append(Entry(f"{some(unit.name, count)} ({', '.join(facts)})", style, ("unit", unit.name)))
    return entries


def _building_zone(table: Table, seat: int, width: int, *, is_long: bool) -> Iterator[Row]:
    """By level, from the lowest; what this round's building is open to says so."""
    structures, highest = table.boards[seat].structures, standing.building_level(table, seat)
    for level in range(1, HIGHEST_LEVEL + 1):
        found = [one for one in structures if one.level == level]
        mark = "" if highest is None else " open" if level <= highest else " shut"
        label = f"Level {level}" if is_long or not mark else f"Lv {level}{mark}"
        if is_long:
            for at, one in enumerate(found):
                yield [
                    _label(label if at == 0 else mark.strip() if at == 1 else ""),
                    *_long(table, seat, one),
                ]
        else:
            yield from _grid(label, [_cell(table, seat, one) for one in found], width)


def _cell(table: Table, seat: int, one: Structure) -> Entry:
    where = standing.of_structure(table, seat, one)
    return Entry(
        f"{where.mark.value} {name_of(one.name)}{_brief(where, one)}",
        STYLES[where.mark],
        ("structure", one.name),
    )


def _brief(where: Standing, one: Structure) -> str:
    """The price if it can be paid, else what is in the way; and the points."""
    worth = f" {one.points}p" if one.points else ""
    if where.mark is Mark.HELD:
        return worth
    return f"{worth}, {where.why or _short(where, one) or 'free'}"


def _short(where: Standing, one: Structure) -> str:
    price = [f"{count} {name}" for name, count in named(where.price)]
    return ", ".join([*price, *(some(*part) for part in one.tribute)])


def _long(table: Table, seat: int, one: Structure) -> Row:
    where = standing.of_structure(table, seat, one)
    name = fitted(f"{where.mark.value} {name_of(one.name)}", 21)
    state = "built" if where.mark is Mark.HELD else where.why or _short(where, one) or "free"
    worth = f"{one.points}p" if one.points else ""
    return [
        Entry(name, STYLES[where.mark], ("structure", one.name)),
        Entry(f" {fitted(worth, 3)}{fitted(state, 24)} ", STYLES[where.mark]),
        Entry(of_structure(table.boards[seat], one), "class:meaning"),
    ]


def _grid(label: str, entries: Sequence[Entry], width: int) -> Iterator[Row]:
    """In columns of equal width."""
    columns = max(1, (width - GUTTER) // CELL)
    cell = max(1, (width - GUTTER) // columns)
    for start in range(0, len(entries), columns):
        row = [_label(label if start == 0 else "")]
        for entry in entries[start : start + columns]:
            row += [Entry(cut(entry.text, cell - 1), entry.style, entry.key)]
            row += [Entry(" " * (cell - width_of(row[-1].text)))]
        yield row


def _artefacts(scene: Scene, table: Table, width: int, *, is_long: bool) -> Iterator[Row]:
    seat = scene.watched
    found = [(region, standing.of_artefact(table, seat, region)) for region in ARTEFACT_REGIONS]
    if not is_long:
        entries = [
            Entry(
                f"{where.mark.value} {place(region)}{_state(scene, table, region, where)}",
                STYLES[where.mark],
                _key(region),
            )
            for region, where in found
        ]
        yield from _flow("Artefacts", entries, width)
        return
    board = table.boards[seat]
    for at, (region, where) in enumerate(found):
        name = fitted(f"{where.mark.value} {place(region)}", 21)
        yield [
            _label("Artefacts" if at == 0 else ""),
            Entry(name, STYLES[where.mark], _key(region)),
            Entry(f" {fitted(_state(scene, table, region, where).strip(), 27)} ", STYLES[where.mark]),
            Entry(of_artefact(board, board.artefacts[at]), "class:meaning"),
        ]


def _key(region: Region) -> Key:
    return ("artefact", str(region))


def _state(scene: Scene, table: Table, region: Region, where: Standing) -> str:
    """Whose it is, or what is still to be done for it."""
    owners = [name for name, player in zip(scene.names, table.players, strict=True) if player.owns(region)]
    if where.mark is Mark.HELD:
        return ""
    return f" of {owners[0]}" if owners else f" {where.why}"


def _monsters(table: Table, seat: int) -> list[Entry]:
    """The whole line; `>` before the one that is next."""
    player, line = table.players[seat], table.boards[seat].monsters
    left = monsters_left(table, seat)
    entries = []
    for at, one in enumerate(line):
        beaten = bool(player.monsters >> at & 1)
        sign = "*" if beaten else ">" if at in left[:1] else ""
        style = "class:had" if beaten else "class:reachable" if sign else ""
        entries.append(Entry(f"{sign}{one.power}", style, ("monster", str(one.power))))
    ahead = [
        f"next: {line[at].power} for {explain.worth(table.boards[seat].name, line[at])}" for at in left[:1]
    ]
    ahead += ["one was fought in this round"] if player.hunted else []
    return [*entries, *(Entry(text, "class:meaning") for text in ahead)]


def _seized(table: Table, seat: int) -> list[Entry]:
    player, board = table.players[seat], table.boards[seat]
    entries = [Entry(f"foundation {place(region)} {level}") for region, level in player.foundations]
    for region in REGIONS:
        fortress = board.places[region].fortress
        if player.fortresses >> region & 1 and fortress is not None:
            entries.append(Entry(f"fortress {place(region)} ({points(fortress.points)})"))
    return entries or [Entry("no foundation and no fortress", "class:meaning")]


def _nature(table: Table, seat: int) -> list[str]:
    board = table.boards[seat]
    return [LORE[board.name].idea, *(f"- {effect(one)}" for one in board.nature)]
