"""The Elementals in words."""

from collections.abc import Sequence

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.factions.elementals import (
    MAYA_POWERS,
    ActedAlone,
    ActionsPass,
    ArmiesExclude,
    ArrowsIgnored,
    ArtefactCopied,
    BagFilled,
    BagSwallows,
    CapHides,
    CarpetFlies,
    Copy,
    CopyVanished,
    FortressesBear,
    HiredForFight,
    HiresForFights,
    JazirsShine,
    MayaAreTempered,
    MayaTempered,
    MirrorCopies,
    MonsterHoldsShard,
    Shard,
    ShardCalls,
    ShardPoints,
    ShardStrengthens,
    Stow,
    Temper,
    ThreadLeads,
    TursEnrich,
    UnitsBrought,
    Vanish,
    VurtDefeats,
    Wonders,
    ZephyrsGlean,
    shards_of,
)
from p2p_heroes.games.conquer.resources import Amounts
from p2p_heroes.games.conquer.state import Own, Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.lore import Lore, Marks, Sentences
from p2p_heroes.ui.conquer.words import places
from p2p_heroes.ui.kit.words import counted, joined, titled

PLURALS = {"maya": "Maya"}
ALONE = {"move": "moves", "build": "builds and recruits"}


def _hired(event: HiredForFight, names: Sequence[str]) -> list[str]:
    who = names[event.seat]
    stays = f"{who} recruits {_army(event.kept)} right before the fight and keeps them out of it."
    lost = f"{who} had recruited {_army(event.units)} for it right before the fight; they are lost, too."
    return [*([stays] if event.kept else []), *([lost] if event.units else [])]


def _army(units: Amounts) -> str:
    return joined([counted(count, titled(unit), PLURALS.get(unit, "")) for unit, count in units])


def _alone(event: ActedAlone, names: Sequence[str]) -> list[str]:
    does = ALONE.get(event.action, f"gathers {event.action}")
    return [f"Unseen, {names[event.seat]} {does} at level {event.level} before all others act."]


SENTENCES: Sentences = {
    UnitsBrought: "{seat:name}'s {unit:units} bring {count:count resource}.",
    MayaTempered: "{seat:name}'s Maya have power {power} now.",
    BagFilled: "{seat:name} fills the Bottomless Bag for {points:points}; it holds {total:points}.",
    HiredForFight: _hired,
    ArtefactCopied: "{seat:name} copies the artefact of {artefact:place}.",
    CopyVanished: "{seat:name}'s copy of the artefact of {artefact:place} vanishes.",
    ActedAlone: _alone,
}


def own(block: Own | None) -> list[str]:
    assert isinstance(block, Wonders)
    lines = [f"Points in the Bottomless Bag: {block.bag}"]
    lines += [f"Maya tempered to power {MAYA_POWERS[block.steps]}"] if block.steps else []
    lines += [f"Copied artefacts: {places(block.copies)}"] if block.copies else []
    return lines


def shows(table: Table, seat: int) -> list[str]:
    """Only one shard is written down."""
    held = [shard.value for shard in shards_of(table, seat)]
    return [f"Shards: {joined(held) or 'none'} ({len(held)} of {len(Shard)})"]


def marks(block: Own | None) -> Marks:
    assert isinstance(block, Wonders)
    return [((region,), "copied artefact") for region in block.copies]


def meaning(decision: Decision) -> str:
    match decision:
        case Copy(paid):
            return f"{_cost(paid)}the artefact works for you, too, and nobody can take the copy"
        case Temper():
            return "4 gold: all your Maya become stronger"
        case Stow(resources):
            return f"{_cost(resources)}1 point, or 2 with the trophy shard"
        case Vanish():
            return "you perform the action that was left out, alone and before all others"
    return ""


def _cost(paid: Amounts) -> str:
    return f"{joined([f'{count} {name}' for name, count in paid])}: " if paid else ""


ELEMENTALS = Lore(
    faction="elementals",
    idea="Seven shards of the Heart make structures and armies stronger, and of four armies only two serve.",
    names={
        "zephyr+": "newly hired Zephyr",
        "tur+": "newly hired Tur",
        "maya+": "newly hired Maya",
        "jazir+": "newly hired Jazir",
        "zephyr-kept": "Zephyr hired and kept",
        "tur-kept": "Tur hired and kept",
        "maya-kept": "Maya hired and kept",
        "jazir-kept": "Jazir hired and kept",
    },
    plurals={
        **PLURALS,
        "maya+": "newly hired Maya",
        "zephyr-kept": "Zephyrs hired and kept",
        "tur-kept": "Turs hired and kept",
        "maya-kept": "Maya hired and kept",
        "jazir-kept": "Jazirs hired and kept",
    },
    effects={
        MonsterHoldsShard: "the monster of power 25 holds the white shard: for beating it, or for looting it "
        "as the reward of a battle",
        ArmiesExclude: "either Zephyrs or Turs, either Maya or Jazirs: the structure for one of a pair, once "
        "it stands, excludes that for the other",
        ShardStrengthens: "with the {effect.shard} shard, a {effect.unit} has power {effect.power}",
        ShardCalls: "with the {effect.shard} shard, 1 {effect.unit} joins whenever a building action begins",
        ZephyrsGlean: "in a region with a fortress that nobody has seized, each Zephyr of a visiting army "
        "brings one of its resources",
        TursEnrich: "1 wood or iron for each Tur in a fight that you win",
        JazirsShine: "a Jazir has 3 power per shard: blue for the Magic Lamp, trophy for the artefact of "
        "Odmoor, leaf for 14 wood and ore for 14 iron at once, thread for the fortress of Brynnlore, violet "
        "for that of Wers, white for the monster of power 25, in the place of its resources",
        MayaAreTempered: "once a building action, 4 gold make Maya stronger: from 7 to 10, then to 14",
        ActionsPass: "what you may do once in a building action you may do in each",
        FortressesBear: "with the blue shard, build on fortresses that anybody has seized as on foundations",
        ThreadLeads: "entering a forest costs 2, with the thread shard 1",
        MirrorCopies: "copy artefacts of others, on the usual terms, where they lay",
        BagSwallows: "once a building action, 6 resources for 1 point, with the trophy shard for 2",
        CarpetFlies: "your first step costs 1; with the white shard it may instead lead anywhere, for the "
        "cost of the region",
        CapHides: "before the first action of a round, perform the one left out alone, at level 1, with the "
        "violet shard at level 2",
        ShardPoints: "at the end, 1 point per shard",
        VurtDefeats: "you beat the next monster at once, without a fight",
        HiresForFights: "right before any fight, recruit whom your structures let you recruit, to fight in "
        "it or to be kept",
        ArrowsIgnored: "structures need no other structures first",
    },
    beneath={25: "the white shard"},
    features={"magic-lamp": "the blue shard", Region.ODMOOR: "the trophy shard, while you have it"},
    declined={"the action left out": "does not put on the Cap of Invisibility"},
    refusals={
        "crossed-out": "{structure} is crossed out, for {rival} is built",
        "not-vanished": "vanish to {action} alone, or decline",
    },
    questions={
        "vanish": "Do you put on the Cap of Invisibility?\n"
        "You would perform the action that was left out of this round, alone and now. Or decline.",
    },
    rules={
        "vanish": "With the Cap of Invisibility you may perform the action that the plan of this round "
        "left out: alone, before the first action, at level 1, and at level 2 if you have the violet "
        "shard. You still take part in all four actions of the round.",
    },
    otherwise={
        "start": "they have no unit",
        "rounds": "with the Cap of Invisibility they perform the action that is left out, alone and before "
        "all others",
        "recruit": "with the artefact of Dortal they recruit right before any fight, too",
        "artefacts": "with the Mirror they copy what others own",
        "build": "either Zephyrs or Turs, either Maya or Jazirs: what stands excludes the other of its pair; "
        "with the artefact of Tog' Eed no structure needs another",
        "foundations": "with Sands of Time and the blue shard, seized fortresses are foundations of theirs",
        "fights": "a shard lies in the place of the resources of the monster of power 25 and of the "
        "fortresses of Brynnlore and Wers",
    },
    source="rulebook of the second box, Elementals",
    tells=SENTENCES,
    own=own,
    shows=shows,
    marks=marks,
    meaning=meaning,
)
