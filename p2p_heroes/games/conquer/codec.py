"""A table of Write & Conquer as a plain value, by names and not by numbers of ours.

What is read back must also be a table that the rules can go on from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from operator import attrgetter

from p2p_heroes.games.conquer.coherence import is_coherent
from p2p_heroes.games.conquer.decisions import ACTIONS, Decision
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.kinds import KEYWORDS, REGION, SOME_REGION
from p2p_heroes.games.conquer.resources import RESOURCES
from p2p_heroes.games.conquer.state import Player, Stage, Table
from p2p_heroes.games.conquer.world import (
    ARTEFACT_REGIONS,
    PRINTED_TERRAIN,
    REGIONS,
    TERRAINS,
    WORDS,
    Terrain,
)
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.codec import Codec
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT, FLAG, Count, OneOf, OrNone, Several, Unreadable, Untyped, items
from p2p_heroes.games.kit.stored import Bits, Block, ByWord, Counts, FixedList, NeverThere, Tagged

HIGHEST_FOUNDATION = 8
PLAYERS = range(2, 5)
ACTION = OneOf("action", dict(zip(ACTIONS, ACTIONS, strict=True)))
PER_RESOURCE = FixedList(COUNT, len(RESOURCES), "one number per resource")
REGIONS_AS_BITS = Bits(WORDS)
ARTEFACTS = Bits(WORDS[region] for region in ARTEFACT_REGIONS)
FOUNDATIONS = ByWord(SOME_REGION, Count(1, HIGHEST_FOUNDATION))


class ChangedTerrain(Untyped[tuple[Terrain, ...]]):
    """Of all regions, those that are not as printed."""

    def __init__(self) -> None:
        self._kind = OneOf("terrain", {str(terrain): terrain for terrain in TERRAINS})
        self.plain: Callable[[tuple[Terrain, ...]], Plain] = lru_cache(maxsize=1024)(self._write)

    def _write(self, terrain: tuple[Terrain, ...]) -> dict[str, Plain]:
        changed = [region for region in REGIONS if terrain[region] is not PRINTED_TERRAIN[region]]
        return {WORDS[region]: str(terrain[region]) for region in changed}

    def value(self, plain: Plain) -> tuple[Terrain, ...]:
        if not isinstance(plain, dict):
            raise Unreadable("not terrain by region")
        terrain = list(PRINTED_TERRAIN)
        for name, changed in plain.items():
            region, kind = SOME_REGION.value(name), self._kind.value(changed)
            if kind is terrain[region]:
                raise Unreadable("not a changed terrain")
            terrain[region] = kind
        return tuple(terrain)


@cache
def player_form(board: Board) -> Form:
    """What is written of a player with this board."""
    own = NeverThere() if board.own is None else Block(type(board.own))
    parts = (
        *(Part("built", Bits(board.structure_index)), Part("units", Counts(board.unit_index))),
        *(Part("monsters", Bits(monster.power for monster in board.monsters)), Part("artefacts", ARTEFACTS)),
        *(Part("region", REGION), Part("foundations", FOUNDATIONS), Part("own", own)),
        *(Part(name, REGIONS_AS_BITS) for name in ("fortresses", "mountains", "visited")),
        *(Part(name, PER_RESOURCE) for name in ("milestones", "stock")),
        *(Part(name, COUNT) for name in ("points", "raised", "recruited")),
        *(Part(name, FLAG) for name in ("barred", "battled", "hunted", "moved", "rewarded")),
    )
    return Form("player", *sorted(parts, key=attrgetter("name")))


class TableKind(Untyped[Table]):
    """Knows the boards that may be at a table, and with them their stages."""

    def __init__(self, boards: Iterable[Board], stages: Iterable[type[Stage]]) -> None:
        self._boards = OneOf("faction", {board.name: board for board in boards})
        self._form = Form(
            "table",
            Part("agenda", Several(Tagged("stage", stages))),
            Part("alone", OrNone(COUNT)),
            Part("first", COUNT),
            Part("plan", Several(ACTION)),
            Part("round", COUNT),
            Part("terrain", ChangedTerrain()),
        )

    def plain(self, value: Table) -> Plain:
        return {**self._form.plain(value), "players": tuple(map(_written, value.boards, value.players))}

    def value(self, plain: Plain) -> Table:
        if not isinstance(plain, dict):
            raise Unreadable("not a table")
        seated = items(plain.get("players"))
        boards = tuple(map(self._board, seated))
        if len(boards) not in PLAYERS:
            raise Unreadable("not for so many players")
        if len(set(boards)) < len(boards):
            raise Unreadable("one faction twice")
        rest = self._form.values({name: part for name, part in plain.items() if name != "players"})
        table = Table(boards, tuple(map(_read, boards, seated)), **rest)
        if not is_coherent(table):
            raise Unreadable("no game can come to this")
        return table

    def _board(self, plain: Plain) -> Board:
        return self._boards.value(plain.get("faction") if isinstance(plain, dict) else None)


def _written(board: Board, player: Player) -> Plain:
    """Most players have not changed since the last step."""
    if player.plain is None:
        player.plain = plain = player_form(board).plain(player)
        plain["faction"] = board.name
    return player.plain


def _read(board: Board, plain: Plain) -> Player:
    assert isinstance(plain, dict)
    return Player(
        **player_form(board).values({name: part for name, part in plain.items() if name != "faction"})
    )


def codec_for(
    boards: Iterable[Board], decisions: Iterable[type[Decision]], stages: Iterable[type[Stage]]
) -> Codec[Table, Decision]:
    known = tuple(boards)
    names = [name for board in known for name in (*board.structure_index, *board.unit_index)]
    return Codec(TableKind(known, stages), decisions, names=names, keywords=KEYWORDS)
