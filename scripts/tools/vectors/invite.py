"""Vectors of the invite code (protocol.md, "Invite code"): one side of one run, with its entropy given.

The header gives the role and the entropy; the blocks `code` (UTF-8), `binding`,
`guest-key`, `host-key` the rest. The blocks `share` and `confirmation` come from
the other side; `our-share` and `our-confirmation` are what this side sends.
"""

from p2p_heroes.tabletest.entropy import key_of, noise
from protocol.invite import Invite, normalise

from .vector import ACCEPT, Block, Vector, vector

GUEST, HOST = key_of(0).public, key_of(1).public
CODE = "mossy-kettle"
BINDING = noise("binding")
GUESTS_ENTROPY, HOSTS_ENTROPY = b"\x01" * 64, b"\x02" * 64


def _guest(code: str = CODE, binding: bytes = BINDING) -> Invite:
    return Invite.guest(code, binding, guest_key=GUEST, host_key=HOST, entropy=GUESTS_ENTROPY)


def _host(code: str = CODE, binding: bytes = BINDING) -> Invite:
    return Invite.host(code, binding, guest_key=GUEST, host_key=HOST, entropy=HOSTS_ENTROPY)


def _run(expect: str, role: str, *blocks: Block, code: str = CODE) -> Vector:
    known = (("code", code.encode()), ("binding", BINDING), ("guest-key", GUEST), ("host-key", HOST))
    entropy = GUESTS_ENTROPY if role == "guest" else HOSTS_ENTROPY
    form = {"form": normalise(code).decode()} if expect == ACCEPT else {}
    return vector(expect, *known, *blocks, role=role, entropy=entropy, **form)


def _met(guest: Invite, host: Invite) -> bytes:
    """The guest's confirmation after both have met."""
    guest.receive(host.share)
    return guest.confirmation


def _confirmed() -> tuple[bytes, bytes]:
    guest, host = _guest(), _host()
    ours = _met(guest, host)
    host.receive(guest.share)
    host.check(ours)
    return ours, host.confirmation


# Accepted.


def guest_with_the_code() -> Vector:
    """The guest sends its confirmation first."""
    ours, theirs = _confirmed()
    sent = (("our-share", _guest().share), ("share", _host().share))
    return _run(ACCEPT, "guest", *sent, ("our-confirmation", ours), ("confirmation", theirs))


def host_with_the_code() -> Vector:
    """The host sends its confirmation after it has checked the guest's."""
    theirs, ours = _confirmed()
    sent = (("our-share", _host().share), ("share", _guest().share))
    return _run(ACCEPT, "host", *sent, ("confirmation", theirs), ("our-confirmation", ours))


def code_typed_another_way() -> Vector:
    """Case, kinds of dashes and runs of blanks do not matter."""
    typed = "  MOSSY \u2014_Kettle "
    assert normalise(typed) == normalise(CODE)
    theirs, ours = _confirmed()
    sent = (("our-share", _host().share), ("share", _guest().share))
    confirmed = (("confirmation", theirs), ("our-confirmation", ours))
    return _run(ACCEPT, "host", *sent, *confirmed, code=typed)


# Refused.


def guest_with_another_code() -> Vector:
    """One letter is another, and the host sees it in the confirmation."""
    guest = _guest("mossy-nettle")
    theirs = _met(guest, _host())
    return _run("WrongCode", "host", ("share", guest.share), ("confirmation", theirs))


def host_with_another_code() -> Vector:
    """A false host cannot confirm; whatever it sends, the guest sees it."""
    host = _host("mossy-nettle")
    return _run("WrongCode", "guest", ("share", host.share), ("confirmation", noise("guess")))


def guest_on_another_connection() -> Vector:
    """The code is right, but somebody in the middle passes the run on: the binding is another."""
    guest = _guest(binding=noise("another binding"))
    theirs = _met(guest, _host(binding=noise("another binding")))
    return _run("WrongCode", "host", ("share", guest.share), ("confirmation", theirs))


def confirmation_comes_back() -> Vector:
    """The other side repeats our own confirmation, which is bound to our role."""
    ours = _met(_guest(), _host())
    return _run("WrongCode", "guest", ("share", _host().share), ("confirmation", ours))


def share_comes_back() -> Vector:
    """The other side repeats our element under its own side byte."""
    return _run("WrongCode", "guest", ("share", b"B" + _guest().share[1:]))


def share_of_our_own_side() -> Vector:
    """A guest's share where a host's is due."""
    return _run("BadField", "guest", ("share", _guest("other words").share))


def share_cut_short() -> Vector:
    """A share has 33 bytes."""
    return _run("BadField", "guest", ("share", _host().share[:32]))


def share_of_order_1() -> Vector:
    """The identity would make the key a known one."""
    return _run("BadField", "guest", ("share", b"B\x01" + bytes(31)))


def share_of_order_8() -> Vector:
    """A point outside of the prime-order subgroup."""
    point = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
    return _run("BadField", "guest", ("share", b"B" + point))


def share_not_below_p() -> Vector:
    """An element in another than its one form."""
    point = bytes.fromhex("f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
    return _run("BadField", "guest", ("share", b"B" + point))


def share_off_the_curve() -> Vector:
    """No point of the curve has this y."""
    return _run("BadField", "guest", ("share", b"B\x02" + bytes(31)))


def confirmation_before_the_share() -> Vector:
    """The guest confirms before it has sent its share."""
    return _run("Unexpected", "host", ("confirmation", _met(_guest(), _host())))


def second_share() -> Vector:
    """A run is one guess."""
    return _run("Unexpected", "host", ("share", _guest().share), ("share", _guest("other words").share))


def code_of_nothing() -> Vector:
    """Blanks and dashes alone are no code."""
    return _run("BadField", "guest", code=" - ")


def code_too_long() -> Vector:
    """129 characters."""
    return _run("BadField", "guest", code="a" * 129)


def code_with_a_control_character() -> Vector:
    """A tab is no character of a code."""
    return _run("BadField", "guest", code="mossy\tkettle")
