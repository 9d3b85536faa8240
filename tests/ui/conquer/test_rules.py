"""The rule behind every question."""

import re
from collections.abc import Callable

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import MILESTONES, USUAL_TERMS, Board
from p2p_heroes.games.conquer.factions import (
    cultists,
    demons,
    elementals,
    elves,
    gnomes,
    gremlins,
    halflings,
    humans,
    mechanisms,
    nagas,
    orcs,
)
from p2p_heroes.games.conquer.factions.elves import ARTEFACT_PRICES
from p2p_heroes.games.conquer.monsters import MONSTERS
from p2p_heroes.games.game import Chance, Setup
from p2p_heroes.ui.conquer import almanac
from p2p_heroes.ui.conquer.ask import OWN_QUESTIONS, QUESTIONS
from p2p_heroes.ui.conquer.effects import terms
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.factions.cultists import BONUSES
from p2p_heroes.ui.conquer.rules import BEHIND, CHAPTERS, behind, told
from p2p_heroes.ui.conquer.words import place
from p2p_heroes.ui.kit.words import joined, titled

STRATEGIC_PLACES = {
    terrain: sorted(place(region) for region, (kind, _) in halflings.STRATEGIC.items() if kind is terrain)
    for terrain in dict.fromkeys(kind for kind, _ in halflings.STRATEGIC.values())
}
ENDS = [
    place(region)
    for region, (_, bonus) in halflings.STRATEGIC.items()
    if bonus is halflings.RegionBonus.POINTS
]
ENDS.sort(key=["Tog' Eed", "Wers", "Nikleen"].index)


def test_every_shared_question_has_a_chapter() -> None:
    assert QUESTIONS.keys() <= BEHIND.keys()
    assert set(BEHIND.values()) <= {page.topic for page in CHAPTERS}


@pytest.mark.parametrize("kind", [*QUESTIONS, *OWN_QUESTIONS])
def test_every_question_is_explained(kind: str) -> None:
    page = behind(kind)
    assert page is not None
    assert all(page.lines)


def test_no_rule_is_about_a_question_that_nobody_asks() -> None:
    for lore in LORE.values():
        assert lore.rules.keys() <= lore.questions.keys()


def test_a_rule_is_told_with_its_page() -> None:
    title, first, *_ = told("collect")
    assert title == "Artefacts (rulebook p. 12)"
    assert first.startswith("There are six, each in one region")


def test_a_rule_of_a_faction_is_told_with_its_idea() -> None:
    title, rule, idea = told("curse")
    assert title == "Undead: curse (rulebook p. 16)"
    assert rule == LORE["undead"].rules["curse"]
    assert idea == f"Undead: {LORE['undead'].idea}"


def test_an_unknown_question_has_no_rule() -> None:
    assert behind("sing") is None
    assert told("sing") == []


def chapter(topic: str) -> str:
    [page] = [page for page in CHAPTERS if page.topic == topic]
    return "\n".join(page.lines)


def said_of(faction: str) -> str:
    return "\n".join(almanac.page(CONQUER.boards[faction]).lines)


def test_what_is_otherwise_belongs_to_a_topic() -> None:
    for lore in LORE.values():
        for topic, text in lore.otherwise.items():
            assert f"- {titled(lore.faction)}: {text}" in chapter(topic)


def test_chance_draws_the_first_player() -> None:
    assert isinstance(CONQUER.pending(CONQUER.initial(Setup(("undead", "elves")))), Chance)
    assert "Chance draws the first player" in chapter("goal")
    assert "There is no luck" not in chapter("goal")


def test_who_starts_with_something_else_is_named_where_the_start_is_told() -> None:
    """Others have a few units of one kind, and nothing else."""
    unlike = [
        board.name
        for board in CONQUER.boards.values()
        if len([unit for unit in board.units if unit.start]) != 1
        or board.standing
        or Effect.game_started in board.effects.overriding
    ]
    assert unlike == ["elementals", "halflings"]
    assert [lore.faction for lore in LORE.values() if "start" in lore.otherwise] == unlike


CHANGES: dict[str, tuple[Callable[..., object], ...]] = {
    "gather": (Effect.gains_by_level,),
    "build": (
        *(Effect.structure_prices, Effect.needs_met, Effect.structure_barred),
        *(Effect.lifts_level, Effect.ways_to_build),
    ),
    "foundations": (
        *(Effect.has_foundation, Effect.foundations_in_reach, Effect.ways_to_build, Effect.withholds),
    ),
    "rounds": (Effect.round_planned, Effect.actions_awaited, Effect.action_announced),
    "move": (Effect.step_toll, Effect.visited, Effect.movement_ended),
    "join": (Effect.may_join,),
    "battle": (Effect.pieces, Effect.losses),
    "recruit": (Effect.recruit_prices,),
    "reward": (Effect.plunder_in_reach, Effect.artefacts_at_stake),
    "fights": (
        *(Effect.monsters_in_reach, Effect.fight_offers, Effect.foe_power),
        *(Effect.pieces, Effect.losses),
    ),
    "artefacts": (Effect.artefact_terms, Effect.deeds_done, Effect.collecting_offers),
    "scoring": (Effect.leftover,),
}
"""Which effects are exceptions to what the topic says of everybody."""
NOT_FELT = {("gather", "demons"), ("rounds", "gremlins")}
"""What was gathered ahead is told with the rounds; that Pourers are counted changes no action."""
PRINTED: dict[str, Callable[[Board], bool]] = {
    "gather": lambda board: board.milestones != MILESTONES,
    "build": lambda board: any(structure.tribute for structure in board.structures),
    "artefacts": lambda board: any(artefact.terms for artefact in board.artefacts),
    "recruit": lambda board: any(not unit.price for unit in board.units),
}


@pytest.mark.parametrize("topic", CHANGES)
def test_every_board_that_changes_a_topic_is_named_there(topic: str) -> None:
    for board in CONQUER.boards.values():
        is_printed = topic in PRINTED and PRINTED[topic](board)
        if (is_printed or any(hook in board.effects.overriding for hook in CHANGES[topic])) and (
            (topic, board.name) not in NOT_FELT
        ):
            assert f"- {titled(board.name)}: " in chapter(topic)


@pytest.mark.parametrize(
    ("topic", "faction", "said"),
    [
        (
            "move",
            "cultists",
            f"a point that is left at the end of the action brings {sum(cultists.GIFT)} gold",
        ),
        ("battle", "undead", "Skeletons beside a Lich come back"),
        ("battle", "gnomes", "with the artefact of Odmoor, Mechanics come back"),
        ("battle", "halflings", "the power of the Levy is in every battle of theirs, and never lost"),
        ("battle", "cultists", "the enslaved that are sent do not perish"),
        ("fights", "halflings", "the power of the Levy is never lost"),
        ("fights", "cultists", "it does not perish"),
        ("portals", "elves", "with the artefact of Tog' Eed, moving through one costs nothing"),
        ("rounds", "elementals", "with the Cap of Invisibility they perform the action that is left out"),
        ("rounds", "orcs", "once a round, War Drums raise an action by a level for them alone"),
        ("rounds", "halflings", "others in the empire raise one action a round by a level"),
        ("rounds", "demons", "they perform one of the announced gatherings before all others"),
        ("recruit", "elementals", "with the artefact of Dortal they recruit right before any fight"),
        ("recruit", "demons", "Imps are never recruited"),
        ("recruit", "demons", "a Butcher can be had for 7 wood, and with the artefact of Odmoor for 7 iron"),
        ("recruit", "nagas", "Serpents are never recruited"),
    ],
)
def test_exceptions_that_no_single_hook_shows_can_be_read(topic: str, faction: str, said: str) -> None:
    """Such as a Levy that is a stack and no unit, or a price that only portals have."""
    [line] = [line for line in chapter(topic).splitlines() if line.startswith(f"- {titled(faction)}: ")]
    assert said in line


def test_the_wood_prices_of_artefacts_can_be_read() -> None:
    """Rulebook p. 12, the alternative terms."""
    for text in (said_of("elves"), chapter("artefacts")):
        assert all(f"{place(region)} {wood}" in text for region, wood in ARTEFACT_PRICES.items())


def test_what_rage_is_worth_can_be_read() -> None:
    steps = "12 (2 points), 18 (2 points) and 24 (3 points)"
    assert steps in said_of("orcs")
    assert steps in chapter("gather")


def test_the_hydra_forces_a_battle_and_brings_a_circled_monster_alone() -> None:
    """Rulebook p. 18: whoever is where the Hydra is must fight; apart from the player it takes no reward."""
    nagas = said_of("nagas")
    assert "Where it meets other players a battle begins, whether they want it or not" in nagas
    assert "you circle a monster, but take no reward" in nagas
    assert "neither resources nor a reward" in nagas
    assert "where the Hydra is with other players, nobody is asked" in chapter("meet")
    assert "a circled monster and no reward" in chapter("meet")


def test_the_usual_terms_are_those_of_the_rules() -> None:
    [chapter] = [page for page in CHAPTERS if page.topic == "artefacts"]
    for region, asked in USUAL_TERMS.items():
        name = "Tog' Eed" if region.name == "TOGEED" else str(region)
        [line] = [line for line in chapter.lines if line.startswith(f"- {name}:")]
        assert re.findall(r"\d+", line) == re.findall(r"\d+", terms(asked))


CELLS_OF = {
    bonus: [at for at, one in enumerate(cultists.CELLS, 1) if one is bonus] for bonus in cultists.Bonus
}


@pytest.mark.parametrize(
    ("faction", "said"),
    [
        ("humans", f"{sum(humans.ILLUSION_PRICE)} gold hide a fortress, artefact, portal or foundation"),
        ("humans", f"swap {humans.SWAP_RATE} of a resource for 1 of another"),
        ("humans", f"a structure on a foundation costs {humans.FOUNDATION_DISCOUNT} resources less"),
        ("gnomes", f"free from {', '.join(map(str, [*gnomes.FREE_FROM.values()][:-1]))} and"),
        ("gnomes", f"and {gnomes.FREE_FROM[4]} science on; more than {gnomes.SCALE} nobody marks"),
        ("orcs", f"once a round, {orcs.DRUMS_PRICE} rage raise an action's level by 1"),
        *(("orcs", f"a {titled(a)} into a {titled(b)} ({rage})") for a, b, rage in orcs.MODIFICATIONS),
        ("elves", "Pixie {}, Griffin {}, Ent {}".format(*elves.ARMED.values())),
        ("nagas", f"power {nagas.HYDRA_POWER}, less {nagas.HINDRANCE} for each Serpent"),
        ("nagas", f"the Hydra has power {nagas.RISEN_POWER}"),
        ("gremlins", f"loses {gremlins.TOLL_WITHOUT_POURERS} resources, and 1 more for each Pourer you have"),
        ("gremlins", f"a Bouncer has power {gremlins.POWER_AT_HOME} in a region with a tavern"),
        ("gremlins", f"{gremlins.TAVERN_PRICE} gold raise a tavern where any three regions meet"),
        ("gremlins", f"raise {gremlins.TAVERNS_OF_VURT} taverns at once, for nothing"),
        ("mechanisms", f"{mechanisms.DISCOUNT} less wood or gold in each building action"),
        (
            "mechanisms",
            f"{mechanisms.BASIC_UPLOAD} point for the end, once built {mechanisms.BOOSTED_UPLOAD}",
        ),
        ("elementals", "from {} to {}, then to {}".format(*elementals.MAYA_POWERS)),
        ("elementals", f"{sum(elementals.STEP_PRICE)} gold make Maya stronger"),
        ("elementals", f"{elementals.BAG_PRICE} resources for 1 point, with the trophy shard for 2"),
        ("elementals", "the structure for one of a pair, once it stands, excludes that for the other"),
        ("elementals", "build on fortresses that anybody has seized as on foundations"),
        ("elementals", f"white for the monster of power {MONSTERS[elementals.SECOND_LAST].power}"),
        ("demons", f"brings {demons.FLESH_IMPS} more Imps"),
        ("demons", f"for {sum(demons.BRAND_PRICE)} gold more"),
        ("demons", f"{sum(demons.CONTRACT_PRICE)} gold lend you the power of the artefact of Folen, Odmoor"),
        ("demons", "only those who had built there before build on a foundation with a rune"),
        ("demons", "that holds nothing of yours and that nobody keeps from you"),
        ("halflings", f"2 for {ENDS[0]}, {ENDS[1]} and {ENDS[2]}"),
        *(("halflings", f"({', '.join(places)})") for places in STRATEGIC_PLACES.values()),
        (
            "halflings",
            f"in 1 region, at level II in {halflings.HORSESHOES[2] - 1} and at level III in 3 more",
        ),
        ("cultists", f"for {', '.join(map(str, cultists.PRICES))}; above the {len(cultists.CELLS)} cells"),
        *(
            ("cultists", f"{said.format(row='the row')}: {joined(list(map(str, CELLS_OF[bonus])))}")
            for bonus, said in BONUSES.items()
        ),
        ("cultists", "refresh monsters for half their power in gold, rounded up, fortresses for 4"),
        ("cultists", f"{cultists.BLESSING} resources of any kind"),
        ("cultists", f"{cultists.ODMOOR_MARKS} free marks in any rows"),
        ("cultists", f"{cultists.TOGEED_RENEWS} enslaved monsters are refreshed"),
        ("cultists", f"{sum(cultists.BREATH_PRICE)} gold draw those of an adjacent region into a battle"),
        ("cultists", f"the citadel of Lox holds {cultists.LOX_GIVES} resources of any kind"),
    ],
)
def test_numbers_in_words_are_those_of_the_rules(faction: str, said: str) -> None:
    assert said in said_of(faction)
