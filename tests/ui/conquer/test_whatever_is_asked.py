"""Whatever is asked in games from rich positions, each choice has its preview and each form its rows.

Positions that a game comes to late or never: structures, artefacts, units, what is enslaved, at random. A
run over many games is recorded in docs/measurements.md.
"""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import Claim, Deploy, Fight, Hunt, Join, Siege
from p2p_heroes.games.conquer.events import BattleFought, FortressAttacked, MonsterFought
from p2p_heroes.games.conquer.factions.cultists import BREATH, THRALLS, Breathe, Cult
from p2p_heroes.games.conquer.factions.elementals import RIVALS
from p2p_heroes.games.conquer.resources import Resource
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.game import Chance, Event, Over, Request, Setup
from p2p_heroes.ui.conquer.game_ui import CONQUER_UI as UI
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import FAR, QuestionForm

pytestmark = pytest.mark.slow

FIGHTS = (Deploy, Hunt, Siege)
BATTLES = (Fight, Join, Claim, Breathe)


def enriched(table: Table, luck: Random) -> Table:
    """The same table before the first round, with holdings that are usually fought for."""
    owners = [luck.randrange(len(table.players) + 1) for _ in range(6)]
    players = list(table.players)
    for seat, (player, board) in enumerate(zip(table.players, table.boards, strict=True)):
        standing: set[str] = set()
        for structure in board.structures:
            is_open = RIVALS.get(structure.name) not in standing and not structure.name.startswith(
                "colosseum"
            )
            if is_open and (not structure.needs or standing & set(structure.needs)) and luck.random() < 0.6:
                standing.add(structure.name)
        stock = [luck.randrange(30) for _ in Resource]
        if board.name == "mechanisms":
            stock[Resource.IRON] = 0
        if board.name == "cultists":
            standing.add(BREATH)
        players[seat] = replace(
            player,
            stock=(stock[0], stock[1], stock[2]),
            built=player.built | sum(1 << board.structure_index[name] for name in standing),
            artefacts=sum(1 << at for at, owner in enumerate(owners) if owner == seat),
            units=tuple(count + luck.randrange(6) for count in player.units),
            own=_enslaving(luck) if board.name == "cultists" else player.own,
            at_work=None,
        )
    return replace(table, players=tuple(players))


def _enslaving(luck: Random) -> Cult:
    enslaved = tuple(name for name in THRALLS if luck.random() < 0.5)
    return Cult(marks=(luck.randrange(14), luck.randrange(14), luck.randrange(14)), enslaved=enslaved)


def play(factions: tuple[str, ...], luck: Random) -> tuple[int, int]:
    """One game; how many previews were asked for, and how many told powers were compared with what came."""
    state, previews, compared = enriched(CONQUER.initial(Setup(factions)), luck), 0, 0
    while not isinstance(need := CONQUER.pending(state), Over):
        if isinstance(need, Chance):
            state = CONQUER.apply(state, tuple(map(luck.randrange, need.bounds))).state
            continue
        answers = {}
        for request in need.requests:
            assert UI.question(request)
            look_at(form_of(state, request), luck)
            places = {0, len(request.choices) - 1, *(luck.randrange(len(request.choices)) for _ in range(6))}
            for place in sorted(places):
                choice = request.choices[place]
                UI.meaning(state, request.seat, choice)
                UI.is_sensible(state, request.seat, choice)
                UI.gain(state, request.seat, choice)
            previews += len(places)
            answers[request.seat] = chosen(request, luck)
        told = {seat: UI.meaning(state, seat, answer) for seat, answer in answers.items()}
        step = CONQUER.apply(state, answers)
        for seat, answer in answers.items():
            if isinstance(answer, FIGHTS):
                compared += agrees(told[seat], seat, step.events)
        UI.tell(step.events, factions)
        state = step.state
    return previews, compared


def chosen(request: Request[Any], luck: Random) -> Any:
    """Anything, but rather a battle than none."""
    battles = [choice for choice in request.choices[:6] if isinstance(choice, BATTLES)]
    if battles and luck.random() < 0.8:
        return luck.choice(battles)
    return request.choices[luck.randrange(len(request.choices))]


def form_of(state: Table, request: Request[Any]) -> QuestionForm[Any, Any]:
    def why_not(decision: Any) -> str:
        reason = CONQUER.refusal(state, request.seat, decision)
        assert reason is not None
        return UI.refused(reason)

    return UI.form(Asked(CONQUER, UI, state, request, why_not))


def look_at(form: QuestionForm[Any, Any], luck: Random) -> None:
    """Rows and note, as they stand and after something was chosen."""
    assert form.rows[:12]
    assert form.note is not None
    form.go(luck.randrange(len(form.rows)))
    form.pick("")
    form.rows[:12]
    for at in range(min(4, len(form.rows))):
        form.go(at - form.at)
        form.change(luck.choice((1, FAR)))
        assert form.note is not None
    form.pick("")
    if form.picked is not None:
        assert form.summary.text


def agrees(told: str, seat: int, happened: tuple[Event, ...]) -> int:
    """Whether the power and the outcome that were told are those that came."""
    power = re.match(r"power (\d+)", told)
    assert power is not None
    for event in happened:
        if isinstance(event, BattleFought) and seat in event.seats:
            assert int(power[1]) == event.powers[event.seats.index(seat)]
            return 1
        if isinstance(event, MonsterFought | FortressAttacked) and event.seat == seat:
            assert (int(power[1]), "you win" in told) == (event.power, event.won)
            return 1
    return 0


def seated(luck: Random, seats: int) -> tuple[str, ...]:
    """The Cultists sit at every second table: their neighbours join battles and are drawn into them."""
    factions = luck.sample(list(CONQUER.choices), seats)
    if luck.random() < 0.5 and "cultists" not in factions:
        factions[0] = "cultists"
    return tuple(factions)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_asked_has_its_words(seed: int) -> None:
    """All twelve factions in four games."""
    order = sorted(CONQUER.choices)
    Random(0).shuffle(order)
    previews, compared = play(tuple(order[3 * seed : 3 * seed + 3]), Random(seed))
    assert previews > 500
    assert compared > 10
