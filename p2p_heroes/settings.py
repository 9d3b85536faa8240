"""What a person asked for on the command line: one small value for each command."""

from collections.abc import Mapping
from types import MappingProxyType

from p2p_heroes.games import DEFAULT_GAME
from protocol.frozen import Frozen

DEFAULT_LEVEL = "steady"
"""How well bots play unless somebody asks for another level."""


class Settings(Frozen):
    """What every command takes."""

    plain: bool = False
    ascii: bool = False
    json: bool = False


class TablesSettings(Settings):
    """To list the tables on the network. `interfaces`: there alone."""

    interfaces: tuple[str, ...] | None = None


class SeatSettings(Settings):
    """For whoever sits at a table: a person, or a bot for its owner."""

    name: str = ""
    headless: bool = False
    level: str = DEFAULT_LEVEL
    seed: int | None = None
    listen: tuple[str, int] = ("", 0)
    """No host: every address of this machine."""
    announce: bool = True
    interfaces: tuple[str, ...] | None = None


class HostSettings(SeatSettings):
    """To open a table."""

    game: str = DEFAULT_GAME
    options: Mapping[str, int] = MappingProxyType({})
    seats: int = 2
    patience: int = 120
    half: bool = False
    """Whether half of the seats may go on without the others, if the host is among them."""
    faction: str = ""
    code: str | None = None


class PlaySettings(HostSettings):
    """To play on this machine; all but one of the seats are bots'."""

    announce: bool = False


class JoinSettings(SeatSettings):
    """To sit down at a table: its name, or HOST:PORT."""

    table: str = ""
    faction: str = ""
    code: str | None = None


class ResumeSettings(SeatSettings):
    """To go on. `files`: as typed, a transcript and HOST:PORT; `table`: where somebody of it is now."""

    files: tuple[str, ...] = ()
    table: str = ""


class ReplaySettings(Settings):
    """To look at a recorded game from a round on; `text`: as a story and in notation."""

    file: str = ""
    text: bool = False
    at: int = 0


class AuditSettings(Settings):
    """To judge transcripts and proofs. `export`: the file that a proof is written to."""

    files: tuple[str, ...] = ()
    export: str = ""
    jobs: int = 0
    """How many processes; 0: as many as there are cores."""


class RulesSettings(Settings):
    """To read rules: perhaps a game, then a topic or words to look for."""

    game: str = DEFAULT_GAME
    words: tuple[str, ...] = ()


class TournamentSettings(Settings):
    """To let bots play against each other. `keep`: the file of the games that were played."""

    game: str = DEFAULT_GAME
    games: int = 40
    players: tuple[str, ...] = ("warlord", "steady")
    factions: tuple[str, ...] = ()
    seed: int = 0
    jobs: int = 0
    keep: str = ""
    picture: str = ""


class SimulationSettings(Settings):
    """To simulate tables. No game: mostly the smallest; no faults: everything may go wrong."""

    game: str = ""
    games: int = 100
    seed: int = 0
    faults: tuple[str, ...] = ()
    jobs: int = 0


class ScriptSettings(Settings):
    """To run scripted tables; `sockets`: by nodes on real ones, and no simulation."""

    files: tuple[str, ...] = ()
    sockets: bool = False


class BenchSettings(Settings):
    """To measure, by section or by name; nothing: all."""

    measures: tuple[str, ...] = ()
    slices: int = 13


class CompletionSettings(Settings):
    """To complete the command line in a shell."""

    shell: str = ""


SETTINGS: Mapping[str | None, type[Settings]] = {
    None: SeatSettings,
    "play": PlaySettings,
    "host": HostSettings,
    "join": JoinSettings,
    "tables": TablesSettings,
    "resume": ResumeSettings,
    "replay": ReplaySettings,
    "audit": AuditSettings,
    "rules": RulesSettings,
    "tournament": TournamentSettings,
    "simulate": SimulationSettings,
    "script": ScriptSettings,
    "bench": BenchSettings,
    "completion": CompletionSettings,
}
"""By command; none: the start screen. A bot hosts or joins."""
