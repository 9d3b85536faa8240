"""Whom we have played with: names and keys, in a small file of our own.

In: the seats of a table that has begun. Out: who of another table bears a name that we know, but not its key.
Losing the file costs nothing but the warning, so nothing that goes wrong with it stops a game.
"""

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from p2p_heroes.node.advert import KEY_DIGITS
from protocol.frozen import Frozen
from protocol.genesis import Seat, is_seat_name
from protocol.identity import KEY_SIZE

MOST = 256
"""Those we met last; others decide how many there are."""

MAX_FILE = 2**16
"""More bytes than so many have."""


class KnownPlayer(Frozen):
    """Somebody we have played with, and the day of the last time."""

    name: str
    key: bytes
    day: str


def known_players_in(folder: Path) -> Path:
    """The file in a player's folder."""
    return folder / "players.json"


def read_known_players(path: Path) -> tuple[KnownPlayer, ...]:
    """What the file says, whom we met last at the end; nothing if it is missing or makes no sense."""
    try:
        with path.open("rb") as file:
            rows = json.loads(file.read(MAX_FILE))
    except (OSError, ValueError, RecursionError):
        return ()
    found = (_read(row) for row in (rows if isinstance(rows, list) else []))
    return tuple(one for one in found if one is not None)[-MOST:]


def remember(path: Path, seats: Iterable[Seat], day: str) -> None:
    """Note that we played with these today, if the file can be written to."""
    met = {(seat.name, seat.key): KnownPlayer(seat.name, seat.key, day) for seat in seats}
    kept = [one for one in read_known_players(path) if (one.name, one.key) not in met]
    rows = [[one.name, one.key.hex(), one.day] for one in (*kept, *met.values())][-MOST:]
    draft = path.with_suffix(".json-new")
    with suppress(OSError):
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(rows, file)
        draft.replace(path)


def namesake(known: Sequence[KnownPlayer], name: str, key: str) -> KnownPlayer | None:
    """Whom we know by this name, if it is somebody else; key: how the other's begins, as hex digits."""
    same = [one for one in known if one.name.casefold() == name.casefold()]
    if not same or any(one.key.hex().startswith(key) for one in same):
        return None
    return same[-1]


def told_keys(known: Iterable[KnownPlayer]) -> frozenset[str]:
    """Their keys, as adverts tell them."""
    return frozenset(one.key.hex()[:KEY_DIGITS] for one in known)


def _read(row: object) -> KnownPlayer | None:
    match row:
        case [str(name), str(key), str(day)] if is_seat_name(name) and len(day) == 10 and day.isascii():
            with suppress(ValueError):
                if len(public := bytes.fromhex(key)) == KEY_SIZE and day.replace("-", "").isdecimal():
                    return KnownPlayer(name, public, day)
    return None
