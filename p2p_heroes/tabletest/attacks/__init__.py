"""Ways to break a table from the inside, each named once; for any game and any session.

A liar is a `Session` with an attack: whoever tests a protocol seats one, bends what leaves it
with `Liar.bend`, and looks at what the honest seats have found. What a network or a disk does
without anybody's lie is not here but in `tabletest.world.network_faults`.
"""

from collections.abc import Mapping

from p2p_heroes.tabletest.attacks.harmless import HARMLESS
from p2p_heroes.tabletest.attacks.liar import Attack, AttackOutcome, Liar, Occasion, offered_by
from p2p_heroes.tabletest.attacks.provable import PROVABLE
from p2p_heroes.tabletest.attacks.silent import SILENT

ATTACKS: Mapping[str, Attack] = {attack.name: attack for attack in (*PROVABLE, *HARMLESS, *SILENT)}
"""Every attack by its name."""

__all__ = [
    "ATTACKS",
    "HARMLESS",
    "PROVABLE",
    "SILENT",
    "Attack",
    "AttackOutcome",
    "Liar",
    "Occasion",
    "offered_by",
]
