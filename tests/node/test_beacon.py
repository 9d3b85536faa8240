"""Beacons: what is signed, and what is refused."""

from pathlib import Path

import pytest

from p2p_heroes.node.advert import MAX_HOSTS, BadAdvert
from p2p_heroes.node.beacon import (
    TABLE_BYTES,
    Beacon,
    OwnSeat,
    decode,
    encode,
)
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.frozen import replace

GENESIS = genesis_of(3)
BEACON = Beacon(1, 4711, 1_700_000_000, ("192.0.2.7", "fe80::7"))
RECORD = encode(BEACON, GENESIS.table, key_of(1))


def read(record: dict[bytes, bytes], port: int = 4711, own: int = 0) -> Beacon:
    return decode(record, port, GENESIS, own)


def test_a_record_gives_back_its_beacon() -> None:
    assert read(RECORD) == BEACON
    assert read({**RECORD, b"later": b"versions"}) == BEACON
    assert len(RECORD[b"table"]) == 2 * TABLE_BYTES


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"v", b"1"),
        (b"table", b"00" * TABLE_BYTES),
        (b"table", GENESIS.table.hex().encode()),
        (b"seat", b"0"),
        (b"seat", b"2"),
        (b"seat", b"3"),
        (b"seat", b"01"),
        (b"seat", b"-1"),
        (b"count", b"1700000001"),
        (b"count", b"01700000000"),
        (b"count", b"9" * 16),
        (b"count", b"\xff"),
        (b"a0", b"192.0.2.8"),
        (b"a0", b"ada.example.org"),
        (b"a1", b"fe80::7%eth0"),
        (b"a2", b"192.0.2.9"),
        (b"sig", b"00" * 64),
        (b"sig", b"ff" * 64),
        (b"sig", RECORD[b"sig"].upper()),
        (b"sig", RECORD[b"sig"][:-2]),
    ],
)
def test_whatever_is_changed_is_refused(key: bytes, value: bytes) -> None:
    with pytest.raises(BadAdvert):
        read({**RECORD, key: value})


@pytest.mark.parametrize("key", [b"v", b"table", b"seat", b"count", b"sig", b"a0", b"a1"])
def test_whatever_is_missing_is_refused(key: bytes) -> None:
    with pytest.raises(BadAdvert):
        read({name: value for name, value in RECORD.items() if name != key})


@pytest.mark.parametrize("port", [0, 4712, 65536])
def test_another_port_is_refused(port: int) -> None:
    with pytest.raises(BadAdvert):
        read(RECORD, port)


def test_our_own_beacon_is_none_of_anothers() -> None:
    with pytest.raises(BadAdvert):
        read(RECORD, own=1)


def test_a_beacon_of_another_table_is_refused() -> None:
    with pytest.raises(BadAdvert):
        read(encode(BEACON, genesis_of(2).table, key_of(1)))


def test_a_beacon_without_an_address_is_refused() -> None:
    with pytest.raises(BadAdvert):
        read(encode(replace(BEACON, hosts=()), GENESIS.table, key_of(1)))


def test_another_seats_signature_is_refused() -> None:
    with pytest.raises(BadAdvert):
        read(encode(BEACON, GENESIS.table, key_of(2)))


def test_we_tell_the_addresses_that_others_can_dial() -> None:
    hosts = ("192.0.2.7", "fe80::7%eth0", *(f"192.0.2.{number}" for number in range(100, 120)))
    told = OwnSeat(GENESIS, 1, key_of(1), hosts, 4711).beacon(5)
    assert (told.seat, told.port, told.count) == (1, 4711, 5)
    assert told.hosts[0] == "192.0.2.7"
    assert len(told.hosts) == MAX_HOSTS
    assert read(encode(told, GENESIS.table, key_of(1))) == told
    assert OwnSeat(GENESIS, 1, key_of(1), ("fe80::7%eth0", "fe80::7%eth1"), 4711).beacon(5).hosts == (
        "fe80::7",
    )


# The specification.


def test_the_example_is_what_the_program_does() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    table = genesis_of(2, rounds=1).table
    signature = key_of(1).sign(BEACON.digest(table)).hex()
    example = (
        "    a0, a1       192.0.2.7, fe80::7\n"
        "    count        1700000000\n"
        f"    signed       {BEACON.digest(table).hex()}\n"
        f"    sig          {signature[:64]}\n"
        f"                 {signature[64:]}\n"
    )
    assert example in text
