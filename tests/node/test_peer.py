"""One end of a memory stream: what it takes, what it sends, and when it gives up."""

import contextlib
from random import Random

import pytest
import trio
import trio.testing

from p2p_heroes.node.peer import OUTBOX, REFUSING_SECONDS, Peer, PeerGone
from p2p_heroes.node.tls import Secured
from p2p_heroes.node.wire import Wire
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.sockets.connections import certificate
from protocol.errors import BadField, Flood, FrameTooLong, NotCanonical, UnknownMessage, WrongCode
from protocol.framing import frame
from protocol.link import BURST_BYTES, STRANGER_BYTES, pack
from protocol.peer_messages import Deliver, Farewell, Nonce, PeerMessage, Refuse, read_peer_message
from tests.support.said import have

PEER_MESSAGES: tuple[PeerMessage, ...] = (have(1, 2, 3), Nonce(noise("nonce")), Deliver(b"wire"), Farewell())


def wired(*, trusted: bool = True) -> tuple[Peer, trio.abc.Stream]:
    """A peer, and the bare other end of its stream."""
    ours, theirs = trio.testing.memory_stream_pair()
    peer = Peer(ours, "127.0.0.1", dialled=True)
    if trusted:
        peer.trust(noise("key"))
    return peer, theirs


def slow() -> tuple[Peer, trio.abc.Stream]:
    """A peer whose every send waits until the other end has read it."""
    ours, theirs = trio.testing.lockstep_stream_pair()
    return Peer(ours, "127.0.0.1", dialled=True), theirs


async def read_all(stream: trio.abc.ReceiveStream) -> bytes:
    return b"".join([bytes(piece) async for piece in stream])


@pytest.mark.parametrize("seed", range(8))
async def test_peer_messages_arrive_whole_however_the_stream_cuts_them(seed: int) -> None:
    peer, theirs = wired()
    data, random = b"".join(map(pack, PEER_MESSAGES)), Random(seed)
    while data:
        size = random.randint(1, random.choice((1, 9, len(data))))
        await theirs.send_all(data[:size])
        data = data[size:]
    assert [await peer.receive() for _ in PEER_MESSAGES] == list(PEER_MESSAGES)


async def test_what_is_sent_is_what_is_read() -> None:
    peer, theirs = wired()
    await peer.send(*PEER_MESSAGES)
    await peer.close()
    assert await read_all(theirs) == b"".join(map(pack, PEER_MESSAGES))


async def test_a_peer_that_hangs_up_is_gone() -> None:
    peer, theirs = wired()
    await theirs.send_all(pack(Farewell()) + pack(Farewell())[:3])
    await theirs.aclose()
    assert await peer.receive() == Farewell()
    with pytest.raises(PeerGone):
        await peer.receive()


async def test_a_closed_peer_is_gone() -> None:
    peer, _ = wired()
    await peer.close()
    for use in (peer.receive, peer.send):
        with pytest.raises(PeerGone):
            await use()


async def test_nothing_can_be_sent_to_a_peer_that_closed() -> None:
    peer, theirs = wired()
    await theirs.aclose()
    with pytest.raises(PeerGone):
        await peer.send(Farewell())


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", FrameTooLong),
        (frame(b"\xc1"), NotCanonical),
        (frame(b"\x91\x63"), UnknownMessage),
        (frame(b"\x92\x0f\x63"), BadField),
    ],
)
async def test_what_is_no_peer_message_is_refused_by_name(data: bytes, refusal: type[Exception]) -> None:
    peer, theirs = wired()
    await theirs.send_all(data)
    with pytest.raises(refusal):
        await peer.receive()


async def test_a_stranger_may_say_little() -> None:
    peer, theirs = wired(trusted=False)
    await theirs.send_all(pack(Deliver(bytes(STRANGER_BYTES))))
    with pytest.raises(Flood):
        await peer.receive()


async def test_a_friend_may_say_much_but_not_without_end(autojump_clock: trio.testing.MockClock) -> None:
    peer, theirs = wired()
    peer_message = Deliver(bytes(60_000))
    allowed = BURST_BYTES // 60_100
    for _ in range(allowed):
        await theirs.send_all(pack(peer_message))
        assert await peer.receive() == peer_message
    await theirs.send_all(pack(peer_message))
    with pytest.raises(Flood):
        await peer.receive()


async def test_the_time_of_the_last_bytes_is_kept(autojump_clock: trio.testing.MockClock) -> None:
    peer, theirs = wired()
    await trio.sleep(7)
    await theirs.send_all(pack(Farewell()))
    await peer.receive()
    assert peer.heard == trio.current_time()


async def test_what_is_posted_is_sent_in_order(nursery: trio.Nursery) -> None:
    peer, theirs = wired()
    peer.post([])
    peer.post(PEER_MESSAGES[:1])
    nursery.start_soon(peer.write_outbox)
    await trio.testing.wait_all_tasks_blocked()
    peer.post(PEER_MESSAGES[1:])
    await peer.flushed()
    await peer.close()
    assert await read_all(theirs) == b"".join(map(pack, PEER_MESSAGES))
    nursery.cancel_scope.cancel()


async def test_two_who_speak_at_once_do_not_mix(nursery: trio.Nursery) -> None:
    peer, theirs = slow()
    peer.post(PEER_MESSAGES)
    nursery.start_soon(peer.write_outbox)
    await trio.testing.wait_all_tasks_blocked()
    nursery.start_soon(peer.send, *PEER_MESSAGES)
    await trio.testing.wait_all_tasks_blocked()
    reader = Peer(theirs, "", dialled=False)
    assert [await reader.receive() for _ in 2 * PEER_MESSAGES] == [*PEER_MESSAGES, *PEER_MESSAGES]
    nursery.cancel_scope.cancel()


async def test_flushed_waits_for_the_last_byte(nursery: trio.Nursery) -> None:
    """Also for what was posted while something else was under way."""
    peer, theirs = slow()
    nursery.start_soon(peer.write_outbox)
    await peer.flushed()
    await trio.testing.wait_all_tasks_blocked()
    sent = []

    async def flush() -> None:
        await peer.flushed()
        sent.append(True)

    peer.post([Farewell()])
    nursery.start_soon(flush)
    await trio.testing.wait_all_tasks_blocked()
    peer.post([Nonce(noise("nonce"))])
    await theirs.receive_some(len(pack(Farewell())))
    await trio.testing.wait_all_tasks_blocked()
    assert not sent
    await theirs.receive_some()
    await trio.testing.wait_all_tasks_blocked()
    assert sent
    nursery.cancel_scope.cancel()


async def test_flushed_does_not_wait_for_a_peer_that_is_gone() -> None:
    peer, theirs = wired()
    await theirs.aclose()
    peer.post(PEER_MESSAGES)
    with pytest.raises(PeerGone):
        await peer.write_outbox()
    await peer.flushed()


async def test_what_a_peer_said_before_it_hung_up_is_heard_though_nothing_can_be_sent(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Its last words have arrived in several pieces, and we answer the first of them."""
    peer, theirs = wired()
    heard: list[PeerMessage] = []

    async def read() -> None:
        with contextlib.suppress(PeerGone):
            while True:
                heard.append(await peer.receive())
                peer.post([Farewell()])
                await trio.testing.wait_all_tasks_blocked()

    with pytest.RaisesGroup(PeerGone):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.write_outbox)
            for peer_message in PEER_MESSAGES:
                await theirs.send_all(pack(peer_message))
            await theirs.aclose()
            nursery.start_soon(read)
    assert heard == list(PEER_MESSAGES)


async def test_a_peer_that_does_not_read_is_dropped_before_it_costs_memory() -> None:
    peer, _ = slow()
    piece = [Deliver(bytes(60_000))]
    async with trio.open_nursery() as nursery:
        given_up = trio.Event()

        async def write() -> None:
            with pytest.raises(PeerGone, match="does not read"):
                await peer.write_outbox()
            given_up.set()

        nursery.start_soon(write)
        await trio.testing.wait_all_tasks_blocked()
        for _ in range(OUTBOX // 60_000):
            peer.post(piece)
            await trio.testing.wait_all_tasks_blocked()
            assert not given_up.is_set()
        for _ in range(3):
            peer.post(piece)
        await given_up.wait()
    assert len(peer._outbox) <= OUTBOX
    await peer.close()


async def test_a_refusal_says_its_name_and_hangs_up() -> None:
    peer, theirs = wired()
    await peer.refuse(WrongCode("guessed"))
    said = await read_all(theirs)
    assert read_peer_message(said[4:]) == Refuse("WrongCode")
    with pytest.raises(PeerGone):
        await peer.receive()


async def test_a_refusal_does_not_wait_for_somebody_who_does_not_read(
    autojump_clock: trio.testing.MockClock,
) -> None:
    peer, theirs = slow()
    began = trio.current_time()
    await peer.refuse(WrongCode("guessed"))
    assert trio.current_time() - began == REFUSING_SECONDS
    with pytest.raises(trio.BrokenResourceError):
        await theirs.send_all(b"still there?")


async def test_a_refusal_of_somebody_who_is_gone_changes_nothing() -> None:
    peer, theirs = wired()
    await theirs.aclose()
    await peer.refuse(WrongCode("guessed"))
    with pytest.raises(PeerGone):
        await peer.receive()


async def secured() -> tuple[Peer, Peer]:
    """Two ends of a connection over loopback."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        dialled = await trio.open_tcp_stream("127.0.0.1", listener.socket.getsockname()[1])
        accepted = await listener.accept()
    ours = Secured(Wire(accepted), certificate(0).accepting, server_side=True)
    theirs = Secured(Wire(dialled), certificate(0).dialling)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ours.do_handshake)
        nursery.start_soon(theirs.do_handshake)
    peers = Peer(ours, "127.0.0.1", dialled=False), Peer(theirs, "127.0.0.1", dialled=True)
    for peer in peers:
        peer.trust(noise("key"))
    return peers


async def test_over_a_socket_a_peer_message_is_sent_when_it_is_posted() -> None:
    peer, reader = await secured()
    for peer_message in PEER_MESSAGES:
        peer.post([peer_message])
    await peer.flushed()
    assert [await reader.receive() for _ in PEER_MESSAGES] == list(PEER_MESSAGES)
    await peer.close()
    await reader.close()


async def test_over_a_socket_what_does_not_fit_at_once_follows_in_order(nursery: trio.Nursery) -> None:
    peer, reader = await secured()
    many = [Deliver(bytes([n % 256]) * 60_000) for n in range(60)]
    for peer_message in many:
        peer.post([peer_message])
    nursery.start_soon(peer.write_outbox)
    with trio.fail_after(30):
        assert [await reader.receive() for _ in many] == many
        await peer.flushed()
        peer.post([Farewell()])
        assert await reader.receive() == Farewell()
    nursery.cancel_scope.cancel()
    await peer.close()
    await reader.close()


async def test_over_a_socket_that_is_closed_nothing_is_posted() -> None:
    peer, reader = await secured()
    await peer.close()
    peer.post([Farewell()])
    with pytest.raises(PeerGone):
        await peer.write_outbox()
    await reader.close()
