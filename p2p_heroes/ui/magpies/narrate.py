"""What happens among magpies, told. A hidden card is named only where its face is handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.cards.card_game import Faces
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
from p2p_heroes.games.magpies.state import PRIZE
from p2p_heroes.games.magpies.trinkets import worth
from p2p_heroes.ui.kit.tellers import Names, Sentence, Teller
from p2p_heroes.ui.kit.words import counted, victory
from p2p_heroes.ui.magpies.names import held, listed, name_of

Dealt = Sequence[tuple[int, int]]
"""Seats and cards."""


def narrate(events: Sequence[Event], names: Names, faces: Faces) -> list[str]:
    """To who knows these faces."""
    knowing: dict[type[Event], Callable[[Faces, Any, Names], list[str]]] = {
        TrinketsDrawn: _trinkets,
        FeathersDrawn: _feathers,
        TheftPlanned: _planned,
        TrinketStolen: _stolen,
        BuryingChosen: _burying,
    }
    told: dict[type[Event], Sentence] = {kind: partial(tell, faces) for kind, tell in knowing.items()}
    teller = Teller({**SENTENCES, **told}, {"card": name_of})
    return [line for event in events for line in teller.tell(event, names)]


def _by_seat(cards: Dealt) -> dict[int, list[int]]:
    hands: dict[int, list[int]] = {}
    for seat, card in cards:
        hands.setdefault(seat, []).append(card)
    return hands


def _drawn(faces: Faces, cards: Dealt, names: Names, one: str) -> list[str]:
    """How many everybody draws; what they are to who sees it."""
    told = [f"{names[seat]} {held(hand, faces, one)}" for seat, hand in _by_seat(cards).items()]
    return [f"Drawn in private: {', '.join(told)}."]


def _trinkets(faces: Faces, event: TrinketsDrawn, names: Names) -> list[str]:
    return _drawn(faces, event.cards, names, "trinket")


def _feathers(faces: Faces, event: FeathersDrawn, names: Names) -> list[str]:
    return _drawn(faces, event.cards, names, "feather")


def _bids(event: BidsShown, names: Names) -> list[str]:
    if not event.bids:
        return ["All show: nobody bids."]
    return [f"All show: {', '.join(_bid(bid, names) for bid in event.bids)}."]


def _bid(bid: Bid, names: Names) -> str:
    feather = "" if bid.feather is None else f" with {name_of(bid.feather)}"
    return f"{names[bid.seat]} {name_of(bid.trinket)}{feather}: {bid.worth}"


def _won(event: PrizeWon, names: Names) -> list[str]:
    gain = counted(PRIZE * worth(event.prize), "point")
    return [f"{names[event.seat]} takes the {name_of(event.prize)}: {gain}.  {_scores(event.scores, names)}"]


def _scores(scores: Sequence[int], names: Names) -> str:
    told = [f"{name} {score}" for name, score in zip(names, scores, strict=True)]
    return f"Score: {', '.join(told)}."


def _card(faces: Faces, card: int) -> str:
    return f"a {name_of(faces[card])}" if card in faces else "a trinket"


def _planned(faces: Faces, event: TheftPlanned, names: Names) -> list[str]:
    thief, victim = names[event.thief], names[event.victim]
    return [f"{thief} has the lowest bid of its own, and steals {_card(faces, event.card)} from {victim}."]


def _stolen(faces: Faces, event: TrinketStolen, names: Names) -> list[str]:
    thief, victim = names[event.thief], names[event.victim]
    card = _card(faces, event.card)
    return [f"{thief} has {card} of {victim}'s, and can hold one more from now on; {victim} one less."]


def _burying(faces: Faces, event: BuryingChosen, names: Names) -> list[str]:
    if not event.cards:
        return ["Nobody buries anything."]
    told = [f"{names[seat]} {_card(faces, card)}" for seat, card in event.cards]
    return [f"Face down below the tree: {', '.join(told)}."]


def _nothing(event: Event, names: Names) -> list[str]:
    """A duty of cards that nobody needs to read of."""
    return []


def _count(event: ClawsCounted, names: Names) -> list[str]:
    """Everybody's sum: the line under it says who wins, and nobody should have to reckon why."""
    hands = _by_seat(event.cards)
    told = [_sum(score, hands.get(seat, []), names[seat]) for seat, score in enumerate(event.scores)]
    return ["All show what they still hold.", *told]


def _sum(score: int, hand: Sequence[int], name: str) -> str:
    kept = sum(map(worth, hand))
    what = f" ({listed(hand)})" if hand else ""
    return f"  {name}: {score - kept} for prizes, {kept} for what is held{what}: {score}."


def _end(event: GameEnded, names: Names) -> list[str]:
    return ["", victory(names, event.places)]


SENTENCES: dict[type[Event], Sentence] = {
    FeathersShuffled: "Each shuffles six feathers of its own: {seats:names}.",
    TreeShuffled: "{cards:count trinket} are shuffled into the tree, in an order that nobody knows.",
    ClawsMixed: _nothing,
    PrizeTurned: "\nRound {round}. A {prize:card} glitters in the tree.",
    BidsShown: _bids,
    PrizeWon: _won,
    NobodyWon: "No bid is the only one of its worth: nobody takes the {prize:card}.",
    TrinketsBuried: _nothing,
    MagpieLeft: "{seat:name} has left, and what it masked cannot be read any more. The round is over.",
    TreeGathered: "{cards:count trinket} are gathered into a new tree.",
    ClawsCounted: _count,
    GameEnded: _end,
}
