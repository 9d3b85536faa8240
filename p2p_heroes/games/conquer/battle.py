"""Battle between players: sealed deployment, the highest power, one reward (rulebook p. 10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.army import Muster, army_power, muster, perish, pieces_in, pieces_of
from p2p_heroes.games.conquer.collecting import take_artefact
from p2p_heroes.games.conquer.decisions import Decision, Decline, Deploy, Loot, Plunder, Seize
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.holdings import circle_monster, loot_monster
from p2p_heroes.games.conquer.kinds import REGION, SOME_REGION
from p2p_heroes.games.conquer.resources import Amounts
from p2p_heroes.games.conquer.sharing import goods_in_reach, plunder, plunders
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Source
from p2p_heroes.games.conquer.visiting import adjacent
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, Region
from p2p_heroes.games.game import Need, Open, Request, Secret
from p2p_heroes.games.kit.choices import Chained, Mapped, among
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT, COUNTS
from p2p_heroes.games.kit.refusals import Reason, because

DECLINE, LOOT = Decline(), Loot()


class Battle(Stage):
    """`beside`: a region next to it from where others were drawn in. Everybody fights where they stand."""

    form: ClassVar[Form] = Form(
        "battle", Part("region", SOME_REGION), Part("seats", COUNTS), Part("beside", REGION)
    )
    is_first = True
    region: Region
    seats: tuple[int, ...]
    beside: Region | None = None

    def need(self, table: Table) -> Need[Decision] | None:
        choices = {seat: self._deployments(table, seat) for seat in sorted(self.seats)}
        asked = tuple(Request(seat, "deploy", ways) for seat, ways in choices.items() if len(ways) > 1)
        return Secret(asked) if asked else None

    def combat(self, table: Table, seat: int) -> Combat:
        """In person where the battle is, else by a piece there, else in person from next door."""
        here = table.players[seat].here
        fields = [field for field in (self.region, self.beside) if field is not None]
        pieces = [(field, name) for field in fields for name in pieces_in(table, seat, field)]
        stand, piece = (here, "") if here in fields or not pieces else pieces[0]
        return Combat(Foe.PLAYERS, stand, piece, None if stand is self.region else self.region)

    def _deployments(self, table: Table, seat: int) -> Mapped[Decision]:
        return Mapped(self._muster(table, seat), Deploy, _deployed)

    def _muster(self, table: Table, seat: int) -> Muster:
        return muster(table, seat, self.combat(table, seat))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table = turn.table
        sides = {seat: self.combat(table, seat) for seat in self.seats}
        deployed: dict[int, Amounts] = {}
        for seat in self.seats:
            chosen = answers[seat] if seat in answers else Deploy(self._muster(table, seat)[0])
            assert isinstance(chosen, Deploy)
            deployed[seat] = chosen.deployed
        powers = {seat: army_power(table, seat, deployed[seat], sides[seat]) for seat in self.seats}
        winner = _strongest(powers)
        turn.tell(
            events.BattleFought(
                self.region, self.seats, tuple(deployed.values()), tuple(powers.values()), winner
            )
        )
        for seat in self.seats:
            perish(turn, seat, deployed[seat], sides[seat], won=seat == winner)
            if not sides[seat].piece:
                turn.player(seat).barred = True
                turn.player(seat).battled = True
        if winner is not None:
            if not sides[winner].piece:
                _give_right(turn, winner)
            self._celebrate(turn, winner, powers, with_reward=not sides[winner].piece)

    def _celebrate(self, turn: Turn, winner: int, powers: Mapping[int, int], *, with_reward: bool) -> None:
        """The leftmost open monster is circled as the sign of victory; a piece on its own gets no reward."""
        open_monsters = fold(Effect.trophies, turn.table, winner, monsters_left(turn.table, winner))
        if open_monsters:
            circle_monster(turn, winner, open_monsters[0])
        if with_reward:
            losers = tuple(seat for seat in self.seats if seat != winner)
            difference = powers[winner] - min(powers[seat] for seat in losers)
            # Nobody can give more than there is, and powers know no bounds.
            there_is = sum(goods_in_reach(turn.table, winner, losers))
            turn.queue(Rewarding(winner, losers, min(difference, there_is), open_monsters[:1]))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        if not isinstance(decision, Deploy):
            return because("not-a-deployment")
        stacks = self._muster(table, seat).stacks
        if bound := [
            stack.name for stack in stacks if stack.least > dict(decision.deployed).get(stack.name, 0)
        ]:
            return because("must-deploy", units=tuple(bound))
        most = tuple((stack.name, stack.most) for stack in stacks if stack.takes <= 0)
        is_limited = any(stack.pool for stack in stacks)
        return because("deploy-at-most-as-served" if is_limited else "deploy-at-most", most=most)

    def is_coherent(self, table: Table) -> bool:
        near = [seat for seat in table.in_turn if self._is_near(table, seat)]
        return len(self.seats) > 1 and self.seats == among(near, self.seats)

    def _is_near(self, table: Table, seat: int) -> bool:
        here, field = table.players[seat].region, self.region
        fields = (field, *adjacent(table, seat, field))
        return here in fields or any(piece.region in fields for piece in pieces_of(table, seat))


def _deployed(decision: object) -> Amounts | None:
    return decision.deployed if isinstance(decision, Deploy) else None


def _give_right(turn: Turn, winner: int) -> None:
    """To what lies where the winner stands; somebody else may be there who was not in the battle."""
    players = turn.table.players
    for seat, player in enumerate(players):
        if player.region is players[winner].region:
            turn.player(seat).barred = seat != winner


def _strongest(powers: Mapping[int, int]) -> int | None:
    """Whoever has the highest power alone; if it is shared, all are defeated."""
    highest = max(powers.values())
    strongest = [seat for seat, power in powers.items() if power == highest]
    return strongest[0] if len(strongest) == 1 else None


def monsters_left(table: Table, seat: int) -> tuple[int, ...]:
    """The monsters still to be defeated, by their place in the line."""
    left = _uncircled(len(table.boards[seat].monsters), table.players[seat].monsters)
    return fold(Effect.monsters_standing, table, seat, left)


@lru_cache(maxsize=4096)
def _uncircled(monsters: int, circled: int) -> tuple[int, ...]:
    return tuple(at for at in range(monsters) if not circled >> at & 1)


class Rewarding(Stage):
    """The winner takes one reward, or none.

    `plunder`: how many resources the defeated have to give at most; `circled`: the sign of victory.
    """

    form: ClassVar[Form] = Form(
        "rewarding",
        Part("seat", COUNT),
        Part("losers", COUNTS),
        Part("plunder", COUNT),
        Part("circled", COUNTS),
    )
    seat: int
    losers: tuple[int, ...]
    plunder: int
    circled: tuple[int, ...]

    def need(self, table: Table) -> Need[Decision] | None:
        rewards = self._rewards(table)
        return Open((Request(self.seat, "reward", rewards),)) if len(rewards) > 1 else None

    def _rewards(self, table: Table) -> Chained[Decision]:
        offered: tuple[Decision, ...] = (DECLINE, *(LOOT for _ in self.circled), *self._artefacts(table))
        # At most as many resources as the winner was stronger than the weakest, or all there are.
        spoils = plunders(table, self.seat, self.losers, self.plunder) if self.plunder else ()
        return Chained(offered, spoils)

    def _artefacts(self, table: Table) -> tuple[Seize, ...]:
        owned = [seat for seat in self.losers if table.players[seat].artefacts]
        at_stake = [region for seat in owned for region in _artefacts_of(table, seat)]
        return tuple(Seize(region) for region in ARTEFACT_REGIONS if region in at_stake)

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers.get(self.seat, DECLINE)
        turn.tell(events.RewardTaken(self.seat, chosen.form.tag))
        match chosen:
            case Loot():
                [monster] = self.circled
                loot_monster(turn, self.seat, monster, Source.LOOT)
            case Seize(region):
                [victim] = [seat for seat in self.losers if turn.table.players[seat].owns(region)]
                turn.player(victim).lose(region)
                turn.player(self.seat).rewarded = True
                turn.tell(events.ArtefactSeized(self.seat, victim, region))
                take_artefact(turn, self.seat, region)
            case Plunder(spoils):
                plunder(turn, self.seat, spoils)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        if isinstance(decision, Plunder):
            return because("plunder-the-defeated", count=self.plunder)
        if isinstance(decision, Seize) and any(table.players[x].owns(decision.artefact) for x in self.losers):
            return because("not-at-stake", artefact=decision.artefact)
        if isinstance(decision, Seize):
            return because("not-of-the-defeated", artefact=decision.artefact)
        return because("not-a-reward")

    def is_coherent(self, table: Table) -> bool:
        seats = set(self.losers) | {self.seat}
        return (
            max(seats) < len(table.players)
            and len(seats) == len(self.losers) + 1
            and bool(self.losers)
            and len(self.circled) <= 1
            and all(monster < len(table.boards[self.seat].monsters) for monster in self.circled)
            and self.plunder <= sum(goods_in_reach(table, self.seat, self.losers))
        )


def _artefacts_of(table: Table, loser: int) -> tuple[Region, ...]:
    """What the winner can take of a defeated player's artefacts."""
    owned = tuple(region for region in ARTEFACT_REGIONS if table.players[loser].owns(region))
    return fold(Effect.artefacts_at_stake, table, loser, owned)
