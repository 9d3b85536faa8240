"""Delve in words: the rules, what is asked, what happened, and what the shaft looks like."""

from collections.abc import Sequence
from types import MappingProxyType

from p2p_heroes.games.delve import (
    FACES,
    MOST_FINDS,
    Climb,
    ClimbedOut,
    Danger,
    Decision,
    DieShown,
    GameEnded,
    Mine,
    ShaftCollapsed,
    ShaftSunk,
    Sink,
)
from p2p_heroes.ui.game_ui import GameUI, Sight
from p2p_heroes.ui.kit.pages import Page, TextTable
from p2p_heroes.ui.kit.scene import Pane, Scene
from p2p_heroes.ui.kit.tellers import Names, Teller
from p2p_heroes.ui.kit.text import Line, clipped
from p2p_heroes.ui.kit.words import joined, victory

DICE = {depth: ", ".join(map(str, faces)) for depth, faces in FACES.items()}
RULES = Page(
    "delve",
    "Delve",
    (
        "One shaft after the other is sunk, by the poorest player (of equals the first), who says how deep. "
        "All go down.",
        "Then a die that nobody controls shows what is found. Gold is divided among all who are down; "
        "what cannot be divided is left lying there. A danger does nothing when it shows for the first time. "
        "When it shows again, the shaft collapses: all who are down lose what they carry.",
        "After each find all who are down decide in secret: dig on, or climb out. Those who climb out at the "
        "same moment keep what they carry, and divide what is left lying there. After "
        f"{MOST_FINDS} finds a shaft is empty, and all climb out.",
        TextTable("The dice", ("shaft", "faces"), tuple(DICE.items())),
        "The most gold after the last shaft wins.",
    ),
)


def deadly(mine: Mine) -> str:
    """How likely the next find brings the shaft down."""
    faces = FACES[mine.depth]
    return f"{sum(face in mine.dangers for face in faces)} faces of {len(faces)}"


def seen(mine: Mine, seat: int, names: Sequence[str]) -> list[str]:
    """The shaft from the top, and everybody's gold."""
    lines = [f"Shaft {mine.shaft} of {mine.shafts}" + (f", {mine.depth.value}" if mine.down else "")]
    for at, find in enumerate(mine.finds, 1):
        lines.append(f"{at:4}  {find.value if isinstance(find, Danger) else f'{find} gold'}")
    if mine.down:
        lines.append(f"      {mine.left} left lying; {deadly(mine)} bring it down")
    for name, miner in zip(names, mine.players, strict=True):
        where = f"down, carries {miner.carried}" if miner.is_down else "up"
        lines.append(f"{name}: {miner.gold} gold, {where}")
    return lines


def draw(scene: Scene[Decision], mine: Mine, width: int, height: int) -> list[Line]:
    return [clipped([("", line)], width) for line in seen(mine, 0, scene.names)][:height]


def _found(event: DieShown, names: Names) -> list[str]:
    if isinstance(event.find, Danger):
        return [f"The die shows {event.find.value}. The next {event.find.value} brings the shaft down."]
    return [f"The die shows {event.find} gold: {event.share} for each who is down."]


def _collapse(event: ShaftCollapsed, names: Names) -> list[str]:
    return [
        f"The die shows {event.danger.value} again: the shaft collapses!",
        _each(event.lost, "loses", names),
    ]


def _climb(event: ClimbedOut, names: Names) -> list[str]:
    if not event.brought:
        return ["Nobody climbs out."]
    staying = [f"Still down: {joined([names[seat] for seat in event.staying])}."] if event.staying else []
    return [_each(event.brought, "climbs out with", names), *staying]


def _end(event: GameEnded, names: Names) -> list[str]:
    return ["", _each(tuple(enumerate(event.gold)), "has", names), victory(names, event.places)]


def _each(gold: Sequence[tuple[int, int]], does: str, names: Names) -> str:
    return f"{joined([f'{names[seat]} {does} {much}' for seat, much in gold])}."


class DelveUI(GameUI[Mine, Decision]):
    title = "Delve"
    book = (RULES,)
    questions = MappingProxyType(
        {
            "sink": "You are the poorest, so you sink the next shaft. How deep?",
            "climb": "In secret: climb out with what you carry, or dig on?",
        }
    )
    teller = Teller(
        {
            ShaftSunk: "\nShaft {shaft}. {seat:name} sinks a {depth} one, and all go down.",
            DieShown: _found,
            ShaftCollapsed: _collapse,
            ClimbedOut: _climb,
            GameEnded: _end,
        }
    )
    sights = MappingProxyType({"mine": Sight("the shaft, and who is in it", seen)})
    panes = MappingProxyType({"mine": Pane(draw, beside=44)})

    def meaning(self, view: Mine, seat: int, choice: Decision) -> str:
        if isinstance(choice, Sink):
            return f"the die: {DICE[choice.depth]}"
        if isinstance(choice, Climb):
            return f"brings {view.players[seat].carried}, and a share of {view.left}"
        return f"{deadly(view)} bury you"

    def headline(self, view: Mine, names: Sequence[str]) -> str:
        return seen(view, 0, names)[0]

    def round(self, view: Mine) -> int:
        return view.shaft

    def points(self, view: Mine, seat: int) -> int:
        return view.gold[seat]


DELVE_UI = DelveUI()
