"""Hook points: what artefacts ask for, and what comes with them."""

from __future__ import annotations

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.faction import ArtefactTerms, Deed
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.effects import Hooks


class ArtefactHooks(Hooks):
    """Changes nothing. `seat` is always whose effect it is."""

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
