"""Which tables the rules can go on from: those that a game can come to, and no others."""

from collections.abc import Callable

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.coherence import is_coherent
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.meeting import Meeting, MovementEnds
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import (
    ActionStarts,
    ChooseStart,
    Planning,
    Rejoining,
    RoundEnds,
    RoundStarts,
)
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.visiting import Arriving, CollectingResources, Weakening
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.kit.agenda import copied
from p2p_heroes.games.kit.frozen import replace
from tests.games.conquer.test_codec import CODEC, Farms, Milking, every_table, full
from tests.support.conquer import at_table, seat

R = Region


@every_table
def test_the_rules_can_go_on_from_what_a_game_can_come_to(table: Table) -> None:
    assert is_coherent(copied(table))


def refusal(change: Callable[[Table], None], *agenda: Stage) -> str:
    table = full(*agenda)
    change(table)
    with pytest.raises(MalformedState) as refused:
        CODEC.decode_state(CODEC.encode_state(table))
    return refused.value.reason


def set_on(who: int, **values: object) -> Callable[[Table], None]:
    def change(table: Table) -> None:
        for name, value in values.items():
            setattr(table.players[who], name, value)

    return change


INCOHERENT: dict[str, tuple[Callable[[Table], None], tuple[Stage, ...]]] = {
    "a player in a region out of the game": (set_on(1, region=R.ZORO), ()),
    "a visit out of the game": (set_on(1, visited=1 << R.ZORO | 1 << R.QLISS), ()),
    "a fortress out of the game": (set_on(1, fortresses=1 << R.ZORO), ()),
    "a foundation out of the game": (set_on(1, foundations=((R.MORREED, 2),)), ()),
    "a fortress where none is": (set_on(1, fortresses=1 << R.QLISS | 1 << R.ESMORE), ()),
    "a mountain that was not visited": (set_on(1, mountains=1 << R.BRYNNLORE), ()),
    "a fortress with two owners": (set_on(1, fortresses=1 << R.KOSLEEN), ()),
    "an artefact with two owners": (set_on(1, artefacts=2), ()),
    "nowhere without choosing a start": (set_on(1, region=None), ()),
    "nowhere while another chooses a start": (set_on(1, region=None), (ChooseStart(0),)),
    "a start chosen too late": (set_on(1, region=None), (Fighting(0), ChooseStart(1))),
    "an own block that is not sound": (set_on(0, own=Farms((), 99)), ()),
    "a stage of a seat that is not there": (set_on(1), (Fighting(0), Collecting(2))),
    "an action that is not in the plan": (set_on(1), (Fighting(0), ActionStarts("gold", 2))),
    "a round too many": (set_on(1), (Fighting(0), RoundStarts(17))),
    "a resource that is not gathered": (set_on(1), (Fighting(0), Gathering("rage", 1))),
    "a meeting of players who are apart": (set_on(1), (Meeting(R.QLISS, (1, 0)),)),
    "a battle of players who are apart": (set_on(1), (Battle(R.QLISS, (1, 0)),)),
    "a first stage that asks nothing": (set_on(1), (RoundEnds(),)),
    "a first stage that asks for nothing possible": (set_on(1), (Milking(0),)),
    "something behind the end of a round": (set_on(1), (Fighting(0), RoundEnds(), MovementEnds())),
    "a plan that is not asked for at once": (set_on(1), (Fighting(0), Planning())),
    "more units than anybody can hold": (set_on(0, units=(1000, 0)), ()),
    "more resources than there are": (set_on(0, stock=(0, 2000, 0)), ()),
    "more plunder than there is": (set_on(1), (Rewarding(0, (1,), 1, ()),)),
    "the loss of a unit by who has none": (set_on(0, units=(0, 0)), (Weakening(0),)),
    "an arrival of nobody": (set_on(1), (Fighting(0), Arriving(2))),
    "a siege of one army made twice": (set_on(1), (Fighting(0, ("army", "army")),)),
    "a visit of nobody": (set_on(1), (Fighting(0), CollectingResources(2, True))),
}


@pytest.mark.parametrize(("change", "agenda"), INCOHERENT.values(), ids=INCOHERENT)
def test_a_table_that_no_game_can_come_to_is_refused(
    change: Callable[[Table], None], agenda: tuple[Stage, ...]
) -> None:
    assert refusal(change, *agenda) == "no game can come to this"


def test_whoever_acts_alone_is_about_to_be_joined_again() -> None:
    agenda = (Moving(3), Rejoining(), RoundEnds())
    table = at_table(seat("humans", units={}), seat("orcs", R.YREEL), agenda=agenda)
    table.alone = 1
    assert CONQUER.decode_state(CONQUER.encode_state(table)) == table
    for damaged in (
        replace(table, alone=None),
        replace(table, alone=2),
        replace(table, agenda=(Moving(3), RoundEnds())),
        replace(table, agenda=(Moving(3), Rejoining(), Rejoining(), RoundEnds())),
    ):
        with pytest.raises(MalformedState):
            CONQUER.decode_state(CONQUER.encode_state(damaged))
