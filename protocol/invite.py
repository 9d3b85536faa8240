"""The invite code: a guest and a host show each other that they know it, and nobody learns it.

In: the code as a person types it, what binds the connection, both public keys, 64 bytes of entropy;
then the other side's share and confirmation. Out: our share, our confirmation, or WrongCode
(protocol.md §9.5). The exchange is SPAKE2: whoever listens, or sits in the middle, or talks to
us without the code, cannot try codes on what was said. What is left is to guess: one code per run, for
either side, with the other side looking on.

The guest confirms first, and a host gives its own confirmation only after the guest's was right. The
other way round a guest could test its guess on the host's confirmation and hang up, which looks like a
lost connection; so each guess at a host's code costs a WrongCode that the host can count. A false host
sees the guest's confirmation and so has its one guess too, but only when a person dials it.
"""

import hmac
import unicodedata
from enum import Enum

from .errors import BadField, NotDue, Unexpected, WrongCode
from .frozen import Frozen
from .hashing import DIGEST_SIZE, digest
from .identity import KEY_SIZE
from .peer_messages import SHARE_SIZE

ENTROPY_SIZE = 64

CODE_CHARACTERS = 128
"""The most characters that a code is read with; longer ones are not worth folding."""

CODE_BYTES = 256
"""The most bytes of a code in its one form; folding can lengthen a text."""

_P = 2**255 - 19
_SEPARATORS = {"Pc", "Pd", "Zs"}


def normalise(code: str) -> bytes:
    """The one form of a code: caseless, compatible characters alike, its words joined by single dashes.

    Raises:
        BadField: nothing is left, it is too long, or it holds characters that nobody can read aloud.
    """
    if len(code) > CODE_CHARACTERS:
        raise BadField(f"a code of {len(code)} characters, where {CODE_CHARACTERS} are allowed")
    form = "-".join("".join(map(_letter, _folded(code))).split()).encode()
    if not 0 < len(form) <= CODE_BYTES:
        raise BadField(f"a code of {len(form)} bytes, where 1 to {CODE_BYTES} are allowed")
    return form


def _folded(code: str) -> str:
    # Once is not enough: some compatibility forms show their case only after they are taken apart.
    once = unicodedata.normalize("NFKC", code.casefold())
    return unicodedata.normalize("NFKC", once.casefold())


def _letter(character: str) -> str:
    category = unicodedata.category(character)
    if category in _SEPARATORS:
        return " "
    if category[0] in "CZ":
        raise BadField(f"U+{ord(character):04X} cannot be part of a code")
    return character


class _Role(Frozen):
    """A side of the exchange: its name in confirmations, the byte before its share."""

    name: bytes
    side: bytes


_GUEST = _Role(b"guest", b"A")
_HOST = _Role(b"host", b"B")


class _Stage(Enum):
    AWAIT_SHARE = 1
    AWAIT_CONFIRMATION = 2
    CONFIRMED = 3
    FAILED = 4


class Invite:
    """One run of the exchange, for one connection and one guess; a failed one stays failed."""

    __slots__ = ("_key", "_ours", "_pake", "_stage", "_theirs", "share")

    share: bytes
    """The first thing to send."""

    @classmethod
    def guest(
        cls, code: str, binding: bytes, *, guest_key: bytes, host_key: bytes, entropy: bytes
    ) -> "Invite":
        """The side that asks for a seat; the entropy is fresh and serves no other run."""
        return cls(_GUEST, _password(code, binding), (guest_key, host_key), entropy)

    @classmethod
    def host(
        cls, code: str, binding: bytes, *, guest_key: bytes, host_key: bytes, entropy: bytes
    ) -> "Invite":
        """The side that has seats to give; the entropy is fresh and serves no other run."""
        return cls(_HOST, _password(code, binding), (guest_key, host_key), entropy)

    def __init__(self, ours: _Role, password: bytes, keys: tuple[bytes, bytes], entropy: bytes) -> None:
        assert len(entropy) == ENTROPY_SIZE
        assert all(len(key) == KEY_SIZE for key in keys)
        self._ours, self._theirs = (_GUEST, _HOST) if ours is _GUEST else (_HOST, _GUEST)
        # Whoever plays without a code does not wait for the curve, which works out tables of its own.
        from spake2 import SPAKE2_A, SPAKE2_B

        side = SPAKE2_A if ours is _GUEST else SPAKE2_B
        self._pake = side(password, idA=keys[0], idB=keys[1], entropy_f=lambda size: entropy[:size])
        self._stage = _Stage.AWAIT_SHARE
        self._key = b""
        self.share = self._pake.start()

    def receive(self, share: bytes) -> None:
        """Take the other side's share.

        Raises:
            Unexpected: it was taken before.
            BadField: not the share of the other side in its one form.
            WrongCode: our own share came back.
        """
        from spake2 import SPAKEError
        from spake2.ed25519_basic import NotOnCurve

        self._leave(_Stage.AWAIT_SHARE)
        _check_share(share, self._theirs)
        try:
            self._key = self._pake.finish(share)
        except (NotOnCurve, ValueError) as error:
            raise BadField("a share that is no element of the group") from error
        except SPAKEError as error:
            raise WrongCode("the share is our own") from error
        self._stage = _Stage.AWAIT_CONFIRMATION

    @property
    def confirmation(self) -> bytes:
        """What shows that we know the code: a guest's after the share, a host's after the guest's own.

        Raises:
            NotDue: asked for too early, or after a failure.
        """
        due = {_Stage.CONFIRMED} if self._ours is _HOST else {_Stage.CONFIRMED, _Stage.AWAIT_CONFIRMATION}
        if self._stage not in due:
            raise NotDue(f"no confirmation while {self._stage.name}")
        return _confirmation(self._key, self._ours)

    def check(self, confirmation: bytes) -> None:
        """Take the other side's confirmation; whoever returns from here knows that both know the code.

        Raises:
            Unexpected: it comes before the share, or a second time.
            WrongCode: the other side has another code, or somebody stands between.
        """
        self._leave(_Stage.AWAIT_CONFIRMATION)
        if not hmac.compare_digest(confirmation, _confirmation(self._key, self._theirs)):
            raise WrongCode("the confirmation is not that of the same code")
        self._stage = _Stage.CONFIRMED

    def _leave(self, due: _Stage) -> None:
        """Failed until shown otherwise: whatever raises on the way ends the run."""
        if self._stage is not due:
            raise Unexpected(f"not expected while {self._stage.name}")
        self._stage = _Stage.FAILED


def _password(code: str, binding: bytes) -> bytes:
    assert len(binding) == DIGEST_SIZE
    return digest("invite-code", normalise(code), binding)


def _check_share(share: bytes, theirs: _Role) -> None:
    if len(share) != SHARE_SIZE or share[:1] != theirs.side:
        raise BadField(f"not a share of the {theirs.name.decode()}")
    # The package knows the identity by one encoding only and reads y modulo p; here an element has one form.
    if not 1 < int.from_bytes(share[1:], "little") % 2**255 < _P:
        raise BadField("a share in another than its one form")


def _confirmation(key: bytes, role: _Role) -> bytes:
    return digest("invite", key, role.name)
