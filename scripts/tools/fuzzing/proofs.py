"""Proofs of cards, as they are made and changed: two implementations come to the same verdict on each.

One is the program's, the other `scripts/tools/plain_cards.py`, written from the specification. A proof is
drawn with its statement and its place; then it stays as it is, or the value, the statement or the place is
changed. What was not changed must be accepted, and what was must be refused, by both under the same name.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing import get_context
from random import Random

from protocol.cards.card import masked
from protocol.cards.challenges import context
from protocol.cards.group import L, add, base, element, times, total
from protocol.cards.keys import CardKey, check_key, prove_key
from protocol.cards.mix import check_mix, mix_cards
from protocol.cards.points import face
from protocol.cards.power import check_power, raise_cards
from protocol.cards.seal import check_seal, seal
from protocol.cards.share import check_share, give_share
from protocol.errors import BadElement, Refusal
from scripts.tools import edwards, plain_cards

BATCH = 250
MOST_CARDS = 5
ACCEPTED = "accepted"
PIECE = 32


@dataclass(frozen=True, slots=True)
class CardStatement:
    """A value that somebody said, of a statement, at a place."""

    kind: str
    statement: tuple[bytes, ...]
    value: bytes
    place: bytes

    def ours(self) -> str:
        """What the program says of it."""
        try:
            return _came_to(_ours(self))
        except Refusal as refusal:
            return refusal.name

    def theirs(self) -> str:
        """What the second implementation says."""
        try:
            return _came_to(_theirs(self))
        except plain_cards.RefusedCards as refused:
            return str(refused)


class Parted(Exception):
    """Two verdicts on one proof, or a verdict that cannot be."""


def compare(seed: str, count: int, jobs: int = 1, *, batch: int = BATCH) -> Iterator[Counter[str]]:
    """So many proofs, each judged twice; the verdicts, batch by batch. Raises Parted."""
    batches = [(seed, start, min(batch, count - start)) for start in range(0, count, batch)]
    if jobs == 1:
        yield from map(_compare_batch, batches)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(_compare_batch, batches)


def _compare_batch(batch: tuple[str, int, int]) -> Counter[str]:
    seed, start, count = batch
    random = Random(f"{seed} {start}")
    counts: Counter[str] = Counter()
    for _ in range(count):
        said = DRAWS[random.choice(sorted(DRAWS))](random)
        changed = random.choice(WAYS)(said, random)
        counts[f"{said.kind}: {judged(said, changed)}"] += 1
    return counts


def judged(said: CardStatement, changed: CardStatement) -> str:
    """The one verdict on what became of a good proof."""
    verdict, second = changed.ours(), changed.theirs()
    if verdict != second:
        raise Parted(f"{verdict} and {second}: {changed}")
    same = changed == said
    if verdict.startswith(ACCEPTED) is not same:
        raise Parted(f"{verdict}, {'unchanged' if same else 'changed'}: {changed}")
    return ACCEPTED if same else verdict


def _came_to(result: bytes) -> str:
    return f"{ACCEPTED} {result.hex()}"


def _ours(said: CardStatement) -> bytes:
    match said.kind, said.statement:
        case "key", _:
            return check_key(said.value, said.place)
        case "share", (public, *cards):
            return b"".join(check_share(cards, public, said.value, said.place))
        case "mix", (cover, *cards):
            return b"".join(check_mix(cards, cover, said.value, said.place))
        case "seal", (card, public, cover):
            return check_seal(card, public, cover, said.value, said.place)
        case _:
            return b"".join(check_power(said.statement, said.value, said.place))


def _theirs(said: CardStatement) -> bytes:
    match said.kind, said.statement:
        case "key", _:
            return plain_cards.check_key(said.value, said.place)
        case "share", (public, *cards):
            return plain_cards.check_share(cards, public, said.value, said.place)
        case "mix", (cover, *cards):
            return plain_cards.check_mix(cards, cover, said.value, said.place)
        case "seal", (card, public, cover):
            return plain_cards.check_seal(card, public, cover, said.value, said.place)
        case _:
            return plain_cards.check_power(said.statement, said.value, said.place)


# Proofs that hold.


def _key(random: Random) -> CardKey:
    return CardKey.from_seed(random.randbytes(32))


def _place(random: Random) -> bytes:
    name = random.choice(("key", "mix/1", "deal", "show", "open", "seal/0", "power", "tag"))
    return context(
        table=random.randbytes(32), number=random.randrange(2**20), seat=random.randrange(7), name=name
    )


def _cards(random: Random, cover: bytes) -> tuple[bytes, ...]:
    """Face up, or already mixed by somebody."""
    faces = (face("fuzz", random.randrange(20)) for _ in range(random.randint(1, MOST_CARDS)))
    cards = tuple(masked(one, cover) for one in faces)
    if random.random() < 0.5:
        return cards
    return tuple(_masked_anew(card, cover, random.randrange(1, L)) for card in cards)


def _masked_anew(card: bytes, cover: bytes, mask: int) -> bytes:
    return add(card[:PIECE], base(mask)) + add(card[PIECE:], times(cover, mask))


def _drawn_key(random: Random) -> CardStatement:
    place = _place(random)
    return CardStatement("key", (), prove_key(_key(random), place), place)


def _drawn_share(random: Random) -> CardStatement:
    key, place = _key(random), _place(random)
    cards = _cards(random, total((key.public, _key(random).public)))
    return CardStatement("share", (key.public, *cards), give_share(cards, key, place), place)


def _drawn_mix(random: Random) -> CardStatement:
    key, place = _key(random), _place(random)
    cover = total((key.public, _key(random).public))
    cards = _cards(random, cover)
    return CardStatement("mix", (cover, *cards), mix_cards(cards, cover, key, place), place)


def _drawn_seal(random: Random) -> CardStatement:
    key, cover, place = _key(random), _key(random).public, _place(random)
    card = _cards(random, key.public)[0]
    return CardStatement("seal", (card, key.public, cover), seal(card, key, cover, place), place)


def _drawn_power(random: Random) -> CardStatement:
    key, place = _key(random), _place(random)
    cards = _cards(random, key.public)
    return CardStatement("power", cards, raise_cards(cards, key, place), place)


DRAWS: dict[str, Callable[[Random], CardStatement]] = {
    "key": _drawn_key,
    "share": _drawn_share,
    "mix": _drawn_mix,
    "seal": _drawn_seal,
    "power": _drawn_power,
}


# Ways to change one. Each gives back what it got where there is nothing that it could change.

Way = Callable[[CardStatement, Random], CardStatement]


def _as_it_is(said: CardStatement, random: Random) -> CardStatement:
    return said


def _bit(said: CardStatement, random: Random) -> CardStatement:
    changed = bytearray(said.value)
    at = random.randrange(8 * len(changed))
    changed[at // 8] ^= 1 << at % 8
    return replace(said, value=bytes(changed))


def _piece(said: CardStatement, random: Random) -> CardStatement:
    """A piece becomes another that would do: moved by one, opposite, or from elsewhere in the value."""
    pieces = _pieces(said.value)
    at = random.randrange(len(pieces))
    pieces[at] = random.choice((_next, _opposite, lambda _: random.choice(pieces)))(pieces[at])
    return replace(said, value=b"".join(pieces))


def _next(piece: bytes) -> bytes:
    if _is_element(piece):
        return add(piece, base(1)) or piece
    return ((int.from_bytes(piece, "little") + 1) % L).to_bytes(PIECE, "little")


def _opposite(piece: bytes) -> bytes:
    if _is_element(piece):
        return times(piece, -1)
    return (-int.from_bytes(piece, "little") % L).to_bytes(PIECE, "little")


def _odd_piece(said: CardStatement, random: Random) -> CardStatement:
    """A piece becomes what no element, or no scalar, may be."""
    pieces = _pieces(said.value)
    at = random.randrange(len(pieces))
    pieces[at] = random.choice(_odd(pieces[at]))
    return replace(said, value=b"".join(pieces))


def _odd(piece: bytes) -> Sequence[bytes]:
    number = int.from_bytes(piece, "little")
    if not _is_element(piece):
        return [(number + L).to_bytes(PIECE, "little"), b"\xff" * PIECE, L.to_bytes(PIECE, "little")]
    point = edwards.decode(piece)
    mixed = [edwards.encode(edwards.add(point, small)) for small in _torsion()[1:]]
    small = [edwards.encode(one) for one in _torsion()]
    large = [y.to_bytes(PIECE, "little") for y in range(edwards.P, 2**255)]
    return [*mixed, *small, *large, b"\xff" * PIECE, (2).to_bytes(PIECE, "little")]


@cache
def _torsion() -> tuple[edwards.Point, ...]:
    return tuple(edwards.torsion())


def _length(said: CardStatement, random: Random) -> CardStatement:
    size = random.choice((0, -1, 1, -PIECE, PIECE, -2 * PIECE, 192))
    value = said.value[:size] if size <= 0 else said.value + random.randbytes(size)
    return replace(said, value=value)


def _swap(said: CardStatement, random: Random) -> CardStatement:
    pieces = _pieces(said.value)
    one, other = random.randrange(len(pieces)), random.randrange(len(pieces))
    pieces[one], pieces[other] = pieces[other], pieces[one]
    return replace(said, value=b"".join(pieces))


def _elsewhere(said: CardStatement, random: Random) -> CardStatement:
    return replace(said, place=_place(random))


def _statement(said: CardStatement, random: Random) -> CardStatement:
    """Another key, cover or card, or half of one."""
    if not said.statement:
        return said
    at = random.randrange(len(said.statement))
    halves = _pieces(said.statement[at])
    half = random.randrange(len(halves))
    # Of a card whose share is given only the first half counts.
    if said.kind == "share" and at > 0:
        half = 0
    halves[half] = _next(halves[half])
    return replace(said, statement=(*said.statement[:at], b"".join(halves), *said.statement[at + 1 :]))


def _other_proof(said: CardStatement, random: Random) -> CardStatement:
    """A good proof of its kind, of something else."""
    other = DRAWS[said.kind](random)
    return replace(said, value=other.value)


WAYS: tuple[Way, ...] = (
    *(_as_it_is, _as_it_is, _bit, _bit, _piece, _piece, _piece, _odd_piece, _odd_piece),
    *(_length, _swap, _elsewhere, _statement, _statement, _other_proof),
)


def _pieces(value: bytes) -> list[bytes]:
    return [value[at : at + PIECE] for at in range(0, len(value), PIECE)]


def _is_element(piece: bytes) -> bool:
    try:
        element(piece)
    except BadElement:
        return False
    return True
