"""Magpies in words: the rules, what is asked, and what each choice gains and costs."""

from collections.abc import Sequence
from types import MappingProxyType

from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.cards.card_game import Faces
from p2p_heroes.games.magpies.decisions import Bury, Decision, Pass, PlayTrinket
from p2p_heroes.games.magpies.game import MagpieView
from p2p_heroes.games.magpies.state import CLAWS, PRIZE
from p2p_heroes.games.magpies.trinkets import COPIES, FEATHERS, PLUMES, WORTH, worth
from p2p_heroes.ui.game_ui import GameUI, Sight
from p2p_heroes.ui.kit.pages import Page, TextTable
from p2p_heroes.ui.kit.scene import Pane
from p2p_heroes.ui.magpies.names import held, name_of
from p2p_heroes.ui.magpies.narrate import narrate
from p2p_heroes.ui.magpies.seen import draw, draw_table, hand, headline, table

BIDDING = (
    "In secret everybody bids a trinket of its claws, perhaps with a feather, or passes. Then all show. A "
    "bid is worth what its cards come to; bids of the same worth count for nobody. Of the others the highest "
    f"takes the prize, which counts {PRIZE} times its worth, and the lowest steals from the winner: by luck "
    "a trinket of its claws, which only these two see. From then on the thief can hold one trinket more, and "
    "the winner one less. Who alone has a bid of its own wins, and nobody steals. What was played is gone; "
    "what somebody holds to the end counts its worth once."
)
BURYING = (
    "Then everybody may bury one trinket face down below the tree, and draws another in its place next "
    "round. After the last round nobody buries: everybody shows the trinkets that it still holds, and each "
    "counts its worth once."
)
RULES = Page(
    "magpies",
    "Magpies",
    (
        f"Trinkets hang in a tree, {len(COPIES)} of each kind, in an order that nobody knows. Everybody has "
        f"{len(FEATHERS)} feathers of its own in an order that only it knows.",
        "A round begins with all drawing trinkets from the tree, which only they see: "
        f"{CLAWS}, or as many as they can hold. Then a prize is turned up, and everybody draws a feather.",
        BIDDING,
        BURYING,
        "The best score wins; equals share the victory. Whatever was played, won or buried comes back when "
        "the tree runs short.",
        TextTable("Trinkets", ("trinket", "worth"), tuple((kind, str(much)) for kind, much in WORTH.items())),
        TextTable(
            "Feathers", ("feather", "adds to a bid"), tuple((name, f"{much:+}") for name, much in PLUMES)
        ),
        "If a magpie leaves for good, what it held goes back into the tree with all that was hidden there, "
        "and the round is over.",
    ),
)


class MagpiesUI(GameUI[MagpieView, Decision]):
    title = "Magpies"
    book = (RULES,)
    questions = MappingProxyType(
        {
            "bid": "In secret: bid a trinket, perhaps with a feather, or pass?",
            "bury": "Bury a trinket face down, and draw another next round?",
        }
    )
    refusals = MappingProxyType(
        {
            "another-card": "that card is another one",
            "not-held": "you do not hold such a card",
            "not-now": "the table settles something else first: {asked}",
        }
    )
    sights = MappingProxyType(
        {
            "hand": Sight("what you hold, or as much as you know of somebody's hand", hand),
            "tree": Sight("the prize, who holds how many, and what lies open", table),
        }
    )
    panes = MappingProxyType({"hand": Pane(draw, beside=44), "tree": Pane(draw_table)})

    def worded(self, view: MagpieView, choice: Decision, notated: str) -> str:
        """By name; the numbers are for programs."""
        match choice:
            case PlayTrinket():
                return f"play {' with '.join(name_of(face) for _, face in choice.opened)}"
            case Bury(card):
                return f"bury {name_of(dict(view.faces)[card])}"
            case _:
                return notated

    def meaning(self, view: MagpieView, seat: int, choice: Decision) -> str:
        match choice:
            case PlayTrinket():
                return _bid(view, choice)
            case Pass():
                return "you win nothing, and nobody steals from you"
            case Bury(card):
                return f"it would count {worth(dict(view.faces)[card])} in the end"
            case _:
                return ""

    def status(self, view: MagpieView, seat: int) -> str:
        claws, feathers, faces = view.state.claws[seat], view.state.feathers[seat], dict(view.faces)
        return f"You hold {held(claws, faces, 'trinket')}; {held(feathers, faces, 'feather')}."

    def headline(self, view: MagpieView, names: Sequence[str]) -> str:
        return headline(view)

    def round(self, view: MagpieView) -> int:
        return min(view.state.played + 1, view.state.rounds)

    def points(self, view: MagpieView, seat: int) -> int:
        return view.state.scores[seat]

    def rule(self, kind: str) -> list[str]:
        return [BIDDING if kind == "bid" else BURYING]

    def faces(self, view: MagpieView) -> Faces:
        return dict(view.faces)

    def tell(self, events: Sequence[Event], names: Sequence[str]) -> list[str]:
        return self.tell_knowing(events, names, {})

    def tell_knowing(self, events: Sequence[Event], names: Sequence[str], faces: Faces) -> list[str]:
        return narrate(events, names, faces)


def _bid(view: MagpieView, choice: PlayTrinket) -> str:
    """What it comes to, for what, and what it costs."""
    state = view.state
    assert state.prize is not None
    total = sum(worth(face) for _, face in choice.opened)
    trinket = choice.trinket[1]
    cost = (
        f"a {name_of(trinket)} less in the end: -{worth(trinket)}"
        if state.is_last
        else "another is drawn for it"
    )
    return f"bids {total} for {PRIZE * worth(state.prize)} points; {cost}"


MAGPIES_UI = MagpiesUI()
