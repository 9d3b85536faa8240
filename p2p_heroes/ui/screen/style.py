"""What each kind of text looks like with many colours, with sixteen and with none: the words say the same."""

from functools import cache

from prompt_toolkit.styles import Style

from p2p_heroes.ui.game_ui import AnyGameUI
from p2p_heroes.ui.kit import palette
from p2p_heroes.ui.kit.palette import LANDS, SEATS, ColourDepth

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
    "points": "bold",
    "asked": "bold",
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
    "map.details": "",
    "map.legend": "ansibrightblack",
    **{f"map.{ground}": f"@{ground}" for ground in LANDS},
    **{f"map.{kind}{seat}": f"bold reverse @seat{seat}" for kind in ("seat", "of") for seat in range(SEATS)},
}
"""With sixteen colours or none. `@NAME` is a colour of the palette."""

TINTED = {
    "title": "@text bg:@raised",
    "hint": "@soft bg:@raised",
    "line": "@rule",
    "tab": "@soft",
    "tab.open": "bold @ink bg:@mark",
    "heading": "bold @bright",
    "subheading": "bold @soft",
    "question": "bold @bright",
    "marked": "bold @bright bg:@mark.row",
    "meaning": "@soft",
    "notice": "bold @risk",
    "fair": "@proof",
    "points": "bold @points",
    "asked": "bold @mark",
    "away": "@loss",
    "had": "@gain",
    "reachable": "@bright",
    "gone": "@faint",
    "map.legend": "@faint",
    "map.reach": "bold @ink bg:@mark",
    **{f"map.name.{ground}": f"@{ground}.name" for ground in LANDS},
    **{f"map.seat{seat}": f"bold @ink bg:@seat{seat}" for seat in range(SEATS)},
    **{f"map.of{seat}": f"bold @seat{seat}" for seat in range(SEATS)},
}
"""Where there are more."""


@cache
def style_of(ui: AnyGameUI | None, depth: ColourDepth = ColourDepth.SIXTEEN) -> Style:
    """Of all text on such a terminal, with what a game adds once it is known."""
    styles = STYLES | (TINTED if depth.has_tints else {}) | dict(ui.styles if ui is not None else {})
    return Style.from_dict({name: palette.read(style, depth) for name, style in styles.items()})
