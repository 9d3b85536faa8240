"""What bots know of magpies: how often a bid wins or steals, against hands that are drawn, and what it pays.

A hand is never looked at that the seat does not see: what others hold is drawn from what lies nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from p2p_heroes.bots.kit.hidden import Pile, draw_hidden, imagined
from p2p_heroes.bots.kit.judge import ROUND, Judge, Policy, Scored
from p2p_heroes.games.game import Request
from p2p_heroes.games.kit.cards.card_game import Faces
from p2p_heroes.games.kit.cards.dealt import Dealt
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.magpies.decisions import Bury, Decision, PlayTrinket
from p2p_heroes.games.magpies.game import MagpieView
from p2p_heroes.games.magpies.state import PRIZE, Phase, State
from p2p_heroes.games.magpies.trinkets import FEATHERS, TRINKETS, worth

Position: TypeAlias = Dealt[State]
Asked: TypeAlias = Request[Decision]

DRAWS = 40
"""How often the hands of others are drawn for one decision."""
SEED = 5
"""The same position gets the same decision."""

KEPT = (0, 290, 240, 290, 380, 480)
"""What a trinket in the claws is worth before the last round, by its worth: buttons steal, crowns win."""
DRAWN = 310
"""What a trinket is worth that is still to be drawn, or that is stolen."""
FEATHER = (0, 25, 60, 110)
"""What a feather is worth that one keeps, by how much it changes."""


def worth_of_claws(state: State, held: Sequence[int], drawn: int) -> int:
    """What is held, and so many trinkets that are still to be drawn; in hundredths of a point."""
    if state.played >= state.rounds or state.is_last:
        return 100 * sum(held)
    return sum(KEPT[one] for one in held) + DRAWN * drawn


def worth_of_feathers(state: State, held: Sequence[int]) -> int:
    """Those that can still be played."""
    return 0 if state.played >= state.rounds or state.is_last else sum(FEATHER[abs(one)] for one in held)


def piles(state: State) -> list[Pile]:
    """Which cards may have which faces: trinkets that lie nowhere, feathers that the owner has not played."""
    shown = {*state.open, state.prize}
    trinkets = [face for face in TRINKETS if face not in shown]
    hanging = [*state.tree, *state.buried, *(card for claws in state.claws for card in claws)]
    feathers = [
        ((*state.nest[seat], *state.feathers[seat]), [face for face in FEATHERS if face not in worn])
        for seat, worn in enumerate(state.worn)
    ]
    return [(hanging, trinkets), *feathers]


def bids_of_others(state: State, seat: int, faces: Faces) -> list[list[int]]:
    """What the others may bid, who may hold whatever this seat does not see."""
    luck = Random(SEED)  # noqa: S311 -- a bot's taste, not a secret
    rivals = [other for other in state.armed if other != seat]
    possible = piles(replace(state, tree=(), buried=()))
    hands = [draw_hidden(possible, faces, luck) for _ in range(DRAWS)]
    return [[_bid_of(state, rival, hand, luck) for rival in rivals] for hand in hands]


def _bid_of(state: State, rival: int, faces: Faces, luck: Random) -> int:
    trinkets = sorted(worth(faces[card]) for card in state.claws[rival])
    feathers = [worth(faces[card]) for card in state.feathers[rival]]
    match manner_of(state, luck):
        case Manner.HIGH:
            return trinkets[-1] + max([0, *feathers])
        case Manner.LOW:
            return trinkets[0] + min([0, *feathers])
        case _:
            return luck.choice(trinkets)


class Manner(Enum):
    """How somebody bids."""

    HIGH = "as much as it can"
    LOW = "as little as it can"
    ANY = "somehow"


def manner_of(state: State, luck: Random) -> Manner:
    """The better the prize the more want it."""
    assert state.prize is not None
    [manner] = luck.choices(tuple(Manner), (2 * worth(state.prize), 5, 3))
    return manner


def draw_bid(position: Position, request: Asked, luck: Random) -> Decision:
    """What somebody may bid who is not easily seen through."""

    def total(choice: Decision) -> int:
        assert isinstance(choice, PlayTrinket)
        return sum(worth(face) for _, face in choice.opened)

    plays = [choice for choice in request.choices if isinstance(choice, PlayTrinket)]
    match manner_of(position.game, luck):
        case Manner.HIGH:
            return max(plays, key=total)
        case Manner.LOW:
            return min(plays, key=total)
        case _:
            return luck.choice(plays)


def rank_bids(position: Position, request: Asked) -> Scored[Decision]:
    """What each bid pays on average."""
    state, seat = position.game, request.seat
    faces = position.known_to(seat)
    others = bids_of_others(state, seat, faces)
    ranked: Scored[Decision] = []
    for choice in request.choices:
        shown = [card for card, _ in choice.opened] if isinstance(choice, PlayTrinket) else []
        claws = [worth(faces[card]) for card in state.claws[seat] if card not in shown]
        feathers = [worth(faces[card]) for card in state.feathers[seat] if card not in shown]
        bid = sum(worth(faces[card]) for card in shown) if shown else None
        drawn = state.grips[seat] - len(claws)
        kept = worth_of_claws(state, claws, drawn) + worth_of_feathers(state, feathers)
        ranked.append((kept + sum(_pay(state, bid, claws, rivals) for rivals in others) // DRAWS, choice))
    return ranked


def best_bid(position: Position, request: Asked) -> Sequence[Decision]:
    """One guess at what the others bid is worth less than the average of many."""
    return [max(rank_bids(position, request), key=lambda scored: scored[0])[1]]


def _pay(state: State, bid: int | None, claws: Sequence[int], rivals: Sequence[int]) -> int:
    """What a round brings to who bids so, or passes, and has these trinkets left.

    Half of what others get on average counts against it.
    """
    assert state.prize is not None
    bids = [*rivals, *([] if bid is None else [bid])]
    single = sorted(one for one in bids if bids.count(one) == 1)
    if not single:
        return 0
    prize, against = 100 * PRIZE * worth(state.prize), 2 * max(1, len(rivals))
    if bid == single[-1]:
        robbed = worth_of_claws(state, claws, 0) // len(claws) if claws and len(single) > 1 else 0
        return prize - robbed - robbed // against
    return (DRAWN + DRAWN // against if bid == single[0] else 0) - prize // against


def rank_burials(position: Position, request: Asked) -> Scored[Decision]:
    """What is worth less than what may be drawn for it."""
    faces = position.known_to(request.seat)
    kept = [
        (DRAWN - KEPT[worth(faces[bury.card])], bury) for bury in request.choices if isinstance(bury, Bury)
    ]
    return [(0, request.choices[0]), *kept]


LATE = (Phase.THEFT, Phase.STEAL, Phase.BURY, Phase.HIDE)


class MagpiesJudge(Judge[Position, Decision]):
    policies = MappingProxyType(
        {
            "bid": Policy(rank_bids, candidates=best_bid, draw=draw_bid),
            "bury": Policy(rank_burials, doubt=50),
        }
    )

    def imagine(self, view: MagpieView, luck: Random | None = None) -> Position:
        """All cards that the seat does not see are drawn."""
        state = view.state
        faces = draw_hidden(piles(state), dict(view.faces), luck or Random(SEED))  # noqa: S311 -- as above
        return imagined(state, len(state.scores), state.gone, state.holdings(), faces)

    def worth(self, state: Position, seat: int) -> int:
        game = state.game
        every = [self._worth(state, one) for one in range(len(game.scores))]
        return every[seat] - max(every[:seat] + every[seat + 1 :]) // 2

    def _worth(self, position: Position, seat: int) -> int:
        state, faces = position.game, position.known_to(seat)
        claws = [worth(faces[card]) for card in state.claws[seat]]
        feathers = [worth(faces[card]) for card in state.feathers[seat]]
        held = worth_of_claws(state, claws, state.grips[seat] - len(claws)) + worth_of_feathers(
            state, feathers
        )
        return 100 * state.scores[seat] + held

    def clock(self, state: Position) -> int:
        """Bids first, then what follows from them."""
        game = state.game
        is_late = game.phase in LATE or (game.phase is Phase.BLUR and game.prize is not None)
        return ROUND * (game.played + 1) + is_late


JUDGE = MagpiesJudge()
