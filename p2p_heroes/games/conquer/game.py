"""Write & Conquer as a game of the table, for a given set of factions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from p2p_heroes.games.conquer import scoring
from p2p_heroes.games.conquer.codec import codec_for
from p2p_heroes.games.conquer.decisions import SHARED_DECISIONS, Decision
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.planning import DrawFirst, first_stages
from p2p_heroes.games.conquer.rounds import SHARED_STAGES
from p2p_heroes.games.conquer.state import Own, Player, Table
from p2p_heroes.games.errors import BadSetup
from p2p_heroes.games.game import OptionRange
from p2p_heroes.games.kit.rulebook import AgendaRulebook


class Conquer(AgendaRulebook[Table, Decision]):
    """The rulebook put together: everything else of the game is reached through here."""

    name: ClassVar[str] = "conquer"
    version: ClassVar[int] = 5
    seats: ClassVar[range] = range(2, 5)
    options: ClassVar[Mapping[str, OptionRange]] = {"first": OptionRange(0, range(5))}
    """Who is the first player, counted from 1; 0 leaves it to chance."""

    def __init__(self, boards: Iterable[Board]) -> None:
        self.boards: Mapping[str, Board] = {board.name: board for board in boards}
        self.choices = tuple(self.boards)
        own = [kind for board in self.boards.values() for kind in board.decisions]
        stages = [kind for board in self.boards.values() for kind in board.stages]
        self.codec = codec_for(self.boards.values(), (*SHARED_DECISIONS, *own), (*SHARED_STAGES, *stages))

    def start(self, choices: tuple[str, ...], options: Mapping[str, int]) -> Table:
        if len(set(choices)) < len(choices):
            raise BadSetup("each faction has one board, so nobody can play the same")
        first = options["first"]
        if first > len(choices):
            raise BadSetup(f"there is no seat {first}")
        boards = tuple(self.boards[choice] for choice in choices)
        players = tuple(map(_player, boards))
        agenda = first_stages(first - 1, len(choices)) if first else (DrawFirst(),)
        return Table(boards, players, agenda, first=max(0, first - 1))

    def places(self, state: Table) -> tuple[int, ...]:
        return scoring.places(state)

    def points(self, state: Table) -> tuple[int, ...]:
        return tuple(scoring.score_of(state, seat).total for seat in range(len(state.players)))


def _player(board: Board) -> Player:
    """A player of this faction before the game."""
    own = board.own
    assert own is None or isinstance(own, Own)
    built = sum(1 << board.structure_index[name] for name in board.standing)
    return Player(tuple(unit.start for unit in board.units), built=built, own=own)
