"""What the question of the moment says of the map: where choices lead, and where the marked one does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from p2p_heroes.games.conquer.decisions import Decision, Move
from p2p_heroes.games.conquer.moving import RegionWay, ways_from
from p2p_heroes.games.conquer.rounds import pending
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.errors import GameError
from p2p_heroes.games.game import Request, request_for
from p2p_heroes.ui.kit.forms import QuestionForm
from p2p_heroes.ui.kit.scene import Scene
from p2p_heroes.ui.kit.text import Click

MOST_LOOKED_AT = 600
"""Choices that are looked through for regions; of long lists, those with many armies, the first tell all."""
MOST_BOUGHT = 12
"""More movement points than this no way across the map costs."""


@dataclass(frozen=True, slots=True)
class Aims:
    """`choices`: by region one that leads there. `goals`, `route`: of the `marked` one. `costs`: of moves."""

    choices: Mapping[Region, Decision] = field(default_factory=dict)
    marked: Decision | None = None
    goals: tuple[Region, ...] = ()
    route: tuple[Region, ...] = ()
    costs: Mapping[Region, int] = field(default_factory=dict)


NO_AIMS = Aims()


def aims_of(scene: Scene[Decision], table: Table, seat: int) -> Aims:
    """Nothing while nothing is asked."""
    form = scene.form
    if form is None:
        return NO_AIMS
    try:
        request = request_for(pending(table), seat)
    except GameError:
        return NO_AIMS
    marked = form.marked
    goals, route = (goals_of(marked), route_of(marked)) if marked is not None else ((), ())
    if request.kind == "move":
        ways = ways_from(table, seat)
        choices: Mapping[Region, Decision] = _moves(table, ways, request)
        return Aims(choices, marked, goals, route, _costs(ways, choices))
    return Aims(_naming_regions(request), marked, goals, route)


def goals_of(decision: Decision) -> tuple[Region, ...]:
    """The regions that a decision is about, in the order of its notation."""
    return tuple(
        region
        for part in decision.form.parts
        if part.name != "via"
        for region in _regions(getattr(decision, part.name))
    )


def route_of(decision: Decision) -> tuple[Region, ...]:
    """What is passed through on the way."""
    return decision.via if isinstance(decision, Move) else ()


def _regions(value: object) -> Iterator[Region]:
    if isinstance(value, Region):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _regions(part)


def _moves(
    table: Table, ways: Sequence[RegionWay | None], request: Request[Decision]
) -> dict[Region, Decision]:
    """The plainest move to each region in reach: with as few points bought as will do, and nothing sent."""
    found: dict[Region, Decision] = {}
    for region in table.realm.regions:
        way = ways[region]
        if way is not None:
            moves = (Move(region, way.via, buying) for buying in range(MOST_BOUGHT + 1))
            move = next((move for move in moves if move in request.choices), None)
            if move is not None:
                found[region] = move
    return found


def _costs(ways: Sequence[RegionWay | None], choices: Mapping[Region, Decision]) -> dict[Region, int]:
    return {region: way.cost for region in choices if (way := ways[region]) is not None}


def _naming_regions(request: Request[Decision]) -> dict[Region, Decision]:
    found: dict[Region, Decision] = {}
    for choice in islice(request.choices, MOST_LOOKED_AT):
        for region in goals_of(choice):
            found.setdefault(region, choice)
    return found


def clicks(scene: Scene[Decision], aims: Aims) -> dict[Region, Click]:
    """A click on a region marks the choice that leads there; on the marked one, it picks it."""
    form = scene.form
    if form is None:
        return {}
    return {region: partial(_choose, scene, form, aims, region) for region in aims.choices}


def _choose(scene: Scene[Decision], form: QuestionForm[Decision], aims: Aims, region: Region) -> None:
    assert scene.game is not None
    if region in aims.goals and aims.marked is not None and form.picked is None:
        scene.press(scene.game.notate(aims.marked))
        return
    if form.picked is not None:
        form.undo()
    place = next((at for at, row in enumerate(form.rows) if _leads_to(scene, row.text, region)), None)
    if place is None:
        # Of a long list the rows are only a part; any other choice is picked as if it had been typed.
        scene.press(scene.game.notate(aims.choices[region]))
    else:
        form.go(place - form.at)


def _leads_to(scene: Scene[Decision], text: str, region: Region) -> bool:
    assert scene.game is not None
    try:
        decision = scene.game.parse(text)
    except GameError:
        return False
    return isinstance(decision, Decision) and region in goals_of(decision)
