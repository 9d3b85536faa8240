"""Two sides that show each other their keys, and everybody who would like to stand between them."""

from itertools import product

import pytest

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.errors import BadHello, Unexpected, WrongTable
from protocol.handshake import Handshake, HandshakeStage
from protocol.hashing import digest
from protocol.identity import Key
from protocol.peer_messages import Farewell, Hello, PeerMessage, SignHello
from scripts.tools import edwards

ADA, BO, EVE = key_of(0), key_of(1), key_of(2)
CERTIFICATE, EVES = noise("certificate"), noise("Eve's certificate")
TABLE = noise("table")


def side(
    key: Key,
    *,
    dialled: bool,
    certificate: bytes = CERTIFICATE,
    table: bytes | None = TABLE,
    nonce: bytes | None = None,
) -> Handshake:
    nonce = nonce or noise("nonce", key.public, dialled)
    return Handshake(dialled=dialled, key=key, nonce=nonce, certificate=certificate, table=table)


def dialler(key: Key = ADA, **fields: object) -> Handshake:
    return side(key, dialled=True, **fields)  # type: ignore[arg-type]


def acceptor(key: Key = BO, **fields: object) -> Handshake:
    return side(key, dialled=False, **fields)  # type: ignore[arg-type]


def pass_on(reader: Handshake, peer_messages: list[PeerMessage]) -> list[PeerMessage]:
    """Give peer messages to a side, one by one; all that it answers."""
    return [answer for peer_message in peer_messages for answer in reader.receive(peer_message)]


def greeted(ours: Handshake, theirs: Handshake) -> list[PeerMessage]:
    """The acceptor's Hello and Sign, after the dialler's Hello."""
    return theirs.receive(ours.ours)


# Without anybody between them


@pytest.mark.parametrize("table", [None, TABLE])
def test_both_sides_know_each_other_in_the_end(table: bytes | None) -> None:
    ours, theirs = dialler(table=table), acceptor(table=table)
    hello, sign = greeted(ours, theirs)
    assert (type(hello), type(sign)) == (Hello, SignHello)
    assert ours.receive(hello) == []
    assert pass_on(theirs, ours.receive(sign)) == []
    assert ours.stage is theirs.stage is HandshakeStage.DONE
    assert (ours.peer, theirs.peer) == (BO.public, ADA.public)
    assert ours.binding == theirs.binding


def test_every_connection_has_a_binding_of_its_own() -> None:
    bindings = set()
    for certificate, nonce in product((CERTIFICATE, noise("other")), (noise(1), noise(2))):
        ours, theirs = dialler(certificate=certificate, nonce=nonce), acceptor(certificate=certificate)
        pass_on(theirs, pass_on(ours, greeted(ours, theirs)))
        assert ours.binding == theirs.binding
        bindings.add(ours.binding)
    assert len(bindings) == 4


def test_what_is_signed_is_the_connection_the_role_the_author_and_the_table() -> None:
    ours, theirs = dialler(), acceptor()
    _, sign = greeted(ours, theirs)
    parts = (CERTIFICATE, ADA.public, ours.ours.nonce, BO.public, theirs.ours.nonce)
    binding = digest("binding", *parts)
    assert theirs.binding == binding
    assert sign == SignHello(BO.sign(digest("hello", b"acceptor", binding, BO.public, TABLE)))


def test_the_key_of_a_stranger_is_shown_and_has_no_seat() -> None:
    """The handshake says who it is; whether it may sit here is the roster's word."""
    ours, theirs = dialler(EVE), acceptor()
    pass_on(theirs, pass_on(ours, greeted(ours, theirs)))
    assert theirs.peer == EVE.public
    assert genesis_of(2).seat_of(theirs.peer) is None


# The wrong table, the wrong key, the wrong moment


@pytest.mark.parametrize(("ours", "theirs"), [(TABLE, noise("other")), (TABLE, None), (None, TABLE)])
def test_whoever_means_another_table_is_refused(ours: bytes | None, theirs: bytes | None) -> None:
    with pytest.raises(WrongTable):
        acceptor(table=ours).receive(dialler(table=theirs).ours)
    with pytest.raises(WrongTable):
        dialler(table=ours).receive(acceptor(table=theirs).ours)


@pytest.mark.parametrize("key", [edwards.encode(edwards.ZERO), b"\xff" * 32, (2).to_bytes(32, "little")])
def test_a_key_that_is_none_is_refused(key: bytes) -> None:
    for reader in (dialler(), acceptor()):
        with pytest.raises(BadHello):
            reader.receive(Hello(key, noise("nonce"), TABLE))


def test_a_key_that_one_does_not_hold_cannot_be_shown() -> None:
    """Eve says she is Ada: she can sign with her own key only."""
    liar = dialler(EVE)
    liar.ours = Hello(ADA.public, liar.ours.nonce, TABLE)
    theirs = acceptor()
    with pytest.raises(BadHello):
        pass_on(theirs, pass_on(liar, greeted(liar, theirs)))
    assert theirs.stage is HandshakeStage.AWAIT_SIGN


def test_a_host_that_does_not_hold_its_key_learns_no_signature_of_ours() -> None:
    ours, liar = dialler(), acceptor(EVE)
    liar.ours = Hello(BO.public, liar.ours.nonce, TABLE)
    hello, sign = greeted(ours, liar)
    assert ours.receive(hello) == []
    with pytest.raises(BadHello):
        ours.receive(sign)
    assert ours.stage is HandshakeStage.AWAIT_SIGN


@pytest.mark.parametrize("peer_message", [SignHello(bytes(64)), Farewell()], ids=repr)
def test_nothing_comes_before_the_hello(peer_message: PeerMessage) -> None:
    for reader in (dialler(), acceptor()):
        with pytest.raises(Unexpected):
            reader.receive(peer_message)


def test_a_second_hello_is_refused() -> None:
    ours, theirs = dialler(), acceptor()
    hello, _ = greeted(ours, theirs)
    ours.receive(hello)
    for reader, peer_message in ((ours, hello), (theirs, ours.ours)):
        with pytest.raises(Unexpected):
            reader.receive(peer_message)


def test_nothing_belongs_to_it_once_it_is_done() -> None:
    ours, theirs = dialler(), acceptor()
    answers = greeted(ours, theirs)
    last = pass_on(ours, answers)
    pass_on(theirs, last)
    for reader, peer_message in product((ours, theirs), (*answers, *last)):
        with pytest.raises(Unexpected):
            reader.receive(peer_message)


# In the middle


def test_what_bo_signs_under_his_certificate_is_refused_under_the_one_that_ada_sees() -> None:
    """Eve answers Ada under a certificate of her own, dials Bo, and carries every peer message across."""
    ours, theirs = dialler(certificate=EVES), acceptor()
    hello, sign = greeted(ours, theirs)
    ours.receive(hello)
    with pytest.raises(BadHello):
        ours.receive(sign)
    assert ours.stage is HandshakeStage.AWAIT_SIGN


def test_what_ada_signs_under_eves_certificate_is_refused_by_bo() -> None:
    """Even if Ada came to sign, say because Bo had once served under Eve's certificate."""
    ours, deceived, theirs = dialler(certificate=EVES), acceptor(certificate=EVES), acceptor()
    assert deceived.ours == theirs.ours
    greeted(ours, theirs)
    said = pass_on(ours, greeted(ours, deceived))
    assert ours.stage is HandshakeStage.DONE
    with pytest.raises(BadHello):
        pass_on(theirs, said)
    assert theirs.stage is HandshakeStage.AWAIT_SIGN


def test_a_hello_that_was_changed_on_the_way_is_refused_at_both_sides() -> None:
    ours, theirs = dialler(), acceptor()
    _, sign = theirs.receive(Hello(ADA.public, noise("Eve's nonce"), TABLE))
    ours.receive(Hello(BO.public, noise("Eve's nonce too"), TABLE))
    with pytest.raises(BadHello):
        ours.receive(sign)
    honest, partner = dialler(), acceptor()
    last = pass_on(honest, greeted(honest, partner))
    with pytest.raises(BadHello):
        pass_on(theirs, last)


# Mirrors and repetitions


def test_our_own_hello_is_not_another_side() -> None:
    for reader in (dialler(), acceptor()):
        with pytest.raises(BadHello):
            reader.receive(reader.ours)


def test_a_hello_with_our_nonce_is_refused_under_any_key() -> None:
    for reader in (dialler(), acceptor()):
        with pytest.raises(BadHello):
            reader.receive(Hello(EVE.public, reader.ours.nonce, TABLE))


def test_our_own_key_on_another_connection_is_refused() -> None:
    with pytest.raises(BadHello):
        acceptor(ADA).receive(dialler(ADA).ours)


def test_our_own_signature_does_not_come_back_as_theirs() -> None:
    ours, theirs = dialler(), acceptor()
    hello, sign = greeted(ours, theirs)
    with pytest.raises(BadHello):
        theirs.receive(sign)
    said = pass_on(dialler(), [hello, sign])
    ours.receive(hello)
    with pytest.raises(BadHello):
        pass_on(ours, said)


def test_a_signature_of_an_earlier_connection_is_refused() -> None:
    ours, theirs = dialler(), acceptor()
    answers = greeted(ours, theirs)
    said = pass_on(ours, answers)
    later = acceptor(nonce=noise("a fresh nonce"))
    later.receive(ours.ours)
    with pytest.raises(BadHello):
        pass_on(later, said)
    with pytest.raises(BadHello):
        pass_on(dialler(nonce=noise("a fresh nonce")), answers)


def test_a_signature_for_the_lobby_is_none_for_a_table() -> None:
    lobby, table = acceptor(table=None), acceptor()
    _, sign = lobby.receive(dialler(table=None).ours)
    _, other = table.receive(dialler().ours)
    assert lobby.binding == table.binding
    assert sign != other
    ours = dialler()
    ours.receive(table.ours)
    with pytest.raises(BadHello):
        ours.receive(sign)


def test_who_dialled_cannot_be_turned_round() -> None:
    """Two who accepted, or two who dialled, never come to an end, whatever is carried between them."""
    one, other = acceptor(ADA), acceptor(BO)
    _, sign = other.receive(one.ours)
    _, answer = one.receive(other.ours)
    for reader, peer_message in ((one, sign), (other, answer)):
        with pytest.raises(BadHello):
            reader.receive(peer_message)
    assert one.binding != other.binding


def test_a_dialler_cannot_be_made_to_sign_first() -> None:
    ours = dialler()
    assert ours.receive(acceptor().ours) == []
    assert ours.stage is HandshakeStage.AWAIT_SIGN
