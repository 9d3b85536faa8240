"""Mechanisms (second box): no iron, but four Servers that work in its stead, and cores that come with it.

A Server is a structure of its own kind. Each has a basic effect from the start and a boosted one once it is
built; an action that gathers iron applies the Server of its level. Other iron comes as Cores.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.building import (
    action_level,
    is_built,
    missing,
    raise_structure,
    sites,
    write_level,
)
from p2p_heroes.games.conquer.decisions import Action, Build, Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import Power, Price, Recruits, UnitsArrive, WoodCarries, with_points
from p2p_heroes.games.conquer.faction import (
    Artefact,
    ArtefactTerms,
    Board,
    Costs,
    Deed,
    Detail,
    Structure,
    Unit,
)
from p2p_heroes.games.conquer.holdings import change_terrain, gain_units, pay
from p2p_heroes.games.conquer.kinds import AMOUNTS, NAME, REGION, SOME_REGION
from p2p_heroes.games.conquer.resources import (
    Amounts,
    Bundle,
    Resource,
    bundle,
    bundled,
    covers,
    minus,
    named,
)
from p2p_heroes.games.conquer.sharing import of_any_kind
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Score, Source
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.effects import fold, tell
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT
from p2p_heroes.games.kit.refusals import Reason, because

CORE, CRUSHER, COLOSSUS = "core", "crusher", "colossus"
TECHNOPARK, PROXY = "technopark", "proxy-server"
SERVERS = ("first-server", "second-server", "third-server", "fourth-server")
"""By their level, from 1."""
SERVER_PRICES = dict(zip(SERVERS, (3, 4, 5, 6), strict=True))
"""In gold."""
BASIC_UPLOAD, BOOSTED_UPLOAD = 1, 2
WITH_TECHNOPARK = (Source.REGION, Source.MONSTER, Source.FORTRESS)
DISCOUNT = 2


class ServerRoom(Own):
    """`uploaded`: the points in the field of the fourth Server. The rest is of this building action only.

    `structure` and `server`: the levels of what was built in it, or 0; `saved`: what the discount has saved.
    """

    form: ClassVar[Form] = Form(
        "server-room", *(Part(name, COUNT) for name in ("uploaded", "structure", "server", "saved"))
    )
    uploaded: int = 0
    structure: int = 0
    server: int = 0
    saved: int = 0

    def is_sound(self, table: Table) -> bool:
        [seat] = [at for at, player in enumerate(table.players) if player.own is self]
        player, structures = table.players[seat], table.boards[seat].structures
        standing = {(s.name in SERVERS, s.level) for s in structures if is_built(table, seat, s.name)}
        return (
            not (player.stock[Resource.IRON] or player.milestones[Resource.IRON])
            and self.uploaded <= BOOSTED_UPLOAD * table.round
            and {(False, self.structure), (True, self.server)} <= standing | {(False, 0), (True, 0)}
            and self.saved <= DISCOUNT
        )


def mixtures(total: int) -> tuple[Bundle, ...]:
    """Any resource is wood or gold to them."""
    return tuple(bundle(wood=total - gold, gold=gold) for gold in range(total + 1))


def fees(table: Table, seat: int, total: int) -> tuple[Amounts, ...]:
    """The ways in which the seat can pay so much."""
    stock = table.players[seat].stock
    return tuple(named(price) for price in mixtures(total) if covers(stock, price))


def mountains(table: Table) -> int:
    """The regions of this game that are mountains now."""
    return sum(_is_mountain(table, region) for region in table.realm.regions)


def _is_mountain(table: Table, region: Region) -> bool:
    return table.terrain[region] is Terrain.MOUNTAIN


class IronBecomesCores(Effect):
    """Iron never reaches the inventory: gathering applies a Server, any other receipt brings Cores."""

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        wood, iron, gold = received
        if iron and source is Source.GATHERING:
            turn.queue(Connecting(seat, min(iron, len(SERVERS))))
        elif iron:
            # However many come, the Technopark adds one to a receipt.
            is_more = source in WITH_TECHNOPARK and is_built(turn.table, seat, TECHNOPARK)
            gain_units(turn, seat, CORE, iron + is_more)
        return (wood, 0, gold)

    def gains_by_level(self, table: Table, seat: int, gains: bool, action: Action, level: int) -> bool:
        return gains and not (action is Action.IRON and level >= len(SERVERS))

    def plunder_in_reach(self, table: Table, seat: int, resources: Bundle) -> Bundle:
        wood, _, gold = resources
        return (wood, 0, gold)


# Applying Servers.


class Connect(Decision):
    """Apply this Server; `paid` for the way to it where it is not the action's own."""

    form: ClassVar[Form] = Form("connect", Part("server", NAME), Part("paid", AMOUNTS, "for"))
    server: str
    paid: Amounts = ()


class Raise(Decision):
    """Turn this region into mountains; an adjacent one has to be paid for."""

    form: ClassVar[Form] = Form("raise", Part("region", SOME_REGION), Part("paid", AMOUNTS, "for"))
    region: Region
    paid: Amounts = ()


class ServerApplied(Event):
    seat: int
    structure: str
    boosted: bool


class PointsUploaded(Event):
    """So many points were added to the field of the fourth Server, so that `total` are in it."""

    seat: int
    points: int
    total: int


class Connecting(Asking):
    """Iron is gathered at this level: its Server is applied, or by way of the Proxy another one."""

    form: ClassVar[Form] = Form("connecting", Part("seat", COUNT), Part("level", COUNT))
    whose = ServerRoom
    level: int

    def offers(self, table: Table) -> tuple[Connect, ...]:
        """First the Server of the level."""
        steps = {server: abs(level - self.level) for level, server in enumerate(SERVERS, 1)}
        others = [server for server in SERVERS if steps[server] and is_built(table, self.seat, PROXY)]
        ways = ((server, paid) for server in others for paid in fees(table, self.seat, steps[server]))
        return (Connect(SERVERS[self.level - 1]), *(Connect(*way) for way in ways))

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Connect)
        pay(turn, self.seat, bundled(chosen.paid))
        apply_server(turn, self.seat, chosen.server)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-connected", server=SERVERS[self.level - 1])

    def is_due(self, table: Table) -> bool:
        return 1 <= self.level <= len(SERVERS)


def apply_server(turn: Turn, seat: int, server: str) -> None:
    """The boosted effect if it is built, else the basic one."""
    boosted = is_built(turn.table, seat, server)
    turn.tell(ServerApplied(seat, server, boosted))
    match SERVERS.index(server) + 1:
        case 1:
            turn.queue(of_any_kind(seat, 3 if boosted else 2))
        case 2:
            turn.queue(RaisingMountains(seat))
        case 3:
            turn.queue(of_any_kind(seat, 4 if boosted else 3))
        case _:
            room, points = ServerRoom.of(turn.table, seat), BOOSTED_UPLOAD if boosted else BASIC_UPLOAD
            turn.player(seat).rewrite(replace(room, uploaded=room.uploaded + points))
            turn.tell(PointsUploaded(seat, points, room.uploaded + points))


class RaisingMountains(Asking):
    """The second Server turns the own region into mountains; boosted, an adjacent one instead for a fee.

    Portals do not make regions adjacent here. Where there are mountains already, nothing happens.
    """

    form: ClassVar[Form] = Form("raising-mountains", Part("seat", COUNT))
    whose = ServerRoom
    declined = "mountains"

    def offers(self, table: Table) -> tuple[Raise, ...]:
        """First what costs nothing."""
        region = table.players[self.seat].here
        is_boosted = is_built(table, self.seat, SERVERS[1])
        near = [at for at in table.realm.neighbours[region] if is_boosted and not _is_mountain(table, at)]
        paid = tuple(Raise(at, fee) for at in near for fee in fees(table, self.seat, 1))
        return paid if _is_mountain(table, region) else (Raise(region), *paid)

    def may_decline(self, table: Table) -> bool:
        return _is_mountain(table, table.players[self.seat].here)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Raise)
        pay(turn, self.seat, bundled(chosen.paid))
        change_terrain(turn, self.seat, chosen.region, Terrain.MOUNTAIN)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-raised-or-decline" if self.may_decline(table) else "not-raised")


# Building Servers.


class Install(Decision):
    """Build a Server, perhaps on a foundation, for this much wood and gold."""

    form: ClassVar[Form] = Form(
        "install", Part("server", NAME), Part("on", REGION, "on"), Part("paid", AMOUNTS, "for")
    )
    server: str
    on: Region | None = None
    paid: Amounts = ()


class Combine(Decision):
    """Place the Server and the structure of this action together on the foundation."""

    form: ClassVar[Form] = Form("combine", Part("region", SOME_REGION))
    region: Region


class LevelsCombined(Event):
    """A foundation holds the sum of the levels of two structures now."""

    seat: int
    region: Region
    level: int


class ServersInstall(Effect):
    """One Server in a building action, with the structure or without; both may share a foundation."""

    def ways_to_build(
        self, table: Table, seat: int, ways: tuple[tuple[Build, Bundle], ...], structure: Structure
    ) -> tuple[tuple[Build, Bundle], ...]:
        return () if structure.name in SERVERS else ways

    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        return (*offers, *_installations(table, seat), *_combinations(table, seat))

    def offer_refused(self, table: Table, seat: int, why: Reason, decision: Decision, kind: str) -> Reason:
        if kind != "build":
            return why
        if isinstance(decision, Build) and decision.structure in SERVERS:
            return because(
                "install-server", server=decision.structure, price=SERVER_PRICES[decision.structure]
            )
        if isinstance(decision, Combine):
            return because("not-combined")
        return _why_not_install(table, seat, decision.server) if isinstance(decision, Install) else why

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        if isinstance(decision, Install):
            _install(turn, seat, decision)
        else:
            assert isinstance(decision, Combine)
            _combine(turn, seat, decision.region)

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        part = "server" if structure.name in SERVERS else "structure"
        turn.player(seat).rewrite(replace(ServerRoom.of(turn.table, seat), **{part: structure.level}))

    def building_ended(self, turn: Turn, seat: int) -> None:
        turn.player(seat).rewrite(ServerRoom(ServerRoom.of(turn.table, seat).uploaded))


def _installations(table: Table, seat: int) -> Iterator[Install]:
    if ServerRoom.of(table, seat).server:
        return
    stock, level = table.players[seat].stock, action_level(table, seat)
    for server in table.boards[seat].structures[: len(SERVERS)]:
        if missing(table, seat, server, level):
            continue
        for site in (None, *sites(table, seat, server)):
            prices = fold(Effect.structure_prices, table, seat, (server.price,), server, site)
            yield from (Install(server.name, site, named(price)) for price in prices if covers(stock, price))


def _why_not_install(table: Table, seat: int, name: str) -> Reason:
    if name not in SERVERS:
        return because("no-server", server=name)
    if ServerRoom.of(table, seat).server:
        return because("one-server")
    server = table.boards[seat].structures[SERVERS.index(name)]
    too_dear = because("server-price", server=name, price=SERVER_PRICES[name])
    return missing(table, seat, server, action_level(table, seat)) or too_dear


def _install(turn: Turn, seat: int, install: Install) -> None:
    board, price = turn.table.boards[seat], bundled(install.paid)
    server = board.structures[board.structure_index[install.server]]
    pay(turn, seat, price)
    tell(Effect.structure_paid, turn, seat, server, price)
    raise_structure(turn, seat, server, install.on)


def _combinations(table: Table, seat: int) -> Iterator[Combine]:
    """On a foundation the two count as one structure of the sum of their levels."""
    room = ServerRoom.of(table, seat)
    if room.structure and room.server:
        yield from map(Combine, sites(table, seat, Structure("both", room.structure + room.server)))


def _combine(turn: Turn, seat: int, region: Region) -> None:
    room = ServerRoom.of(turn.table, seat)
    level = room.structure + room.server
    write_level(turn.player(seat), region, level)
    turn.tell(LevelsCombined(seat, region, level))
    tell(Effect.foundation_laid, turn, seat, region)


class UploadsCount(Effect):
    """The points in the field of the fourth Server, whether it is built or not."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, ServerRoom.of(table, seat).uploaded, by_artefact=False)


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
        left = DISCOUNT - ServerRoom.of(table, seat).saved
        savings = [saved for total in range(left + 1) for saved in mixtures(total)]
        cheaper = [minus(price, saved) for saved in savings for price in prices if covers(price, saved)]
        return tuple(dict.fromkeys(cheaper))

    def structure_paid(self, turn: Turn, seat: int, structure: Structure, price: Bundle) -> None:
        room = ServerRoom.of(turn.table, seat)
        saved = room.saved + sum(structure.price) - sum(price)
        turn.player(seat).rewrite(replace(room, saved=saved))


MECHANISMS = Board(
    name="mechanisms",
    units=(
        Unit(CORE, power=1, price=2, start=3),
        Unit(CRUSHER, power=4, price=4),
        Unit(COLOSSUS, power=0, price=5),
    ),
    structures=(
        # The Servers come first, by their level. What they do stands above.
        *(
            Structure(name, level, bundle(gold=SERVER_PRICES[name]), points, guessed=("price", "needs"))
            for level, (name, points) in enumerate(zip(SERVERS, (1, 2, 3, 0), strict=True), 1)
        ),
        # Prices in wood, iron and gold. What Technopark and Proxy do stands with `receives` and `Connecting`.
        Structure("locator", 1, (2, 0, 3), 0, (), (WoodCarries(2),)),
        Structure(TECHNOPARK, 2, (0, 0, 4), 1, ("locator",), guessed=("price", "needs")),
        Structure(PROXY, 3, (3, 0, 3), 2, (TECHNOPARK,), guessed=("needs", "effects")),
        Structure("pneumatic-mail", 4, (6, 0, 3), 1, (PROXY,), (MailDelivers(),), guessed=("needs",)),
        Structure("capsule", 1, (3, 0, 1), 0, (), (Recruits(CORE), CoresRemain(colossus=2, crusher=1))),
        Structure("bunker", 2, (2, 0, 4), 1, ("capsule",), (Recruits(CRUSHER),), guessed=("needs",)),
        Structure("generators", 3, (7, 0, 5), 1, ("bunker",), (GeneratorsGuard(),), guessed=("needs",)),
        Structure(
            "hangar", 4, (0, 0, 7), 4, ("generators",), (Recruits(COLOSSUS),), guessed=("price", "needs")
        ),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (Price(CRUSHER, 3),)),
        Artefact(
            Region.VURT, (CoresRemain(colossus=1, crusher=1),), terms=ArtefactTerms(bundle(wood=7, gold=7))
        ),
        Artefact(Region.DORTAL, (Power(CORE, 2),)),
        Artefact(Region.FOLEN, (UnitsArrive(Region.FOLEN, COLOSSUS, 2),)),
        Artefact(Region.ODMOOR, (MilestonesCount(),)),
        Artefact(Region.TOGEED, (DiscountShared(),), terms=ArtefactTerms(deed=Deed.MOUNTAINS, times=5)),
    ),
    costs=Costs(forest=2, lake=3, meadow=2, mountain=1, guessed=("forest", "lake")),
    nature=(IronBecomesCores(), ServersInstall(), UploadsCount(), CrushersGrow(), ColossiGrow()),
    own=ServerRoom(),
    decisions=(Connect, Raise, Install, Combine),
    stages=(Connecting, RaisingMountains),
    milestones=((14, 3), (22, 3), (30, 4)),
    details=(
        Detail("first-server", "gives wood or gold"),
        Detail("second-server", "1 wood or gold for an adjacent region"),
        Detail("third-server", "gives wood or gold"),
        Detail(PROXY, "1 wood or gold for each step"),
    ),
)
