"""Several players in one region: who wants to fight, who claims what lies there (rulebook pp. 8-9).

Regions are settled one after the other: first the one in which the first player is
involved, then by the next seat clockwise. In each, the players speak in turn order,
and the first wish to fight begins the battle. If nobody wishes it, whoever may use
the region's fortress or artefact claims or cedes it: one claim gives the right, two
begin a battle, none leaves it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.army import pieces_in, pieces_of
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import Cede, Claim, Decision, Decline, Fight, Join, Peace
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.kinds import SOME_REGION, SOME_REGIONS
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.visiting import is_artefact_free, is_fortress_free
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Need, Open, Request
from p2p_heroes.games.kit.choices import among
from p2p_heroes.games.kit.effects import fold, overriding, tell, tell_all
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNTS
from p2p_heroes.games.kit.refusals import Reason, because

WAR_OR_PEACE: tuple[Decision, ...] = (Peace(), Fight())
JOIN_OR_NOT: tuple[Decision, ...] = (Decline(), Join())
CEDE_OR_CLAIM: tuple[Decision, ...] = (Cede(), Claim())


class Meetings(Stage):
    """All have moved: battles, then monsters and fortresses, then artefacts.

    Seat by seat in turn order: first its regions, then what effects of the seat do (`heard`: who had that).
    Who is where is looked up each time, since a reward can bring a piece in or take one away.
    """

    form: ClassVar[Form] = Form("meetings", Part("settled", SOME_REGIONS), Part("heard", COUNTS))
    settled: tuple[Region, ...] = ()
    heard: tuple[int, ...] = ()

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table, heard = turn.table, self.heard
        for seat in table.performers:
            for region in _regions_of(table, seat):
                if region not in self.settled and len(parties(table, region)) > 1:
                    _encounter(turn, region)
                    turn.queue(Meetings((*self.settled, region), heard))
                    return
            if seat not in heard:
                heard = (*heard, seat)
                tell(Effect.meeting_others, turn, seat)
                if turn.queued:
                    turn.queue(Meetings(self.settled, heard))
                    return
        turn.queue(*map(Fighting, table.performers), *map(Collecting, table.performers), MovementEnds())

    def is_coherent(self, table: Table) -> bool:
        return self.heard == table.performers[: len(self.heard)]


def _regions_of(table: Table, seat: int) -> tuple[Region, ...]:
    """Where a seat may meet others: in person, or by a piece."""
    return (table.players[seat].here, *[piece.region for piece in pieces_of(table, seat)])


def _encounter(turn: Turn, region: Region) -> None:
    """A piece makes the battle inevitable; players alone may keep the peace."""
    seats = parties(turn.table, region)
    turn.tell(events.Met(region, seats))
    if any(pieces_in(turn.table, seat, region) for seat in seats):
        declare(turn, region, seats)
    else:
        turn.queue(Meeting(region, seats))


def parties(table: Table, region: Region) -> tuple[int, ...]:
    """Who is in a region, in person and not after a battle elsewhere, or by a piece; in turn order."""
    players, with_pieces = table.players, overriding(Effect.pieces, table.boards)
    return tuple(
        [
            seat
            for seat in table.in_turn
            if (players[seat].region is region and not players[seat].battled)
            or (seat in with_pieces and pieces_in(table, seat, region))
        ]
    )


def declare(turn: Turn, region: Region, seats: tuple[int, ...]) -> None:
    """A battle of these is declared; whoever of them is there in person may widen it before it begins."""
    present = tuple(seat for seat in seats if turn.table.players[seat].region is region)
    tell_all(Effect.battle_declared, turn, present, region)
    if turn.queued:
        turn.queue(Declared(region))
    else:
        begin(turn, region, seats)


class Declared(Stage):
    """A battle begins now, unless all who are there have fought in a wider one."""

    form: ClassVar[Form] = Form("declared", Part("region", SOME_REGION))
    region: Region

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        seats = parties(turn.table, self.region)
        if len(seats) > 1:
            begin(turn, self.region, seats)


def begin(turn: Turn, region: Region, seats: tuple[int, ...], beside: Region | None = None) -> None:
    """A battle begins, unless somebody from outside may still join it."""
    table = turn.table
    outside = [seat for seat in table.in_turn if seat not in seats and not table.players[seat].battled]
    joiners = tuple(seat for seat in outside if fold(Effect.may_join, table, seat, False, region))
    turn.queue(Joining(region, seats, joiners) if joiners else Battle(region, seats, beside))


class Joining(Stage):
    """A battle is declared; `waiting`: who may join it from outside and has not spoken yet."""

    form: ClassVar[Form] = Form(
        "joining", Part("region", SOME_REGION), Part("seats", COUNTS), Part("waiting", COUNTS)
    )
    is_first = True
    region: Region
    seats: tuple[int, ...]
    waiting: tuple[int, ...]

    def need(self, table: Table) -> Need[Decision]:
        return Open((Request(self.waiting[0], "join", JOIN_OR_NOT),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        seat, *others = self.waiting
        seats = self.seats
        if isinstance(answers[seat], Join):
            seats = among(turn.table.in_turn, (*seats, seat))
            turn.tell(events.BattleJoined(seat, self.region))
            tell(Effect.battle_joined, turn, seat, self.region)
        else:
            turn.tell(events.Declined(seat, "battle"))
        turn.queue(Joining(self.region, seats, tuple(others)) if others else Battle(self.region, seats))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("join-or-not", region=self.region)

    def is_coherent(self, table: Table) -> bool:
        together = among(table.in_turn, (*self.seats, *self.waiting))
        return (
            bool(self.waiting)
            and self.waiting == tuple(seat for seat in together if seat not in self.seats)
            and all(fold(Effect.may_join, table, seat, False, self.region) for seat in self.waiting)
            and Battle(self.region, self.seats).is_coherent(table)
        )


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
            declare(turn, self.region, seats)
        elif others:
            turn.queue(Meeting(self.region, tuple(others)))
        elif claimants := tuple(seat for seat in seats if _may_use(table, self.region, seat)):
            turn.queue(Claiming(self.region, claimants, ()))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("fight-or-peace", region=self.region)

    def is_coherent(self, table: Table) -> bool:
        return _are_met(table, self.region, self.waiting) and bool(self.waiting)


def _may_use(table: Table, region: Region, seat: int) -> bool:
    """In this action, which others may not perform."""
    is_free = is_fortress_free(table, region, seat) or is_artefact_free(table, region, seat)
    return is_free and seat in table.performers


def _are_met(table: Table, region: Region, seats: tuple[int, ...]) -> bool:
    present = parties(table, region)
    return len(present) > 1 and seats == among(present, seats)


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
            declare(turn, self.region, seats)
        else:
            turn.tell(events.RightGiven(self.region, claimed[0] if claimed else None))
            for party in seats:
                turn.player(party).barred = party not in claimed

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("claim-or-cede", region=self.region)

    def is_coherent(self, table: Table) -> bool:
        spoken = (*self.claimed, *self.waiting)
        may_speak = set(spoken) <= set(table.performers)
        return may_speak and _are_met(table, self.region, spoken) and bool(self.waiting)


class MovementEnds(Stage):
    form: ClassVar[Form] = Form("movement-ends")

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        tell_all(Effect.movement_ended, turn, turn.table.performers)
        for seat, player in enumerate(turn.table.players):
            if player.points or player.moved or player.barred or player.rewarded or player.battled:
                passing = turn.player(seat)
                passing.points = 0
                passing.moved = passing.barred = passing.rewarded = passing.battled = False
