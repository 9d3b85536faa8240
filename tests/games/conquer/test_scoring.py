"""Scoring and victory (rulebook p. 13)."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import FortressPoints, TravelPoints
from p2p_heroes.games.conquer.events import GameEnded
from p2p_heroes.games.conquer.faction import Structure
from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.scoring import GameEnds, leftovers, places, score_of
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Score
from p2p_heroes.games.conquer.world import REGIONS, Region
from p2p_heroes.games.game import Over
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import at_table, seat, small_board, started

R = Region
REDS, BLUES, GREENS, GREYS = (small_board(name) for name in ("reds", "blues", "greens", "greys"))
FORTRESSES = (R.BRYNNLORE, R.IKARA, R.ZORO)
FIVE_MONSTERS = (2, 3, 5, 8, 13)
BUILT = (Structure("hall", 1, points=9), Structure("trophy-hall", 2, points=5, effects=(TravelPoints(2),)))


def four_players(*seated: object) -> Table:
    others = (seat(BLUES, R.YREEL), seat(GREENS, R.SULEEN), seat(GREYS, R.CERNESS))
    return at_table(*seated, *others)  # type: ignore[arg-type]  # as given


def test_six_boxes_are_added_up() -> None:
    """Rulebook p. 13: 14 + 6, 2 + 3, 2 + 2 + 2, 10 + 8, and no artefact that counts are 49."""
    board = small_board("hunters", structures=BUILT)
    mathew = seat(
        board,
        R.ASANDER,
        built=("hall", "trophy-hall"),
        visited=REGIONS[1:13],
        foundations={R.ASANDER: 2, R.JORVELD: 3},
        milestones=(1, 1, 1),
        fortresses=FORTRESSES,
        monsters=FIVE_MONSTERS,
        artefacts=(R.VURT, R.FOLEN),
    )
    score = score_of(four_players(mathew), 0)
    assert score == Score(structures=20, foundations=5, resources=6, victories=18, artefacts=0)
    assert score.total == 49


class Sins(Effect):
    """A point for each victory."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        player = table.players[seat]
        won = player.fortresses.bit_count() + player.monsters.bit_count()
        return replace(score, structures=score.structures + won)


def test_points_for_three_fortresses_and_five_monsters() -> None:
    """The second box: 18 printed and 8 by an effect, 5, 6, 18 and 0 are 55."""
    board = small_board("fiends", structures=(Structure("sins", 3, points=18, effects=(Sins(),)),))
    score = score_of(
        four_players(
            seat(
                board,
                built=("sins",),
                foundations={R.ASANDER: 2, R.JORVELD: 3},
                milestones=(1, 1, 1),
                fortresses=FORTRESSES,
                monsters=FIVE_MONSTERS,
            )
        ),
        0,
    )
    assert score == Score(26, 5, 6, 18, 0)
    assert score.total == 55


class PerMilestone(Effect):
    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return replace(score, artefacts=score.artefacts + sum(table.players[seat].milestones))


def test_a_board_may_have_other_points_for_resources() -> None:
    """The second box: 3 + 3 + 4 for wood and 3 for gold are 13, and 4 more by an artefact are 17."""
    board = small_board(
        "machines", milestones=((14, 3), (22, 3), (30, 4)), artefacts={R.DORTAL: (PerMilestone(),)}
    )
    score = score_of(at_table(seat(board, milestones=(3, 0, 1), artefacts=(R.DORTAL,)), seat(BLUES)), 0)
    assert (score.resources, score.artefacts, score.total) == (13, 4, 17)


@pytest.mark.parametrize(("reached", "points"), [(0, 0), (1, 2), (2, 4), (3, 7)])
def test_points_circled_in_the_inventory(reached: int, points: int) -> None:
    """Rulebook p. 5."""
    score = score_of(at_table(seat(REDS, milestones=(0, reached, 0)), seat(BLUES)), 0)
    assert score == Score(resources=points)


def test_points_of_fortresses_and_monsters() -> None:
    """Rulebook p. 13."""
    score = score_of(at_table(seat(REDS, fortresses=(R.KOSLEEN, R.QLISS), monsters=(2, 32)), seat(BLUES)), 0)
    assert score == Score(victories=5 + 2 + 1 + 7)


def test_a_structure_that_is_not_built_gives_nothing() -> None:
    board = small_board("hunters", structures=BUILT)
    assert score_of(at_table(seat(board, built=("hall",), visited=REGIONS[:9]), seat(BLUES)), 0) == Score(
        structures=9
    )


def test_an_artefact_that_is_lost_gives_nothing() -> None:
    """Rulebook p. 10."""
    board = small_board("keepers", artefacts={R.VURT: (FortressPoints(2, by_artefact=True),)})
    owner, former = (seat(board, fortresses=(R.QLISS,), artefacts=owned) for owned in ((R.VURT,), ()))
    assert score_of(at_table(owner, seat(BLUES)), 0).artefacts == 2
    assert score_of(at_table(former, seat(BLUES)), 0).artefacts == 0


# Who has won.


def ended(*players: tuple[int, Bundle]) -> Table:
    """Players by the points for their milestones and what they have left."""
    boards = (REDS, BLUES, GREENS, GREYS)
    seated = [
        seat(board, milestones=(reached, 0, 0), stock=stock)
        for board, (reached, stock) in zip(boards, players, strict=False)
    ]
    return at_table(*seated, number=16)


@pytest.mark.parametrize(
    ("players", "order"),
    [
        ([(1, (0, 0, 0)), (2, (0, 0, 0))], (2, 1)),
        ([(1, (9, 9, 9)), (2, (0, 0, 0))], (2, 1)),
        ([(1, (3, 0, 0)), (1, (1, 1, 2))], (2, 1)),
        ([(1, (3, 0, 0)), (1, (1, 1, 1))], (1, 1)),
        ([(2, (0, 0, 0)), (1, (1, 0, 0)), (1, (0, 0, 1)), (0, (9, 9, 9))], (1, 2, 2, 4)),
    ],
)
def test_most_points_then_most_resources_then_a_shared_victory(
    players: list[tuple[int, Bundle]], order: tuple[int, ...]
) -> None:
    """Rulebook p. 13; docs/rulings.md 26: wood, iron and gold together."""
    table = ended(*players)
    assert places(table) == order
    assert leftovers(table) == tuple(sum(stock) for _, stock in players)


def test_the_end_is_told_with_all_boxes() -> None:
    step = started(ended((1, (3, 0, 0)), (2, (0, 0, 4))), GameEnds())
    assert step.events == (GameEnded((Score(resources=2), Score(resources=4)), (3, 4), (2, 1)),)
    assert CONQUER.pending(step.state) == Over((2, 1))
