"""Steady plays lawfully whatever it is asked, the same from the same seed, and better than luck."""

import os
import subprocess
import sys
from random import Random

import pytest

from p2p_heroes.bots import BOTS
from p2p_heroes.bots.steady import Steady
from p2p_heroes.games import GAMES
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.decisions import Deploy, Fight
from p2p_heroes.games.conquer.planning import RoundEnds
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Open, Secret, Setup, request_for
from p2p_heroes.games.roshambo import ROSHAMBO
from p2p_heroes.tournament.matches import draw_matches, play
from scripts.tools.bot_process import ROOT
from tests.support.arena import line, moments, turns
from tests.support.conquer import at_table, seat

EVERY_FACTION = tuple(CONQUER.choices)
QUICKLY = (0, 6)
FIRST = [
    pytest.param(first, marks=() if first in QUICKLY else pytest.mark.slow)
    for first in range(len(EVERY_FACTION))
]


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("seats", ROSHAMBO.seats)
def test_every_level_plays_a_game_that_nobody_judges(level: str, seats: int) -> None:
    asked = list(moments(ROSHAMBO, Setup(("",) * seats), 1, (level,) * seats))
    assert {request.kind for _, request in asked} == {"call", "throw"}


@pytest.mark.parametrize("first", FIRST)
def test_it_plays_every_faction_lawfully(first: int) -> None:
    """Each with its neighbour in the list: `moments` checks every choice."""
    factions = (EVERY_FACTION[first], EVERY_FACTION[(first + 1) % len(EVERY_FACTION)])
    kinds = {request.kind for _, request in moments(CONQUER, Setup(factions), first, ("steady", "wanderer"))}
    assert {"start", "plan", "move", "build"} <= kinds


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_it_plays_with_more_than_two(seats: int) -> None:
    levels = ("steady", *("wanderer",) * (seats - 1))
    asked = list(moments(CONQUER, Setup(EVERY_FACTION[:seats]), 3, levels))
    assert max(request.seat for _, request in asked) == seats - 1


def test_it_does_not_see_what_the_others_have_sealed() -> None:
    """The table that it is shown is the same whatever the others choose, and it keeps no other."""
    for state, request in moments(CONQUER, Setup(EVERY_FACTION[:2]), 2, ("wanderer", "wanderer")):
        need = CONQUER.pending(state)
        if isinstance(need, Secret) and len(need.requests) == 2:
            plain = CONQUER.encode_state(state)
            fresh = CONQUER.decode_state(plain)
            chosen = Steady(CONQUER, Random(1)).choose(CONQUER.view(state, request.seat), request)
            again = Steady(CONQUER, Random(1)).choose(CONQUER.view(fresh, request.seat), request)
            assert chosen == again
            assert CONQUER.encode_state(state) == plain
            return
    pytest.fail("nobody moved")


def test_the_order_in_which_seats_are_asked_does_not_matter() -> None:
    """Both build at once: what one of them has answered already is not known to the other."""
    for state, _ in moments(CONQUER, Setup(EVERY_FACTION[:2]), 5, ("wanderer", "wanderer")):
        need = CONQUER.pending(state)
        if isinstance(need, Open) and len(need.requests) == 2:
            bots = [Steady(CONQUER, Random(seat)) for seat in range(2)]
            there = [bots[ask.seat].choose(state, ask) for ask in need.requests]
            bots = [Steady(CONQUER, Random(seat)) for seat in range(2)]
            back = [bots[ask.seat].choose(state, ask) for ask in reversed(need.requests)]
            assert there == back[::-1]
            return
    pytest.fail("nobody built")


SCRIPT = """
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.game import Setup
from tests.support.arena import line
print(line(CONQUER, Setup(CONQUER.choices[2:4]), 9, ({level!r}, {level!r}), {most}))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("level", "most"), [("steady", 40), ("warlord", 5)])
def test_the_same_seed_plays_the_same_game_under_every_hash_seed(level: str, most: int) -> None:
    here = line(CONQUER, Setup(CONQUER.choices[2:4]), 9, (level, level), most)
    for hash_seed in ("0", "1"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        script = SCRIPT.format(level=level, most=most)
        ran = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout.strip() == str(here)


BATTLES = (3, 4, 7)
"""Seeds of games in which somebody declares one."""


@pytest.mark.slow
def test_whoever_declares_a_battle_fights_it() -> None:
    """Of whole games: nobody who began a battle stays out of it."""
    battles = 0
    for seed in BATTLES:
        pair = Setup((EVERY_FACTION[seed], EVERY_FACTION[-1 - seed]))
        declarer = None
        for state, request, chosen in turns(CONQUER, pair, seed, ("steady", "steady")):
            if isinstance(chosen, Fight):
                declarer = request.seat
            elif isinstance(state.agenda[0], Battle) and request.seat == declarer:
                assert isinstance(chosen, Deploy)
                assert chosen.deployed
                battles += 1
                declarer = None
    assert battles == len(BATTLES)


def test_a_battle_against_nobody_is_won_for_the_price_that_it_is_worth() -> None:
    """A rival without an army chooses nothing: there is nobody to see through, and no need for luck."""
    table = at_table(
        seat("undead", Region.ESMORE, units={"skeleton": 9}),
        seat("humans", Region.ESMORE, units={}),
        number=4,
        agenda=(Battle(Region.ESMORE, (0, 1)), RoundEnds()),
    )
    request = request_for(CONQUER.pending(table), 0)
    chosen = {CONQUER.notate(Steady(CONQUER, Random(luck)).choose(table, request)) for luck in range(20)}
    assert chosen == {"deploy skeleton 1"}


@pytest.mark.slow
def test_it_beats_luck() -> None:
    """Always the same games, so the count is exact; it is asserted with room for other rules."""
    matches = list(draw_matches(GAMES["conquer"], ("steady", "wanderer"), 5, seed=1))
    wins = sum(play(match).places[0] == 1 for match in matches)
    assert wins >= 4
