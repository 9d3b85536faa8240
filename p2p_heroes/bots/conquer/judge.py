"""Write & Conquer for bots that think ahead: what a table is worth, what to look at, what others do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from p2p_heroes.bots.conquer.combat import deployments, draw_deployment
from p2p_heroes.bots.conquer.policy import ranked
from p2p_heroes.bots.conquer.worth import ACTIONS_A_ROUND, worth_of
from p2p_heroes.bots.kit.judge import ROUND
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.planning import ActionStarts, Planning
from p2p_heroes.games.conquer.state import ROUNDS, Table
from p2p_heroes.games.game import Request

NOISE = {"plan": 60, "move": 50, "build": 30, "attack": 20}
"""By how much somebody may differ from us in what a choice is worth to them."""


class ConquerJudge:
    """Sees the whole table, for all boards lie open; sealed choices are in no table."""

    def imagine(self, view: object) -> Table | None:
        return view if isinstance(view, Table) else None

    def worth(self, state: Table, seat: int) -> int:
        return worth_of(state, seat)

    def candidates(self, state: Table, request: Request[Decision], most: int) -> Sequence[Decision]:
        if request.kind == "deploy":
            return deployments(state, request)[:most]
        return [choice for _, choice in ranked(state, request)[:most]]

    def guess(self, state: Table, request: Request[Decision]) -> Decision:
        return ranked(state, request)[0][1]

    def draw(self, state: Table, request: Request[Decision], random: Random) -> Decision:
        if request.kind == "deploy":
            return draw_deployment(state, request, random)
        noise = NOISE.get(request.kind, 0)
        scored = [(score + random.randint(-noise, noise), choice) for score, choice in ranked(state, request)]
        return max(scored, key=lambda entry: entry[0])[1]

    def is_duel(self, request: Request[Decision]) -> bool:
        return request.kind == "deploy"

    def clock(self, state: Table) -> int:
        """By the round, then by the actions of it that have begun."""
        if not state.agenda:
            return ROUND * (ROUNDS + 2)
        if isinstance(state.agenda[0], Planning) or not state.round:
            return ROUND * state.round
        ahead = sum(isinstance(stage, ActionStarts) for stage in state.agenda)
        return ROUND * state.round + 1 + ACTIONS_A_ROUND - ahead
