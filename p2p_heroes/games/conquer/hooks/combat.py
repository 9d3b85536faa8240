"""Hook points: armies, battles, monsters and fortresses."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.faction import Unit
from p2p_heroes.games.conquer.resources import Amounts, Bundle
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Stack
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.effects import Hooks


class CombatHooks(Hooks):
    """Changes nothing. `seat` is always whose effect it is."""

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        """The power of one unit as it stands on the board."""
        return power

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        """What can be deployed. A stack that fills a pool comes before those that draw on it."""
        return stacks

    def pool(self, table: Table, seat: int, size: int, name: str) -> int:
        """What is in a pool before anything is deployed."""
        return size

    def stack_power(
        self, table: Table, seat: int, power: int, stack: Stack, deployed: Amounts, combat: Combat
    ) -> int:
        """The power of one of a stack beside all that is deployed with it."""
        return power

    def army_power(self, table: Table, seat: int, power: int, deployed: Amounts, combat: Combat) -> int:
        """The total power of an army that has deployed at least something."""
        return power

    def foe_power(self, table: Table, seat: int, power: int, combat: Combat) -> int:
        """How strong a monster or a fortress is for the seat."""
        return power

    def losses(
        self, table: Table, seat: int, losses: tuple[int, ...], deployed: Amounts, combat: Combat
    ) -> tuple[int, ...]:
        """How many of each unit perish."""
        return losses

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        """A combat in which something was deployed is over and the perished are gone."""

    def victory_won(self, turn: Turn, seat: int, winner: int, region: Region) -> None:
        """Somebody, perhaps the seat itself, has won a combat in person, standing in a region."""

    def plunder_in_reach(self, table: Table, seat: int, resources: Bundle) -> Bundle:
        """What of another player's resources the seat can take."""
        return resources

    def artefacts_at_stake(
        self, table: Table, seat: int, artefacts: tuple[Region, ...]
    ) -> tuple[Region, ...]:
        """Which artefacts of the defeated seat the winner of a battle can take."""
        return artefacts

    def monsters_standing(self, table: Table, seat: int, monsters: tuple[int, ...]) -> tuple[int, ...]:
        """Which monsters, by their place in the line, are still to be defeated."""
        return monsters

    def trophies(self, table: Table, seat: int, monsters: tuple[int, ...]) -> tuple[int, ...]:
        """Which monsters can be circled as the sign of a victory over players, the leftmost first."""
        return monsters

    def monsters_in_reach(self, table: Table, seat: int, monsters: tuple[int, ...]) -> tuple[int, ...]:
        """Which monsters, by their place in the line, may be fought."""
        return monsters

    def monster_looted(self, turn: Turn, seat: int, monster: int) -> None:
        """The seat takes what lies beneath a monster: it is beaten, or the reward of a battle."""

    def fight_offers(
        self, table: Table, seat: int, offers: tuple[Sequence[Decision], ...], sieged: bool
    ) -> tuple[Sequence[Decision], ...]:
        """What else may be done where monsters and fortresses are fought; `sieged`: the army has besieged."""
        return offers

    def fight_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        """One of these offers was taken, perhaps of another effect."""
