"""Two ends of a memory stream under a throw-away certificate."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from p2p_heroes.node.tls import (
    ALPN,
    MAX_ANSWER,
    Certificate,
    NoCertificate,
    Secured,
    ephemeral,
    peer_fingerprint,
)
from p2p_heroes.node.wire import CHUNK

Theirs = trio.SSLStream[trio.abc.Stream]
"""Somebody else's way to speak TLS."""


def ends(ours: Certificate, theirs: Certificate) -> tuple[Secured, Secured]:
    """The accepting end under our certificate, and their dialled end."""
    left, right = trio.testing.memory_stream_pair()
    return Secured(left, ours.accepting, server_side=True), Secured(right, theirs.dialling)


@asynccontextmanager
async def connected(ours: Certificate, theirs: Certificate) -> AsyncIterator[tuple[Secured, Secured]]:
    accepted, dialled = ends(ours, theirs)
    await shake(accepted, dialled)
    yield accepted, dialled
    await trio.aclose_forcefully(accepted)
    await trio.aclose_forcefully(dialled)


async def shake(accepted: Secured | Theirs, dialled: Secured | Theirs) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.do_handshake)
        nursery.start_soon(dialled.do_handshake)


async def test_both_ends_know_the_same_fingerprint() -> None:
    ours, theirs = ephemeral(), ephemeral()
    async with connected(ours, theirs) as (_, dialled):
        assert peer_fingerprint(dialled) == ours.fingerprint
        assert len(ours.fingerprint) == 32


async def test_another_certificate_has_another_fingerprint() -> None:
    ours, between, theirs = ephemeral(), ephemeral(), ephemeral()
    assert len({ours.fingerprint, between.fingerprint, theirs.fingerprint}) == 3
    async with connected(between, theirs) as (_, dialled):
        assert peer_fingerprint(dialled) != ours.fingerprint


async def test_what_is_said_arrives() -> None:
    async with connected(ephemeral(), ephemeral()) as (accepted, dialled):
        for here, there in ((accepted, dialled), (dialled, accepted)):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(here.send_all, b"well met")
                assert await there.receive_some(8) == b"well met"


@pytest.mark.parametrize("size", [1, 2**14, 2**14 + 1, 3 * CHUNK])
async def test_what_is_said_arrives_whole_and_in_pieces_no_larger_than_asked_for(size: int) -> None:
    said = bytes(n % 251 for n in range(size))
    async with connected(ephemeral(), ephemeral()) as (accepted, dialled):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(accepted.send_all, said)
            heard = b""
            while len(heard) < size:
                piece = await dialled.receive_some(1000)
                assert 1 <= len(piece) <= 1000
                heard += piece
        assert heard == said


async def test_what_was_said_by_itself_is_read_by_itself() -> None:
    """Who has just signed its hello may say more than before, and it says it at once."""
    async with connected(ephemeral(), ephemeral()) as (accepted, dialled):
        for word in (b"well", b" ", b"met"):
            await accepted.send_all(word)
        assert [await dialled.receive_some() for _ in range(3)] == [b"well", b" ", b"met"]


async def test_whoever_reads_much_lets_the_others_do_something_in_between() -> None:
    async with connected(ephemeral(), ephemeral()) as (accepted, dialled):
        for word in (b"well", b" ", b"met"):
            await accepted.send_all(word)
        for _ in range(3):
            with trio.testing.assert_checkpoints():
                await dialled.receive_some()


@pytest.mark.parametrize("theirs_dials", [True, False])
async def test_the_connection_is_tls_1_3_of_this_protocol_for_any_other_program(theirs_dials: bool) -> None:
    left, right = trio.testing.memory_stream_pair()
    certificate = ephemeral()
    if theirs_dials:
        ours = Secured(left, certificate.accepting, server_side=True)
        theirs = trio.SSLStream[trio.abc.Stream](right, certificate.dialling)
    else:
        ours = Secured(right, certificate.dialling)
        theirs = trio.SSLStream(left, certificate.accepting, server_side=True)
    await shake(ours, theirs)
    assert theirs.version() == "TLSv1.3"
    assert theirs.selected_alpn_protocol() == ALPN
    await ours.send_all(b"well met")
    assert await theirs.receive_some() == b"well met"
    async with trio.open_nursery() as nursery:
        nursery.start_soon(theirs.aclose)
        assert await ours.receive_some() == b""
        await ours.aclose()


async def test_a_connection_that_just_ends_has_ended() -> None:
    async with connected(ephemeral(), ephemeral()) as (accepted, dialled):
        await accepted.send_all(b"last words")
        await accepted.aclose()
        assert await dialled.receive_some() == b"last words"
        assert await dialled.receive_some() == b""
        with pytest.raises(trio.BrokenResourceError):
            await dialled.send_all(b"anybody?")


async def test_bytes_that_somebody_changed_break_the_connection() -> None:
    async with connected(ephemeral(), ephemeral()) as (accepted, dialled):
        await accepted.plain.send_all(b"\x17\x03\x03\x00\x20" + bytes(32))
        with pytest.raises(trio.BrokenResourceError):
            await dialled.receive_some()
        with pytest.raises(trio.BrokenResourceError):
            await dialled.send_all(b"anybody?")


async def test_whoever_makes_tls_talk_without_end_is_not_listened_to() -> None:
    async with connected(ephemeral(), ephemeral()) as (accepted, dialled):
        dialled._outgoing.write(bytes(MAX_ANSWER + 1))
        await accepted.send_all(b"new keys, please")
        with pytest.raises(trio.BrokenResourceError, match="new keys"):
            await dialled.receive_some()


async def test_nothing_is_sent_after_half_a_record() -> None:
    left, right = trio.testing.lockstep_stream_pair()
    accepted, dialled = (
        Secured(left, ephemeral().accepting, server_side=True),
        Secured(right, ephemeral().dialling),
    )
    await shake(accepted, dialled)
    with trio.CancelScope() as scope:
        scope.cancel()
        await accepted.send_all(b"never read")
    with pytest.raises(trio.BrokenResourceError):
        await accepted.send_all(b"nor this")
    with pytest.raises(trio.BrokenResourceError):
        accepted.send_now(b"nor that")


async def test_what_cannot_be_sent_at_once_goes_before_what_is_sent_next() -> None:
    async with connected(ephemeral(), ephemeral()) as (accepted, dialled):
        assert not accepted.send_now(b"well")
        assert not accepted.send_now(b" met")
        with trio.move_on_after(0):
            await dialled.receive_some()
        await accepted.send_all(b", and farewell")
        heard = [await dialled.receive_some() for _ in range(3)]
        assert heard == [b"well", b" met", b", and farewell"]


async def test_who_hangs_up_during_the_handshake_is_gone() -> None:
    accepted, dialled = ends(ephemeral(), ephemeral())
    await dialled.aclose()
    with pytest.raises(trio.BrokenResourceError):
        await accepted.do_handshake()


async def test_the_accepting_end_sees_no_certificate() -> None:
    async with connected(ephemeral(), ephemeral()) as (accepted, _):
        with pytest.raises(NoCertificate):
            peer_fingerprint(accepted)


def test_no_fingerprint_before_the_handshake() -> None:
    _, dialled = ends(ephemeral(), ephemeral())
    with pytest.raises(NoCertificate):
        peer_fingerprint(dialled)


def test_no_tickets_and_nothing_below_1_3() -> None:
    certificate = ephemeral()
    assert certificate.accepting.num_tickets == 0
    for context in (certificate.accepting, certificate.dialling):
        assert context.minimum_version == context.maximum_version == ssl.TLSVersion.TLSv1_3


async def test_an_older_tls_is_refused() -> None:
    left, right = trio.testing.memory_stream_pair()
    older = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    older.check_hostname, older.verify_mode = False, ssl.CERT_NONE
    older.maximum_version = ssl.TLSVersion.TLSv1_2
    accepted, dialled = Secured(left, ephemeral().accepting, server_side=True), Secured(right, older)

    async def refused(end: Secured) -> None:
        with pytest.raises(trio.BrokenResourceError):
            await end.do_handshake()
        await trio.aclose_forcefully(end)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(refused, accepted)
        nursery.start_soon(refused, dialled)


def test_no_file_stays_behind(tmp_path: Path) -> None:
    ephemeral(tmp_path)
    assert list(tmp_path.iterdir()) == []
