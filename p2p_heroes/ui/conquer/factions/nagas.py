"""The Nagas in words."""

from collections.abc import Sequence

from p2p_heroes.games.conquer.factions.nagas import (
    FEEDER,
    ChurchPraises,
    DamHolds,
    DortalRemembers,
    GardenBreeds,
    GeyserFloods,
    HydraFights,
    HydraPerished,
    HydraRoams,
    HydraSummoned,
    HydraZone,
    NoteCircled,
    ReefShelters,
    ResourcesBecomeSerpents,
    SerpentsExchanged,
    SerpentsSwarm,
    StructuresSound,
    ThroneRaises,
    VurtCalls,
    WhirlpoolCarries,
)
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Event
from p2p_heroes.ui.conquer.lore import Lore
from p2p_heroes.ui.conquer.words import counted, place, resources


def narrate(event: Event, names: Sequence[str]) -> list[str] | None:
    match event:
        case SerpentsExchanged(seat, wood, iron, gold, serpents):
            given = resources((wood, iron, gold))
            return [f"{names[seat]} turns {given} into {counted(serpents, 'Serpent')}."]
        case NoteCircled(seat, note):
            return [f"{names[seat]} circles note {note}."]
        case HydraSummoned(seat, region):
            return [f"{names[seat]} summons the Hydra: it rises in {place(region)}."]
        case HydraPerished(seat, region):
            return [f"{names[seat]} loses the Hydra in {place(region)}."]
    return None


def own(block: Own | None) -> list[str]:
    assert isinstance(block, HydraZone)
    notes = " ".join(map(str, block.notes)) or "none"
    hydra = f"in {place(block.hydra)}" if block.hydra is not None else "not on the map"
    return [f"Notes circled: {notes} (of 9)", f"Hydra: {hydra}"]


NAGAS = Lore(
    faction="nagas",
    idea="Serpents are army and money at once, and two adjacent notes call the Hydra.",
    effects={
        ResourcesBecomeSerpents: "building begins with an exchange: 5 wood, 5 iron or 4 gold for a Serpent",
        SerpentsSwarm: "each Serpent is as strong as there are Serpents in the fight",
        StructuresSound: "every structure circles a note; beside a circled one it calls the Hydra to a lake",
        HydraRoams: "the Hydra moves a region in every movement action, on its own",
        HydraFights: "the Hydra has power 18, less 2 for each Serpent with it; every fight is its last",
        GeyserFloods: "after building, a Serpent turns your region into a lake",
        ReefShelters: "Serpents do not weaken the Hydra",
        WhirlpoolCarries: "the Hydra moves up to 2 regions",
        ThroneRaises: "the Hydra has power 25",
        GardenBreeds: "1 Serpent at the start of a building action in a lake",
        ChurchPraises: "at the end, 1 point per 3 victories",
        DamHolds: "at the end, 1 point per lake of the map",
        DortalRemembers: "at the end, 1 point per lake that you visited",
        VurtCalls: "summon the Hydra at once",
    },
    features={
        FEEDER: "a Serpent costs 4 wood or 4 iron instead of 5",
        Region.PASKAAR: "a Serpent costs 3 gold instead of 4",
    },
    declined={"flood": "floods nothing", "summon": "does not summon the Hydra"},
    questions={
        "note": "Which note do you circle?\nTwo adjacent ones call the Hydra.",
        "summon": "To which lake do you summon the Hydra?\nOne that is on the map perishes.",
        "flood": "Turn your region into a lake for a Serpent, or decline?",
    },
    rules={
        "note": "Every structure that you build circles one of nine notes. If one beside it is circled "
        "already, the Hydra can be called at once.",
        "summon": "The Hydra rises in a lake of your choice. It moves a region in every movement action "
        "and fights for you, with you or alone; after any fight it is gone. If there is one on the map "
        "already, the old one perishes.",
        "flood": "For a Serpent your region becomes a lake, for everybody and for good. Whoever visited it "
        "as mountains keeps that for the artefact of Tog' Eed.",
    },
    source="rulebook pp. 17-18",
    narrate=narrate,
    own=own,
)
