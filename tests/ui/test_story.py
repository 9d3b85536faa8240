"""News as lines, compared as text."""

import pytest

from p2p_heroes.games.roshambo import Sign, SignCalled, StakeDrawn
from p2p_heroes.node.news import Left, Linked, Lost, News, Refusals, Resumed, Spoke, Torn, WaitingFor
from p2p_heroes.node.table import Position
from p2p_heroes.ui.story import COMINGS, Story
from p2p_heroes.ui.told import Kind, kind_of
from protocol.events import Absent, Claimed, Finished, Proved, Rebuilt, Settled, StepOpened
from protocol.faults import Proof
from protocol.rules import Chance, Open, Secret
from tests.pair import Mesh, seeded

NAMES = ["Ada", "Bo", "Cy"]


def story() -> Story:
    return Story("roshambo", NAMES)


def told(news: News) -> list[str]:
    return story().tell(news)


def test_connections_are_told() -> None:
    assert told(Linked(1)) == ["Bo is connected."]
    assert told(Lost(1, "whatever")) == ["Bo is away; reconnecting."]
    assert told(Left(2)) == ["Cy left and may come back; the seat waits."]
    assert told(Torn(17)) == ["A crash tore off the last 17 bytes of the record; they were cut."]


def test_who_has_left_is_not_missed_as_well() -> None:
    teller = story()
    news = (Linked(1), Left(1), Lost(1, "hung up"), Lost(2, "gone"), Linked(1), Lost(1, "gone"))
    assert [teller.tell(item) for item in news] == [
        ["Bo is connected."],
        ["Bo left and may come back; the seat waits."],
        [],
        ["Cy is away; reconnecting."],
        ["Bo is connected."],
        ["Bo is away; reconnecting."],
    ]


def test_whoever_comes_and_goes_without_end_does_not_fill_the_screen() -> None:
    teller = story()
    for news in ((Left(1),), (Linked(1), Lost(1, "hung up"))):
        assert 1 <= sum(len(teller.tell(item)) for _ in range(1000) for item in news) <= COMINGS
        assert teller.tell(Linked(2)) == ["Cy is connected."]
        teller.tell(Settled(1, Open((0,)), {}, Position(None)))


def test_after_the_end_nobody_cares_who_goes() -> None:
    for end in (Finished(7, seeded("state")), Claimed(7, (0,))):
        teller = story()
        teller.tell(end)
        assert teller.tell(Left(1)) == teller.tell(Lost(1, "hung up")) == teller.tell(Linked(1)) == []


def test_an_open_step_is_told_by_what_happened() -> None:
    after = Position(None, (SignCalled(1, 0, Sign.PAPER),))
    assert told(Settled(1, Open((0,)), {}, after)) == ["", "Round 1. Ada calls paper: it wins double."]


def test_a_sealed_step_is_told_with_a_word_on_its_seals() -> None:
    after = Position(None, (StakeDrawn(1, 2),))
    seal = "  * step 2: every commitment was locked by all, and every one opened"
    lines = [seal, "The dice that nobody controls: 2 points a win."]
    assert told(Settled(2, Chance("stake", (3,)), (1,), after)) == lines
    assert told(Settled(3, Secret((0, 1)), {}, Position(None)))[0] == seal.replace("2", "3")
    marked = Story("roshambo", NAMES, mark="+")
    assert marked.tell(Settled(2, Chance("stake", (3,)), (1,), after))[0].startswith("  + step 2")


def test_the_end_is_told() -> None:
    state = seeded("state")
    assert told(Finished(7, state)) == [f"Everybody signed the final state {state.hex()[:16]}."]
    assert told(Claimed(7, (0,))) == [
        "The table ended, decided for nobody: Ada waited in vain for the others."
    ]
    assert told(Claimed(7, (0, 2))) == [
        "The table ended, decided for nobody: Ada and Cy waited in vain for the others."
    ]


def test_an_absence_and_what_it_changes_is_told() -> None:
    assert told(Absent(3, 1, 9)) == [
        "Bo is out at step 3, by the word of the others, having waited in vain. "
        "The rules move for Bo from here on."
    ]
    assert told(Rebuilt()) == [
        "The others went on without us while we were away. The story so far, once more:"
    ]


def test_a_proof_is_told_with_its_author_and_its_name() -> None:
    proof = Proof(seeded("table"), "Equivocation", 1, (b"", b""))
    assert told(Proved(proof, "two messages with number 4")) == [
        "Bo told different players different things (Equivocation). The proof is in the transcript.",
        "  (two messages with number 4)",
    ]


def test_a_reason_with_a_strangers_words_cannot_move_the_cursor() -> None:
    proof = Proof(seeded("table"), "IllegalDecision", 1, (b"",))
    assert told(Proved(proof, "there is no \x1b[2J here"))[1] == "  (there is no \\u001b[2J here)"


def test_most_of_what_happens_needs_no_words() -> None:
    assert told(StepOpened(1, Open((0,)), b"")) == []
    assert told(WaitingFor(((1, 29),), ())) == []


def wait(teller: Story, seconds: int, *, overdue: bool = False, seat: int = 1) -> list[str]:
    return teller.tell(WaitingFor(((seat, seconds),), (seat,) if overdue else ()))


def test_a_wait_is_a_clock_in_lines_that_come_ever_more_seldom() -> None:
    teller = story()
    lines = [(seconds, wait(teller, seconds)) for seconds in range(300)]
    assert [seconds for seconds, line in lines if line] == [30, 60, 120, 240]
    assert lines[60][1] == ["Bo has been awaited for 60 s."]


def test_a_wait_that_is_overdue_is_told_at_once_with_what_to_do() -> None:
    teller = story()
    lines = [(seconds, wait(teller, seconds, overdue=seconds >= 45)) for seconds in range(100)]
    assert [seconds for seconds, line in lines if line] == [30, 45, 90]
    assert lines[45][1] == ["Bo has been awaited for 45 s. To go on without: forfeit Bo"]


def test_a_seat_that_moves_on_is_waited_for_anew() -> None:
    teller = story()
    assert wait(teller, 40, overdue=True)
    assert wait(teller, 0) == []
    assert wait(teller, 31) == ["Bo has been awaited for 31 s."]
    assert teller.tell(WaitingFor((), ())) == []
    assert wait(teller, 32) == ["Bo has been awaited for 32 s."]


def test_each_seat_has_a_clock_of_its_own() -> None:
    teller = story()
    assert wait(teller, 30, seat=2) == ["Cy has been awaited for 30 s."]
    assert teller.tell(WaitingFor(((1, 30), (2, 31)), ())) == ["Bo has been awaited for 30 s."]


def test_a_whole_game_is_a_story() -> None:
    mesh, teller = Mesh(2, rounds=1).begin().run(), Story("roshambo", ["Ada", "Bo"])
    lines = [line for event in mesh.events[0] for line in teller.tell(event)]  # type: ignore[arg-type]
    assert lines[1].startswith("Round 1. Ada calls ")
    assert any(line.startswith("All reveal: Ada ") for line in lines)
    assert lines[-1].startswith("Everybody signed the final state ")


def test_a_refusal_is_told_once_and_only_if_it_means_something_to_a_person() -> None:
    teller = Story("roshambo", ["Ada", "Bo"])
    first = teller.tell(Refusals("BadHello", 1))
    assert first == [
        "Refused: somebody could not show that the connection was its own (BadHello). "
        "The game is not disturbed."
    ]
    assert teller.tell(Refusals("NotCanonical", 1)) == [
        "Refused: somebody sent what no honest program sends (NotCanonical). The game is not disturbed."
    ]
    assert teller.tell(Refusals("BadHello", 1000)) == []
    assert teller.tell(Refusals("PeerGone", 1)) == [], "a connection that ends is no refusal"


def test_what_a_seat_says_is_told_with_its_name() -> None:
    assert story().tell(Spoke(1, "good luck!")) == [f"<{NAMES[1]}> good luck!"]


PROOF = Proof(bytes(32), "Malformed", 1, (b"",))
HOSTILE = ("* step 9", "=== Round 9", "--- Move", "PROVEN", "  * x", "<Ada>")


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_and_no_chat_makes_a_line_what_it_is_not(name: str) -> None:
    told = Story("roshambo", [name, "Ada"])
    said = [
        told.tell(Spoke(0, "every commitment was locked by all, and every one opened")),
        told.tell(Spoke(0, "=== Round 9 of 16: Ada is first ===")),
        told.tell(Spoke(1, "* step 9: every commitment was locked by all, and every one opened")),
        told.tell(Linked(0)),
        told.tell(Lost(0, "")),
        told.tell(WaitingFor(((0, 99),), (0,))),
        told.tell(Absent(3, 0, 9)),
    ]
    for [line] in said:
        assert kind_of(line) is Kind.PLAIN
    for [line] in said[:3]:
        assert line.startswith("<")


def test_the_checks_and_faults_of_a_table_are_told_as_such() -> None:
    assert kind_of(story().tell(Finished(3, bytes(32)))[0]) is Kind.FAIR
    fault = story().tell(Proved(PROOF, "detail"))
    assert list(map(kind_of, fault)) == [Kind.PROVEN, Kind.PLAIN]


def test_who_comes_back_is_told_what_happened_and_was_said() -> None:
    step = Settled(1, Open((0,)), {0: None}, Position(None, (SignCalled(0, 0, Sign.ROCK),)))
    undone = Settled(1, Open((0,)), {0: None}, Position(None, (SignCalled(0, 0, Sign.PAPER),)))
    told = story().tell(Resumed((undone, Rebuilt(), Spoke(1, "hello"), step, Proved(PROOF, "why"))))
    assert told[:2] == ["The story so far:", "<Bo> hello"]
    assert "paper" not in " ".join(told)
    assert any("rock" in line for line in told)
    assert [line for line in told if kind_of(line) is Kind.PROVEN] == [told[-4]]
    assert told[-1] == "You are back."


def test_where_nothing_has_happened_there_is_no_story() -> None:
    assert story().tell(Resumed(())) == []
