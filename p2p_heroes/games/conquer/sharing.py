"""Resources chosen unit by unit: out of one stock, or out of those of other players (rulebook p. 10)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.decisions import Decision, Plunder, Portion, Take
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.holdings import receive
from p2p_heroes.games.conquer.kinds import in_order
from p2p_heroes.games.conquer.resources import NOTHING, RESOURCES, Amounts, Bundle, bundled, minus, named
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.kit.choices import Mapped, Shares
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT, COUNTS
from p2p_heroes.games.kit.refusals import Reason, because

MOST_TAKEN = 199
"""More resources than any one moment of a game gives."""


def portions(kind: type[Portion], stock: Bundle, most: int) -> Mapped[Decision]:
    """Every choice of so many resources out of a stock, or of all there are."""

    def make(share: tuple[int, ...]) -> Decision:
        wood, iron, gold = share
        return kind(named((wood, iron, gold)))

    def unmake(decision: object) -> tuple[int, ...] | None:
        share = bundled(decision.resources) if isinstance(decision, kind) else NOTHING
        return share if make(share) == decision else None

    return Mapped(Shares(stock, min(most, sum(stock))), make, unmake)


@lru_cache(maxsize=4096)
def all_portions(kind: type[Portion], stock: Bundle, most: int) -> tuple[Decision, ...]:
    """The same, written out; whoever thinks ahead asks for the same ones again and again."""
    return tuple(portions(kind, stock, most))


def of_any_kind(seat: int, count: int) -> Taking:
    """So many resources, whichever the seat likes."""
    return Taking(seat, (count,) * len(RESOURCES), count)


class Taking(Asking):
    """The seat receives so many resources of its choice, at most so many of each and none it cannot keep."""

    form: ClassVar[Form] = Form("taking", Part("seat", COUNT), Part("heaps", COUNTS), Part("count", COUNT))
    heaps: tuple[int, ...]
    count: int

    def offers(self, table: Table) -> Mapped[Decision]:
        return portions(Take, self._in_reach(table), self.count)

    def _in_reach(self, table: Table) -> Bundle:
        wood, iron, gold = self.heaps
        return fold(Effect.plunder_in_reach, table, self.seat, (wood, iron, gold))

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Take)
        player, taken = turn.player(self.seat), bundled(chosen.resources)
        before = player.stock
        receive(turn, self.seat, taken, Source.EFFECT)
        if player.stock == before and any(taken):
            turn.tell(events.ResourcesChosen(self.seat, *taken))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("take-together", count=self.count, most=named(self._in_reach(table)))

    def is_coherent(self, table: Table) -> bool:
        return (
            self.seat < len(table.players)
            and len(self.heaps) == len(RESOURCES)
            and max(self.heaps) <= MOST_TAKEN
            and 1 <= self.count <= min(sum(self.heaps), MOST_TAKEN)
        )


def goods_in_reach(table: Table, seat: int, victims: tuple[int, ...]) -> tuple[int, ...]:
    """How much of each resource the seat can take from each of them, player by player."""
    stocks = [table.players[victim].stock for victim in victims]
    return tuple(heap for stock in stocks for heap in fold(Effect.plunder_in_reach, table, seat, stock))


def plunders(table: Table, seat: int, victims: tuple[int, ...], most: int) -> Mapped[Decision]:
    """Every way to take up to so many resources from them together, but at least one; the most come first."""
    factions = tuple(table.boards[victim].name for victim in victims)

    def make(share: tuple[int, ...]) -> Decision:
        _, *taken = share
        parts = zip(factions, zip(*[iter(taken)] * 3, strict=True), strict=True)
        return Plunder(in_order(tuple((faction, named(part)) for faction, part in parts if any(part))))

    def unmake(decision: object) -> tuple[int, ...] | None:
        if not isinstance(decision, Plunder):
            return None
        spoils = dict(decision.spoils)
        taken = [count for faction in factions for count in bundled(spoils.get(faction, ()))]
        share = (total - sum(taken), *taken)
        return share if make(share) == decision else None

    heaps = goods_in_reach(table, seat, victims)
    total = min(most, sum(heaps))
    # What is left out stands before the heaps: what leaves nothing out comes first.
    return Mapped(Shares((max(0, total - 1), *heaps), total), make, unmake)


def plunder(turn: Turn, seat: int, spoils: tuple[tuple[str, Amounts], ...]) -> None:
    """The seat takes this, faction by faction."""
    factions = [board.name for board in turn.table.boards]
    for faction, amounts in spoils:
        victim, taken = factions.index(faction), bundled(amounts)
        player = turn.player(victim)
        player.stock = minus(player.stock, taken)
        turn.tell(events.Plundered(seat, victim, *taken))
        receive(turn, seat, taken, Source.PLUNDER)
