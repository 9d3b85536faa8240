"""What happens among magpies. A hidden card is told by its handle: who knows its face may be told that."""

from __future__ import annotations

from p2p_heroes.games.game import Event


class FeathersShuffled(Event):
    """Each of these magpies has put its own feathers in an order that only it knows."""

    seats: tuple[int, ...]


class TreeShuffled(Event):
    """All trinkets that nobody holds are in the tree again, in an order that nobody knows."""

    cards: int


class TrinketsDrawn(Event):
    """Cards from the tree: each to a seat, who alone sees it."""

    cards: tuple[tuple[int, int], ...]


class ClawsMixed(Event):
    """These magpies have mixed what they hold, so that nobody can follow a card."""

    seats: tuple[int, ...]


class PrizeTurned(Event):
    round: int
    prize: int


class FeathersDrawn(Event):
    """The feathers that magpies may use from now on: seat and handle."""

    cards: tuple[tuple[int, int], ...]


class Bid(Event):
    """What one magpie has played: a trinket, a feather or None, and what they come to."""

    seat: int
    trinket: int
    feather: int | None
    worth: int


class BidsShown(Event):
    """In seat order; whoever does not stand here has passed."""

    bids: tuple[Bid, ...]


class PrizeWon(Event):
    seat: int
    prize: int
    scores: tuple[int, ...]


class NobodyWon(Event):
    """No bid was the only one of its worth."""

    prize: int


class TheftPlanned(Event):
    """The lowest bid of its own steals from the winner: this card, which only the victim knows."""

    thief: int
    victim: int
    card: int


class TrinketStolen(Event):
    """The card as the thief holds it now; both know its face, and nobody else."""

    thief: int
    victim: int
    card: int


class BuryingChosen(Event):
    """Who buries a card, and which; in seat order."""

    cards: tuple[tuple[int, int], ...]


class TrinketsBuried(Event):
    """Face down, below the tree until it is shuffled again: cards that only those who buried them know."""

    seats: tuple[int, ...]


class MagpieLeft(Event):
    """Nobody can read what it had masked, so the trinkets are gathered anew."""

    seat: int


class TreeGathered(Event):
    """All trinkets that nobody holds and that do not lie open, after somebody has left."""

    cards: int


class ClawsCounted(Event):
    """What everybody still held, by seat and face, and the scores with it."""

    cards: tuple[tuple[int, int], ...]
    scores: tuple[int, ...]


class GameEnded(Event):
    scores: tuple[int, ...]
    places: tuple[int, ...]
