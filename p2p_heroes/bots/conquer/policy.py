"""Which choices of a request deserve a thought, and which one a sensible player takes at once.

Every choice of the rounds has its own rule of thumb, worked out from the table alone. What
a faction has of its own is tried out: whichever choice leads to the best table is taken.
"""

from __future__ import annotations

from collections.abc import Mapping

from p2p_heroes.bots.conquer.combat import (
    attacks,
    claims,
    collects,
    deployments,
    deploys,
    draw_deployment,
    meetings,
)
from p2p_heroes.bots.conquer.trying import Scored, settle, try_out
from p2p_heroes.bots.conquer.worth import (
    BUILD,
    POINT,
    Prospects,
    army_size,
    level_ahead,
    own_worth,
    structure_promise,
)
from p2p_heroes.bots.kit.judge import Policy
from p2p_heroes.bots.kit.trying import spread
from p2p_heroes.games.conquer.army import unit_power
from p2p_heroes.games.conquer.building import has_foundation, ways_to_build
from p2p_heroes.games.conquer.collecting import fulfils, terms_of
from p2p_heroes.games.conquer.decisions import (
    ACTIONS,
    Action,
    Build,
    Decision,
    Done,
    Move,
    Plan,
    Recruit,
    Stay,
)
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.moving import errands, ways_from
from p2p_heroes.games.conquer.recruiting import recruit_prices, recruitable
from p2p_heroes.games.conquer.resources import (
    RESOURCES,
    Bundle,
    Resource,
    bundle,
    covers,
    minus,
    only,
    plus,
    times,
)
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.visiting import is_artefact_free
from p2p_heroes.games.conquer.world import PLACES, Region
from p2p_heroes.games.game import Request
from p2p_heroes.games.kit.effects import fold

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
        return try_out(table, request)
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
            after = settle(table, seat, choice).state
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


POLICIES: Mapping[str, Policy[Table, Decision]] = {
    "plan": Policy(_plans, doubt=60),
    "move": Policy(_moves, doubt=50),
    "build": Policy(_builds, doubt=30),
    "attack": Policy(attacks, doubt=20),
    "meet": Policy(meetings),
    "join": Policy(meetings),
    "claim": Policy(claims),
    "collect": Policy(collects),
    "deploy": Policy(deploys, candidates=deployments, draw=draw_deployment, is_duel=True),
}
"""By the kind of a request. What is not here is tried out."""
