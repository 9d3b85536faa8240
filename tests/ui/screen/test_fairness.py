"""What makes a table fair, as a player watches it: whole steps, and what was proven."""

from p2p_heroes.node.news import Linked, News, Refusals
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from p2p_heroes.ui.screen.fairness import KEPT, Fairness
from protocol.events import Finished, Heard, Proved, Rebuilt, Said, Settled, StepOpened
from protocol.faults import Proof
from protocol.messages import Commit, Decide, Lock, Message, Reveal
from protocol.rules import AskChance, AskOpen, AskSecret

NAMES = ("Ada", "Bo")
GENESIS = genesis_of(2)
STATE = bytes(range(32))


def said(seat: int, message: Message, step: int = 1) -> News:
    envelope = Forger(GENESIS, seat).draft(message, step=step)
    return Heard(envelope) if seat else Said(envelope)


def watching(*news: News) -> Fairness:
    fairness = Fairness()
    for item in news:
        fairness.note(item)
    return fairness


SECRET = StepOpened(1, AskSecret((0, 1)), STATE)


def test_a_sealed_step_is_watched_from_the_seals_to_the_openings() -> None:
    fairness = watching(SECRET, said(0, Commit(bytes(32))))
    assert fairness.lines(NAMES, 80) == [
        "  step 1  sealed  state 00010203  going on",
        "    Ada       00000000 - -              Bo        -        - -",
        "    checked: 1 signature good",
    ]
    for news in (
        said(1, Commit(STATE)),
        *(said(seat, Lock((bytes(32), STATE))) for seat in (0, 1)),
        said(1, Reveal(bytes(32), 1)),
    ):
        fairness.note(news)
    assert fairness.lines(NAMES, 80)[1].split() == [
        *("Ada", "00000000", "locked", "-"),
        *("Bo", "00010203", "locked", "opened"),
    ]
    fairness.note(Settled(1, AskSecret((0, 1)), {}, None))
    assert fairness.lines(NAMES, 80)[0] == "* step 1  sealed  state 00010203  agreed by all"
    assert fairness.lines(NAMES, 80)[2] == (
        "    checked: 5 signatures good, 2 locks equal, 1 opening as sealed"
    )


def test_an_open_step_has_no_seals() -> None:
    fairness = watching(StepOpened(1, AskOpen((1,)), STATE), said(1, Decide(3)), said(0, Lock((None, None))))
    assert fairness.lines(NAMES, 80) == [
        "  step 1  open  state 00010203  going on",
        "    Ada       -        locked           Bo        openly   -",
        "    checked: 2 signatures good, 1 lock equal",
    ]


def test_dice_are_named_so() -> None:
    fairness = watching(StepOpened(1, AskChance("the first player", (2,)), STATE))
    assert fairness.lines(NAMES, 80) == ["  step 1  dice  state 00010203  going on"]


def test_in_a_narrow_pane_every_seat_has_a_line_of_its_own() -> None:
    assert len(watching(SECRET).lines(NAMES, 40)) == 3


def test_what_was_proven_stands_below_everything() -> None:
    fairness = watching(SECRET, Proved(Proof(GENESIS.table, "Equivocation", 1, ()), "detail"))
    assert fairness.lines(NAMES, 80)[-1] == (
        "PROVEN: Bo told different players different things (Equivocation)"
    )


def test_the_end_is_the_state_that_all_signed() -> None:
    assert watching(Finished(7, STATE)).lines(NAMES, 80) == ["* Everybody signed the final state 00010203."]


def test_what_does_not_belong_to_a_watched_step_is_left_out() -> None:
    fairness = watching(Linked(1), said(0, Commit(bytes(32))), SECRET, said(1, Commit(STATE), step=9))
    assert fairness.lines(NAMES, 80)[0].endswith("going on")
    assert "00010203 -" not in fairness.lines(NAMES, 80)[1]


def test_steps_are_not_kept_for_ever_and_not_when_the_past_was_rebuilt() -> None:
    fairness = watching(*(StepOpened(step, AskOpen((0,)), STATE) for step in range(KEPT + 5)))
    assert len(fairness.steps) == KEPT
    fairness.note(Rebuilt())
    assert fairness.lines(NAMES, 80) == []


def test_how_far_a_seat_is_with_a_sealed_step() -> None:
    fairness = watching(SECRET)
    assert fairness.done_by(0) == "is ready"
    told = []
    for message in (Commit(bytes(32)), Lock((bytes(32), STATE)), Reveal(bytes(32), 0)):
        fairness.note(said(0, message))
        told.append(fairness.done_by(0))
    assert told == ["has sealed", "has locked what all sent", "has opened the seal"]
    assert fairness.done_by(1) == "is ready"
    fairness.note(Settled(1, AskSecret((0, 1)), {}, None))
    assert fairness.done_by(0) == "is ready"


def test_who_has_chosen_in_an_open_step_has_no_seal() -> None:
    assert watching(StepOpened(1, AskOpen((0,)), STATE), said(0, Decide(0))).done_by(0) == "has chosen"


def test_what_was_refused_is_counted() -> None:
    counts = (("BadSignature", 1), ("BadSignature", 2), ("Odd", 1), ("PeerGone", 3))
    fairness = watching(*(Refusals(name, count) for name, count in counts))
    assert fairness.lines(NAMES, 90) == [
        "Refused 2 times: a message was not signed by the seat that it named.",
        "Refused 1 time: Odd.",
    ]
