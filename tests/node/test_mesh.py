"""Connections among seats, on wires: one per pair, dialled again when lost, dropped when silent."""

from collections import Counter
from itertools import pairwise

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.node.connector import Connector, Visitor
from p2p_heroes.node.mesh import (
    FIRST_RETRY_SECONDS,
    LACKING_SECONDS,
    LAST_RETRY_SECONDS,
    LASTING_SECONDS,
    Mesh,
)
from p2p_heroes.node.news import Linked, Lost, News
from p2p_heroes.node.node_logic import SILENCE_SECONDS
from p2p_heroes.node.peer import OUTBOX, Peer, PeerGone
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import genesis_of
from p2p_heroes.tabletest.sockets.connections import certificate
from protocol.errors import BadField
from protocol.genesis import Genesis
from protocol.peer_messages import Address, Addresses, Deliver, Farewell, Have, PeerMessage, Refuse
from tests.support.said import have
from tests.support.wires import WiredConnector, Wires, all_said, only

GENESIS = genesis_of(3)


class Corner:
    """A mesh, what it heard and what it told."""

    def __init__(
        self,
        wires: Wires,
        seat: int,
        *,
        known: dict[int, tuple[str, int]] | None = None,
        key: int | None = None,
    ) -> None:
        self.seat = seat
        self.connector = WiredConnector(key_of(seat if key is None else key), wires, seat)
        places = {s: ("wire", s) for s in range(3) if s != seat} if known is None else known
        self.heard: list[tuple[int, PeerMessage]] = []
        self.told: list[News] = []
        self.mesh = Mesh(self.connector, GENESIS, [seat], port=seat, addresses=places, tell=self.told.append)
        self.connector.open(only(GENESIS.table), self.visit)
        self.wires = wires

    def link(self, *seats: int) -> "Corner":
        for seat in seats:
            self.wires.nursery.start_soon(self.mesh.stay_linked, seat, self.greet, self.hear)
        return self

    async def visit(self, visitor: Visitor) -> None:
        await self.mesh.hold(visitor.peer, self.greet, self.hear)

    def greet(self) -> list[PeerMessage]:
        return [have(self.seat, 0, 0)]

    def hear(self, seat: int, peer: Peer, peer_message: PeerMessage) -> None:
        self.heard.append((seat, peer_message))
        match peer_message:
            case Addresses(known):
                self.mesh.learn(seat, peer, known)
            case Refuse(reason):
                raise PeerGone(reason)
            case Deliver():
                raise BadField("no such thing")


@pytest.fixture
async def wires(nursery: trio.Nursery) -> Wires:
    return Wires(nursery)


async def test_seats_find_each_other_and_greet(wires: Wires, autojump_clock: MockClock) -> None:
    corners = [Corner(wires, seat) for seat in range(3)]
    for corner in corners:
        corner.link(*corner.mesh.others)
    await trio.sleep(1)
    for corner in corners:
        assert sorted(corner.mesh.peers) == corner.mesh.others
        assert corner.told == [Linked(news.seat) for news in corner.told if isinstance(news, Linked)]
        haves = [peer_message for _, peer_message in corner.heard if isinstance(peer_message, Have)]
        assert sorted(said.heads[0].number for said in haves) == corner.mesh.others
    assert Counter(port for _, _, port in wires.dialled) == {0: 2, 1: 1}, "only the higher seat had to dial"


async def test_what_is_posted_reaches_everybody(wires: Wires, autojump_clock: MockClock) -> None:
    corners = [Corner(wires, seat) for seat in range(3)]
    corners[1].link(0)
    corners[2].link(0)
    await trio.sleep(1)
    corners[0].mesh.post([Farewell()])
    await trio.sleep(1)
    assert (0, Farewell()) in corners[1].heard
    assert (0, Farewell()) in corners[2].heard


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_of_two_connections_that_cross_one_stays(
    order: tuple[int, int], wires: Wires, autojump_clock: MockClock
) -> None:
    """Whichever comes first on either side, both keep the one that the higher seat dialled."""
    low, high = Corner(wires, 0), Corner(wires, 1)
    crossed = {0: (low, 1), 1: (high, 0)}
    for seat in order:
        corner, other = crossed[seat]
        wires.nursery.start_soon(corner.mesh._dial, other, wires.nursery, corner.greet, corner.hear)
        await trio.testing.wait_all_tasks_blocked()
    assert len(wires.dialled) == 2
    assert high.mesh.peers[0].dialled
    assert not low.mesh.peers[1].dialled
    low.mesh.post([have(7, 7, 7)])
    high.mesh.post([have(8, 8, 8)])
    await trio.testing.wait_all_tasks_blocked()
    assert (0, have(7, 7, 7)) in high.heard
    assert (1, have(8, 8, 8)) in low.heard
    assert [news for news in low.told + high.told if isinstance(news, Lost)] == []


async def test_connections_that_cross_at_the_same_moment_leave_one(
    wires: Wires, autojump_clock: MockClock
) -> None:
    low, high = Corner(wires, 0), Corner(wires, 1)
    wires.nursery.start_soon(low.mesh._dial, 1, wires.nursery, low.greet, low.hear)
    wires.nursery.start_soon(high.mesh._dial, 0, wires.nursery, high.greet, high.hear)
    await trio.testing.wait_all_tasks_blocked()
    assert high.mesh.peers[0].dialled
    assert not low.mesh.peers[1].dialled


async def test_a_seat_that_connects_anew_replaces_its_old_connection(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """A program that was killed comes back before we notice that it was gone."""
    low = Corner(wires, 0)
    connector = WiredConnector(key_of(1), wires, 1)
    old = await connector.dial("wire", 0, GENESIS.table)
    new = await connector.dial("wire", 0, GENESIS.table)
    await trio.testing.wait_all_tasks_blocked()
    low.mesh.post([have(5, 5, 5)])
    assert isinstance(await new.peer.receive(), Addresses)
    assert await new.peer.receive() == have(0, 0, 0)
    assert await new.peer.receive() == have(5, 5, 5)
    assert have(5, 5, 5) not in await all_said(old.peer)
    assert low.told == [Linked(1)]


async def test_a_lost_connection_is_dialled_again_with_growing_pauses(
    wires: Wires, autojump_clock: MockClock
) -> None:
    low, high = Corner(wires, 0), Corner(wires, 1).link(0)
    await trio.sleep(LASTING_SECONDS)
    await wires.sever(0, 1)
    await trio.sleep(60)
    assert [type(news) for news in high.told] == [Linked, Lost]
    assert [type(news) for news in low.told] == [Linked, Lost]
    times = [time for time, *_ in wires.dialled][1:]
    pauses = [after - before for before, after in pairwise(times)]
    assert pauses[0] < 4 * FIRST_RETRY_SECONDS
    assert all(pause <= 1.5 * LAST_RETRY_SECONDS for pause in pauses)
    assert min(pauses[8:]) >= 0.5 * LAST_RETRY_SECONDS
    wires.mend(0, 1)
    await trio.sleep(1.5 * LAST_RETRY_SECONDS)
    assert 0 in high.mesh.peers
    assert high.told[2:] == [Linked(0)]


async def test_that_a_connection_has_ended_is_noticed_once(wires: Wires, autojump_clock: MockClock) -> None:
    lower, _ = Corner(wires, 0).link(1), Corner(wires, 1).link(0)
    noticed: list[bool] = []

    async def watch() -> None:
        while True:
            await lower.mesh.until_lost()
            noticed.append(1 in lower.mesh.peers)

    wires.nursery.start_soon(watch)
    await trio.sleep(5)
    assert noticed == [], "that one has begun is told by the greeting"
    await wires.sever(0, 1)
    await trio.sleep(5)
    assert noticed == [False]


async def test_a_connection_that_lasted_is_dialled_again_soon(
    wires: Wires, autojump_clock: MockClock
) -> None:
    Corner(wires, 0)
    high = Corner(wires, 1).link(0)
    for _ in range(10):
        await trio.sleep(LASTING_SECONDS)
        await high.mesh.peers[0].close()
        await trio.sleep(2 * FIRST_RETRY_SECONDS)
        assert 0 in high.mesh.peers


async def test_a_connection_that_breaks_at_once_is_dialled_ever_later(
    wires: Wires, autojump_clock: MockClock
) -> None:
    low, high = Corner(wires, 0), Corner(wires, 1)

    def refuse(seat: int, peer: Peer, peer_message: PeerMessage) -> None:
        raise BadField("whatever it is")

    low.hear = refuse  # type: ignore[method-assign]
    high.link(0)
    await trio.sleep(60)
    assert len(wires.dialled) < 40
    assert low.connector.refused["BadField"] == len(wires.dialled)


async def test_the_lower_seat_waits_a_little_and_dials_too(wires: Wires, autojump_clock: MockClock) -> None:
    """The higher one may not know where to dial."""
    low, high = Corner(wires, 0).link(1), Corner(wires, 1, known={}).link(0)
    await trio.sleep(LAST_RETRY_SECONDS - 0.1)
    assert not low.mesh.peers
    await trio.sleep(0.2)
    assert not high.mesh.peers[0].dialled


async def test_a_seat_without_an_address_is_dialled_once_it_has_one(
    wires: Wires, autojump_clock: MockClock
) -> None:
    Corner(wires, 0)
    high = Corner(wires, 1, known={}).link(0)
    await trio.sleep(5)
    assert wires.dialled == []
    high.mesh.suggest(0, ("wire", 0))
    await trio.sleep(1)
    assert 0 in high.mesh.peers


async def test_a_silent_peer_is_dropped_and_a_living_one_is_not(
    wires: Wires, autojump_clock: MockClock
) -> None:
    low = Corner(wires, 0)
    silent = await WiredConnector(key_of(1), wires, 1).dial("wire", 0, GENESIS.table)
    living = await WiredConnector(key_of(2), wires, 2).dial("wire", 0, GENESIS.table)
    for _ in range(SILENCE_SECONDS + 1):
        await living.peer.send(have(0, 0, 0))
        await trio.sleep(1)
        await low.mesh.drop_silent()
    await trio.testing.wait_all_tasks_blocked()
    assert list(low.mesh.peers) == [2]
    assert [news.seat for news in low.told if isinstance(news, Lost)] == [1]
    await all_said(silent.peer)


async def test_a_peer_that_does_not_read_is_dropped(wires: Wires, autojump_clock: MockClock) -> None:
    low = Corner(wires, 0)
    ours, theirs = trio.testing.lockstep_stream_pair()
    wires.nursery.start_soon(low.connector.welcome, theirs)
    await Connector(key_of(1), certificate(1)).introduce(ours, "wire", GENESIS.table)
    await trio.testing.wait_all_tasks_blocked()
    assert list(low.mesh.peers) == [1]
    for _ in range(OUTBOX // 60_000 + 1):
        low.mesh.post([Deliver(bytes(60_000))])
    await trio.sleep(2)
    assert low.mesh.peers == {}
    assert low.told == [Linked(1), Lost(1, "broken off")]


async def test_whoever_breaks_the_rules_of_talking_is_told_and_counted(
    wires: Wires, autojump_clock: MockClock
) -> None:
    low = Corner(wires, 0)
    visitor = await WiredConnector(key_of(1), wires, 1).dial("wire", 0, GENESIS.table)
    await visitor.peer.send(Deliver(b"anything"))
    peer_messages = [await visitor.peer.receive() for _ in range(3)]
    assert peer_messages[-1] == Refuse("BadField")
    await trio.testing.wait_all_tasks_blocked()
    assert low.connector.refused == {"BadField": 1}
    assert low.told == [Linked(1), Lost(1, "BadField")]


@pytest.mark.parametrize("key", [0, 5])
async def test_a_key_without_a_seat_is_refused(key: int, wires: Wires, autojump_clock: MockClock) -> None:
    """Also our own: a second program with the same key has no business with the first."""
    low = Corner(wires, 0, key=3 if key == 0 else 0)
    if key == 0:
        low.mesh._own = [0]
    visitor = await WiredConnector(key_of(key), wires, 1).dial("wire", 0, GENESIS.table)
    assert await visitor.peer.receive() == Refuse("NotOnRoster")
    await trio.testing.wait_all_tasks_blocked()
    assert low.connector.refused == {"NotOnRoster": 1}
    assert low.mesh.peers == {}


async def test_somebody_else_at_the_address_of_a_seat_is_not_taken_for_it(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """Who answers must have the key of a seat; and whose key it is, that seat it is."""
    other = Corner(wires, 0, key=5)
    other.mesh._genesis = Genesis("roshambo", 1, GENESIS.options, 60, GENESIS.seats)
    low = Corner(wires, 1).link(0)
    await trio.sleep(1)
    assert low.mesh.peers == {}
    assert low.connector.refused["NotOnRoster"] >= 1


class Echo(WiredConnector):
    """Says whatever it hears."""

    async def welcome(self, stream: trio.abc.Stream) -> None:
        secure = trio.SSLStream(stream, self.certificate.accepting, server_side=True, https_compatible=True)
        await secure.do_handshake()
        await secure.send_all(await secure.receive_some())


async def test_a_hello_that_is_refused_is_counted(wires: Wires, autojump_clock: MockClock) -> None:
    Echo(key_of(0), wires, 0).open(only(), print)
    high = Corner(wires, 1).link(0)
    await trio.sleep(1)
    assert high.mesh.peers == {}
    assert high.connector.refused == {"BadHello": len(wires.dialled)}


async def test_addresses_are_learned(wires: Wires, autojump_clock: MockClock) -> None:
    """A seat itself knows its port best, and we see its host; what others say is tried too."""
    known = {1: ("far", 9), 2: ("wire", 2)}
    low, high = Corner(wires, 0, known=known), Corner(wires, 1, known={0: ("wire", 0)})
    high.mesh.suggest(2, ("elsewhere", 77))
    high.link(0)
    await trio.sleep(1)
    assert low.mesh.places.best() == {1: ("wire", 1), 2: ("elsewhere", 77)}
    assert low.mesh.places.of(1) == [("wire", 1), ("far", 9)]
    assert low.mesh.places.of(2) == [("elsewhere", 77), ("wire", 2)]
    assert high.mesh.places.of(2) == [("wire", 2), ("elsewhere", 77)]
    before = low.mesh.places.best()
    low.mesh.learn(1, low.mesh.peers[1], [Address(0, "nonsense", 1), Address(6, "nowhere", 1)])
    low.mesh.suggest(0, ("nonsense", 1))
    assert low.mesh.places.best() == before


async def test_a_link_local_address_is_tried_where_its_teller_is(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """The name of an interface means nothing on another machine."""
    low, high = Corner(wires, 0), Corner(wires, 1, known={0: ("wire", 0)})
    high.link(0)
    await trio.sleep(1)
    teller = low.mesh.peers[1]
    for host, tried in (("fe80::1%wifi0", "fe80::2%wifi0"), ("192.0.2.1", "fe80::2%eth7")):
        teller.host = host
        low.mesh.learn(1, teller, [Address(1, "", 4711), Address(2, "fe80::2%eth7", 4712)])
        assert low.mesh.places.of(1)[0] == (host, 4711)
        assert low.mesh.places.of(2)[0] == (tried, 4712)
    teller.host = "fe80::1%wifi0"
    low.mesh.learn(1, teller, [Address(2, "192.0.2.2", 4712)])
    assert low.mesh.places.of(2)[0] == ("192.0.2.2", 4712)


async def test_a_seat_that_has_moved_is_found_where_another_saw_it(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """Seat 2 has told seat 1 where it is now; seat 0 knows only where it was."""
    corners = [
        Corner(wires, 0, known={1: ("wire", 1), 2: ("was", 9)}),
        Corner(wires, 1, known={}),
        Corner(wires, 2),
    ]
    corners[0].link(1, 2)
    corners[1].link(0)
    await trio.sleep(2 * LAST_RETRY_SECONDS)
    assert 2 not in corners[0].mesh.peers
    corners[2].link(1)
    await trio.sleep(1)
    assert corners[1].mesh.tell_places()
    assert not corners[1].mesh.tell_places(), "once is enough"
    await trio.sleep(2 * LAST_RETRY_SECONDS)
    assert 2 in corners[0].mesh.peers


async def test_who_has_been_without_a_connection_for_a_while_is_lacking(
    wires: Wires, autojump_clock: MockClock
) -> None:
    low = Corner(wires, 0).link(1)
    Corner(wires, 1).link(0)
    await trio.sleep(LACKING_SECONDS - 1)
    assert low.mesh.lacks() == []
    await trio.sleep(2)
    assert low.mesh.lacks() == [2]


async def test_somebody_is_found_where_anybody_may_be(wires: Wires, autojump_clock: MockClock) -> None:
    Corner(wires, 1)
    low = Corner(wires, 0, known={})
    low.mesh.suggest_anybody(("wire", 1))
    wires.nursery.start_soon(low.mesh.call_anybody, low.greet, low.hear)
    await trio.sleep(1)
    assert sorted(low.mesh.peers) == [1]


async def test_who_is_somewhere_else_is_not_dialled_there_again(
    wires: Wires, autojump_clock: MockClock
) -> None:
    low = Corner(wires, 0, known={1: ("wire", 1), 2: ("wire", 1)}).link(1, 2)
    Corner(wires, 1, known={})
    await trio.sleep(30)
    assert sorted(low.mesh.peers) == [1]
    assert low.mesh.places.best() == {1: ("wire", 1)}
    assert len(wires.dialled) < 4


async def lie(liar: Corner, *about: int) -> None:
    """Say without end that these seats are where the liar is, so that it is always heard last."""
    while True:
        await trio.sleep(0.03)
        liar.mesh.post([Addresses(tuple(Address(seat, "wire", liar.seat) for seat in about))])


@pytest.mark.slow
async def test_who_answers_in_the_place_of_a_seat_does_not_keep_it_from_being_found(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """Seat 2 says that seats 0 and 1 are where it is itself, and answers there."""
    low = Corner(wires, 0, known={2: ("wire", 2)}).link(1, 2)
    high = Corner(wires, 1, known={0: ("wire", 2), 2: ("wire", 2)}).link(0, 2)
    liar = Corner(wires, 2)
    wires.nursery.start_soon(lie, liar, 0, 1)
    await trio.sleep(10)
    assert (list(low.mesh.peers), list(high.mesh.peers)) == ([2], [2])
    high.mesh.suggest(0, ("wire", 0))
    await trio.sleep(1.5 * LAST_RETRY_SECONDS)
    assert 0 in high.mesh.peers
    for _ in range(10):
        await wires.sever(0, 1)
        wires.mend(0, 1)
        await trio.sleep(1.5 * LAST_RETRY_SECONDS)
        assert 0 in high.mesh.peers, "nor is it tried behind the liar"
    assert Lost(2, "broken off") not in high.told


async def test_seats_that_have_swapped_their_places_are_dialled_again_when_they_are_lost(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """Nobody lies: seat 0 remembers where the others were."""
    low = Corner(wires, 0, known={1: ("wire", 2), 2: ("wire", 1)}).link(1, 2)
    Corner(wires, 1, known={})
    Corner(wires, 2, known={})
    await trio.sleep(2 * LAST_RETRY_SECONDS)
    assert sorted(low.mesh.peers) == [1, 2]
    assert [type(news) for news in low.told] == [Linked, Linked]
    for seat in (1, 2):
        await wires.sever(0, seat)
        wires.mend(0, seat)
        await trio.sleep(2 * LAST_RETRY_SECONDS)
        assert sorted(low.mesh.peers) == [1, 2]


async def test_nobody_costs_us_a_connection_by_saying_that_another_seat_is_at_its_end(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """Seat 2, which is nowhere, is said to be where seat 1 is: that would replace the connection to it."""
    low = Corner(wires, 0, known={1: ("wire", 1)}).link(1, 2)
    high = Corner(wires, 1, known={})
    await trio.sleep(2 * LAST_RETRY_SECONDS)
    for _ in range(100):
        low.mesh.learn(1, low.mesh.peers[1], [Address(2, "wire", 1)])
        await trio.sleep(1)
    assert len(wires.dialled) == 1
    low.mesh.learn(1, low.mesh.peers[1], [Address(2, "another name of it", 1)])
    await trio.sleep(2 * LAST_RETRY_SECONDS)
    assert len(wires.dialled) == 2
    assert low.told == [Linked(1)]
    assert high.told == [Linked(0)]
    low.mesh.post([Farewell()])
    await trio.sleep(1)
    assert high.heard[-1] == (0, Farewell())


async def test_whoever_answers_somewhere_keeps_nobody_from_being_called_elsewhere(
    wires: Wires, autojump_clock: MockClock
) -> None:
    Corner(wires, 1, known={})
    Corner(wires, 2, known={})
    low = Corner(wires, 0, known={})
    for seat in (1, 2):
        low.mesh.suggest_anybody(("wire", seat))
    wires.nursery.start_soon(low.mesh.call_anybody, low.greet, low.hear)
    await trio.sleep(2)
    assert sorted(low.mesh.peers) == [1, 2]
    await trio.sleep(30)
    assert len(wires.dialled) == 2
    await wires.sever(0, 1)
    wires.mend(0, 1)
    await trio.sleep(2 * LAST_RETRY_SECONDS)
    assert sorted(low.mesh.peers) == [1, 2]


async def test_a_third_seat_is_found_through_hearsay(wires: Wires, autojump_clock: MockClock) -> None:
    corners = [Corner(wires, 0, known={}), Corner(wires, 1, known={0: ("wire", 0)}), Corner(wires, 2)]
    corners[2].link(1)
    await trio.sleep(1)
    corners[0].link(1, 2)
    corners[1].link(0)
    await trio.sleep(3 * LAST_RETRY_SECONDS)
    assert sorted(corners[0].mesh.peers) == [1, 2]


async def test_addresses_where_nobody_is_cost_nothing(wires: Wires, autojump_clock: MockClock) -> None:
    low = Corner(wires, 0, known={1: ("nowhere", 500)}).link(1)
    await trio.sleep(30)
    assert low.told == []
    assert len(wires.dialled) > 5


async def test_a_farewell_comes_after_everything_else(wires: Wires, autojump_clock: MockClock) -> None:
    low, high = Corner(wires, 0), Corner(wires, 1).link(0)
    await trio.sleep(1)
    for number in range(50):
        high.mesh.post([have(number, 1, 1)])
    await high.mesh.farewell()
    await wires.sever(0, 1)
    await trio.testing.wait_all_tasks_blocked()
    assert low.heard[-1] == (1, Farewell())
    assert (1, have(49, 1, 1)) in low.heard


async def test_who_has_said_farewell_greets_nobody_any_more(wires: Wires, autojump_clock: MockClock) -> None:
    """Who dials once more before the program is gone would take it for one that is back, and has crashed."""
    low, high = Corner(wires, 0), Corner(wires, 1).link(0)
    await trio.sleep(1)
    await low.mesh.farewell()
    await wires.sever(0, 1)
    wires.mend(0, 1)
    dialled = len(wires.dialled)
    await trio.sleep(2 * LAST_RETRY_SECONDS)
    assert len(wires.dialled) > dialled, "it was dialled again"
    assert high.heard[-1] == (0, Farewell())
    assert not low.mesh.peers


async def test_a_farewell_does_not_wait_for_somebody_who_does_not_read(
    wires: Wires, autojump_clock: MockClock
) -> None:
    low = Corner(wires, 0)
    ours, theirs = trio.testing.lockstep_stream_pair()
    wires.nursery.start_soon(low.connector.welcome, theirs)
    await Connector(key_of(1), certificate(1)).introduce(ours, "wire", GENESIS.table)
    began = trio.current_time()
    await low.mesh.farewell()
    assert trio.current_time() - began == 1


async def test_whoever_is_stopped_says_farewell(wires: Wires, autojump_clock: MockClock) -> None:
    low, high = Corner(wires, 0), Corner(wires, 1)
    with trio.move_on_after(5):
        await high.mesh.stay_linked(0, high.greet, high.hear)
    await trio.testing.wait_all_tasks_blocked()
    assert low.heard[-1] == (1, Farewell())
    assert low.told[-1] == Lost(1, "the other side hung up")
    assert high.mesh.peers == {}


async def test_a_connector_that_turns_us_away_is_tried_again_later(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """It may simply not have sat down yet."""
    low = Corner(wires, 0)
    low.connector.open(only(), low.visit)
    high = Corner(wires, 1).link(0)
    await trio.sleep(2)
    assert low.connector.refused["WrongTable"] >= 2
    low.connector.open(only(GENESIS.table), low.visit)
    await trio.sleep(LAST_RETRY_SECONDS * 1.5)
    assert 0 in high.mesh.peers
