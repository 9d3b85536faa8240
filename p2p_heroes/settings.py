"""What a person asked for on the command line, as one value."""

from collections.abc import Mapping
from types import MappingProxyType

from p2p_heroes.games import DEFAULT_GAME
from protocol.frozen import Frozen

DEFAULT_LEVEL = "steady"
"""How well bots play unless somebody asks for another level."""


class Settings(Frozen):
    """One run of the program."""

    name: str = ""
    game: str = DEFAULT_GAME
    options: Mapping[str, int] = MappingProxyType({})
    faction: str = ""
    seats: int = 2
    patience: int = 120
    half: bool = False
    """For a table: whether half of the seats may go on without the others, if the host is among them."""
    code: str | None = None
    listen: tuple[str, int] = ("", 0)
    """No host: every address of this machine."""
    announce: bool = True
    interfaces: tuple[str, ...] | None = None
    level: str = DEFAULT_LEVEL
    bots: int = 1
    seed: int | None = None
    table: str = ""
    """Which to join: a name, or HOST:PORT. To resume: where somebody of it is now."""
    file: str = ""
    files: tuple[str, ...] = ()
    """For an audit: transcripts and proofs. For scripts: those. To resume: a transcript, HOST:PORT."""
    export: str = ""
    """For an audit: the file that a proof is written to."""
    text: bool = False
    """For a replay: printed, as a story and then in notation."""
    at: int = 0
    """For a replay: the round that it begins with."""
    words: tuple[str, ...] = ()
    plain: bool = False
    ascii: bool = False
    json: bool = False
    sockets: bool = False
    """For scripts: nodes on real sockets, and no simulation."""
    headless: bool = False
    games: int = 40
    players: tuple[str, ...] = ("warlord", "steady")
    factions: tuple[str, ...] = ()
    jobs: int = 0
    """How many processes; 0: as many as there are cores."""
    keep: str = ""
    """For a tournament: the file of the games that were played."""
    picture: str = ""
    faults: tuple[str, ...] = ()
    """For simulated tables: what may go wrong; nothing: everything."""
    measures: tuple[str, ...] = ()
    """For the benchmarks: which, by section or by name; nothing: all."""
    slices: int = 13
