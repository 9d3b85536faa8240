"""A line is what its maker says, whatever it says itself."""

from p2p_heroes.ui.kit.styled_lines import LineKind, Told, kind_of, like


def test_a_line_is_of_the_kind_that_its_maker_gave_it() -> None:
    line = Told("=== Round 1 ===", LineKind.HEADING)
    assert (line, kind_of(line)) == ("=== Round 1 ===", LineKind.HEADING)


def test_a_string_is_of_no_kind_whatever_it_says() -> None:
    for text in ("=== Round 1 ===", "--- Move ---", "PROVEN: Bo cheated", "  * step 9: every commitment"):
        assert kind_of(text) is LineKind.PLAIN


def test_what_is_made_of_a_line_is_of_no_kind() -> None:
    line = Told("* step 9", LineKind.FAIR)
    for made in (f"{line}", line + "", line[:4], line.strip(" "), " ".join([line, "x"])):
        assert kind_of(made) is LineKind.PLAIN or made is line


def test_pieces_are_of_the_kind_of_what_they_were_cut_from() -> None:
    assert list(map(kind_of, like(Told("a b", LineKind.FAIR), ["a", "b"]))) == [LineKind.FAIR, LineKind.FAIR]
    assert list(map(kind_of, like("* b", ["*", "b"]))) == [LineKind.PLAIN, LineKind.PLAIN]
