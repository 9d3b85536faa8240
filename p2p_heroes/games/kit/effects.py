"""Hook points: where cards, buildings and powers change the rules, without the rules knowing them.

A game declares its hook points as methods of classes below `Hooks`, a class for each chapter. Each answers
with what it was given, and an effect overrides some of them. The rules ask all effects that are at work for
a seat the same question, in one order, and never ask whose effect it is.

Two kinds of hook. A value hook takes a value and returns it changed or not; it decides nothing and must not
touch the table. A moment hook is told that something happened and does what follows, on the turn's own table.

At work is what has a bit in a player's `sources`. A player keeps in `at_work` what that comes to, until
something of it changes. A table holds its `players` and, seat by seat, the `boards` with all their effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from p2p_heroes.games.kit.frozen import Frozen

Hook: TypeAlias = Callable[..., object]
AtWork: TypeAlias = Mapping[Hook, tuple[Callable[..., Any], ...]]
"""Of those hooks that anything overrides: what does, in order."""


class Hooks(Frozen):
    """Hook points of one chapter, or an effect that overrides some."""


def hook_points(kind: type[Hooks]) -> dict[str, Hook]:
    """Every hook point of a class by its name, as it was first declared."""
    found: dict[str, Hook] = {}
    for declaring in reversed(kind.__mro__[: kind.__mro__.index(Hooks)]):
        named = {name: one for name, one in vars(declaring).items() if not name.startswith("_")}
        found = {name: one for name, one in named.items() if callable(one)} | found
    return found


@cache
def _overridden(kind: type[Hooks]) -> tuple[tuple[str, Hook], ...]:
    return tuple((name, hook) for name, hook in hook_points(kind).items() if getattr(kind, name) is not hook)


class EffectSheet:
    """All effects of one board, each with the bit in a player's sources that puts it to work."""

    __slots__ = ("overriding",)

    def __init__(self, effects: Iterable[tuple[int, Hooks]]) -> None:
        self.overriding: dict[Hook, list[tuple[int, Callable[..., Any]]]] = {}
        """Of each hook that anything overrides: the bits and what overrides it, in order."""
        for mark, effect in effects:
            for name, hook in _overridden(type(effect)):
                self.overriding.setdefault(hook, []).append((mark, getattr(effect, name)))

    @lru_cache(maxsize=4096)  # noqa: B019 -- sheets are few, and live as long as the program does
    def at_work(self, sources: int) -> AtWork:
        """What overrides each hook while these are at work; hooks that nothing overrides are left out."""
        asked = {
            hook: tuple([ask for mark, ask in asks if mark & sources])
            for hook, asks in self.overriding.items()
        }
        return {hook: asks for hook, asks in asked.items() if asks}


class _Player(Protocol):
    at_work: AtWork | None

    @property
    def sources(self) -> int: ...


class _Board(Protocol):
    @property
    def effects(self) -> EffectSheet: ...


class _Table(Protocol):
    @property
    def players(self) -> tuple[_Player, ...]: ...
    @property
    def boards(self) -> tuple[_Board, ...]: ...


class _Turn(Protocol):
    @property
    def table(self) -> _Table: ...


T = TypeVar("T")
P = ParamSpec("P")
ValueHook: TypeAlias = Callable[Concatenate[Any, Any, int, T, P], T]
"""Of an effect: what it makes of a value, by table, seat, value and details."""
MomentHook: TypeAlias = Callable[Concatenate[Any, Any, int, P], None]
"""Of an effect: what it does, by turn, seat and details."""


def at_work(table: _Table, seat: int) -> AtWork:
    """What is at work for the seat: worked out once for a player, and kept until something of it changes."""
    player = table.players[seat]
    if player.at_work is None:
        player.at_work = table.boards[seat].effects.at_work(player.sources)
    return player.at_work


if TYPE_CHECKING:

    def fold(
        hook: ValueHook[T, P], table: _Table, seat: int, value: T, /, *details: P.args, **named: P.kwargs
    ) -> T:
        """A value hook asked of all that is at work for the seat, one after the other."""
else:
    # Asked many times in a decision, and most hooks are overridden by nothing: what the type checker wants to
    # have in a signature would cost two hundredths of the whole game.
    def fold(hook, table, seat, value, *details):
        """A value hook asked of all that is at work for the seat, one after the other."""
        asked = table.players[seat].at_work or at_work(table, seat)
        if hook in asked:
            for ask in asked[hook]:
                value = ask(table, seat, value, *details)
        return value


def is_at_work(hook: Hook, table: _Table, seat: int) -> bool:
    """Whether anything that overrides a hook is at work for the seat."""
    return hook in at_work(table, seat)


def tell(hook: MomentHook[P], turn: _Turn, seat: int, /, *details: P.args, **named: P.kwargs) -> None:
    """A moment hook, told to all that is at work for the seat when the moment comes."""
    table = turn.table
    told = table.players[seat].at_work or at_work(table, seat)
    if hook in told:
        for ask in told[hook]:
            ask(turn, seat, *details)


def tell_all(
    hook: MomentHook[P], turn: _Turn, seats: tuple[int, ...], /, *details: P.args, **named: P.kwargs
) -> None:
    """A moment hook, told to all that is at work for one seat after the other."""
    told = overriding(hook, turn.table.boards)
    if told:
        for seat in seats:
            if seat in told:
                tell(hook, turn, seat, *details, **named)


def does_another(hook: Callable[..., bool], table: _Table, seat: int, *details: object) -> bool:
    """Whether anybody else answers with yes, asked of what they do to the seat."""
    for other in overriding(hook, table.boards):
        if other != seat and fold(hook, table, other, False, *details, seat):
            return True
    return False


@lru_cache(maxsize=4096)
def overriding(hook: Hook, boards: tuple[_Board, ...]) -> tuple[int, ...]:
    """The seats whose boards override a hook at all; mostly nobody's does."""
    return tuple(seat for seat, board in enumerate(boards) if hook in board.effects.overriding)
