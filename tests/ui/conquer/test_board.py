"""A player's board as text."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Structure
from p2p_heroes.games.conquer.planning import DrawFirst
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Setup
from p2p_heroes.games.kit.refusals import Reason, because
from p2p_heroes.ui.conquer.board import board, score, status
from p2p_heroes.ui.conquer.lore import Lore
from tests.support.conquer import at_table, seat, small_board

NAMES = ("Ada", "Bo")


def table() -> Table:
    ada = seat(
        "undead",
        Region.ESMORE,
        stock=(2, 4, 3),
        units={"skeleton": 4, "lich": 1},
        built=("graveyard", "ossuary"),
        artefacts=(Region.VURT,),
        monsters=(2, 5),
        foundations={Region.ESMORE: 2},
        fortresses=(Region.QLISS,),
    )
    return at_table(ada, seat("elves", Region.YREEL, artefacts=(Region.DORTAL,)))


def test_the_state_of_a_seat_in_a_line() -> None:
    text = "You in Esmore have 2 wood, 4 iron and 3 gold; 4 Skeletons and 1 Lich; 8 points."
    assert status(table(), 0) == text


def test_who_else_is_in_the_region_is_told() -> None:
    ada, bo = seat("undead", Region.ESMORE, units={}), seat("elves", Region.ESMORE, units={"pixie": 2})
    text = "You in Esmore have nothing; no units; 0 points. Also here: Elves with 2 Pixies."
    assert status(at_table(ada, bo), 0) == text


def test_before_the_start_a_seat_is_nowhere() -> None:
    fresh = CONQUER.initial(Setup(("undead", "elves")))
    assert fresh.agenda == (DrawFirst(),)
    assert status(fresh, 0) == "You have nothing; 4 Skeletons; 0 points."
    assert board(fresh, 0, NAMES)[0] == "Ada: Undead, nowhere yet"


def test_the_whole_board() -> None:
    lines = board(table(), 0, NAMES)
    assert lines[0] == "Ada: Undead, in Esmore"
    for expected in (
        "Resources: 2 wood, 4 iron and 3 gold",
        "Cursed regions: none",
        "  4 Skeletons, power 2, 1 gold each",
        "  1 Lich, power 5",
        "  * Graveyard, level 1 (2 wood and 2 iron): recruit Skeletons",
        "  + Shrine, level 2 (4 iron; 1 point; needs Barrow or Graveyard or Hearse): "
        "who does not move may fight any monster of the line",
        "  - Chapel, level 3 (3 wood, 3 iron and 2 gold; 3 points; needs Shrine): recruit Liches",
        "Foundations: Esmore 2",
        "Fortresses: Qliss",
        "  Vurt, yours: Liches cost 3 gold",
        "  Dortal, somebody else's: 2 Liches at once",
        "  Paskaar, for 12 wood: curse any 2 regions at once",
        "Movement points to enter: forest 1, meadow 2, mountain 2, lake 3",
        "Monsters by power (* beaten): *2 for 1 point; 3 for 1 point and 2 gold; "
        "*5 for 1 point, 1 wood, 1 iron and 1 gold; 8 for 2 points, 2 wood, 2 iron and 2 gold; "
        "13 for 3 points and 5 gold; 19 for 4 points, 2 wood, 2 iron and 2 gold; "
        "25 for 5 points, 3 wood, 3 iron and 3 gold; 32 for 7 points, 4 wood, 4 iron and 4 gold",
        "Points so far: 8",
    ):
        assert expected in lines


@pytest.mark.parametrize("faction", CONQUER.boards)
def test_every_faction_has_a_board_to_look_at(faction: str) -> None:
    lines = board(at_table(seat(faction), seat("undead", Region.YREEL)), 0, NAMES)
    assert len(lines) > 20
    assert all(lines)


def test_units_are_a_price_too() -> None:
    """Serpents pay for the structures of the Nagas."""
    nagas = board(at_table(seat("nagas", units={"serpent": 1}), seat("elves", Region.YREEL)), 0, NAMES)
    assert "  + Feeder, level 1 (1 Serpent; 1 point): a Serpent costs 4 wood or 4 iron instead of 5" in nagas
    assert [line for line in nagas if line.startswith("  - Geyser, level 1 (2 Serpents; 2 points): ")]


def test_the_points_of_all() -> None:
    rows = score(table(), 0, NAMES)
    assert rows[0].split() == ["Ada", "Bo"]
    assert [row.split()[1:] for row in rows[1:]] == [[count, "0"] for count in "220408"]


class Closed(Effect):
    def structure_barred(
        self, table: Table, seat: int, why: Reason | None, structure: Structure
    ) -> Reason | None:
        return because("closed") if structure.name == "inn" else why


class Roads(Effect):
    def needs_met(self, table: Table, seat: int, met: bool, structure: Structure) -> bool:
        return True


def test_what_effects_forbid_or_allow_shows_in_the_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Affordable is only what can be built."""
    structures = (Structure("inn", 1), Structure("barn", 1), Structure("mill", 2, needs=("barn",)))
    town = small_board("town", structures=structures, nature=(Closed(), Roads()))
    monkeypatch.setattr(
        "p2p_heroes.ui.conquer.board.LORE", {"town": Lore("town", "", effects={Closed: "", Roads: ""})}
    )
    monkeypatch.setattr("p2p_heroes.ui.conquer.effects.LORE", {"town": Lore("town", "")})
    monkeypatch.setattr("p2p_heroes.ui.conquer.names.LORE", {"town": Lore("town", "")})
    monkeypatch.setattr("p2p_heroes.ui.conquer.effects.OWN_EFFECTS", {Closed: "", Roads: ""})
    lines = board(at_table(seat(town), seat("elves")), 0, NAMES)
    marks = [line.strip()[0] for line in lines if ", level " in line]
    assert marks == ["-", "+", "+"]
