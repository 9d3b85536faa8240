"""Where a seat listens, signed by it, for those who have lost it (protocol.md §9.6).

In: our seat and its addresses; the records of strangers. Out: a record to announce; the beacons of our table,
each checked, or BadAdvert. A beacon is a hint like any other: who answers where it leads must prove its key.
"""

import re
from collections.abc import Mapping, Sequence

from p2p_heroes.node.advert import MAX_HOSTS, BadAdvert, is_address, require, text_of
from p2p_heroes.node.interfaces import bare, published
from protocol.errors import Refusal
from protocol.frozen import Frozen
from protocol.genesis import Genesis
from protocol.hashing import VERSION, digest
from protocol.identity import Key, verify
from protocol.peer_messages import MAX_PORT

TABLE_BYTES = 16
"""How much of the table id is announced: whoever sits there knows the rest, and nobody else learns it."""

_COUNT = r"0|[1-9][0-9]{0,14}"
_SEAT = r"0|[1-9][0-9]?"
_SIGNATURE = r"[0-9a-f]{128}"


class Beacon(Frozen):
    """Where a seat listens, and since when: seconds of the wall clock, which only grow."""

    seat: int
    port: int
    count: int
    hosts: tuple[str, ...]

    def digest(self, table: bytes) -> bytes:
        """What its seat signs."""
        numbers = (number.to_bytes(8, "big") for number in (self.seat, self.port, self.count))
        return digest("beacon", table, *numbers, *(host.encode() for host in self.hosts))


def encode(beacon: Beacon, table: bytes, key: Key) -> dict[bytes, bytes]:
    """The TXT record of a beacon; its port is told beside it."""
    fields = {
        "v": str(VERSION),
        "table": table[:TABLE_BYTES].hex(),
        "seat": str(beacon.seat),
        "count": str(beacon.count),
        "sig": key.sign(beacon.digest(table)).hex(),
        **{f"a{number}": host for number, host in enumerate(beacon.hosts)},
    }
    return {name.encode(): value.encode() for name, value in fields.items()}


def decode(record: Mapping[bytes, bytes | None], port: int, genesis: Genesis, own: int) -> Beacon:
    """The beacon of another seat of our table.

    Raises:
        BadAdvert: it is anything else.
    """
    require(text_of(record, b"v") == str(VERSION), "v")
    require(text_of(record, b"table") == genesis.table[:TABLE_BYTES].hex(), "table")
    seat = int(_matching(record, "seat", _SEAT))
    require(seat < len(genesis.seats) and seat != own, "seat")
    require(1 <= port <= MAX_PORT, "port")
    hosts = tuple(
        text_of(record, b"a%d" % number) for number in range(MAX_HOSTS) if b"a%d" % number in record
    )
    require(bool(hosts) and all(is_address(host) and host == bare(host) for host in hosts), "hosts")
    beacon = Beacon(seat, port, int(_matching(record, "count", _COUNT)), hosts)
    try:
        verify(
            genesis.seats[seat].key,
            bytes.fromhex(_matching(record, "sig", _SIGNATURE)),
            beacon.digest(genesis.table),
        )
    except Refusal as refusal:
        raise BadAdvert("sig") from refusal
    return beacon


def _matching(record: Mapping[bytes, bytes | None], name: str, pattern: str) -> str:
    text = text_of(record, name.encode())
    require(re.fullmatch(pattern, text) is not None, name)
    return text


class OwnSeat(Frozen):
    """Our seat at a table, and where it listens."""

    genesis: Genesis
    seat: int
    key: Key
    hosts: tuple[str, ...]
    port: int
    interfaces: Sequence[str] | None = None

    def beacon(self, count: int) -> Beacon:
        """Where others reach us at this moment."""
        hosts = tuple(dict.fromkeys(map(bare, published(self.hosts, self.interfaces))))
        return Beacon(self.seat, self.port, count, hosts[:MAX_HOSTS])
