"""Where the seats of a table were last seen, in a small file beside the transcript.

Not in the transcript itself: that is evidence to be shown around, and nobody else's
business is where a friend's machine was. Losing the file costs nothing but a search.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from protocol.genesis import MAX_SEATS, is_speakable
from protocol.peer_messages import MAX_HOST, MAX_PORT

Places = dict[int, tuple[str, int]]


def addresses_beside(transcript: Path) -> Path:
    """The file that belongs to a transcript."""
    return transcript.with_suffix(".peers")


def write_addresses(path: Path, places: Mapping[int, tuple[str, int]]) -> None:
    """Replace the file as a whole."""
    draft = path.with_suffix(".peers-new")
    rows = [[seat, host, port] for seat, (host, port) in sorted(places.items())]
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(rows, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def read_addresses(path: Path) -> Places:
    """What the file says; nothing if it is missing or makes no sense."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    places: Places = {}
    for row in rows if isinstance(rows, list) else []:
        match row:
            case [int(seat), str(host), int(port)] if 0 <= seat < MAX_SEATS and 0 <= port <= MAX_PORT:
                # What could not be passed on to the others is of no use to us either.
                if len(host) <= MAX_HOST and is_speakable(host):
                    places[seat] = (host, port)
    return places
