"""What a magpie decides, each as it is typed and signed."""

from __future__ import annotations

from typing import ClassVar

from p2p_heroes.games.kit.cards.kinds import Opened
from p2p_heroes.games.kit.forms import Form, Part, Record
from p2p_heroes.games.kit.kinds import COUNT, OrNone
from p2p_heroes.games.magpies.trinkets import FEATHER_NAMES, FEATHERS, TRINKET_NAMES, TRINKETS

TRINKET = Opened("trinket", TRINKET_NAMES, TRINKETS)
FEATHER = OrNone(Opened("feather", FEATHER_NAMES, FEATHERS))


class Decision(Record):
    """One of those below."""


class PlayTrinket(Decision):
    """A trinket from the claws, and perhaps a feather with it."""

    form: ClassVar[Form] = Form("play", Part("trinket", TRINKET), Part("feather", FEATHER, "with"))
    trinket: tuple[int, int]
    feather: tuple[int, int] | None = None

    @property
    def opened(self) -> tuple[tuple[int, int], ...]:
        """Each card that it shows, by handle and face."""
        return (self.trinket,) if self.feather is None else (self.trinket, self.feather)


class Pass(Decision):
    form: ClassVar[Form] = Form("pass")


class Bury(Decision):
    """A trinket from the claws, face down."""

    form: ClassVar[Form] = Form("bury", Part("card", COUNT))
    card: int


class BuryNone(Decision):
    form: ClassVar[Form] = Form("keep")


DECISIONS = (PlayTrinket, Pass, Bury, BuryNone)
PASS, KEEP = Pass(), BuryNone()
