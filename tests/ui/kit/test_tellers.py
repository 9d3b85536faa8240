"""Events as sentences: their fields in braces, said as the game says them."""

from collections.abc import Sequence

import pytest

from p2p_heroes.games.game import Event
from p2p_heroes.ui.kit.tellers import Teller

NAMES = ("Ada", "B{o}", "Cy")


class Baked(Event):
    seat: int
    cake: str
    count: int


class Shared(Event):
    seats: tuple[int, ...]
    points: int


class Eaten(Event):
    seat: int


class Lost(Event):
    seat: int


def _eaten(event: Eaten, names: Sequence[str]) -> list[str]:
    return [f"{names[event.seat]} eats.", "Nothing is left."]


TELLER = Teller(
    {
        Baked: "\n{seat:name} bakes {count:count cake}: {cake:titled}, or {cake:plural}; {event:whole}.",
        Shared: "{seats:names} share {points:points} of {points}.",
        Eaten: _eaten,
    },
    {"whole": lambda event: f"{event.count} of {event.cake}"},
)


def test_fields_are_said_by_the_words_behind_them() -> None:
    assert TELLER.tell(Baked(0, "sacher-torte", 2), NAMES) == [
        "",
        "Ada bakes 2 cakes: Sacher Torte, or sacher-tortes; 2 of sacher-torte.",
    ]
    assert TELLER.tell(Shared((0, 2), 1), NAMES) == ["Ada and Cy share 1 point of 1."]


def test_what_a_field_says_is_no_template() -> None:
    assert TELLER.tell(Shared((1,), 2), NAMES) == ["B{o} share 2 points of 2."]


def test_a_function_tells_what_takes_more_than_a_sentence() -> None:
    assert TELLER.tell(Eaten(2), NAMES) == ["Cy eats.", "Nothing is left."]


def test_an_event_without_words_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        TELLER.tell(Lost(0), NAMES)
