"""The Nagas in words."""

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
from p2p_heroes.ui.conquer.lore import Lore, Sentences
from p2p_heroes.ui.conquer.words import place

SENTENCES: Sentences = {
    SerpentsExchanged: "{seat:name} turns {event:goods} into {serpents:count Serpent}.",
    NoteCircled: "{seat:name} circles note {note}.",
    HydraSummoned: "{seat:name} summons the Hydra: it rises in {region:place}.",
    HydraPerished: "{seat:name} loses the Hydra in {region:place}.",
}


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
        StructuresSound: "every structure circles a note; beside a circled one it may call the Hydra to a "
        "lake",
        HydraRoams: "in every movement action the Hydra may move to an adjacent region, by land or portal, "
        "without movement points; it receives no resources and collects no artefact",
        HydraFights: "the Hydra has power 18, less 2 for each Serpent if it is where you are; other players "
        "in its region must fight it; every fight is its last; apart from you it wins points only: a "
        "circled monster, a fortress, but neither resources nor a reward",
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
    },
    declined={"flood": "floods nothing", "summon": "does not summon the Hydra"},
    refusals={
        "not-a-note": "circle one of the notes {notes}",
        "not-a-lake": "summon the Hydra to one of the lakes {lakes}, or decline",
        "not-flooded": "flood the region where you are, {region}, or decline",
    },
    questions={
        "note": "Which note do you circle?\nTwo adjacent ones call the Hydra.",
        "summon": "To which lake do you summon the Hydra?\nOne that is on the map perishes.",
        "flood": "Turn your region into a lake for a Serpent, or decline?",
    },
    rules={
        "note": "Every structure that you build circles one of nine notes. If one beside it is circled "
        "already, the Hydra can be called at once.",
        "summon": "The Hydra rises in a lake of your choice; if there is one on the map already, the old one "
        "perishes. In every movement action it may move a region. Where it meets other players a battle "
        "begins, whether they want it or not, and it must fight. Where you are, it is a unit of your army. "
        "Elsewhere it is an army of its own: if it wins, you circle a monster, but take no reward, and "
        "what lies there stays. It may also hunt the monster of your round, or besiege the fortress of its "
        "region, for the points alone. After any fight it is gone.",
        "flood": "For a Serpent your region becomes a lake, for everybody and for good. Whoever visited it "
        "as mountains keeps that for the artefact of Tog' Eed.",
    },
    otherwise={
        "meet": "where the Hydra is with other players, nobody is asked: everybody there is in the battle at "
        "once. If the Nagas are elsewhere, the Hydra alone fights for them, and a victory brings them a "
        "circled monster and no reward. Whoever beats it wins as usual, against the Nagas",
        "battle": "the Hydra must be sent, and perishes",
        "losses": "without Serpents, the Hydra is lost if it is where they are",
        "fights": "the Hydra may fight apart from them, for points alone; it hunts the one monster of the "
        "round in their stead, and besieges the fortress of its own region",
        "foundations": "a foundation where only the Hydra is cannot be used",
        "gather": "having had so many of a resource counts nothing",
        "build": "it begins with an exchange of resources for Serpents, in which structures are paid",
        "recruit": "Serpents are never recruited: at the start of building, resources are exchanged for them",
        "artefacts": "those of Paskaar, Vurt and Dortal cost 3 Serpents each",
    },
    source="rulebook pp. 17-18",
    tells=SENTENCES,
    own=own,
)
