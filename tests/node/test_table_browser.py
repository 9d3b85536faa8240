"""The list of the tables: in order, bounded, and not to be emptied by what anybody says."""

import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.node.advert import MAX_HOSTS, Advert
from p2p_heroes.node.table_browser import (
    FOLLOW_SECONDS,
    MAX_OF_ONE_KEY,
    MAX_TABLES,
    MOST_EARLIER,
    PARTED_SECONDS,
    TableBrowser,
)
from protocol.frozen import replace
from tests.node.test_advert import ADVERT


def numbered(number: int) -> Advert:
    return replace(ADVERT, port=1000 + number, key=f"{number:016x}")


def gone(advert: Advert) -> Advert:
    return replace(advert, parted=True)


class Time:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


async def listed(*, wanted: str = "", known: tuple[str, ...] = ()) -> tuple[TableBrowser, Time]:
    time = Time()
    return TableBrowser(trio.lowlevel.current_trio_token(), wanted=wanted, known=known, clock=time), time


async def test_the_list_is_sorted_and_has_each_table_once() -> None:
    tables, _ = await listed()
    for label, number in (("b", 2), ("a", 3), ("c", 1), ("d", 3)):
        tables.find(label, numbered(number))
    assert tables.tables == (numbered(1), numbered(2), numbered(3))


async def test_what_several_records_say_of_one_table_is_put_together() -> None:
    """As a table is heard over both kinds of IP; and who lies about where it is does not hide where it is."""
    tables, _ = await listed()
    tables.find("a", replace(ADVERT, hosts=("192.0.2.1", "192.0.2.2")), source=4)
    tables.find("a", replace(ADVERT, hosts=("fe80::1%eth0", "192.0.2.1")), source=6)
    assert [advert.hosts for advert in tables.tables] == [("fe80::1%eth0", "192.0.2.1", "192.0.2.2")]
    lies = tuple(f"203.0.113.{number}" for number in range(MAX_HOSTS))
    tables.find("false", replace(ADVERT, hosts=lies))
    [advert] = tables.tables
    assert "192.0.2.1" in advert.hosts
    assert len(advert.hosts) == MAX_HOSTS
    tables.lose("a", source=4)
    assert not tables.tables[0].parted, "it is still heard over the other"


async def test_who_says_another_address_of_a_table_does_not_hide_where_it_is() -> None:
    """Under its own label, again and again; and a table that has moved is listed where it was for a while."""
    tables, time = await listed()
    tables.find("a", replace(ADVERT, hosts=("192.0.2.1", "fe80::1")))
    for _ in range(100):
        tables.find("a", replace(ADVERT, hosts=("203.0.113.1",)))
        tables.find("a", replace(ADVERT, hosts=("203.0.113.2",)))
    assert [advert.hosts for advert in tables.tables] == [
        ("203.0.113.2", "203.0.113.1", "192.0.2.1", "fe80::1")
    ]
    tables.lose("a")
    assert len(tables.tables[0].hosts) == 4
    tables.find("a", replace(ADVERT, hosts=("203.0.113.2",)))
    time.now = PARTED_SECONDS
    assert [advert.hosts for advert in tables.tables] == [("203.0.113.2",)]
    for number in range(20):
        tables.find("a", replace(ADVERT, hosts=(f"203.0.113.{number}",)))
    assert len(tables.tables[0].hosts) == 1 + MOST_EARLIER


async def test_the_list_is_bounded() -> None:
    tables, time = await listed()
    for number in range(MAX_TABLES + 3):
        tables.find(str(number), numbered(number))
    assert len(tables.tables) == MAX_TABLES
    assert tables.refused == 3
    tables.find("0", replace(numbered(0), taken=2))
    assert replace(numbered(0), taken=2) in tables.tables
    assert tables.refused == 3
    tables.lose("1")
    time.now = PARTED_SECONDS
    tables.find("late", numbered(3000))
    assert numbered(3000) in tables.tables


async def test_one_sender_does_not_fill_the_list() -> None:
    tables, _ = await listed()
    for number in range(MAX_TABLES):
        tables.find(str(number), replace(ADVERT, port=1000 + number))
    assert len(tables.tables) == MAX_OF_ONE_KEY
    tables.find("another", numbered(1))
    assert numbered(1) in tables.tables


async def test_who_is_asked_for_or_known_is_heard_among_any_number_of_others() -> None:
    ada, bo = replace(numbered(100), name="Ada"), numbered(101)
    tables, _ = await listed(wanted="Ada", known=(bo.key,))
    for number in range(MAX_TABLES):
        tables.find(str(number), numbered(number))
    tables.find("ada", ada)
    tables.find("bo", bo)
    tables.find("nobody", numbered(102))
    assert {ada, bo} <= set(tables.tables)
    assert numbered(102) not in tables.tables
    assert len(tables.tables) == MAX_TABLES


async def test_nobody_keeps_who_is_asked_for_out_by_saying_its_key() -> None:
    tables, _ = await listed(wanted="Ada")
    for number in range(MAX_OF_ONE_KEY + 1):
        tables.find(str(number), replace(ADVERT, port=1000 + number, name="Eve"))
    tables.find("ada", replace(ADVERT, name="Ada"))
    assert "Ada" in [advert.name for advert in tables.tables]


async def test_known_players_of_the_wanted_name_come_before_strangers_of_that_name() -> None:
    ada = replace(numbered(1000), name="Ada")
    tables, _ = await listed(wanted="Ada", known=(ada.key,))
    for number in range(MAX_TABLES):
        tables.find(str(number), replace(numbered(number), name="Ada"))
    tables.find("late", replace(numbered(999), name="Ada"))
    assert replace(numbered(999), name="Ada") not in tables.tables
    tables.find("ada", ada)
    assert ada in tables.tables


async def test_a_farewell_takes_nobody_off_the_list_at_once() -> None:
    tables, time = await listed()
    tables.find("a", numbered(1))
    tables.find("b", numbered(2))
    tables.lose("a")
    tables.lose("never heard of")
    assert tables.tables == (numbered(2), gone(numbered(1)))
    time.now = PARTED_SECONDS - 1
    tables.lose("a")
    assert tables.tables == (numbered(2), gone(numbered(1)))
    time.now = PARTED_SECONDS
    assert list(tables.tables) == [numbered(2)], "a second farewell makes it no longer"


async def test_who_is_heard_again_is_there() -> None:
    tables, time = await listed()
    tables.find("a", numbered(1))
    tables.lose_all()
    tables.find("a", numbered(1))
    time.now = PARTED_SECONDS
    assert tables.tables == (numbered(1),)


async def test_who_does_not_answer_is_dropped() -> None:
    tables, _ = await listed()
    tables.find("a", numbered(1))
    tables.find("b", numbered(2))
    tables.lose("a")
    tables.drop(gone(numbered(1)))
    assert tables.tables == (numbered(2),)


async def test_who_speaks_under_anothers_label_does_not_take_its_place() -> None:
    tables, _ = await listed()
    tables.find("a", numbered(1))
    tables.find("a", numbered(2))
    assert tables.tables == (numbered(2), gone(numbered(1)))


async def test_a_table_that_turns_bad_may_be_gone_and_is_counted() -> None:
    tables, _ = await listed()
    tables.find("a", ADVERT)
    tables.refuse("a")
    tables.refuse("never heard of")
    assert tables.tables == (gone(ADVERT),)
    assert tables.refused == 2


async def test_changes_wake_whoever_waits_and_are_told_once() -> None:
    tables, _ = await listed()
    for number in range(5):
        await trio.to_thread.run_sync(tables.find, "a", replace(numbered(1), taken=number % 4))
    assert await tables.changed() == (replace(numbered(1), taken=0),)
    await trio.to_thread.run_sync(tables.lose, "a")
    assert await tables.changed() == (replace(gone(numbered(1)), taken=0),)


async def test_whoever_waits_looks_whether_this_machine_has_moved(autojump_clock: MockClock) -> None:
    tables, _ = await listed()
    looked: list[None] = []

    def follow() -> None:
        looked.append(None)
        if len(looked) == 3:
            tables.find("a", ADVERT)

    tables.follow = follow
    began = trio.current_time()
    assert await tables.changed() == (ADVERT,)
    assert trio.current_time() - began == 3 * FOLLOW_SECONDS


def test_news_after_the_end_of_the_run_hurt_nobody() -> None:
    async def begin() -> TableBrowser:
        return TableBrowser(trio.lowlevel.current_trio_token())

    tables = trio.run(begin)
    tables.find("a", ADVERT)
    assert tables.tables == (ADVERT,)
