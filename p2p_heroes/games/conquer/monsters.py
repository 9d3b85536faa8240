"""The line of eight monsters that every board prints (rulebook p. 10).

Each player has an own line and circles a monster when it is beaten, or as the
sign of a victory over other players. Powers and points are printed; which
resource the single amounts are is lost, see `guessed`.
"""

from p2p_heroes.games.conquer.resources import NOTHING, Bundle, bundle
from p2p_heroes.games.kit.frozen import Frozen


class Monster(Frozen):
    power: int
    points: int
    resources: Bundle
    guessed: tuple[str, ...] = ()


MONSTERS = (
    Monster(2, 1, NOTHING),
    Monster(3, 1, bundle(gold=2), guessed=("resources",)),
    Monster(5, 1, bundle(wood=1, iron=1, gold=1)),
    Monster(8, 2, bundle(wood=2, iron=2, gold=2)),
    Monster(13, 3, bundle(gold=5), guessed=("resources",)),
    Monster(19, 4, bundle(wood=2, iron=2, gold=2)),
    Monster(25, 5, bundle(wood=3, iron=3, gold=3)),
    Monster(32, 7, bundle(wood=4, iron=4, gold=4)),
)
