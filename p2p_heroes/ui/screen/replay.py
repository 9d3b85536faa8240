"""A recorded game on the full screen: forwards and backwards, step by step or round by round."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import trio
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from p2p_heroes.node.replay import Replay
from p2p_heroes.node.table import Position, rules_for
from p2p_heroes.ui.kit.palette import ColourDepth
from p2p_heroes.ui.screen.app import TerminalApp
from p2p_heroes.ui.screen.fairness import Fairness
from p2p_heroes.ui.screen.guest import run_beside
from p2p_heroes.ui.screen.keys import KeyBinding
from p2p_heroes.ui.screen.screen_state import ScreenState
from p2p_heroes.ui.story import Story
from protocol.events import Rebuilt, Settled, StepOpened

HINTS = ("Left/Right step", "PgUp/PgDn round", "Home/End", "Tab turn", "F1 help", "q leave")


@dataclass(frozen=True, slots=True)
class Frame:
    """One step: what the table looked like after it, and how much had happened and been told by then."""

    state: object
    events: int
    lines: int
    round: int


class Walk:
    """Where in a recorded game one is, shown in a scene."""

    def __init__(self, replay: Replay, scene: ScreenState) -> None:
        genesis = replay.genesis
        self.scene, self._happened = scene, replay.happened
        self._rules = rules_for(genesis)
        scene.sit(genesis)
        scene.title, scene.is_over = f"{genesis.game}, replay", True
        self._told: list[str] = []
        self.frames = self._frames(replay)
        self.at = 0
        self.go_to(0)

    def _frames(self, replay: Replay) -> Sequence[Frame]:
        """The beginning, then one for each step that counts; the last one has all that was told."""
        story = Story(replay.genesis.game, self.scene.names)
        frames = [self._frame(self._rules.initial(replay.genesis), 0)]
        for number, event in enumerate(self._happened, 1):
            if isinstance(event, Rebuilt):
                del frames[1:], self._told[:]
            elif not isinstance(event, StepOpened):
                self._told += story.tell(event)  # type: ignore[arg-type]  # what no node tells is told as nothing
            if isinstance(event, Settled):
                frames.append(self._frame(event.after, number))
        last = frames.pop()
        return [*frames, Frame(last.state, len(self._happened), len(self._told), last.round)]

    def _frame(self, position: object, events: int) -> Frame:
        assert isinstance(position, Position)
        assert self.scene.ui is not None
        view = self._rules.view(position)
        return Frame(view, events, len(self._told), self.scene.ui.round(view))

    def go_to(self, at: int) -> None:
        """To the step of this number, or as far as there are steps."""
        scene = self.scene
        self.at = max(0, min(len(self.frames) - 1, at))
        frame = self.frames[self.at]
        scene.view, scene.pointed, scene.back = frame.state, None, 0
        scene.story.clear()
        for line in self._told[: frame.lines]:
            scene.say(line)
        scene.fairness = Fairness()
        for event in self._happened[: frame.events]:
            scene.fairness.note(event)  # type: ignore[arg-type]  # what no node tells is noted as nothing
        scene.replayed = f"Step {self.at} of {len(self.frames) - 1}"

    def go(self, by: int) -> None:
        """So many steps on, or back."""
        self.go_to(self.at + by)

    def go_to_round(self, number: int) -> None:
        """Where a round begins; one that there is not: the end."""
        self.go_to(
            next((at for at, frame in enumerate(self.frames) if frame.round >= number), len(self.frames))
        )

    def turn_round(self, by: int) -> None:
        """To the next round; or back to the beginning of this one, and from there to the one before."""
        here = self.frames[self.at].round
        begins = self.at == 0 or self.frames[self.at - 1].round != here
        self.go_to_round(here + 1 if by > 0 else here - begins)

    def enter(self, typed: str) -> bool:
        """A number is a round, nothing a step on. Whether the line is done with."""
        self.scene.notice = ""
        if not typed:
            self.go(1)
        elif typed.isdecimal() and len(typed) < 9:
            self.go_to_round(int(typed))
        else:
            self.scene.notice = "Type the number of a round, or use the keys; q leaves."
            return False
        return True


def walk_through(
    replay: Replay,
    *,
    at: int = 0,
    ascii: bool = False,  # noqa: A002
    depth: ColourDepth = ColourDepth.SIXTEEN,
    input: Input | None = None,  # noqa: A002 -- prompt_toolkit's own word
    output: Output | None = None,
) -> None:
    """Show a recorded game from a round on, until the person leaves."""
    walk, left = Walk(replay, ScreenState(ascii=ascii, depth=depth)), trio.Event()
    walk.go_to_round(at)

    def enter(typed: str) -> bool:
        if typed.casefold() not in ("q", "quit", "exit", "leave"):
            return walk.enter(typed)
        left.set()
        return True

    unwritten = Condition(lambda: not stage.buffer.text)
    keys = [*_keys(walk), *(KeyBinding(letter, left.set, unwritten) for letter in "qQ")]
    stage = TerminalApp(walk.scene, enter, left.set, keys=keys, hints=HINTS, input=input, output=output)
    asyncio.run(run_beside(stage.app, left.wait, left.set))


def _keys(walk: Walk) -> Iterator[KeyBinding]:
    scene, steps = walk.scene, len(walk.frames)
    looks = Condition(lambda: scene.tab != "help")
    for name, by in (("left", -1), ("right", 1), ("home", -steps), ("end", steps)):
        yield KeyBinding(name, partial(walk.go, by))
    yield KeyBinding("pageup", partial(walk.turn_round, -1), looks)
    yield KeyBinding("pagedown", partial(walk.turn_round, 1), looks)
    yield KeyBinding("up", lambda: scene.scroll(scene.tab, -1))
    yield KeyBinding("down", lambda: scene.scroll(scene.tab, 1))
