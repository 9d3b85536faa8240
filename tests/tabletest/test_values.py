"""Values are read as they are shown, and a path leads where it says or tells what is there."""

import pytest

from p2p_heroes.games.conquer.events import GameEnded, StartChosen
from p2p_heroes.games.conquer.terms import Score
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.tabletest.values import BadValue, NoSuchPath, changed, look, plain, read_value, shown
from protocol.canonical import Value

SEATS = ("Ada", "Bo")
STATE: Value = {
    "players": ({"stock": (1, 2, 3), "levels": {}}, {"stock": (4, 5, 6), "levels": {}}),
    "round": 2,
}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nothing"),
        (True, "yes"),
        (False, "no"),
        (-3, "-3"),
        ("bone-dragon", "bone-dragon"),
        ("two words", "two words"),
        ("", '""'),
        ("yes", '"yes"'),
        ("12", '"12"'),
        ("a, b", '"a, b"'),
        (b"\x01\xff", "0x01ff"),
        ((), "[]"),
        ((1, ("a", None)), "[1, [a, nothing]]"),
        ({}, "{}"),
        ({"stage": "planning", "seats": (0, 1)}, "{stage: planning, seats: [0, 1]}"),
    ],
)
def test_what_is_shown_can_be_read(value: Value, text: str) -> None:
    assert shown(value) == text
    assert read_value(text) == (value, len(text))


def test_a_value_ends_where_something_else_begins() -> None:
    assert read_value("stake = 2, called = rock", 8) == (2, 9)


@pytest.mark.parametrize(
    ("text", "at"),
    [("", 0), ("[1", 2), ("[1,", 3), ("{a}", 2), ("{: 1}", 1), ("]", 0), ('"open', 0), ("[" * 17, 16)],
)
def test_what_is_no_value_is_refused_where_it_shows(text: str, at: int) -> None:
    with pytest.raises(BadValue) as refused:
        read_value(text)
    assert refused.value.at == at


def test_a_path_leads_into_a_value() -> None:
    assert look(STATE, "players.Bo.stock.2", SEATS) == look(STATE, "players.1.stock.2", SEATS) == 6
    assert look(STATE, "round", SEATS) == 2


def test_a_change_leaves_everything_else() -> None:
    after = changed(STATE, "players.Ada.stock.0", SEATS, 9)
    assert look(after, "players.Ada.stock", SEATS) == (9, 2, 3)
    assert changed(after, "players.Ada.stock.0", SEATS, 1) == STATE
    assert look(changed(STATE, "players.Ada.levels.Lox", SEATS, 1), "players.Ada.levels", SEATS) == {"Lox": 1}


@pytest.mark.parametrize(
    ("path", "at", "text"),
    [
        ("rund", 0, "there is no rund here, only players, round"),
        ("players.Cy.stock", 8, "there is no Cy in players, only Ada, Bo"),
        ("players.Ada.stock.3", 18, "there is no 3 in players.Ada.stock, only 0 to 2"),
        ("players.Ada.levels.Lox", 19, "there is no Lox in players.Ada.levels, only nothing"),
        ("round.0", 6, "there is no 0 in round, only 2"),
    ],
)
def test_a_path_that_leads_nowhere_tells_what_is_there(path: str, at: int, text: str) -> None:
    with pytest.raises(NoSuchPath, match=text) as refused:
        look(STATE, path, SEATS)
    assert refused.value.at == at


def test_nothing_can_be_changed_where_nothing_is() -> None:
    with pytest.raises(NoSuchPath):
        changed(STATE, "players.Ada.stock.wood", SEATS, 9)


def test_events_as_plain_values() -> None:
    assert plain(StartChosen(1, Region.TOGEED)) == {"seat": 1, "region": "Tog'Eed"}
    ended = plain(GameEnded((Score(structures=2), Score()), (3, 4), (1, 2)))
    assert look(ended, "scores.Ada.structures", SEATS) == 2
