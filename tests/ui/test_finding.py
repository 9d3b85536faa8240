"""Which table a person means, whatever strangers announce; on loopback, adverts without a network."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.node.advert import Advert
from p2p_heroes.node.connector import Connector, TurnedAway
from p2p_heroes.node.known_players import KnownPlayer
from p2p_heroes.node.listener import Listener, open_listener
from p2p_heroes.node.table_browser import TableBrowser
from p2p_heroes.settings import JoinSettings
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.sockets.connections import certificate
from p2p_heroes.ui import finding
from p2p_heroes.ui.finding import ANSWER_SECONDS, LOOKING_SECONDS, NoTable, find
from protocol.frozen import replace
from protocol.lobby import Terms
from tests.node.test_advert import ADVERT

LIMIT = 60
"""Seconds after which something that takes less than one is given up."""

LOOKING_ON = "No table yet; looking on. (Ctrl-C ends; or give HOST:PORT)"
NOWHERE = 1
"""A port at which nobody listens."""


def connector() -> Connector:
    return Connector(key_of(9), certificate(9))


def advert_of(number: int, port: int, name: str = "Ada", hosts: tuple[str, ...] = ("127.0.0.1",)) -> Advert:
    key = key_of(number).public.hex()[:16]
    return replace(ADVERT, name=name, hosts=hosts, port=port, key=key)


@asynccontextmanager
async def lobby(folder: Path, number: int = 0) -> AsyncIterator[Listener]:
    async with open_listener(key_of(number), folder, ("127.0.0.1", 0)) as listener:
        listener.open_lobby(
            Terms("roshambo", 1, MappingProxyType({"rounds": 1}), 60, 2), name="Ada", code=None
        )
        yield listener


@pytest.fixture
async def air(monkeypatch: pytest.MonkeyPatch) -> TableBrowser:
    """What is announced."""
    watching = TableBrowser(trio.lowlevel.current_trio_token(), wanted="Ada")

    @asynccontextmanager
    async def watch(*_: object, wanted: str, known: Collection[str]) -> AsyncIterator[TableBrowser]:
        yield watching

    monkeypatch.setattr("p2p_heroes.node.discovery.watch", watch)
    monkeypatch.setattr(finding, "BROWSE_SECONDS", 0.01)
    return watching


async def found(table: str = "Ada") -> tuple[str, int]:
    with trio.fail_after(LIMIT):
        return await find(JoinSettings(table=table), print, connector())


async def test_a_table_is_found_at_the_address_that_answers(air: TableBrowser, tmp_path: Path) -> None:
    """Nobody listens on the first one; that of the documentation takes its time to fail."""
    async with lobby(tmp_path) as listener:
        air.find("a", advert_of(0, listener.port, hosts=("127.0.0.2", "192.0.2.99", "127.0.0.1")))
        assert await found() == await found("") == ("127.0.0.1", listener.port)


async def test_several_addresses_are_tried_side_by_side(tmp_path: Path) -> None:
    async with lobby(tmp_path) as listener:
        table = f"127.0.0.1:{NOWHERE},127.0.0.1:{listener.port}"
        assert await found(table) == ("127.0.0.1", listener.port)
    with pytest.raises(NoTable, match=r"Nobody answers at 127.0.0.1:1, 127.0.0.2:1: "):
        await found("127.0.0.1:1,127.0.0.2:1")


async def test_who_answers_must_have_the_key_of_the_advert(air: TableBrowser, tmp_path: Path) -> None:
    async with lobby(tmp_path, 5) as eve:
        air.find("a", advert_of(0, eve.port))
        with pytest.raises(NoTable, match=f"At 127.0.0.1:{eve.port} answers somebody else"):
            await found()


async def test_a_forged_farewell_hides_no_table(air: TableBrowser, tmp_path: Path) -> None:
    async with lobby(tmp_path) as listener:
        air.find("a", advert_of(0, listener.port))
        air.lose("a")
        assert await found() == ("127.0.0.1", listener.port)


async def test_a_false_table_beside_one_that_was_taken_back_is_not_joined_in_silence(
    air: TableBrowser, tmp_path: Path
) -> None:
    (tmp_path / "eve").mkdir()
    async with lobby(tmp_path) as ada, lobby(tmp_path / "eve", 5) as eve:
        air.find("a", advert_of(0, ada.port))
        air.lose("a")
        air.find("b", advert_of(5, eve.port))
        with pytest.raises(NoTable, match=r"Which table\?") as asked:
            await found()
    assert f"Ada (127.0.0.1:{ada.port})" in str(asked.value)
    assert f"Ada (127.0.0.1:{eve.port})" in str(asked.value)


async def test_a_table_that_is_really_gone_is_no_choice(air: TableBrowser, tmp_path: Path) -> None:
    async with lobby(tmp_path) as listener:
        air.find("a", advert_of(5, NOWHERE))
        air.lose("a")
        air.find("b", advert_of(0, listener.port))
        assert await found() == ("127.0.0.1", listener.port)
    assert [advert.port for advert in air.tables] == [listener.port]


async def test_any_number_of_tables_that_are_taken_back_and_silent_hold_nobody_up(
    air: TableBrowser, tmp_path: Path
) -> None:
    """Somebody listens there, and says nothing."""
    said: list[str] = []
    pits = await trio.open_tcp_listeners(0, host="127.0.0.1", backlog=100)
    port = pits[0].socket.getsockname()[1]
    async with lobby(tmp_path) as listener:
        for number in range(10, 40):
            air.find(f"false {number}", advert_of(number, port))
            air.lose(f"false {number}")
        air.find("a", advert_of(0, listener.port))
        with trio.fail_after(4 * ANSWER_SECONDS):
            for _ in range(2):
                assert await find(JoinSettings(table="Ada"), said.append, connector()) == (
                    "127.0.0.1",
                    listener.port,
                )
                air.lose("a")
    assert said == ["Trying 30 that may be gone.", "Trying 31 that may be gone."]
    for pit in pits:
        await pit.aclose()


async def test_a_table_that_has_begun_and_was_taken_back_is_no_choice(
    air: TableBrowser, tmp_path: Path
) -> None:
    (tmp_path / "bo").mkdir()
    async with lobby(tmp_path) as ada, open_listener(key_of(1), tmp_path / "bo", ("127.0.0.1", 0)) as bo:
        air.find("b", advert_of(1, bo.port))
        with pytest.raises(TurnedAway):
            await found()
        air.lose("b")
        air.find("a", advert_of(0, ada.port))
        assert await found() == ("127.0.0.1", ada.port)


async def test_a_known_name_with_another_key_is_said_aloud(air: TableBrowser, tmp_path: Path) -> None:
    said: list[str] = []
    ada = KnownPlayer("Ada", key_of(5).public, "2026-01-31")
    async with lobby(tmp_path) as listener:
        air.find("a", advert_of(0, listener.port))
        there = f"127.0.0.1:{listener.port}"
        true = replace(ada, key=key_of(0).public)
        assert await find(JoinSettings(), said.append, connector(), [true]) == ("127.0.0.1", listener.port)
        for table in ("", "ada"):
            with pytest.raises(NoTable) as caught:
                await find(JoinSettings(table=table), said.append, connector(), [ada])
            assert str(caught.value) == (
                "Careful: this Ada has another key than the Ada you played with on 2026-01-31. "
                f"Ask Ada whether the table is at {there}; if so, join {there}."
            )
        # Whoever has asked says so by the address.
        at = JoinSettings(table=there)
        assert await find(at, said.append, connector(), [ada]) == ("127.0.0.1", listener.port)
    assert said == []


@pytest.mark.parametrize("table", ["nowhere:99999", "nowhere:65536", "[::1]:700000", "a:1,b:99999"])
async def test_what_can_be_no_port_is_refused_at_once(table: str, air: TableBrowser) -> None:
    with pytest.raises(NoTable, match=r": a port is a number from 1 to 65535\.$"):
        await find(JoinSettings(table=table), print, connector())


async def test_a_table_that_is_announced_often_is_named_once(
    air: TableBrowser, autojump_clock: MockClock
) -> None:
    said: list[str] = []
    for label in "abc":
        air.find(label, advert_of(3, NOWHERE, "Zoe"))
    with pytest.raises(NoTable) as caught:
        await find(JoinSettings(table="Bo"), said.append, connector())
    assert (
        str(caught.value)
        == "No table is called Bo. Join one by its name or its HOST:PORT: Zoe (127.0.0.1:1)."
    )
    assert said == ["No table is called Bo yet; looking on. There is: Zoe. (Ctrl-C ends; or give HOST:PORT)"]


async def test_who_joins_looks_on_until_there_is_a_table(air: TableBrowser, tmp_path: Path) -> None:
    said: list[str] = []
    async with lobby(tmp_path) as listener, trio.open_nursery() as nursery:

        async def look() -> None:
            assert await find(JoinSettings(table="Ada"), said.append, connector()) == (
                "127.0.0.1",
                listener.port,
            )

        nursery.start_soon(look)
        with trio.fail_after(LIMIT):
            while not said:
                await trio.testing.wait_all_tasks_blocked(0.01)
        air.find("z", advert_of(3, NOWHERE, "Zoe"))
        air.find("a", advert_of(0, listener.port))
    assert said == [LOOKING_ON]


async def test_a_name_is_the_same_however_it_is_written(air: TableBrowser, tmp_path: Path) -> None:
    async with lobby(tmp_path) as listener:
        air.find("a", advert_of(0, listener.port))
        assert await found(" aDA ") == ("127.0.0.1", listener.port)


@pytest.mark.parametrize(
    ("there", "named"), [((), ""), (("Zoe",), "Zoe"), ("ABCDEFG", "A, B, C, D, E, ...")], ids=len
)
async def test_who_looks_for_a_name_that_is_not_there_reads_which_are(
    there: Sequence[str], named: str, air: TableBrowser, autojump_clock: MockClock
) -> None:
    said: list[str] = []
    for number, name in enumerate(there):
        air.find(name, advert_of(number, NOWHERE, name))
    for number, name in ((8, "Gone"), (9, "Lost")):
        air.find(name, advert_of(number, NOWHERE, name))
        air.lose(name)
    with pytest.raises(NoTable):
        await find(JoinSettings(table="Ada"), said.append, connector())
    told = f"No table is called Ada yet; looking on. There is: {named}. (Ctrl-C ends; or give HOST:PORT)"
    assert said == [told if named else LOOKING_ON]


async def test_nobody_looks_for_ever(air: TableBrowser, autojump_clock: MockClock) -> None:
    said: list[str] = []
    with pytest.raises(NoTable, match="No table was found here"):
        await find(JoinSettings(table="Ada"), said.append, connector())
    assert trio.current_time() == pytest.approx(LOOKING_SECONDS, abs=3)
    assert said == [LOOKING_ON]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:4711", ("127.0.0.1", 4711)),
        ("ada.local:0", ("ada.local", 0)),
        ("[fe80::1]:65535", ("fe80::1", 65535)),
        ("[fe80::1%eth0]:4711", ("fe80::1%eth0", 4711)),
        ("Ada", None),
        ("", None),
        (":4711", None),
        ("host:", None),
        ("host:65536", None),
        ("host:" + "9" * 5000, None),
        ("host:-1", None),
    ],
)
def test_an_address_is_told_from_a_name(text: str, address: tuple[str, int] | None) -> None:
    assert finding.parse_address(text) == address
    if address is not None:
        assert finding.parse_address(finding.place(*address)) == address


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("127.0.0.1:1", [("127.0.0.1", 1)]),
        ("127.0.0.1:1,[::1]:2", [("127.0.0.1", 1), ("::1", 2)]),
        ("Ada, Bo", []),
        ("Ada,127.0.0.1:1", []),
        ("", []),
    ],
)
def test_addresses_stand_with_commas_in_between(text: str, addresses: list[tuple[str, int]]) -> None:
    assert finding.parse_addresses(text) == addresses


def test_a_table_is_told_with_all_its_addresses() -> None:
    advert = replace(ADVERT, hosts=("192.0.2.1", "fe80::1%eth0"))
    assert finding.places(advert) == "192.0.2.1:4711,[fe80::1%eth0]:4711"
