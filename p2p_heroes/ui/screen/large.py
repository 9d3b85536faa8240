"""A large terminal: map, table, question and what a choice comes to are seen together, each in its place."""

from collections.abc import Callable, Mapping, Sequence

from p2p_heroes.ui.kit.frame import Frame, ScreenPlace, ruled
from p2p_heroes.ui.kit.text import Line, Piece, cut, folded, width_of
from p2p_heroes.ui.screen import panes, question
from p2p_heroes.ui.screen.guide import guide
from p2p_heroes.ui.screen.screen_state import ScreenState

Draw = Callable[[ScreenState, int, int], list[Line]]

DRAWN: dict[str, Draw] = {"table": panes.table, "fairness": panes.fairness, "help": guide}
"""The tabs that every game has."""


MARGIN = 1
"""Nothing is written into the last column."""


def tab_drawn(scene: ScreenState, tab: str, width: int, height: int) -> list[Line]:
    """What a tab shows."""
    if tab in DRAWN:
        return DRAWN[tab](scene, width, height)
    return scene.panes[tab].draw(scene, scene.view, width, height)


def stage_tabs(scene: ScreenState, boxes: Frame) -> tuple[str, str]:
    """What stands on the stage and, where there is one, on the second stage beside it."""
    tab = scene.tab if scene.tab in scene.tabs else "table"
    if ScreenPlace.SIDE not in boxes:
        return tab, ""
    first = next((name for name, pane in scene.panes.items() if pane.beside), "")
    if not first:
        return tab, ""
    if tab != first:
        return first, tab
    return first, next((name for name, pane in scene.panes.items() if name != first), "table")


def drawn(scene: ScreenState, boxes: Frame, keys: Sequence[Line]) -> Mapping[ScreenPlace, list[Line]]:
    """The lines for every place. `keys`: what stands in the last row."""

    def size(place: ScreenPlace) -> tuple[int, int]:
        return boxes[place].width, boxes[place].height

    stage, side = stage_tabs(scene, boxes)
    width = boxes[ScreenPlace.QUESTION].width
    shown: dict[ScreenPlace, list[Line]] = {
        ScreenPlace.BAR: [_bar(scene, boxes[ScreenPlace.BAR].width)],
        ScreenPlace.STAGE_TITLE: [_tabs(scene, stage, boxes[ScreenPlace.STAGE_TITLE].width)],
        ScreenPlace.STAGE: tab_drawn(scene, stage, *size(ScreenPlace.STAGE)),
        ScreenPlace.TABLE_TITLE: [ruled("Table", width, panes.brief(scene))],
        ScreenPlace.TABLE: panes.seats(scene, width - MARGIN),
        ScreenPlace.QUESTION_TITLE: [_question_title(scene, width)],
        ScreenPlace.QUESTION: asked(scene, width - MARGIN, boxes[ScreenPlace.QUESTION].height),
        ScreenPlace.TYPED: [[("class:asked", "> ")]],
        ScreenPlace.TRAY_TITLE: [_tray_title(scene, boxes[ScreenPlace.TRAY_TITLE].width)],
        ScreenPlace.TRAY: tray(scene, *size(ScreenPlace.TRAY)),
        ScreenPlace.STORY_TITLE: [ruled("Story", width, "F4 all")],
        ScreenPlace.STORY: panes.game_story(scene, width - MARGIN, boxes[ScreenPlace.STORY].height),
        ScreenPlace.RULE: [[("class:line", "│")]] * boxes[ScreenPlace.RULE].height,
        ScreenPlace.KEYS: list(keys),
    }
    if side:
        columns = boxes[ScreenPlace.SIDE_TITLE].width
        shown[ScreenPlace.SIDE_TITLE] = [ruled(_named(scene, side), columns)]
        shown[ScreenPlace.SIDE] = tab_drawn(scene, side, *size(ScreenPlace.SIDE))
        shown[ScreenPlace.SIDE_RULE] = [[("class:line", "│")]] * boxes[ScreenPlace.SIDE_RULE].height
    return shown


def _bar(scene: ScreenState, width: int) -> Line:
    """What is played and where it stands; on the right the words that all must read."""
    title = scene.ui.title if scene.ui is not None else scene.title
    where = ""
    if scene.ui is not None and scene.view is not None:
        where = scene.ui.headline(scene.view, scene.names)
    left: Line = [("class:title bold", f" {title}  "), ("class:title", where)]
    used = sum(width_of(piece[1]) for piece in left)
    words = f"{scene.words} " if scene.words and used + width_of(scene.words) + 3 <= width else ""
    gap = width - used - width_of(words)
    return [*left, ("class:title", " " * max(0, gap)), ("class:title class:fair", words)]


def _tabs(scene: ScreenState, stage: str, width: int) -> Line:
    """What can be turned to, and what stands here."""
    pieces: Line = [("class:line", "─")]
    for tab, key in scene.tabs.items():
        style = "class:tab.open" if tab in (stage, scene.tab) else "class:tab"
        turn: Piece = (style, f" F{key} {tab} ", lambda tab=tab: scene.open(tab))
        pieces += [turn, ("class:line", "─")]
    used = sum(width_of(piece[1]) for piece in pieces)
    return [*pieces, ("class:line", "─" * max(0, width - used))]


def _named(scene: ScreenState, tab: str) -> str:
    key = scene.tabs.get(tab)
    return f"F{key} {tab}" if key else tab


def _question_title(scene: ScreenState, width: int) -> Line:
    form = scene.form
    if scene.asked_back:
        return ruled("For good? yes or no", width, style="class:asked")
    if form is None:
        return ruled("Your turn" if scene.compared else "Meanwhile", width)
    if form.picked is not None:
        return ruled("Is that it?", width, style="class:asked")
    count = len(form.rows)
    return ruled("Your choice", width, f"{form.at + 1} of {count}" if count else "", style="class:asked")


def asked(scene: ScreenState, width: int, height: int) -> list[Line]:
    """The question and its rows; or what the table waits for. Before all else what is for good."""
    form = scene.form
    if scene.asked_back:
        return _styled("class:question", scene.asked_back, width)[:height]
    if form is None:
        told = scene.compared or question.meanwhile(scene)
        return _styled("class:question" if scene.compared else "", told, width)[:height]
    if form.picked is not None:
        lines = _styled("class:question", form.summary.text, width)
        return [*lines, [], *(_sign(scene, line) for line in folded(question.SIGN, width - 2, ""))][:height]
    head = _styled("class:question", form.question.split("\n")[0], width)
    head += _styled("class:meaning", form.note, width)
    return [*head, *question.rows_alone(scene, width, max(1, height - len(head)))][:height]


def _sign(scene: ScreenState, line: str) -> Line:
    return [("class:marked", f" {line} ", lambda: scene.press(""))]


def _styled(style: str, text: str, width: int, before: str = "") -> list[Line]:
    """In as many lines as it takes, none for nothing."""
    return [[(style, f"{before}{line}")] for line in folded(text, width, "") if text]


def _tray_title(scene: ScreenState, width: int) -> Line:
    """Which choice the tray tells of."""
    form = scene.form
    if form is None or not form.rows:
        return ruled("", width)
    row = form.summary if form.picked is not None else form.rows[form.at]
    return ruled(cut(row.text, width - 8), width, style="class:asked")


def tray(scene: ScreenState, width: int, height: int) -> list[Line]:
    """What the marked choice comes to, and what one has; before all else what must be known at once."""
    lines = _styled("class:notice", "" if scene.is_over else scene.warning, width)
    lines += _styled("class:notice", scene.notice if is_long(scene, width) else "", width)
    form = scene.form
    if form is not None and form.rows:
        row = form.summary if form.picked is not None else form.rows[form.at]
        lines += _styled("", row.meaning, width - 2, " ")
    own = ""
    if scene.ui is not None and scene.view is not None and scene.own is not None:
        own = scene.ui.status(scene.view, scene.own)
    have = _styled("class:meaning", own, width - 2, " ")
    blank: list[Line] = [[] for _ in range(height - len(lines) - len(have))]
    return [*lines, *blank, *have][:height]


def is_long(scene: ScreenState, width: int) -> bool:
    """Whether a notice is told in the tray of this width, for it has no room in the last row."""
    return width_of(scene.notice) > width
