"""The start of the game and of each round: who is first, where all begin, what the round will bring.

Rulebook pp. 3-5. The first player is drawn unless the players agreed on a seat; the
choice of starting regions goes counter-clockwise and ends with the first player.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.decisions import ACTIONS, Action, Decision, Plan, Start
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.holdings import receive
from p2p_heroes.games.conquer.kinds import NAME
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.resources import RESOURCES
from p2p_heroes.games.conquer.scoring import GameEnds
from p2p_heroes.games.conquer.state import ROUNDS, Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.conquer.visiting import mark_visit
from p2p_heroes.games.game import Chance, Need, Open, Request
from p2p_heroes.games.kit.effects import overriding, tell_all
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT
from p2p_heroes.games.kit.refusals import Reason, because

PLANS = tuple(Plan(actions) for actions in permutations(ACTIONS, 4))


class DrawFirst(Stage):
    """Chance names the first player, in place of who read fantasy last (rulebook p. 4)."""

    form: ClassVar[Form] = Form("draw-first")
    is_first = is_last = True

    def need(self, table: Table) -> Need[Decision]:
        return Chance("the first player", (len(table.players),))

    def drawn(self, turn: Turn, values: tuple[int, ...]) -> None:
        [seat] = values
        turn.table.first = seat
        turn.tell(events.FirstPlayerNamed(seat))
        turn.queue(*first_stages(seat, len(turn.table.players)))


def first_stages(first: int, seats: int) -> tuple[Stage, ...]:
    """The player to the right of the first one chooses a starting region first, and so on to the right."""
    to_the_right = [(first - offset) % seats for offset in (*range(1, seats), 0)]
    return (*map(ChooseStart, to_the_right), RoundStarts(1))


class ChooseStart(Stage):
    form: ClassVar[Form] = Form("choose-start", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision]:
        taken = [player.region for player in table.players]
        free = tuple(Start(region) for region in table.realm.portals if region not in taken)
        return Open((Request(self.seat, "start", free),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers[self.seat]
        assert isinstance(chosen, Start)
        turn.tell(events.StartChosen(self.seat, chosen.region))
        turn.player(self.seat).region = chosen.region
        mark_visit(turn, self.seat, chosen.region)
        receive(turn, self.seat, turn.table.boards[self.seat].places[chosen.region].resources, Source.START)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        if not isinstance(decision, Start):
            return because("not-a-start")
        if decision.region not in table.realm.portals:
            return because("no-portal", region=decision.region)
        return because("start-taken", region=decision.region)

    def is_coherent(self, table: Table) -> bool:
        return self.seat < len(table.players)


class RoundStarts(Stage):
    """The first player announces four of the five actions at levels 1 to 4."""

    form: ClassVar[Form] = Form("round-starts", Part("round", COUNT))
    is_last = True
    round: int

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table = turn.table
        table.round, table.plan = self.round, ()
        for seat, player in enumerate(table.players):
            if player.hunted:
                turn.player(seat).hunted = False
        turn.tell(events.RoundStarted(self.round, table.first))
        if self.round == 1:
            tell_all(Effect.game_started, turn, table.in_turn)
        turn.queue(Planning())

    def is_coherent(self, table: Table) -> bool:
        return 1 <= self.round <= ROUNDS


class Planning(Stage):
    form: ClassVar[Form] = Form("planning")
    is_last = True

    def need(self, table: Table) -> Need[Decision]:
        return Open((Request(table.first, "plan", PLANS),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table = turn.table
        plan = answers[table.first]
        assert isinstance(plan, Plan)
        table.plan = plan.actions
        [left_out] = set(ACTIONS) - set(plan.actions)
        turn.tell(events.RoundPlanned(table.first, plan.actions, left_out))
        tell_all(Effect.round_planned, turn, table.in_turn)
        actions = (ActionStarts(action, level) for level, action in enumerate(plan.actions, 1))
        turn.queue(*_before_actions(table), *actions, RoundEnds())

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-a-plan", actions=tuple(ACTIONS))

    def is_coherent(self, table: Table) -> bool:
        # Only what the start of the game brings can be asked before.
        return table.agenda[0] == self or table.round == 1


def _before_actions(table: Table) -> tuple[Stage, ...]:
    """Where no board waits for this moment, the table does not either."""
    return (ActionsAwaited(),) if overriding(Effect.actions_awaited, table.boards) else ()


class ActionsAwaited(Stage):
    """All that the announcement has brought is settled, and the first action is about to begin."""

    form: ClassVar[Form] = Form("actions-awaited")

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        tell_all(Effect.actions_awaited, turn, turn.table.in_turn)


class ActionStarts(Stage):
    form: ClassVar[Form] = Form("action-starts", Part("action", NAME), Part("level", COUNT))
    action: str
    level: int

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        action = ACTIONS[self.action]
        turn.tell(events.ActionStarted(self.action, self.level))
        announce(turn, action)
        turn.queue(performance(action, self.level))

    def is_coherent(self, table: Table) -> bool:
        return self.action in table.plan[self.level - 1 : self.level]


def announce(turn: Turn, action: Action) -> None:
    tell_all(Effect.action_announced, turn, turn.table.in_turn, action)


def performance(action: Action, level: int) -> Stage:
    if action is Action.MOVE:
        return Moving(level)
    if action is Action.BUILD:
        return BuildingStarts(level)
    return Gathering(str(RESOURCES[action]), level)


def act_alone(turn: Turn, seat: int) -> Stage:
    """From now on only this seat performs actions, until the stage that is returned is settled."""
    turn.table.alone = seat
    return Rejoining()


class Rejoining(Stage):
    form: ClassVar[Form] = Form("rejoining")

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        turn.table.alone = None


class RoundEnds(Stage):
    """The player to the left becomes the first; after the last round the points are counted."""

    form: ClassVar[Form] = Form("round-ends")
    is_last = True

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        table = turn.table
        tell_all(Effect.round_ended, turn, table.in_turn)
        turn.tell(events.RoundEnded(table.round))
        table.first = (table.first + 1) % len(table.players)
        turn.queue(GameEnds() if table.round == ROUNDS else RoundStarts(table.round + 1))
