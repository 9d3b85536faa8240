"""Scripts for whoever wrote them: what came as expected, and the line and column of what did not."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from p2p_heroes.tabletest.scripts import stage
from p2p_heroes.tabletest.scripts.language import Script, parse
from p2p_heroes.tabletest.scripts.lines import BadScript
from p2p_heroes.tabletest.scripts.stage import Failure
from p2p_heroes.tabletest.sockets import table
from p2p_heroes.ui.safe_text import plainly
from p2p_heroes.user_error import UserError


@dataclass(frozen=True, slots=True)
class PerformedScript:
    """One script, performed."""

    file: str
    failures: tuple[Failure, ...]


def perform_all(files: Iterable[str], *, on_sockets: bool = False) -> list[PerformedScript]:
    """Perform every script. Raises Unreadable before the first, if one of them cannot be read."""
    scripts = [(file, _read(file)) for file in files]
    perform = table.perform if on_sockets else stage.perform
    return [PerformedScript(file, tuple(perform(script)[1])) for file, script in scripts]


def _read(file: str) -> Script:
    try:
        return parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{file}: {getattr(error, 'strerror', None) or 'not a text'}") from error
    except BadScript as bad:
        raise UserError(f"{file}: {bad}") from bad


def told(shows: Sequence[PerformedScript]) -> Iterator[str]:
    """Every failure with its place, and how many came as expected."""
    for show in shows:
        yield from (plainly(f"{show.file}:{one.line}:{one.column}: {one.text}") for one in show.failures)
        if not show.failures:
            yield plainly(f"{show.file}: as expected")
    failed = sum(bool(show.failures) for show in shows)
    yield f"{len(shows) - failed} of {len(shows)} scripts went as expected"


def as_json(shows: Sequence[PerformedScript]) -> list[dict[str, object]]:
    """The same as one value."""
    return [
        {
            "file": show.file,
            "failures": [[one.line, one.column, one.text] for one in show.failures],
        }
        for show in shows
    ]
