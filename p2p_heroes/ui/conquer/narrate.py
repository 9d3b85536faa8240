"""What happened at a table of Write & Conquer, line by line, from the events and the players' names alone."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.state import ROUNDS
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.game import Event
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.lore import Sentences
from p2p_heroes.ui.conquer.names import name_of, names_of, some, units
from p2p_heroes.ui.conquer.scores import score_rows
from p2p_heroes.ui.conquer.words import place, places, resources
from p2p_heroes.ui.kit.styled_lines import LineKind, Told
from p2p_heroes.ui.kit.tellers import Names, Said, Teller
from p2p_heroes.ui.kit.words import counted, joined, points


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


# One event. What takes more than a sentence has a function.


def _round(event: events.RoundStarted, names: Names) -> list[str]:
    head = f"=== Round {event.round} of {ROUNDS}: {names[event.first]} is first ==="
    return ["", Told(head, LineKind.HEADING)]


def _plan(event: events.RoundPlanned, names: Names) -> list[str]:
    plan = ", ".join(f"{action} {level}" for level, action in enumerate(event.actions, 1))
    return [f"{names[event.seat]} plans {plan}, and no {event.left_out}."]


def _action(event: events.ActionStarted, names: Names) -> list[str]:
    what = HEADINGS.get(event.action, f"Gather {event.action}")
    return ["", Told(f"--- {what}, level {event.level} ---", LineKind.SUBHEADING)]


HEADINGS = {"move": "Move", "build": "Build"}


def _receipt(event: events.Received, names: Names) -> list[str]:
    return [f"{names[event.seat]} {RECEIVED[event.source].format(_goods(event))}."]


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


def _goods(event: Any) -> str:
    """Of an event with amounts of all three."""
    return resources((event.wood, event.iron, event.gold))


def _gathered(gains: list[events.Received], names: Names) -> list[str]:
    said = [_goods(gain) for gain in gains]
    if len(gains) == len(names) and len(set(said)) == 1:
        return [f"Everybody gathers {said[0]}."]
    told = [f"{names[gain.seat]} gathers {amount}" for gain, amount in zip(gains, said, strict=True)]
    return [f"{', '.join(told)}."] if told else []


def _payment(event: events.Paid, names: Names) -> list[str]:
    parts = [_goods(event)] if event.wood or event.iron or event.gold else []
    return [f"{names[event.seat]} pays {joined([*parts, *(some(*part) for part in event.units)])}."]


def _joining(event: events.UnitsJoined, names: Names) -> list[str]:
    verb = "joins" if event.count == 1 else "join"
    return [f"{some(event.unit, event.count)} {verb} {names[event.seat]}."]


def _structure(event: events.StructureBuilt, names: Names) -> list[str]:
    where = f" on the foundation in {place(event.on)}" if event.on is not None else ""
    value = [points(event.points)] if event.points else []
    instead = f" instead of {event.instead}" if event.instead else ""
    value += [f"{event.level} for the foundation{instead}"] if event.on is not None else []
    ending = f" ({', '.join(value)})" if value else ""
    return [f"{names[event.seat]} builds: {name_of(event.structure)}{where}{ending}."]


def _recruits(event: events.UnitsRecruited, names: Names) -> list[str]:
    # What is not paid in gold was told as a payment.
    price = f" for {event.gold} gold" if event.gold else ""
    return [f"{names[event.seat]} recruits {some(event.unit, event.count)}{price}."]


def _way(event: events.Moved, names: Names) -> list[str]:
    via = f" via {places(event.via)}" if event.via else ""
    extra = [f"{event.bought} bought"] if event.bought else []
    extra += [f"{event.left} left"] if event.left else []
    said = ", ".join([counted(event.spent, "movement point"), *extra])
    return [f"{names[event.seat]} goes from {place(event.origin)}{via} to {place(event.region)} ({said})."]


def _stay(event: events.Stayed, names: Names) -> list[str]:
    spare = f" with {counted(event.left, 'movement point')} to spare" if event.left else ""
    bargain = f", {event.bought} bought" if event.bought else ""
    return [f"{names[event.seat]} stays in {place(event.region)}{spare}{bargain}."]


def _announcement(event: events.Announced, names: Names) -> list[str]:
    return [f"{names[event.seat]} {ANNOUNCED[event.word].format(place(event.region))}."]


ANNOUNCED = {
    "peace": "keeps the peace in {}",
    "fight": "wants to fight in {}",
    "claim": "claims what lies in {}",
    "cede": "leaves what lies in {} to others",
}


def _right(event: events.RightGiven, names: Names) -> list[str]:
    if event.seat is None:
        return [f"Nobody claims what lies in {place(event.region)}."]
    return [f"What lies in {place(event.region)} is left to {names[event.seat]}."]


def _battle(event: events.BattleFought, names: Names) -> list[str]:
    sides = zip(event.seats, event.deployed, event.powers, strict=True)
    lines = [f"Battle in {place(event.region)}!"]
    lines += [f"  {names[seat]}: {units(deployed)}, power {power}" for seat, deployed, power in sides]
    ending = "Nobody is strongest: all are defeated."
    return [*lines, ending if event.winner is None else f"{names[event.winner]} wins the battle."]


def _hunt(event: events.MonsterFought, names: Names) -> list[str]:
    army = f"{units(event.deployed)} (power {event.power})"
    verdict = "and beats it" if event.won else "in vain"
    return [f"{names[event.seat]} fights the monster of power {event.monster} with {army}, {verdict}."]


def _siege(event: events.FortressAttacked, names: Names) -> list[str]:
    army = f"{units(event.deployed)} (power {event.power})"
    verdict = f"and seizes it: {points(event.points)}" if event.won else "in vain"
    wall = f"the fortress of power {event.fortress} in {place(event.region)}"
    return [f"{names[event.seat]} attacks {wall} with {army}, {verdict}."]


def _reward(event: events.RewardTaken, names: Names) -> list[str]:
    return [f"{names[event.seat]} {REWARDS[event.word]}."]


REWARDS = {
    "loot": "takes what the monster had as the reward",
    "plunder": "plunders the defeated",
    "seize": "wants an artefact as the reward",
    "decline": "takes no reward",
}


def _refusal(event: events.Declined, names: Names) -> list[str]:
    return [f"{names[event.seat]} {DECLINED.get(event.offer, f'declines: {event.offer}')}."]


DECLINED = {
    "artefact": "leaves the artefact",
    "battle": "stays out of the battle",
    "structure": "builds nothing for it",
    **{offer: told for lore in LORE.values() for offer, told in lore.declined.items()},
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


SENTENCES: Sentences = {
    events.FirstPlayerNamed: "Chance makes {seat:name} the first player.",
    events.StartChosen: "{seat:name} starts in {region:place}.",
    events.RoundStarted: _round,
    events.RoundPlanned: _plan,
    events.ActionStarted: _action,
    events.LevelRaised: "For {seat:name} the action is of level {level}.",
    events.RoundEnded: "Round {round} is over.",
    events.Received: _receipt,
    events.ResourcesChosen: "{seat:name} chooses {event:goods}.",
    events.MilestoneReached: "{seat:name} has had {at} {resource} at once: {points:points}.",
    events.Paid: _payment,
    events.UnitsJoined: _joining,
    events.UnitLost: "{seat:name} loses 1 {unit:unit}.",
    events.StructureBuilt: _structure,
    events.LevelErased: "{seat:name} erases the level in {region:place}.",
    events.UnitsRecruited: _recruits,
    events.BuildingFinished: "{seat:name} is done building.",
    events.Moved: _way,
    events.Stayed: _stay,
    events.PieceMoved: "{seat:name}: {piece:unit} goes from {origin:place} to {region:place}.",
    events.TerrainChanged: "{seat:name} turns {region:place} into a {terrain}.",
    events.Met: "{seats:names} meet in {region:place}.",
    events.Announced: _announcement,
    events.BattleJoined: "{seat:name} joins the battle in {region:place} from next door.",
    events.RightGiven: _right,
    events.BattleFought: _battle,
    events.FoeWeakened: "Against {seat:name} a foe of power {printed} has only {power}.",
    events.MonsterFought: _hunt,
    events.FortressAttacked: _siege,
    events.UnitsPerished: "{seat:name} loses {units:army}.",
    events.MonsterCircled: "{seat:name} circles the monster of power {power}: {points:points}.",
    events.FightsFinished: "{seat:name} is done fighting.",
    events.RewardTaken: _reward,
    events.Plundered: "{victim:name} loses {event:goods} to {seat:name}.",
    events.ArtefactCollected: "{seat:name} collects the artefact of {artefact:place}.",
    events.ArtefactSeized: "{seat:name} takes the artefact of {artefact:place} from {victim:name}.",
    events.Declined: _refusal,
    events.GameEnded: _end,
}

WORDS: Said = {
    "place": place,
    "places": places,
    "unit": name_of,
    "units": names_of,
    "army": units,
    "goods": _goods,
}

TOLD = {**SENTENCES, **{kind: said for lore in LORE.values() for kind, said in lore.tells.items()}}
narrate = Teller(TOLD, WORDS).tell
