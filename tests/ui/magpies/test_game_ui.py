"""Magpies in words, and that no word is told of a face which a seat may not know."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import trio
import trio.testing

from p2p_heroes.bots.playout import PlayedStep, playout, wandering
from p2p_heroes.games.game import Request, Setup
from p2p_heroes.games.kit.cards.dealt import Dealt
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.refusals import because
from p2p_heroes.games.magpies import MAGPIES
from p2p_heroes.games.magpies.decisions import KEEP, PASS, Bury, Decision, PlayTrinket
from p2p_heroes.games.magpies.events import PrizeTurned, TheftPlanned, TrinketsDrawn
from p2p_heroes.games.magpies.game import MagpieView
from p2p_heroes.games.magpies.state import Phase, State
from p2p_heroes.games.magpies.trinkets import FEATHERS, TRINKET_NAMES, TRINKETS
from p2p_heroes.node.table import Position
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import ListForm
from p2p_heroes.ui.kit.pages import as_text
from p2p_heroes.ui.kit.scene import Scene
from p2p_heroes.ui.magpies.game_ui import MAGPIES_UI as UI
from p2p_heroes.ui.magpies.game_ui import RULES
from p2p_heroes.ui.plain import Plain
from p2p_heroes.ui.screen.full import FullScreen
from p2p_heroes.ui.screen.keys import Hands
from p2p_heroes.ui.screen.screen_state import ScreenState
from p2p_heroes.ui.story import Story
from protocol.events import Settled
from protocol.rules import AskOpen

NAMES = ("Ada", "Bo", "Cy")
RING, SPOON, COIN = map(TRINKET_NAMES.index, ("ring-a", "spoon-b", "coin-c"))
PLUME = FEATHERS[-1]
STATE = replace(
    State.begun(3, 5),
    phase=Phase.BID,
    scores=(4, 0, 1),
    open=(),
    prize=COIN,
    claws=((1, 2), (4,), (5,)),
    feathers=((3,), (), ()),
)
VIEW = MagpieView(STATE, 0, ((1, RING), (2, SPOON), (3, PLUME)))
SPOON_WITH_PLUME = PlayTrinket((2, SPOON), (3, PLUME))
BIDS: Request[Decision] = Request(0, "bid", (PASS, PlayTrinket((1, RING)), SPOON_WITH_PLUME))
BURIALS: Request[Decision] = Request(0, "bury", (KEEP, Bury(1), Bury(2)))


@pytest.mark.parametrize("request_", [BIDS, BURIALS])
def test_every_request_is_a_question_with_its_rule(request_: Request[Decision]) -> None:
    assert UI.question(request_) == UI.questions[request_.kind]
    [rule] = UI.rule(request_.kind)
    assert rule in RULES.blocks


def test_choices_are_said_and_typed_by_name() -> None:
    bids, burials = (Asked(MAGPIES, UI, VIEW, request) for request in (BIDS, BURIALS))
    assert [bids.worded(bid) for bid in BIDS.choices] == ["pass", "play ring", "play spoon with plume"]
    assert [burials.worded(bury) for bury in BURIALS.choices] == ["keep", "bury ring", "bury spoon"]
    assert bids.offer.meant("play spoon with plume") == bids.offer.meant("spoon") == SPOON_WITH_PLUME
    assert bids.offer.meant("play spoon-b#2 with plume#3") == SPOON_WITH_PLUME
    assert burials.offer.meant("bury spoon") == burials.offer.meant("bury 2") == Bury(2)


def test_copies_of_a_card_are_one_choice_to_a_person() -> None:
    view = replace(VIEW, faces=((1, RING), (2, RING + 1), (3, PLUME)))
    bids = tuple(
        PlayTrinket(one, with_) for one in ((1, RING), (2, RING + 1)) for with_ in (None, (3, PLUME))
    )
    asked = Asked(MAGPIES, UI, view, Request(0, "bid", (PASS, *bids)))
    assert asked.offer.shown() == [(1, PASS), (2, bids[0]), (3, bids[1])]
    assert asked.offer.distinct(bids) == [bids[0], bids[1]]
    assert asked.offer.meant("play ring with plume") == bids[1]
    assert asked.offer.fitting("ring") == [bids[0], bids[1]]
    form = ListForm(asked)
    assert [(row.text, row.more) for row in form.rows] == [("play ring", "<1/2>"), ("pass", "")]
    assert form.note == ""


def test_every_choice_says_what_it_gains_and_costs() -> None:
    assert [UI.meaning(VIEW, 0, bid) for bid in BIDS.choices] == [
        "you win nothing, and nobody steals from you",
        "bids 4 for 6 points; another is drawn for it",
        "bids 5 for 6 points; another is drawn for it",
    ]
    last = replace(VIEW, state=replace(STATE, played=4))
    assert UI.meaning(last, 0, BIDS.choices[1]) == "bids 4 for 6 points; a ring less in the end: -4"
    assert [UI.meaning(VIEW, 0, bury) for bury in BURIALS.choices] == [
        "",
        "it would count 4 in the end",
        "it would count 2 in the end",
    ]


def test_refusals_are_sentences() -> None:
    assert UI.refused(because("not-held")) == "you do not hold such a card"
    assert UI.refused(because("another-card")) == "that card is another one"
    assert UI.refused(because("not-now", asked="bury")) == "the table settles something else first: bury"


def test_where_the_game_is_and_what_one_holds() -> None:
    assert UI.status(VIEW, 0) == "You hold ring 4 and spoon 2; plume +3."
    assert UI.headline(VIEW, NAMES) == "Round 1 of 5: a coin for 6 points"
    assert (UI.round(VIEW), UI.points(VIEW, 0)) == (1, 4)
    assert UI.round(replace(VIEW, state=replace(STATE, played=5))) == 5


def test_the_rules_name_every_card() -> None:
    page = "\n".join(as_text(RULES, 80))
    assert all(name.partition("-")[0] in page for name in TRINKET_NAMES)
    assert "- down: adds to a bid -2" in page
    assert set(UI.sights) == set(UI.panes) == {"hand", "tree"}


def test_what_happened_is_told_to_everybody_without_a_hidden_face() -> None:
    assert UI.tell([PrizeTurned(1, RING)], NAMES) == ["", "Round 1. A ring glitters in the tree."]


def test_a_story_names_the_cards_that_its_seat_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those too that it has given away since: no number is given twice."""
    monkeypatch.setattr("p2p_heroes.ui.story.GAME_UIS", {"magpies": UI})
    story = Story("magpies", NAMES, own=0, seen=lambda position: position.state)
    watched = Story("magpies", NAMES)
    given = replace(VIEW, faces=())
    steps = [(VIEW, TrinketsDrawn(((0, 1), (0, 2), (1, 4)))), (given, TheftPlanned(1, 0, 2))]
    settled = [Settled(4, AskOpen((0,)), {}, Position(view, (event,))) for view, event in steps]
    assert [line for news in settled for line in story.tell(news)] == [
        "Drawn in private: Ada ring 4 and spoon 2, Bo 1 trinket.",
        "Bo has the lowest bid of its own, and steals a spoon from Ada.",
    ]
    assert [line for news in settled for line in watched.tell(news)] == [
        "Drawn in private: Ada 2 trinkets, Bo 1 trinket.",
        "Bo has the lowest bid of its own, and steals a trinket from Ada.",
    ]


def games(seeds: range) -> Iterator[tuple[PlayedStep[Any, Any], Random]]:
    for seed in seeds:
        luck = Random(seed)
        start = MAGPIES.initial(Setup(("",) * 3, {"rounds": 3}))
        yield from ((turn, luck) for turn in playout(MAGPIES, start, wandering(luck), luck))


def otherwise(state: Dealt[State], seat: int, luck: Random) -> Dealt[State] | None:
    """The same with two faces exchanged that a seat does not know, if there are such."""
    kind = luck.choice([TRINKETS, FEATHERS])
    hidden = [card for card in state.cards if card.holder != seat and card.face in kind]
    pairs = [(one, two) for one in hidden for two in hidden if one.face != two.face]
    if kind is FEATHERS:
        pairs = [(one, two) for one, two in pairs if one.holder == two.holder]
    if not pairs:
        return None
    one, two = luck.choice(pairs)
    swap = {one.handle: two.face, two.handle: one.face}
    return replace(
        state, cards=tuple(replace(card, face=swap.get(card.handle, card.face)) for card in state.cards)
    )


def screens(state: Dealt[State], seat: int) -> list[object]:
    """All that a seat is shown and offered."""
    view = MAGPIES.view(state, seat)
    assert isinstance(view, MagpieView)
    scene: Scene[Decision] = Scene(names=NAMES, own=seat)
    shown: list[object] = [view, UI.headline(view, NAMES)]
    asked = [ask for ask in getattr(MAGPIES.pending(state), "requests", ()) if ask.seat == seat]
    for ask in asked:
        question = Asked(MAGPIES, UI, view, ask)
        scene.form = ListForm(question)
        shown += [
            UI.status(view, seat),
            *((question.worded(one), question.meaning(one)) for one in ask.choices),
        ]
    for pane in UI.panes.values():
        shown.append([[piece[:2] for piece in line] for line in pane.draw(scene, view, 60, 40)])
    for sight in UI.sights.values():
        shown += [sight.show(view, other, NAMES) for other in range(3)]
    return shown


@pytest.mark.slow
def test_faces_that_a_seat_may_not_know_change_nothing_that_it_is_shown_or_offered() -> None:
    """Two positions, and two steps of the game, that differ in such faces only: the same lines."""
    positions = steps = 0
    for turn, luck in games(range(12)):
        seat = luck.randrange(3)
        other = otherwise(turn.state, seat, luck)
        if other is None:
            continue
        positions += 1
        assert other != turn.state
        assert screens(other, seat) == screens(turn.state, seat)
        if any(MAGPIES.refusal(other, *answer) for answer in getattr(turn.answers, "items", tuple)()):
            continue  # somebody shows a card that is another one there
        there, here = MAGPIES.apply(other, turn.answers), turn.step
        faces = [
            {**before.known_to(seat), **after.known_to(seat)}
            for before, after in ((turn.state, here.state), (other, there.state))
        ]
        if faces[0] != faces[1] or there.state.game != here.state.game:
            continue  # it has become known
        steps += 1
        assert UI.tell_knowing(here.events, NAMES, faces[0]) == UI.tell_knowing(there.events, NAMES, faces[1])
        assert screens(there.state, seat) == screens(here.state, seat)
    assert min(positions, steps) > 60


# Choices that begin like a word for the table.


def hands_of(screen: FullScreen) -> Hands:
    return Hands(screen.scene, screen.enter, screen.leave)


def on_full_screen(request: Request[Decision]) -> FullScreen:
    screen = FullScreen(ScreenState(), refresh=lambda: None, ring=lambda: None)
    screen.scene.game, screen.scene.ui = MAGPIES, UI
    screen.scene.form = ListForm(Asked(MAGPIES, UI, VIEW, request))
    screen._answer, _ = trio.open_memory_channel[object](1)
    return screen


@pytest.mark.parametrize("typed", ["keep", "Keep", " keep "])
def test_keep_is_the_choice_where_it_can_be_chosen_on_the_full_screen(typed: str) -> None:
    screen = on_full_screen(BURIALS)
    form, hands = screen.scene.form, hands_of(screen)
    assert form is not None
    form.go(1)
    hands.buffer.text = typed
    assert [row.text for row in form.rows] == ["keep"]
    hands.press(typed.strip())
    assert form.picked == KEEP
    assert screen.scene.notice == ""


def test_keep_with_a_name_stays_a_word_for_the_table() -> None:
    screen = on_full_screen(BURIALS)
    form, hands = screen.scene.form, hands_of(screen)
    assert form is not None
    hands.buffer.text = "keep Bo"
    assert len(form.rows) == 3
    hands.press("keep Bo")
    assert form.picked is None
    assert screen.scene.notice == "There is no game yet."
    bids = on_full_screen(BIDS)
    hands_of(bids).press("keep")
    assert bids.scene.notice == "There is no game yet."


@pytest.mark.parametrize(
    ("is_typed", "early"), [(True, False), (False, False), (False, True)], ids=["typed", "piped", "ahead"]
)
async def test_keep_is_the_choice_line_by_line(is_typed: bool, early: bool) -> None:
    """From a pipe also before the question stands."""
    keys, lines = trio.open_memory_channel[str](9)
    shown: list[str] = []
    plain = Plain(aiter(lines), shown.append, typed=is_typed)
    plain._game = MAGPIES
    plain._following.set()
    chosen: list[object] = []

    async def decide() -> None:
        chosen.append(await plain.decide(VIEW, BURIALS))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(plain.read_lines)
        if not early:
            nursery.start_soon(decide)
            await trio.testing.wait_all_tasks_blocked()
        keys.send_nowait("keep")
        await trio.testing.wait_all_tasks_blocked()
        if early:
            await decide()
        assert chosen == [KEEP]
        assert shown[-1] == "Chosen for good: keep"
        nursery.cancel_scope.cancel()
