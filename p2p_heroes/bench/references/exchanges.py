"""What a bare mesh is told to exchange: the messages of a game that was played, by size and author alone.

In: the signed messages of a game. Out: for each step its exchanges, one after the other; in each of them
every seat says so many bytes, or nothing, and goes on when it has what all others say. Messages of one kind
are one exchange of the step: the choices or commitments, then the locks, then the openings.
"""

from collections.abc import Iterable
from typing import TypeAlias

from protocol.canonical import decode
from protocol.identity import SIGNATURE_SIZE

Exchange: TypeAlias = tuple[int, ...]
"""How long each seat's message is, signature included; 0 for a seat that says nothing."""

Script: TypeAlias = tuple[tuple[Exchange, ...], ...]
"""The exchanges of each step."""


def script_of(said: Iterable[bytes], seats: int) -> Script:
    """The script of a game in which nobody was absent."""
    found: dict[int, dict[int, list[int]]] = {}
    for wire in said:
        match decode(wire[:-SIGNATURE_SIZE]):
            case (_, _, int(seat), _, _, int(step), _, _, int(tag), _):
                kinds = found.setdefault(step, {})
                kinds.setdefault(tag, [0] * seats)[seat] = len(wire)
    # The tags of a step's messages grow in the order in which they are said.
    return tuple(tuple(tuple(found[step][tag]) for tag in sorted(found[step])) for step in sorted(found))


def is_sealed(step: tuple[Exchange, ...]) -> bool:
    """Whether a step has the three exchanges of a sealed one."""
    return len(step) == 3


def messages_in(script: Script) -> int:
    """How many messages are signed."""
    return sum(size > 0 for step in script for exchange in step for size in exchange)
