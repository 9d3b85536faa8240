"""The building action: one structure and any number of units, in any order (rulebook pp. 6-7).

All players build at the same time, each one thing after the other until they are
done. What effects do at the end of the action comes when everybody has built, in
turn order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.decisions import Build, Decision, Decline, Done, Recruit
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import HIGHEST_LEVEL, Board, Structure
from p2p_heroes.games.conquer.holdings import pay
from p2p_heroes.games.conquer.recruiting import recruit, recruitments, why_not_recruit
from p2p_heroes.games.conquer.resources import RESOURCES, Amounts, Bundle, covers, minus, named
from p2p_heroes.games.conquer.state import Player, Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Thing
from p2p_heroes.games.conquer.visiting import is_withheld
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Need, Open, Request
from p2p_heroes.games.kit.choices import among
from p2p_heroes.games.kit.effects import at_work, does_another, fold, tell, tell_all
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT, COUNTS
from p2p_heroes.games.kit.refusals import Reason, because

DONE, DECLINE = Done(), Decline()


class BuildingStarts(Stage):
    form: ClassVar[Form] = Form("building-starts", Part("level", COUNT))
    level: int

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table = turn.table
        tell_all(Effect.building_started, turn, table.performers)
        levels = tuple(self.level + player.raised for player in table.players)
        turn.queue(Building(levels, table.performers, table.performers), BuildingEnds())

    def is_coherent(self, table: Table) -> bool:
        return 1 <= self.level <= HIGHEST_LEVEL


class Building(Stage):
    """`busy`: who is not done yet; `free`: who has not built a structure yet. Both in turn order."""

    form: ClassVar[Form] = Form(
        "building", Part("levels", COUNTS), Part("busy", COUNTS), Part("free", COUNTS)
    )
    levels: tuple[int, ...]
    busy: tuple[int, ...]
    free: tuple[int, ...]

    def need(self, table: Table) -> Need[Decision] | None:
        requests: list[Request[Decision]] = []
        for seat in sorted(self.busy):
            choices = self._choices(table, seat)
            if len(choices) > 1:
                requests.append(Request(seat, "build", choices))
        return Open(tuple(requests)) if requests else None

    def _choices(self, table: Table, seat: int) -> tuple[Decision, ...]:
        builds = _builds(table, seat, self.level_for(table, seat)) if seat in self.free else ()
        offers: tuple[Decision, ...] = fold(Effect.building_offers, table, seat, ())
        return (DONE, *builds, *recruitments(table, seat), *offers)

    def level_for(self, table: Table, seat: int) -> int:
        """Up to which level the seat may build now."""
        return HIGHEST_LEVEL if is_level_lifted(table, seat) else self.levels[seat]

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        busy, free = [], list(self.free)
        for seat in self.busy:
            chosen = answers.get(seat)
            if chosen is None:
                # Nothing more could be done, so nobody was asked, and there is nothing to tell.
                continue
            if isinstance(chosen, Done):
                turn.tell(events.BuildingFinished(seat))
                continue
            if isinstance(chosen, Build):
                free.remove(seat)
                _build(turn, seat, chosen)
            elif isinstance(chosen, Recruit):
                recruit(turn, seat, chosen)
            else:
                tell(Effect.building_offer_taken, turn, seat, chosen)
            busy.append(seat)
        if busy:
            turn.queue(Building(self.levels, tuple(busy), tuple(free)))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        if isinstance(decision, Build):
            if seat not in self.free:
                return because("one-structure")
            return _why_not_build(table, seat, decision, self.level_for(table, seat))
        if isinstance(decision, Recruit):
            return why_not_recruit(table, seat, decision)
        why = because("not-while-building")
        return fold(Effect.offer_refused, table, seat, why, decision, "build")

    def is_coherent(self, table: Table) -> bool:
        seats = len(table.players)
        in_turn = all(group == among(table.in_turn, group) for group in (self.busy, self.free))
        return len(self.levels) == seats and max(self.levels) <= HIGHEST_LEVEL + 2 and in_turn


class BuildingEnds(Stage):
    """Effects at the end of the action, seat by seat: what one has done binds those after it.

    `settled`: who has had theirs.
    """

    form: ClassVar[Form] = Form("building-ends", Part("settled", COUNTS))
    settled: tuple[int, ...] = ()

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        for seat, player in enumerate(turn.table.players):
            if player.raised or player.recruited:
                passing = turn.player(seat)
                passing.raised = passing.recruited = 0
        if not self.settled:
            tell_all(Effect.building_closed, turn, turn.table.in_turn)
        settled = list(self.settled)
        for seat in turn.table.performers:
            if seat in self.settled:
                continue
            settled.append(seat)
            tell(Effect.building_ended, turn, seat)
            if turn.queued:
                turn.queue(BuildingEnds(tuple(settled)))
                return

    def is_coherent(self, table: Table) -> bool:
        return self.settled == table.performers[: len(self.settled)]


def action_level(table: Table, seat: int) -> int:
    """Up to which level a seat may build in the action that is asked for."""
    stage = table.agenda[0]
    assert isinstance(stage, Building)
    return stage.level_for(table, seat)


def is_level_lifted(table: Table, seat: int) -> bool:
    """Whether anybody lets the seat build above the level of the action."""
    return does_another(Effect.lifts_level, table, seat)


def _builds(table: Table, seat: int, level: int) -> list[Build]:
    """Every lawful way to build a structure."""
    stock, foundations = table.players[seat].stock, open_foundations(table, seat)
    within_reach = _within_reach(table, seat, level)
    if not _is_price_open(table, seat):
        within_reach = [one for one in within_reach if covers(stock, one.price)]
    return [
        build
        for structure in within_reach
        if not structure.tribute or has_units(table, seat, structure.tribute)
        for build, price in _ways_on(foundations, table, seat, structure)
        if covers(stock, price)
    ]


def _is_price_open(table: Table, seat: int) -> bool:
    """Whether anything can change what structures cost, so that a printed price says nothing yet."""
    hooks = at_work(table, seat)
    return Effect.structure_prices in hooks or Effect.ways_to_build in hooks


def _within_reach(table: Table, seat: int, level: int) -> Sequence[Structure]:
    """Structures that only their price may keep from being built."""
    hooks, built = at_work(table, seat), table.players[seat].built
    found: Sequence[Structure]
    if Effect.needs_met in hooks:
        unbuilt = _unbuilt(table.boards[seat], built, level, with_needs=False)
        found = [one for one in unbuilt if _are_needs_met(table, seat, one)]
    else:
        found = _unbuilt(table.boards[seat], built, level, with_needs=True)
    if Effect.structure_barred in hooks:
        return [one for one in found if not _bar(table, seat, one)]
    return found


@lru_cache(maxsize=4096)
def _unbuilt(board: Board, built: int, level: int, *, with_needs: bool) -> tuple[Structure, ...]:
    """What is not built and not above the level; of those, what has one of its printed needs, or all."""
    return tuple(
        structure
        for at, (structure, needs) in enumerate(zip(board.structures, board.needs, strict=True))
        if structure.level <= level and not built >> at & 1 and (not with_needs or not needs or needs & built)
    )


def _are_needs_met(table: Table, seat: int, structure: Structure) -> bool:
    player, board = table.players[seat], table.boards[seat]
    needs = board.needs[board.structure_index[structure.name]]
    return fold(Effect.needs_met, table, seat, not needs or bool(needs & player.built), structure)


def _bar(table: Table, seat: int, structure: Structure) -> Reason | None:
    return fold(Effect.structure_barred, table, seat, None, structure)


def missing(table: Table, seat: int, structure: Structure, level: int) -> Reason | None:
    """What keeps a structure from being built, besides its price; None if it can be."""
    if is_built(table, seat, structure.name):
        return because("built-already", structure=structure.name)
    if structure.level > level:
        return because("above-level", structure=structure.name, needed=structure.level, level=level)
    if not _are_needs_met(table, seat, structure):
        return because("needs-first", structure=structure.name, needs=structure.needs)
    return _bar(table, seat, structure)


def is_built(table: Table, seat: int, structure: str) -> bool:
    return bool(table.players[seat].built >> table.boards[seat].structure_index[structure] & 1)


Ways = tuple[tuple[Build, Bundle], ...]
NOWHERE: tuple[Region | None, ...] = (None,)
"""What is placed on no foundation."""


def ways_to_build(table: Table, seat: int, structure: Structure) -> Ways:
    """Each way with what it would cost."""
    return _ways_on(open_foundations(table, seat), table, seat, structure)


def _ways_on(foundations: list[Region], table: Table, seat: int, structure: Structure) -> Ways:
    places = (None, *_lower(foundations, table, seat, structure)) if foundations else NOWHERE
    if not _is_price_open(table, seat):
        return _printed_ways(structure.name, structure.price, places)
    ways: list[tuple[Build, Bundle]] = []
    for site in places:
        prices = fold(Effect.structure_prices, table, seat, (structure.price,), structure, site)
        for price in prices:
            saving = named(minus(structure.price, price)) if len(prices) > 1 else ()
            ways.append((Build(structure.name, site, saving), price))
    return fold(Effect.ways_to_build, table, seat, tuple(ways), structure)


@lru_cache(maxsize=4096)
def _printed_ways(structure: str, price: Bundle, places: tuple[Region | None, ...]) -> Ways:
    return tuple((Build(structure, place), price) for place in places)


def sites(table: Table, seat: int, structure: Structure) -> list[Region]:
    """The foundations on which the structure may be placed."""
    return _lower(open_foundations(table, seat), table, seat, structure)


def _lower(foundations: list[Region], table: Table, seat: int, structure: Structure) -> list[Region]:
    """A structure is only placed over a lower level (rulebook p. 12)."""
    player = table.players[seat]
    return [region for region in foundations if player.foundation(region) < structure.level]


def open_foundations(table: Table, seat: int) -> list[Region]:
    """The foundations in reach of the seat, usually that of its region, which nobody keeps from it."""
    reach = fold(Effect.foundations_in_reach, table, seat, (table.players[seat].here,))
    return [region for region in reach if is_foundation_open(table, seat, region)]


def is_foundation_open(table: Table, seat: int, region: Region) -> bool:
    """Whoever has written a level there keeps the foundation, whatever others withhold."""
    if not has_foundation(table, seat, region):
        return False
    has_level = bool(table.players[seat].foundation(region))
    return has_level or not is_foundation_withheld(table, region, seat)


def has_foundation(table: Table, seat: int, region: Region) -> bool:
    """Whether there is one for the seat, whoever may use it."""
    printed = table.boards[seat].places[region].foundation
    return fold(Effect.has_foundation, table, seat, printed, region)


def is_foundation_withheld(table: Table, region: Region, seat: int) -> bool:
    return is_withheld(table, Thing.FOUNDATION, region, seat)


def has_units(table: Table, seat: int, tribute: Amounts) -> bool:
    units, index = table.players[seat].units, table.boards[seat].unit_index
    return not tribute or all(units[index[name]] >= count for name, count in tribute)


def _build(turn: Turn, seat: int, build: Build) -> None:
    board = turn.table.boards[seat]
    structure = board.structures[board.structure_index[build.structure]]
    [price] = [price for way, price in ways_to_build(turn.table, seat, structure) if way == build]
    pay(turn, seat, price, structure.tribute)
    tell(Effect.structure_paid, turn, seat, structure, price)
    raise_structure(turn, seat, structure, build.on, writes_level=build.writes_level)


def raise_structure(
    turn: Turn, seat: int, structure: Structure, on: Region | None, *, writes_level: bool = True
) -> None:
    """Mark it as built, with all that follows."""
    player, board = turn.player(seat), turn.table.boards[seat]
    player.build(board.structure_index[structure.name])
    before = player.foundation(on) if on is not None else 0
    holds, instead = (on, before) if writes_level else (None, 0)
    turn.tell(events.StructureBuilt(seat, structure.name, structure.level, structure.points, holds, instead))
    if on is not None and before and not writes_level:
        turn.tell(events.LevelErased(seat, on))
    if on is not None:
        write_level(player, on, structure.level if writes_level else 0)
    tell(Effect.structure_built, turn, seat, structure)
    if on is not None:
        tell(Effect.foundation_laid, turn, seat, on)


class GrantedStructure(Stage):
    """The seat may build a structure at once: for nothing, and whatever its level."""

    form: ClassVar[Form] = Form("granted-structure", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision] | None:
        ways = tuple(self._ways(table))
        return Open((Request(self.seat, "build", (DECLINE, *ways)),)) if ways else None

    def _ways(self, table: Table) -> Iterator[Build]:
        for structure in _within_reach(table, self.seat, HIGHEST_LEVEL):
            yield from (way for way, _ in ways_to_build(table, self.seat, structure) if not way.saving)

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        match answers.get(self.seat):
            case Build() as build:
                board = turn.table.boards[self.seat]
                structure = board.structures[board.structure_index[build.structure]]
                raise_structure(turn, self.seat, structure, build.on, writes_level=build.writes_level)
            case Decline():
                turn.tell(events.Declined(self.seat, "structure"))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        if isinstance(decision, Build):
            return _why_not_build(table, seat, decision, HIGHEST_LEVEL)
        return because("build-for-nothing")

    def is_coherent(self, table: Table) -> bool:
        return self.seat < len(table.players)


def write_level(player: Player, region: Region, level: int) -> None:
    """A foundation shows this level now, whatever it showed before."""
    kept = [entry for entry in player.foundations if entry[0] is not region]
    written = [(region, level)] if level else []
    player.foundations = tuple(sorted([*kept, *written]))


def _why_not_build(table: Table, seat: int, build: Build, level: int) -> Reason:
    board = table.boards[seat]
    if build.structure not in board.structure_index:
        meant = tuple(name for name in board.structure_index if name.startswith(build.structure))
        code = "several-structures" if meant else "no-structure"
        return because(code, faction=board.name, structure=build.structure, meant=meant)
    structure = board.structures[board.structure_index[build.structure]]
    if refusal := missing(table, seat, structure, level):
        return refusal
    ways = [
        (way, price)
        for way, price in ways_to_build(table, seat, structure)
        if type(way) is type(build) and way.on is build.on
    ]
    if not ways and build.on is not None and build.on not in sites(table, seat, structure):
        return because("not-placed-there", structure=structure.name, region=build.on)
    if not ways:
        why = _not_in_this_way(table, seat, structure)
        return fold(Effect.offer_refused, table, seat, why, build, "build")
    stock = table.players[seat].stock
    is_affordable = has_units(table, seat, structure.tribute)
    savings = tuple(way.saving for way, price in ways if is_affordable and covers(stock, price))
    if any(savings):
        return because("say-saving", structure=structure.name, savings=savings)
    if savings:
        return because("no-saving", structure=structure.name)
    price = ways[0][1] if len(ways) == 1 else structure.price
    held = _holdings(table, seat, price, structure.tribute)
    costs = (*named(price), *structure.tribute)
    return because("too-dear", structure=structure.name, costs=costs, held=held)


def _not_in_this_way(table: Table, seat: int, structure: Structure) -> Reason:
    """How it is built, whether the player can pay for it or not."""
    ways = [replace(way, saving=()) for way, _ in ways_to_build(table, seat, structure)]
    code = "other-ways" if ways else "no-way-to-build"
    return because(code, structure=structure.name, ways=tuple(dict.fromkeys(ways)))


def _holdings(table: Table, seat: int, price: Bundle, tribute: Amounts) -> Amounts:
    """What the player has of what a structure is paid in."""
    player, board = table.players[seat], table.boards[seat]
    goods = [(str(resource), player.stock[resource]) for resource in RESOURCES if price[resource]]
    units = [(name, player.units[board.unit_index[name]]) for name, _ in tribute]
    return (*goods, *units)
