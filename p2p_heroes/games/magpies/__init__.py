"""Magpies: the smallest game of cards."""

from p2p_heroes.games.kit.cards.plain import PlainDealer
from p2p_heroes.games.magpies.game import Magpies

MAGPIES = PlainDealer(Magpies())

__all__ = ["MAGPIES"]
