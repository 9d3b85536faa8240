"""The movement action: points, a sealed choice of the way, and the march (rulebook pp. 8-9).

A way is always a cheapest one: a dearer one brings nothing, for regions that are
only passed through are not visited. Among equals the one with the fewest regions
counts, then the one that comes first in the alphabet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from operator import add
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.army import pieces_of
from p2p_heroes.games.conquer.decisions import Decision, Move, Stay
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import HIGHEST_LEVEL, Board
from p2p_heroes.games.conquer.kinds import in_order
from p2p_heroes.games.conquer.meeting import Meetings
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Piece
from p2p_heroes.games.conquer.visiting import arrivals, open_portals
from p2p_heroes.games.conquer.world import REGIONS, Region, Terrain, realm
from p2p_heroes.games.game import Need, Request, Secret
from p2p_heroes.games.kit.choices import Lazy
from p2p_heroes.games.kit.effects import at_work, fold, is_at_work, overriding, tell
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT
from p2p_heroes.games.kit.paths import Entries, Steps, Way, cheapest_ways, within
from p2p_heroes.games.kit.refusals import NOT_OFFERED, Reason, because

Tolls = tuple[int, ...]
RegionWay = Way[Region]

ANYWHERE = 999
"""More points than any way costs."""


def ways_from(table: Table, seat: int) -> tuple[RegionWay | None, ...]:
    """The cheapest way to every region, or None for the own one and those out of the game."""
    return tuple(map(ways_within(table, seat, ANYWHERE).get, REGIONS))


def ways_within(table: Table, seat: int, points: int) -> Mapping[Region, RegionWay]:
    """The cheapest ways to where so many points lead, in the order of the regions."""
    by_land = _step_costs(table, seat, by_portal=False)
    by_portal = tuple([(portal, by_land[portal]) for portal in open_portals(table, seat)])
    if is_at_work(Effect.step_cost, table, seat):
        by_portal = tuple([(portal, _entry_cost(table, seat, portal)) for portal, _ in by_portal])
    first: tuple[tuple[Region, int], ...] = ()
    first = fold(Effect.first_steps, table, seat, first)
    tolls, eased = _tolls(table, seat), _eased_regions(table, seat)
    if tolls:
        first = tuple((region, cost + tolls[region]) for region, cost in first)
    into = _entries(by_land, by_portal, eased, tolls) if eased or tolls else (by_land, by_portal)
    # A step is eased once, by the region that is entered or by the one that is left.
    out_of = _entries(by_land, by_portal, REGIONS, tolls) if eased else into
    seats, origin = len(table.players), table.players[seat].here
    return _ways(seats, origin, into, first, points, eased, out_of)


def _eased_regions(table: Table, seat: int) -> tuple[Region, ...]:
    return fold(Effect.eased_regions, table, seat, ())


def _entries(by_land: tuple[int, ...], by_portal: Steps, eased: Collection[int], tolls: Tolls) -> Entries:
    """What steps cost into these regions, eased in some of them and then tolled."""
    by_land = _eased(by_land, eased)
    by_portal = tuple([(at, max(0, cost - 1) if at in eased else cost) for at, cost in by_portal])
    if not tolls:
        return by_land, by_portal
    # A portal that is free where the way by land is not stays free.
    tolled = [(at, cost if not cost and by_land[at] else cost + tolls[at]) for at, cost in by_portal]
    return tuple(map(add, by_land, tolls)), tuple(tolled)


def _eased(costs: tuple[int, ...], regions: Collection[int]) -> tuple[int, ...]:
    """A point less for entering these, down to nothing."""
    if not regions:
        return costs
    return tuple([max(0, costs[region] - 1) if region in regions else costs[region] for region in REGIONS])


def _tolls(table: Table, seat: int) -> Tolls:
    """By region what others add to the cost of entering it; nothing at all where nobody does."""
    others = [
        other
        for other in overriding(Effect.step_toll, table.boards)
        if other != seat and is_at_work(Effect.step_toll, table, other)
    ]
    tolls: tuple[int, ...] = ()
    for other in others:
        added = [0] * len(REGIONS)
        for ask in at_work(table, other)[Effect.step_toll]:
            added = [ask(table, other, added[region], region, seat) for region in REGIONS]
        tolls = tuple(map(add, tolls, added)) if tolls else tuple(added)
    return tolls


def entry_costs(table: Table, seat: int, *, by_portal: bool) -> tuple[int, ...]:
    """Movement points for entering each region, before what others add and what the region left eases."""
    return _eased(_step_costs(table, seat, by_portal=by_portal), _eased_regions(table, seat))


def _step_costs(table: Table, seat: int, *, by_portal: bool) -> tuple[int, ...]:
    costs = _printed_costs(table.boards[seat], table.terrain)
    for ask in at_work(table, seat).get(Effect.step_cost, ()):
        costs = tuple([ask(table, seat, costs[region], region, by_portal) for region in REGIONS])
    return costs


@lru_cache(maxsize=1024)
def _printed_costs(board: Board, terrain: tuple[Terrain, ...]) -> tuple[int, ...]:
    return tuple(map(board.costs.by_terrain.__getitem__, terrain))


def _entry_cost(table: Table, seat: int, portal: Region) -> int:
    """The same for one region, from another portal."""
    printed = table.boards[seat].costs.by_terrain[table.terrain[portal]]
    return fold(Effect.step_cost, table, seat, printed, portal, True)


@lru_cache(maxsize=8192)
def _ways(
    players: int,
    origin: Region,
    usual: Entries,
    first: Steps,
    points: int,
    eased: tuple[Region, ...],
    out_of: Entries,
) -> Mapping[Region, RegionWay]:
    borders = _borders(players)
    return cheapest_ways(
        REGIONS,
        borders,
        int(origin),
        usual,
        points,
        first=first,
        eased=eased,
        out_of_eased=out_of if eased else None,
    )


@cache
def _borders(players: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, near)) for near in realm(players).neighbours)


STAY = Stay()


class Moving(Stage):
    form: ClassVar[Form] = Form("moving", Part("level", COUNT))
    level: int

    def need(self, table: Table) -> Need[Decision] | None:
        asked: list[Request[Decision]] = []
        for seat in sorted(table.performers):
            moves = self.moves(table, seat)
            if len(moves) > 1:
                asked.append(Request(seat, "move", moves))
        return Secret(tuple(asked)) if asked else None

    def moves(self, table: Table, seat: int, *, far: bool = False) -> Moves:
        """`far`: with ways to where nobody can go now, for whoever asks why."""
        points, for_sale = self._points(table, seat), fold(Effect.points_for_sale, table, seat, 0)
        ways = ways_within(table, seat, ANYWHERE if far else points + for_sale)
        return Moves(points, for_sale, ways, errands(table, seat))

    def _points(self, table: Table, seat: int) -> int:
        level = self.level + table.players[seat].raised
        return fold(Effect.movement_points, table, seat, level)

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table = turn.table
        offered = {request.seat: request.choices for request in turn.asked}
        for seat in table.performers:
            player = turn.player(seat)
            player.points = self._points(table, seat)
            player.raised = 0
            chosen = answers.get(seat, STAY)
            assert isinstance(chosen, (Move, Stay))
            if chosen.buying:
                tell(Effect.points_bought, turn, seat, chosen.buying)
                player.points += chosen.buying
            if isinstance(chosen, Move):
                moves = offered[seat]
                assert isinstance(moves, Moves)
                _march(turn, seat, chosen, moves.ways[chosen.to])
            else:
                assert player.region is not None
                turn.tell(events.Stayed(seat, player.region, chosen.buying, player.points))
            if chosen.sending:
                _send(turn, seat, chosen.sending)
        movers = [seat for seat in table.in_turn if table.players[seat].moved]
        turn.queue(*arrivals(table, movers), Meetings())

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        if not isinstance(decision, Move | Stay):
            return because("not-a-move")
        return self.moves(table, seat, far=True).refusal(decision) or NOT_OFFERED

    def is_coherent(self, table: Table) -> bool:
        return 1 <= self.level <= HIGHEST_LEVEL


def _march(turn: Turn, seat: int, move: Move, way: RegionWay) -> None:
    player = turn.player(seat)
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
        near = within(table.realm.neighbours, piece.region, reach, open_portals(table, seat))
        regions = [REGIONS[at] for at in near]
        found += [in_order((*sent, (piece.name, region))) for sent in found for region in regions]
    return found


class Moves(Lazy[Decision]):
    """What a seat may choose: for each number of points bought to stay or to go wherever they lead.

    The first is to stay and buy nothing.
    """

    def __init__(
        self, points: int, for_sale: int, ways: Mapping[Region, RegionWay], sent: list[Errands]
    ) -> None:
        self._points = points
        self._for_sale = for_sale
        self.ways = ways
        self._sent = sent
        self._goals: list[tuple[int, Region | None]] = []
        for buying in range(for_sale + 1):
            self._goals.append((buying, None))
            self._goals += [(buying, to) for to, way in ways.items() if way.cost <= points + buying]
        self._length = len(self._goals) * len(sent)

    def __len__(self) -> int:
        return self._length

    def item(self, place: int) -> Decision:
        goal, errand = divmod(place, len(self._sent))
        buying, region = self._goals[goal]
        if region is None:
            return Stay(buying, self._sent[errand])
        return Move(region, self.ways[region].via, buying, self._sent[errand])

    def __contains__(self, decision: object) -> bool:
        return isinstance(decision, (Move, Stay)) and self.refusal(decision) is None

    def refusal(self, decision: Move | Stay) -> Reason | None:
        """Why this cannot be chosen; None if it can."""
        if decision.buying > self._for_sale:
            return because("points-for-sale", most=self._for_sale)
        if decision.sending not in self._sent:
            return because("not-sent-there")
        return None if isinstance(decision, Stay) else self._why_not_go(decision)

    def _why_not_go(self, move: Move) -> Reason | None:
        way, points = self.ways.get(move.to), self._points + move.buying
        if way is None:
            return because("no-way", to=move.to)
        if way.cost > points:
            return because("too-far", to=move.to, cost=way.cost, points=points)
        if move.via != way.via:
            return (
                because("other-way", to=move.to, via=way.via)
                if way.via
                else because("direct-way", to=move.to)
            )
        return None
