"""Writing signs into little room."""

from p2p_heroes.ui.kit.lettering import Label, MapSign, Written, lettered, seat_letters
from p2p_heroes.ui.kit.text import width_of

LABEL = Label(
    "Brynnlore",
    "name",
    MapSign("^", "mountain"),
    things=(MapSign("2w", "2 wood"), MapSign("=A2", "foundation A2")),
    people=(MapSign("A", "Ada"), MapSign("B", "Bo")),
)


def text(rows: list[Written]) -> list[str]:
    return ["".join(piece for _, piece in row) for row in rows]


def test_one_row_has_the_name_the_signs_and_at_its_end_who_is_there() -> None:
    assert text(lettered(LABEL, 24, 1)) == ["Brynnlore ^2w=A2      AB"]


def test_the_name_gives_way_to_the_signs() -> None:
    assert text(lettered(LABEL, 14, 1)) == ["Brynn ^2w=A2AB"]


def test_where_not_even_that_is_enough_the_last_signs_go() -> None:
    assert text(lettered(LABEL, 9, 1)) == ["Bry ^2wAB"]
    assert text(lettered(LABEL, 8, 1)) == ["Bry^2wAB"]
    assert text(lettered(LABEL, 4, 1)) == ["BryA"]


def test_a_name_is_not_cut_behind_a_blank() -> None:
    assert text(lettered(Label("Tog' Eed", "name", MapSign("^", "mountain")), 7, 1)) == ["Tog ^"]


def test_the_terrain_is_a_word_where_it_fits() -> None:
    assert text(lettered(LABEL, 20, 4))[0] == "Brynnlore   mountain"
    assert text(lettered(LABEL, 12, 4))[0] == "Brynnlore  ^"
    assert text(lettered(LABEL, 8, 4))[0] == "Brynnlo^"


def test_all_in_words_where_there_is_room() -> None:
    assert text(lettered(LABEL, 20, 4))[1:] == ["Ada Bo 2 wood", "foundation A2"]


def test_with_less_room_the_last_are_short_first() -> None:
    assert text(lettered(LABEL, 20, 2))[1:] == ["Ada Bo 2 wood =A2"]
    assert text(lettered(LABEL, 12, 2))[1:] == ["Ada B 2w =A2"]
    assert text(lettered(LABEL, 6, 2))[1:] == ["A B 2w"]


def test_before_the_name_and_behind_it() -> None:
    label = Label("Lox", "goal", MapSign("^", "mountain"), lead=">", cost="(3)")
    assert text(lettered(label, 12, 1)) == [">Lox(3) ^"]
    assert text(lettered(label, 16, 2)) == [">Lox(3) mountain"]
    assert lettered(label, 16, 2)[0][0] == ("goal", ">Lox(3)")
    long = Label("Brynnlore", "goal", MapSign("^", "mountain"), lead=">", cost="(3)")
    assert text(lettered(long, 9, 2)) == [">Bryn(3)^"]


def test_no_row_is_wider_than_the_room() -> None:
    wide = Label("Lox", "name", MapSign("^", "mountain"), people=(MapSign("1", "日本日本日本"),))
    for width in range(1, 20):
        for height in (1, 2, 3):
            for label in (LABEL, wide):
                rows = text(lettered(label, width, height))
                assert len(rows) <= height
                assert all(width_of(row) <= width for row in rows), (width, height, rows)


def test_a_letter_for_everybody() -> None:
    assert seat_letters(("Ada", "Bo")) == ["A", "B"]
    assert seat_letters(("ada", "Anna", "An", "Aa")) == ["A", "N", "3", "4"]
    assert seat_letters(("日本", "Élan", "")) == ["1", "L", "3"]
