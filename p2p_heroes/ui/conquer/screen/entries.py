"""Everything on a board as entries in rows, with a mark each: what is had, can be had, is locked and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2p_heroes.games.conquer.army import unit_power
from p2p_heroes.games.conquer.battle import monsters_left
from p2p_heroes.games.conquer.faction import HIGHEST_LEVEL, Structure
from p2p_heroes.games.conquer.recruiting import recruitable
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
from p2p_heroes.ui.conquer.standing import Standing, StandingMark
from p2p_heroes.ui.conquer.words import place
from p2p_heroes.ui.kit.entries import Entry, EntryRow, Key, flow, grid, gutter, told
from p2p_heroes.ui.kit.text import fitted
from p2p_heroes.ui.kit.words import points

STYLES = {
    StandingMark.HELD: "class:had",
    StandingMark.WITHIN_REACH: "class:reachable",
    StandingMark.LOCKED: "",
    StandingMark.GONE: "class:gone",
}


def rows_of(
    table: Table, seat: int, names: Sequence[str], width: int, *, is_long: bool
) -> Iterator[EntryRow]:
    """All of the board of a seat."""
    yield from flow("Points", _points(table, seat), width)
    yield from flow("Resources", _stock(table, seat), width)
    yield from flow("Army", _army(table, seat), width)
    yield from told(name_of(table.boards[seat].name), own_block(table, seat), width)
    yield from _building_zone(table, seat, width, is_long=is_long)
    yield from _artefacts(table, seat, names, width, is_long=is_long)
    yield from flow("Monsters", _monsters(table, seat), width)
    yield from flow("Seized", _seized(table, seat), width)
    yield from told("Movement", [f"to enter: {entering(table, seat)}"], width)
    yield from told("Nature", _nature(table, seat), width)


def _points(table: Table, seat: int) -> list[Entry]:
    score = score_of(table, seat)
    boxes = [(box, getattr(score, box)) for box in BOXES]
    told = [Entry(f"{box} {count}") for box, count in boxes if count]
    return [Entry(f"{score.total} so far", "class:subheading"), *told]


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


def _building_zone(table: Table, seat: int, width: int, *, is_long: bool) -> Iterator[EntryRow]:
    """By level, from the lowest; what this round's building is open to says so."""
    structures, highest = table.boards[seat].structures, standing.building_level(table, seat)
    for level in range(1, HIGHEST_LEVEL + 1):
        found = [one for one in structures if one.level == level]
        mark = "" if highest is None else " open" if level <= highest else " shut"
        label = f"Level {level}" if is_long or not mark else f"Lv {level}{mark}"
        if is_long:
            for at, one in enumerate(found):
                yield [
                    gutter(label if at == 0 else mark.strip() if at == 1 else ""),
                    *_long(table, seat, one),
                ]
        else:
            yield from grid(label, [_cell(table, seat, one) for one in found], width)


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
    if where.mark is StandingMark.HELD:
        return worth
    return f"{worth}, {where.why or _short(where, one) or 'free'}"


def _short(where: Standing, one: Structure) -> str:
    price = [f"{count} {name}" for name, count in named(where.price)]
    return ", ".join([*price, *(some(*part) for part in one.tribute)])


def _long(table: Table, seat: int, one: Structure) -> EntryRow:
    where = standing.of_structure(table, seat, one)
    name = fitted(f"{where.mark.value} {name_of(one.name)}", 21)
    state = "built" if where.mark is StandingMark.HELD else where.why or _short(where, one) or "free"
    worth = f"{one.points}p" if one.points else ""
    return [
        Entry(name, STYLES[where.mark], ("structure", one.name)),
        Entry(f" {fitted(worth, 3)}{fitted(state, 24)} ", STYLES[where.mark]),
        Entry(of_structure(table.boards[seat], one), "class:meaning"),
    ]


def _artefacts(
    table: Table, seat: int, names: Sequence[str], width: int, *, is_long: bool
) -> Iterator[EntryRow]:
    found = [(region, standing.of_artefact(table, seat, region)) for region in ARTEFACT_REGIONS]
    if not is_long:
        entries = [
            Entry(
                f"{where.mark.value} {place(region)}{_state(names, table, region, where)}",
                STYLES[where.mark],
                _key(region),
            )
            for region, where in found
        ]
        yield from flow("Artefacts", entries, width)
        return
    board = table.boards[seat]
    for at, (region, where) in enumerate(found):
        name = fitted(f"{where.mark.value} {place(region)}", 21)
        yield [
            gutter("Artefacts" if at == 0 else ""),
            Entry(name, STYLES[where.mark], _key(region)),
            Entry(f" {fitted(_state(names, table, region, where).strip(), 27)} ", STYLES[where.mark]),
            Entry(of_artefact(board, board.artefacts[at]), "class:meaning"),
        ]


def _key(region: Region) -> Key:
    return ("artefact", str(region))


def _state(names: Sequence[str], table: Table, region: Region, where: Standing) -> str:
    """Whose it is, or what is still to be done for it."""
    owners = [name for name, player in zip(names, table.players, strict=True) if player.owns(region)]
    if where.mark is StandingMark.HELD:
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
