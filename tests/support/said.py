"""What seats say of themselves every second: which messages they hold, and whom they hear."""

from collections.abc import Iterable

from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.genesis import Genesis
from protocol.lifesign import sign_have
from protocol.peer_messages import Have, Head
from protocol.session import Session


def have_of(
    session: Session[Position],
    seat: int | None = None,
    *,
    count: int = 1,
    linked: Iterable[int] = (),
    wanted: Iterable[int] = (),
    heard: tuple[int, ...] = (),
) -> Have:
    """What this session holds, as it says it itself or another seat that holds the same."""
    author = min(session.keys) if seat is None else seat
    heads = tuple(Head(*end) for end in session.log.ends())
    table = session.genesis.table
    told = {"linked": tuple(sorted(linked)), "wanted": tuple(sorted(wanted))}
    return sign_have(key_of(author), table, author, count=count, heard=heard, heads=heads, **told)


def have(*numbers: int, seat: int = 1, genesis: Genesis | None = None, count: int = 1) -> Have:
    """What a seat says that lacks these messages, whatever it holds before them."""
    table = (genesis or genesis_of(max(len(numbers), 2))).table
    heads = tuple(Head(number, noise("head", number)) for number in numbers)
    return sign_have(key_of(seat), table, seat, count=count, linked=(), heads=heads)
