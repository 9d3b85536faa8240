"""The end: five boxes, the sum, and who has won (rulebook p. 13)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Score
from p2p_heroes.games.conquer.world import REGIONS
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.games.kit.forms import Form
from p2p_heroes.games.kit.rulebook import ranked


class GameEnds(Stage):
    form: ClassVar[Form] = Form("game-ends")
    is_last = True

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table = turn.table
        scores = tuple(score_of(table, seat) for seat in range(len(table.players)))
        turn.tell(events.GameEnded(scores, leftovers(table), places(table)))


def score_of(table: Table, seat: int) -> Score:
    """What a seat would have if the game ended now."""
    player, board = table.players[seat], table.boards[seat]
    printed = Score(
        structures=_structures(board, player.built),
        foundations=sum([level for _, level in player.foundations]),
        resources=_milestones(board, player.milestones),
        victories=_fortresses(board, player.fortresses) + _monsters(board, player.monsters),
    )
    return fold(Effect.final_score, table, seat, printed)


# Bots ask for scores thousands of times in a game; what is printed is added up once.


@lru_cache(maxsize=4096)
def _structures(board: Board, built: int) -> int:
    return sum(structure.points for at, structure in enumerate(board.structures) if built >> at & 1)


@lru_cache(maxsize=4096)
def _milestones(board: Board, reached: tuple[int, ...]) -> int:
    values = [points for _, points in board.milestones]
    return sum(sum(values[:count]) for count in reached)


@lru_cache(maxsize=4096)
def _fortresses(board: Board, taken: int) -> int:
    fortresses = [board.places[region].fortress for region in REGIONS if taken >> region & 1]
    return sum(fortress.points for fortress in fortresses if fortress is not None)


@lru_cache(maxsize=4096)
def _monsters(board: Board, circled: int) -> int:
    return sum(monster.points for at, monster in enumerate(board.monsters) if circled >> at & 1)


def leftovers(table: Table) -> tuple[int, ...]:
    """All that is in each inventory, which breaks a tie."""
    players = enumerate(table.players)
    return tuple(fold(Effect.leftover, table, seat, sum(player.stock)) for seat, player in players)


def places(table: Table) -> tuple[int, ...]:
    """The most points win, then the most resources; who is equal in both shares the place."""
    totals = [score_of(table, seat).total for seat in range(len(table.players))]
    return ranked(tuple(zip(totals, leftovers(table), strict=True)))
