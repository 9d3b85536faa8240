"""The panes that every game has: the story, who is at the table, what makes it fair, help."""

from collections.abc import Sequence

from p2p_heroes.ui.screen.scene import Scene
from p2p_heroes.ui.screen.text import Line, clipped, cut, fitted, folded, width_of

DUES = {
    "choosing": "thinks",
    "locking": "checks what all sent",
    "revealing": "opens the seal",
    "voting": "votes",
}

HELP = """Type a choice, or its beginning, and the list is narrowed; Tab completes it.
Up and Down mark a choice, Enter picks it, Enter again makes it final; Esc takes it back.
Left and Right change a number where there is one.

F1 help   F2 map   F3 board (again: the next player's)   F4 table and story   F5 fairness
PgUp and PgDn scroll. The mouse works, too: click a choice, a region, a tab.

Words that are understood at any time:
  say TEXT        talk to the others
  forfeit NAME    attest that NAME stays away; if all do, the game goes on
  quit            leave; p2p-heroes resume goes on with the game

Nobody can cheat here: before anybody opens a sealed choice, everybody has signed which seals they hold.
F5 shows it as it happens."""


def story(scene: Scene, width: int, height: int) -> list[Line]:
    """The newest lines last, scrolled back by as much as the person wants."""
    return _tail([piece for line in scene.story for piece in folded(line, width)], scene.scrolled, height)


def _tail(lines: Sequence[str], scrolled: int, height: int) -> list[Line]:
    end = max(min(height, len(lines)), len(lines) - scrolled)
    return [[(_style(line), line)] for line in lines[max(0, end - height) : end]]


def _styled(style: str, text: str, width: int) -> list[Line]:
    return [[(style, line)] for line in folded(text, width)]


def _style(line: str) -> str:
    if line.startswith("==="):
        return "class:heading"
    if line.startswith("---"):
        return "class:subheading"
    return "class:fair" if line.lstrip().startswith("*") else ""


def table(scene: Scene, width: int, height: int) -> list[Line]:
    """Who sits here and what the table waits for; below it the story."""
    people = [clipped(_person(scene, seat), width) for seat in range(len(scene.names))]
    head: list[Line] = [[("class:subheading", f"Table words: {scene.words}")], *people, []]
    return [*head, *story(scene, width, max(1, height - len(head)))]


def _person(scene: Scene, seat: int) -> Line:
    choice = scene.choices[seat] if seat < len(scene.choices) else ""
    who = f"{scene.names[seat]}{f' ({choice})' if choice else ''}"
    due = scene.waiting.get(seat, "")
    seconds = scene.seconds.get(seat, 0)
    clock = f" for {seconds} s" if due and seconds else ""
    doing = f"{DUES.get(due, due)}{clock}" if due else "is ready"
    points = _points(scene, seat)
    mark = "you" if seat == scene.own else "away" if seat in scene.away else "here"
    style = "class:away" if mark == "away" else "class:me" if mark == "you" else ""
    return [(style, f"{mark:4} {fitted(who, 24)} {points}{doing}")]


def _points(scene: Scene, seat: int) -> str:
    """What the seat would have if the game ended now, where a game counts points."""
    points = (
        scene.face.points(scene.view, seat) if scene.face is not None and scene.view is not None else None
    )
    return "" if points is None else f"{points:3} points  "


def fairness(scene: Scene, width: int, height: int) -> list[Line]:
    told = [piece for line in scene.fairness.lines(scene.names) for piece in folded(line, width, "    ")]
    head = "Every message below was signed by its author and checked by this program."
    lines = _tail(told, scene.scrolled, max(1, height - 2))
    return [[("class:subheading", head[:width])], [], *lines]


def guide(scene: Scene, width: int, height: int) -> list[Line]:
    """F1: the question that stands, then the keys."""
    asked = scene.form.question.split("\n") if scene.form is not None else []
    text = [*asked, *([""] if asked else []), *HELP.split("\n")]
    lines = [piece for line in text for piece in folded(line, width)]
    start = min(scene.scrolled, max(0, len(lines) - height))
    return [[("", line)] for line in lines[start : start + height]]


def divider(scene: Scene, width: int, height: int) -> list[Line]:
    """A rule across the screen that says where the game is."""
    said = f" {scene.headline} " if scene.headline else ""
    text = cut(f"--{said}", width)
    return [[("class:divider", text + "-" * (width - width_of(text)))]]


def question(scene: Scene, width: int, height: int) -> list[Line]:
    """What is asked and what can be chosen, or what the table waits for."""
    form = scene.form
    if form is None:
        return _styled("", _meanwhile(scene), width)[:height]
    if form.picked is not None:
        return _confirmation(scene, width, height)
    asked = _styled("class:question", form.question.split("\n")[0], width)
    return [*asked, *_rows(scene, width, max(1, height - len(asked)))][:height]


def _rows(scene: Scene, width: int, height: int) -> list[Line]:
    form = scene.form
    assert form is not None
    rows = form.rows
    start = max(0, min(form.at - height // 2, len(rows) - height))
    lines: list[Line] = []
    for place, row in list(enumerate(rows))[start : start + height]:
        marked = place == form.at
        text = f"{'>' if marked else ' '} {row.text}"
        meaning = f"  {row.meaning}" if row.meaning else ""

        def pick(place: int = place) -> None:
            form.go(place - form.at)

        style = "class:marked" if marked else ""
        lines.append(clipped([(style, text, pick), ("class:meaning", meaning, pick)], width))
    return lines


def _confirmation(scene: Scene, width: int, height: int) -> list[Line]:
    form = scene.form
    assert form is not None
    assert scene.game is not None
    row = form.rows[form.at] if form.rows else None
    meaning = f"  ({row.meaning})" if row is not None and row.meaning else ""
    chosen = f"{scene.game.notate(form.picked)}{meaning}"
    lines = _styled("class:question", chosen, width)
    lines.append([("", "Enter makes it final. Esc takes it back.")])
    return lines[:height]


def _meanwhile(scene: Scene) -> str:
    if scene.is_over:
        return "The game is over. Enter leaves."
    others = [scene.names[seat] for seat in scene.waiting if seat != scene.own]
    return f"Waiting for {', '.join(others)}." if others else "One moment."
