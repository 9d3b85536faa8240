"""One verdict on keys and signatures: forged odd ones are refused, every ordinary one is accepted."""

from collections import Counter
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product

import cryptography_vectors
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from protocol import identity
from protocol.errors import BadKey, BadSignature
from protocol.identity import Key, check_key, verify
from scripts.tools import edwards
from scripts.tools.edwards import BASE, SIGN, ZERO, L, P, Point

MESSAGE = b"the digest of a message"
SECRET, NONCE = 1234567890123456789, 9876543210987654321
PUBLIC = edwards.times(SECRET, BASE)
A = edwards.encode(PUBLIC)
TORSION = edwards.torsion()

NON_CANONICAL = [
    (y + SIGN * sign).to_bytes(32, "little")
    for y in range(P, 2**255)
    for sign in (0, 1)
    if edwards.with_y(y) is not None
]
"""Every way to write a point with y >= p."""

SIGNED_ZEROS = [(y + SIGN).to_bytes(32, "little") for y in (1, P - 1)]
"""The two points with x = 0, under the sign bit that zero has not."""

forge = partial(edwards.sign, SECRET, message=MESSAGE)


def mixed(point: Point) -> list[Point]:
    return [edwards.add(point, small) for small in TORSION[1:]]


def residue(a: Point, r: Point, signature: bytes, key: bytes = A) -> Point:
    return edwards.residue(a, r, signature, key=key, message=MESSAGE)


def test_the_odd_points_are_what_they_are_called() -> None:
    assert edwards.on_curve(BASE)
    assert edwards.times(L, BASE) == ZERO
    assert len(set(TORSION)) == 8
    assert all(edwards.on_curve(point) and edwards.times(8, point) == ZERO for point in TORSION)
    assert len(NON_CANONICAL + SIGNED_ZEROS) == 26


def test_a_signature_made_by_hand_is_accepted() -> None:
    """So that the refusals below are for their oddity, not for a slip of the forger."""
    r = edwards.times(NONCE, BASE)
    signature = forge(NONCE, a=A, r=edwards.encode(r))
    assert residue(PUBLIC, r, signature) == ZERO
    verify(A, signature, MESSAGE)


# Keys


@pytest.mark.parametrize("point", TORSION)
def test_a_key_of_small_order_is_refused(point: Point) -> None:
    with pytest.raises(BadKey):
        check_key(edwards.encode(point))


@pytest.mark.parametrize("point", mixed(PUBLIC))
def test_a_key_of_mixed_order_is_a_key(point: Point) -> None:
    check_key(edwards.encode(point))


@pytest.mark.parametrize("encoded", NON_CANONICAL + SIGNED_ZEROS)
def test_another_encoding_of_a_key_is_refused(encoded: bytes) -> None:
    with pytest.raises(BadKey):
        check_key(encoded)


def test_a_key_off_the_curve_is_refused() -> None:
    y = next(y for y in range(2, 100) if edwards.with_y(y) is None)
    with pytest.raises(BadKey):
        check_key(y.to_bytes(32, "little"))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(BadKey):
        check_key((A + A)[:size])


def test_the_key_is_judged_before_the_signature() -> None:
    with pytest.raises(BadKey):
        verify(edwards.encode(ZERO), b"", MESSAGE)


def test_a_refused_key_stays_refused() -> None:
    for _ in range(2):
        with pytest.raises(BadKey):
            check_key(edwards.encode(ZERO))


def test_a_number_is_a_key_of_either_sign_where_the_curve_has_a_point_for_it() -> None:
    verdicts = {y: edwards.with_y(y) is not None for y in (*range(2, 60), *range(P - 60, P - 1))}
    assert 40 < sum(verdicts.values()) < 80
    for y, is_point in verdicts.items():
        for sign in (0, SIGN):
            assert is_key((y + sign).to_bytes(32, "little")) is is_point


def is_key(encoded: bytes) -> bool:
    try:
        check_key(encoded)
    except BadKey:
        return False
    return True


# Signatures


@pytest.mark.parametrize("laps", range(1, 16))
def test_s_not_below_the_order_is_refused(laps: int) -> None:
    """S + nL satisfies the same equation; 15 laps still fit into 32 bytes."""
    signature = forge(NONCE, a=A, r=edwards.encode(edwards.times(NONCE, BASE)))
    s = int.from_bytes(signature[32:], "little") + laps * L
    with pytest.raises(BadSignature):
        verify(A, signature[:32] + s.to_bytes(32, "little"), MESSAGE)


def test_r_as_the_identity_is_refused_though_the_equation_holds() -> None:
    signature = forge(0, a=A, r=edwards.encode(ZERO))
    assert residue(PUBLIC, ZERO, signature) == ZERO
    with pytest.raises(BadSignature):
        verify(A, signature, MESSAGE)


@pytest.mark.parametrize("point", TORSION[1:])
def test_r_of_small_order_is_refused_though_the_equation_holds_with_the_cofactor(point: Point) -> None:
    signature = forge(0, a=A, r=edwards.encode(point))
    assert edwards.times(8, residue(PUBLIC, point, signature)) == ZERO
    with pytest.raises(BadSignature):
        verify(A, signature, MESSAGE)


@pytest.mark.parametrize("point", mixed(edwards.times(NONCE, BASE)))
def test_r_of_mixed_order_is_refused_though_the_equation_holds_with_the_cofactor(point: Point) -> None:
    signature = forge(NONCE, a=A, r=edwards.encode(point))
    assert residue(PUBLIC, point, signature) != ZERO
    assert edwards.times(8, residue(PUBLIC, point, signature)) == ZERO
    with pytest.raises(BadSignature):
        verify(A, signature, MESSAGE)


@pytest.mark.parametrize("a_twist", range(1, 8))
def test_under_a_key_of_mixed_order_a_signature_counts_where_it_holds_without_the_cofactor(
    a_twist: int,
) -> None:
    """[S]B - R - [k]A is of small order each time, and zero where the twists cancel out."""
    key = edwards.encode(edwards.add(PUBLIC, TORSION[a_twist]))
    verdicts = Counter[bool]()
    nonce = edwards.times(NONCE, BASE)
    for r_twist, message in product(range(8), (b"%d" % count for count in range(24))):
        r = edwards.encode(edwards.add(nonce, TORSION[r_twist]))
        signature = edwards.sign(SECRET, NONCE, message, a=key, r=r)
        cancels = (r_twist + edwards.challenge(r, key, message) * a_twist) % 8 == 0
        assert is_signature(key, signature, message) is cancels
        verdicts[cancels] += 1
    assert verdicts[True] > 10
    assert verdicts[False] > 100


def test_twists_cancel_out_as_the_curve_says() -> None:
    a, r = edwards.add(PUBLIC, TORSION[3]), edwards.add(edwards.times(NONCE, BASE), TORSION[5])
    key, shown = edwards.encode(a), edwards.encode(r)
    signature = forge(NONCE, a=key, r=shown)
    left = TORSION[-(5 + 3 * edwards.challenge(shown, key, MESSAGE)) % 8]
    assert residue(a, r, signature, key=key) == left


def is_signature(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        verify(key, signature, message)
    except BadSignature:
        return False
    return True


@pytest.mark.parametrize("encoded", NON_CANONICAL + SIGNED_ZEROS)
def test_another_encoding_of_r_is_refused(encoded: bytes) -> None:
    """The nonce 0 makes it a solution for the encodings of the identity."""
    with pytest.raises(BadSignature):
        verify(A, forge(0, a=A, r=encoded), MESSAGE)


def test_r_off_the_curve_is_refused() -> None:
    y = next(y for y in range(2, 100) if edwards.with_y(y) is None)
    with pytest.raises(BadSignature):
        verify(A, forge(NONCE, a=A, r=y.to_bytes(32, "little")), MESSAGE)


@pytest.mark.parametrize("size", [0, 32, 63, 65])
def test_a_signature_of_another_length_is_refused(size: int) -> None:
    signature = forge(NONCE, a=A, r=edwards.encode(edwards.times(NONCE, BASE)))
    with pytest.raises(BadSignature):
        verify(A, (signature + signature)[:size], MESSAGE)


def openssl_accepts(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


@pytest.mark.parametrize("a_twist", range(8))
def test_behind_the_same_checks_another_library_comes_to_the_same_verdict(a_twist: int) -> None:
    """OpenSSL accepts more than libsodium does; nothing of that gets as far as either."""
    key = edwards.encode(edwards.add(PUBLIC, TORSION[a_twist]))
    check_key(key)
    verdicts = Counter[bool]()
    for r_twist, nonce in product(range(8), range(1, 13)):
        r = edwards.encode(edwards.add(edwards.times(nonce, BASE), TORSION[r_twist]))
        signature = edwards.sign(SECRET, nonce, MESSAGE, a=key, r=r)
        verdict = is_signature(key, signature, MESSAGE)
        assert openssl_accepts(key, signature, MESSAGE) is verdict
        verdicts[verdict] += 1
    assert min(verdicts[True], verdicts[False]) > 0


def test_what_only_one_library_would_accept_is_refused() -> None:
    signature = forge(0, a=A, r=edwards.encode(ZERO))
    assert openssl_accepts(A, signature, MESSAGE)
    assert not is_signature(A, signature, MESSAGE)


@pytest.mark.parametrize("lent", [b"x", b"longer than a whole digest would be, by a little"])
def test_a_signature_cannot_lend_bytes_to_the_message(lent: bytes) -> None:
    """The library is given both in one piece; where one ends and the other begins is ours to know."""
    key = Key.from_seed(bytes(32))
    verify(key.public, key.sign(lent + MESSAGE), lent + MESSAGE)
    with pytest.raises(BadSignature):
        verify(key.public, key.sign(lent + MESSAGE) + lent, MESSAGE)


class OddLibrary:
    """Starts if it can, and says the same of every signature."""

    def __init__(self, started: int, verdict: int) -> None:
        self._started, self._verdict = started, verdict

    def sodium_init(self) -> int:
        return self._started

    def crypto_sign_open(self, *_: object) -> int:
        return self._verdict


ACCEPTS_ALL = OddLibrary(0, 0)
LAST = (L - 1).to_bytes(32, "little")


@pytest.mark.parametrize(
    "signature",
    [
        *(A + (L + over).to_bytes(32, "little") for over in (0, 1, L)),
        *(edwards.encode(point) + LAST for point in TORSION),
        *(encoded + LAST for encoded in NON_CANONICAL + SIGNED_ZEROS),
        *(A + LAST[:-1], A + LAST + b"."),
    ],
)
def test_what_is_odd_is_refused_before_any_library_is_asked(
    signature: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "lib", ACCEPTS_ALL)
    # Past what is remembered, where such a verdict must never get.
    judge = identity._verify.__wrapped__
    judge(A, A + LAST, MESSAGE)
    with pytest.raises(BadSignature):
        judge(A, signature, MESSAGE)


@pytest.mark.parametrize(
    ("started", "verdict", "complaint"),
    [(-1, -1, "does not start"), (0, 0, "with the cofactor"), (1, 0, "with the cofactor")],
)
def test_a_library_with_other_verdicts_is_not_used(
    started: int, verdict: int, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "lib", OddLibrary(started, verdict))
    with pytest.raises(ImportError, match=complaint):
        identity.check_library()


def test_the_library_is_checked_when_the_program_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nacl._sodium.lib", ACCEPTS_ALL)
    again = spec_from_file_location("protocol.identity_again", identity.__file__)
    assert again is not None
    assert again.loader is not None
    with pytest.raises(ImportError, match="cofactor"):
        again.loader.exec_module(module_from_spec(again))


def test_the_library_is_asked_about_what_only_the_cofactor_would_accept() -> None:
    key, signature, message = identity._ODD_KEY, identity._ODD_SIGNED[:64], identity._ODD_SIGNED[64:]
    check_key(key)
    a, r = edwards.decode(key), edwards.decode(signature[:32])
    left = edwards.residue(a, r, signature, key=key, message=message)
    assert left != ZERO
    assert edwards.times(8, left) == ZERO


# Whole keys


def test_what_a_key_signs_is_its_own_and_nobody_elses() -> None:
    ours, theirs = Key.from_seed(bytes(32)), Key.from_seed(bytes(31) + b"\x01")
    signature = ours.sign(MESSAGE)
    verify(ours.public, signature, MESSAGE)
    for public, message in ((theirs.public, MESSAGE), (ours.public, MESSAGE + b".")):
        with pytest.raises(BadSignature):
            verify(public, signature, message)


def test_a_key_is_its_seed() -> None:
    seed = bytes(range(32))
    assert Key.from_seed(seed) == Key.from_seed(seed)
    assert Key.from_seed(seed).seed == seed
    assert Key.from_seed(seed).sign(MESSAGE) == Key.from_seed(seed).sign(MESSAGE)


def test_the_text_of_a_key_does_not_show_its_seed() -> None:
    key = Key.from_seed(b"a seed that nobody else may know")
    assert "nobody" not in repr(key) + str(key)
    assert repr(key.public) in repr(key)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_seed_of_another_length_makes_no_key(size: int) -> None:
    with pytest.raises(ValueError, match="32"):
        Key.from_seed(bytes(size))


# Foreign vectors


def foreign(name: str) -> bytes:
    with cryptography_vectors.open_vector_file(f"asymmetric/Ed25519/{name}", "rb") as file:
        content: bytes = file.read()
    return content


@pytest.mark.slow
def test_the_published_signatures_are_made_accepted_and_when_changed_refused() -> None:
    """The reference implementation's 1024 cases, the first of RFC 8032 §7.1 among them."""
    lines = foreign("sign.input").decode().split()
    assert len(lines) == 1024
    for line in lines:
        secret, public, message, signed = map(bytes.fromhex, line.split(":")[:4])
        key, signature = Key.from_seed(secret[:32]), signed[:64]
        assert (key.public, key.sign(message)) == (public, signature)
        verify(public, signature, message)
        with pytest.raises(BadSignature):
            verify(public, signature, message + b"\x00")


def test_the_published_key_pair_belongs_together() -> None:
    public = foreign("ed25519-pub.der")[-32:]
    assert Key.from_seed(foreign("ed25519-pkcs8.der")[-32:]).public == public
    check_key(public)


def test_a_verdict_is_remembered_and_a_refusal_is_not() -> None:
    key = Key.from_seed(bytes(range(32)))
    signature = key.sign(b"once")
    # Others may have filled it, and then it would not grow.
    identity._verify.cache_clear()
    before = identity._verify.cache_info()
    for _ in range(3):
        verify(key.public, signature, b"once")
        with pytest.raises(BadSignature):
            verify(key.public, signature, b"never")
    after = identity._verify.cache_info()
    assert (after.hits - before.hits, after.misses - before.misses) == (2, 4)
    assert after.currsize - before.currsize == 1


def test_keys_are_values_and_show_their_public_half_only() -> None:
    key, same, other = (Key.from_seed(bytes([number]) * 32) for number in (1, 1, 2))
    assert key == same != other
    assert key != key.public
    assert len({key, same, other}) == 2
    assert repr(key) == f"Key(public={key.public!r})"
