"""A person at the full screen, at a real table: what Enter does, what the scene shows, how it ends."""

from pathlib import Path

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.ui.plain import Quit
from p2p_heroes.ui.screen import panes
from p2p_heroes.ui.screen.full import FullScreen
from p2p_heroes.ui.screen.question import SIGN, question
from p2p_heroes.ui.screen.scene import Scene
from p2p_heroes.ui.screen.text import plain
from protocol.events import Finished
from protocol.parcels import MAX_CHAT, Place, Seats
from tests.wires import Circle, Wires

ADA, BO = "Ada", "Bo"


class Person:
    """Somebody before a full screen, without a terminal."""

    def __init__(self) -> None:
        self.rung = 0
        self.screen = FullScreen(Scene(), refresh=lambda: None, ring=self._ring)

    def _ring(self) -> None:
        self.rung += 1

    @property
    def scene(self) -> Scene:
        return self.screen.scene

    @property
    def question(self) -> str:
        return "\n".join(plain(line) for line in question(self.scene, 80, 8))

    async def asked(self, text: str) -> None:
        """Wait until this is asked."""
        with trio.fail_after(3600):
            # On the autojump clock, looking again and again costs nothing.
            while self.scene.form is None or text not in self.question:  # noqa: ASYNC110
                await trio.sleep(0.01)

    def answer(self, typed: str) -> None:
        assert self.screen.enter(typed), self.scene.notice
        assert self.screen.enter("")


@pytest.fixture
async def wires(nursery: trio.Nursery) -> Wires:
    return Wires(nursery)


def seated(person: Person, wires: Wires, folder: Path, **facts: int) -> Circle:
    return Circle(wires, folder, 2, patience=60, players={0: person.screen}, **facts).start()


async def test_a_person_plays_a_whole_game(wires: Wires, tmp_path: Path, autojump_clock: MockClock) -> None:
    person = Person()
    circle = seated(person, wires, tmp_path, rounds=1)
    await person.asked("Call a sign")
    person.answer("paper")
    await person.asked("Throw in secret")
    assert person.rung == 2
    assert not person.scene.away
    person.answer("throw rock")
    assert isinstance((await circle.ended(0))[0], Finished)
    story = "\n".join(person.scene.story)
    assert "Round 1. Ada calls paper" in story
    assert "All reveal: Ada rock, " in story
    assert "Everybody signed the final state" in story
    assert person.scene.form is None
    assert person.scene.fairness.final


async def test_enter_picks_then_confirms_and_refusals_have_a_reason(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    person = Person()
    circle = seated(person, wires, tmp_path, rounds=1)
    await person.asked("Call a sign")
    assert not person.screen.enter("call zebra")
    assert person.scene.notice.startswith("That cannot be chosen: ")
    assert not person.screen.enter("throw rock")
    assert person.scene.notice.startswith("That cannot be chosen: ")
    assert person.screen.enter("rock")
    assert person.question == f"call rock\n{SIGN}"
    assert person.screen.enter("")
    await person.asked("Throw in secret")
    person.answer("scissors")
    await circle.ended(0)


async def test_words_are_understood_at_any_time(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    person = Person()
    circle = seated(person, wires, tmp_path, rounds=1)
    await person.asked("Call a sign")
    assert person.screen.enter("who")
    assert person.scene.tab == "table"
    assert person.screen.enter("help")
    assert person.scene.tab == "help"
    assert person.screen.enter("rules throw")
    assert person.scene.looked_up[0].startswith("Roshambo")
    assert person.screen.enter("rules zebra")
    assert person.scene.looked_up[0] == "The rules of roshambo say nothing about zebra."
    assert person.screen.enter("rules")
    assert person.scene.looked_up[0].startswith("The rules of roshambo:")
    person.screen.enter("forfeit bo")
    assert person.scene.notice == "The table does not wait for Bo."
    person.screen.enter("forfeit Zoe")
    assert person.scene.notice.startswith("Whose?")
    assert person.screen.enter("say good luck")
    assert not person.screen.enter("say " + "x" * (MAX_CHAT + 1))
    assert person.screen.enter("quit")
    assert person.scene.asks_to_quit
    person.answer("rock")
    await person.asked("Throw in secret")
    person.answer("rock")
    await circle.ended(0)
    assert "Ada: good luck" in person.scene.story


async def test_while_a_step_is_sealed_everything_stays_as_it_was(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """All see who has sealed, and nobody what."""
    ada, bo = Person(), Person()
    circle = Circle(wires, tmp_path, 2, patience=60, rounds=1, players={0: ada.screen, 1: bo.screen}).start()
    await ada.asked("Call a sign")
    ada.answer("paper")
    await ada.asked("Throw in secret")
    await bo.asked("Throw in secret")
    before = ada.scene.view
    ada.answer("throw rock")
    await trio.sleep(5)
    assert ada.scene.view == bo.scene.view == before
    for person in (ada, bo):
        [sealed, thinking] = [plain(line) for line in panes.table(person.scene, 80, 9)[1:3]]
        assert "Ada" in sealed
        assert sealed.rstrip().endswith("has sealed")
        assert "thinks for " in thinking
        assert "rock" not in "".join(person.scene.story)
    bo.answer("throw paper")
    await circle.ended(0)
    assert ada.scene.view != before


async def test_the_own_clock_runs_while_one_thinks(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    person = Person()
    circle = seated(person, wires, tmp_path, rounds=1)
    await person.asked("Call a sign")
    await trio.sleep(70.5)
    assert "thinks for 1 min 10 s" in "".join(plain(line) for line in panes.table(person.scene, 80, 9))
    person.answer("rock")
    await person.asked("Throw in secret")
    assert person.scene.seconds.get(0, 0) < 2, "a new question, a new clock"
    person.answer("rock")
    await circle.ended(0)


async def test_before_the_table_is_founded_the_lobby_is_told(autojump_clock: MockClock) -> None:
    person = Person()
    places = (Place(bytes(32), ADA, "elves", ready=True), Place(bytes(32), BO, "", ready=False))
    person.screen.show_lobby(Seats("roshambo", 1, (), 60, 3, places))
    assert list(person.scene.story) == ["2 of 3 seats: Ada (elves) and Bo"]
    assert not person.screen.enter("say hello")
    assert not person.screen.enter("rock")
    assert person.scene.notice == "Nothing is asked of you now."


async def test_whoever_wants_to_leave_leaves_at_once(autojump_clock: MockClock) -> None:
    person = Person()
    person.screen.leave()
    with pytest.raises(Quit):
        await person.screen.until_left()


async def test_the_end_stays_until_it_was_read(autojump_clock: MockClock) -> None:
    person = Person()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.screen.until_read)
        await trio.testing.wait_all_tasks_blocked()
        assert person.scene.is_over
        assert person.screen.enter("")
    await person.screen.until_left()
