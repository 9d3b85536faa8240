"""Every vector: made again byte for byte, and judged by the real code as its header says.

A folder's check below is what another implementation would write for it: it takes
the vector's inputs, compares what comes out, and returns the verdict or lets the
refusal through. Only names of classes are compared, never the text of an error.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from p2p_heroes.games.errors import MalformedState
from p2p_heroes.node.cards.dealer import MaskedDealer
from p2p_heroes.node.replay import restore
from p2p_heroes.node.table import GameRules, Position, rules_for
from protocol import canonical
from protocol.cards.challenges import context
from protocol.cards.group import base, element, pack, pieces, scalar, times
from protocol.cards.keys import CardKey, check_key, prove_key
from protocol.cards.mix import check_mix, mix_cards
from protocol.cards.points import face, point
from protocol.cards.power import check_power, raise_cards
from protocol.cards.seal import check_seal
from protocol.cards.seal import seal as card_seal
from protocol.cards.share import check_share, give_share
from protocol.chain import Progress, follow
from protocol.chance import draw
from protocol.commitment import commit
from protocol.envelope import open_envelope, seal
from protocol.errors import FAULTS, Fault, Refusal
from protocol.events import Claimed, Event, Finished, Proved
from protocol.faults import MAX_STATE, Proof, check
from protocol.framing import FrameReader
from protocol.genesis import Genesis
from protocol.handshake import Handshake
from protocol.hashing import digest
from protocol.identity import Key, verify
from protocol.invite import Invite, normalise
from protocol.link import Link
from protocol.lobby import GuestLobby, HostLobby, Terms
from protocol.messages import read_message
from protocol.peer_messages import (
    Found,
    Nonce,
    PeerMessage,
    Propose,
    Ready,
    Seats,
    Sit,
    read_peer_message,
    write_peer_message,
)
from protocol.proof_file import ProofFile
from protocol.rule_checks import encode_state, state_digest
from protocol.rules import AskOpen, AskSecret
from protocol.session import Session
from protocol.transcript import read_transcript
from protocol.words import table_words
from scripts.tools.make_vectors import differing, makers, stored, write_all
from scripts.tools.masks import TABLE
from scripts.tools.vectors.dealer.asking import AskingOnce
from scripts.tools.vectors.notation import notation
from scripts.tools.vectors.transcript.record import disputes
from scripts.tools.vectors.vector import ACCEPT, Vector, read, write

MAKERS = dict(makers())
FILES = stored()
VECTORS = {path: read(text) for path, text in FILES.items()}

NEEDS_A_NODE = {"NotOnRoster"}
"""Refusals that no bytes cause by themselves: whoever dials must have a seat at the table we hold."""


# The files.


def slowly(paths: Iterable[str]) -> list[Any]:
    """Whole games of cards take their time."""
    return [
        pytest.param(path, marks=pytest.mark.slow if path.startswith("card_transcript/") else ())
        for path in paths
    ]


@pytest.mark.parametrize("path", slowly(MAKERS))
def test_a_vector_is_made_again_byte_for_byte(path: str) -> None:
    assert write(MAKERS[path](), MAKERS[path].__doc__ or "") == FILES[path]


def test_every_function_has_its_file_and_every_file_its_function() -> None:
    assert set(MAKERS) == set(FILES)


def test_there_are_enough_and_half_of_them_are_refused() -> None:
    assert len(VECTORS) >= 120
    assert 2 * sum(made.expect != ACCEPT for made in VECTORS.values()) >= len(VECTORS)


def test_every_fault_and_every_refusal_has_a_vector() -> None:
    shown = {made.expect for made in VECTORS.values()}
    assert {*FAULTS, *(kind.__name__ for kind in Refusal.__subclasses__())} - NEEDS_A_NODE <= shown


def test_every_fault_has_its_proof_and_its_transcript() -> None:
    for folder in ("faults", "transcript"):
        assert FAULTS.keys() <= {made.expect for path, made in VECTORS.items() if path.startswith(folder)}


def test_every_verdict_has_one_sentence_of_comment() -> None:
    for path, made in VECTORS.items():
        assert made.fields["comment"].endswith((".", "?")), path
        assert "\n" not in made.fields["comment"]


def test_a_changed_a_missing_and_a_strange_file_are_named_and_put_right(tmp_path: Path) -> None:
    made = {"a/one.txt": "1", "a/two.txt": "2", "b/three.txt": "3"}
    write_all({"a/one.txt": "1", "a/two.txt": "changed", "c/four.txt": "4"}, tmp_path)
    assert differing(made, stored(tmp_path)) == ["a/two.txt", "b/three.txt", "c/four.txt"]
    write_all(made, tmp_path)
    assert differing(made, stored(tmp_path)) == []


# The verdicts.


@pytest.mark.parametrize("path", slowly(VECTORS))
def test_a_vector_gets_its_verdict(path: str) -> None:
    made = VECTORS[path]
    assert verdict(CHECKS[path.partition("/")[0]], made) == expected(made)


Check = Callable[[Vector], str]


def expected(made: Vector) -> str:
    """The verdict, and for a fault whose it is and in which message."""
    if made.expect in FAULTS and "number" in made.fields:
        return f"{made.expect} by {made.fields['seat']} in {made.fields['number']}"
    return made.expect


def verdict(judge: Check, made: Vector) -> str:
    try:
        return judge(made)
    except Fault as fault:
        return f"{fault.name} by {fault.seat} in {fault.number}"
    except Refusal as refusal:
        return refusal.name


def judge_canonical(made: Vector) -> str:
    data = made.one("data")
    value = canonical.decode(data, limit=int(made.fields.get("limit", canonical.MAX_BYTES)))
    assert notation(value) == made.fields["value"]
    assert canonical.encode(value) == data
    return ACCEPT


def judge_framing(made: Vector) -> str:
    reader = FrameReader()
    payloads = [payload for chunk in made.all("chunk") for payload in reader.feed(chunk)]
    reader.finish()
    assert payloads == made.all("payload")
    return ACCEPT


def judge_hashing(made: Vector) -> str:
    assert digest(made.fields["tag"], *made.all("part")) == made.digits("digest")
    return ACCEPT


def judge_identity(made: Vector) -> str:
    key, message, signature = (made.one(name) for name in ("key", "message", "signature"))
    verify(key, signature, message)
    if "key-seed" in made.fields:
        signer = Key.from_seed(made.digits("key-seed"))
        assert (signer.public, signer.sign(message)) == (key, signature)
    return ACCEPT


def judge_genesis(made: Vector) -> str:
    genesis = Genesis.read(made.one("genesis"))
    assert genesis.encoded == made.one("genesis")
    assert genesis.table == made.digits("table")
    assert table_words(genesis.table) == made.fields["words"]
    return ACCEPT


def judge_rules(made: Vector) -> str:
    genesis = Genesis.read(made.one("genesis"))
    rules = rules_for(genesis)
    state = encode_state(rules, rules.initial(genesis))
    assert state == made.one("state")
    assert state_digest(state) == made.digits("digest")
    return ACCEPT


def judge_messages(made: Vector) -> str:
    body = canonical.decode(made.one("body"))
    message = read_message(made.number("tag"), body, len(made.one("body")))
    assert (message.tag, message.body()) == (made.number("tag"), body)
    return ACCEPT


def judge_envelope(made: Vector) -> str:
    envelope = open_envelope(made.one("wire"), Genesis.read(made.one("genesis")))
    told = [made.number(key) for key in ("seat", "number", "step", "tag")]
    assert [envelope.seat, envelope.number, envelope.step, envelope.message.tag] == told
    assert envelope.id == made.digits("id")
    assert seal(Key.from_seed(made.digits("key-seed")), envelope.header, envelope.message) == envelope
    return ACCEPT


def judge_commitment(made: Vector) -> str:
    sealed = commit(
        table=made.one("table"),
        step=made.number("step"),
        seat=made.number("seat"),
        key=made.one("key"),
        salt=made.one("salt"),
        value=canonical.decode(made.one("value")),
    )
    assert sealed == made.digits("commitment")
    return ACCEPT


def judge_chance(made: Vector) -> str:
    shares = {int(name[6:]): data for name, data in made.blocks if name.startswith("share-")}
    drawn = draw(
        table=made.one("table"),
        step=made.number("step"),
        use=made.fields["use"],
        shares=shares,
        bounds=made.numbers("bounds"),
    )
    assert drawn == made.numbers("drawn")
    return ACCEPT


def judge_chain(made: Vector) -> str:
    genesis = Genesis.read(made.one("genesis"))
    progress: Progress | None = None
    for wire in made.all("message"):
        progress = follow(progress, open_envelope(wire, genesis), genesis)
    assert progress is not None
    assert (progress.last.seat, progress.last.number) == (made.number("seat"), made.number("number"))
    return ACCEPT


def judge_faults(made: Vector) -> str:
    """Whoever holds the genesis and the rules judges a proof, and nothing else is needed."""
    genesis = Genesis.read(made.one("genesis"))
    proof = Proof.read(made.one("proof"))
    number = check(proof, genesis, rules_for(genesis))
    assert proof.encode() == made.one("proof")
    return f"{proof.fault} by {proof.seat} in {number}"


def judge_session(made: Vector) -> str:
    """The verdict on the last message; those before it must be fine."""
    genesis = Genesis.read(made.one("genesis"))
    session = Session(genesis, rules_for(genesis), {})
    *before, last = made.all("message")
    for wire in before:
        assert not proved(session.receive(wire))
    for proof in proved(session.receive(last)):
        return f"{proof.fault} by {proof.seat} in {check(proof, genesis, session.rules)}"
    assert session.play.step == made.number("step")
    return ACCEPT


def proved(events: Iterable[Event]) -> list[Proof]:
    return [event.proof for event in events if isinstance(event, Proved)]


def judge_transcript(made: Vector) -> str:
    """Read, replay, and tell how the game stands."""
    transcript = read_transcript(made.one("file"))
    genesis = Genesis.read(transcript.genesis)
    session = Session(genesis, rules_for(genesis), {}, seen_from=transcript.founded.seats)
    restore(session, transcript.records)
    play = session.play
    assert transcript.torn == made.number("torn")
    assert play.step == made.number("step")
    assert play.ground.state == made.digits("state")
    assert outcome(play.outcome) == (made.fields["outcome"], made.numbers("claimants"))
    assert rules_for(genesis).places(play.state) == made.numbers("places")
    assert absent(session) == made.numbers("absent")
    assert ", ".join(disputes(made.one("file"))) == made.fields["disputed"]
    faults = {seat: proof.fault for seat, proof in session.proofs.items()}
    assert ", ".join(f"{seat} {faults[seat]}" for seat in sorted(faults)) == made.fields["faults"]
    for proof in session.proofs.values():
        return f"{proof.fault} by {proof.seat} in {check(proof, genesis, rules_for(genesis))}"
    return ACCEPT


def outcome(ended: Finished | Claimed | None) -> tuple[str, tuple[int, ...]]:
    match ended:
        case Finished():
            return "finished", ()
        case Claimed(seats=seats):
            return "claimed", seats
        case _:
            return "unfinished", ()


def absent(session: Session[Position]) -> tuple[int, ...]:
    play = session.play
    present = play.exchange.present if play.exchange else play.active
    return tuple(seat for seat in range(len(session.genesis.seats)) if seat not in present)


def judge_proof_file(made: Vector) -> str:
    """Whoever holds the file and the rules judges every proof in it, and nothing else is needed."""
    proof_file = ProofFile.read(made.one("file"))
    rules = rules_for(proof_file.genesis)
    numbers = [check(proof, proof_file.genesis, rules) for proof in proof_file.proofs]
    assert proof_file.encode() == made.one("file")
    assert ", ".join(f"{proof.seat} {proof.fault}" for proof in proof_file.proofs) == made.fields["faults"]
    first = proof_file.proofs[0]
    return f"{first.fault} by {first.seat} in {numbers[0]}"


def judge_peer_messages(made: Vector) -> str:
    payload = made.one("payload")
    peer_message = read_peer_message(payload)
    assert write_peer_message(peer_message) == payload
    assert notation(canonical.decode(payload)) == made.fields["value"]
    return ACCEPT


def judge_handshake(made: Vector) -> str:
    dialled = made.fields["dialled"] == "yes"
    side = Handshake(
        dialled=dialled,
        key=Key.from_seed(made.digits("key-seed")),
        nonce=made.digits("nonce"),
        certificate=made.digits("certificate"),
        table=made.digits("table") or None,
    )
    sending: list[PeerMessage] = [side.ours] if dialled else []
    for name, payload in made.blocks:
        if name == "theirs":
            sending += side.receive(read_peer_message(payload))
        else:
            assert write_peer_message(sending.pop(0)) == payload
    assert not sending
    assert (side.binding, side.peer) == (made.digits("binding"), made.digits("peer"))
    return ACCEPT


def judge_link(made: Vector) -> str:
    link = Link(0.0)
    peer_messages = [peer_message for chunk in made.all("chunk") for peer_message in link.receive(chunk, 0.0)]
    link.finish()
    assert list(map(write_peer_message, peer_messages)) == made.all("payload")
    return ACCEPT


def judge_lobby(made: Vector) -> str:
    return judge_host(made) if made.fields["side"] == "host" else judge_guest(made)


def judge_host(made: Vector) -> str:
    option, value = made.fields["options"].split()
    options = MappingProxyType({option: int(value)})
    rules, patience, wanted = (made.number(key) for key in ("rules", "patience", "wanted"))
    half = made.fields["half"] == "yes"
    host = HostLobby(Terms(made.fields["game"], rules, options, patience, wanted, half))
    draft, found = b"", None
    for key, payload in zip(made.all("key"), made.all("parcel"), strict=True):
        match read_peer_message(payload):
            case Sit() as wish:
                host.sit(key, wish)
            case Ready() as news:
                host.ready(key, news)
                draft = host.propose().draft if host.is_complete else draft
            case Nonce() as shown:
                found = host.nonce(key, shown)
    assert draft == made.digits("draft")
    assert found == Found(made.digits("genesis"))
    return ACCEPT


def judge_guest(made: Vector) -> str:
    guest = GuestLobby(made.digits("key"), made.fields["name"])
    guest.ready(made.fields["choice"], made.digits("nonce"))
    for payload in made.all("parcel"):
        match read_peer_message(payload):
            case Seats() as notice:
                guest.hear(notice)
            case Propose() as proposal:
                assert guest.agree(proposal) == Nonce(made.digits("nonce"))
            case Found() as founding:
                assert guest.found(founding).table == made.digits("table")
    return ACCEPT


def judge_invite(made: Vector) -> str:
    side = Invite.guest if made.fields["role"] == "guest" else Invite.host
    code = made.one("code").decode()
    keys = {"guest_key": made.one("guest-key"), "host_key": made.one("host-key")}
    run = side(code, made.one("binding"), **keys, entropy=made.digits("entropy"))
    for name, data in made.blocks:
        match name:
            case "share":
                run.receive(data)
            case "confirmation":
                run.check(data)
            case "our-share":
                assert run.share == data
            case "our-confirmation":
                assert run.confirmation == data
    assert normalise(code) == made.fields["form"].encode()
    return ACCEPT


def judge_words(made: Vector) -> str:
    assert table_words(made.one("table")) == made.fields["words"]
    return ACCEPT


def judge_cards(made: Vector) -> str:
    return CARD_CHECKS[made.fields["kind"]](made)


def judge_element(made: Vector) -> str:
    [piece] = pieces(made.one("data"), 1)
    assert element(piece) == made.one("data")
    return ACCEPT


def judge_scalar(made: Vector) -> str:
    assert pack(scalar(made.one("data"))) == made.one("data")
    return ACCEPT


def judge_multiple(made: Vector) -> str:
    number = int.from_bytes(made.one("number"), "little")
    assert base(number) == times(base(1), number) == made.one("element")
    return ACCEPT


def judge_point(made: Vector) -> str:
    assert point(*made.all("label")) == made.one("element")
    return ACCEPT


def judge_face(made: Vector) -> str:
    assert face(made.fields["family"], made.number("number")) == made.one("element")
    return ACCEPT


def judge_context(made: Vector) -> str:
    number, seat, name = made.number("number"), made.number("seat"), made.fields["name"]
    assert context(table=made.one("table"), number=number, seat=seat, name=name) == made.one("context")
    return ACCEPT


def judge_key(made: Vector) -> str:
    value, here = made.one("value"), made.one("context")
    assert check_key(value, here) == value[:32]
    return said_by(made, lambda key: prove_key(key, here))


def judge_share(made: Vector) -> str:
    cards, value, here = made.all("card"), made.one("value"), made.one("context")
    assert b"".join(check_share(cards, made.one("key"), value, here)) == value[:-64]
    return said_by(made, lambda key: give_share(cards, key, here))


def judge_mix(made: Vector) -> str:
    cards, cover, value, here = made.all("card"), made.one("cover"), made.one("value"), made.one("context")
    assert b"".join(check_mix(cards, cover, value, here)) == value[: 64 * len(cards)]
    return said_by(made, lambda key: mix_cards(cards, cover, key, here))


def judge_seal(made: Vector) -> str:
    card, public, cover, value, here = (
        made.one(name) for name in ("card", "key", "cover", "value", "context")
    )
    assert check_seal(card, public, cover, value, here) == value[:64]
    return said_by(made, lambda key: card_seal(card, key, cover, here))


def judge_power(made: Vector) -> str:
    cards, value, here = made.all("card"), made.one("value"), made.one("context")
    assert b"".join(check_power(cards, value, here)) == value[:-96]
    return said_by(made, lambda key: raise_cards(cards, key, here))


def said_by(made: Vector, say: Callable[[CardKey], bytes]) -> str:
    """Where the seed is given, whoever has it says the same."""
    if "seed" in made.fields:
        assert say(CardKey.from_seed(made.digits("seed"))) == made.one("value")
    return ACCEPT


def judge_dealer(made: Vector) -> str:
    table = made.one("table") if made.all("table") else TABLE
    rules = GameRules(MaskedDealer(AskingOnce(), table))
    try:
        position = rules.decode(canonical.decode(made.one("state"), limit=MAX_STATE))
    except MalformedState:
        return "BadProof"
    assert encode_state(rules, position) == made.one("state")
    need = rules.need(position)
    asked = need.seats if isinstance(need, AskOpen | AskSecret) else ()
    if made.expect == ACCEPT or "asked" in made.fields:
        assert asked == made.numbers("asked")
    return {"said": judge_said, "settled": judge_settled, "state": lambda *_: ACCEPT}[made.fields["kind"]](
        made, rules, position, asked
    )


def judge_said(made: Vector, rules: GameRules, position: Position, asked: Sequence[int]) -> str:
    """What one seat says, and, where its seed is given, what its own program would say."""
    seat, value = made.number("seat"), canonical.decode(made.one("value"))
    if seat not in asked:
        return "OutOfTurn"
    refusal = rules.why_not_value(position, seat, value)
    if refusal is not None:
        return refusal.code if refusal.code in CARD_REFUSALS else "IllegalDecision"
    if "seed" in made.fields:
        assert owed(rules, position, seat, made.digits("seed")) == value
    return ACCEPT


def owed(rules: GameRules, position: Position, seat: int, seed: bytes) -> bytes:
    assert isinstance(rules.game, MaskedDealer)
    operation = rules.game.operation(position.state)
    assert operation is not None
    return operation.make(seat, CardKey.from_seed(seed))


def judge_settled(made: Vector, rules: GameRules, position: Position, asked: Sequence[int]) -> str:
    """What all say; nil is what stands for a seat that says nothing."""
    values = {seat: canonical.decode(made.one(f"value-{seat}")) for seat in asked}
    said = {seat: value for seat, value in values.items() if value is not None}
    assert not any(rules.refusal(position, seat, value) for seat, value in said.items())
    assert encode_state(rules, rules.settle(position, values)) == made.one("after")
    return ACCEPT


CARD_REFUSALS = {kind.__name__ for kind in Refusal.__subclasses__()}

CARD_CHECKS: dict[str, Check] = {
    "element": judge_element,
    "scalar": judge_scalar,
    "multiple": judge_multiple,
    "point": judge_point,
    "face": judge_face,
    "context": judge_context,
    "key": judge_key,
    "share": judge_share,
    "mix": judge_mix,
    "seal": judge_seal,
    "power": judge_power,
}

CHECKS: dict[str, Check] = {
    "canonical": judge_canonical,
    "framing": judge_framing,
    "hashing": judge_hashing,
    "identity": judge_identity,
    "genesis": judge_genesis,
    "rules": judge_rules,
    "messages": judge_messages,
    "envelope": judge_envelope,
    "commitment": judge_commitment,
    "chance": judge_chance,
    "chain": judge_chain,
    "faults": judge_faults,
    "session": judge_session,
    "transcript": judge_transcript,
    "proof_file": judge_proof_file,
    "peer_messages": judge_peer_messages,
    "handshake": judge_handshake,
    "link": judge_link,
    "lobby": judge_lobby,
    "invite": judge_invite,
    "words": judge_words,
    "cards": judge_cards,
    "dealer": judge_dealer,
    "card_transcript": judge_transcript,
}
