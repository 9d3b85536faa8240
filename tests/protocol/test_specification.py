"""Every example in docs/protocol.md is what the program does: who changes a byte changes the text."""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import encode
from protocol.cards.points import face, generators
from protocol.chain import choice_entry
from protocol.chance import draw
from protocol.faults import Proof
from protocol.framing import frame
from protocol.handshake import Handshake
from protocol.hashing import digest
from protocol.identity import Key
from protocol.invite import Invite
from protocol.lifesign import sign_have
from protocol.messages import Accept, Commit, Decide, Lock, Message, Reveal
from protocol.peer_messages import Farewell, Head, Hello, Refuse, Sit, write_peer_message
from protocol.proof_file import MAGIC as PROOF_FILE
from protocol.proof_file import ProofFile
from protocol.transcript import MAGIC, Founded, Spoken, Writer
from protocol.words import table_words
from scripts.tools import edwards
from scripts.tools.vectors.game import CALL, CHANCE, said, states
from scripts.tools.vectors.transcript.staged import garbled

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
WIDTH = 128

GENESIS = genesis_of(2, rounds=1)
TABLE = GENESIS.table
FIRST = said(2, 0, 0, Accept)


def test_digests() -> None:
    holds(f'`digest("example")` =\n`{digest("example").hex()}`')
    holds(f'`digest("example", "table")` =\n`{digest("example", b"table").hex()}`')
    holds(f'`digest("example", "table")` above has `{table_words(digest("example", b"table"))}`')


def test_genesis() -> None:
    holds(f"    seat 0 key   {key_of(0).public.hex()}\n")
    holds(f"    genesis ({len(GENESIS.encoded)} bytes)\n{block(GENESIS.encoded)}")
    holds(f"    table id     {TABLE.hex()}\n    table words  {table_words(TABLE)}\n")


def test_envelope() -> None:
    payload, signature = FIRST.wire[:-64], FIRST.wire[-64:]
    holds(
        f"    payload\n{block(payload)}    id           {FIRST.id.hex()}\n    signature\n{block(signature)}"
    )


@pytest.mark.parametrize(("step", "kind"), [(CALL, Decide), (CHANCE, Commit), (CALL, Lock)])
def test_bodies(step: int, kind: type[Message]) -> None:
    holds(f"`{encode(said(2, 0, step, kind).message.body()).hex()}`")


def test_reveal_and_commitment() -> None:
    reveal, sealed = said(2, 0, CHANCE, Reveal).message, said(2, 0, CHANCE, Commit).message
    assert isinstance(reveal, Reveal)
    assert isinstance(sealed, Commit)
    holds(block(encode(reveal.body())))
    assert isinstance(reveal.value, bytes)
    holds(f"`{reveal.value.hex()}` with the salt `{reveal.salt.hex()}`:\n`{sealed.commitment.hex()}`")


def test_past_and_state() -> None:
    entry = choice_entry(said(2, 0, CALL, Decide)).hex()
    holds(f"    initial state\n{block(states(2)[CALL])}    its digest   {FIRST.state.hex()}\n")
    past = said(2, 0, CHANCE, Commit).past.hex()
    holds(f"    past of step 2, after a lock of [{entry}, nil]\n                 {past}\n")


def test_chance() -> None:
    shares = {}
    for seat in range(2):
        reveal = said(2, seat, CHANCE, Reveal).message
        assert isinstance(reveal, Reveal)
        assert isinstance(reveal.value, bytes)
        shares[seat] = reveal.value
    parts = (seat.to_bytes(8, "big") + share for seat, share in shares.items())
    seed = digest("chance", TABLE, CHANCE.to_bytes(8, "big"), b"stake of round 1", *parts)
    word = digest("draw", seed, bytes(8))[:8].hex()
    [drawn] = draw(table=TABLE, step=CHANCE, use="stake of round 1", shares=shares, bounds=(3,))
    holds(f"`{shares[1].hex()}`. The seed is `{seed.hex()}`,\nword 0 is `{word}`, the number {drawn}.")


def proof() -> Proof:
    hand = Forger(GENESIS, 0)
    hand.chain = [FIRST]
    lock = hand.draft(Lock((None, None)), step=CALL)
    payload = garbled(lock)[:-64].replace(b"\x63\x90", b"\x09\x90")
    return Proof(TABLE, "Malformed", 0, (payload + key_of(0).sign(digest("message", payload)),))


def test_proof_and_proof_file() -> None:
    holds(block(proof().encode()))
    file = ProofFile(GENESIS, (proof(),)).encode()
    start, behind = file[len(PROOF_FILE) :][:5].hex(), file.split(GENESIS.encoded)[1][:8].hex()
    holds(f"has {len(file)} bytes; after the first line it begins with `{start[:8]}…`")
    holds(f"`{behind[:8]} {behind[8:]}…`")


def test_handshake() -> None:
    nonces, table = [noise("nonce", seat) for seat in range(2)], TABLE
    paper = digest("example", b"certificate")
    dialler, acceptor = (
        Handshake(dialled=seat == 0, key=key_of(seat), nonce=nonces[seat], certificate=paper, table=table)
        for seat in range(2)
    )
    hello = Hello(key_of(0).public, nonces[0], table)
    holds(f"    dialler's Hello, the peer message\n{block(write_peer_message(hello))}")
    theirs = acceptor.receive(hello)
    ours = [answer for peer_message in theirs for answer in dialler.receive(peer_message)]
    holds(f"    binding      {dialler.binding.hex()}\n")
    for seat, role, sign in ((1, "acceptor", theirs[-1]), (0, "dialler", ours[-1])):
        signed = digest("hello", role.encode(), dialler.binding, key_of(seat).public, table).hex()
        name = f"signed by the {role}".ljust(24)
        holds(f"    {name}{signed}\n{block(encode(write_peer_message(sign))[-64:])}")


def test_peer_messages() -> None:
    heads = (Head(1, FIRST.id), Head(0, TABLE))
    have = write_peer_message(sign_have(key_of(0), TABLE, 0, count=7, linked=(1,), heads=heads))
    holds(f"`{write_peer_message(Farewell()).hex()}`; ")
    holds(f"`{have.hex()}`, on the stream behind `{frame(have)[:4].hex()}`")
    holds(f"`{write_peer_message(Sit('Zoë', 4711)).hex()}`")
    holds(f"`{write_peer_message(Refuse('TableFull')).hex()}`")


def test_invite() -> None:
    guest_key, host_key = (Key.from_seed(packet * 32).public for packet in (b"g", b"h"))
    binding = digest("example", b"connection")
    keys = {"guest_key": guest_key, "host_key": host_key}
    guest = Invite.guest("mossy-kettle", binding, **keys, entropy=b"\x01" * 64)
    host = Invite.host("mossy-kettle", binding, **keys, entropy=b"\x02" * 64)
    guest.receive(host.share)
    host.receive(guest.share)
    host.check(guest.confirmation)
    pw = digest("invite-code", b"mossy-kettle", binding)
    w, common = group(pw, host.share[1:])
    parts = [sha256(part).digest() for part in (pw, guest_key, host_key)]
    key = sha256(b"".join([*parts, guest.share[1:], host.share[1:], common])).digest()
    lines = {"binding       ": binding, "pw            ": pw, "w             ": w.to_bytes(32, "big")}
    lines |= {"guest share   ": guest.share, "host share    ": host.share, "K             ": common}
    lines |= {
        "key           ": key,
        "guest confirms ": guest.confirmation,
        "host confirms  ": host.confirmation,
    }
    for name, data in lines.items():
        holds(f"    {name}{data.hex()}")


def group(pw: bytes, share: bytes) -> tuple[int, bytes]:
    """The scalar of the code, and what both sides compute (§9.5)."""
    order = edwards.L
    w = int.from_bytes(HKDF(SHA256(), 48, b"", b"SPAKE2 pw").derive(pw), "big") % order
    x = int.from_bytes(b"\x01" * 64, "big") % order
    [n] = re.findall(r"    N = ([0-9a-f]{64})\n", TEXT)
    masked = edwards.times(w, edwards.decode(bytes.fromhex(n)))
    point = edwards.add(edwards.decode(share), edwards.negative(masked))
    return w, edwards.encode(edwards.times(x, point))


def test_records() -> None:
    writer = Writer()
    one, two = writer.append(Founded(GENESIS.encoded, (0,))), writer.append(Spoken(FIRST.wire))
    first, second = one.hex(), two.hex()
    assert len(MAGIC) == 24
    holds(f"begins `{first[:8]} {first[8:16]} {first[16:26]}…` and ends with the check `{first[-16:]}`")
    holds(f"its record begins with `{second[:8]} {second[8:16]}` and ends with the check `{second[-16:]}`")


def test_points() -> None:
    start, [place] = generators(1)
    holds(f"    H            {start.hex()}\n    H_0          {place.hex()}\n")
    holds(f'    face("test", 0)\n                 {face("test", 0).hex()}\n')


def holds(example: str) -> None:
    assert example in TEXT, example


def block(data: bytes) -> str:
    return "".join(f"    {line}\n" for line in _lines(data.hex()))


def _lines(digits: str) -> Iterator[str]:
    return (digits[start : start + WIDTH] for start in range(0, len(digits), WIDTH))
