"""A liar that tells one seat alone whom a person wants out; whole tables: `test_colluders`."""

from p2p_heroes.tabletest.attacks import ATTACKS, Liar
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import RULES, genesis_of
from protocol.lifesign import check_have, sign_have
from protocol.peer_messages import Deliver, Have, Head, PeerMessage
from tests.support.cheats import Arena, wait_out

SEATS, LIAR, VICTIM = 5, 4, 0
GENESIS = genesis_of(SEATS, rounds=1)
STRUCK = 1000


def struck(name: str) -> Arena:
    """It has kept its secret, and said its first life sign since."""
    arena = Arena(SEATS, ATTACKS[name], LIAR)
    wait_out(arena.begin())
    said(arena, VICTIM, 0)
    return arena


def sign_of_life(beats: int) -> Have:
    heads = (Head(0, GENESIS.table),) * SEATS
    counts = {"count": STRUCK + beats, "linked": (), "heads": heads}
    return sign_have(key_of(LIAR), GENESIS.table, LIAR, heard=(7,) * SEATS, **counts)  # type: ignore[arg-type]


def said(arena: Arena, reader: int, patiences: float) -> tuple[Have, list[PeerMessage]]:
    """What a reader gets for a life sign so many patiences after the strike."""
    beats = round(patiences * GENESIS.patience)
    have, *more = arena.lying.bend(reader, sign_of_life(beats))
    assert isinstance(have, Have)
    check_have(have, GENESIS)
    assert have.count == STRUCK + beats
    return have, more


def test_one_is_told_of_the_liar_first_and_then_of_the_rest() -> None:
    arena = struck("wish to one, and leave")
    arena.lying.friends = frozenset({3})
    wishes = [said(arena, VICTIM, patiences)[0].wanted for patiences in (1, 6, 12)]
    assert wishes == [(), (3,), (1, 2, 3)]
    assert said(arena, 1, 12)[0].wanted == ()


def test_one_is_told_of_the_rest_at_once_and_all_see_the_guilt_at_last() -> None:
    arena = struck("wish to one, and be guilty")
    to_one, to_another = said(arena, VICTIM, 1), said(arena, 1, 1)
    assert (to_one[0].wanted, to_another[0].wanted) == ((1, 2, 3), ())
    assert (to_one[0].heard, to_another[0].heard) == ((7,) * SEATS, (0, 7, 7, 7, 7))
    assert to_one[1] == to_another[1] == []
    shown = [said(arena, reader, 12)[1] for reader in (VICTIM, 1)]
    assert shown[0] == shown[1]
    (guilt,) = shown[0]
    assert isinstance(guilt, Deliver)
    for seat in range(LIAR):
        arena.sessions[seat].receive(guilt.wire)
        assert arena.sessions[seat].proofs[LIAR].fault == "Equivocation"


def test_until_it_strikes_and_of_others_it_says_what_is_true() -> None:
    for name in ("wish to one, and leave", "never reveals"):
        liar = Liar(GENESIS, RULES, {LIAR: key_of(LIAR)}, ATTACKS[name])
        assert list(liar.bend(VICTIM, sign_of_life(0))) == [sign_of_life(0)]
