"""Words that take a seat out of the game: asked back, confirmed by one word only, forgotten at any other."""

import re
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from p2p_heroes.games.game import Request
from p2p_heroes.ui.consent import Consent, seat_called
from protocol.errors import NotDue
from protocol.messages import Forfeit, Resign
from tests.support.wires import Circle, Wires


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
    assert line.startswith("Asked for: the table ends when the table's patience is over, unless Ada chooses")
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
    assert (
        "If Cy asks too and Ada does not choose within 59 s, the rules move for Ada from now on, for" in text
    )
    await trio.sleep(60)
    [text] = consent.asked("forfeit", "Ada")
    assert (
        "If Cy asks too and Ada does not choose first, the rules move for Ada from now on, for good." in text
    )
    told, _ = consent.answer("yes")
    assert told == [
        "Asked for: the rules move for Ada when Cy asks too, unless Ada chooses first. "
        "Until then keep Ada takes it back."
    ]
    [text] = consent.asked("resign", "")
    assert "when the table would next wait for you, the rules move for you." in text


async def test_who_has_asked_too_and_how_long_it_still_takes_is_told(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = await thinking(wires, tmp_path, seats=4)
    bo, cy = (Consent(circle.node(seat)) for seat in (1, 2))
    assert bo.pending == ""
    for consent in (bo, cy):
        consent.asked("forfeit", "Ada")
        consent.answer("yes")
    await trio.sleep(10)
    assert bo.standing == (
        "You and Cy asked for it: the rules move for Ada when the table's patience is over and Di asks too, "
        "unless Ada chooses first. Until then keep Ada takes it back."
    )
    left = 60 - circle.node(1).waits()[0]
    assert bo.pending == f"{bo.standing} The patience ends in {left} s."
    await trio.sleep(60)
    assert bo.pending == bo.standing
    assert "when Di asks too, unless" in bo.standing
    bo.asked("keep", "Ada")
    assert bo.pending == ""


@pytest.mark.slow
async def test_how_long_was_waited_is_told_beside_how_long_is_enough(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = await thinking(wires, tmp_path)
    consent = Consent(circle.node(1))
    [text] = consent.asked("forfeit", "Ada")
    assert re.search(
        r"The table has waited for Ada for \d s; everybody has 60 s\. If Ada does not choose within 5\d s, ",
        text,
    )
    await trio.sleep(566)
    [text] = consent.asked("forfeit", "Ada")
    assert re.search(
        r"The table has waited for Ada for 5\d\d s; 60 s are enough\. At once the table ends", text
    )


async def test_a_resignation_is_heard_through_others_at_once(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    wires.cut.add(frozenset((0, 1)))
    circle = await thinking(wires, tmp_path, seats=3)
    await trio.sleep(3)
    consent = Consent(circle.node(1))
    consent.asked("resign", "")
    assert consent.answer("yes") == (["You have resigned. You may watch to the end, or leave."], True)
    await trio.sleep(0.5)
    assert [one.message for one in circle.node(0).session.log.chains[1]][-1] == Resign()


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


@pytest.mark.slow
async def test_who_has_not_answered_owes_nothing_and_is_asked_about_in_other_words(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = await thinking(wires, tmp_path, seats=4)
    for seat in (1, 2):
        consent = Consent(circle.node(seat))
        consent.asked("forfeit", "Ada")
        consent.answer("yes")
    await trio.sleep(70)
    [text] = consent.asked("forfeit", "Di")
    assert re.search(
        r"Go on without Di\? Di owes nothing, but has not answered for [67]\d s whom to go on without\. "
        r"If Bo asks too and Di does not answer first, the table ends, decided for nobody\.",
        text,
    )


async def test_the_last_word_that_was_missing_takes_effect_at_once(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = await thinking(wires, tmp_path, seats=3)
    await trio.sleep(60)
    for seat in (1, 2):
        consent = Consent(circle.node(seat))
        [text] = consent.asked("forfeit", "Ada")
        told, _ = consent.answer("yes")
        await trio.sleep(0.5)
    assert "60 s are enough. At once the rules move for Ada from now on, for good." in text
    assert told == ["Signed. When all others have signed it, too, Ada is out; the rules move for Ada."]
    assert not circle.node(1).session.is_playing(0)


@pytest.mark.slow
async def test_who_is_out_has_no_vote_and_watches_while_anybody_is_there(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    circle = await thinking(wires, tmp_path, seats=3)
    for seat in (1, 2):
        circle.node(seat).forfeit([0])
    await circle.reach(0, 2)
    await trio.sleep(2)
    assert circle.node(0).waits()
    consent = Consent(circle.node(0))
    for word in ("forfeit", "keep"):
        for name in ("Bo", "Zoe"):
            assert consent.asked(word, name) == ["You are out of the game: you have no vote."]
    assert consent.question == ""
    with pytest.raises(NotDue):
        circle.node(0).forfeit([1])
    await circle.node(2).mesh.farewell()
    await circle.stop(2)
    await trio.sleep(200)
    assert not circle.chairs[0].done.is_set(), "Bo is there"


@pytest.mark.parametrize(
    ("name", "seat"), [("Bo", 1), ("bo", 2), ("ADA", 0), ("BO", None), ("Zoe", None), ("", None)]
)
def test_a_name_is_found_with_capitals_or_without(name: str, seat: int | None) -> None:
    assert seat_called(name, ["Ada", "Bo", "bo"]) == seat
