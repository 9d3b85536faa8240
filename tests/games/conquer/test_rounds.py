"""The agenda: what is settled next, and where the table stops to ask."""

from collections.abc import Mapping
from operator import is_
from random import Random
from typing import ClassVar

import pytest

from p2p_heroes.bots.playout import playout, wandering
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import Decision, Done
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.planning import ChooseStart, DrawFirst, Planning, RoundEnds
from p2p_heroes.games.conquer.rounds import SHARED_STAGES, advance, pending
from p2p_heroes.games.conquer.state import Player, Stage, Table, Turn
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Chance, Need, Open, Over, Request, Setup
from p2p_heroes.games.kit.agenda import copied, run
from p2p_heroes.games.kit.forms import Form
from tests.support.conquer import at_table, decision, names_of, seat, small_board

REDS, BLUES = small_board("reds"), small_board("blues")


class Asks(Stage):
    form: ClassVar[Form] = Form("asks")

    def need(self, table: Table) -> Need[Decision]:
        return Open((Request(1, "ask", (Done(),)),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        pass


def with_agenda(*stages: Stage) -> Table:
    return at_table(seat(REDS, units={}), seat(BLUES, Region.YREEL, units={}), agenda=stages)


def test_the_table_before_a_step_stays_as_it_was() -> None:
    table = with_agenda(Planning())
    before = copied(table)
    step = advance(table, {0: decision("plan wood iron gold build")})
    assert table == before
    assert step.state != before
    assert step.state.players[0].stock == (1, 2, 3)
    assert table.players[0].stock == (0, 0, 0)


@pytest.mark.parametrize("first", range(0, len(CONQUER.choices), 4))
def test_no_player_of_a_table_is_changed_once_it_is_handed_out(first: int) -> None:
    """Tables share players, so a change of one would show at all of them; all factions play here."""
    choices = CONQUER.choices[first : first + 4]
    seen: list[tuple[Player, Player, object]] = []
    luck, state = Random(first), CONQUER.initial(Setup(choices))
    for turn in playout(CONQUER, state, wandering(luck), luck):
        for player, board in zip(turn.state.players, turn.state.boards, strict=True):
            seen.append((player, copied(player), player.plain))
            assert player.at_work in (None, board.effects.at_work(player.sources))
        CONQUER.encode_state(turn.step.state)
    assert all(player == copied for player, copied, _ in seen)
    assert all(plain in (None, player.plain) for player, _, plain in seen)


def test_who_does_not_change_in_a_step_is_the_same_player_after_it() -> None:
    table = with_agenda(Asks(), Planning())
    step = advance(table, {1: Done()})
    assert step.state.players is table.players
    before, after = (CONQUER.encode_state(one) for one in (table, step.state))
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert isinstance(before["players"], tuple)
    assert isinstance(after["players"], tuple)
    assert all(map(is_, before["players"], after["players"]))


def test_values_of_chance_go_to_the_stage_that_draws() -> None:
    table = with_agenda(DrawFirst())
    assert isinstance(pending(table), Chance)
    step = advance(table, (1,))
    assert step.state.first == 1
    assert step.state.agenda[0] == ChooseStart(0)


def test_an_empty_agenda_is_the_end_of_the_game() -> None:
    table = with_agenda()
    assert pending(table) == Over((1, 1))
    assert pending(table) is pending(table)


def test_what_is_pending_is_worked_out_once() -> None:
    table = with_agenda(Planning())
    assert pending(table) is pending(table)
    assert table.pending is not None


def test_a_round_goes_on_by_itself_where_nobody_has_a_choice() -> None:
    """Rulebook p. 5: gathering asks nobody, and the next round begins with a plan."""
    turn = Turn(with_agenda(Gathering("wood", 1), Gathering("gold", 4), RoundEnds()))
    run(turn)
    assert names_of(turn.events) == ["Received"] * 4 + ["RoundEnded", "RoundStarted"]
    assert turn.table.agenda == (Planning(),)


def test_shared_stages_have_different_tags() -> None:
    assert len({kind.form.tag for kind in SHARED_STAGES}) == len(SHARED_STAGES) == 30
