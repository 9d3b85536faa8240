"""Sessions on loopback, from a command to its end: host, join, play, resume."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from p2p_heroes.arguments import parse, settings_from
from p2p_heroes.games import GAMES
from p2p_heroes.node.beacon import OwnSeat
from p2p_heroes.node.connector import Connector, TurnedAway, Visitor
from p2p_heroes.node.folders import Folders
from p2p_heroes.node.known_players import known_players_in, read_known_players
from p2p_heroes.node.listener import CannotListen, open_listener
from p2p_heroes.node.mesh import Mesh
from p2p_heroes.node.node import NeverBegan
from p2p_heroes.node.peer import Peer
from p2p_heroes.node.replay import read_result
from p2p_heroes.node.store import SUFFIX
from p2p_heroes.node.table import rules_for
from p2p_heroes.node.table_browser import FOLLOW_SECONDS
from p2p_heroes.settings import HostSettings, JoinSettings, PlaySettings, ResumeSettings
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.ui import finding, session_flow
from p2p_heroes.ui.finding import NoTable
from p2p_heroes.ui.headless import Headless
from p2p_heroes.ui.plain import Plain, Quit
from p2p_heroes.ui.samewords import NOT_THE_SAME, DifferentWords
from p2p_heroes.ui.session_flow import Ending, NoSuchFaction, Taste
from protocol.errors import WrongCode
from protocol.events import Claimed, Finished
from protocol.frozen import replace
from protocol.genesis import Genesis
from protocol.identity import Key
from protocol.peer_messages import Seats
from protocol.transcript import read_transcript
from tests.support.wires import Circle, Wires

pytestmark = pytest.mark.slow

LIMIT = 60
"""Seconds after which something that takes less than one is given up."""

HERE = ("127.0.0.1", 0)
BASE = HostSettings(name="Ada", game="roshambo", options={"rounds": 1}, listen=HERE, announce=False)
GUEST = JoinSettings(name="Bo", listen=HERE, announce=False)
PLAY = PlaySettings(name="Ada", game="roshambo", options={"rounds": 1})
RESUME = ResumeSettings(name="Ada", listen=HERE, announce=False)


class Player:
    """One player's folders, key, and a screen without one."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folders = Folders(folder / str(number) / "data", folder / str(number) / "config")
        self.folders.data.mkdir(parents=True)
        self.folders.config.mkdir()
        self.key: Key = key_of(number)
        self.said: list[str] = []
        self.seen: list[Seats] = []
        self.screen = Headless("wanderer", number, self.said.append)
        self.ending: Ending | None = None

    @property
    def has_begun(self) -> bool:
        return any(self.folders.data.glob(f"*{SUFFIX}"))

    @property
    def record(self) -> Path:
        [path] = self.folders.data.glob(f"*{SUFFIX}")
        return path

    async def host(self, settings: HostSettings) -> None:
        self.ending = await session_flow.host(settings, self.screen, self.key, self.folders)

    async def join(self, settings: JoinSettings) -> None:
        self.ending = await session_flow.join(settings, self.screen, self.key, self.folders)

    async def address(self) -> str:
        """Where the table is open, as the screen says it."""
        with trio.fail_after(LIMIT):
            while not any("The table is open at " in line for line in self.said):
                await trio.testing.wait_all_tasks_blocked(0.001)
        return next(line for line in self.said if "open at" in line).rpartition(" ")[2]


def answers(*lines: str) -> AsyncIterator[str]:
    async def typed() -> AsyncIterator[str]:
        for line in lines:
            yield line

    return typed()


async def test_a_host_and_a_guest_spend_an_evening(tmp_path: Path) -> None:
    ada, bo = Player(tmp_path, 0), Player(tmp_path, 1)
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.host, replace(BASE, code="red fox"))
            address = await ada.address()
            assert address.startswith("127.0.0.1:")
            await bo.join(replace(GUEST, code="red fox", table=address))
    assert ada.ending is not None
    assert bo.ending is not None
    assert isinstance(ada.ending.outcome, Finished)
    assert ada.ending.outcome == bo.ending.outcome
    assert ada.ending.path == ada.record
    assert read_result(bo.record.read_bytes()).outcome == ada.ending.outcome
    assert "2 of 2 seats taken" in ada.said
    assert "2 of 2 seats taken" in bo.said
    founded = [line for line in ada.said if line.startswith("The table is founded")]
    assert founded == [line for line in bo.said if line.startswith("The table is founded")]


@pytest.mark.parametrize("words", [[], ["--half"]], ids=["more-than-half", "half"])
async def test_whether_half_may_go_on_is_asked_of_the_host_and_signed_by_all(
    tmp_path: Path, words: list[str]
) -> None:
    settings = settings_from(parse(["host", *words]))
    assert isinstance(settings, HostSettings)
    ada, bo = Player(tmp_path, 0), Player(tmp_path, 1)
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.host, replace(BASE, half=settings.half))
            await bo.join(replace(GUEST, table=await ada.address()))
    for player in (ada, bo):
        genesis = read_transcript(player.record.read_bytes()).founded.genesis
        assert Genesis.read(genesis).half is bool(words)


async def test_who_was_met_is_remembered_and_a_namesake_is_said_aloud(tmp_path: Path) -> None:
    ada, bo, eve = (Player(tmp_path, number) for number in range(3))
    for guest in (bo, bo, eve):
        for player in (ada, guest):
            player.said.clear()
        with trio.fail_after(LIMIT):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ada.host, BASE)
                await guest.join(replace(GUEST, table=await ada.address()))
        careful = [
            line for line in ada.said if line.startswith("Careful: this Bo has another key than the Bo")
        ]
        assert bool(careful) == (guest is eve)
    known = read_known_players(known_players_in(ada.folders.data))
    assert [(one.name, one.key) for one in known] == [("Bo", bo.key.public), ("Bo", eve.key.public)]
    assert [one.name for one in read_known_players(known_players_in(eve.folders.data))] == ["Ada"]


async def test_bots_of_this_machine_are_nobody_to_remember(tmp_path: Path) -> None:
    ada = Player(tmp_path, 0)
    with trio.fail_after(LIMIT):
        await session_flow.play(PLAY, ada.screen, ada.key, ada.folders)
    assert read_known_players(known_players_in(ada.folders.data)) == ()


async def test_a_host_hears_of_wrong_codes(tmp_path: Path) -> None:
    ada, eve = Player(tmp_path, 0), Player(tmp_path, 1)
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.host, replace(BASE, code="red fox"))
            table = await ada.address()
            with pytest.RaisesGroup(TurnedAway, flatten_subgroups=True):
                await eve.join(replace(GUEST, name="Eve", code="blue fox", table=table))
            with pytest.RaisesGroup(WrongCode, flatten_subgroups=True):
                await eve.join(replace(GUEST, name="Eve", table=table))
            nursery.cancel_scope.cancel()
    assert ada.said[1:] == ["1 of 2 seats taken", "Somebody came with a wrong code (1 of 20)."]


async def test_a_host_hears_at_once_and_once_who_was_turned_away(tmp_path: Path) -> None:
    ada, eve, bo = (Player(tmp_path, number) for number in range(3))
    line = "Somebody wanted to join under a name that is taken, or that not everybody can read."
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.host, BASE)
            table = await ada.address()
            for _ in range(2):
                with pytest.RaisesGroup(TurnedAway, flatten_subgroups=True):
                    await eve.join(replace(GUEST, name="Ada", table=table))
            assert ada.said[-1] == line
            assert not ada.has_begun
            await bo.join(replace(GUEST, table=table))
    assert ada.said.count(line) == 1


async def test_a_connection_that_breaks_in_the_lobby_is_told_to_both_and_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo, cy = (Player(tmp_path, number) for number in range(3))
    peers: list[Peer] = []
    dial = Connector.dial

    async def remember(connector: Connector, host: str, port: int, table: bytes | None) -> Visitor:
        visitor = await dial(connector, host, port, table)
        peers.append(visitor.peer)
        return visitor

    async def told(player: Player, line: str) -> None:
        while line not in player.said:
            await trio.testing.wait_all_tasks_blocked(0.001)

    monkeypatch.setattr(Connector, "dial", remember)
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            settings = replace(BASE, seats=3, code="red fox")
            nursery.start_soon(ada.host, settings)
            table = await ada.address()
            nursery.start_soon(bo.join, replace(GUEST, code="red fox", table=table))
            await told(bo, "2 of 3 seats taken")
            await peers[0].close()
            await told(ada, "Bo is back.")
            await told(bo, "Back at the table.")
            nursery.start_soon(cy.join, replace(GUEST, name="Cy", code="red fox", table=table))
    assert "Bo's connection broke; the seat is kept for a minute." in ada.said
    assert "The connection to the table broke; dialling again..." in bo.said
    assert ada.ending is not None
    assert bo.ending is not None
    assert isinstance(ada.ending.outcome, Finished)
    assert ada.ending.outcome == bo.ending.outcome


async def test_a_table_that_listens_everywhere_says_where_to_join(tmp_path: Path) -> None:
    ada = Player(tmp_path, 0)
    settings = replace(BASE, listen=("0.0.0.0", 0), interfaces=("127.0.0.1", "127.0.0.2"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ada.host, settings)
        address = await ada.address()
        nursery.cancel_scope.cancel()
    port = address.rpartition(":")[2]
    assert ada.said[:2] == [f"The table is open at 127.0.0.{n}:{port}" for n in (1, 2)]


async def test_a_host_whose_machine_moves_is_told_where_the_table_is_now(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = Player(tmp_path, 0)
    here = ["127.0.0.1", "127.0.0.2"]
    monkeypatch.setattr(session_flow, "published", lambda hosts, interfaces: tuple(here))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ada.host, BASE)
        port = (await ada.address()).rpartition(":")[2]
        await trio.sleep(3 * FOLLOW_SECONDS)
        here[:] = ["127.0.0.3"]
        await trio.sleep(3 * FOLLOW_SECONDS)
        nursery.cancel_scope.cancel()
    told = [line for line in ada.said if line != "1 of 2 seats taken"]
    assert told == [f"The table is open at 127.0.0.{n}:{port}" for n in (1, 2, 3)]


async def test_a_table_is_announced_wherever_its_host_goes(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, moves = Player(tmp_path, 0), []

    class Announcement:
        async def follow(self) -> None:
            await trio.lowlevel.checkpoint()
            moves.append(trio.current_time())

    @asynccontextmanager
    async def announce(*_: object) -> AsyncIterator[Announcement]:
        yield Announcement()

    monkeypatch.setattr("p2p_heroes.node.discovery.announce", announce)
    with trio.move_on_after(3.5 * FOLLOW_SECONDS):
        await ada.host(replace(BASE, announce=True))
    assert len(moves) == 3


async def test_a_place_that_is_taken_is_said(tmp_path: Path) -> None:
    ada = Player(tmp_path, 0)
    async with open_listener(key_of(1), tmp_path, HERE) as listener:
        with pytest.raises(CannotListen):
            await ada.host(replace(BASE, listen=("127.0.0.1", listener.port)))


@pytest.mark.parametrize("table", ["127.0.0.1:1", "[::1]:1", "a..b:5"])
async def test_nobody_answers_where_no_table_is(table: str, tmp_path: Path) -> None:
    with trio.fail_after(LIMIT), pytest.RaisesGroup(NoTable, flatten_subgroups=True):
        await Player(tmp_path, 0).join(replace(GUEST, table=table))


async def test_a_table_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Announced by DNS-SD on the loopback interface alone, beside another one."""
    ada, bo = Player(tmp_path, 0), Player(tmp_path, 1)
    name = f"Ada {secrets.token_hex(4)}"
    settings = replace(BASE, name=name, announce=True, interfaces=("127.0.0.1",))
    guest = replace(GUEST, announce=True, interfaces=("127.0.0.1",))
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.host, settings)
            await ada.address()
            while name not in [advert.name for advert in await finding.tables(settings.interfaces)]:
                pass
            monkeypatch.setattr(finding, "LOOKING_SECONDS", 0.1)
            with pytest.RaisesGroup(pytest.RaisesExc(NoTable, match=name), flatten_subgroups=True):
                await bo.join(replace(guest, table="somebody else"))
            [told] = bo.said
            assert told.startswith("No table is called somebody else yet; looking on. There is: ")
            await bo.join(replace(guest, table=name))
    assert ada.ending is not None


async def test_a_network_without_announcements_is_no_hindrance(tmp_path: Path) -> None:
    ada, bo = Player(tmp_path, 0), Player(tmp_path, 1)
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.host, replace(BASE, announce=True, interfaces=("192.0.2.1",)))
            address = await ada.address()
            while not any("carries no announcements" in line for line in ada.said):
                await trio.testing.wait_all_tasks_blocked(0.001)
            await bo.join(replace(GUEST, table=address))
    assert ada.ending is not None


# Against bots.


async def test_a_person_plays_against_bots(tmp_path: Path) -> None:
    ada = Player(tmp_path, 0)
    shown: list[str] = []
    screen = Plain(answers("call rock", "1", "1", "1"), shown.append, typed=False)
    settings = replace(PLAY, seats=3, seed=7)
    with trio.fail_after(LIMIT):
        ending = await session_flow.play(settings, screen, ada.key, ada.folders)
    assert isinstance(ending.outcome, Finished)
    assert ending.node.session.genesis.seats[0].name == "Ada"
    assert "Round 1. Ada calls rock: it wins double." in shown
    assert list((ada.folders.data / "bots").iterdir()) == [], "nothing of the bots stays behind"


async def test_a_person_may_have_the_name_of_a_bot(tmp_path: Path) -> None:
    ada = Player(tmp_path, 0)
    settings = replace(PLAY, name=session_flow.BOT_NAMES[0], seats=7)
    with trio.fail_after(LIMIT):
        ending = await session_flow.play(settings, ada.screen, ada.key, ada.folders)
    names = [seat.name for seat in ending.node.session.genesis.seats]
    assert len(set(names)) == 7


async def test_a_game_that_was_left_goes_on_with_its_bots(tmp_path: Path) -> None:
    ada = Player(tmp_path, 0)
    settings = PLAY
    shown: list[str] = []
    with trio.fail_after(LIMIT):
        with pytest.RaisesGroup(Quit, flatten_subgroups=True):
            await session_flow.play(
                settings, Plain(answers("1", "quit"), print, typed=True), ada.key, ada.folders
            )
        assert read_result(ada.record.read_bytes()).outcome is None
        screen = Plain(answers("1", "1", "1"), shown.append, typed=False)
        ending = await session_flow.resume(ada.record, RESUME, screen, ada.key)
    assert isinstance(ending.outcome, Finished)
    assert shown[0].startswith("Going back to the table whose words are: ")
    assert any("Everybody signed" in line for line in shown)
    assert list((ada.folders.data / "bots").glob("*/*")) == []


@pytest.mark.parametrize("answer", ["no", ""], ids=["no", "killed"])
async def test_who_left_the_words_unanswered_is_asked_again(answer: str, tmp_path: Path) -> None:
    ada, bo = Player(tmp_path, 0), Player(tmp_path, 1)
    shown: list[str] = []
    asked = "does everybody read the words"

    async def typed(*lines: str) -> AsyncIterator[str]:
        while not any(asked in line for line in shown):
            await trio.testing.wait_all_tasks_blocked(0.001)
        for line in lines:
            yield line

    def person(*lines: str) -> Plain:
        return Plain(typed(*lines), shown.append)

    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.host, BASE)
            guest = replace(GUEST, table=await ada.address())
            left = DifferentWords if answer else Quit
            with pytest.RaisesGroup(left, flatten_subgroups=True):
                await session_flow.join(guest, person(answer), bo.key, bo.folders)
            for _ in range(2):
                shown.clear()
                with pytest.RaisesGroup(Quit, flatten_subgroups=True):
                    await session_flow.resume(bo.record, RESUME, person("rock", "rock"), bo.key)
                assert any(asked in line for line in shown)
                assert not any(line.startswith("Chosen") for line in shown)
            nursery.cancel_scope.cancel()
    assert (f"<Bo> {NOT_THE_SAME}" in ada.said) is bool(answer)


async def test_who_comes_back_listens_where_the_others_look(tmp_path: Path) -> None:
    """Or anywhere else, if that place is taken by now."""
    ada, bo = Player(tmp_path, 0), Player(tmp_path, 1)
    with trio.fail_after(LIMIT):
        ports = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.host, replace(BASE, options={"rounds": 9}))
            table = await ada.address()
            nursery.start_soon(bo.join, replace(GUEST, table=table))
            while not list(ada.folders.data.glob(f"*{SUFFIX}")) or not list(
                bo.folders.data.glob(f"*{SUFFIX}")
            ):
                await trio.testing.wait_all_tasks_blocked(0.001)
            nursery.cancel_scope.cancel()
        port = int(table.rpartition(":")[2])

        async def back(player: Player) -> None:
            player.ending = await session_flow.resume(player.record, RESUME, player.screen, player.key)
            ports.append(player.ending.node.mesh._port)

        async with open_listener(key_of(5), tmp_path, ("127.0.0.1", port)), trio.open_nursery() as nursery:
            nursery.start_soon(back, ada)
            nursery.start_soon(back, bo)
    assert port not in ports
    assert ada.ending is not None
    assert bo.ending is not None
    assert ada.ending.outcome == bo.ending.outcome


async def test_who_comes_back_may_be_told_where_somebody_is(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = Player(tmp_path, 0)
    await session_flow.play(PLAY, ada.screen, ada.key, ada.folders)
    suggested: list[tuple[str, int]] = []
    for name in ("lacks", "suggest"):
        monkeypatch.setattr(Mesh, name, lambda *_: (), raising=False)
    monkeypatch.setattr(Mesh, "suggest_anybody", lambda _, address: suggested.append(address), raising=False)
    await session_flow.resume(ada.record, replace(RESUME, table="192.0.2.1:4711"), ada.screen, ada.key)
    assert suggested == [("192.0.2.1", 4711)]


@pytest.mark.parametrize(
    ("changed", "is_findable"),
    [
        ({"announce": True, "listen": ("0.0.0.0", 0)}, True),
        ({"announce": True, "listen": HERE}, False),
        ({"announce": False, "listen": ("0.0.0.0", 0)}, False),
    ],
    ids=["announced", "this machine only", "quiet"],
)
async def test_who_announces_its_table_can_be_found_again(
    changed: dict[str, object],
    is_findable: bool,
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada = Player(tmp_path, 0)
    await session_flow.play(PLAY, ada.screen, ada.key, ada.folders)
    found: list[OwnSeat] = []

    async def stay_findable(mesh: Mesh, own: OwnSeat) -> None:
        await trio.lowlevel.checkpoint()
        found.append(own)

    for name in ("lacks", "suggest", "suggest_anybody"):
        monkeypatch.setattr(Mesh, name, lambda *_: (), raising=False)
    monkeypatch.setattr(session_flow, "stay_findable", stay_findable)
    ending = await session_flow.resume(ada.record, replace(RESUME, **changed), ada.screen, ada.key)  # type: ignore[arg-type]
    assert bool(found) == is_findable
    for own in found:
        assert (own.genesis.table, own.key, own.hosts) == (ending.node.table, ada.key, ("0.0.0.0",))


async def test_a_finished_game_is_told_to_whoever_lacks_its_end(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    ada = Player(tmp_path, 0)
    await session_flow.play(PLAY, ada.screen, ada.key, ada.folders)
    ada.said.clear()
    began = trio.current_time()
    ending = await session_flow.resume(ada.record, RESUME, ada.screen, ada.key)
    assert trio.current_time() - began == pytest.approx(BASE.patience, abs=2)
    assert isinstance(ending.outcome, Finished)
    assert ada.said[1] == "This game is over. Staying for a while, in case somebody lacks its end."


async def test_who_resumes_a_claimed_table_reads_that_it_may_go_on(
    tmp_path: Path, nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    circle = Circle(Wires(nursery), tmp_path, 2, patience=5).start()
    await circle.reach(1, 3)
    await circle.stop(1)
    await circle.ended(0)
    ada = Player(tmp_path, 9)
    ending = await session_flow.resume(circle.path(0), RESUME, ada.screen, key_of(0))
    assert isinstance(ending.outcome, Claimed)
    assert ada.said[1:] == [
        "This table ended, decided for nobody. Staying for a while, in case it may go on.",
        "Waiting for Bo for 5 s more: if Bo chooses, the game goes on.",
        "The table ended, decided for nobody.",
    ]


async def test_who_never_comes_ends_the_evening(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    ada, bo = Player(tmp_path, 0), Player(tmp_path, 1)

    async def sit_and_go(settings: JoinSettings) -> None:
        async with open_listener(bo.key, bo.folders.data, HERE) as listener:
            address = finding.parse_address(settings.table)
            assert address is not None
            await session_flow._enter(settings, bo.screen, listener, address)

    with pytest.RaisesGroup(NeverBegan, flatten_subgroups=True):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.host, BASE)
            await sit_and_go(replace(GUEST, table=await ada.address()))


# Whom one leads.

CONQUER = HostSettings(name="Ada", listen=HERE, announce=False)


async def sit_down(player: Player, settings: JoinSettings, seated: list[Genesis]) -> None:
    """Only up to the founding."""
    async with open_listener(player.key, player.folders.data, HERE) as listener:
        address = finding.parse_address(settings.table)
        assert address is not None
        founding = await session_flow._enter(settings, player.screen, listener, address)
        seated.append(founding.genesis)


@pytest.mark.parametrize("faction", ["nagas", ""])
@pytest.mark.parametrize("seed", [1, None])
async def test_four_who_want_the_same_faction_end_with_four(
    faction: str, seed: int | None, tmp_path: Path
) -> None:
    """The host comes first in the list and keeps its wish; with one seed all have the same taste, too."""
    settings = replace(CONQUER, seats=4, faction=faction, seed=seed)
    players = [Player(tmp_path, number) for number in range(4)]
    seated: list[Genesis] = []
    with trio.fail_after(LIMIT):
        folder = players[0].folders.data
        async with open_listener(players[0].key, folder, HERE) as listener, trio.open_nursery() as nursery:
            for number, player in enumerate(players[1:]):
                guest = JoinSettings(
                    name=f"Guest {number}", faction=faction, seed=seed, table=f"127.0.0.1:{listener.port}"
                )
                nursery.start_soon(sit_down, player, guest, seated)
            founding = await session_flow._found(settings, players[0].screen, listener)
    choices = [seat.choice for seat in founding.genesis.seats]
    assert len(set(choices)) == 4
    assert set(choices) <= set(GAMES["conquer"].choices)
    assert not faction or choices[0] == faction
    told = [line for player in players for line in player.said if "Somebody before you leads" in line]
    assert bool(told) == bool(faction)
    assert seated == [founding.genesis] * 3


async def test_bots_leave_a_person_the_faction(tmp_path: Path) -> None:
    ada = Player(tmp_path, 0)
    settings = PlaySettings(name="Ada", seats=4, faction="elves")
    shown: list[str] = []
    with trio.fail_after(LIMIT), pytest.RaisesGroup(Quit, flatten_subgroups=True):
        await session_flow.play(settings, Plain(answers("quit"), shown.append), ada.key, ada.folders)
    genesis = Genesis.read(read_transcript(ada.record.read_bytes()).genesis)
    choices = [seat.choice for seat in genesis.seats]
    assert choices[0] == "elves"
    assert len(set(choices)) == 4


async def test_a_faction_that_the_table_does_not_have_is_said(tmp_path: Path) -> None:
    """A guest hears in the lobby what will be played."""
    ada, bo = Player(tmp_path, 0), Player(tmp_path, 1)
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.host, BASE)
            table = await ada.address()
            with pytest.RaisesGroup(
                pytest.RaisesExc(NoSuchFaction, match="no faction elves; roshambo has none"),
                flatten_subgroups=True,
            ):
                await bo.join(replace(GUEST, table=table, faction="elves"))
            nursery.cancel_scope.cancel()


def test_the_same_luck_likes_the_same_factions() -> None:
    tastes = [Taste(replace(CONQUER, seed=seed)).of("conquer") for seed in (3, 3, 4)]
    assert tastes[0] == tastes[1] != tastes[2]
    assert sorted(tastes[0]) == sorted(GAMES["conquer"].choices)
    assert Taste(replace(CONQUER, seed=3, faction="orcs")).of("conquer")[0] == "orcs"
    assert Taste(CONQUER).of("roshambo") == Taste(CONQUER).of("halma") == [""]


# The big game.


async def test_a_newcomer_looks_around_and_is_told_why_something_cannot_be(tmp_path: Path) -> None:
    ada = Player(tmp_path, 0)
    settings = PlaySettings(name="Ada", seats=3, faction="humans", seed=2)
    shown: list[str] = []
    looks = ("help", "board", "map", "score", "board Brann", "board Zoe")
    screen = Plain(answers(*looks, "start Esmore", "begin", "99", "1"), shown.append, typed=False)
    with trio.fail_after(LIMIT), pytest.RaisesGroup(Quit, flatten_subgroups=True):
        await session_flow.play(settings, screen, ada.key, ada.folders)
    assert "  map             the regions, what lies there and who is there" in shown
    assert "Ada: Humans, nowhere yet" in shown
    assert [line for line in shown if line.startswith("Brann: ")]
    assert [line for line in shown if line.startswith("  Esmore    meadow, 2 wood, foundation [")]
    assert [line for line in shown if line.split() == ["total", "0", "0", "0"]]
    assert "Nobody here is called Zoe. (who)" in shown
    refused = "That cannot be chosen now: "
    portal, word = [line.removeprefix(refused) for line in shown if line.startswith(refused)][:2]
    assert portal == "Esmore has no portal in this game; only there one can start."
    assert word.startswith("no choice begins with that word; for example: start ")
    assert [line for line in shown if line.startswith("Chosen for good: start ")]


async def test_four_nodes_play_conquer_to_the_same_end(tmp_path: Path) -> None:
    """Over TLS on loopback, each with its own record; from each record alone the same end is found again."""
    players = [Player(tmp_path, number) for number in range(4)]
    settings = replace(CONQUER, seats=4, patience=600, seed=11)
    with trio.fail_after(10 * LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(players[0].host, settings)
            table = await players[0].address()
            for number, player in enumerate(players[1:]):
                nursery.start_soon(player.join, replace(GUEST, name=f"Guest {number}", seed=11, table=table))
    endings = [player.ending for player in players]
    outcomes = {ending.outcome for ending in endings if ending is not None}
    assert len(outcomes) == 1
    [outcome] = outcomes
    assert isinstance(outcome, Finished)
    replayed = [read_result(player.record.read_bytes()) for player in players]
    assert {play.outcome for play in replayed} == {outcome}
    assert [play.state.state for play in replayed] == 4 * [replayed[0].state.state]
    rules = rules_for(Genesis.read(read_transcript(players[0].record.read_bytes()).genesis))
    assert sorted(rules.places(replayed[0].state))[0] == 1
