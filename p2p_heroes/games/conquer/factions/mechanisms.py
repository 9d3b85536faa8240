"""Mechanisms (second box): no iron, but four Servers that work in its stead, and cores that come with it.

A Server is a structure of its own kind. Each has a basic effect from the start and a boosted one once it is
built; an action that gathers iron applies the Server of its level. Other iron comes as Cores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.building import (
    action_level,
    is_built,
    missing,
    raise_structure,
    sites,
    write_level,
)
from p2p_heroes.games.conquer.decisions import Build, Decision, Decline
from p2p_heroes.games.conquer.effect import Combat, Effect, Score, Source, fold, tell
from p2p_heroes.games.conquer.effects import Power, Price, Recruits, UnitsArrive, WoodCarries, with_points
from p2p_heroes.games.conquer.faction import (
    HIGHEST_LEVEL,
    Artefact,
    Board,
    Costs,
    Deed,
    Structure,
    Terms,
    Unit,
)
from p2p_heroes.games.conquer.forms import AMOUNTS, COUNT, NAME, REGION, SOME_REGION, Form, Part
from p2p_heroes.games.conquer.resources import Amounts, Bundle, bundle, covers, minus, named
from p2p_heroes.games.conquer.state import Own, Stage, Table
from p2p_heroes.games.conquer.turn import Turn, change_terrain, gain_units, pay, receive
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.game import Event, Need, Open, Request

CORE, CRUSHER, COLOSSUS = "core", "crusher", "colossus"
TECHNOPARK, PROXY = "technopark", "proxy-server"
SERVERS = ("first-server", "second-server", "third-server", "fourth-server")
"""By their level, from 1."""
SERVER_PRICES = {"first-server": 3, "second-server": 4, "third-server": 5, "fourth-server": 6}
"""In wood and gold, in any mixture."""
DISCOUNT = 2
DECLINE = Decline()


@dataclass(frozen=True, slots=True)
class ServerRoom(Own):
    """`uploaded`: the points in the field of the fourth Server. The rest is of this building action only.

    `structure` and `server`: the levels of what was built in it, or 0; `saved`: what the discount has saved.
    """

    form: ClassVar[Form] = Form(
        "server-room",
        Part("uploaded", COUNT),
        Part("structure", COUNT),
        Part("server", COUNT),
        Part("saved", COUNT),
    )
    uploaded: int = 0
    structure: int = 0
    server: int = 0
    saved: int = 0

    def is_sound(self, table: Table) -> bool:
        return max(self.structure, self.server) <= HIGHEST_LEVEL and self.saved <= DISCOUNT


def room_of(table: Table, seat: int) -> ServerRoom:
    own = table.players[seat].own
    assert isinstance(own, ServerRoom)
    return own


def is_mechanisms(table: Table, seat: int) -> bool:
    return seat < len(table.players) and isinstance(table.players[seat].own, ServerRoom)


def mixtures(total: int) -> tuple[Bundle, ...]:
    """Any resource is wood or gold to them."""
    return tuple(bundle(wood=total - gold, gold=gold) for gold in range(total + 1))


def affordable(table: Table, seat: int, total: int) -> tuple[Bundle, ...]:
    stock = table.players[seat].stock
    return tuple(price for price in mixtures(total) if covers(stock, price))


def mountains(table: Table) -> int:
    """The regions of this game that are mountains now."""
    return sum(table.terrain[region] is Terrain.MOUNTAIN for region in table.realm.regions)


# Cores in place of iron.


class IronBecomesCores(Effect):
    """Iron never reaches the inventory: gathering applies a Server, any other receipt brings Cores."""

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        wood, iron, gold = received
        if iron and source is Source.GATHERING:
            turn.queue(Connecting(seat, min(iron, HIGHEST_LEVEL)))
        elif iron:
            gain_units(turn, seat, CORE, iron + self._extra(turn.table, seat, source))
        return (wood, 0, gold)

    def _extra(self, table: Table, seat: int, source: Source) -> int:
        """The Technopark adds a Core to each receipt from a region, a monster or a fortress."""
        counts = source in (Source.REGION, Source.MONSTER, Source.FORTRESS)
        return int(counts and is_built(table, seat, TECHNOPARK))

    def plunder_in_reach(self, table: Table, seat: int, resources: Bundle) -> Bundle:
        wood, _, gold = resources
        return (wood, 0, gold)


# Applying Servers.


@dataclass(frozen=True, slots=True)
class Connect(Decision):
    """Apply this Server; `paid` for the way to it where it is not the action's own."""

    form: ClassVar[Form] = Form("connect", Part("server", NAME), Part("paid", AMOUNTS, "for"))
    server: str
    paid: Amounts = ()


@dataclass(frozen=True, slots=True)
class Draw(Decision):
    """Take these resources from the first Server."""

    form: ClassVar[Form] = Form("draw", Part("resources", AMOUNTS))
    resources: Amounts


@dataclass(frozen=True, slots=True)
class Raise(Decision):
    """Turn this region into mountains; an adjacent one has to be paid for."""

    form: ClassVar[Form] = Form("raise", Part("region", SOME_REGION), Part("paid", AMOUNTS, "for"))
    region: Region
    paid: Amounts = ()


@dataclass(frozen=True, slots=True)
class ServerApplied(Event):
    seat: int
    structure: str
    boosted: bool


@dataclass(frozen=True, slots=True)
class PointsUploaded(Event):
    """So many points were added to the field of the fourth Server, so that `total` are in it."""

    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Connecting(Stage):
    """Iron is gathered at this level: its Server is applied, or by way of the Proxy another one."""

    form: ClassVar[Form] = Form("connecting", Part("seat", COUNT), Part("level", COUNT))
    seat: int
    level: int

    def need(self, table: Table) -> Need[Decision] | None:
        ways = (self._own, *self._others(table))
        return Open((Request(self.seat, "connect", ways),)) if len(ways) > 1 else None

    @property
    def _own(self) -> Connect:
        return Connect(SERVERS[self.level - 1])

    def _others(self, table: Table) -> Iterator[Connect]:
        if is_built(table, self.seat, PROXY):
            for level, server in enumerate(SERVERS, 1):
                if level != self.level:
                    prices = affordable(table, self.seat, abs(level - self.level))
                    yield from (Connect(server, named(price)) for price in prices)

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers.get(self.seat, self._own)
        assert isinstance(chosen, Connect)
        pay(turn, self.seat, bundle(**dict(chosen.paid)))
        apply_server(turn, self.seat, chosen.server)

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return f"connect {self._own.server}, or for 1 wood or gold a step another one"

    def is_coherent(self, table: Table) -> bool:
        return is_mechanisms(table, self.seat) and 1 <= self.level <= HIGHEST_LEVEL


def apply_server(turn: Turn, seat: int, server: str) -> None:
    """The boosted effect if it is built, else the basic one."""
    boosted = is_built(turn.table, seat, server)
    turn.tell(ServerApplied(seat, server, boosted))
    match SERVERS.index(server) + 1:
        case 1:
            turn.queue(Drawing(seat))
        case 2:
            turn.queue(RaisingMountains(seat))
        case 3:
            gain_units(turn, seat, CORE, 4 if boosted else 3)
        case _:
            _upload(turn, seat, 2 if boosted else 1)


def _upload(turn: Turn, seat: int, points: int) -> None:
    room = room_of(turn.table, seat)
    total = room.uploaded + points
    turn.player(seat).own = replace(room, uploaded=total)
    turn.tell(PointsUploaded(seat, points, total))


@dataclass(frozen=True, slots=True)
class Drawing(Stage):
    """The first Server gives two of any resource, boosted three."""

    form: ClassVar[Form] = Form("drawing", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision]:
        draws = tuple(Draw(named(drawn)) for drawn in mixtures(self._total(table)))
        return Open((Request(self.seat, "draw", draws),))

    def _total(self, table: Table) -> int:
        return 3 if is_built(table, self.seat, SERVERS[0]) else 2

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers[self.seat]
        assert isinstance(chosen, Draw)
        receive(turn, self.seat, bundle(**dict(chosen.resources)), Source.EFFECT)

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return f"draw {self._total(table)} of wood and gold"

    def is_coherent(self, table: Table) -> bool:
        return is_mechanisms(table, self.seat)


@dataclass(frozen=True, slots=True)
class RaisingMountains(Stage):
    """The second Server turns the own region into mountains; boosted, an adjacent one instead for a fee.

    Portals do not make regions adjacent here. Where there are mountains already, nothing happens.
    """

    form: ClassVar[Form] = Form("raising-mountains", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision] | None:
        ways = (self._at_home(table), *self._around(table))
        return Open((Request(self.seat, "raise", ways),)) if len(ways) > 1 else None

    def _at_home(self, table: Table) -> Decision:
        region = table.players[self.seat].region
        assert region is not None
        return DECLINE if table.terrain[region] is Terrain.MOUNTAIN else Raise(region)

    def _around(self, table: Table) -> Iterator[Raise]:
        region = table.players[self.seat].region
        assert region is not None
        if is_built(table, self.seat, SERVERS[1]):
            for near in table.realm.neighbours[region]:
                if table.terrain[near] is not Terrain.MOUNTAIN:
                    yield from (Raise(near, named(price)) for price in affordable(table, self.seat, 1))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        match answers.get(self.seat, self._at_home(turn.table)):
            case Raise(region, paid):
                pay(turn, self.seat, bundle(**dict(paid)))
                change_terrain(turn, self.seat, region, Terrain.MOUNTAIN)
            case _ if self.seat in answers:
                turn.tell(events.Declined(self.seat, "mountains"))

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        own = "decline" if self._at_home(table) == DECLINE else "raise your own region"
        return f"{own}, or for 1 wood or gold raise an adjacent region that is no mountain"

    def is_coherent(self, table: Table) -> bool:
        return is_mechanisms(table, self.seat)


# Building Servers.


@dataclass(frozen=True, slots=True)
class Install(Decision):
    """Build a Server, perhaps on a foundation, for this much wood and gold."""

    form: ClassVar[Form] = Form(
        "install", Part("server", NAME), Part("on", REGION, "on"), Part("paid", AMOUNTS, "for")
    )
    server: str
    on: Region | None = None
    paid: Amounts = ()


@dataclass(frozen=True, slots=True)
class Combine(Decision):
    """Place the Server and the structure of this action together on the foundation."""

    form: ClassVar[Form] = Form("combine", Part("region", SOME_REGION))
    region: Region


@dataclass(frozen=True, slots=True)
class LevelsCombined(Event):
    """A foundation holds the sum of the levels of two structures now."""

    seat: int
    region: Region
    level: int


class ServersInstall(Effect):
    """One Server in a building action, with the structure or without; both may share a foundation."""

    def structure_prices(
        self, table: Table, seat: int, prices: tuple[Bundle, ...], structure: Structure, on: Region | None
    ) -> tuple[Bundle, ...]:
        return mixtures(SERVER_PRICES[structure.name]) if structure.name in SERVERS else prices

    def ways_to_build(
        self, table: Table, seat: int, ways: tuple[tuple[Build, Bundle], ...], structure: Structure
    ) -> tuple[tuple[Build, Bundle], ...]:
        return () if structure.name in SERVERS else ways

    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        return (*offers, *_installations(table, seat), *_combinations(table, seat))

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        if isinstance(decision, Install):
            _install(turn, seat, decision)
        else:
            assert isinstance(decision, Combine)
            _combine(turn, seat, decision.region)

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        room = room_of(turn.table, seat)
        level = structure.level
        is_server = structure.name in SERVERS
        built = replace(room, server=level) if is_server else replace(room, structure=level)
        turn.player(seat).own = built

    def building_ended(self, turn: Turn, seat: int) -> None:
        turn.player(seat).own = ServerRoom(room_of(turn.table, seat).uploaded)


def _installations(table: Table, seat: int) -> Iterator[Install]:
    if room_of(table, seat).server:
        return
    stock, level = table.players[seat].stock, action_level(table, seat)
    for server in table.boards[seat].structures[: len(SERVERS)]:
        if missing(table, seat, server, level):
            continue
        for site in (None, *sites(table, seat, server)):
            prices = fold(Effect.structure_prices, table, seat, (server.price,), server, site)
            yield from (Install(server.name, site, named(price)) for price in prices if covers(stock, price))


def _install(turn: Turn, seat: int, install: Install) -> None:
    board, price = turn.table.boards[seat], bundle(**dict(install.paid))
    server = board.structures[board.structure_index[install.server]]
    pay(turn, seat, price)
    tell(Effect.structure_paid, turn, seat, server, price)
    raise_structure(turn, seat, server, install.on)


def _combinations(table: Table, seat: int) -> Iterator[Combine]:
    """On a foundation the two count as one structure of the sum of their levels."""
    room = room_of(table, seat)
    if room.structure and room.server:
        both = Structure("both", room.structure + room.server)
        yield from (Combine(region) for region in sites(table, seat, both))


def _combine(turn: Turn, seat: int, region: Region) -> None:
    room = room_of(turn.table, seat)
    level = room.structure + room.server
    write_level(turn.player(seat), region, level)
    turn.tell(LevelsCombined(seat, region, level))
    tell(Effect.foundation_laid, turn, seat, region)


class UploadsCount(Effect):
    """The points in the field of the fourth Server, whether it is built or not."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, room_of(table, seat).uploaded, by_artefact=False)


# Units, structures and artefacts.


class CrushersGrow(Effect):
    """One more power for each own artefact. A property of the Crusher."""

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        return power + table.players[seat].artefacts.bit_count() if unit.name == CRUSHER else power


class ColossiGrow(Effect):
    """One more power for each mountain of the map. A property of the Colossus."""

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        return power + mountains(table) if unit.name == COLOSSUS else power


class MailDelivers(Effect):
    """A point for every three mountains of the map."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, mountains(table) // 3, by_artefact=False)


@dataclass(frozen=True, slots=True)
class CoresRemain(Effect):
    """Cores come back from those that perished in a fight, after it; nothing of theirs survives one."""

    colossus: int
    crusher: int

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        perished = dict(deployed)
        cores = self.colossus * perished.get(COLOSSUS, 0) + self.crusher * perished.get(CRUSHER, 0)
        if cores:
            gain_units(turn, seat, CORE, cores)


class GeneratorsGuard(Effect):
    """No winner takes an artefact from them, and each is a point at the end."""

    def artefacts_at_stake(
        self, table: Table, seat: int, artefacts: tuple[Region, ...]
    ) -> tuple[Region, ...]:
        return ()

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, table.players[seat].artefacts.bit_count(), by_artefact=False)


class MilestonesCount(Effect):
    """One more point for each milestone that was reached."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, sum(table.players[seat].milestones), by_artefact=True)


class DiscountShared(Effect):
    """Two less in each building action: on the structure, on the Server, or one on each."""

    def structure_prices(
        self, table: Table, seat: int, prices: tuple[Bundle, ...], structure: Structure, on: Region | None
    ) -> tuple[Bundle, ...]:
        left = DISCOUNT - room_of(table, seat).saved
        savings = [saved for total in range(left + 1) for saved in mixtures(total)]
        cheaper = [minus(price, saved) for saved in savings for price in prices if covers(price, saved)]
        return tuple(dict.fromkeys(cheaper))

    def structure_paid(self, turn: Turn, seat: int, structure: Structure, price: Bundle) -> None:
        room = room_of(turn.table, seat)
        printed = SERVER_PRICES.get(structure.name, sum(structure.price))
        turn.player(seat).own = replace(room, saved=room.saved + printed - sum(price))


def _server(level: int, points: int, *guessed: str) -> Structure:
    name = SERVERS[level - 1]
    return Structure(name, level, points=points, guessed=("price", "needs", *guessed))


def _structure(
    name: str,
    level: int,
    price: tuple[int, int],
    points: int,
    needs: str,
    *effects: Effect,
    guessed: tuple[str, ...] = ("needs",),
) -> Structure:
    """All are paid in wood and gold, and stand in two columns, each above the one it needs."""
    wood, gold = price
    below = (needs,) if needs else ()
    return Structure(name, level, bundle(wood=wood, gold=gold), points, below, effects, guessed=guessed)


MECHANISMS = Board(
    name="mechanisms",
    units=(
        Unit(CORE, power=1, price=2, start=3),
        Unit(CRUSHER, power=4, price=4),
        Unit(COLOSSUS, power=0, price=5),
    ),
    structures=(
        # The Servers come first, by their level. What they cost and do stands above.
        *(_server(1, 1, "effects"), _server(2, 2, "effects"), _server(3, 3, "effects"), _server(4, 0)),
        _structure("locator", 1, (2, 3), 0, "", WoodCarries(2)),
        # What Technopark and Proxy do stands with the receipt of Cores and with `Connecting`.
        _structure(TECHNOPARK, 2, (0, 4), 1, "locator", guessed=("price", "needs")),
        _structure(PROXY, 3, (3, 3), 2, TECHNOPARK, guessed=("needs", "effects")),
        _structure("pneumatic-mail", 4, (6, 3), 1, PROXY, MailDelivers()),
        _structure("capsule", 1, (3, 1), 0, "", Recruits(CORE), CoresRemain(colossus=2, crusher=1)),
        _structure("bunker", 2, (2, 4), 1, "capsule", Recruits(CRUSHER)),
        _structure("generators", 3, (7, 5), 1, "bunker", GeneratorsGuard()),
        _structure("hangar", 4, (7, 0), 4, "generators", Recruits(COLOSSUS), guessed=("price", "needs")),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (Price(CRUSHER, 3),)),
        Artefact(Region.VURT, (CoresRemain(colossus=1, crusher=1),), terms=Terms(bundle(wood=7, gold=7))),
        Artefact(Region.DORTAL, (Power(CORE, 2),)),
        Artefact(Region.FOLEN, (UnitsArrive(Region.FOLEN, COLOSSUS, 2),)),
        Artefact(Region.ODMOOR, (MilestonesCount(),)),
        Artefact(Region.TOGEED, (DiscountShared(),), terms=Terms(deed=Deed.MOUNTAINS, times=5)),
    ),
    costs=Costs(forest=2, lake=3, meadow=2, mountain=1, guessed=("forest", "lake")),
    nature=(IronBecomesCores(), ServersInstall(), UploadsCount(), CrushersGrow(), ColossiGrow()),
    own=ServerRoom(),
    decisions=(Connect, Draw, Raise, Install, Combine),
    stages=(Connecting, Drawing, RaisingMountains),
    milestones=((14, 3), (22, 3), (30, 4)),
)
