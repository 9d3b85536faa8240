"""The network laboratory: a few of its scenarios, and the pure parts of its switch.

All of them: `python -m scripts.tools.networks` (docs/networks.md).
"""

import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from scripts.tools.bot_process import ROOT
from scripts.tools.networks.__main__ import TIMES, all_well, choose, compare, perform_all, table, typical
from scripts.tools.networks.ethernet import ACK, ARP, IPV4, IPV6, SYN, TCP, UDP, EthernetFrame, read_frame
from scripts.tools.networks.lab import SOON, Lab
from scripts.tools.networks.links import Links, Quality
from scripts.tools.networks.machine import why_no_namespaces
from scripts.tools.networks.scenario import BASELINE, Report, Scenario, perform
from scripts.tools.networks.scenarios import SCENARIOS

SAMPLE = ("blocked pair is told", "endings on a line", "found by IPv6 only, 20 % lost")
"""Quick ones, each of which fails when something is broken that was once wrong; all others by the command."""

ROWS = range(1, 12)
"""Of the table of what was once wrong on real networks."""

ADA, BO, ALL = bytes.fromhex("020000000101"), bytes.fromhex("020000000102"), b"\xff" * 6


needs_namespaces = pytest.mark.skipif(bool(why_no_namespaces()), reason=why_no_namespaces())


@pytest.mark.slow
@needs_namespaces
@pytest.mark.parametrize("name", SAMPLE)
async def test_what_must_hold_on_this_network_holds(name: str, tmp_path: Path) -> None:
    report = await perform(SCENARIOS[name], tmp_path)
    assert report.wrong == [], report.happened


OWNER = """
import subprocess, time
from scripts.tools.networks.machine import LabMachine
machine = LabMachine("ada", 1)
machine.plug()
inside = subprocess.Popen((*machine.under, "sleep", "60"))
print(machine._holder.pid, inside.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.slow
@needs_namespaces
def test_nothing_is_left_of_a_network_whose_owner_was_killed() -> None:
    owner = subprocess.Popen((sys.executable, "-c", OWNER), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with owner:
        assert owner.stdout is not None
        left = {int(pid) for pid in owner.stdout.readline().split()}
        assert len(left) == 2, "the machine, and a program on it"
        owner.kill()
    deadline = time.monotonic() + SOON
    while any(map(is_alive, left)):
        assert time.monotonic() < deadline, "something is left"
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that nobody has buried yet does not."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_every_row_has_its_scenario() -> None:
    assert {row for one in SCENARIOS.values() for row in one.rows} == set(ROWS)


# Frames.


def tcp(flags: int, load: bytes = b"") -> bytes:
    """A segment from port 4711 to port 80."""
    return b"".join((b"\x12\x67\x00\x50", bytes(8), bytes((5 << 4, flags)), bytes(6), load))


def udp(port: int) -> bytes:
    return port.to_bytes(2) + port.to_bytes(2) + bytes(4)


def four(protocol: int, inner: bytes, piece: int = 0) -> bytes:
    length = (20 + len(inner)).to_bytes(2)
    return b"\x45\0" + length + bytes(2) + piece.to_bytes(2) + bytes((64, protocol)) + bytes(10) + inner


def six(protocol: int, inner: bytes) -> bytes:
    return b"\x60\0\0\0" + len(inner).to_bytes(2) + bytes((protocol, 64)) + bytes(32) + inner


def ethernet(kind: int, packet: bytes, target: bytes = BO) -> bytes:
    return target + ADA + kind.to_bytes(2) + packet


def read(data: bytes) -> EthernetFrame:
    frame = read_frame(data)
    assert frame is not None
    return frame


PADDING = bytes(12)
"""What fills up a short frame is nothing that TCP carries."""


@pytest.mark.parametrize(
    "data",
    [
        ethernet(IPV4, four(TCP, tcp(ACK, b"hello")) + PADDING),
        ethernet(IPV6, six(TCP, tcp(ACK, b"hello")) + PADDING),
    ],
)
def test_what_a_segment_carries_is_read(data: bytes) -> None:
    frame = read(data)
    assert (frame.source, frame.target) == (ADA, BO)
    assert (frame.protocol, frame.ports, frame.load, frame.size) == (TCP, (4711, 80), 5, len(data))
    assert not frame.is_for_all
    assert not frame.opens


@pytest.mark.parametrize(("flags", "opens"), [(SYN, True), (SYN | ACK, False), (ACK, False), (0, False)])
def test_only_the_first_segment_opens_a_connection(flags: int, opens: bool) -> None:
    assert read(ethernet(IPV4, four(TCP, tcp(flags)))).opens is opens
    assert read(ethernet(IPV6, six(TCP, tcp(flags)))).opens is opens


def test_announcements_are_told_from_other_datagrams() -> None:
    assert read(ethernet(IPV4, four(UDP, udp(5353)))).is_mdns
    assert read(ethernet(IPV6, six(UDP, udp(5353)))).is_mdns
    assert not read(ethernet(IPV4, four(UDP, udp(53)))).is_mdns
    assert not read(ethernet(IPV4, four(TCP, tcp(SYN)))).is_mdns


def test_what_is_for_all_is_seen() -> None:
    assert read(ethernet(ARP, bytes(28), ALL)).is_for_all
    assert read(ethernet(IPV4, four(UDP, udp(5353)), bytes.fromhex("01005e0000fb"))).is_for_all


def test_a_later_piece_of_a_packet_opens_nothing() -> None:
    assert read(ethernet(IPV4, four(TCP, tcp(SYN), piece=7))).protocol == 0


@pytest.mark.parametrize(
    "whole",
    [ethernet(IPV4, four(TCP, tcp(SYN))), ethernet(IPV6, six(TCP, tcp(SYN))), ethernet(ARP, bytes(28))],
)
def test_what_is_cut_short_is_no_error(whole: bytes) -> None:
    for length in range(len(whole)):
        frame = read_frame(whole[:length])
        assert (frame is None) == (length < 14)


# Links.

DATA = EthernetFrame(ADA, BO, IPV4, TCP, (1, 2), ACK, 100)
OPENING = EthernetFrame(ADA, BO, IPV4, TCP, (1, 2), SYN)
ANNOUNCED = EthernetFrame(ADA, ALL, IPV4, UDP, (5353, 5353))


def arrived(
    links: Links, speaker: str, listener: str, frame: EthernetFrame = DATA, times: int = 1
) -> list[float]:
    return [delay for _ in range(times) for delay in links.arrivals(speaker, listener, frame)]


def test_without_a_word_everything_arrives_at_once_and_is_counted() -> None:
    links = Links("")
    assert arrived(links, "ada", "bo", times=3) == [0.0] * 3
    assert links.carried["ada", "bo"] == 300
    assert links.carried["bo", "ada"] == 0


def test_luck_follows_from_the_seed_and_the_direction() -> None:
    def lots(seed: str, speaker: str, listener: str) -> list[float]:
        links = Links(seed)
        links.set_all(Quality(loss=0.3, twice=0.2, delay=0.01, spread=0.02))
        return arrived(links, speaker, listener, times=200)

    assert lots("1", "ada", "bo") == lots("1", "ada", "bo")
    assert lots("1", "ada", "bo") != lots("1", "bo", "ada")
    assert lots("1", "ada", "bo") != lots("2", "ada", "bo")
    assert all(0.01 <= delay <= 0.03 for delay in lots("1", "ada", "bo"))


@pytest.mark.parametrize(
    ("way", "share"), [(Quality(loss=0.2), 0.8), (Quality(twice=0.2), 1.2), (Quality(loss=1), 0)]
)
def test_as_much_is_lost_and_doubled_as_was_asked_for(way: Quality, share: float) -> None:
    links = Links("")
    links.set_all(way)
    assert len(arrived(links, "ada", "bo", times=5000)) / 5000 == pytest.approx(share, abs=0.03)


def test_a_thin_way_carries_so_much_in_a_second_and_loses_what_would_wait_too_long() -> None:
    links = Links("")
    links.set_way("ada", "bo", Quality(delay=0.5, rate=1_000))
    large = replace(DATA, size=400)
    assert arrived(links, "ada", "bo", large, times=3) == pytest.approx([0.9, 1.3, 1.7])
    assert arrived(links, "bo", "ada", large, times=3) == [0.0] * 3, "the other way is as it was"
    assert list(links.arrivals("ada", "bo", large, now=1.0)) == pytest.approx([1.1])
    assert arrived(links, "ada", "bo", large, times=100) == pytest.approx([2.5, 2.9])
    assert arrived(links, "bo", "ada", large) == [0.0]


def heard(links: Links, names: Iterable[str] = "abcd") -> set[str]:
    """Which directions are open."""
    return {one + other for one in names for other in names if one != other and arrived(links, one, other)}


def test_who_is_cut_from_whom() -> None:
    links = Links("")
    links.cut("a", "b")
    assert heard(links, "abc") == {"ac", "ca", "bc", "cb"}
    links.deafen("c", "a")
    assert heard(links, "abc") == {"ca", "bc", "cb"}
    links.join("a", "b")
    assert heard(links, "abc") == {"ab", "ba", "ca", "bc", "cb"}
    links.mend()
    links.cut_off("b", "abc")
    assert heard(links, "abc") == {"ac", "ca"}


def test_a_firewall_lets_nothing_in_but_answers() -> None:
    links = Links("")
    links.wall("bo")
    assert not arrived(links, "ada", "bo", OPENING)
    assert arrived(links, "bo", "ada", OPENING)
    assert arrived(links, "ada", "bo", DATA)
    assert arrived(links, "ada", "bo", ANNOUNCED)
    links.mend()
    assert not arrived(links, "ada", "bo", OPENING), "firewalls stay"


def test_announcements_alone_may_be_kept_from_passing() -> None:
    links = Links("")
    links.drop_announcements()
    assert not arrived(links, "ada", "bo", ANNOUNCED)
    assert arrived(links, "ada", "bo", OPENING)


# The table of results.


def reported(name: str, seconds: float | None = None, wrong: str = "") -> Report:
    return Report(SCENARIOS[name], {"exits": "0 0"}, [wrong] if wrong else [], seconds)


def test_games_are_compared_with_the_full_mesh_of_the_same_run() -> None:
    reports = [
        reported(BASELINE, 2),
        reported("blocked pair", 2.5),
        reported("star", 8),
        reported("same words?"),
    ]
    compare(reports)
    assert [report.ratio for report in reports] == [None, 1.25, 4, None]
    assert [report.mark for report in reports] == ["yes", "yes", "slow", "yes"]


def test_of_several_games_the_median_is_compared_and_one_that_fails_counts() -> None:
    games = [reported("star", seconds) for seconds in (9, 2, 4)]
    assert typical(games) is games[2]
    bad = reported("star", 3, wrong="not over")
    assert typical([*games, bad]) is bad
    assert typical([reported("star")]).seconds is None


def test_slow_is_a_failure_only_where_that_was_asked_for() -> None:
    reports = [reported(BASELINE, 2), reported("star", 8), reported("same words?")]
    assert all_well(reports, strict=True), "nothing is compared yet"
    compare(reports)
    assert all_well(reports)
    assert not all_well(reports, strict=True)
    assert not all_well([*reports, reported("line", wrong="not over")])
    assert not all_well([])


@pytest.mark.parametrize("times", [1, TIMES])
async def test_games_that_are_timed_are_played_in_turn(
    times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    seconds = iter((4, 8, 2, 2, 9, 3))

    async def perform(one: Scenario, folder: Path, seed: int) -> Report:
        await trio.lowlevel.checkpoint()
        played.append(one.name)
        return reported(one.name, next(seconds) if one.timed else None)

    monkeypatch.setattr("scripts.tools.networks.__main__.perform", perform)
    chosen = [SCENARIOS[name] for name in (BASELINE, "star", "same words?")]
    reports = await perform_all(chosen, 2, 0, tmp_path, times)
    assert played == [*[BASELINE, "star"] * times, "same words?"]
    ratio = {1: 2.0, TIMES: 0.75}[times]
    assert [report.ratio for report in reports.values()] == [None, ratio, None]


@pytest.mark.slow
@needs_namespaces
async def test_a_scenario_whose_stranger_dies_has_shown_nothing(tmp_path: Path) -> None:
    async def act(lab: Lab) -> None:
        lab.add("mallory")
        await lab.trouble("mallory", "flood")  # without the name that it needs
        [stranger] = lab._strangers.values()
        await lab.until(lambda: stranger.returncode is not None, SOON)

    report = await perform(Scenario("x", "", "", act), tmp_path)
    [wrong] = report.wrong
    assert "the stranger mallory-flood has ended: TypeError" in wrong


def test_what_does_not_hold_is_told_first() -> None:
    report = reported("star", wrong="not over")
    assert report.mark == "NO"
    assert report.happened == "not over; exits 0 0"
    assert "not over; exits 0 0" in table([report])
    assert report.as_data()["ok"] is False


def test_scenarios_are_chosen_by_their_beginning() -> None:
    assert choose([]) == list(SCENARIOS.values())
    assert [one.name for one in choose(["same"])] == ["same words?"]
    assert [one.name for one in choose(["star"])] == [BASELINE, "star"]
    assert choose(["no such"]) == []
