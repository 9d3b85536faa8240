"""Either library signs alike, and refuses what is not signed."""

import pytest
from cryptography.exceptions import InvalidSignature
from nacl.exceptions import BadSignatureError

from p2p_heroes.bench.references.libraries import LIBRARIES, OPENSSL, SODIUM

SEED, DIGEST = bytes(range(32)), b"a digest of thirty-two bytes ..."


def test_keys_and_signatures_are_the_same() -> None:
    (_, public), (_, same) = (library.signer(SEED) for library in LIBRARIES.values())
    assert public == same
    assert len({library.signer(SEED)[0](DIGEST) for library in LIBRARIES.values()}) == 1


@pytest.mark.parametrize(("name", "complaint"), [(OPENSSL, InvalidSignature), (SODIUM, BadSignatureError)])
def test_what_is_not_signed_is_refused(name: str, complaint: type[Exception]) -> None:
    sign, public = LIBRARIES[name].signer(SEED)
    verify = LIBRARIES[name].verifier(public)
    verify(sign(DIGEST), DIGEST)
    with pytest.raises(complaint):
        verify(sign(DIGEST), DIGEST[1:])
