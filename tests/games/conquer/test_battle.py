"""Battles between players (rulebook p. 10)."""

from itertools import product

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle, Rewarding, monsters_left
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import MorePoints, Power, UnitsArrive
from p2p_heroes.games.conquer.events import (
    ArtefactSeized,
    BattleFought,
    MilestoneReached,
    MonsterCircled,
    Plundered,
    Received,
    RewardTaken,
    UnitsJoined,
    UnitsPerished,
)
from p2p_heroes.games.conquer.faction import Board, Unit
from p2p_heroes.games.conquer.meeting import Meetings
from p2p_heroes.games.conquer.resources import Bundle, Resource
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Combat, Piece, Source, Stack
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Open, Secret, Step, request_for
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.refusals import because
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    names_of,
    offered,
    play_on,
    seat,
    settle,
    small_board,
    started,
    units_of,
    why_not,
)

R = Region
REDS, BLUES, GREENS, GREYS = (small_board(name) for name in ("reds", "blues", "greens", "greys"))
ALL_MONSTERS = (2, 3, 5, 8, 13, 19, 25, 32)


def fighter(board: Board, foot: int = 0, knight: int = 0, **holding: object) -> Seated:
    units = {"foot": foot, "knight": knight}
    return seat(board, R.HARRAX, units=units, **holding)  # type: ignore[arg-type]  # as given


def battle(*seated: Seated, first: int = 0) -> Table:
    table = at_table(*seated, first=first)
    return asking(table, Battle(R.HARRAX, table.in_turn))


def fought(*seated: Seated, first: int = 0, **deployed: str) -> Step[Table]:
    """All deploy everything they have, unless it is said."""
    table = battle(*seated, first=first)
    need = CONQUER.pending(table)
    assert isinstance(need, Secret)
    answers = {request.seat: request.choices[-1] for request in need.requests}
    for who, text in deployed.items():
        answers[int(who[-1])] = CONQUER.parse(text)
    return CONQUER.apply(table, answers)


# Deployment.


def test_deployments_are_chosen_in_secret_by_all_at_the_same_time() -> None:
    """Rulebook p. 10."""
    need = CONQUER.pending(battle(fighter(REDS, 1), fighter(BLUES, 1), fighter(GREENS, 1), first=2))
    assert isinstance(need, Secret)
    assert [(request.seat, request.kind) for request in need.requests] == [
        *((0, "deploy"), (1, "deploy"), (2, "deploy"))
    ]


def test_a_player_may_deploy_from_nothing_to_all() -> None:
    """Rulebook p. 9."""
    assert offered(battle(fighter(REDS, 2), fighter(BLUES, 1)), 0) == [
        *("deploy none", "deploy foot 1", "deploy foot 2")
    ]


def test_why_a_deployment_is_refused() -> None:
    table = battle(fighter(REDS, 2, 1), fighter(BLUES, 1))
    assert why_not(table, 0, "deploy foot 3") == "deploy-at-most most=((foot,2),(knight,1))"
    assert why_not(table, 0, "deploy dragon 1") == "deploy-at-most most=((foot,2),(knight,1))"
    assert why_not(table, 0, "fight") == "not-a-deployment"
    assert why_not(table, 0, "deploy knight 1 foot 2") == ""
    lonely = battle(fighter(REDS), fighter(BLUES, 1))
    refusal = lonely.agenda[0].refusal(lonely, 0, CONQUER.parse("deploy foot 1"))
    assert refusal == because("deploy-at-most", most=())


class Shields(Effect):
    """Foot may carry shields, one iron a piece."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        return (*stacks, *(replace(one, name=f"{one.name}+", pool="iron", takes=1) for one in stacks))


def test_a_refusal_tells_that_some_of_it_has_to_be_paid() -> None:
    table = battle(fighter(small_board("smiths", nature=(Shields(),)), 2), fighter(BLUES, 1))
    reason = why_not(table, 0, "deploy foot+ 1")
    assert reason == "deploy-at-most-as-served most=((foot,2))"


# Who wins.


def test_the_highest_power_wins_and_all_that_was_deployed_perishes() -> None:
    """Rulebook p. 10: 2 of power 1 against 5 of power 2; the winner's units perish too."""
    pixies = seat(
        small_board("woods", units=(Unit("pixie", 1, 1),)), R.HARRAX, units={"pixie": 4}, stock=(5, 1, 9)
    )
    bones = seat(small_board("bones", units=(Unit("skeleton", 2, 1),)), R.HARRAX, units={"skeleton": 6})
    table = battle(pixies, bones)
    step = settle(table, {0: "deploy pixie 2", 1: "deploy skeleton 5"})
    assert step.events == (
        BattleFought(R.HARRAX, (0, 1), ((("pixie", 2),), (("skeleton", 5),)), (2, 10), 1),
        UnitsPerished(0, (("pixie", 2),)),
        UnitsPerished(1, (("skeleton", 5),)),
        MonsterCircled(1, 2, 1),
    )
    assert (units_of(step.state, 0), units_of(step.state, 1)) == ({"pixie": 2}, {"skeleton": 1})
    step = settle(step.state, {1: "plunder woods wood 3 iron 1 gold 4"})
    assert [player.stock for player in step.state.players] == [(2, 0, 5), (3, 1, 4)]


def test_five_of_power_2_against_two_of_power_4() -> None:
    """The second box: 10 against 8, and 1 wood and 1 gold are taken."""
    cores = small_board("machines", units=(Unit("core", 1, 1),), artefacts={R.VURT: (Power("core", 2),)})
    brewers = small_board("brewers", units=(Unit("pourer", 4, 3),))
    table = battle(
        seat(cores, R.HARRAX, units={"core": 5}, artefacts=(R.VURT,)),
        seat(brewers, R.HARRAX, units={"pourer": 3}, stock=(2, 2, 2)),
    )
    step = play_on(table, {0: "deploy core 5", 1: "deploy pourer 2"}, {0: "plunder brewers wood 1 gold 1"})
    assert isinstance(step.events[0], BattleFought)
    assert step.events[0].powers == (10, 8)
    assert [player.stock for player in step.state.players] == [(1, 0, 1), (1, 2, 1)]
    assert [units_of(step.state, who) for who in (0, 1)] == [{}, {"pourer": 1}]


@pytest.mark.parametrize("feet", [(3, 3), (3, 3, 3), (3, 3, 1), (1, 3, 3), (0, 2, 2, 1)])
def test_if_the_highest_power_is_shared_all_are_defeated(feet: tuple[int, ...]) -> None:
    """Rulebook p. 10; docs/rulings.md 4: nobody gets anything, and all that was deployed is gone."""
    boards = (REDS, BLUES, GREENS, GREYS)
    seated = [fighter(board, foot) for board, foot in zip(boards, feet, strict=False)]
    step = fought(*seated)
    assert isinstance(step.events[0], BattleFought)
    assert step.events[0].winner is None
    assert set(names_of(step.events[1:])) == {"UnitsPerished"}
    assert all(player.barred and not player.monsters for player in step.state.players)
    assert all(units_of(step.state, who) == {} for who in range(len(feet)))
    assert step.state.agenda == ()


def test_nobody_deploys_anything() -> None:
    """docs/rulings.md 5: 0 against 0 is a tie."""
    step = started(at_table(fighter(REDS), fighter(BLUES)), Battle(R.HARRAX, (0, 1)))
    assert step.events == (BattleFought(R.HARRAX, (0, 1), ((), ()), (0, 0), None),)
    held_back = fought(fighter(REDS, 2), fighter(BLUES, 2), seat0="deploy none", seat1="deploy none")
    assert names_of(held_back.events) == ["BattleFought"]
    assert units_of(held_back.state, 0) == {"foot": 2}


def test_any_power_wins_against_none() -> None:
    """docs/rulings.md 6."""
    step = fought(fighter(REDS, 1), fighter(BLUES, stock=(4, 0, 0)))
    assert isinstance(step.events[0], BattleFought)
    assert step.events[0].winner == 0
    assert offered(step.state, 0) == ["decline", "loot", "plunder blues wood 1"]


def test_a_tie_below_the_highest_changes_nothing() -> None:
    """Rulebook p. 10."""
    step = fought(fighter(REDS, 2), fighter(BLUES, 3), fighter(GREENS, 2))
    assert isinstance(step.events[0], BattleFought)
    assert (step.events[0].powers, step.events[0].winner) == ((2, 3, 2), 1)
    assert step.state.agenda == (Rewarding(1, (0, 2), 0, (0,)),)


def test_powers_are_announced_in_turn_order() -> None:
    """Rulebook p. 10."""
    step = fought(fighter(REDS, 1), fighter(BLUES, 2), fighter(GREENS, 3), first=2)
    assert isinstance(step.events[0], BattleFought)
    assert step.events[0].seats == (2, 0, 1)
    assert step.events[0].powers == (3, 1, 2)


# The sign of victory.


def test_the_winner_circles_the_leftmost_open_monster() -> None:
    """Rulebook p. 10: its points count at the end."""
    step = fought(fighter(REDS, 3, monsters=(2, 5)), fighter(BLUES, 1))
    assert MonsterCircled(0, 3, 1) in step.events
    assert step.state.players[0].monsters == 0b111
    assert score_of(step.state, 0).victories == 3
    assert not step.state.players[0].hunted


def test_a_winner_without_an_open_monster_has_no_sign_but_a_reward() -> None:
    """docs/rulings.md 7."""
    step = fought(fighter(REDS, 3, monsters=ALL_MONSTERS), fighter(BLUES, 1, stock=(1, 0, 0)))
    assert "MonsterCircled" not in names_of(step.events)
    assert offered(step.state, 0) == ["decline", "plunder blues wood 1"]
    assert monsters_left(step.state, 0) == ()


def test_where_there_is_no_reward_the_winner_is_not_asked() -> None:
    """docs/rulings.md 7."""
    step = fought(fighter(REDS, 3, monsters=ALL_MONSTERS), fighter(BLUES, 1))
    assert step.events[-1] == RewardTaken(0, "decline")
    assert step.state.agenda == ()


# Rewards.


def won(*losers: Seated, monsters: tuple[int, ...] = (), knights: int = 3) -> Table:
    """The reds have won with so many knights, and choose a reward."""
    return fought(fighter(REDS, 0, knights, monsters=monsters), *losers).state


def test_the_winner_gets_one_reward_or_declines() -> None:
    """Rulebook p. 10; docs/rulings.md 11."""
    table = won(fighter(BLUES, 1, stock=(1, 0, 0), artefacts=(R.VURT,)))
    assert offered(table, 0) == ["decline", "loot", "seize Vurt", "plunder blues wood 1"]
    assert why_not(table, 0, "stay") == "not-a-reward"
    step = settle(table, {0: "decline"})
    assert step.events == (RewardTaken(0, "decline"),)
    assert step.state.players[0].stock == (0, 0, 0)
    assert step.state.agenda == ()


def test_the_resources_of_the_circled_monster() -> None:
    """Rulebook p. 10."""
    step = settle(won(fighter(BLUES, 1), monsters=(2, 3, 5)), {0: "loot"})
    assert step.events == (RewardTaken(0, "loot"), Received(0, 2, 2, 2, Source.LOOT))


def test_a_monster_without_resources_may_be_the_reward_and_gives_nothing() -> None:
    """docs/rulings.md 8."""
    step = settle(won(fighter(BLUES, 1)), {0: "loot"})
    assert step.events == (RewardTaken(0, "loot"),)


def test_another_reward_leaves_the_resources_of_the_monster_lost() -> None:
    """docs/rulings.md 9: it is circled and cannot be fought again."""
    step = settle(won(fighter(BLUES, 0, 2, stock=(9, 9, 9)), monsters=(2, 3, 5)), {0: "plunder blues iron 4"})
    assert step.state.players[0].stock == (0, 4, 0)
    assert monsters_left(step.state, 0) == (4, 5, 6, 7)


def test_as_many_resources_as_the_winner_is_stronger_than_the_weakest() -> None:
    """Rulebook p. 10: 13 against 10 at the weakest are 3, of any kinds, from any of the defeated."""
    table = fought(
        fighter(REDS, 1, 3),
        fighter(BLUES, 2, 2, stock=(2, 0, 1)),
        fighter(GREENS, 3, 2, stock=(0, 4, 0)),
    ).state
    assert table.agenda == (Rewarding(0, (1, 2), 3, (0,)),)
    plunders = [text for text in offered(table, 0) if text.startswith("plunder")]
    stocks = product(range(3), range(2), range(5))
    assert len(plunders) == len(set(plunders)) == sum(1 <= sum(taken) <= 3 for taken in stocks)
    step = settle(table, {0: "plunder greens iron 1 blues gold 1 wood 1"})
    assert step.events == (
        RewardTaken(0, "plunder"),
        Plundered(0, 1, 1, 0, 1),
        Received(0, 1, 0, 1, Source.PLUNDER),
        Plundered(0, 2, 0, 1, 0),
        Received(0, 0, 1, 0, Source.PLUNDER),
    )
    assert [player.stock for player in step.state.players] == [(1, 1, 1), (1, 0, 0), (0, 3, 0)]


@pytest.mark.parametrize(
    "text",
    [
        "plunder blues wood 2 iron 2",
        "plunder blues gold 3",
        "plunder greens wood 3",
        "plunder blues rage 3",
        "plunder reds wood 3",
        "plunder blues wood 2 iron 1 skulls 1",
    ],
)
def test_no_more_than_so_many_and_nobody_gives_what_is_not_there(text: str) -> None:
    """Rulebook p. 10: and nothing but wood, iron and gold."""
    table = won(fighter(BLUES, 1, 2, stock=(2, 2, 2)), fighter(GREENS, 2, 2))
    assert why_not(table, 0, text) == "plunder-the-defeated count=3"
    assert why_not(table, 0, "plunder blues wood 2 iron 1") == ""


def test_the_winner_may_take_less() -> None:
    """docs/rulings.md 92: but something; who wants nothing declines."""
    table = won(fighter(BLUES, 1, 2, stock=(2, 2, 2)))
    plunders = [text for text in offered(table, 0) if text.startswith("plunder")]
    assert sum(map(int, plunders[0].split()[3::2])) == 3, "the most comes first"
    step = settle(table, {0: "plunder blues gold 1"})
    assert [player.stock for player in step.state.players[:2]] == [(0, 0, 1), (2, 2, 1)]


def test_the_defeated_give_no_more_than_they_have() -> None:
    """docs/rulings.md 10."""
    table = won(fighter(BLUES, 1, stock=(1, 0, 2)), fighter(GREENS, 1, stock=(0, 1, 0)))
    plunders = [text for text in offered(table, 0) if text.startswith("plunder")]
    assert plunders[0] == "plunder blues wood 1 gold 2 greens iron 1"
    assert why_not(table, 0, "plunder blues wood 2") == "plunder-the-defeated count=4"


def test_who_has_nothing_cannot_be_plundered() -> None:
    table = won(fighter(BLUES, 1))
    assert offered(table, 0) == ["decline", "loot"]


def test_plunder_can_reach_a_milestone() -> None:
    """docs/rulings.md 19."""
    table = fought(fighter(REDS, 0, 1, stock=(13, 0, 0)), fighter(BLUES, 3, stock=(9, 0, 0))).state
    step = settle(table, {0: "plunder blues wood 1"})
    assert MilestoneReached(0, Resource.WOOD, 14, 2) in step.events


def test_every_reward_offered_can_be_written_down() -> None:
    table = won(
        fighter(GREENS, 1, stock=(2, 3, 1)), fighter(BLUES, 1, stock=(3, 2, 1), artefacts=(R.TOGEED,))
    )
    choices = request_for(CONQUER.pending(table), 0).choices
    assert all(CONQUER.parse(CONQUER.notate(choice)) == choice for choice in choices)
    assert all(choice in choices for choice in choices)


# Artefacts as a reward.

GIFTED = small_board(
    "gifted",
    artefacts={R.VURT: (UnitsArrive(R.VURT, "knight", 2),), R.FOLEN: (Power("foot", 2), MorePoints(1))},
)
BARE = small_board("bare", artefacts={R.VURT: (UnitsArrive(R.VURT, "foot", 5),)})


def test_the_winner_takes_an_artefact_and_its_effect_on_the_own_board() -> None:
    """Rulebook p. 10: no condition has to be met."""
    table = battle(fighter(BARE, 0, 3), fighter(GIFTED, 1, artefacts=(R.VURT, R.FOLEN)))
    step = play_on(table, {0: "deploy knight 3", 1: "deploy foot 1"}, {0: "seize Vurt"})
    assert step.events[-3:] == (
        RewardTaken(0, "seize"),
        ArtefactSeized(0, 1, R.VURT),
        UnitsJoined(0, "foot", 5),
    )
    winner, loser = step.state.players
    assert winner.owns(R.VURT)
    assert not loser.owns(R.VURT)
    assert loser.owns(R.FOLEN)
    assert winner.rewarded


def test_the_loser_loses_a_permanent_effect() -> None:
    """Rulebook p. 10; docs/rulings.md 25: the modified value goes back."""
    table = battle(fighter(BARE, 0, 3), fighter(GIFTED, 3, artefacts=(R.FOLEN,)))
    step = settle(table, {0: "deploy knight 3", 1: "deploy foot 1"})
    assert isinstance(step.events[0], BattleFought)
    assert step.events[0].powers == (12, 2)
    after = settle(step.state, {0: "seize Folen"}).state
    again = settle(asking(after, Battle(R.HARRAX, (0, 1))), {1: "deploy foot 2"})
    assert isinstance(again.events[0], BattleFought)
    assert again.events[0].powers == (0, 2)


def test_the_loser_keeps_what_came_once() -> None:
    """Rulebook p. 10: units are not lost with the artefact; docs/rulings.md 24: won back, they come again."""
    table = battle(fighter(BARE, 0, 3), fighter(GIFTED, 0, 2, artefacts=(R.VURT,)))
    step = play_on(table, {0: "deploy knight 3", 1: "deploy none"}, {0: "seize Vurt"})
    assert units_of(step.state, 1) == {"knight": 2}
    back = asking(step.state, Battle(R.HARRAX, (0, 1)))
    step = play_on(back, {0: "deploy none", 1: "deploy knight 1"}, {1: "seize Vurt"})
    assert units_of(step.state, 1) == {"knight": 3}
    assert step.state.players[1].owns(R.VURT)
    assert units_of(step.state, 0) == {"foot": 5}


def test_an_artefact_that_none_of_the_defeated_owns_cannot_be_seized() -> None:
    table = won(fighter(BLUES, 1, artefacts=(R.VURT,)), fighter(GREENS, 1, artefacts=(R.ODMOOR,)))
    assert [text for text in offered(table, 0) if "seize" in text] == ["seize Vurt", "seize Odmoor"]
    assert why_not(table, 0, "seize Folen") == "not-of-the-defeated artefact=Folen"


# What the battle decides about the region.


class Vegetarians(Effect):
    """They take no gold, and nobody takes an artefact from them."""

    def plunder_in_reach(self, table: Table, seat: int, resources: Bundle) -> Bundle:
        wood, iron, _ = resources
        return (wood, iron, 0)

    def artefacts_at_stake(
        self, table: Table, seat: int, artefacts: tuple[Region, ...]
    ) -> tuple[Region, ...]:
        return ()


MODEST = small_board("modest", nature=(Vegetarians(),))


def test_an_effect_of_the_winner_limits_what_can_be_plundered() -> None:
    """What cannot be taken does not count for how much there is."""
    table = fought(fighter(MODEST, knight=3), fighter(BLUES, stock=(1, 1, 9))).state
    assert offered(table, 0)[:3] == ["decline", "loot", "plunder blues wood 1 iron 1"]
    assert not [text for text in offered(table, 0) if "gold" in text]
    nothing = fought(fighter(MODEST, knight=3), fighter(BLUES, stock=(0, 0, 9))).state
    assert offered(nothing, 0) == ["decline", "loot"]
    assert not Rewarding(0, (1,), 1, ()).is_coherent(nothing)


def test_an_effect_of_the_defeated_keeps_artefacts_from_the_winner() -> None:
    """But not those of others."""
    guarded, free = fighter(MODEST, artefacts=(R.VURT,)), fighter(BLUES, artefacts=(R.FOLEN,))
    table = fought(fighter(REDS, knight=3), guarded, free).state
    assert offered(table, 0) == ["decline", "loot", "seize Folen"]
    assert why_not(table, 0, "seize Vurt") == "not-at-stake artefact=Vurt"
    assert why_not(table, 0, "seize Paskaar") == "not-of-the-defeated artefact=Paskaar"


def in_region(region: Region, **stocks: Bundle) -> Table:
    """The reds want to fight, and have much more than the blues."""
    reds = seat(REDS, region, units={"knight": 9}, stock=stocks.get("reds", (0, 0, 0)))
    blues = seat(BLUES, region, units={"foot": 9}, stock=stocks.get("blues", (0, 0, 0)), artefacts=(R.FOLEN,))
    return settle(asking(at_table(reds, blues), Meetings()), {0: "fight"}).state


def test_the_winner_may_seize_the_fortress_and_the_defeated_may_not() -> None:
    """Rulebook p. 10; docs/rulings.md 12."""
    step = play_on(in_region(R.QLISS), {0: "deploy knight 3", 1: "deploy foot 1"}, {0: "decline"})
    assert any(text.startswith("siege Qliss") for text in offered(step.state, 0))
    step = settle(step.state, {0: "done"})
    assert any(text.startswith("hunt") for text in offered(step.state, 1))
    assert why_not(step.state, 1, "siege Qliss with foot 8") == "no-fortress region=Qliss"


def test_the_winner_may_collect_the_artefact_and_the_defeated_may_not() -> None:
    """Rulebook p. 10; docs/rulings.md 12."""
    table = in_region(R.PASKAAR, reds=(12, 0, 0), blues=(12, 0, 0))
    step = play_on(table, {0: "deploy knight 3", 1: "deploy none"}, {0: "decline"}, {0: "done"}, {1: "done"})
    assert offered(step.state, 0) == ["decline", "collect for wood 12"]
    step = settle(step.state, {0: "decline"})
    assert step.state.agenda == ()


def test_a_winner_who_took_an_artefact_cannot_collect_that_of_the_region() -> None:
    """Rulebook p. 10."""
    table = in_region(R.PASKAAR, reds=(12, 0, 0))
    step = play_on(
        table, {0: "deploy knight 3", 1: "deploy none"}, {0: "seize Folen"}, {0: "done"}, {1: "done"}
    )
    assert step.state.agenda == ()
    assert not any(player.owns(R.PASKAAR) for player in step.state.players)


def test_after_a_tie_nobody_may_take_what_lies_there() -> None:
    """Rulebook p. 10; docs/rulings.md 4."""
    table = settle(in_region(R.QLISS), {0: "deploy knight 1", 1: "deploy foot 4"}).state
    assert not any(text.startswith("siege") for text in offered(table, 0))
    assert any(text.startswith("hunt") for text in offered(table, 0))


# Pieces.


class Beast(Effect):
    """A piece of power 18 in Qliss, which must fight and is then gone for the test's purposes."""

    def pieces(self, table: Table, seat: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return (*pieces, Piece("beast", R.QLISS))

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        return (*stacks, Stack("beast", 18, 1, 1)) if combat.piece else stacks


TAMERS = small_board("tamers", nature=(Beast(),))


def besiegers(foot: int) -> Table:
    seated = (
        seat(TAMERS, R.YREEL, stock=(9, 9, 9)),
        seat(BLUES, R.QLISS, units={"foot": foot}, stock=(9, 0, 0)),
    )
    return asking(at_table(*seated), Battle(R.QLISS, (0, 1)))


def test_what_must_be_deployed_is_named() -> None:
    table = besiegers(9)
    refusal = table.agenda[0].refusal(table, 0, CONQUER.parse("deploy none"))
    assert refusal == because("must-deploy", units=("beast",))


def test_a_piece_that_wins_circles_a_monster_and_gets_nothing_else() -> None:
    step = settle(besiegers(9), {1: "deploy foot 9"})
    assert step.events == (
        BattleFought(R.QLISS, (0, 1), ((("beast", 1),), (("foot", 9),)), (18, 9), 0),
        UnitsPerished(1, (("foot", 9),)),
        MonsterCircled(0, 2, 1),
    )
    assert not step.state.players[0].barred
    assert step.state.players[1].barred
    assert step.state.agenda == ()


def test_who_beats_a_piece_has_beaten_its_player() -> None:
    """docs/rulings.md 65."""
    step = settle(besiegers(20), {1: "deploy foot 20"})
    assert step.state.agenda == (Rewarding(1, (0,), 2, (0,)),)
    assert "plunder tamers wood 1 iron 1" in offered(step.state, 1)
    assert not step.state.players[0].barred


@pytest.mark.parametrize(
    ("stage", "is_coherent"),
    [
        (Battle(R.HARRAX, (0, 1)), True),
        (Battle(R.HARRAX, (1, 0)), False),
        (Battle(R.HARRAX, (0,)), False),
        (Battle(R.HARRAX, (0, 3)), False),
        (Battle(R.QLISS, (0, 1)), False),
        (Rewarding(0, (1, 2), 3, (7,)), True),
        (Rewarding(0, (1,), 3, ()), True),
        (Rewarding(0, (1,), 4, ()), False),
        (Rewarding(0, (), 0, ()), False),
        (Rewarding(0, (0, 1), 3, ()), False),
        (Rewarding(0, (1, 1), 3, ()), False),
        (Rewarding(0, (3,), 3, ()), False),
        (Rewarding(0, (1,), 3, (8,)), False),
        (Rewarding(0, (1,), 3, (1, 2)), False),
    ],
)
def test_battles_that_no_table_can_have_before_it(stage: Battle | Rewarding, is_coherent: bool) -> None:
    table = at_table(fighter(REDS), fighter(BLUES, stock=(1, 1, 1)), seat(TAMERS, R.YREEL))
    assert stage.is_coherent(table) is is_coherent
    assert Battle(R.QLISS, (1, 2)).is_coherent(
        at_table(fighter(REDS), seat(BLUES, R.QLISS), seat(TAMERS, R.YREEL))
    )


def test_a_reward_is_asked_in_the_open() -> None:
    """Rulebook p. 10."""
    need = CONQUER.pending(won(fighter(BLUES, 1)))
    assert isinstance(need, Open)
    assert [(request.seat, request.kind) for request in need.requests] == [(0, "reward")]


class Proud(Effect):
    """Circles no monster below power 5 as a sign of victory."""

    def trophies(self, table: Table, seat: int, monsters: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(at for at in monsters if table.boards[seat].monsters[at].power >= 5)


def test_an_effect_can_say_which_monster_is_the_sign_of_victory() -> None:
    proud = small_board("proud", nature=(Proud(),))
    table = battle(fighter(proud, knight=1), fighter(BLUES))
    step = settle(table, {0: "deploy knight 1"})
    assert MonsterCircled(0, 5, 1) in step.events
