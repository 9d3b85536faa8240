"""A person at the full screen, at a real table: what Enter does, what the scene shows, how it ends."""

import re
from pathlib import Path

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.ui.kit.text import plain
from p2p_heroes.ui.plain import Quit
from p2p_heroes.ui.samewords import DifferentWords
from p2p_heroes.ui.screen import panes
from p2p_heroes.ui.screen.full import FullScreen
from p2p_heroes.ui.screen.question import SIGN, WATCHING, question, warning
from p2p_heroes.ui.screen.screen_state import ScreenState
from protocol.events import Claimed, Finished
from protocol.peer_messages import MAX_CHAT, LobbySeat, Seats
from tests.support.wires import Circle, Wires

ADA, BO = "Ada", "Bo"


class Person:
    """Somebody before a full screen, without a terminal."""

    def __init__(self) -> None:
        self.rung = 0
        self.screen = FullScreen(ScreenState(), refresh=lambda: None, ring=self._ring)

    def _ring(self) -> None:
        self.rung += 1

    @property
    def scene(self) -> ScreenState:
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


def seated(person: Person, wires: Wires, folder: Path, rounds: int = 2) -> Circle:
    return Circle(wires, folder, 2, patience=60, players={0: person.screen}, rounds=rounds).start()


async def test_a_person_plays_a_whole_game(wires: Wires, tmp_path: Path, autojump_clock: MockClock) -> None:
    person = Person()
    circle = seated(person, wires, tmp_path, rounds=1)
    await person.asked("Call a sign")
    person.answer("paper")
    await person.asked("Throw in secret")
    assert person.rung == 2
    assert not person.scene.presence.away
    person.answer("throw rock")
    assert isinstance((await circle.ended(0))[0], Finished)
    story = "\n".join(person.scene.story)
    assert "Round 1. Ada calls paper" in story
    assert "All reveal: Ada rock, " in story
    assert "Everybody signed the final state" in story
    assert person.scene.form is None
    assert person.scene.fairness.final


async def compared(person: Person) -> None:
    with trio.fail_after(3600):
        while not person.scene.compared:  # noqa: ASYNC110 -- on the autojump clock
            await trio.sleep(0.01)


async def test_the_first_decision_waits_until_all_read_the_same_words(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    person = Person()
    circle = Circle(wires, tmp_path, 2, rounds=1, patience=60, players={0: person.screen})
    person.screen.show_table(circle.genesis, asks=True)
    circle.start()
    await compared(person)
    assert person.rung == 1
    assert panes.brief(person.scene) == "your turn"
    assert person.question.startswith("Ask aloud: does everybody read the words ")
    assert person.screen.enter("")
    assert not person.screen.enter("rock")
    assert person.scene.notice == "Type yes or no."
    assert person.screen.enter("who")
    assert person.scene.compared
    assert person.screen.enter("yes")
    await person.asked("Call a sign")
    person.answer("rock")
    await person.asked("Throw in secret")
    person.answer("rock")
    assert isinstance((await circle.ended(0))[0], Finished)


async def test_where_words_differ_the_person_leaves(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    person = Person()
    circle = Circle(wires, tmp_path, 2, rounds=1, patience=60, players={0: person.screen})
    person.screen.show_table(circle.genesis, asks=True)
    circle.start()
    await compared(person)
    assert person.screen.enter("no")
    with pytest.raises(DifferentWords):
        await person.screen.until_left()
    assert circle.node(0).session.play.step == 1


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


def found(person: Person) -> str:
    """The title of what was looked up."""
    assert person.scene.looked_up is not None
    return person.scene.looked_up(80)[0]


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
    assert found(person).startswith("Roshambo")
    assert person.screen.enter("rules zebra")
    assert found(person) == "The rules of Rock, paper, scissors say nothing about zebra."
    assert person.screen.enter("rules")
    assert found(person).startswith("The rules of Rock, paper, scissors:")
    person.screen.enter("forfeit bo")
    assert person.scene.notice == "The table waits for you: choose first."
    person.screen.enter("forfeit Zoe")
    assert person.scene.notice.startswith("Whose?")
    assert person.screen.enter("say good luck")
    assert not person.screen.enter("say " + "x" * (MAX_CHAT + 1))
    for word in ("leave", "quit"):
        person.scene.asks_to_quit = False
        assert person.screen.enter(word)
        assert person.scene.asks_to_quit
    person.answer("rock")
    await person.asked("Throw in secret")
    person.answer("rock")
    await circle.ended(0)
    assert "<Ada> good luck" in person.scene.story


async def test_a_seat_is_not_forfeited_by_enter_and_its_owner_sees_the_clock(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, bo = Person(), Person()
    circle = Circle(wires, tmp_path, 2, patience=60, rounds=1, players={0: ada.screen, 1: bo.screen}).start()
    await ada.asked("Call a sign")
    ada.answer("paper")
    await bo.asked("Throw in secret")
    await ada.asked("Throw in secret")
    ada.answer("throw rock")
    await trio.sleep(10)
    assert ada.screen.enter("forfeit Bo")
    assert ada.scene.asked_back.startswith(
        "Go on without Bo? The table has waited for Bo for 10 s; everybody has 60 s."
    )
    await trio.sleep(5.5)
    assert re.search(r" for 1[456] s; ", ada.scene.asked_back), "what is asked stays in sight, and is right"
    for _ in range(3):
        assert ada.screen.enter("")
    assert ada.scene.asked_back
    assert not bo.scene.warning
    assert ada.screen.enter("no")
    assert (ada.scene.asked_back, ada.scene.notice) == ("", "Nothing was signed.")
    ada.screen.enter("forfeit Bo")
    assert ada.screen.enter("yes")
    assert ada.scene.notice.startswith(
        "Asked for: the table ends when the table's patience is over, unless Bo"
    )
    await trio.sleep(5.5)
    assert re.search(r" takes it back\. The patience ends in (3\d|40) s\.$", ada.scene.unanswered)
    assert bo.scene.warning.startswith("Ada wants to go on without you: choose within ")
    assert plain(warning(bo.scene, 80, 2)[0]).strip() == bo.scene.warning
    assert ada.screen.enter("keep Bo")
    assert ada.scene.notice == "Taken back: you sign nothing against Bo in this step."
    await trio.sleep(100)
    assert not bo.scene.warning
    bo.answer("throw paper")
    assert {type(outcome) for outcome in await circle.ended()} == {Finished}
    assert not bo.scene.warning


async def test_who_resigns_watches(wires: Wires, tmp_path: Path, autojump_clock: MockClock) -> None:
    person = Person()
    circle = Circle(wires, tmp_path, 3, patience=60, rounds=1, players={0: person.screen}).start()
    assert person.screen.enter("resign")
    assert person.scene.notice == "There is no game yet."
    await person.asked("Call a sign")
    assert person.screen.enter("resign")
    assert person.scene.asked_back.startswith("Resign? You give up your seat for good")
    assert person.screen.enter("")
    assert person.scene.form is not None
    assert person.screen.enter("yes")
    assert person.scene.notice == "You have resigned. You may watch to the end, or leave."
    await trio.sleep(2)
    assert person.scene.form is None
    assert isinstance((await circle.ended(0))[0], Finished)
    assert person.scene.is_watching
    assert not person.screen.enter("rock")
    assert person.scene.notice == WATCHING
    assert question_line(person).startswith("The table has ended. The program stays a little")
    assert panes.brief(person.scene) == "ended"


@pytest.mark.slow
async def test_who_comes_back_is_asked_nothing_before_it_knows_that_it_is_out(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, bo, cy = Person(), Person(), Person()
    players = {0: ada.screen, 1: bo.screen, 2: cy.screen}
    circle = Circle(wires, tmp_path, 3, patience=60, rounds=2, players=players).start()
    await ada.asked("Call a sign")
    ada.answer("paper")
    for person in (ada, bo, cy):
        await person.asked("Throw in secret")
    ada.answer("rock")
    bo.answer("rock")
    await circle.stop(2)
    await trio.sleep(10)
    for seat in (0, 1):
        circle.node(seat).forfeit([2])
    await circle.reach(0, 4)
    back = Person()
    circle.chairs[2].player = back.screen
    wires.cut.add(frozenset((1, 2)))
    circle.start(2)
    # A friend's program tells at once what it holds, and what we lack a moment later.
    with trio.fail_after(100):
        while not back.scene.is_finding_back:  # noqa: ASYNC110 -- on the autojump clock
            await trio.sleep(0.001)
        assert question_line(back) == "Finding your table again..."
        wires.mend(1, 2)
        while not back.scene.is_watching:
            assert back.scene.form is None
            await trio.sleep(0.001)
        while back.scene.is_finding_back:  # noqa: ASYNC110
            await trio.sleep(0.001)
    assert question_line(back).startswith("You watch: Ada and Bo went on without you at step 3.")
    assert back.rung == 0, "nothing was asked"


@pytest.mark.slow
async def test_a_seat_that_is_heard_through_others_is_here_on_the_screen(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """Ada and Cy have no connection to each other; then Cy, a person who thinks, is gone."""
    ada, cy = Person(), Person()
    wires.cut.add(frozenset((0, 2)))
    players = {0: ada.screen, 2: cy.screen}
    circle = Circle(wires, tmp_path, 3, patience=60, rounds=1, players=players).start()
    await ada.asked("Call a sign")
    ada.answer("paper")
    await ada.asked("Throw in secret")
    ada.answer("throw rock")
    await trio.sleep(20)
    assert re.search(r"here Cy .* thinks \d+:\d\d; through others", at_table(ada))
    assert question_line(ada) == "Waiting for Cy."
    apart = "No direct connection, so others pass on what they say: Ada with Cy."
    assert at_table(ada).split("\n")[4] == apart
    await trio.sleep(200)
    assert "forfeit" not in at_table(ada)
    await circle.stop(2)
    await trio.sleep(6)
    assert at_table(ada).split("\n")[4] == ""
    assert re.search(r"away Cy .* awaited \d+:\d\d; away since \d\d:\d\d", at_table(ada))
    assert question_line(ada) == "Waiting for Cy (away)."
    await trio.sleep(60)
    assert " s. To go on without: forfeit Cy" in at_table(ada)


def at_table(person: Person) -> str:
    return "\n".join(plain(line).rstrip() for line in panes.table(person.scene, 100, 30))


@pytest.mark.parametrize("comes", [True, False])
async def test_of_two_who_claimed_sees_how_long_it_still_waits(
    comes: bool, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, bo = Person(), Person()
    circle = Circle(wires, tmp_path, 2, patience=60, rounds=1, players={0: ada.screen, 1: bo.screen}).start()
    await ada.asked("Call a sign")
    ada.answer("paper")
    await ada.asked("Throw in secret")
    ada.answer("throw rock")
    await bo.asked("Throw in secret")
    await trio.sleep(1)
    ada.screen.enter("forfeit Bo")
    ada.screen.enter("yes")
    await trio.sleep(64.5)
    assert re.fullmatch(
        r"Waiting for Bo for 5\d s more: if Bo chooses, the game goes on. Ctrl-C leaves.", ada.question
    )
    await trio.sleep(10)
    assert " for 4" in ada.question
    if comes:
        bo.answer("throw paper")
        assert {type(outcome) for outcome in await circle.ended()} == {Finished}
        assert "Bo came after all: the game goes on." in ada.scene.story
    else:
        assert isinstance((await circle.ended(0))[0], Claimed)
        end = "The table ended, decided for nobody: you waited in vain for Bo."
        assert ada.scene.story[-1] == end
        circle.chairs[1].scope.cancel()
    assert not ada.scene.reprieve


def question_line(person: Person) -> str:
    return plain(question(person.scene, 80, 8)[0])


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
        assert "thinks 0:" in thinking
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
    assert "thinks 1:10" in "".join(plain(line) for line in panes.table(person.scene, 80, 9))
    person.answer("rock")
    await person.asked("Throw in secret")
    assert person.scene.seconds.get(0, 0) < 2, "a new question, a new clock"
    person.answer("rock")
    await circle.ended(0)


async def test_before_the_table_is_founded_the_lobby_is_told(autojump_clock: MockClock) -> None:
    person = Person()
    places = (LobbySeat(bytes(32), ADA, "elves", ready=True), LobbySeat(bytes(32), BO, "", ready=False))
    person.screen.show_lobby(Seats("roshambo", 1, (), 60, 3, places))
    assert question_line(person) == "Waiting for 1 more."
    ready = (places[0], LobbySeat(bytes(32), BO, "", ready=True))
    person.screen.show_lobby(Seats("roshambo", 1, (), 60, 3, ready))
    assert list(person.scene.story) == ["2 of 3 seats: Ada (elves) and Bo"]
    person.screen.show_lobby(Seats("roshambo", 1, (), 60, 3, ready, half=True))
    assert person.scene.story[-1].endswith("and Bo. Half of you may go on without the others")
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
