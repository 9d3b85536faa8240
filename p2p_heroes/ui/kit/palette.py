"""Every colour of every screen, chosen by hand for terminals of 24 bit, of 256 colours, of sixteen, of none.

A colour never says anything alone: seats have letters, lands have signs, losses have words. A style is
written with colours of this table (`bold @gain bg:@raised`) and read for the terminal that there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache


class ColourDepth(IntEnum):
    """How many bits a terminal has for the colour of a cell."""

    NONE = 1
    SIXTEEN = 4
    MANY = 8
    FULL = 24

    @property
    def has_tints(self) -> bool:
        """Whether dark colours can be told apart, so that a background says something."""
        return self >= ColourDepth.MANY


@dataclass(frozen=True, slots=True)
class Colour:
    """As it is in 24 bit, its number among 256, and its name among sixteen; empty: the terminal's own."""

    full: str
    many: int
    sixteen: str = ""


COLOURS: Mapping[str, Colour] = {
    "ground": Colour("#12151a", 233),
    "panel": Colour("#181c23", 234),
    "raised": Colour("#222831", 235),
    "text": Colour("#d8dee6", 253),
    "bright": Colour("#ffffff", 231, "ansiwhite"),
    "soft": Colour("#9aa5b3", 247),
    "faint": Colour("#727d8c", 244, "ansibrightblack"),
    "rule": Colour("#39424f", 238, "ansibrightblack"),
    "ink": Colour("#101318", 233, "ansiblack"),
    "mark": Colour("#ffc857", 221, "ansibrightyellow"),
    "mark.row": Colour("#3a3118", 58),
    "gain": Colour("#7fd48a", 114, "ansigreen"),
    "loss": Colour("#ff8674", 209, "ansired"),
    "risk": Colour("#ffb454", 215, "ansiyellow"),
    "secret": Colour("#b39ddb", 146, "ansimagenta"),
    "proof": Colour("#6fc3b8", 73, "ansicyan"),
    "points": Colour("#fff1c4", 230, "ansiwhite"),
    "wood": Colour("#f2c19a", 216, "ansiyellow"),
    "iron": Colour("#cfdceb", 153, "ansigray"),
    "gold": Colour("#ffe07a", 222, "ansibrightyellow"),
    "seat0": Colour("#5cb8f2", 75, "ansibrightcyan"),
    "seat1": Colour("#f47a3c", 209, "ansibrightred"),
    "seat2": Colour("#3be3a8", 79, "ansibrightgreen"),
    "seat3": Colour("#f08ac6", 175, "ansibrightmagenta"),
    "seat4": Colour("#f2ea5e", 227, "ansibrightyellow"),
    "seat5": Colour("#9a90ff", 105, "ansibrightblue"),
    "seat6": Colour("#f0f0f0", 255, "ansiwhite"),
}

SEATS = 7
"""Colours for players: told apart with every common colour blindness, and none of them is the mark's."""


@dataclass(frozen=True, slots=True)
class Land:
    """A kind of land: two tints, so that neighbours of one kind differ, its name's colour, and its sign's."""

    tints: tuple[Colour, Colour]
    name: Colour
    sign: Colour


LANDS: Mapping[str, Land] = {
    "forest": Land(
        (Colour("#1f4230", 22), Colour("#254b36", 22)),
        Colour("#9ed9b2", 151, "ansigreen"),
        Colour("#3d7654", 65, "ansigreen"),
    ),
    "lake": Land(
        (Colour("#1d3c5c", 24), Colour("#234466", 24)),
        Colour("#a3cdf2", 153, "ansibrightblue"),
        Colour("#3f76a8", 67, "ansiblue"),
    ),
    "meadow": Land(
        (Colour("#47431d", 58), Colour("#514c24", 58)),
        Colour("#ece3a0", 229, "ansiyellow"),
        Colour("#8f8743", 143, "ansiyellow"),
    ),
    "mountain": Land(
        (Colour("#433937", 239), Colour("#4d4240", 240)),
        Colour("#e3d3cd", 253, "ansigray"),
        Colour("#85736e", 102, "ansigray"),
    ),
    "swamp": Land(
        (Colour("#3a3550", 54), Colour("#443e5c", 54)),
        Colour("#cfc6ee", 189, "ansimagenta"),
        Colour("#6d6391", 97, "ansimagenta"),
    ),
    "desert": Land(
        (Colour("#554327", 94), Colour("#5a482d", 94)),
        Colour("#f0d9b5", 223, "ansiyellow"),
        Colour("#a5855a", 180, "ansiyellow"),
    ),
    "sea": Land(
        (Colour("#12293f", 17), Colour("#163049", 17)),
        Colour("#8fb6d9", 110, "ansiblue"),
        Colour("#2d5478", 31, "ansiblue"),
    ),
    "snow": Land(
        (Colour("#36404c", 240), Colour("#404b58", 241)),
        Colour("#e6edf4", 255, "ansigray"),
        Colour("#7c8a99", 246, "ansigray"),
    ),
}

NAMED: Mapping[str, Colour] = {
    **COLOURS,
    **{name: ground.sign for name, ground in LANDS.items()},
    **{f"{name}.name": ground.name for name, ground in LANDS.items()},
}
"""All that a style can name."""

DIMMED, LIT, MARKED = 72, 112, 128
"""Hundredths of a ground's own light: nothing leads there, something does, it is what is marked."""
EDGE = 60
"""Hundredths of the light where another region begins."""
DARK = (235, 236, 233)
"""Grounds that are not lit, and edges, where there are 256 colours: too few for dark tints of anything."""

_STEPS = (0, 95, 135, 175, 215, 255)


def hexed(number: int) -> str:
    """One of the 256 that every such terminal shows alike: of the cube or a grey."""
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    rest = number - 16
    return "#" + "".join(f"{_STEPS[part]:02x}" for part in (rest // 36, rest // 6 % 6, rest % 6))


def shown(colour: Colour, depth: ColourDepth) -> str:
    """As styles name it on a terminal of this depth; empty: the terminal's own."""
    if depth is ColourDepth.FULL:
        return colour.full
    return (
        hexed(colour.many)
        if depth is ColourDepth.MANY
        else colour.sixteen
        if depth is ColourDepth.SIXTEEN
        else ""
    )


def parted(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour with a hash."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def scaled(colour: str, hundredths: int) -> str:
    """Lighter or darker."""
    return "#" + "".join(f"{min(255, (part * hundredths + 50) // 100):02x}" for part in parted(colour))


@cache
def tint(ground: str, shade: int, light: int, *, is_edge: bool, depth: ColourDepth) -> str:
    """The background of a piece of land, for a terminal that has tints."""
    colour = LANDS[ground].tints[shade]
    if depth is ColourDepth.FULL:
        return scaled(colour.full, light * EDGE // 100 if is_edge else light)
    if is_edge:
        return hexed(DARK[2])
    return hexed(colour.many if light >= 100 else DARK[shade])


@cache
def read(style: str, depth: ColourDepth) -> str:
    """A style with the colours of the table in it, as this terminal can show it."""
    return " ".join(word for word in (_word(word, depth) for word in style.split()) if word)


def _word(word: str, depth: ColourDepth) -> str:
    head, is_named, name = word.partition("@")
    if not is_named:
        return word
    colour = shown(NAMED[name], depth)
    return f"{head}{colour}" if colour else ""
