"""Whom a question of the rules reaches: all effects at work for a seat, in the order of the board.

Comes in: a hook of `Effect`, a table and a seat. Goes out: the value that all of them together make of one,
or everything that they do when a moment comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from p2p_heroes.games.conquer.faction import Board
    from p2p_heroes.games.conquer.state import Table
    from p2p_heroes.games.conquer.turn import Turn

T = TypeVar("T")

AtWork: TypeAlias = Mapping[Callable[..., object], tuple[Callable[..., Any], ...]]
"""Of those hooks that anything overrides: what does, in the order of the board."""


def at_work(table: Table, seat: int) -> AtWork:
    """What is at work for the seat: worked out once for a player, and kept until something of it changes."""
    player = table.players[seat]
    if player.at_work is None:
        player.at_work = table.boards[seat].at_work(player.sources)
    return player.at_work


def fold(hook: Callable[..., T], table: Table, seat: int, value: Any, *details: object) -> T:
    """A value hook asked of all that is at work for the seat, one after the other."""
    # Most hooks are overridden by nothing, and this is asked many times in a decision.
    asked = table.players[seat].at_work or at_work(table, seat)
    if hook in asked:
        for ask in asked[hook]:
            value = ask(table, seat, value, *details)
    changed: T = value
    return changed


def is_at_work(hook: Callable[..., object], table: Table, seat: int) -> bool:
    """Whether anything that overrides a hook is at work for the seat."""
    return hook in at_work(table, seat)


def tell(hook: Callable[..., None], turn: Turn, seat: int, *details: object) -> None:
    """A moment hook, told to all that is at work for the seat when the moment comes."""
    table = turn.table
    told = table.players[seat].at_work or at_work(table, seat)
    if hook in told:
        for ask in told[hook]:
            ask(turn, seat, *details)


def tell_all(hook: Callable[..., None], turn: Turn, seats: tuple[int, ...], *details: object) -> None:
    """A moment hook, told to all that is at work for one seat after the other."""
    told = overriding(hook, turn.table.boards)
    if told:
        for seat in seats:
            if seat in told:
                tell(hook, turn, seat, *details)


def does_another(hook: Callable[..., bool], table: Table, seat: int, *details: object) -> bool:
    """Whether anybody else answers with yes, asked of what they do to the seat."""
    for other in overriding(hook, table.boards):
        if other != seat and fold(hook, table, other, False, *details, seat):
            return True
    return False


@lru_cache(maxsize=4096)
def overriding(hook: Callable[..., object], boards: tuple[Board, ...]) -> tuple[int, ...]:
    """The seats whose boards override a hook at all; mostly nobody's does."""
    return tuple(seat for seat, board in enumerate(boards) if board.overriding[hook])
