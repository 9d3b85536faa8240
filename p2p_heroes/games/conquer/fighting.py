"""Monsters and fortresses: after all battles, each player in turn order (rulebook p. 10).

One monster per round, one siege per movement action, in the order that the player
likes. A piece that stands apart may hunt in the player's stead and besieges by
itself; then the victory counts, but the resources are lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.army import Muster, army_power, muster, perish, pieces_of
from p2p_heroes.games.conquer.battle import monsters_left
from p2p_heroes.games.conquer.decisions import Decision, Done, Hunt, Siege
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.holdings import circle_monster, loot_monster, receive
from p2p_heroes.games.conquer.kinds import NAMES
from p2p_heroes.games.conquer.resources import Amounts
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Source
from p2p_heroes.games.conquer.visiting import is_fortress_free
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Need, Open, Request
from p2p_heroes.games.kit.choices import Chained, Lazy, Mapped
from p2p_heroes.games.kit.effects import fold, tell
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT
from p2p_heroes.games.kit.refusals import Reason, because

DONE = Done()
ARMY = "army"
Sides = list[tuple[Region, str]]


class Fighting(Stage):
    """`sieged`: who has made a siege, the player's army or a piece that stands apart, by name."""

    form: ClassVar[Form] = Form("fighting", Part("seat", COUNT), Part("sieged", NAMES))
    seat: int
    sieged: tuple[str, ...] = ()

    def need(self, table: Table) -> Need[Decision] | None:
        sieged = ARMY in self.sieged
        fights = fold(Effect.fight_offers, table, self.seat, self._usual_fights(table), sieged)
        if not fights:
            return None
        return Open((Request(self.seat, "attack", Chained((DONE,), *fights)),))

    def _usual_fights(self, table: Table) -> tuple[Sequence[Decision], ...]:
        sides = _sides(table, self.seat)
        return (*self._hunts(table, sides), *self._sieges(table, sides))

    def _hunts(self, table: Table, sides: Sides) -> list[Sequence[Decision]]:
        targets = targets_of(table, self.seat)
        if not targets:
            return []
        line = table.boards[self.seat].monsters
        armies = [attackers(table, self.seat, Combat(Foe.MONSTER, *side)) for side in sides]
        return [
            Mapped(army, partial(Hunt, line[at].power), partial(_hunting, line[at].power))
            for at in targets
            for army in armies
            if len(army)
        ]

    def _sieges(self, table: Table, sides: Sides) -> list[Sequence[Decision]]:
        found: list[Sequence[Decision]] = []
        for region, piece in sides:
            if self.may_besiege(table, region, piece):
                army = attackers(table, self.seat, Combat(Foe.FORTRESS, region, piece))
                if len(army):
                    found.append(Mapped(army, partial(Siege, region), partial(_besieging, region)))
        return found

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers.get(self.seat)
        if chosen is None:
            return
        if isinstance(chosen, Done):
            turn.tell(events.FightsFinished(self.seat))
        elif isinstance(chosen, Hunt):
            self._hunt(turn, chosen.power, chosen.deployed)
            turn.queue(self)
        elif isinstance(chosen, Siege):
            piece = self._siege(turn, chosen.region, chosen.deployed)
            turn.queue(Fighting(self.seat, tuple(sorted((*self.sieged, piece or ARMY)))))
        else:
            tell(Effect.fight_offer_taken, turn, self.seat, chosen)
            turn.queue(self)

    def _hunt(self, turn: Turn, monster: int, deployed: Amounts) -> None:
        table, seat = turn.table, self.seat
        combat = combat_of(table, seat, Foe.MONSTER, deployed)
        line = table.boards[seat].monsters
        [at] = [at for at, one in enumerate(line) if one.power == monster]
        power = army_power(table, seat, deployed, combat)
        choose_monster(turn, seat, monsters_left(table, seat).index(at))
        won = power > foe_power(turn, seat, monster, combat)
        turn.tell(events.MonsterFought(seat, combat.region, monster, deployed, power, won))
        perish(turn, seat, deployed, combat, won=won)
        if won:
            circle_monster(turn, seat, at)
            if not combat.piece:
                loot_monster(turn, seat, at)

    def may_besiege(self, table: Table, region: Region, piece: str) -> bool:
        """Whether the army or a piece can, and has not done so in this action."""
        return (piece or ARMY) not in self.sieged and may_besiege(table, self.seat, region, piece)

    def _siege(self, turn: Turn, region: Region, deployed: Amounts) -> str:
        """The piece that made it; none if the army did."""
        table, seat = turn.table, self.seat
        combat = combat_of(table, seat, Foe.FORTRESS, deployed)
        fortress = table.boards[seat].places[region].fortress
        assert fortress is not None
        power = army_power(table, seat, deployed, combat)
        won = power > foe_power(turn, seat, fortress.power, combat)
        turn.tell(
            events.FortressAttacked(seat, region, fortress.power, deployed, power, fortress.points, won)
        )
        perish(turn, seat, deployed, combat, won=won)
        if won:
            turn.player(seat).fortresses |= 1 << region
            if not combat.piece:
                receive(turn, seat, fortress.resources, Source.FORTRESS)
        return combat.piece

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        match decision:
            case Hunt(power, _):
                return self._why_not_hunt(table, power)
            case Siege(region, _):
                return self._why_not_siege(table, region)
        why = because("not-a-fight")
        return fold(Effect.offer_refused, table, seat, why, decision, "attack")

    def _why_not_hunt(self, table: Table, power: int) -> Reason:
        if table.players[self.seat].hunted:
            return because("hunted")
        powers = [table.boards[self.seat].monsters[at].power for at in targets_of(table, self.seat)]
        if power in powers:
            return because("deploy-something")
        return because("not-in-reach", powers=tuple(powers), power=power)

    def _why_not_siege(self, table: Table, region: Region) -> Reason:
        sides = [side for side in _sides(table, self.seat) if side[0] is region]
        if any((piece or ARMY) in self.sieged for _, piece in sides):
            return because("besieged")
        if any(may_besiege(table, self.seat, *side) for side in sides):
            return because("deploy-something")
        return because("no-fortress", region=region)

    def is_coherent(self, table: Table) -> bool:
        return self.seat < len(table.players) and self.sieged == tuple(sorted(set(self.sieged)))


def _sides(table: Table, seat: int) -> Sides:
    """Where the seat can fight: in person, and with each piece that stands apart."""
    own = table.players[seat].here
    return [(own, ""), *((one.region, one.name) for one in pieces_of(table, seat) if one.region is not own)]


def combats(table: Table, seat: int, foe: Foe) -> list[Combat]:
    """Those of the seat's army and of each piece that stands apart."""
    return [Combat(foe, *side) for side in _sides(table, seat)]


def combat_of(table: Table, seat: int, foe: Foe, deployed: Amounts) -> Combat:
    """Who fights shows in what is deployed: a piece apart from the player is always alone."""
    army, *pieces = combats(table, seat, foe)
    return next((piece for piece in pieces if deployed in muster(table, seat, piece)), army)


def targets_of(table: Table, seat: int) -> tuple[int, ...]:
    """The monsters that may be fought: the leftmost open one, and one more for each unspent point."""
    player = table.players[seat]
    if player.hunted:
        return ()
    reach = monsters_left(table, seat)[: player.points + 1]
    return fold(Effect.monsters_in_reach, table, seat, reach)


def choose_monster(turn: Turn, seat: int, skipped: int) -> None:
    """The monster of the round, for a point for each that was skipped, unless an effect leaps over them."""
    player = turn.player(seat)
    player.hunted = True
    if skipped <= player.points:
        player.points -= skipped


def may_besiege(table: Table, seat: int, region: Region, piece: str) -> bool:
    barred = _has_company(table, region) if piece else table.players[seat].barred
    return not barred and is_fortress_free(table, region, seat)


def _has_company(table: Table, region: Region) -> bool:
    """A piece still beside other players came there after the battles, and has won no right."""
    return any(player.region is region for player in table.players)


def foe_power(turn: Turn, seat: int, printed: int, combat: Combat) -> int:
    """How strong a monster or a fortress is against the seat."""
    power = fold(Effect.foe_power, turn.table, seat, printed, combat)
    if power != printed:
        turn.tell(events.FoeWeakened(seat, printed, power))
    return power


class Attackers(Lazy[Amounts]):
    """A muster without deployments in which nobody fights: to fight with nothing is not to fight."""

    def __init__(self, army: Muster) -> None:
        self._army = army
        self._empty = army.without_fighters
        self._length = len(army) - self._empty

    def __len__(self) -> int:
        return self._length

    def item(self, place: int) -> Amounts:
        return self._army.item(place + self._empty)

    def __contains__(self, deployed: object) -> bool:
        return deployed in self._army and self._army.is_fought_by(deployed)


def attackers(table: Table, seat: int, combat: Combat) -> Attackers:
    return Attackers(muster(table, seat, combat))


def _hunting(power: int, decision: object) -> Amounts | None:
    return decision.deployed if isinstance(decision, Hunt) and decision.power == power else None


def _besieging(region: Region, decision: object) -> Amounts | None:
    return decision.deployed if isinstance(decision, Siege) and decision.region is region else None
