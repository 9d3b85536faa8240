"""What each key does, and what is typed: a table of keys, and the few things that they do."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Always, Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from p2p_heroes.ui.kit.forms import FAR
from p2p_heroes.ui.screen.arrangement import Arrangement
from p2p_heroes.ui.screen.screen_state import FREE_KEYS, GENERAL, ScreenState

WORDS = ("say", "who", "forfeit", "keep", "resign", "rules", "leave", "quit", "exit")
"""First words of lines that are no choice, so the list need not be narrowed by them."""

ESCAPE_SECONDS = 0.05
"""How long the beginning of a key's code may be all that there is, before it is the Escape key."""


ALWAYS = Always()


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """What a key does, and when. An eager one waits for nothing that a longer code could still bring."""

    name: str
    deed: Callable[[], None]
    when: Filter = ALWAYS
    eager: bool = False
    types: bool = False
    """Whether what was pressed is typed as well, if it is something that can be read."""


def bound(table: Iterable[KeyBinding]) -> KeyBindings:
    """Keys as prompt_toolkit wants them; of two with the same name the later one counts."""
    keys = KeyBindings()
    for key in table:

        @keys.add(key.name, filter=key.when, eager=key.eager)
        def _(event: KeyPressEvent, key: KeyBinding = key) -> None:
            key.deed()
            if key.types and event.data.isprintable():
                event.current_buffer.insert_text(event.data)

    return keys


class Hands:
    """At the keyboard. `enter` is given what was typed, and says whether it is done with it."""

    def __init__(self, scene: ScreenState, enter: Callable[[str], bool], leave: Callable[[], None]) -> None:
        self._scene, self._enter, self._leave = scene, enter, leave
        self._refused = ""
        self.buffer = Buffer(multiline=False, on_text_changed=lambda buffer: self._narrow(buffer.text))

    def keys(self, shown: Arrangement) -> Iterator[KeyBinding]:
        """All keys of a game."""
        asked = Condition(lambda: self._scene.asks_to_quit)
        yield from self._keys_of_tabs(shown)
        yield from self._keys_of_forms(~asked)
        yield KeyBinding("c-c", self._ask_to_quit)
        yield KeyBinding("c-d", self._ask_to_quit)
        # Whoever types on has not asked to be heard only from the second letter on.
        yield KeyBinding("<any>", self._stay, asked, types=True)
        yield KeyBinding("n", self._stay, asked, eager=True)
        yield KeyBinding("N", self._stay, asked, eager=True)
        yield KeyBinding("y", self._leave, asked, eager=True)
        yield KeyBinding("Y", self._leave, asked, eager=True)
        yield KeyBinding("enter", lambda: self.press(self.buffer.text.strip()), ~asked)
        yield KeyBinding("escape", self._step_back, eager=True)

    def _keys_of_tabs(self, shown: Arrangement) -> Iterator[KeyBinding]:
        scene = self._scene
        can_point = Condition(lambda: scene.tab in scene.panes)

        def scroll(direction: int) -> None:
            scene.scroll(shown.tab, direction * max(1, shown.size().rows // 3))

        for number in sorted({*GENERAL.values(), *FREE_KEYS}):
            yield KeyBinding(f"f{number}", partial(self._open, number))
        yield KeyBinding("tab", lambda: self._complete() if self.buffer.text else shown.turn_on(1))
        yield KeyBinding("s-tab", lambda: shown.turn_on(-1))
        yield KeyBinding("pageup", partial(scroll, -1))
        yield KeyBinding("pagedown", partial(scroll, 1))
        for held in ("c", "s"):
            yield KeyBinding(f"{held}-up", partial(scene.point, -1), can_point)
            yield KeyBinding(f"{held}-down", partial(scene.point, 1), can_point)

    def _keys_of_forms(self, free: Filter) -> Iterator[KeyBinding]:
        asked = Condition(lambda: self._scene.form is not None) & free
        unwritten = Condition(lambda: not self.buffer.text) & asked
        yield KeyBinding("up", partial(self._mark, -1), asked)
        yield KeyBinding("down", partial(self._mark, 1), asked)
        for name, by in (("left", -1), ("right", 1), ("home", -FAR), ("end", FAR)):
            yield KeyBinding(name, partial(self._change, by), unwritten)

    # What they do.

    def _open(self, number: int) -> None:
        """The tab with this function key, if there is one."""
        for tab, key in self._scene.tabs.items():
            if key == number:
                self._scene.open(tab)

    def press(self, typed: str) -> None:
        """Enter, or a click that means it."""
        if self._enter(typed):
            # Not `text = ""`: that would count as typing, and take back what has just been picked.
            self.buffer.reset(append_to_history=True)
            self._refused = ""
        else:
            self._refused = self.buffer.text

    def _ask_to_quit(self) -> None:
        if self._scene.is_over:
            self._leave()
        self._scene.asks_to_quit = True

    def _stay(self) -> None:
        self._scene.asks_to_quit = False

    def _step_back(self) -> None:
        scene = self._scene
        scene.notice = ""
        if scene.asks_to_quit:
            scene.asks_to_quit = False
        elif scene.asked_back:
            self.press("no")
        elif self.buffer.text:
            self.buffer.text = ""
        elif scene.tab == "help":
            scene.turn_to(scene.helped)
        elif scene.form is not None:
            scene.form.undo()

    def _mark(self, rows: int) -> None:
        form = self._scene.form
        self._scene.pointed = None
        if form is not None and form.picked is None:
            form.go(rows)

    def _change(self, by: int) -> None:
        form = self._scene.form
        if form is not None and form.picked is None:
            form.change(by)

    def _narrow(self, typed: str) -> None:
        if typed.splitlines() not in ([], [typed]):
            # Pasted with the end of a line: nobody could see what Enter would send.
            self.buffer.text = " ".join(typed.split())
            self.buffer.cursor_position = len(self.buffer.text)
            return
        refused, self._refused = self._refused, ""
        if refused and typed.startswith(refused):
            # Whoever types on after a refusal begins anew; who wants to mend the line goes back in it.
            self.buffer.text = typed = typed[len(refused) :]
            self.buffer.cursor_position = len(typed)
        self._scene.notice = ""
        if (form := self._scene.form) is not None:
            is_word = typed.split(" ")[0].casefold() in WORDS and not form.offer.reads(typed)
            form.narrow("" if is_word or self._scene.asked_back else typed.strip())

    def _complete(self) -> None:
        if self._scene.form is not None:
            self.buffer.text = self._scene.form.completed(self.buffer.text)
            self.buffer.cursor_position = len(self.buffer.text)
