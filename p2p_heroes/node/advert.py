"""One table as it is announced on the local network: what an advert says, each field checked.

In: what we announce; the records of strangers. Out: adverts within their bounds, or BadAdvert. How they
travel is left to `discovery`, whose package takes so long to import that only those wait for it who look
around.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from ipaddress import ip_address

from protocol.frozen import Frozen
from protocol.genesis import is_speakable

MAX_SEATS = 16
MAX_HOSTS = 8
NAME_LENGTH = 40
KEY_DIGITS = 16
"""How much of a key an advert tells, exactly: a key that begins with two wanted digits is quickly made."""

_GAME = r"[a-z][a-z0-9-]{0,31}"
_KEY = rf"[0-9a-f]{{{KEY_DIGITS}}}"
_NUMBER = r"0|[1-9][0-9]{0,3}"
_SCOPE = r"[0-9A-Za-z._@-]{1,32}"


class DiscoveryUnavailable(Exception):
    """This machine or network carries no multicast for us; tables are still reached by HOST:PORT."""


class BadAdvert(Exception):
    """A field is missing or out of its bounds."""


class Advert(Frozen):
    """One table as it is announced; no advert with a field out of bounds exists.

    A host of 0.0.0.0 or :: announces every such address of this machine; an advert that was found has
    those to dial, the nearest first.
    """

    name: str
    game: str
    seats: int
    taken: int
    hosts: tuple[str, ...]
    port: int
    code: bool
    version: int
    key: str
    parted: bool = False
    """Somebody, who need not be its host, took it back."""

    def __post_init__(self) -> None:
        require(self.name != "" and self.name == clean_name(self.name), "name")
        require(re.fullmatch(_GAME, self.game) is not None, "game")
        require(1 <= self.seats <= MAX_SEATS, "seats")
        require(0 <= self.taken <= self.seats, "taken")
        require(1 <= len(self.hosts) <= MAX_HOSTS and all(map(is_address, self.hosts)), "hosts")
        require(1 <= self.port <= 65535, "port")
        require(0 <= self.version <= 9999, "version")
        require(re.fullmatch(_KEY, self.key) is not None, "key")

    def __lt__(self, other: Advert) -> bool:
        return self._place < other._place

    def is_called(self, name: str) -> bool:
        """Whether a person means this table's host by a name, as it is typed."""
        return self.name.casefold() == clean_name(name).casefold()

    @property
    def host(self) -> str:
        """The first to dial."""
        return self.hosts[0]

    @property
    def _place(self) -> tuple[object, ...]:
        """In a list of tables: by name, then by whatever tells two apart; last those that may be gone."""
        return self.parted, *(getattr(self, field) for field in self.__struct_fields__)


def clean_name(name: str) -> str:
    """The name without what could move the cursor, turn the text around or hide; cut to NAME_LENGTH."""
    words = ("".join(filter(_is_visible, word)) for word in name.split())
    return " ".join(filter(None, words))[:NAME_LENGTH].rstrip()


def encode(advert: Advert, revision: int) -> dict[bytes, bytes]:
    """The TXT record of an advert; its revision makes it new: caches overlook the return of an old one."""
    fields = {
        "v": str(advert.version),
        "name": advert.name,
        "game": advert.game,
        "seats": str(advert.seats),
        "taken": str(advert.taken),
        "code": str(int(advert.code)),
        "key": advert.key,
        "rev": str(revision),
    }
    return {key.encode(): value.encode() for key, value in fields.items()}


def decode(record: Mapping[bytes, bytes | None], hosts: Sequence[str], port: int) -> Advert:
    """The advert in a stranger's TXT record; fields that we do not know are for later versions.

    Raises:
        BadAdvert: a field is missing, is not in its one form, or out of its bounds.
    """
    return Advert(
        name=clean_name(text_of(record, b"name")),
        game=text_of(record, b"game"),
        seats=_number(record, b"seats"),
        taken=_number(record, b"taken"),
        hosts=tuple(hosts),
        port=port,
        code=_number(record, b"code", most=1) == 1,
        version=_number(record, b"v"),
        key=text_of(record, b"key"),
    )


def require(holds: bool, field: str) -> None:
    """Raises BadAdvert."""
    if not holds:
        raise BadAdvert(field)


def _is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] != "C" and is_speakable(character)


def is_address(text: str) -> bool:
    """Whether it is an IP address of either kind; a link-local one may name its interface behind a %."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    _, percent, scope = text.partition("%")
    return not percent or (address.is_link_local and re.fullmatch(_SCOPE, scope) is not None)


def text_of(record: Mapping[bytes, bytes | None], key: bytes) -> str:
    """One field. Raises BadAdvert."""
    value = record.get(key)
    require(value is not None, key.decode())
    try:
        return (value or b"").decode()
    except UnicodeDecodeError as error:
        raise BadAdvert(key.decode()) from error


def _number(record: Mapping[bytes, bytes | None], key: bytes, most: int = 9999) -> int:
    text = text_of(record, key)
    require(re.fullmatch(_NUMBER, text) is not None and int(text) <= most, key.decode())
    return int(text)
