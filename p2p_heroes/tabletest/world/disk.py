"""A disk in memory: what was synced stays, what was not may be torn off by a crash.

The bytes are those of a transcript file, written and read by the code that real files go through.
"""

from collections.abc import Iterable
from random import Random

from protocol.transcript import MAGIC, Founded, Record, Transcript, Writer, read_transcript


class Disk:
    """One seat's record."""

    def __init__(self, founded: Founded) -> None:
        self._writer = Writer()
        self._synced = bytearray(MAGIC + self._writer.append(founded))
        self._pending = bytearray()

    @property
    def data(self) -> bytes:
        """What a program sees that reads the file now."""
        return bytes(self._synced + self._pending)

    def append(self, records: Iterable[Record], *, sync: bool) -> None:
        """Write records; with `sync` no crash can take them."""
        for record in records:
            self._pending += self._writer.append(record)
        if sync:
            self._synced += self._pending
            self._pending.clear()

    def crash(self, random: Random) -> bool:
        """Lose some of what was not synced; whether a record was torn."""
        lost = random.randint(0, len(self._pending))
        kept = self._pending[: len(self._pending) - lost]
        # Some file systems have grown the file before the bytes arrived: then there are zeros.
        zeros = bytes(lost) if random.random() < 0.3 else b""
        self._synced += kept + zeros
        self._pending.clear()
        return lost > 0

    def reopen(self) -> Transcript:
        """Read it as a node does that starts again; a torn end is cut off."""
        transcript = read_transcript(bytes(self._synced))
        del self._synced[transcript.sound :]
        self._writer = Writer(transcript.check)
        return transcript
