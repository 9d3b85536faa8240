"""Several players in one region: who wants to fight, who claims what lies there (rulebook pp. 8-9).

Regions are settled one after the other: first the one in which the first player is
involved, then by the next seat clockwise. In each, the players speak in turn order,
and the first wish to fight begins the battle. If nobody wishes it, whoever may use
the region's fortress or artefact claims or cedes it: one claim gives the right, two
begin a battle, none leaves it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.army import pieces_in, pieces_of
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import Cede, Claim, Decision, Fight, Peace
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.forms import COUNTS, SOME_REGION, SOME_REGIONS, Form, Part
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.turn import Turn
from p2p_heroes.games.conquer.visiting import is_artefact_free, is_fortress_free
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Need, Open, Request

WAR_OR_PEACE: tuple[Decision, ...] = (Peace(), Fight())
CEDE_OR_CLAIM: tuple[Decision, ...] = (Cede(), Claim())


@dataclass(frozen=True, slots=True)
class Meetings(Stage):
    """All have moved: battles, then monsters and fortresses, then artefacts.

    Who is where is looked up for each region anew, since a reward can bring a piece in or take one away.
    """

    form: ClassVar[Form] = Form("meetings", Part("settled", SOME_REGIONS))
    settled: tuple[Region, ...] = ()

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table = turn.table
        for region in contested(table):
            if region not in self.settled:
                turn.queue(_encounter(turn, region), Meetings((*self.settled, region)))
                return
        turn.queue(*map(Fighting, table.in_turn), *map(Collecting, table.in_turn), MovementEnds())


def _encounter(turn: Turn, region: Region) -> Stage:
    """A piece makes the battle inevitable; players alone may keep the peace."""
    seats = parties(turn.table, region)
    turn.tell(events.Met(region, seats))
    forced = any(pieces_in(turn.table, seat, region) for seat in seats)
    return Battle(region, seats) if forced else Meeting(region, seats)


def parties(table: Table, region: Region) -> tuple[int, ...]:
    """Who is in a region, in person or by a piece, in turn order."""
    return tuple(
        seat
        for seat in table.in_turn
        if table.players[seat].region is region or pieces_in(table, seat, region)
    )


def contested(table: Table) -> list[Region]:
    """The regions with more than one party, in the order in which they are settled."""
    found: list[Region] = []
    for seat in table.in_turn:
        own = table.players[seat].region
        assert own is not None
        for region in (own, *(piece.region for piece in pieces_of(table, seat))):
            if region not in found and len(parties(table, region)) > 1:
                found.append(region)
    return found


@dataclass(frozen=True, slots=True)
class Meeting(Stage):
    """`waiting`: who has not spoken yet; nobody so far wants to fight."""

    form: ClassVar[Form] = Form("meeting", Part("region", SOME_REGION), Part("waiting", COUNTS))
    is_first = True
    region: Region
    waiting: tuple[int, ...]

    def need(self, table: Table) -> Need[Decision]:
        return Open((Request(self.waiting[0], "meet", WAR_OR_PEACE),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table, [seat, *others] = turn.table, self.waiting
        chosen = answers[seat]
        turn.tell(events.Announced(seat, self.region, chosen.form.tag))
        seats = parties(table, self.region)
        if isinstance(chosen, Fight):
            turn.queue(Battle(self.region, seats))
        elif others:
            turn.queue(Meeting(self.region, tuple(others)))
        elif claimants := tuple(seat for seat in seats if _may_use(table, self.region, seat)):
            turn.queue(Claiming(self.region, claimants, ()))

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return f"others are in {self.region}: fight or peace?"

    def is_coherent(self, table: Table) -> bool:
        return _are_met(table, self.region, self.waiting) and bool(self.waiting)


def _may_use(table: Table, region: Region, seat: int) -> bool:
    return is_fortress_free(table, region, seat) or is_artefact_free(table, region, seat)


def _are_met(table: Table, region: Region, seats: tuple[int, ...]) -> bool:
    present = parties(table, region)
    return len(present) > 1 and seats == tuple(seat for seat in present if seat in seats)


@dataclass(frozen=True, slots=True)
class Claiming(Stage):
    form: ClassVar[Form] = Form(
        "claiming", Part("region", SOME_REGION), Part("waiting", COUNTS), Part("claimed", COUNTS)
    )
    is_first = True
    region: Region
    waiting: tuple[int, ...]
    claimed: tuple[int, ...]

    def need(self, table: Table) -> Need[Decision]:
        return Open((Request(self.waiting[0], "claim", CEDE_OR_CLAIM),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        seat, *others = self.waiting
        chosen = answers[seat]
        turn.tell(events.Announced(seat, self.region, chosen.form.tag))
        claimed = (*self.claimed, seat) if isinstance(chosen, Claim) else self.claimed
        seats = parties(turn.table, self.region)
        if others:
            turn.queue(Claiming(self.region, tuple(others), claimed))
        elif len(claimed) > 1:
            turn.queue(Battle(self.region, seats))
        else:
            turn.tell(events.RightGiven(self.region, claimed[0] if claimed else None))
            for party in seats:
                turn.player(party).barred = party not in claimed

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return f"nobody fights in {self.region}: claim what lies there, or cede it?"

    def is_coherent(self, table: Table) -> bool:
        spoken = (*self.claimed, *self.waiting)
        return _are_met(table, self.region, spoken) and bool(self.waiting)


@dataclass(frozen=True, slots=True)
class MovementEnds(Stage):
    form: ClassVar[Form] = Form("movement-ends")

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        for player in turn.table.players:
            player.points = 0
            player.moved = player.barred = player.rewarded = False
