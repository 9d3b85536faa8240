"""How a round goes on: what each answer comes to, phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from p2p_heroes.games.game import Answers, Event, Step
from p2p_heroes.games.kit.cards.needs import CardAnswer, Gone
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.magpies.decisions import Bury, Decision, PlayTrinket
from p2p_heroes.games.magpies.events import (
    Bid,
    BidsShown,
    BuryingChosen,
    ClawsCounted,
    ClawsMixed,
    FeathersDrawn,
    FeathersShuffled,
    GameEnded,
    MagpieLeft,
    NobodyWon,
    PrizeTurned,
    PrizeWon,
    TheftPlanned,
    TreeGathered,
    TreeShuffled,
    TrinketsBuried,
    TrinketsDrawn,
    TrinketStolen,
)
from p2p_heroes.games.magpies.state import PRIZE, Phase, State, put
from p2p_heroes.games.magpies.trinkets import FEATHERS, worth

Cards: TypeAlias = tuple[int, ...]


def settled(state: State, answers: Answers[Decision] | CardAnswer) -> Step[State]:
    """What was pending is answered."""
    if isinstance(answers, Gone):
        return _left(state, answers.seat)
    settle: Callable[[State, Any], Step[State]] = SETTLE[state.phase]
    return settle(state, answers)


def _feathers(state: State, cards: Cards) -> Step[State]:
    nests = iter(range(0, len(cards), len(FEATHERS)))
    shuffled = {
        seat: cards[start : start + len(FEATHERS)] for seat, start in zip(state.seats, nests, strict=True)
    }
    nest = tuple(shuffled.get(seat, ()) for seat in range(len(state.scores)))
    return _next(replace(state, nest=nest), FeathersShuffled(state.seats))


def _shuffle(state: State, cards: Cards) -> Step[State]:
    return _fill(replace(state, tree=cards, buried=(), open=()), TreeShuffled(len(cards)))


def _next(state: State, *events: Event) -> Step[State]:
    """The next round, or the end."""
    if state.played == state.rounds:
        return _finished(state, *events)
    if len(state.tree) <= len(state.wanting):
        return Step(replace(state, phase=Phase.SHUFFLE), events)
    return _fill(state, *events)


def _finished(state: State, *events: Event) -> Step[State]:
    """Whoever is alone has nobody to show anything."""
    if state.armed and len(state.seats) > 1:
        return Step(replace(state, phase=Phase.COUNT), events)
    after = replace(state, phase=Phase.OVER)
    return Step(after, (*events, GameEnded(after.scores, after.places)))


def _count(state: State, faces: Cards) -> Step[State]:
    holders = [seat for seat, claws in enumerate(state.claws) for _ in claws]
    cards = tuple(zip(holders, faces, strict=True))
    scores = tuple(
        score + sum(worth(face) for holder, face in cards if holder == seat)
        for seat, score in enumerate(state.scores)
    )
    bare = tuple(() for _ in state.claws)
    after = replace(state, claws=bare, open=state.open + faces, scores=scores)
    return _finished(after, ClawsCounted(cards, scores))


def _fill(state: State, *events: Event) -> Step[State]:
    return Step(replace(state, phase=Phase.FILL if state.wanting else Phase.TURN), events)


def _drawn(state: State, cards: Cards) -> Step[State]:
    dealt = tuple(zip(state.wanting, cards, strict=True))
    drew = [seat for seat in state.seats if seat in state.wanting]
    after, mixing = (
        replace(state, tree=state.tree[len(cards) :]),
        [seat for seat in drew if state.claws[seat]],
    )
    for seat, card in dealt:
        after = after.holding(seat, (*after.claws[seat], card))
    return Step(_blurring(after, tuple(mixing), Phase.TURN), (TrinketsDrawn(dealt),))


def _blurring(state: State, seats: tuple[int, ...], otherwise: Phase) -> State:
    """Whoever draws to what it holds mixes it; where nobody does it goes on."""
    return replace(state, phase=Phase.BLUR if seats else otherwise, pending=seats)


def _blur(state: State, cards: Cards) -> Step[State]:
    after, rest = state, cards
    for seat in state.pending:
        size = len(state.claws[seat])
        after, rest = after.holding(seat, rest[:size]), rest[size:]
    phase = Phase.TURN if state.prize is None else Phase.BURY
    return Step(replace(after, phase=phase, pending=()), (ClawsMixed(state.pending),))


def _turn(state: State, faces: Cards) -> Step[State]:
    after = replace(state, tree=state.tree[1:], prize=faces[0])
    phase = Phase.PLUCK if state.nesting else Phase.BID
    return Step(replace(after, phase=phase), (PrizeTurned(state.played + 1, faces[0]),))


def _pluck(state: State, places: Cards) -> Step[State]:
    after, drawn = replace(state, phase=Phase.BID), []
    for seat, place in zip(state.nesting, places, strict=True):
        nest = state.nest[seat]
        drawn.append((seat, nest[place]))
        after = replace(
            after,
            nest=put(after.nest, seat, nest[:place] + nest[place + 1 :]),
            feathers=put(after.feathers, seat, (*after.feathers[seat], nest[place])),
        )
    return Step(after, (FeathersDrawn(tuple(drawn)),))


def _bid(state: State, decisions: Mapping[int, Decision]) -> Step[State]:
    bids, after = [], state
    for seat in sorted(decisions):
        play = decisions[seat]
        if isinstance(play, PlayTrinket):
            bids.append(_bid_of(seat, play))
            shown = [card for card, _ in play.opened]
            worn = after.worn[seat] + tuple(face for _, face in play.opened if face in FEATHERS)
            claws, feathers = (
                tuple(card for card in hand[seat] if card not in shown)
                for hand in (state.claws, state.feathers)
            )
            after = replace(
                after.holding(seat, claws),
                feathers=put(after.feathers, seat, feathers),
                worn=put(after.worn, seat, worn),
            )
    after = replace(after, open=after.open + tuple(bid.trinket for bid in bids))
    return _awarded(after, BidsShown(tuple(bids)))


def _bid_of(seat: int, play: PlayTrinket) -> Bid:
    feather = None if play.feather is None else play.feather[1]
    return Bid(seat, play.trinket[1], feather, sum(worth(face) for _, face in play.opened))


def _awarded(state: State, shown: BidsShown) -> Step[State]:
    """The highest bid of its own takes the prize, and the lowest steals from it."""
    assert state.prize is not None
    worths = [bid.worth for bid in shown.bids]
    single = sorted((bid.worth, bid.seat) for bid in shown.bids if worths.count(bid.worth) == 1)
    if not single:
        return _burying(state, shown, NobodyWon(state.prize))
    (_, thief), (_, winner) = single[0], single[-1]
    gain = PRIZE * worth(state.prize)
    scores = tuple(score + (gain if seat == winner else 0) for seat, score in enumerate(state.scores))
    after, won = replace(state, scores=scores), PrizeWon(winner, state.prize, scores)
    if thief == winner or not state.claws[winner]:
        return _burying(after, shown, won)
    return Step(replace(after, phase=Phase.THEFT, pending=(winner, thief)), (shown, won))


def _theft(state: State, places: Cards) -> Step[State]:
    victim, thief = state.pending
    card = state.claws[victim][places[0]]
    after = replace(state, phase=Phase.STEAL, pending=(victim, thief, card))
    return Step(after, (TheftPlanned(thief, victim, card),))


def _steal(state: State, cards: Cards) -> Step[State]:
    victim, thief, card = state.pending
    left = tuple(one for one in state.claws[victim] if one != card)
    grips = put(put(state.grips, thief, state.grips[thief] + 1), victim, state.grips[victim] - 1)
    after = state.holding(victim, left).holding(thief, (*state.claws[thief], *cards))
    after, stolen = replace(after, grips=grips, pending=()), TrinketStolen(thief, victim, cards[0])
    if state.is_last:
        return _ended(after, stolen)
    return Step(_blurring(after, (thief,) if state.claws[thief] else (), Phase.BURY), (stolen,))


def _burying(state: State, *events: Event) -> Step[State]:
    """Nobody needs better trinkets after the last round."""
    if state.armed and not state.is_last:
        return Step(replace(state, phase=Phase.BURY), events)
    return _ended(state, *events)


def _bury(state: State, decisions: Mapping[int, Decision]) -> Step[State]:
    chosen = [(seat, decisions[seat]) for seat in sorted(decisions)]
    cards = tuple((seat, one.card) for seat, one in chosen if isinstance(one, Bury))
    if not cards:
        return _ended(state, BuryingChosen(()))
    after = replace(state, phase=Phase.HIDE, pending=tuple(card for _, card in cards))
    return Step(after, (BuryingChosen(cards),))


def _hide(state: State, cards: Cards) -> Step[State]:
    claws = tuple(tuple(card for card in hand if card not in state.pending) for hand in state.claws)
    seats = tuple(seat for seat, hand in enumerate(state.claws) if set(hand) & set(state.pending))
    after = replace(state, claws=claws, buried=state.buried + cards, pending=())
    return _ended(after, TrinketsBuried(seats))


def _ended(state: State, *events: Event) -> Step[State]:
    """The round is over; its prize can be found again."""
    return _next(_put_back(replace(state, played=state.played + 1)), *events)


def _put_back(state: State) -> State:
    return state if state.prize is None else replace(state, open=(*state.open, state.prize), prize=None)


def _left(state: State, seat: int) -> Step[State]:
    """What it held and what was hidden is gathered. The round under way is over: nobody draws twice in it."""
    left = MagpieLeft(seat)
    playing = any(state.claws) and state.phase not in (Phase.GATHER, Phase.COUNT)
    claws, nest, feathers = (put(hands, seat, ()) for hands in (state.claws, state.nest, state.feathers))
    after = replace(
        _put_back(state),
        played=state.played + playing,
        gone=tuple(sorted({*state.gone, seat})),
        claws=claws,
        nest=nest,
        feathers=feathers,
        tree=(),
        buried=(),
        pending=(),
    )
    if len(after.seats) < 2 or after.played == after.rounds:
        return _next(replace(after, played=after.rounds), left)
    if state.phase is Phase.FEATHERS:
        return Step(after, (left,))
    return Step(replace(after, phase=Phase.GATHER), (left,))


def _gather(state: State, cards: Cards) -> Step[State]:
    return _next(replace(state, tree=cards), TreeGathered(len(cards)))


SETTLE: Mapping[Phase, Callable[[State, Any], Step[State]]] = {
    Phase.FEATHERS: _feathers,
    Phase.SHUFFLE: _shuffle,
    Phase.FILL: _drawn,
    Phase.BLUR: _blur,
    Phase.TURN: _turn,
    Phase.PLUCK: _pluck,
    Phase.BID: _bid,
    Phase.THEFT: _theft,
    Phase.STEAL: _steal,
    Phase.BURY: _bury,
    Phase.HIDE: _hide,
    Phase.COUNT: _count,
    Phase.GATHER: _gather,
}
