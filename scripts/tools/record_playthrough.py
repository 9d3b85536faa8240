"""Record a random game as a readable text, or replay such a text.

In: a game, its setup and a seed; or the text of an earlier recording. Out: the
setup, then per step what was pending, what each seat answered in notation, the
events (`>`), what changed in the state (`=`) and its digest (`#`), and at last the
places. The tests replay every text below tests/playthroughs and compare it line by
line.

    python -m scripts.tools.record_playthrough GAME --seats 3 --option rounds=3 --seed 7
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import TypeAlias, TypeVar

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Answers, Chance, Event, Game, Need, Open, Over, Plain, Secret, Setup
from p2p_heroes.games.kit.frozen import Frozen

S = TypeVar("S")
D = TypeVar("D")
Player: TypeAlias = Callable[[S, Need[D]], Answers[D]]

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "playthroughs"
NO_CHOICE = "-"


def record(game: Game[S, D], setup: Setup, seed: int) -> str:
    """A game in which every seat wanders."""
    random = Random(seed)
    bot = Wanderer(random)

    def answers(state: S, need: Need[D]) -> Answers[D]:
        if isinstance(need, Open | Secret):
            return {ask.seat: bot.choose(game.view(state, ask.seat), ask) for ask in need.requests}
        assert isinstance(need, Chance)
        return tuple(random.randrange(bound) for bound in need.bounds)

    return "\n".join(tell_game(game, setup, answers)) + "\n"


def replay(text: str) -> str:
    """The same game again, from its setup and its answers; a sound recording comes out as it went in."""
    lines = text.splitlines()
    game = GAMES[value_of(lines, "game").split()[0]]
    given = iter(answers_below(lines))

    def answers(state: S, need: Need[D]) -> Answers[D]:
        return read_answers(game, need, next(given))

    return "\n".join(tell_game(game, read_setup(lines), answers)) + "\n"


def tell_game(game: Game[S, D], setup: Setup, player: Player[S, D]) -> Iterator[str]:
    """The lines of one game, step by step."""
    yield from tell_setup(game, setup)
    state = game.initial(setup)
    plain = game.encode_state(state)
    yield from tell_change(None, plain)
    number = 0
    while not isinstance(need := game.pending(state), Over):
        number += 1
        answers = player(state, need)
        step = game.apply(state, checked(game, state, answers))
        state = step.state
        yield from ("", f"step {number}: {tell_need(need)}", *tell_answers(game, need, answers))
        yield from (f"  > {tell_event(event)}" for event in step.events)
        before, plain = plain, game.encode_state(state)
        yield from tell_change(before, plain)
    yield from ("", f"over: places {' '.join(map(str, need.places))}")


def tell_setup(game: Game[S, D], setup: Setup) -> Iterator[str]:
    yield f"game: {game.name} {game.version}"
    yield f"seats: {' '.join(choice or NO_CHOICE for choice in setup.choices)}"
    yield " ".join(["options:", *(f"{name}={value}" for name, value in sorted(setup.options.items()))])


def read_setup(lines: Sequence[str]) -> Setup:
    """What `tell_setup` wrote."""
    choices = tuple(word.removeprefix(NO_CHOICE) for word in value_of(lines, "seats").split())
    return Setup(choices, read_options(value_of(lines, "options").split()))


def read_options(words: Sequence[str]) -> dict[str, int]:
    return {name: int(value) for name, value in (word.split("=") for word in words)}


def value_of(lines: Sequence[str], key: str) -> str:
    [line] = [line for line in lines if line.startswith(f"{key}:")]
    return line.removeprefix(f"{key}:").strip()


def tell_need(need: Need[D]) -> str:
    if isinstance(need, Chance):
        return f"chance for {need.use}, below {' '.join(map(str, need.bounds))}"
    return "open" if isinstance(need, Open) else "secret"


def tell_answers(game: Game[S, D], need: Need[D], answers: Answers[D]) -> Iterator[str]:
    if isinstance(answers, tuple):
        yield f"  drawn: {' '.join(map(str, answers))}"
    elif isinstance(need, Open | Secret):
        for ask in need.requests:
            text = game.notate(answers[ask.seat])
            yield f"  seat {ask.seat}, one {ask.kind} of {len(ask.choices)}: {text}"


def answers_below(lines: Sequence[str]) -> Iterator[list[str]]:
    """Per step the texts of its answers, in the order of its lines."""
    found: list[str] = []
    for line in lines:
        if line.startswith(("  seat ", "  drawn: ")):
            found.append(line.partition(": ")[2])
        elif found:
            yield found
            found = []


def checked(game: Game[S, D], state: S, answers: Answers[D]) -> Answers[D]:
    """The same answers. Raises IllegalChoice where one is not lawful, as a table does."""
    for seat, chosen in answers.items() if isinstance(answers, Mapping) else ():
        game.check(state, seat, game.encode_decision(chosen))
    return answers


def read_answers(game: Game[S, D], need: Need[D], texts: Sequence[str]) -> Answers[D]:
    """The answers that a step's texts give to its need: a notation per seat asked, or the values drawn."""
    if isinstance(need, Open | Secret):
        return {ask.seat: game.parse(text) for ask, text in zip(need.requests, texts, strict=True)}
    [drawn] = texts
    return tuple(int(value) for value in drawn.split())


def tell_event(event: Event) -> str:
    return f"{type(event).__name__} {tell_fields(event)}"


def tell_fields(value: Frozen) -> str:
    return " ".join(f"{name}={tell_value(getattr(value, name))}" for name in value.__struct_fields__)


def tell_value(value: object) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(tell_value(item) for item in value)})"
    if isinstance(value, Frozen):
        return f"[{type(value).__name__} {tell_fields(value)}]"
    return str(value)


def tell_change(before: Plain, after: Plain) -> Iterator[str]:
    """What of a state is not as it was, by the way to it, and the digest of all of it."""
    for path, text in differences(before, after):
        yield f"  = {path}: {text}"
    yield f"  # {sha256(written(after).encode()).hexdigest()[:16]}"


def differences(before: Plain, after: Plain, path: str = "") -> Iterator[tuple[str, str]]:
    """The smallest named parts that differ; of a queue how many have left and what has joined in front."""
    if written(before) == written(after):
        return
    old, new = named_parts(before), named_parts(after)
    if new and (not old or old.keys() == new.keys()):
        for name in new:
            yield from differences(old.get(name), new[name], f"{path}.{name}" if path else name)
    elif isinstance(before, tuple) and isinstance(after, tuple) and holds_parts(before + after):
        kept = common_end(before, after)
        yield path, f"{len(before) - kept} gone, new {written(after[: len(after) - kept])}"
    else:
        yield path, written(after)


def named_parts(plain: Plain) -> dict[str, Plain]:
    """What can be told part by part: a dict, or a list of dicts that all have the same names."""
    if isinstance(plain, dict):
        return dict(sorted(plain.items()))
    if not isinstance(plain, tuple) or not holds_parts(plain):
        return {}
    alike = len({tuple(sorted(part)) for part in plain if isinstance(part, dict)}) == 1
    return {str(number): part for number, part in enumerate(plain)} if alike else {}


def holds_parts(plain: tuple[Plain, ...]) -> bool:
    return bool(plain) and all(isinstance(part, dict) for part in plain)


def common_end(one: tuple[Plain, ...], other: tuple[Plain, ...]) -> int:
    pairs = zip(reversed(one), reversed(other), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def written(plain: Plain) -> str:
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), default=bytes.hex)


def main() -> None:
    wanted = arguments()
    choices = tuple(wanted.choice) or ("",) * wanted.seats
    path = FOLDER / f"{wanted.game}-{wanted.name or len(choices)}.txt"
    setup = Setup(choices, read_options(wanted.option))
    path.write_text(record(GAMES[wanted.game], setup, wanted.seed), encoding="utf-8")
    print(path)


def arguments() -> Namespace:
    parser = ArgumentParser(description="Record a random game below tests/playthroughs.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, default=2, help="how many play, where nothing is chosen")
    parser.add_argument("--choice", action="append", default=[], help="what a seat takes; once per seat")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=NUMBER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--name", help="what follows the game in the file's name; else the number of seats")
    return parser.parse_args()


if __name__ == "__main__":
    main()
