"""The notation of the decisions that every faction has."""

from itertools import permutations, product

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import (
    ACTIONS,
    SHARED_DECISIONS,
    Action,
    Build,
    Cede,
    Claim,
    Collect,
    Decision,
    Decline,
    Deploy,
    Done,
    Fight,
    Hunt,
    Join,
    Loot,
    Lose,
    Move,
    Peace,
    Plan,
    Plunder,
    Recruit,
    Seize,
    Siege,
    Start,
    Stay,
    Take,
)
from p2p_heroes.games.conquer.world import REGIONS, Region

ARMIES = ((), (("foot", 1),), (("bone-dragon", 3), ("ent+", 1), ("foot", 12)))
WAYS = ((), (Region.BRYNNLORE,), (Region.HARRAX, Region.TOGEED, Region.YREEL))
ERRANDS = ((), (("hydra", Region.QLISS),), (("cap", Region.LOX), ("hydra", Region.TOGEED)))
SAVINGS = ((), (("iron", 2),), (("wood", 1), ("gold", 3)))
SPOILS = (
    (("elves", (("gold", 1),)),),
    (("elves", (("wood", 3), ("iron", 1), ("gold", 4))), ("orcs", (("iron", 2),))),
)

EXAMPLES: list[Decision] = [
    *(Done(), Peace(), Fight(), Join(), Cede(), Claim(), Decline(), Loot()),
    *(Start(region) for region in REGIONS),
    *(Plan(actions) for actions in permutations(ACTIONS, 4)),
    *(Build("shrine", on, saving) for on, saving in product((None, Region.LOX, Region.TOGEED), SAVINGS)),
    *(Recruit("skeleton", count) for count in (1, 6, 9999)),
    *(
        Move(to, via, buying, sending)
        for to, via, buying, sending in product((Region.ESMORE, Region.TOGEED), WAYS, (0, 2), ERRANDS)
    ),
    *(Stay(buying, sending) for buying, sending in product((0, 1), ERRANDS)),
    *(Deploy(army) for army in ARMIES),
    *(Plunder(spoils) for spoils in SPOILS),
    *(Seize(region) for region in REGIONS),
    *(Hunt(power, army) for power, army in product((2, 32), ARMIES)),
    *(Siege(region, army) for region, army in product((Region.KOSLEEN, Region.TOGEED), ARMIES)),
    *(Collect(paid) for paid in ((), (("wood", 12),), (("serpent", 3),))),
    *(Lose(unit) for unit in ("skeleton", "bone-dragon")),
    *(Take(resources) for resources in SAVINGS),
]


def test_there_is_an_example_of_every_shared_decision() -> None:
    assert {type(example) for example in EXAMPLES} == set(SHARED_DECISIONS)
    assert len({kind.form.tag for kind in SHARED_DECISIONS}) == len(SHARED_DECISIONS) == 22


@pytest.mark.parametrize("kind", SHARED_DECISIONS)
def test_what_is_notated_is_parsed(kind: type[Decision]) -> None:
    for example in EXAMPLES:
        if isinstance(example, kind):
            assert CONQUER.parse(CONQUER.notate(example)) == example


@pytest.mark.parametrize("kind", SHARED_DECISIONS)
def test_what_is_signed_is_read_back(kind: type[Decision]) -> None:
    for example in EXAMPLES:
        if isinstance(example, kind):
            assert CONQUER.decode_decision(CONQUER.encode_decision(example)) == example


def test_no_two_decisions_look_alike() -> None:
    assert len({CONQUER.notate(example) for example in EXAMPLES}) == len(EXAMPLES)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("start Harrax", Start(Region.HARRAX)),
        ("plan wood gold build move", Plan(("wood", "gold", "build", "move"))),
        ("done", Done()),
        ("build shrine", Build("shrine")),
        ("build shrine on Lox", Build("shrine", Region.LOX)),
        ("build shrine on Lox saving wood 1 gold 3", Build("shrine", Region.LOX, (("wood", 1), ("gold", 3)))),
        ("recruit skeleton 6", Recruit("skeleton", 6)),
        ("move Esmore via Brynnlore buying 2", Move(Region.ESMORE, (Region.BRYNNLORE,), 2)),
        ("move Yreel sending hydra Qliss", Move(Region.YREEL, (), 0, (("hydra", Region.QLISS),))),
        ("stay", Stay()),
        ("stay buying 1 sending hydra Qliss", Stay(1, (("hydra", Region.QLISS),))),
        ("peace", Peace()),
        ("fight", Fight()),
        ("join", Join()),
        ("cede", Cede()),
        ("claim", Claim()),
        ("deploy none", Deploy(())),
        ("deploy lich 1 skeleton 4", Deploy((("lich", 1), ("skeleton", 4)))),
        ("decline", Decline()),
        ("loot", Loot()),
        (
            "plunder elves wood 3 iron 1 gold 4",
            Plunder((("elves", (("wood", 3), ("iron", 1), ("gold", 4))),)),
        ),
        ("seize Tog'Eed", Seize(Region.TOGEED)),
        ("hunt 8 with lich 1 skeleton 4", Hunt(8, (("lich", 1), ("skeleton", 4)))),
        ("siege Kosleen with ent 4", Siege(Region.KOSLEEN, (("ent", 4),))),
        ("collect", Collect()),
        ("collect for wood 12", Collect((("wood", 12),))),
        ("lose skeleton", Lose("skeleton")),
    ],
)
def test_how_a_decision_is_typed(text: str, meant: Decision) -> None:
    assert CONQUER.parse(text) == meant
    assert CONQUER.notate(meant) == text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("  MOVE esmore   Via BRYNNLORE ", Move(Region.ESMORE, (Region.BRYNNLORE,))),
        ("Build Shrine On togeed", Build("shrine", Region.TOGEED)),
        ("Plan Wood GOLD build Move", Plan(("wood", "gold", "build", "move"))),
        ("deploy NONE", Deploy(())),
        ("hunt 08 with Foot 1", Hunt(8, (("foot", 1),))),
    ],
)
def test_case_does_not_matter_to_whoever_types(text: str, meant: Decision) -> None:
    assert CONQUER.parse(text) == meant


def test_the_first_three_actions_gather_the_resource_of_the_same_number() -> None:
    """Rulebook p. 4: five actions."""
    assert list(ACTIONS) == ["wood", "iron", "gold", "move", "build"]
    assert [int(action) for action in Action] == [0, 1, 2, 3, 4]
