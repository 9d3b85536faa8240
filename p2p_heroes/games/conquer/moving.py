"""The movement action: points, a sealed choice of the way, and the march (rulebook pp. 8-9).

A way is always a cheapest one: a dearer one brings nothing, for regions that are
only passed through are not visited. Among equals the one with the fewest regions
counts, then the one that comes first in the alphabet.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush
from operator import add
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.army import pieces_of
from p2p_heroes.games.conquer.decisions import Decision, Move, Stay
from p2p_heroes.games.conquer.effect import Effect, Piece, at_work, fold, is_at_work, overriding, tell
from p2p_heroes.games.conquer.faction import HIGHEST_LEVEL
from p2p_heroes.games.conquer.forms import COUNT, Form, Part, in_order
from p2p_heroes.games.conquer.meeting import Meetings
from p2p_heroes.games.conquer.sequences import Lazy
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.turn import Turn
from p2p_heroes.games.conquer.visiting import arrivals, open_portals
from p2p_heroes.games.conquer.world import REGIONS, Realm, Region, realm
from p2p_heroes.games.game import Need, Request, Secret
from p2p_heroes.games.record import record

Steps = tuple[tuple[Region, int], ...]


@record(frozen=True, slots=True)
class Way:
    """What it costs to reach a region, and what is passed through."""

    cost: int
    via: tuple[Region, ...]


def ways_from(table: Table, seat: int) -> tuple[Way | None, ...]:
    """The cheapest way to every region, or None for the own one and those out of the game."""
    origin = table.players[seat].here
    by_land = by_portal = entry_costs(table, seat, by_portal=False)
    if is_at_work(Effect.step_cost, table, seat):
        by_portal = entry_costs(table, seat, by_portal=True)
    first: Steps = fold(Effect.first_steps, table, seat, ())
    tolls = _tolls(table, seat)
    if tolls:
        # A portal that is free where the way by land is not stays free.
        waived = [not portal and land > 0 for land, portal in zip(by_land, by_portal, strict=True)]
        by_land = tuple(map(add, by_land, tolls))
        by_portal = tuple(
            cost if is_free else cost + toll
            for cost, toll, is_free in zip(by_portal, tolls, waived, strict=True)
        )
        first = tuple((region, cost + tolls[region]) for region, cost in first)
    return _ways(len(table.players), origin, by_land, by_portal, open_portals(table, seat), first)


def _tolls(table: Table, seat: int) -> tuple[int, ...]:
    """By region what others add to the cost of entering it; nothing at all where nobody does."""
    others = [
        other
        for other in overriding(Effect.step_toll, table.boards)
        if other != seat and is_at_work(Effect.step_toll, table, other)
    ]
    return tuple(
        sum(fold(Effect.step_toll, table, other, 0, region, seat) for other in others)
        for region in REGIONS
        if others
    )


def entry_costs(table: Table, seat: int, *, by_portal: bool) -> tuple[int, ...]:
    """Movement points for entering each region of the map, before what others add."""
    terrain_costs = table.boards[seat].costs.by_terrain
    costs = [terrain_costs[terrain] for terrain in table.terrain]
    for ask in at_work(table, seat).get(Effect.step_cost, ()):
        costs = [ask(table, seat, costs[region], region, by_portal) for region in REGIONS]
    return tuple(costs)


@lru_cache(maxsize=8192)
def _ways(
    players: int,
    origin: Region,
    by_land: tuple[int, ...],
    by_portal: tuple[int, ...],
    portals: tuple[Region, ...],
    first: Steps,
) -> tuple[Way | None, ...]:
    # Few boards have more than a handful of cost tables in a game, so most look-ups are answered at once.
    world = realm(players)
    found: list[Way | None] = [None for _ in REGIONS]
    ahead: list[tuple[int, int, tuple[Region, ...]]] = [(0, 0, (origin,))]
    ahead += [(cost, 1, (origin, region)) for region, cost in sorted(first)]
    heapify(ahead)
    reached: set[Region] = set()
    while ahead:
        cost, steps, path = heappop(ahead)
        here = path[-1]
        if here in reached:
            continue
        reached.add(here)
        if steps:
            found[here] = Way(cost, path[1:-1])
        for near in world.neighbours[here]:
            heappush(ahead, (cost + by_land[near], steps + 1, (*path, near)))
        if here in portals:
            for far in portals:
                heappush(ahead, (cost + by_portal[far], steps + 1, (*path, far)))
    return tuple(found)


@record(frozen=True, slots=True)
class Moving(Stage):
    form: ClassVar[Form] = Form("moving", Part("level", COUNT))
    level: int

    def need(self, table: Table) -> Need[Decision] | None:
        choices = {seat: self.moves(table, seat) for seat in sorted(table.performers)}
        asked = tuple(Request(seat, "move", moves) for seat, moves in choices.items() if len(moves) > 1)
        return Secret(asked) if asked else None

    def moves(self, table: Table, seat: int) -> Moves:
        return Moves(
            self._points(table, seat),
            fold(Effect.points_for_sale, table, seat, 0),
            ways_from(table, seat),
            tuple(errands(table, seat)),
        )

    def _points(self, table: Table, seat: int) -> int:
        level = self.level + table.players[seat].raised
        return fold(Effect.movement_points, table, seat, level)

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table = turn.table
        ways = {seat: ways_from(table, seat) for seat, choice in answers.items() if isinstance(choice, Move)}
        for seat in table.performers:
            player = turn.player(seat)
            player.points = self._points(table, seat)
            player.raised = 0
            chosen = answers.get(seat, Stay())
            assert isinstance(chosen, Move | Stay)
            if chosen.buying:
                tell(Effect.points_bought, turn, seat, chosen.buying)
                player.points += chosen.buying
            if isinstance(chosen, Move):
                _march(turn, seat, chosen, ways[seat])
            else:
                assert player.region is not None
                turn.tell(events.Stayed(seat, player.region, chosen.buying, player.points))
            _send(turn, seat, chosen.sending)
        movers = [seat for seat in table.in_turn if table.players[seat].moved]
        turn.queue(*arrivals(table, movers), Meetings())

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        if not isinstance(decision, Move | Stay):
            return "move to a region, or stay"
        return self.moves(table, seat).reason(decision)

    def is_coherent(self, table: Table) -> bool:
        return 1 <= self.level <= HIGHEST_LEVEL


def _march(turn: Turn, seat: int, move: Move, ways: tuple[Way | None, ...]) -> None:
    player, way = turn.player(seat), ways[move.to]
    assert way is not None
    assert player.region is not None
    origin, player.region, player.moved = player.region, move.to, True
    player.points -= way.cost
    turn.tell(events.Moved(seat, origin, move.to, way.via, move.buying, way.cost, player.points))


def _send(turn: Turn, seat: int, sending: tuple[tuple[str, Region], ...]) -> None:
    origins = {piece.name: piece.region for piece in pieces_of(turn.table, seat)}
    for name, region in sending:
        turn.tell(events.PieceMoved(seat, name, origins[name], region))
        tell(Effect.piece_moved, turn, seat, Piece(name, region))


Errands = tuple[tuple[str, Region], ...]


def errands(table: Table, seat: int) -> list[Errands]:
    """Every way to send the seat's pieces; staying, which is not mentioned, comes first."""
    found: list[Errands] = [()]
    for piece in pieces_of(table, seat):
        reach = fold(Effect.piece_reach, table, seat, 0, piece)
        regions = _within(table.realm, open_portals(table, seat), piece.region, reach)
        found += [in_order((*sent, (piece.name, region))) for sent in found for region in regions]
    return found


def _within(world: Realm, portals: tuple[Region, ...], origin: Region, steps: int) -> list[Region]:
    """The other regions that can be reached in so many steps, whatever the terrain."""
    reached = {origin}
    for _ in range(steps):
        for region in sorted(reached):
            reached.update(world.neighbours[region], portals if region in portals else ())
    return sorted(reached - {origin})


class Moves(Lazy[Decision]):
    """What a seat may choose: for each number of points bought to stay or to go wherever they lead.

    The first is to stay and buy nothing.
    """

    def __init__(
        self, points: int, for_sale: int, ways: tuple[Way | None, ...], sent: tuple[Errands, ...]
    ) -> None:
        self._points = points
        self._for_sale = for_sale
        self._ways = ways
        self._sent = sent
        self._goals: list[tuple[int, Region | None]] = []
        for buying in range(for_sale + 1):
            self._goals.append((buying, None))
            for region, way in zip(REGIONS, ways, strict=True):
                if way is not None and way.cost <= points + buying:
                    self._goals.append((buying, region))

    def __len__(self) -> int:
        return len(self._goals) * len(self._sent)

    def item(self, place: int) -> Decision:
        goal, errand = divmod(place, len(self._sent))
        buying, region = self._goals[goal]
        if region is None:
            return Stay(buying, self._sent[errand])
        way = self._ways[region]
        assert way is not None
        return Move(region, way.via, buying, self._sent[errand])

    def __contains__(self, decision: object) -> bool:
        return isinstance(decision, Move | Stay) and not self.reason(decision)

    def reason(self, decision: Move | Stay) -> str:
        """Why this cannot be chosen; nothing if it can."""
        if decision.buying > self._for_sale:
            return f"only {self._for_sale} extra movement points can be had"
        if decision.sending not in self._sent:
            return "such a piece cannot be sent there"
        return "" if isinstance(decision, Stay) else self._why_not_go(decision)

    def _why_not_go(self, move: Move) -> str:
        way, points = self._ways[move.to], self._points + move.buying
        if way is None:
            return f"{move.to} cannot be moved to; to remain where you are is to stay"
        if way.cost > points:
            return f"the way to {move.to} costs {way.cost} movement points, and you have {points}"
        if move.via != way.via:
            through = " ".join(map(str, way.via))
            return f"the cheapest way to {move.to} goes {f'via {through}' if way.via else 'there directly'}"
        return ""
