"""What happened at a table of Write & Conquer, line by line, from the events and the players' names alone."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.state import ROUNDS
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.game import Event
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import name_of, some, units
from p2p_heroes.ui.conquer.scores import score_rows
from p2p_heroes.ui.conquer.words import place, places, resources
from p2p_heroes.ui.kit.styled_lines import LineKind, Told
from p2p_heroes.ui.kit.words import counted, joined, points

Names = Sequence[str]
Teller = Callable[[Event, Names], list[str] | None]


def tell(happened: Sequence[Event], names: Names) -> list[str]:
    """One step of the game; what all gather in one action is one line."""
    lines: list[str] = []
    gains: list[events.Received] = []
    for event, after in pairwise([*happened, None]):
        assert event is not None
        if isinstance(event, events.Received) and event.source is Source.GATHERING:
            gains.append(event)
            continue
        lines += _gathered(gains, names)
        gains.clear()
        lines += narrate(event, names)
        if _is_idle(event, after):
            lines.append("Nobody can build or recruit anything.")
    return [*lines, *_gathered(gains, names)]


def _is_idle(event: Event, after: Event | None) -> bool:
    """Whether a building action goes by without a question to anybody."""
    ends = isinstance(after, events.ActionStarted | events.RoundEnded)
    return ends and isinstance(event, events.ActionStarted) and event.action == "build"


def narrate(event: Event, names: Names) -> list[str]:
    """One event, as one or more lines."""
    for teller in (*TELLERS, *(lore.narrate for lore in LORE.values())):
        lines = teller(event, names)
        if lines is not None:
            return lines
    raise AssertionError(event)


def _rounds(event: Event, names: Names) -> list[str] | None:
    match event:
        case events.FirstPlayerNamed(seat):
            return [f"Chance makes {names[seat]} the first player."]
        case events.StartChosen(seat, region):
            return [f"{names[seat]} starts in {place(region)}."]
        case events.RoundStarted(number, first):
            head = f"=== Round {number} of {ROUNDS}: {names[first]} is first ==="
            return ["", Told(head, LineKind.HEADING)]
        case events.RoundPlanned(seat, actions, left_out):
            plan = ", ".join(f"{action} {level}" for level, action in enumerate(actions, 1))
            return [f"{names[seat]} plans {plan}, and no {left_out}."]
        case events.ActionStarted(action, level):
            head = f"--- {HEADINGS.get(action, f'Gather {action}')}, level {level} ---"
            return ["", Told(head, LineKind.SUBHEADING)]
        case events.LevelRaised(seat, level):
            return [f"For {names[seat]} the action is of level {level}."]
        case events.RoundEnded(number):
            return [f"Round {number} is over."]
    return None


HEADINGS = {"move": "Move", "build": "Build"}


def _holdings(event: Event, names: Names) -> list[str] | None:
    match event:
        case events.Received(seat, wood, iron, gold, source):
            return [f"{names[seat]} {RECEIVED[source].format(resources((wood, iron, gold)))}."]
        case events.ResourcesChosen(seat, wood, iron, gold):
            return [f"{names[seat]} chooses {resources((wood, iron, gold))}."]
        case events.MilestoneReached(seat, resource, at, worth):
            return [f"{names[seat]} has had {at} {resource} at once: {points(worth)}."]
        case events.Paid(seat, wood, iron, gold, tribute):
            parts = [resources((wood, iron, gold))] if wood or iron or gold else []
            return [f"{names[seat]} pays {joined([*parts, *(some(*part) for part in tribute)])}."]
        case events.UnitsJoined(seat, unit, count):
            return [f"{some(unit, count)} {'joins' if count == 1 else 'join'} {names[seat]}."]
        case events.UnitLost(seat, unit):
            return [f"{names[seat]} loses {some(unit, 1)}."]
    return None


RECEIVED = {
    Source.START: "begins with {}",
    Source.GATHERING: "gathers {}",
    Source.REGION: "finds {} there",
    Source.MONSTER: "takes {} from the monster",
    Source.LOOT: "takes {} from the circled monster",
    Source.FORTRESS: "takes {} from the fortress",
    Source.PLUNDER: "takes {} home",
    Source.EFFECT: "receives {}",
}


def _gathered(gains: list[events.Received], names: Names) -> list[str]:
    said = [resources((gain.wood, gain.iron, gain.gold)) for gain in gains]
    if len(gains) == len(names) and len(set(said)) == 1:
        return [f"Everybody gathers {said[0]}."]
    told = [f"{names[gain.seat]} gathers {amount}" for gain, amount in zip(gains, said, strict=True)]
    return [f"{', '.join(told)}."] if told else []


def _building(event: Event, names: Names) -> list[str] | None:
    match event:
        case events.StructureBuilt(seat, structure, level, worth, on):
            where = f" on the foundation in {place(on)}" if on is not None else ""
            value = [points(worth)] if worth else []
            value += [f"{level} more for the foundation"] if on is not None else []
            ending = f" ({', '.join(value)})" if value else ""
            return [f"{names[seat]} builds: {name_of(structure)}{where}{ending}."]
        case events.LevelErased(seat, region):
            return [f"{names[seat]} erases the level in {place(region)}."]
        case events.UnitsRecruited(seat, unit, count, gold):
            # What is not paid in gold was told as a payment.
            price = f" for {gold} gold" if gold else ""
            return [f"{names[seat]} recruits {some(unit, count)}{price}."]
        case events.BuildingFinished(seat):
            return [f"{names[seat]} is done building."]
    return None


def _moving(event: Event, names: Names) -> list[str] | None:
    match event:
        case events.Moved(seat, origin, region, via, bought, spent, left):
            way = f" via {places(via)}" if via else ""
            spending = counted(spent, "movement point")
            extra = [f"{bought} bought"] if bought else []
            extra += [f"{left} left"] if left else []
            said = ", ".join([spending, *extra])
            return [f"{names[seat]} goes from {place(origin)}{way} to {place(region)} ({said})."]
        case events.Stayed(seat, region, bought, left):
            spare = f" with {counted(left, 'movement point')} to spare" if left else ""
            bargain = f", {bought} bought" if bought else ""
            return [f"{names[seat]} stays in {place(region)}{spare}{bargain}."]
        case events.PieceMoved(seat, piece, origin, region):
            return [f"{names[seat]}: {name_of(piece)} goes from {place(origin)} to {place(region)}."]
        case events.TerrainChanged(seat, region, terrain):
            return [f"{names[seat]} turns {place(region)} into a {terrain}."]
    return None


def _meeting(event: Event, names: Names) -> list[str] | None:
    match event:
        case events.Met(region, seats):
            return [f"{joined([names[seat] for seat in seats])} meet in {place(region)}."]
        case events.Announced(seat, region, word):
            return [f"{names[seat]} {ANNOUNCED[word].format(place(region))}."]
        case events.BattleJoined(seat, region):
            return [f"{names[seat]} joins the battle in {place(region)} from next door."]
        case events.RightGiven(region, None):
            return [f"Nobody claims what lies in {place(region)}."]
        case events.RightGiven(region, seat) if seat is not None:
            return [f"What lies in {place(region)} is left to {names[seat]}."]
    return None


ANNOUNCED = {
    "peace": "keeps the peace in {}",
    "fight": "wants to fight in {}",
    "claim": "claims what lies in {}",
    "cede": "leaves what lies in {} to others",
}


def _combat(event: Event, names: Names) -> list[str] | None:
    match event:
        case events.BattleFought():
            return _battle(event, names)
        case events.FoeWeakened(seat, printed, power):
            return [f"Against {names[seat]} a foe of power {printed} has only {power}."]
        case events.MonsterFought(seat, region, monster, deployed, power, won):
            verdict = "and beats it" if won else "in vain"
            army = f"{units(deployed)} (power {power})"
            return [f"{names[seat]} fights the monster of power {monster} with {army}, {verdict}."]
        case events.FortressAttacked(seat, region, fortress, deployed, power, worth, won):
            verdict = f"and seizes it: {points(worth)}" if won else "in vain"
            army = f"{units(deployed)} (power {power})"
            wall = f"the fortress of power {fortress} in {place(region)}"
            return [f"{names[seat]} attacks {wall} with {army}, {verdict}."]
        case events.UnitsPerished(seat, perished):
            return [f"{names[seat]} loses {units(perished)}."]
        case events.MonsterCircled(seat, power, worth):
            return [f"{names[seat]} circles the monster of power {power}: {points(worth)}."]
        case events.FightsFinished(seat):
            return [f"{names[seat]} is done fighting."]
    return None


def _battle(event: events.BattleFought, names: Names) -> list[str]:
    sides = zip(event.seats, event.deployed, event.powers, strict=True)
    lines = [f"Battle in {place(event.region)}!"]
    lines += [f"  {names[seat]}: {units(deployed)}, power {power}" for seat, deployed, power in sides]
    ending = "Nobody is strongest: all are defeated."
    return [*lines, ending if event.winner is None else f"{names[event.winner]} wins the battle."]


def _spoils(event: Event, names: Names) -> list[str] | None:
    match event:
        case events.RewardTaken(seat, word):
            return [f"{names[seat]} {REWARDS[word]}."]
        case events.Plundered(seat, victim, wood, iron, gold):
            return [f"{names[victim]} loses {resources((wood, iron, gold))} to {names[seat]}."]
        case events.ArtefactCollected(seat, artefact):
            return [f"{names[seat]} collects the artefact of {place(artefact)}."]
        case events.ArtefactSeized(seat, victim, artefact):
            return [f"{names[seat]} takes the artefact of {place(artefact)} from {names[victim]}."]
        case events.Declined(seat, offer):
            return [f"{names[seat]} {DECLINED.get(offer, f'declines: {offer}')}."]
        case events.GameEnded():
            return _end(event, names)
    return None


DECLINED = {
    "artefact": "leaves the artefact",
    "battle": "stays out of the battle",
    "structure": "builds nothing for it",
    **{offer: told for lore in LORE.values() for offer, told in lore.declined.items()},
}

REWARDS = {
    "loot": "takes what the monster had as the reward",
    "plunder": "plunders the defeated",
    "seize": "wants an artefact as the reward",
    "decline": "takes no reward",
}


def _end(event: events.GameEnded, names: Names) -> list[str]:
    lines = ["", Told("=== The game is over ===", LineKind.HEADING), *score_rows(event.scores, names)]
    winners = [names[seat] for seat, place in enumerate(event.places) if place == 1]
    won = "wins" if len(winners) == 1 else "share the victory"
    return [*lines, *_tie(event, names), "", f"{joined(winners)} {won}!"]


def _tie(event: events.GameEnded, names: Names) -> list[str]:
    """What is left decides among those with the most points."""
    most = max(score.total for score in event.scores)
    best = [seat for seat, score in enumerate(event.scores) if score.total == most]
    left = [f"{names[seat]} {event.left[seat]}" for seat in best]
    return [f"Equal points; resources left: {', '.join(left)}."] if len(best) > 1 else []


TELLERS: tuple[Teller, ...] = (_rounds, _holdings, _building, _moving, _meeting, _combat, _spoils)
