"""Whether a table is one that the rules can go on from.

Every table of a game is. One that was read can be anything that can be written, and is
judged here before anybody goes on from it. Each stage and each own block answers for
itself; the rest is what must hold between them, and bounds that no game comes near.
"""

from __future__ import annotations

from p2p_heroes.games.conquer.planning import PLANS, ChooseStart, DrawFirst, Rejoining
from p2p_heroes.games.conquer.state import ROUNDS, Table
from p2p_heroes.games.conquer.world import REGIONS
from p2p_heroes.games.kit.agenda import can_go_on, is_in_order

MOST_HELD, MOST_STORED = 999, 1999
"""More units than one player, and more resources than all together, could come by in sixteen rounds."""
MOST_RAISED = 2


def is_coherent(table: Table) -> bool:
    """Whether the rules can go on from here; what they ask next is then kept with the table."""
    return (
        table.round <= ROUNDS
        and table.first < len(table.players)
        and len(set(table.plan)) == len(table.plan)
        and len(table.plan) in (0, len(PLANS[0].actions))
        and all(_is_sound(table, seat) for seat in range(len(table.players)))
        and sum(sum(player.stock) for player in table.players) <= MOST_STORED
        and _is_shared_fairly(table)
        and _is_lone_for_a_while(table)
        and _is_started(table)
        and is_in_order(table.agenda)
        and all(stage.is_coherent(table) for stage in table.agenda)
        and can_go_on(table)
    )


def _is_sound(table: Table, seat: int) -> bool:
    player, board = table.players[seat], table.boards[seat]
    here = sum(1 << region for region in table.realm.regions)
    return (
        sum(player.units) <= MOST_HELD
        and max(player.points, player.recruited) <= MOST_HELD
        and player.raised <= MOST_RAISED
        and not (player.visited | player.fortresses) & ~here
        and not player.mountains & ~player.visited
        and (player.region is None or bool(here >> player.region & 1))
        and all(board.places[r].fortress is not None for r in REGIONS if player.fortresses >> r & 1)
        and all(here >> region & 1 for region, _ in player.foundations)
        and all(reached <= len(board.milestones) for reached in player.milestones)
        and (player.own is None or player.own.is_sound(table))
    )


def _is_shared_fairly(table: Table) -> bool:
    """No fortress and no artefact has two owners."""

    def is_disjoint(holdings: list[int]) -> bool:
        return sum(held.bit_count() for held in holdings) == _union(holdings).bit_count()

    return is_disjoint([p.fortresses for p in table.players]) and is_disjoint(
        [p.artefacts for p in table.players]
    )


def _union(bits: list[int]) -> int:
    together = 0
    for each in bits:
        together |= each
    return together


def _is_lone_for_a_while(table: Table) -> bool:
    """Whoever acts alone is about to be joined by the others again."""
    ends = sum(isinstance(stage, Rejoining) for stage in table.agenda)
    return ends == (table.alone is not None) and (table.alone is None or table.alone < len(table.players))


def _is_started(table: Table) -> bool:
    """Whoever stands nowhere is about to choose where to start, before anything else; nobody else is."""
    nowhere = {seat for seat, player in enumerate(table.players) if player.region is None}
    if table.agenda == (DrawFirst(),):
        return len(nowhere) == len(table.players)
    choosing = [stage.seat for stage in table.agenda[: len(nowhere)] if isinstance(stage, ChooseStart)]
    later = any(isinstance(stage, ChooseStart) for stage in table.agenda[len(nowhere) :])
    return sorted(choosing) == sorted(nowhere) and not later
