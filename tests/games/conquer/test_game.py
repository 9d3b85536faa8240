"""Write & Conquer as a game of the table (rulebook pp. 4-5)."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import Done, Start
from p2p_heroes.games.conquer.faction import Structure, Unit
from p2p_heroes.games.conquer.game import Conquer
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import DrawFirst, Planning, first_stages
from p2p_heroes.games.conquer.state import Player, Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.errors import BadSetup, IllegalChoice, MalformedDecision, MalformedState
from p2p_heroes.games.game import Chance, Open, Over, Secret, Setup
from p2p_heroes.games.kit.refusals import because
from tests.support.conquer import asking, at_table, seat, small_board

COLOURS = tuple(small_board(name) for name in ("reds", "blues", "greens", "greys", "browns"))
GAME = Conquer(COLOURS)


def started(*choices: str, first: int = 1) -> Table:
    return GAME.initial(Setup(choices, {"first": first}))


# Setup.


def test_what_the_players_may_agree_on() -> None:
    """Rulebook p. 4."""
    assert (GAME.name, list(GAME.seats)) == ("conquer", [2, 3, 4])
    assert GAME.choices == ("reds", "blues", "greens", "greys", "browns")
    assert list(GAME.options) == ["first"]


def test_each_player_starts_with_the_printed_units_and_nothing_else() -> None:
    """Rulebook p. 4."""
    board = small_board("guards", units=(Unit("guard", 1, 1, start=4), Unit("rider", 3, 3)))
    table = Conquer((board, COLOURS[0])).initial(Setup(("reds", "guards"), {"first": 2}))
    assert table.players == (Player((3, 0)), Player((4, 0)))
    assert table.boards == (COLOURS[0], board)
    assert (table.round, table.first, table.agenda) == (0, 1, first_stages(1, 2))


def test_without_an_agreement_chance_names_the_first_player() -> None:
    """docs/rulings.md 27."""
    table = GAME.initial(Setup(("reds", "blues", "greens")))
    assert table.agenda == (DrawFirst(),)
    assert GAME.pending(table) == Chance("the first player", (3,))


@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_players_may_agree_on_the_first_player(first: int) -> None:
    """docs/rulings.md 27."""
    assert started("reds", "blues", "greens", first=first).first == first - 1


@pytest.mark.parametrize(
    ("choices", "first", "reason"),
    [
        (("reds",), 0, "conquer is not for 1"),
        (("reds", "blues", "greens", "greys", "browns"), 0, "conquer is not for 5"),
        (("reds", "whites"), 0, "there is no 'whites' to choose in conquer"),
        (("reds", ""), 0, "there is no '' to choose in conquer"),
        (("reds", "reds"), 0, "each faction has one board, so nobody can play the same"),
        (("reds", "blues"), 3, "there is no seat 3"),
        (("reds", "blues"), 5, "first must be a whole number from 0 to 4"),
    ],
)
def test_a_bad_setup_is_refused(choices: tuple[str, ...], first: int, reason: str) -> None:
    """Rulebook p. 4; docs/rulings.md 28."""
    with pytest.raises(BadSetup) as refused:
        GAME.initial(Setup(choices, {"first": first}))
    assert refused.value.reason == reason


# Steps.


def test_only_what_is_offered_to_the_seat_is_accepted() -> None:
    table = started("reds", "blues")
    assert GAME.check(table, 1, ("start", "Yreel")) == Start(Region.YREEL)
    with pytest.raises(IllegalChoice) as refused:
        GAME.check(table, 1, ("start", "Asander"))
    assert refused.value.refusal == because("no-portal", region=Region.ASANDER)
    with pytest.raises(IllegalChoice) as refused:
        GAME.check(table, 0, ("start", "Yreel"))
    assert refused.value.refusal == because("not-asked", seat=0)


def test_answers_have_the_shape_that_was_asked_for() -> None:
    table = started("reds", "blues")
    for answers in ({}, {0: Start(Region.YREEL)}, (1,)):
        with pytest.raises(AssertionError):
            GAME.apply(table, answers)
    drawing = GAME.initial(Setup(("reds", "blues")))
    with pytest.raises(AssertionError):
        GAME.apply(drawing, (2,))
    assert GAME.apply(drawing, (1,)).state.first == 1


def test_an_absent_seat_does_the_quiet_thing() -> None:
    table = asking(at_table(seat(COLOURS[0]), seat(COLOURS[1], Region.YREEL)), Moving(1))
    assert GAME.notate(GAME.default(table, 0)) == "stay"
    assert GAME.notate(GAME.default(started("reds", "blues"), 1)) == "start Harrax"
    with pytest.raises(IllegalChoice):
        GAME.default(started("reds", "blues"), 0)


@pytest.mark.parametrize("who", [None, 0, 1])
def test_boards_are_open(who: int | None) -> None:
    """Rulebook p. 3: sealed choices are in no table before they are revealed."""
    table = started("reds", "blues")
    assert GAME.view(table, who) is table


def test_points_are_those_of_the_scoring_area() -> None:
    table = at_table(seat("undead", monsters=(2, 3)), seat("humans", foundations={Region.ESMORE: 3}))
    assert CONQUER.points(table) == (2, 3)


def test_a_game_of_absent_players_lasts_sixteen_rounds() -> None:
    """Rulebook pp. 4-5 and 13."""
    table = started("reds", "blues", "greens", first=2)
    plans = 0
    while not isinstance(need := GAME.pending(table), Over):
        assert isinstance(need, Open | Secret)
        plans += table.agenda[0] == Planning()
        asked = [request.seat for request in need.requests]
        table = GAME.apply(table, {each: GAME.default(table, each) for each in asked}).state
    assert plans == 16
    assert len(need.places) == 3
    with pytest.raises(IllegalChoice):
        GAME.check(table, 0, ("done",))


# Plain forms and words.


def test_tables_and_decisions_survive_their_plain_form() -> None:
    table = GAME.apply(started("reds", "blues"), {1: Start(Region.YREEL)}).state
    assert GAME.decode_state(GAME.encode_state(table)) == table
    assert GAME.decode_decision(GAME.encode_decision(Done())) == Done()
    assert GAME.parse(GAME.notate(Start(Region.YREEL))) == Start(Region.YREEL)


def test_what_is_not_of_this_game_is_refused() -> None:
    with pytest.raises(MalformedState):
        GAME.decode_state({})
    with pytest.raises(MalformedDecision):
        GAME.decode_decision(("rock",))
    with pytest.raises(MalformedDecision):
        GAME.parse("rock")


def test_a_table_of_other_factions_is_refused() -> None:
    with pytest.raises(MalformedState, match="not a faction"):
        CONQUER.decode_state(GAME.encode_state(started("reds", "blues")))


def test_the_game_of_the_box_knows_its_factions() -> None:
    assert {"undead"} <= set(CONQUER.choices)
    assert all(CONQUER.boards[name].name == name for name in CONQUER.choices)


def test_a_board_can_begin_with_structures() -> None:
    settled = small_board("settled", structures=(Structure("hut", 1), Structure("inn", 1)), standing=("inn",))
    table = Conquer([settled, small_board("others")]).initial(Setup(("settled", "others")))
    assert [player.built for player in table.players] == [2, 0]
