"""The sorts of parts that only Write & Conquer has: regions, errands, amounts, spoils."""

from __future__ import annotations

from typing import TypeVar

from p2p_heroes.games.conquer.resources import Amounts, rank
from p2p_heroes.games.conquer.world import REGIONS, WORDS, Region
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.kinds import (
    Amount,
    EachOnce,
    Name,
    Named,
    OneOf,
    OrNone,
    Several,
    Unreadable,
    Words,
)

T = TypeVar("T")

KEYWORDS = frozenset({"buying", "for", "on", "saving", "sending", "via", "with"})
"""The keywords of all forms; the codec sees to it that there is no other."""


def _key(word: str) -> str:
    return word.replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "").casefold()


def in_order(value: tuple[tuple[str, T], ...]) -> tuple[tuple[str, T], ...]:
    """As they are written; see `rank`."""
    return tuple(sorted(value, key=lambda entry: rank(entry[0])))


class Spoils:
    """A faction, and the resources taken from it."""

    absent: tuple[str, Amounts] = ("", ())
    is_plain = True

    def plain(self, value: tuple[str, Amounts]) -> Plain:
        return (value[0], AMOUNTS.plain(value[1]))

    def value(self, plain: Plain) -> tuple[str, Amounts]:
        if not isinstance(plain, tuple) or len(plain) != 2:
            raise Unreadable("not spoils")
        victim, amounts = NAME.value(plain[0]), AMOUNTS.value(plain[1])
        if not amounts:
            raise Unreadable("whoever loses nothing is not mentioned")
        return victim, amounts

    def words(self, value: tuple[str, Amounts]) -> str:
        return f"{value[0]} {AMOUNTS.words(value[1])}"

    def read(self, words: Words) -> tuple[str, Amounts]:
        victim, amounts = NAME.read(words), [AMOUNT.read(words)]
        while words.peek(1).isdecimal():
            amounts.append(AMOUNT.read(words))
        return victim, AMOUNTS.value(in_order(tuple(amounts)))


NAME = Name(KEYWORDS)
SOME_REGION = OneOf("region", dict(zip(WORDS, REGIONS, strict=True)), key=_key, word_of=WORDS.__getitem__)
REGION = OrNone(SOME_REGION)
AMOUNT = Amount(NAME)
ERRAND: Named[Region] = Named(NAME, SOME_REGION, "an errand")
"""A piece of the player's and the region it is sent to."""
NAMES: Several[str] = Several(NAME)
SOME_REGIONS: Several[Region] = Several(SOME_REGION)
AMOUNTS: EachOnce[int] = EachOnce(AMOUNT, width=2, in_order=in_order)
ERRANDS: EachOnce[Region] = EachOnce(ERRAND, width=2, in_order=in_order)
SPOILS: EachOnce[Amounts] = EachOnce(Spoils(), width=2, in_order=in_order)
