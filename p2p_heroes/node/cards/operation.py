"""One step that the cards ask for: who owes what, how it is checked and made, and what it comes to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar

from p2p_heroes.games.kit.frozen import Frozen, replace
from p2p_heroes.node.cards.masked import Masked
from protocol.canonical import Value
from protocol.cards import keys, mix, power, seal, share
from protocol.cards.card import CARD_SIZE
from protocol.cards.challenges import context
from protocol.cards.group import SIZE
from protocol.cards.keys import CardKey
from protocol.errors import WrongLength

S = TypeVar("S")

Cards = tuple[bytes, ...]

REMEMBERED = 32
"""Verdicts of each sort that are not asked for again: a message is judged when made, heard and shown."""

check_key = lru_cache(REMEMBERED)(keys.check_key)
check_mix = lru_cache(REMEMBERED)(mix.check_mix)
check_share = lru_cache(REMEMBERED)(share.check_share)
check_seal = lru_cache(REMEMBERED)(seal.check_seal)
check_power = lru_cache(REMEMBERED)(power.check_power)


class Outcome(Frozen, Generic[S]):
    """What a step has come to: the cards, and what the game is answered; nothing while more is to be done."""

    state: Masked[S]
    answer: tuple[int, ...] | None = None


class Operation(ABC):
    """Asked of some seats at once; each says a byte string."""

    def __init__(self, table: bytes, state: Masked[Any]) -> None:
        self.table = table
        self.state = state

    @property
    @abstractmethod
    def seats(self) -> tuple[int, ...]:
        """Who owes something, in seat order; at least one."""

    @abstractmethod
    def check(self, seat: int, value: bytes) -> None:
        """Raises a Refusal of chapter 14 if this is not what the seat owes."""

    @abstractmethod
    def make(self, seat: int, key: CardKey) -> bytes:
        """What the seat owes: the same whenever it is asked."""

    @abstractmethod
    def settle(self, values: Mapping[int, bytes]) -> Outcome[Any]:
        """What it comes to when each seat has said what was checked. It never fails."""

    @property
    def is_sound(self) -> bool:
        """Whether it can be done with a state that somebody may have made up."""
        return not self.state.stage and not self.state.piles

    def context(self, seat: int, name: str) -> bytes:
        """What this seat proves here, as this, is worth nothing anywhere else."""
        return context(table=self.table, number=self.state.number, seat=seat, name=name)


def said(value: Value) -> bytes:
    """What answers an operation. Raises WrongLength for all else."""
    if not isinstance(value, bytes):
        raise WrongLength("a byte string is asked for")
    return value


def elements(value: bytes, count: int) -> Cards:
    """The first so many elements of what was checked."""
    return tuple(value[SIZE * place : SIZE * (place + 1)] for place in range(count))


def cards_of(value: bytes, count: int) -> Cards:
    """The first so many cards of what was checked."""
    return tuple(value[CARD_SIZE * place : CARD_SIZE * (place + 1)] for place in range(count))


def replaced(state: Masked[S], handles: Iterable[int], fresh: Iterable[tuple[int, bytes]]) -> Outcome[S]:
    """The end of an operation: these cards are no more, and these, each by its holder, come instead."""
    after, named = state.without(handles).adding(fresh)
    return Outcome(replace(after, stage=0, piles=()), named)
