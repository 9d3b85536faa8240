"""Effects that two or more factions have. One that a single faction has stands in its file."""

from __future__ import annotations

from p2p_heroes.games.conquer.building import GrantedStructure
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Unit
from p2p_heroes.games.conquer.holdings import gain_units, pay
from p2p_heroes.games.conquer.resources import Amounts, Resource, bundle
from p2p_heroes.games.conquer.sharing import of_any_kind
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Score
from p2p_heroes.games.conquer.world import Region, Terrain


class Recruits(Effect):
    """Units of this name can be recruited."""

    unit: str

    def recruits(self, table: Table, seat: int, units: tuple[str, ...]) -> tuple[str, ...]:
        return (*units, self.unit)


class Power(Effect):
    """The power of a unit is modified to this."""

    unit: str
    power: int

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        return self.power if unit.name == self.unit else power


class Price(Effect):
    """The price of a unit is modified to this."""

    unit: str
    price: int

    def unit_price(self, table: Table, seat: int, price: int, unit: Unit) -> int:
        return self.price if unit.name == self.unit else price


class TerrainCost(Effect):
    """Entering this terrain costs so much."""

    terrain: Terrain
    cost: int

    def step_cost(self, table: Table, seat: int, cost: int, region: Region, by_portal: bool) -> int:
        return self.cost if table.terrain[region] is self.terrain else cost


class MorePoints(Effect):
    """So many more movement points in every movement action."""

    points: int

    def movement_points(self, table: Table, seat: int, points: int) -> int:
        return points + self.points


class WoodCarries(Effect):
    """So much wood for a movement point, as often as the wood lasts."""

    wood: int

    def points_for_sale(self, table: Table, seat: int, most: int) -> int:
        return most + table.players[seat].stock[Resource.WOOD] // self.wood

    def points_bought(self, turn: Turn, seat: int, count: int) -> None:
        pay(turn, seat, bundle(wood=self.wood * count))


class MoreGathered(Effect):
    """So many more of a resource in every action that gathers it."""

    resource: Resource
    amount: int

    def gathered(self, table: Table, seat: int, amount: int, resource: Resource) -> int:
        return amount + self.amount if resource is self.resource else amount


class ArmyPower(Effect):
    """So much more total power, against some foes or all."""

    power: int
    foes: tuple[Foe, ...] = tuple(Foe)

    def army_power(self, table: Table, seat: int, power: int, deployed: Amounts, combat: Combat) -> int:
        return power + self.power if combat.foe in self.foes else power


class UnitsArrive(Effect):
    """With the artefact of this region come units, each time it is gained."""

    artefact: Region
    unit: str
    count: int

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is self.artefact:
            gain_units(turn, seat, self.unit, self.count)


class ResourcesArrive(Effect):
    """With the artefact of this region come resources of the player's choice, each time it is gained."""

    artefact: Region
    count: int

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is self.artefact:
            turn.queue(of_any_kind(seat, self.count))


class GrantsStructure(Effect):
    """With the artefact of this region a structure is built for nothing, each time it is gained."""

    artefact: Region

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is self.artefact:
            turn.queue(GrantedStructure(seat))


class FoundationPoints(Effect):
    """One more point per foundation with a structure; in the artefacts' box if an artefact gives it."""

    by_artefact: bool = False

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, len(table.players[seat].foundations), by_artefact=self.by_artefact)


class FortressPoints(Effect):
    """More points per seized fortress."""

    points: int
    by_artefact: bool = False

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        points = self.points * table.players[seat].fortresses.bit_count()
        return with_points(score, points, by_artefact=self.by_artefact)


class TravelPoints(Effect):
    """One point per so many visited regions."""

    regions: int
    by_artefact: bool = False

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        points = table.players[seat].visited.bit_count() // self.regions
        return with_points(score, points, by_artefact=self.by_artefact)


def with_points(score: Score, points: int, *, by_artefact: bool) -> Score:
    """More points in the box of the structures or of the artefacts."""
    structures, artefacts = (0, points) if by_artefact else (points, 0)
    return Score(
        score.structures + structures,
        score.foundations,
        score.resources,
        score.victories,
        score.artefacts + artefacts,
    )
