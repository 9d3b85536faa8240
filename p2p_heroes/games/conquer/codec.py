"""States and decisions <-> plain values and text, for a given set of factions.

A state is written by names, not by numbers of ours: regions, structures, units. What
is read back must be exactly what would be written, and a table that the rules can go
on from; anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from p2p_heroes.games.conquer.coherence import is_coherent
from p2p_heroes.games.conquer.decisions import ACTIONS, Decision
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.kinds import KEYWORDS, REGION, REGION_BY_WORD
from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.state import Own, Player, Stage, Table
from p2p_heroes.games.conquer.world import (
    ARTEFACT_REGIONS,
    PRINTED_TERRAIN,
    REGIONS,
    TERRAINS,
    WORDS,
    Region,
    Terrain,
)
from p2p_heroes.games.errors import MalformedDecision, MalformedState
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.forms import Record, from_plain, from_row, from_words, to_plain, to_row, to_text
from p2p_heroes.games.kit.kinds import COUNT, FLAG, LONGEST_LIST, Unreadable

T = TypeVar("T")
R = TypeVar("R", bound=Record)

TERRAIN_BY_NAME = {str(terrain): terrain for terrain in TERRAINS}
HIGHEST_FOUNDATION = 8
PLAYERS = range(2, 5)
TABLE_FIELDS = {"agenda", "alone", "first", "plan", "players", "round", "terrain"}
PLAYER_FIELDS = {
    *("artefacts", "barred", "battled", "built", "faction", "fortresses", "foundations", "hunted"),
    *("milestones", "monsters", "mountains", "moved", "own", "points", "raised", "recruited"),
    *("region", "rewarded", "stock", "units", "visited"),
}


class Codec:
    """Knows the boards that may be at a table, and with them their decisions and stages."""

    def __init__(
        self,
        boards: Iterable[Board],
        decisions: Iterable[type[Decision]],
        stages: Iterable[type[Stage]],
    ) -> None:
        self._boards = {board.name: board for board in boards}
        self._decisions = _by_tag(decisions)
        self._stages = _by_tag(stages)
        said = {keyword for kind in self._decisions.values() for keyword in kind.form.keywords}
        assert said <= KEYWORDS, "a keyword might be a name"
        self._spaced = _spaced_names(self._boards.values())

    # Decisions.

    def encode_decision(self, decision: Decision) -> Plain:
        return to_row(decision)

    def decode_decision(self, plain: Plain) -> Decision:
        if not isinstance(plain, tuple) or not plain or not isinstance(plain[0], str):
            raise MalformedDecision("a decision is a list that begins with a word")
        try:
            return from_row(self._decision(plain[0]), plain[1:])
        except Unreadable as error:
            raise MalformedDecision(str(error)) from error

    def notate(self, decision: Decision) -> str:
        return to_text(decision)

    def parse(self, text: str) -> Decision:
        """Names of several words are understood without their hyphens, too."""
        words = self._spaced.sub(lambda name: name[0].replace(" ", "-"), " ".join(text.split())).split()
        if not words:
            raise MalformedDecision("say what to do")
        try:
            return from_words(self._decision(words[0].lower()), words[1:])
        except Unreadable as error:
            raise MalformedDecision(str(error)) from error

    def _decision(self, tag: str) -> type[Decision]:
        kind = self._decisions.get(tag)
        if kind is None:
            raise MalformedDecision("no choice begins with that word")
        return kind

    # States.

    def encode_state(self, table: Table) -> Plain:
        return {
            "agenda": tuple(map(_plain_stage, table.agenda)),
            "alone": table.alone,
            "first": table.first,
            "plan": table.plan,
            "players": tuple(map(_plain_player, table.boards, table.players)),
            "round": table.round,
            "terrain": _changed_terrain(table.terrain),
        }

    def decode_state(self, plain: Plain) -> Table:
        try:
            table = self._read_table(plain)
        except Unreadable as error:
            raise MalformedState(str(error)) from error
        return table

    def _read_table(self, plain: Plain) -> Table:
        fields = _fields(plain, TABLE_FIELDS)
        players = _list(fields["players"])
        _require(len(players) in PLAYERS, "not for so many players")
        boards = tuple(self._read_board(player) for player in players)
        _require(len(set(boards)) == len(boards), "one faction twice")
        table = Table(
            boards,
            tuple(map(_read_player, boards, players)),
            tuple(self._read_stage(stage) for stage in _list(fields["agenda"])),
            round=COUNT.value(fields["round"]),
            first=COUNT.value(fields["first"]),
            plan=_read_plan(fields["plan"]),
            terrain=_read_terrain(fields["terrain"]),
            alone=None if fields["alone"] is None else COUNT.value(fields["alone"]),
        )
        _require(is_coherent(table), "no game can come to this")
        return table

    def _read_board(self, plain: Plain) -> Board:
        name = _fields(plain, PLAYER_FIELDS)["faction"]
        board = self._boards.get(name) if isinstance(name, str) else None
        if board is None:
            raise Unreadable("no such faction")
        return board

    def _read_stage(self, plain: Plain) -> Stage:
        if not isinstance(plain, dict):
            raise Unreadable("not a stage")
        tag = plain.get("stage")
        kind = self._stages.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise Unreadable("no such stage")
        return from_plain(kind, {name: value for name, value in plain.items() if name != "stage"})


def _by_tag(kinds: Iterable[type[R]]) -> dict[str, type[R]]:
    """No two may share a tag, or one could not be read back."""
    found = tuple(kinds)
    tags = {kind.form.tag: kind for kind in found}
    assert len(tags) == len(found), f"two share a tag: {sorted(kind.form.tag for kind in found)}"
    return tags


def _spaced_names(boards: Iterable[Board]) -> re.Pattern[str]:
    """Finds names of several words that were typed with spaces, the longest first."""
    ids = {name for board in boards for name in (*board.structure_index, *board.unit_index) if "-" in name}
    spaced = [re.escape(name.replace("-", " ")) for name in sorted(ids, key=lambda name: (-len(name), name))]
    # Where no name has several words, nothing is found.
    return re.compile(rf"\b({'|'.join(spaced)})\b" if spaced else "(?!)", re.IGNORECASE)


# What is the same in many states is the very same value in all of them, so that whoever encodes one after the
# other can tell at once. Nobody changes a plain value.


@lru_cache(maxsize=4096)
def _plain_stage(stage: Stage) -> Plain:
    return {"stage": stage.form.tag, **to_plain(stage)}


@lru_cache(maxsize=4096)
def _plain_own(own: Own) -> Plain:
    return to_plain(own)


def _plain_player(board: Board, player: Player) -> Plain:
    """Most players have not changed since the last step."""
    if player.plain is None:
        player.plain = _encode_player(board, player)
    return player.plain


def _encode_player(board: Board, player: Player) -> Plain:
    return {
        "artefacts": _artefact_names(player.artefacts),
        "barred": player.barred,
        "battled": player.battled,
        "built": _structure_names(board, player.built),
        "faction": board.name,
        "fortresses": _region_names(player.fortresses),
        "foundations": {WORDS[region]: level for region, level in player.foundations},
        "hunted": player.hunted,
        "milestones": player.milestones,
        "monsters": _monster_names(board, player.monsters),
        "mountains": _region_names(player.mountains),
        "moved": player.moved,
        "own": None if player.own is None else _plain_own(player.own),
        "points": player.points,
        "raised": player.raised,
        "recruited": player.recruited,
        "region": REGION.plain(player.region),
        "rewarded": player.rewarded,
        "stock": player.stock,
        "units": dict(zip(board.unit_index, player.units, strict=True)),
        "visited": _region_names(player.visited),
    }


def _read_player(board: Board, plain: Plain) -> Player:
    fields = _fields(plain, PLAYER_FIELDS)

    def count(name: str) -> int:
        return COUNT.value(fields[name])

    def flag(name: str) -> bool:
        return FLAG.value(fields[name])

    def regions(name: str) -> int:
        return _bits(WORDS, fields[name])

    return Player(
        units=_read_units(board, fields["units"]),
        region=REGION.value(fields["region"]),
        stock=_read_bundle(fields["stock"]),
        milestones=_read_bundle(fields["milestones"]),
        built=_bits(_structures(board), fields["built"]),
        artefacts=_bits(ARTEFACTS, fields["artefacts"]),
        fortresses=regions("fortresses"),
        monsters=_bits(_monsters(board), fields["monsters"]),
        visited=regions("visited"),
        mountains=regions("mountains"),
        foundations=_read_foundations(fields["foundations"]),
        own=_read_own(board, fields["own"]),
        raised=count("raised"),
        recruited=count("recruited"),
        points=count("points"),
        moved=flag("moved"),
        barred=flag("barred"),
        rewarded=flag("rewarded"),
        battled=flag("battled"),
        hunted=flag("hunted"),
    )


ARTEFACTS = tuple(WORDS[region] for region in ARTEFACT_REGIONS)


@cache
def _structures(board: Board) -> tuple[str, ...]:
    return tuple(structure.name for structure in board.structures)


@cache
def _monsters(board: Board) -> tuple[int, ...]:
    return tuple(monster.power for monster in board.monsters)


@lru_cache(maxsize=4096)
def _region_names(bits: int) -> tuple[str, ...]:
    return _names_of_bits(WORDS, bits)


@lru_cache(maxsize=64)
def _artefact_names(bits: int) -> tuple[str, ...]:
    return _names_of_bits(ARTEFACTS, bits)


@lru_cache(maxsize=4096)
def _structure_names(board: Board, bits: int) -> tuple[str, ...]:
    return _names_of_bits(_structures(board), bits)


@lru_cache(maxsize=4096)
def _monster_names(board: Board, bits: int) -> tuple[int, ...]:
    return _names_of_bits(_monsters(board), bits)


def _names_of_bits(names: tuple[T, ...], bits: int) -> tuple[T, ...]:
    return tuple(name for at, name in enumerate(names) if bits >> at & 1)


def _bits(names: Sequence[str] | Sequence[int], plain: Plain) -> int:
    """The bits behind names, which must stand in their order."""
    places = {name: at for at, name in enumerate(names)}
    bits = 0
    for name in _list(plain):
        at = places.get(name) if type(name) in (str, int) else None
        if at is None or bits >> at:
            raise Unreadable("not a name here, or out of order")
        bits |= 1 << at
    return bits


def _read_units(board: Board, plain: Plain) -> tuple[int, ...]:
    units = _fields(plain, set(board.unit_index))
    return tuple(COUNT.value(units[name]) for name in board.unit_index)


def _read_bundle(plain: Plain) -> Bundle:
    if not isinstance(plain, tuple) or len(plain) != 3:
        raise Unreadable("not one number per resource")
    wood, iron, gold = map(COUNT.value, plain)
    return (wood, iron, gold)


def _read_foundations(plain: Plain) -> tuple[tuple[Region, int], ...]:
    if not isinstance(plain, dict):
        raise Unreadable("not levels by region")
    levels = [(_region(name), COUNT.value(level)) for name, level in plain.items()]
    _require(all(1 <= level <= HIGHEST_FOUNDATION for _, level in levels), "no such level")
    return tuple(sorted(levels))


def _read_own(board: Board, plain: Plain) -> Own | None:
    if board.own is None:
        _require(plain is None, "this faction has no block of its own")
        return None
    own = from_plain(type(board.own), plain)
    assert isinstance(own, Own)
    return own


def _read_plan(plain: Plain) -> tuple[str, ...]:
    actions = _list(plain)
    names = tuple(action for action in actions if isinstance(action, str) and action in ACTIONS)
    _require(len(names) == len(actions) == len(set(names)) and len(names) in (0, 4), "not a plan")
    return names


@lru_cache(maxsize=1024)
def _changed_terrain(terrain: tuple[Terrain, ...]) -> dict[str, Plain]:
    return {
        WORDS[region]: str(terrain[region])
        for region in REGIONS
        if terrain[region] is not PRINTED_TERRAIN[region]
    }


def _read_terrain(plain: Plain) -> tuple[Terrain, ...]:
    if not isinstance(plain, dict):
        raise Unreadable("not terrain by region")
    terrain = list(PRINTED_TERRAIN)
    for name, changed in plain.items():
        kind = TERRAIN_BY_NAME.get(changed) if isinstance(changed, str) else None
        region = _region(name)
        if kind is None or kind is PRINTED_TERRAIN[region]:
            raise Unreadable("not a changed terrain")
        terrain[region] = kind
    return tuple(terrain)


def _region(name: str) -> Region:
    region = REGION_BY_WORD.get(name)
    if region is None:
        raise Unreadable("no such region")
    return region


def _fields(plain: Plain, names: set[str]) -> dict[str, Plain]:
    if not isinstance(plain, dict) or plain.keys() != names:
        raise Unreadable("not the fields that belong here")
    return plain


def _list(plain: Plain) -> tuple[Plain, ...]:
    if not isinstance(plain, tuple) or len(plain) > LONGEST_LIST:
        raise Unreadable("not a list")
    return plain


def _require(truth: bool, otherwise: str) -> None:
    if not truth:
        raise Unreadable(otherwise)
