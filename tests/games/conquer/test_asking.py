"""A question of a board to one seat."""

from collections.abc import Sequence
from typing import ClassVar

from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.decisions import DECLINE, Decision, Lose
from p2p_heroes.games.conquer.events import Declined, UnitLost
from p2p_heroes.games.conquer.holdings import lose_unit
from p2p_heroes.games.conquer.rounds import advance, pending
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.game import Open, Request
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT, COUNTS
from p2p_heroes.games.kit.refusals import because
from tests.support.conquer import asking, at_table, seat, small_board, started


class Grief(Own):
    form: ClassVar[Form] = Form("grief")


class Grieving(Asking):
    """Some of the two kinds of units may be lost."""

    form: ClassVar[Form] = Form("grieving", Part("seat", COUNT), Part("kinds", COUNTS))
    whose = Grief
    refused = "lose-somebody"
    kinds: tuple[int, ...]

    def offers(self, table: Table) -> Sequence[Decision]:
        return tuple(Lose(table.boards[self.seat].units[kind].name) for kind in self.kinds)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Lose)
        lose_unit(turn, self.seat, chosen.unit)


class Consoling(Grieving):
    form: ClassVar[Form] = Form("consoling", *Grieving.form.parts)
    refused = ""
    question = "console"
    declined = "solace"

    def is_due(self, table: Table) -> bool:
        return bool(self.kinds)


def mourners() -> Table:
    reds = small_board("reds", own=Grief())
    return at_table(seat(reds, units={"foot": 1, "knight": 1}), seat(small_board("blues")))


def test_the_question_is_named_after_what_is_offered() -> None:
    table = asking(mourners(), Grieving(0, (0, 1)))
    assert pending(table) == Open((Request(0, "lose", (Lose("foot"), Lose("knight"))),))
    assert advance(table, {0: Lose("knight")}).events == (UnitLost(0, "knight"),)
    assert table.agenda[0].refusal(table, 0, DECLINE) == because("lose-somebody")


def test_what_has_a_word_for_it_may_be_declined() -> None:
    table = asking(mourners(), Consoling(0, (1,)))
    assert pending(table) == Open((Request(0, "console", (DECLINE, Lose("knight"))),))
    assert table.agenda[0].refusal(table, 0, Lose("foot")) == because(
        "one-of", choices=(DECLINE, Lose("knight"))
    )
    assert advance(table, {0: DECLINE}).events == (Declined(0, "solace"),)


def test_a_choice_of_one_is_not_asked_for_and_without_any_nothing_happens() -> None:
    assert started(mourners(), Grieving(0, (0,))).events == (UnitLost(0, "foot"),)
    assert started(mourners(), Grieving(0, ())).events == ()
    assert started(mourners(), Consoling(0, ())).events == ()


def test_only_the_board_with_the_block_asks() -> None:
    table = mourners()
    assert [Grieving(at, ()).is_coherent(table) for at in range(3)] == [True, False, False]
    assert [Consoling(0, kinds).is_coherent(table) for kinds in ((), (1,))] == [False, True]
