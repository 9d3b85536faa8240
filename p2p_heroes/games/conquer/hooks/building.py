"""Hook points: the building action: structures, foundations, units."""

from __future__ import annotations

from p2p_heroes.games.conquer.decisions import Build, Decision
from p2p_heroes.games.conquer.faction import Structure, Unit
from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.effects import Hooks
from p2p_heroes.games.kit.refusals import Reason


class BuildingHooks(Hooks):
    """Changes nothing. `seat` is always whose effect it is."""

    def building_started(self, turn: Turn, seat: int) -> None:
        """A building action begins."""

    def structure_prices(
        self, table: Table, seat: int, prices: tuple[Bundle, ...], structure: Structure, on: Region | None
    ) -> tuple[Bundle, ...]:
        """For what the structure can be had; several where the builder may choose."""
        return prices

    def needs_met(self, table: Table, seat: int, met: bool, structure: Structure) -> bool:
        """Whether one of those stands that a structure needs."""
        return met

    def structure_barred(
        self, table: Table, seat: int, why: Reason | None, structure: Structure
    ) -> Reason | None:
        """What else keeps a structure from being built; None if nothing does."""
        return why

    def lifts_level(self, table: Table, seat: int, lifted: bool, other: int) -> bool:
        """Whether the seat lets another build structures above the level of the action."""
        return lifted

    def structure_paid(self, turn: Turn, seat: int, structure: Structure, price: Bundle) -> None:
        """The price of a structure was paid, whatever was saved; it stands next."""

    def has_foundation(self, table: Table, seat: int, has: bool, region: Region) -> bool:
        """Whether there is a foundation for the seat in a region."""
        return has

    def foundations_in_reach(
        self, table: Table, seat: int, regions: tuple[Region, ...]
    ) -> tuple[Region, ...]:
        """In which regions a foundation can be built on, if there is one."""
        return regions

    def ways_to_build(
        self, table: Table, seat: int, ways: tuple[tuple[Build, Bundle], ...], structure: Structure
    ) -> tuple[tuple[Build, Bundle], ...]:
        """How the structure can be built, each way with its price, whether it can be paid or not."""
        return ways

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        """A structure of the seat stands, perhaps the one that holds this effect."""

    def foundation_laid(self, turn: Turn, seat: int, region: Region) -> None:
        """A structure was placed on a foundation."""

    def recruits(self, table: Table, seat: int, units: tuple[str, ...]) -> tuple[str, ...]:
        """Which units can be recruited."""
        return units

    def unit_price(self, table: Table, seat: int, price: int, unit: Unit) -> int:
        """What recruiting one costs in gold."""
        return price

    def recruit_prices(
        self, table: Table, seat: int, prices: tuple[Bundle, ...], unit: Unit
    ) -> tuple[Bundle, ...]:
        """For what one can be recruited; several where the recruiter may choose, unit by unit."""
        return prices

    def units_recruited(self, turn: Turn, seat: int, unit: Unit, count: int) -> None:
        """Units were recruited; received or modified ones do not count."""

    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        """What else may be done during a building action, each once in a fixed order."""
        return offers

    def offer_refused(self, table: Table, seat: int, why: Reason, decision: Decision, kind: str) -> Reason:
        """Why a request of this kind (build, attack or collect) does not offer something."""
        return why

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        """One of the offers was taken, perhaps of another effect."""

    def building_closed(self, turn: Turn, seat: int) -> None:
        """All have built, and nobody has come to what follows at the end of the action."""

    def building_ended(self, turn: Turn, seat: int) -> None:
        """All have built."""
