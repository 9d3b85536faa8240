"""What a liar says in its life signs: to one seat alone, that a person wants to go on without others.

A program follows such a wish behind five times the table's patience, so both attacks count in patiences. They
need tables at which only programs play: people would have gone on before.
"""

from collections.abc import Iterable

from p2p_heroes.tabletest.attacks.liar import AnyLiar
from protocol.lifesign import sign_have
from protocol.messages import Resign
from protocol.peer_messages import Deliver, Have, PeerMessage


def of_itself_and_then_of_the_rest(
    liar: AnyLiar, reader: int, have: Have, beats: int
) -> Iterable[PeerMessage]:
    """First that a liar be left, which is true, and when its victim has proposed that, that all others be."""
    patience, rest = liar.genesis.patience, set(liar.honest) - {reader}
    wanted = {min({liar.seat, *liar.friends})} if beats > 5 * patience else set[int]()
    wanted |= rest if beats > 11 * patience else set()
    return [_wishing(liar, have, wanted if liar.is_victim(reader) else ())]


def of_the_rest_and_then_guilt(liar: AnyLiar, reader: int, have: Have, beats: int) -> Iterable[PeerMessage]:
    """That all others be left; to them it has heard nothing of its victim; at last it shows all its guilt."""
    twin = []
    if beats > 11 * liar.genesis.patience and liar.struck:
        said = liar.log.chains[liar.seat][liar.struck - 1]
        twin = [Deliver(liar.instead(said, Resign()).wire)]
    if liar.is_victim(reader):
        return [_wishing(liar, have, set(liar.honest) - {reader}), *twin]
    return [_wishing(liar, have, (), deaf=liar.honest[0]), *twin]


def _wishing(liar: AnyLiar, have: Have, wanted: Iterable[int], deaf: int | None = None) -> Have:
    return sign_have(
        liar.keys[liar.seat],
        liar.genesis.table,
        liar.seat,
        count=have.count,
        heard=tuple(0 if seat == deaf else count for seat, count in enumerate(have.heard)),
        linked=have.linked,
        wanted=tuple(sorted(set(wanted) - {liar.seat})),
        heads=have.heads,
    )
