"""The Mechanisms in words."""

from collections.abc import Sequence

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.factions.mechanisms import (
    PROXY,
    TECHNOPARK,
    ColossiGrow,
    Combine,
    Connect,
    CoresRemain,
    CrushersGrow,
    DiscountShared,
    GeneratorsGuard,
    Install,
    IronBecomesCores,
    LevelsCombined,
    MailDelivers,
    MilestonesCount,
    PointsUploaded,
    ServerApplied,
    ServerRoom,
    ServersInstall,
    UploadsCount,
)
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.ui.conquer.lore import Lore, Sentences
from p2p_heroes.ui.kit.words import titled


def _applied(event: ServerApplied, names: Sequence[str]) -> list[str]:
    how = "boosted " if event.boosted else ""
    return [f"{names[event.seat]} applies the {how}{titled(event.structure)}."]


SENTENCES: Sentences = {
    ServerApplied: _applied,
    PointsUploaded: "{seat:name} uploads {points:points}, {total} in all.",
    LevelsCombined: "{seat:name} puts Server and structure together on the foundation in {region:place}: "
    "level {level}.",
}


def own(block: Own | None) -> list[str]:
    assert isinstance(block, ServerRoom)
    return [f"Points uploaded: {block.uploaded}"]


WHEN_APPLIED = {
    "first-server": "2 wood or gold, once built 3",
    "second-server": "your region becomes mountains, once built an adjacent one for 1 wood or gold instead",
    "third-server": "3 wood or gold, once built 4",
    "fourth-server": "1 point for the end, once built 2",
}


def meaning(decision: Decision) -> str:
    match decision:
        case Install(server, _, _):
            return f"when applied, {WHEN_APPLIED[server]}"
        case Connect(server, _):
            return WHEN_APPLIED[server]
        case Combine(_):
            return "the levels of Server and structure together"
    return ""


MECHANISMS = Lore(
    faction="mechanisms",
    idea="No iron at all: Servers work in its stead, and Cores come with it.",
    plurals={"colossus": "Colossi"},
    effects={
        IronBecomesCores: "iron is never stored: gathering it applies the Server of that level, "
        "any other iron is Cores",
        ServersInstall: "a Server can be built besides a structure; both on one foundation count together",
        UploadsCount: "at the end, the points that the Fourth Server has uploaded",
        CrushersGrow: "a Crusher has 1 more power for each artefact of yours",
        ColossiGrow: "a Colossus has 1 more power for each mountain of the map",
        MailDelivers: "at the end, 1 point per 3 mountains of the map",
        CoresRemain: "Cores for those that perish: {effect.colossus} for a Colossus, {effect.crusher} for a "
        "Crusher",
        GeneratorsGuard: "nobody seizes your artefacts; at the end, 1 point for each",
        MilestonesCount: "at the end, 1 more point for each milestone you reached",
        DiscountShared: "2 less wood or gold in each building action, for structure and Server together",
    },
    goods={"iron": "core"},
    gathers={"iron": [f"{titled(server)}: {what}" for server, what in WHEN_APPLIED.items()]},
    features={
        **{server: f"when applied, {what}" for server, what in WHEN_APPLIED.items()},
        TECHNOPARK: "1 more Core whenever some come from a region, a monster that is beaten or a fortress",
        PROXY: "apply another Server instead, for 1 wood or gold per level of difference",
    },
    declined={"mountains": "raises no mountains"},
    refusals={
        "not-connected": "connect {server}, or for 1 wood or gold a step another one",
        "not-raised": "raise your own region, or for 1 wood or gold raise an adjacent region that is no "
        "mountain",
        "not-raised-or-decline": "decline, or for 1 wood or gold raise an adjacent region that is no "
        "mountain",
        "install-server": "a Server is not built but installed; say install {server} for gold {price}",
        "not-combined": "combine this action's Server and structure, on a foundation with a lower level",
        "no-server": "there is no Server {server}",
        "one-server": "one Server in a building action",
        "server-price": "{server} costs {price} gold",
    },
    questions={
        "connect": "Which Server do you apply?\nThe one of the action's level, or another one for a fee.",
        "raise": "Which region becomes mountains?\n"
        "Your own for nothing, or an adjacent one for a fee; decline if there are mountains already.",
    },
    rules={
        "connect": "Gathering iron applies the Server of the action's level instead. With the Proxy Server "
        "you may apply another one for 1 wood or gold per level of difference. A Server that is built does "
        "more.",
        "raise": "The Second Server turns your region into mountains; once it is built, you may turn an "
        "adjacent one instead for 1 wood or gold. The terrain changes for everybody and for good, and "
        "mountains make Colossi stronger.",
    },
    otherwise={
        "gather": "gathering iron applies a Server, which may ask for a choice; 14, 22 and 30 count "
        "3, 3 and 4 points, of wood and gold",
        "build": "a Server can be built besides the structure, and needs no other",
        "foundations": "a structure and a Server of one building action may stand on one foundation "
        "together: the sum of their levels is written",
        "reward": "they take no iron, and with Generators nobody seizes what is theirs",
        "artefacts": "that of Vurt costs 7 wood and 7 gold, that of Tog' Eed asks for 5 mountains",
    },
    source="rulebook of the second box, Mechanisms",
    tells=SENTENCES,
    own=own,
    meaning=meaning,
)
