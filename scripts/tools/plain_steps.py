"""Chapter 15 of docs/protocol.md once more: what cards ask of whom, over plain values and plain numbers.

Written from the text, to disagree with p2p_heroes.node.cards if one of the two is wrong, and shares no line
with it. A state is the map of §15.1, a need an array as in the vectors (tests/vectors/README.md).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scripts.tools.plain_cards import (
    BASE,
    RefusedCards,
    check_key,
    check_mix,
    check_power,
    check_seal,
    check_share,
    digest,
    minus,
    plus,
    point,
    read_point,
    total,
    written,
)

State = dict[str, Any]
Cards = list[bytes]
Answer = tuple[int, ...]

CARD_NEEDS = ("mix", "deal", "show", "seal", "gather")


class Owed(NamedTuple):
    """What a seat has to say: of these cards, sealed or mixed under these covers."""

    kind: str
    cards: Cards
    covers: Cards


class Steps:
    """The steps of one table, for a game of this family."""

    def __init__(self, table: bytes, family: str, faces: int) -> None:
        self.table = table
        self.faces = [self._face(family, number) for number in range(faces)]

    @staticmethod
    def _face(family: str, number: int) -> bytes:
        return written(point(b"face", family.encode(), number.to_bytes(8, "big")))

    # What is asked.

    def asked(self, state: State, need: Any) -> tuple[int, ...]:
        if state["keys"] and need[0] not in CARD_NEEDS:
            return tuple(need[1]) if need[0] == "secret" else ()
        return tuple(sorted(self.owed(state, need)))

    def owed(self, state: State, need: Any) -> dict[int, Owed]:
        """By seat, what the cards ask for."""
        if not state["keys"]:
            return {seat: Owed("key", [], []) for seat in range(state["seats"])}
        way: Callable[[State, Any], dict[int, Owed]] = getattr(self, f"_owed_in_{need[0]}")
        return way(state, need[1])

    def _owed_in_mix(self, state: State, piles: Any) -> dict[int, Owed]:
        if piles[0][0] != -1:
            return {
                pile[0]: Owed("mix", *self._entering(state, *pile)) for pile in piles if pile[1] or pile[2]
            }
        mixer = present(state)[state["stage"]]
        if state["stage"]:
            return {mixer: Owed("mix", split(state["piles"][0]), [cover(state, -1)])}
        return {mixer: Owed("mix", *self._entering(state, *piles[0]))}

    def _entering(
        self, state: State, holder: int, handles: Sequence[int], faces: Sequence[int]
    ) -> tuple[Cards, Cards]:
        key = cover(state, holder)
        hidden = [card_of(state, handle) for handle in handles]
        lying = [
            written(BASE) + written(plus(read_point(self.faces[face]), read_point(key))) for face in faces
        ]
        return hidden + lying, [key]

    def _owed_in_deal(self, state: State, dealt: Any) -> dict[int, Owed]:
        rows = {seat: [handle for handle, to in dealt if to != seat] for seat in present(state)}
        return {seat: Owed("share", cards_of(state, some), []) for seat, some in rows.items() if some}

    def _owed_in_show(self, state: State, handles: Any) -> dict[int, Owed]:
        holders = {handle: holder for handle, holder, _ in state["cards"]}
        rows = {seat: [one for one in handles if holders[one] in (-1, seat)] for seat in present(state)}
        return {seat: Owed("share", cards_of(state, some), []) for seat, some in rows.items() if some}

    def _owed_in_seal(self, state: State, passed: Any) -> dict[int, Owed]:
        return self._seals(state, [(handle, to) for handle, to in passed])

    def _seals(self, state: State, passed: list[tuple[int, int]]) -> dict[int, Owed]:
        found: dict[int, Owed] = {}
        for handle, to in passed:
            [holder] = [holder for one, holder, _ in state["cards"] if one == handle]
            owed = found.setdefault(holder, Owed("seal", [], []))
            owed.cards.append(card_of(state, handle))
            owed.covers.append(cover(state, to))
        return found

    def _owed_in_gather(self, state: State, faces: Any) -> dict[int, Owed]:
        here, stage, held = present(state), state["stage"], state["cards"]
        if not stage and held:
            return self._seals(state, [(handle, -1) for handle, _, _ in held])
        turn, r = max(stage, 1), len(here)
        if turn <= r:
            lying = self._entering(state, -1, (), faces)[0]
            deck, pool = map(split, state["piles"]) if stage else (lying, [])
            found = {here[turn - 1]: Owed("mix", deck, [cover(state, -1)])}
            if held:
                found[here[turn % r]] = Owed("mix", pool, [cover(state, -1)])
            return found
        deck, pool, *raised = map(split, state["piles"])
        if turn <= 2 * r:
            cards: Cards = pool + deck if turn == r + 1 else raised[0]
            return {here[turn - r - 1]: Owed("power", cards, [])}
        return {seat: Owed("share", raised[0], []) for seat in here}

    # What is said.

    def check(self, state: State, need: Any, seat: int, value: Any) -> None:
        """Raises RefusedCards with the name of the refusal."""
        if seat not in self.asked(state, need):
            raise RefusedCards("OutOfTurn")
        if state["keys"] and need[0] not in CARD_NEEDS:
            self._check_decision(state, seat, value)
            return
        owed = self.owed(state, need)[seat]
        if type(value) is not bytes:
            raise RefusedCards("WrongLength")
        match owed.kind:
            case "key":
                check_key(value, self._at(state, seat, "key"))
            case "mix":
                check_mix(owed.cards, owed.covers[0], value, self._at(state, seat, "mix"))
            case "share":
                check_share(owed.cards, state["keys"][seat], value, self._at(state, seat, "share"))
            case "power":
                check_power(owed.cards, value, self._at(state, seat, "power"))
            case "seal":
                self._check_seals(state, seat, owed, value)

    def _check_seals(self, state: State, seat: int, owed: Owed, value: bytes) -> None:
        if len(value) != 160 * len(owed.cards):
            raise RefusedCards("WrongLength")
        for place, (card, key) in enumerate(zip(owed.cards, owed.covers, strict=True)):
            one = value[160 * place : 160 * place + 160]
            check_seal(card, state["keys"][seat], key, one, self._at(state, seat, f"seal {place}"))

    def _check_decision(self, state: State, seat: int, value: Any) -> None:
        """Of the game that the vectors are played with: a decision is the cards that it shows."""
        fine = isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], tuple)
        fine = fine and isinstance(value[1], bytes) and all(face in range(6) for _, face in value[0])
        if not fine:
            raise RefusedCards("IllegalDecision")
        self.check_opening(state, seat, value[0], value[1])

    def check_opening(self, state: State, seat: int, shown: Any, opening: bytes) -> None:
        own = {handle: card for handle, holder, card in state["cards"] if holder == seat}
        handles = [handle for handle, _ in shown]
        if not shown and opening:
            raise RefusedCards("IllegalDecision")
        if len(set(handles)) < len(handles) or not set(handles) <= own.keys():
            raise RefusedCards("IllegalDecision")
        if shown:
            cards = [own[handle] for handle in handles]
            shares = check_share(cards, state["keys"][seat], opening, self._at(state, seat, "open"))
            for card, share, (_, face) in zip(cards, pieces(shares), shown, strict=True):
                if bare(card, [share]) != self.faces[face]:
                    raise RefusedCards("IllegalDecision")

    def _at(self, state: State, seat: int, name: str) -> bytes:
        where = state["number"].to_bytes(8, "big"), seat.to_bytes(8, "big"), name.encode()
        return digest("card-context", self.table, *where)

    # What it comes to.

    def settle(self, state: State, need: Any, values: Mapping[int, Any]) -> tuple[State, Answer | int | None]:
        """All but the state of the game, and what the game is told: an answer, who is gone, or nothing."""
        after = {**state, "number": state["number"] + 1}
        if not state["keys"]:
            said = (values[seat] for seat in range(state["seats"]))
            after["keys"] = tuple(b"" if value is None else value[:32] for value in said)
            return gone_of(after, need)
        if need[0] not in CARD_NEEDS:
            shown = {handle for decision, _ in values.values() for handle, _ in decision}
            after["cards"] = tuple(row for row in state["cards"] if row[0] not in shown)
            return after, ()
        silent = {seat for seat, value in values.items() if value is None}
        if silent:
            after["keys"] = tuple(b"" if s in silent else key for s, key in enumerate(state["keys"]))
            return gone_of(after, need)
        way: Callable[..., tuple[State, Answer | None]] = getattr(self, f"_settle_{need[0]}")
        return way(after, need[1], self.owed(state, need), values)

    def _settle_mix(
        self, state: State, piles: Any, owed: dict[int, Owed], values: Mapping[int, bytes]
    ) -> tuple[State, Answer | None]:
        mixed = {seat: split(values[seat][: 64 * len(owed[seat].cards)]) for seat in owed}
        if piles[0][0] != -1:
            fresh = [(pile[0], card) for pile in piles for card in mixed.get(pile[0], [])]
            return ended(state, [handle for pile in piles for handle in pile[1]], fresh)
        [cards] = mixed.values()
        if state["stage"] + 1 < len(present(state)):
            return {**state, "stage": state["stage"] + 1, "piles": (b"".join(cards),)}, None
        return ended(state, piles[0][1], [(-1, card) for card in cards])

    def _left(self, state: State, handle: int, owed: dict[int, Owed], values: Mapping[int, bytes]) -> bytes:
        """The second half of a card without all shares in it."""
        card = card_of(state, handle)
        shares = [
            pieces(values[seat])[one.cards.index(card)] for seat, one in owed.items() if card in one.cards
        ]
        return bare(card, shares)

    def _settle_deal(
        self, state: State, dealt: Any, owed: dict[int, Owed], values: Mapping[int, bytes]
    ) -> tuple[State, Answer | None]:
        fresh = [
            (to, card_of(state, handle)[:32] + self._left(state, handle, owed, values))
            for handle, to in dealt
        ]
        return ended(state, [handle for handle, _ in dealt], fresh)

    def _settle_show(
        self, state: State, handles: Any, owed: dict[int, Owed], values: Mapping[int, bytes]
    ) -> tuple[State, Answer | None]:
        left = [self._left(state, handle, owed, values) for handle in handles]
        after, _ = ended(state, handles, [])
        return after, tuple(self.faces.index(one) if one in self.faces else 0 for one in left)

    def _settle_seal(
        self, state: State, passed: Any, owed: dict[int, Owed], values: Mapping[int, bytes]
    ) -> tuple[State, Answer | None]:
        copies = {seat: seals_of(value) for seat, value in values.items()}
        holders = {handle: holder for handle, holder, _ in state["cards"]}
        fresh = [(to, copies[holders[handle]].pop(0)) for handle, to in passed]
        return ended(state, [handle for handle, _ in passed], fresh)

    def _settle_gather(
        self, state: State, faces: Any, owed: dict[int, Owed], values: Mapping[int, bytes]
    ) -> tuple[State, Answer | None]:
        here, stage, held = present(state), state["stage"], state["cards"]
        turn, r = max(stage, 1), len(here)
        if not stage and held:
            pool = [copy for seat in here if seat in owed for copy in seals_of(values[seat])]
            deck = self._entering(state, -1, (), faces)[0]
            return {**state, "stage": 1, "piles": (b"".join(deck), b"".join(pool))}, None
        if turn <= r:
            mixed = {seat: values[seat][: 64 * len(one.cards)] for seat, one in owed.items()}
            deck_after = mixed[here[turn - 1]]
            if not held and turn == r:
                return ended(state, [], [(-1, card) for card in split(deck_after)])
            pool_after = mixed[here[turn % r]] if held else b""
            return {**state, "stage": turn + 1, "piles": (deck_after, pool_after)}, None
        before = state["piles"]
        if turn <= 2 * r:
            [(seat, value)] = values.items()
            raised = value[: 64 * len(owed[seat].cards)]
            return {**state, "stage": stage + 1, "piles": (before[0], before[1], raised)}, None
        return self._tagged(state, values)

    def _tagged(self, state: State, values: Mapping[int, bytes]) -> tuple[State, Answer | None]:
        deck, pool, raised = map(split, state["piles"])
        shares = [pieces(value) for value in values.values()]
        tags = [bare(card, [one[place] for one in shares]) for place, card in enumerate(raised)]
        held, rest = tags[: len(pool)], tags[len(pool) :]
        free = [(-1, card) for card, tag in zip(deck, rest, strict=True) if tag not in held]
        return ended(state, [], free)


def is_for_nothing(word: str, what: Any) -> bool:
    return not any(pile[1] or pile[2] for pile in what) if word == "mix" else not what


def present(state: State) -> list[int]:
    return [seat for seat, key in enumerate(state["keys"]) if key]


def cover(state: State, holder: int) -> bytes:
    if holder != -1:
        key: bytes = state["keys"][holder]
        return key
    return written(total([read_point(key) for key in state["keys"] if key]))


def card_of(state: State, handle: int) -> bytes:
    [card] = cards_of(state, [handle])
    return card


def cards_of(state: State, handles: Sequence[int]) -> Cards:
    by_handle = {handle: card for handle, _, card in state["cards"]}
    return [by_handle[handle] for handle in handles]


def pieces(value: bytes) -> Cards:
    return [value[i : i + 32] for i in range(0, len(value), 32)]


def split(pile: bytes) -> Cards:
    return [pile[i : i + 64] for i in range(0, len(pile), 64)]


def seals_of(value: bytes) -> Cards:
    return [value[i : i + 64] for i in range(0, len(value), 160)]


def bare(card: bytes, shares: Sequence[bytes]) -> bytes:
    return written(plus(read_point(card[32:]), minus(total([read_point(one) for one in shares]))))


def ended(
    state: State, handles: Sequence[int], fresh: Sequence[tuple[int, bytes]]
) -> tuple[State, Answer | None]:
    """The operation is over: cards leave, and new ones take handles in their order."""
    start = state["following"]
    kept = [row for row in state["cards"] if row[0] not in handles]
    new = [(start + place, *card) for place, card in enumerate(fresh)]
    after = {"cards": (*kept, *new), "following": start + len(new), "stage": 0, "piles": ()}
    return {**state, **after}, tuple(row[0] for row in new)


def gone_of(state: State, need: Any) -> tuple[State, Answer | int | None]:
    """Where the game asks for cards it is told of the lowest seat whose key is empty."""
    untold = [seat for seat, key in enumerate(state["keys"]) if not key and seat not in state["gone"]]
    if need[0] not in CARD_NEEDS:
        return state, None
    if not untold:
        return state, () if is_for_nothing(*need) else None
    kept = tuple(row for row in state["cards"] if row[1] not in (-1, untold[0]))
    gone = tuple(sorted((*state["gone"], untold[0])))
    return {**state, "cards": kept, "gone": gone, "stage": 0, "piles": ()}, untold[0]
