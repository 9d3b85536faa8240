"""Fights of Write & Conquer: whom to attack and with what, when to begin a battle, what to deploy in one.

Nobody is sent into a fight that is sure to be lost, unless something comes of it all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from p2p_heroes.bots.conquer.armies import cheapest_army, sensible_armies, whole_army
from p2p_heroes.bots.conquer.trying import Scored, settle, try_out
from p2p_heroes.bots.conquer.worth import POINT, Prospects, army_size, army_worth, own_worth
from p2p_heroes.bots.kit.trying import MOST_TRIED, spread
from p2p_heroes.games.conquer.army import pieces_of
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.collecting import fulfils, terms_of
from p2p_heroes.games.conquer.decisions import (
    Claim,
    Collect,
    Decision,
    Decline,
    Deploy,
    Fight,
    Hunt,
    Join,
    Siege,
)
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.events import FortressAttacked, MonsterFought
from p2p_heroes.games.conquer.fighting import Fighting, targets_of
from p2p_heroes.games.conquer.meeting import Claiming, Joining, Meeting, parties
from p2p_heroes.games.conquer.resources import Amounts, Bundle
from p2p_heroes.games.conquer.scoring import leftovers, score_of
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Combat, Foe
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Event, Request
from p2p_heroes.games.kit.effects import fold


def attacks(table: Table, request: Request[Decision]) -> Scored:
    """Against each foe in reach the army that loses least."""
    seat = request.seat
    stage = table.agenda[0]
    scored: Scored = [(0, request.choices[0])]
    if not isinstance(stage, Fighting):
        return try_out(table, request)
    ahead = Prospects(table, seat)
    strength = ahead.strength(ahead.power)
    for combat, printed, points, resources, decide in _foes(table, seat, stage):
        needed = fold(Effect.foe_power, table, seat, printed, combat) + 1
        found = cheapest_army(table, seat, combat, needed)
        if found is None:
            continue
        deployed, lost = found
        decision = decide(deployed)
        if decision not in request.choices:
            continue
        left = tuple(goal for goal in ahead.goals if goal[0] != printed)
        gain = points * POINT + army_worth(ahead.power - lost, left, ahead.fights) - strength
        if not combat.piece:
            gain += sum(amount * worth for amount, worth in zip(resources, ahead.each, strict=True))
        scored.append((gain, decision))
    if len(scored) == 1 and len(request.choices) <= MOST_TRIED:
        return _other_fights(table, request)
    return scored


def _other_fights(table: Table, request: Request[Decision]) -> Scored:
    """What no army was found for is tried out; whoever is sure to lose must have something of it."""
    seat = request.seat
    without = settle(table, seat, request.choices[0]).state
    scored: Scored = [(own_worth(without, seat), request.choices[0])]
    for choice in request.choices[1:]:
        step = settle(table, seat, choice)
        if not is_lost(step.events) or _gains(without, step.state, seat):
            scored.append((own_worth(step.state, seat), choice))
    return scored


def is_lost(told: Sequence[Event]) -> bool:
    """Whether a monster or a fortress has held out."""
    return any(isinstance(event, MonsterFought | FortressAttacked) and not event.won for event in told)


def _gains(before: Table, after: Table, seat: int) -> bool:
    """Whether one table has more points than the other, or more that breaks a tie."""
    points = score_of(after, seat).total - score_of(before, seat).total
    return points > 0 or (not points and leftovers(after)[seat] > leftovers(before)[seat])


Foes = Iterator[tuple[Combat, int, int, Bundle, Callable[[Amounts], Decision]]]


def _foes(table: Table, seat: int, stage: Fighting) -> Foes:
    """Whom the seat may fight: where, how strong, for what, and how to say so."""
    player, board = table.players[seat], table.boards[seat]
    assert player.region is not None
    sides = [(player.region, "")]
    sides += [
        (piece.region, piece.name) for piece in pieces_of(table, seat) if piece.region is not player.region
    ]
    reach = targets_of(table, seat)
    for region, piece in sides:
        for at in reach[:6]:
            monster = board.monsters[at]
            yield (
                Combat(Foe.MONSTER, region, piece),
                monster.power,
                monster.points,
                monster.resources,
                partial(Hunt, monster.power),
            )
        fortress = board.places[region].fortress
        if fortress is not None and stage.may_besiege(table, region, piece):
            yield (
                Combat(Foe.FORTRESS, region, piece),
                fortress.power,
                fortress.points,
                fortress.resources,
                partial(Siege, region),
            )


def meetings(table: Table, request: Request[Decision]) -> Scored:
    """Fight whom one can beat at half the price that they would have to pay."""
    seat = request.seat
    own = army_size(table, seat)
    here = table.players[seat].region
    rivals = [
        army_size(table, other)
        for other, player in enumerate(table.players)
        if other != seat and (player.region is here or len(table.players) == 2)
    ]
    strongest = max(rivals, default=0)
    eager = 1 if own > strongest * 3 // 2 and own > 2 else -1
    scored: Scored = [
        (eager if isinstance(choice, Fight | Join | Claim) else 0, choice)
        for choice in spread(request.choices, 4)
    ]
    stage = table.agenda[0]
    match stage:
        case Meeting():
            battle = Battle(stage.region, parties(table, stage.region))
        case Joining():
            battle = Battle(stage.region, (*stage.seats, seat))
        case _:
            return scored
    if not is_match(*odds(table, seat, battle)):
        # Others may fight all the same; but nobody begins or joins a battle only to stay out of it.
        return [entry for entry in scored if not isinstance(entry[1], Fight | Join)]
    return scored


def claims(table: Table, request: Request[Decision]) -> Scored:
    """Claim what nobody else has claimed, or what is ours by strength."""
    stage = table.agenda[0]
    claimed = stage.claimed if isinstance(stage, Claiming) else ()
    own = army_size(table, request.seat)
    stronger = all(
        own > army_size(table, other) for other in range(len(table.players)) if other != request.seat
    )
    worth = 1 if not claimed or stronger else -1
    scored: Scored = [(worth if isinstance(choice, Claim) else 0, choice) for choice in request.choices]
    if isinstance(stage, Claiming) and not any(
        _can_use(table, seat, stage.region) for seat in (*stage.claimed, *stage.waiting)
    ):
        return [entry for entry in scored if not isinstance(entry[1], Claim)]
    if isinstance(stage, Claiming) and (claimed or len(stage.waiting) > 1):
        ours, strongest = odds(table, request.seat, Battle(stage.region, parties(table, stage.region)))
        if strongest and not is_match(ours, strongest):
            # Two claims are a battle, and whoever stays out of that gives a victory away.
            return [entry for entry in scored if not isinstance(entry[1], Claim)]
    return scored


def _can_use(table: Table, seat: int, region: Region) -> bool:
    """Whether a seat could seize or collect in this action what lies there, by what it has now."""
    fortress = table.boards[seat].places[region].fortress
    if fortress is not None:
        combat = Combat(Foe.FORTRESS, region)
        needed = fold(Effect.foe_power, table, seat, fortress.power, combat) + 1
        ways: tuple[Sequence[Decision], ...] = fold(Effect.fight_offers, table, seat, (), False)
        return any(ways) or cheapest_army(table, seat, combat, needed) is not None
    offers: tuple[Decision, ...] = fold(Effect.collecting_offers, table, seat, (), region)
    return bool(offers) or any(fulfils(table, seat, terms) for terms in terms_of(table, seat, region))


def collects(table: Table, request: Request[Decision]) -> Scored:
    """Whether an artefact is worth its price is tried out; one that costs nothing is taken."""
    scored = try_out(table, request)
    if Collect(()) in request.choices:
        return [entry for entry in scored if not isinstance(entry[1], Decline)]
    return scored


def battle_of(table: Table) -> Battle | None:
    stage = table.agenda[0]
    return stage if isinstance(stage, Battle) else None


def odds(table: Table, seat: int, battle: Battle) -> tuple[int, int]:
    """How much power a seat could bring to a battle, and how much the strongest of the others."""
    powers = {other: whole_army(table, other, battle.combat(table, other))[1] for other in battle.seats}
    own = powers.pop(seat)
    return own, max(powers.values())


def is_match(own: int, strongest: int) -> bool:
    """Whether an army may well beat what the others bring, who will not bring all they have."""
    return own * 2 > strongest


def deployments(table: Table, request: Request[Decision]) -> list[Decision]:
    """From nothing to everything; against those who can bring nothing, from something."""
    battle = battle_of(table)
    if battle is None:
        return spread(request.choices, MOST_TRIED)
    own, strongest = odds(table, request.seat, battle)
    armies = sensible_armies(table, request.seat, battle.combat(table, request.seat), strongest)
    ways: list[Decision] = [Deploy(army) for army in armies if army or strongest or not own]
    return [choice for choice in ways if choice in request.choices] or [request.choices[0]]


def deploys(table: Table, request: Request[Decision]) -> Scored:
    """Enough to beat two thirds of what the others could bring, if there is much more; else little."""
    battle = battle_of(table)
    if battle is None:
        return try_out(table, request)
    own, strongest = odds(table, request.seat, battle)
    ways = deployments(table, request)
    if not strongest:
        wanted = 0
    elif own > strongest:
        wanted = len(ways) - 2
    elif is_match(own, strongest):
        wanted = 2
    else:
        wanted = 0
    wanted = max(0, min(wanted, len(ways) - 1))
    return [(-abs(at - wanted), way) for at, way in enumerate(ways)]


def draw_deployment(table: Table, request: Request[Decision], random: Random) -> Decision:
    """Any of them; but who is a match for the others does not give the victory away."""
    ways, battle = deployments(table, request), battle_of(table)
    if battle is not None and is_match(*odds(table, request.seat, battle)):
        ways = [way for way in ways if isinstance(way, Deploy) and way.deployed]
    return random.choice(ways)
