"""Artefacts: after all combat, whoever has the right and fulfils the terms may collect (rulebook p. 12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.building import has_units
from p2p_heroes.games.conquer.decisions import Collect, Decision, Decline
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import USUAL_TERMS, ArtefactTerms, Deed
from p2p_heroes.games.conquer.holdings import pay
from p2p_heroes.games.conquer.kinds import in_order
from p2p_heroes.games.conquer.resources import covers, named
from p2p_heroes.games.conquer.state import Player, Stage, Table, Turn
from p2p_heroes.games.conquer.visiting import is_artefact_free
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, REGIONS, Region, Terrain
from p2p_heroes.games.game import Need, Open, Request
from p2p_heroes.games.kit.effects import fold, tell
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT
from p2p_heroes.games.kit.refusals import Reason, because

DECLINE = Decline()


class Collecting(Stage):
    form: ClassVar[Form] = Form("collecting", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision] | None:
        player = table.players[self.seat]
        if player.barred or player.rewarded:
            return None
        usual = tuple([Collect(paid) for paid, _ in self._offers(table)])
        offers = fold(Effect.collecting_offers, table, self.seat, usual, player.here)
        return Open((Request(self.seat, "collect", (DECLINE, *offers)),)) if offers else None

    def _offers(self, table: Table) -> Iterator[tuple[tuple[tuple[str, int], ...], ArtefactTerms]]:
        """The terms that the seat fulfils, each with what it pays."""
        region = table.players[self.seat].here
        if not is_artefact_free(table, region, self.seat):
            return
        for terms in terms_of(table, self.seat, region):
            if fulfils(table, self.seat, terms):
                yield in_order((*named(terms.price), *terms.tribute)), terms

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers.get(self.seat)
        if chosen is None:
            return
        if isinstance(chosen, Decline):
            turn.tell(events.Declined(self.seat, "artefact"))
        elif isinstance(chosen, Collect):
            terms = dict(self._offers(turn.table))[chosen.paid]
            region = turn.table.players[self.seat].here
            pay(turn, self.seat, terms.price, terms.tribute)
            turn.tell(events.ArtefactCollected(self.seat, region))
            take_artefact(turn, self.seat, region)
        else:
            tell(Effect.collecting_offer_taken, turn, self.seat, chosen)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        why = because("not-collected")
        return fold(Effect.offer_refused, table, seat, why, decision, "collect")

    def is_coherent(self, table: Table) -> bool:
        return self.seat < len(table.players)


def terms_of(table: Table, seat: int, region: Region) -> tuple[ArtefactTerms, ...]:
    artefact = table.boards[seat].artefacts[ARTEFACT_REGIONS.index(region)]
    usual = artefact.terms or USUAL_TERMS[region]
    return fold(Effect.artefact_terms, table, seat, (usual,), region)


def fulfils(table: Table, seat: int, terms: ArtefactTerms) -> bool:
    return (
        covers(table.players[seat].stock, terms.price)
        and has_units(table, seat, terms.tribute)
        and (terms.deed is None or deeds_done(table, seat, terms.deed) >= terms.times)
    )


def deeds_done(table: Table, seat: int, deed: Deed) -> int:
    return fold(Effect.deeds_done, table, seat, _usual_deeds(table, seat, deed), deed)


def _usual_deeds(table: Table, seat: int, deed: Deed) -> int:
    player = table.players[seat]
    if deed is Deed.FOUNDATIONS:
        return len(player.foundations)
    if deed is Deed.VICTORIES:
        return victories(player)
    return mountains_visited(table, seat)


def victories(player: Player) -> int:
    """Fortresses and monsters together."""
    return player.fortresses.bit_count() + player.monsters.bit_count()


def mountains_visited(table: Table, seat: int) -> int:
    """A region counts if it was a mountain when it was visited, or is one now."""
    player = table.players[seat]
    now = sum(1 << region for region in REGIONS if table.terrain[region] is Terrain.MOUNTAIN)
    return (player.mountains | player.visited & now).bit_count()


def take_artefact(turn: Turn, seat: int, region: Region) -> None:
    """It is the seat's now, with its effect at once or from now on."""
    turn.player(seat).gain(region)
    tell(Effect.artefact_gained, turn, seat, region)
