"""Whose connection broke in a lobby, and who is back: each told once."""

from p2p_heroes.node.lobby_guest import HostLink
from p2p_heroes.ui.comings import LINKS, Comings

NAMES = {b"a": "Ada", b"b": "Bo", b"c": "Cy"}


def test_a_host_hears_who_is_gone_and_who_is_back() -> None:
    comings = Comings()
    assert comings.told([], NAMES) == []
    assert comings.told([b"b"], NAMES) == ["Bo's connection broke; the seat is kept for a minute."]
    assert comings.told([b"b"], NAMES) == []
    assert comings.told([b"c"], NAMES) == [
        "Cy's connection broke; the seat is kept for a minute.",
        "Bo is back.",
    ]
    assert comings.told([], {b"a": "Ada", b"b": "Bo"}) == ["Cy did not come back; the seat is free."]
    assert comings.told([], NAMES) == []


def test_a_guest_hears_of_its_own_connection() -> None:
    assert set(LINKS) == set(HostLink)
