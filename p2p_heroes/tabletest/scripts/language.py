"""The language of scripts: text in, statements out, and for what cannot be read the line and column.

One statement a line; `#` begins a comment. The words of a statement stand for themselves; names of seats,
numbers, times, rates and kinds are checked here; decisions, and how the game begins, by the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, get_args

from p2p_heroes.games import GAMES
from p2p_heroes.games.errors import MalformedDecision
from p2p_heroes.games.game import Event
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.entropy import NAMES
from p2p_heroes.tabletest.scripts.lines import BadScript, ScriptLine
from p2p_heroes.tabletest.values import NoSuchPath, shown
from p2p_heroes.tabletest.world.network import ANY_MESSAGE
from p2p_heroes.tabletest.world.network_faults import RANGES, Mishap, NetworkFaults
from p2p_heroes.tabletest.world.plan import Happening, TablePlan
from p2p_heroes.tabletest.world.start import BadStart, GivenRules
from protocol.errors import FAULTS, BadGenesis
from protocol.frozen import replace
from protocol.genesis import MAX_PATIENCE
from protocol.messages import Message


@dataclass(frozen=True, slots=True)
class DecideStatement:
    """A seat decides this, as soon as it is asked."""

    seat: int
    notation: str


@dataclass(frozen=True, slots=True)
class PlayStatement:
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
    """The next signed message of a seat, to one reader or to all, of one kind or any, meets with this."""

    kind: Mishap
    seat: int
    reader: int | None
    message: str = ANY_MESSAGE


@dataclass(frozen=True, slots=True)
class Expect:
    """What must hold now: about what, of which seat, and which value; `parts`: which values by path."""

    what: str
    seat: int | None = None
    value: str = ""
    parts: tuple[tuple[str, str], ...] = ()


Act: TypeAlias = DecideStatement | PlayStatement | Wait | Befall | Meddle | Expect


@dataclass(frozen=True, slots=True)
class Statement:
    """An act, and where it is written."""

    act: Act
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Script:
    """A table, and what is done at it."""

    plan: TablePlan
    statements: tuple[Statement, ...] = ()


def parse(text: str) -> Script:
    """The script in a text. Raises BadScript."""
    reader = _ScriptReader()
    for number, line in enumerate(text.splitlines(), 1):
        words = ScriptLine(line, number)
        if not words.is_over:
            reader.read(words)
    if reader.plan is None:
        raise BadScript("a script needs a table", 1, 1)
    return Script(reader.begun(reader.plan), tuple(reader.statements))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a statement about the start stands; `value`: the column of what is given."""

    line: int
    column: int
    value: int = 0


@dataclass
class _ScriptReader:
    """The script as far as it has been read."""

    plan: TablePlan | None = None
    statements: list[Statement] = field(default_factory=list)
    seated: _Place = field(default=_Place(1, 1))
    """Where it was said last who plays."""
    given: list[_Place] = field(default_factory=list)

    def read(self, line: ScriptLine) -> None:
        column = line.column
        if line.accept("table"):
            self.seated = _Place(line.number, column)
            self._table(line)
        elif self.plan is None:
            raise line.bad("a script begins with a table")
        else:
            self._more(self.plan, line, column)
        line.end()

    def begun(self, plan: TablePlan) -> TablePlan:
        """The plan, if the game can begin so."""
        whole = replace(plan, given=())
        rules = whole.rules()
        try:
            usual = rules.initial(whole.genesis())
        except BadGenesis as bad:
            raise BadScript(str(bad), self.seated.line, self.seated.column) from bad
        refusals = [self._refusal(plan, n, rules, usual) for n in range(1, len(self.given) + 1)]
        if refusals and refusals[-1]:
            # What is wrong only together is said of the line from which on it was wrong.
            first = next(n for n in range(len(refusals)) if set(refusals[n:]) == {refusals[-1]})
            place = self.given[first]
            raise BadScript(f"the game cannot begin so: {refusals[-1]}", place.line, place.value)
        return plan

    def _refusal(self, plan: TablePlan, count: int, rules: GameRules, usual: Position) -> str:
        """Why the game cannot begin with the first few things that are given; nothing if it can."""
        place = self.given[count - 1]
        try:
            GivenRules(rules, plan.given[:count]).begin(usual, NAMES[: plan.seats])
        except NoSuchPath as bad:
            raise BadScript(str(bad), place.line, place.column + bad.at) from bad
        except BadStart as bad:
            return str(bad)
        return ""

    def _table(self, line: ScriptLine) -> None:
        if self.plan is not None:
            raise line.bad("there is a table already")
        game = GAMES[line.one_of(list(GAMES), "game")]
        seats = line.number_in(game.seats[0], min(game.seats[-1], len(NAMES)))
        line.require("seats")
        # As far as nobody says otherwise, factions are taken in the order of the game.
        choices = game.choices[:seats] if game.choices else ("",) * seats
        plan, options = TablePlan("script", game.name, tuple(choices)), {}
        while line.accept(","):
            if line.accept("patience"):
                plan = replace(plan, patience=line.number_in(1, MAX_PATIENCE))
            elif line.accept("half"):
                plan = replace(plan, half=True)
            elif line.accept("programs"):
                plan = replace(plan, programs=True)
            elif line.accept("seed"):
                plan = replace(plan, seed=line.name("a seed"))
            else:
                name = line.one_of(list(game.options), "option")
                allowed = game.options[name].allowed
                options[name] = line.number_in(allowed[0], allowed[-1])
        self.plan = replace(plan, options=options)

    def _more(self, plan: TablePlan, line: ScriptLine, column: int) -> None:
        if self.statements and line.peek() in ("given", "faults", "calm", "at"):
            raise line.bad("this belongs before everything that happens")
        if line.accept("given"):
            self._given(plan, line)
        elif line.accept("faults"):
            self.plan = replace(plan, network_faults=self._faults(line))
        elif line.accept("calm"):
            line.require("at")
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

    def _given(self, plan: TablePlan, line: ScriptLine) -> None:
        column = line.column
        path = line.name("a path")
        line.require("=")
        self.given.append(_Place(line.number, column, line.column))
        self.plan = replace(plan, given=(*plan.given, (path, line.value())))

    def _faults(self, line: ScriptLine) -> NetworkFaults:
        faults = NetworkFaults()
        kinds = {kind.value: kind for kind in RANGES}
        while True:
            if line.accept("slow"):
                faults = replace(faults, slowness=max(1, line.time()))
            else:
                kind = kinds[line.one_of(list(kinds), "fault of packets")]
                column, rate = line.column, line.decimal("%", 10)
                if not 0 <= rate <= 1000:
                    raise BadScript("a rate is between 0% and 100%", line.number, column)
                faults = replace(faults, **{kind.name.lower(): rate})
            if not line.accept(","):
                return faults

    def _seat(self, plan: TablePlan, line: ScriptLine, column: int) -> None:
        seat = _seat(plan, line)
        if self.statements and line.peek() in ("leads", "cheats"):
            raise line.bad("this belongs before everything that happens")
        if line.accept("leads"):
            self.seated = _Place(line.number, column)
            choice = line.one_of(list(GAMES[plan.game].choices), "faction")
            choices = (*plan.choices[:seat], choice, *plan.choices[seat + 1 :])
            self.plan = replace(plan, choices=choices)
        elif line.accept("cheats"):
            friends = (_seat(plan, line),) if line.accept("with") else ()
            after = line.number_in(0, 10_000) if line.accept("from", "step") else 0
            line.require(":")
            if plan.attack:
                raise line.bad("one seat cheats, and in one way")
            at, attack = line.column, line.one_of(list(ATTACKS), "attack")
            if plan.seats < ATTACKS[attack].least:
                raise BadScript(f"this needs {ATTACKS[attack].least} seats", line.number, at)
            self.plan = replace(plan, attack=attack, liar=seat, friends=friends, after=after)
        else:
            line.require(":")
            decide = DecideStatement(seat, _decision(plan, line))
            self.statements.append(Statement(decide, line.number, column))

    def _act(self, plan: TablePlan, line: ScriptLine) -> Act:
        if line.accept("play"):
            return PlayStatement()
        if line.accept("wait"):
            return Wait(line.time())
        if line.accept("next"):
            return self._meddle(plan, line)
        if line.accept("expect"):
            return _expect(plan, line)
        return self._befall(plan, line)

    def _befall(self, plan: TablePlan, line: ScriptLine) -> Befall:
        for kind, (words, read) in BEFALLS.items():
            if line.accept(words[0]):
                line.require(*words[1:])
                return Befall(kind, *read(plan, line))
        raise line.bad(f"no statement begins with {line.peek()}")

    def _meddle(self, plan: TablePlan, line: ScriptLine) -> Meddle:
        message = ANY_MESSAGE
        if line.peek() != "from":
            message = line.one_of(list(MESSAGES), "message")
        line.require("from")
        seat = _seat(plan, line)
        reader = None
        if line.accept("to"):
            column, reader = line.column, _seat(plan, line)
            if reader == seat:
                raise BadScript("nobody writes to himself", line.number, column)
        line.require(":")
        kinds = {kind.value: kind for kind in RANGES}
        return Meddle(kinds[line.one_of(list(kinds), "fault of packets")], seat, reader, message)


def _seat(plan: TablePlan, line: ScriptLine) -> int:
    if line.is_over or line.peek() in ",:=":
        raise line.bad("a seat is missing")
    if line.peek() not in NAMES[: plan.seats]:
        raise line.bad(f"nobody called {line.peek()} sits here")
    return NAMES.index(line.take())


def _decision(plan: TablePlan, line: ScriptLine) -> str:
    """A decision in the game's notation."""
    column, notation = line.column, line.rest()
    try:
        GAMES[plan.game].parse(notation)
    except MalformedDecision as error:
        raise BadScript(str(error), line.number, column) from error
    return notation


def _several(plan: TablePlan, line: ScriptLine) -> tuple[int, ...]:
    seats = [_seat(plan, line)]
    while line.accept(","):
        seats.append(_seat(plan, line))
    return tuple(sorted(set(seats)))


def _crash(plan: TablePlan, line: ScriptLine) -> tuple[tuple[int, ...], int]:
    seat = _seat(plan, line)
    line.require("for")
    return (seat,), 0 if line.accept("good") else max(1, line.time())


def _parting(plan: TablePlan, line: ScriptLine) -> tuple[tuple[int, ...], int]:
    seats = _several(plan, line)
    if len(seats) == plan.seats:
        raise line.bad("nobody is left for the other side")
    line.require("for")
    return seats, line.time()


def _pause(plan: TablePlan, line: ScriptLine) -> tuple[tuple[int, ...], int]:
    seats = _several(plan, line)
    if len(seats) != 2:
        raise line.bad("a pause is between two seats")
    line.require("for")
    return seats, line.time()


def _jump(plan: TablePlan, line: ScriptLine) -> tuple[tuple[int, ...], int]:
    seat = _seat(plan, line)
    line.require("by")
    return (seat,), line.time(signed=True)


def _alone(plan: TablePlan, line: ScriptLine) -> tuple[tuple[int, ...], int]:
    return (_seat(plan, line),), 0


MESSAGES = tuple(kind.__name__.lower() for kind in get_args(Message))
"""Signed messages, as scripts call them."""

_Read = Callable[[TablePlan, ScriptLine], tuple[tuple[int, ...], int]]
BEFALLS: dict[Mishap, tuple[tuple[str, ...], _Read]] = {
    Mishap.CRASH: (("crash",), _crash),
    Mishap.RESTART: (("restart",), _alone),
    Mishap.PARTITION: (("part",), _parting),
    Mishap.PAUSE: (("pause",), _pause),
    Mishap.UNLINKED: (("unlink",), _pause),
    Mishap.JUMP: (("clock", "of"), _jump),
    Mishap.VOTE: (("vote", "by"), _alone),
}
"""How each mishap is written."""


OF_A_SEAT = ("finished", "claimed", "waiting", "gone", "in", "out", "disputed", "cheated", "is not asked")
OF_ALL = ("finished", "agreement", "nobody blamed", "nobody out")
MOST = 100_000
"""More steps, and more points, than any game has."""


def _expect(plan: TablePlan, line: ScriptLine) -> Expect:
    if line.is_over:
        raise line.bad("an expectation is missing")
    for what in OF_ALL:
        if line.accept(*what.split()):
            return Expect(what)
    if line.accept("step"):
        return Expect("step", value=str(line.number_in(0, MOST)))
    if line.accept("places"):
        return Expect("places", value=_numbers(plan, line, 1, plan.seats))
    if line.accept("scores"):
        return Expect("scores", value=_numbers(plan, line, -MOST, MOST))
    if line.accept("event"):
        return Expect("event", value=line.name("an event"), parts=_parts(line) if line.accept("with") else ())
    if line.accept("no", "event"):
        return _expect_no_event(plan, line)
    if line.accept("state"):
        return Expect("state", parts=_parts(line))
    if line.peek() not in NAMES[: plan.seats]:
        raise line.bad(f"no expectation and no seat {line.peek()}")
    return _expect_of(_seat(plan, line), plan, line)


def _expect_no_event(plan: TablePlan, line: ScriptLine) -> Expect:
    """What never happens is never seen to be misspelt, so the game must know such an event and its fields."""
    fields = events_of(plan.game)
    name = line.one_of(list(fields), "event")
    parts = _parts(line, fields[name]) if line.accept("with") else ()
    return Expect("no event", value=name, parts=parts)


def events_of(game: str) -> dict[str, tuple[str, ...]]:
    """The events that a game can tell of, each with its fields."""
    home = type(GAMES[game]).__module__.removesuffix(".game")
    kinds = [kind for kind in Event.__subclasses__() if f"{kind.__module__}.".startswith(f"{home}.")]
    return {kind.__name__: tuple(kind.__annotations__) for kind in kinds}


def _expect_of(seat: int, plan: TablePlan, line: ScriptLine) -> Expect:
    if line.accept("blamed", "for"):
        return Expect("blamed", seat, line.one_of(list(FAULTS), "fault"))
    if line.accept("blamed"):
        return Expect("blamed", seat)
    if line.accept("waits", "for"):
        return Expect("waits for", seat, str(_seat(plan, line)))
    for what in ("can", "cannot"):
        if line.accept(what):
            line.require(":")
            return Expect(what, seat, _decision(plan, line))
    return Expect(line.one_of(list(OF_A_SEAT), "expectation"), seat)


def _numbers(plan: TablePlan, line: ScriptLine, least: int, most: int) -> str:
    """A number for each seat."""
    return " ".join(str(line.number_in(least, most)) for _ in range(plan.seats))


def _parts(line: ScriptLine, known: Sequence[str] = ()) -> tuple[tuple[str, str], ...]:
    """Values by path: PATH = VALUE, PATH = VALUE; `known`: with what a path must begin, if that is known."""
    parts = []
    while True:
        column, path = line.column, line.name("a path")
        if known and path.partition(".")[0] not in known:
            raise BadScript(f"there is no {path} here, only {', '.join(known)}", line.number, column)
        line.require("=")
        parts.append((path, shown(line.value())))
        if not line.accept(","):
            return tuple(parts)
