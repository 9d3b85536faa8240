"""Collecting artefacts (rulebook p. 12)."""

import pytest

from p2p_heroes.games.conquer.collecting import (
    Collecting,
    deeds_done,
    fulfils,
    mountains_visited,
    take_artefact,
    terms_of,
    victories,
)
from p2p_heroes.games.conquer.decisions import Decision, Loot
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import UnitsArrive
from p2p_heroes.games.conquer.events import ArtefactCollected, Declined, Paid, Received, UnitsJoined
from p2p_heroes.games.conquer.faction import ArtefactTerms, Board, Deed
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.holdings import receive
from p2p_heroes.games.conquer.resources import Bundle, bundle
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.conquer.visiting import is_artefact_free
from p2p_heroes.games.conquer.world import Region, Terrain
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    offered,
    seat,
    settle,
    small_board,
    units_of,
    why_not,
    with_terrain,
)

R = Region
REDS, BLUES = small_board("reds"), small_board("blues")
FAR = seat(BLUES, R.UGMAT)


def collector(region: Region, board: Board = REDS, **holding: object) -> Seated:
    return seat(board, region, **holding)  # type: ignore[arg-type]  # as given


def collecting(*seated: Seated) -> Table:
    return asking(at_table(*seated), Collecting(0))


# Prices.


@pytest.mark.parametrize(
    ("region", "stock", "price"),
    [(R.PASKAAR, (12, 5, 5), "wood"), (R.VURT, (5, 12, 5), "iron"), (R.DORTAL, (5, 5, 12), "gold")],
)
def test_three_artefacts_cost_twelve_of_a_resource(region: Region, stock: Bundle, price: str) -> None:
    """Rulebook p. 12: the price is spent."""
    table = collecting(collector(region, stock=stock), FAR)
    assert offered(table, 0) == ["decline", f"collect for {price} 12"]
    step = settle(table, {0: f"collect for {price} 12"})
    assert step.state.players[0].owns(region)
    assert sum(step.state.players[0].stock) == 10
    assert isinstance(step.events[0], Paid)
    assert step.events[1] == ArtefactCollected(0, region)


@pytest.mark.parametrize("region", [R.PASKAAR, R.VURT, R.DORTAL])
def test_eleven_are_not_enough(region: Region) -> None:
    """Rulebook p. 12."""
    assert collecting(collector(region, stock=(11, 11, 11)), FAR).agenda == ()


# Deeds.

FOUR = {R.ASANDER: 1, R.ESMORE: 4, R.LOX: 2, R.UGMAT: 1}


def test_folen_asks_for_structures_on_four_foundations() -> None:
    """Rulebook p. 12: of any level; nothing is spent."""
    table = collecting(collector(R.FOLEN, stock=(1, 2, 3), foundations=FOUR), FAR)
    assert offered(table, 0) == ["decline", "collect"]
    step = settle(table, {0: "collect"})
    assert step.events == (ArtefactCollected(0, R.FOLEN),)
    assert step.state.players[0].stock == (1, 2, 3)
    three = dict.fromkeys(list(FOUR)[:3], 4)
    assert collecting(collector(R.FOLEN, foundations=three), FAR).agenda == ()


@pytest.mark.parametrize(
    ("fortresses", "monsters", "is_enough"),
    [
        ((R.QLISS, R.KOSLEEN), (2, 3, 5), True),
        ((), (2, 3, 5, 8, 32), True),
        ((R.QLISS, R.KOSLEEN, R.ROLGOY, R.WERS, R.BRYNNLORE), (), True),
        ((R.QLISS,), (2, 3, 5), False),
    ],
)
def test_odmoor_asks_for_five_victories(
    fortresses: tuple[Region, ...], monsters: tuple[int, ...], is_enough: bool
) -> None:
    """Rulebook p. 12: seized fortresses and circled monsters together."""
    table = collecting(collector(R.ODMOOR, fortresses=fortresses, monsters=monsters), FAR)
    assert bool(table.agenda) is is_enough
    assert victories(table.players[0]) == len(fortresses) + len(monsters)


@pytest.mark.parametrize(
    ("others", "is_enough"), [((R.LOX, R.VURT, R.HARRAX), True), ((R.LOX, R.VURT), False)]
)
def test_togeed_asks_for_four_mountains_itself_included(others: tuple[Region, ...], is_enough: bool) -> None:
    """Rulebook p. 12."""
    assert bool(collecting(collector(R.TOGEED, visited=others), FAR).agenda) is is_enough


def test_a_mountain_that_has_become_something_else_still_counts() -> None:
    """Rulebook p. 12: it was one when it was visited."""
    table = at_table(collector(R.TOGEED, visited=(R.LOX, R.VURT, R.HARRAX)), FAR)
    table = with_terrain(table, R.LOX, Terrain.LAKE)
    assert mountains_visited(table, 0) == 4
    assert offered(asking(table, Collecting(0)), 0) == ["decline", "collect"]


def test_a_visited_region_that_is_a_mountain_now_counts_too() -> None:
    """docs/rulings.md 56."""
    table = at_table(collector(R.TOGEED, visited=(R.ESMORE,)), FAR)
    assert mountains_visited(table, 0) == 1
    assert mountains_visited(with_terrain(table, R.ESMORE, Terrain.MOUNTAIN), 0) == 2


def test_how_often_each_deed_was_done() -> None:
    table = at_table(
        collector(R.TOGEED, visited=(R.LOX,), foundations=FOUR, fortresses=(R.QLISS,), monsters=(2, 3)), FAR
    )
    assert [deeds_done(table, 0, deed) for deed in (Deed.FOUNDATIONS, Deed.VICTORIES, Deed.MOUNTAINS)] == [
        4,
        3,
        2,
    ]


# Who may collect.


def test_who_is_defeated_or_was_rewarded_with_one_collects_none() -> None:
    """Rulebook p. 10."""
    assert collecting(collector(R.PASKAAR, stock=(12, 0, 0), barred=True), FAR).agenda == ()
    assert collecting(collector(R.PASKAAR, stock=(12, 0, 0), rewarded=True), FAR).agenda == ()


def test_a_collected_artefact_is_no_longer_there_for_others() -> None:
    """Rulebook p. 12."""
    rich = collector(R.PASKAAR, stock=(12, 0, 0))
    assert collecting(rich, seat(BLUES, artefacts=(R.PASKAAR,))).agenda == ()
    step = settle(collecting(rich, FAR), {0: "collect for wood 12"})
    assert not is_artefact_free(step.state, R.PASKAAR, 1)


def test_only_the_artefact_of_the_own_region_is_collected() -> None:
    assert collecting(collector(R.QLISS, stock=(12, 12, 12)), FAR).agenda == ()


def test_an_artefact_need_not_be_collected() -> None:
    """Rulebook p. 12."""
    table = collecting(collector(R.PASKAAR, stock=(12, 0, 0)), FAR)
    step = settle(table, {0: "decline"})
    assert step.events == (Declined(0, "artefact"),)
    assert step.state.players[0].stock == (12, 0, 0)


@pytest.mark.parametrize("text", ["collect", "collect for wood 11", "collect for iron 12", "stay"])
def test_why_another_price_is_refused(text: str) -> None:
    table = collecting(collector(R.PASKAAR, stock=(12, 12, 12)), FAR)
    assert why_not(table, 0, text) == "not-collected"


def test_an_artefact_is_collected_after_the_monster_whose_resources_may_pay_for_it() -> None:
    """Rulebook p. 9; docs/rulings.md 1 and 2."""
    hunter = collector(R.PASKAAR, stock=(11, 0, 0), monsters=(2, 3), units={"knight": 2})
    table = asking(at_table(hunter, FAR), Fighting(0), Collecting(0))
    table = settle(table, {0: "hunt 5 with knight 2"}).state
    assert offered(table, 0) == ["decline", "collect for wood 12"]


# Other terms and the effect.


class Nests(Effect):
    """Five wood will do as well."""

    def artefact_terms(
        self, table: Table, seat: int, terms: tuple[ArtefactTerms, ...], artefact: Region
    ) -> tuple[ArtefactTerms, ...]:
        return (*terms, ArtefactTerms(price=(5, 0, 0)))


def test_one_of_several_terms_is_enough() -> None:
    """docs/rulings.md 47."""
    board = small_board("nesters", nature=(Nests(),))
    table = collecting(collector(R.PASKAAR, board, stock=(12, 0, 0)), FAR)
    assert offered(table, 0) == ["decline", "collect for wood 12", "collect for wood 5"]
    assert settle(table, {0: "collect for wood 5"}).state.players[0].stock == (7, 0, 0)
    by_deed = collecting(collector(R.FOLEN, board, foundations=FOUR, stock=(5, 0, 0)), FAR)
    assert offered(by_deed, 0) == ["decline", "collect", "collect for wood 5"]


def test_a_board_may_ask_for_units_and_resources() -> None:
    """Rulebook p. 12: as the Nagas pay three of theirs."""
    board = small_board("payers", terms={R.VURT: ArtefactTerms(price=(0, 0, 1), tribute=(("foot", 3),))})
    table = collecting(collector(R.VURT, board, stock=(0, 0, 2)), FAR)
    step = settle(table, {0: "collect for foot 3 gold 1"})
    assert units_of(step.state, 0) == {}
    assert step.state.players[0].stock == (0, 0, 1)
    assert terms_of(table, 0, R.PASKAAR) == (ArtefactTerms(price=(12, 0, 0)),)
    poor = at_table(collector(R.VURT, board, units={"foot": 2}, stock=(0, 0, 2)), FAR)
    assert not fulfils(poor, 0, terms_of(poor, 0, R.VURT)[0])


def test_the_effect_comes_at_once() -> None:
    """Rulebook p. 12."""
    board = small_board("callers", artefacts={R.PASKAAR: (UnitsArrive(R.PASKAAR, "knight", 2),)})
    step = settle(collecting(collector(R.PASKAAR, board, stock=(12, 0, 0)), FAR), {0: "collect for wood 12"})
    assert step.events[1:] == (ArtefactCollected(0, R.PASKAAR), UnitsJoined(0, "knight", 2))


class Counts(Effect):
    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        turn.tell(Declined(seat, str(artefact)))


def test_other_artefacts_are_told_of_a_new_one() -> None:
    turn = Turn(at_table(collector(R.VURT, small_board("tellers", artefacts={R.VURT: (Counts(),)})), FAR))
    take_artefact(turn, 0, R.PASKAAR)
    take_artefact(turn, 0, R.VURT)
    take_artefact(turn, 0, R.FOLEN)
    assert turn.events == [Declined(0, "Vurt"), Declined(0, "Folen")]


def test_only_players_of_the_table_collect() -> None:
    table = at_table(collector(R.VURT), FAR)
    assert Collecting(1).is_coherent(table)
    assert not Collecting(2).is_coherent(table)


class DoesMore(Effect):
    def deeds_done(self, table: Table, seat: int, times: int, deed: Deed) -> int:
        return times + 2 if deed is Deed.FOUNDATIONS else times


def test_effects_can_count_as_deeds() -> None:
    doer = seat(small_board("doers", nature=(DoesMore(),)), foundations={Region.LOX: 1})
    table = at_table(doer, seat(small_board("idlers")))
    assert [deeds_done(table, 0, deed) for deed in (Deed.FOUNDATIONS, Deed.VICTORIES)] == [3, 0]


class Copyist(Effect):
    """Takes a picture of artefacts that others own."""

    def collecting_offers(
        self, table: Table, seat: int, offers: tuple[Decision, ...], region: Region
    ) -> tuple[Decision, ...]:
        return (*offers, Loot()) if any(player.owns(region) for player in table.players) else offers

    def collecting_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        receive(turn, seat, bundle(wood=1), Source.EFFECT)


COPYISTS = small_board("copyists", nature=(Copyist(),))


def test_an_effect_can_offer_something_else_where_artefacts_are_collected() -> None:
    table = collecting(collector(R.PASKAAR, COPYISTS), seat(BLUES, R.UGMAT, artefacts=(R.PASKAAR,)))
    assert offered(table, 0) == ["decline", "loot"]
    step = settle(table, {0: "loot"})
    assert step.events == (Received(0, 1, 0, 0, Source.EFFECT),)
    assert step.state.agenda == ()


@pytest.mark.parametrize("flag", ["barred", "rewarded"])
def test_whoever_has_no_right_in_the_region_is_offered_nothing_else_either(flag: str) -> None:
    lacking = collector(R.PASKAAR, COPYISTS, **{flag: True})
    assert collecting(lacking, seat(BLUES, R.UGMAT, artefacts=(R.PASKAAR,))).agenda == ()
