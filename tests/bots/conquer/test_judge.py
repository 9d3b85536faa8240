"""The judge of Write & Conquer: what it offers to bots that know no game."""

from random import Random

from p2p_heroes.bots.conquer.judge import JUDGE
from p2p_heroes.bots.conquer.worth import worth_of
from p2p_heroes.bots.kit.judge import ROUND
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.planning import ActionStarts, Planning, RoundEnds
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import request_for
from tests.support.conquer import asking, at_table, seat

TABLE = at_table(seat("undead"), seat("humans", Region.SULEEN), number=3, agenda=(Planning(),))


def test_a_table_is_its_own_view() -> None:
    assert JUDGE.imagine(CONQUER.view(TABLE, 0)) is TABLE
    assert JUDGE.worth(TABLE, 1) == worth_of(TABLE, 1)


def test_the_clock_counts_rounds_and_the_actions_in_them() -> None:
    underway = at_table(
        seat("undead"), seat("humans"), number=3, agenda=(ActionStarts("move", 4), RoundEnds())
    )
    assert JUDGE.clock(TABLE) == 3 * ROUND
    assert JUDGE.clock(underway) == 3 * ROUND + 4
    assert JUDGE.clock(at_table(seat("undead"), seat("humans"), number=16)) > 17 * ROUND


def test_candidates_are_bounded_and_begin_with_the_guess() -> None:
    request = request_for(CONQUER.pending(TABLE), 0)
    few = JUDGE.candidates(TABLE, request, 5)
    assert len(few) == 5
    assert few[0] == JUDGE.guess(TABLE, request)


def test_draws_are_lawful_and_differ() -> None:
    request = request_for(CONQUER.pending(TABLE), 0)
    drawn = [JUDGE.draw(TABLE, request, Random(seed)) for seed in range(20)]
    assert all(choice in request.choices for choice in drawn)
    assert len(set(drawn)) > 1


def test_a_deployment_is_a_duel() -> None:
    there = (seat("undead", Region.ESMORE), seat("humans", Region.ESMORE))
    table = asking(at_table(*there, agenda=(RoundEnds(),)), Battle(Region.ESMORE, (0, 1)))
    request = request_for(CONQUER.pending(table), 0)
    assert JUDGE.is_duel(request)
    assert not JUDGE.is_duel(request_for(CONQUER.pending(TABLE), 0))
    assert JUDGE.draw(table, request, Random(1)) in request.choices
