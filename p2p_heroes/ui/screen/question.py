"""What is asked and what can be chosen; above it where the game is and what one has."""

from collections.abc import Callable
from typing import Any

from p2p_heroes.ui.kit.forms import QuestionForm, Row
from p2p_heroes.ui.kit.text import Line, clipped, cut, fitted, folded, width_of
from p2p_heroes.ui.kit.words import joined
from p2p_heroes.ui.screen.screen_state import ScreenState

WATCHING = "You watch: your seat is out of the game."
FINDING_BACK = "Finding your table again..."
STAYING = "The program stays a little, in case somebody lacks the end; leave goes now."
NOTHING_FITS = "Nothing begins so. Enter tells what can be typed; Esc: back to the list."
SIGN = "Enter makes it final. Esc takes it back."


def divider(scene: ScreenState, width: int, height: int) -> list[Line]:
    """A line across the screen that says where the game is."""
    told = ""
    if scene.ui is not None and scene.view is not None:
        told = scene.ui.headline(scene.view, scene.names)
    said = cut(f" {told} ", max(0, width - 2)) if told else ""
    rest = "─" * (width - 2 - width_of(said))
    return [[("class:line", "──"), ("class:subheading", said), ("class:line", rest)]]


def status(scene: ScreenState, width: int, height: int) -> list[Line]:
    """What the own seat has, on the line between what is shown and what is asked."""
    told = ""
    if scene.ui is not None and scene.view is not None and scene.own is not None:
        told = scene.ui.status(scene.view, scene.own)
    lines = folded(told, width, "")[:height] if told else []
    return [[("class:status", fitted(line, width))] for line in lines]


def warning(scene: ScreenState, width: int, height: int) -> list[Line]:
    """What one must see before anything else: that others want to go on without us."""
    if scene.is_over or not scene.warning:
        return []
    return [[("class:notice", fitted(f" {line}", width))] for line in folded(scene.warning, width - 2, "")]


def question(scene: ScreenState, width: int, height: int) -> list[Line]:
    """What is asked and what can be chosen, or what the table waits for."""
    form = scene.form
    if scene.compared:
        return _styled("class:question", scene.compared, width)[:height]
    if form is None:
        return _styled("", meanwhile(scene), width)[:height]
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


def rows_alone(scene: ScreenState, width: int, height: int) -> list[Line]:
    """The rows around the mark, with what they mean where all of that fits."""
    form = scene.form
    if form is None or not form.rows:
        return [] if form is None else _styled("class:meaning", NOTHING_FITS, width)
    shown = _window(form, len(form.rows), height)
    texts = max(width_of(_text(form.rows[at])) for at in shown)
    fits = all(texts + 4 + width_of(form.rows[at].meaning) <= width for at in shown)
    return [_row(scene, form, at, texts if fits else width - 2, width, is_told=not fits) for at in shown]


def question_rows(scene: ScreenState) -> int:
    """How many lines the question would like to have."""
    if scene.replayed:
        return 1
    form = scene.form
    return 4 if form is None or form.picked is not None else 3 + len(form.rows)


def _listed(scene: ScreenState, form: QuestionForm[Any, Any], width: int, height: int) -> list[Line]:
    """The rows around the mark; where it does not fit on its line, what it means below them all."""
    rows = form.rows
    if not rows:
        return [[("class:meaning", f"  {NOTHING_FITS}")]]
    texts = max(width_of(_text(rows[at])) for at in _window(form, len(rows), height))
    meant = _styled("class:meaning", rows[form.at].meaning, width - 4) if rows[form.at].meaning else []
    told = meant[:3] if texts + 4 + width_of(rows[form.at].meaning) > width and height > 4 else []
    lines = [
        _row(scene, form, at, texts, width, is_told=bool(told) and at == form.at)
        for at in _window(form, len(rows), height - len(told))
    ]
    return [*lines, *([("", "    "), *line] for line in told)]


def _window(form: QuestionForm[Any, Any], count: int, height: int) -> range:
    start = max(0, min(form.at - height // 2, count - height))
    return range(start, min(count, start + height))


def _text(row: Row) -> str:
    return f"{row.text} {row.more}".rstrip()


def _row(
    scene: ScreenState, form: QuestionForm[Any, Any], at: int, texts: int, width: int, *, is_told: bool
) -> Line:
    row, is_marked = form.rows[at], at == form.at
    click = _clicked(scene, form, at)
    text = f"{'>' if is_marked else ' '} {fitted(_text(row), texts)}"
    style = "class:marked" if is_marked else ""
    meaning = "" if is_told else f"  {row.meaning}".rstrip()
    return clipped([(style, text, click), ("class:meaning", meaning, click)], width)


def _clicked(scene: ScreenState, form: QuestionForm[Any, Any], at: int) -> Callable[[], None]:
    def click() -> None:
        if form.at == at:
            scene.press("")
        else:
            form.go(at - form.at)

    return click


def _confirmation(scene: ScreenState, form: QuestionForm[Any, Any], width: int) -> list[Line]:
    picked = form.summary
    lines = _styled("class:question", picked.text, width)
    lines += _styled("", picked.meaning, width) if picked.meaning else []
    return [*lines, [("class:marked", SIGN, lambda: scene.press(""))]]


def meanwhile(scene: ScreenState) -> str:
    if scene.replayed:
        return f"{scene.replayed}. Enter goes a step on, a number and Enter go to that round."
    if scene.is_over:
        return "The game is over. Enter leaves; the keys above show once more how it came."
    if scene.game is None:
        return scene.before
    if scene.reprieve:
        return f"{scene.reprieve} Ctrl-C leaves."
    if scene.has_ended:
        return f"The table has ended. {STAYING}"
    if scene.is_finding_back:
        return FINDING_BACK
    away = scene.presence.away
    waited = [seat for seat in scene.waiting if seat != scene.own]
    others = [f"{scene.names[seat]}{' (away)' if seat in away else ''}" for seat in waited]
    told = f"Waiting for {joined(others)}." if others else "" if scene.unanswered else "One moment."
    told = f"{told} {scene.unanswered}".strip()
    why = f"You watch: {scene.fate}" if scene.fate else WATCHING
    return f"{why} {told}" if scene.is_watching else told


def _styled(style: str, text: str, width: int) -> list[Line]:
    return [[(style, line)] for line in folded(text, width)]
