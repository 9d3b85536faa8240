"""A lobby on wires: who gets a seat, who is sent away under which name, and what is founded in the end.

Host and guest stand here for the tests of both; what a guest does by itself is in `test_guest`.
"""

import math
from types import MappingProxyType

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.node.connector import GREETING_SECONDS, STRANGERS, TurnedAway
from p2p_heroes.node.lobby_guest import Dismissed, HostLink, Notice
from p2p_heroes.node.lobby_guest import LobbyGuest as NodeGuest
from p2p_heroes.node.lobby_host import (
    CHANGE_SECONDS,
    CHANGES,
    KEPT_SECONDS,
    NONCE_SECONDS,
    REPEAT_SECONDS,
    WRONG_CODES,
    Founding,
    LobbyHost,
    has_clash,
)
from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.redial import HostRoute, Search
from p2p_heroes.node.table import rules_for
from p2p_heroes.tabletest.entropy import NAMES, key_of, noise
from protocol.errors import Refusal
from protocol.genesis import Genesis
from protocol.invite import Invite
from protocol.lobby import GuestLobby, Terms
from protocol.peer_messages import CodeNeeded as DoorSign
from protocol.peer_messages import (
    Confirm,
    Deliver,
    Farewell,
    LobbySeat,
    Nonce,
    PeerMessage,
    Propose,
    Ready,
    Refuse,
    Seats,
    Share,
    Sit,
)
from tests.support.said import have
from tests.support.wires import WiredConnector, Wires, all_said, only

LOBBY = only(None)


def terms(seats: int) -> Terms:
    return Terms("roshambo", 1, MappingProxyType({"rounds": 2}), 60, seats)


class Host:
    """A host that is ready, and what its screen would show."""

    def __init__(
        self, wires: Wires, seats: int = 2, *, code: str | None = None, choices: tuple[str, ...] = ("",)
    ) -> None:
        self.connector = WiredConnector(key_of(0), wires, 0)
        self.lobby_host = LobbyHost(self.connector, terms(seats), code=code, port=4000, choices=choices)
        self.lobby_host.sit("Ada")
        self.connector.open(LOBBY, self.lobby_host.visit)

    @property
    def names(self) -> list[str]:
        return [sitter.name for sitter in self.lobby_host.lobby.sitters.values()]

    @property
    def ready(self) -> list[str]:
        return [place.name for place in self.lobby_host.lobby.notice().places if place.ready]


class LobbyGuest:
    """A guest with its own connector; what it hears, and how it ends."""

    def __init__(self, wires: Wires, number: int, *, name: str | None = None, code: str = "") -> None:
        self.wires = wires
        self.number = number
        self.name = NAMES[number] if name is None else name
        self.code = code
        self.connector = WiredConnector(key_of(number), wires, number)
        self.wish, self._wishes = trio.open_memory_channel[str | None](8)
        self._notices, self.notices = trio.open_memory_channel[Notice](math.inf)
        self.sitter = NodeGuest(
            self.connector.key.public, name=self.name, port=4000 + number, code=code,
            wishes=self._wishes, notices=self._notices, check=rules_for,
        )  # fmt: skip
        self.search: Search | None = None
        self.links: list[HostLink] = []
        self.founding: Founding | None = None
        self.error: BaseException | None = None
        self.scope = trio.CancelScope()

    def enter(self, *wishes: str | None) -> "LobbyGuest":
        for wish in wishes:
            self.wish.send_nowait(wish)
        self.wires.nursery.start_soon(self._attend)
        return self

    async def _attend(self) -> None:
        try:
            with self.scope:
                self.founding = await self.sitter.stay(HostRoute(self.connector, ("wire", 0), self.search))
        except* (Refusal, TurnedAway, PeerGone, trio.TooSlowError) as group:
            [self.error] = group.exceptions

    @property
    def turned_away(self) -> str:
        assert isinstance(self.error, TurnedAway)
        return self.error.reason

    def seen(self) -> Seats:
        """The last list that came; what became of the connection is in `links`."""
        seen: Seats | None = None
        while self.notices.statistics().current_buffer_used:
            notice = self.notices.receive_nowait()
            if isinstance(notice, HostLink):
                self.links.append(notice)
            else:
                seen = notice
        assert seen is not None
        return seen


async def rest() -> None:
    await trio.testing.wait_all_tasks_blocked()


@pytest.fixture
async def wires(nursery: trio.Nursery) -> Wires:
    return Wires(nursery)


def assert_founded(host: Host, *guests: LobbyGuest) -> Genesis:
    """Everybody has the same table, and knows where the guests listen."""
    founding = host.lobby_host._founding
    assert founding is not None
    for guest in guests:
        assert guest.founding is not None
        assert guest.founding.genesis == founding.genesis
        assert guest.founding.addresses == founding.addresses
    numbers = {key_of(number).public: number for number in range(7)}
    for seat, address in founding.addresses.items():
        assert address == ("wire", 4000 + numbers[founding.genesis.key(seat)])
    return founding.genesis


# The way to a table.


@pytest.mark.parametrize("seats", [2, 3, 4, 7])
async def test_a_table_is_founded_when_all_are_ready(seats: int, wires: Wires) -> None:
    host = Host(wires, seats)
    guests = [LobbyGuest(wires, number).enter("") for number in range(1, seats)]
    await rest()
    assert host.lobby_host._founding is None, "the host itself is not ready yet"
    host.lobby_host.wish("")
    await rest()
    genesis = assert_founded(host, *guests)
    assert [seat.name for seat in genesis.seats[:1]] == ["Ada"]
    assert {seat.name for seat in genesis.seats} == set(NAMES[:seats])
    assert (await host.lobby_host.founding()).genesis == genesis
    assert host.connector.refused == {}


@pytest.mark.parametrize("code", ["red fox", "RED-fox", " red  fox "])
async def test_a_code_lets_its_friends_in_however_it_is_typed(code: str, wires: Wires) -> None:
    host = Host(wires, code="Red Fox")
    host.lobby_host.wish("")
    guest = LobbyGuest(wires, 1, code=code).enter("")
    await rest()
    assert_founded(host, guest)


async def test_everybody_sees_the_list_change(wires: Wires) -> None:
    host = Host(wires, 3)
    changes = 0

    async def watch() -> None:
        nonlocal changes
        while True:
            await host.lobby_host.changed.wait()
            changes += 1

    wires.nursery.start_soon(watch)
    first = LobbyGuest(wires, 1).enter()
    await rest()
    assert [(p.name, p.ready) for p in first.seen().places] == [("Ada", False), ("Bo", False)]
    second = LobbyGuest(wires, 2).enter("")
    await rest()
    seen = [("Ada", False), ("Bo", False), ("Cy", True)]
    assert [(p.name, p.ready) for p in first.seen().places] == seen
    assert [(p.name, p.ready) for p in second.seen().places] == seen
    host.lobby_host.wish("")
    await rest()
    assert host.ready == ["Ada", "Cy"]
    assert first.seen().places[0] == LobbySeat(key_of(0).public, "Ada", "", ready=True)
    assert changes >= 4


async def test_who_is_not_ready_holds_the_table_up_until_ready(wires: Wires) -> None:
    host = Host(wires, 3)
    host.lobby_host.wish("")
    first, second = LobbyGuest(wires, 1).enter("", None), LobbyGuest(wires, 2).enter("")
    await rest()
    assert host.ready == ["Ada", "Cy"]
    first.wish.send_nowait("")
    await rest()
    assert_founded(host, first, second)


async def test_the_host_may_change_its_mind(wires: Wires) -> None:
    host = Host(wires)
    host.lobby_host.wish("")
    host.lobby_host.wish(None)
    guest = LobbyGuest(wires, 1).enter("")
    await rest()
    assert host.ready == ["Bo"]
    host.lobby_host.wish("")
    await rest()
    assert_founded(host, guest)


async def test_a_seat_that_was_left_can_be_taken_again(wires: Wires) -> None:
    host = Host(wires)
    guest = LobbyGuest(wires, 1).enter()
    await rest()
    guest.scope.cancel()
    await rest()
    assert host.names == ["Ada"]
    again = LobbyGuest(wires, 1).enter("")
    host.lobby_host.wish("")
    await rest()
    assert_founded(host, again)


async def test_who_comes_twice_sits_once(wires: Wires) -> None:
    """A program that lost its connection is back before the host has noticed."""
    host = Host(wires)
    host.lobby_host.wish("")
    old, new = LobbyGuest(wires, 1).enter(), LobbyGuest(wires, 1, name="Bob")
    await rest()
    new.enter()
    await rest()
    assert isinstance(old.error, Dismissed), "two programs with one key do not take turns for ever"
    assert host.names == ["Ada", "Bob"]
    new.wish.send_nowait("")
    await rest()
    assert_founded(host, new)


async def test_a_guest_that_leaves_in_the_middle_of_the_founding_calls_it_off(wires: Wires) -> None:
    """The others, the host among them, begin anew with new pledges and new nonces."""
    host = Host(wires, 3)
    host.lobby_host.wish("")
    staying = LobbyGuest(wires, 1).enter("")
    await rest()
    leaving = await a_guest_that_never_shows_its_nonce(wires, 2)
    await rest()
    assert host.lobby_host._founding is None
    await leaving.send(Farewell())
    await rest()
    assert host.ready == ["Ada", "Bo"]
    third = LobbyGuest(wires, 3).enter("")
    await rest()
    genesis = assert_founded(host, staying, third)
    assert [seat.name for seat in genesis.seats] == ["Ada", "Bo", "Di"]


async def test_a_guest_that_is_not_ready_any_more_calls_the_founding_off(wires: Wires) -> None:
    host = Host(wires, 3)
    host.lobby_host.wish("")
    staying = LobbyGuest(wires, 1).enter("")
    await rest()
    wavering = await a_guest_that_never_shows_its_nonce(wires, 2)
    await wavering.send(Ready("", ready=False, pledge=bytes(32)))
    await rest()
    assert host.lobby_host._founding is None
    assert host.ready == ["Ada", "Bo"], "host and guest are ready for the next attempt by themselves"
    lobby = GuestLobby(key_of(2).public, "Cy")
    await wavering.send(lobby.ready("", noise("second thoughts")))
    while not isinstance(peer_message := await wavering.receive(), Propose):
        if isinstance(peer_message, Seats):
            lobby.hear(peer_message)
    await wavering.send(lobby.agree(peer_message))
    await rest()
    assert_founded(host, staying)


async def a_guest_that_never_shows_its_nonce(wires: Wires, number: int) -> Peer:
    peer = (await WiredConnector(key_of(number), wires, number).dial("wire", 0, None)).peer
    await peer.send(Sit(NAMES[number], 4000 + number), Ready("", ready=True, pledge=noise("pledge")))
    while not isinstance(await peer.receive(), Propose):
        pass
    return peer


async def test_a_guest_that_never_answers_a_proposal_keeps_nobody_waiting(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """Its machine sleeps, or it means no good; the others are asked again without it."""
    host = Host(wires, 3)
    host.lobby_host.wish("")
    staying = LobbyGuest(wires, 1).enter("")
    await rest()
    asleep = await a_guest_that_never_shows_its_nonce(wires, 2)
    began = trio.current_time()
    await all_said(asleep)
    assert trio.current_time() - began == NONCE_SECONDS
    await rest()
    assert host.ready == ["Ada", "Bo"]
    await trio.sleep(KEPT_SECONDS + 1)
    third = LobbyGuest(wires, 3).enter("")
    await rest()
    assert_founded(host, staying, third)


async def test_who_is_not_ready_may_take_its_time(wires: Wires, autojump_clock: MockClock) -> None:
    """Also when a founding was tried and called off before."""
    host = Host(wires, 3)
    host.lobby_host.wish("")
    calm, wavering = LobbyGuest(wires, 1).enter(), LobbyGuest(wires, 2).enter("")
    await trio.sleep(1000)
    assert sorted(host.names) == ["Ada", "Bo", "Cy"]
    wavering.wish.send_nowait(None)
    calm.wish.send_nowait("")
    await trio.sleep(1000)
    assert set(host.ready) == {"Ada", "Bo"}
    wavering.wish.send_nowait("")
    await rest()
    assert_founded(host, calm, wavering)


# Who is sent away.


@pytest.mark.parametrize("code", ["red ox", "x", "red fox!"])
async def test_a_wrong_code_is_refused_and_counted(code: str, wires: Wires) -> None:
    host = Host(wires, code="red fox")
    rung = trio.Event()

    async def watch() -> None:
        await host.lobby_host.changed.wait()
        rung.set()

    wires.nursery.start_soon(watch)
    await rest()
    guest = LobbyGuest(wires, 1, code=code).enter("")
    await rest()
    assert guest.turned_away == "WrongCode"
    assert host.connector.refused == {"WrongCode": 1}
    assert host.lobby_host.wrong_codes == 1
    assert host.names == ["Ada"]
    assert rung.is_set(), "the host's screen may tell of it"


@pytest.mark.slow
async def test_after_too_many_wrong_codes_nobody_else_comes_in(wires: Wires) -> None:
    """Not even with the right one: somebody is guessing. Those who sit are not disturbed."""
    host = Host(wires, 3, code="red fox")
    friend = LobbyGuest(wires, 1, code="red fox").enter("")
    await rest()
    for number in range(WRONG_CODES):
        LobbyGuest(wires, 2, code=f"guess {number}").enter("")
        await rest()
    late = LobbyGuest(wires, 3, code="red fox").enter("")
    await rest()
    assert late.turned_away == "WrongCode"
    assert host.lobby_host.wrong_codes == WRONG_CODES
    assert host.names == ["Ada", "Bo"]
    assert friend.error is None


async def test_guesses_that_were_begun_before_are_counted_too(wires: Wires) -> None:
    """Whoever opens many connections first and guesses then has no more guesses than others."""
    host = Host(wires, code="red fox")
    visitor = await WiredConnector(key_of(1), wires, 1).dial("wire", 0, None)
    peer = visitor.peer
    assert await peer.receive() == DoorSign(True)
    keys = {"guest_key": key_of(1).public, "host_key": key_of(0).public}
    invite = Invite.guest("red fox", visitor.binding, entropy=bytes(64), **keys)
    await peer.send(Share(invite.share))
    answer = await peer.receive()
    assert isinstance(answer, Share)
    invite.receive(answer.share)
    host.lobby_host.wrong_codes = WRONG_CODES
    await peer.send(Confirm(invite.confirmation))
    assert await peer.receive() == Refuse("WrongCode")
    assert host.names == ["Ada"]


async def test_a_full_table_is_full(wires: Wires) -> None:
    host = Host(wires)
    LobbyGuest(wires, 1).enter()
    await rest()
    late = LobbyGuest(wires, 2).enter("")
    await rest()
    assert late.turned_away == "TableFull"
    assert host.connector.refused == {"TableFull": 1}


async def test_nobody_comes_in_during_the_founding(wires: Wires) -> None:
    host = Host(wires)
    host.lobby_host.wish("")
    await a_guest_that_never_shows_its_nonce(wires, 1)
    late = LobbyGuest(wires, 2).enter("")
    await rest()
    assert late.turned_away == "TableStarted"
    assert host.names == ["Ada", "Bo"]


@pytest.mark.parametrize("name", ["Ada", "", " Bo", "B\u200bo", "\x1b[2J"])
async def test_a_name_that_is_taken_or_none_is_refused(name: str, wires: Wires) -> None:
    host = Host(wires)
    guest = LobbyGuest(wires, 1, name=name).enter("")
    await rest()
    assert guest.turned_away == "NameTaken"
    again = LobbyGuest(wires, 1, name="Bo").enter()
    await rest()
    assert again.error is None
    assert host.names == ["Ada", "Bo"]


async def test_a_choice_that_the_game_does_not_have_is_refused(wires: Wires) -> None:
    """One guest alone could otherwise have a table founded that nobody can play."""
    host = Host(wires)
    host.lobby_host.wish("")
    guest = LobbyGuest(wires, 1).enter("undead")
    await rest()
    assert guest.turned_away == "BadField"
    assert host.names == ["Ada"]
    assert host.lobby_host._founding is None


async def test_a_choice_that_the_game_has_is_taken(wires: Wires) -> None:
    host = Host(wires, choices=("elves", "undead"))
    host.lobby_host.wish("elves")
    peer = (await WiredConnector(key_of(1), wires, 1).dial("wire", 0, None)).peer
    await peer.send(Sit("Bo", 1), Ready("", ready=False, pledge=bytes(32)))
    await peer.send(Ready("undead", ready=True, pledge=noise("pledge")))
    while not isinstance(peer_message := await peer.receive(), Propose):
        pass
    assert [seat.choice for seat in Genesis.read(peer_message.draft).seats] == ["elves", "undead"]


@pytest.mark.parametrize(
    ("peer_messages", "name"),
    [
        ([Farewell()], "Unexpected"),
        ([Sit("Bo", 1), Sit("Bob", 1)], "Unexpected"),
        ([Sit("Bo", 1), have(0, 0)], "Unexpected"),
        ([Sit("Bo", 1), Ready("", ready=True, pledge=noise("p")), Nonce(noise("another"))], "Unexpected"),
    ],
)
async def test_who_does_not_keep_to_the_talk_of_a_lobby_is_refused(
    peer_messages: list[PeerMessage], name: str, wires: Wires
) -> None:
    host = Host(wires)
    host.lobby_host.wish("")
    peer = (await WiredConnector(key_of(1), wires, 1).dial("wire", 0, None)).peer
    await peer.send(*peer_messages)
    assert (await all_said(peer))[-1] == Refuse(name)
    await rest()
    assert host.connector.refused == {name: 1}
    assert host.names == ["Ada"]


@pytest.mark.parametrize("peer_message", [Refuse("WrongCode"), Confirm(bytes(32)), Share(b"A" + bytes(32))])
async def test_who_answers_strangely_to_the_question_for_the_code_does_no_harm(
    peer_message: PeerMessage, wires: Wires
) -> None:
    host = Host(wires, code="red fox")
    host.lobby_host.wish("")
    peer = (await WiredConnector(key_of(1), wires, 1).dial("wire", 0, None)).peer
    await peer.send(peer_message)
    await all_said(peer)
    friend = LobbyGuest(wires, 2, code="red fox").enter("")
    await rest()
    assert_founded(host, friend)


async def test_who_does_not_say_what_it_wants_is_sent_away_in_time(
    wires: Wires, autojump_clock: MockClock
) -> None:
    for code in (None, "red fox"):
        Host(wires, code=code)
        visitor = await WiredConnector(key_of(1), wires, 1).dial("wire", 0, None)
        began = trio.current_time()
        await all_said(visitor.peer)
        assert trio.current_time() - began == GREETING_SECONDS


@pytest.mark.slow
async def test_many_who_do_not_say_what_they_want_keep_nobody_out(wires: Wires) -> None:
    host = Host(wires)
    host.lobby_host.wish("")
    idle = []
    for _ in range(STRANGERS + 1):
        idle.append(await WiredConnector(key_of(2), wires, 2).dial("wire", 0, None))
        await rest()
    assert await all_said(idle[0].peer) == [DoorSign(False)]
    guest = LobbyGuest(wires, 1).enter("")
    await rest()
    assert_founded(host, guest)


async def test_a_guest_that_does_not_read_is_dropped(wires: Wires, autojump_clock: MockClock) -> None:
    host = Host(wires, 3)
    ours, theirs = trio.testing.lockstep_stream_pair()
    wires.nursery.start_soon(host.connector.welcome, theirs)
    deaf = (await WiredConnector(key_of(1), wires, 1).introduce(ours, "wire", None)).peer
    assert await deaf.receive() == DoorSign(False)
    await deaf.send(Sit("Bo", 1))
    await rest()
    LobbyGuest(wires, 2).enter()
    await rest()
    assert host.names == ["Ada", "Bo", "Cy"]
    host.lobby_host._guests[key_of(1).public].post([Deliver(bytes(60_000))] * 100)
    await rest()
    assert [*host.lobby_host.kept] == [key_of(1).public]
    await trio.sleep(KEPT_SECONDS + 1)
    assert host.names == ["Ada", "Cy"]


# Connections that break.


async def test_a_place_is_kept_while_its_guest_has_no_connection(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """It counts as taken, and is not ready; whoever fits into a free place sits down."""
    host = Host(wires, 3)
    host.lobby_host.wish("")
    LobbyGuest(wires, 1).enter("")
    await rest()
    await wires.sever(0, 1)
    await rest()
    assert (host.names, host.ready) == (["Ada", "Bo"], ["Ada"])
    assert [*host.lobby_host.kept] == [key_of(1).public]
    namesake = LobbyGuest(wires, 2, name="Bo").enter("")
    await trio.sleep(1)
    assert namesake.turned_away == "NameTaken"
    other = LobbyGuest(wires, 3).enter("")
    await trio.sleep(1)
    late = LobbyGuest(wires, 4).enter("")
    await trio.sleep(1)
    assert late.turned_away == "TableFull"
    assert [(place.name, place.ready) for place in other.seen().places] == [
        ("Ada", True),
        ("Bo", False),
        ("Di", True),
    ]


async def test_a_place_is_free_when_its_guest_has_not_come_back_in_time(
    wires: Wires, autojump_clock: MockClock
) -> None:
    host = Host(wires, 3)
    guest = LobbyGuest(wires, 1).enter("")
    await rest()
    await wires.sever(0, 1)
    await trio.sleep(KEPT_SECONDS - 1)
    assert host.names == ["Ada", "Bo"]
    await trio.sleep(2)
    assert (host.names, host.lobby_host.kept) == (["Ada"], {})
    await trio.sleep(5)
    assert isinstance(guest.error, PeerGone)


async def test_who_was_refused_keeps_no_place(wires: Wires) -> None:
    host = Host(wires)
    peer = (await WiredConnector(key_of(1), wires, 1).dial("wire", 0, None)).peer
    await peer.send(Sit("Bo", 1), have(0, 0))
    await all_said(peer)
    await rest()
    assert (host.names, host.lobby_host.kept) == (["Ada"], {})


async def test_a_connection_that_comes_and_goes_keeps_one_place_and_nothing_else(
    wires: Wires, autojump_clock: MockClock
) -> None:
    host = Host(wires)
    for _ in range(20):
        peer = (await WiredConnector(key_of(1), wires, 1).dial("wire", 0, None)).peer
        await peer.send(Sit("Bo", 1))
        await rest()
        assert host.lobby_host.kept == {}
        await peer.close()
        await rest()
        assert [*host.lobby_host.kept] == [key_of(1).public]
    waiting = len(wires.nursery.child_tasks)
    assert waiting < 5, "only the last of them is waited for"
    await trio.sleep(KEPT_SECONDS + 1)
    assert host.names == ["Ada"]


async def test_the_list_is_repeated_as_a_sign_of_life_but_not_during_a_founding(
    wires: Wires, autojump_clock: MockClock
) -> None:
    host = Host(wires)
    host.lobby_host.wish("")
    peer = (await WiredConnector(key_of(1), wires, 1).dial("wire", 0, None)).peer
    await peer.send(Sit("Bo", 4001))
    assert await peer.receive() == DoorSign(False)
    began, first = trio.current_time(), await peer.receive()
    for number in range(1, 10):
        assert await peer.receive() == first
        assert trio.current_time() - began == pytest.approx(number * REPEAT_SECONDS)
    await peer.send(Ready("", ready=True, pledge=noise("pledge")))
    said = [type(peer_message) for peer_message in await all_said(peer)]
    assert said == [Seats, Propose]


async def test_a_host_that_closes_its_lobby_says_so(wires: Wires) -> None:
    """Nobody dials a host for a minute that has left on purpose."""
    host = Host(wires, 3)
    async with trio.open_nursery() as nursery:
        wires.nursery = nursery
        peer = (await WiredConnector(key_of(1), wires, 1).dial("wire", 0, None)).peer
        stranger = (await WiredConnector(key_of(2), wires, 2).dial("wire", 0, None)).peer
        await peer.send(Sit("Bo", 4001))
        await rest()
        assert host.names == ["Ada", "Bo"]
        nursery.cancel_scope.cancel()
    assert [type(peer_message) for peer_message in await all_said(peer)] == [DoorSign, Seats, Farewell]
    assert await all_said(stranger) == [DoorSign(False)]


# Two who want the same.


def listed(*choices: str) -> Seats:
    places = [LobbySeat(key_of(n).public, NAMES[n], choice, ready=True) for n, choice in enumerate(choices)]
    return Seats("conquer", 1, (), 60, len(choices), tuple(places))


@pytest.mark.parametrize(
    ("choices", "clash"),
    [(("",), False), (("", "", ""), False), (("elves", "", "orcs"), False), (("elves", "", "elves"), True)],
)
def test_two_who_took_the_same_clash(choices: tuple[str, ...], clash: bool) -> None:
    """Where there is nothing to choose, everybody takes nothing."""
    assert has_clash(listed(*choices)) is clash


async def test_a_table_is_not_founded_while_two_want_the_same(wires: Wires) -> None:
    host = Host(wires, choices=("elves", "orcs"))
    host.lobby_host.lobby.terms = Terms("conquer", CONQUER.version, MappingProxyType({}), 60, 2)
    host.lobby_host.wish("elves")
    guest = LobbyGuest(wires, 1).enter("elves")
    await rest()
    assert host.ready == ["Ada", "Bo"]
    assert host.lobby_host._founding is None
    guest.wish.send_nowait("orcs")
    await rest()
    assert [seat.choice for seat in assert_founded(host, guest).seats] == ["elves", "orcs"]


async def test_a_guest_that_changes_its_mind_without_end_drives_nobody_away(
    wires: Wires, autojump_clock: MockClock
) -> None:
    """Every change goes to all: the others must not get more of the host than an honest host sends."""
    host = Host(wires, 3)
    staying = LobbyGuest(wires, 1).enter()
    await rest()
    wavering = (await WiredConnector(key_of(2), wires, 2).dial("wire", 0, None)).peer
    minds = [Ready("", ready=True, pledge=noise("p")), Ready("", ready=False, pledge=bytes(32))]
    await wavering.send(Sit("Cy", 1), *minds * 15_000)
    await rest()
    assert staying.notices.statistics().current_buffer_used < 2 * CHANGES
    await trio.sleep(100 * CHANGE_SECONDS)
    assert CHANGES < staying.notices.statistics().current_buffer_used < 2 * CHANGES + 100
    assert staying.error is None
    assert host.names == ["Ada", "Bo", "Cy"]
