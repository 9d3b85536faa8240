"""What is told of single factions, by the kind of their own block, listed by hand."""

from collections.abc import Mapping

from p2p_heroes.bots.conquer.factions.cultists import CultInsight
from p2p_heroes.bots.conquer.factions.demons import RuneInsight
from p2p_heroes.bots.conquer.factions.elementals import ShardInsight
from p2p_heroes.bots.conquer.factions.gremlins import TavernInsight
from p2p_heroes.bots.conquer.factions.halflings import EmpireInsight
from p2p_heroes.bots.conquer.factions.mechanisms import ServerInsight
from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.factions.cultists import Cult
from p2p_heroes.games.conquer.factions.demons import Runes
from p2p_heroes.games.conquer.factions.elementals import Wonders
from p2p_heroes.games.conquer.factions.gremlins import Taverns
from p2p_heroes.games.conquer.factions.halflings import Empire
from p2p_heroes.games.conquer.factions.mechanisms import ServerRoom
from p2p_heroes.games.conquer.state import Own

INSIGHTS: Mapping[type[Own | None], type[Insight]] = {
    Cult: CultInsight,
    Empire: EmpireInsight,
    Runes: RuneInsight,
    ServerRoom: ServerInsight,
    Taverns: TavernInsight,
    Wonders: ShardInsight,
}
