"""What structures, artefacts and a faction's nature do, in a few words each."""

from collections.abc import Mapping

from p2p_heroes.games.conquer.effects import (
    ArmyPower,
    FortressPoints,
    FoundationPoints,
    GrantsStructure,
    MoreGathered,
    MorePoints,
    Power,
    Price,
    Recruits,
    ResourcesArrive,
    TerrainCost,
    TravelPoints,
    UnitsArrive,
    WoodCarries,
)
from p2p_heroes.games.conquer.faction import Artefact, ArtefactTerms, Board, Deed, Structure
from p2p_heroes.games.conquer.resources import named
from p2p_heroes.games.conquer.terms import Foe
from p2p_heroes.games.kit.effects import Hooks
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import names_of, some
from p2p_heroes.ui.kit.words import joined, points

OWN_EFFECTS = {kind: text for lore in LORE.values() for kind, text in lore.effects.items()}

FOES = {Foe.PLAYERS: "players", Foe.MONSTER: "monsters", Foe.FORTRESS: "fortresses"}


def of_structure(board: Board, structure: Structure) -> str:
    """What a structure does for those who have built it."""
    return _all(structure.effects, LORE[board.name].features.get(structure.name))


def of_artefact(board: Board, artefact: Artefact) -> str:
    """What an artefact does for those who own it."""
    return _all(artefact.effects, LORE[board.name].features.get(artefact.region))


def _all(effects: tuple[Hooks, ...], feature: str | None) -> str:
    return "; ".join([*map(effect, effects), *([feature] if feature is not None else [])])


def effect(does: Hooks) -> str:
    """What one effect does."""
    own = OWN_EFFECTS.get(type(does))
    return own.format(effect=does) if own is not None else _shared(does)


def _shared(effect: Hooks) -> str:
    match effect:
        case Recruits(unit):
            return f"recruit {names_of(unit)}"
        case Power(unit, power):
            return f"{names_of(unit)} have power {power}"
        case Price(unit, price):
            return f"{names_of(unit)} cost {price} gold"
        case UnitsArrive(_, unit, count):
            return f"{some(unit, count)} at once"
        case ResourcesArrive(_, count):
            return f"{count} resources of your choice at once"
        case GrantsStructure():
            return "build a structure of any level for nothing at once"
        case ArmyPower(power, foes):
            against = "" if len(foes) == len(Foe) else f" against {joined([FOES[foe] for foe in foes])}"
            return f"+{power} total power{against}"
    return _of_the_map(effect)


def _of_the_map(effect: Hooks) -> str:
    match effect:
        case TerrainCost(terrain, cost):
            return f"entering a {terrain} costs {cost}"
        case MorePoints(more):
            return f"+{more} movement {'point' if more == 1 else 'points'}"
        case WoodCarries(wood):
            return f"{wood} wood for a movement point, as often as you like"
        case MoreGathered(resource, amount):
            return f"+{amount} {resource} when gathering it"
        case FoundationPoints():
            return "at the end, 1 point per foundation with a structure of yours"
        case FortressPoints(more):
            return f"at the end, {points(more)} per fortress you seized"
        case TravelPoints(regions):
            return f"at the end, 1 point per {regions} visited regions"
    raise AssertionError(effect)


DEEDS = {
    Deed.FOUNDATIONS: "structures on {} foundations",
    Deed.VICTORIES: "{} victories over monsters, fortresses or players",
    Deed.MOUNTAINS: "visits to {} mountains",
}


def terms(asked: ArtefactTerms, deeds: Mapping[Deed, str] = DEEDS) -> str:
    """What an artefact asks for, with a faction's own words for some deeds."""
    parts = [f"{count} {name}" for name, count in named(asked.price)]
    parts += [some(name, count) for name, count in asked.tribute]
    if asked.deed is not None:
        parts.append(deeds.get(asked.deed, DEEDS[asked.deed]).format(asked.times))
    return joined(parts) or "nothing"
