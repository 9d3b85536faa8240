"""Multicast over one family or both, without a network: what is opened, and what one family can do alone."""

import threading
from itertools import accumulate, pairwise
from typing import ClassVar

import pytest
import zeroconf
from zeroconf._protocol.incoming import DNSIncoming
from zeroconf._protocol.outgoing import DNSOutgoing

from p2p_heroes.node import multicast
from p2p_heroes.node.advert import DiscoveryUnavailable
from p2p_heroes.node.interfaces import Interface
from p2p_heroes.node.multicast import MulticastSockets, record
from p2p_heroes.ui.finding import BROWSE_SECONDS

HERE = (
    Interface("127.0.0.1", 8),
    Interface("::1", 128),
    Interface("192.0.2.7", 24),
    Interface("2001:db8::7", 64),
    Interface("fe80::7%eth0", 64),
    Interface("fe80::7%eth1", 64),
)
OF_IPV4 = ["127.0.0.1", "192.0.2.7"]
OF_IPV6 = ["fe80::7%eth0", "fe80::7%eth1"]
INFO = record("_x._tcp.local.", "label._x._tcp.local.", 4711, {b"a": b"b"}, ["192.0.2.7", "fe80::7%eth0"])


class Family:
    """Sockets of one family that only write down what they are told."""

    opened: ClassVar[list["Family"]] = []
    broken: ClassVar[set[str]] = set()
    silent: ClassVar[set[str]] = set()

    def __init__(self, interfaces: list[str]) -> None:
        if not self.broken.isdisjoint(interfaces):
            raise OSError("no such sockets")
        self.interfaces = interfaces
        self.told: list[str] = []
        self.opened.append(self)

    def register_service(self, info: zeroconf.ServiceInfo, *, cooperating_responders: bool) -> None:
        assert cooperating_responders
        self._tell("register")

    def update_service(self, info: zeroconf.ServiceInfo) -> None:
        self._tell("update")

    def send(self, out: DNSOutgoing) -> None:
        alone, together = DNSIncoming(out.packets()[0]).questions
        assert (alone.unicast, together.unicast) == (True, False)
        assert alone.name == together.name
        self._tell(f"ask {alone.name}")

    def close(self) -> None:
        self._tell("close")

    def _tell(self, what: str) -> None:
        if not self.silent.isdisjoint(self.interfaces):
            raise zeroconf.NotRunningException
        self.told.append(what)


class Browser:
    """Of the package; asks nothing."""

    def __init__(self, family: Family, service: str, *, listener: object, question_type: object) -> None:
        assert question_type is zeroconf.DNSQuestionType.QM

    def cancel(self) -> None:
        """It has nothing to end."""


class Pauses:
    """Stands in for what wakes the thread that asks: it notes the pauses, and ends after so many."""

    def __init__(self, most: int) -> None:
        self.noted: list[float] = []
        self._most = most

    def wait(self, seconds: float) -> bool:
        self.noted.append(seconds)
        return len(self.noted) > self._most


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multicast, "own_interfaces", lambda: HERE)
    monkeypatch.setattr(zeroconf, "Zeroconf", Family)
    monkeypatch.setattr(Family, "opened", [])
    monkeypatch.setattr(Family, "broken", set())
    monkeypatch.setattr(Family, "silent", set())


@pytest.mark.parametrize(
    ("asked", "opened"),
    [
        (None, [OF_IPV4, OF_IPV6]),
        (["192.0.2.7"], [["192.0.2.7"]]),
        (["2001:db8::7"], [["2001:db8::7"]]),
        (["2001:db8::7", "192.0.2.7"], [["192.0.2.7"], ["2001:db8::7"]]),
    ],
)
def test_each_family_has_its_own_sockets(asked: list[str] | None, opened: list[list[str]]) -> None:
    MulticastSockets(asked)
    assert [family.interfaces for family in Family.opened] == opened


@pytest.mark.parametrize("broken", [OF_IPV4, OF_IPV6])
def test_one_family_is_enough(broken: list[str]) -> None:
    Family.broken = set(broken)
    network = MulticastSockets(None)
    network.register(INFO)
    network.update(INFO)
    network.close()
    [family] = Family.opened
    assert family.told == ["register", "update", "close"]


def test_one_family_that_falls_silent_stops_nothing() -> None:
    Family.silent = set(OF_IPV4)
    network = MulticastSockets(None)
    network.register(INFO)
    network.close()
    assert [family.told for family in Family.opened] == [[], ["register", "close"]]


def test_without_any_family_there_is_no_discovery(monkeypatch: pytest.MonkeyPatch) -> None:
    Family.silent = set(OF_IPV4 + OF_IPV6)
    with pytest.raises(DiscoveryUnavailable):
        MulticastSockets(None).register(INFO)
    Family.broken = set(OF_IPV4 + OF_IPV6)
    with pytest.raises(DiscoveryUnavailable, match="no such sockets"):
        MulticastSockets(None)
    monkeypatch.setattr(multicast, "own_interfaces", lambda: ())
    with pytest.raises(DiscoveryUnavailable, match="no interface"):
        MulticastSockets(None)


def test_a_machine_that_moves_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    network = MulticastSockets(None)
    assert network.is_current
    monkeypatch.setattr(multicast, "own_interfaces", lambda: HERE[:3])
    assert not network.is_current


def test_a_record_has_its_addresses_without_our_interfaces() -> None:
    assert INFO.parsed_scoped_addresses() == ["192.0.2.7", "fe80::7"]
    assert (INFO.port, INFO.properties, INFO.server) == (4711, {b"a": b"b"}, "p2p-heroes-label.local.")


def ask(most: int) -> list[float]:
    """Let a network ask so many times; the pauses before each question, and before the one after."""
    network, pauses = MulticastSockets(None), Pauses(most)
    network._closed = pauses  # type: ignore[assignment]
    network._keep_asking("_x._tcp.local.")
    return pauses.noted


def test_while_a_person_looks_it_is_asked_four_times_a_second() -> None:
    moments = list(accumulate(ask(40)))
    assert moments[0] < 0.1
    soon = [moment for moment in moments if moment < 2 * BROWSE_SECONDS]
    assert len(soon) == 20
    assert [later - moment for moment, later in pairwise(soon)] == pytest.approx([0.25] * 19)
    assert [family.told for family in Family.opened] == [["ask _x._tcp.local."] * 40] * 2


def test_who_looks_on_asks_seldom_but_goes_on() -> None:
    assert ask(100)[20:] == [0.5, 1.0, 2.0, 4.0, *([8.0] * 77)]


def test_a_family_that_cannot_ask_stops_nothing() -> None:
    Family.silent = set(OF_IPV4)
    ask(3)
    assert [len(family.told) for family in Family.opened] == [0, 3]
    Family.silent = set(OF_IPV4 + OF_IPV6)
    ask(3)


def test_questions_end_with_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zeroconf, "ServiceBrowser", Browser)
    monkeypatch.setattr(multicast, "PAUSES", (0.0, 0.0))
    monkeypatch.setattr(multicast, "SELDOM_SECONDS", 600.0)
    before = set(threading.enumerate())
    network = MulticastSockets(None)
    network.browse("_x._tcp.local.", zeroconf.ServiceListener())
    [asking] = set(threading.enumerate()) - before
    network.close()
    asking.join(30)
    assert not asking.is_alive()
