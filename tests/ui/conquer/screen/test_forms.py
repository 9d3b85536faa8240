"""Forms of Write & Conquer: every counter stays within what is offered, and tells what it comes to."""

from random import Random
from typing import Any

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.decisions import Deploy, Hunt, Plan, Plunder
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Open, Secret, Setup, request_for
from p2p_heroes.ui.conquer.game_ui import CONQUER_UI
from p2p_heroes.ui.conquer.screen.forms import (
    AmountsForm,
    PlanForm,
    amounts_of,
    brings,
    form_for,
    with_amounts,
    without_amounts,
)
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import FAR, ListForm, QuestionForm
from tests.support.conquer import asking, at_table, seat

ARMY = {"skeleton": 6, "lich": 2, "bone-dragon": 1}


def form_of(table: Table, who: int = 0) -> Any:
    request = request_for(CONQUER.pending(table), who)
    return form_for(Asked(CONQUER, CONQUER_UI, table, request))


def texts(form: QuestionForm[Any, Any]) -> list[str]:
    return [f"{row.text} {row.more}".rstrip() for row in form.rows]


def at_brynnlore(**holdings: Any) -> Any:
    return at_table(
        seat("undead", Region.BRYNNLORE, **holdings), seat("elves", Region.BRYNNLORE, stock=(3, 2, 4))
    )


def test_a_plan_is_made_level_by_level_and_says_what_each_brings() -> None:
    form = form_of(asking(at_brynnlore(), Planning()))
    assert isinstance(form, PlanForm)
    assert [row.text for row in form.rows] == ["wood", "iron", "gold", "move", "build"]
    assert form.rows[0].meaning == "1 wood"
    form.go(3)
    form.pick("")
    assert form.question.startswith("What will this round bring? move 1; now level 2:")
    assert form.rows[0].meaning == "2 wood"
    for _ in range(3):
        form.pick("")
    assert form.picked == Plan(("move", "wood", "iron", "gold"))
    assert form.summary.meaning.startswith("move 1: 1 movement point; wood 2: 2 wood;")
    assert form.summary.meaning.endswith("Nobody will build this round.")


def test_a_plan_is_taken_back_level_by_level() -> None:
    form = form_of(asking(at_brynnlore(), Planning()))
    for _ in range(4):
        form.pick("")
    assert form.undo()
    assert form.picked is None
    assert form.own_marked() is None
    assert [row.text for row in form.rows] == ["move", "build"]
    assert [form.undo() for _ in range(4)] == [True, True, True, False]


def test_a_plan_can_be_typed() -> None:
    form = form_of(asking(at_brynnlore(), Planning()))
    form.narrow("plan gold move")
    assert form.pick("plan gold move build wood") == ""
    assert form.picked == Plan(("gold", "move", "build", "wood"))
    assert form.undo()


def test_an_action_alone_is_the_next_level_of_the_plan() -> None:
    form = form_of(asking(at_brynnlore(), Planning()))
    for typed in ("wood", "Gold"):
        form.narrow(typed)
        assert form.pick(typed) == ""
    assert form.question.startswith("What will this round bring? wood 1, gold 2; now level 3:")
    assert form.pick("gold"), "it stands in the plan already"
    form.narrow("plan")
    form.go(1)
    assert form.pick("plan") == ""
    assert form.picked is not None, "the mark was moved, and says what is meant"


def test_an_attack_is_chosen_by_its_target_and_then_by_what_is_sent() -> None:
    table = asking(at_brynnlore(units=ARMY, points=1), Fighting(0))
    form = form_of(table)
    assert isinstance(form, AmountsForm)
    assert texts(form)[0] == "done"
    assert texts(form)[1] == "hunt 2 ..."
    assert form.rows[1].meaning.startswith("power 2 for 1 point; all you have is ")
    form.go(1)
    assert form.pick("") == ""
    assert "Skeletons < 0 > of 6" in texts(form)
    assert form.pick("") != ""
    form.go(texts(form).index("Skeletons < 0 > of 6"))
    form.change(1)
    assert form.note == "power 1 against 2: you lose"
    form.change(FAR)
    assert form.note == "power 6 against 2: you win 1 point"
    assert form.pick("") == ""
    assert form.picked == Hunt(2, (("skeleton", 6),))
    assert form.undo()
    assert form.undo()
    assert texts(form)[form.at] == "hunt 2 ..."


def test_what_is_no_fight_is_picked_at_once() -> None:
    form = form_of(asking(at_brynnlore(units=ARMY, points=1), Fighting(0)))
    assert form.marked == CONQUER.parse("done")
    form.pick("")
    assert form.picked == CONQUER.parse("done")


def test_a_battle_shows_what_the_others_could_send() -> None:
    form = form_of(asking(at_brynnlore(units=ARMY), Battle(Region.BRYNNLORE, (0, 1))))
    assert form.note.endswith("; all Elves: 3")
    form.go(-FAR)
    form.change(FAR)
    assert isinstance(form.marked, Deploy)
    form.pick("")
    assert form.picked in form.asked.request.choices


def test_what_the_others_could_send_is_all_that_they_can_send() -> None:
    gnomes = seat("gnomes", Region.BRYNNLORE, units={"mechanic": 2, "automaton": 3})
    table = at_table(seat("undead", Region.BRYNNLORE), gnomes)
    form = form_of(asking(table, Battle(Region.BRYNNLORE, (0, 1))))
    assert form.note.endswith("; all Gnomes: 20"), "two Automatons are doubled"


def test_gathering_iron_brings_mechanisms_a_server() -> None:
    table = asking(at_table(seat("mechanisms"), seat("elves")), Planning())
    assert brings(table, 0, "iron", 1) == "First Server: 2 wood or gold, once built 3"
    assert brings(table, 0, "iron", 4) == "Fourth Server: 1 point for the end, once built 2"
    assert brings(table, 0, "wood", 4) == "4 wood"
    assert brings(table, 1, "iron", 4) == "4 iron"


def test_plunder_stops_at_what_the_victory_was_worth() -> None:
    form = form_of(asking(at_brynnlore(), Rewarding(0, (1,), 4, (0,))))
    assert texts(form) == ["decline", "loot", "plunder ..."]
    form.go(2)
    form.pick("")
    assert texts(form) == ["Elves Wood < 0 > of 3", "Elves Iron < 0 > of 2", "Elves Gold < 0 > of 4"]
    form.change(FAR)
    form.go(1)
    assert form.note == "3 of the 4 that you may take"
    assert isinstance(form.marked, Plunder)
    form.change(FAR)
    assert form.note == "4 in all"
    form.pick("")
    assert form.picked == Plunder((("elves", (("wood", 3), ("iron", 1))),))


def test_plunder_of_the_rich_is_counted_too() -> None:
    """However many ways there are."""
    rich = [seat(name, Region.BRYNNLORE, stock=(40, 40, 40)) for name in ("elves", "orcs", "gnomes")]
    form = form_of(
        asking(at_table(seat("undead", Region.BRYNNLORE), *rich), Rewarding(0, (1, 2, 3), 30, (0,)))
    )
    form.go(2)
    form.pick("")
    assert texts(form)[0] == "Elves Wood < 0 > of 30"
    assert len(texts(form)) == 9
    form.go(8)
    form.change(FAR)
    assert form.note == "30 in all"


def test_few_choices_are_a_list() -> None:
    table = asking(at_brynnlore(), Moving(2))
    request = request_for(CONQUER.pending(table), 0)
    assert isinstance(form_for(Asked(CONQUER, CONQUER_UI, table, request)), ListForm)


@pytest.mark.parametrize(
    "line", ["deploy lich 1 skeleton 2", "plunder elves wood 1 gold 2 orcs iron 3", "hunt 3 with skeleton 1"]
)
def test_amounts_are_taken_out_and_put_back(line: str) -> None:
    decision = CONQUER.parse(line)
    bare = without_amounts(decision)
    assert amounts_of(bare) == {}
    assert with_amounts(bare, amounts_of(decision)) == decision


@pytest.mark.parametrize("seed", range(4))
def test_whatever_keys_are_pressed_only_what_is_offered_is_picked(seed: int) -> None:
    random = Random(seed)
    state = CONQUER.initial(Setup(tuple(random.sample(sorted(CONQUER.boards), 3))))
    for _ in range(60):
        need = CONQUER.pending(state)
        if not isinstance(need, Open | Secret):
            state = CONQUER.apply(
                state, tuple(random.randrange(b) for b in getattr(need, "bounds", ()))
            ).state
            continue
        answers = {request.seat: pressed(form_of(state, request.seat), random) for request in need.requests}
        state = CONQUER.apply(state, answers).state


def pressed(form: QuestionForm[Any, Any], random: Random) -> Any:
    """What comes of random keys."""
    for _ in range(200):
        form.go(random.randint(-3, 3))
        form.change(random.choice([-FAR, -1, 1, 1, FAR]))
        assert form.question
        assert len(form.rows[: form.at + 1]) == form.at + 1
        assert form.marked is None or form.marked in form.asked.request.choices
        if random.random() < 0.2:
            form.undo()
        form.pick("")
        if form.picked is not None:
            assert form.summary.text == CONQUER.notate(form.picked)
            assert form.picked in form.asked.request.choices
            return form.picked
    raise AssertionError("no choice came of it")
