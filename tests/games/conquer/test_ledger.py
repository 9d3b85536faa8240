"""Whoever hears only the events knows every board: books kept from them agree with the state after each step.

So events are complete, and nothing appears or vanishes without being told: what leaves one board arrives on
another or is lost as a rule says.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import singledispatchmethod
from random import Random

import pytest

from p2p_heroes.bots.playout import playout, wandering
from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.factions.cultists import (
    ArtefactEnslaved,
    Cult,
    Enslaved,
    MarksPlaced,
    ThrallRefreshed,
    ThrallsExhausted,
)
from p2p_heroes.games.conquer.factions.elementals import (
    ArtefactCopied,
    BagFilled,
    CopyVanished,
    HiredForFight,
    Wonders,
)
from p2p_heroes.games.conquer.factions.gremlins import TollTaken
from p2p_heroes.games.conquer.factions.halflings import (
    BathsVisited,
    Empire,
    HorseshoeDrawn,
    LevyRaised,
    MonsterRewon,
    RegionAnnexed,
    StructurePlaced,
)
from p2p_heroes.games.conquer.factions.mechanisms import LevelsCombined
from p2p_heroes.games.conquer.factions.nagas import HydraPerished, HydraSummoned, HydraZone, SerpentsExchanged
from p2p_heroes.games.conquer.factions.orcs import Rage, RageGained, RageSpent, UnitsModified
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, REGIONS, Region
from p2p_heroes.games.game import Event, Over, Setup
from scripts.tools.random_games import draw_setup

pytestmark = pytest.mark.slow

RESOURCES = ("wood", "iron", "gold")


@dataclass
class Books:
    """One seat's board, as far as events tell it."""

    goods: Counter[str]
    region: Region | None = None
    built: set[str] = field(default_factory=set)
    foundations: dict[Region, int] = field(default_factory=dict)
    fortresses: set[Region] = field(default_factory=set)
    artefacts: set[Region] = field(default_factory=set)
    monsters: set[int] = field(default_factory=set)
    hydra: Region | None = None
    rage: int = 0
    copies: set[Region] = field(default_factory=set)
    bag: int = 0
    marks: Counter[str] = field(default_factory=Counter)
    enslaved: set[str] = field(default_factory=set)
    exhausted: set[str] = field(default_factory=set)
    empire: set[Region] = field(default_factory=set)
    horseshoes: set[Region] = field(default_factory=set)
    levy: int = 0
    bathed: int = 0
    rewon: set[int] = field(default_factory=set)


class Ledger:
    def __init__(self, table: Table) -> None:
        starts = [{unit.name: unit.start for unit in board.units} for board in table.boards]
        standing = [set(board.standing) for board in table.boards]
        self.books = [
            Books(Counter(units), built=built) for units, built in zip(starts, standing, strict=True)
        ]
        self.final: events.GameEnded | None = None

    @singledispatchmethod
    def hear(self, event: Event) -> None:
        """Most events change no board."""

    @hear.register
    def _(self, event: events.StartChosen) -> None:
        self.books[event.seat].region = event.region

    @hear.register
    def _(self, event: events.Moved) -> None:
        assert self.books[event.seat].region is event.origin
        self.books[event.seat].region = event.region

    @hear.register
    def _(self, event: events.PieceMoved) -> None:
        assert self.books[event.seat].hydra is event.origin
        self.books[event.seat].hydra = event.region

    @hear.register
    def _(self, event: HydraSummoned) -> None:
        self.books[event.seat].hydra = event.region

    @hear.register
    def _(self, event: HydraPerished) -> None:
        self.books[event.seat].hydra = None

    @hear.register
    def _(self, event: events.Received) -> None:
        self.add(event.seat, wood=event.wood, iron=event.iron, gold=event.gold)

    @hear.register
    def _(self, event: events.Paid) -> None:
        self.add(event.seat, wood=-event.wood, iron=-event.iron, gold=-event.gold)
        self.books[event.seat].goods.subtract(dict(event.units))

    @hear.register
    def _(self, event: events.Plundered) -> None:
        self.add(event.victim, wood=-event.wood, iron=-event.iron, gold=-event.gold)

    @hear.register
    def _(self, event: events.UnitsRecruited) -> None:
        self.add(event.seat, gold=-event.gold)
        self.books[event.seat].goods[event.unit] += event.count

    @hear.register
    def _(self, event: events.UnitsJoined) -> None:
        self.books[event.seat].goods[event.unit] += event.count

    @hear.register
    def _(self, event: HiredForFight) -> None:
        self.books[event.seat].goods.update(dict(event.kept))

    @hear.register
    def _(self, event: events.UnitLost) -> None:
        self.books[event.seat].goods[event.unit] -= 1

    @hear.register
    def _(self, event: events.UnitsPerished) -> None:
        self.books[event.seat].goods.subtract(dict(event.units))

    @hear.register
    def _(self, event: SerpentsExchanged) -> None:
        self.add(event.seat, wood=-event.wood, iron=-event.iron, gold=-event.gold, serpent=event.serpents)

    @hear.register
    def _(self, event: TollTaken) -> None:
        self.add(event.visitor, wood=-event.wood, iron=-event.iron, gold=-event.gold)

    @hear.register
    def _(self, event: UnitsModified) -> None:
        self.books[event.seat].goods.update({event.unit: -event.count, event.into: event.count})

    @hear.register
    def _(self, event: RageGained) -> None:
        self.books[event.seat].rage += event.rage

    @hear.register
    def _(self, event: RageSpent) -> None:
        self.books[event.seat].rage -= event.rage

    @hear.register
    def _(self, event: events.StructureBuilt) -> None:
        books = self.books[event.seat]
        assert event.structure not in books.built
        books.built.add(event.structure)
        if event.on is not None:
            assert books.foundations.get(event.on, 0) < event.level
            books.foundations[event.on] = event.level

    @hear.register
    def _(self, event: events.LevelErased) -> None:
        del self.books[event.seat].foundations[event.region]

    @hear.register
    def _(self, event: LevelsCombined) -> None:
        assert self.books[event.seat].foundations.get(event.region, 0) < event.level
        self.books[event.seat].foundations[event.region] = event.level

    @hear.register
    def _(self, event: StructurePlaced) -> None:
        assert self.books[event.seat].foundations.get(event.region, 0) < event.level
        self.books[event.seat].foundations[event.region] = event.level

    @hear.register
    def _(self, event: RegionAnnexed) -> None:
        assert event.region not in self.books[event.seat].empire
        self.books[event.seat].empire.add(event.region)

    @hear.register
    def _(self, event: HorseshoeDrawn) -> None:
        assert event.region not in self.books[event.seat].horseshoes
        self.books[event.seat].horseshoes.add(event.region)

    @hear.register
    def _(self, event: LevyRaised) -> None:
        self.books[event.seat].levy += event.more
        assert self.books[event.seat].levy == event.power

    @hear.register
    def _(self, event: BathsVisited) -> None:
        self.books[event.seat].bathed += event.more
        assert self.books[event.seat].bathed == event.points

    @hear.register
    def _(self, event: MonsterRewon) -> None:
        assert event.power in self.books[event.seat].monsters - self.books[event.seat].rewon
        self.books[event.seat].rewon.add(event.power)

    @hear.register
    def _(self, event: events.FortressAttacked) -> None:
        assert not any(event.region in books.fortresses for books in self.books)
        if event.won:
            self.books[event.seat].fortresses.add(event.region)

    @hear.register
    def _(self, event: events.MonsterCircled) -> None:
        assert event.power not in self.books[event.seat].monsters
        self.books[event.seat].monsters.add(event.power)

    @hear.register
    def _(self, event: events.ArtefactCollected) -> None:
        assert not any(event.artefact in books.artefacts for books in self.books)
        self.books[event.seat].artefacts.add(event.artefact)

    @hear.register
    def _(self, event: events.ArtefactSeized) -> None:
        self.books[event.victim].artefacts.remove(event.artefact)
        self.books[event.seat].artefacts.add(event.artefact)

    @hear.register
    def _(self, event: ArtefactCopied) -> None:
        assert event.artefact not in self.books[event.seat].copies | self.books[event.seat].artefacts
        self.books[event.seat].copies.add(event.artefact)

    @hear.register
    def _(self, event: CopyVanished) -> None:
        self.books[event.seat].copies.remove(event.artefact)

    @hear.register
    def _(self, event: BagFilled) -> None:
        self.books[event.seat].bag += event.points
        assert self.books[event.seat].bag == event.total

    @hear.register
    def _(self, event: ArtefactEnslaved) -> None:
        assert not any(event.artefact in books.artefacts for books in self.books)
        self.books[event.seat].artefacts.add(event.artefact)

    @hear.register
    def _(self, event: Enslaved) -> None:
        assert event.unit not in self.books[event.seat].enslaved
        self.books[event.seat].enslaved.add(event.unit)

    @hear.register
    def _(self, event: ThrallsExhausted) -> None:
        assert not self.books[event.seat].exhausted & set(event.units)
        self.books[event.seat].exhausted.update(event.units)

    @hear.register
    def _(self, event: ThrallRefreshed) -> None:
        self.books[event.seat].exhausted.remove(event.unit)

    @hear.register
    def _(self, event: MarksPlaced) -> None:
        self.books[event.seat].marks[str(event.row)] += event.count
        assert self.books[event.seat].marks[str(event.row)] == event.marks

    @hear.register
    def _(self, event: events.GameEnded) -> None:
        self.final = event

    def add(self, seat: int, **goods: int) -> None:
        self.books[seat].goods.update(goods)


def balances(ledger: Ledger, table: Table) -> None:
    """The books agree with the table, and nobody owes anything."""
    for seat, (books, player) in enumerate(zip(ledger.books, table.players, strict=True)):
        board = table.boards[seat]
        goods = dict(zip(RESOURCES, player.stock, strict=True)) | dict(
            zip(board.unit_index, player.units, strict=True)
        )
        assert min(goods.values()) >= 0
        assert {name: books.goods[name] for name in goods} == goods
        assert sum(books.goods.values()) == sum(goods.values())
        assert books.region is player.region
        assert books.built == {name for name, at in board.structure_index.items() if player.built >> at & 1}
        assert books.foundations == dict(player.foundations)
        assert books.fortresses == {region for region in REGIONS if player.fortresses >> region & 1}
        assert books.artefacts == {region for region in ARTEFACT_REGIONS if player.owns(region)}
        line = enumerate(board.monsters)
        assert books.monsters == {monster.power for at, monster in line if player.monsters >> at & 1}
        if board.name == "nagas":
            assert books.hydra is HydraZone.of(table, seat).hydra
        if board.name == "elementals":
            assert books.copies == set(Wonders.of(table, seat).copies)
            assert books.bag == Wonders.of(table, seat).bag
        if board.name == "orcs":
            assert books.rage == Rage.of(table, seat).rage
        if board.name == "cultists":
            own = Cult.of(table, seat)
            assert tuple(books.marks[row] for row in RESOURCES) == own.marks
            assert (books.enslaved, books.exhausted) == (set(own.enslaved), set(own.spent))
        if board.name == "halflings":
            empire = Empire.of(table, seat)
            assert books.empire == set(empire.regions)
            assert books.horseshoes == set(empire.horseshoes)
            assert (books.levy, books.bathed) == (empire.levy, empire.bathed)
            assert books.rewon == {board.monsters[at].power for at in empire.rewon}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_books_kept_from_events_alone_agree_with_every_board(seats: int, seed: int) -> None:
    random = Random(seed)
    setup = draw_setup(CONQUER, seats, random)
    table = CONQUER.initial(setup)
    ledger = Ledger(table)
    for turn in playout(CONQUER, table, wandering(random), random):
        table = turn.step.state
        for event in turn.step.events:
            ledger.hear(event)
        balances(ledger, table)
    assert table.round == 16
    assert ledger.final is not None
    assert CONQUER.pending(table) == Over(ledger.final.places)
    assert ledger.final.scores == tuple(score_of(table, seat) for seat in range(seats))


def test_books_notice_what_was_not_told() -> None:
    """The check can fail: one event less, and the books differ."""
    table = CONQUER.initial(Setup(("undead", "orcs"), {"first": 1}))
    ledger = Ledger(table)
    step = CONQUER.apply(table, {1: CONQUER.parse("start Yreel")})
    ledger.hear(step.events[0])
    with pytest.raises(AssertionError):
        balances(ledger, step.state)
