"""Words that take a seat out of the game: asked back, confirmed by one word only, forgotten at any other."""

from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from p2p_heroes.games.game import Request
from p2p_heroes.ui.consent import Consent, seat_called
from protocol.messages import Forfeit, Resign
from tests.wires import Circle, Wires


class Thinker:
    """A person who never comes to a decision."""

    is_patient = True

    async def decide(self, view: object, request: Request[Any]) -> object:
        await trio.sleep_forever()


@pytest.fixture
async def wires(nursery: trio.Nursery) -> Wires:
    return Wires(nursery)


async def thinking(wires: Wires, folder: Path, seats: int = 2) -> Circle:
    """A table at which seat 0 has to call, and all wait for it."""
    players = {seat: Thinker() for seat in range(seats)}
    circle = Circle(wires, folder, seats, patience=60, players=players).start()
    for seat in range(seats):
        await circle.reach(seat, 1)
    await trio.sleep(1.5)
    return circle


def said(circle: Circle, seat: int, kind: type) -> int:
    return sum(isinstance(one.message, kind) for one in circle.node(seat).session.log.chains[seat])


async def test_one_word_confirms_and_any_other_forgets(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = await thinking(wires, tmp_path)
    consent = Consent(circle.node(1))
    assert consent.answer("yes") == ([], False), "nothing was asked"
    for word, told, is_done in (
        ("no", ["Nothing was signed."], True),
        ("N", ["Nothing was signed."], True),
        ("say hello", ["Nothing was signed."], False),
    ):
        consent.asked("forfeit", "ada")
        assert consent.answer("") == ([], True)
        assert consent.answer("Y") == (["Type the whole word: yes."], True)
        assert consent.question.startswith("Go on without Ada?")
        assert consent.answer(word) == (told, is_done)
        assert consent.question == ""
    assert not said(circle, 1, Forfeit)
    consent.asked("forfeit", "Ada")
    [line], is_done = consent.answer("YES")
    assert is_done
    assert line.startswith("Asked for: in 5")
    assert said(circle, 1, Forfeit) == 1


async def test_a_question_that_the_table_has_answered_is_none(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = await thinking(wires, tmp_path)
    consent = Consent(circle.node(1))
    consent.asked("forfeit", "Ada")
    position = circle.node(0).session.play.state
    circle.node(0).decide(0, circle.node(0).rules.default(position, 0))
    await circle.reach(1, 2)
    assert consent.question == ""
    assert consent.answer("") == ([], False)
    assert consent.answer("yes") == (["The table has gone on, so nothing was signed."], True)
    assert not said(circle, 1, Forfeit)


async def test_what_it_means_depends_on_who_is_left(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = await thinking(wires, tmp_path, seats=3)
    consent = Consent(circle.node(1))
    [text] = consent.asked("forfeit", "Ada")
    assert ", if Cy asked for it too, unless Ada goes on before, Ada's moves are made by the rules" in text
    [text] = consent.asked("resign", "")
    assert "when the table would next wait for you, the rules move for you." in text


async def test_who_cannot_hear_a_resignation_now_will(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = await thinking(wires, tmp_path)
    consent = Consent(circle.node(1))
    await circle.stop(0)
    await trio.sleep(1)
    consent.asked("resign", "")
    assert consent.answer("yes") == (
        [
            "You have resigned. You may watch to the end, or leave.",
            "Ada cannot hear it now, and will when your programs meet.",
        ],
        True,
    )
    assert said(circle, 1, Resign) == 1
    assert circle.node(1).is_watching
    assert consent.asked("resign", "") == ["There is no seat to give up: you are not in the game."]


@pytest.mark.parametrize(
    ("name", "seat"), [("Bo", 1), ("bo", 2), ("ADA", 0), ("BO", None), ("Zoe", None), ("", None)]
)
def test_a_name_is_found_with_capitals_or_without(name: str, seat: int | None) -> None:
    assert seat_called(name, ["Ada", "Bo", "bo"]) == seat
