"""The recorded games of this machine: which there are, who played, whether they are over."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from p2p_heroes.node.replay import read_replay
from p2p_heroes.node.store import SUFFIX, read_file
from p2p_heroes.ui.kit.words import joined
from protocol.errors import Refusal


@dataclass(frozen=True, slots=True)
class Recorded:
    """One game, as a list shows it."""

    path: Path
    when: str
    game: str
    names: tuple[str, ...]
    is_over: bool

    @property
    def title(self) -> str:
        return f"{self.when}  {self.game}: {joined(self.names)}"


def records_in(folder: Path) -> list[Path]:
    """The transcripts of a folder, the newest first."""
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)


def read_record(path: Path) -> Recorded | None:
    """What a file is about; None if it is no sound transcript, or gone."""
    try:
        changed, replay = path.stat().st_mtime, read_replay(read_file(path))
    except (Refusal, OSError):
        return None
    when = datetime.fromtimestamp(changed).strftime("%Y-%m-%d %H:%M")
    names = tuple(seat.name for seat in replay.genesis.seats)
    return Recorded(path, when, replay.genesis.game, names, not replay.may_go_on)
