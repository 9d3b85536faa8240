"""From a listener on loopback to a node: found a table, enter it, come back to it."""

import errno
import math
from pathlib import Path
from types import MappingProxyType

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.games import GAMES
from p2p_heroes.node.address_file import addresses_beside, read_addresses
from p2p_heroes.node.card_secret import forget_secret, make_secret, read_secret, secret_beside
from p2p_heroes.node.chat_file import Talk, talk_beside
from p2p_heroes.node.connector import TurnedAway, Visitor
from p2p_heroes.node.listener import PORT_ATTEMPTS, SITTING_SECONDS, CannotListen, Listener, open_listener
from p2p_heroes.node.lobby_guest import Notice
from p2p_heroes.node.lobby_host import Founding
from p2p_heroes.node.news import News, Resumed, Spoke, Torn
from p2p_heroes.node.peer import PeerGone
from p2p_heroes.node.player import BotPlayer
from p2p_heroes.node.redial import Search, Tell
from p2p_heroes.node.replay import read_result
from p2p_heroes.node.store import Store, TableBusy, transcript_path
from p2p_heroes.tabletest.entropy import key_of, noise, seed_of
from p2p_heroes.tabletest.session_table import SessionTable, genesis_of
from p2p_heroes.tabletest.session_table import recorded as said_by
from protocol.errors import BadGenesis, BrokenTranscript, NotOnRoster
from protocol.events import Claimed, Finished, Settled
from protocol.frozen import replace
from protocol.genesis import Genesis
from protocol.lobby import GuestLobby, HostLobby, Terms
from protocol.peer_messages import CodeNeeded as DoorSign
from protocol.peer_messages import Nonce, Ready, Sit
from protocol.transcript import Founded, Spoken
from tests.protocol.test_transcript import recorded
from tests.support.wires import WiredConnector, Wires, bot, only

ANYWHERE = ("127.0.0.1", 0)
TERMS = Terms("roshambo", 1, MappingProxyType({"rounds": 1}), 60, 2)
LIMIT = 60
"""Seconds after which something that takes none is given up."""


def channel() -> tuple[trio.MemorySendChannel[News], trio.MemoryReceiveChannel[News]]:
    return trio.open_memory_channel[News](math.inf)


async def enter(
    listener: Listener,
    port: int,
    *,
    name: str = "Bo",
    code: str = "",
    host: str = "127.0.0.1",
    search: Search | None = None,
) -> Founding:
    wish, wishes = trio.open_memory_channel[str | None](1)
    notices, _noticed = trio.open_memory_channel[Notice](math.inf)
    wish.send_nowait("")
    return await listener.enter(
        host, port, name=name, code=code, wishes=wishes, notices=notices, search=search
    )


async def play(listener: Listener, founding: Founding, ends: list[Finished | Claimed]) -> None:
    node = listener.sit(founding, bot(0), channel()[0])
    ends.append(await node.run())


@pytest.mark.slow
async def test_a_table_is_founded_and_played_over_sockets(tmp_path: Path) -> None:
    ends: list[Finished | Claimed] = []
    (tmp_path / "0").mkdir()
    (tmp_path / "1").mkdir()
    with trio.fail_after(LIMIT):
        async with (
            open_listener(key_of(0), tmp_path / "0", ANYWHERE) as host,
            open_listener(key_of(1), tmp_path / "1", ANYWHERE) as guest,
            trio.open_nursery() as nursery,
        ):
            assert host.hosts == ("127.0.0.1",)
            assert not await host.expects(None)
            lobby_host = host.open_lobby(TERMS, name="Ada", code="red fox")
            assert await host.expects(None)
            assert not await guest.expects(None)
            lobby_host.wish("")
            founding = await enter(guest, host.port, code="red fox")
            assert founding.addresses == {0: ("127.0.0.1", host.port), 1: ("127.0.0.1", guest.port)}
            nursery.start_soon(play, guest, founding, ends)
            nursery.start_soon(play, host, await lobby_host.founding(), ends)
            while host.node is None:
                await trio.testing.wait_all_tasks_blocked()
            assert await host.expects(founding.genesis.table)
            assert not await host.expects(bytes(32))
            assert not await host.expects(None)
            while len(ends) < 2:  # noqa: ASYNC110 -- two games that are played for their end
                await trio.sleep(0.01)
            assert not await host.expects(founding.genesis.table), "it has said farewell"
    assert isinstance(ends[0], Finished)
    assert ends[0] == ends[1]
    for number in range(2):
        [path] = (tmp_path / str(number)).glob("*.heroes")
        assert read_result(path.read_bytes()).outcome == ends[0]
        assert len(read_addresses(addresses_beside(path))) == 2


async def test_nobody_can_listen_where_somebody_else_does(tmp_path: Path) -> None:
    async with open_listener(key_of(0), tmp_path, ANYWHERE) as listener:
        with pytest.raises(CannotListen, match=f"127.0.0.1:{listener.port}: .*in use"):
            async with open_listener(key_of(1), tmp_path, ("127.0.0.1", listener.port)):
                pass


@pytest.mark.parametrize("host", ["a..b", "x" * 80, "no such machine", "192.0.2.1"])
async def test_nobody_can_listen_at_a_place_that_is_not_here(host: str, tmp_path: Path) -> None:
    with pytest.raises(CannotListen, match=f"{host}:0: "):
        async with open_listener(key_of(0), tmp_path, (host, 0)):
            pass


@pytest.mark.parametrize("asked", [0, 1])
async def test_without_a_host_a_house_listens_to_both_kinds_of_ip_at_one_port(
    asked: int, tmp_path: Path
) -> None:
    """Or to the one that the machine has."""
    async with open_listener(key_of(1), tmp_path, ("", 0)) as listener:
        port = listener.port
    async with open_listener(key_of(0), tmp_path, ("", port if asked else 0)) as listener:
        assert set(listener.hosts) <= {"0.0.0.0", "::"}
        for host in listener.hosts:
            with pytest.raises(TurnedAway):
                await listener.connector.dial(
                    "127.0.0.1" if host == "0.0.0.0" else "::1", listener.port, None
                )
        with pytest.raises(CannotListen, match=f":{listener.port}: .*in use"):
            async with open_listener(key_of(1), tmp_path, ("", listener.port)):
                pass


class Sockets:
    """A machine whose ports are taken, or whose families are missing, as was agreed."""

    def __init__(self, *answers: int | None) -> None:
        self._answers = iter(answers)
        self._open = trio.open_tcp_listeners
        self.asked: list[tuple[str, int]] = []

    async def open(self, port: int, *, host: str, backlog: int) -> list[trio.SocketListener]:
        self.asked.append((host, port))
        error = next(self._answers)
        if error is not None:
            raise OSError(error, "agreed")
        return await self._open(port, host="127.0.0.1" if host == "0.0.0.0" else "127.0.0.2")


@pytest.mark.parametrize(
    ("answers", "families"),
    [
        ((None, None), 2),
        ((None, errno.EAFNOSUPPORT), 1),
        ((errno.EADDRNOTAVAIL, None), 1),
        ((None, errno.EADDRINUSE, None, errno.EADDRINUSE, None, None), 2),
    ],
)
async def test_a_port_is_found_that_is_free_in_all_there_is(
    answers: tuple[int | None, ...], families: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets = Sockets(*answers)
    monkeypatch.setattr(trio, "open_tcp_listeners", sockets.open)
    async with open_listener(key_of(0), tmp_path, ("", 0)) as listener:
        assert len(listener.hosts) == families
    assert len(sockets.asked) == len(answers)


@pytest.mark.parametrize(
    "answers",
    [
        (errno.EAFNOSUPPORT, errno.EAFNOSUPPORT) * PORT_ATTEMPTS,
        (None, errno.EADDRINUSE) * PORT_ATTEMPTS,
        (errno.EACCES,),
    ],
)
async def test_where_nobody_can_listen_it_is_said(
    answers: tuple[int | None, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trio, "open_tcp_listeners", Sockets(*answers).open)
    with pytest.raises(CannotListen, match=":0: "):
        async with open_listener(key_of(0), tmp_path, ("", 0)):
            pass


async def test_a_house_without_a_lobby_lets_nobody_in(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT):
        async with (
            open_listener(key_of(0), tmp_path, ANYWHERE) as host,
            open_listener(key_of(1), tmp_path, ANYWHERE) as guest,
        ):
            with pytest.raises(TurnedAway, match="TableStarted"):
                await enter(guest, host.port)
            assert host.connector.refused == {"TableStarted": 1}


async def test_the_lobby_is_closed_once_the_table_stands(tmp_path: Path, nursery: trio.Nursery) -> None:
    """Who was let in for the lobby a moment before is told so there."""
    wires = Wires(nursery)
    listener = Listener(WiredConnector(key_of(0), wires, 0), 0, tmp_path)
    guest = Listener(WiredConnector(key_of(2), wires, 2), 2, tmp_path)
    listener.open_lobby(TERMS, name="Ada", code=None)
    genesis = genesis_of(2)
    listener.sit(Founding(genesis, {}), bot(0), channel()[0])
    assert not await listener.expects(None)
    assert listener.lobby_host is not None
    listener.lobby_host.lobby.sit(key_of(1).public, Sit("Bo", 1))
    listener.connector.open(only(None), listener.visit)  # type: ignore[attr-defined]
    with pytest.RaisesGroup(TurnedAway):
        await enter(guest, 0, name="Cy")


async def test_visitors_of_the_table_are_led_to_the_node(tmp_path: Path, nursery: trio.Nursery) -> None:
    wires = Wires(nursery)
    connector = WiredConnector(key_of(0), wires, 0)
    listener, genesis = Listener(connector, 0, tmp_path), genesis_of(2)
    node = listener.sit(Founding(genesis, {}), bot(0), channel()[0])
    connector.open(listener.expects, listener.visit)
    visitor = await WiredConnector(key_of(1), wires, 1).dial("wire", 0, genesis.table)
    assert visitor.peer.key == key_of(0).public
    await trio.testing.wait_all_tasks_blocked()
    assert list(node.mesh.peers) == [1]
    nursery.cancel_scope.cancel()


async def lobby_of(kind: str, wires: Wires, folder: Path, nursery: trio.Nursery) -> Listener:
    """Somebody who hosts a lobby, or is a guest in one where nobody else ever comes."""
    listener = Listener(WiredConnector(key_of(0), wires, 0), 0, folder)
    if kind == "host":
        listener.open_lobby(TERMS, name="Ada", code=None)
    else:
        host = Listener(WiredConnector(key_of(2), wires, 2), 2, folder)
        host.open_lobby(replace(TERMS, wanted=3), name="Cy", code=None)
        host.connector.open(host.expects, host.visit)  # type: ignore[attr-defined]
        nursery.start_soon(enter, listener, 2)
        await trio.testing.wait_all_tasks_blocked()
    listener.connector.open(listener.expects, listener.visit)  # type: ignore[attr-defined]
    return listener


@pytest.mark.parametrize("kind", ["host", "guest"])
async def test_who_is_at_the_table_before_us_waits_for_us(
    kind: str, tmp_path: Path, nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    """A lobby ends for each at another moment; no honest visitor is turned away for that."""
    wires, genesis = Wires(nursery), genesis_of(2)
    listener = await lobby_of(kind, wires, tmp_path, nursery)
    met: list[bytes] = []

    async def dial() -> None:
        visitor = await WiredConnector(key_of(1), wires, 1).dial("wire", 0, genesis.table)
        met.append(visitor.peer.key)

    nursery.start_soon(dial)
    await trio.sleep(SITTING_SECONDS - 1)
    assert (met, listener.connector.refused) == ([], {})
    node = listener.sit(Founding(genesis, {}), bot(0), channel()[0])
    await trio.sleep(0.1)
    assert (met, listener.connector.refused) == ([key_of(0).public], {})
    assert list(node.mesh.peers) == [1]
    nursery.cancel_scope.cancel()


@pytest.mark.parametrize("kind", ["host", "guest"])
async def test_who_means_another_table_is_turned_away_from_a_lobby(
    kind: str, tmp_path: Path, nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    wires = Wires(nursery)
    listener = await lobby_of(kind, wires, tmp_path, nursery)
    with pytest.raises(TurnedAway, match="WrongTable"):
        await WiredConnector(key_of(1), wires, 1).dial("wire", 0, bytes(32))
    assert listener.connector.refused == {"WrongTable": 1}
    nursery.cancel_scope.cancel()


# A record to come back to.


def founded(folder: Path, genesis: Genesis, number: int = 0) -> tuple[Listener, BotPlayer]:
    class NoConnector:
        key = key_of(number)

    return Listener(NoConnector(), 4711, folder), bot(0)  # type: ignore[arg-type]


async def test_a_seat_knows_its_record_and_the_places_of_the_others(tmp_path: Path) -> None:
    genesis = genesis_of(3)
    listener, player = founded(tmp_path, genesis, 1)
    node = listener.sit(
        Founding(genesis, {0: ("far", 1), 1: ("here", 9), 2: ("near", 2)}), player, channel()[0]
    )
    assert node.mesh.places.best() == {0: ("far", 1), 2: ("near", 2)}
    assert read_addresses(addresses_beside(node.store.path)) == {0: ("far", 1), 1: ("", 4711), 2: ("near", 2)}
    assert list(node.players) == [1]
    node.store.close()
    again = listener.reopen(Store.reopen(node.store.path), player, channel()[0])
    assert again.mesh.places.best() == {0: ("far", 1), 2: ("near", 2)}
    assert again.session.quiet
    assert listener.node is again


async def test_a_torn_record_is_told(tmp_path: Path) -> None:
    genesis = genesis_of(2)
    listener, player = founded(tmp_path, genesis)
    node = listener.sit(Founding(genesis, {}), player, channel()[0])
    node.do(node.logic.begin(0.0))
    node.store.close()
    path = node.store.path
    path.write_bytes(path.read_bytes()[:-5])
    news, heard = channel()
    again = listener.reopen(Store.reopen(path), player, news)
    told = heard.receive_nowait()
    assert isinstance(told, Torn)
    assert told.count > 5
    assert again.session.heads() == (0, 0)


async def test_who_comes_back_hears_what_happened_and_was_said(tmp_path: Path) -> None:
    mesh = SessionTable(2, rounds=1).begin().run()
    genesis = mesh.genesis
    listener, player = founded(tmp_path, genesis)
    talk = Talk(talk_beside(transcript_path(tmp_path, genesis.table)), 2)
    for step, text in ((0, "hello"), (2, "hm"), (99, "bye")):
        talk.add(step, Spoke(1, text))
    store = Store.create(tmp_path, genesis.table, Founded(genesis.encoded))
    store.append(recorded(mesh.events[0], genesis.encoded, 0)[1:], sync=True)
    store.close()
    news, heard = channel()
    node = listener.reopen(Store.reopen(store.path), player, news)
    resumed = heard.receive_nowait()
    assert isinstance(resumed, Resumed)
    told = [
        event.text if isinstance(event, Spoke) else event.step
        for event in resumed.before
        if isinstance(event, Spoke | Settled)
    ]
    steps = [event.step for event in mesh.events[0] if isinstance(event, Settled)]
    assert [one for one in told if isinstance(one, int)] == steps
    assert told.index("hello") < told.index(steps[0])
    assert told.index(1) < told.index("hm") < told.index(2)
    assert told[-1] == "bye"
    node.say("back")
    assert [word.spoke.text for word in Talk(talk_beside(store.path), 2).words] == [
        "hello",
        "hm",
        "bye",
        "back",
    ]
    node.store.close()


async def test_who_has_no_seat_cannot_come_back(tmp_path: Path) -> None:
    genesis = genesis_of(2)
    listener, player = founded(tmp_path, genesis)
    node = listener.sit(Founding(genesis, {}), player, channel()[0])
    node.store.close()
    stranger, _ = founded(tmp_path, genesis, 5)
    with pytest.raises(NotOnRoster):
        stranger.reopen(Store.reopen(node.store.path), player, channel()[0])
    with pytest.raises(NotOnRoster):
        stranger.sit(Founding(genesis, {}), player, channel()[0])
    assert stranger.node is None


async def test_a_table_that_we_cannot_play_is_not_sat_down_at(tmp_path: Path) -> None:
    genesis = genesis_of(2)
    strange = Genesis("halma", 1, genesis.options, 60, genesis.seats)
    listener, player = founded(tmp_path, genesis)
    with pytest.raises(BadGenesis):
        listener.sit(Founding(strange, {}), player, channel()[0])
    store = Store.create(tmp_path, strange.table, Founded(strange.encoded))
    with pytest.raises(BadGenesis):
        listener.reopen(store, player, channel()[0])


async def test_a_record_with_noise_in_it_is_not_gone_back_to(tmp_path: Path) -> None:
    genesis = genesis_of(2)
    listener, player = founded(tmp_path, genesis)
    store = Store.create(tmp_path, genesis.table, Founded(genesis.encoded))
    store.append([Spoken(b"noise")], sync=True)
    store.close()
    with pytest.raises(BrokenTranscript):
        listener.reopen(Store.reopen(store.path), player, channel()[0])


async def test_one_record_is_for_one_program(tmp_path: Path) -> None:
    genesis = genesis_of(2)
    listener, player = founded(tmp_path, genesis)
    node = listener.sit(Founding(genesis, {}), player, channel()[0])
    with pytest.raises(TableBusy):
        Store.reopen(node.store.path)


async def test_who_found_its_host_elsewhere_knows_where(
    tmp_path: Path, nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    """The others at the table are told, and dial it there."""
    wires = Wires(nursery)
    host = Listener(WiredConnector(key_of(0), wires, 0), 0, tmp_path)
    guest = Listener(WiredConnector(key_of(1), wires, 1), 1, tmp_path)
    lobby_host = host.open_lobby(TERMS, name="Ada", code=None)
    host.connector.open(host.expects, host.visit)  # type: ignore[attr-defined]
    founded: list[Founding] = []

    async def search(_: bytes, tell: Tell) -> None:
        tell([("moved", 7)])

    async def stay() -> None:
        founded.append(await enter(guest, 0, host="wire", search=search))

    nursery.start_soon(stay)
    await trio.testing.wait_all_tasks_blocked()
    wires.connectors[7] = wires.connectors.pop(0)
    for _, stream in wires._streams:
        await trio.aclose_forcefully(stream)
    await trio.sleep(10)
    lobby_host.wish("")
    await trio.sleep(1)
    assert founded[0].addresses[0] == ("moved", 7)
    nursery.cancel_scope.cancel()


async def test_a_visitor_without_a_goal_is_not_kept(tmp_path: Path, nursery: trio.Nursery) -> None:
    wires = Wires(nursery)
    listener = Listener(WiredConnector(key_of(0), wires, 0), 0, tmp_path)
    WiredConnector(key_of(1), wires, 1).open(only(None), listener.visit)
    visitor = await listener.connector.dial("wire", 1, None)
    with pytest.raises(PeerGone):
        await visitor.peer.receive()


async def test_a_host_need_not_play_itself(tmp_path: Path, nursery: trio.Nursery) -> None:
    """Then there is no way to its seat to be noted."""
    wires = Wires(nursery)
    lobby, other = HostLobby(TERMS), GuestLobby(key_of(2).public, "Cy")
    lobby.sit(key_of(2).public, Sit("Cy", 1))
    lobby.ready(key_of(2).public, other.ready("", noise("nonce")))

    async def found(visitor: Visitor) -> None:
        peer, guest = visitor.peer, visitor.peer.key
        await peer.send(DoorSign(False))
        wish = await peer.receive()
        assert isinstance(wish, Sit)
        lobby.sit(guest, wish)
        await peer.send(lobby.notice())
        ready = await peer.receive()
        assert isinstance(ready, Ready)
        lobby.ready(guest, ready)
        await peer.send(lobby.notice(), draft := lobby.propose())
        other.hear(lobby.notice())
        lobby.nonce(other.key, other.agree(draft))
        nonce = await peer.receive()
        assert isinstance(nonce, Nonce)
        founded = lobby.nonce(guest, nonce)
        assert founded is not None
        await peer.send(founded)

    WiredConnector(key_of(0), wires, 0).open(only(None), found)
    listener = Listener(WiredConnector(key_of(1), wires, 1), 1, tmp_path)
    founding = await enter(listener, 0)
    assert [seat.name for seat in founding.genesis.seats] == ["Cy", "Bo"]
    assert founding.addresses == {}


def below(folder: Path, pattern: str = "*") -> list[Path]:
    return sorted(folder.glob(pattern))


async def test_the_secret_of_the_cards_is_there_before_anything_is_said(tmp_path: Path) -> None:
    """It is made when we sit down, read when we come back, and without it there is no coming back."""
    genesis = genesis_of(2, game=GAMES["magpies"])
    listener, player = founded(tmp_path, genesis)
    node = listener.sit(Founding(genesis, {}), player, channel()[0])
    assert [path.suffix for path in below(tmp_path)] == [".cards", ".heroes", ".peers"]
    path = node.store.path
    secret = read_secret(secret_beside(path))
    node.store.close()
    again = listener.reopen(Store.reopen(path), player, channel()[0])
    assert read_secret(secret_beside(path)) == secret
    again.store.close()
    forget_secret(secret_beside(path))
    make_secret(secret_beside(path), bytes)
    listener.reopen(Store.reopen(path), player, channel()[0]).store.close()
    forget_secret(secret_beside(path))
    with pytest.raises(BrokenTranscript, match="secret of its cards"):
        listener.reopen(Store.reopen(path), player, channel()[0])


async def test_nobody_goes_on_with_the_secret_of_another_table(tmp_path: Path) -> None:
    mesh = SessionTable(2, game=GAMES["magpies"]).begin()
    while mesh.sessions[0].play.step < 2:
        mesh.deliver_all()
        mesh.choose_somewhere()
    store = Store.create(tmp_path, mesh.genesis.table, Founded(mesh.genesis.encoded, (0,)))
    store.append(said_by(mesh.events[0]), sync=True)
    store.close()
    listener, player = founded(tmp_path, mesh.genesis)
    make_secret(secret_beside(store.path), bytes)
    with pytest.raises(BrokenTranscript, match="of another table"):
        listener.reopen(Store.reopen(store.path), player, channel()[0])
    forget_secret(secret_beside(store.path))
    make_secret(secret_beside(store.path), lambda size: seed_of(mesh.genesis.table, 0))
    listener.reopen(Store.reopen(store.path), player, channel()[0]).store.close()


@pytest.mark.slow
async def test_a_game_of_cards_is_played_over_sockets_and_its_secrets_go_with_its_end(tmp_path: Path) -> None:
    ends: list[Finished | Claimed] = []
    (tmp_path / "0").mkdir()
    (tmp_path / "1").mkdir()
    terms = Terms("magpies", 1, MappingProxyType({"rounds": 1}), 60, 2)
    with trio.fail_after(LIMIT):
        async with (
            open_listener(key_of(0), tmp_path / "0", ANYWHERE) as host,
            open_listener(key_of(1), tmp_path / "1", ANYWHERE) as guest,
            trio.open_nursery() as nursery,
        ):
            lobby_host = host.open_lobby(terms, name="Ada", code="red fox")
            lobby_host.wish("")
            founding = await enter(guest, host.port, code="red fox")
            nursery.start_soon(play, guest, founding, ends)
            nursery.start_soon(play, host, await lobby_host.founding(), ends)
            while len(ends) < 2:  # noqa: ASYNC110 -- two games that are played for their end
                await trio.sleep(0.01)
            assert len(below(tmp_path, "*/*.cards")) == 2
    assert isinstance(ends[0], Finished)
    assert ends[0] == ends[1]
    assert not below(tmp_path, "*/*.cards")
    [record] = below(tmp_path / "0", "*.heroes")
    listener, player = founded(tmp_path / "0", founding.genesis)
    listener.reopen(Store.reopen(record), player, channel()[0]).store.close()
    for path in below(tmp_path, "*/*.heroes"):
        assert read_result(path.read_bytes()).outcome == ends[0]
