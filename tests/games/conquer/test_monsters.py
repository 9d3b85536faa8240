"""The line of monsters (rulebook pp. 3 and 10)."""

from p2p_heroes.games.conquer.monsters import MONSTERS


def test_every_board_has_a_line_of_eight_monsters() -> None:
    """Rulebook p. 3."""
    assert len(MONSTERS) == 8


def test_the_powers_and_points_of_the_line() -> None:
    """Rulebook p. 10: 5 and 8 are neighbours; p. 13: the five leftmost are worth 8 points."""
    assert [monster.power for monster in MONSTERS] == [2, 3, 5, 8, 13, 19, 25, 32]
    assert [monster.points for monster in MONSTERS] == [1, 1, 1, 2, 3, 4, 5, 7]
    assert sum(monster.points for monster in MONSTERS[:5]) == 8


def test_the_resources_of_the_line() -> None:
    """Rulebook p. 10: the monster of power 8 gives 2 wood, 2 iron and 2 gold."""
    amounts = [
        *((0, 0, 0), (0, 0, 2), (1, 1, 1), (2, 2, 2)),
        *((0, 0, 5), (2, 2, 2), (3, 3, 3), (4, 4, 4)),
    ]
    assert [monster.resources for monster in MONSTERS] == amounts


def test_what_is_guessed_about_the_line_is_which_resource_a_single_amount_is() -> None:
    guessed = {monster.power: monster.guessed for monster in MONSTERS if monster.guessed}
    assert guessed == {3: ("resources",), 13: ("resources",)}
