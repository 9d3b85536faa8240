"""The Mechanisms in words."""

from p2p_heroes.games.conquer.events import Declined
from p2p_heroes.games.conquer.factions.mechanisms import (
    Combine,
    Connect,
    CoresRemain,
    Install,
    LevelsCombined,
    PointsUploaded,
    ServerApplied,
    ServerRoom,
)
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.board import board
from p2p_heroes.ui.conquer.consequences import objects
from p2p_heroes.ui.conquer.effects import effect
from p2p_heroes.ui.conquer.factions.mechanisms import MECHANISMS, meaning, own
from p2p_heroes.ui.conquer.narrate import narrate
from tests.support.conquer import at_table, seat

NAMES = ("Ada", "Bo")


def test_servers_are_told() -> None:
    basic, boosted = (ServerApplied(0, "second-server", boosted=built) for built in (False, True))
    assert narrate(basic, NAMES) == ["Ada applies the Second Server."]
    assert narrate(boosted, NAMES) == ["Ada applies the boosted Second Server."]
    assert narrate(PointsUploaded(1, 2, 7), NAMES) == ["Bo uploads 2 points, 7 in all."]


def test_a_shared_foundation_is_told() -> None:
    combined = LevelsCombined(0, Region.ESMORE, 5)
    told = "Ada puts Server and structure together on the foundation in Esmore: level 5."
    assert narrate(combined, NAMES) == [told]


def test_mountains_that_are_not_raised_are_told() -> None:
    assert narrate(Declined(0, "mountains"), NAMES) == ["Ada raises no mountains."]


def test_choices_say_what_a_server_does() -> None:
    assert (
        meaning(Install("third-server", None, (("gold", 5),))) == "when applied, 3 wood or gold, once built 4"
    )
    assert meaning(Connect("fourth-server")) == "1 point for the end, once built 2"
    assert meaning(Combine(Region.ESMORE)) == "the levels of Server and structure together"


def test_what_remains_of_the_perished_is_said_with_its_numbers() -> None:
    left = effect(CoresRemain(colossus=2, crusher=1))
    assert left == "Cores for those that perish: 2 for a Colossus, 1 for a Crusher"


def test_the_server_room_is_shown() -> None:
    assert own(ServerRoom(uploaded=3)) == ["Points uploaded: 3"]


def test_servers_stand_on_the_board_with_what_they_cost_and_do() -> None:
    """Their price is that of any structure; what they do stands in the rules of the faction."""
    rich = seat("mechanisms", stock=(1, 0, 4), built=("third-server",))
    shown = board(at_table(rich, seat("undead", Region.YREEL)), 0, NAMES)
    assert [line.strip() for line in shown if "Server, level" in line and "Proxy" not in line] == [
        "+ First Server, level 1 (3 gold; 1 point): when applied, 2 wood or gold, once built 3",
        "+ Second Server, level 2 (4 gold; 2 points): when applied, your region becomes "
        "mountains, once built an adjacent one for 1 wood or gold instead",
        "* Third Server, level 3 (5 gold; 3 points): when applied, 3 wood or gold, once built 4",
        "- Fourth Server, level 4 (6 gold): when applied, 1 point for the end, once built 2",
    ]


def test_what_only_they_are_asked() -> None:
    assert list(MECHANISMS.questions) == ["connect", "raise"]


def test_iron_that_lies_somewhere_is_cores_to_them_alone() -> None:
    table = at_table(seat("mechanisms"), seat("undead"))
    assert "2 Cores" in objects(table, 0, Region.DORTAL)
    assert "2 iron" in objects(table, 1, Region.DORTAL)
    [line] = [line for line in board(table, 0, NAMES) if line.startswith("Monsters by power")]
    assert "iron" not in line
    assert "2 Cores" in line
