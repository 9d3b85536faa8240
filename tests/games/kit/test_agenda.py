"""The agenda: what is settled next, and where the table stops to ask."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from p2p_heroes.games.conquer.asking import Question
from p2p_heroes.games.conquer.decisions import Decision, Done, Lose
from p2p_heroes.games.conquer.kinds import NAME
from p2p_heroes.games.conquer.rounds import advance, pending
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Event, Need, Open, Request
from p2p_heroes.games.kit.agenda import can_go_on, is_in_order, run
from p2p_heroes.games.kit.forms import Form, Part, to_text
from p2p_heroes.games.kit.kinds import COUNT
from p2p_heroes.games.kit.refusals import because
from tests.support.conquer import at_table, seat, small_board

REDS, BLUES = small_board("reds"), small_board("blues")


class Said(Event):
    word: str


class Says(Stage):
    """Says a word, and queues so many echoes before whatever comes next."""

    form: ClassVar[Form] = Form("says", Part("word", NAME), Part("echoes", COUNT))
    word: str
    echoes: int = 0

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        turn.tell(Said(self.word))
        turn.queue(*(Says(f"{self.word}-{'abc'[at]}") for at in range(self.echoes)))


class Asks(Stage):
    form: ClassVar[Form] = Form("asks")

    def need(self, table: Table) -> Need[Decision]:
        return Open((Request(1, "ask", (Done(),)),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        turn.tell(Said(f"answered {answers[1].form.tag}"))


def with_agenda(*stages: Stage) -> Table:
    return at_table(seat(REDS, units={}), seat(BLUES, Region.YREEL, units={}), agenda=stages)


def test_what_asks_nobody_is_settled_at_once_up_to_the_next_question() -> None:
    turn = Turn(with_agenda(Says("one"), Says("two"), Asks(), Says("three")))
    run(turn)
    assert turn.events == [Said("one"), Said("two")]
    assert turn.table.agenda == (Asks(), Says("three"))
    assert pending(turn.table) == Open((Request(1, "ask", (Done(),)),))


def test_what_a_stage_queues_comes_before_what_was_there() -> None:
    turn = Turn(with_agenda(Says("one", 2), Says("two")))
    run(turn)
    assert turn.events == [Said("one"), Said("one-a"), Said("one-b"), Said("two")]
    assert turn.table.agenda == ()


def test_an_answer_is_settled_with_all_that_follows() -> None:
    table = with_agenda(Asks(), Says("after", 1), Asks())
    step = advance(table, {1: Done()})
    assert step.events == (Said("answered done"), Said("after"), Said("after-a"))
    assert step.state.agenda == (Asks(),)


def test_no_table_stops_at_a_stage_that_asks_nothing() -> None:
    with pytest.raises(AssertionError):
        pending(with_agenda(Says("one")))


class Idle(Stage):
    form: ClassVar[Form] = Form("idle")


def test_a_stage_asks_nobody_unless_it_says_so() -> None:
    table = with_agenda()
    assert Idle().need(table) is None
    assert Idle().is_coherent(table)
    assert Idle().refusal(table, 0, Done()) == because("not-now", stage="idle")


def test_a_stage_settles_only_what_it_asked() -> None:
    turn = Turn(with_agenda())
    with pytest.raises(AssertionError, match="idle does nothing"):
        Idle().settle(turn, {})
    with pytest.raises(AssertionError, match="asks draws nothing"):
        Asks().drawn(turn, (0,))


class Naming(Question):
    """A question that everybody has to answer: by the seat's own number, or one of two."""

    form: ClassVar[Form] = Form("naming", Part("seat", COUNT))
    question = "name"

    def offers(self, table: Table) -> tuple[Decision, ...]:
        return (Lose("foot"), Lose("knight"))[: 1 + self.seat]

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        turn.tell(Said(to_text(chosen)))


def test_a_question_cannot_be_declined_unless_it_says_so() -> None:
    table = with_agenda(Naming(1))
    assert pending(table) == Open((Request(1, "name", (Lose("foot"), Lose("knight"))),))
    assert advance(table, {1: Lose("knight")}).events == (Said("lose knight"),)


def test_a_question_with_one_answer_is_not_put() -> None:
    turn = Turn(with_agenda(Naming(0)))
    run(turn)
    assert turn.events == [Said("lose foot")]


class First(Stage):
    form: ClassVar[Form] = Form("first")
    is_first = True


class Last(Stage):
    form: ClassVar[Form] = Form("last")
    is_last = True


def test_what_comes_first_or_last_does() -> None:
    assert is_in_order((First(), Idle(), Last()))
    assert not is_in_order((Idle(), First()))
    assert not is_in_order((Last(), Idle()))


class Stuck(Stage):
    form: ClassVar[Form] = Form("stuck")

    def need(self, table: Table) -> Need[Decision]:
        return Open((Request(0, "stick", ()),))


def test_a_table_goes_on_from_a_question_that_can_be_answered_or_from_the_end() -> None:
    table = with_agenda(Asks())
    assert can_go_on(table)
    assert table.pending == Open((Request(1, "ask", (Done(),)),))
    assert can_go_on(with_agenda())
    assert not can_go_on(with_agenda(Idle()))
    assert not can_go_on(with_agenda(Stuck()))


def test_what_is_queued_comes_in_the_order_of_queueing() -> None:
    turn = Turn(with_agenda())
    turn.queue(Idle())
    turn.queue(First(), Last())
    assert turn.queued == [Idle(), First(), Last()]
