"""The libraries that bare messages are signed and verified with, each called as its manual says.

The goals were set by OpenSSL, which `cryptography` calls. The program asks libsodium, which takes half the
time; references with that one say how much of a figure is the library's merit.
"""

from collections.abc import Callable
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from nacl.bindings import crypto_sign, crypto_sign_open, crypto_sign_seed_keypair

SIGNATURE = 64

Sign = Callable[[bytes], bytes]
"""A digest -> its signature."""

Verify = Callable[[bytes, bytes], object]
"""A signature and a digest; raises something if they do not belong together."""


class Library(NamedTuple):
    """signer: a seed -> who signs, and its public key. verifier: a public key -> who verifies."""

    signer: Callable[[bytes], tuple[Sign, bytes]]
    verifier: Callable[[bytes], Verify]


def _openssl_signer(seed: bytes) -> tuple[Sign, bytes]:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    return private.sign, private.public_key().public_bytes_raw()


def _openssl_verifier(public: bytes) -> Verify:
    return Ed25519PublicKey.from_public_bytes(public).verify


def _sodium_signer(seed: bytes) -> tuple[Sign, bytes]:
    public, secret = crypto_sign_seed_keypair(seed)
    return lambda digest: crypto_sign(digest, secret)[:SIGNATURE], public


def _sodium_verifier(public: bytes) -> Verify:
    return lambda signature, digest: crypto_sign_open(signature + digest, public)


OPENSSL, SODIUM = "openssl", "sodium"
LIBRARIES = {
    OPENSSL: Library(_openssl_signer, _openssl_verifier),
    SODIUM: Library(_sodium_signer, _sodium_verifier),
}
