"""What is told of a table: the story, who sits there and what they do, what makes it fair."""

from collections.abc import Iterable, Sequence

from p2p_heroes.ui.kit.lettering import seat_letters, seat_style
from p2p_heroes.ui.kit.styled_lines import LineKind, kind_of, like
from p2p_heroes.ui.kit.text import Line, clipped, cut, fitted, folded, width_of
from p2p_heroes.ui.screen.fairness import LEGEND
from p2p_heroes.ui.screen.screen_state import ScreenState
from p2p_heroes.ui.words import DUES

SHORT = 12
"""Cells for a name where there is little room."""

STYLES = {
    LineKind.PLAIN: "",
    LineKind.HEADING: "class:heading",
    LineKind.SUBHEADING: "class:subheading",
    LineKind.FAIR: "class:fair",
    LineKind.PROVEN: "class:away",
}


def story(scene: ScreenState, width: int, height: int) -> list[Line]:
    """The newest lines last, scrolled back by as much as the person wants."""
    return _tail(_folded(scene.story, width), scene, height)


def game_story(scene: ScreenState, width: int, height: int) -> list[Line]:
    """The same without what only says that all was fair: that stands in a tab of its own."""
    return _tail(
        _folded([line for line in scene.story if kind_of(line) is not LineKind.FAIR], width), scene, height
    )


def _folded(lines: Iterable[str], width: int) -> list[str]:
    return [piece for line in lines for piece in like(line, folded(line, width))]


def _tail(lines: Sequence[str], scene: ScreenState, height: int) -> list[Line]:
    """What is not there cannot be scrolled to; the scene remembers no more than that."""
    scene.back = max(0, min(scene.back, len(lines) - height))
    end = len(lines) - scene.back
    return [[(STYLES[kind_of(line)], line)] for line in lines[max(0, end - height) : end]]


def table(scene: ScreenState, width: int, height: int) -> list[Line]:
    """Who sits here and what the table waits for; below it the story."""
    people = [clipped(_person(scene, seat), width) for seat in range(len(scene.names))]
    words: list[Line] = [[("class:subheading", f"Table words: {scene.words}")]] if scene.words else []
    head = [*words, *people, *_apart(scene, width, height), []] if people else []
    return [*head, *story(scene, width, max(1, height - len(head)))][:height]


def seats(scene: ScreenState, width: int) -> list[Line]:
    """Who sits here, each on a line: the letter, the name, the points, and on the right what they do."""
    return [_seat(scene, seat, letter, width) for seat, letter in enumerate(seat_letters(scene.names))]


def _seat(scene: ScreenState, seat: int, letter: str, width: int) -> Line:
    points = _counted(scene, seat)
    told = f"{points:3}★ " if points is not None else ""
    mark = _mark(scene, seat)
    doing = _doing(scene, seat) or (mark if mark in ("away", "out") else "")
    name = fitted(scene.names[seat], SHORT)
    style = "class:away" if mark == "away" else "class:me" if seat == scene.own else ""
    left: Line = [(f"class:{seat_style(seat)}", f" {letter} "), (style, f" {name} "), ("class:points", told)]
    room = width - sum(width_of(piece[1]) for piece in left)
    return clipped([*left, ("class:meaning", f"{cut(doing, room):>{max(0, room)}}")], width)


def _apart(scene: ScreenState, width: int, height: int) -> list[Line]:
    """Which two have no direct connection, as long as that is so; of many pairs as many as fit."""
    told = "" if scene.is_over else scene.presence.apart(scene.names)
    return [[("class:meaning", line)] for line in folded(told, width)[: height // 4] if line]


def _person(scene: ScreenState, seat: int) -> Line:
    choice = scene.choices[seat] if seat < len(scene.choices) else ""
    who = f"{scene.names[seat]}{f' ({choice})' if choice else ''}"
    mark = _mark(scene, seat)
    style = "class:away" if mark == "away" else "class:me" if mark == "you" else ""
    return [(style, f"{mark:4} {fitted(who, 26)} {_points(scene, seat)}{_doing(scene, seat)}")]


def _mark(scene: ScreenState, seat: int) -> str:
    """Where the seat is; of a game that is over nobody asks that any more."""
    if seat == scene.own:
        return "you"
    if seat in scene.out:
        return "out"
    if scene.is_over or scene.replayed:
        return ""
    return "away" if seat in scene.presence.away else "here"


def _points(scene: ScreenState, seat: int) -> str:
    """What the seat would have if the game ended now, where a game counts points."""
    counted = _counted(scene, seat)
    return "" if counted is None else f"{counted:3} {'point ' if counted == 1 else 'points'}  "


def _counted(scene: ScreenState, seat: int) -> int | None:
    return scene.ui.points(scene.view, seat) if scene.ui is not None and scene.view is not None else None


def _doing(scene: ScreenState, seat: int) -> str:
    """What the table waits for, and for how long; or how far the seat is with the step."""
    if scene.is_over:
        return ""
    due, seconds = scene.waiting.get(seat, ""), scene.seconds.get(seat, 0)
    if (step := scene.out.get(seat)) is not None:
        # The mark before the name says that it is out.
        since = f"since step {step}"
        return f"out {since}" if seat == scene.own else since + _watching(scene, seat)
    if away := scene.presence.away.get(seat):
        since = away.removeprefix("has been ")
        # The number first: where the column is narrow it is what one needs.
        return f"awaited {lasting(seconds)}; {since}" if due and seconds else since
    through = "; through others" if scene.presence.is_through_others(seat) else ""
    if not due:
        return f"{scene.fairness.done_by(seat)}{through}".removeprefix("; ")
    return f"{DUES.get(due, due)}{f' {lasting(seconds)}' if seconds else ''}{through}"


def _watching(scene: ScreenState, seat: int) -> str:
    return "" if seat in scene.presence.away else ", watches"


def lasting(seconds: int) -> str:
    """As a clock shows it, for there is little room."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}"


def fairness(scene: ScreenState, width: int, height: int) -> list[Line]:
    """Every step of the protocol as it happens, with the verdict on it."""
    head = [f"Table words: {scene.words}"] if scene.words else []
    head += folded(LEGEND, width, "")
    told = scene.fairness.lines(scene.names, width)
    above: list[Line] = [[("class:subheading", line)] for line in head[: height // 3]]
    return [*above, *_tail(told, scene, max(1, height - len(above)))]


def brief(scene: ScreenState) -> str:
    """How things stand, in a few words."""
    if scene.replayed:
        return scene.replayed
    if scene.is_over:
        return "over"
    if scene.form is not None or scene.compared:
        return "your turn"
    if scene.has_ended:
        return "ended"
    others = [f"{scene.names[seat]} {_doing(scene, seat)}" for seat in scene.waiting if seat != scene.own]
    return others[0] if len(others) == 1 else f"waiting for {len(others)}" if others else ""
