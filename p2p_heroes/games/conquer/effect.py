"""What a structure, an artefact or a faction's nature can change: the hook points of all chapters.

An effect overrides one or two of them. They are asked in the order of the board: nature, structures,
artefacts. Hooks are named after the moment in the rulebook, never after the faction that first needed them.
"""

from p2p_heroes.games.conquer.hooks.artefacts import ArtefactHooks
from p2p_heroes.games.conquer.hooks.building import BuildingHooks
from p2p_heroes.games.conquer.hooks.combat import CombatHooks
from p2p_heroes.games.conquer.hooks.moving import MovingHooks
from p2p_heroes.games.conquer.hooks.rounds import RoundHooks
from p2p_heroes.games.kit.effects import hook_points


class Effect(RoundHooks, BuildingHooks, MovingHooks, CombatHooks, ArtefactHooks):
    """Changes nothing."""


HOOKS = tuple(hook_points(Effect).values())
