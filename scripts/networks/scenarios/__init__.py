"""All scenarios: to import them lists them."""

from scripts.networks.scenario import SCENARIOS
from scripts.networks.scenarios import (
    absences,
    endings,
    finding,
    lobbies,
    meshes,
    moves,
    returns,
    strangers,
)

FILES = (meshes, absences, returns, moves, endings, lobbies, finding, strangers)
"""In the order of docs/networks.md."""

__all__ = ["FILES", "SCENARIOS"]
