"""The panes that every game has: the story, who is at the table, what makes it fair, help, the question."""

from collections.abc import Callable, Sequence

from p2p_heroes.ui.screen.fairness import LEGEND
from p2p_heroes.ui.screen.form import Form, Row
from p2p_heroes.ui.screen.scene import Scene
from p2p_heroes.ui.screen.text import Line, clipped, cut, fitted, folded, width_of

DUES = {
    "choosing": "thinks",
    "locking": "checks what all sent",
    "revealing": "opens the seal",
    "voting": "votes",
}

HELP = (
    "Type a choice, or its beginning, and the list is narrowed; Tab completes it. Up and Down mark a choice, "
    "Enter picks it, Enter again makes it final; Esc takes it back. Left and Right change a number, or go "
    "through what there is of one kind; Home and End go as far as possible.",
    "",
    "F1 help   F2 map   F3 board (again: the next player's)   F4 table and story   F5 fairness",
    "Tab on an empty line turns to the next of them, Shift-Tab back. PgUp and PgDn scroll. The mouse works, "
    "too: click a choice, click it again to pick it, click a tab, turn the wheel. Ctrl-P and Ctrl-N bring "
    "back typed lines. On a board Ctrl-Up and Ctrl-Down, or a click, choose what is explained.",
    "",
    "Words that are understood at any time:",
    "  say TEXT        talk to the others",
    "  who             who is here, and whom the table waits for",
    "  board NAME      somebody's board",
    "  forfeit NAME    attest that NAME stays away; if all do, the game goes on",
    "  quit            leave; the game can be resumed",
    "",
    "Nobody can cheat here: before anybody opens a sealed choice, everybody has signed which seals they "
    "hold. F5 shows it as it happens.",
)

WALK = (
    "This is a recorded game, checked once more from its first message to its last. Left and Right go a step "
    "back or on, PgUp and PgDn a round, Home and End to the beginning or the end, a number and Enter to that "
    "round. Map and boards are shown as they were after the step, the story as far as it had come; F5 has "
    "the seals of the step. Up, Down and the wheel scroll. Ctrl-C leaves.",
    "",
    "F1 help   F2 map   F3 board (again: the next player's)   F4 table and story   F5 fairness",
    "Tab turns to the next of them, Shift-Tab back. On a board or the map Ctrl-Up and Ctrl-Down, or a click, "
    "choose what is explained.",
)
"""How to look at a recorded game."""

SIGN = "Enter makes it final. Esc takes it back."


def story(scene: Scene, width: int, height: int) -> list[Line]:
    """The newest lines last, scrolled back by as much as the person wants."""
    return _tail([piece for line in scene.story for piece in folded(line, width)], scene, height)


def _tail(lines: Sequence[str], scene: Scene, height: int) -> list[Line]:
    """What is not there cannot be scrolled to; the scene remembers no more than that."""
    scene.back = max(0, min(scene.back, len(lines) - height))
    end = len(lines) - scene.back
    return [[(_style(line), line)] for line in lines[max(0, end - height) : end]]


def _top(lines: list[Line], scene: Scene, height: int) -> list[Line]:
    scene.scrolled = max(0, min(scene.scrolled, len(lines) - height))
    return lines[scene.scrolled : scene.scrolled + height]


def _styled(style: str, text: str, width: int) -> list[Line]:
    return [[(style, line)] for line in folded(text, width)]


def _style(line: str) -> str:
    if line.startswith("==="):
        return "class:heading"
    if line.startswith("---"):
        return "class:subheading"
    if line.startswith("PROVEN"):
        return "class:away"
    return "class:fair" if line.lstrip().startswith("*") else ""


def table(scene: Scene, width: int, height: int) -> list[Line]:
    """Who sits here and what the table waits for; below it the story."""
    people = [clipped(_person(scene, seat), width) for seat in range(len(scene.names))]
    words: list[Line] = [[("class:subheading", f"Table words: {scene.words}")]] if scene.words else []
    head = [*words, *people, []] if people else []
    return [*head, *story(scene, width, max(1, height - len(head)))][:height]


def _person(scene: Scene, seat: int) -> Line:
    choice = scene.choices[seat] if seat < len(scene.choices) else ""
    who = f"{scene.names[seat]}{f' ({choice})' if choice else ''}"
    is_away = seat in scene.away and not scene.is_over
    mark = "you" if seat == scene.own else "away" if is_away else "" if scene.replayed else "here"
    style = "class:away" if mark == "away" else "class:me" if mark == "you" else ""
    return [(style, f"{mark:4} {fitted(who, 26)} {_points(scene, seat)}{_doing(scene, seat)}")]


def _points(scene: Scene, seat: int) -> str:
    """What the seat would have if the game ended now, where a game counts points."""
    counted = (
        scene.face.points(scene.view, seat) if scene.face is not None and scene.view is not None else None
    )
    return "" if counted is None else f"{counted:3} {'point ' if counted == 1 else 'points'}  "


def _doing(scene: Scene, seat: int) -> str:
    due, seconds = scene.waiting.get(seat, ""), scene.seconds.get(seat, 0)
    if not due:
        return "" if scene.is_over else "is ready"
    return f"{DUES.get(due, due)}{f' for {seconds} s' if seconds else ''}"


def fairness(scene: Scene, width: int, height: int) -> list[Line]:
    """Every step of the protocol as it happens, with the verdict on it."""
    head = [f"Table words: {scene.words}"] if scene.words else []
    head += folded(LEGEND, width, "")
    told = scene.fairness.lines(scene.names, width)
    above: list[Line] = [[("class:subheading", line)] for line in head[: height // 3]]
    return [*above, *_tail(told, scene, max(1, height - len(above)))]


def guide(scene: Scene, width: int, height: int) -> list[Line]:
    """F1: the question that stands and what is marked, then the keys."""
    lines: list[Line] = []
    if scene.form is not None:
        asked, *about = scene.form.question.split("\n")
        lines += _styled("class:question", asked, width)
        lines += [line for text in about for line in _styled("", text, width)]
        marked = scene.form.rows[scene.form.at] if scene.form.rows else None
        if marked is not None and marked.meaning:
            lines += _styled("class:meaning", f"Marked: {marked.text}: {marked.meaning}", width)
        lines.append([])
        lines += [line for text in _rule(scene) for line in _styled("", text, width)]
    lines += [line for text in (WALK if scene.replayed else HELP) for line in _styled("", text, width)]
    return _top(lines, scene, height)


def _rule(scene: Scene) -> list[str]:
    """What is behind the question, and a line between it and the keys."""
    said = scene.face.rule(scene.kind) if scene.face is not None else []
    return [*said, ""] if said else []


def divider(scene: Scene, width: int, height: int) -> list[Line]:
    """A line across the screen that says where the game is."""
    line, told = "-" if scene.ascii else "\u2500", ""
    if scene.face is not None and scene.view is not None:
        told = scene.face.headline(scene.view, scene.names)
    said = cut(f" {told} ", max(0, width - 2)) if told else ""
    rest = line * (width - 2 - width_of(said))
    return [[("class:line", line * 2), ("class:subheading", said), ("class:line", rest)]]


def status(scene: Scene, width: int, height: int) -> list[Line]:
    """What the own seat has, on the line between what is shown and what is asked."""
    told = ""
    if scene.face is not None and scene.view is not None and scene.own is not None:
        told = scene.face.status(scene.view, scene.own)
    lines = folded(told, width, "")[:height] if told else []
    return [[("class:status", fitted(line, width))] for line in lines]


def question(scene: Scene, width: int, height: int) -> list[Line]:
    """What is asked and what can be chosen, or what the table waits for."""
    form = scene.form
    if form is None:
        return _styled("", _meanwhile(scene), width)[:height]
    if form.picked is not None:
        return _confirmation(scene, form, width)[:height]
    count = len(form.rows)
    among = f"  ({form.at + 1} of {count})" if count > height - 1 else ""
    asked: Line = [
        ("class:question", form.question.split("\n")[0] + among),
        ("class:meaning", f"  {form.note}".rstrip()),
    ]
    rows = _listed(scene, form, width, max(1, height - 1))
    return [clipped(asked, width), *rows][:height]


def question_rows(scene: Scene) -> int:
    """How many lines the question would like to have."""
    if scene.replayed:
        return 1
    form = scene.form
    return 4 if form is None or form.picked is not None else 3 + len(form.rows)


def _listed(scene: Scene, form: Form, width: int, height: int) -> list[Line]:
    """The rows around the mark; where it does not fit on its line, what it means below them all."""
    rows = form.rows
    if not rows:
        return [[("class:meaning", "  Nothing was found that begins so. Enter tells why; Esc: back.")]]
    texts = max(width_of(_text(rows[at])) for at in _window(form, len(rows), height))
    meant = _styled("class:meaning", rows[form.at].meaning, width - 4) if rows[form.at].meaning else []
    told = meant[:3] if texts + 4 + width_of(rows[form.at].meaning) > width and height > 4 else []
    lines = [_row(scene, form, at, texts, width) for at in _window(form, len(rows), height - len(told))]
    return [*lines, *([("", "    "), *line] for line in told)]


def _window(form: Form, count: int, height: int) -> range:
    start = max(0, min(form.at - height // 2, count - height))
    return range(start, min(count, start + height))


def _text(row: Row) -> str:
    return f"{row.text} {row.more}".rstrip()


def _row(scene: Scene, form: Form, at: int, texts: int, width: int) -> Line:
    row, is_marked = form.rows[at], at == form.at
    click = _clicked(scene, form, at)
    text = f"{'>' if is_marked else ' '} {fitted(_text(row), texts)}"
    style = "class:marked" if is_marked else ""
    return clipped([(style, text, click), ("class:meaning", f"  {row.meaning}".rstrip(), click)], width)


def _clicked(scene: Scene, form: Form, at: int) -> Callable[[], None]:
    def click() -> None:
        if form.at == at:
            scene.press("")
        else:
            form.go(at - form.at)

    return click


def _confirmation(scene: Scene, form: Form, width: int) -> list[Line]:
    picked = form.summary
    lines = _styled("class:question", picked.text, width)
    lines += _styled("", picked.meaning, width) if picked.meaning else []
    return [*lines, [("class:marked", SIGN, lambda: scene.press(""))]]


def brief(scene: Scene) -> str:
    """How things stand, in a few words."""
    if scene.replayed:
        return scene.replayed
    if scene.is_over:
        return "over"
    if scene.form is not None:
        return "your turn"
    others = [f"{scene.names[seat]} {_doing(scene, seat)}" for seat in scene.waiting if seat != scene.own]
    return others[0] if len(others) == 1 else f"waiting for {len(others)}" if others else ""


def _meanwhile(scene: Scene) -> str:
    if scene.replayed:
        return f"{scene.replayed}. Enter goes a step on, a number and Enter go to that round."
    if scene.is_over:
        return "The game is over. Enter leaves; the keys above show once more how it came."
    if scene.game is None:
        return "Waiting until everybody has sat down."
    others = [scene.names[seat] for seat in scene.waiting if seat != scene.own]
    return f"Waiting for {', '.join(others)}." if others else "One moment."
