"""Hook points: the movement action up to the battles: ways, pieces, arrivals, meetings."""

from __future__ import annotations

from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Piece, Thing
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.effects import Hooks


class MovingHooks(Hooks):
    """Changes nothing. `seat` is always whose effect it is."""

    def step_cost(self, table: Table, seat: int, cost: int, region: Region, by_portal: bool) -> int:
        """Movement points for entering a region; effects that set a value come before those that add."""
        return cost

    def eased_regions(self, table: Table, seat: int, regions: tuple[Region, ...]) -> tuple[Region, ...]:
        """Regions into which and out of which a step costs a point less, down to nothing; once a step."""
        return regions

    def step_toll(self, table: Table, seat: int, toll: int, region: Region, other: int) -> int:
        """How many more points entering a region costs another, except by a portal that is free by itself."""
        return toll

    def first_steps(
        self, table: Table, seat: int, steps: tuple[tuple[Region, int], ...]
    ) -> tuple[tuple[Region, int], ...]:
        """Other ways to begin a march: regions, and for how many points they can be entered first."""
        return steps

    def movement_points(self, table: Table, seat: int, points: int) -> int:
        """How many points a movement action gives."""
        return points

    def points_for_sale(self, table: Table, seat: int, most: int) -> int:
        """How many extra points can be bought now."""
        return most

    def points_bought(self, turn: Turn, seat: int, count: int) -> None:
        """Extra points were taken and have to be paid for."""

    def pieces(self, table: Table, seat: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """What the player has on the map besides the own place."""
        return pieces

    def piece_reach(self, table: Table, seat: int, reach: int, piece: Piece) -> int:
        """How many regions a piece may cross in a movement action."""
        return reach

    def piece_moved(self, turn: Turn, seat: int, piece: Piece) -> None:
        """A piece has gone to another region."""

    def visited(self, turn: Turn, seat: int, visitor: int, region: Region) -> None:
        """Somebody, perhaps the seat itself, has ended a movement in a region and has not collected yet."""

    def all_arrived(self, turn: Turn, seat: int) -> None:
        """All who moved have arrived and collected; no battle has begun."""

    def meeting_others(self, turn: Turn, seat: int) -> None:
        """All have arrived, and the seat's place in turn order has come; its own regions are settled."""

    def battle_declared(self, turn: Turn, seat: int, region: Region) -> None:
        """A battle of the seat and others in its region is declared, and has not begun."""

    def may_join(self, table: Table, seat: int, may: bool, region: Region) -> bool:
        """Whether the seat can join a battle of others that is declared in a region."""
        return may

    def battle_joined(self, turn: Turn, seat: int, region: Region) -> None:
        """The seat has joined a battle from where it stands."""

    def movement_ended(self, turn: Turn, seat: int) -> None:
        """A movement action of the seat is over, all fights and artefacts too; unspent points go next."""

    def explored(self, turn: Turn, seat: int, region: Region) -> None:
        """The seat has visited a region for the first time and collected its resources."""

    def weakened(self, turn: Turn, seat: int) -> None:
        """The seat has to lose a unit and has none on its board."""

    def withholds(
        self, table: Table, seat: int, held: bool, thing: Thing, region: Region, other: int
    ) -> bool:
        """Whether the seat keeps another from using what lies in a region."""
        return held

    def holds_fortress(self, table: Table, seat: int, held: bool, region: Region) -> bool:
        """Whether the seat has the fortress of a region, so that nobody can seize it any more."""
        return held
