"""A player on a machine of the laboratory: the program as a process, bot or person, and what it says."""

import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import trio
import trio.lowlevel

from p2p_heroes.games import SMALL_GAME
from scripts.tools.bot_process import OPENED, BotProcess
from scripts.tools.networks.machine import LabMachine

ALWAYS = ("--level", "wanderer")
FINAL = "Everybody signed the final state"
FOUNDED = "The table is founded"
LOST = "The connection to the table broke"
BACK = "Back at the table."
OUT = re.compile(r"(\S+) (?:is|are) out (?:at|of)")
ANSWER = "1"
WORDS_ASKED = re.compile(r"read the words .*\?")
QUESTION = re.compile(r"^ +1 +(?:call|throw) rock", re.MULTILINE)
PLACE = re.compile(r"\[?([0-9a-f.:%a-z]+?)\]?:(\d+)$")

MOST_WORDS = 120
"""Characters of what a program said last that are quoted."""


@dataclass
class LabPlayer(BotProcess):
    """One player. What is typed goes through a pipe that stays open, or through a terminal."""

    terminal: trio.lowlevel.FdStream | None = None

    @property
    def name(self) -> str:
        return self.home.name

    async def host_table(self, seats: int, *arguments: str, rounds: int = 3, patience: int = 60) -> None:
        """Open a table as a bot, and go on when it is open."""
        terms = ("--game", SMALL_GAME, "--option", f"rounds={rounds}", "--patience", str(patience))
        await self.run("bot", "--host", "--seats", str(seats), *terms, *ALWAYS, *arguments)

    async def sit_down(self, table: str, *arguments: str) -> None:
        """Join a table as a bot."""
        await self.run("bot", "--join", table, *ALWAYS, *arguments)

    async def come_back(self, *arguments: str) -> None:
        """Go on with the game as a bot, after the process has ended."""
        await self.run("resume", *arguments, "--bot", *ALWAYS)

    async def run(self, *arguments: str) -> None:
        """Any command of the program, under the player's name unless another is given."""
        is_named = arguments[0] == "tables" or "--name" in arguments
        await self.start(*arguments, *(() if is_named else ("--name", self.name)))

    async def run_at_terminal(self, *arguments: str) -> None:
        """Like `run`, for a person whom the program can see: some things it does not ask a pipe."""
        ours, theirs = os.openpty()
        self.terminal, self.stdin = trio.lowlevel.FdStream(ours), theirs
        try:
            await self.run(*arguments)
        finally:
            os.close(theirs)

    async def tables(self) -> list[dict[str, object]]:
        """The tables that somebody finds at this machine now."""
        await self.run("tables")
        await self.running.wait()
        return list(json.loads(self._out.read_text() or "[]"))

    @property
    def places(self) -> list[tuple[str, int]]:
        """Where the table is open, by its own words, the latest last."""
        found = (line.partition(OPENED)[2] for line in self.complaints.splitlines() if OPENED in line)
        return [(match[1], int(match[2])) for place in found if (match := PLACE.match(place.split()[0]))]

    @property
    def port(self) -> int:
        return self.places[-1][1]

    @property
    def length(self) -> int:
        """Bytes of the record, which may not be there yet."""
        return self.size if self.has_begun else 0

    @property
    def is_running(self) -> bool:
        return self.running.returncode is None

    @property
    def is_asked(self) -> bool:
        """Whether the person was ever asked for a choice."""
        return QUESTION.search(self.complaints) is not None

    @property
    def confirms_words(self) -> bool:
        """Whether the person was asked if all see the same words."""
        return WORDS_ASKED.search(self.complaints) is not None

    def says(self, text: str) -> bool:
        return text in self.complaints

    @property
    def last_words(self) -> str:
        return self.complaints.strip().rpartition("\n")[2][:MOST_WORDS] or "nothing"

    @property
    def out(self) -> set[str]:
        """Who is out of the game, by its own words; you, if it is itself."""
        return {name.lower() for name in OUT.findall(self.complaints)}

    @property
    def code(self) -> int | None:
        """The exit code; None if the program still runs."""
        return self.running.returncode

    async def type(self, line: str) -> None:
        """What a person types."""
        keyboard = self.terminal or self.running.stdin
        assert keyboard is not None
        await keyboard.send_all(f"{line}\n".encode())

    async def play(self) -> None:
        """A person who answers everything that is asked from now on, until the program ends."""
        answered = confirmed = 0
        while self.is_running:
            if not confirmed and self.confirms_words:
                confirmed = 1
                await self.type("yes")
            if len(QUESTION.findall(self.complaints)) > answered:
                answered += 1
                await self.type(ANSWER)
            await trio.sleep(0.05)


def player_on(machine: LabMachine, folder: Path, nursery: trio.Nursery, name: str) -> LabPlayer:
    return LabPlayer(folder / name, nursery, under=machine.under, stdin=subprocess.PIPE)
