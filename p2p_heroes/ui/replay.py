"""A finished game, told again: as a story, and as notation, from a record that was checked from nothing."""

from collections.abc import Iterator, Mapping
from typing import Any

from p2p_heroes.games import GAMES
from p2p_heroes.node.table import Position, Replay
from p2p_heroes.ui.story import Story
from p2p_heroes.ui.words import joined
from protocol.events import Settled, StepOpened
from protocol.rules import Chance, Secret
from protocol.words import table_words


def names_of(replay: Replay) -> list[str]:
    return [seat.name for seat in replay.genesis.seats]


def heading(replay: Replay) -> list[str]:
    """Which table it was, and who sat at it."""
    seats = [f"{seat.name}{f' ({seat.choice})' if seat.choice else ''}" for seat in replay.genesis.seats]
    return [f"{replay.genesis.game}: {joined(seats)}", f"Table words: {table_words(replay.genesis.table)}"]


def story(replay: Replay) -> Iterator[str]:
    """What the players read when it happened, without who came and went."""
    teller = Story(replay.genesis.game, names_of(replay))
    for event in replay.happened:
        # A message or an opened step is no news to whoever reads a story.
        if not isinstance(event, StepOpened):
            yield from teller.tell(event)  # type: ignore[arg-type]  # what no node tells is told as nothing


def notation(replay: Replay) -> Iterator[str]:
    """One line per answer, as it can be typed; chance as the values that were drawn."""
    game, names = GAMES[replay.genesis.game], names_of(replay)
    for settled in replay.steps:
        yield f"{settled.step} {_kind(settled)}"
        if isinstance(settled.answers, Mapping):
            for seat, value in sorted(settled.answers.items()):
                yield f"  {names[seat]}: {game.notate(game.decode_decision(value))}"
        else:
            yield f"  {' '.join(map(str, settled.answers))}"


def _kind(settled: Settled) -> str:
    if isinstance(settled.need, Secret):
        return "sealed"
    return f"chance: {settled.need.use}" if isinstance(settled.need, Chance) else "open"


def states(replay: Replay) -> list[Any]:
    """The state after every step."""
    found = []
    for settled in replay.steps:
        assert isinstance(settled.after, Position)
        found.append(settled.after.state)
    return found
