"""A list of the tables that are announced, kept from what strangers say.

In: adverts, farewells and nonsense, from any thread, under the labels of their records. Out: the tables of
this moment. It keeps the last word on each, never a queue, so no flood can fill it. Since nobody signs an
advert, nobody's word takes a table off the list at once: who may be gone is kept for a while, last and
marked, and dialling tells the truth. What several records say of one table is put together.
"""

import math
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from itertools import chain, zip_longest

import trio

from p2p_heroes.node.advert import MAX_HOSTS, Advert
from protocol.frozen import Frozen, replace

MAX_TABLES = 64
MAX_OF_ONE_KEY = 2
"""Tables of one sender that nobody asked for and nobody knows."""

PARTED_SECONDS = 120.0
"""As long as a table would be remembered that went away without a word."""

MOST_EARLIER = 3
"""Other addresses of a table that are kept when its advert changes, as long as one that went away."""

FOLLOW_SECONDS = 5.0
"""How often whoever waits for news looks whether this machine has other addresses."""

_Key = tuple[int, str, str, int]
"""Where it was heard, a label, and the key and the port that were announced under it."""


class _Entry(Frozen):
    """What was said last, and until when that counts; which addresses were said before, each until when."""

    advert: Advert
    until: float = math.inf
    earlier: tuple[tuple[tuple[str, ...], float], ...] = ()

    def followed_by(self, advert: Advert, now: float) -> "_Entry":
        """Whoever says another address of it may be lying, or it has moved: both are kept for a while."""
        kept: dict[tuple[str, ...], float] = {}
        for hosts, until in ((self.advert.hosts, now + PARTED_SECONDS), *self.earlier):
            if hosts != advert.hosts and now < until:
                kept.setdefault(hosts, until)
        return _Entry(advert, earlier=tuple(kept.items())[:MOST_EARLIER])

    def hosts(self, now: float) -> list[tuple[str, ...]]:
        """What was said of where it is, the newest first."""
        return [self.advert.hosts, *(hosts for hosts, until in self.earlier if now < until)]


class TableBrowser:
    """The tables of this moment."""

    def __init__(
        self,
        token: trio.lowlevel.TrioToken,
        *,
        wanted: str = "",
        known: Collection[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.follow: Callable[[], None] | None = None
        """What looks, in a worker thread, whether this machine has other addresses."""
        self._token = token
        self._wanted = wanted
        self._known = frozenset(known)
        self._clock = clock
        self._lock = threading.Lock()
        self._entries: dict[_Key, _Entry] = {}
        self._refused = 0
        self._news = trio.Event()

    @property
    def tables(self) -> tuple[Advert, ...]:
        """In order, each once; last those that may be gone."""
        with self._lock:
            self._forget()
            return tuple(sorted(_together(self._entries.values(), self._clock())))

    @property
    def refused(self) -> int:
        """How many records were no adverts, or one too many."""
        with self._lock:
            return self._refused

    async def changed(self) -> tuple[Advert, ...]:
        """Wait until something was found, lost, changed or refused since the last call; then the tables."""
        while not self._news.is_set():
            with trio.move_on_after(FOLLOW_SECONDS):
                await self._news.wait()
                break
            if self.follow is not None:
                await trio.to_thread.run_sync(self.follow)
        self._news = trio.Event()
        return self.tables

    def find(self, label: str, advert: Advert, source: int = 0) -> None:
        """Take a stranger's advert under the label of its record; from any thread."""
        key = (source, label, advert.key, advert.port)
        with self._lock:
            self._forget()
            # An honest label stands for one key and port, so whoever says another thing may be lying.
            self._part(other for other in self._of(label, source) if other != key)
            if key in self._entries:
                self._entries[key] = self._entries[key].followed_by(advert, self._clock())
            elif self._has_room(advert, source):
                self._entries[key] = _Entry(advert)
            else:
                self._refused += 1
        self._tell()

    def refuse(self, label: str, source: int = 0) -> None:
        """Take note of a record that is no advert; from any thread."""
        with self._lock:
            self._part(self._of(label, source))
            self._refused += 1
        self._tell()

    def lose(self, label: str, source: int = 0) -> None:
        """Take a farewell, whoever said it; from any thread."""
        with self._lock:
            self._part(self._of(label, source))
        self._tell()

    def lose_all(self) -> None:
        """Whoever is still there will be found again; from any thread."""
        with self._lock:
            self._part(list(self._entries))
        self._tell()

    def drop(self, advert: Advert) -> None:
        """Take a table off the list: nobody answers there."""
        with self._lock:
            for key in [key for key in self._entries if key[2:] == (advert.key, advert.port)]:
                del self._entries[key]

    # All of these are called under the lock.

    def _of(self, label: str, source: int) -> list[_Key]:
        return [key for key in self._entries if key[:2] == (source, label)]

    def _part(self, keys: Iterable[_Key]) -> None:
        for key in keys:
            entry = self._entries[key]
            if not entry.advert.parted:
                until = self._clock() + PARTED_SECONDS
                self._entries[key] = replace(entry, advert=replace(entry.advert, parted=True), until=until)

    def _forget(self) -> None:
        now = self._clock()
        self._entries = {key: entry for key, entry in self._entries.items() if now < entry.until}

    def _has_room(self, advert: Advert, source: int) -> bool:
        """Whether there is a place for it; who is asked for, or known, may take a stranger's."""
        rank = self._rank(advert)
        # A key in an advert is only said, so nobody is kept out by it whom we ask for or know.
        of_key = sum((key[0], key[2]) == (source, advert.key) for key in self._entries)
        if rank == 0 and of_key >= MAX_OF_ONE_KEY:
            return False
        if len(self._entries) < MAX_TABLES:
            return True
        last = min(reversed(self._entries), key=lambda key: self._rank(self._entries[key].advert))
        if self._rank(self._entries[last].advert) >= rank:
            return False
        del self._entries[last]
        return True

    def _rank(self, advert: Advert) -> int:
        return 2 * advert.is_called(self._wanted) + (advert.key in self._known)

    # From any thread.

    def _tell(self) -> None:
        with suppress(trio.RunFinishedError):
            self._token.run_sync_soon(self._wake, idempotent=True)

    def _wake(self) -> None:
        self._news.set()


def _together(entries: Iterable[_Entry], now: float) -> Iterator[Advert]:
    """One advert for each key, port and name, with the addresses of all its records in turn."""
    tables: dict[tuple[str, int, str], list[_Entry]] = {}
    for entry in entries:
        advert = entry.advert
        tables.setdefault((advert.key, advert.port, advert.name), []).append(entry)
    for same in tables.values():
        adverts = [entry.advert for entry in same]
        newest = [advert for advert in adverts if not advert.parted] or adverts
        # What each record says last comes before what any has said earlier.
        words = chain.from_iterable(zip_longest(*(entry.hosts(now) for entry in reversed(same))))
        hosts = chain.from_iterable(zip_longest(*(word for word in words if word is not None)))
        merged = tuple(dict.fromkeys(host for host in hosts if host is not None))
        yield replace(newest[-1], hosts=merged[:MAX_HOSTS])
