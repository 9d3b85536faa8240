"""What a table of Write & Conquer is worth to a seat, in hundredths of a victory point.

The points that the seat would have if the game ended now come first. What else it has
is worth what it may still become: resources buy structures and reach milestones, an army
beats monsters and fortresses, structures and artefacts work on until the end, and a good
place is near things that nobody has taken yet. All of it fades as the rounds run out.
Only boards and hooks are asked, so that no faction has to be known.
"""

from __future__ import annotations

from functools import cache, lru_cache

from p2p_heroes.bots.conquer.factions import INSIGHTS
from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.army import unit_power
from p2p_heroes.games.conquer.battle import monsters_left
from p2p_heroes.games.conquer.building import has_foundation
from p2p_heroes.games.conquer.decisions import Action
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.planning import ActionStarts, Planning, RoundStarts
from p2p_heroes.games.conquer.recruiting import recruit_prices, recruitable
from p2p_heroes.games.conquer.resources import RESOURCES, Bundle, Resource, covers
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import ROUNDS, Table
from p2p_heroes.games.conquer.world import PLACES, REGIONS, Region, realm
from p2p_heroes.games.kit.effects import fold

POINT = 100
ACTIONS_A_ROUND = 4
MOVE, BUILD = str(Action.MOVE), str(Action.BUILD)

GOODS = 26
"""What one wood or iron is worth while there is time to build with it."""
POWER = 17
"""What one power is worth that nothing can be beaten with yet."""
NEXT_MONSTER, SKIPPING, FORTRESS = 92, 6, 55
"""How much of a victory's worth counts before it is won, in hundredths: the next monster's, so much less
for each that would have to be skipped, and a fortress's, to which one has to go."""
NEARNESS = 85
"""How much of a milestone's points counts just before it is reached, in hundredths."""
GOLD, INCOME = 16, 50
"""What one gold is worth to those who recruit nobody, and how much of it comes in during an action, in
hundredths: whoever can recruit has a use for all of it."""
LOOSE = 35
"""What is left of that, in hundredths, for more than all structures ask that are not built yet."""
ENDLESS = 1000
BARGAIN = 19
"""What one power is worth that can be recruited."""
PROMISE, PROMISE_BY_LEVEL = 5, 2
"""What the effects of a structure may bring in each round, whatever they are."""


def actions_left(table: Table) -> int:
    """How many actions are still to begin, up to the end of the game."""
    if not table.agenda:
        return 0
    ahead = 0
    for stage in table.agenda:
        if isinstance(stage, ActionStarts):
            ahead += 1
        elif isinstance(stage, Planning | RoundStarts):
            ahead += ACTIONS_A_ROUND
    return ahead + ACTIONS_A_ROUND * (ROUNDS - max(table.round, 1))


def insight_of(table: Table, seat: int) -> type[Insight]:
    """What is told of the seat's faction."""
    return INSIGHTS.get(type(table.players[seat].own), Insight)


def level_ahead(table: Table, action: str) -> int:
    """At which level an action is still to come in this round, or 0."""
    for stage in table.agenda:
        if isinstance(stage, ActionStarts) and stage.action == action:
            return stage.level
    return 0


def _builds_before_moving(table: Table) -> bool:
    for stage in table.agenda:
        if isinstance(stage, ActionStarts) and stage.action in (MOVE, BUILD):
            return stage.action == BUILD
    return False


def army_size(table: Table, seat: int) -> int:
    """The power of all units on the board together."""
    return sum(
        count * unit_power(table, seat, at) for at, count in enumerate(table.players[seat].units) if count
    )


Goals = tuple[tuple[int, int], ...]
"""What can still be beaten: its power and what the victory is worth, the strongest first."""


@lru_cache(maxsize=65536)
def army_worth(power: int, goals: Goals, fights: int) -> int:
    """What an army of this power may bring in so many fights: the strongest that it can beat come first."""
    if not fights:
        return 0
    worth, left = 0, power
    for goal, points in goals:
        if goal < left:
            worth += points
            left -= goal + 1
            fights -= 1
            if not fights:
                return worth
    return worth + min(left, 40) * POWER * min(fights, 3) // 3


@lru_cache(maxsize=65536)
def heap_worth(
    count: int, use: int, reached: int, milestones: tuple[tuple[int, int], ...], each: int, actions: int
) -> int:
    """What so many of one resource are worth: what they buy, and how near the next milestone is."""
    useful = min(count, use)
    worth = (
        each * min(useful, 14) + each * max(0, useful - 14) * 6 // 10 + (count - useful) * each * LOOSE // 100
    )
    income = actions * 55 // 100
    for at in range(reached, len(milestones)):
        value, points = milestones[at]
        if count + income >= value:
            # The share grows faster near the end of the way, so that the last steps are not thrown away.
            worth += points * POINT * NEARNESS * count * count // (100 * value * value)
    return worth


def structure_promise(level: int, actions: int) -> int:
    """What the effects of a structure may bring until the end."""
    return (PROMISE + PROMISE_BY_LEVEL * level) * actions // 4


@lru_cache(maxsize=4096)
def open_prices(board: Board, built: int) -> Bundle:
    """What all structures together ask that are not built yet.

    Gold recruits without end, and where no structure asks for goods they must have another use.
    """
    prices = [structure.price for structure in board.structures]
    left = [price for at, price in enumerate(prices) if not built >> at & 1]
    wood, iron = (
        sum(price[kind] for price in left) if any(price[kind] for price in prices) else ENDLESS
        for kind in (Resource.WOOD, Resource.IRON)
    )
    return (wood, iron, ENDLESS)


@lru_cache(maxsize=65536)
def works_worth(board: Board, built: int, actions: int) -> int:
    """What stands works on; what could stand next counts a little."""
    worth, horizon = 0, min(actions, 24)
    for at, structure in enumerate(board.structures):
        if built >> at & 1:
            if structure.effects:
                worth += structure_promise(structure.level, actions)
        elif not board.needs[at] or board.needs[at] & built:
            worth += (structure.points * POINT + structure.level * 60) * horizon // 300
    return worth


def fights_left(table: Table) -> int:
    """In about how many movement actions a monster can still be fought."""
    if not table.agenda:
        return 0
    now = 1 if level_ahead(table, MOVE) or not table.plan else 0
    return now + (ROUNDS - max(table.round, 1)) * 7 // 8


@lru_cache(maxsize=65536)
def open_goals(board: Board, players: int, monsters: tuple[int, ...], taken: int, time: int) -> Goals:
    """Monsters and fortresses that nobody has beaten yet."""
    found: list[tuple[int, int]] = []
    for skipped, at in enumerate(monsters):
        monster = board.monsters[at]
        worth = monster.points * POINT + sum(monster.resources) * GOODS * time // 100
        # Whoever wants to skip others needs unspent points for it.
        found.append((monster.power, worth * max(55, NEXT_MONSTER - SKIPPING * skipped) // 100))
    for region in fortress_regions(players):
        fortress = board.places[region].fortress
        if fortress is not None and not taken >> region & 1:
            worth = fortress.points * POINT + sum(fortress.resources) * GOODS * time // 100
            found.append((fortress.power, worth * FORTRESS // 100))
    return tuple(sorted(found, reverse=True))


class Prospects:
    """What a seat can still make of a table."""

    __slots__ = (
        *("table", "seat", "player", "board", "insight", "actions", "time"),
        *("fights", "power", "taken", "each", "goals", "lures"),
    )

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.player, self.board = table.players[seat], table.boards[seat]
        self.actions = actions_left(table)
        self.time = min(100, 10 + 90 * self.actions // 20) if self.actions else 4
        """How much of their worth resources still have, in hundredths."""
        self.fights = fights_left(table)
        self.insight = insight_of(table, seat)
        self.power = army_size(table, seat) + self.insight.reserve(table, seat)
        self.taken = 0
        """The fortresses that somebody has."""
        for player in table.players:
            self.taken |= player.fortresses
        gold = max(GOLD, min(40, self._best_bargain()))
        self.each: Bundle = (GOODS * self.time // 100, GOODS * self.time // 100, gold * self.time // 100)
        """What one more wood, iron or gold is worth, milestones aside."""
        left = monsters_left(table, seat)
        self.lures: list[int] = []
        self.goals = open_goals(self.board, len(table.players), left, self.taken, self.time)

    def _best_bargain(self) -> int:
        """What the power is worth that one gold buys, as far as units can be recruited."""
        table, seat, best = self.table, self.seat, 0
        for name in recruitable(table, seat):
            power = unit_power(table, seat, self.board.unit_index[name])
            for price in recruit_prices(table, seat, name):
                best = max(best, power * BARGAIN // max(1, sum(price)))
        return best

    def strength(self, power: int) -> int:
        """What an army of this power is worth."""
        return army_worth(power, self.goals, self.fights)

    def stock(self, stock: Bundle) -> int:
        """What resources are worth if these were what the seat has."""
        milestones, each, reached = self.board.milestones, self.each, self.player.milestones
        uses = open_prices(self.board, self.player.built)
        return sum(
            [
                heap_worth(stock[kind], uses[kind], reached[kind], milestones, each[kind], self.actions)
                for kind in RESOURCES
            ]
        )

    def works(self) -> int:
        """Structures and artefacts whose effects go on, and what stands open to be built next."""
        worth = works_worth(self.board, self.player.built, self.actions)
        return worth + self.player.artefacts.bit_count() * 3 * self.actions

    def gains(self) -> int:
        """More resources and movement points in every action to come."""
        table, seat = self.table, self.seat
        worth = max(0, self.each[Resource.GOLD] - GOLD * self.time // 100) * self.actions * INCOME // 100
        if Effect.gathered in self.board.effects.overriding:
            for kind in RESOURCES:
                more = fold(Effect.gathered, table, seat, 2, kind) - 2
                worth += more * self.each[kind] * self.actions * 16 // 100
        if Effect.movement_points in self.board.effects.overriding:
            worth += (fold(Effect.movement_points, table, seat, 2) - 2) * 7 * self.actions // 4
        return worth

    def best_level(self, most: int) -> int:
        """The highest level of a structure that the stock could pay for."""
        player, board, best = self.player, self.board, 0
        for at, structure in enumerate(board.structures):
            if best < structure.level <= most and not player.built >> at & 1:
                needs = board.needs[at]
                if (not needs or needs & player.built) and covers(player.stock, structure.price):
                    best = structure.level
        return best

    def place(self, region: Region) -> int:
        """What it is worth to stand in a region: what can be built there, and what lies around."""
        if not self.actions:
            return 0
        if not self.lures:
            self.lures = [self._lure(near) for near in REGIONS]
        around = sum([self.lures[near] for near in surroundings(len(self.table.players), region)])
        return (self._site(region) + around) * min(self.actions, 12) // 12

    def _lure(self, region: Region) -> int:
        """What it is worth to be next to a region."""
        player, place, worth = self.player, self.board.places[region], 0
        if not player.visited >> region & 1:
            worth += 3 * sum(place.resources)
        if place.foundation and not player.foundation(region):
            worth += 6
        fortress = place.fortress
        if fortress is not None and fortress.power < self.power and not self.taken >> region & 1:
            worth += fortress.points * 8
        return worth

    def _site(self, region: Region) -> int:
        """A foundation underfoot, as high as can be built on it soon."""
        if not has_foundation(self.table, self.seat, region):
            return 0
        written = self.player.foundation(region)
        if _builds_before_moving(self.table):
            reach = self.best_level(level_ahead(self.table, BUILD))
            return max(0, reach - written) * 75
        return max(0, 3 - written) * 12

    def total(self) -> int:
        """What the seat has and may still get, whatever the others have."""
        player = self.player
        worth = score_of(self.table, self.seat).total * POINT
        if not self.table.agenda:
            return worth + sum(player.stock)
        worth += self.stock(player.stock) + self.strength(self.power) + self.works() + self.gains()
        worth += self.insight.promise(self.table, self.seat, self.actions)
        return worth + (0 if player.region is None else self.place(player.region))


@cache
def fortress_regions(players: int) -> tuple[Region, ...]:
    """Where fortresses can be, with so many players."""
    return tuple(region for region in realm(players).regions if PLACES[region].fortress is not None)


@cache
def surroundings(players: int, region: Region) -> tuple[Region, ...]:
    """What borders on a region, or is behind a portal."""
    world = realm(players)
    beyond = world.portals if region in world.portals else ()
    return tuple(sorted({*world.neighbours[region], *beyond} - {region}))


def own_worth(table: Table, seat: int) -> int:
    return Prospects(table, seat).total()


RIVALRY = (0, 0, 70, 45, 35)
"""How much of the best opponent's worth counts against a seat, in hundredths, by the number of players."""


def worth_of(table: Table, seat: int) -> int:
    """How a seat stands against the best of the others."""
    others = max(own_worth(table, other) for other in range(len(table.players)) if other != seat)
    return own_worth(table, seat) - others * RIVALRY[len(table.players)] // 100
