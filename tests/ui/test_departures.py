"""Who leaves a game, in words: by a signature of its own, by a fault, or by the word of others."""

import pytest

from p2p_heroes.node.news import Left, Named
from p2p_heroes.ui.story import Story
from protocol.envelope import Header, seal
from protocol.events import Absent, Claimed, Heard, Proved
from protocol.faults import Proof
from protocol.messages import Absence, Forfeit, Keep, Message, Resign
from tests.pair import genesis_of, key_of

NAMES = ("Ada", "Bo", "Cy")


def story(own: int | None = None, names: tuple[str, ...] = NAMES) -> Story:
    return Story("roshambo", names, own=own)


def heard(seat: int, message: Message, step: int = 5) -> Heard:
    header = Header(genesis_of(3).table, seat, 1, bytes(32), step, bytes(32), bytes(32))
    return Heard(seal(key_of(seat), header, message))


def vote(seat: int, *named: int, signed: bool = False) -> Heard:
    absences: tuple[Absence, ...] = tuple((name, 4) for name in named)
    return heard(seat, Forfeit(absences, signed=signed))


def test_who_wants_to_go_on_without_whom_is_told_to_the_others() -> None:
    [line] = story(own=0).tell(vote(2, 1))
    assert line == "Cy wants to go on without Bo. To ask for it too: forfeit Bo"
    assert story().tell(vote(2, 0, 1)) == ["Cy wants to go on without Ada and Bo."]
    assert story(own=1).tell(vote(2, 1)) == [], "who is named gets a clock"
    assert story(own=2).tell(vote(2, 1)) == [], "who asked for it knows"
    assert story(own=0).tell(heard(2, Keep(1, 4))) == []


def test_who_is_named_has_a_clock_of_a_few_lines() -> None:
    teller = story(own=1)
    lines = [line for left in range(45, -1, -1) for line in teller.tell(Named(1, (0,), left))]
    assert [line.removeprefix("Ada wants to go on without you: ") for line in lines] == [
        "choose within 45 s.",
        "choose within 30 s.",
        "choose within 10 s.",
        "choose within 5 s.",
        "choose now, it may be signed at any moment.",
    ]
    assert teller.tell(Named(1, (0,), 0)) == []
    assert teller.tell(Named(1, (0, 2), 0)) == [
        "Ada and Cy want to go on without you: choose now, it may be signed at any moment."
    ]
    assert teller.tell(Named(1, (0, 2), 60)) == ["Ada and Cy want to go on without you: choose within 60 s."]


@pytest.mark.parametrize("own", [None, 0])
def test_who_is_out_is_told_with_those_whose_word_it_is(own: int | None) -> None:
    teller = story(own)
    teller.tell(vote(0, 1, signed=True))
    teller.tell(vote(2, 1, signed=True))
    ada = "you" if own == 0 else "Ada"
    assert teller.tell(Absent(5, 1, 4)) == [
        f"Bo is out at step 5, by the word of {ada} and Cy, having waited in vain. "
        "The rules move for Bo from here on."
    ]
    assert teller.tell(Left(1)) == ["Bo left."]


def test_who_was_voted_out_is_told_by_whom_where_and_what_it_is_worth() -> None:
    teller = story(own=1)
    teller.tell(vote(0, 1, signed=True))
    teller.tell(vote(2, 1, signed=True))
    assert teller.tell(Absent(5, 1, 4)) == [
        "You are out of the game: Ada and Cy signed at step 5 to have waited for you in vain. "
        "That is on record as their word, not as a proof against you. "
        "The rules move for you from here on; you may watch to the end, or leave."
    ]


def test_a_resignation_is_told_as_its_authors_own_word() -> None:
    teller = story(own=0)
    assert teller.tell(heard(1, Resign())) == ["Bo resigned, and signed it."]
    assert teller.tell(vote(2, 1)) == [], "nobody has to ask for it"
    assert teller.tell(Absent(5, 1, 4)) == ["The rules move for Bo from here on."]
    assert teller.tell(Left(1)) == ["Bo left."]
    own = story(own=1)
    assert own.tell(heard(1, Resign())) == []
    [line] = own.tell(Absent(5, 1, 4))
    assert line == "The rules move for you from here on; you may watch to the end, or leave."


def test_a_table_that_ended_is_told_as_what_ended_it() -> None:
    two = NAMES[:2]
    ended = "The table ended, decided for nobody: "
    for own, text in ((None, "Bo resigned."), (0, "Bo resigned."), (1, "you resigned.")):
        teller = story(own, two)
        teller.tell(heard(1, Resign()))
        assert teller.tell(Claimed(5, (0,))) == [ended + text]
    [line] = story(1, two).tell(Claimed(5, (0,)))
    assert line.startswith(f"{ended}Ada signed at step 5 to have waited for you in vain.")
    assert story(0, two).tell(Claimed(5, (0,))) == [f"{ended}you waited in vain for the others."]
    three = story(0)
    three.tell(Absent(3, 2, 4))
    three.tell(heard(1, Resign()))
    assert three.tell(Claimed(5, (0,))) == [f"{ended}Bo resigned."]


@pytest.mark.parametrize("own", [0, 1])
def test_after_a_fault_nobody_waited(own: int) -> None:
    teller = story(own)
    teller.tell(Proved(Proof(bytes(32), "Equivocation", 1, (b"a", b"b")), ""))
    assert teller.tell(vote(2, 1)) == []
    teller.tell(vote(2, 1, signed=True))
    [line] = teller.tell(Absent(5, 1, 4))
    name = "You are" if own == 1 else "Bo is"
    assert line.startswith(f"{name} out at step 5, by the word of Cy, after the fault.")
