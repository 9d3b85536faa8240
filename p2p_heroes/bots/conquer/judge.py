"""Write & Conquer for bots that think ahead, put together: all boards lie open."""

from __future__ import annotations

from p2p_heroes.bots.conquer.policy import POLICIES
from p2p_heroes.bots.conquer.trying import try_out
from p2p_heroes.bots.conquer.worth import ACTIONS_A_ROUND, worth_of
from p2p_heroes.bots.kit.judge import ROUND, Judge, Policy
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.planning import ActionStarts, Planning
from p2p_heroes.games.conquer.state import ROUNDS, Table


class ConquerJudge(Judge[Table, Decision]):
    policies = POLICIES
    otherwise = Policy(try_out)

    def worth(self, state: Table, seat: int) -> int:
        return worth_of(state, seat)

    def clock(self, state: Table) -> int:
        """By the round, then by the actions of it that have begun."""
        if not state.agenda:
            return ROUND * (ROUNDS + 2)
        if isinstance(state.agenda[0], Planning) or not state.round:
            return ROUND * state.round
        ahead = sum(isinstance(stage, ActionStarts) for stage in state.agenda)
        return ROUND * state.round + 1 + ACTIONS_A_ROUND - ahead


JUDGE = ConquerJudge()
