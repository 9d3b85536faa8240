"""States and decisions as plain values: what is written is read back, and nothing else is."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.building import Building, BuildingEnds
from p2p_heroes.games.conquer.codec import codec_for
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import SHARED_DECISIONS, Decision, Done
from p2p_heroes.games.conquer.faction import Structure, Unit
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.kinds import SOME_REGIONS
from p2p_heroes.games.conquer.meeting import Claiming, Meeting, Meetings, MovementEnds
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import (
    ActionStarts,
    DrawFirst,
    Planning,
    RoundEnds,
    RoundStarts,
    first_stages,
)
from p2p_heroes.games.conquer.resources import bundle
from p2p_heroes.games.conquer.rounds import SHARED_STAGES
from p2p_heroes.games.conquer.state import Own, Player, Stage, Table, Turn
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.errors import MalformedDecision, MalformedState
from p2p_heroes.games.game import Need, Open, Plain, Request
from p2p_heroes.games.kit.agenda import copied
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT
from tests.support.conquer import Seated, at_table, seat, small_board, with_terrain

R = Region


class Farms(Own):
    form: ClassVar[Form] = Form("farms", Part("fields", SOME_REGIONS), Part("cows", COUNT))
    fields: tuple[Region, ...] = ()
    cows: int = 0

    def is_sound(self, table: Table) -> bool:
        return self.cows <= 10


class Milk(Decision):
    form: ClassVar[Form] = Form("milk", Part("cows", COUNT))
    cows: int


class Milking(Stage):
    form: ClassVar[Form] = Form("milking", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision]:
        return Open((Request(self.seat, "milk", tuple(Milk(cows) for cows in range(self.seat))),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        raise AssertionError("never settled here")


FARMERS = small_board(
    "farmers",
    units=(Unit("goose", 1, 1, start=2), Unit("ox", 3, 2)),
    structures=(
        Structure("barn", 1, bundle(wood=1)),
        Structure("mill", 2, bundle(wood=1)),
        Structure("silo", 3, bundle(wood=1)),
    ),
    own=Farms(),
)
REDS, BLUES, GREENS = small_board("reds"), small_board("blues"), small_board("greens")
CODEC = codec_for((FARMERS, REDS, BLUES, GREENS), (*SHARED_DECISIONS, Milk), (*SHARED_STAGES, Milking))


def farmer() -> Seated:
    return seat(
        FARMERS,
        R.LOX,
        stock=(4, 15, 1),
        units={"goose": 1, "ox": 4},
        built=("barn", "silo"),
        artefacts=(R.VURT, R.TOGEED),
        fortresses=(R.KOSLEEN, R.WERS),
        monsters=(2, 8),
        visited=(R.HARRAX, R.VURT, R.TOGEED, R.ESMORE),
        foundations={R.ESMORE: 3, R.ASANDER: 1},
        own=Farms((R.LOX, R.TOGEED), 3),
        milestones=(0, 1, 3),
        raised=1,
        recruited=2,
        points=3,
        moved=True,
    )


def full(*agenda: Stage) -> Table:
    """A table on which nearly everything differs from the start."""
    rival = seat(REDS, R.QLISS, barred=True, rewarded=True, hunted=True, artefacts=(R.PASKAAR,))
    table = at_table(farmer(), rival, first=1, number=9, agenda=agenda or (Planning(),))
    table.plan = ("move", "wood", "build", "iron")
    return with_terrain(table, R.LOX, Terrain.LAKE)


def plain_of(table: Table) -> dict[str, Plain]:
    plain = CODEC.encode_state(table)
    assert isinstance(plain, dict)
    return plain


def test_what_is_equal_in_two_tables_is_one_plain_value() -> None:
    """But not a player: its value is kept with it, and belongs to nobody else."""
    one, other = plain_of(full()), plain_of(full())
    assert one["terrain"] is other["terrain"]
    assert isinstance(one["agenda"], tuple)
    assert isinstance(other["agenda"], tuple)
    assert one["agenda"][0] is other["agenda"][0]
    table = full()
    assert plain_of(table)["players"] == plain_of(copied(table))["players"]
    assert [player.plain for player in table.players] == list(one["players"])  # type: ignore[arg-type]


# Round trips.


def test_a_table_as_a_plain_value() -> None:
    plain = plain_of(full(Fighting(0, ("army",)), RoundEnds()))
    assert isinstance(plain["players"], tuple)
    assert plain["players"][0] == {
        "artefacts": ("Vurt", "Tog'Eed"),
        "barred": False,
        "battled": False,
        "built": ("barn", "silo"),
        "faction": "farmers",
        "fortresses": ("Kosleen", "Wers"),
        "foundations": {"Asander": 1, "Esmore": 3},
        "hunted": False,
        "milestones": (0, 1, 3),
        "monsters": (2, 8),
        "mountains": ("Harrax", "Lox", "Tog'Eed", "Vurt"),
        "moved": True,
        "own": {"cows": 3, "fields": ("Lox", "Tog'Eed")},
        "points": 3,
        "raised": 1,
        "recruited": 2,
        "region": "Lox",
        "rewarded": False,
        "stock": (4, 15, 1),
        "units": {"goose": 1, "ox": 4},
        "visited": ("Esmore", "Harrax", "Lox", "Tog'Eed", "Vurt"),
    }
    del plain["players"]
    assert plain == {
        "agenda": ({"stage": "fighting", "seat": 0, "sieged": ("army",)}, {"stage": "round-ends"}),
        "alone": None,
        "first": 1,
        "plan": ("move", "wood", "build", "iron"),
        "round": 9,
        "terrain": {"Lox": "lake"},
    }


def unplaced(*agenda: Stage) -> Table:
    boards = (FARMERS, REDS)
    players = tuple(Player(tuple(unit.start for unit in board.units)) for board in boards)
    players[0].own = Farms()
    return Table(boards, players, agenda)


TABLES: dict[str, Table] = {
    "drawing": unplaced(DrawFirst()),
    "choosing": unplaced(*first_stages(0, 2)),
    "planning": full(),
    "building": full(Building((2, 2), (1, 0), (0,)), BuildingEnds(), ActionStarts("iron", 4), RoundEnds()),
    "moving": full(Moving(2), ActionStarts("wood", 2), RoundEnds()),
    "fighting": full(Fighting(0), Fighting(1), Collecting(1), MovementEnds()),
    "rewarding": full(Rewarding(0, (1,), 0, (7,)), Meetings((R.LOX,))),
    "milking": full(Milking(1), Gathering("gold", 3)),
    "over": full(RoundStarts(1)),
    "three": at_table(
        seat(REDS, R.IKARA), seat(BLUES, R.IKARA), seat(GREENS), agenda=(Meeting(R.IKARA, (0, 1)),)
    ),
    "claiming": at_table(seat(REDS, R.QLISS), seat(BLUES, R.QLISS), agenda=(Claiming(R.QLISS, (1,), (0,)),)),
    "battle": at_table(seat(REDS, R.QLISS), seat(BLUES, R.QLISS), agenda=(Battle(R.QLISS, (0, 1)),)),
}
TABLES["over"].agenda = ()
every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


@every_table
def test_a_table_is_read_back_as_it_was_written(table: Table) -> None:
    plain = CODEC.encode_state(table)
    again = CODEC.decode_state(plain)
    assert again == table
    assert again.boards == table.boards
    assert CODEC.encode_state(again) == plain


def test_what_follows_from_the_rest_is_not_written() -> None:
    """Unchanged terrain, and what is pending."""
    table = at_table(seat(REDS), seat(BLUES), agenda=(Planning(),))
    assert plain_of(table)["terrain"] == {}
    assert "pending" not in plain_of(table)


# Damage.

Place = tuple[str | int, ...]


def damaged(plain: Plain, place: Place, value: Plain) -> Plain:
    """The same with one value changed."""
    if not place:
        return value
    here, *rest = place
    if isinstance(plain, dict):
        assert isinstance(here, str)
        return {**plain, here: damaged(plain.get(here), tuple(rest), value)}
    assert isinstance(plain, tuple)
    assert isinstance(here, int)
    return (*plain[:here], damaged(plain[here], tuple(rest), value), *plain[here + 1 :])


FLAGS = ("barred", "hunted", "moved", "rewarded")
COUNTS = ("points", "raised", "recruited")
REGION_LISTS = ("fortresses", "mountains", "visited", "artefacts")
NAMES = ("built", *REGION_LISTS)


def each(place: Place, *values: Plain) -> list[tuple[Place, Plain]]:
    return [(place, value) for value in values]


WRONG: list[tuple[Place, Plain]] = [
    *[one for field in ("first", "round") for one in each((field,), -1, None, "1", True, 10_000)],
    (("first",), 2),
    (("round",), 17),
    *each(("plan",), None, ("wood",), ("wood", "iron", "gold", "rest"), ("wood",) * 4, "wood"),
    (("plan",), ("wood", "iron", "gold", "move", "build")),
    (("plan",), (1, "iron", "gold", "move")),
    *each(("terrain",), None, (), {"Lox": "mountain"}, {"Lox": "sea"}, {"Lox": 1}, {"lox": "lake"}),
    *each(("players",), None, (), {}),
    *each(("players", 0), None, (), {}),
    *each(("players", 0, "faction"), None, 1, "orcs-of-old", "Farmers", "reds"),
    *[one for field in FLAGS for one in each(("players", 0, field), 0, 1, None, "true")],
    *[one for field in COUNTS for one in each(("players", 0, field), -1, True, None, "1", 10_000)],
    *[
        one
        for field in NAMES
        for one in each(("players", 0, field), None, "Lox", ("Atlantis",), (1,), (True,))
    ],
    *[(("players", 0, field), ("Vurt", "Lox")) for field in REGION_LISTS],
    *[(("players", 0, field), ("Lox", "Lox")) for field in REGION_LISTS],
    (("players", 0, "built"), ("silo", "barn")),
    (("players", 0, "artefacts"), ("Lox",)),
    *each(("players", 0, "monsters"), None, (4,), (8, 2), (2, 2), ("2",), (True,), 2),
    *each(("players", 0, "foundations"), None, (), {"Esmore": 0}, {"Esmore": 9}, {"esmore": 1}),
    (("players", 0, "foundations"), {"Esmore": True}),
    *each(("players", 0, "stock"), None, (1, 2), (1, 2, 3, 4), (1, 2, -3), {"wood": 1}),
    *each(("players", 0, "milestones"), None, (1, 2), (0, 0, 4)),
    *each(("players", 0, "units"), None, {}, {"goose": 1}, {"goose": 1, "ox": -1}, (1, 4)),
    (("players", 0, "units"), {"goose": 1, "ox": 4, "ass": 1}),
    *each(("players", 0, "region"), 1, "lox", "Atlantis"),
    *each(("players", 0, "own"), None, {}, {"cows": 3}, {"cows": 3, "fields": "Lox"}),
    (("players", 0, "own", "cows"), 11),
    (("players", 1, "own"), {}),
    *each(("agenda",), None, {}, "planning", ("planning",), ({},), ({"stage": 1},)),
    *each(("agenda", 0), {"stage": "napping"}, {"stage": "planning", "seat": 1}),
    (("agenda", 0), {"stage": "moving"}),
    (("agenda", 0), {"stage": "moving", "level": -1}),
    (("agenda",), tuple({"stage": "planning"} for _ in range(65))),
]


@pytest.mark.parametrize(("place", "value"), WRONG)
def test_a_damaged_state_is_refused(place: Place, value: Plain) -> None:
    with pytest.raises(MalformedState):
        CODEC.decode_state(damaged(plain_of(full()), place, value))


@pytest.mark.parametrize("plain", [None, (), {}, 1, "state", b"state"])
def test_what_is_no_state_at_all_is_refused(plain: Plain) -> None:
    with pytest.raises(MalformedState):
        CODEC.decode_state(plain)


def _without(plain: dict[str, Plain], name: str) -> dict[str, Plain]:
    return {field: value for field, value in plain.items() if field != name}


def test_a_state_has_exactly_its_fields() -> None:
    plain = plain_of(full())
    assert isinstance(plain["players"], tuple)
    player = plain["players"][0]
    assert isinstance(player, dict)
    for field in plain:
        with pytest.raises(MalformedState):
            CODEC.decode_state(_without(plain, field))
    for field in player:
        with pytest.raises(MalformedState):
            CODEC.decode_state(damaged(plain, ("players", 0), _without(player, field)))
    for place in (("more",), ("players", 0, "more")):
        with pytest.raises(MalformedState):
            CODEC.decode_state(damaged(plain, place, 1))


@pytest.mark.parametrize("count", [1, 5])
def test_so_many_do_not_play(count: int) -> None:
    plain = plain_of(full())
    assert isinstance(plain["players"], tuple)
    with pytest.raises(MalformedState, match="not for so many players"):
        CODEC.decode_state({**plain, "players": plain["players"][:1] * count})


def test_one_faction_does_not_play_twice() -> None:
    """docs/rulings.md 28."""
    plain = plain_of(full())
    assert isinstance(plain["players"], tuple)
    with pytest.raises(MalformedState, match="one faction twice"):
        CODEC.decode_state({**plain, "players": plain["players"][1:] * 2})


# Decisions.


@pytest.mark.parametrize("kind", [*SHARED_DECISIONS, Milk])
def test_every_decision_has_exactly_its_parts(kind: type[Decision]) -> None:
    parts = len(kind.form.parts)
    with pytest.raises(MalformedDecision, match=f"{kind.form.tag} has {parts} parts, not {parts + 1}"):
        CODEC.decode_decision((kind.form.tag, *(0 for _ in range(parts + 1))))


def test_a_decision_of_a_faction_is_written_and_read_like_any_other() -> None:
    assert CODEC.encode_decision(Milk(3)) == ("milk", 3)
    assert CODEC.decode_decision(("milk", 3)) == Milk(3)
    assert CODEC.parse(CODEC.notate(Milk(3))) == Milk(3)
    assert CODEC.notate(Done()) == "done"


@pytest.mark.parametrize(
    "plain",
    [None, (), "done", {"done": 1}, (1,), ("nap",), ("Done",), ("done", 1), ("milk",), ("milk", -1), b"done"],
)
def test_what_is_no_decision_is_refused(plain: Plain) -> None:
    with pytest.raises(MalformedDecision):
        CODEC.decode_decision(plain)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "say what to do"),
        ("   ", "say what to do"),
        ("nap", "no choice begins with that word"),
        ("done now", "now is not understood here"),
        ("milk", "a number is missing"),
        ("move Atlantis", "there is no region Atlantis"),
    ],
)
def test_a_text_that_is_no_decision_is_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(MalformedDecision) as refused:
        CODEC.parse(text)
    assert refused.value.reason == reason


def test_no_two_decisions_or_stages_share_a_word() -> None:
    with pytest.raises(AssertionError):
        codec_for((REDS,), (Done, Done), SHARED_STAGES)
    with pytest.raises(AssertionError):
        codec_for((REDS,), SHARED_DECISIONS, (Planning, Planning))


class Wander(Decision):
    form: ClassVar[Form] = Form("wander", Part("days", COUNT, "during"))
    days: int = 0


def test_keywords_are_none_that_might_be_a_name() -> None:
    with pytest.raises(AssertionError):
        codec_for((REDS,), (*SHARED_DECISIONS, Wander), SHARED_STAGES)


def test_names_of_several_words_are_read_without_hyphens() -> None:
    assert CONQUER.parse("build Small  School ii") == CONQUER.parse("build small-school-ii")
    assert CONQUER.parse("build town hall on Esmore") == CONQUER.parse("build town-hall on Esmore")
    plain = codec_for([small_board("plain")], SHARED_DECISIONS, SHARED_STAGES)
    assert plain.parse("build inn") == CONQUER.parse("build inn")
