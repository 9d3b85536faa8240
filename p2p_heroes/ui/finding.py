"""Which table a person means: by its address, by its name, or the only one there is.

In: what was typed, and what is announced on the network. Out: the address where that table answers, or
NoTable, whose text says what to do. Nothing that strangers announce decides in silence: who answers must
have the key of the advert, and of two tables the person chooses.
"""

from collections.abc import Callable, Sequence

import trio

from p2p_heroes.node.advert import Advert
from p2p_heroes.node.connector import AnotherKey, Connector, TurnedAway
from p2p_heroes.node.known_players import KnownPlayer, namesake, told_keys
from p2p_heroes.node.peer import PeerGone
from p2p_heroes.node.table_browser import TableBrowser
from p2p_heroes.settings import JoinSettings
from protocol.errors import Refusal

BROWSE_SECONDS = 2.5
ANSWER_SECONDS = 3
"""How long tables that were taken back may take to answer, all together: who is there does so at once."""

WONDER_SECONDS = 1
"""When we say what it is that takes so long."""

MOST_NAMED = 5
"""Other tables that are named to who looks for one by its name; strangers may announce any number."""

LOOKING_SECONDS = 60
"""How long who wants to join looks on where there is no such table yet."""

Say = Callable[[str], None]
Tables = Sequence[Advert]


class NoTable(Exception):
    """No table was found; the text says what to do."""


async def tables(interfaces: Sequence[str] | None) -> Tables:
    """The tables on the network. Raises DiscoveryUnavailable."""
    # Whoever plays at home, or dials an address, does not wait for it.
    from p2p_heroes.node.discovery import browse

    return await browse(BROWSE_SECONDS, interfaces)


async def find(
    settings: JoinSettings, say: Say, connector: Connector, known: Sequence[KnownPlayer] = ()
) -> tuple[str, int]:
    """The address of the table that the person means; known: whom they have played with.

    Raises NoTable, DiscoveryUnavailable, or what dialling does.
    """
    addresses = parse_addresses(settings.table)
    if _has_bad_port(settings.table):
        raise NoTable(f"{settings.table}: a port is a number from 1 to {2**16 - 1}.")
    if addresses:
        return addresses[0] if len(addresses) == 1 else await _first(addresses, connector)
    meant, found = await _look(settings, say, connector, known)
    if len(meant) == 1:
        if careful := namesake_told(meant[0].name, meant[0].key, known):
            # A name alone is no wish to sit down with whoever bears it.
            there = place(meant[0].host, meant[0].port)
            raise NoTable(
                f"{careful}. Ask {meant[0].name} whether the table is at {there}; if so, join {there}."
            )
        return await _answering(meant[0], connector)
    if not found:
        raise NoTable(
            "No table was found here. Is one open? Then give HOST:PORT as its host's screen shows it."
        )
    asked = "Which table?" if meant else f"No table is called {settings.table}."
    told = dict.fromkeys(f"{advert.name} ({place(advert.host, advert.port)})" for advert in found)
    there = ", ".join(told)
    raise NoTable(f"{asked} Join one by its name or its HOST:PORT: {there}.")


async def _look(
    settings: JoinSettings, say: Say, connector: Connector, known: Sequence[KnownPlayer]
) -> tuple[Tables, Tables]:
    """The tables that the person may mean, and all that were found; waits for the first for a while."""
    from p2p_heroes.node.discovery import watch

    async with watch(settings.interfaces, wanted=settings.table, known=told_keys(known)) as watching:
        await trio.sleep(BROWSE_SECONDS)
        meant = await _meant(settings.table, say, connector, watching)
        if not meant:
            say(_looking_on(settings.table, watching.tables))
            with trio.move_on_after(LOOKING_SECONDS):
                while not meant:
                    await watching.changed()
                    # Where there is one, others may be about to answer.
                    await trio.sleep(BROWSE_SECONDS)
                    meant = await _meant(settings.table, say, connector, watching)
        return meant, watching.tables


def _looking_on(wanted: str, found: Tables) -> str:
    """That there is no such table yet, and which there are: a name is soon mistyped."""
    others = list(dict.fromkeys(advert.name for advert in found if not advert.parted))
    if not wanted or not others:
        return "No table yet; looking on. (Ctrl-C ends; or give HOST:PORT)"
    more = ", ..." if len(others) > MOST_NAMED else ""
    there = f"There is: {', '.join(others[:MOST_NAMED])}{more}."
    return f"No table is called {wanted} yet; looking on. {there} (Ctrl-C ends; or give HOST:PORT)"


async def _meant(wanted: str, say: Say, connector: Connector, watching: TableBrowser) -> Tables:
    """Those of the wanted name. Whether one that was taken back is still there, dialling tells."""
    named = [advert for advert in watching.tables if not wanted or advert.is_called(wanted)]
    parted = [advert for advert in named if advert.parted]
    answers = await _ask(parted, say, connector)
    for advert in parted:
        if answers.get(advert) is False:
            watching.drop(advert)
    # Who has said nothing yet is asked again when there is nobody else.
    return [advert for advert in named if not advert.parted or answers.get(advert)]


async def _ask(parted: Tables, say: Say, connector: Connector) -> dict[Advert, bool]:
    """Of those who say in time whether they are there, what they say."""
    answers: dict[Advert, bool] = {}

    async def ask(advert: Advert) -> None:
        answers[advert] = await _answers(advert, connector)

    # Side by side: anybody can announce any number of tables, take them back and be silent there.
    with trio.move_on_after(ANSWER_SECONDS):
        async with trio.open_nursery() as beside:
            beside.start_soon(_wonder, parted, say)
            async with trio.open_nursery() as asking:
                for advert in parted:
                    asking.start_soon(ask, advert)
            beside.cancel_scope.cancel()
    return answers


async def _wonder(parted: Tables, say: Say) -> None:
    await trio.sleep(WONDER_SECONDS)
    say(f"Trying {len(parted)} that may be gone.")


async def _answers(advert: Advert, connector: Connector) -> bool:
    try:
        await _answering(advert, connector)
    except (NoTable, TurnedAway, PeerGone, trio.TooSlowError, Refusal):
        return False
    return True


async def _answering(advert: Advert, connector: Connector) -> tuple[str, int]:
    """Where the player of an advert answers. Raises NoTable, or what dialling does."""
    try:
        return await _first([(host, advert.port) for host in advert.hosts], connector, advert.key)
    except AnotherKey as error:
        there = place(advert.host, advert.port)
        raise NoTable(f"At {there} answers somebody else than who announced {advert.name}.") from error


async def _first(
    addresses: Sequence[tuple[str, int]], connector: Connector, key: str = ""
) -> tuple[str, int]:
    """Which of the addresses answers first. Raises NoTable, or what dialling does."""
    try:
        visitor, address = await connector.dial_any(addresses, None, key)
    except OSError as error:
        there = ", ".join(place(*address) for address in addresses)
        raise NoTable(f"Nobody answers at {there}: is the table open, the address right?") from error
    await visitor.peer.close()
    return address


def warn_of(name: str, key: str, say: Say, known: Sequence[KnownPlayer]) -> None:
    """Say so if somebody bears the name of a player whom we know by another key."""
    if careful := namesake_told(name, key, known):
        say(f"{careful}; compare the table words.")


def namesake_told(name: str, key: str, known: Sequence[KnownPlayer]) -> str:
    """That somebody bears the name of a player whom we know by another key; empty: it is not so."""
    other = namesake(known, name, key)
    if other is None:
        return ""
    return f"Careful: this {name} has another key than the {other.name} you played with on {other.day}"


def parse_addresses(text: str) -> list[tuple[str, int]]:
    """One HOST:PORT, or several with commas in between; nothing if it is something else."""
    found = [parse_address(part) for part in text.split(",")]
    return [address for address in found if address is not None] if all(found) else []


def places(advert: Advert) -> str:
    """Where a table can be joined, as `parse_addresses` takes it."""
    return ",".join(place(host, advert.port) for host in advert.hosts)


def parse_address(text: str) -> tuple[str, int] | None:
    """HOST:PORT, or None if it is something else."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdecimal() or len(port) > 5 or int(port) >= 2**16:
        return None
    return host.strip("[]"), int(port)


def _has_bad_port(text: str) -> bool:
    """Whether it is written as HOST:PORT, with a number that no port can have."""
    ports = [part.rpartition(":") for part in text.split(",")]
    return any(colon and host and port.isdecimal() for host, colon, port in ports) and not parse_addresses(
        text
    )


def place(host: str, port: int) -> str:
    """HOST:PORT, as a person types it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
