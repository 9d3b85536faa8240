"""How every need but a gathering is met: operations of one step, and the joint mix (protocol.md §15)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from p2p_heroes.games.kit.cards.needs import JOINT, Deal, Mix, Pile, Seal, Show, handles_of
from p2p_heroes.games.kit.frozen import Frozen, replace
from p2p_heroes.node.cards.masked import GONE, Masked
from p2p_heroes.node.cards.operation import (
    Cards,
    Operation,
    Outcome,
    cards_of,
    check_key,
    check_mix,
    check_seal,
    check_share,
    elements,
    replaced,
)
from protocol.cards.card import CARD_SIZE, bare, masked
from protocol.cards.group import IDENTITY, SIZE, add
from protocol.cards.keys import CardKey, prove_key
from protocol.cards.mix import mix_cards
from protocol.cards.points import face
from protocol.cards.seal import SEAL_SIZE, seal
from protocol.cards.share import give_share
from protocol.errors import WrongLength


class Family(Frozen):
    """What the faces of a game are called by, and how many there are."""

    name: str
    size: int

    def point(self, number: int) -> bytes:
        return face(self.name, number)

    def numbers(self) -> dict[bytes, int]:
        """What each face stands for."""
        return {self.point(number): number for number in range(self.size)}

    def number(self, point: bytes) -> int:
        """Which face this is. What is none is taken for the first: no honest deck comes to it."""
        return self.numbers().get(point, 0)


class Keys(Operation):
    """Every seat says its key, before anything else."""

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(self.state.seats))

    def check(self, seat: int, value: bytes) -> None:
        check_key(value, self.context(seat, "key"))

    def make(self, seat: int, key: CardKey) -> bytes:
        return prove_key(key, self.context(seat, "key"))

    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        said = tuple(values[seat][:SIZE] if seat in values else GONE for seat in self.seats)
        return Outcome(replace(self.state, keys=said))


class MixTurn(Frozen):
    """What a seat has to mix, and under which cover."""

    cards: Cards
    cover: bytes


class Mixing(Operation):
    """Each of some seats mixes a pile."""

    @abstractmethod
    def turn(self, seat: int) -> MixTurn:
        """What this seat has to mix."""

    def check(self, seat: int, value: bytes) -> None:
        turn = self.turn(seat)
        check_mix(turn.cards, turn.cover, value, self.context(seat, "mix"))

    def make(self, seat: int, key: CardKey) -> bytes:
        turn = self.turn(seat)
        return mix_cards(turn.cards, turn.cover, key, self.context(seat, "mix"))

    def mixed(self, seat: int, value: bytes) -> Cards:
        """What the seat has made of its pile."""
        return cards_of(value, len(self.turn(seat).cards))


class MixOwn(Mixing):
    """Seats shuffle cards of their own, all at once: each knows the order of its pile, and nobody else."""

    def __init__(self, table: bytes, state: Masked[Any], family: Family, need: Mix) -> None:
        super().__init__(table, state)
        self._family = family
        self._piles = {pile.holder: pile for pile in need.piles if len(pile)}
        self._need = need

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted(self._piles))

    def turn(self, seat: int) -> MixTurn:
        return entering(self.state, self._family, self._piles[seat])

    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        fresh = [(seat, card) for seat in self._piles for card in self.mixed(seat, values[seat])]
        return replaced(self.state, handles_of(self._need), fresh)

    @property
    def is_sound(self) -> bool:
        piles = self._piles.values()
        return super().is_sound and all(can_enter(self.state, self._family, pile) for pile in piles)


class MixJoint(Mixing):
    """All who are present shuffle a pile, one after the other, so that nobody knows its order."""

    def __init__(self, table: bytes, state: Masked[Any], family: Family, pile: Pile) -> None:
        super().__init__(table, state)
        self._family = family
        self._pile = pile

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.state.present[self.state.stage],)

    def turn(self, seat: int) -> MixTurn:
        if self.state.stage:
            return MixTurn(self.state.piles[0], self.state.cover(JOINT))
        return entering(self.state, self._family, self._pile)

    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        [(seat, value)] = values.items()
        cards, stage = self.mixed(seat, value), self.state.stage + 1
        if stage < len(self.state.present):
            return Outcome(replace(self.state, stage=stage, piles=(cards,)))
        return replaced(self.state, self._pile.handles, [(JOINT, card) for card in cards])

    @property
    def is_sound(self) -> bool:
        stage, sizes = self.state.stage, tuple(map(len, self.state.piles))
        if stage:
            return stage < len(self.state.present) and sizes == (len(self._pile),)
        return not sizes and can_enter(self.state, self._family, self._pile)


def entering(state: Masked[Any], family: Family, pile: Pile) -> MixTurn:
    """A pile as its first mixer gets it: cards that lie hidden, and faces that all know."""
    cards, cover = state.by_handle(), state.cover(pile.holder)
    faces = (masked(family.point(face), cover) for face in pile.faces)
    return MixTurn((*(cards[handle] for handle in pile.handles), *faces), cover)


def can_enter(state: Masked[Any], family: Family, pile: Pile) -> bool:
    """Whether every face has a masked form. In a state that was made up a key can be chosen against it."""
    cover = state.cover(pile.holder)
    return all(add(family.point(face), cover) != IDENTITY for face in pile.faces)


class Sharing(Operation):
    """Each of some seats takes off what it has put on some cards."""

    def __init__(self, table: bytes, state: Masked[Any]) -> None:
        super().__init__(table, state)
        self._cards = state.by_handle()

    @abstractmethod
    def shared(self, seat: int) -> tuple[int, ...]:
        """The cards that the seat has to share in."""

    def check(self, seat: int, value: bytes) -> None:
        cards = tuple(self._cards[handle] for handle in self.shared(seat))
        check_share(cards, self.state.keys[seat], value, self.context(seat, "share"))

    def make(self, seat: int, key: CardKey) -> bytes:
        cards = tuple(self._cards[handle] for handle in self.shared(seat))
        return give_share(cards, key, self.context(seat, "share"))

    def bared(self, values: Mapping[int, bytes]) -> dict[int, bytes]:
        """By handle, what is left of the second half of a card without these shares."""
        shares: dict[int, list[bytes]] = {}
        for seat, value in values.items():
            handles = self.shared(seat)
            for handle, share in zip(handles, elements(value, len(handles)), strict=True):
                shares.setdefault(handle, []).append(share)
        return {handle: bare(self._cards[handle], some) for handle, some in shares.items()}


class DealCards(Sharing):
    """All others take their part off a joint card, so that only its new holder can read it."""

    def __init__(self, table: bytes, state: Masked[Any], need: Deal) -> None:
        super().__init__(table, state)
        self._dealt = need.cards

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.state.present if self.shared(seat))

    def shared(self, seat: int) -> tuple[int, ...]:
        return tuple(handle for handle, to in self._dealt if to != seat)

    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        left = self.bared(values)
        fresh = [(to, self._cards[handle][:SIZE] + left[handle]) for handle, to in self._dealt]
        return replaced(self.state, left, fresh)


class ShowCards(Sharing):
    """Whoever has a part in a card takes it off, and all can read it."""

    def __init__(self, table: bytes, state: Masked[Any], family: Family, need: Show) -> None:
        super().__init__(table, state)
        self._family = family
        self._shown = need.handles
        self._holders = state.holders()

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.state.present if self.shared(seat))

    def shared(self, seat: int) -> tuple[int, ...]:
        return tuple(handle for handle in self._shown if self._holders[handle] in (JOINT, seat))

    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        left = self.bared(values)
        faces = tuple(self._family.number(left[handle]) for handle in self._shown)
        return Outcome(self.state.without(self._shown), faces)


class Sealing(Operation):
    """Seats put cards of theirs under another cover, all at once."""

    @abstractmethod
    def sealed(self, seat: int) -> tuple[tuple[bytes, int], ...]:
        """The cards that the seat has to seal, and for whom each."""

    def check(self, seat: int, value: bytes) -> None:
        owed = self.sealed(seat)
        if len(value) != SEAL_SIZE * len(owed):
            raise WrongLength(f"not {len(owed)} seals")
        for place, (card, to) in enumerate(owed):
            one = value[SEAL_SIZE * place : SEAL_SIZE * (place + 1)]
            context = self.context(seat, f"seal {place}")
            check_seal(card, self.state.keys[seat], self.state.cover(to), one, context)

    def make(self, seat: int, key: CardKey) -> bytes:
        return b"".join(
            seal(card, key, self.state.cover(to), self.context(seat, f"seal {place}"))
            for place, (card, to) in enumerate(self.sealed(seat))
        )

    def copies(self, seat: int, value: bytes) -> Cards:
        """The cards under their new covers."""
        places = range(len(self.sealed(seat)))
        return tuple(value[SEAL_SIZE * place : SEAL_SIZE * place + CARD_SIZE] for place in places)


class SealCards(Sealing):
    """Cards are passed on, or laid face down among the joint ones."""

    def __init__(self, table: bytes, state: Masked[Any], need: Seal) -> None:
        super().__init__(table, state)
        self._passed = need.cards
        self._cards, self._holders = state.by_handle(), state.holders()

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted({self._holders[handle] for handle, _ in self._passed}))

    def sealed(self, seat: int) -> tuple[tuple[bytes, int], ...]:
        passed = ((handle, to) for handle, to in self._passed if self._holders[handle] == seat)
        return tuple((self._cards[handle], to) for handle, to in passed)

    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        copies = {seat: iter(self.copies(seat, value)) for seat, value in values.items()}
        fresh = [(to, next(copies[self._holders[handle]])) for handle, to in self._passed]
        return replaced(self.state, [handle for handle, _ in self._passed], fresh)
