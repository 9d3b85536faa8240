"""The map as a list: every region of the game with its terrain, what lies there, and who is there."""

from collections.abc import Sequence

from p2p_heroes.games.conquer.army import pieces_in
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import PLACES, Region
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.ui.conquer.names import goods, name_of
from p2p_heroes.ui.conquer.words import place
from p2p_heroes.ui.kit.words import joined


def regions(table: Table, seat: int, names: Sequence[str]) -> list[str]:
    """A line per region; `.` before those that the seat has visited."""
    lines = ["Regions, with a dot before those you have visited; their neighbours in brackets:"]
    return lines + [_region(table, seat, names, region) for region in table.realm.regions]


def _region(table: Table, seat: int, names: Sequence[str], region: Region) -> str:
    mark = "." if table.players[seat].visited >> region & 1 else " "
    near = " ".join(str(other) for other in table.realm.neighbours[region])
    what = [str(table.terrain[region]), *lying(table, seat, names, region)]
    here = present(table, names, region)
    return f"{mark} {place(region):9} {', '.join(what)} [{near}]{f'  <- {here}' if here else ''}"


def lying(table: Table, seat: int, names: Sequence[str], region: Region) -> list[str]:
    """As the board of the seat prints it."""
    printed = table.boards[seat].places[region]
    lies = joined(goods(table.boards[seat].name, printed.resources))
    found = [lies] if lies else []
    if printed.fortress is not None:
        found.append(f"fortress {printed.fortress.power}{_taken(table, names, region)}")
    if printed.artefact:
        found.append(f"artefact{_taken(table, names, region)}")
    found += ["portal"] if printed.portal else []
    if printed.foundation:
        levels = [(name, who.foundation(region)) for name, who in zip(names, table.players, strict=True)]
        built = ", ".join(f"{name} {level}" for name, level in levels if level)
        found.append(f"foundation{f' ({built})' if built else ''}")
    return found


def _taken(table: Table, names: Sequence[str], region: Region) -> str:
    for seat, name in enumerate(names):
        player = table.players[seat]
        owns = PLACES[region].artefact and player.owns(region)
        seized = bool(player.fortresses >> region & 1)
        if owns or fold(Effect.holds_fortress, table, seat, seized, region):
            return f" (of {name})"
    return ""


def present(table: Table, names: Sequence[str], region: Region) -> str:
    found = [name for name, player in zip(names, table.players, strict=True) if player.region is region]
    for seat, name in enumerate(names):
        found += [f"{name_of(piece)} of {name}" for piece in pieces_in(table, seat, region)]
    return joined(found)
