"""The language of scripts: text in, statements out, and for what cannot be read the line and column.

One statement a line; `#` begins a comment. The words of a statement stand for themselves; names of seats,
numbers, times, rates and kinds are checked here, decisions and values by whoever knows the game.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from p2p_heroes.games import GAMES
from p2p_heroes.lab.attacks import ATTACKS
from p2p_heroes.lab.world.plan import NAMES, Happening, Plan
from p2p_heroes.lab.world.weather import RANGES, Mishap, Weather
from protocol.errors import FAULTS
from protocol.genesis import MAX_PATIENCE


class BadScript(Exception):
    """A line that cannot be read, or asks for what cannot be; the text says why."""

    def __init__(self, text: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {text}")
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Decide:
    """A seat decides this, as soon as it is asked."""

    seat: int
    notation: str


@dataclass(frozen=True, slots=True)
class Play:
    """From here on everybody decides by luck."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Time passes, in ms."""

    time: int


@dataclass(frozen=True, slots=True)
class Befall:
    """Something befalls a machine or the network, now."""

    kind: Mishap
    seats: tuple[int, ...]
    lasting: int = 0


@dataclass(frozen=True, slots=True)
class Meddle:
    """The next signed message of a seat, to one reader or to all, meets with this."""

    kind: Mishap
    seat: int
    reader: int | None


@dataclass(frozen=True, slots=True)
class Expect:
    """What must hold now: about what, of which seat, and which value."""

    what: str
    seat: int | None = None
    value: str = ""


Act: TypeAlias = Decide | Play | Wait | Befall | Meddle | Expect


@dataclass(frozen=True, slots=True)
class Statement:
    """An act, and where it is written."""

    act: Act
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Script:
    """A table, and what is done at it."""

    plan: Plan
    statements: tuple[Statement, ...] = ()


def parse(text: str) -> Script:
    """The script in a text. Raises BadScript."""
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        words = _Line(line, number)
        if not words.is_over:
            reader.read(words)
    if reader.plan is None:
        raise BadScript("a script needs a table", 1, 1)
    return Script(reader.plan, tuple(reader.statements))


_WORD = re.compile(r"[^\s,:]+|[,:]")


class _Line:
    """One line, word by word."""

    def __init__(self, text: str, number: int) -> None:
        self.text = text.partition("#")[0].rstrip()
        self.number = number
        self._words = list(_WORD.finditer(self.text))
        self._at = 0

    @property
    def is_over(self) -> bool:
        return self._at == len(self._words)

    @property
    def column(self) -> int:
        """Where the next word begins."""
        return len(self.text) + 1 if self.is_over else self._words[self._at].start() + 1

    def peek(self) -> str:
        return "" if self.is_over else self._words[self._at].group()

    def take(self) -> str:
        """The next word."""
        if self.is_over:
            raise self.bad("the line ends too soon")
        self._at += 1
        return self._words[self._at - 1].group()

    def accept(self, *words: str) -> bool:
        """Take these words if they come next."""
        coming = [word.group() for word in self._words[self._at : self._at + len(words)]]
        if coming == list(words):
            self._at += len(words)
            return True
        return False

    def require(self, *words: str) -> None:
        for word in words:
            if not self.accept(word):
                raise self.bad(f"{word!r} is missing")

    def rest(self) -> str:
        """Everything up to the end of the line, as it is written."""
        start = self.column - 1
        self._at = len(self._words)
        return self.text[start:].strip()

    def end(self) -> None:
        if not self.is_over:
            raise self.bad("nothing more belongs here")

    def bad(self, text: str) -> BadScript:
        return BadScript(text, self.number, self.column)

    # What words mean.

    def number_in(self, least: int, most: int) -> int:
        word = self.peek()
        if not re.fullmatch(r"-?\d{1,9}", word) or not least <= int(word) <= most:
            raise self.bad(f"a number from {least} to {most}, not {word or 'nothing'}")
        return int(self.take())

    def decimal(self, unit: str, factor: int) -> int:
        """A number with up to three decimals and its unit, in thousandths of what `factor` makes of it."""
        match = re.fullmatch(r"([+-]?)(\d{1,6})(?:\.(\d{1,3}))?" + re.escape(unit), self.peek())
        if match is None:
            raise self.bad(f"a number with {unit} behind it, such as 2.5{unit}")
        self.take()
        sign, whole, part = match.groups()
        value = int(whole) * factor + int((part or "0").ljust(3, "0")) * factor // 1000
        return -value if sign == "-" else value

    def time(self) -> int:
        return self.decimal("s", 1000)

    def one_of(self, known: "dict[str, object] | list[str]", what: str) -> str:
        """The longest of the known names, which may have several words, that comes next."""
        here = self.text[self.column - 1 :]
        for name in sorted(known, key=len, reverse=True):
            if here.startswith(name) and not here[len(name) : len(name) + 1].strip(" ,:"):
                column = self.column - 1 + len(name)
                while not self.is_over and self._words[self._at].start() < column:
                    self._at += 1
                return name
        raise self.bad(f"no {what} {self.peek() or 'here'}")


@dataclass
class _Reader:
    """The script as far as it has been read."""

    plan: Plan | None = None
    statements: list[Statement] = field(default_factory=list)

    def read(self, line: _Line) -> None:
        column = line.column
        if line.accept("table"):
            self._table(line)
        elif self.plan is None:
            raise line.bad("a script begins with a table")
        else:
            self._more(self.plan, line, column)
        line.end()

    def _table(self, line: _Line) -> None:
        if self.plan is not None:
            raise line.bad("there is a table already")
        game = GAMES[line.one_of(list(GAMES), "game")]
        seats = line.number_in(game.seats[0], min(game.seats[-1], len(NAMES)))
        line.require("seats")
        # As far as nobody says otherwise, factions are taken in the order of the game.
        choices = game.choices[:seats] if game.choices else ("",) * seats
        plan, options = Plan("script", game.name, tuple(choices)), {}
        while line.accept(","):
            if line.accept("patience"):
                plan = replace(plan, patience=line.number_in(1, MAX_PATIENCE))
            elif line.accept("seed"):
                plan = replace(plan, seed=line.take())
            else:
                name = line.one_of(list(game.options), "option")
                allowed = game.options[name].allowed
                options[name] = line.number_in(allowed[0], allowed[-1])
        self.plan = replace(plan, options=options)

    def _more(self, plan: Plan, line: _Line, column: int) -> None:
        if line.accept("weather"):
            self.plan = replace(plan, weather=self._weather(line))
        elif line.accept("calm", "at"):
            self.plan = replace(plan, calm=line.time())
        elif line.accept("at"):
            time = line.time()
            line.require(":")
            befall = self._befall(plan, line)
            happening = Happening(time, befall.kind, befall.seats, befall.lasting)
            self.plan = replace(plan, happenings=(*plan.happenings, happening))
        elif line.peek() in NAMES[: plan.seats]:
            self._seat(plan, line, column)
        else:
            self.statements.append(Statement(self._act(plan, line), line.number, column))

    def _weather(self, line: _Line) -> Weather:
        weather = Weather()
        kinds = {kind.value: kind for kind in RANGES}
        while True:
            if line.accept("slow"):
                weather = replace(weather, slowness=max(1, line.time()))
            else:
                kind = kinds[line.one_of(list(kinds), "trouble with packets")]
                rate = line.decimal("%", 10)
                if not 0 <= rate <= 1000:
                    raise line.bad("a rate is between 0% and 100%")
                weather = replace(weather, **{kind.name.lower(): rate})
            if not line.accept(","):
                return weather

    def _seat(self, plan: Plan, line: _Line, column: int) -> None:
        seat = _seat(plan, line)
        if line.accept("leads"):
            choice = line.one_of(list(GAMES[plan.game].choices), "faction")
            choices = (*plan.choices[:seat], choice, *plan.choices[seat + 1 :])
            self.plan = replace(plan, choices=choices)
        elif line.accept("cheats"):
            after = line.number_in(0, 10_000) if line.accept("from", "step") else 0
            line.require(":")
            if plan.attack:
                raise line.bad("one seat cheats, and in one way")
            self.plan = replace(plan, attack=line.one_of(list(ATTACKS), "attack"), liar=seat, after=after)
        else:
            line.require(":")
            self.statements.append(Statement(Decide(seat, line.rest()), line.number, column))

    def _act(self, plan: Plan, line: _Line) -> Act:
        if line.accept("play"):
            return Play()
        if line.accept("wait"):
            return Wait(line.time())
        if line.accept("next", "from"):
            return self._meddle(plan, line)
        if line.accept("expect"):
            return _expect(plan, line)
        return self._befall(plan, line)

    def _befall(self, plan: Plan, line: _Line) -> Befall:
        for kind, (words, read) in BEFALLS.items():
            if line.accept(*words):
                return Befall(kind, *read(plan, line))
        raise line.bad(f"no statement begins with {line.peek()}")

    def _meddle(self, plan: Plan, line: _Line) -> Meddle:
        seat = _seat(plan, line)
        reader = _seat(plan, line) if line.accept("to") else None
        line.require(":")
        kinds = {kind.value: kind for kind in RANGES}
        return Meddle(kinds[line.one_of(list(kinds), "trouble with packets")], seat, reader)


def _seat(plan: Plan, line: _Line) -> int:
    if line.peek() not in NAMES[: plan.seats]:
        raise line.bad(f"nobody called {line.peek() or 'nothing'} sits here")
    return NAMES.index(line.take())


def _several(plan: Plan, line: _Line) -> tuple[int, ...]:
    seats = [_seat(plan, line)]
    while line.accept(","):
        seats.append(_seat(plan, line))
    return tuple(sorted(set(seats)))


def _crash(plan: Plan, line: _Line) -> tuple[tuple[int, ...], int]:
    seat = _seat(plan, line)
    line.require("for")
    return (seat,), 0 if line.accept("good") else max(1, line.time())


def _parting(plan: Plan, line: _Line) -> tuple[tuple[int, ...], int]:
    seats = _several(plan, line)
    line.require("for")
    return seats, line.time()


def _pause(plan: Plan, line: _Line) -> tuple[tuple[int, ...], int]:
    seats = _several(plan, line)
    if len(seats) != 2:
        raise line.bad("a pause is between two seats")
    line.require("for")
    return seats, line.time()


def _jump(plan: Plan, line: _Line) -> tuple[tuple[int, ...], int]:
    seat = _seat(plan, line)
    line.require("by")
    return (seat,), line.time()


def _alone(plan: Plan, line: _Line) -> tuple[tuple[int, ...], int]:
    return (_seat(plan, line),), 0


_Read = Callable[[Plan, _Line], tuple[tuple[int, ...], int]]
BEFALLS: dict[Mishap, tuple[tuple[str, ...], _Read]] = {
    Mishap.CRASH: (("crash",), _crash),
    Mishap.RESTART: (("restart",), _alone),
    Mishap.PARTITION: (("part",), _parting),
    Mishap.PAUSE: (("pause",), _pause),
    Mishap.JUMP: (("clock", "of"), _jump),
    Mishap.VOTE: (("vote", "by"), _alone),
}
"""How each mishap is written."""


OF_A_SEAT = ("finished", "claimed", "waiting", "gone", "in", "out")
OF_ALL = ("finished", "agreement", "nobody blamed", "nobody out")


def _expect(plan: Plan, line: _Line) -> Expect:
    for what in OF_ALL:
        if line.accept(*what.split()):
            return Expect(what)
    for what in ("step", "places", "event"):
        if line.accept(what):
            return Expect(what, value=line.rest())
    if line.accept("state"):
        return Expect("state", value=line.rest())
    seat = _seat(plan, line)
    if line.accept("blamed", "for"):
        return Expect("blamed", seat, line.one_of(list(FAULTS), "fault"))
    if line.accept("waits", "for"):
        return Expect("waits for", seat, str(_seat(plan, line)))
    return Expect(line.one_of(list(OF_A_SEAT), "expectation"), seat)
