"""Forms: narrowed by typing, picked, taken back; never anything that is not offered."""

from typing import Any

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Request, request_for
from p2p_heroes.games.roshambo import THROWS
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.asked import Asked, ChoiceWords
from p2p_heroes.ui.kit.forms import FAR, LONG, ListForm
from tests.support.conquer import asking, at_table, seat


class Terse(ChoiceWords[Any, Any]):
    """Says nothing of any choice."""

    def question(self, request: Request[Any], /) -> str:
        return ""


THROW: Request[Any] = Request(0, "throw", THROWS)


def roshambo() -> ListForm[Any, Any]:
    return ListForm(Asked(GAMES["roshambo"], GAME_UIS["roshambo"], None, THROW))


def conquer(*stages: Any, **holdings: Any) -> ListForm[Any, Any]:
    own = seat("undead", Region.BRYNNLORE, **holdings)
    table = asking(at_table(own, seat("elves", Region.ASANDER)), *stages)
    request = request_for(CONQUER.pending(table), 0)
    return ListForm(Asked(CONQUER, GAME_UIS["conquer"], table, request))


def texts(form: ListForm[Any, Any]) -> list[str]:
    return [row.text for row in form.rows]


def test_all_choices_are_rows_and_enter_picks_the_marked_one() -> None:
    form = roshambo()
    assert texts(form) == ["throw rock", "throw paper", "throw scissors"]
    form.go(1)
    assert form.marked == THROWS[1]
    assert form.pick("") == ""
    assert form.picked == THROWS[1]
    assert form.summary.text == "throw paper"


def test_the_mark_stays_on_the_list() -> None:
    form = roshambo()
    form.go(-5)
    assert form.at == 0
    form.go(50)
    assert form.at == 2


def test_typing_narrows_and_an_empty_line_shows_all_again() -> None:
    form = roshambo()
    form.narrow("s")
    assert texts(form) == ["throw scissors"]
    form.narrow("zebra")
    assert texts(form) == []
    assert form.marked is None
    form.narrow("")
    assert len(form.rows) == 3


def test_tab_completes_as_far_as_all_agree() -> None:
    form = roshambo()
    form.narrow("th")
    assert form.completed("th") == "throw "
    form.narrow("throw s")
    assert form.completed("throw s") == "throw scissors"
    form.narrow("zebra")
    assert form.completed("zebra") == "zebra"


@pytest.mark.parametrize("typed", ["throw paper", "paper", "PAP", "2"])
def test_what_is_typed_is_picked(typed: str) -> None:
    form = roshambo()
    form.narrow(typed)
    assert form.pick(typed) == ""
    assert form.picked == THROWS[1]


def test_among_what_fits_the_moved_mark_says_what_is_meant() -> None:
    form = roshambo()
    form.narrow("throw")
    form.go(2)
    assert form.pick("throw") == ""
    assert form.summary.text == "throw scissors"


def test_what_is_not_offered_is_refused_with_the_reason_of_the_rules() -> None:
    request: Request[Any] = Request(0, "throw", THROWS[:2])
    reasons = {"throw scissors": "scissors are out"}
    game = GAMES["roshambo"]
    form = ListForm(
        Asked(game, GAME_UIS["roshambo"], None, request, lambda choice: reasons[game.notate(choice)])
    )
    assert form.pick("throw scissors") == "scissors are out"
    assert form.picked is None


def test_what_is_picked_can_be_taken_back() -> None:
    form = roshambo()
    form.pick("")
    assert form.undo()
    assert form.picked is None
    assert not form.undo()


def test_left_and_right_go_through_what_there_is_of_one_kind() -> None:
    form = conquer(BuildingStarts(4), stock=(0, 0, 6), built=("graveyard",))
    at = texts(form).index("recruit skeleton 1")
    form.go(at)
    assert form.rows[at].more.startswith("<1/")
    form.change(1)
    assert texts(form)[at] == "recruit skeleton 2"
    form.change(FAR)
    last = texts(form)[at]
    assert form.marked == CONQUER.parse(last)
    form.change(-FAR)
    assert texts(form)[at] == "recruit skeleton 1"


def test_what_does_nothing_stands_last_and_is_never_marked_first() -> None:
    """Enter, Enter throws nothing away."""
    ada = seat("humans", Region.XELREE, stock=(9, 9, 9), built=("town-hall",))
    table = asking(at_table(ada, seat("elves", Region.YREEL)), BuildingStarts(2))
    form = ListForm(Asked(CONQUER, GAME_UIS["conquer"], table, request_for(CONQUER.pending(table), 0)))
    assert form.asked.request.choices[0] == CONQUER.parse("done")
    assert texts(form)[-1] == "done"
    assert form.marked != CONQUER.parse("done")


def test_a_long_list_of_several_sorts_is_shown_in_two_steps() -> None:
    regions = list(Region)[:LONG]
    lines = ["done", *(f"move {region}" for region in regions), *(f"start {region}" for region in regions)]
    request: Request[Any] = Request(0, "build", tuple(map(CONQUER.parse, lines)))
    form = ListForm(Asked(CONQUER, Terse(), None, request))
    assert texts(form) == ["move", "start", "done"]
    assert form.marked is None
    assert form.pick("") == ""
    assert form.picked is None
    assert texts(form) == lines[1 : LONG + 1]
    assert form.undo()
    assert texts(form)[form.at] == "move"
    assert not form.undo()


@pytest.mark.parametrize("typed", ["", "build warrior", "warrior", "b war"])
def test_of_variants_for_the_same_price_the_one_with_the_most_points_is_marked(typed: str) -> None:
    ada = seat("humans", Region.XELREE, stock=(9, 9, 9), built=("town-hall",))
    table = asking(at_table(ada, seat("elves", Region.YREEL)), BuildingStarts(2))
    form = ListForm(Asked(CONQUER, GAME_UIS["conquer"], table, request_for(CONQUER.pending(table), 0)))
    best = CONQUER.parse("build warrior-guild on Xelree")
    form.narrow(typed)
    if not typed:
        form.go(texts(form).index("build warrior-guild on Xelree"))
        assert form.rows[form.at].more == "<1/2>"
    assert form.marked == best
    assert form.pick(typed) == ""
    assert form.picked == best


def test_what_is_typed_in_full_is_what_is_meant() -> None:
    ada = seat("humans", Region.XELREE, stock=(9, 9, 9), built=("town-hall",))
    table = asking(at_table(ada, seat("elves", Region.YREEL)), BuildingStarts(2))
    form = ListForm(Asked(CONQUER, GAME_UIS["conquer"], table, request_for(CONQUER.pending(table), 0)))
    form.narrow("build warrior-guild")
    assert texts(form) == ["build warrior-guild", "build warrior-guild on Xelree"]
    assert form.pick("build warrior-guild") == ""
    assert form.picked == CONQUER.parse("build warrior-guild")


def test_every_row_and_every_variant_is_a_choice_of_the_request() -> None:
    form = conquer(Moving(3), stock=(6, 0, 0), built=("hearse",))
    for at in range(len(form.rows)):
        form.at = at
        seen = set()
        while form.rows[at].text not in seen:
            seen.add(form.rows[at].text)
            assert form.marked in form.asked.request.choices
            form.change(1)
