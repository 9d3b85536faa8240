"""Tables at which something is asked for the cards, and what is said there: for the vectors of §15.

Seats 0, 1 and 2 have the keys `KEYS`. Of six faces seat 0 holds two, seat 1 one, and three are joint;
where only two are present seat 1 is gone.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.cards.needs import JOINT
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.node.cards.dealer import MaskedDealer
from p2p_heroes.node.cards.masked import GONE, Masked, MaskedCard
from protocol.canonical import encode
from protocol.cards.card import masked
from protocol.cards.group import total
from protocol.cards.mix import check_mix, mix_cards
from protocol.cards.share import give_share
from scripts.tools.masks import FACES, HERE, KEYS, TABLE, opened

from ..vector import ACCEPT, Vector, vector
from .asking import AskingOnce

SEATS = 3
DEALER = MaskedDealer(AskingOnce(), TABLE)
ALL, TWO = (0, 1, 2), (0, 2)
"""Who is present."""

HELD = {2: JOINT, 3: 0, 4: 1, 5: JOINT, 6: JOINT, 7: 0}
ONLY_HELD = {3: 0, 4: 2, 7: 0}
FOLLOWING, NUMBER = 9, 7

State = Masked[Any]
Said = Mapping[int, Plain]


def at(need: Plain, held: Mapping[int, int] = HELD, present: tuple[int, ...] = ALL, **fields: Any) -> State:
    """Where this is needed of those who are present, and these cards are held."""
    keys = tuple(KEYS[seat].public if seat in present else GONE for seat in range(SEATS))
    gone = tuple(seat for seat in range(SEATS) if seat not in present)
    cards = tuple(
        MaskedCard(handle, holder, card) for (handle, holder), card in _cards(held, present).items()
    )
    state = Masked((need, tuple(held.items())), SEATS, keys, cards, gone, FOLLOWING, NUMBER)
    return replace(state, **fields)


def _cards(held: Mapping[int, int], present: tuple[int, ...]) -> dict[tuple[int, int], bytes]:
    """The faces from the first on: joint ones, those of seat 0, and so on."""
    by_holder = sorted(held.items(), key=lambda row: row[1])
    found: dict[tuple[int, int], bytes] = {}
    start = 0
    for holder in sorted(set(held.values())):
        rows = [row for row in by_holder if row[1] == holder]
        lying = _mixed(start, len(rows), present if holder == JOINT else (holder,))
        found |= dict(zip(rows, lying, strict=True))
        start += len(rows)
    return dict(sorted(found.items()))


@cache
def _mixed(start: int, size: int, seats: tuple[int, ...]) -> tuple[bytes, ...]:
    """So many faces from one on, mixed by each of some seats under their cover."""
    cover = total(KEYS[seat].public for seat in seats)
    cards = tuple(masked(face, cover) for face in FACES[start : start + size])
    for seat in seats:
        cards = check_mix(cards, cover, mix_cards(cards, cover, KEYS[seat], HERE), HERE)
    return cards


def face_of(state: State, handle: int) -> int:
    """What lies behind a handle of a seat."""
    [card] = [card for card in state.cards if card.handle == handle]
    return FACES.index(opened(card.card, [KEYS[card.holder]]))


def asked(state: State) -> tuple[int, ...]:
    return tuple(request.seat for request in _requests(state))


def _requests(state: State) -> Any:
    return getattr(DEALER.pending(state), "requests", ())


@cache
def owed(state: State, seat: int) -> bytes:
    """What a seat says whose program is honest."""
    operation = DEALER.operation(state)
    assert operation is not None
    return operation.make(seat, KEYS[seat])


def honest(state: State) -> dict[int, bytes]:
    return {seat: owed(state, seat) for seat in asked(state)}


def shown(state: State, seat: int, *handles: int, name: str = "open") -> tuple[Plain, bytes]:
    """A decision that shows these cards of a seat, with the opening."""
    cards = tuple(card.card for handle in handles for card in state.cards if card.handle == handle)
    where = DEALER.where_opened(state, seat) if name == "open" else HERE
    decision = tuple((handle, face_of(state, handle)) for handle in handles)
    return decision, give_share(cards, KEYS[seat], where) if cards else b""


def then(state: State, said: Said) -> State:
    """What a step comes to."""
    decoded = {seat: DEALER.decode_decision(value) for seat, value in said.items()}
    return DEALER.apply(state, decoded).state


def _blocks(state: State) -> tuple[tuple[str, bytes], ...]:
    return ("table", TABLE), ("state", encode(DEALER.encode_state(state)))


def _asked(state: State) -> str:
    return " ".join(map(str, asked(state)))


def said(expect: str, state: State, seat: int, value: Plain) -> Vector:
    """One seat says this."""
    is_owed = expect == ACCEPT and type(value) is bytes
    fields: dict[str, str | int | bytes] = {"kind": "said", "asked": _asked(state), "seat": seat}
    fields |= {"seed": KEYS[seat].seed} if is_owed else {}
    return vector(expect, *_blocks(state), ("value", encode(value)), **fields)


def owing(state: State, seat: int) -> Vector:
    """One seat says what it owes."""
    return said(ACCEPT, state, seat, owed(state, seat))


def settled(state: State, values: Said | None = None) -> Vector:
    """All say this, or what they owe: what it comes to."""
    values = honest(state) if values is None else values
    after = ("after", encode(DEALER.encode_state(then(state, values))))
    blocks = ((f"value-{seat}", encode(value)) for seat, value in values.items())
    return vector(ACCEPT, *_blocks(state), *blocks, after, kind="settled", asked=_asked(state))


def decoded(state: State) -> Vector:
    """A state that is one."""
    return vector(ACCEPT, ("state", encode(DEALER.encode_state(state))), kind="state", asked=_asked(state))


def refused(state: State, **fields: Plain) -> Vector:
    """A state that is none; in its plain form some fields are other ones."""
    plain = DEALER.encode_state(state)
    assert isinstance(plain, dict)
    return vector("BadProof", ("state", encode(plain | fields)), kind="state")
