"""Magpies: twenty trinkets in a tree, six feathers each, and whatever glitters.

Each round the magpies fill their claws from the tree, and a prize is turned up. Everybody draws a feather of
its own, and then bids in secret: a trinket, and perhaps a feather that it has saved. The highest bid that
nobody else has made takes the prize, which counts twice; the lowest such bid steals a card from the winner's
claws: from then on the thief can hold one more, and the victim one less. Then each magpie may bury a trinket
face down. Trinkets that were played, won or buried come back when the tree runs short. After the last round
everybody shows what it still holds, which counts once, and the best score wins.

If a magpie leaves, the round under way is over, and its trinkets go back into the tree.

It keeps the dealer honest, as roshambo does the table, so it must stay this short.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, assert_never

from p2p_heroes.games.game import (
    Answers,
    Chance,
    Need,
    Open,
    OptionRange,
    Over,
    Request,
    Secret,
    Step,
)
from p2p_heroes.games.kit.cards.card_game import CardGame, Faces
from p2p_heroes.games.kit.cards.needs import (
    JOINT,
    CardAnswer,
    CardNeed,
    Deal,
    Gather,
    Mix,
    Pile,
    Seal,
    Show,
)
from p2p_heroes.games.kit.codec import Codec
from p2p_heroes.games.kit.frozen import Frozen
from p2p_heroes.games.kit.refusals import Reason, because
from p2p_heroes.games.kit.stored import Block, Sound
from p2p_heroes.games.magpies.choices import AnyBid, bids, burials
from p2p_heroes.games.magpies.decisions import DECISIONS, KEEP, PASS, Bury, Decision, PlayTrinket
from p2p_heroes.games.magpies.rounds import settled
from p2p_heroes.games.magpies.state import ROUNDS, SEATS, Phase, State, is_coherent
from p2p_heroes.games.magpies.trinkets import FACES, FEATHERS, TRINKETS


class MagpieView(Frozen):
    """What a seat sees, or a spectator: the state, and the faces that it knows of cards that lie hidden."""

    state: State
    seat: int | None
    faces: tuple[tuple[int, int], ...]


class Magpies(CardGame[State, Decision]):
    """Needs of every kind, and what a game of cards asks a dealer for."""

    name: ClassVar[str] = "magpies"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = SEATS
    options: ClassVar[Mapping[str, OptionRange]] = {"rounds": OptionRange(5, ROUNDS)}
    length: ClassVar[str] = "rounds"
    family: ClassVar[str] = "magpies"
    faces: ClassVar[int] = FACES
    codec = Codec(Sound(Block(State), is_coherent), DECISIONS, keywords=("with",))

    def start(self, choices: tuple[str, ...], options: Mapping[str, int]) -> State:
        return State.begun(len(choices), options["rounds"])

    def pending(self, state: State) -> Need[Decision] | CardNeed:
        match state.phase:
            case Phase.FEATHERS:
                return Mix(tuple(Pile(seat, (), tuple(FEATHERS)) for seat in state.seats))
            case Phase.SHUFFLE:
                return Mix((Pile(JOINT, state.tree + state.buried, state.open),))
            case Phase.FILL:
                return Deal(tuple(zip(state.tree, state.wanting, strict=False)))
            case Phase.BLUR:
                return Mix(tuple(Pile(seat, state.claws[seat]) for seat in state.pending))
            case Phase.TURN:
                return Show(state.tree[:1])
            case Phase.PLUCK:
                bounds = tuple(len(state.nest[seat]) for seat in state.nesting)
                return Chance(f"feathers of round {state.played + 1}", bounds)
            case Phase.BID:
                return Secret(
                    tuple(
                        Request(seat, "bid", AnyBid(state.claws[seat], state.feathers[seat]))
                        for seat in state.armed
                    )
                )
            case Phase.THEFT:
                return Chance(f"theft of round {state.played + 1}", (len(state.claws[state.pending[0]]),))
            case Phase.STEAL:
                return Seal(((state.pending[2], state.pending[1]),))
            case Phase.BURY:
                return Open(tuple(Request(seat, "bury", burials(state, seat)) for seat in state.armed))
            case Phase.HIDE:
                return Seal(tuple((card, JOINT) for card in state.pending))
            case Phase.COUNT:
                return Show(tuple(card for claws in state.claws for card in claws))
            case Phase.GATHER:
                return Gather(tuple(face for face in TRINKETS if face not in state.open))
            case Phase.OVER:
                return Over(state.places)
            case other:
                assert_never(other)

    def why_not(self, state: State, seat: int, decision: Decision) -> Reason:
        if isinstance(decision, PlayTrinket if state.phase is Phase.BID else Bury):
            return because("not-held")
        return because("not-now", asked=state.phase.value)

    def holdings(self, state: State) -> Mapping[int, int]:
        return state.holdings()

    def opens(self, state: State, seat: int, decision: Decision) -> tuple[tuple[int, int], ...]:
        return decision.opened if isinstance(decision, PlayTrinket) else ()

    def offers(self, state: State, seat: int, faces: Faces) -> Sequence[Decision]:
        return bids(state, seat, faces) if state.phase is Phase.BID else burials(state, seat)

    def settle(self, state: State, answers: Answers[Decision] | CardAnswer) -> Step[State]:
        return settled(state, answers)

    def default(self, state: State, seat: int) -> Decision:
        return PASS if state.phase is Phase.BID else KEEP

    def view(self, state: State, seat: int | None, faces: Faces) -> MagpieView:
        return MagpieView(state, seat, tuple(sorted(faces.items())))

    def points(self, state: State) -> tuple[int, ...]:
        return state.scores
