"""The Nagas in words."""

from p2p_heroes.games.conquer.factions.nagas import (
    HydraPerished,
    HydraSummoned,
    HydraZone,
    NoteCircled,
    SerpentsExchanged,
)
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.factions.nagas import NAGAS, own
from p2p_heroes.ui.conquer.narrate import narrate

NAMES = ("Ada", "Bo")


def test_an_exchange_is_told() -> None:
    exchanged = SerpentsExchanged(0, 5, 0, 8, 3)
    assert narrate(exchanged, NAMES) == ["Ada turns 5 wood and 8 gold into 3 Serpents."]


def test_the_melody_and_the_hydra_are_told() -> None:
    assert narrate(NoteCircled(0, 4), NAMES) == ["Ada circles note 4."]
    assert narrate(HydraSummoned(1, Region.KOSLEEN), NAMES) == ["Bo summons the Hydra: it rises in Kosleen."]
    assert narrate(HydraPerished(1, Region.LOX), NAMES) == ["Bo loses the Hydra in Lox."]


def test_the_hydra_zone_is_shown() -> None:
    assert own(HydraZone()) == ["Notes circled: none (of 9)", "Hydra: not on the map"]
    assert own(HydraZone((2, 3), Region.KOSLEEN)) == ["Notes circled: 2 3 (of 9)", "Hydra: in Kosleen"]


def test_what_only_they_are_asked() -> None:
    assert list(NAGAS.questions) == ["note", "summon", "flood"]
