"""Whatever a tester may get wrong in a line is refused at its column, with a word about why."""

import pytest

from p2p_heroes.tabletest.scripts.language import parse
from p2p_heroes.tabletest.scripts.lines import BadScript, ScriptLine

TABLE = "table roshambo 3 seats"
CONQUER = "table conquer 2 seats\nAda leads undead\nBo leads elves"

TABLES = [
    ("", 1, 1, "a script needs a table"),
    ("play", 1, 1, "a script begins with a table"),
    ("table", 1, 6, "no game here"),
    ("table chess 2 seats", 1, 7, "no game chess"),
    ("table roshambo", 1, 15, "a number from 2 to 7, not nothing"),
    ("table roshambo 9 seats", 1, 16, "a number from 2 to 7, not 9"),
    ("table roshambo many seats", 1, 16, "a number from 2 to 7, not many"),
    ("table roshambo --2 seats", 1, 16, "a number from 2 to 7, not --2"),
    (f"table roshambo {'2' * 5000} seats", 1, 16, f"a number from 2 to 7, not {'2' * 5000}"),
    ("table roshambo 2", 1, 17, "'seats' is missing"),
    ("table roshambo 2 seats rounds 3", 1, 24, "nothing more belongs here"),
    ("table roshambo 2 seats,", 1, 24, "no option here"),
    ("table roshambo 2 seats, colour 3", 1, 25, "no option colour"),
    ("table roshambo 2 seats, rounds many", 1, 32, "a number from 1 to 99, not many"),
    ("table roshambo 2 seats, rounds 0", 1, 32, "a number from 1 to 99, not 0"),
    ("table roshambo 2 seats, patience", 1, 33, "a number from 1 to 86400, not nothing"),
    ("table roshambo 2 seats, patience 0", 1, 34, "a number from 1 to 86400, not 0"),
    ("table roshambo 2 seats, seed", 1, 29, "a seed is missing"),
    ("table roshambo 2 seats, seed ,", 1, 30, "a seed is missing"),
    ("table roshambo 2 seats: play", 1, 23, "nothing more belongs here"),
    ("table roshambo 3 seats\ntable roshambo 3 seats", 2, 7, "there is a table already"),
    (
        "table conquer 2 seats\nAda leads elves\nBo leads elves",
        3,
        1,
        "each faction has one board, so nobody can play the same",
    ),
]

LINES = [
    ("dance", 1, "no statement begins with dance"),
    ("Zoe: call rock", 1, "no statement begins with Zoe"),
    ("Di: call rock", 1, "no statement begins with Di"),
    ("Ada", 4, "':' is missing"),
    ("Ada call rock", 5, "':' is missing"),
    ("Ada:", 5, "say what to do"),
    ("Ada: call well", 6, "there is no sign well"),
    ("Ada: call rock now", 6, "now is not understood here"),
    ("Ada leads", 10, "no faction here"),
    ("Ada leads undead", 11, "no faction undead"),
    ("Ada cheats", 11, "':' is missing"),
    ("Ada cheats silence", 12, "':' is missing"),
    ("Ada cheats:", 12, "no attack here"),
    ("Ada cheats: nicely", 13, "no attack nicely"),
    ("Ada cheats: silence now", 21, "nothing more belongs here"),
    ("Ada cheats from: silence", 12, "':' is missing"),
    ("Ada cheats from step: silence", 21, "a number from 0 to 10000, not :"),
    ("Ada cheats from step -1: silence", 22, "a number from 0 to 10000, not -1"),
    ("Ada cheats from step 1 silence", 24, "':' is missing"),
    ("faults", 7, "no fault of packets here"),
    ("faults hail 3%", 8, "no fault of packets hail"),
    ("faults drop", 12, "a number with % behind it, such as 2.5%"),
    ("faults drop lots", 13, "a number with % behind it, such as 2.5%"),
    ("faults drop 3", 13, "a number with % behind it, such as 2.5%"),
    ("faults drop 200%", 13, "a rate is between 0% and 100%"),
    ("faults drop 3% replay 2%", 16, "nothing more belongs here"),
    ("faults drop 3%,", 16, "no fault of packets here"),
    ("faults slow", 12, "a number with s behind it, such as 2.5s"),
    ("faults slow 3", 13, "a number with s behind it, such as 2.5s"),
    ("calm", 5, "'at' is missing"),
    ("calm at", 8, "a number with s behind it, such as 2.5s"),
    ("calm at noon", 9, "a number with s behind it, such as 2.5s"),
    ("calm in 3s", 6, "'at' is missing"),
    ("at", 3, "a number with s behind it, such as 2.5s"),
    ("at noon: vote by Ada", 4, "a number with s behind it, such as 2.5s"),
    ("at 3s", 6, "':' is missing"),
    ("at 3s crash Bo for good", 7, "':' is missing"),
    ("at 3s: dance", 8, "no statement begins with dance"),
    ("at 3s: play", 8, "no statement begins with play"),
    ("at 3s: crash Bo", 16, "'for' is missing"),
    ("play now", 6, "nothing more belongs here"),
    ("wait", 5, "a number with s behind it, such as 2.5s"),
    ("wait long", 6, "a number with s behind it, such as 2.5s"),
    ("wait 3", 6, "a number with s behind it, such as 2.5s"),
    ("wait 3s now", 9, "nothing more belongs here"),
    ("wait 3.1234s", 6, "a number with s behind it, such as 2.5s"),
    ("next", 5, "no message here"),
    ("next from", 10, "a seat is missing"),
    ("next from Zoe: drop", 11, "nobody called Zoe sits here"),
    ("next from Bo", 13, "':' is missing"),
    ("next from Bo drop", 14, "':' is missing"),
    ("next from Bo:", 14, "no fault of packets here"),
    ("next from Bo: hail", 15, "no fault of packets hail"),
    ("next from Bo to: drop", 16, "a seat is missing"),
    ("next from Bo to Zoe: drop", 17, "nobody called Zoe sits here"),
    ("next from Bo: drop it", 20, "nothing more belongs here"),
    ("crash", 6, "a seat is missing"),
    ("crash Eve for 3s", 7, "nobody called Eve sits here"),
    ("crash Bo", 9, "'for' is missing"),
    ("crash Bo for", 13, "a number with s behind it, such as 2.5s"),
    ("crash Bo for ever", 14, "a number with s behind it, such as 2.5s"),
    ("crash Bo for good now", 19, "nothing more belongs here"),
    ("restart", 8, "a seat is missing"),
    ("restart Eve", 9, "nobody called Eve sits here"),
    ("restart Bo now", 12, "nothing more belongs here"),
    ("part", 5, "a seat is missing"),
    ("part Ada", 9, "'for' is missing"),
    ("part Ada, for 3s", 11, "nobody called for sits here"),
    ("part Ada Bo for 3s", 10, "'for' is missing"),
    ("part Ada for", 13, "a number with s behind it, such as 2.5s"),
    ("part Zoe for 3s", 6, "nobody called Zoe sits here"),
    ("pause", 6, "a seat is missing"),
    ("pause Ada for 3s", 11, "a pause is between two seats"),
    ("pause Ada, Bo, Cy for 3s", 19, "a pause is between two seats"),
    ("pause Ada, Ada for 3s", 16, "a pause is between two seats"),
    ("pause Ada, Bo", 14, "'for' is missing"),
    ("pause Ada, Bo for ever", 19, "a number with s behind it, such as 2.5s"),
    ("clock", 6, "'of' is missing"),
    ("clock of", 9, "a seat is missing"),
    ("clock of Eve by 3s", 10, "nobody called Eve sits here"),
    ("clock of Ada", 13, "'by' is missing"),
    ("clock of Ada by", 16, "a number with s behind it, such as 2.5s"),
    ("clock of Ada by noon", 17, "a number with s behind it, such as 2.5s"),
    ("vote", 5, "'by' is missing"),
    ("vote by", 8, "a seat is missing"),
    ("vote by Eve", 9, "nobody called Eve sits here"),
    ("vote by Ada now", 13, "nothing more belongs here"),
    ("expect", 7, "an expectation is missing"),
    ("expect luck", 8, "no expectation and no seat luck"),
    ("expect finished now", 17, "nothing more belongs here"),
    ("expect nobody", 8, "no expectation and no seat nobody"),
    ("expect nobody happy", 8, "no expectation and no seat nobody"),
    ("expect step", 12, "a number from 0 to 100000, not nothing"),
    ("expect step one", 13, "a number from 0 to 100000, not one"),
    ("expect places", 14, "a number from 1 to 3, not nothing"),
    ("expect places 1 2", 18, "a number from 1 to 3, not nothing"),
    ("expect places 1 2 4", 19, "a number from 1 to 3, not 4"),
    ("expect places 1 2 3 4", 21, "nothing more belongs here"),
    ("expect scores", 14, "a number from -100000 to 100000, not nothing"),
    ("expect scores 1 2", 18, "a number from -100000 to 100000, not nothing"),
    ("expect scores 1 2 many", 19, "a number from -100000 to 100000, not many"),
    ("expect event", 13, "an event is missing"),
    ("expect event with x = 1", 19, "nothing more belongs here"),
    ("expect event E with", 20, "a path is missing"),
    ("expect event E with x", 22, "'=' is missing"),
    ("expect event E with x =", 24, "a value is missing"),
    ("expect event E with x = 1,", 27, "a path is missing"),
    ("expect event E with x = [1", 27, ", or ] is missing"),
    ("expect event E x = 1", 16, "nothing more belongs here"),
    ("expect state", 13, "a path is missing"),
    ("expect state = 3", 14, "a path is missing"),
    ("expect state scores", 20, "'=' is missing"),
    ("expect state scores =", 22, "a value is missing"),
    ("expect state scores = [1, 2", 28, ", or ] is missing"),
    ("expect state scores = 1 ] 2", 25, "nothing more belongs here"),
    ("expect state scores = {a}", 25, ": is missing"),
    ("expect no event", 16, "no event here"),
    ("expect no event SignCaled", 17, "no event SignCaled; perhaps SignCalled"),
    ("expect no event BattleFought", 17, "no event BattleFought"),
    ("expect no event SignCalled with sgn = 1", 33, "there is no sgn here, only round, seat, sign"),
    ("expect Bo is asked", 11, "no expectation is"),
    ("expect Zoe in", 8, "no expectation and no seat Zoe"),
    ("expect Bo", 10, "no expectation here"),
    ("expect Bo happy", 11, "no expectation happy"),
    ("expect Bo blamed for", 21, "no fault here"),
    ("expect Bo blamed for luck", 22, "no fault luck"),
    ("expect Bo blamed by Ada", 18, "nothing more belongs here"),
    ("expect Bo waits", 11, "no expectation waits"),
    ("expect Bo waits for", 20, "a seat is missing"),
    ("expect Bo waits for Zoe", 21, "nobody called Zoe sits here"),
    ("expect Bo can", 14, "':' is missing"),
    ("expect Bo can:", 15, "say what to do"),
    ("expect Bo can: dance", 16, "no choice begins with that word"),
    ("expect Bo cannot call rock", 18, "':' is missing"),
    ("expect Bo cannot: dance", 19, "no choice begins with that word"),
    ("given", 6, "a path is missing"),
    ("given scores", 13, "'=' is missing"),
    ("given = 3", 7, "a path is missing"),
    ("given scores =", 15, "a value is missing"),
    ("given scores = [1", 18, ", or ] is missing"),
    ("given scores = [1, 0, 0] 3", 26, "nothing more belongs here"),
    ("given points = 3", 7, "there is no points here, only called, played, rounds, scores"),
    ("given scores.Zoe = 3", 14, "there is no Zoe in scores, only Ada, Bo, Cy"),
    ("given scores.3 = 3", 14, "there is no 3 in scores, only Ada, Bo, Cy"),
    ("given scores = [1, 2]", 16, "the game cannot begin so: scores needs an entry for each sea"),
    ("given called = well", 16, "the game cannot begin so: not a sign"),
    ("given played = 9", 16, "the game cannot begin so: no game can come to this"),
    ("wait -3s", 6, "a time without a sign"),
    ("calm at -3s", 9, "a time without a sign"),
    ("at -3s: vote by Ada", 4, "a time without a sign"),
    ("crash Bo for -3s", 14, "a time without a sign"),
    ("part Ada, Bo, Cy for 3s", 18, "nobody is left for the other side"),
    ("next from Bo to Bo: drop", 17, "nobody writes to himself"),
    ("expect step -1", 13, "a number from 0 to 100000, not -1"),
    ("next to Bo: drop", 6, "no message to"),
    ("next reveal Bo: drop", 13, "'from' is missing"),
]

TOO_LATE = [
    ("given played = 0", 1),
    ("faults drop 3%", 1),
    ("calm at 3s", 1),
    ("at 3s: vote by Ada", 1),
    ("Ada leads undead", 5),
    ("Ada cheats: silence", 5),
]

STARTS = [
    ("given players.Ada.regoin = Lox", 4, 19, "there is no regoin in players.Ada, only artefacts, barred, b"),
    ("given players.Ada.region = Mordor", 4, 28, "the game cannot begin so: not a region"),
    (
        "given players.Ada.units.pixie = 3",
        4,
        25,
        "there is no pixie in players.Ada.units, only skeleton, lich,",
    ),
    (
        "given round = 5\ngiven players.Ada.region = Lox\ngiven agenda = [{stage: planning}]",
        5,
        28,
        "the game cannot begin so: no game can come to this",
    ),
    ("given players.Ada.stock = [1, 2]", 4, 27, "the game cannot begin so: not one number per resource"),
    ("Ada leads gnomes now", 4, 18, "nothing more belongs here"),
    ("Cy leads gnomes", 4, 1, "no statement begins with Cy"),
    ("Bo leads undead", 4, 1, "each faction has one board, so nobody can play the same"),
]


def refusal(text: str) -> BadScript:
    with pytest.raises(BadScript) as refused:
        parse(text)
    return refused.value


def place(bad: BadScript) -> tuple[int, int]:
    return bad.line, bad.column


@pytest.mark.parametrize(("text", "line", "column", "reason"), TABLES)
def test_a_table_that_cannot_be(text: str, line: int, column: int, reason: str) -> None:
    bad = refusal(text)
    assert place(bad) == (line, column)
    assert str(bad).startswith(f"line {line}, column {column}: {reason}")


@pytest.mark.parametrize(("text", "column", "reason"), LINES)
def test_a_line_that_cannot_be_read(text: str, column: int, reason: str) -> None:
    assert place(refusal(f"{TABLE}\n{text}")) == (2, column)
    # Indented it is the same mistake, further to the right, whatever stands around it.
    bad = refusal(f"{TABLE}\n\n  {text}  # a comment\nplay")
    assert str(bad).startswith(f"line 3, column {column + 2}: {reason}")


@pytest.mark.parametrize(("text", "column"), TOO_LATE)
def test_the_table_comes_before_what_happens(text: str, column: int) -> None:
    bad = refusal(f"{TABLE}\nwait 1s\n{text}")
    assert place(bad) == (3, column)
    assert "before everything that happens" in str(bad)


@pytest.mark.parametrize(("text", "line", "column", "reason"), STARTS)
def test_a_start_that_cannot_be(text: str, line: int, column: int, reason: str) -> None:
    bad = refusal(f"{CONQUER}\n{text}")
    assert place(bad) == (line, column)
    assert reason in str(bad)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Bo cheats: false openings", "no attack false; perhaps false opening"),
        ("expect Bo blamed for falseOpening", "no fault falseOpening; perhaps FalseOpening"),
        ("faults dorp 3%", "no fault of packets dorp"),
        ("next reveals from Bo: drop", "no message reveals"),
    ],
)
def test_what_was_probably_meant(text: str, meant: str) -> None:
    assert meant in str(refusal(f"{TABLE}\n{text}"))


def test_one_cheat_is_enough() -> None:
    assert place(refusal(f"{TABLE}\nAda cheats: silence\nBo cheats: silence")) == (3, 12)


def test_an_attack_may_need_a_larger_table() -> None:
    bad = refusal("table roshambo 2 seats\nBo cheats: claim the table")
    assert str(bad) == "line 2, column 12: this needs 3 seats"


def test_a_line_is_taken_word_by_word() -> None:
    line = ScriptLine("  next from Bo: change a bit, 2.5s = {a: [1]}  # and so on", 7)
    assert line.column == 3
    assert line.accept("next", "from")
    assert not line.accept("Ada")
    assert line.name("a seat") == "Bo"
    line.require(":")
    assert line.one_of(["change", "change a bit"], "kind") == "change a bit"
    assert line.accept(",")
    assert line.time() == 2_500
    line.require("=")
    assert line.value() == {"a": (1,)}
    assert line.is_over
    line.end()
    assert line.number == 7
