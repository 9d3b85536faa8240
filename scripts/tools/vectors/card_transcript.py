"""Vectors of transcripts of a whole game of cards (protocol.md §10, §15): Magpies, of one round.

They are read as those of `transcript` are; whoever replays them needs the rules of that game.
"""

from typing import Any

from p2p_heroes.games.kit.cards.needs import Deal, Gather, Mix
from p2p_heroes.games.magpies import MAGPIES
from p2p_heroes.node.cards.dealer import MaskedDealer
from p2p_heroes.node.cards.masked import Masked
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import SessionTable
from protocol.canonical import Value

from .transcript.record import game
from .vector import Vector

SEATS = 3


class _Unchecked(GameRules):
    """Rules by which a seat may say anything: its own program does not stop it."""

    def refusal(self, position: Position, seat: int, value: Value) -> str | None:
        return None


def cards_without_a_leaver() -> Vector:
    """A fair game, from the file of seat 1: what it hides of cards is in no record."""
    return game(_begun().run(), seat=1)


def cards_with_a_leaver() -> Vector:
    """Seat 1 leaves when the first hands are dealt: the others gather the cards and play to the end."""
    return game(_leave(_until(_begun(), Deal), 1).run())


def cards_with_a_leaver_of_a_gathering() -> Vector:
    """Of four one leaves at the first deal, and one while cards are gathered: they are gathered anew."""
    mesh = SessionTable(4, rounds=1, game=MAGPIES).begin()
    _until(mesh, Deal)
    _leave(mesh, 1)
    _until(mesh, Gather, 4)
    return game(_leave(mesh, 2).run())


def cards_with_a_false_mix() -> Vector:
    """Seat 1 puts a card twice into the tree: that is a FalseMix, and the others play on without it."""
    mesh = _until(_begun(), Mix, 1)
    session = mesh.sessions[1]
    duty = mesh.keepers[1].duty(_state(mesh))
    assert duty is not None
    value = duty()
    assert isinstance(value, bytes)
    session.rules = session.play.rules = _Unchecked(mesh.rules.game)
    mesh.absorb(1, session.choose(1, value[:64] * 2 + value[128:], noise("salt", 1)))
    mesh.dead.add(1)
    return game(mesh.run())


def _begun() -> SessionTable:
    return SessionTable(SEATS, rounds=1, game=MAGPIES).begin()


def _leave(mesh: SessionTable, leaver: int) -> SessionTable:
    """A seat falls silent, and the others vote."""
    mesh.dead.add(leaver)
    mesh.run()
    for seat in mesh.alive():
        mesh.absorb(seat, mesh.sessions[seat].forfeit([leaver]))
    mesh.deliver_all()
    return mesh


def _until(mesh: SessionTable, kind: type, stage: int = 0) -> SessionTable:
    """Until the dealer is asked for such a thing, and has come so far with it."""
    mesh.deliver_all()
    while not _is_asked(mesh, kind, stage):
        assert mesh.choose_somewhere()
        mesh.deliver_all()
    return mesh


def _is_asked(mesh: SessionTable, kind: type, stage: int) -> bool:
    state = _state(mesh)
    assert isinstance(mesh.rules.game, MaskedDealer)
    need = mesh.rules.game.rules.pending(state.game)
    return bool(state.keys) and isinstance(need, kind) and state.stage == stage


def _state(mesh: SessionTable) -> Masked[Any]:
    state: Masked[Any] = mesh.sessions[0].play.state.state
    return state
