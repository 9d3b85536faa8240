"""Where a game of magpies stands."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, TypeVar, assert_never

from p2p_heroes.games.kit.cards.needs import JOINT
from p2p_heroes.games.kit.forms import Form, Part, Record
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNTS, Count, OneOf, OrNone, Several
from p2p_heroes.games.kit.rulebook import ranked
from p2p_heroes.games.magpies.trinkets import FEATHERS, TRINKETS, WORTH

T = TypeVar("T")

SEATS = range(2, 6)
ROUNDS = range(1, len(FEATHERS) + 1)
CLAWS = 3
"""Trinkets that a magpie can hold before anything is stolen."""

PRIZE = 2
"""How often a prize counts, which is safe; what is still in the claws in the end counts once."""


class Phase(StrEnum):
    """What is settled next."""

    FEATHERS = "feathers"
    """Everybody shuffles its own feathers."""
    SHUFFLE = "shuffle"
    """The tree is shuffled, with all that was played and buried."""
    FILL = "fill"
    """Everybody draws up to a full hand."""
    BLUR = "blur"
    """Whoever drew to cards that it held mixes them; `pending`: these seats."""
    TURN = "turn"
    """The prize of the round is turned up."""
    PLUCK = "pluck"
    """Everybody draws a feather."""
    BID = "bid"
    THEFT = "theft"
    """Which card is stolen is drawn; `pending`: victim and thief."""
    STEAL = "steal"
    """It changes hands; `pending`: victim, thief and card."""
    BURY = "bury"
    HIDE = "hide"
    """What is buried is sealed; `pending`: the cards."""
    COUNT = "count"
    """After the last round everybody shows what it still holds."""
    GATHER = "gather"
    """Somebody has left, and the tree is made anew."""
    OVER = "over"


PHASE = OneOf("phase", {phase.value: phase for phase in Phase})
HANDS: Several[tuple[int, ...]] = Several(COUNTS)


class State(Record):
    """Cards by handle, but for what lies open.

    tree, buried: the joint cards, the tree from the top. claws: the trinkets of each seat. nest: the feathers
    that a seat has not drawn; feathers: those that it has. open: faces of trinkets that were played or won;
    worn: of the feathers that each seat has played.
    grips: how many trinkets each seat can hold; who steals can hold one more, and who is robbed one less.
    """

    form: ClassVar[Form] = Form(
        "magpies",
        Part("rounds", Count(ROUNDS[0], ROUNDS[-1])),
        Part("played", Count(0, ROUNDS[-1])),
        Part("phase", PHASE),
        Part("scores", COUNTS),
        Part("tree", COUNTS),
        Part("buried", COUNTS),
        Part("open", COUNTS),
        Part("prize", OrNone(Count(0, TRINKETS[-1]))),
        Part("claws", HANDS),
        Part("grips", COUNTS),
        Part("nest", HANDS),
        Part("feathers", HANDS),
        Part("worn", HANDS),
        Part("pending", COUNTS),
        Part("gone", COUNTS),
    )
    rounds: int
    played: int
    phase: Phase
    scores: tuple[int, ...]
    tree: tuple[int, ...]
    buried: tuple[int, ...]
    open: tuple[int, ...]
    prize: int | None
    claws: tuple[tuple[int, ...], ...]
    grips: tuple[int, ...]
    nest: tuple[tuple[int, ...], ...]
    feathers: tuple[tuple[int, ...], ...]
    worn: tuple[tuple[int, ...], ...]
    pending: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()

    @classmethod
    def begun(cls, seats: int, rounds: int) -> State:
        """All trinkets lie open, and are about to be hidden."""
        none: tuple[tuple[int, ...], ...] = ((),) * seats
        grips = (CLAWS,) * seats
        scores, every = (0,) * seats, tuple(TRINKETS)
        return cls(rounds, 0, Phase.FEATHERS, scores, (), (), every, None, none, grips, none, none, none)

    @property
    def seats(self) -> tuple[int, ...]:
        """Who is still here."""
        return tuple(seat for seat in range(len(self.scores)) if seat not in self.gone)

    @property
    def wanting(self) -> tuple[int, ...]:
        """The seats that draw, each as often as it lacks a card."""
        return tuple(seat for seat in self.seats for _ in range(self.grips[seat] - len(self.claws[seat])))

    @property
    def armed(self) -> tuple[int, ...]:
        """The seats that hold a trinket."""
        return tuple(seat for seat in self.seats if self.claws[seat])

    @property
    def is_last(self) -> bool:
        """Whether no round follows."""
        return self.played + 1 == self.rounds

    @property
    def nesting(self) -> tuple[int, ...]:
        """The seats that have a feather to draw."""
        return tuple(seat for seat in self.seats if self.nest[seat])

    @property
    def places(self) -> tuple[int, ...]:
        return ranked(self.scores)

    def holdings(self) -> dict[int, int]:
        """Who holds each hidden card."""
        joint = dict.fromkeys((*self.tree, *self.buried), JOINT)
        hands = (self.claws, self.nest, self.feathers)
        return joint | {card: seat for each in hands for seat, hand in enumerate(each) for card in hand}

    def holding(self, seat: int, cards: tuple[int, ...]) -> State:
        """With these trinkets in the claws of a seat."""
        return replace(self, claws=put(self.claws, seat, cards))


def put(each: tuple[T, ...], seat: int, one: T) -> tuple[T, ...]:
    """What all seats have, with something else for one of them."""
    return (*each[:seat], one, *each[seat + 1 :])


def is_coherent(state: State) -> bool:
    """Whether what comes next can be asked, and settled whatever is answered."""
    seats = len(state.scores)
    hands = (state.claws, state.nest, state.feathers)
    return (
        seats in SEATS
        and all(len(each) == seats for each in (*hands, state.worn, state.grips))
        and state.gone == tuple(sorted(set(state.gone) & set(range(seats))))
        and _is_sound(state)
        and (len(state.seats) > 1 or state.phase is Phase.OVER)
        and (state.played < state.rounds or state.phase in (Phase.COUNT, Phase.OVER))
        and not any(hand[seat] for hand in hands for seat in state.gone)
        and _fits_phase(state)
    )


MOST_SCORED = max(WORTH.values()) * (PRIZE * ROUNDS[-1] + len(TRINKETS))


def _is_sound(state: State) -> bool:
    """Every card once, no hand too big, and enough of them for what is to come."""
    handles = [*state.tree, *state.buried]
    handles += [
        card for hands in (state.claws, state.nest, state.feathers) for hand in hands for card in hand
    ]
    shown = [*state.open, *(() if state.prize is None else (state.prize,))]
    held = sum(map(len, state.claws))
    return (
        len(state.holdings())
        == sum(map(len, (state.tree, state.buried, *state.claws, *state.nest, *state.feathers)))
        and len(set(shown)) == len(shown)
        and all(face in TRINKETS for face in shown)
        and sum(state.grips) <= CLAWS * len(state.scores)
        and all(grip > 0 and len(claws) <= grip for grip, claws in zip(state.grips, state.claws, strict=True))
        and all(
            len(nest) + len(feathers) <= len(FEATHERS) - len(worn)
            and worn == tuple(face for face in dict.fromkeys(worn) if face in FEATHERS)
            for nest, feathers, worn in zip(state.nest, state.feathers, state.worn, strict=True)
        )
        and len(state.tree) + len(state.buried) + len(shown) + held <= len(TRINKETS)
        and all(score <= MOST_SCORED for score in state.scores)
    )


def _fits_phase(state: State) -> bool:
    pending, phase = state.pending, state.phase
    match phase:
        case Phase.FEATHERS:
            return not pending and not any((*state.claws, *state.nest, *state.feathers, state.tree))
        case Phase.SHUFFLE:
            cards = len(state.tree) + len(state.buried) + len(state.open)
            return not pending and state.prize is None and cards > len(state.wanting)
        case Phase.FILL:
            return not pending and state.prize is None and 0 < len(state.wanting) < len(state.tree)
        case Phase.BLUR:
            several = {seat for seat in state.seats if len(state.claws[seat]) > 1}
            fine = pending == tuple(sorted(set(pending) & several)) and pending != ()
            return fine and (bool(state.tree) if state.prize is None else not state.is_last)
        case Phase.TURN:
            return not pending and state.prize is None and bool(state.tree)
        case Phase.PLUCK:
            return not pending and state.prize is not None and bool(state.nesting)
        case Phase.BID:
            return not pending and state.prize is not None and bool(state.armed)
        case Phase.THEFT | Phase.STEAL:
            return _is_theft(state)
        case Phase.BURY:
            return not pending and state.prize is not None and bool(state.armed) and not state.is_last
        case Phase.HIDE:
            return state.prize is not None and not state.is_last and _is_burial(state)
        case Phase.COUNT:
            return not pending and state.prize is None and state.played == state.rounds and bool(state.armed)
        case Phase.GATHER:
            return not pending and state.prize is None and not state.tree and not state.buried
        case Phase.OVER:
            return not pending
        case other:
            assert_never(other)


def _is_theft(state: State) -> bool:
    if state.prize is None or len(state.pending) != (2 if state.phase is Phase.THEFT else 3):
        return False
    victim, thief, *cards = state.pending
    if victim == thief or not {victim, thief} <= set(state.seats) or not state.claws[victim]:
        return False
    return len(state.claws[thief]) < state.grips[thief] and set(cards) <= set(state.claws[victim])


def _is_burial(state: State) -> bool:
    """One card of some seats each, in seat order."""
    owners = [seat for card in state.pending for seat in state.seats if card in state.claws[seat]]
    return 0 < len(state.pending) == len(owners) and owners == sorted(set(owners))
