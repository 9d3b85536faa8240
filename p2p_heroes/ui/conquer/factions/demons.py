"""The Demons in words."""

from p2p_heroes.games.conquer.factions.demons import (
    PURGATORY_GIVES,
    BonesCarry,
    ButchersAreMourned,
    ButchersFor,
    ButchersMourned,
    CarriageReaches,
    CircleSummons,
    ContractBinds,
    ContractSigned,
    FleshMultiplies,
    GatheringAdvanced,
    GathersAhead,
    HoundsFetch,
    PurgatoryAdds,
    RoundsPass,
    RuneCarved,
    Runes,
    RunesAreCarved,
    RunesClose,
    SinCommitted,
    SinsCount,
    VurtInscribes,
)
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.ui.conquer.lore import Lore, Marks, Sentences
from p2p_heroes.ui.conquer.words import place, places

SENTENCES: Sentences = {
    RuneCarved: "{seat:name} carves a rune into the foundation in {region:place}.",
    SinCommitted: "{seat:name} counts {sins:count sin}: {sins:points}.",
    ButchersMourned: "{seat:name} counts {butchers:count fallen Butcher}: {butchers:points}.",
    ContractSigned: "{seat:name} has the power of the artefact of {artefact:place} for this round.",
    GatheringAdvanced: "{seat:name} gathers {resource} ahead of the others.",
}


def own(block: Own | None) -> list[str]:
    assert isinstance(block, Runes)
    lines = [f"Runes: {places(block.runes) or 'none'}"]
    lines += [f"Runes without a structure: {places(block.bare)}"] if block.bare else []
    lines += [f"Sins: {block.sins}"] if block.sins else []
    lines += [f"Fallen Butchers that count: {block.butchers}"] if block.butchers else []
    lines += [f"Contract: {place(block.contract)}"] if block.contract is not None else []
    lines += [f"Gathered ahead: {block.ahead[0]}"] if block.ahead else []
    return lines


def marks(block: Own | None) -> Marks:
    assert isinstance(block, Runes)
    return [((region,), "rune") for region in block.runes]


DEMONS = Lore(
    faction="demons",
    idea="Runes close foundations to others, and near them all rune structures work: "
    "in the region of a rune and next to it by land.",
    names={"hells-kitchen": "Hell's Kitchen"},
    plurals={"succubus": "Succubi"},
    effects={
        RunesAreCarved: "Purgatory, Bones, Sins and Flesh are carved: each needs a foundation for its rune; "
        "every Succubus saves 1 resource of your choice on what is carved",
        RunesClose: "only those who had built there before build on a foundation with a rune; "
        "if it holds a structure, it counts as yours, but without points",
        RoundsPass: "contracts and what was gathered ahead last for one round",
        ButchersFor: "a Butcher can be recruited for {effect.amount} {effect.resource} instead",
        PurgatoryAdds: f"near a rune, 1 more {PURGATORY_GIVES} whenever you receive {PURGATORY_GIVES}",
        BonesCarry: "a step into or out of a region near a rune costs 1 point less",
        SinsCount: "near a rune, 1 point for each victory",
        FleshMultiplies: "near a rune, the Summoning Circle brings 3 more Imps",
        CircleSummons: "1 Imp per rune at the start of a building action",
        HoundsFetch: "1 resource of your choice in every region that you visit for the first time",
        ContractBinds: "once a round is planned, 2 gold lend you the power of the artefact of Folen, "
        "Odmoor or Tog' Eed for that round",
        CarriageReaches: "build on foundations of adjacent regions, too",
        ButchersAreMourned: "at the end, 1 point per Butcher that perished while you had it",
        VurtInscribes: "a rune at once in any foundation that is open to you and holds nothing of yours",
        GathersAhead: "once a round is planned, perform one of its gatherings at once and skip it later",
    },
    features={"brand": "carve ordinary structures on foundations for 3 gold more"},
    declined={"contract": "signs no contract", "gathering-ahead": "gathers nothing ahead"},
    refusals={
        "not-carved": "{structure} is carved into a foundation without a rune, and none is open here",
        "not-signed": "sign for the artefact of Folen, Odmoor or Tog' Eed unless it is yours, or decline",
        "not-advanced": "advance a gathering that is announced for this round, or decline",
        "not-inscribed": "inscribe a rune into a foundation that is open to you and holds nothing of yours",
    },
    questions={
        "sign": "Which artefact's power do you borrow for this round for 2 gold?\n"
        "Those of Folen, Odmoor and Tog' Eed are to be had unless they are yours. Or decline.",
        "advance": "What do you gather now, before the first action?\n"
        "It will be skipped when its turn comes. Or decline.",
        "inscribe": "Into which foundation do you carve a rune?",
    },
    rules={
        "sign": "With the contract you may pay 2 gold as soon as a round is planned. Until the end of that "
        "round one of these three artefacts works for you as your board says, wherever it is; it still "
        "belongs to whoever has it. What it does at the moment of being gained does not happen.",
        "advance": "Once a round is planned you may perform one of its gathering actions before all "
        "others, at its own level. When its turn comes, the others perform it and you do not.",
        "inscribe": "The rune goes into any foundation, wherever it is, that holds nothing of yours and that "
        "nobody keeps from you. Others who have not built there cannot do so any more, and your rune "
        "structures work in that region and next to it.",
    },
    otherwise={
        "build": "rune structures, and with the Brand others, are carved: only where a foundation has no "
        "rune; Succubi make them cheaper",
        "rounds": "with the artefact of Tog' Eed, also if a Contract lends it, they perform one of the "
        "announced gatherings before all others, and not again",
        "recruit": "Imps are never recruited, for the Summoning Circle brings them; a Butcher can be had for "
        "7 wood, and with the artefact of Odmoor for 7 iron, in place of the gold",
        "foundations": "a rune in the place of a number brings no points, and closes the foundation to all "
        "who have not built there; with the Carriage they build on those of adjacent regions, too",
        "artefacts": "a Contract lends them the power of one for a round, whoever has it; foundations with a "
        "structure under a rune count for that of Folen",
    },
    source="rulebook of the second box, Demons",
    tells=SENTENCES,
    own=own,
    marks=marks,
)
