"""All scenarios: to import them lists them."""

from scripts.tools.networks.scenario import SCENARIOS
from scripts.tools.networks.scenarios import (
    absences,
    endings,
    finding,
    lies,
    lobbies,
    meshes,
    moves,
    returns,
    strangers,
)

FILES = (meshes, absences, returns, moves, endings, lobbies, finding, strangers, lies)
"""In the order of docs/networks.md."""

__all__ = ["FILES", "SCENARIOS"]
