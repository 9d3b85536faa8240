"""The Humans in words."""

from p2p_heroes.games.conquer.factions.humans import Illusions, ObjectConcealed, WoodExchanged
from p2p_heroes.games.conquer.terms import Thing
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.factions.humans import HUMANS, own
from p2p_heroes.ui.conquer.narrate import narrate

NAMES = ("Ada", "Bo")


def test_what_is_hidden_is_told() -> None:
    hidden = ObjectConcealed(0, Thing.PORTAL, Region.HARRAX)
    assert narrate(hidden, NAMES) == ["Ada hides the portal in Harrax from everybody else."]


def test_an_exchange_is_told() -> None:
    assert narrate(WoodExchanged(1, 1, 2), NAMES) == ["Bo takes 1 iron and 2 gold in place of as much wood."]


def test_the_illusions_are_listed() -> None:
    assert own(Illusions()) == ["Hidden from the others: nothing"]
    both = Illusions((("portal", Region.HARRAX), ("fortress", Region.QLISS)))
    assert own(both) == ["Hidden from the others: portal in Harrax and fortress in Qliss"]


def test_what_only_they_are_asked() -> None:
    assert list(HUMANS.questions) == ["conceal", "exchange"]
