"""What a game of cards asks the dealer for, and when that is no sound question.

Rules of such a game never see a card. They know handles, numbers that the dealer gives and never gives
again, and the faces of what lies open. Every need is answered by new handles, by faces, or by `Gone`: a seat
has left for good before it was met, and whatever was masked by it cannot be read any more. A handle that is
answered by a new one, or by a face, is no more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias, TypeGuard, assert_never

from p2p_heroes.games.kit.frozen import Frozen

JOINT = -1
"""Who holds a card that all seats have masked together: nobody."""

MOST_CARDS = 128
"""In a family of faces, and in a pile that is mixed."""

MOST_HIDDEN = 2 * MOST_CARDS
"""Of a whole table, when a need has been met: no state holds more."""

MOST_TURNED = 64
"""Cards that are dealt, or shown, at once."""

MOST_SEALED = 24
"""Cards that are passed on at once."""


class Pile(Frozen):
    """Cards that are put together: those of its holder, and some that lie open."""

    holder: int
    handles: tuple[int, ...]
    faces: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.handles) + len(self.faces)


class Mix(Frozen):
    """Shuffle a joint pile; or some piles of one seat each, by that seat alone, who then knows its order.

    Answered by the new handles, pile by pile, from the top.
    """

    piles: tuple[Pile, ...]


class Deal(Frozen):
    """Each of these joint cards to a seat, who alone sees it. Answered by a new handle for each."""

    cards: tuple[tuple[int, int], ...]


class Show(Frozen):
    """Turn these up for all. Answered by their faces."""

    handles: tuple[int, ...]


class Seal(Frozen):
    """Each of these cards of a seat to a seat, or face down to the joint ones. Answered by new handles."""

    cards: tuple[tuple[int, int], ...]


class Gather(Frozen):
    """After a seat has left: a new joint pile of all these faces but those that somebody holds.

    Answered by its handles, from the top. Who held what stays hidden.
    """

    faces: tuple[int, ...]


class Gone(Frozen):
    """This seat has left. Its cards and all joint ones are no more; nothing may be asked of it again."""

    seat: int


CardNeed: TypeAlias = Mix | Deal | Show | Seal | Gather
CardAnswer: TypeAlias = tuple[int, ...] | Gone


def is_card_need(need: object) -> TypeGuard[CardNeed]:
    """Whether the dealer is asked, and not the seats or chance."""
    return isinstance(need, (Mix, Deal, Show, Seal, Gather))


def is_met(need: CardNeed) -> bool:
    """Whether there is nothing to do: the answer is no card, and nobody is asked."""
    match need:
        case Mix(piles):
            return not any(map(len, piles))
        case Deal(cards) | Seal(cards):
            return not cards
        case Show(handles):
            return not handles
        case Gather(faces):
            return not faces
        case other:
            assert_never(other)


def mistake(need: CardNeed, holders: Mapping[int, int], present: Collection[int], family: int) -> str:
    """Why nobody can meet a need, or nothing.

    holders: who holds each card that there is. present: the seats that are still here. family: how many
    faces there are.
    """
    return next(_mistakes(need, holders, present, range(family)), "")


def _mistakes(
    need: CardNeed, holders: Mapping[int, int], present: Collection[int], family: range
) -> Iterator[str]:
    handles = handles_of(need)
    if len(set(handles)) < len(handles):
        yield "a card is named twice"
    if holders.keys() >= set(handles):
        yield from _mistakes_with_cards(need, holders, present, family)
    else:
        yield "there is no such card"


def _mistakes_with_cards(
    need: CardNeed, holders: Mapping[int, int], present: Collection[int], family: range
) -> Iterator[str]:
    held = {holders[handle] for handle in handles_of(need)}
    match need:
        case Mix(piles):
            yield from _wrong_piles(piles, holders, present, family)
            hidden = len(holders) + sum(len(pile.faces) for pile in piles)
            if hidden > MOST_HIDDEN:
                yield f"{hidden} hidden cards, where {MOST_HIDDEN} are allowed"
        case Deal(cards):
            yield from _too_many(len(cards), MOST_TURNED)
            if held - {JOINT}:
                yield "somebody holds a card that is dealt"
            if not {seat for _, seat in cards} <= set(present):
                yield "a card is dealt to a seat that is not there"
        case Show(handles):
            yield from _too_many(len(handles), MOST_TURNED)
            if not held <= {JOINT, *present}:
                yield "a card of a seat that is not there is shown"
        case Seal(cards):
            yield from _too_many(len(cards), MOST_SEALED)
            if not held <= set(present):
                yield "only who holds a card can pass it on"
            if not {to for _, to in cards} <= {JOINT, *present}:
                yield "a card is passed to a seat that is not there"
        case Gather(faces):
            yield from _wrong_faces(faces, family)
            yield from _too_many(len(holders), MOST_CARDS)
            if JOINT in holders.values():
                yield "there are joint cards already"
        case other:
            assert_never(other)


def handles_of(need: CardNeed) -> tuple[int, ...]:
    """The cards that a need is about."""
    match need:
        case Mix(piles):
            return tuple(handle for pile in piles for handle in pile.handles)
        case Deal(cards) | Seal(cards):
            return tuple(handle for handle, _ in cards)
        case Show(handles):
            return handles
        case Gather():
            return ()
        case other:
            assert_never(other)


def _wrong_piles(
    piles: tuple[Pile, ...], holders: Mapping[int, int], present: Collection[int], family: range
) -> Iterator[str]:
    who = [pile.holder for pile in piles]
    if len(set(who)) < len(who) or (JOINT in who and len(who) > 1):
        yield "two piles of a seat, or a joint pile among others, are mixed at once"
    if not set(who) <= {JOINT, *present}:
        yield "a seat that is not there mixes"
    for pile in piles:
        yield from _too_many(len(pile), MOST_CARDS)
        yield from _wrong_faces(pile.faces, family)
        if any(holders[handle] != pile.holder for handle in pile.handles):
            yield "a card is mixed by a seat that does not hold it"


def _wrong_faces(faces: Iterable[int], family: range) -> Iterator[str]:
    listed = tuple(faces)
    if len(set(listed)) < len(listed):
        yield "a face is named twice"
    if not all(face in family for face in listed):
        yield "there is no such face"


def _too_many(size: int, most: int) -> Iterator[str]:
    if size > most:
        yield f"{size} cards at once, where {most} are allowed"
