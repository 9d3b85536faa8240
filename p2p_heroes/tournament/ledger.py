"""Played games on disk, a line of JSON for each, so that a tournament that was stopped goes on where it was.

Comes in: a file, which need not be there yet. Goes out: the results that it holds; new ones are written
before anything else happens with them. A last line without an end was being written when the program
was killed, and is cut off. A file holds games of the bots that played them: changed bots need a new one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from p2p_heroes.tournament.matches import Match, Result


class BadLedger(Exception):
    """The file holds something else than played games; the text says where."""


class Ledger:
    """An open file of played games."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self) -> list[Result]:
        """All that it holds, before anything is added. Raises BadLedger."""
        self._file.seek(0)
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        found = [_decode(line, number) for number, line in enumerate(text[:whole].splitlines(), 1)]
        if whole == 0 and text and not text.startswith(b"{"):
            raise BadLedger("line 1 is no played game")
        self._file.truncate(whole)
        return found

    def add(self, result: Result) -> None:
        """One more, which is on disk when this returns."""
        self._file.write(_encode(result))
        self._file.flush()


@contextmanager
def open_ledger(path: Path) -> Iterator[Ledger]:
    """A ledger that is there, or a new one. Raises OSError."""
    with path.open("a+b") as file:
        yield Ledger(file)


def _encode(result: Result) -> bytes:
    match = result.match
    told = {
        "game": match.game,
        "players": match.players,
        "factions": match.choices,
        "seed": match.seed,
        "places": result.places,
        "points": result.points,
    }
    return json.dumps(told).encode() + b"\n"


def _decode(line: bytes, number: int) -> Result:
    try:
        told = json.loads(line)
        match = Match(told["game"], tuple(told["players"]), tuple(told["factions"]), told["seed"])
        hash(match)
        return Result(match, tuple(map(int, told["places"])), tuple(map(int, told["points"])))
    except (ValueError, TypeError, KeyError) as error:
        raise BadLedger(f"line {number} is no played game") from error
