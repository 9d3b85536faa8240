"""The rules of Write & Conquer in our own words, topic by topic, and which one is behind each question."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_heroes.games.conquer.faction import MILESTONES
from p2p_heroes.games.conquer.state import ROUNDS
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.kit.pages import Page, Points
from p2p_heroes.ui.kit.words import joined, titled

STEPS = joined([f"{value} ({worth} points)" for value, worth in MILESTONES])

SHARED = (
    Page(
        "goal",
        "What the game is about",
        (
            f"Each player leads a faction for {ROUNDS} rounds: gathers wood, iron and gold, builds "
            "structures, recruits units, travels the map, fights monsters, fortresses and others, collects "
            "artefacts. Whoever has the most points after the last round wins.",
            "Chance draws the first player, unless the players have agreed on one; there is no other luck. "
            "All boards are open; only two things are ever secret, and only until everybody has chosen: "
            "where you move, and what you send into a battle with other players.",
        ),
        "rulebook pp. 3, 13",
    ),
    Page(
        "start",
        "Where you begin",
        (
            "Everybody begins in a region with a portal, and nobody in the same one. The player to the right "
            "of the first player chooses first, and so on to the right; the first player chooses last.",
            "The region counts as visited at once, and you receive the resources that it holds. Most "
            "factions start with a few units of one small kind, and with nothing else.",
            "With two or three players some regions are not in the game at all: nobody can enter them, and "
            "what lies in them does not exist.",
        ),
        "rulebook p. 4",
    ),
    Page(
        "rounds",
        "The plan of a round",
        (
            "The first player of a round picks four of the five actions: gather wood, gather iron, gather "
            "gold, move, build. They are put in order, and the place of an action is also its level: the "
            "first has level 1, the last has level 4. One action is left out of the round.",
            "The plan holds for everybody. All perform an action at the same time, and the next one begins "
            "when everybody is done. After the fourth the player to the left becomes the first one.",
            Points(
                "What the level does",
                (
                    "gather: so many of the resource",
                    "move: so many movement points",
                    "build: structures of up to this level",
                ),
            ),
        ),
        "rulebook p. 5",
    ),
    Page(
        "gather",
        "Gathering",
        (
            "Gathering gives as much of the resource as the level of the action; structures and artefacts "
            "may add to it.",
            f"On most boards having had so many of one resource at once counts at the end: {STEPS}, each "
            "for wood, iron and gold. What was reached once stays reached, even if all is spent.",
            "Where something gives resources of any kind, you choose how many of each, as long as your board "
            "can keep them.",
        ),
        "rulebook p. 5",
    ),
    Page(
        "build",
        "Building",
        (
            "In a building action you may build one structure and recruit as many units as you like, in any "
            "order, one thing after the other; then you are done.",
            Points(
                "A structure can be built if",
                (
                    "its level is not above that of the action",
                    "you can pay its price",
                    "one of the structures that it needs stands; one is enough where there are several",
                    "it does not stand yet: each can be built once",
                ),
            ),
            "It works from the moment it stands, for the rest of the game. What it does at the start of a "
            "building action waits for the next one; what it does during one or at its end happens at once. "
            "The points printed on it count at the end.",
            "If there is a foundation where you are, the new structure may be placed on it: see foundations.",
        ),
        "rulebook pp. 6-7",
    ),
    Page(
        "recruit",
        "Recruiting",
        (
            "A kind of unit can be recruited once a structure that recruits it stands, even one that you "
            "have built just now. Each unit has its price in gold unless a board says otherwise, and the "
            "level of the action does not matter.",
            "What is said of a unit itself holds without any structure.",
        ),
        "rulebook p. 7",
    ),
    Page(
        "foundations",
        "Foundations",
        (
            "Who builds a structure while standing in a region with a foundation may place it there: its "
            "level is written into the foundation and gives as many points at the end.",
            "Later a structure of a higher level may be placed over it; the new level replaces the old one. "
            "Everybody has a number of their own in every foundation, so others are not in the way, unless a "
            "board closes one.",
            "Structures on four foundations are also what the artefact of Folen usually asks for.",
        ),
        "rulebook p. 12",
    ),
    Page(
        "move",
        "Moving",
        (
            "You have as many movement points as the level of the action, and perhaps more from structures "
            "or bought. Each region that you enter costs points by its terrain, as your board prints it. "
            "You may go as far as the points last, or stay where you are. Others never block the way.",
            "Where everybody goes is sealed: nobody sees it before all have chosen.",
            "Only the region where you stop is visited. At the first visit you receive its resources; every "
            "player can have them once. Regions on the way give nothing.",
            "Points that you do not spend are good for one thing: each lets you skip a monster of your line "
            "in the fights that follow, to hunt a stronger one.",
        ),
        "rulebook pp. 8-9",
    ),
    Page(
        "portals",
        "Portals",
        (
            "All regions with a portal are next to each other, however far apart they lie. Entering one "
            "through a portal costs what its terrain costs. Several portals can be used in one movement.",
        ),
        "rulebook p. 11",
    ),
    Page(
        "meet",
        "Meeting others",
        (
            "When all have moved, whoever shares a region with others says in turn order: fight, or peace. "
            "The first who wants to fight begins the battle, and everybody there is in it; nobody can leave, "
            "but you need not send anything.",
            "If nobody wants to, and a fortress or an artefact lies there that somebody could use, those "
            "who could are asked whether they claim it: see claim.",
            "Regions are settled one after the other: the first player's first, then clockwise.",
        ),
        "rulebook pp. 8-9",
    ),
    Page(
        "claim",
        "Claiming what lies in a region",
        (
            "Nobody wanted to fight here, but there is a fortress or an artefact. Each player who could use "
            "it says in turn order: claim it, or cede it.",
            "One claim gives the right to it, and the others leave it alone for this action. Two or more "
            "claims are a battle of everybody in the region. Without a claim it stays where it is.",
        ),
        "rulebook p. 9",
    ),
    Page(
        "join",
        "Joining a battle from outside",
        (
            "Some boards let a player fight along in a battle next door. Who joins is in it like everybody "
            "else: wins alone, loses what is sent, and has fought for this action.",
        ),
        "rulebook p. 10",
    ),
    Page(
        "battle",
        "Battle between players",
        (
            "Everybody in the battle chooses in secret which units to send: from none to all. The power of "
            "an army is that of its units together, and what structures and artefacts add to it.",
            "The highest power wins. If two share the highest, all are defeated and nobody wins.",
            "Whatever was sent perishes, also the winner's. What was not sent is safe.",
            "The winner circles the leftmost open monster of the own line, which counts at the end, and "
            "takes one reward: see reward. Then the winner may use the fortress or artefact of the region; "
            "the defeated may not. Everybody may still hunt a monster.",
        ),
        "rulebook pp. 9-10",
    ),
    Page(
        "reward",
        "The reward of a battle",
        (
            Points(
                "The winner takes one of these, or none",
                (
                    "loot: the resources of the monster that was circled for the victory",
                    "plunder: resources of the defeated, in all at most as many as the winner was stronger "
                    "than the weakest of them, of any kinds and from whomever",
                    "seize: an artefact of one of the defeated, without any condition; it works as the "
                    "winner's board says",
                ),
            ),
            "What the loser had from a seized artefact once and for all stays; what it changed goes back. "
            "Who seizes an artefact cannot collect the one of the region in the same action.",
        ),
        "rulebook p. 10",
    ),
    Page(
        "fights",
        "Monsters and fortresses",
        (
            "After the battles everybody, in turn order, may fight one monster a round, wherever they are, "
            "and besiege the fortress of their region, in the order they like.",
            "You choose what to send. Your power must be greater than that of the foe: equal is not enough. "
            "Whatever was sent perishes, won or not; losing has no other price.",
            "The monster is the leftmost open one of your own line, or one further on for each movement "
            "point that you have left. Beating it brings its resources at once and its points at the end.",
            "A fortress can be seized once in the game, by one player: it brings its resources and points, "
            "and nobody else can have it. One siege in a movement action.",
        ),
        "rulebook pp. 10-11",
    ),
    Page(
        "artefacts",
        "Artefacts",
        (
            "There are six, each in one region, each once in the game. What one does depends on the faction "
            "of its owner. After all fights of the movement action, who is in its region, alone or with the "
            "right to it, and fulfils its terms may collect it.",
            Points(
                "The usual terms",
                (
                    "Paskaar: pay 12 wood",
                    "Vurt: pay 12 iron",
                    "Dortal: pay 12 gold",
                    "Folen: structures on 4 foundations",
                    "Odmoor: 5 victories; circled monsters and seized fortresses count",
                    "Tog' Eed: 4 mountains visited, this one included",
                ),
            ),
            "An artefact that somebody has can only be taken in battle, unless a board says otherwise.",
        ),
        "rulebook p. 12",
    ),
    Page(
        "losses",
        "Losing a unit without a fight",
        (
            "Some effects make you lose one of your weakest units: one of those with the least power as "
            "your board shows it now. If several kinds are equally weak, you choose.",
        ),
        "rulebook p. 16",
    ),
    Page(
        "scoring",
        "The end",
        (
            f"After round {ROUNDS} the points are counted.",
            Points(
                "Five boxes",
                (
                    "structures: what is printed on them, and what they say about the end",
                    "foundations: the levels written into them",
                    "resources: the numbers that were reached once",
                    "victories: seized fortresses and circled monsters",
                    "artefacts: those that say something about the end",
                ),
            ),
            "The most points win; among equals whoever has more resources left in all; who is equal in that "
            "too shares the victory.",
        ),
        "rulebook p. 13",
    ),
    Page(
        "secrecy",
        "What is secret, and how",
        (
            "Moves and deployments are chosen at the same time by all. Each program first sends a seal of "
            "the choice, which shows nothing and cannot be changed; then everybody signs which seals they "
            "hold; only then the choices are opened, and each is checked against its seal.",
            "While a sealed step runs, boards and map show the last open state. F5 on the full screen shows "
            "seals, locks and openings as they arrive.",
        ),
        "docs/protocol.md",
    ),
)
"""What holds whoever is at the table."""


def _with_exceptions(page: Page) -> Page:
    """What single factions say to a topic stands in their own files, and is read behind it."""
    said = {lore.faction: lore.otherwise.get(page.topic) for lore in LORE.values()}
    lines = tuple(f"{titled(faction)}: {text}" for faction, text in said.items() if text)
    blocks = (*page.blocks, Points("With these it is otherwise", lines)) if lines else page.blocks
    return Page(page.topic, page.title, blocks, page.source)


CHAPTERS = tuple(map(_with_exceptions, SHARED))
"""In reading order."""

BEHIND: Mapping[str, str] = {
    "start": "start",
    "plan": "rounds",
    "build": "build",
    "move": "move",
    "meet": "meet",
    "claim": "claim",
    "join": "join",
    "deploy": "battle",
    "reward": "reward",
    "attack": "fights",
    "collect": "artefacts",
    "lose": "losses",
    "take": "gather",
}
"""By kind of request the topic that explains it; a faction's own requests are explained by its lore."""


def told(kind: str) -> list[str]:
    """The rule behind a question, as paragraphs below its title."""
    page = behind(kind)
    if page is None:
        return []
    source = f" ({page.source})" if page.source else ""
    return [f"{page.title}{source}", *page.lines]


def behind(kind: str) -> Page | None:
    """The rule behind a question."""
    if kind in BEHIND:
        return next(page for page in CHAPTERS if page.topic == BEHIND[kind])
    for lore in LORE.values():
        if kind in lore.questions:
            _, _, said = lore.questions[kind].partition("\n")
            rule = lore.rules.get(kind) or said
            told = (rule, f"{titled(lore.faction)}: {lore.idea}") if rule else (lore.idea,)
            return Page(kind, f"{titled(lore.faction)}: {kind}", told, lore.source)
    return None
