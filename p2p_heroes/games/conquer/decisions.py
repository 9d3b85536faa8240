"""The choices that every faction has, each with its notation in its form.

A faction's own choices stand in its file. A decision says what a seat wants and
nothing about what follows from it: whoever asked settles it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar

from p2p_heroes.games.conquer.kinds import (
    AMOUNTS,
    ERRANDS,
    NAME,
    NAMES,
    REGION,
    SOME_REGION,
    SOME_REGIONS,
    SPOILS,
)
from p2p_heroes.games.conquer.resources import Amounts
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.forms import Form, Part, Record
from p2p_heroes.games.kit.kinds import COUNT


class Action(IntEnum):
    """The five boxes of the action area; the first three gather the resource of the same number."""

    WOOD = 0
    IRON = 1
    GOLD = 2
    MOVE = 3
    BUILD = 4

    def __str__(self) -> str:
        return self.name.lower()


ACTIONS = {str(action): action for action in Action}


class Decision(Record):
    """What a seat chose."""


class Start(Decision):
    """Begin the game in this region."""

    form: ClassVar[Form] = Form("start", Part("region", SOME_REGION))
    region: Region


class Plan(Decision):
    """The four actions of the round, by name, from level 1 to level 4."""

    form: ClassVar[Form] = Form("plan", Part("actions", NAMES))
    actions: tuple[str, ...]


class Done(Decision):
    """No more of what is being asked."""

    form: ClassVar[Form] = Form("done")


class Build(Decision):
    """Build a structure, perhaps on a foundation; `saving` where a discount leaves a choice."""

    form: ClassVar[Form] = Form(
        "build", Part("structure", NAME), Part("on", REGION, "on"), Part("saving", AMOUNTS, "saving")
    )
    writes_level: ClassVar[bool] = True
    """Whether the level of the structure goes into the foundation; if not, nothing stays written there."""
    structure: str
    on: Region | None = None
    saving: Amounts = ()


class Recruit(Decision):
    """Recruit so many units; `paid` says for what, where there is a choice of prices."""

    form: ClassVar[Form] = Form(
        "recruit", Part("unit", NAME), Part("count", COUNT), Part("paid", AMOUNTS, "for")
    )
    unit: str
    count: int
    paid: Amounts = ()


class Move(Decision):
    """Go to a region by a cheapest way. `buying`: extra movement points; `sending`: where other pieces go."""

    form: ClassVar[Form] = Form(
        "move",
        Part("to", SOME_REGION),
        Part("via", SOME_REGIONS, "via"),
        Part("buying", COUNT, "buying"),
        Part("sending", ERRANDS, "sending"),
    )
    to: Region
    via: tuple[Region, ...] = ()
    buying: int = 0
    sending: tuple[tuple[str, Region], ...] = ()


class Stay(Decision):
    """Do not leave the region; extra points still let one skip monsters."""

    form: ClassVar[Form] = Form("stay", Part("buying", COUNT, "buying"), Part("sending", ERRANDS, "sending"))
    buying: int = 0
    sending: tuple[tuple[str, Region], ...] = ()


class Peace(Decision):
    """No wish to fight the others in the region."""

    form: ClassVar[Form] = Form("peace")


class Fight(Decision):
    form: ClassVar[Form] = Form("fight")


class Join(Decision):
    """Fight along in a battle that others have declared."""

    form: ClassVar[Form] = Form("join")


class Cede(Decision):
    """Leave the fortress or artefact of the region to somebody else."""

    form: ClassVar[Form] = Form("cede")


class Claim(Decision):
    form: ClassVar[Form] = Form("claim")


class Deploy(Decision):
    """What goes into a battle between players."""

    form: ClassVar[Form] = Form("deploy", Part("deployed", AMOUNTS))
    deployed: Amounts


class Decline(Decision):
    """Take no reward, collect no artefact, use no effect."""

    form: ClassVar[Form] = Form("decline")


DECLINE = Decline()


class Loot(Decision):
    """Take the resources of the monster that was circled."""

    form: ClassVar[Form] = Form("loot")


class Plunder(Decision):
    """Take resources of the defeated, by faction."""

    form: ClassVar[Form] = Form("plunder", Part("spoils", SPOILS))
    spoils: tuple[tuple[str, Amounts], ...]


class Seize(Decision):
    """Take the artefact of this region from a defeated player."""

    form: ClassVar[Form] = Form("seize", Part("artefact", SOME_REGION))
    artefact: Region


class Hunt(Decision):
    """Fight the monster of this power."""

    form: ClassVar[Form] = Form("hunt", Part("power", COUNT), Part("deployed", AMOUNTS, "with"))
    power: int
    deployed: Amounts


class Siege(Decision):
    """Attack the fortress of this region."""

    form: ClassVar[Form] = Form("siege", Part("region", SOME_REGION), Part("deployed", AMOUNTS, "with"))
    region: Region
    deployed: Amounts


class Collect(Decision):
    """Collect the artefact of the region; `paid` says for what, where it is not for a deed."""

    form: ClassVar[Form] = Form("collect", Part("paid", AMOUNTS, "for"))
    paid: Amounts = ()


class Lose(Decision):
    """Give up one unit of this kind."""

    form: ClassVar[Form] = Form("lose", Part("unit", NAME))
    unit: str


class Portion(Decision):
    """So many resources of the player's choice."""

    resources: Amounts


class Take(Portion):
    """Receive these."""

    form: ClassVar[Form] = Form("take", Part("resources", AMOUNTS))


SHARED_DECISIONS: tuple[type[Decision], ...] = (
    *(Start, Plan, Done, Build, Recruit, Move, Stay, Peace, Fight, Join, Cede, Claim),
    *(Deploy, Decline, Loot, Plunder, Seize, Hunt, Siege, Collect, Lose, Take),
)
