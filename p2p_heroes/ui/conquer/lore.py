"""What one faction's file below `factions/` says of it: names, idea, own events, own questions, effects."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.faction import Deed
from p2p_heroes.games.conquer.state import Own, Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.effects import Hooks
from p2p_heroes.ui.kit.tellers import Sentence

Marks = Sequence[tuple[tuple[Region, ...], str]]
"""What a faction has on the map: a word, and in which region it is, or where which regions meet."""


Sentences = Mapping[type[Event], Sentence]
"""What is told of a faction's own events; `narrate` has the words for their fields."""


def has_nothing(own: Own | None) -> list[str]:
    """For a faction without a block of its own."""
    return []


def shows_nothing(table: Table, seat: int) -> list[str]:
    """For a faction whose block holds all there is to say of it."""
    return []


def marks_nothing(own: Own | None) -> Marks:
    """For a faction that leaves nothing on the map."""
    return ()


def means_itself(decision: Decision) -> str:
    """For a faction whose own decisions need no further words."""
    return ""


@dataclass(frozen=True, slots=True)
class Lore:
    """One faction in words.

    `names` and `plurals`: by id, where the usual rules would give something else. `effects`: what each
    effect of the faction's own does, with the effect's own fields in braces. `features`: what a structure or
    the artefact of a region does where no effect of its own shows it. `deeds`: what artefacts ask for where
    it is not the usual, with the number in braces. `declined`: what somebody does who wants nothing of an
    offer, by the offer. `goods`: by resource the unit that comes in its stead; `gathers`: by resource what
    gathering 1, 2 and so on of it does in its stead.
    `beneath`: by the power of a monster what lies there besides resources.
    `refusals`: by code why a choice is refused, with places for the facts.
    `rules`: by kind of request the rule behind it; `otherwise`: by topic of the shared rules what is not so
    with this faction at the table; `source`: where the rulebook tells of the faction.
    `tells` is by event of its own; `meaning` says nothing to decisions of others; `marks` is what the
    own block puts on the map, `shows` what follows from the table and is written in no block.
    """

    faction: str
    idea: str
    names: Mapping[str, str] = field(default_factory=dict)
    plurals: Mapping[str, str] = field(default_factory=dict)
    effects: Mapping[type[Hooks], str] = field(default_factory=dict)
    features: Mapping[str | Region, str] = field(default_factory=dict)
    deeds: Mapping[Deed, str] = field(default_factory=dict)
    declined: Mapping[str, str] = field(default_factory=dict)
    goods: Mapping[str, str] = field(default_factory=dict)
    gathers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    beneath: Mapping[int, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    otherwise: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    tells: Sentences = field(default_factory=dict)
    own: Callable[[Own | None], list[str]] = has_nothing
    shows: Callable[[Table, int], list[str]] = shows_nothing
    marks: Callable[[Own | None], Marks] = marks_nothing
    meaning: Callable[[Decision], str] = means_itself
