"""What each choice of Write & Conquer would cost and come to: prices, powers, points, what lies there."""

from collections.abc import Iterator

from p2p_heroes.games.conquer.army import army_power, unit_power
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.building import Building, has_foundation, ways_to_build
from p2p_heroes.games.conquer.decisions import (
    Build,
    Cede,
    Claim,
    Collect,
    Decision,
    Deploy,
    Done,
    Fight,
    Hunt,
    Loot,
    Move,
    Peace,
    Plunder,
    Recruit,
    Seize,
    Siege,
    Start,
    Stay,
)
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Artefact
from p2p_heroes.games.conquer.fighting import Fighting, combat_of
from p2p_heroes.games.conquer.holdings import receive
from p2p_heroes.games.conquer.meeting import Meeting, parties
from p2p_heroes.games.conquer.monsters import Monster
from p2p_heroes.games.conquer.moving import Moving, ways_from
from p2p_heroes.games.conquer.recruiting import unit_price
from p2p_heroes.games.conquer.resources import RESOURCES, Bundle, bundle, minus
from p2p_heroes.games.conquer.sharing import Taking
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Source
from p2p_heroes.games.conquer.visiting import is_artefact_free, is_fortress_free
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, Fortress, Region
from p2p_heroes.games.kit.agenda import copied
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.ui.conquer.effects import of_artefact, of_structure
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import goods, name_of, some
from p2p_heroes.ui.conquer.standing import progress_of
from p2p_heroes.ui.conquer.strength import whole_power
from p2p_heroes.ui.conquer.words import resources
from p2p_heroes.ui.kit.previews import Previews
from p2p_heroes.ui.kit.words import counted, joined, points


def meaning(table: Table, seat: int, decision: Decision) -> str:
    """What a choice would cost or come to; nothing where its words say all."""
    return PREVIEWS.of(table, seat, decision) or _of_a_faction(table, seat, decision)


def is_sensible(table: Table, seat: int, decision: Decision) -> bool:
    """Whether a choice is worth being shown among many: nobody wants to read of fights that cannot be won."""
    if not isinstance(decision, Hunt | Siege):
        return True
    power, resists = _match(table, seat, decision)
    return power > resists


def _stage(table: Table) -> Stage | None:
    return table.agenda[0] if table.agenda else None


def _build(table: Table, seat: int, build: Build) -> str:
    board = table.boards[seat]
    structure = board.structures[board.structure_index[build.structure]]
    price = [f"{resources(structure.price)}"] if any(structure.price) else []
    price += [some(*part) for part in structure.tribute]
    less = f" less {', '.join(f'{count} {kind}' for kind, count in build.saving)}" if build.saving else ""
    cost = f"{', '.join(price)}{less}{_surcharge(table, seat, build)}"
    return "; ".join([f"{cost}: {of_structure(board, structure)}", *_earned(table, seat, build)])


def _recruit(table: Table, seat: int, recruit: Recruit) -> str:
    if recruit.paid:
        return ""
    power = unit_power(table, seat, table.boards[seat].unit_index[recruit.unit])
    price = recruit.count * unit_price(table, seat, recruit.unit)
    return f"{price} gold for power {recruit.count * power}"


def _surcharge(table: Table, seat: int, build: Build) -> str:
    """What a way to build costs besides the price of the structure."""
    board = table.boards[seat]
    structure = board.structures[board.structure_index[build.structure]]
    price = dict(ways_to_build(table, seat, structure)).get(build, structure.price)
    usual = minus(structure.price, bundle(**dict(build.saving)))
    wood, iron, gold = minus(price, usual)
    more = bundle(wood=max(0, wood), iron=max(0, iron), gold=max(0, gold))
    return f", plus {resources(more)}" if any(more) else ""


def _earned(table: Table, seat: int, build: Build) -> Iterator[str]:
    """What a structure counts at the end, by itself and on its foundation."""
    board = table.boards[seat]
    structure = board.structures[board.structure_index[build.structure]]
    if structure.points:
        yield points(structure.points)
    if build.on is None:
        return
    before = table.players[seat].foundation(build.on)
    if build.writes_level:
        instead = f" instead of {before}" if before else ""
        yield f"{points(structure.level)} for the foundation{instead}"
    elif before:
        yield f"loses the foundation's {points(before)}"


def gain(table: Table, seat: int, decision: Decision) -> int:
    """The points of the foundation on which something is built, unless that costs more."""
    if not isinstance(decision, Build) or decision.on is None or _surcharge(table, seat, decision):
        return 0
    board = table.boards[seat]
    level = board.structures[board.structure_index[decision.structure]].level
    return (level if decision.writes_level else 0) - table.players[seat].foundation(decision.on)


def _move(table: Table, seat: int, move: Move) -> str:
    way = ways_from(table, seat)[move.to]
    cost = f"costs {way.cost}{_of_all(table, seat, move.buying)}" if way is not None else ""
    return ", ".join(filter(None, (cost, objects(table, seat, move.to))))


def _stay(table: Table, seat: int, stay: Stay) -> str:
    have = _movement(table, seat)
    kept = "" if have is None else counted(have + stay.buying, "movement point")
    return f"keeps {kept}, to skip as many monsters" if kept else ""


def _movement(table: Table, seat: int) -> int | None:
    """The movement points of the action that is going on."""
    stage = _stage(table)
    if not isinstance(stage, Moving):
        return None
    return fold(Effect.movement_points, table, seat, stage.level + table.players[seat].raised)


def _of_all(table: Table, seat: int, buying: int) -> str:
    have = _movement(table, seat)
    return "" if have is None else f" of {have + buying}"


def objects(table: Table, seat: int, region: Region) -> str:
    """What a visit to a region would bring to a seat."""
    printed, player = table.boards[seat].places[region], table.players[seat]
    found = [str(table.terrain[region])]
    if any(printed.resources) and not player.visited >> region & 1:
        found.append(joined(received(table, seat, printed.resources, Source.REGION, region)))
    if printed.fortress is not None and is_fortress_free(table, region, seat):
        found.append(f"fortress of power {printed.fortress.power} for {points(printed.fortress.points)}")
    if is_artefact_free(table, region, seat):
        found.append(f"artefact ({progress_of(table, seat, region)})")
    if has_foundation(table, seat, region):
        level = player.foundation(region)
        found.append(f"foundation with level {level}" if level else "foundation")
    if printed.portal:
        found.append("portal")
    others = sum(other.region is region for at, other in enumerate(table.players) if at != seat)
    if others:
        found.append(counted(others, "other player"))
    return ", ".join(found)


def _artefact(table: Table, seat: int, region: Region | None) -> str:
    if region is None:
        return ""
    board = table.boards[seat]
    artefact = board.artefacts[ARTEFACT_REGIONS.index(region)]
    return f"{of_artefact(board, artefact)}{'' if _counts_at_the_end(artefact) else '; no points by itself'}"


def _counts_at_the_end(artefact: Artefact) -> bool:
    """Whether it changes the score, or is known to effects elsewhere that may."""
    scoring = [
        isinstance(one, Effect) and type(one).final_score is not Effect.final_score
        for one in artefact.effects
    ]
    return not scoring or any(scoring)


def _fight(table: Table, seat: int, fight: Fight) -> str:
    stage = _stage(table)
    if not isinstance(stage, Meeting):
        return ""
    return f"everybody here is in the battle; {_balance(table, seat, stage.region)}"


def _peace(table: Table, seat: int, peace: Peace) -> str:
    return "unless somebody else here wants to fight" if isinstance(_stage(table), Meeting) else ""


def _balance(table: Table, seat: int, region: Region) -> str:
    """What everybody who has met could send at most, the own army first."""
    others = [other for other in parties(table, region) if other != seat]
    told = [f"all you have is {whole_power(table, seat, Combat(Foe.PLAYERS, region))}"]
    told += [
        f"all {name_of(table.boards[other].name)}: {whole_power(table, other, Combat(Foe.PLAYERS, region))}"
        for other in others
    ]
    return ", ".join(told)


def _deploy(table: Table, seat: int, deploy: Deploy) -> str:
    if not deploy.deployed:
        return "power 0: nothing is lost"
    stage = _stage(table)
    if not isinstance(stage, Battle):
        return ""
    return f"power {army_power(table, seat, deploy.deployed, stage.combat(table, seat))}"


def _attack(table: Table, seat: int, attack: Hunt | Siege) -> str:
    power, resists = _match(table, seat, attack)
    won = f"you win {_prize(table, seat, attack)}" if power > resists else "you lose"
    return f"power {power} against {resists}: {won}"


def _loot(table: Table, seat: int, loot: Loot) -> str:
    stage, board = _stage(table), table.boards[seat]
    if not isinstance(stage, Rewarding):
        return ""
    [monster] = [board.monsters[at] for at in stage.circled]
    return joined(_beneath(table, seat, monster, Source.LOOT))


def _plunder(table: Table, seat: int, chosen: Plunder) -> str:
    stage = _stage(table)
    if not isinstance(stage, Rewarding):
        return ""
    taken = sum(count for _, amounts in chosen.spoils for _, count in amounts)
    return f"{taken} of the {stage.plunder} that you may take" if taken < stage.plunder else ""


def target(table: Table, seat: int, attack: Hunt | Siege) -> str:
    """What is attacked: how strong it is, and what for."""
    return f"power {_match(table, seat, attack)[1]} for {_prize(table, seat, attack)}"


def _match(table: Table, seat: int, attack: Hunt | Siege) -> tuple[int, int]:
    """The power of the army, and of a monster or a fortress against it."""
    deployed = attack.deployed
    if isinstance(attack, Hunt):
        foe, printed = Foe.MONSTER, attack.power
    else:
        foe, printed = Foe.FORTRESS, _walls(table, seat, attack.region).power
    combat = combat_of(table, seat, foe, deployed)
    return army_power(table, seat, deployed, combat), fold(Effect.foe_power, table, seat, printed, combat)


def _prize(table: Table, seat: int, attack: Hunt | Siege) -> str:
    board = table.boards[seat]
    if isinstance(attack, Siege):
        fortress = _walls(table, seat, attack.region)
        foe, reward = Foe.FORTRESS, fortress.points
        beside = received(table, seat, fortress.resources, Source.FORTRESS)
    else:
        [monster] = [one for one in board.monsters if one.power == attack.power]
        foe, reward, beside = Foe.MONSTER, monster.points, _beneath(table, seat, monster, Source.MONSTER)
    is_own = not combat_of(table, seat, foe, attack.deployed).piece  # else the resources are lost
    return joined([points(reward), *(beside if is_own else [])])


def _beneath(table: Table, seat: int, monster: Monster, source: Source) -> list[str]:
    """What lies beneath a monster, part by part."""
    special = LORE[table.boards[seat].name].beneath.get(monster.power)
    return [*received(table, seat, monster.resources, source), *([special] if special else [])]


def received(
    table: Table, seat: int, printed: Bundle, source: Source, region: Region | None = None
) -> list[str]:
    """What printed resources come to with all effects of a seat, part by part; it may have to go there."""
    turn, board = Turn(copied(table)), table.boards[seat]
    before, after = table.players[seat], turn.player(seat)
    if region is not None:
        after.region = region
    receive(turn, seat, printed, source)
    # What may be turned into something else waits for that, and counts as it is printed.
    stock = [max(came, there) for came, there in zip(minus(after.stock, before.stock), printed, strict=True)]
    for resource in RESOURCES:
        if unit := LORE[board.name].goods.get(str(resource)):
            at = board.unit_index[unit]
            stock[resource] = after.units[at] - before.units[at]
    more = sum(stage.count for stage in turn.queued if isinstance(stage, Taking))
    return [*goods(board.name, (stock[0], stock[1], stock[2])), *([f"{more} of any kind"] if more else [])]


def _walls(table: Table, seat: int, region: Region) -> Fortress:
    fortress = table.boards[seat].places[region].fortress
    assert fortress is not None
    return fortress


def _done(table: Table, seat: int, done: Done) -> str:
    match _stage(table):
        case Fighting():
            return "fight no more"
        case Building():
            return "build and recruit no more"
    return ""


def _of_a_faction(table: Table, seat: int, decision: Decision) -> str:
    """In the words of the faction whose decision it is, though it may be put to somebody else."""
    owners = [board for board in table.boards if type(decision) in board.decisions]
    return LORE[(owners or [table.boards[seat]])[0].name].meaning(decision)


PREVIEWS: Previews[Table] = Previews(
    {
        Build: _build,
        Recruit: _recruit,
        Start: lambda table, seat, start: objects(table, seat, start.region),
        Move: _move,
        Stay: _stay,
        Collect: lambda table, seat, collect: _artefact(table, seat, table.players[seat].region),
        Seize: lambda table, seat, seize: _artefact(table, seat, seize.artefact),
        Fight: _fight,
        Peace: _peace,
        Claim: lambda table, seat, claim: "a battle if somebody else claims it, too",
        Cede: lambda table, seat, cede: "leave it to the others",
        Deploy: _deploy,
        Hunt: _attack,
        Siege: _attack,
        Loot: _loot,
        Plunder: _plunder,
        Done: _done,
    }
)
