"""Who leaves a game, in words: by a signature of its own, by a fault, or by the word of others."""

import pytest

from p2p_heroes.games.roshambo import Sign, SignCalled
from p2p_heroes.node.news import (
    ForfeitProposed,
    Left,
    Lost,
    Relented,
    Reprieve,
    ReprieveOver,
    Unanswered,
    Unlinked,
)
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import genesis_of
from p2p_heroes.ui.story import Story
from protocol.envelope import Header, seal
from protocol.events import Absent, Claimed, Heard, Proved, Settled
from protocol.faults import Proof
from protocol.messages import Absence, Forfeit, Keep, Message, Resign
from protocol.rules import AskOpen

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
    assert story(own=0).tell(vote(2, 1)) == ["Cy wants to go on without Bo."]
    assert story().tell(vote(2, 0, 1)) == ["Cy wants to go on without Ada and Bo."]
    assert story(own=1).tell(vote(2, 1)) == [], "who is named gets a clock"
    assert story(own=2).tell(vote(2, 1)) == [], "who asked for it knows"
    assert story(own=0).tell(heard(2, Keep(1, 4))) == []
    resigned = story(own=0)
    resigned.tell(heard(0, Resign()))
    assert resigned.tell(vote(2, 1)) == ["Cy wants to go on without Bo."], "who is out has no vote"


def test_whoever_is_out_knows_why() -> None:
    teller = story(own=0)
    assert teller.departures.fate() == ""
    for signer in (1, 2):
        teller.tell(vote(signer, 0, signed=True))
    teller.tell(Absent(5, 0, 4))
    assert teller.departures.fate() == "Bo and Cy went on without you at step 5."
    teller.departures.convict(0)
    assert teller.departures.fate() == "You are out since step 5, after a fault."
    teller.tell(heard(0, Resign()))
    assert teller.departures.fate() == "You resigned."
    assert story().departures.fate() == ""


def test_who_waits_after_all_is_told_to_the_others() -> None:
    for own, whom in ((0, "Cy"), (2, "you")):
        teller = story(own=own)
        assert teller.tell(Relented(1, 2)) == [], "nobody knew"
        teller.tell(vote(1, 2) if own == 0 else ForfeitProposed(2, (1,), 30))
        assert teller.tell(Relented(1, 2)) == [f"Bo no longer wants to go on without {whom}."]


def test_who_wants_to_go_on_and_then_not_without_end_does_not_fill_the_screen() -> None:
    teller = story(own=2)
    told = [*teller.tell(vote(1, 0)), *teller.tell(ForfeitProposed(2, (0, 1), 29))]
    for _ in range(100):
        told += teller.tell(Relented(1, 0)) + teller.tell(Relented(1, 2))
        told += teller.tell(ForfeitProposed(2, (0,), 29)) + teller.tell(ForfeitProposed(2, (0, 1), 29))
    assert told == [
        "Bo wants to go on without Ada.",
        "Ada and Bo want to go on without you: choose within 29 s.",
        "Bo no longer wants to go on without Ada.",
        "Bo no longer wants to go on without you.",
    ]


def unanswered(seconds: int, *away: int) -> Unanswered:
    return Unanswered((0,), ((2, seconds),), away)


def test_who_has_not_answered_is_told_as_such_and_not_as_awaited() -> None:
    teller = story(own=1, names=(*NAMES, "Di"))
    lines = [teller.tell(unanswered(seconds, *([2] if seconds >= 60 else []))) for seconds in range(200)]
    assert [seconds for seconds, line in enumerate(lines) if line] == [30, 60]
    assert lines[30] == ["You asked to go on without Ada; Cy has not answered."]
    assert lines[60] == [
        "You asked to go on without Ada; Cy is away and has not answered. "
        "To go on without Cy, too: forfeit Cy"
    ]
    assert teller.tell(Unanswered((0,), ((2, 99), (3, 99)), (3,))) == [
        "You asked to go on without Ada; Cy has not answered; Di is away and has not answered. "
        "To go on without Di, too: forfeit Di"
    ]


def test_where_nobody_had_to_ask_only_who_has_not_answered_is_told() -> None:
    teller = story(own=1)
    teller.tell(heard(0, Resign()))
    assert teller.tell(unanswered(31)) == ["Cy has not answered."]
    assert story().tell(unanswered(31, 2))[0].endswith("Cy is away and has not answered.")


def test_nobody_is_invited_to_go_on_without_somebody_who_is_heard() -> None:
    bo, cy = (Unlinked((), ((seat, 3),)) for seat in (1, 2))
    for own, heard, line in (
        (0, bo, "Di wants to go on without Bo and Cy. To ask for it too: forfeit Bo"),
        (0, cy, "Di wants to go on without Bo and Cy. To ask for it too: forfeit Cy"),
        (0, Unlinked((1, 2), ()), "Di wants to go on without Bo and Cy."),
        (None, bo, "Di wants to go on without Bo and Cy."),
    ):
        teller = story(own, (*NAMES, "Di"))
        teller.tell(heard)
        assert teller.tell(vote(3, 1, 2)) == [line]


def test_who_is_named_has_a_clock_of_a_few_lines() -> None:
    teller = story(own=1)
    lines = [line for left in range(45, -1, -1) for line in teller.tell(ForfeitProposed(1, (0,), left))]
    assert [line.removeprefix("Ada wants to go on without you: ") for line in lines] == [
        "choose within 45 s.",
        "choose within 30 s.",
        "choose within 10 s.",
        "choose within 5 s.",
        "choose now, it may be signed at any moment.",
    ]
    assert teller.tell(ForfeitProposed(1, (0,), 0)) == []
    assert teller.tell(ForfeitProposed(1, (0, 2), 0)) == [
        "Ada and Cy want to go on without you: choose now, it may be signed at any moment."
    ]
    assert teller.tell(ForfeitProposed(1, (0, 2), 60)) == [
        "Ada and Cy want to go on without you: choose within 60 s."
    ]


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


def told_in_vain(teller: Story, claim: Claimed) -> str:
    """The last word on a claim of our own, for which nobody came."""
    [line] = teller.tell(claim)
    assert line.startswith("Signed: ")
    [line] = teller.tell(ReprieveOver(stands=True))
    return line


def test_of_two_who_claimed_reads_how_long_it_still_waits_and_that_it_may_go_on() -> None:
    teller = story(0, NAMES[:2])
    assert teller.tell(Claimed(5, (0,))) == [
        "Signed: you waited in vain for Bo. Unless Bo comes after all, the table ends, decided for nobody."
    ]
    lines = [line for left in range(60, -1, -1) for line in teller.tell(Reprieve((1,), left))]
    goes_on = "if Bo chooses, the game goes on. To go now, type leave."
    assert lines == [
        f"Waiting for Bo for 60 s more: {goes_on}",
        f"Waiting for Bo as long as anybody hears them: {goes_on}",
    ]
    assert teller.tell(Lost(1, "")) == ["The connection to Bo broke; dialling again."], "that matters still"
    end = "The table ended, decided for nobody: you waited in vain for Bo."
    assert teller.tell(ReprieveOver(stands=True)) == [end]
    assert teller.tell(Lost(1, "")) == []
    assert teller.tell(ReprieveOver(stands=True)) == []


def test_a_claim_that_is_void_is_told_before_what_follows() -> None:
    settled = Settled(5, AskOpen((0,)), {}, Position(None, (SignCalled(1, 0, Sign.PAPER),)))
    void = ReprieveOver(stands=False)
    for first, then in ((settled, void), (void, settled)):
        teller = story(0, NAMES[:2])
        teller.tell(Claimed(5, (0,)))
        teller.tell(Reprieve((1,), 60))
        told = [*teller.tell(first), *teller.tell(then)]
        assert told[0] == "Bo came after all: the game goes on."
        assert told[-1] == "Round 1. Ada calls paper: it wins double."
        assert len(told) == 3
        assert teller.tell(Left(1)) == ["Bo left and may come back; the seat waits."]


def test_who_resigns_while_a_claim_waits_is_told_as_what_ended_the_table() -> None:
    teller = story(0, NAMES[:2])
    teller.tell(Claimed(5, (0,)))
    teller.tell(Reprieve((1,), 60))
    teller.tell(heard(1, Resign()))
    assert teller.tell(ReprieveOver(stands=True)) == ["The table ended, decided for nobody: Bo resigned."]


def test_several_may_come_after_all_and_a_bots_owner_has_nothing_to_type() -> None:
    teller = story(1, (*NAMES, "Di"))
    assert teller.tell(Claimed(6, (0, 1))) == [
        "Signed: Ada and you waited in vain for Cy and Di. "
        "Unless Cy and Di come after all, the table ends, decided for nobody."
    ]
    told = "Waiting for Cy and Di for 60 s more: if Cy and Di choose, the game goes on."
    assert teller.tell(Reprieve((2, 3), 60)) == [f"{told} To go now, type leave."]
    bots = story(None, (*NAMES, "Di"))
    assert bots.tell(Reprieve((2, 3), 60)) == [told]
    assert bots.tell(ReprieveOver(stands=True)) == ["The table ended, decided for nobody."]


def test_a_table_that_ended_is_told_as_what_ended_it() -> None:
    two = NAMES[:2]
    ended = "The table ended, decided for nobody: "
    for own, text in ((None, "Bo resigned."), (0, "Bo resigned."), (1, "you resigned.")):
        teller = story(own, two)
        teller.tell(heard(1, Resign()))
        assert teller.tell(Claimed(5, (0,))) == [ended + text]
    [line] = story(1, two).tell(Claimed(5, (0,)))
    assert line.startswith(f"{ended}Ada signed at step 5 to have waited for you in vain.")
    assert told_in_vain(story(0, two), Claimed(5, (0,))) == f"{ended}you waited in vain for Bo."
    three = story(0)
    three.tell(Absent(3, 2, 4))
    three.tell(heard(1, Resign()))
    assert three.tell(Claimed(5, (0,))) == [f"{ended}Bo resigned."]


def test_who_was_waited_for_in_vain_is_named_on_every_screen() -> None:
    """Three sat there; Bo resigned and is present, Cy is not."""
    ended = "The table ended, decided for nobody: "
    signed = "Ada signed at step 6 to have waited for"
    for is_out in (True, False):
        for own, text in (
            (None, f"{signed} Cy in vain."),
            (0, "you waited in vain for Cy."),
            (1, f"{signed} Cy in vain."),
            (2, f"{signed} you in vain. That is on record as their word, not as a proof against you."),
        ):
            teller = story(own)
            teller.tell(heard(1, Resign()))
            if is_out:
                teller.tell(Absent(4, 1, 4))
            claim = Claimed(6, (0,))
            last = told_in_vain(teller, claim) if own == 0 else "".join(teller.tell(claim))
            assert last == ended + text


def test_of_four_all_are_named_who_were_waited_for() -> None:
    four = (*NAMES, "Di")
    ended = "The table ended, decided for nobody: "
    for own, text in (
        (1, "Ada and you waited in vain for Cy and Di."),
        (
            3,
            "Ada and Bo signed at step 6 to have waited for Cy and you in vain. "
            "That is on record as their word, not as a proof against you.",
        ),
    ):
        claim, teller = Claimed(6, (0, 1)), story(own, four)
        last = told_in_vain(teller, claim) if own == 1 else "".join(teller.tell(claim))
        assert last == ended + text
    teller = story(None, four)
    teller.tell(Absent(4, 3, 4))
    assert teller.tell(Claimed(6, (0,))) == [
        f"{ended}Ada signed at step 6 to have waited for Bo and Cy in vain."
    ]


def test_a_table_that_a_fault_ended_waited_for_nobody() -> None:
    ended = "The table ended, decided for nobody: "
    fault = Proved(Proof(bytes(32), "Equivocation", 1, (b"a", b"b")), "")
    for own, name in ((0, "Bo"), (1, "you")):
        teller = story(own, NAMES[:2])
        teller.tell(fault)
        assert teller.tell(Claimed(5, (0,))) == [f"{ended}a fault is proven against {name}."]
    teller = story(0)
    teller.tell(fault)
    teller.tell(heard(2, Resign()))
    assert teller.tell(Claimed(5, (0,))) == [f"{ended}Cy resigned; a fault is proven against Bo."]


def test_a_claim_against_nobody_known_still_reads_as_one() -> None:
    """As after a part of the story that was undone: who is out by it may have been awaited."""
    teller = story(0, NAMES[:2])
    teller.tell(Absent(4, 1, 4))
    assert teller.tell(Claimed(5, (0,))) == [
        "The table ended, decided for nobody: you waited in vain for the others."
    ]


@pytest.mark.parametrize("own", [0, 1])
def test_after_a_fault_nobody_waited(own: int) -> None:
    teller = story(own)
    teller.tell(Proved(Proof(bytes(32), "Equivocation", 1, (b"a", b"b")), ""))
    assert teller.tell(vote(2, 1)) == []
    teller.tell(vote(2, 1, signed=True))
    [line] = teller.tell(Absent(5, 1, 4))
    name = "You are" if own == 1 else "Bo is"
    assert line.startswith(f"{name} out at step 5, by the word of Cy, after the fault.")


def test_who_has_asked_already_is_not_told_to_ask() -> None:
    for asked, line in (
        ((1, 2), "Di wants to go on without Bo and Cy."),
        ((1,), "Di wants to go on without Bo and Cy. To ask for it too: forfeit Cy"),
    ):
        teller = story(0, (*NAMES, "Di"))
        teller.departures.asked = lambda asked=asked: asked  # type: ignore[misc]
        teller.tell(Unlinked((), ((1, 3), (2, 3))))
        assert teller.tell(vote(3, 1, 2)) == [line]
