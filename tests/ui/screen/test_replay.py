"""A recorded game on the full screen: forwards, backwards, by rounds."""

import asyncio

import pytest
from prompt_toolkit.input import create_pipe_input

from p2p_heroes.games.roshambo import State
from p2p_heroes.node.replay import Replay, read_replay
from p2p_heroes.tabletest.session_table import SessionTable
from p2p_heroes.ui.kit.text import plain
from p2p_heroes.ui.screen import panes
from p2p_heroes.ui.screen.guide import guide
from p2p_heroes.ui.screen.question import question
from p2p_heroes.ui.screen.replay import Walk, walk_through
from p2p_heroes.ui.screen.screen_state import ScreenState
from protocol.events import Rebuilt
from protocol.transcript import MAGIC, Founded, Record, Spoken, Writer
from scripts.tools.terminal import MemoryTerminal

LEFT, RIGHT, HOME, END = "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[F"
PAGE_UP, PAGE_DOWN, F1, F4, F5 = "\x1b[5~", "\x1b[6~", "\x1bOP", "\x1bOS", "\x1b[15~"


def replayed() -> Replay:
    """A game of three over two rounds: in each a call, dice, and sealed throws."""
    mesh = SessionTable(3).begin().run()
    writer = Writer()
    wires = [envelope.wire for envelope in mesh.sessions[0].log.order]
    records: list[Record] = [Founded(mesh.genesis.encoded), *map(Spoken, wires)]
    return read_replay(MAGIC + b"".join(map(writer.append, records)))


@pytest.fixture
def walk() -> Walk:
    return Walk(replayed(), ScreenState())


def story(walk: Walk) -> str:
    return "\n".join(walk.scene.story)


def fairness(walk: Walk) -> str:
    return "\n".join(plain(line) for line in panes.fairness(walk.scene, 80, 40))


def test_it_begins_before_the_first_step(walk: Walk) -> None:
    assert walk.scene.view == State(rounds=2, scores=(0, 0, 0))
    assert story(walk) == ""
    assert panes.brief(walk.scene) == "Step 0 of 6"
    assert "step 1" not in fairness(walk)


def test_a_step_has_its_state_its_story_and_its_seals(walk: Walk) -> None:
    walk.go_to(3)
    assert isinstance(walk.scene.view, State)
    assert walk.scene.view.played == 1
    assert "All reveal:" in story(walk)
    assert "Round 2" not in story(walk)
    assert "sealed" in fairness(walk).splitlines()[-4]
    assert fairness(walk).count("locked opened") == 6, "the dice and the throws of three"


def test_a_step_back_is_as_it_was(walk: Walk) -> None:
    walk.go_to(2)
    before = (walk.scene.view, story(walk), fairness(walk))
    walk.go_to(5)
    walk.go_to(2)
    assert (walk.scene.view, story(walk), fairness(walk)) == before


def test_the_end_has_all_that_was_told(walk: Walk) -> None:
    walk.go_to(99)
    assert walk.at == 6
    assert story(walk).splitlines()[-1].startswith("Everybody signed the final state")
    assert "final state" in fairness(walk)
    walk.go_to(-5)
    assert walk.at == 0


def test_rounds_are_turned_like_pages(walk: Walk) -> None:
    places = []
    for by in (1, 1, 1, -1, -1, -1):
        walk.turn_round(by)
        places.append(walk.at)
    assert places == [3, 6, 6, 3, 0, 0]


def test_back_goes_to_the_beginning_of_the_round_first(walk: Walk) -> None:
    walk.go_to(5)
    walk.turn_round(-1)
    assert walk.at == 3


def test_a_typed_number_is_a_round(walk: Walk) -> None:
    assert walk.enter("2")
    assert walk.at == 3
    assert walk.enter("")
    assert walk.at == 4
    assert walk.enter("99")
    assert walk.at == 6
    assert not walk.enter("zebra")
    assert "number of a round" in walk.scene.notice


def test_what_was_told_before_a_new_beginning_is_not_told_twice() -> None:
    """Who was voted out and came back has the story from the start once more."""
    once = replayed()
    twice = Replay(once.genesis, (*once.happened, Rebuilt(), *once.happened), once.play)
    again = Walk(twice, ScreenState())
    again.go_to(99)
    assert again.at == 6
    assert story(again).count("All reveal:") == 2


def test_nobody_sits_here_and_nobody_is_waited_for(walk: Walk) -> None:
    walk.go_to(3)
    shown = [plain(line) for line in panes.table(walk.scene, 80, 20)]
    assert [line.strip() for line in shown[1:4]] == ["Ada", "Bo", "Cy"]
    assert plain(question(walk.scene, 80, 2)[0]).startswith("Step 3 of 6. ")


def test_help_tells_how_to_look_at_a_recorded_game(walk: Walk) -> None:
    shown = "\n".join(plain(line) for line in guide(walk.scene, 80, 40))
    assert "PgUp and PgDn a round" in shown
    assert "makes it final" not in shown


async def watched(desk: MemoryTerminal, *script: tuple[str, str], at: int = 0, leave: str = "\x03") -> None:
    """Press keys, and wait each time for what they should show; then leave."""
    with create_pipe_input() as keys:

        def show() -> None:
            walk_through(replayed(), at=at, input=keys, output=desk.output)

        shown = asyncio.get_running_loop().run_in_executor(None, show)
        for pressed, expected in script:
            keys.send_text(pressed)
            await desk.shows(expected)
        keys.send_text(leave)
        await shown


@pytest.mark.parametrize("size", [(80, 24), (50, 14), (200, 60)])
def test_keys_walk_through_the_game(size: tuple[int, int]) -> None:
    script = (
        ("", "Step 0 of 6"),
        (RIGHT, "Step 1 of 6"),
        (END, "Step 6 of 6"),
        (LEFT, "Step 5 of 6"),
        (HOME, "Step 0 of 6"),
        (PAGE_DOWN, "Step 3 of 6"),
        (F5, "Signed by each author"),
        (PAGE_UP, "Step 0 of 6"),
        ("2\r", "Step 3 of 6"),
        (F1, "This is a recorded game"),
        (PAGE_DOWN, "Step 3 of 6"),
        (F4, "All reveal:"),
        ("zebra\r", "Type the number of a round"),
    )
    asyncio.run(watched(MemoryTerminal(*size), *script))


@pytest.mark.parametrize("leave", ["q", "Q", "\x03"])
def test_a_key_leaves(leave: str) -> None:
    asyncio.run(watched(MemoryTerminal(), ("", "q leave"), leave=leave))


def test_a_letter_in_what_is_typed_is_none() -> None:
    asyncio.run(watched(MemoryTerminal(), ("2q\r", "or use the keys; q leaves")))


def test_it_can_begin_with_a_round() -> None:
    asyncio.run(watched(MemoryTerminal(), ("", "Step 3 of 6"), at=2))
