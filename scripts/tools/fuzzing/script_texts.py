"""Scripts: a text is one, or is refused with its line and column; its plan is written and read again."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from p2p_heroes.games import DEFAULT_GAME, GAMES, SMALL_GAME
from p2p_heroes.tabletest.scripts.language import parse
from p2p_heroes.tabletest.scripts.lines import BadScript
from p2p_heroes.tabletest.scripts.writing import written
from p2p_heroes.tabletest.world.plan import draw_plan
from scripts.tools.fuzzing.memory import is_sample, peak_of
from scripts.tools.fuzzing.mutation import changed_bytes

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MEMORY_PER_BYTE = 2048
MEMORY_AT_LEAST = 2**20


def check(data: bytes) -> None:
    """Whether everything that is promised of scripts holds for this input."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        # No text; whoever opens the file says so.
        return
    check_text(text)
    if is_sample(data):
        assert peak_of(lambda: _is_script(text)) <= MEMORY_PER_BYTE * len(data) + MEMORY_AT_LEAST


def check_text(text: str) -> None:
    """A script with one meaning, or a refusal with a place that is there."""
    try:
        script = parse(text)
    except BadScript as bad:
        check_place(text, bad.line, bad.column)
        return
    assert parse(text) == script
    for statement in script.statements:
        check_place(text, statement.line, statement.column)
    again = parse("\n".join(written(script.plan)))
    assert again.plan == script.plan, "a plan reads otherwise than it was written"
    assert list(written(again.plan)) == list(written(script.plan))


def check_place(text: str, line: int, column: int) -> None:
    lines = text.splitlines() or [""]
    assert 1 <= line <= len(lines)
    assert 1 <= column <= len(lines[line - 1]) + 1


def _is_script(text: str) -> bool:
    try:
        parse(text)
    except BadScript:
        return False
    return True


# Inputs.


def mutate(data: bytes, random: Random) -> bytes:
    """A change to lines, words or bytes."""
    text = data.decode("utf-8", "replace")
    match random.choice("llwwwb"):
        case "l":
            return _changed_lines(text, random).encode()
        case "w":
            return _changed_words(text, random).encode()
    return changed_bytes(data, random)


def _changed_lines(text: str, random: Random) -> str:
    lines = text.splitlines() or [""]
    place = random.randrange(len(lines))
    match random.choice("dsrn"):
        case "d":
            del lines[place]
        case "s":
            other = random.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        case "r":
            lines.insert(random.randint(0, len(lines)), lines[place])
        case _:
            lines.insert(random.randint(0, len(lines)), random.choice(LINES))
    return "\n".join(lines)


def _changed_words(text: str, random: Random) -> str:
    lines = text.splitlines() or [""]
    place = random.randrange(len(lines))
    words = lines[place].split(" ")
    at = random.randrange(len(words))
    if random.random() < 0.7:
        words[at] = random.choice(WORDS)
    else:
        words.insert(at, random.choice(WORDS))
    lines[place] = " ".join(words)
    return "\n".join(lines)


LENGTH, FACTIONS = GAMES[SMALL_GAME].length, GAMES[DEFAULT_GAME].choices[:2]
WORDS = (
    *(
        "table",
        SMALL_GAME,
        DEFAULT_GAME,
        "2",
        "3",
        "7",
        "seats",
        "seats,",
        ",",
        ":",
        "patience",
        "seed",
        LENGTH,
    ),
    *(
        "faults",
        "calm",
        "at",
        "slow",
        "drop",
        "duplicate",
        "replay",
        "change",
        "a",
        "bit",
        "reorder",
        "delay",
    ),
    *(
        "leads",
        "cheats",
        "cheats:",
        "from",
        "step",
        "silence",
        "equivocate",
        "wrong",
        "hash",
        *FACTIONS,
    ),
    *(
        "crash",
        "restart",
        "part",
        "pause",
        "clock",
        "of",
        "by",
        "vote",
        "for",
        "good",
        "play",
        "wait",
        "next",
    ),
    *(
        "expect",
        "finished",
        "claimed",
        "waiting",
        "gone",
        "in",
        "out",
        "blamed",
        "waits",
        "agreement",
        "nobody",
    ),
    *("Ada", "Bo", "Cy", "Di", "Ada:", "Bo,", "call", "throw", "rock", "state", "event", "places", "=", "#"),
    *(
        "0",
        "1",
        "-1",
        "--1",
        "99",
        "86400",
        "0s",
        "1s",
        "2.5s",
        "-3s",
        "+4s",
        "0.001s",
        "999999.999s",
        "1.2345s",
    ),
    *(
        "50%",
        "0%",
        "100%",
        "12.5%",
        "0.04%",
        "100.1%",
        "-1%",
        "1" * 5000,
        "٣",
        "²",
        "٣s",
        "\u2028",
        "\x1c",
        "\x00",
    ),
    *("FalseOpening", "WrongState", "Malformed", "to"),
)
LINES = (
    f"table {SMALL_GAME} 3 seats, {LENGTH} 2, patience 9, seed 17",
    f"table {DEFAULT_GAME} 2 seats",
    "faults drop 12.5%, change a bit 3%, slow 0.15s",
    "calm at 20s",
    "at 1.25s: crash Bo for 3s",
    "at 2s: crash Cy for good",
    "at 2s: part Ada, Bo for 4s",
    "at 2s: pause Ada, Bo for 0.5s",
    "at 3s: clock of Ada by -20s",
    "at 3s: vote by Ada",
    "at 3s: restart Ada",
    f"Bo leads {FACTIONS[1]}",
    "Bo cheats from step 4: copy another's commitment",
    "Ada: call rock",
    "next from Bo to Ada: drop",
    "expect state scores.0 = 3",
    "expect Bo blamed for FalseOpening",
    "expect Ada waits for Bo",
    "expect no event RoundPlayed with gains.Ada = 3",
    "expect Ada is not asked",
    "expect Ada disputed",
    "play",
    "wait 20s",
    "# nothing",
)


def seeds() -> Iterator[bytes]:
    """Every example, plans that were drawn, and the lines above."""
    for path in sorted(EXAMPLES.glob("*.table")):
        yield path.read_bytes()
    for number in range(12):
        plan = draw_plan(f"fuzzing {number}", (SMALL_GAME, DEFAULT_GAME)[number % 2])
        yield "\n".join(written(plan)).encode()
    yield "\n".join(LINES[:1] + LINES[2:11] + LINES[12:]).encode()
    for seats in ("--2", "2" * 5000, "-", "٢"):
        yield f"table {SMALL_GAME} {seats} seats".encode()
    for line in LINES:
        yield f"{LINES[0]}\n{line}".encode()
