"""The command `audit`: files to findings, with progress, and a proof as a file of its own.

What was found is told by `audit_text` for people and by `audit_json` for programs.
"""

import os
import sys
from collections.abc import Callable, Sequence
from time import monotonic

from p2p_heroes.audit.auditor import Given, audit_all
from p2p_heroes.audit.findings import Finding, RefusedFile, overall
from p2p_heroes.node.store import read_file
from p2p_heroes.settings import AuditSettings
from p2p_heroes.ui.audit_text import complaints, told
from p2p_heroes.ui.safe_text import plainly
from p2p_heroes.ui.terminal import shows_progress
from p2p_heroes.user_error import UserError
from protocol.errors import BrokenTranscript
from protocol.proof_file import ProofFile

LONG_SECONDS = 0.5
"""After that it takes long enough to show how far it is."""

BAR = 40


def run(settings: AuditSettings) -> int:
    """Print what was found, unreadable files on stderr; returns the exit code. Raises UserError."""
    findings = hold(settings)
    for complaint in complaints(findings):
        print(f"p2p-heroes: {plainly(complaint)}", file=sys.stderr)
    if settings.json:
        from json import dumps

        from p2p_heroes.ui.audit_json import as_json

        print(dumps(as_json(findings)))
    else:
        # Names of files and reasons of rules are, in part, what strangers wrote.
        print("".join(f"{plainly(line)}\n" for line in told(findings)), end="")
    if settings.export and not export(findings, settings.export):
        print(f"p2p-heroes: no fault is proven, so nothing was written to {settings.export}", file=sys.stderr)
    return int(overall(findings))


def hold(settings: AuditSettings) -> tuple[Finding, ...]:
    """Audit the files, with progress if stderr is a terminal. Raises UserError."""
    files = [_given(name) for name in settings.files]
    given = [file for file in files if isinstance(file, Given)]
    refused = [file for file in files if isinstance(file, RefusedFile)]
    bar = Bar(_to_terminal if shows_progress() else None)
    return (*refused, *audit_all(given, settings.jobs or os.cpu_count() or 1, bar.watch))


def _given(name: str) -> Given | RefusedFile:
    """A file, or that it is too large; one that is not there was asked for by mistake."""
    try:
        return Given(name, read_file(name))
    except OSError as error:
        raise UserError(f"{error.strerror}: {name}") from error
    except BrokenTranscript as error:
        return RefusedFile(name, error.name, error.name, str(error))


class Bar:
    """One line that grows, if it takes long."""

    def __init__(self, show: Callable[[str], None] | None, now: Callable[[], float] = monotonic) -> None:
        self._show, self._now = show, now
        self._begun, self._percent = now(), -1

    def watch(self, done: int, total: int) -> None:
        percent = done * 100 // total
        if self._show is None or percent == self._percent:
            return
        if self._percent >= 0 or self._now() - self._begun > LONG_SECONDS:
            self._percent = percent
            self._show(progress(done, total))


def progress(done: int, total: int) -> str:
    filled = done * BAR // total
    return f"{'#' * filled}{'.' * (BAR - filled)} {done} of {total}, {done * 100 // total} %"


def _to_terminal(line: str) -> None:
    print(f"\r{line}", end="\n" if line.endswith("100 %") else "", file=sys.stderr, flush=True)


def export(findings: Sequence[Finding], path: str) -> bool:
    """Write the proofs against all guilty seats of a table; whether there are any. Raises UserError."""
    guilty = [finding for finding in findings if not isinstance(finding, RefusedFile) and finding.convictions]
    if not guilty:
        return False
    if len({finding.genesis.table for finding in guilty}) > 1:
        raise UserError(f"faults are proven at several tables; audit one of them to write {path}")
    proofs = {one.proof.seat: one.proof for finding in guilty for one in finding.convictions}
    proof_file = ProofFile(guilty[0].genesis, tuple(proofs[seat] for seat in sorted(proofs)))
    try:
        with open(path, "xb") as file:
            file.write(proof_file.encode())
    except OSError as error:
        raise UserError(f"{error.strerror}: {path}") from error
    return True
