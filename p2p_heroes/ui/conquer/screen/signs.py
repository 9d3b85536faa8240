"""What stands in a region of the drawn map, each thing as a sign of a few letters and in words."""

from collections.abc import Iterator, Sequence

from p2p_heroes.games.conquer.army import pieces_in
from p2p_heroes.games.conquer.building import has_foundation
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.resources import named
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import goods, name_of
from p2p_heroes.ui.kit.lettering import MapSign, owner_style, seat_letters, seat_style

TERRAIN = {Terrain.FOREST: "↑", Terrain.LAKE: "~", Terrain.MEADOW: '"', Terrain.MOUNTAIN: "^"}
STYLES = {
    "map.fortress": "bold @bright",
    "map.artefact": "bold @secret",
    "map.foundation": "@text",
    "map.portal": "bold @proof",
    "map.resources": "@gold",
}
FORTRESS, POINTS, ARTEFACT, FOUNDATION, PORTAL, MARK = "♜", "★", "◆", "□", "◎", "!"


def terrain_style(table: Table, region: Region) -> str:
    return f"map.{table.terrain[region]}"


def people(table: Table, names: Sequence[str], region: Region) -> Iterator[MapSign]:
    """The players in a region, then their pieces."""
    short = seat_letters(names)
    for seat, player in enumerate(table.players):
        if player.region is region:
            yield MapSign(short[seat], names[seat], seat_style(seat))
    for seat in range(len(names)):
        for piece in pieces_in(table, seat, region):
            name = name_of(piece)
            yield MapSign(f"{short[seat]}:{name[0]}", f"{short[seat]}:{name}", seat_style(seat))


def things(table: Table, seat: int, names: Sequence[str], region: Region) -> Iterator[MapSign]:
    """What lies in a region as the board of the seat prints it.

    Resources come first: they alone have no sign before them.
    """
    printed, short = table.boards[seat].places[region], seat_letters(names)
    if any(printed.resources) and not table.players[seat].visited >> region & 1:
        instead = LORE[table.boards[seat].name].goods
        amounts = "".join(f"{count}{instead.get(name, name)[0]}" for name, count in named(printed.resources))
        yield MapSign(amounts, " ".join(goods(table.boards[seat].name, printed.resources)), "map.resources")
    if printed.fortress is not None:
        owner = fortress_owner(table, region)
        if owner is None:
            strength = f"{printed.fortress.power}/{printed.fortress.points}"
            yield MapSign(f"{FORTRESS}{strength}", f"fortress {strength}", "map.fortress")
        else:
            yield MapSign(f"{FORTRESS}{short[owner]}", f"fortress of {short[owner]}", owner_style(owner))
    if printed.artefact:
        owner = artefact_owner(table, region)
        if owner is None:
            yield MapSign(ARTEFACT, "artefact", "map.artefact")
        else:
            yield MapSign(f"{ARTEFACT}{short[owner]}", f"artefact of {short[owner]}", owner_style(owner))
    yield from _foundations(table, seat, short, region)
    if printed.portal:
        yield MapSign(PORTAL, "portal", "map.portal")
    for who, word in marks(table, region):
        yield MapSign(f"{MARK}{word[0]}", f"{MARK}{word} of {short[who]}", seat_style(who))


def _foundations(table: Table, seat: int, short: Sequence[str], region: Region) -> Iterator[MapSign]:
    """The place itself, then the levels that players have written there."""
    levels = [
        (who, level) for who, player in enumerate(table.players) if (level := player.foundation(region))
    ]
    if levels or has_foundation(table, seat, region):
        written = [f"{short[who]}{level}" for who, level in levels]
        # Of many levels those beyond the second may have to go to the next row.
        first, rest = written[:2], written[2:]
        yield MapSign(f"{FOUNDATION}{''.join(first)}", " ".join(["foundation", *first]), "map.foundation")
        if rest:
            yield MapSign("".join(rest), " ".join(rest), "map.foundation")


def fortress_owner(table: Table, region: Region) -> int | None:
    """Who has the fortress of a region, by siege or otherwise."""
    for seat, player in enumerate(table.players):
        if fold(Effect.holds_fortress, table, seat, bool(player.fortresses >> region & 1), region):
            return seat
    return None


def artefact_owner(table: Table, region: Region) -> int | None:
    return next((seat for seat, player in enumerate(table.players) if player.owns(region)), None)


def marks(table: Table, region: Region) -> Iterator[tuple[int, str]]:
    """What the factions have on the map of their own: whose, and what it is."""
    for seat, where, word in all_marks(table):
        if region in where:
            yield seat, word


def all_marks(table: Table) -> Iterator[tuple[int, tuple[Region, ...], str]]:
    """Whose, in which region or where which regions meet, and what it is."""
    for seat, (board, player) in enumerate(zip(table.boards, table.players, strict=True)):
        for where, word in LORE[board.name].marks(player.own):
            yield seat, where, word
