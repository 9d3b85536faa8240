"""A table's record on disk: append-only, ours alone, written before anything leaves.

In: records of `protocol.transcript`. Out: bytes at the end of one file per table,
mode 0600. What we are about to send is synced first, so a node that is killed at any
moment comes back and says the same; what we heard needs no sync, others have it. So it
is written together with what leaves next, which is never long after.
"""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from protocol.errors import BrokenTranscript
from protocol.transcript import MAGIC, Founded, Record, Transcript, Writer, read_transcript

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".heroes"
MAX_FILE = 2**26
"""More bytes than any game leaves behind."""


class TableBusy(Exception):
    """Another program is playing at this table from the same file."""


class CannotWrite(Exception):
    """The disk is full or fails; the text says which file and why."""


def transcript_path(folder: Path, table: bytes) -> Path:
    """Where the record of a table is kept."""
    return folder / f"{table.hex()[:16]}{SUFFIX}"


def read_file(path: Path | str) -> bytes:
    """A file that somebody may have given us, if a transcript can be that long. Raises BrokenTranscript."""
    with open(path, "rb") as file:
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise BrokenTranscript(f"at byte {MAX_FILE}: larger than any transcript")
    return data


def sync_folder(folder: Path) -> None:
    """A name that was made in it is on the platter."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Store:
    """One open transcript file."""

    def __init__(self, path: Path, descriptor: int, writer: Writer, transcript: Transcript) -> None:
        self.path = path
        self.transcript = transcript
        self._descriptor = descriptor
        self._writer = writer
        self._unwritten: list[bytes] = []
        self._failed = ""

    @classmethod
    def create(cls, folder: Path, table: bytes, founded: Founded) -> Self:
        """Begin the record of a new table."""
        path = transcript_path(folder, table)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)
        _lock(descriptor, path)
        writer = Writer()
        data = MAGIC + writer.append(founded)
        _write(descriptor, data)
        os.fsync(descriptor)
        sync_folder(folder)
        return cls(path, descriptor, writer, read_transcript(data))

    @classmethod
    def reopen(cls, path: Path) -> Self:
        """Go on with a record; a torn end is cut off. Raises BrokenTranscript, TableBusy or OSError."""
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
        try:
            _lock(descriptor, path)
            transcript = read_transcript(read_file(path))
            if transcript.torn:
                os.ftruncate(descriptor, transcript.sound)
                os.fsync(descriptor)
        except (BrokenTranscript, TableBusy, OSError):
            os.close(descriptor)
            raise
        return cls(path, descriptor, Writer(transcript.check), transcript)

    def append(self, records: Iterable[Record], *, sync: bool) -> None:
        """Take records; with `sync` they are on the platter when this returns. Raises CannotWrite."""
        self._unwritten += map(self._writer.append, records)
        if sync:
            self.flush(sync=True)

    def flush(self, *, sync: bool = False) -> None:
        """Write what was taken. Raises CannotWrite.

        Where that has failed once there may be half a record at the end, which a restart cuts off; anything
        behind it would make the whole file unreadable. So nothing is written any more, even if there is room.
        """
        if self._failed:
            raise CannotWrite(self._failed)
        if not self._unwritten and not sync:
            return
        data, self._unwritten = b"".join(self._unwritten), []
        try:
            _write(self._descriptor, data)
            if sync:
                _datasync(self._descriptor)
        except OSError as error:
            self._failed = f"{self.path}: {error.strerror}"
            raise CannotWrite(self._failed) from error

    def close(self) -> None:
        """Write what was taken, if anything can be written. Raises CannotWrite if that shows now."""
        try:
            if not self._failed:
                self.flush()
        finally:
            os.close(self._descriptor)


if sys.platform == "darwin":

    def _datasync(descriptor: int) -> None:
        # There, fsync leaves it to the drive when it writes.
        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)

else:
    _datasync = os.fdatasync


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise TableBusy(f"{path} is in use") from error


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
