"""A guest on wires: where it sits down, when it speaks, what it refuses, and to whom it gives way."""

from types import MappingProxyType

import pytest
import trio
from trio.testing import MockClock

from p2p_heroes.node.connector import GREETING_SECONDS, TurnedAway, Visitor
from p2p_heroes.node.invitation import CodeAsked, NoCodeAsked
from p2p_heroes.node.lobby_guest import REDIAL_SECONDS, Dismissed, HostLink, HostLost, Notice, free_choice
from p2p_heroes.node.lobby_guest import LobbyGuest as NodeGuest
from p2p_heroes.node.lobby_host import WRONG_CODES
from p2p_heroes.node.mesh import FIRST_RETRY_SECONDS, LAST_RETRY_SECONDS
from p2p_heroes.node.node_logic import SILENCE_SECONDS
from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.redial import Tell
from p2p_heroes.node.table import rules_for
from p2p_heroes.tabletest.entropy import key_of, noise
from protocol.errors import BadGenesis, Unexpected, WrongCode
from protocol.genesis import Genesis, Seat
from protocol.invite import Invite
from protocol.peer_messages import (
    Addresses,
    Confirm,
    Farewell,
    Found,
    LobbySeat,
    PeerMessage,
    Propose,
    Ready,
    Refuse,
    Seats,
    Share,
    Sit,
)
from protocol.peer_messages import CodeNeeded as DoorSign
from tests.node.test_lobby_host import (
    LOBBY,
    Host,
    LobbyGuest,
    a_guest_that_never_shows_its_nonce,
    assert_founded,
    listed,
    rest,
)
from tests.support.said import have
from tests.support.wires import WiredConnector, Wires, all_said, only

TABLE = bytes(32)


class OwnHost:
    """A host that a test plays by hand."""

    def __init__(self, wires: Wires, number: int = 0) -> None:
        self.visits, self._visits = trio.open_memory_channel[Visitor](8)
        self.connector = WiredConnector(key_of(number), wires, number)
        self.connector.open(LOBBY, self.visits.send)
        self.peer: Peer | None = None

    async def greet_guest(self) -> Peer:
        self.peer = (await self._visits.receive()).peer
        await self.peer.send(DoorSign(False))
        assert isinstance(await self.peer.receive(), Sit)
        return self.peer

    async def seat_guest(self) -> Peer:
        peer = await self.greet_guest()
        await self.show(ready=False)
        return peer

    async def show(self, *, ready: bool) -> None:
        assert self.peer is not None
        await self.peer.send(seats(ready=ready))

    async def propose(self) -> None:
        assert self.peer is not None
        await self.peer.send(Propose(genesis_with(noise("some pledge")).encoded))


def seats(*, ready: bool) -> Seats:
    places = (
        LobbySeat(key_of(0).public, "Ada", "", ready=True),
        LobbySeat(key_of(1).public, "Bo", "", ready),
    )
    return Seats("roshambo", 1, (("rounds", 2),), 60, 2, places)


def genesis_with(pledge: bytes, *, version: int = 1, rounds: int = 2) -> Genesis:
    roster = (Seat(key_of(0).public, "Ada", "", noise("host")), Seat(key_of(1).public, "Bo", "", pledge))
    return Genesis("roshambo", version, MappingProxyType({"rounds": rounds}), 60, roster)


@pytest.fixture
async def wires(nursery: trio.Nursery) -> Wires:
    return Wires(nursery)


# Where it sits down, and when it speaks.


async def test_who_has_a_code_sits_down_only_where_it_is_asked_for(wires: Wires) -> None:
    """Somebody in the host's place does not know it, and would say that none is needed."""
    host = Host(wires)
    host.lobby_host.wish("")
    guest = LobbyGuest(wires, 1, code="red fox").enter("")
    await rest()
    assert isinstance(guest.error, NoCodeAsked)
    assert host.names == ["Ada"]
    assert host.connector.refused == {}


async def test_a_guest_without_a_code_leaves_by_itself(wires: Wires) -> None:
    host = Host(wires, code="red fox")
    guest = LobbyGuest(wires, 1).enter("")
    await rest()
    assert isinstance(guest.error, CodeAsked)
    assert host.lobby_host.wrong_codes == 0
    assert host.names == ["Ada"]


async def test_a_proposal_that_crosses_with_a_change_of_mind_is_ignored(wires: Wires) -> None:
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter("")
    peer = await host.seat_guest()
    assert isinstance(await peer.receive(), Ready)
    await host.show(ready=True)
    await rest()
    guest.wish.send_nowait(None)
    assert (await peer.receive()) == Ready("", ready=False, pledge=bytes(32))
    await host.propose()
    await host.show(ready=False)
    await rest()
    assert guest.error is None
    assert guest.founding is None
    guest.wish.send_nowait("")
    assert isinstance(await peer.receive(), Ready)


async def test_a_guest_says_no_more_before_it_was_heard(wires: Wires) -> None:
    """Or the host would found a table on a pledge that is no longer meant."""
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter("")
    peer = await host.seat_guest()
    said = await peer.receive()
    guest.wish.send_nowait(None)
    guest.wish.send_nowait("")
    guest.wish.send_nowait(None)
    await host.show(ready=False)
    await rest()
    assert not peer._arrived
    await host.show(ready=True)
    assert isinstance(said, Ready)
    assert said.ready
    assert await peer.receive() == Ready("", ready=False, pledge=bytes(32))


async def test_a_guest_that_is_stopped_says_farewell(wires: Wires) -> None:
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter()
    peer = await host.seat_guest()
    await rest()
    guest.scope.cancel()
    assert await all_said(peer) == [Farewell()]


# When the connection breaks.


def assert_back(host: Host, guest: LobbyGuest) -> None:
    """Its owner heard of both, the host has nothing to keep, and the table is founded."""
    guest.seen()
    assert guest.links == [HostLink.BROKEN, HostLink.BACK]
    assert host.lobby_host.kept == {}
    assert_founded(host, guest)


@pytest.mark.parametrize("code", [None, "red fox"])
@pytest.mark.parametrize("seconds", [0, 3, 40, 55])
async def test_a_guest_whose_connection_broke_comes_back_to_its_place(
    seconds: float, code: str | None, wires: Wires, autojump_clock: MockClock
) -> None:
    """With the code where one is asked for, and with the same wish."""
    host = Host(wires, code=code)
    guest = LobbyGuest(wires, 1, code=code or "").enter("")
    await rest()
    await wires.sever(0, 1)
    host.lobby_host.wish("")
    await trio.sleep(seconds)
    assert host.names == ["Ada", "Bo"]
    wires.mend(0, 1)
    await trio.sleep(LAST_RETRY_SECONDS * 2)
    assert_back(host, guest)


async def test_a_guest_dials_again_with_pauses_that_grow_and_gives_up_after_a_while(
    wires: Wires, autojump_clock: MockClock
) -> None:
    Host(wires)
    guest = LobbyGuest(wires, 1).enter("")
    await rest()
    await wires.sever(0, 1)
    broken = trio.current_time()
    await trio.sleep(2 * REDIAL_SECONDS)
    assert isinstance(guest.error, HostLost)
    times = [at - broken for at, caller, _ in wires.dialled if caller == 1][1:]
    assert times[0] <= 1.5 * FIRST_RETRY_SECONDS
    assert REDIAL_SECONDS - 1.5 * LAST_RETRY_SECONDS < times[-1] < REDIAL_SECONDS + 1.5 * LAST_RETRY_SECONDS
    assert len(times) < 60
    guest.seen()
    assert guest.links == [HostLink.BROKEN]


async def test_a_guest_comes_back_in_the_middle_of_a_founding(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """All pledge anew: who was proposed to may have shown its nonce already."""
    host = Host(wires, 3)
    host.lobby_host.wish("")
    guest = LobbyGuest(wires, 1).enter("")
    await rest()
    silent = await a_guest_that_never_shows_its_nonce(wires, 2)
    await wires.sever(0, 1)
    await rest()
    assert host.lobby_host._founding is None
    assert host.ready == ["Ada"], "the one that never answers pledges nothing anew"
    wires.mend(0, 1)
    await silent.send(Farewell())
    third = LobbyGuest(wires, 3).enter("")
    await trio.sleep(LAST_RETRY_SECONDS)
    assert_founded(host, guest, third)


async def test_a_guest_comes_back_before_the_host_has_noticed_anything(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """Also while a founding waits for its nonce: to be told that the table has begun would be wrong."""
    host = Host(wires)
    host.lobby_host.wish("")
    silent = await a_guest_that_never_shows_its_nonce(wires, 1)
    again = LobbyGuest(wires, 1).enter("")
    await rest()
    assert_founded(host, again)
    assert (await all_said(silent))[-1] == Farewell()


async def test_a_guest_hangs_up_on_a_host_that_shows_no_sign_of_life(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """Without a farewell: where that arrives late after all, it would cost the place."""
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter()
    peer = await host.seat_guest()
    began = trio.current_time()
    assert await all_said(peer) == []
    assert trio.current_time() - began == SILENCE_SECONDS
    await host.seat_guest()
    await rest()
    guest.seen()
    assert guest.links == [HostLink.BROKEN, HostLink.BACK]


async def test_a_list_that_is_repeated_is_told_once(wires: Wires) -> None:
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter()
    await host.seat_guest()
    for _ in range(5):
        await host.show(ready=False)
    await rest()
    assert guest.notices.statistics().current_buffer_used == 1


async def test_a_guest_finds_its_host_again_where_it_is_announced(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """It listens for that only while the host is lost."""
    host = Host(wires)
    guest = LobbyGuest(wires, 1)
    heard: list[float] = []

    async def search(key: bytes, tell: Tell) -> None:
        assert key == key_of(0).public
        began = trio.current_time()
        try:
            tell([("wire", 0), ("wire", 5), ("wire", 7)])
            await trio.sleep_forever()
        finally:
            heard.append(trio.current_time() - began)

    guest.search = search
    guest.enter("")
    await rest()
    wires.connectors[7] = wires.connectors.pop(0)
    OwnHost(wires, 5)
    for _, stream in wires._streams:
        await trio.aclose_forcefully(stream)
    host.lobby_host.wish("")
    await trio.sleep(REDIAL_SECONDS / 2)
    assert_back(host, guest)
    assert len(heard) == 1
    assert heard[0] < 10


async def test_a_guest_that_was_dismissed_does_not_come_back(wires: Wires, autojump_clock: MockClock) -> None:
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter()
    await (await host.seat_guest()).send(Farewell())
    await trio.sleep(REDIAL_SECONDS)
    assert isinstance(guest.error, Dismissed)
    assert len(wires.dialled) == 1


async def test_a_guest_that_was_dismissed_after_it_came_back_goes(
    wires: Wires, autojump_clock: MockClock
) -> None:
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter()
    await (await host.seat_guest()).close()
    await (await host.seat_guest()).send(Farewell())
    await trio.sleep(REDIAL_SECONDS)
    assert isinstance(guest.error, Dismissed)
    assert len(wires.dialled) == 2


async def test_a_guest_that_never_sat_does_not_come_back(wires: Wires, autojump_clock: MockClock) -> None:
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter()
    await (await host.greet_guest()).close()
    await trio.sleep(REDIAL_SECONDS)
    assert isinstance(guest.error, PeerGone)
    assert len(wires.dialled) == 1


async def test_a_guest_does_not_sit_down_with_another_host_at_the_same_place(
    wires: Wires, autojump_clock: MockClock
) -> None:
    Host(wires)
    guest = LobbyGuest(wires, 1).enter("")
    await rest()
    await wires.sever(0, 1)
    wires.mend(0, 1)
    other = OwnHost(wires)
    other.connector.key = key_of(5)
    await trio.sleep(2 * REDIAL_SECONDS)
    assert isinstance(guest.error, PeerGone)
    assert len(wires.dialled) > 10
    while other._visits.statistics().current_buffer_used:
        assert await all_said(other._visits.receive_nowait().peer) == []


async def test_a_host_that_breaks_off_again_and_again_is_not_dialled_without_a_pause(
    wires: Wires, autojump_clock: MockClock
) -> None:
    host = OwnHost(wires)
    LobbyGuest(wires, 1).enter()
    for _ in range(12):
        await (await host.seat_guest()).close()
    assert trio.current_time() > 12
    assert len(wires.dialled) == 12


async def test_a_table_that_was_founded_meanwhile_is_told(wires: Wires, autojump_clock: MockClock) -> None:
    """So is every other refusal: then nobody dials on."""
    host = Host(wires)
    guest = LobbyGuest(wires, 1).enter()
    await rest()
    host.connector.open(only(TABLE), host.lobby_host.visit)
    for _, stream in wires._streams:
        await trio.aclose_forcefully(stream)
    await trio.sleep(1)
    assert guest.turned_away == "TableStarted"


async def test_somebody_elses_key_does_not_get_the_kept_place(
    wires: Wires, autojump_clock: MockClock
) -> None:
    host = Host(wires)
    guest = LobbyGuest(wires, 1).enter("")
    await rest()
    await wires.sever(0, 1)
    thief = LobbyGuest(wires, 2, name="Bo").enter("")
    await trio.sleep(10)
    assert thief.turned_away == "TableFull"
    assert [*host.lobby_host.lobby.sitters] == [key_of(0).public, key_of(1).public]
    wires.mend(0, 1)
    host.lobby_host.wish("")
    await trio.sleep(LAST_RETRY_SECONDS * 2)
    assert_back(host, guest)


async def test_who_sat_comes_back_also_after_too_many_wrong_codes_of_others(
    wires: Wires, autojump_clock: MockClock
) -> None:
    host = Host(wires, code="red fox")
    guest = LobbyGuest(wires, 1, code="red fox").enter("")
    await rest()
    host.lobby_host.wrong_codes = WRONG_CODES
    await wires.sever(0, 1)
    wires.mend(0, 1)
    host.lobby_host.wish("")
    await trio.sleep(LAST_RETRY_SECONDS)
    assert_back(host, guest)


# What it refuses.


async def test_a_guest_leaves_a_table_that_it_could_not_play(wires: Wires) -> None:
    """Before it has shown its nonce: the lobby goes on without it."""
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter("")
    peer = await host.seat_guest()
    said = await peer.receive()
    assert isinstance(said, Ready)
    await peer.send(Propose(genesis_with(said.pledge, version=2).encoded))
    await all_said(peer)
    await rest()
    assert isinstance(guest.error, BadGenesis)


async def test_a_guest_refuses_a_proposal_that_the_lobby_did_not_show(wires: Wires) -> None:
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter("")
    peer = await host.seat_guest()
    said = await peer.receive()
    assert isinstance(said, Ready)
    await peer.send(Propose(genesis_with(said.pledge, rounds=9).encoded))
    await all_said(peer)
    await rest()
    assert isinstance(guest.error, BadGenesis)


@pytest.mark.parametrize(
    ("peer_message", "error"),
    [
        (Found(b""), Unexpected),
        (have(0, 0), Unexpected),
        (Propose(b""), BadGenesis),
        (Refuse("TableFull"), TurnedAway),
        (DoorSign(True), Unexpected),
    ],
)
async def test_a_guest_leaves_a_host_that_talks_strangely(
    peer_message: PeerMessage, error: type[Exception], wires: Wires
) -> None:
    host = OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter("")
    peer = await host.seat_guest()
    await peer.send(peer_message)
    await rest()
    assert isinstance(guest.error, error)


@pytest.mark.parametrize(
    ("peer_message", "error"), [(Refuse("TableStarted"), TurnedAway), (Addresses(()), Unexpected)]
)
async def test_a_guest_leaves_a_connector_without_a_sign(
    peer_message: PeerMessage, error: type[Exception], wires: Wires
) -> None:
    visits, visited = trio.open_memory_channel[Visitor](1)
    WiredConnector(key_of(0), wires, 0).open(LOBBY, visits.send)
    guest = LobbyGuest(wires, 1).enter("")
    await (await visited.receive()).peer.send(peer_message)
    await rest()
    assert isinstance(guest.error, error)


async def test_a_guest_leaves_a_connector_at_which_nobody_speaks(
    wires: Wires, autojump_clock: MockClock
) -> None:
    OwnHost(wires)
    guest = LobbyGuest(wires, 1).enter("")
    await trio.sleep(GREETING_SECONDS - 1)
    assert guest.error is None
    await trio.sleep(2)
    assert isinstance(guest.error, trio.TooSlowError)


async def test_a_false_host_learns_nothing_from_a_guest_with_a_code(wires: Wires) -> None:
    """It cannot answer the guest's share, and the guest leaves without having sat down."""
    visits, visited = trio.open_memory_channel[Visitor](1)
    WiredConnector(key_of(0), wires, 0).open(LOBBY, visits.send)
    guest = LobbyGuest(wires, 1, code="red fox").enter("")
    visitor = await visited.receive()
    peer = visitor.peer
    await peer.send(DoorSign(True))
    assert isinstance(await peer.receive(), Share)
    keys = {"guest_key": key_of(1).public, "host_key": key_of(0).public}
    await peer.send(Share(Invite.host("a guess", visitor.binding, **keys, entropy=bytes(64)).share))
    confirmation = await peer.receive()
    assert isinstance(confirmation, Confirm)
    await peer.send(confirmation)
    await rest()
    assert isinstance(guest.error, WrongCode)
    assert await all_said(peer) == []


async def test_errors_in_the_lobby_come_in_a_group(wires: Wires) -> None:
    """A guest waits for the list and for its person at once; whoever calls takes the error out."""
    host = OwnHost(wires)
    connector = WiredConnector(key_of(1), wires, 1)
    visitor = await connector.dial("wire", 0, None)
    _, wishes = trio.open_memory_channel[str | None](1)
    notices, _ = trio.open_memory_channel[Notice](1)
    guest = NodeGuest(
        connector.key.public, name="Bo", port=1, code="", wishes=wishes, notices=notices, check=rules_for
    )

    async def refuse() -> None:
        peer = await host.greet_guest()
        await peer.send(Refuse("TableFull"))

    wires.nursery.start_soon(refuse)
    with pytest.RaisesGroup(TurnedAway):
        await guest.attend(visitor)


# To whom it gives way.


LIKED = ("elves", "orcs", "nagas")


@pytest.mark.parametrize(
    ("choices", "wishes"),
    [
        (("", "", ""), ("elves", "elves", "elves")),
        (("elves", "elves", "elves"), ("elves", "orcs", "orcs")),
        (("elves", "orcs", "orcs"), ("elves", "orcs", "nagas")),
        (("elves", "orcs", "nagas"), ("elves", "orcs", "nagas")),
        (("elves", "orcs", "nagas", "nagas"), ("elves", "orcs", "nagas", "nagas")),
    ],
)
def test_whoever_sits_further_down_gives_way(choices: tuple[str, ...], wishes: tuple[str, ...]) -> None:
    notice = listed(*choices)
    found = [free_choice(notice, key_of(n).public, c or "elves", LIKED) for n, c in enumerate(choices)]
    assert tuple(found) == wishes
