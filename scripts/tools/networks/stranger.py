"""A stranger on the network who announces tables that do not exist, or says farewell for others.

    python -m scripts.tools.networks.stranger flood NAME
    python -m scripts.tools.networks.stranger farewell

Only for machines of the laboratory: it speaks to the multicast group of mDNS, again and again, until it is
killed. `flood` announces FALSE tables called NAME 0, NAME 1, ...; `farewell` takes back every table that is
announced on other machines than its own.
"""

import socket
import sys
import time
from collections.abc import Iterator

from zeroconf._dns import DNSAddress, DNSPointer, DNSService, DNSText
from zeroconf._protocol.incoming import DNSIncoming
from zeroconf._protocol.outgoing import DNSOutgoing

from p2p_heroes.games import SMALL_GAME
from p2p_heroes.node.discovery import SERVICE
from protocol.hashing import VERSION

GROUP = "224.0.0.251", 5353
RESPONSE = 0x8400
POINTER, TEXT, SERVER, ADDRESS = 12, 16, 33, 1
INTERNET, UNIQUE = 1, 0x8001
LIFETIME = 120
FALSE = 100
AT_ONCE = 5
"""Tables in one packet."""

PAUSE = 0.2


def open_ear() -> socket.socket:
    """A socket that hears and speaks mDNS, beside others on this machine."""
    ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):
        ear.setsockopt(socket.SOL_SOCKET, option, 1)
    ear.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    ear.bind(("", GROUP[1]))
    here = socket.inet_aton(own_address())
    ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP[0]) + here)
    ear.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, here)
    ear.settimeout(PAUSE)
    return ear


def own_address() -> str:
    """The address of this machine from which the laboratory's network is reached."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.77.255.254", 9))
        return str(probe.getsockname()[0])


def false_tables(name: str) -> Iterator[bytes]:
    """Packets with all the tables that do not exist."""
    for first in range(0, FALSE, AT_ONCE):
        out = DNSOutgoing(RESPONSE)
        for number in range(first, first + AT_ONCE):
            _announce(out, f"{name} {number}", number)
        yield from out.packets()


def _announce(out: DNSOutgoing, name: str, number: int) -> None:
    label, server = f"{number:016x}.{SERVICE}", f"p2p-heroes-{number:016x}.local."
    port = 20_000 + number
    fields = {"v": VERSION, "name": name, "game": SMALL_GAME, "seats": 2, "taken": 1, "code": 0, "rev": 0}
    items = [f"{key}={value}".encode() for key, value in {**fields, "key": f"{number:016x}"}.items()]
    text = b"".join(bytes((len(item),)) + item for item in items)
    out.add_answer_at_time(DNSPointer(SERVICE, POINTER, INTERNET, LIFETIME, label), 0)
    out.add_answer_at_time(DNSService(label, SERVER, UNIQUE, LIFETIME, 0, 0, port, server), 0)
    out.add_answer_at_time(DNSText(label, TEXT, UNIQUE, LIFETIME, text), 0)
    address = socket.inet_aton(own_address())
    out.add_answer_at_time(DNSAddress(server, ADDRESS, UNIQUE, LIFETIME, address), 0)


def labels_in(packet: bytes) -> set[str]:
    """The tables that somebody announces."""
    heard = DNSIncoming(packet)
    records = heard.answers() if heard.is_response() else []
    return {record.alias for record in records if isinstance(record, DNSPointer) and record.ttl > 0}


def farewells(labels: set[str]) -> Iterator[bytes]:
    out = DNSOutgoing(RESPONSE)
    for label in sorted(labels):
        out.add_answer_at_time(DNSPointer(SERVICE, POINTER, INTERNET, 0, label), 0)
    yield from out.packets() if labels else ()


def listen(ear: socket.socket, known: set[str]) -> None:
    """Take note of what is announced elsewhere, until nothing is said for a moment."""
    until = time.monotonic() + PAUSE
    while time.monotonic() < until:
        try:
            packet, (host, _) = ear.recvfrom(9000)
        except TimeoutError:
            return
        if host not in (own_address(), "127.0.0.1"):
            known |= labels_in(packet)


def main() -> None:
    what, *name = sys.argv[1:]
    known = set[str]()
    with open_ear() as ear:
        while True:
            listen(ear, known)
            for packet in false_tables(*name) if what == "flood" else farewells(known):
                ear.sendto(packet, GROUP)


if __name__ == "__main__":
    main()
