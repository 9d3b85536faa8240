"""Pages of rules, in a terminal and as Markdown."""

from p2p_heroes.ui.kit.pages import Page, Points, TextTable, as_markdown, as_text

PAGE = Page(
    "towers",
    "Towers",
    (
        "A tower sees far.",
        TextTable("Kinds", ("tower", "level", "price", "effect"), (("Keep", "1", "2 wood", "sees far"),)),
        Points("Never", ("in a lake", "beside another tower, however small that one may be")),
    ),
    "rulebook p. 6",
)


def test_a_page_in_a_terminal() -> None:
    assert as_text(PAGE, 40) == [
        "Towers (rulebook p. 6)",
        "======================",
        "",
        "A tower sees far.",
        "",
        "Kinds",
        "- Keep: level 1; price 2 wood; sees far",
        "",
        "Never",
        "- in a lake",
        "- beside another tower, however small",
        "  that one may be",
    ]


def test_a_page_as_markdown() -> None:
    assert as_markdown(PAGE) == [
        "# Towers",
        "",
        "A tower sees far.",
        "",
        "## Kinds",
        "",
        "| tower | level | price | effect |",
        "| --- | --- | --- | --- |",
        "| Keep | 1 | 2 wood | sees far |",
        "",
        "## Never",
        "",
        "- in a lake",
        "- beside another tower, however small that one may be",
        "",
        "See rulebook p. 6.",
    ]


def test_an_empty_cell_is_not_told() -> None:
    table = TextTable("Kinds", ("tower", "price", "effect"), (("Hut", "", ""), ("Keep", "", "sees far")))
    assert Page("t", "T", (table,)).lines == ["Kinds", "- Hut", "- Keep: sees far"]


def test_a_page_without_a_source() -> None:
    page = Page("t", "Towers", ("They see far.",))
    assert as_text(page, 40)[:2] == ["Towers", "======"]
    assert as_markdown(page)[-1] == "They see far."
