"""Two ends of a memory stream under a throw-away certificate."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from p2p_heroes.node.tls import ALPN, Certificate, NoCertificate, ephemeral, peer_fingerprint

Secure = trio.SSLStream[trio.abc.Stream]


def ends(ours: Certificate, theirs: Certificate) -> tuple[Secure, Secure]:
    """The accepting end under our certificate, and their dialled end."""
    left, right = trio.testing.memory_stream_pair()
    return trio.SSLStream(left, ours.accepting, server_side=True), trio.SSLStream(right, theirs.dialling)


@asynccontextmanager
async def connected(ours: Certificate, theirs: Certificate) -> AsyncIterator[tuple[Secure, Secure]]:
    accepted, dialled = ends(ours, theirs)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.do_handshake)
        nursery.start_soon(dialled.do_handshake)
    yield accepted, dialled
    await trio.aclose_forcefully(accepted)
    await trio.aclose_forcefully(dialled)


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


async def test_the_connection_is_tls_1_3_of_this_protocol() -> None:
    async with connected(ephemeral(), ephemeral()) as pair:
        for end in pair:
            assert end.version() == "TLSv1.3"
            assert end.selected_alpn_protocol() == ALPN


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
    accepted = trio.SSLStream(left, ephemeral().accepting, server_side=True)
    dialled = trio.SSLStream(right, older)

    async def refused(end: Secure) -> None:
        with pytest.raises(trio.BrokenResourceError):
            await end.do_handshake()
        await trio.aclose_forcefully(end)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(refused, accepted)
        nursery.start_soon(refused, dialled)


def test_no_file_stays_behind(tmp_path: Path) -> None:
    ephemeral(tmp_path)
    assert list(tmp_path.iterdir()) == []
