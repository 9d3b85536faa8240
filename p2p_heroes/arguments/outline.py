"""Command lines that are plainly right, read without argparse.

In: what a command takes, told as to argparse, and the words that were typed. Out: what argparse would make
of them, or None where anything is unusual: a mistake, an abbreviation, a request for help. Then argparse
looks for itself, and has words for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from p2p_heroes.arguments.commands import COMMANDS, take_what_all_take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


class Unusual(Exception):
    """Something for argparse."""


def outlined(words: Sequence[str]) -> dict[str, Any] | None:
    """What a command line means that is plainly right, else None."""
    if not words or words[0] not in COMMANDS:
        return None
    outline = Outline()
    take_what_all_take(outline)
    COMMANDS[words[0]][2](outline)
    try:
        return {"command": words[0]} | outline.read(words[1:])
    except Unusual:
        return None


class Outline:
    """What a command takes: any number of options, and at most one place for words without a dash."""

    def __init__(self) -> None:
        self._defaults: dict[str, Any] = {}
        self._options: dict[str, tuple[str, str, Callable[[str], Any]]] = {}
        self._place: tuple[str, str | int, Sequence[str] | None] | None = None
        self._has_groups = False

    # As argparse is told.

    def set_defaults(self, **defaults: Any) -> None:
        self._defaults |= defaults

    def add_mutually_exclusive_group(self, *, required: bool) -> Self:
        assert required
        self._has_groups = True
        return self

    def add_argument(
        self,
        name: str,
        *,
        dest: str = "",
        action: str = "store",
        type: Callable[[str], Any] = str,  # noqa: A002 -- as there
        nargs: str | int = "",
        choices: Sequence[str] | None = None,
        metavar: str = "",
        help: str = "",  # noqa: A002
    ) -> None:
        if name.startswith("--"):
            assert not nargs
            assert choices is None
            self._options[name] = dest or name[2:], action, type
        else:
            assert self._place is None
            assert (type, action) == (str, "store")
            self._place = name, nargs, choices

    # What was typed.

    def read(self, words: Sequence[str]) -> dict[str, Any]:
        """What the words say. Raises Unusual."""
        if self._has_groups:
            raise Unusual
        said = dict(self._defaults)
        placed: list[str] = []
        rest = iter(words)
        is_apart = False
        for word in rest:
            if word.startswith("-"):
                self._read_option(word, rest, said)
                is_apart = bool(placed)
            elif is_apart:
                # Argparse has a mind of its own about words in two places.
                raise Unusual
            else:
                placed.append(word)
        self._read_place(placed, said)
        return said

    def _read_option(self, word: str, rest: Iterator[str], said: dict[str, Any]) -> None:
        flag, equals, value = word.partition("=")
        if flag not in self._options:
            raise Unusual
        dest, action, convert = self._options[flag]
        if action in ("store_true", "store_false"):
            if equals:
                raise Unusual
            said[dest] = action == "store_true"
            return
        value = value if equals else next(rest, "")
        if not value or value.startswith("-"):
            raise Unusual
        try:
            found = convert(value)
        except Exception as error:
            raise Unusual from error
        said[dest] = [*said.get(dest, ()), found] if action == "append" else found

    def _read_place(self, placed: list[str], said: dict[str, Any]) -> None:
        if self._place is None:
            if placed:
                raise Unusual
            return
        name, nargs, choices = self._place
        if (
            (len(placed) > 1 and nargs in ("?", 1))
            or (not placed and nargs in ("+", 1))
            or (choices is not None and not set(placed).issubset(choices))
        ):
            raise Unusual
        if placed:
            said[name] = placed[0] if nargs == "?" else placed
