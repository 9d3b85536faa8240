"""Vectors of the lobby (protocol.md §9.3), from both sides.

For a host: pairs of blocks `key` and `parcel`, in the order in which they come;
the host proposes as soon as every seat is taken and ready. For a guest (its key,
name, choice and nonce in the header): blocks `parcel` from the host. Where a
refusal is expected, it meets the last peer message.
"""

from collections.abc import Iterable
from types import MappingProxyType

from p2p_heroes.tabletest.entropy import NAMES, key_of, noise
from protocol.frozen import replace
from protocol.genesis import Genesis
from protocol.lobby import HostLobby, Terms, pledge
from protocol.peer_messages import Found, Nonce, PeerMessage, Propose, Ready, Seats, Sit, write_peer_message

from .vector import ACCEPT, Block, Vector, vector

TERMS = Terms("roshambo", 1, MappingProxyType({"rounds": 2}), 60, 2)
GUEST = 1

Said = tuple[int, PeerMessage]
"""Who says what to the host."""


def _nonce(sitter: int, *again: int) -> bytes:
    return noise("nonce", sitter, *again)


def _sit(sitter: int) -> Said:
    return sitter, Sit(NAMES[sitter], 4711)


def _ready(sitter: int, *again: int) -> Said:
    return sitter, Ready("", ready=True, pledge=pledge(_nonce(sitter, *again)))


SEATED = (_sit(0), _sit(1))
COMPLETE = (*SEATED, _ready(0), _ready(1))


def _hosted(expect: str, *said: Said, half: bool = False, **fields: bytes) -> Vector:
    blocks: list[Block] = []
    for sitter, peer_message in said:
        blocks += [("key", key_of(sitter).public), ("parcel", write_peer_message(peer_message))]
    game: dict[str, str | int] = {"game": TERMS.game, "rules": TERMS.rules_version, "options": "rounds 2"}
    limits = {"patience": TERMS.patience, "wanted": TERMS.wanted, "half": "yes" if half else "no"}
    return vector(expect, *blocks, side="host", **game, **limits, **fields)


def _heard(expect: str, *peer_messages: PeerMessage, **fields: bytes) -> Vector:
    blocks = [("parcel", write_peer_message(peer_message)) for peer_message in peer_messages]
    guest = {"name": NAMES[GUEST], "choice": ""}
    key = key_of(GUEST).public
    return vector(expect, *blocks, side="guest", key=key, **guest, nonce=_nonce(GUEST), **fields)


def _host(*, half: bool = False) -> HostLobby:
    """A host with everybody ready."""
    host = HostLobby(replace(TERMS, half=half))
    for sitter in range(2):
        host.sit(key_of(sitter).public, Sit(NAMES[sitter], 4711))
        host.ready(key_of(sitter).public, Ready("", ready=True, pledge=pledge(_nonce(sitter))))
    return host


def _notice() -> Seats:
    return _host().notice()


def _draft() -> Genesis:
    return Genesis.read(_host().propose().draft)


def _founded() -> Genesis:
    """The draft with every nonce in the place of its pledge."""
    return _with_nonces(_nonce(sitter) for sitter in range(2))


def _with_nonces(nonces: Iterable[bytes]) -> Genesis:
    draft = _draft()
    seats = tuple(replace(seat, nonce=nonce) for seat, nonce in zip(draft.seats, nonces, strict=True))
    return replace(draft, seats=seats)


# A host.


def host_founds_a_table() -> Vector:
    """Two sit down, are ready, and show their nonces."""
    shown = ((0, Nonce(_nonce(0))), (1, Nonce(_nonce(1))))
    return _hosted(ACCEPT, *COMPLETE, *shown, draft=_draft().encoded, genesis=_founded().encoded)


def host_founds_a_table_of_friends() -> Vector:
    """Half of them may go on without the others: so says the draft, and so does the genesis."""
    shown = ((0, Nonce(_nonce(0))), (1, Nonce(_nonce(1))))
    draft = Genesis.read(_host(half=True).propose().draft)
    founded = replace(_founded(), half=True)
    return _hosted(ACCEPT, *COMPLETE, *shown, half=True, draft=draft.encoded, genesis=founded.encoded)


def guest_that_comes_back_during_the_founding() -> Vector:
    """It lost its connection, and the pledges of all went with it; its place it keeps."""
    anew = (*COMPLETE, _sit(1), *(_ready(sitter, 1) for sitter in range(2)))
    shown = ((sitter, Nonce(_nonce(sitter, 1))) for sitter in range(2))
    draft = _with_nonces(pledge(_nonce(sitter, 1)) for sitter in range(2))
    founded = _with_nonces(_nonce(sitter, 1) for sitter in range(2))
    return _hosted(ACCEPT, *anew, *shown, draft=draft.encoded, genesis=founded.encoded)


def third_guest() -> Vector:
    """A table for two is full."""
    return _hosted("TableFull", *SEATED, _sit(2))


def guest_after_the_proposal() -> Vector:
    """The founding is under way."""
    return _hosted("TableStarted", *COMPLETE, _sit(2))


def guest_with_a_name_that_is_taken() -> Vector:
    """Two cannot have one name."""
    return _hosted("NameTaken", _sit(0), (1, Sit(NAMES[0], 4711)))


def guest_with_a_name_that_is_none() -> Vector:
    """A blank is no name."""
    return _hosted("NameTaken", _sit(0), (1, Sit(" ", 4711)))


def ready_without_a_seat() -> Vector:
    """First one sits."""
    return _hosted("Unexpected", _sit(0), _ready(1))


def nonce_that_was_not_pledged() -> Vector:
    """The pledge was for another nonce."""
    return _hosted("Unexpected", *COMPLETE, (1, Nonce(noise("another"))))


def nonce_without_a_seat() -> Vector:
    """A stranger has nothing to show."""
    return _hosted("Unexpected", *COMPLETE, (2, Nonce(_nonce(2))))


# A guest.


def guest_at_a_founding() -> Vector:
    """The proposal is what the lobby showed, and the founding is the proposal with the nonces."""
    said = (_notice(), Propose(_draft().encoded), Found(_founded().encoded))
    return _heard(ACCEPT, *said, table=_founded().table)


def proposal_before_any_list() -> Vector:
    """A guest agrees to nothing that it was not shown before."""
    return _heard("Unexpected", Propose(_draft().encoded))


def proposal_without_our_pledge() -> Vector:
    """An old proposal, or one for others."""
    seats = (_draft().seats[0], replace(_draft().seats[1], nonce=noise("another pledge")))
    return _heard("Unexpected", _notice(), Propose(replace(_draft(), seats=seats).encoded))


def proposal_with_other_terms() -> Vector:
    """Three rounds where the lobby showed two."""
    longer = replace(_draft(), options=MappingProxyType({"rounds": 3}))
    return _heard("BadGenesis", _notice(), Propose(longer.encoded))


def proposal_that_half_may_go_on() -> Vector:
    """The lobby showed a table at which it takes more than half."""
    return _heard("BadGenesis", _notice(), Propose(replace(_draft(), half=True).encoded))


def proposal_with_another_player() -> Vector:
    """Somebody else sits where Ada sat."""
    seats = (replace(_draft().seats[0], key=key_of(2).public), _draft().seats[1])
    return _heard("BadGenesis", _notice(), Propose(replace(_draft(), seats=seats).encoded))


def proposal_that_is_none() -> Vector:
    """Bytes that are no genesis."""
    return _heard("BadGenesis", _notice(), Propose(b"\xc0"))


def founding_without_a_proposal() -> Vector:
    """A guest has not shown its nonce yet, so nobody can have founded."""
    return _heard("Unexpected", _notice(), Found(_founded().encoded))


def founding_with_another_nonce() -> Vector:
    """The host replaces a nonce to steer the table id; the pledge tells."""
    seats = (replace(_founded().seats[0], nonce=noise("a better one")), _founded().seats[1])
    founding = Found(replace(_founded(), seats=seats).encoded)
    return _heard("BadGenesis", _notice(), Propose(_draft().encoded), founding)
