"""Adverts: what strangers may write in a record, and what is never taken for an advert."""

import pytest

from p2p_heroes.node.advert import MAX_HOSTS, NAME_LENGTH, Advert, BadAdvert, clean_name, decode, encode
from protocol.frozen import replace

ADVERT = Advert(
    name="Ann's table",
    game="roshambo",
    seats=4,
    taken=1,
    hosts=("127.0.0.1",),
    port=4711,
    code=True,
    version=1,
    key="4e" * 8,
)
RECORD = encode(ADVERT, 0)


def mutated(key: bytes, value: bytes | None) -> dict[bytes, bytes | None]:
    return {**RECORD, key: value}


def test_a_record_gives_back_its_advert() -> None:
    assert decode(RECORD, ADVERT.hosts, ADVERT.port) == ADVERT
    plain = replace(ADVERT, code=False, taken=0, name="Tisch für drei 🐉")
    assert decode(encode(plain, 7), plain.hosts, plain.port) == plain


def test_every_revision_is_another_record() -> None:
    assert encode(ADVERT, 0) != encode(ADVERT, 1)


def test_fields_of_later_versions_are_left_alone() -> None:
    assert decode(mutated(b"colour", b"green"), ADVERT.hosts, ADVERT.port) == ADVERT


FIELDS = [b"v", b"name", b"game", b"seats", b"taken", b"code", b"key"]


@pytest.mark.parametrize("key", FIELDS)
@pytest.mark.parametrize("value", [None, b"", b"\xff\xfe"])
def test_an_empty_or_unreadable_field_is_refused(key: bytes, value: bytes | None) -> None:
    with pytest.raises(BadAdvert):
        decode(mutated(key, value), ADVERT.hosts, ADVERT.port)


@pytest.mark.parametrize("key", [b"v", b"seats", b"taken", b"code"])
@pytest.mark.parametrize("value", [b"-1", b"+1", b"1\n", b"1.0", b"0x1", "１".encode()])
def test_a_number_has_one_form(key: bytes, value: bytes) -> None:
    with pytest.raises(BadAdvert):
        decode(mutated(key, value), ADVERT.hosts, ADVERT.port)


@pytest.mark.parametrize("missing", FIELDS)
def test_a_missing_field_is_refused(missing: bytes) -> None:
    record = {key: value for key, value in RECORD.items() if key != missing}
    with pytest.raises(BadAdvert):
        decode(record, ADVERT.hosts, ADVERT.port)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"seats", b"0"),
        (b"seats", b"17"),
        (b"seats", b"04"),
        (b"seats", b"99999"),
        (b"taken", b"5"),
        (b"code", b"2"),
        (b"code", b"yes"),
        (b"game", b"../../etc"),
        (b"game", b"Roshambo"),
        (b"game", b"r" * 33),
        (b"key", b"4e"),
        (b"key", b"4e" * 7 + b"4"),
        (b"key", b"4e" * 8 + b"4"),
        (b"key", b"4E" * 8),
        (b"key", b"4g" * 8),
        (b"v", b"10000"),
        (b"name", b" \t "),
        (b"name", "\u202e\u200b".encode()),
    ],
)
def test_a_field_out_of_bounds_is_refused(key: bytes, value: bytes) -> None:
    with pytest.raises(BadAdvert):
        decode(mutated(key, value), ADVERT.hosts, ADVERT.port)


@pytest.mark.parametrize("port", [-1, 0, 65536])
def test_a_port_out_of_bounds_is_refused(port: int) -> None:
    with pytest.raises(BadAdvert):
        replace(ADVERT, port=port)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "example.org",
        "127.0.0.1:80",
        "300.1.1.1",
        "fe80::1%",
        "fe80::1%e\x1b[m",
        "fe80::1%" + "e" * 33,
        "2001:db8::1%eth0",
        "192.0.2.1%eth0",
    ],
)
def test_a_host_is_an_address(host: str) -> None:
    with pytest.raises(BadAdvert):
        replace(ADVERT, hosts=(host,))


@pytest.mark.parametrize("count", [0, MAX_HOSTS + 1])
def test_a_table_has_some_addresses_but_not_any_number(count: int) -> None:
    with pytest.raises(BadAdvert):
        replace(ADVERT, hosts=tuple(f"192.0.2.{number}" for number in range(count)))


def test_a_table_may_be_at_several_addresses_of_both_kinds() -> None:
    several = replace(ADVERT, hosts=("192.0.2.1", "2001:db8::1", "fe80::1%eth0"))
    assert several.host == "192.0.2.1"


def test_tables_that_may_be_gone_are_listed_last() -> None:
    gone = replace(ADVERT, name="Aaa", parted=True)
    assert sorted([gone, ADVERT]) == [ADVERT, gone]


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("Ann", "Ann"),
        ("  Ann \t and\n Bob ", "Ann and Bob"),
        ("\x1b[31mred\x07", "[31mred"),
        ("tur\u202ened", "turned"),
        ("a \u200b b", "a b"),
        ("\udcff", ""),
        ("x" * 39 + " y", "x" * 39),
        ("x" * 500, "x" * NAME_LENGTH),
        ("A\u3164nn\u2800\ufe0f", "Ann"),
    ],
)
def test_names_are_cleaned(dirty: str, clean: str) -> None:
    assert clean_name(dirty) == clean
    assert clean_name(clean) == clean


def test_an_advert_is_never_made_with_a_dirty_name() -> None:
    with pytest.raises(BadAdvert):
        replace(ADVERT, name="Ann\x1b")
