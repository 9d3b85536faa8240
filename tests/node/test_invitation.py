"""The invite code between two connectors; what a host and a guest make of it is in their own tests."""

import pytest
import trio

from p2p_heroes.node.connector import TurnedAway, Visitor
from p2p_heroes.node.invitation import ask_code, expect, show_code
from p2p_heroes.tabletest.entropy import key_of
from protocol.errors import Unexpected, WrongCode
from protocol.peer_messages import CodeNeeded as DoorSign
from protocol.peer_messages import Farewell, Refuse
from tests.support.wires import WiredConnector, Wires, only


@pytest.fixture
async def wires(nursery: trio.Nursery) -> Wires:
    return Wires(nursery)


async def visit(wires: Wires) -> tuple[Visitor, Visitor]:
    """Both ends of a connection: the host's, and the guest's."""
    visits, visited = trio.open_memory_channel[Visitor](1)
    WiredConnector(key_of(0), wires, 0).open(only(None), visits.send)
    ours = await WiredConnector(key_of(1), wires, 1).dial("wire", 0, None)
    return await visited.receive(), ours


def nothing_wrong() -> None:
    """Nobody has guessed yet."""


async def test_who_knows_the_code_is_let_in(wires: Wires) -> None:
    theirs, ours = await visit(wires)
    await theirs.peer.send(DoorSign(True))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask_code, theirs, key_of(0).public, "red fox", nothing_wrong)
        nursery.start_soon(show_code, ours, key_of(1).public, "Red Fox")


async def test_who_does_not_is_not(wires: Wires) -> None:
    theirs, ours = await visit(wires)
    await theirs.peer.send(DoorSign(True))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(show_code, ours, key_of(1).public, "red ox")
        with pytest.raises(WrongCode):
            await ask_code(theirs, key_of(0).public, "red fox", nothing_wrong)
        nursery.cancel_scope.cancel()


async def test_a_word_counts_only_while_guesses_are_left(wires: Wires) -> None:
    theirs, ours = await visit(wires)
    await theirs.peer.send(DoorSign(True))

    def enough() -> None:
        raise WrongCode("enough")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(show_code, ours, key_of(1).public, "red fox")
        with pytest.raises(WrongCode, match="enough"):
            await ask_code(theirs, key_of(0).public, "red fox", enough)
        nursery.cancel_scope.cancel()


async def test_anything_else_than_was_expected_is_said(wires: Wires) -> None:
    theirs, ours = await visit(wires)
    await ours.peer.send(Refuse("TableFull"), Farewell())
    with pytest.raises(TurnedAway, match="TableFull"):
        await expect(theirs.peer, DoorSign)
    with pytest.raises(Unexpected, match="Farewell instead of CodeNeeded"):
        await expect(theirs.peer, DoorSign)
