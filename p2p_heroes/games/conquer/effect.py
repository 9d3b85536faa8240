"""What a structure, an artefact or a faction's nature can change: the hook points.

An effect overrides one or two of these methods; every other question it answers
with what it was given. The rules ask all effects that are at work for a seat the
same question, in the order of the board: nature, structures, artefacts. They never
ask whose effect it is.

Two kinds of hook. A value hook takes a value and returns it changed or not; it
decides nothing and must not touch the table. A moment hook is told that
something happened and does what follows, on the turn's own copy of the table; what
needs a choice it queues as a stage. Hooks are named after the moment in the
rulebook, never after the faction that first needed them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

from p2p_heroes.games.conquer.decisions import Action, Build, Decision
from p2p_heroes.games.conquer.resources import Amounts, Bundle, Resource
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.frozen import Frozen

if TYPE_CHECKING:
    from p2p_heroes.games.conquer.faction import ArtefactTerms, Deed, Structure, Unit
    from p2p_heroes.games.conquer.state import Table
    from p2p_heroes.games.conquer.turn import Turn


class Foe(Enum):
    """The three kinds of combat (rulebook p. 9)."""

    PLAYERS = "players"
    MONSTER = "monster"
    FORTRESS = "fortress"


class Combat(Frozen):
    """Against whom, and where our side stands. `piece`: which piece fights alone; none: the player's army.

    `beside`: where it takes place, if that is next to where our side stands.
    """

    foe: Foe
    region: Region
    piece: str = ""
    beside: Region | None = None

    @property
    def field(self) -> Region:
        """Where it takes place."""
        return self.region if self.beside is None else self.beside


class Stack(Frozen):
    """Something that can be deployed, so many times at most.

    `unit` is the board's unit whose number it draws on, if any; several stacks may draw on one. `pool` and
    `takes` limit stacks together: what one puts in (a negative `takes`) others after it may take out.
    `fights`: whether it is in the fight; what is not draws on a pool, and is said with the deployment.
    """

    name: str
    power: int
    most: int
    least: int = 0
    unit: int | None = None
    pool: str = ""
    takes: int = 0
    fights: bool = True


class Piece(Frozen):
    """Something of a player's that stands on the map apart from the player."""

    name: str
    region: Region


class Thing(Enum):
    """What lies in a region for players to use."""

    FORTRESS = "fortress"
    ARTEFACT = "artefact"
    PORTAL = "portal"
    FOUNDATION = "foundation"


class Source(Enum):
    """Where resources come from."""

    START = "start"
    GATHERING = "gathering"
    REGION = "region"
    MONSTER = "monster"
    LOOT = "loot"
    FORTRESS = "fortress"
    PLUNDER = "plunder"
    EFFECT = "effect"

    def __str__(self) -> str:
        return self.value


class Score(Frozen):
    """The five boxes of the scoring area (rulebook p. 13)."""

    structures: int = 0
    foundations: int = 0
    resources: int = 0
    victories: int = 0
    artefacts: int = 0

    @property
    def total(self) -> int:
        return self.structures + self.foundations + self.resources + self.victories + self.artefacts


class SourceBit(IntEnum):
    """Where the bits begin that say what is at work: structures from 0, then artefacts, then nature."""

    ARTEFACTS = 32
    NATURE = 62


class Effect(Frozen):
    """Changes nothing. `seat` is always whose effect it is."""

    # Gathering and receiving.

    def gathered(self, table: Table, seat: int, amount: int, resource: Resource) -> int:
        """How much a gathering action gives."""
        return amount

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        """Resources come from somewhere; returned is what goes into the inventory at once."""
        return received

    # Rounds and actions.

    def game_started(self, turn: Turn, seat: int) -> None:
        """All stand where they begin, and the first round starts."""

    def round_planned(self, turn: Turn, seat: int) -> None:
        """The actions of the round are announced, and none has begun."""

    def actions_awaited(self, turn: Turn, seat: int) -> None:
        """All that the announcement has brought is settled, and the first action is about to begin."""

    def round_ended(self, turn: Turn, seat: int) -> None:
        """All actions of the round are performed; what lasted for the round is over."""

    def gains_by_level(self, table: Table, seat: int, gains: bool, action: Action, level: int) -> bool:
        """Whether an action of this level would do more for the seat at a higher one."""
        return gains

    def action_announced(self, turn: Turn, seat: int, action: Action) -> None:
        """An action is about to be performed by all, or by the one who acts alone; all are told."""

    # Building and recruiting.

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

    def structure_barred(self, table: Table, seat: int, why: str, structure: Structure) -> str:
        """What else keeps a structure from being built, in words; nothing if nothing does."""
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

    def offer_refused(self, table: Table, seat: int, why: str, decision: Decision, kind: str) -> str:
        """Why a request of this kind (build, attack or collect) does not offer something, in words."""
        return why

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        """One of the offers was taken, perhaps of another effect."""

    def building_closed(self, turn: Turn, seat: int) -> None:
        """All have built, and nobody has come to what follows at the end of the action."""

    def building_ended(self, turn: Turn, seat: int) -> None:
        """All have built."""

    # Moving.

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

    # Combat.

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

    # Artefacts.

    def artefact_terms(
        self, table: Table, seat: int, terms: tuple[ArtefactTerms, ...], artefact: Region
    ) -> tuple[ArtefactTerms, ...]:
        """On which terms the artefact of a region can be collected; one of them is enough."""
        return terms

    def deeds_done(self, table: Table, seat: int, times: int, deed: Deed) -> int:
        """How often the seat has done what an artefact asks for."""
        return times

    def collecting_offers(
        self, table: Table, seat: int, offers: tuple[Decision, ...], region: Region
    ) -> tuple[Decision, ...]:
        """What else may be done where the artefact of the region could be collected."""
        return offers

    def collecting_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        """One of these offers was taken, perhaps of another effect."""

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        """An artefact came to the seat, perhaps the one that holds this effect."""

    # The end.

    def leftover(self, table: Table, seat: int, left: int) -> int:
        """How many resources are in the inventory at the end, which break a tie."""
        return left

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        """The boxes at the end of the game."""
        return score


HOOKS: tuple[Callable[..., object], ...] = tuple(
    hook for name, hook in vars(Effect).items() if callable(hook) and not name.startswith("_")
)
