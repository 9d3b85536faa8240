"""What each kind of text looks like; sixteen colours, and where there are none the words say the same."""

from functools import cache

from prompt_toolkit.styles import Style

from p2p_heroes.ui.game_ui import AnyGameUI

STYLES = {
    "title": "reverse",
    "hint": "reverse",
    "status": "bold",
    "line": "ansibrightblack",
    "tab": "",
    "tab.open": "bold underline",
    "heading": "bold",
    "subheading": "bold",
    "question": "bold",
    "marked": "reverse",
    "meaning": "ansicyan",
    "notice": "ansiyellow bold",
    "fair": "ansigreen",
    "me": "bold",
    "away": "ansired",
    "had": "ansigreen",
    "reachable": "ansicyan",
    "gone": "ansibrightblack",
    "map.border": "ansibrightblack",
    "map.floor": "underline",
    "map.outside": "ansibrightblack",
    "map.name": "bold",
    "map.own": "bold underline",
    "map.reach": "bold ansigreen",
    "map.route": "bold ansicyan",
    "map.goal": "bold reverse",
    "map.texture": "",
    "map.seat0": "bold reverse ansigreen",
    "map.seat1": "bold reverse ansired",
    "map.seat2": "bold reverse ansiblue",
    "map.seat3": "bold reverse ansimagenta",
    "map.details": "",
    "map.legend": "ansibrightblack",
}


@cache
def style_of(ui: AnyGameUI | None) -> Style:
    """Of all text, with what a game adds once it is known."""
    return Style.from_dict(STYLES | dict(ui.styles if ui is not None else {}))
