"""The colours: readable on every ground, and told apart by everybody."""

from itertools import combinations

import pytest

from p2p_heroes.ui.kit.palette import (
    COLOURS,
    DIMMED,
    LANDS,
    LIT,
    MARKED,
    SEATS,
    ColourDepth,
    hexed,
    parted,
    read,
    scaled,
    shown,
    tint,
)

READ = 4.5
"""The least contrast of small text (WCAG 2, AA)."""
GOODS = ("wood", "iron", "gold")
APART = 14
"""A difference in colour that nobody overlooks."""

# Machado, Oliveira and Fernandes (2009): what those see who lack one kind of cone, on linear RGB.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def linear(colour: str) -> list[float]:
    parts = [part / 255 for part in parted(colour)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        red, green, blue = linear(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def seen(colour: str, blindness: str) -> tuple[float, float, float]:
    """In CIE L*a*b*, where distances are how different colours look."""
    rgb = [
        max(0.0, min(1.0, sum(a * b for a, b in zip(row, linear(colour), strict=True))))
        for row in BLINDNESS[blindness]
    ]
    x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047
    y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
    z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883
    f, g, h = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * g - 16, 500 * (f - g), 200 * (g - h)


@pytest.mark.parametrize("depth", [ColourDepth.FULL, ColourDepth.MANY])
@pytest.mark.parametrize("name", ["text", "soft", "mark", "gain", "loss", "risk", "secret", "proof", *GOODS])
def test_text_can_be_read_on_the_ground_and_on_a_bar(name: str, depth: ColourDepth) -> None:
    for ground in ("ground", "panel", "raised"):
        assert contrast(shown(COLOURS[name], depth), shown(COLOURS[ground], depth)) >= READ


@pytest.mark.parametrize("depth", [ColourDepth.FULL, ColourDepth.MANY])
def test_the_marked_row_and_letters_of_players_can_be_read(depth: ColourDepth) -> None:
    assert contrast(shown(COLOURS["bright"], depth), shown(COLOURS["mark.row"], depth)) >= READ
    for seat in range(SEATS):
        assert contrast(shown(COLOURS["ink"], depth), shown(COLOURS[f"seat{seat}"], depth)) >= READ


@pytest.mark.parametrize("ground", LANDS)
def test_names_and_goods_can_be_read_on_every_land(ground: str) -> None:
    for shade in (0, 1):
        dim, lit, marked = (
            tint(ground, shade, light, is_edge=False, depth=ColourDepth.FULL)
            for light in (DIMMED, LIT, MARKED)
        )
        assert contrast(LANDS[ground].name.full, dim) >= READ
        assert contrast(COLOURS["bright"].full, lit) >= READ
        for name in ("mark", *GOODS):
            assert contrast(COLOURS[name].full, lit) >= 4.3
            assert contrast(COLOURS[name].full, marked) >= 3.6


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_any_two_players_differ_for_everybody(blindness: str) -> None:
    seats = [seen(COLOURS[f"seat{seat}"].full, blindness) for seat in range(SEATS)]
    for one, other in combinations(seats, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 >= APART


def test_light_and_edges_are_seen_where_there_are_tints() -> None:
    def of(light: int, depth: ColourDepth, *, is_edge: bool = False) -> str:
        return tint("forest", 0, light, is_edge=is_edge, depth=depth)

    for depth in (ColourDepth.FULL, ColourDepth.MANY):
        assert depth.has_tints
        assert len({of(LIT, depth), of(DIMMED, depth), of(LIT, depth, is_edge=True)}) == 3
    assert not ColourDepth.SIXTEEN.has_tints


def test_a_style_is_read_for_the_terminal_that_there_is() -> None:
    style = "bold @gain bg:@raised"
    assert read(style, ColourDepth.FULL) == "bold #7fd48a bg:#222831"
    assert read(style, ColourDepth.MANY) == "bold #87d787 bg:#262626"
    assert read(style, ColourDepth.SIXTEEN) == "bold ansigreen"
    assert read(style, ColourDepth.NONE) == "bold"
    assert read("@forest.name", ColourDepth.FULL) == LANDS["forest"].name.full


def test_numbers_of_the_256_are_what_every_terminal_shows_for_them() -> None:
    assert [hexed(number) for number in (16, 21, 46, 196, 231, 232, 255)] == [
        "#000000",
        "#0000ff",
        "#00ff00",
        "#ff0000",
        "#ffffff",
        "#080808",
        "#eeeeee",
    ]
    assert scaled("#804020", 50) == "#402010"
    assert scaled("#ff8000", 200) == "#ffff00"
