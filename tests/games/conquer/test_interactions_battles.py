"""What factions do to each other in fights: who is drawn in, with what power, and who wins what."""

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.factions.cultists import Cult, Enslaved
from p2p_heroes.games.conquer.factions.demons import Runes
from p2p_heroes.games.conquer.factions.halflings import Empire
from p2p_heroes.games.conquer.factions.humans import Illusions
from p2p_heroes.games.conquer.factions.nagas import HydraPerished, HydraZone
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.meeting import Joining, Meetings
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.sharing import Taking, of_any_kind
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.conquer.world import Region
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    beginning,
    names_of,
    offered,
    play_on,
    seat,
    settle,
    units_of,
)

R = Region
FULL = Cult((14, 14, 14))
GENEROUS = (R.LOX, R.VURT)
"""Two strategic mountains: guests have a prize for victories."""


def breath(region: Region, units: dict[str, int] | None = None, stock: Bundle = (0, 0, 3)) -> Seated:
    built = ("breath-of-the-lord",)
    return seat("cultists", region, units=units, stock=stock, built=built, own=FULL)


def host(*regions: Region, region: Region = R.DORTAL, levy: int = 0) -> Seated:
    """Halflings whose guests have a prize for victories in these regions."""
    return seat("halflings", region, units={}, own=Empire(tuple(sorted((*GENEROUS, *regions))), levy=levy))


def powers(happened: tuple[object, ...]) -> tuple[int, ...]:
    [fought] = [event for event in happened if isinstance(event, events.BattleFought)]
    return fought.powers


# Breath of the Lord among many.


def vanished(*others: Seated) -> Table:
    """The Elementals move alone from Harrax to Nikleen, past all that is there."""
    units = {"zephyr": 1, "maya": 2}
    built = ("cap-of-invisibility", "crystal-halls", "floating-towers")
    table = asking(at_table(seat("elementals", R.HARRAX, units=units, built=built), *others), Planning())
    return play_on(table, {0: "plan wood iron gold build"}, {0: "vanish"}, {0: "move Nikleen"}).state


def test_cultists_join_a_battle_that_the_hydra_forces_on_one_who_moves_alone() -> None:
    """docs/rulings.md 182: Cap, Hydra and Breath in one battle; then only who moved goes on."""
    nagas = seat("nagas", R.ESMORE, units={}, own=HydraZone(hydra=R.NIKLEEN))
    table = vanished(nagas, breath(R.QLISS, {"pilgrim": 2}))
    assert table.agenda[0] == Joining(R.NIKLEEN, (0, 1), (2,))
    assert CONQUER.decode_state(CONQUER.encode_state(table)) == table
    joined = settle(table, {2: "join"}).state
    assert joined.agenda[0] == Battle(R.NIKLEEN, (0, 1, 2))
    step = settle(joined, {0: "deploy maya 1", 2: "deploy pilgrim 2"})
    assert powers(step.events) == (7, 18, 20)
    assert HydraPerished(1, R.NIKLEEN) in step.events
    assert events.MonsterCircled(2, 2, 1) in step.events
    after = settle(step.state, {2: "loot"}).state
    assert (offered(after, 0)[0], offered(after, 2)) == ("done", [])
    after = settle(after, {0: "done"}).state
    assert not any(player.battled or player.barred for player in after.players)


def test_joining_and_winning_gives_the_right_to_what_lies_at_home() -> None:
    """docs/rulings.md 183: Elves beside the Cultists in Rolgoy have fought nobody, and have no right now."""
    seats = (
        seat("undead", R.VURT, units={}),
        seat("orcs", R.VURT, units={"scout": 1}),
        breath(R.ROLGOY, {"preacher": 5}),
        seat("elves", R.ROLGOY, units={"ent": 3}),
    )
    table = play_on(asking(at_table(*seats), Meetings()), {0: "fight"}, {2: "join"}).state
    won = play_on(table, {1: "deploy none", 2: "deploy preacher 1"}, {2: "loot"}, {1: "done"}).state
    assert "siege Rolgoy with preacher 3" in offered(won, 2)
    assert not [text for text in offered(settle(won, {2: "done"}).state, 3) if text.startswith("siege")]


def test_joining_and_losing_leaves_what_lies_at_home_to_the_others_there() -> None:
    """docs/rulings.md 183."""
    seats = (
        seat("undead", R.VURT, units={}),
        seat("orcs", R.VURT, units={"scout": 1}),
        breath(R.ROLGOY, {"preacher": 5}),
        seat("elves", R.ROLGOY, units={"ent": 3}),
    )
    table = play_on(asking(at_table(*seats), Meetings()), {0: "fight"}, {2: "join"}).state
    lost = play_on(table, {1: "deploy scout 1", 2: "deploy none"}, {1: "loot"}).state
    assert not [text for text in offered(lost, 2) if "Rolgoy" in text or "rolgoy" in text]
    assert "siege Rolgoy with ent 3" in offered(settle(lost, {2: "done"}).state, 3)


def test_a_victory_takes_the_place_of_what_was_ceded_in_peace() -> None:
    """docs/rulings.md 183: the Undead ceded Rolgoy to the Elves, were drawn into a battle, and won it."""
    seats = (
        seat("undead", R.ROLGOY, units={"lich": 5}),
        seat("elves", R.ROLGOY, units={"ent": 3}),
        breath(R.VURT, {}),
    )
    met = ({0: "peace"}, {1: "peace"}, {0: "cede"}, {1: "claim"})
    table = play_on(asking(at_table(*seats), Meetings()), *met).state
    assert [player.barred for player in table.players] == [True, False, False]
    fought = play_on(table, {2: "breathe Rolgoy"}, {0: "deploy lich 1", 1: "deploy none"}).state
    assert [player.barred for player in fought.players] == [False, True, True]
    assert "siege Rolgoy with lich 2" in offered(settle(fought, {0: "loot"}).state, 0)


def test_who_is_drawn_in_fights_with_the_levy_and_wins_the_prize_of_the_own_region() -> None:
    """docs/rulings.md 184: the Undead stand in the empire, the Cultists who drew them in do not."""
    undead = seat("undead", R.ASANDER, units={"lich": 1})
    seats = (breath(R.HARRAX, {"pilgrim": 1}), undead, host(R.ASANDER, region=R.ASANDER, levy=4))
    table = settle(asking(at_table(*seats), Meetings()), {0: "breathe Asander"}).state
    guest = settle(table, {0: "deploy none", 1: "deploy lich 1"})
    assert powers(guest.events) == (0, 5, 4)
    assert guest.state.agenda[0] == of_any_kind(1, 2)
    cultists = settle(table, {0: "deploy pilgrim 1", 1: "deploy lich 1"})
    assert powers(cultists.events) == (6, 5, 4)
    assert isinstance(cultists.state.agenda[0], Rewarding)


def test_the_hydra_of_a_player_who_fights_in_person_stays_out_of_the_same_battle() -> None:
    """docs/rulings.md 193: Nagas beside the Cultists, the Hydra next door among those who are drawn in."""
    nagas = seat("nagas", R.HARRAX, units={"serpent": 2}, own=HydraZone(hydra=R.ESMORE))
    seats = (breath(R.HARRAX, {}), nagas, seat("undead", R.ESMORE, units={"skeleton": 3}))
    table = play_on(asking(at_table(*seats), Meetings()), {0: "fight"}, {0: "breathe Esmore"}).state
    assert offered(table, 1) == ["deploy none", "deploy serpent 1", "deploy serpent 2"]
    step = settle(table, {1: "deploy serpent 2", 2: "deploy skeleton 3"})
    assert powers(step.events) == (0, 4, 3)
    assert step.state.players[1].own == HydraZone(hydra=R.ESMORE)
    assert "Met" not in names_of(settle(step.state, {1: "loot"}).events)


def test_a_concealed_portal_keeps_cultists_from_joining_a_battle() -> None:
    """docs/rulings.md 68: it makes nothing adjacent for others."""
    illusions = Illusions((("portal", R.YREEL),))
    for own, joins in ((Illusions(), True), (illusions, False)):
        humans = seat("humans", R.YREEL, built=("tower-of-illusions",), own=own)
        seats = (humans, seat("undead", R.YREEL), breath(R.HARRAX))
        table = settle(asking(at_table(*seats), Meetings()), {0: "fight"}).state
        assert isinstance(table.agenda[0], Joining) is joins


# Thralls, monsters and fortresses.


def test_the_aqueduct_weakens_no_monster_that_serves_others() -> None:
    """docs/rulings.md 185: it weakens what the Halflings hunt or besiege."""
    ours = Empire(tuple(sorted((R.HARRAX, *GENEROUS))), levy=2)
    halflings = seat("halflings", R.HARRAX, units={}, built=("aqueduct",), own=ours)
    thirteen = Cult((14, 14, 14), enslaved=("monster-thirteen",))
    cultists = seat("cultists", R.HARRAX, units={}, own=thirteen)
    table = asking(at_table(halflings, cultists), Battle(R.HARRAX, (0, 1)))
    assert powers(settle(table, {1: "deploy monster-thirteen 1"}).events) == (2, 13)


def test_a_fortress_that_the_hydra_has_seized_is_not_enslaved() -> None:
    """docs/rulings.md 191: it is gone for everybody."""
    nagas = seat("nagas", R.DORTAL, units={}, own=HydraZone(hydra=R.QLISS))
    cultists = seat("cultists", R.NIKLEEN, units={}, own=FULL)
    table = asking(at_table(nagas, cultists), Fighting(0))
    seized = settle(table, {0: "siege Qliss with hydra 1"}).state
    for one, enslaved in ((table, True), (seized, False)):
        one.players[1].region = R.QLISS
        offers = offered(asking(one, Fighting(1)), 1)
        assert ("enslave fortress-qliss" in offers) is enslaved


def test_no_prize_for_what_is_won_without_a_fight() -> None:
    """docs/rulings.md 192: neither enslaving nor the Elementals' artefact of Vurt is a victory in a fight."""
    cultists = seat("cultists", R.VURT, units={}, own=FULL)
    step = settle(asking(at_table(cultists, host()), Fighting(0)), {0: "enslave monster-two"})
    assert Enslaved(0, "monster-two") in step.events
    assert not [stage for stage in step.state.agenda if isinstance(stage, Taking)]
    elementals = seat("elementals", R.HARRAX)
    undead = seat("undead", R.HARRAX, artefacts=(R.VURT,))
    table = at_table(elementals, undead, host(R.HARRAX))
    circled = settle(asking(table, Rewarding(0, (1,), 0, ())), {0: "seize Vurt"})
    assert events.MonsterCircled(0, 2, 1) in circled.events
    assert not [stage for stage in circled.state.agenda if isinstance(stage, Taking)]


def test_purgatory_adds_to_the_prize_of_a_guest() -> None:
    """docs/rulings.md 124, 168: it is a receipt like any other."""
    demons = seat("demons", R.ESMORE, units={"imp": 3}, built=("purgatory",), own=Runes((R.ESMORE,)))
    table = asking(at_table(demons, host(R.ESMORE)), Fighting(0))
    step = play_on(table, {0: "hunt 2 with imp 3"}, {0: "take gold 2"})
    assert events.Received(0, 0, 0, 3, Source.EFFECT) in step.events


def test_only_cultists_claim_a_citadel() -> None:
    """docs/rulings.md 181: for all others there is nothing in Asander that could be claimed."""
    table = asking(at_table(seat("cultists", R.ASANDER), seat("elves", R.ASANDER)), Meetings())
    table = play_on(table, {0: "peace"}, {1: "peace"}).state
    assert (offered(table, 0), offered(table, 1)) == (["cede", "claim"], [])


def test_whoever_is_beaten_in_asander_does_not_take_the_citadel() -> None:
    """docs/rulings.md 12: as with any fortress."""
    cultists = seat("cultists", R.ASANDER, units={"preacher": 5}, own=FULL)
    table = asking(at_table(cultists, seat("elves", R.ASANDER, units={"pixie": 1})), Meetings())
    steps = ({0: "fight"}, {0: "deploy none", 1: "deploy pixie 1"}, {1: "loot"})
    beaten = offered(play_on(table, *steps).state, 0)
    assert not [text for text in beaten if "Asander" in text or "asander" in text]
    assert "hunt 2 with preacher 1" in beaten


# What a winner takes.


@pytest.mark.parametrize(
    ("victim", "reward"),
    [
        (seat("orcs", stock=(1, 1, 0)), "plunder orcs wood 1 iron 1"),
        (seat("nagas", stock=(1, 1, 0)), "plunder nagas wood 1 iron 1"),
        (seat("mechanisms", stock=(1, 0, 1)), "plunder mechanisms wood 1 gold 1"),
        (seat("cultists", stock=(1, 1, 0), own=FULL), "plunder cultists wood 1 iron 1"),
    ],
    ids=["rage", "serpents", "cores", "marks"],
)
def test_what_only_one_faction_has_cannot_be_plundered(victim: Seated, reward: str) -> None:
    """Rulebook p. 10: wood, iron and gold; docs/rulings.md 58, 116."""
    table = asking(at_table(seat("undead", units={"lich": 3}), victim), Battle(R.HARRAX, (0, 1)))
    done = {0: "deploy lich 3"} | ({1: "deploy none"} if offered(table, 1) else {})
    after = settle(table, done).state
    *_, one, other = reward.split()[:-1:2]
    whose = " ".join(reward.split()[:2])
    assert set(beginning(after, "plunder")) == {reward, f"{whose} {one} 1", f"{whose} {other} 1"}


def test_mechanisms_with_only_iron_before_them_plunder_nothing() -> None:
    """docs/rulings.md 116: of Elves who have nothing but iron."""
    elves = seat("elves", stock=(0, 9, 0), units={})
    table = asking(at_table(seat("mechanisms", units={"core": 3}), elves), Battle(R.HARRAX, (0, 1)))
    after = settle(table, {0: "deploy core 3"}).state
    assert offered(after, 0) == ["decline", "loot"]


def test_serpents_and_hydra_beside_a_levy_meet_in_one_battle() -> None:
    """docs/rulings.md 51, 165: both are bound to fight, and only the Hydra is gone after it."""
    nagas = seat("nagas", R.HARRAX, units={"serpent": 2}, own=HydraZone(hydra=R.HARRAX))
    table = asking(at_table(nagas, host(region=R.HARRAX, levy=5)), Moving(1))
    table = settle(table, {0: "stay"}).state
    assert offered(table, 0)[0] == "deploy hydra 1"
    step = settle(table, {0: "deploy hydra 1"})
    assert powers(step.events) == (14, 5)
    assert units_of(step.state, 0) == {"serpent": 2}
    assert "HydraPerished" in names_of(step.events)
