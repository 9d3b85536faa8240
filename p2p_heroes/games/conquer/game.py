"""Write & Conquer as a game of the table, for a given set of factions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from p2p_heroes.games.conquer.codec import codec_for
from p2p_heroes.games.conquer.decisions import SHARED_DECISIONS, Decision
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.planning import DrawFirst, first_stages
from p2p_heroes.games.conquer.rounds import SHARED_STAGES, advance, pending
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Own, Player, Table
from p2p_heroes.games.errors import BadSetup, IllegalChoice
from p2p_heroes.games.game import (
    Answers,
    Need,
    Open,
    OptionRange,
    Plain,
    Request,
    Secret,
    Setup,
    Step,
    agreed_options,
    fits,
    request_for,
)


class Conquer:
    """The rulebook put together: everything else of the game is reached through here."""

    name: ClassVar[str] = "conquer"
    version: ClassVar[int] = 4
    seats: ClassVar[range] = range(2, 5)
    options: ClassVar[Mapping[str, OptionRange]] = {"first": OptionRange(0, range(5))}
    """Who is the first player, counted from 1; 0 leaves it to chance."""
    length: ClassVar[str] = ""

    def __init__(self, boards: Iterable[Board]) -> None:
        self.boards: Mapping[str, Board] = {board.name: board for board in boards}
        self.choices = tuple(self.boards)
        own = [kind for board in self.boards.values() for kind in board.decisions]
        stages = [kind for board in self.boards.values() for kind in board.stages]
        self._codec = codec_for(self.boards.values(), (*SHARED_DECISIONS, *own), (*SHARED_STAGES, *stages))

    def initial(self, setup: Setup) -> Table:
        if setup.seats not in self.seats:
            raise BadSetup(f"conquer is not for {setup.seats}")
        for choice in setup.choices:
            if choice not in self.boards:
                raise BadSetup(f"there is no faction {choice!r}")
        if len(set(setup.choices)) < setup.seats:
            raise BadSetup("each faction has one board, so nobody can play the same")
        first = agreed_options(self.options, setup)["first"]
        if first > setup.seats:
            raise BadSetup(f"there is no seat {first}")
        boards = tuple(self.boards[choice] for choice in setup.choices)
        players = tuple(map(_player, boards))
        agenda = first_stages(first - 1, setup.seats) if first else (DrawFirst(),)
        return Table(boards, players, agenda, first=max(0, first - 1))

    def pending(self, state: Table) -> Need[Decision]:
        return pending(state)

    def check(self, state: Table, seat: int, decision: Decision) -> None:
        _check(state, request_for(pending(state), seat), decision)

    def apply(self, state: Table, answers: Answers[Decision]) -> Step[Table]:
        need = pending(state)
        assert fits(need, answers)
        if isinstance(need, (Open, Secret)) and not isinstance(answers, tuple):
            for request in need.requests:
                _check(state, request, answers[request.seat])
        return advance(state, answers)

    def default(self, state: Table, seat: int) -> Decision:
        """The first choice of every request is the quiet one: to stay, to keep the peace, to be done."""
        return request_for(pending(state), seat).choices[0]

    def view(self, state: Table, seat: int | None) -> Table:
        """All of it: boards are open but for sealed steps, and a sealed choice enters no table alone."""
        return state

    def points(self, state: Table) -> tuple[int, ...]:
        return tuple(score_of(state, seat).total for seat in range(len(state.players)))

    def encode_state(self, state: Table) -> Plain:
        return self._codec.encode_state(state)

    def decode_state(self, plain: Plain) -> Table:
        return self._codec.decode_state(plain)

    def encode_decision(self, decision: Decision) -> Plain:
        return self._codec.encode_decision(decision)

    def decode_decision(self, plain: Plain) -> Decision:
        return self._codec.decode_decision(plain)

    def notate(self, decision: Decision) -> str:
        return self._codec.notate(decision)

    def parse(self, text: str) -> Decision:
        return self._codec.parse(text)


def _check(state: Table, request: Request[Decision], decision: Decision) -> None:
    choices, kind = request.choices, type(decision)
    if isinstance(choices, tuple):
        # To compare decisions takes its time, those of different kinds even twice.
        for choice in choices:
            if choice is decision:
                return
        choices = [choice for choice in choices if type(choice) is kind]
    if decision not in choices:
        raise IllegalChoice(state.agenda[0].reason(state, request.seat, decision))


def _player(board: Board) -> Player:
    """A player of this faction before the game."""
    own = board.own
    assert own is None or isinstance(own, Own)
    built = sum(1 << board.structure_index[name] for name in board.standing)
    return Player(tuple(unit.start for unit in board.units), built=built, own=own)
