"""News as lines, compared as text."""

import pytest

from p2p_heroes.games.roshambo import Sign, SignCalled, StakeDrawn
from p2p_heroes.node.news import (
    Alone,
    Apart,
    Forgotten,
    Left,
    Linked,
    Lost,
    News,
    Refusals,
    Resumed,
    Spoke,
    Torn,
    Unlinked,
    WaitingFor,
)
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import SessionTable
from p2p_heroes.ui.kit.styled_lines import LineKind, kind_of
from p2p_heroes.ui.story import COMINGS, Story
from protocol.events import Absent, Claimed, Finished, Proved, Rebuilt, Settled, StepOpened
from protocol.faults import Proof
from protocol.rules import AskChance, AskOpen, AskSecret

NAMES = ["Ada", "Bo", "Cy"]


def story() -> Story:
    return Story("roshambo", NAMES)


def told(news: News) -> list[str]:
    return story().tell(news)


def test_connections_are_told() -> None:
    assert told(Linked(1)) == ["Bo is connected."]
    assert told(Lost(1, "whatever")) == ["The connection to Bo broke; dialling again."]
    assert told(Left(2)) == ["Cy left and may come back; the seat waits."]
    assert told(Torn(17)) == ["A crash tore off the last 17 bytes of the record; they were cut."]


def test_who_has_left_is_not_missed_as_well() -> None:
    teller = story()
    news = (Linked(1), Left(1), Lost(1, "hung up"), Lost(2, "gone"), Linked(1), Lost(1, "gone"))
    assert [teller.tell(item) for item in news] == [
        ["Bo is connected."],
        ["Bo left and may come back; the seat waits."],
        [],
        ["The connection to Cy broke; dialling again."],
        ["Bo is connected."],
        ["The connection to Bo broke; dialling again."],
    ]
    assert teller.tell(Left(1))
    assert teller.tell(Unlinked((), ((1, 3),))) == []


def test_who_is_here_through_others_is_told_from_who_is_heard_by_nobody() -> None:
    teller = story()
    assert teller.tell(Unlinked((), ((1, 3), (2, 3)))) == [], "who never came is not missed"
    assert teller.tell(Unlinked((2,), ((1, 3),))) == ["Cy is here through others (no direct connection)."]
    assert teller.tell(Unlinked((2,), ())) == []
    assert teller.tell(Linked(2)) == ["Cy is connected."]
    assert teller.tell(Unlinked((), ())) == []
    assert teller.tell(Lost(2, "")) == ["The connection to Cy broke; dialling again."]
    assert teller.tell(Unlinked((), ((2, 3),))) == ["Nobody hears Cy any more: away."]
    assert teller.tell(Unlinked((2,), ())) == ["Cy is here through others (no direct connection)."]
    teller.tell(Finished(7, noise("state")))
    assert teller.tell(Unlinked((), ((2, 3),))) == []


def test_which_two_have_no_direct_connection_is_told_and_when_they_have_one() -> None:
    teller = story()
    no = "No direct connection, so others pass on what they say:"
    assert teller.tell(Apart(((0, 2), (1, 2)))) == [f"{no} Ada with Cy; Bo with Cy."]
    assert teller.tell(Apart(((0, 1), (1, 2)), ((0, 2),))) == [
        f"{no} Ada with Bo.",
        "With a direct connection now: Ada with Cy.",
    ]
    assert teller.tell(Apart(((0, 1),))) == [], "who is away is not connected again"
    assert teller.tell(Apart((), ((0, 1),))) == ["With a direct connection now: Ada with Bo."]
    flutter = (Apart(((0, 1),)), Apart((), ((0, 1),)))
    told = [line for _ in range(100) for news in flutter for line in teller.tell(news)]
    assert 1 <= len(told) <= COMINGS
    teller.tell(Finished(7, noise("state")))
    assert teller.tell(Apart(((1, 2),))) == []


def test_whoever_comes_and_goes_without_end_does_not_fill_the_screen() -> None:
    teller = story()
    through = (Unlinked((1,), ()), Unlinked((), ((1, 3),)))
    for news in ((Left(1),), (Linked(1), Lost(1, "hung up")), (Linked(1), *through)):
        assert 1 <= sum(len(teller.tell(item)) for _ in range(1000) for item in news) <= COMINGS
        assert teller.tell(Linked(2)) == ["Cy is connected."]
        teller.tell(Settled(1, AskOpen((0,)), {}, Position(None)))


def test_after_the_end_nobody_cares_who_goes() -> None:
    for end in (Finished(7, noise("state")), Claimed(7, (0,))):
        teller = story()
        teller.tell(end)
        assert teller.tell(Left(1)) == teller.tell(Lost(1, "hung up")) == teller.tell(Linked(1)) == []


def test_an_open_step_is_told_by_what_happened() -> None:
    after = Position(None, (SignCalled(1, 0, Sign.PAPER),))
    assert told(Settled(1, AskOpen((0,)), {}, after)) == ["", "Round 1. Ada calls paper: it wins double."]


def test_a_sealed_step_is_told_with_a_word_on_its_seals() -> None:
    after = Position(None, (StakeDrawn(1, 2),))
    seal = "  * step 2: every commitment was locked by all, and every one opened"
    lines = [seal, "The dice that nobody controls: 2 points a win."]
    assert told(Settled(2, AskChance("stake", (3,)), (1,), after)) == lines
    assert told(Settled(3, AskSecret((0, 1)), {}, Position(None)))[0] == seal.replace("2", "3")
    marked = Story("roshambo", NAMES, mark="+")
    assert marked.tell(Settled(2, AskChance("stake", (3,)), (1,), after))[0].startswith("  + step 2")


def test_the_end_is_told() -> None:
    state = noise("state")
    assert told(Finished(7, state)) == [f"Everybody signed the final state {state.hex()[:16]}."]
    assert told(Claimed(7, (0,))) == [
        "The table ended, decided for nobody: Ada signed at step 7 to have waited for Bo and Cy in vain."
    ]
    assert told(Claimed(7, (0, 2))) == [
        "The table ended, decided for nobody: Ada and Cy signed at step 7 to have waited for Bo in vain."
    ]


def test_an_absence_and_what_it_changes_is_told() -> None:
    assert told(Absent(3, 1, 9)) == [
        "Bo is out at step 3, by the word of the others, having waited in vain. "
        "The rules move for Bo from here on."
    ]
    assert told(Rebuilt()) == [
        "The others went on without us while we were away. The story so far, once more:"
    ]


def test_who_is_out_of_a_story_that_was_told_anew_reads_so_at_its_end() -> None:
    teller = Story("roshambo", NAMES, own=0)
    teller.tell(Rebuilt())
    teller.tell(Absent(2, 0, 1))
    assert wait(teller, 0) == ["You watch: The others went on without you at step 2."]
    assert wait(teller, 1) == []
    teller.tell(Rebuilt())
    assert wait(teller, 2) == [], "this time we are not out"


def test_a_proof_is_told_with_its_author_and_its_name() -> None:
    proof = Proof(noise("table"), "Equivocation", 1, (b"", b""))
    assert told(Proved(proof, "two messages with number 4")) == [
        "Bo told different players different things (Equivocation). The proof is in the transcript.",
        "  (two messages with number 4)",
    ]


def test_a_reason_with_a_strangers_words_cannot_move_the_cursor() -> None:
    proof = Proof(noise("table"), "IllegalDecision", 1, (b"",))
    assert told(Proved(proof, "there is no \x1b[2J here"))[1] == "  (there is no \\u001b[2J here)"


def test_most_of_what_happens_needs_no_words() -> None:
    assert told(StepOpened(1, AskOpen((0,)), b"")) == []
    assert told(WaitingFor(((1, 29),), ())) == []


def wait(teller: Story, seconds: int, *, away: bool = False, seat: int = 1) -> list[str]:
    return teller.tell(WaitingFor(((seat, seconds),), (seat,) if away else ()))


def test_a_wait_is_a_clock_in_lines_that_come_ever_more_seldom() -> None:
    teller = story()
    lines = [(seconds, wait(teller, seconds)) for seconds in range(300)]
    assert [seconds for seconds, line in lines if line] == [30, 60, 120, 240]
    assert lines[60][1] == ["Bo has been awaited for 60 s."]


def test_that_who_is_waited_for_is_away_is_told_at_once_with_what_to_do() -> None:
    teller = Story("roshambo", NAMES, own=0)
    lines = [(seconds, wait(teller, seconds, away=seconds >= 45)) for seconds in range(100)]
    assert [seconds for seconds, line in lines if line] == [30, 45, 90]
    assert lines[45][1] == ["Bo has been awaited for 45 s. To go on without: forfeit Bo"]


def test_who_has_asked_to_go_on_without_somebody_is_not_told_to_ask() -> None:
    teller = Story("roshambo", NAMES, own=0)
    teller.departures.asked = lambda: (1,)
    assert wait(teller, 45, away=True) == ["Bo has been awaited for 45 s."]


def test_who_is_asked_and_alone_reads_what_may_be_done() -> None:
    [line] = told(Alone((1, 2), 120))
    assert line == (
        "Nobody else has been heard for 120 s. Your seat waits: you may leave, and "
        "`p2p-heroes resume` when they are back. To end the table here instead, choose, and then: "
        "forfeit Bo, forfeit Cy"
    )


def test_who_has_no_vote_is_told_no_word_for_it() -> None:
    out = Story("roshambo", NAMES, own=0)
    out.tell(Absent(1, 0, 2))
    for teller in (out, story()):
        assert wait(teller, 45, away=True) == ["Bo has been awaited for 45 s."]


def test_a_seat_that_moves_on_is_waited_for_anew() -> None:
    teller = story()
    assert wait(teller, 40, away=True)
    assert wait(teller, 0) == []
    assert wait(teller, 31) == ["Bo has been awaited for 31 s."]
    assert teller.tell(WaitingFor((), ())) == []
    assert wait(teller, 32) == ["Bo has been awaited for 32 s."]


def test_each_seat_has_a_clock_of_its_own() -> None:
    teller = story()
    assert wait(teller, 30, seat=2) == ["Cy has been awaited for 30 s."]
    assert teller.tell(WaitingFor(((1, 30), (2, 31)), ())) == ["Bo has been awaited for 30 s."]


def test_a_whole_game_is_a_story() -> None:
    mesh, teller = SessionTable(2, rounds=1).begin().run(), Story("roshambo", ["Ada", "Bo"])
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
    assert teller.tell(Refusals("NameTaken", 1)) == [
        "Somebody wanted to join under a name that is taken, or that not everybody can read."
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
        assert kind_of(line) is LineKind.PLAIN
    for [line] in said[:3]:
        assert line.startswith("<")


def test_the_checks_and_faults_of_a_table_are_told_as_such() -> None:
    assert kind_of(story().tell(Finished(3, bytes(32)))[0]) is LineKind.FAIR
    fault = story().tell(Proved(PROOF, "detail"))
    assert list(map(kind_of, fault)) == [LineKind.PROVEN, LineKind.PLAIN]


def test_who_comes_back_is_told_what_happened_and_was_said() -> None:
    step = Settled(1, AskOpen((0,)), {0: None}, Position(None, (SignCalled(0, 0, Sign.ROCK),)))
    undone = Settled(1, AskOpen((0,)), {0: None}, Position(None, (SignCalled(0, 0, Sign.PAPER),)))
    told = story().tell(Resumed((undone, Rebuilt(), Spoke(1, "hello"), step, Proved(PROOF, "why"))))
    assert told[:2] == ["The story so far:", "<Bo> hello"]
    assert "paper" not in " ".join(told)
    assert any("rock" in line for line in told)
    assert [line for line in told if kind_of(line) is LineKind.PROVEN] == [told[-4]]
    assert told[-1] == "You are back."


def test_where_nothing_has_happened_there_is_no_story() -> None:
    assert story().tell(Resumed(())) == []


def test_who_has_lost_what_it_has_hidden_reads_how_the_game_can_go_on() -> None:
    [line] = told(Forgotten(0))
    assert line.endswith("To let the game go on: resign")
