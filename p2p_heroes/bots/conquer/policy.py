"""Which choices of a request deserve a thought, and which one a sensible player takes at once.

Every choice of the rounds has its own rule of thumb, worked out from the table alone. What
a faction has of its own is tried out: whichever choice leads to the best table is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from p2p_heroes.bots.conquer.armies import cheapest_army, sensible_armies, whole_army
from p2p_heroes.bots.conquer.worth import (
    BUILD,
    POINT,
    Prospects,
    army_size,
    army_worth,
    insight_of,
    level_ahead,
    own_worth,
    structure_promise,
)
from p2p_heroes.games.conquer.army import pieces_of, unit_power
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.building import has_foundation, ways_to_build
from p2p_heroes.games.conquer.collecting import fulfils, terms_of
from p2p_heroes.games.conquer.decisions import (
    ACTIONS,
    Action,
    Build,
    Claim,
    Decision,
    Deploy,
    Done,
    Fight,
    Hunt,
    Join,
    Move,
    Plan,
    Recruit,
    Siege,
    Stay,
)
from p2p_heroes.games.conquer.effect import Combat, Effect, Foe
from p2p_heroes.games.conquer.fighting import Fighting, targets_of
from p2p_heroes.games.conquer.hooks import fold
from p2p_heroes.games.conquer.meeting import Claiming, Meeting, parties
from p2p_heroes.games.conquer.moving import errands, ways_from
from p2p_heroes.games.conquer.recruiting import recruit_prices, recruitable
from p2p_heroes.games.conquer.resources import (
    RESOURCES,
    Amounts,
    Bundle,
    Resource,
    bundle,
    covers,
    minus,
    only,
    plus,
    times,
)
from p2p_heroes.games.conquer.rounds import advance, pending
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.visiting import is_artefact_free
from p2p_heroes.games.conquer.world import PLACES, Region
from p2p_heroes.games.game import Open, Request, Secret

Scored = list[tuple[int, Decision]]
MOST_TRIED = 8


def ranked(table: Table, request: Request[Decision]) -> Scored:
    """Choices with what they promise, the best first; of long lists only what is sensible."""
    rule = RULES.get(request.kind, _try_out)
    scored = rule(table, request)
    if not scored:
        scored = [(0, request.choices[0])]
    return sorted(scored, key=lambda entry: -entry[0])


def quiet_answers(table: Table, seat: int, decision: Decision) -> dict[int, Decision]:
    """One seat's decision, and the quiet choice of everybody else who is asked."""
    need = pending(table)
    assert isinstance(need, Open | Secret)
    return {ask.seat: decision if ask.seat == seat else ask.choices[0] for ask in need.requests}


def spread(choices: Sequence[Decision], most: int) -> list[Decision]:
    """Some of many choices, evenly from the first to the last."""
    count = len(choices)
    if count <= most:
        return list(choices)
    return [choices[at * (count - 1) // (most - 1)] for at in range(most)]


def _try_out(table: Table, request: Request[Decision]) -> Scored:
    """Whatever it is: the table that follows says what it is good for."""
    seat = request.seat
    return [
        (own_worth(advance(table, quiet_answers(table, seat, choice)).state, seat), choice)
        for choice in spread(request.choices, insight_of(table, seat).tries)
    ]


# The round.


def _plans(table: Table, request: Request[Decision]) -> Scored:
    """Each action at each level for everybody; what helps the others as much is half as good."""
    seats = range(len(table.players))
    gains = {seat: _action_gains(table, seat) for seat in seats}
    share = 60 // (len(table.players) - 1)
    worth = {
        (name, level): gains[request.seat][name][level - 1]
        - sum(gains[seat][name][level - 1] * share // 100 for seat in seats if seat != request.seat)
        for name in ACTIONS
        for level in range(1, 5)
    }
    scored: Scored = []
    for plan in request.choices:
        assert isinstance(plan, Plan)
        scored.append((sum(worth[name, level] for level, name in enumerate(plan.actions, 1)), plan))
    return scored


def _action_gains(table: Table, seat: int) -> dict[str, list[int]]:
    """What each action brings a seat at the levels from 1 to 4."""
    ahead = Prospects(table, seat)
    stock = ahead.player.stock
    before = ahead.stock(stock)
    gains: dict[str, list[int]] = {}
    for name, action in ACTIONS.items():
        if action is Action.MOVE:
            gains[name] = _move_gains(ahead)
        elif action is Action.BUILD:
            gains[name] = _build_gains(ahead)
        else:
            kind = RESOURCES[action]
            amounts = [fold(Effect.gathered, table, seat, level, kind) for level in range(1, 5)]
            gains[name] = [
                ahead.stock(plus(stock, only(kind, amount))) - before + _crossed(ahead, kind, amount)
                for amount in amounts
            ]
    return gains


def _crossed(ahead: Prospects, kind: int, amount: int) -> int:
    """The points of milestones that so many more would reach."""
    player, milestones = ahead.player, ahead.board.milestones
    count, reached = player.stock[kind] + amount, player.milestones[kind]
    return sum(points * POINT * 40 // 100 for value, points in milestones[reached:] if value <= count)


def _move_gains(ahead: Prospects) -> list[int]:
    table, seat = ahead.table, ahead.seat
    bonus = fold(Effect.movement_points, table, seat, 2) - 2
    ways = ways_from(table, seat)
    best = [0, 0, 0, 0]
    for region, score in _region_scores(ahead).items():
        way = ways[region]
        if way is not None:
            for level in range(1, 5):
                if way.cost <= level + bonus and score > best[level - 1]:
                    best[level - 1] = score
    beatable = [worth for goal, worth in ahead.goals if goal < ahead.power]
    hunt = beatable[0] // 4 if beatable else 0
    return [value + hunt for value in best]


def _build_gains(ahead: Prospects) -> list[int]:
    player, board = ahead.player, ahead.board
    stock = plus(player.stock, (1, 1, 1))
    gains = [0, 0, 0, 0]
    for at, structure in enumerate(board.structures):
        needs = board.needs[at]
        if player.built >> at & 1 or (needs and not needs & player.built):
            continue
        if covers(stock, structure.price):
            gain = structure.points * POINT + structure.level * 60 - sum(structure.price) * 20
            gain += structure_promise(structure.level, ahead.actions) + ahead.insight.structure
            for level in range(structure.level, 5):
                gains[level - 1] = max(gains[level - 1], gain)
    recruits = min(player.stock[Resource.GOLD], 20) * 6 if recruitable(ahead.table, ahead.seat) else 0
    return [gain + recruits for gain in gains]


# Movement.


def _region_scores(ahead: Prospects) -> dict[Region, int]:
    """What it promises to go to each region."""
    outlook, here = _Outlook(ahead), ahead.player.region
    return {region: outlook.score(region) for region in ahead.table.realm.regions if region is not here}


class _Outlook:
    """What a seat sees when it looks over the map."""

    def __init__(self, ahead: Prospects) -> None:
        self._ahead = ahead
        self._build = level_ahead(ahead.table, BUILD)
        self._reach = ahead.best_level(self._build or 3)
        self._rivals = {
            player.region: army_size(ahead.table, other)
            for other, player in enumerate(ahead.table.players)
            if other != ahead.seat
        }

    def score(self, region: Region) -> int:
        ahead = self._ahead
        player, place = ahead.player, ahead.board.places[region]
        score = ahead.place(region) // 2
        if not player.visited >> region & 1:
            score += 10 + sum(amount * each for amount, each in zip(place.resources, ahead.each, strict=True))
        fortress = place.fortress
        if fortress is not None and fortress.power < ahead.power and not ahead.taken >> region & 1:
            score += fortress.points * 70 + sum(fortress.resources) * 15
        if self._reach and has_foundation(ahead.table, ahead.seat, region):
            height = max(0, self._reach - player.foundation(region))
            score += height * (70 if self._build else 20)
        if PLACES[region].artefact and self._can_collect(region):
            score += 150 + 6 * ahead.actions
        rival = self._rivals.get(region)
        if rival is not None and rival > ahead.power:
            score -= 60
        return score

    def _can_collect(self, region: Region) -> bool:
        table, seat = self._ahead.table, self._ahead.seat
        return is_artefact_free(table, region, seat) and any(
            fulfils(table, seat, terms) for terms in terms_of(table, seat, region)
        )


def _moves(table: Table, request: Request[Decision]) -> Scored:
    """Where to go; what else moves is decided by itself, in a second thought."""
    seat = request.seat
    sent = len(errands(table, seat))
    ahead = Prospects(table, seat)
    scores = _region_scores(ahead)
    assert ahead.player.region is not None
    scored: Scored = []
    stay = ahead.place(ahead.player.region) // 2
    seen: set[Region] = set()
    for place in range(0, len(request.choices), sent):
        choice = request.choices[place]
        assert isinstance(choice, Move | Stay)
        if isinstance(choice, Stay):
            if not choice.buying:
                scored.append((stay, choice))
        elif choice.to not in seen:
            seen.add(choice.to)
            scored.append((scores[choice.to] - choice.buying * 30, choice))
    if sent > 1:
        scored += _errands(table, request, scored, sent)
    return scored


def _errands(table: Table, request: Request[Decision], scored: Scored, sent: int) -> Scored:
    """The best march once more, with pieces sent somewhere: those who could be beaten, or far from others."""
    _, best = max(scored, key=lambda entry: entry[0])
    assert isinstance(best, Move | Stay)
    [place] = [at for at in range(0, len(request.choices), sent) if request.choices[at] == best]
    base = max(score for score, _ in scored)
    others = [player.region for seat, player in enumerate(table.players) if seat != request.seat]
    found: Scored = []
    for offset in range(1, min(sent, 40)):
        choice = request.choices[place + offset]
        assert isinstance(choice, Move | Stay)
        bonus = 0
        for _, region in choice.sending:
            printed = table.boards[request.seat].places[region].fortress
            bonus += 12 if printed is not None and region not in others else -25 if region in others else -1
        found.append((base + bonus, choice))
    return found


# Building.


def _builds(table: Table, request: Request[Decision]) -> Scored:
    """What each structure and each recruit is worth beyond its price."""
    if not isinstance(request.choices[0], Done):
        return _try_out(table, request)
    seat = request.seat
    ahead = Prospects(table, seat)
    stock, before, strength = ahead.player.stock, ahead.stock(ahead.player.stock), ahead.strength(ahead.power)
    prices: dict[str, dict[Build, Bundle]] = {}
    scored: Scored = []
    others: list[Decision] = []
    recruits: dict[str, list[Recruit]] = {}
    for choice in request.choices:
        if isinstance(choice, Build):
            scored.append((_build_gain(ahead, choice, before, prices), choice))
        elif isinstance(choice, Recruit):
            recruits.setdefault(choice.unit, []).append(choice)
        elif isinstance(choice, Done):
            scored.append((0, choice))
        else:
            others.append(choice)
    for unit in recruits:
        at = table.boards[seat].unit_index[unit]
        each, price = unit_power(table, seat, at), recruit_prices(table, seat, unit)[0]
        for recruit in recruits[unit]:
            gain = ahead.strength(ahead.power + each * recruit.count) - strength
            cost = bundle(**dict(recruit.paid)) if recruit.paid else times(price, recruit.count)
            scored.append((gain + ahead.stock(minus(stock, cost)) - before, recruit))
    if others:
        now = own_worth(table, seat)
        for choice in spread(others, 6):
            after = advance(table, quiet_answers(table, seat, choice)).state
            scored.append((own_worth(after, seat) - now - 5, choice))
    return scored


def _build_gain(ahead: Prospects, build: Build, before: int, prices: dict[str, dict[Build, Bundle]]) -> int:
    player, board = ahead.player, ahead.board
    structure = board.structures[board.structure_index[build.structure]]
    if build.structure not in prices:
        prices[build.structure] = dict(ways_to_build(ahead.table, ahead.seat, structure))
    price = prices[build.structure][build]
    gain = structure.points * POINT + structure_promise(structure.level, ahead.actions)
    gain += ahead.insight.structure
    gain -= sum(count * 40 for _, count in structure.tribute)
    bit = 1 << board.structure_index[build.structure]
    for at, other in enumerate(board.structures):
        needs = board.needs[at]
        if needs & bit and not needs & player.built and not player.built >> at & 1:
            gain += (other.points * POINT + other.level * 60) * min(ahead.actions, 24) // 300
    if build.on is not None and build.writes_level:
        gain += (structure.level - player.foundation(build.on)) * POINT
    return gain + ahead.stock(minus(player.stock, price)) - before


# Combat.


def _attacks(table: Table, request: Request[Decision]) -> Scored:
    """Against each foe in reach the army that loses least."""
    seat = request.seat
    stage = table.agenda[0]
    scored: Scored = [(0, request.choices[0])]
    if not isinstance(stage, Fighting):
        return _try_out(table, request)
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
        return _try_out(table, request)
    return scored


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


def _meetings(table: Table, request: Request[Decision]) -> Scored:
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
    if isinstance(stage, Meeting) and not is_match(
        *odds(table, seat, Battle(stage.region, parties(table, stage.region)))
    ):
        # Others may fight all the same; but nobody begins a battle only to stay out of it.
        return [entry for entry in scored if not isinstance(entry[1], Fight)]
    return scored


def _claims(table: Table, request: Request[Decision]) -> Scored:
    """Claim what nobody else has claimed, or what is ours by strength."""
    stage = table.agenda[0]
    claimed = stage.claimed if isinstance(stage, Claiming) else ()
    own = army_size(table, request.seat)
    stronger = all(
        own > army_size(table, other) for other in range(len(table.players)) if other != request.seat
    )
    worth = 1 if not claimed or stronger else -1
    return [(worth if isinstance(choice, Claim) else 0, choice) for choice in request.choices]


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


def _deploys(table: Table, request: Request[Decision]) -> Scored:
    """Enough to beat two thirds of what the others could bring, if there is much more; else little."""
    battle = battle_of(table)
    if battle is None:
        return _try_out(table, request)
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


RULES: dict[str, Callable[[Table, Request[Decision]], Scored]] = {
    "plan": _plans,
    "move": _moves,
    "build": _builds,
    "attack": _attacks,
    "meet": _meetings,
    "join": _meetings,
    "claim": _claims,
    "deploy": _deploys,
}
"""By the kind of a request. What is not here is tried out."""
