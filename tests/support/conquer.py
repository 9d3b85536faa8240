"""Small literal tables of Write & Conquer, and a way to play on from them in notation.

table = at_table(seat("undead", Region.ASANDER, stock=(4, 1, 5), built=("hearse",)), seat("elves", ...))
step = settle(asking(table, Moving(2)), {0: "move Esmore via Brynnlore buying 2", 1: "stay"})
"""

from collections.abc import Mapping, Sequence
from inspect import signature

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import (
    MILESTONES,
    Artefact,
    ArtefactTerms,
    Board,
    Costs,
    Structure,
    Unit,
)
from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.state import Own, Player, Stage, Table, Turn
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, PLACES, PRINTED_TERRAIN, Place, Region, Terrain
from p2p_heroes.games.game import Event, Open, Secret, Step, request_for
from p2p_heroes.games.kit.agenda import copied, run
from p2p_heroes.games.kit.effects import Hook, Hooks
from protocol.frozen import replace
from scripts.tools.record_playthrough import checked

Seated = tuple[Board, Player]


def seat(
    faction: str | Board,
    region: Region = Region.HARRAX,
    *,
    stock: Bundle = (0, 0, 0),
    units: Mapping[str, int] | None = None,
    built: Sequence[str] = (),
    artefacts: Sequence[Region] = (),
    fortresses: Sequence[Region] = (),
    monsters: Sequence[int] = (),
    visited: Sequence[Region] = (),
    foundations: Mapping[Region, int] | None = None,
    own: Own | None = None,
    **rest: object,
) -> Seated:
    """A player as the rulebook's examples describe one; what is not said is as at the start.

    `units` replaces the whole army; `monsters` are circled, by their power; the own region is visited too.
    """
    board = CONQUER.boards[faction] if isinstance(faction, str) else faction
    start = {unit.name: unit.start for unit in board.units}
    army = start if units is None else dict.fromkeys(start, 0) | dict(units)
    assert army.keys() == start.keys()
    seen = {region, *visited}
    block = board.own if own is None else own
    assert block is None or isinstance(block, Own)
    player = Player(
        tuple(army.values()),
        region=region,
        stock=stock,
        built=sum(1 << board.structure_index[name] for name in built),
        artefacts=sum(1 << ARTEFACT_REGIONS.index(where) for where in artefacts),
        fortresses=sum(1 << where for where in fortresses),
        monsters=sum(1 << [one.power for one in board.monsters].index(power) for power in monsters),
        visited=sum(1 << where for where in seen),
        mountains=sum(1 << where for where in seen if PRINTED_TERRAIN[where] is Terrain.MOUNTAIN),
        foundations=tuple(sorted((foundations or {}).items())),
        own=block,
    )
    for name, value in rest.items():
        setattr(player, name, value)
    return board, player


def at_table(*seated: Seated, first: int = 0, number: int = 1, agenda: tuple[Stage, ...] = ()) -> Table:
    """A table in the middle of round `number`, with nothing left to settle unless an agenda is given."""
    boards = tuple(board for board, _ in seated)
    return Table(boards, tuple(player for _, player in seated), agenda, round=number, first=first)


def asking(table: Table, *stages: Stage) -> Table:
    """The same table where these stages come next, up to the first question."""
    return started(table, *stages).state


def bystander(region: Region = Region.DORTAL, stock: Bundle = (0, 0, 0)) -> Seated:
    """An opponent who can do nothing unless rich."""
    return seat("undead", region, units={}, stock=stock)


def building(ours: Seated, *others: Seated, level: int = 4) -> Table:
    """Seat 0 is asked what to build, beside others or a bystander."""
    return asking(at_table(ours, *(others or (bystander(),))), BuildingStarts(level))


def started(table: Table, *stages: Stage) -> Step[Table]:
    """Like `asking`, with the events on the way to the first question."""
    turn = Turn(copied(table))
    turn.queue(*stages)
    run(turn)
    return Step(turn.table, tuple(turn.events))


def settle(table: Table, answers: Mapping[int, str]) -> Step[Table]:
    """One step from what each seat types."""
    return CONQUER.apply(
        table, checked(CONQUER, table, {who: CONQUER.parse(text) for who, text in answers.items()})
    )


def play_on(table: Table, *steps: Mapping[int, str]) -> Step[Table]:
    """Several steps; the events are those of all of them."""
    happened: list[Event] = []
    for answers in steps:
        step = settle(table, answers)
        table = step.state
        happened += step.events
    return Step(table, tuple(happened))


def offered(table: Table, who: int) -> list[str]:
    """What a seat may choose now, in notation; nothing if it is not asked."""
    need = CONQUER.pending(table)
    if not isinstance(need, Open | Secret) or who not in [ask.seat for ask in need.requests]:
        return []
    return [CONQUER.notate(choice) for choice in request_for(need, who).choices]


def beginning(table: Table, word: str, who: int = 0) -> list[str]:
    """Of what a seat is offered, all that begins with a word."""
    return [text for text in offered(table, who) if text.split()[0] == word]


def decision(text: str) -> Decision:
    return CONQUER.parse(text)


def units_of(table: Table, who: int) -> dict[str, int]:
    """The army of a seat by name, without what is not there."""
    counted = zip(table.boards[who].unit_index, table.players[who].units, strict=True)
    return {name: count for name, count in counted if count}


def with_terrain(table: Table, region: Region, terrain: Terrain) -> Table:
    changed = list(table.terrain)
    changed[region] = terrain
    return replace(table, terrain=tuple(changed))


FOOT = Unit("foot", power=1, price=2, start=3)
KNIGHT = Unit("knight", power=4, price=3)


def small_board(
    name: str,
    *,
    units: Sequence[Unit] = (FOOT, KNIGHT),
    structures: Sequence[Structure] = (),
    artefacts: Mapping[Region, Sequence[Effect]] | None = None,
    terms: Mapping[Region, ArtefactTerms] | None = None,
    costs: Costs | None = None,
    nature: Sequence[Effect] = (),
    milestones: tuple[tuple[int, int], ...] = MILESTONES,
    own: Own | None = None,
    places: Mapping[Region, Place] | None = None,
    standing: Sequence[str] = (),
) -> Board:
    """A faction with just what a test needs: foot of power 1, knights of power 4, and nothing else."""
    effects, conditions = artefacts or {}, terms or {}
    return Board(
        name=name,
        units=tuple(units),
        structures=tuple(structures),
        artefacts=tuple(
            Artefact(region, tuple(effects.get(region, ())), conditions.get(region))
            for region in ARTEFACT_REGIONS
        ),
        costs=costs or Costs(forest=2, lake=3, meadow=1, mountain=2),
        nature=tuple(nature),
        own=own,
        milestones=milestones,
        places=PLACES | dict(places or {}),
        standing=tuple(standing),
    )


def names_of(events: Sequence[Event]) -> list[str]:
    """What sorts of things happened, in order."""
    return [type(event).__name__ for event in events]


def why_not(table: Table, who: int, text: str) -> str:
    """The code and the facts with which a decision is refused; nothing if it is not."""
    return str(CONQUER.refusal(table, who, CONQUER.parse(text)) or "")


def changes_nothing(effect: Hooks, hook: Hook) -> bool:
    """A value hook hands the value back that it was given, a moment hook does nothing."""
    parameters = signature(hook)
    given = [object() for _ in parameters.parameters][1:]
    return hook(effect, *given) is (None if parameters.return_annotation == "None" else given[2])
