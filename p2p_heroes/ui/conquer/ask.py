"""What a person is asked at a table of Write & Conquer, and what each choice would mean."""

import re
from collections.abc import Callable

from p2p_heroes.games.conquer.army import army_power, muster, pieces_of
from p2p_heroes.games.conquer.building import has_foundation, unit_price, ways_to_build
from p2p_heroes.games.conquer.decisions import (
    Build,
    Decision,
    Deploy,
    Hunt,
    Loot,
    Move,
    Recruit,
    Siege,
    Start,
)
from p2p_heroes.games.conquer.effect import Combat, Effect, Foe, fold
from p2p_heroes.games.conquer.forms import to_text
from p2p_heroes.games.conquer.moving import ways_from
from p2p_heroes.games.conquer.resources import Amounts, bundle, minus
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.visiting import is_artefact_free, is_fortress_free
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Request
from p2p_heroes.ui.conquer.effects import of_structure
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import goods, name_of, some
from p2p_heroes.ui.conquer.words import counted, place, resources
from p2p_heroes.ui.words import joined

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


def meaning(table: Table, seat: int, decision: Decision) -> str:
    """What a choice would cost or come to; nothing where its words say all."""
    for tells in MEANINGS:
        told = tells(table, seat, decision)
        if told:
            return told
    return ""


def reworded(table: Table, seat: int, reason: str) -> str:
    """Why a choice is refused, with the names of things in place of their ids."""
    board = table.boards[seat]
    ids = sorted([*board.unit_index, *board.structure_index, board.name], key=len, reverse=True)
    said = re.sub(
        rf"(?<![\w-])({'|'.join(map(re.escape, ids))})(?![\w-])", lambda found: name_of(found[0]), reason
    )
    return said.replace(str(Region.TOGEED), place(Region.TOGEED))


def is_sensible(table: Table, seat: int, decision: Decision) -> bool:
    """Whether a choice is worth being shown among many: nobody wants to read of fights that cannot be won."""
    match decision:
        case Hunt(monster, deployed):
            power, resists = _match(table, seat, Foe.MONSTER, deployed, monster)
            return power > resists
        case Siege(region, deployed):
            power, resists = _match(table, seat, Foe.FORTRESS, deployed, _walls(table, seat, region))
            return power > resists
    return True


def _of_a_building(table: Table, seat: int, decision: Decision) -> str:
    board = table.boards[seat]
    match decision:
        case Build(name, _, saving):
            structure = board.structures[board.structure_index[name]]
            price = [f"{resources(structure.price)}"] if any(structure.price) else []
            price += [some(*part) for part in structure.tribute]
            less = f" less {', '.join(f'{count} {kind}' for kind, count in saving)}" if saving else ""
            cost = f"{', '.join(price)}{less}{_surcharge(table, seat, decision)}"
            return f"{cost}: {of_structure(board, structure)}"
        case Recruit(unit, count, ()):
            return f"{count * unit_price(table, seat, unit)} gold"
    return ""


def _surcharge(table: Table, seat: int, build: Build) -> str:
    """What a way to build costs besides the price of the structure."""
    board = table.boards[seat]
    structure = board.structures[board.structure_index[build.structure]]
    price = dict(ways_to_build(table, seat, structure)).get(build, structure.price)
    usual = minus(structure.price, bundle(**dict(build.saving)))
    wood, iron, gold = minus(price, usual)
    more = bundle(wood=max(0, wood), iron=max(0, iron), gold=max(0, gold))
    return f", plus {resources(more)}" if any(more) else ""


def _of_a_place(table: Table, seat: int, decision: Decision) -> str:
    match decision:
        case Start(region):
            return objects(table, seat, region)
        case Move(to, _, _, _):
            way = ways_from(table, seat)[to]
            cost = f"costs {way.cost}" if way is not None else ""
            return ", ".join(filter(None, (cost, objects(table, seat, to))))
    return ""


def objects(table: Table, seat: int, region: Region) -> str:
    """What a visit to a region would bring to a seat."""
    printed, player = table.boards[seat].places[region], table.players[seat]
    found = [str(table.terrain[region])]
    if any(printed.resources) and not player.visited >> region & 1:
        found.append(joined(goods(table.boards[seat].name, printed.resources)))
    if printed.fortress is not None and is_fortress_free(table, region, seat):
        found.append(f"fortress {printed.fortress.power}")
    if is_artefact_free(table, region, seat):
        found.append("artefact")
    if has_foundation(table, seat, region):
        level = player.foundation(region)
        found.append(f"foundation with level {level}" if level else "foundation")
    if printed.portal:
        found.append("portal")
    others = sum(other.region is region for at, other in enumerate(table.players) if at != seat)
    if others:
        found.append(counted(others, "other player"))
    return ", ".join(found)


def _of_a_fight(table: Table, seat: int, decision: Decision) -> str:
    match decision:
        case Deploy(deployed) if deployed:
            combat = _combat(table, seat, Foe.PLAYERS, deployed)
            return f"power {army_power(table, seat, deployed, combat)}"
        case Hunt(monster, deployed):
            return _outcome(table, seat, Foe.MONSTER, deployed, monster)
        case Siege(region, deployed):
            return _outcome(table, seat, Foe.FORTRESS, deployed, _walls(table, seat, region))
        case Loot():
            return "what the monster had"
    return ""


def _walls(table: Table, seat: int, region: Region) -> int:
    fortress = table.boards[seat].places[region].fortress
    assert fortress is not None
    return fortress.power


def _match(table: Table, seat: int, foe: Foe, deployed: Amounts, printed: int) -> tuple[int, int]:
    """The power of the army, and of a monster or a fortress against it."""
    combat = _combat(table, seat, foe, deployed)
    return army_power(table, seat, deployed, combat), fold(Effect.foe_power, table, seat, printed, combat)


def _outcome(table: Table, seat: int, foe: Foe, deployed: Amounts, printed: int) -> str:
    power, resists = _match(table, seat, foe, deployed, printed)
    return f"power {power} against {resists}: {'you win' if power > resists else 'you lose'}"


def _combat(table: Table, seat: int, foe: Foe, deployed: Amounts) -> Combat:
    """Of the army, or of the piece that could deploy just this."""
    own = table.players[seat].here
    sides = [Combat(foe, own)]
    sides += [Combat(foe, piece.region, piece.name) for piece in pieces_of(table, seat)]
    return next(side for side in sides if deployed in muster(table, seat, side))


def _of_a_faction(table: Table, seat: int, decision: Decision) -> str:
    """In the words of the faction whose decision it is, though it may be put to somebody else."""
    owners = [board for board in table.boards if type(decision) in board.decisions]
    return LORE[(owners or [table.boards[seat]])[0].name].meaning(decision)


MEANINGS: tuple[Callable[[Table, int, Decision], str], ...] = (
    _of_a_building,
    _of_a_place,
    _of_a_fight,
    _of_a_faction,
)
