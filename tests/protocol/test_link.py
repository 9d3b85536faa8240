"""One connection's bytes: peer messages however they are cut, and an end to whoever sends too much."""

import pytest

from protocol.errors import BadField, Flood, FrameCut, FrameEmpty, FrameTooLong, NotCanonical, UnknownMessage
from protocol.framing import MAX_FRAME, frame
from protocol.link import BURST_BYTES, BYTES_PER_SECOND, STRANGER_BYTES, Link, pack
from protocol.peer_messages import Deliver, Farewell, PeerMessage, Refuse, SignHello, write_peer_message
from tests.support.said import have

PEER_MESSAGES: list[PeerMessage] = [
    SignHello(bytes(64)),
    Farewell(),
    have(1, 2),
    Refuse("Flood"),
    Deliver(b"wire"),
]
STREAM = b"".join(map(pack, PEER_MESSAGES))
CHUNK = pack(Deliver(bytes(60_000)))


def known(now: float = 0.0) -> Link:
    link = Link(now)
    link.trust()
    return link


def taken(link: Link, data: bytes, now: float) -> int:
    """How often a link takes these bytes at one moment before it is a flood."""
    for count in range(BURST_BYTES):
        try:
            link.receive(data, now)
        except Flood:
            return count
    raise AssertionError("no end to it")


# Peer messages


def test_a_peer_message_is_packed_into_a_frame() -> None:
    assert pack(Farewell()) == frame(write_peer_message(Farewell())) == b"\x00\x00\x00\x02\x91\x11"


def test_what_no_frame_can_carry_is_not_packed() -> None:
    with pytest.raises(ValueError, match="frame"):
        pack(Deliver(bytes(MAX_FRAME)))


def test_all_peer_messages_of_a_piece_come_out_in_order() -> None:
    assert Link(0.0).receive(STREAM, 0.0) == PEER_MESSAGES


@pytest.mark.parametrize("cut", range(len(STREAM) + 1))
def test_peer_messages_come_out_wherever_the_stream_is_cut(cut: int) -> None:
    link = Link(0.0)
    assert link.receive(STREAM[:cut], 0.0) + link.receive(STREAM[cut:], 0.0) == PEER_MESSAGES
    link.finish()


def test_peer_messages_come_out_of_single_bytes() -> None:
    link = Link(0.0)
    out = [
        peer_message
        for place in range(len(STREAM))
        for peer_message in link.receive(STREAM[place : place + 1], 0.0)
    ]
    assert out == PEER_MESSAGES


def test_a_stream_that_ends_inside_a_frame_is_cut() -> None:
    link = Link(0.0)
    assert link.receive(STREAM[:-1], 0.0) == PEER_MESSAGES[:-1]
    with pytest.raises(FrameCut):
        link.finish()


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (bytes(4), FrameEmpty),
        ((MAX_FRAME + 1).to_bytes(4, "big"), FrameTooLong),
        (frame(b"\xc1"), NotCanonical),
        (frame(b"\x90"), BadField),
        (frame(b"\x91\x7f"), UnknownMessage),
    ],
    ids=["empty", "too_long", "not_canonical", "bad_field", "unknown"],
)
def test_bytes_are_refused_by_their_own_name(data: bytes, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        Link(0.0).receive(STREAM + data, 0.0)


def test_the_bounds_are_those_of_the_specification() -> None:
    assert (STRANGER_BYTES, BURST_BYTES, BYTES_PER_SECOND) == (4096, 8 * 2**20, 2**20)
    empty = pack(Farewell())
    assert taken(Link(0.0), empty, 0.0) == STRANGER_BYTES // (len(empty) + 64)


# Strangers


def test_a_stranger_has_a_few_frames_to_say_who_it_is() -> None:
    link = Link(0.0)
    for _ in range(8):
        assert link.receive(pack(SignHello(bytes(64))), 0.0) == [SignHello(bytes(64))]


def test_a_stranger_that_goes_on_is_a_flood() -> None:
    assert 8 <= taken(Link(0.0), pack(Farewell()), 0.0) < 100


def test_small_peer_messages_cost_more_than_their_bytes() -> None:
    small = b"".join(pack(Farewell()) for _ in range(100))
    assert len(small) < STRANGER_BYTES // 2
    with pytest.raises(Flood):
        Link(0.0).receive(small, 0.0)


def test_a_stranger_gains_nothing_by_waiting() -> None:
    link = Link(0.0)
    link.receive(frame(bytes(MAX_FRAME))[: STRANGER_BYTES - 100], 0.0)
    with pytest.raises(Flood):
        link.receive(bytes(101), 1e9)


def test_a_stranger_cannot_have_a_long_frame_kept() -> None:
    link = Link(0.0)
    assert link.receive(CHUNK[:STRANGER_BYTES], 0.0) == []
    with pytest.raises(Flood):
        link.receive(CHUNK[STRANGER_BYTES : STRANGER_BYTES + 1], 0.0)


# Known peers


def test_a_known_peer_may_send_as_much_as_a_player_does() -> None:
    link = Link(0.0)
    link.receive(pack(SignHello(bytes(64))), 0.0)
    link.trust()
    count = taken(link, CHUNK, 0.0)
    assert (count - 1) * len(CHUNK) < BURST_BYTES < (count + 2) * len(CHUNK)


def test_a_flood_stays_a_flood_at_the_same_moment() -> None:
    link = known()
    taken(link, CHUNK, 0.0)
    assert [taken(link, CHUNK, 0.0) for _ in range(3)] == [0, 0, 0]


def test_the_allowance_refills_with_time() -> None:
    link = known(now=100.0)
    taken(link, CHUNK, 100.0)
    count = taken(link, CHUNK, 101.0)
    assert (count - 1) * len(CHUNK) < BYTES_PER_SECOND < (count + 3) * len(CHUNK)
    assert taken(link, CHUNK, 101.0) == 0


def test_a_steady_stream_at_the_rate_never_floods() -> None:
    link = known()
    taken(link, CHUNK, 0.0)
    seconds = 1.0
    for _ in range(1000):
        seconds += (len(CHUNK) + 64) / BYTES_PER_SECOND
        assert len(link.receive(CHUNK, seconds)) == 1


def test_the_allowance_never_grows_beyond_the_burst() -> None:
    rested = known()
    rested.receive(pack(Farewell()), 0.0)
    assert taken(rested, CHUNK, 1e9) == taken(known(), CHUNK, 0.0)


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    link = known(now=100.0)
    for seconds in (99.0, 50.0, 0.0):
        assert len(link.receive(CHUNK, seconds)) == 1
