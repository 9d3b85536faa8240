"""Hand and table, compared as text."""

from dataclasses import dataclass, field

from p2p_heroes.games.game import Request
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.magpies import MAGPIES
from p2p_heroes.games.magpies.decisions import KEEP, PASS, Bury, Decision, PlayTrinket
from p2p_heroes.games.magpies.game import MagpieView
from p2p_heroes.games.magpies.state import Phase, State
from p2p_heroes.games.magpies.trinkets import FEATHERS, TRINKET_NAMES
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import ListForm
from p2p_heroes.ui.kit.scene import Scene
from p2p_heroes.ui.kit.text import Line
from p2p_heroes.ui.magpies.game_ui import MAGPIES_UI
from p2p_heroes.ui.magpies.seen import draw, draw_table, hand, headline, table
from tests.support.scenes import text

NAMES = ("Ada", "Bo", "Cy")
RING, COIN, SPOON, CROWN = map(TRINKET_NAMES.index, ("ring-a", "coin-c", "spoon-b", "crown-d"))
DOWN, *_, PLUME = FEATHERS
STATE = replace(
    State.begun(3, 5),
    phase=Phase.BID,
    played=1,
    scores=(8, 0, 1),
    tree=(30, 31),
    buried=(32,),
    open=(RING, SPOON),
    prize=COIN,
    claws=((1, 2), (4, 5, 6, 7), ()),
    grips=(2, 4, 3),
    nest=((10, 11), (12,), ()),
    feathers=((13,), (14, 15), ()),
    worn=((PLUME,), (), ()),
    gone=(2,),
)
VIEW = MagpieView(STATE, 0, ((1, CROWN), (2, SPOON), (10, FEATHERS[1]), (11, FEATHERS[2]), (13, DOWN)))
TABLE = [
    "Round 2 of 5: a coin for 6 points",
    "Ada: 8 points, 2 trinkets of at most 2, 1 feather, has played plume +3",
    "Bo: 0 points, 4 trinkets of at most 4, 2 feathers",
    "Cy: 1 point, has left",
    "In the tree: 2 trinkets; below it: 1",
    "Lying open: ring 4 and spoon 2",
]


def test_where_the_game_is() -> None:
    assert headline(VIEW) == TABLE[0]
    assert headline(replace(VIEW, state=replace(STATE, prize=None, played=4))) == "Round 5 of 5, the last"
    counting = replace(STATE, phase=Phase.COUNT, prize=None, played=5)
    assert headline(replace(VIEW, state=counting)) == "Round 5 of 5"
    assert headline(replace(VIEW, state=replace(STATE, phase=Phase.OVER))) == "All 5 rounds are over"


def test_the_own_hand_is_seen_and_of_others_how_much_they_hold() -> None:
    assert hand(VIEW, 0, NAMES) == [
        "Ada holds crown 5 and spoon 2 (at most 2)",
        "and to play with them down -2",
        "Still to be drawn: quill +1 and tuft -1",
    ]
    assert hand(VIEW, 1, NAMES) == [
        "Bo holds 4 trinkets (at most 4)",
        "and to play with them 2 feathers",
        "Still to be drawn: 1 feather",
    ]


def test_the_table_is_what_everybody_sees() -> None:
    assert table(VIEW, 0, NAMES) == table(MagpieView(STATE, None, ()), 1, NAMES) == TABLE
    bare = replace(STATE, open=())
    assert table(replace(VIEW, state=bare), 0, NAMES)[-1] == "Lying open: nothing"
    assert text(draw_table(Scene(names=NAMES), VIEW, 40, 3)) == [
        TABLE[0],
        "Ada: 8 points, 2 trinkets of at most 2,",
        "  1 feather, has played plume +3",
    ]


def test_the_own_cards_stand_above_the_table() -> None:
    assert text(draw(Scene(names=NAMES, own=0), VIEW, 30, 14)) == [
        "Prize",
        "┌────────┐",
        "│ coin 3 │",
        "└────────┘",
        "Your claws",
        "┌─────────┐┌─────────┐",
        "│ crown 5 ││ spoon 2 │",
        "└─────────┘└─────────┘",
        "Your feathers",
        "┌─────────┐",
        "│ down -2 │",
        "└─────────┘",
        "Round 2 of 5: a coin for 6",
        "  points",
    ]


def test_who_watches_or_has_left_has_no_hand() -> None:
    for seat in (None, 2):
        view = MagpieView(replace(STATE, prize=None), seat, ())
        assert text(draw(Scene(names=NAMES), view, 80, 40)) == ["Round 2 of 5", *TABLE[1:]]


@dataclass
class Pressed:
    """A scene with a question, and what is clicked on it."""

    kind: str
    choices: tuple[Decision, ...]
    lines: list[str] = field(default_factory=list)

    def drawn(self, marked: int = 0) -> list[Line]:
        request = Request(0, self.kind, self.choices)
        form = ListForm(Asked(MAGPIES, MAGPIES_UI, VIEW, request))
        form.go(marked)
        scene = Scene(names=NAMES, own=0, form=form, press=self.lines.append)
        return draw(scene, VIEW, 60, 30)


def test_the_cards_of_the_marked_choice_are_marked_and_a_click_chooses() -> None:
    play = PlayTrinket((1, CROWN))
    pressed = Pressed("bid", (PASS, play, PlayTrinket((1, CROWN), (13, DOWN)), PlayTrinket((2, SPOON))))
    pieces = {piece[1]: piece for line in pressed.drawn(marked=0) for piece in line}
    assert pieces[" crown 5 "][0] == "class:marked"
    assert pieces[" spoon 2 "][0] == pieces[" down -2 "][0] == ""
    # No choice begins with a feather.
    assert len(pieces[" down -2 "]) == 2
    crown = pieces[" crown 5 "]
    assert len(crown) == 3
    crown[2]()
    assert pressed.lines == [MAGPIES.notate(play)]


def test_what_is_buried_can_be_clicked_too() -> None:
    pressed = Pressed("bury", (KEEP, Bury(1), Bury(2)))
    pieces = {piece[1]: piece for line in pressed.drawn(marked=1) for piece in line}
    spoon = pieces[" spoon 2 "]
    assert spoon[0] == "class:marked"
    assert len(spoon) == 3
    spoon[2]()
    assert pressed.lines == ["bury 2"]
