"""What a person is asked at a table of Write & Conquer."""

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.game import Request
from p2p_heroes.games.kit.forms import to_text
from p2p_heroes.ui.conquer.factions import LORE

QUESTIONS = {
    "start": "Where do you begin?",
    "plan": "What will this round bring?\n"
    "You plan it for everybody: four of wood, iron, gold, move and build, in their order. The first comes "
    "first and has level 1, the fourth comes last and has level 4. A higher level gathers more, moves "
    "farther, or builds higher structures.",
    "build": "What do you build or recruit?\n"
    "One structure, and as many units as you like, one thing after the other; then be done.",
    "move": "Where to?\n"
    "Nobody sees it before all have chosen. The level is how many movement points there are; each that you "
    "do not spend lets you skip a monster of your line, to hunt a stronger one.",
    "meet": "Others are in your region. Fight them, or keep the peace?",
    "join": "There is a battle next door. Do you join it from where you are, or decline?",
    "claim": "Do you claim what lies in the region, or cede it?\n"
    "Nobody fights here so far; if two claim it, there is a battle.",
    "deploy": "Battle! What do you send?\n"
    "Nobody sees it before all have chosen, and whatever is sent is lost, won or not.",
    "reward": "What is your reward?\n"
    "Loot the monster, plunder the defeated, seize an artefact of theirs, or decline.",
    "attack": "Do you hunt a monster or besiege a fortress?\n"
    "Your power must be greater than its own, and whatever you send is lost, won or not. Or be done.",
    "collect": "Collect the artefact here, or decline?",
    "lose": "You lose one of your weakest units. Which?",
    "take": "Which resources do you take?",
}
OWN_QUESTIONS = {kind: text for lore in LORE.values() for kind, text in lore.questions.items()}


def question(request: Request[Decision]) -> str:
    """What is asked, in a line; then, for those who have not been asked before, what it is about."""
    asked, _, about = (QUESTIONS.get(request.kind) or OWN_QUESTIONS[request.kind]).partition("\n")
    example = [f"For example: {to_text(request.choices[-1])}"] if len(request.choices) > 1 else []
    return "\n".join([asked, *filter(None, [" ".join(filter(None, [about, *example]))])])
