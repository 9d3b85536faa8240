"""Arriving in a region: the visit is marked, traps bite, resources are collected (rulebook p. 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from p2p_heroes.games.conquer.army import unit_power
from p2p_heroes.games.conquer.decisions import Decision, Lose
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.holdings import lose_unit, receive
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Source, Thing
from p2p_heroes.games.conquer.world import PLACES, Region, Terrain
from p2p_heroes.games.game import Need, Open, Request
from p2p_heroes.games.kit.effects import does_another, fold, is_at_work, overriding, tell, tell_all
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT, FLAG
from p2p_heroes.games.kit.refusals import Reason, because


class Arriving(Stage):
    """One player has moved. First what others have laid in wait, then the region's resources."""

    form: ClassVar[Form] = Form("arriving", Part("seat", COUNT))
    seat: int

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        region = turn.table.players[self.seat].here
        first = mark_visit(turn, self.seat, region)
        tell_all(Effect.visited, turn, turn.table.in_turn, self.seat, region)
        turn.queue(CollectingResources(self.seat, first))

    def is_coherent(self, table: Table) -> bool:
        return self.seat < len(table.players)


class CollectingResources(Stage):
    """Once per player and region: at the first visit."""

    form: ClassVar[Form] = Form("collecting-resources", Part("seat", COUNT), Part("first_visit", FLAG))
    seat: int
    first_visit: bool

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        region = turn.table.players[self.seat].here
        if self.first_visit:
            receive(turn, self.seat, turn.table.boards[self.seat].places[region].resources, Source.REGION)
            tell(Effect.explored, turn, self.seat, region)

    def is_coherent(self, table: Table) -> bool:
        return self.seat < len(table.players)


class AllArrived(Stage):
    """What effects do between the last arrival and the first battle."""

    form: ClassVar[Form] = Form("all-arrived")

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        tell_all(Effect.all_arrived, turn, turn.table.in_turn)


def arrivals(table: Table, movers: Iterable[int]) -> tuple[Stage, ...]:
    """What follows when these seats have moved; where no board waits for the last of them, nobody does."""
    is_awaited = overriding(Effect.all_arrived, table.boards)
    return (*map(Arriving, movers), *((AllArrived(),) if is_awaited else ()))


def mark_visit(turn: Turn, seat: int, region: Region) -> bool:
    """Whether it is the first one."""
    player, mark = turn.player(seat), 1 << region
    first = not player.visited & mark
    player.visited |= mark
    if turn.table.terrain[region] is Terrain.MOUNTAIN:
        player.mountains |= mark
    return first


def is_withheld(table: Table, thing: Thing, region: Region, seat: int) -> bool:
    """Whether anybody else keeps the seat from using what lies in a region."""
    return does_another(Effect.withholds, table, seat, thing, region)


def open_portals(table: Table, seat: int) -> tuple[Region, ...]:
    """The portals that nobody keeps from the seat."""
    portals = table.realm.portals
    for other in overriding(Effect.withholds, table.boards):
        if other != seat and is_at_work(Effect.withholds, table, other):
            portals = tuple(
                [
                    region
                    for region in portals
                    if not fold(Effect.withholds, table, other, False, Thing.PORTAL, region, seat)
                ]
            )
    return portals


def adjacent(table: Table, seat: int, region: Region) -> tuple[Region, ...]:
    """What is next to a region for the seat: by land, or from portal to portal (rulebook p. 11)."""
    portals = open_portals(table, seat)
    beyond = portals if region in portals else ()
    return tuple(sorted({*table.realm.neighbours[region], *beyond} - {region}))


def is_fortress_free(table: Table, region: Region, seat: int) -> bool:
    """Whether a fortress stands there that the seat may still seize."""
    return (
        table.boards[seat].places[region].fortress is not None
        and not is_fortress_taken(table, region)
        and not is_withheld(table, Thing.FORTRESS, region, seat)
    )


def is_fortress_taken(table: Table, region: Region) -> bool:
    """Whether anybody has the fortress of a region, by siege or otherwise."""
    return any(
        fold(Effect.holds_fortress, table, seat, bool(player.fortresses >> region & 1), region)
        for seat, player in enumerate(table.players)
    )


def is_artefact_free(table: Table, region: Region, seat: int) -> bool:
    """Whether an artefact lies there that the seat may still collect."""
    return (
        PLACES[region].artefact
        and not any(player.owns(region) for player in table.players)
        and not is_withheld(table, Thing.ARTEFACT, region, seat)
    )


def weaken(turn: Turn, seat: int) -> None:
    """A player must lose one of the weakest units; among equals the player chooses."""
    weakest = weakest_units(turn.table, seat)
    if len(weakest) == 1:
        lose_unit(turn, seat, weakest[0])
    elif weakest:
        turn.queue(Weakening(seat))
    else:
        tell(Effect.weakened, turn, seat)


def weakest_units(table: Table, seat: int) -> tuple[str, ...]:
    board, units = table.boards[seat], table.players[seat].units
    powers = {at: unit_power(table, seat, at) for at, count in enumerate(units) if count}
    least = min(powers.values(), default=0)
    return tuple(board.units[at].name for at, power in powers.items() if power == least)


class Weakening(Stage):
    form: ClassVar[Form] = Form("weakening", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision] | None:
        weakest = tuple(Lose(name) for name in weakest_units(table, self.seat))
        return Open((Request(self.seat, "lose", weakest),)) if len(weakest) > 1 else None

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        lost = answers.get(self.seat)
        if isinstance(lost, Lose):
            lose_unit(turn, self.seat, lost.unit)
        else:
            # Something else has happened in between, and there is no choice any more.
            weaken(turn, self.seat)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-the-weakest", units=weakest_units(table, self.seat))

    def is_coherent(self, table: Table) -> bool:
        return self.seat < len(table.players)
