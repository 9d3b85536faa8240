"""A person at the plain screen: what is typed, what is said, and in which order."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.planning import PLANS, Planning
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Open, Request
from p2p_heroes.games.roshambo import CALLS
from p2p_heroes.node.compared_words import is_to_be_asked, remember_to_ask
from p2p_heroes.node.news import Spoke
from p2p_heroes.node.node import LeftAlone
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import genesis_of
from p2p_heroes.ui.plain import EARLY, HELP, Plain, Quit, typed_lines
from p2p_heroes.ui.samewords import NOT_THE_SAME, DifferentWords
from protocol.events import Claimed, Finished
from protocol.messages import Commit, Forfeit, Resign
from protocol.peer_messages import LobbySeat, Seats
from tests.support.conquer import asking, at_table, seat
from tests.support.wires import Circle, Wires


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
        with trio.fail_after(1000):
            # On the autojump clock, looking again and again costs little.
            while sum(text in line for line in self.shown) < times:  # noqa: ASYNC110
                await trio.sleep(0.1)


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
    assert refused[4] == "That cannot be chosen now: " + (
        "no choice begins with that word; for example: call rock."
    )
    assert refused[5] == "That cannot be chosen now: say call rock."
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


@pytest.mark.parametrize("word", ["leave", "quit", " exit "])
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
    await desk.shows(HELP.format(command="p2p-heroes"), 2)
    desk.type("rules zebra")
    await desk.shows("The rules of Rock, paper, scissors say nothing about zebra.")


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
        told = desk.shown[desk.shown.index(HELP.format(command="p2p-heroes")) :]
        assert "Do you hunt a monster or besiege a fortress?" in told
        assert any("(rulebook p" in line for line in told)
        desk.plain._take("done")


async def test_who_is_here_and_whom_the_table_waits_for(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path, seats=3).start(0)
    desk.type("who")
    await desk.shows("  Ada is here")
    assert desk.shown[-2:] == [
        "  Bo is not connected yet; the table waits for it",
        "  Cy is not connected yet; the table waits for it",
    ]
    circle.start(1, 2)
    await desk.shows("Call a sign")
    desk.type("Who")
    await desk.shows("  Cy is here")
    assert desk.shown[-3:] == ["  Ada is here and thinks", "  Bo is here", "  Cy is here"]


@pytest.mark.slow
async def test_who_is_heard_through_others_is_here_and_nobody_is_invited_to_go_on_without_them(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """A star: Ada and Bo hear Cy, a bot, and each other through Cy. Bo thinks for long, then is gone."""
    wires.cut.add(frozenset((0, 1)))
    ada, bo, circle = two_people(wires, tmp_path, seats=3)
    await ada.shows("Call a sign")
    ada.type("1")
    for one in (ada, bo):
        await one.shows("Throw in secret")
    ada.type("1")
    await has_sealed(circle, 0)
    await ada.shows("Bo is here through others (no direct connection).")
    await trio.sleep(200)
    ada.type("who")
    await ada.shows("  No direct connection, so others pass on what they say: Ada with Bo.")
    assert ada.shown[-3:-1] == [
        "  Bo is here through others (no direct connection) and thinks",
        "  Cy is here",
    ]
    assert any(line.startswith("Bo has been awaited for ") for line in ada.shown)
    assert not any("forfeit" in line or "away" in line for line in ada.shown)
    await circle.stop(1)
    await ada.shows("Nobody hears Bo any more: away.")
    ada.type("who")
    await ada.shows("  Bo has been away since ")
    await ada.shows("  Cy is here", 2)
    assert ada.shown[-1] == "  Cy is here", "whom nobody hears lacks more than one connection"
    await ada.shows(" s. To go on without: forfeit Bo")
    assert circle.node(0).logic.contact.silence(1, trio.current_time()) >= 60


def two_people(wires: Wires, folder: Path, *, seats: int = 2) -> tuple[Desk, Desk, Circle]:
    """A table at which seats 0 and 1 are people and the rest are bots."""
    ada, bo = Desk(), Desk()
    players = {0: ada.plain, 1: bo.plain}
    return ada, bo, Circle(wires, folder, seats, rounds=1, patience=60, players=players).start()


async def has_sealed(circle: Circle, seat: int) -> None:
    """Wait until a throw was signed: what is typed is decided a moment later."""
    while not isinstance(circle.node(seat).session.log.chains[seat][-1].message, Commit):  # noqa: ASYNC110
        await trio.sleep(0.01)


def forfeits(circle: Circle, seat: int) -> list[Forfeit]:
    chain = circle.node(seat).session.log.chains[seat]
    return [envelope.message for envelope in chain if isinstance(envelope.message, Forfeit)]


async def test_a_person_lets_an_absent_seat_forfeit(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path).start()
    await desk.shows("Call a sign")
    await circle.stop(1)
    desk.type("forfeit Bo")
    await desk.shows("The table waits for you: choose first.")
    desk.type("1")
    await desk.shows(" s. To go on without: forfeit Bo")
    assert desk.shown[-1].startswith(("Bo has been awaited for 60 s.", "Bo has been awaited for 61 s."))
    desk.type("forfeit", "forfeit Zoe", "Forfeit ada")
    await desk.shows("Whose? Type forfeit and the name of somebody at the table. (who)", 2)
    await desk.shows("The table does not wait for Ada.")
    desk.type("forfeit Bo")
    await desk.shows("60 s are enough. At once the table ends, decided for nobody.")
    desk.type("yes")
    await desk.shows("Asked for: the table ends, unless Bo chooses first. Until then keep Bo takes it back.")
    [outcome] = await circle.ended(0)
    assert isinstance(outcome, Claimed)
    assert "The table ended, decided for nobody: you waited in vain for Bo." in desk.shown


@pytest.mark.slow
async def test_nobody_who_is_here_and_thinks_loses_a_seat_without_a_question_a_warning_and_patience(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, bo, circle = two_people(wires, tmp_path)
    await ada.shows("Call a sign")
    ada.type("1")
    await bo.shows("Throw in secret")
    await ada.shows("Throw in secret")
    ada.type("1")
    await ada.shows("Chosen for good", 2)
    await trio.sleep(12)
    ada.type("forfeit Bo")
    await ada.shows("Go on without Bo? The table has waited for Bo for 12 s; everybody has 60 s.")
    assert "If Bo does not choose within 48 s, the table ends, decided for nobody." in ada.shown[-1]
    ada.type("", "y")
    await ada.shows("Type the whole word: yes.")
    assert not forfeits(circle, 0)
    ada.type("no", "yes")
    await ada.shows("Nothing was signed.")
    await ada.shows("Nothing is asked of you now. (help)")
    assert not forfeits(circle, 0)
    ada.type("forfeit Bo", "yes")
    await ada.shows(
        "Asked for: the table ends when the table's patience is over, unless Bo chooses first. "
        "Until then keep Bo takes it back."
    )
    await bo.shows("Ada wants to go on without you: choose within 48 s.")
    ada.type("keep Zoe", "keep Bo", "keep Bo")
    await ada.shows("Whom? Type keep and the name of somebody at the table. (who)")
    await ada.shows("Taken back: you sign nothing against Bo in this step.")
    await ada.shows("You have not asked to go on without Bo, or it is signed.")
    await bo.shows("Ada no longer wants to go on without you.")
    warned = sum("go on without you: choose" in line for line in bo.shown)
    await trio.sleep(600)
    assert sum("go on without you: choose" in line for line in bo.shown) == warned, "the clock has stopped"
    assert [vote.signed for vote in forfeits(circle, 0)] == [False]
    assert circle.node(0).session.play.outcome is None
    assert not any(line.startswith("<Ada>") for line in bo.shown), "nobody speaks in somebody's name"
    bo.type("1")
    assert {type(outcome) for outcome in await circle.ended()} == {Finished}


@pytest.mark.slow
async def test_who_is_asked_and_alone_is_told_how_the_table_may_end_here(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, _, circle = two_people(wires, tmp_path, seats=3)
    await ada.shows("Call a sign")
    await circle.stop(1, 2)
    await ada.shows("Nobody else has been heard for 60 s. Your seat waits: you may leave, ")
    await ada.shows(" choose, and then: forfeit Bo, forfeit Cy")
    await trio.sleep(600)
    assert sum("Nobody else" in line for line in ada.shown) == 1
    assert circle.node(0).session.duties(), "and may think on"
    ada.type("1")
    while circle.node(0).session.duties():  # noqa: ASYNC110 -- no event tells it to somebody outside
        await trio.sleep(1)
    ada.type("forfeit Bo", "yes", "forfeit Cy", "yes")
    assert isinstance((await circle.ended(0))[0], Claimed)


async def test_who_is_named_sees_the_countdown_and_how_it_ended(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, bo, circle = two_people(wires, tmp_path)
    await ada.shows("Call a sign")
    ada.type("1")
    await ada.shows("Throw in secret")
    ada.type("1")
    await has_sealed(circle, 0)
    ada.type("forfeit Bo", "yes")
    began = trio.current_time()
    await ada.shows("Waiting for Bo for 60 s more: if Bo chooses, the game goes on. To go now, type leave.")
    assert "Signed: you waited in vain for Bo. Unless Bo comes after all" in ada.shown[-2]
    assert 59 <= trio.current_time() - began <= 63
    assert isinstance((await circle.ended(0))[0], Claimed)
    assert ada.shown[-1] == "The table ended, decided for nobody: you waited in vain for Bo."
    with pytest.RaisesGroup(LeftAlone, flatten_subgroups=True):
        await circle.ended(1)
    assert 119 <= trio.current_time() - began <= 126, "it has waited for Bo once more"
    told = [line for line in bo.shown if line.startswith("Ada wants to go on without you")]
    assert [line.partition(": ")[2] for line in told] == [
        "choose within 60 s.",
        "choose within 30 s.",
        "choose within 10 s.",
        "choose within 5 s.",
        *(["choose now, it may be signed at any moment."] * (len(told) - 4)),
    ]
    assert 4 <= len(told) <= 5
    assert (
        "Ada signed to have waited for you in vain, which ends the table for Ada, decided for nobody. "
        "That is Ada's word, no proof against you. If you choose while Ada is there, it goes on."
    ) in bo.shown


async def test_who_chooses_after_all_takes_the_end_of_a_table_of_two_back(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, bo, circle = two_people(wires, tmp_path)
    await ada.shows("Call a sign")
    ada.type("1")
    await ada.shows("Throw in secret")
    ada.type("1")
    await has_sealed(circle, 0)
    ada.type("forfeit Bo", "yes")
    await ada.shows("Waiting for Bo for 60 s more")
    await bo.shows("Ada signed to have waited for you in vain")
    bo.type("2")
    assert {type(outcome) for outcome in await circle.ended()} == {Finished}
    told = ada.shown[ada.shown.index("Bo came after all: the game goes on.") :]
    assert any("All reveal" in line for line in told)
    assert not any("The table ended" in line for line in ada.shown)


async def test_who_leaves_may_come_back_and_loses_nothing_before_patience_is_over(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, bo, circle = two_people(wires, tmp_path)
    await ada.shows("Call a sign")
    ada.type("1")
    await bo.shows("Throw in secret")
    bo.type("leave")
    with pytest.RaisesGroup(Quit, flatten_subgroups=True):
        await circle.ended(1)
    await ada.shows("Bo left and may come back; the seat waits.")
    await ada.shows("Throw in secret")
    ada.type("1")
    await has_sealed(circle, 0)
    ada.type("forfeit Bo", "yes")
    await ada.shows("Asked for: the table ends when")
    await trio.sleep(50)
    circle.chairs[1].error = None
    back = Desk()
    circle.chairs[1].player = back.plain
    circle.start(1)
    await back.shows("Ada wants to go on without you: choose now, it may be signed at any moment.")
    await back.shows("Throw in secret")
    back.type("1")
    assert {type(outcome) for outcome in await circle.ended()} == {Finished}


async def test_of_two_who_resigns_ends_the_table_by_a_word_of_its_own(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, bo, circle = two_people(wires, tmp_path)
    await ada.shows("Call a sign")
    await circle.reach(1, 1)
    bo.type("resign", "yes")
    await bo.shows("when the table would next wait for you, it ends, decided for nobody.")
    await ada.shows("Bo resigned, and signed it.")
    ada.type("1")
    assert {type(outcome) for outcome in await circle.ended()} == {Claimed}
    assert "The table ended, decided for nobody: Bo resigned." in ada.shown
    assert "The table ended, decided for nobody: you resigned." in bo.shown
    assert isinstance(circle.node(0).session.log.chains[1][-1].message, Resign)


async def test_who_resigns_from_a_larger_table_may_watch_to_the_end(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, bo, circle = two_people(wires, tmp_path, seats=3)
    await ada.shows("Call a sign")
    await circle.reach(1, 1)
    bo.type("resign", "say hello", "yes")
    await bo.shows("when the table would next wait for you, the rules move for you.")
    await bo.shows("Nothing was signed.")
    ada.type("1")
    await bo.shows("Throw in secret")
    bo.type("resign", "yes")
    await bo.shows("You have resigned. You may watch to the end, or leave.")
    await bo.shows("The rules move for you from here on; you may watch to the end, or leave.")
    await ada.shows("Bo resigned, and signed it.")
    await ada.shows("The rules move for Bo from here on.")
    bo.type("1", "resign")
    await bo.shows("You watch: You resigned. (help)")
    await bo.shows("There is no seat to give up: you are not in the game.")
    ada.type("1")
    assert len(set(await circle.ended())) == 1
    assert not any("wants to go on without" in line for line in ada.shown + bo.shown)
    assert any(line.startswith("Everybody signed the final state") for line in bo.shown)


async def test_who_comes_back_to_a_table_that_went_on_is_told_by_whose_word(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    ada, bo, circle = two_people(wires, tmp_path, seats=3)
    await ada.shows("Call a sign")
    bo.type("leave")
    with pytest.RaisesGroup(Quit, flatten_subgroups=True):
        await circle.ended(1)
    ada.type("1")
    await ada.shows("Bo has been awaited for 60 s. To go on without: forfeit Bo")
    await ada.shows("Cy wants to go on without Bo. To ask for it too: forfeit Bo")
    ada.type("forfeit Bo")
    await ada.shows("60 s are enough. At once the rules move for Bo from now on, for good.")
    ada.type("yes")
    await ada.shows("is out at step")
    [line] = [line for line in ada.shown if "is out at step" in line]
    assert line.startswith("Bo is out at step 1, by the word of you and Cy, having waited in vain.")
    circle.chairs[1].error = None
    back = Desk()
    circle.chairs[1].player = back.plain
    circle.start(1)
    await back.shows("You are out of the game: Ada and Cy signed at step 1 to have waited for you in vain.")
    await ada.shows("Throw in secret")
    ada.type("1")
    assert len(set(await circle.ended())) == 1
    assert any(line.startswith("Everybody signed the final state") for line in back.shown)
    bot = circle.node(2).session.log.chains[2]
    assert not any(isinstance(envelope.message, Resign) for envelope in bot), "bots never resign"


async def test_a_question_that_is_over_is_forgotten(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """The others voted this person out: a late answer is none."""
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path, seats=3).start()
    await desk.shows("Call a sign")
    for other in (1, 2):
        circle.node(other).forfeit([0])
    await desk.shows("You are out of the game: Bo and Cy signed at step 1")
    await trio.sleep(1)
    assert desk.plain._asked is None
    await circle.ended()


def test_the_lobby_tells_who_leads_whom() -> None:
    desk = Desk()
    places = (
        LobbySeat(key_of(0).public, "Ada", "elves", ready=True),
        LobbySeat(key_of(1).public, "Bo", "", ready=False),
    )
    desk.plain.show_lobby(Seats("conquer", 1, (), 60, 2, places))
    for ready in (True, False):
        last = LobbySeat(key_of(1).public, "Bo", "orcs", ready=ready)
        desk.plain.show_lobby(Seats("conquer", 1, (), 60, 2, (places[0], last)))
    assert desk.shown == [
        "2 of 2 seats: Ada (elves), Bo (orcs)",
        "2 of 2 seats: Ada (elves), Bo (orcs, not ready)",
    ]


def test_the_lobby_is_a_line() -> None:
    desk = Desk()
    places = (
        LobbySeat(key_of(0).public, "Ada", "", ready=True),
        LobbySeat(key_of(1).public, "Bo", "", ready=True),
    )
    desk.plain.show_lobby(Seats("roshambo", 1, (), 60, 3, places))
    desk.plain.show_lobby(Seats("roshambo", 1, (), 60, 3, places))
    assert desk.shown == ["2 of 3 seats: Ada, Bo"], "what reads the same is not told again"


def test_the_lobby_says_that_half_may_go_on() -> None:
    desk = Desk()
    places = (LobbySeat(key_of(0).public, "Ada", "", ready=True),)
    desk.plain.show_lobby(Seats("roshambo", 1, (), 60, 3, places, half=True))
    assert desk.shown == ["1 of 3 seats: Ada. Half of you may go on without the others"]


def test_a_founded_table_shows_its_words() -> None:
    desk = Desk()
    desk.plain.show_table(genesis_of(2))
    assert desk.shown[0] == ""
    assert desk.shown[1].startswith("The table is founded. Its words: ")
    assert len(desk.shown[1].partition("words: ")[2].split()) == 4


# The same words?

COMPARE = "does everybody read the words"


async def test_the_first_decision_waits_until_all_read_the_same_words(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """Nothing else does: Enter alone answers nothing, and whatever else is typed is understood as ever."""
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path)
    desk.plain.show_table(circle.genesis, asks=True)
    circle.start()
    await desk.shows(COMPARE)
    desk.type("", "who", "rock")
    await desk.shows("Type yes or no.", 2)
    assert any(line == "  Bo is here" for line in desk.shown)
    assert not any("Call a sign" in line for line in desk.shown)
    desk.type("yes")
    await desk.shows("Call a sign")
    desk.type("rock")
    await desk.shows("Throw in secret")
    desk.type("rock")
    assert isinstance((await circle.ended(0))[0], Finished)
    assert sum(COMPARE in line for line in desk.shown) == 1


async def test_where_words_differ_nothing_is_played(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path)
    desk.plain.show_table(circle.genesis, asks=True)
    circle.start()
    await desk.shows(COMPARE)
    desk.type("no")
    with pytest.RaisesGroup(DifferentWords, flatten_subgroups=True):
        await circle.ended(0)
    assert circle.node(0).session.play.step == 1
    assert not any(line.startswith("Chosen") for line in desk.shown)
    assert f"<Ada> {NOT_THE_SAME}" in desk.shown


async def test_only_yes_makes_the_program_ask_no_more(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path)
    desk.plain.show_table(circle.genesis, asks=True)
    circle.start()
    await desk.shows(COMPARE)
    path = circle.node(0).path
    remember_to_ask(path)
    desk.type("", "who", "rock")
    await desk.shows("Type yes or no.", 2)
    assert is_to_be_asked(path)
    desk.type("yes")
    await desk.shows("Call a sign")
    assert not is_to_be_asked(path)
    desk.type("quit")
    with pytest.RaisesGroup(Quit, flatten_subgroups=True):
        await circle.ended(0)


@pytest.mark.parametrize("moment", ["before", "meanwhile"])
async def test_who_ends_the_input_leaves_also_before_the_words_are_compared(
    moment: str, wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk()
    circle = circle_of(desk, wires, tmp_path)
    desk.plain.show_table(circle.genesis, asks=True)
    if moment == "before":
        desk.end()
    circle.start()
    await desk.shows(COMPARE)
    desk.end()
    with pytest.RaisesGroup(Quit, flatten_subgroups=True):
        await circle.ended(0)


async def test_a_pipe_is_not_asked_for_the_words(
    wires: Wires, tmp_path: Path, autojump_clock: MockClock
) -> None:
    desk = Desk(typed=False)
    circle = circle_of(desk, wires, tmp_path)
    desk.plain.show_table(circle.genesis, asks=True)
    desk.type("rock", "rock")
    circle.start()
    assert isinstance((await circle.ended(0))[0], Finished)
    assert "Its words: " in desk.shown[1]
    assert not any(COMPARE in line for line in desk.shown)


async def test_a_person_is_asked_even_where_nobody_tells_the_story() -> None:
    desk = Desk(typed=False)
    desk.plain._early = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(desk.plain.decide, None, Request(0, "call", CALLS))
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


async def test_what_is_called_otherwise_is_named_and_what_it_takes_is_shown() -> None:
    desk = Desk()
    desk.plain._game = CONQUER
    demons = seat("demons", Region.LOX, stock=(9, 9, 9), foundations={Region.LOX: 2})
    table = asking(at_table(demons, seat("undead")), BuildingStarts(1))
    need = CONQUER.pending(table)
    assert isinstance(need, Open)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(desk.plain.decide, table, need.requests[0])
        await trio.testing.wait_all_tasks_blocked()
        [carved] = [line for line in desk.shown if "carve purgatory on Lox" in line]
        assert carved.endswith("; loses the foundation's 2 points)")
        for typed in ("build purg", "build purgatory"):
            desk.plain._take(typed)
            assert desk.shown[-1] == "That cannot be chosen now: say carve purgatory on Lox."
        nursery.cancel_scope.cancel()


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
    assert "<Ada> good luck!" in desk.shown
    assert "Say something of 1 to 200 characters that all can read." in desk.shown
    assert circle.chairs[1].heard(Spoke) == [Spoke(0, "good luck!")]


async def test_of_variants_for_one_price_the_one_with_the_most_points_is_meant() -> None:
    """As on the full screen: the same words are the same choice."""
    desk = Desk()
    desk.plain._game = CONQUER
    ada = seat("humans", Region.XELREE, stock=(9, 13, 4), built=("market", "town-hall"))
    table = asking(at_table(ada, seat("elves", Region.YREEL)), BuildingStarts(2))
    need = CONQUER.pending(table)
    assert isinstance(need, Open)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(desk.plain.decide, table, need.requests[0])
        await trio.testing.wait_all_tasks_blocked()
        desk.plain._take("build warr")
        assert desk.shown[-1] == "Chosen for good: build warrior-guild on Xelree"
