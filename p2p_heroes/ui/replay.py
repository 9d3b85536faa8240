"""A finished game, told again: as a story, and as notation, from a record that was checked from nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from p2p_heroes.node.replay import Replay
from p2p_heroes.node.table import Position, rules_for
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.words import joined
from p2p_heroes.ui.story import Story
from protocol.events import Settled, StepOpened
from protocol.rules import AskChance, AskSecret
from protocol.words import table_words


def names_of(replay: Replay) -> list[str]:
    return [seat.name for seat in replay.genesis.seats]


def heading(replay: Replay) -> list[str]:
    """Which table it was, and who sat at it."""
    seats = [f"{seat.name}{f' ({seat.choice})' if seat.choice else ''}" for seat in replay.genesis.seats]
    return [f"{replay.genesis.game}: {joined(seats)}", f"Table words: {table_words(replay.genesis.table)}"]


def story(replay: Replay, at: int = 0) -> Iterator[str]:
    """What the players read when it happened, without who came and went; from a round on."""
    for _, lines in _told(replay, at):
        yield from lines


def annotated(replay: Replay, at: int = 0) -> Iterator[str]:
    """Each step in notation, and below it as a story; from a round on."""
    for event, lines in _told(replay, at):
        if isinstance(event, Settled):
            yield from notation(replay, event)
            yield from (f"    {line}" for line in lines if line)
        else:
            yield from lines


def _told(replay: Replay, at: int) -> Iterator[tuple[object, list[str]]]:
    """Everything that happened from a round on, with what there is to tell of it."""
    ui, here, rules = GAME_UIS[replay.genesis.game], 0, rules_for(replay.genesis)
    teller = Story(replay.genesis.game, names_of(replay))
    for event in replay.happened:
        # A message or an opened step is no news to whoever reads a story.
        if isinstance(event, StepOpened):
            continue
        lines = teller.tell(event)  # type: ignore[arg-type]  # what no node tells is told as nothing
        if isinstance(event, Settled) and isinstance(event.after, Position):
            here = ui.round(rules.view(event.after))
        if here >= at:
            yield event, lines


def last_round(replay: Replay) -> int:
    return GAME_UIS[replay.genesis.game].round(replay.view)


def notation(replay: Replay, settled: Settled) -> Iterator[str]:
    """One line per answer, as it can be typed; chance as the values that were drawn."""
    yield f"{settled.step} {_kind(settled)}"
    told = _answers(replay, settled)
    if isinstance(told, Mapping):
        yield from (f"  {name}: {text}" for name, text in told.items())
    else:
        yield f"  {' '.join(map(str, told))}"


def _answers(replay: Replay, settled: Settled) -> Mapping[str, str] | Sequence[int]:
    """By name, or as values drawn by chance."""
    if not isinstance(settled.answers, Mapping):
        return settled.answers
    game, names = rules_for(replay.genesis).game, names_of(replay)
    decided = sorted(settled.answers.items())
    return {names[seat]: game.notate(game.decode_decision(value)) for seat, value in decided}


def answers(replay: Replay, at: int = 0) -> Iterator[dict[str, Any]]:
    """For every step its number, its kind, and what was answered."""
    ui, rules = GAME_UIS[replay.genesis.game], rules_for(replay.genesis)
    begun = [rules.initial(replay.genesis), *positions(replay)]
    for settled, before in zip(replay.steps, begun, strict=False):
        if ui.round(rules.view(before)) >= at:
            told = _answers(replay, settled)
            yield {"step": settled.step, "kind": _kind(settled), "answers": told}


def as_data(replay: Replay, at: int = 0) -> dict[str, object]:
    """The table, who sat at it, every answer, and how it ended, for programs."""
    return {
        "game": replay.genesis.game,
        "table": replay.genesis.table.hex(),
        "words": table_words(replay.genesis.table),
        "seats": [{"name": seat.name, "choice": seat.choice} for seat in replay.genesis.seats],
        "steps": list(answers(replay, at)),
        "places": dict(zip(names_of(replay), replay.places, strict=False)),
    }


def _kind(settled: Settled) -> str:
    if isinstance(settled.need, AskSecret):
        return "sealed"
    return f"chance: {settled.need.use}" if isinstance(settled.need, AskChance) else "open"


def positions(replay: Replay) -> list[Position]:
    """Where the game stood after every step."""
    return [settled.after for settled in replay.steps if isinstance(settled.after, Position)]
