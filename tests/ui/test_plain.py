"""A person at the plain screen: what is typed, what is said, and in which order."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.planning import PLANS, Planning
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Open, Request
from p2p_heroes.games.roshambo import CHOICES, Kind
from p2p_heroes.node.news import Spoke
from p2p_heroes.ui.plain import EARLY, HELP, Plain, Quit, typed_lines
from protocol.events import Claimed, Finished
from protocol.parcels import Place, Seats
from tests.conquer import asking, at_table, seat
from tests.pair import genesis_of, key_of
from tests.wires import Circle, Wires


class Desk:
    """A person with a keyboard and a screen."""

    def __init__(self, *, typed: bool = True) -> None:
        self._keys, lines = trio.open_memory_channel[str](10_000)
        self.shown: list[str] = []
        self.plain = Plain(aiter(lines), self.shown.append, typed=typed)

    def type(self, *lines: str) -> None:
        for line in lines:
            self._keys.send_nowait(line)

    def end(self) -> None:
        """No more lines will come."""
        self._keys.close()

    async def shows(self, text: str, times: int = 1) -> None:
        """Wait until a line with this text has been shown so often."""
        with trio.fail_after(3600):
            # On the autojump clock, looking again and again costs nothing.
            while sum(text in line for line in self.shown) < times:  # noqa: ASYNC110
                await trio.sleep(0.01)


@pytest.fixture
async def wires(nursery: trio.Nursery) -> Wires:
    return Wires(nursery)


def circle_of(desk: Desk, wires: Wires, folder: Path, *, seats: int = 2, rounds: int = 1) -> Circle:
    """A table at which the person has seat 0 and the rest are bots."""
    return Circle(wires, folder, seats, rounds=rounds, patience=60, players={0: desk.plain})


async def test_a_person_plays_a_whole_game(wires: Wires, tmp_path: Path, autojump_clock: MockClock) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path, rounds=2).start()
    await desk.shows("Call a sign")
    desk.type("2")
    await desk.shows("Throw in secret")
    desk.type("throw rock")
    await desk.shows("Throw in secret", 2)
    desk.type("Scissors")
    assert isinstance((await circle.ended(0))[0], Finished)
    shown = desk.shown
    assert "Round 1. Ada calls paper: it wins double." in shown
    assert sum(line.startswith("All reveal: Ada rock, ") for line in shown) == 1
    assert sum(line.startswith("All reveal: Ada scissors, ") for line in shown) == 1
    assert any(line.startswith("Everybody signed the final state") for line in shown)
    chosen = [line for line in shown if line.startswith("Chosen for good: ")]
    assert [line.removeprefix("Chosen for good: ") for line in chosen] == [
        "call paper",
        "throw rock",
        "throw scissors",
    ]


async def test_a_question_comes_after_what_led_to_it(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path, rounds=3).start()
    for number in range(3):
        if number != 1:
            await desk.shows("Call a sign", 1 + number // 2)
            desk.type("1")
        await desk.shows("Throw in secret", number + 1)
        desk.type("1")
    await circle.ended(0)
    story = [line for line in desk.shown if line]
    for place, line in enumerate(story):
        if line == "Throw in secret:":
            assert story[place - 2].startswith("  * step ")
            assert story[place - 1].startswith("The dice that nobody controls")
            assert story[place + 1 : place + 4] == [
                "  1  throw rock",
                "  2  throw paper",
                "  3  throw scissors",
            ]


async def test_what_cannot_be_chosen_is_asked_again(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path).start()
    await desk.shows("Call a sign")
    wrong = ["0", "4", "9" * 5000, "-1", "lizard", "throw rock", "call", "\x00", "call rock paper", "²"]
    desk.type("", "   ", *wrong)
    await desk.shows("That cannot be chosen now", len(wrong))
    refused = [line for line in desk.shown if line.startswith("That cannot be chosen now")]
    assert refused[0] == "That cannot be chosen now: the numbers go from 1 to 3."
    assert refused[4] == "That cannot be chosen now: a decision of roshambo is a kind and a sign."
    assert refused[5] == "That cannot be chosen now: seat 0 must call a sign now."
    assert circle.node(0).session.play.step == 1
    desk.type("  CALL   Rock ")
    await desk.shows("Throw in secret")
    desk.type("1")
    await circle.ended(0)


async def test_a_person_who_types_too_early_is_told(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """And what was typed is forgotten: nobody should throw by mistake."""
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path).start(0)
    desk.type("1")
    await desk.shows("Nothing is asked of you now. (help)")
    circle.start(1)
    await desk.shows("Call a sign")
    await trio.sleep(5)
    assert circle.node(0).session.play.step == 1
    desk.type("1")
    await desk.shows("Throw in secret")
    desk.type("1")
    await circle.ended(0)


async def test_a_pipe_may_be_ahead_of_the_questions(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk(typed=False)
    desk.type("call rock", "nonsense", "throw paper", "2", "1", "1", "1")
    desk.end()
    circle = circle_of(desk, wires, tmp_path, rounds=2).start()
    assert isinstance((await circle.ended(0))[0], Finished)
    assert "Round 1. Ada calls rock: it wins double." in desk.shown
    assert sum(line.startswith("That cannot be chosen now: ") for line in desk.shown) == 1
    assert any(line.startswith("All reveal: Ada paper, ") for line in desk.shown)
    assert not any("Nothing is asked" in line for line in desk.shown)


async def test_a_pipe_that_never_ends_costs_no_memory(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk(typed=False)
    desk.type(*["1"] * (EARLY + 500))
    circle = circle_of(desk, wires, tmp_path).start(0)
    await trio.sleep(5)
    assert desk.plain._early is not None
    assert len(desk.plain._early) == EARLY
    circle.start(1)
    await circle.ended(0)


@pytest.mark.parametrize("typed", [True, False])
async def test_when_no_more_lines_come_the_person_has_left(
    typed: bool, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk(typed=typed)
    circle = circle_of(desk, wires, tmp_path).start()
    if typed:
        await desk.shows("Call a sign")
    desk.end()
    with pytest.RaisesGroup(Quit, flatten_subgroups=True):
        await circle.ended(0)


async def test_the_last_line_of_a_pipe_counts(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """Also when the pipe ends right behind it, while the question stands."""
    desk = Desk(typed=False)
    circle = circle_of(desk, wires, tmp_path).start()
    await desk.shows("Call a sign")
    desk.type("1", "1")
    desk.end()
    assert isinstance((await circle.ended(0))[0], Finished)


@pytest.mark.parametrize("word", ["quit", " exit "])
@pytest.mark.parametrize("begun", [True, False])
async def test_a_person_may_leave_at_any_time(
    word: str, begun: bool, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path)
    circle.start() if begun else circle.start(0)
    if begun:
        await desk.shows("Call a sign")
    desk.type(word)
    with pytest.RaisesGroup(Quit, flatten_subgroups=True):
        await circle.ended(0)


async def test_help_is_there_at_any_time(wires: Wires, tmp_path: Path, autojump_clock: MockClock) -> None:
    desk = Desk()
    circle_of(desk, wires, tmp_path).start()
    await desk.shows("Call a sign")
    desk.type("help", "?")
    await desk.shows(HELP, 2)
    desk.type("rules zebra")
    await desk.shows("The rules of roshambo say nothing about zebra.")


async def test_help_tells_the_rule_behind_the_question() -> None:
    desk = Desk()
    desk.plain._game = CONQUER
    table = asking(at_table(seat("undead", Region.QLISS), seat("elves")), Fighting(0))
    need = CONQUER.pending(table)
    assert isinstance(need, Open)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(desk.plain.decide, table, need.requests[0])
        await trio.testing.wait_all_tasks_blocked()
        desk.plain._take("help")
        told = desk.shown[desk.shown.index(HELP) :]
        assert "Do you hunt a monster or besiege a fortress?" in told
        assert any("(rulebook p" in line for line in told)
        desk.plain._take("done")


async def test_who_is_here_and_whom_the_table_waits_for(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path, seats=3).start(0)
    desk.type("who")
    await desk.shows("  Ada: here, nothing owed")
    assert desk.shown[-2:] == ["  Bo: away, locking", "  Cy: away, locking"]
    circle.start(1, 2)
    await desk.shows("Call a sign")
    desk.type("Who")
    await desk.shows("  Cy: here, nothing owed")
    assert desk.shown[-3:] == [
        "  Ada: here, choosing",
        "  Bo: here, nothing owed",
        "  Cy: here, nothing owed",
    ]


@pytest.mark.slow
async def test_a_person_lets_an_absent_seat_forfeit(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path).start()
    await desk.shows("Call a sign")
    await circle.stop(1)
    desk.type("forfeit Bo")
    await desk.shows("The table does not wait for Bo.")
    desk.type("1")
    await desk.shows("Bo has been awaited for 60 s. To go on without: forfeit Bo")
    desk.type("forfeit", "forfeit Zoe", "Forfeit ada")
    await desk.shows("Whose? Type forfeit and the name of somebody at the table. (who)", 2)
    await desk.shows("The table does not wait for Ada.")
    desk.type("forfeit Bo")
    await desk.shows("Your word is signed. The others must give theirs.")
    [outcome] = await circle.ended(0)
    assert isinstance(outcome, Claimed)
    assert any(line.startswith("The table ended: Ada waited in vain") for line in desk.shown)


async def test_a_question_that_is_over_is_forgotten(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """The others voted this person out: a late answer is none."""
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path, seats=3).start()
    await desk.shows("Call a sign")
    for other in (1, 2):
        circle.node(other).forfeit([0])
    await desk.shows("Ada is out")
    await trio.sleep(1)
    assert desk.plain._asked is None
    await circle.ended()


def test_the_lobby_tells_who_leads_whom() -> None:
    desk = Desk()
    places = (
        Place(key_of(0).public, "Ada", "elves", ready=True),
        Place(key_of(1).public, "Bo", "", ready=False),
    )
    desk.plain.show_lobby(Seats("conquer", 1, (), 60, 2, places))
    last = Place(key_of(1).public, "Bo", "orcs", ready=False)
    desk.plain.show_lobby(Seats("conquer", 1, (), 60, 2, (places[0], last)))
    assert desk.shown == [
        "2 of 2 seats: Ada (elves), Bo (not ready)",
        "2 of 2 seats: Ada (elves), Bo (orcs, not ready)",
    ]


def test_the_lobby_is_a_line() -> None:
    desk = Desk()
    places = (Place(key_of(0).public, "Ada", "", ready=True), Place(key_of(1).public, "Bo", "", ready=False))
    desk.plain.show_lobby(Seats("roshambo", 1, (), 60, 3, places))
    assert desk.shown == ["2 of 3 seats: Ada, Bo (not ready)"]


def test_a_founded_table_shows_its_words() -> None:
    desk = Desk()
    desk.plain.show_table(genesis_of(2))
    assert desk.shown[0] == ""
    assert desk.shown[1].startswith("The table is founded. Its words: ")
    assert len(desk.shown[1].partition("words: ")[2].split()) == 4


async def test_a_person_is_asked_even_where_nobody_tells_the_story() -> None:
    desk = Desk(typed=False)
    desk.plain._early = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(desk.plain.decide, None, Request(0, "call", CHOICES[Kind.CALL]))
        await trio.testing.wait_all_tasks_blocked()
        assert desk.shown[:2] == ["", "Call a sign: this round it wins double."]
        nursery.cancel_scope.cancel()


async def test_a_long_question_is_explained_once_and_a_long_list_is_cut() -> None:
    desk = Desk()
    desk.plain._game = CONQUER
    table = asking(at_table(seat("undead"), seat("elves", Region.YREEL)), Planning())
    for _ in range(2):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(desk.plain.decide, table, Request(0, "plan", PLANS))
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
    first, again = desk.shown[: len(desk.shown) // 2 + 1], desk.shown[len(desk.shown) // 2 + 1 :]
    assert first[:3] == [
        "",
        "You in Harrax have nothing; 4 Skeletons; 0 points.",
        "What will this round bring?",
    ]
    assert first[3].endswith("For example: plan build move gold iron")
    assert first[4] == "    1  plan wood iron gold move"
    assert len(first) == 20
    assert first[-1] == "15 of 120 choices; any other can be typed in such words."
    assert again == [line for line in first if "For example" not in line]


async def test_what_a_choice_means_stands_beside_it() -> None:
    desk = Desk()
    desk.plain._game = CONQUER
    table = asking(at_table(seat("undead", Region.QLISS), seat("elves")), Fighting(0))
    need = CONQUER.pending(table)
    assert isinstance(need, Open)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(desk.plain.decide, table, need.requests[0])
        await trio.testing.wait_all_tasks_blocked()
        assert "  4  hunt 2 with skeleton 3  (power 3 against 2: you win 1 point)" in desk.shown
        assert not any("you lose" in line for line in desk.shown)
        assert any(line.endswith("For example: hunt 2 with skeleton 4") for line in desk.shown)
        [hidden] = [line for line in desk.shown if line.startswith("Not shown: ")]
        assert hidden.endswith("without hope of success. They can be typed in such words.")
        desk.plain._take("hunt 2 with skeleton 5")
        assert desk.shown[-1] == "That cannot be chosen now: it is not offered."
        desk.plain._take("hunt 2 with skeleton 1")
        assert desk.shown[-1] == "Chosen for good: hunt 2 with skeleton 1"


# Where lines come from.


async def collect(lines: AsyncIterator[str]) -> list[str]:
    return [line async for line in lines]


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\n\nthe last", ["one", "", "the last"]),
        ("schön\n".encode(), ["schön"]),
        (b"\xff\xfe\n", ["\ufffd\ufffd"]),
        (b"x" * 10_000 + b"\ny", ["x" * 10_000, "y"]),
    ],
)
async def test_a_pipe_gives_lines(data: bytes, lines: list[str]) -> None:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    assert await collect(typed_lines(reading)) == lines
    os.close(reading)


async def test_a_file_gives_lines(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    path.write_text("1\n2\n")
    with path.open("rb") as file:
        assert await collect(typed_lines(file.fileno())) == ["1", "2"]


async def test_a_closed_input_has_no_lines() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    os.close(writing)
    assert await collect(typed_lines(reading)) == []


async def test_waiting_for_a_line_can_be_given_up() -> None:
    reading, writing = os.pipe()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(collect, typed_lines(reading))
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    os.close(writing)


async def test_a_person_talks_to_the_others(wires: Wires, tmp_path: Path, autojump_clock: MockClock) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path).start()
    await desk.shows("Call a sign")
    desk.type("say good luck!", "say", "rock")
    await desk.shows("Throw in secret")
    desk.type("rock")
    await circle.ended()
    assert "Ada: good luck!" in desk.shown
    assert "Say something of 1 to 200 characters that all can read." in desk.shown
    assert circle.chairs[1].heard(Spoke) == [Spoke(0, "good luck!")]
