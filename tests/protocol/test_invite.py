"""Guest and host over the invite exchange: the same code, another one, and whatever a stranger sends."""

from dataclasses import dataclass
from hashlib import sha256

import pytest
from spake2 import SPAKE2_B

from protocol.errors import BadField, NotDue, Unexpected, WrongCode
from protocol.hashing import digest
from protocol.identity import Key
from protocol.invite import CODE_BYTES, CODE_CHARACTERS, Invite, normalise
from protocol.peer_messages import SHARE_SIZE

GUEST = Key.from_seed(b"g" * 32).public
HOST = Key.from_seed(b"h" * 32).public
BINDING = digest("example", b"connection")
CODE = "mossy kettle"

P = 2**255 - 19


@dataclass(frozen=True)
class Run:
    """What both sides of a run agree on beforehand, or should."""

    code: str = CODE
    binding: bytes = BINDING
    guest_key: bytes = GUEST
    host_key: bytes = HOST

    @property
    def password(self) -> bytes:
        return digest("invite-code", normalise(self.code), self.binding)

    def guest(self, entropy: bytes = b"\x01" * 64) -> Invite:
        keys = {"guest_key": self.guest_key, "host_key": self.host_key}
        return Invite.guest(self.code, self.binding, **keys, entropy=entropy)

    def host(self, entropy: bytes = b"\x02" * 64) -> Invite:
        keys = {"guest_key": self.guest_key, "host_key": self.host_key}
        return Invite.host(self.code, self.binding, **keys, entropy=entropy)


def exchanged(guest: Invite, host: Invite) -> tuple[Invite, Invite]:
    guest.receive(host.share)
    host.receive(guest.share)
    return guest, host


def element(number: int) -> bytes:
    return number.to_bytes(32, "little")


def test_the_same_code_is_confirmed_on_both_sides() -> None:
    guest, host = exchanged(Run().guest(), Run().host())
    host.check(guest.confirmation)
    guest.check(host.confirmation)


def test_bytes_of_one_run_are_pinned() -> None:
    """For other implementations: the specification shows the same bytes."""
    guest, host = exchanged(Run().guest(), Run().host())
    host.check(guest.confirmation)
    assert guest.share.hex() == "41299ba53b318ebbb7b26b6af83de38936f17a1dcc46dd51729bd2eb2cb2445e65"
    assert host.share.hex() == "42caef05f48b3f31a72156a8c67c47da1f71c43830c580aca466092ef0e9c7f34a"
    assert guest.confirmation.hex() == "ae70debe7accc6deb381fa68380358a36e187101e63062e09cea0cacf5302609"
    assert host.confirmation.hex() == "fbd8aec5d0f4dc062d2c7ce9c78c2df8aaceb8797803deb3a350fed084e0cc4d"


def test_entropy_decides_the_share() -> None:
    assert Run().guest().share == Run().guest().share
    assert Run().guest().share != Run().guest(b"\x03" * 64).share


def test_a_share_is_side_and_element() -> None:
    assert len(Run().guest().share) == len(Run().host().share) == SHARE_SIZE
    assert (Run().guest().share[:1], Run().host().share[:1]) == (b"A", b"B")


OTHERS = [
    Run(code="mossy kettles"),
    Run(binding=digest("example", b"another connection")),
    Run(guest_key=HOST),
    Run(host_key=GUEST),
]


@pytest.mark.parametrize("other", OTHERS, ids=["code", "binding", "guest", "host"])
def test_a_host_refuses_a_guest_who_differs(other: Run) -> None:
    guest, host = exchanged(other.guest(), Run().host())
    with pytest.raises(WrongCode):
        host.check(guest.confirmation)


@pytest.mark.parametrize("other", OTHERS, ids=["code", "binding", "guest", "host"])
def test_a_guest_refuses_a_host_who_differs(other: Run) -> None:
    """Even one that confirms without having checked the guest."""
    guest = Run().guest()
    host = SPAKE2_B(other.password, idA=other.guest_key, idB=other.host_key)
    guest.receive(host.start())
    with pytest.raises(WrongCode):
        guest.check(digest("invite", host.finish(guest.share), b"host"))


def test_a_guest_accepts_a_host_that_follows_the_specification() -> None:
    """The same stranger as above, who knows the code: only the code made the difference."""
    guest = Run().guest()
    host = SPAKE2_B(Run().password, idA=GUEST, idB=HOST)
    guest.receive(host.start())
    guest.check(digest("invite", host.finish(guest.share), b"host"))


def test_a_host_tells_nothing_before_the_guest_has_confirmed() -> None:
    _, host = exchanged(Run().guest(), Run().host())
    with pytest.raises(NotDue):
        _ = host.confirmation


def test_a_host_tells_nothing_after_a_wrong_guess() -> None:
    guest, host = exchanged(Run(code="wrong").guest(), Run().host())
    with pytest.raises(WrongCode):
        host.check(guest.confirmation)
    with pytest.raises(NotDue):
        _ = host.confirmation


def test_a_guest_has_no_confirmation_before_the_share() -> None:
    with pytest.raises(NotDue):
        _ = Run().guest().confirmation


def test_one_guess_per_run() -> None:
    guest, host = exchanged(Run().guest(), Run().host())
    with pytest.raises(WrongCode):
        host.check(bytes(32))
    with pytest.raises(Unexpected):
        host.check(guest.confirmation)


def test_a_confirmation_counts_once() -> None:
    guest, host = exchanged(Run().guest(), Run().host())
    host.check(guest.confirmation)
    with pytest.raises(Unexpected):
        host.check(guest.confirmation)


def test_no_confirmation_before_the_share() -> None:
    with pytest.raises(Unexpected):
        Run().host().check(bytes(32))


def test_one_share_per_run() -> None:
    guest, host = exchanged(Run().guest(), Run().host())
    with pytest.raises(Unexpected):
        host.receive(guest.share)


def test_our_own_confirmation_sent_back_is_refused() -> None:
    guest, _ = exchanged(Run().guest(), Run().host())
    with pytest.raises(WrongCode):
        guest.check(guest.confirmation)


@pytest.mark.parametrize("confirmation", [b"", bytes(31), bytes(33)])
def test_a_confirmation_of_another_length_is_refused(confirmation: bytes) -> None:
    guest, _ = exchanged(Run().guest(), Run().host())
    with pytest.raises(WrongCode):
        guest.check(confirmation)


def test_our_own_share_sent_back_is_refused() -> None:
    guest = Run().guest()
    with pytest.raises(BadField):
        guest.receive(guest.share)


def test_our_own_share_under_the_other_side_is_refused() -> None:
    guest = Run().guest()
    with pytest.raises(WrongCode):
        guest.receive(b"B" + guest.share[1:])


def test_a_refused_share_ends_the_run() -> None:
    guest, host = Run().guest(), Run().host()
    with pytest.raises(BadField):
        guest.receive(b"")
    with pytest.raises(Unexpected):
        guest.receive(host.share)


def test_another_element_of_the_group_is_a_wrong_code() -> None:
    """Whoever tampers with a share on its way only makes both sides disagree."""
    guest, host = Run().guest(), Run().host()
    host.receive(b"A" + Key.from_seed(sha256(b"tamper").digest()).public)
    guest.receive(host.share)
    with pytest.raises(WrongCode):
        host.check(guest.confirmation)


@pytest.mark.parametrize(
    "share",
    [
        b"",
        b"B",
        b"B" + bytes(31),
        b"B" + bytes(33),
        Run().host().share + b"\x00",
        b"A" + element(4),
        b"S" + element(4),
        b"\x00" + element(4),
        b"B" + element(2),
        b"B" + element(0),
        b"B" + element(P),
        b"B" + element(P - 1),
        b"B" + element(1),
        b"B" + element(1 | 1 << 255),
        b"B" + element(P + 1),
        b"B" + element(4),
    ],
    ids=[
        "empty",
        "side only",
        "short",
        "long",
        "a share and more",
        "our side",
        "symmetric side",
        "unknown side",
        "off the curve",
        "order 4",
        "order 4, not canonical",
        "order 2",
        "identity",
        "identity under a sign",
        "identity, not canonical",
        "outside the subgroup",
    ],
)
def test_what_is_no_share_of_the_host_is_refused(share: bytes) -> None:
    with pytest.raises(BadField):
        Run().guest().receive(share)


@pytest.mark.parametrize(
    "code",
    [
        "mossy kettle",
        "Mossy Kettle",
        "MOSSY-KETTLE",
        " mossy  kettle ",
        "mossy–kettle",
        "mossy_kettle",
        "ｍossy kettle",
    ],
)
def test_a_code_has_one_form(code: str) -> None:
    assert normalise(code) == b"mossy-kettle"


def test_case_is_folded_not_lowered() -> None:
    assert normalise("Straße") == normalise("STRASSE") == b"strasse"


def test_composed_and_decomposed_letters_are_alike() -> None:
    assert normalise("caf\u00e9") == normalise("cafe\u0301") == "café".encode()


def test_the_form_of_a_form_is_itself() -> None:
    """Also for signs whose case shows only after they are taken apart."""
    for code in ("\u2121 \u3392", "\u1e9e\u0345", "ﬁsh\u00a0pond", "\u03d2\u0301"):
        assert normalise(normalise(code).decode()) == normalise(code)


@pytest.mark.parametrize("code", ["", "   ", "--", "\u2014 _"])
def test_a_code_without_letters_is_refused(code: str) -> None:
    with pytest.raises(BadField):
        normalise(code)


@pytest.mark.parametrize("code", ["a\n", "a\x00b", "a\u200bb", "\udcff", "\ue000", "a\u2028b", "\u0378"])
def test_what_cannot_be_read_aloud_is_refused(code: str) -> None:
    with pytest.raises(BadField):
        normalise(code)


def test_the_length_of_a_code_is_bounded_before_and_after_folding() -> None:
    assert len(normalise("a" * CODE_CHARACTERS)) == CODE_CHARACTERS
    assert len(normalise("é" * CODE_CHARACTERS)) == CODE_BYTES
    with pytest.raises(BadField):
        normalise("a" * (CODE_CHARACTERS + 1))
    with pytest.raises(BadField):
        normalise("\ufdfa" * CODE_CHARACTERS)


@pytest.mark.parametrize("entropy", [b"", bytes(32), bytes(65)])
def test_entropy_has_its_size(entropy: bytes) -> None:
    with pytest.raises(AssertionError):
        Run().guest(entropy)
