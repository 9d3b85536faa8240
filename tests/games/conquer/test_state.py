"""The table and its players as data."""

from typing import ClassVar

import pytest

from p2p_heroes.games.conquer.faction import SourceBit
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import ROUNDS, Own, Player, Turn
from p2p_heroes.games.conquer.world import PRINTED_TERRAIN, Region, realm
from p2p_heroes.games.game import Over
from p2p_heroes.games.kit.agenda import copied
from p2p_heroes.games.kit.forms import Form
from tests.support.conquer import at_table, seat, small_board

REDS, BLUES, GREENS = small_board("reds"), small_board("blues"), small_board("greens")


class Empty(Own):
    form: ClassVar[Form] = Form("empty")


def test_a_block_is_found_by_its_kind() -> None:
    table = at_table(seat(REDS, own=Empty()), seat(BLUES))
    assert Empty.of(table, 0) == Empty()
    assert [Empty.is_of(table, at) for at in range(3)] == [True, False, False]


def test_the_game_lasts_sixteen_rounds() -> None:
    """Rulebook p. 4."""
    assert ROUNDS == 16


def test_a_player_starts_with_nothing_but_units() -> None:
    """Rulebook p. 4: what is not printed is not there."""
    player = Player((3, 0))
    assert (player.region, player.stock, player.milestones) == (None, (0, 0, 0), (0, 0, 0))
    assert (player.built, player.artefacts, player.fortresses, player.monsters, player.visited) == (0,) * 5


def test_what_is_at_work_for_a_player() -> None:
    """One bit per structure, then per artefact, then the faction's nature, which always is."""
    player = Player((3,), built=0b101, artefacts=0b10)
    assert player.sources == 0b101 | 1 << SourceBit.ARTEFACTS + 1 | 1 << SourceBit.NATURE
    assert Player((3,)).sources == 1 << SourceBit.NATURE


def test_the_level_written_into_a_foundation() -> None:
    """Rulebook p. 12."""
    player = Player((3,), foundations=((Region.ASANDER, 2), (Region.LOX, 4)))
    assert [player.foundation(region) for region in (Region.ASANDER, Region.LOX, Region.UGMAT)] == [2, 4, 0]


def test_which_artefacts_a_player_owns() -> None:
    _, player = seat(REDS, artefacts=(Region.VURT, Region.TOGEED))
    assert player.owns(Region.VURT)
    assert player.owns(Region.TOGEED)
    assert not player.owns(Region.PASKAAR)


def test_a_copy_is_equal_and_independent() -> None:
    player = Player((1, 2), Region.LOX, (1, 2, 3), (1, 0, 2), 1, 2, 4, 8, 16, 32, ((Region.LOX, 1),), Empty())
    player.raised, player.recruited, player.points = 1, 2, 3
    player.moved = player.barred = player.rewarded = player.hunted = True
    other = copied(player)
    assert other == player
    other.stock = (9, 9, 9)
    other.hunted = False
    assert player.stock == (1, 2, 3)
    assert player.hunted


def test_a_copied_table_has_the_same_players_until_one_is_changed() -> None:
    table = at_table(seat(REDS), seat(BLUES), first=1, number=7, agenda=(Planning(),))
    table.plan = ("wood", "iron", "gold", "move")
    table.pending = Over((1, 1))
    other = copied(table)
    assert other == table
    assert other.pending is None
    turn = Turn(other)
    turn.player(0).stock = (1, 0, 0)
    assert turn.player(0) is other.players[0]
    assert (table.players[0].stock, other.players[0].stock) == ((0, 0, 0), (1, 0, 0))
    assert other.players[1] is table.players[1]


def test_what_is_pending_is_no_part_of_a_table() -> None:
    table = at_table(seat(REDS), seat(BLUES))
    other = copied(table)
    other.pending = Over((1, 2))
    assert other == table
    assert "pending" not in repr(other)


@pytest.mark.parametrize(("first", "order"), [(0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1))])
def test_turn_order_goes_from_the_first_player_clockwise(first: int, order: tuple[int, ...]) -> None:
    """Rulebook p. 8."""
    assert at_table(seat(REDS), seat(BLUES), seat(GREENS), first=first).in_turn == order


def test_the_map_follows_from_the_number_of_players() -> None:
    """Rulebook p. 4."""
    assert at_table(seat(REDS), seat(BLUES)).realm is realm(2)
    assert at_table(seat(REDS), seat(BLUES), seat(GREENS)).realm is realm(3)
    assert at_table(seat(REDS), seat(BLUES)).terrain == PRINTED_TERRAIN


def test_a_block_of_its_own_is_sound_unless_it_says_otherwise() -> None:
    assert Empty().is_sound(at_table(seat(REDS), seat(BLUES)))


class Borrowed(Own):
    form: ClassVar[Form] = Form("borrowed")

    @property
    def lent(self) -> int:
        return 0b10


def test_lent_artefacts_are_at_work_but_not_owned() -> None:
    player = Player((0,), artefacts=0b1, own=Borrowed())
    assert player.sources == 0b11 << SourceBit.ARTEFACTS | 1 << SourceBit.NATURE
    assert not player.owns(Region.VURT)
