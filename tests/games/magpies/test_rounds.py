"""One test for each rule of magpies, from a small state written out."""

import pytest

from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.cards.needs import Gone
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.magpies.decisions import KEEP, PASS, Bury, Decision, PlayTrinket
from p2p_heroes.games.magpies.events import (
    Bid,
    BidsShown,
    BuryingChosen,
    ClawsCounted,
    ClawsMixed,
    FeathersDrawn,
    FeathersShuffled,
    GameEnded,
    MagpieLeft,
    NobodyWon,
    PrizeTurned,
    PrizeWon,
    TheftPlanned,
    TreeGathered,
    TreeShuffled,
    TrinketsBuried,
    TrinketsDrawn,
    TrinketStolen,
)
from p2p_heroes.games.magpies.rounds import settled
from p2p_heroes.games.magpies.state import Phase, State
from p2p_heroes.games.magpies.trinkets import FEATHER_NAMES, FEATHERS, TRINKET_NAMES

BEGUN = State.begun(3, 5)
BIDDING = replace(
    BEGUN,
    phase=Phase.BID,
    tree=(30, 31, 32, 33, 34, 35, 36, 37, 38, 39),
    open=(),
    prize=TRINKET_NAMES.index("ring-a"),
    claws=((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    nest=((10,), (11,), (12,)),
    feathers=((13,), (14,), (15,)),
)


def trinket(name: str) -> int:
    return TRINKET_NAMES.index(f"{name}-a") if "-" not in name else TRINKET_NAMES.index(name)


def play(card: int, name: str, feather: tuple[int, str] | None = None) -> PlayTrinket:
    worn = None if feather is None else (feather[0], FEATHERS[FEATHER_NAMES.index(feather[1])])
    return PlayTrinket((card, trinket(name)), worn)


def bid(**bids: Decision) -> tuple[State, tuple[Event, ...]]:
    step = settled(BIDDING, {"abc".index(name): one for name, one in bids.items()})
    return step.state, step.events


def test_everybody_has_six_feathers_in_an_order_of_its_own() -> None:
    step = settled(BEGUN, tuple(range(18)))
    assert step.state.nest == (tuple(range(6)), tuple(range(6, 12)), tuple(range(12, 18)))
    assert step.state.phase is Phase.SHUFFLE
    assert step.events == (FeathersShuffled((0, 1, 2)),)


def test_the_tree_takes_all_that_lay_open_or_was_buried() -> None:
    short = replace(BIDDING, phase=Phase.SHUFFLE, tree=(30,), buried=(40,), open=(1, 2), claws=((), (), ()))
    step = settled(short, tuple(range(50, 54)))
    assert (step.state.tree, step.state.buried, step.state.open) == ((50, 51, 52, 53), (), ())
    assert step.events == (TreeShuffled(4),)
    assert step.state.phase is Phase.FILL


def test_nobody_draws_whose_claws_are_full() -> None:
    full = replace(BIDDING, phase=Phase.SHUFFLE, prize=None)
    assert settled(full, tuple(range(50, 60))).state.phase is Phase.TURN


def test_claws_are_filled_to_three_and_then_mixed() -> None:
    wanting = replace(BIDDING, phase=Phase.FILL, prize=None, claws=((1,), (), (7, 8, 9)))
    step = settled(wanting, (50, 51, 52, 53, 54))
    assert step.state.claws == ((1, 50, 51), (52, 53, 54), (7, 8, 9))
    assert step.state.tree == (35, 36, 37, 38, 39)
    assert step.events == (TrinketsDrawn(((0, 50), (0, 51), (1, 52), (1, 53), (1, 54))),)
    # Who drew to nothing has nothing that could be followed.
    assert (step.state.phase, step.state.pending) == (Phase.BLUR, (0,))
    mixed = settled(step.state, (60, 61, 62))
    assert mixed.state.claws == ((60, 61, 62), (52, 53, 54), (7, 8, 9))
    assert mixed.events == (ClawsMixed((0,)),)
    assert (mixed.state.phase, mixed.state.pending) == (Phase.TURN, ())


def test_the_first_claws_need_no_mixing() -> None:
    first = replace(BIDDING, phase=Phase.FILL, prize=None, claws=((), (), ()))
    assert settled(first, tuple(range(50, 59))).state.phase is Phase.TURN


@pytest.mark.parametrize(("nest", "phase"), [(((10,), (), ()), Phase.PLUCK), (((), (), ()), Phase.BID)])
def test_the_top_of_the_tree_is_the_prize(nest: tuple[tuple[int, ...], ...], phase: Phase) -> None:
    turning = replace(BIDDING, phase=Phase.TURN, prize=None, nest=nest)
    step = settled(turning, (19,))
    assert (step.state.prize, step.state.tree[0], step.state.phase) == (19, 31, phase)
    assert step.events == (PrizeTurned(1, 19),)


def test_everybody_draws_a_feather_of_its_own() -> None:
    plucking = replace(BIDDING, phase=Phase.PLUCK, nest=((10, 16, 17), (), (12,)))
    step = settled(plucking, (1, 0))
    assert step.state.nest == ((10, 17), (), ())
    assert step.state.feathers == ((13, 16), (14,), (15, 12))
    assert step.events == (FeathersDrawn(((0, 16), (2, 12))),)


def test_the_highest_bid_of_its_own_wins_twice_its_worth_and_the_lowest_steals() -> None:
    state, events = bid(a=play(2, "coin", (13, "plume")), b=play(4, "ring-b"), c=play(9, "crown"))
    assert state.scores == (8, 0, 0)
    shown = (
        Bid(0, trinket("coin"), 25, 6),
        Bid(1, trinket("ring-b"), None, 4),
        Bid(2, trinket("crown"), None, 5),
    )
    assert events == (BidsShown(shown), PrizeWon(0, trinket("ring"), (8, 0, 0)))
    assert (state.phase, state.pending) == (Phase.THEFT, (0, 1))
    assert state.claws == ((1, 3), (5, 6), (7, 8))
    assert (state.feathers, state.worn) == (((), (14,), (15,)), ((25,), (), ()))
    assert state.open == (trinket("coin"), trinket("ring-b"), trinket("crown"))


def test_equal_bids_count_for_nobody() -> None:
    state, events = bid(a=play(2, "crown-a"), b=play(4, "crown-b"), c=play(9, "button"))
    assert state.scores == (0, 0, 8)
    # Who wins with the only bid of its own is not robbed.
    assert state.phase is Phase.BURY
    state, events = bid(a=play(2, "crown-a"), b=play(4, "crown-b"), c=PASS)
    assert state.scores == (0, 0, 0)
    assert events[-1] == NobodyWon(trinket("ring"))
    assert bid(a=PASS, b=PASS, c=PASS)[1] == (BidsShown(()), NobodyWon(trinket("ring")))


def test_nothing_is_stolen_from_empty_claws() -> None:
    poor = replace(BIDDING, claws=((1,), (4, 5), (7, 8)))
    step = settled(poor, {0: play(1, "crown"), 1: play(4, "coin"), 2: PASS})
    assert (step.state.scores, step.state.phase) == ((8, 0, 0), Phase.BURY)


def test_where_nobody_holds_anything_nobody_buries() -> None:
    last = replace(BIDDING, claws=((1,), (), ()))
    step = settled(last, {0: play(1, "crown")})
    assert (step.state.phase, step.state.played) == (Phase.FILL, 1)
    assert trinket("ring") in step.state.open


def test_chance_says_which_card_is_stolen_and_the_thief_mixes_its_claws() -> None:
    state, _ = bid(a=play(2, "crown"), b=play(4, "coin"), c=PASS)
    step = settled(state, (1,))
    assert (step.state.phase, step.state.pending) == (Phase.STEAL, (0, 1, 3))
    assert step.events == (TheftPlanned(1, 0, 3),)
    stolen = settled(step.state, (70,))
    assert stolen.state.claws == ((1,), (5, 6, 70), (7, 8, 9))
    assert stolen.events == (TrinketStolen(1, 0, 70),)
    assert (stolen.state.phase, stolen.state.pending) == (Phase.BLUR, (1,))
    assert settled(stolen.state, (71, 72, 73)).state.phase is Phase.BURY


def test_a_thief_with_empty_claws_has_nothing_to_mix() -> None:
    state = replace(BIDDING, phase=Phase.STEAL, claws=((1,), (), ()), pending=(0, 1, 1))
    step = settled(state, (70,))
    assert (step.state.claws, step.state.phase, step.state.pending) == (((), (70,), ()), Phase.BURY, ())


def test_trinkets_are_buried_face_down() -> None:
    burying = replace(BIDDING, phase=Phase.BURY)
    step = settled(burying, {0: Bury(2), 1: KEEP, 2: Bury(9)})
    assert (step.state.phase, step.state.pending) == (Phase.HIDE, (2, 9))
    assert step.events == (BuryingChosen(((0, 2), (2, 9))),)
    hidden = settled(step.state, (80, 81))
    assert hidden.state.buried == (80, 81)
    assert hidden.state.claws == ((1, 3), (4, 5, 6), (7, 8))
    assert hidden.events == (TrinketsBuried((0, 2)),)
    assert (hidden.state.played, hidden.state.prize) == (1, None)


def test_the_tree_is_shuffled_when_it_runs_short() -> None:
    short = replace(BIDDING, phase=Phase.BURY, tree=(30,), claws=((1, 2), (4, 5, 6), (7, 8, 9)))
    step = settled(short, dict.fromkeys(range(3), KEEP))
    assert step.state.phase is Phase.SHUFFLE
    assert step.events == (BuryingChosen(()),)


def test_in_the_last_round_nobody_buries_and_all_show_what_they_hold() -> None:
    """Of the cards in the claws each counts once, and the best score wins."""
    last = replace(BIDDING, played=4, scores=(3, 6, 0))
    bids = settled(last, {0: play(2, "ring"), 1: PASS, 2: play(9, "coin")})
    assert (bids.state.phase, bids.state.scores) == (Phase.THEFT, (11, 6, 0))
    stolen = settled(settled(bids.state, (0,)).state, (70,))
    assert (stolen.state.phase, stolen.state.prize) == (Phase.COUNT, None)
    assert stolen.state.claws == ((3,), (4, 5, 6), (7, 8, 70))
    held = ("crown-a", "button-a", "spoon-a", "button-b", "button-c", "spoon-b", "coin-a")
    step = settled(stolen.state, tuple(map(trinket, held)))
    assert (step.state.phase, step.state.claws) == (Phase.OVER, ((), (), ()))
    cards = tuple(zip((0, 1, 1, 1, 2, 2, 2), map(trinket, held), strict=True))
    assert step.events == (ClawsCounted(cards, (16, 10, 6)), GameEnded((16, 10, 6), (1, 2, 3)))


def test_who_holds_nothing_in_the_end_shows_nothing() -> None:
    poor = replace(BIDDING, played=4, claws=((1,), (), ()))
    step = settled(poor, {0: play(1, "crown")})
    assert (step.state.phase, step.events[-1]) == (Phase.OVER, GameEnded((8, 0, 0), (1, 2, 2)))


def test_the_thief_can_hold_one_more_from_then_on_and_the_victim_one_less() -> None:
    stealing = replace(BIDDING, phase=Phase.STEAL, claws=((1, 3), (5, 6), (7, 8)), pending=(0, 1, 3))
    after = settled(stealing, (70,)).state
    assert after.grips == (2, 4, 3)
    assert after.wanting == (0, 1, 2)


def test_when_a_magpie_leaves_the_round_is_over_and_the_tree_is_gathered() -> None:
    step = settled(BIDDING, Gone(1))
    state = step.state
    assert step.events == (MagpieLeft(1),)
    assert (state.phase, state.played, state.gone) == (Phase.GATHER, 1, (1,))
    assert (state.claws, state.tree, state.prize) == (((1, 2, 3), (), (7, 8, 9)), (), None)
    assert state.open == (trinket("ring"),)
    gathered = settled(state, tuple(range(90, 103)))
    assert gathered.events == (TreeGathered(13),)
    assert gathered.state.phase is Phase.TURN


def test_who_leaves_while_the_tree_is_gathered_ends_no_round() -> None:
    state = settled(
        replace(State.begun(4, 5), phase=Phase.BID, prize=3, open=(), claws=((1,),) * 4), Gone(1)
    ).state
    again = settled(state, Gone(2)).state
    assert (again.phase, again.played, again.gone) == (Phase.GATHER, 1, (1, 2))


def test_who_leaves_before_the_first_cards_leaves_nothing_behind() -> None:
    step = settled(BEGUN, Gone(0))
    assert (step.state.phase, step.state.played) == (Phase.FEATHERS, 0)
    shuffling = settled(BEGUN, tuple(range(18))).state
    left = settled(shuffling, Gone(0)).state
    assert (left.phase, left.played) == (Phase.GATHER, 0)
    assert settled(left, ()).state.phase is Phase.SHUFFLE


def test_who_leaves_in_the_last_round_ends_it_and_the_others_show_what_they_hold() -> None:
    step = settled(replace(BIDDING, played=4), Gone(1))
    assert (step.state.phase, step.state.played) == (Phase.COUNT, 5)
    assert step.state.claws == ((1, 2, 3), (), (7, 8, 9))
    alone = settled(step.state, Gone(0)).state
    assert (alone.phase, alone.played) == (Phase.OVER, 5)


def test_alone_it_is_over() -> None:
    step = settled(replace(State.begun(2, 5), scores=(1, 2)), Gone(1))
    assert step.state.phase is Phase.OVER
    assert isinstance(step.events[-1], GameEnded)
