"""An element has one form, arithmetic is total, and no library is used that takes strangers for elements."""

from collections.abc import Callable

import pytest

from protocol.canonical import Value
from protocol.cards import group
from protocol.cards.group import (
    IDENTITY,
    L,
    add,
    base,
    check_library,
    combine,
    element,
    pack,
    pieces,
    scalar,
    subtract,
    times,
    total,
)
from protocol.errors import BadElement, BadScalar, WrongLength
from scripts.tools import edwards

G = base(1)
STRANGER = edwards.encode(edwards.add(edwards.times(7, edwards.BASE), edwards.torsion()[4]))
"""Of order 2L."""

SMALL = [edwards.encode(point) for point in edwards.torsion()]
MIXED = [edwards.encode(edwards.add(edwards.BASE, point)) for point in edwards.torsion()[1:]]
NOT_BELOW_P = [y.to_bytes(32, "little") for y in range(edwards.P, 2**255)]
OFF_THE_CURVE = next(y for y in range(2, 100) if edwards.with_y(y) is None).to_bytes(32, "little")


# The library.


def test_our_library_is_accepted() -> None:
    check_library()


def test_a_library_that_takes_strangers_for_elements_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert group._STRANGER == STRANGER
    monkeypatch.setattr(group, "crypto_core_ed25519_is_valid_point", lambda _: True)
    with pytest.raises(ImportError, match=r"1\.6\.2"):
        check_library()


def test_a_library_without_the_group_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group, "has_crypto_core_ed25519", False)
    with pytest.raises(ImportError, match="without"):
        check_library()


def test_the_library_is_asked_before_anything_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    monkeypatch.setattr("nacl.bindings.crypto_core_ed25519_is_valid_point", asked.append)
    source = group.__spec__.loader.get_source(group.__name__)  # type: ignore[union-attr]
    exec(compile(source, "group", "exec"), {"__name__": "group_anew"})
    assert asked == [STRANGER]


# What comes from outside.


@pytest.mark.parametrize(
    "stranger",
    [
        *SMALL,
        *MIXED,
        *NOT_BELOW_P,
        *(one[:31] + bytes([one[31] | 0x80]) for one in (*SMALL, *NOT_BELOW_P)),
        OFF_THE_CURVE,
        b"\xff" * 32,
    ],
    ids=lambda one: one.hex()[:8] + one.hex()[-4:],
)
def test_what_is_no_element(stranger: bytes) -> None:
    with pytest.raises(BadElement):
        element(stranger)


def test_what_is_an_element() -> None:
    for number in (1, 2, 3, L - 1):
        assert element(base(number)) == base(number)
    assert element(edwards.encode(edwards.BASE)) == G


def test_a_scalar_is_below_the_order() -> None:
    for number in (0, 1, L - 1):
        assert scalar(number.to_bytes(32, "little")) == number
    for number in (L, L + 1, 2 * L, 2**256 - 1):
        with pytest.raises(BadScalar):
            scalar(number.to_bytes(32, "little"))


def test_a_value_is_taken_apart_only_if_it_has_the_length() -> None:
    assert pieces(b"", 0) == []
    assert pieces(b"a" * 32 + b"b" * 32, 2) == [b"a" * 32, b"b" * 32]
    wrong: tuple[Value, ...] = (
        b"",
        b"a" * 32,
        b"a" * 63,
        b"a" * 65,
        b"a" * 96,
        None,
        True,
        64,
        "a" * 64,
        (b"a" * 32,) * 2,
        {},
    )
    for value in wrong:
        with pytest.raises(WrongLength):
            pieces(value, 2)


@pytest.mark.parametrize("size", [1, 31, 33])
def test_the_library_never_reads_beyond_what_it_is_given(size: int) -> None:
    """A wrong length among our own values is our mistake, and no verdict on anybody."""
    short = G[:1] * size
    calls: tuple[Callable[[], object], ...] = (
        lambda: element(short),
        lambda: times(short, 2),
        lambda: add(G, short),
        lambda: add(short, G),
        lambda: subtract(G, short),
        lambda: subtract(short, G),
    )
    for call in calls:
        with pytest.raises(TypeError):
            call()


# Arithmetic.


def test_what_comes_to_the_identity_is_empty() -> None:
    assert base(0) == base(L) == times(G, 0) == times(G, L) == times(IDENTITY, 5) == IDENTITY
    assert subtract(G, G) == add(G, times(G, -1)) == add(IDENTITY, IDENTITY) == total([]) == IDENTITY
    assert combine([G, base(2)], [2, -1]) == IDENTITY


def test_the_identity_changes_nothing() -> None:
    assert add(IDENTITY, G) == add(G, IDENTITY) == subtract(G, IDENTITY) == total([IDENTITY, G]) == G
    assert subtract(IDENTITY, G) == times(G, L - 1) == base(-1)
    assert subtract(IDENTITY, IDENTITY) == IDENTITY


def test_sums_are_those_of_the_curve() -> None:
    one, other = edwards.times(12345, edwards.BASE), edwards.times(67890, edwards.BASE)
    a, b = edwards.encode(one), edwards.encode(other)
    assert (base(12345), base(67890 + L)) == (a, b)
    assert add(a, b) == edwards.encode(edwards.add(one, other)) == total([base(12345), base(67890)])
    assert subtract(a, b) == edwards.encode(edwards.add(one, edwards.negative(other)))
    assert times(a, 99) == times(a, 99 - L) == edwards.encode(edwards.times(99, one))
    assert combine([a, b], [3, -4]) == base(3 * 12345 - 4 * 67890)


def test_every_element_needs_its_number() -> None:
    with pytest.raises(ValueError, match="shorter"):
        combine([G, G], [1])


def test_scalars_travel_in_their_one_form() -> None:
    assert pack() == b""
    assert pack(1, L - 1, L, -1) == b"\1" + bytes(31) + (L - 1).to_bytes(32, "little") + bytes(32) + (
        L - 1
    ).to_bytes(32, "little")
