"""The names of units, structures and factions, and what a faction is about, from the lore of all factions."""

from p2p_heroes.games.conquer.monsters import Monster
from p2p_heroes.games.conquer.resources import Amounts, Bundle, named
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.kit.words import counted, joined, plural, titled

NAMES = {name: spoken for lore in LORE.values() for name, spoken in lore.names.items()}
PLURALS = {name: spoken for lore in LORE.values() for name, spoken in lore.plurals.items()}


def name_of(id: str) -> str:  # noqa: A002 -- it is one
    """One of it."""
    return NAMES.get(id) or titled(id)


def names_of(id: str) -> str:  # noqa: A002
    """Several of it."""
    return PLURALS.get(id) or plural(name_of(id))


def units(amounts: Amounts, *, none: str = "nothing") -> str:
    """Several kinds of units with their numbers, or the word for none."""
    return joined([some(name, count) for name, count in amounts]) or none


def some(unit: str, count: int) -> str:
    return counted(count, name_of(unit), names_of(unit))


def idea_of(faction: str) -> str:
    """What it is about, in a line."""
    return LORE[faction].idea


def beneath(faction: str, monster: Monster) -> list[str]:
    """What lies beneath a monster, part by part."""
    hidden = LORE[faction].beneath.get(monster.power)
    return [*goods(faction, monster.resources), *([hidden] if hidden else [])]


def goods(faction: str, printed: Bundle) -> list[str]:
    """What a bundle on the map or on a monster is to a faction, part by part."""
    instead = LORE[faction].goods
    return [
        some(instead[name], count) if name in instead else f"{count} {name}" for name, count in named(printed)
    ]
