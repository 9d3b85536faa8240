"""What can be deployed, how strong it is, and what perishes (rulebook p. 9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.resources import Amounts, rank
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Piece, Stack
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.choices import Grid, Lazy, State, Tree
from p2p_heroes.games.kit.effects import at_work, fold, is_at_work, tell, tell_all


def pieces_of(table: Table, seat: int) -> tuple[Piece, ...]:
    """What a player has on the map besides the own place."""
    return fold(Effect.pieces, table, seat, ())


def pieces_in(table: Table, seat: int, region: Region) -> tuple[str, ...]:
    """The seat's pieces in a region, by name."""
    pieces = pieces_of(table, seat)
    return tuple(piece.name for piece in pieces if piece.region is region) if pieces else ()


def count_of(table: Table, seat: int, name: str) -> int:
    """How many units of this name the seat has."""
    return table.players[seat].units[table.boards[seat].unit_index[name]]


def unit_power(table: Table, seat: int, at: int) -> int:
    """The power of one unit as it stands on the board."""
    unit = table.boards[seat].units[at]
    return fold(Effect.unit_power, table, seat, unit.power, unit)


def stacks_for(table: Table, seat: int, combat: Combat) -> tuple[Stack, ...]:
    """What a seat can deploy, in the order in which it is written down."""
    board, units = table.boards[seat], table.players[seat].units
    stacks: tuple[Stack, ...] = ()
    if not combat.piece and not is_at_work(Effect.unit_power, table, seat):
        stacks = _printed_stacks(board, units)
    elif not combat.piece:
        stacks = tuple(
            Stack(board.units[at].name, unit_power(table, seat, at), count, unit=at)
            for at, count in enumerate(units)
            if count
        )
    return fold(Effect.stacks, table, seat, stacks, combat)


@lru_cache(maxsize=4096)
def _printed_stacks(board: Board, units: tuple[int, ...]) -> tuple[Stack, ...]:
    return tuple(
        Stack(unit.name, unit.power, count, unit=at)
        for at, (unit, count) in enumerate(zip(board.units, units, strict=True))
        if count
    )


class Muster(Lazy[Amounts]):
    """Every deployment that is possible with some stacks; those in which nobody fights come first."""

    def __init__(self, stacks: tuple[Stack, ...], pools: dict[str, int]) -> None:
        units = [stack.unit for stack in stacks]
        self._ways: Grid | _Ways
        if not pools and len(set(units)) == len(units):
            # No stack has to do with another.
            self._ways = Grid(tuple([range(stack.least, stack.most + 1) for stack in stacks]))
        else:
            # What fills pools comes first, what does not fight last; of one unit, what draws on a pool comes
            # before what does not, so that its last stack is free and the tree stays small.
            stacks = tuple(
                sorted(
                    stacks,
                    key=lambda one: (not one.fights, one.takes >= 0, units.index(one.unit), one.takes == 0),
                )
            )
            self._ways = _Ways(stacks, pools)
        self.stacks = stacks
        self._pools = pools
        self._names = tuple([stack.name for stack in stacks])

    def __len__(self) -> int:
        return len(self._ways)

    def item(self, place: int) -> Amounts:
        return self._amounts(self._ways.item(place))

    def __contains__(self, deployed: object) -> bool:
        if not isinstance(deployed, tuple):
            return False
        counts = dict(deployed)
        way = tuple([counts.get(name, 0) for name in self._names])
        return self._amounts(way) == deployed and way in self._ways

    def is_fought_by(self, deployed: object) -> bool:
        """Whether somebody fights in one of the deployments."""
        fighters = [stack.name for stack in self.stacks if stack.fights]
        return isinstance(deployed, tuple) and any(name in fighters for name, _ in deployed)

    def _amounts(self, way: tuple[int, ...]) -> Amounts:
        return tuple([(self._names[at], way[at]) for at in _written(self._names) if way[at]])

    @property
    def without_fighters(self) -> int:
        """In how many of the deployments, which all come first, nobody fights."""
        if sum([stack.least for stack in self.stacks]):
            return 0
        idle = tuple([stack for stack in self.stacks if not stack.fights]) if self._pools else ()
        return len(Muster(idle, self._pools)) if idle else 1


@lru_cache(maxsize=1024)
def _written(names: tuple[str, ...]) -> tuple[int, ...]:
    """In which order amounts of these are written."""
    return tuple(sorted(range(len(names)), key=lambda at: rank(names[at])))


class _Ways(Tree):
    """One number per stack. What is left: of each unit that several stacks draw on, and of each pool."""

    def __init__(self, stacks: tuple[Stack, ...], pools: dict[str, int]) -> None:
        units = [stack.unit for stack in stacks if stack.unit is not None]
        shared = sorted({unit for unit in units if units.count(unit) > 1})
        left = [*(max(s.most for s in stacks if s.unit == unit) for unit in shared), *pools.values()]
        super().__init__(len(stacks), tuple(left))
        pool_places = {name: len(shared) + at for at, name in enumerate(pools)}
        self._stacks = stacks
        self._draws = tuple(tuple(_draws(stack, shared, pool_places)) for stack in stacks)
        self._last = {at: depth for depth, draws in enumerate(self._draws) for at, _ in draws}

    def branches(self, depth: int, state: State) -> range:
        stack = self._stacks[depth]
        most = stack.most
        for at, takes in self._draws[depth]:
            if takes > 0:
                most = min(most, state[at] // takes)
        return range(stack.least, most + 1)

    def is_free(self, depth: int) -> bool:
        return all(depth == self._last[at] for at, _ in self._draws[depth])

    def below(self, depth: int, state: State, number: int) -> State:
        if not self._draws[depth]:
            return state
        left = list(state)
        for at, takes in self._draws[depth]:
            # What nobody draws on any more is forgotten: ways that differ only in it are counted once.
            left[at] = left[at] - takes * number if depth < self._last[at] else 0
        return tuple(left)


def _draws(stack: Stack, shared: list[int], pool_places: dict[str, int]) -> Iterator[tuple[int, int]]:
    """What one of a stack takes, and from where in what is left."""
    if stack.unit in shared:
        yield shared.index(stack.unit), 1
    if stack.pool:
        yield pool_places[stack.pool], stack.takes


def muster(table: Table, seat: int, combat: Combat) -> Muster:
    hooks = at_work(table, seat)
    if not (combat.piece or Effect.stacks in hooks or Effect.unit_power in hooks):
        return _printed_muster(table.boards[seat], table.players[seat].units)
    stacks = stacks_for(table, seat, combat)
    pools = {stack.pool: fold(Effect.pool, table, seat, 0, stack.pool) for stack in stacks if stack.pool}
    return Muster(stacks, pools)


@lru_cache(maxsize=4096)
def _printed_muster(board: Board, units: tuple[int, ...]) -> Muster:
    return Muster(_printed_stacks(board, units), {})


def army_power(table: Table, seat: int, deployed: Amounts, combat: Combat) -> int:
    """The total power of what is deployed; bonuses need at least something that is (docs/rulings.md 61)."""
    if not deployed:
        return 0
    stacks = {stack.name: stack for stack in stacks_for(table, seat, combat)}
    power, is_fought = 0, False
    for name, count in deployed:
        stack = stacks[name]
        is_fought |= stack.fights
        power += count * fold(Effect.stack_power, table, seat, stack.power, stack, deployed, combat)
    return fold(Effect.army_power, table, seat, power, deployed, combat) if is_fought else 0


def perish(turn: Turn, seat: int, deployed: Amounts, combat: Combat, *, won: bool) -> None:
    """Win or lose, whatever was deployed is gone, but for what an effect brings back."""
    if not deployed:
        return
    table, player = turn.table, turn.player(seat)
    units = table.boards[seat].units
    fallen = [0 for _ in units]
    stacks = {stack.name: stack.unit for stack in stacks_for(table, seat, combat)}
    for name, count in deployed:
        unit = stacks[name]
        if unit is not None:
            fallen[unit] += count
    losses = fold(Effect.losses, table, seat, tuple(fallen), deployed, combat)
    player.units = tuple(count - lost for count, lost in zip(player.units, losses, strict=True))
    perished = tuple((unit.name, lost) for unit, lost in zip(units, losses, strict=True) if lost)
    if perished:
        turn.tell(events.UnitsPerished(seat, perished))
    tell(Effect.fought, turn, seat, deployed, combat, won)
    if won and not combat.piece:
        tell_all(Effect.victory_won, turn, table.in_turn, seat, combat.region)
